//! An input on its way downhill, with the distances of all conditions.

use super::distance::distance;
use crate::aim::Ways;
use crate::byteset::ByteSet;
use crate::{Assignment, Context, Query};
use rift_expr::{Model, Node, TermId};
use rift_ir::BinaryOp;
use smallvec::SmallVec;

/// A number that moves as one has at most so many decimal digits.
const MOST_DIGITS: u32 = 18;
/// So often it starts from the hint again.
const FRESH_EVERY: u32 = 8;
/// So many ways to make a condition true are tried from one place.
const MOST_WAYS: usize = 24;

/// What is moved as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variable {
    /// Goes through the values that the byte may have, by index.
    Byte(usize),
    /// Adjacent bytes that are decimal digits, the first the highest.
    Decimal { at: u32, digits: u32 },
    /// Little-endian.
    Word { at: u32, bytes: u32 },
}

/// A byte that conditions depend on.
#[derive(Debug)]
struct Byte {
    at: u32,
    values: ByteSet,
    /// The terms and conditions that depend on it.
    terms: Vec<TermId>,
    conditions: Vec<usize>,
}

pub(super) struct State<'a, 'b> {
    context: &'a mut Context<'b>,
    conditions: Vec<TermId>,
    distances: Vec<u64>,
    bytes: Vec<Byte>,
    variables: Vec<Variable>,
    model: Model,
    /// The best place so far, and its distance.
    best: (u64, Model),
    /// How many terms the conditions have.
    terms: u64,
    pub(super) work: u64,
    limit: u64,
    random: u64,
    /// Whether all conditions but the goal have to hold all the time.
    is_inside: bool,
}

/// Bytes with the values they had.
type Undo = SmallVec<[(u32, u8); 16]>;

impl<'a, 'b> State<'a, 'b> {
    /// `found` are the terms of the conditions, of which the first is the goal.
    pub(super) fn new(
        context: &'a mut Context<'b>,
        query: Query,
        conditions: Vec<TermId>,
        found: &[TermId],
        limit: u64,
    ) -> State<'a, 'b> {
        let terms = &context.terms;
        let mut places: Vec<u32> = conditions.iter().flat_map(|&term| terms.support(term)).copied().collect();
        places.sort_unstable();
        places.dedup();
        let byte = |&at: &u32| Byte {
            at,
            values: context.sets.known(query.set, at).values,
            // Of thousands of bytes this takes a second. Nothing is made of what is left out: it is over then.
            terms: match context.deadline.is_over() {
                true => vec![],
                false => found.iter().copied().filter(|&term| terms.depends_on(term, at)).collect(),
            },
            conditions: (0..conditions.len()).filter(|&i| terms.depends_on(conditions[i], at)).collect(),
        };
        let bytes: Vec<Byte> = places.iter().map(byte).filter(|byte| byte.values.len() > 1).collect();
        let words = found.iter().filter_map(|&term| match terms.node(term) {
            Node::Read { at, bytes: count @ 2..=8 } => Some(Variable::Word { at, bytes: count }),
            _ => None,
        });
        let mut variables: Vec<Variable> = words.collect();
        variables.extend(decimals(context, found));
        variables.extend((0..bytes.len()).map(Variable::Byte));
        let (model, distances) = (Model::default(), vec![0; conditions.len()]);
        let (best, terms) = ((u64::MAX, Model::default()), found.len() as u64);
        let (work, random) = (0, 0x9e37_79b9);
        State {
            context,
            conditions,
            distances,
            bytes,
            variables,
            model,
            best,
            terms,
            work,
            limit,
            random,
            is_inside: false,
        }
    }

    /// Goes to where the descent begins: the hint; later, the best place so far or the hint with some bytes changed.
    pub(super) fn begin(&mut self, start: u32) {
        if start > 0 && self.total() < self.best.0 {
            self.best = (self.total(), self.model.clone());
        }
        match start % FRESH_EVERY {
            0 => self.model.bytes.clone_from(&self.context.hint.bytes),
            _ => self.model.bytes.clone_from(&self.best.1.bytes),
        }
        let of_goal = self.bytes.iter().filter(|byte| byte.conditions.first() == Some(&0)).count() as u32;
        let kicked = if start == 0 { 0 } else { 2 + self.random(of_goal / 2) };
        for _ in 0..kicked {
            self.kick();
        }
        self.context.evaluator.reset(&self.model);
        for i in 0..self.conditions.len() {
            self.measure(i);
        }
        self.work += self.terms;
    }

