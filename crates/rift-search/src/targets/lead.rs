//! A run that is led: which target it is to reach, and what was done about it so far.

use super::{Target, Want};
use rift_expr::TermId;
use rift_ir::Site;
use std::collections::HashMap;
use std::rc::Rc;

/// Where a run is led, and how that goes.
#[derive(Default)]
pub(crate) struct Lead {
    /// `None`: to the changes that no run has executed.
    pub target: Option<Rc<Target>>,
    /// Decisions up to which the run stays as it is.
    pub from: u32,
    /// How many uses, one of what the other left, it leads to.
    pub depth: u32,
    /// Decisions at which it was led another way.
    pub turns: Vec<Turn>,
    /// What would have had to hold for turns that the path forbids.
    pub shut: Vec<TermId>,
    /// How often it went which way of itself, where it is led to a use.
    pub went: HashMap<(Site, u32), u32>,
}

impl Lead {
    /// Whether it leads to where a value would be used that a change has an effect on, and not to a change.
    pub fn is_to_use(&self) -> bool {
        self.target.as_ref().is_some_and(|target| target.want == Want::Use)
    }

    /// Whether it has led nowhere yet, and the run is still the one that it began with.
    pub fn is_repeating(&self) -> bool {
        self.is_to_use() && self.turns.is_empty()
    }
}

/// A side of a decision that a run was led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub site: Site,
    pub side: u32,
    /// The first byte of the input that it is about.
    pub byte: Option<u32>,
}
