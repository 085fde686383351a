//! Concolic runs: every value is concrete, and those that depend on the input carry a term as well.
//!
//! A run follows one input. Whenever the way it takes, or whether it faults, depends on the input, it tells its
//! [`Path`] what holds on this run and what would have been possible otherwise. The path may let it go on, or pause
//! it right there, *before* the operation is carried out: a [`Machine::snapshot`](crate::Machine::snapshot) taken then,
//! given the values of another input by [`Machine::refresh`](crate::Machine::refresh), takes the other way.
//!
//! Which way this errs: never towards a wrong value. What cannot be said in terms is *pinned*: the run goes on
//! with the concrete value, under the recorded condition that the term has that value. Pins are counted as
//! incompleteness unless every other value is explored too.

mod access;
mod arith;
mod calls;
mod compare;
mod float_intrinsics;
mod floats;
mod intrinsics;
mod linear;
mod mode;
mod slow;
mod step;

pub(crate) use mode::{Concolic, Concrete, Mode};
pub(crate) use step::Settled;

use rift_expr::{TermId, Terms};
use rift_ir::Site;
use serde::{Deserialize, Serialize};

/// What a run tells about the decisions it comes to.
pub trait Path {
    /// Called before each decision that depends on the input. With `Ruling::Go` the machine goes on, and the path
    /// has recorded what holds; with `Ruling::Pause` it comes back from
    /// [`Machine::run_concolic`](crate::Machine::run_concolic) with the decision, to be recorded by the caller.
    fn decide(&mut self, terms: &mut Terms, decision: &Decision) -> Ruling;

    /// Like a decision that cannot pause: something outside the machine's operations (the host) used the concrete
    /// value of a term. `holds` says that the term has that value.
    fn pin(&mut self, terms: &mut Terms, site: Site, why: Pin, holds: TermId);

    /// A condition of the space itself, such as the greatest size of a file. It holds on this run.
    fn assume(&mut self, terms: &mut Terms, condition: TermId);

    /// A new symbolic object comes into the world: which input bytes it is made of, and their values on this run.
    /// The same name asked for the n-th time on any path, in either version, is the same object.
    fn object(&mut self, name: &str, size: u32) -> SymbolicObject;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolicObject {
    /// The number of its first input byte.
    pub first: u32,
    pub values: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    Go,
    Pause,
}

/// One of the ways a decision can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// Of width 1.
    pub condition: TermId,
    /// Identifies the way at this site: 0 and 1 for branches (1 is taken when the condition is true), the target's
    /// place for switches (the default is last), 0 for "fine" and 1 for "fault", 0 for pins.
    pub index: u32,
}

/// A point where the run depends on the input. The conditions of all sides together are always true, and no two of
/// them are true at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub site: Site,
    pub kind: DecisionKind,
    /// True on this run.
    pub holds: Side,
    pub others: smallvec::SmallVec<[Side; 2]>,
    /// For pins: the term that gets its value.
    pub pinned: Option<TermId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DecisionKind {
    Branch,
    Switch,
    /// Whether an operation faults: division, bounds.
    Fault,
    /// `others` is one side, "any other value". After it is chosen the machine asks again, with the new value.
    Pin(Pin),
}

/// Why a term was replaced by its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pin {
    /// The address of a write.
    WriteAddress,
    /// The address of a read from an object too large for a choice among all its elements.
    ReadAddress,
    /// The number of bytes of a copy, of an allocation, of a stack variable.
    Size,
    /// The function called, or the block jumped to.
    Target,
    /// An operation that terms do not have: x87 and quad floats, library math, unusual intrinsics.
    Operation,
    /// What the host was handed: paths, descriptors, and other arguments of system calls.
    Host,
}

/// What [`Machine::run_concolic`](crate::Machine::run_concolic) came back with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConcolicProgress {
    /// The slice is used up.
    Paused,
    /// The path ruled `Pause`. Recorded by the caller now; calling again goes on behind it.
    Decision(Decision),
    Ended(crate::Stop),
}

/// The concolic part of what a host function may touch.
pub struct Tools<'a> {
    pub terms: &'a mut Terms,
    pub path: &'a mut dyn Path,
    /// Of the call, for what the function pins.
    pub site: Site,
    /// Of the arguments, by slot. Functions for which [`Host::takes_terms`](crate::Host::takes_terms) is false get
    /// them pinned before the call.
    pub args: &'a [Option<TermId>],
    /// The term of the first slot of the reply: set by the function.
    pub reply: Option<TermId>,
}
