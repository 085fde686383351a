//! What the change had an effect on in a run, and where the effect died: the leaves of the change-effect propagation
//! tree of Qi et al. 2010, section 4.
//!
//! Errs towards "died": what is used only through the world, or by the copies that a trace forgets, counts as unused.

use super::{Action, Alignment, Occurrence};
use rift_align::Version;
use std::collections::BTreeMap;

/// How an effect ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Death {
    /// Nothing uses what was defined.
    Unused,
    /// Everything that uses it has the value that it has in the other version too.
    Masked,
    /// It decides a branch, which goes the same way.
    SameBranch,
}

/// An occurrence that differs, and that nothing which differs uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    pub version: Version,
    pub occurrence: Occurrence,
    pub death: Death,
    /// What uses it, in order.
    pub users: Vec<Occurrence>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// Occurrences of the new version that differ or are only there, in order.
    pub new: Vec<Occurrence>,
    /// Of the old version, those that are only there.
    pub old: Vec<Occurrence>,
    /// Those of the new version first.
    pub leaves: Vec<Leaf>,
}

impl Effects {
    pub fn of(alignment: &Alignment<'_>) -> Effects {
        let differing = |version: Version| -> Vec<Occurrence> {
            let all = alignment.trace(version).occurrences();
            all.filter(|one| alignment.differs(version, *one)).collect()
        };
        let (old, new) = (differing(Version::Old), differing(Version::New));
        let mut leaves = leaves(alignment, Version::New, &new);
        let old: Vec<Occurrence> =
            old.into_iter().filter(|one| alignment.counterpart(Version::Old, *one).is_none()).collect();
        leaves.extend(self::leaves(alignment, Version::Old, &old));
        Effects { new, old, leaves }
    }

    /// Whether anything that both versions do has another value in one of them. What only one does may be without consequence.
    pub fn has_other_values(&self, alignment: &Alignment<'_>) -> bool {
        self.new.iter().any(|one| alignment.counterpart(Version::New, *one).is_some())
    }
}

fn leaves(alignment: &Alignment<'_>, version: Version, differing: &[Occurrence]) -> Vec<Leaf> {
    let trace = alignment.trace(version);
    let mut users: BTreeMap<Occurrence, Vec<Occurrence>> = differing.iter().map(|one| (*one, Vec::new())).collect();
    for user in trace.occurrences() {
        for source in trace.sources(user) {
            if let Some(users) = users.get_mut(source) {
                users.push(user);
            }
        }
    }
    // What control does depends on a branch without using a value of it.
    let mut controls = vec![false; trace.len()];
    for one in differing.iter().filter_map(|one| trace.control(*one)) {
        controls[one.index()] = true;
    }
    let is_visible = |one: Occurrence| matches!(trace.action(one), Action::Asked(_)) || trace.last() == Some(one);
    let mut leaves = Vec::new();
    for (occurrence, users) in users {
        let lives_on = users.iter().any(|user| alignment.differs(version, *user));
        if lives_on || controls[occurrence.index()] || is_visible(occurrence) {
            continue;
        }
        let decides = |user: &Occurrence| matches!(trace.action(*user), Action::Branched(_) | Action::Switched(_));
        let death = match users.as_slice() {
            [] => Death::Unused,
            users if users.iter().any(decides) => Death::SameBranch,
            _ => Death::Masked,
        };
        leaves.push(Leaf { version, occurrence, death, users });
    }
    leaves
}