    /// Gives another value to a byte that the goal depends on.
    fn kick(&mut self) {
        let of_goal = |byte: &&Byte| byte.conditions.first() == Some(&0);
        let count = self.bytes.iter().filter(of_goal).count() as u32;
        let which = self.random(count) as usize;
        let Some(&Byte { at, values, .. }) = self.bytes.iter().filter(of_goal).nth(which) else { return };
        let own = self.model.byte(at);
        // A digit stays one: most often, conditions that are not about the goal ask for it.
        let digits = values.and(ByteSet::between(b'0', b'9'));
        let values = if own.is_ascii_digit() && !digits.is_empty() { digits } else { values };
        let which = self.random(values.len()) as usize;
        self.model.set(at, values.iter().nth(which).unwrap_or(own));
    }

    /// Whether it has evaluated enough, or there is no time left.
    pub(super) fn is_over(&self) -> bool {
        self.work > self.limit || self.context.deadline.is_over()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.distances.iter().all(|&distance| distance == 0)
    }

    /// What differs from the hint.
    pub(super) fn assignment(&self) -> Assignment {
        let bytes = self.bytes.iter().map(|byte| (byte.at, self.model.byte(byte.at)));
        Assignment { bytes: bytes.filter(|&(at, value)| self.context.hint.byte(at) != value).collect() }
    }

    /// Moves variables until that no longer helps, or too many terms were evaluated.
    pub(super) fn descend(&mut self) {
        loop {
            let mut improved = self.aim();
            for i in 0..self.variables.len() {
                if self.is_solved() || self.is_over() {
                    return;
                }
                improved |= self.explore(self.variables[i]);
            }
            if !improved {
                return;
            }
        }
    }

    /// The same, keeping to inputs for which all but the goal holds.
    pub(super) fn descend_inside(&mut self) {
        self.is_inside = true;
        self.descend();
    }

    pub(super) fn goal_distance(&self) -> u64 {
        self.distances[0]
    }

    /// One step either way; where that helps, on in doubling steps.
    fn explore(&mut self, variable: Variable) -> bool {
        let mut improved = false;
        for direction in [1, -1] {
            let mut step = direction;
            while self.work <= self.limit && !self.is_solved() && self.step(variable, step) {
                improved = true;
                step *= 2;
            }
            // Past the best place in large steps: what is left of the way in smaller ones.
            while step.abs() > 1 && self.work <= self.limit && !self.is_solved() {
                step /= 2;
                improved |= self.step(variable, step);
            }
        }
        improved
    }

    /// Moves a variable if that brings the conditions nearer.
    fn step(&mut self, variable: Variable, by: i64) -> bool {
        let mut changes: SmallVec<[(u32, u8); 16]> = SmallVec::new();
        match variable {
            Variable::Byte(i) => {
                let Byte { at, values, .. } = self.bytes[i];
                let own = self.model.byte(at);
                let place = values.iter().take_while(|&value| value < own).count() as i64;
                let next = usize::try_from(place + by).ok().and_then(|place| values.iter().nth(place));
                let Some(value) = next else { return false };
                changes.push((at, value));
            }
            Variable::Decimal { at, digits } => {
                let digit = |at: u32| i64::from(self.model.byte(at).wrapping_sub(b'0'));
                let number = (at..at + digits).fold(0i64, |number, at| number.wrapping_mul(10).wrapping_add(digit(at)));
                let Some(mut next) = number.checked_add(by).filter(|next| *next >= 0) else { return false };
                for at in (at..at + digits).rev() {
                    changes.push((at, b'0' + (next % 10) as u8));
                    next /= 10;
                }
                if next != 0 {
                    return false;
                }
            }
            Variable::Word { at, bytes } => {
                let own = (0..bytes).fold(0u64, |word, i| word | u64::from(self.model.byte(at + i)) << (8 * i));
                let next = own.wrapping_add(by as u64);
                changes.extend((0..bytes).map(|i| (at + i, (next >> (8 * i)) as u8)));
            }
        }
        self.accept(&changes)
    }

