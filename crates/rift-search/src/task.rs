//! Units of work that mean the same to every worker, on every machine.

use crate::coverage::Coverage;
use crate::hash::PathId;
use crate::summary::{Incomplete, Totals};
use serde::{Deserialize, Serialize};

/// The bytes of one symbolic object: name, how many of that name came before it, bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectValue {
    pub name: String,
    pub nth: u32,
    pub bytes: Vec<u8>,
}

/// Something to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Which of the spaces.
    pub space: usize,
    pub values: Vec<ObjectValue>,
    /// How many decisions belong to the runs before: what could have gone otherwise there is theirs to explore.
    pub shared: u32,
    pub what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// Run the values.
    Run,
    /// The same, led to a change from the first decision on: values that nobody has asked for.
    Start,
    /// As `Run`, if that comes to code that nothing came to before: a guess at what inputs look like.
    Try,
    /// The values come to decision number `shared` and go one way there: solve for the side with this index, and run
    /// that. `before` are values of earlier runs that a pin there took, so that they are not taken again.
    Flip { side: u32, before: Vec<Vec<ObjectValue>> },
}

/// Everything a search needs to be resumed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SavedState {
    pub tasks: Vec<Task>,
    /// Paths that were already found, so that none is told twice.
    pub found: Vec<PathId>,
    pub totals: Totals,
    /// What was left out so far: a search that goes on does not become complete by it.
    pub incomplete: Vec<Incomplete>,
    pub unsupported: Vec<(String, u64)>,
    pub coverage: Coverage,
}
