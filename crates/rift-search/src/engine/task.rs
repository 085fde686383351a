//! Units of work that mean the same to every worker, on every machine.

use super::coverage::{Coverage, Edge};
use super::hash::PathId;
use super::summary::{Incomplete, Totals};
use rift_env::Input;
use rift_ir::Site;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    #[serde(default)]
    pub learned: Learned,
}

impl SavedState {
    /// Whether it speaks only of spaces and changes that there are: it may come from a file that somebody changed.
    pub fn fits(&self, spaces: usize, changes: usize) -> bool {
        let learned = &self.learned;
        let mut used = self.tasks.iter().map(|task| task.space).chain(learned.inputs.iter().map(|(space, ..)| *space));
        let mut named = learned.executed.iter().chain(&learned.differing);
        used.all(|space| space < spaces) && named.all(|change| (*change as usize) < changes)
    }
}

/// What a search has found out about its subject, beside what is left to do: for one that goes on with it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Learned {
    /// Changes that runs executed, and those of paths that differ.
    pub(crate) executed: Vec<u32>,
    pub(crate) differing: Vec<u32>,
    /// Whether a change was seen to have an effect.
    pub(crate) has_effect: bool,
    /// Coverage of versions after the first, and of the first behind a change.
    pub(crate) others: Vec<Coverage>,
    pub(crate) behind: Coverage,
    /// How often runs were led to a side of a decision.
    pub(crate) turned: Vec<((Site, u32), u32)>,
    /// How often a way of a version was taken, and how often the solver gave up on one.
    pub(crate) taken: Vec<((usize, Edge), u32)>,
    pub(crate) undecided: Vec<((usize, Edge), u32)>,
    /// Inputs by space that others are made from, and whether they executed a change.
    pub(crate) inputs: Vec<(usize, bool, Input)>,
}

impl Learned {
    /// Of several workers: what any of them knows.
    pub(crate) fn merge(&mut self, other: Learned) {
        for (ours, theirs) in [(&mut self.executed, other.executed), (&mut self.differing, other.differing)] {
            ours.extend(theirs);
            ours.sort_unstable();
            ours.dedup();
        }
        self.has_effect |= other.has_effect;
        self.behind.merge(&other.behind);
        if self.others.len() < other.others.len() {
            self.others.resize_with(other.others.len(), Coverage::default);
        }
        self.others.iter_mut().zip(&other.others).for_each(|(ours, theirs)| ours.merge(theirs));
        add(&mut self.turned, other.turned);
        add(&mut self.taken, other.taken);
        add(&mut self.undecided, other.undecided);
        self.inputs.extend(other.inputs);
    }
}

/// Adds counts by key.
fn add<K: Ord + Copy>(ours: &mut Vec<(K, u32)>, theirs: Vec<(K, u32)>) {
    let mut all: BTreeMap<K, u32> = std::mem::take(ours).into_iter().collect();
    theirs.into_iter().for_each(|(key, count)| *all.entry(key).or_default() += count);
    *ours = all.into_iter().collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_names_only_what_there_is() {
        let task = |space| Task { space, values: vec![], shared: 0, what: What::Run };
        let state = |space, change: u32| {
            let learned = Learned { executed: vec![change], ..Learned::default() };
            SavedState { tasks: vec![task(space)], learned, ..SavedState::default() }
        };
        assert!(state(1, 4).fits(2, 5));
        assert!(!state(2, 4).fits(2, 5) && !state(1, u32::MAX).fits(2, 5));
        let learned = Learned { inputs: vec![(9, true, Input::default())], ..Learned::default() };
        assert!(!SavedState { learned, ..SavedState::default() }.fits(2, 5));
    }
}
