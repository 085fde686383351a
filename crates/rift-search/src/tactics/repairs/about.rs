//! One run that was followed: from where it is stuck back to the decisions that it hangs on.

use super::Known;
use super::definitions::{potential, users};
use super::marks::Nearer;
use crate::engine::{PathId, QuickMap};
use crate::tactics::follow::Followed;
use rift_align::Version;
use rift_graph::{ControlDistances, ProgramGraph};
use rift_ir::{BlockId, InstKind, Site};
use rift_trace::{Action, Alignment, Death, Leaf, Occurrence, Trace};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::rc::Rc;

/// Occurrences of a branch that may each have led to another definition.
const MOST_REPEATED: usize = 6;
/// Occurrences that are looked at from one place.
const MOST_VISITED: u64 = 10_000;
/// Decisions that are marked from one place.
const MOST_MARKED: usize = 24;
/// Shut branches that are looked at, of one run.
const MOST_SHUT: usize = 4;

/// One run, and what is known about its program.
pub(super) struct About<'w> {
    trace: &'w Trace,
    decisions: QuickMap<Occurrence, Vec<PathId>>,
    /// On the way to a change: decisions that could not have gone otherwise. There, who calls counts as well. `None`: it is
    /// about an effect, which may come through a branch that looks forced, by another value.
    forced: Option<&'w HashSet<PathId>>,
    graph: &'w ProgramGraph<'w>,
    known: &'w mut Known,
    /// Branches, by site.
    branches: QuickMap<Site, Vec<Occurrence>>,
    /// By occurrence: the number of the last walk that came to it.
    seen: Vec<u32>,
    walks: u32,
    /// What may be defined or used elsewhere in the program is not asked: to find out would take too long.
    pub is_run_alone: bool,
}

