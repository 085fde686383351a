//! Pending branches: decisions of runs that could have gone another way.

use super::coverage::Edge;
use super::path::Trail;
use crate::targets::Successors;
use rift_env::Process;
use rift_expr::{Model, TermId};
use rift_ir::Site;
use rift_solver::{Assignment, SetId};
use rift_vm::concolic::DecisionKind;
use std::cell::RefCell;
use std::rc::Rc;

/// The number of a pending branch of one worker, in the order in which they were left. Never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BranchId(pub u64);

/// A decision and another way for it to go. Nothing of it changes: what tactics find out about it is in their own tables.
pub(crate) struct PendingBranch {
    pub id: BranchId,
    pub space: usize,
    /// Up to the decision; the other way is not part of it yet.
    pub trail: Trail,
    /// The other way.
    pub edge: Edge,
    /// What must hold to go that way.
    pub goal: TermId,
    pub kind: DecisionKind,
    pub place: Place,
    pub origin: Origin,
    /// The constraints that matter for the goal.
    pub set: SetId,
    /// Of the run that came to the decision.
    pub model: Rc<Model>,
    /// An input that goes that way, where one is known.
    pub found: Option<Assignment>,
    /// That run, right at the decision; shared by the branches of one decision. `None`: it is cheaper to run there again.
    pub process: Option<Rc<RefCell<Process>>>,
}

impl PendingBranch {
    pub fn version(&self) -> usize {
        self.trail.version()
    }

    /// Whether the path executed a change before.
    pub fn is_behind_change(&self) -> bool {
        self.trail.executed.any()
    }

    pub fn is_pin(&self) -> bool {
        matches!(self.kind, DecisionKind::Pin(_))
    }
}

/// Where the other way of a decision leads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Decisions to the nearest change, at least; 0 behind a change, and where there are none. `None`: no change is ever
    /// executed that way.
    pub distance: Option<u32>,
    /// Dependences of control to the nearest change; 1 is a change that depends on this very decision. `None`: no change is
    /// known to depend on it.
    pub control: Option<u32>,
    /// The same, of control and through values.
    pub guided: Option<u32>,
    /// Whether it is a decision of a library's code, not of the program's own.
    pub is_foreign: bool,
    pub successors: Option<Successors>,
}

impl Place {
    /// Nothing is known of it.
    pub const UNKNOWN: Place =
        Place { distance: Some(0), control: None, guided: None, is_foreign: false, successors: None };
}

/// The run that left a branch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Origin {
    /// Whether it executed a change in the end.
    pub reached_change: bool,
    /// How often it is twice as long as the shortest one that came as far.
    pub doublings: u32,
}

/// An input to solve a branch from, in place of that of the run that left it.
#[derive(Clone)]
pub(crate) struct StartingPoint {
    pub model: Rc<Model>,
    /// An input that takes the branch, where one is known.
    pub found: Option<Assignment>,
}

/// What tactics say of a branch, put together from their tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Notes {
    /// The decision is one that another version did not make on the same input: a change has an effect on it.
    pub is_affected: bool,
    /// What would have made the versions differ, if taking the branch can bring it about.
    pub goal: Option<Goal>,
    /// Steps of dependence from the decision to what kept a run from a change, or its effect from being seen. `None`: it is not
    /// known to have to do with that.
    pub toward: Option<u32>,
    /// The effect of the change was dead at the decision.
    pub is_dead: bool,
    /// Steps of dependence from the decision to what keeps runs from changes that none has executed, or changes from any effect.
    pub opens: Option<u32>,
    /// Steps of dependence to changes that no run has executed, where some have been.
    pub remaining: Option<u32>,
    /// All changes that the path executed are known to make a difference, while others are not.
    pub is_settled: bool,
    /// It opens a turn to a change that a led run could not take.
    pub reopens: bool,
}

/// What would have made the versions differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// Other values in what can be seen.
    Output,
    /// Other values in the state that is left behind.
    State,
    /// Other values in a decision that the other version makes about something else.
    At(Site),
    /// Such a decision as well: no path came as near to it before.
    Nearer,
}
