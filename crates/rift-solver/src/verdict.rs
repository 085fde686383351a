//! Answers.

use rift_expr::Model;

/// Values for some input bytes; the others keep what they have.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// Ascending by byte, each byte once.
    pub bytes: Vec<(u32, u8)>,
}

impl Assignment {
    pub fn apply(&self, model: &mut Model) {
        for &(at, value) in &self.bytes {
            model.set(at, value);
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The hint with this laid over satisfies the set and the goal.
    Sat(Assignment),
    Unsat,
    Unknown(WhyUnknown),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WhyUnknown {
    /// Not tried: the effort was not `Full`.
    Deferred,
    /// All the steps of the limit were used up: again so in every run.
    StepLimit,
    /// Not tried: it would become too large.
    TooLarge,
    /// The solver process did not answer for so long that it was ended; see [`crate::Limits::hang`].
    Hung,
    /// It took too much of the time that is left for everything. Without a deadline there is no such thing.
    Late,
    Memory,
    /// The solver process died; a new one is used for the next query.
    Died,
    /// The solver's assignment did not satisfy the query when evaluated.
    WrongModel,
    /// The solver cannot express it.
    Unsupported,
    /// The deadline came first: nothing is known about the query.
    Interrupted,
}