impl<'w> About<'w> {
    pub fn new(
        followed: &'w Followed,
        forced: Option<&'w HashSet<PathId>>,
        graph: &'w ProgramGraph<'w>,
        known: &'w mut Known,
    ) -> About<'w> {
        let trace = &followed.trace;
        let mut decisions: QuickMap<Occurrence, Vec<PathId>> = QuickMap::default();
        for met in &followed.decisions {
            if let Some(at) = met.at {
                decisions.entry(at).or_default().push(met.path);
            }
        }
        let mut branches: QuickMap<Site, Vec<Occurrence>> = QuickMap::default();
        for one in trace.occurrences().filter(|one| is_branch(trace, *one)) {
            branches.entry(trace.site(one)).or_default().push(one);
        }
        let seen = vec![0; trace.len()];
        About { trace, decisions, forced, graph, known, branches, seen, walks: 0, is_run_alone: false }
    }

    /// Occurrences that were gone back to so far.
    pub fn visited(&self) -> u64 {
        self.known.visited
    }

    /// Marks what can keep an effect alive that died.
    pub fn revive(&mut self, leaf: &Leaf, marks: &mut Nearer) {
        // Of a branch that only one version has, the other way may have an effect.
        if leaf.death != Death::Unused || is_branch(self.trace, leaf.occurrence) {
            let from: Vec<Occurrence> = std::iter::once(leaf.occurrence).chain(leaf.users.iter().copied()).collect();
            self.go_back(&from, 0, marks);
        }
        self.use_it(leaf, marks);
    }

    /// The way to where a definition would be used, and was not.
    fn use_it(&mut self, leaf: &Leaf, marks: &mut Nearer) {
        if self.is_run_alone {
            return;
        }
        let graph = self.graph;
        let site = self.trace.site(leaf.occurrence);
        let known = self.known.users.entry(site).or_insert_with(|| Rc::new(users(graph, site)));
        let users = Rc::clone(known);
        let mut unused: BTreeSet<Site> = users.direct.union(&users.edges).copied().collect();
        for user in &leaf.users {
            self.trace.members(self.trace.site(*user)).iter().for_each(|site| _ = unused.remove(site));
        }
        for one in self.trace.occurrences().skip(leaf.occurrence.index()) {
            let site = self.trace.site(one);
            if users.edges.contains(&site) {
                unused.remove(&site);
            }
        }
        if unused.is_empty() {
            return;
        }
        let unused: Vec<Site> = unused.into_iter().collect();
        let way = match self.known.routes.get(&unused) {
            Some(way) => Rc::clone(way),
            None => {
                let way = Rc::new(ControlDistances::new(graph, &unused));
                self.known.routes.insert(unused, Rc::clone(&way));
                way
            }
        };
        self.open(&way, Some(leaf.occurrence), marks);
    }

    /// Nothing differs though a change was passed: other values may be wanted there.
    pub fn infect(&mut self, alignment: &Alignment<'_>, version: Version, marks: &mut Nearer) {
        let touched = self.trace.occurrences().rev().filter(|one| alignment.touch(version, *one).is_some());
        let last: Vec<Occurrence> = touched.take(MOST_SHUT).collect();
        last.into_iter().for_each(|one| self.go_back(&[one], 0, marks));
    }

    /// The way to targets, after an occurrence if there is one: decisions that lead there, and what shut branches that
    /// would lead there more directly hang on.
    pub fn open(&mut self, way: &ControlDistances, after: Option<Occurrence>, marks: &mut Nearer) {
        let mut shut: Vec<(u32, Occurrence)> = Vec::new();
        let mut nearest = u32::MAX;
        let first = after.map_or(0, |after| after.index() + 1);
        for one in self.trace.occurrences().skip(first) {
            let others = self.beside(way, one);
            let Some(distance) = others.iter().map(|(_, distance)| *distance).min() else { continue };
            let paths = self.decisions.get(&one).map_or(&[][..], Vec::as_slice);
            for path in paths {
                // An effect may be seen whichever way it goes, if only another one.
                if self.forced.is_none() {
                    marks.mark(*path, 2 * distance);
                }
                others.iter().for_each(|(successor, distance)| marks.mark_way(*path, *successor, 2 * distance));
            }
            match paths.iter().any(|path| self.forced.is_none_or(|forced| !forced.contains(path))) {
                true => nearest = nearest.min(distance),
                // It does not depend on the input, or the path before it leaves no choice.
                false => shut.push((distance, one)),
            }
        }
        shut.retain(|(distance, _)| *distance < nearest);
        // The nearest, and of one distance the latest.
        shut.sort_by_key(|(distance, one)| (*distance, std::cmp::Reverse(*one)));
        shut.dedup_by_key(|(_, one)| self.trace.site(*one));
        for (distance, one) in shut.into_iter().take(MOST_SHUT) {
            self.go_back(&[one], 2 * distance, marks);
        }
    }

    /// From the successors that a branch did not take.
    fn beside(&self, way: &ControlDistances, branch: Occurrence) -> Vec<(u32, u32)> {
        let site = self.trace.site(branch);
        let function = &self.graph.module().functions[site.function];
        let kind = &function.insts[site.inst].kind;
        let went: BlockId = match (kind, self.trace.action(branch)) {
            (InstKind::Branch { if_true, if_false, .. }, Action::Branched(holds)) => {
                if holds {
                    *if_true
                } else {
                    *if_false
                }
            }
            (InstKind::Switch { .. }, Action::Switched(inst)) => {
                match self.graph.block_of(Site { function: site.function, inst }) {
                    Some(block) => block,
                    None => return vec![],
                }
            }
            _ => return vec![],
        };
        let others = (0..).zip(kind.successors()).filter(|(_, block)| *block != went);
        others.filter_map(|(index, _)| Some((index, way.control_distance(site, index)?))).collect()
    }

    /// Back from occurrences to the nearest decisions that they hang on. What leads to them at all is left alone.
    fn go_back(&mut self, from: &[Occurrence], base: u32, marks: &mut Nearer) {
        self.walks += 1;
        for one in from {
            self.seen[one.index()] = self.walks;
            for outer in std::iter::successors(self.trace.control(*one), |inner| self.trace.control(*inner)) {
                self.seen[outer.index()] = self.walks;
            }
        }
        let mut waiting: VecDeque<(Occurrence, u32)> = from.iter().map(|one| (*one, 0)).collect();
        let (mut marked, most) = (0, self.known.visited + MOST_VISITED);
        while let Some((one, steps)) = waiting.pop_front() {
            self.known.visited += 1;
            if self.known.visited > most || marked >= MOST_MARKED {
                return;
            }
            if let Some(paths) = self.decisions.get(&one) {
                paths.iter().for_each(|path| marks.mark(*path, base + steps));
                marked += 1;
            }
            let mut next: Vec<Occurrence> = self.trace.sources(one).to_vec();
            next.extend(self.trace.control(one));
            next.extend(self.could_redefine(one));
            for source in next {
                if std::mem::replace(&mut self.seen[source.index()], self.walks) != self.walks {
                    waiting.push_back((source, steps + 1));
                }
            }
        }
    }

    /// Branches before an occurrence that could have led to another definition of what it reads.
    fn could_redefine(&mut self, one: Occurrence) -> Vec<Occurrence> {
        if self.is_run_alone {
            return vec![];
        }
        let site = self.trace.site(one);
        let (trace, graph) = (self.trace, self.graph);
        let outward = self.forced.is_some();
        let known = self.known.potential.entry((site, outward));
        let sites = known.or_insert_with(|| Rc::new(potential(trace, graph, site, outward)));
        let mut found = Vec::new();
        for site in sites.iter() {
            let all = self.branches.get(site).map_or(&[][..], Vec::as_slice);
            let before = all.partition_point(|branch| *branch < one);
            found.extend(all[..before].iter().rev().take(MOST_REPEATED));
        }
        found
    }
}

