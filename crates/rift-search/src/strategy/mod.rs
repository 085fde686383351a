//! Which flips matter, and in which order.

mod auto;
mod dse;
mod express;
mod propagate;
mod reach;
mod wear;

pub use auto::Auto;
pub use dse::Dse;
pub use express::Express;
pub use propagate::Propagate;
pub use reach::Reach;

use wear::Wear;

use crate::correlate::Marks;
use crate::coverage::{Coverage, Edge};
use crate::hash::PathId;
use crate::pair::Ways;
use rift_expr::TermId;
use rift_ir::Site;
use rift_vm::concolic::DecisionKind;

/// What would have made the versions differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wish {
    /// Other values in what can be seen.
    Output,
    /// Other values in a decision that the other version makes about something else.
    At(Site),
    /// Such a decision as well: no path came as near to it before.
    Nearer,
}

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
    /// Dependences from the other way to the nearest change, of control; 1 is a change that depends on this very decision.
    /// `None`: no change is known to depend on it.
    pub control: Option<u32>,
    /// The same, of control and through values.
    pub way: Option<u32>,
    /// Whether it is one of a library's code, not of the program's own.
    pub foreign: bool,
    /// Whether the run that came to the decision went on past a change.
    pub led: bool,
    /// Whether the decision is one that the other version did not ask on the same input: a change has an effect on it.
    pub affected: bool,
    /// What would have made the versions differ, if going the other way can bring it about.
    pub wanted: Option<Wish>,
    /// Steps of dependence from the decision to what kept a run from the change, or its effect from being seen. `None`: it
    /// is not known to have to do with that.
    pub toward: Option<u32>,
    /// Whether an effect of a change was alive at the decision, as far as is known.
    pub alive: bool,
    /// Where the other way leads to.
    pub(crate) target: Option<Ways>,
    /// The same for changes that no run came past, where some have been reached.
    pub unreached: Option<u32>,
    /// Steps of dependence from the decision to what keeps runs from such a change, or changes from any effect.
    pub opens: Option<u32>,
    /// Whether all changes that the path came past are known to make a difference, while others are not.
    pub settled: bool,
    /// Whether it opens a turn to a change that a led run could not take.
    pub reopens: bool,
    /// How often the run that came to the decision is twice as long as the shortest one that came as far.
    pub long: u32,
}

impl Flip {
    /// Whether the two versions can differ on paths that go the other way.
    pub fn matters(&self) -> bool {
        self.touched || self.distance.is_some()
    }

    /// Takes over what was found out about the decision. `path` leads to it.
    pub(crate) fn mark(&mut self, marks: &Marks, path: PathId) -> bool {
        let nearer = nearer(&mut self.toward, marks.toward.of(path, self.target))
            | nearer(&mut self.opens, marks.opens.of(path, self.target));
        if self.stage == 0 && self.touched && marks.dead.contains(&path) {
            self.alive = false;
        }
        nearer
    }
}

/// Takes over how near something is, if it is nearer.
fn nearer(known: &mut Option<u32>, steps: Option<u32>) -> bool {
    let nearer = steps.is_some_and(|steps| known.is_none_or(|known| steps < known));
    if nearer {
        *known = steps;
    }
    nearer
}

/// What a strategy has found out about pairs of runs: it takes time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wants {
    /// Flips are solved together with what would make the versions differ: [`Flip::wanted`].
    pub wishes: bool,
    /// Runs are followed to where they are stuck: [`Flip::toward`], [`Flip::alive`].
    pub correlations: bool,
    /// Runs are led to a change while they run.
    pub leads: bool,
    /// Runs are led to where an effect that waits in memory would be used.
    pub uses: bool,
    /// Inputs that are put together from others are tried, too.
    pub guesses: bool,
    /// [`Strategy::second_rank`] has its turns.
    pub second: bool,
}

/// Where in the frontier a flip goes: the lowest rank is taken first.
pub type Rank = u32;

/// Ranks from here on are a queue of their own, which has one turn in a few: what is in it need not wait for the end of
/// the other.
pub const ASIDE: Rank = 1 << 24;

/// Of zero, zero.
fn logarithm(count: u32) -> u32 {
    u32::BITS - count.leading_zeros()
}

pub trait Strategy: Send {
    fn wants(&self) -> Wants {
        Wants::default()
    }

    /// `None`: never. Asked when a flip is found, and again when its turn comes: if it is higher by then, the flip goes
    /// to its new place.
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank>;

    /// Another order, which has a turn now and then: what one puts last for a program, the other may have first. `None`: there
    /// is none, or never.
    fn second_rank(&mut self, _: &Flip, _: &Coverage) -> Option<Rank> {
        None
    }

    /// The flip is possible, and about to be run.
    fn taken(&mut self, _: &Flip) {}

    /// The solver did not decide about it in time.
    fn undecided(&mut self, _: &Flip) {}

    /// Terms mean something else from now on.
    fn forget(&mut self) {}
}

#[cfg(test)]
pub(crate) mod testing {
    use super::{Edge, Flip};
    use rift_expr::Terms;
    use rift_ir::{EntityRef, FuncId, InstId, IntPredicate, Site};
    use rift_vm::concolic::DecisionKind;

    pub(crate) fn site(inst: usize) -> Site {
        Site { function: FuncId::new(0), inst: InstId::new(inst) }
    }

    /// A flip behind a change, of a decision about a byte of its own.
    pub(crate) fn flip(number: u32) -> Flip {
        let mut terms = Terms::new();
        for at in 0..number {
            terms.read(at, 1);
        }
        let (read, zero) = (terms.read(number, 1), terms.constant(8, 0));
        Flip {
            edge: Edge { site: site(number as usize), side: 0 },
            goal: terms.compare(IntPredicate::Eq, read, zero),
            kind: DecisionKind::Branch,
            stage: 0,
            touched: true,
            distance: Some(0),
            control: None,
            way: None,
            foreign: false,
            led: true,
            affected: false,
            wanted: None,
            toward: None,
            alive: true,
            target: None,
            unreached: None,
            opens: None,
            settled: false,
            reopens: false,
            long: 0,
        }
    }
}