    /// Solves the conditions that do not hold for one operand each.
    fn aim(&mut self) -> bool {
        let mut improved = false;
        for i in 0..self.conditions.len() {
            let mut ways = Ways::default();
            for _ in 0..MOST_WAYS {
                if self.distances[i] == 0 || self.work > self.limit {
                    break;
                }
                let (terms, evaluator) = (&self.context.terms, &mut self.context.evaluator);
                let Some(changes) = ways.next(terms, evaluator, self.conditions[i]) else { break };
                if self.accept(&changes) {
                    improved = true;
                    ways = Ways::default();
                }
            }
        }
        improved
    }

    /// Changes bytes if that brings the conditions nearer.
    fn accept(&mut self, changes: &[(u32, u8)]) -> bool {
        let mut undo = Undo::new();
        for &(at, value) in changes {
            let own = self.model.byte(at);
            if own == value {
                continue;
            }
            if !self.place(at).is_some_and(|i| self.bytes[i].values.contains(value)) {
                self.change(&undo);
                return false;
            }
            undo.push((at, own));
            self.model.set(at, value);
        }
        if undo.is_empty() {
            return false;
        }
        let changed: SmallVec<[(u32, u8); 16]> = undo.iter().map(|&(at, _)| (at, self.model.byte(at))).collect();
        let before = self.total();
        self.change(&changed);
        if self.total() < before {
            return true;
        }
        self.change(&undo);
        false
    }

    fn total(&self) -> u64 {
        if self.is_inside && self.distances[1..].iter().any(|&distance| distance > 0) {
            return u64::MAX;
        }
        self.distances.iter().fold(0, |sum, &distance| sum.saturating_add(distance))
    }

    fn place(&self, at: u32) -> Option<usize> {
        self.bytes.binary_search_by_key(&at, |byte| byte.at).ok()
    }

    /// Gives bytes values, and measures again what depends on them.
    fn change(&mut self, changes: &[(u32, u8)]) {
        let mut concerned: SmallVec<[usize; 32]> = SmallVec::new();
        for &(at, value) in changes {
            self.model.set(at, value);
            let Some(place) = self.place(at) else { continue };
            let byte = &self.bytes[place];
            self.context.evaluator.change(at, value, &byte.terms);
            self.work += byte.terms.len() as u64 + 1;
            concerned.extend_from_slice(&byte.conditions);
        }
        concerned.sort_unstable();
        concerned.dedup();
        concerned.into_iter().for_each(|i| self.measure(i));
    }

    fn measure(&mut self, i: usize) {
        self.distances[i] = distance(self.context.terms, self.context.evaluator, self.conditions[i], true);
    }

    fn random(&mut self, below: u32) -> u32 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.random >> 33) % u64::from(below.max(1))) as u32
    }
}

/// Adjacent digits of the hint that sums depend on: numbers read digit by digit, and what they begin with.
fn decimals(context: &Context<'_>, found: &[TermId]) -> Vec<Variable> {
    let Context { terms, hint, .. } = context;
    let sums = found.iter().filter(|&&term| matches!(terms.node(term), Node::Binary { op: BinaryOp::Add, .. }));
    let mut runs: Vec<(u32, u32)> = sums
        .filter_map(|&term| {
            let mut digits = terms.support(term).iter().filter(|&&at| hint.byte(at).is_ascii_digit());
            let first = *digits.next()?;
            let more = digits.try_fold(0, |count, &at| (at == first + count + 1).then_some(count + 1))?;
            (1..MOST_DIGITS).contains(&more).then_some((first, more + 1))
        })
        .collect();
    runs.sort_unstable();
    runs.dedup();
    runs.into_iter().map(|(at, digits)| Variable::Decimal { at, digits }).collect()
}