fn is_branch(trace: &Trace, one: Occurrence) -> bool {
    matches!(trace.action(one), Action::Branched(_) | Action::Switched(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::follow::Met;
    use crate::targets::Successors;
    use crate::testing::{program, trace};
    use rift_ir::Module;

    /// A gate that asks a flag, which depends on the first letter; the second one has nothing to do with it.
    const FLAG: &str = "
global @flag size 4 align 4 = i32 0
global @other size 4 align 4 = i32 0
function @main(ptr word) -> i32 {
entry:
  c = load i8, word
  t = icmp eq i8 c, 97
  branch t, set, second
set:
  store i32 1, @flag
  jump second
second:
  p = offset ptr word, 1
  d = load i8, p
  u = icmp eq i8 d, 97
  branch u, noise, gate
noise:
  store i32 1, @other
  jump gate
gate:
  f = load i32, @flag
  g = icmp ne i32 f, 0
  branch g, there, out
there:
  store i32 2, @other
  return i32 1
out:
  return i32 0
}
";

    /// The paths up to the first two branches, which are decisions on the input.
    const FIRST: PathId = PathId(1);
    const SECOND: PathId = PathId(2);

    /// As a run on the argument would be, if it had been followed.
    fn followed(program: &std::sync::Arc<rift_vm::Program>, argument: &str) -> Followed {
        let trace = trace(program, argument);
        let branches = trace.occurrences().filter(|one| is_branch(&trace, *one));
        let decisions = branches.zip([FIRST, SECOND]).map(|(at, path)| Met { at: Some(at), path }).collect();
        Followed { trace, decisions }
    }

    /// The last store of `main`.
    fn target(module: &Module) -> Site {
        let function = module.function_named("main").expect("it has one");
        let insts = &module.functions[function].insts;
        let mut stores = insts.iter().filter(|(_, inst)| matches!(inst.kind, InstKind::Store { .. }));
        Site { function, inst: stores.next_back().expect("it stores something").0 }
    }

    /// What is marked when the way to the target is to be opened.
    fn opened(argument: &str, forced: &[PathId]) -> Nearer {
        let program = program(FLAG);
        let graph = ProgramGraph::new(&program.module);
        let followed = followed(&program, argument);
        let forced: HashSet<PathId> = forced.iter().copied().collect();
        let mut known = Known::default();
        let mut about = About::new(&followed, Some(&forced), &graph, &mut known);
        let way = ControlDistances::new(&graph, &[target(&program.module)]);
        let mut marks = Nearer::default();
        about.open(&way, None, &mut marks);
        marks
    }

    #[test]
    fn a_shut_gate_hangs_on_the_decision_about_its_flag() {
        let marks = opened("bb", &[]);
        let first = marks.of(FIRST, None).expect("another value of the flag is defined behind it");
        assert!(first > 0);
        assert_eq!(marks.of(SECOND, None), None, "it has nothing to do with the gate");
    }

    #[test]
    fn an_open_gate_hangs_on_nothing() {
        let marks = opened("ab", &[]);
        assert_eq!((marks.of(FIRST, None), marks.of(SECOND, None)), (None, None));
    }

    #[test]
    fn the_way_to_a_decision_on_the_input_is_marked_by_its_successor() {
        let program = program(
            &FLAG
                .replace("branch u, noise, gate", "branch u, there, gate")
                .replace("noise:\n  store i32 1, @other\n  jump gate\n", ""),
        );
        let graph = ProgramGraph::new(&program.module);
        let followed = followed(&program, "bb");
        let none = HashSet::new();
        let mut known = Known::default();
        let way = ControlDistances::new(&graph, &[target(&program.module)]);
        let mut marks = Nearer::default();
        About::new(&followed, Some(&none), &graph, &mut known).open(&way, None, &mut marks);
        assert_eq!(marks.of(SECOND, Some(Successors(1))), Some(2), "one dependence away");
        assert_eq!(marks.of(SECOND, Some(Successors(1 << 1))), None, "that way it went");
        assert_eq!(marks.of(FIRST, None), None, "the gate is not nearer than the decision");
        // If the path before leaves no choice about the decision, what the gate hangs on is all there is.
        let forced = HashSet::from([SECOND]);
        let mut marks = Nearer::default();
        About::new(&followed, Some(&forced), &graph, &mut known).open(&way, None, &mut marks);
        assert_eq!(marks.of(FIRST, None), Some(4), "two steps from the gate: the flag, and who could have set it");
    }
}
