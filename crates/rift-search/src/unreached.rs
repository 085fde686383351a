//! Several changes at once: what no run has come past yet, and what has shown nothing yet, before more of the same.
//!
//! A change that every run comes past, early, would otherwise take the whole search: behind it everything counts as
//! touched, and what it shows is shown again and again. Once some changes are reached, the way to the others is measured
//! for itself, and flips behind changes that are all known to make a difference step back. Changes
//! the order of flips only.

use crate::frontier::Item;
use crate::pair::{Targets, Touched, Way};
use crate::strategy::Flip;
use crate::tracker::Trail;
use crate::worker::Worker;
use rift_align::{ChangeMap, Version};
use rift_graph::Through;
use rift_ir::Site;

/// The way is measured again after one run for each so many instructions of the program, at the earliest.
const INSTRUCTIONS: usize = 4_000;

#[derive(Default)]
pub(crate) struct Unreached {
    /// The way to changes that no run came past, while there are some, and some that were reached.
    way: Option<Way>,
    /// What was reached when it was measured.
    measured: Touched,
    /// Not again before this many runs.
    not_before: u64,
    /// Changes of paths on which a difference was foretold.
    differing: Touched,
    /// Whether all changes are among these: then nobody has to step back.
    all_differ: bool,
    /// Whether flips in the frontier are not as they would be now.
    is_stale: bool,
}

impl Unreached {
    pub fn way(&self) -> Option<&Way> {
        self.way.as_ref()
    }

    /// A difference was foretold behind these changes.
    pub fn differ(&mut self, touched: &Touched) {
        if !self.differing.includes(touched) {
            self.differing.merge(touched);
            self.is_stale = true;
        }
    }

    /// Measures the way to what none of so many runs came past, if they came past something since, and it is time.
    /// Whether it did.
    fn measure(&mut self, map: &ChangeMap, targets: &Targets<'_>, reached: &Touched, runs: u64) -> bool {
        if self.measured.includes(reached) || runs < self.not_before {
            return false;
        }
        // As runs count what they come past.
        let left = |site: &Site| !reached.contains(map.change_at(Version::New, *site).unwrap_or(0));
        let sites: Vec<Site> = map.touched(Version::New).filter(left).collect();
        self.way = (!sites.is_empty()).then(|| Way::new(&targets.graphs.new, &sites, Through::Memory));
        self.measured = reached.clone();
        self.not_before = runs + (targets.instructions / INSTRUCTIONS) as u64;
        self.is_stale = true;
        true
    }

    /// What a flip at the end of the trail has to do with it.
    pub fn describe(&self, flip: &mut Flip, trail: &Trail) {
        flip.unreached = match (&self.way, flip.target) {
            (Some(way), Some(ways)) if flip.stage == 0 => way.distance(flip.edge.site, ways),
            _ => None,
        };
        flip.settled = !self.all_differ && trail.touched.any() && self.differing.includes(&trail.touched);
    }
}

impl Worker<'_> {
    /// After a run: looks at the frontier with other eyes if it came past something new, or showed something.
    pub(crate) fn reconsider(&mut self) {
        let Some(changes) = self.subject.changes.as_ref().filter(|changes| changes.map.changes.len() > 1) else {
            return;
        };
        let unreached = &mut self.unreached;
        let is_other = unreached.measure(changes.map, changes.targets, &self.reached, self.knowledge.totals.runs);
        if !unreached.is_stale {
            return;
        }
        unreached.is_stale = false;
        unreached.all_differ = changes.map.changes.iter().all(|change| unreached.differing.contains(change.id));
        let Worker { frontier, strategy, knowledge, unreached, .. } = self;
        let look = |item: &mut Item| {
            let Flip { unreached: way, opens, settled, .. } = item.flip;
            if is_other {
                item.flip.opens = None;
            }
            unreached.describe(&mut item.flip, &item.trail);
            (way, opens, settled) != (item.flip.unreached, item.flip.opens, item.flip.settled)
        };
        frontier.update(look, |flip| strategy.rank(flip, knowledge.covered(flip)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Edge;
    use crate::strategy::testing::flip;
    use crate::testing::Versions;
    use rift_ir::{InstKind, Module};

    fn set(changes: &[u32]) -> Touched {
        let mut set = Touched::default();
        changes.iter().for_each(|change| set.insert(*change));
        set
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

    /// How far a flip is that takes one of the successors.
    fn unreached(unreached: &Unreached, module: &Module, successor: u32) -> Option<u32> {
        let edge = Edge { site: branch(module), side: 0 };
        let mut flip = Flip { edge, target: Some(1 << successor), ..flip(0) };
        unreached.describe(&mut flip, &Trail::new(0));
        flip.unreached
    }

    #[test]
    fn the_way_leads_to_what_is_left() {
        let versions = versions();
        let module = &versions.programs.new.module;
        let targets = Targets::new(versions.modules(), &versions.map);
        let (a, b) = (change_of(&versions, "a"), change_of(&versions, "b"));
        let mut state = Unreached::default();
        assert!(!state.measure(&versions.map, &targets, &set(&[]), 1), "nothing is reached: the way is that to all");
        assert!(state.measure(&versions.map, &targets, &set(&[a]), 2));
        // The change depends on the call, and that on the branch.
        assert_eq!((unreached(&state, module, 0), unreached(&state, module, 1)), (None, Some(2)));
        assert!(!state.measure(&versions.map, &targets, &set(&[a]), 3), "nothing new");
        assert!(state.measure(&versions.map, &targets, &set(&[a, b]), 4));
        assert!(state.way().is_none(), "nothing is left");
    }

    #[test]
    fn large_programs_are_not_measured_after_each_run() {
        let versions = versions();
        let mut targets = Targets::new(versions.modules(), &versions.map);
        targets.instructions = 10 * INSTRUCTIONS;
        let (a, b) = (change_of(&versions, "a"), change_of(&versions, "b"));
        let mut state = Unreached::default();
        assert!(state.measure(&versions.map, &targets, &set(&[a]), 5));
        assert!(!state.measure(&versions.map, &targets, &set(&[a, b]), 14));
        assert!(state.measure(&versions.map, &targets, &set(&[a, b]), 15));
    }

    #[test]
    fn flips_behind_known_differences_step_back() {
        let mut state = Unreached::default();
        let settled = |state: &Unreached, touched: &[u32]| {
            let mut flip = flip(0);
            state.describe(&mut flip, &Trail { touched: set(touched), ..Trail::new(0) });
            flip.settled
        };
        state.differ(&set(&[1, 70]));
        assert!(settled(&state, &[1]) && settled(&state, &[1, 70]));
        assert!(!settled(&state, &[1, 2]), "2 has shown nothing yet");
        assert!(!settled(&state, &[]), "it lies behind no change");
        state.all_differ = true;
        assert!(!settled(&state, &[1]), "nobody has to step back for anybody");
    }

    #[test]
    fn the_frontier_is_looked_at_when_something_new_differs() {
        let mut state = Unreached::default();
        state.differ(&set(&[1]));
        assert!(std::mem::take(&mut state.is_stale));
        state.differ(&set(&[1]));
        assert!(!state.is_stale);
    }
}
