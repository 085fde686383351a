//! Which changes are left: those that no run has executed, and those that have shown no difference.
//!
//! A change that every run executes, early, would otherwise take the whole search: behind it everything counts, and what it
//! shows is shown again and again. Once some changes are executed, the route to the others is measured for itself.

use super::{Route, Target, TargetBook, Targets, Want};
use crate::engine::ChangeSet;
use rift_align::{ChangeMap, Version};
use rift_ir::Site;
use std::rc::Rc;

/// The route is measured again after one run for each so many instructions of the program, at the earliest: it takes about as
/// long as such a run.
const INSTRUCTIONS_PER_RUN: usize = 4_000;

#[derive(Default)]
pub(crate) struct Remaining {
    /// To changes that no run has executed, while there are some, and some that were executed.
    target: Option<Rc<Target>>,
    /// What had been executed when it was measured.
    measured: ChangeSet,
    /// Not again before this many runs.
    not_before: u64,
    /// Changes of paths on which a difference was predicted.
    differing: ChangeSet,
    /// Whether all changes are among these.
    all_differ: bool,
}

impl Remaining {
    pub fn route(&self) -> Option<&Route> {
        self.target.as_ref().map(|target| &target.route)
    }

    /// A difference was predicted on a path that executes these changes. Whether that is news of any of them.
    pub fn differ(&mut self, map: &ChangeMap, executed: &ChangeSet) -> bool {
        if self.differing.includes(executed) {
            return false;
        }
        self.differing.merge(executed);
        self.all_differ = map.changes.iter().all(|change| self.differing.contains(change.id));
        true
    }

    /// Measures the route to what none of so many runs has executed, if they executed something new since, and it is time.
    /// Whether it did.
    pub fn measure(
        &mut self,
        (map, targets): (&ChangeMap, &Targets<'_>),
        book: &mut TargetBook,
        executed: &ChangeSet,
        runs: u64,
    ) -> bool {
        if self.measured.includes(executed) || runs < self.not_before {
            return false;
        }
        // As runs count what they execute.
        let is_left = |site: &Site| !executed.contains(map.change_at(Version::New, *site).unwrap_or(0));
        let sites: Vec<Site> = map.touched(Version::New).filter(is_left).collect();
        self.target = (!sites.is_empty()).then(|| book.target(targets, Want::Execute, sites));
        self.measured = executed.clone();
        self.not_before = runs + (targets.instructions.new / INSTRUCTIONS_PER_RUN) as u64;
        true
    }

    /// Changes of paths on which a difference was predicted.
    pub fn differing(&self) -> impl Iterator<Item = u32> {
        self.differing.changes()
    }

    /// Whether all changes that a path executed are known to make a difference, while others are not.
    pub fn is_settled(&self, executed: &ChangeSet) -> bool {
        !self.all_differ && executed.any() && self.differing.includes(executed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::Successors;
    use crate::testing::Versions;
    use rift_ir::{InstKind, Module};

    fn set(changes: &[u32]) -> ChangeSet {
        changes.iter().copied().collect()
    }

    /// `a` on one side of a branch and `b` on the other. Both are changed.
    fn versions() -> Versions {
        let text = |a: u32, b: u32| {
            format!(
                "function @a() -> i32 {{\ne:\n  return i32 {a}\n}}\nfunction @b() -> i32 {{\ne:\n  return i32 {b}\n}}\n\
                 function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  t = icmp eq i8 c, 97\n  \
                 branch t, at_a, at_b\n\
                 at_a:\n  r = call @a() -> i32\n  return i32 r\nat_b:\n  s = call @b() -> i32\n  return i32 s\n}}\n"
            )
        };
        Versions::new(&text(1, 2), &text(3, 4))
    }

    fn change_of(versions: &Versions, function: &str) -> u32 {
        let function = versions.programs.new.module.function_named(function).expect("it has one");
        let site = versions.map.touched(Version::New).find(|site| site.function == function).expect("it is changed");
        versions.map.change_at(Version::New, site).expect("it is part of a change")
    }

    /// The only branch.
    fn branch(module: &Module) -> Site {
        let all = module.functions.iter().flat_map(|(function, body)| {
            body.insts.iter().map(move |(inst, data)| (Site { function, inst }, &data.kind))
        });
        let mut branches = all.filter(|(_, kind)| matches!(kind, InstKind::Branch { .. }));
        branches.next().expect("there is one").0
    }

    #[test]
    fn the_route_leads_to_what_is_left() {
        let versions = versions();
        let module = &versions.programs.new.module;
        let targets = Targets::new(versions.modules(), &versions.map);
        let (a, b) = (change_of(&versions, "a"), change_of(&versions, "b"));
        let (mut left, mut book) = (Remaining::default(), TargetBook::default());
        let mut measure = |left: &mut Remaining, changes: &[u32], runs| {
            left.measure((&versions.map, &targets), &mut book, &set(changes), runs)
        };
        assert!(!measure(&mut left, &[], 1), "nothing is executed: the route is that to all");
        assert!(measure(&mut left, &[a], 2));
        let far =
            |successor: u32| left.route().and_then(|route| route.distance(branch(module), Successors(1 << successor)));
        // The change depends on the call, and that on the branch.
        assert_eq!((far(0), far(1)), (None, Some(2)));
        assert!(!measure(&mut left, &[a], 3), "nothing new");
        assert!(measure(&mut left, &[a, b], 4));
        assert!(left.route().is_none(), "nothing is left");
    }

    #[test]
    fn large_programs_are_not_measured_after_each_run() {
        let versions = versions();
        let mut targets = Targets::new(versions.modules(), &versions.map);
        targets.instructions.new = 10 * INSTRUCTIONS_PER_RUN;
        let (a, b) = (change_of(&versions, "a"), change_of(&versions, "b"));
        let (mut left, mut book) = (Remaining::default(), TargetBook::default());
        let mut measure =
            |changes: &[u32], runs| left.measure((&versions.map, &targets), &mut book, &set(changes), runs);
        assert!(measure(&[a], 5));
        assert!(!measure(&[a, b], 14));
        assert!(measure(&[a, b], 15));
    }

    #[test]
    fn paths_behind_known_differences_are_settled() {
        let versions = versions();
        let (a, b) = (change_of(&versions, "a"), change_of(&versions, "b"));
        let mut left = Remaining::default();
        assert!(left.differ(&versions.map, &set(&[a])));
        assert!(!left.differ(&versions.map, &set(&[a])), "it is no news");
        assert!(left.is_settled(&set(&[a])));
        assert!(!left.is_settled(&set(&[a, b])), "one has shown nothing yet");
        assert!(!left.is_settled(&set(&[])), "it executed no change");
        assert!(left.differ(&versions.map, &set(&[b])));
        assert!(!left.is_settled(&set(&[a])), "nobody has to step back for anybody");
    }
}
