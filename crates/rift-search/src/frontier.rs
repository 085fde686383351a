//! The flips that are still to be looked at.

use crate::coverage::{Coverage, Edge};
use crate::strategy::Order;
use crate::tracker::Trail;
use rift_env::Process;
use rift_expr::{Model, TermId};
use rift_solver::{Assignment, SetId};
use std::cell::RefCell;
use std::rc::Rc;

/// A decision and another way for it to go.
pub(crate) struct Item {
    pub space: usize,
    /// Up to the decision; the other way is not part of it yet.
    pub trail: Trail,
    pub edge: Edge,
    pub is_pin: bool,
    pub goal: TermId,
    /// The constraints that matter for the goal.
    pub set: SetId,
    /// Of the run that came to the decision.
    pub model: Rc<Model>,
    pub found: Option<Assignment>,
    /// That run, right at the decision; shared by the flips of one decision.
    pub process: Rc<RefCell<Process>>,
}

/// Three classes; within a class the latest first.
pub(crate) struct Frontier {
    first: Vec<Item>,
    normal: Vec<Item>,
    last: Vec<Item>,
    random: u64,
    picks: u64,
}

/// One pick in this many is at random, so that no deep loop takes everything.
const RANDOM_EVERY: u64 = 16;

impl Frontier {
    pub fn new(seed: u64) -> Frontier {
        Frontier { first: vec![], normal: vec![], last: vec![], random: seed ^ 0x9E37_79B9_7F4A_7C15, picks: 0 }
    }

    pub fn len(&self) -> usize {
        self.first.len() + self.normal.len() + self.last.len()
    }

    pub fn push(&mut self, item: Item, order: Order) {
        match order {
            Order::First => self.first.push(item),
            Order::Normal => self.normal.push(item),
            Order::Last => self.last.push(item),
            Order::Never => {}
        }
    }

    pub fn pop(&mut self, coverage: &Coverage) -> Option<Item> {
        while let Some(item) = self.first.pop() {
            if !coverage.has(item.edge) {
                return Some(item);
            }
            self.normal.push(item);
        }
        let class = if self.normal.is_empty() { &mut self.last } else { &mut self.normal };
        self.picks += 1;
        if self.picks.is_multiple_of(RANDOM_EVERY) && class.len() > 1 {
            self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (self.random >> 33) as usize % class.len();
            return Some(class.swap_remove(index));
        }
        class.pop()
    }

    /// The flip nearest to the beginning of its path that is of the normal class: most is below it.
    pub fn pop_oldest(&mut self) -> Option<Item> {
        let class = [&mut self.normal, &mut self.first].into_iter().find(|class| !class.is_empty())?;
        Some(class.remove(0))
    }

    pub fn drain(&mut self) -> Vec<Item> {
        let mut all = std::mem::take(&mut self.last);
        all.append(&mut self.normal);
        all.append(&mut self.first);
        all
    }

    pub fn iter(&self) -> impl Iterator<Item = &Item> {
        self.last.iter().chain(&self.normal).chain(&self.first)
    }
}
