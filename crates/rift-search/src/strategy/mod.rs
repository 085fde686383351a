//! Which flips matter, and in which order.

mod auto;
mod dse;
mod express;
mod reach;

pub use auto::Auto;
pub use dse::Dse;
pub use express::Express;
pub use reach::Reach;

use crate::coverage::{Coverage, Edge};
use rift_expr::TermId;
use rift_vm::concolic::DecisionKind;

/// A decision that could have gone another way.
#[derive(Debug, Clone, Copy)]
pub struct Flip {
    /// The other way.
    pub edge: Edge,
    /// What must hold to go that way.
    pub goal: TermId,
    pub kind: DecisionKind,
    /// Which program of the subject it belongs to.
    pub stage: usize,
    /// Whether the path came past a change before.
    pub touched: bool,
    /// Decisions from the other way to the nearest change, at least; 0 behind a change, and where there are none.
    /// `None`: no change is ever reached that way.
    pub distance: Option<u32>,
    /// Control dependences from the other way to the nearest change; 1 is a change that depends on this very decision.
    /// `None`: no change depends on it.
    pub control: Option<u32>,
    /// Whether the decision is one that the other version did not ask on the same input: a change has an effect on it.
    pub affected: bool,
    /// Whether going the other way can bring about what would have made the versions differ.
    pub wanted: bool,
}

impl Flip {
    /// Whether the two versions can differ on paths that go the other way.
    pub fn matters(&self) -> bool {
        self.touched || self.distance.is_some()
    }
}

/// Where in the frontier a flip goes: the lowest rank is taken first.
pub type Rank = u32;

pub trait Strategy: Send {
    /// `None`: never. Asked when a flip is found, and again when its turn comes: if it is higher by then, the flip goes
    /// to its new place.
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank>;

    /// The flip is about to be run.
    fn taken(&mut self, _: &Flip) {}

    /// The solver did not decide about it in time.
    fn undecided(&mut self, _: &Flip) {}

    /// Terms mean something else from now on.
    fn forget(&mut self) {}
}
