//! Which decisions to take otherwise when a way to a change stays shut, or when the effect of a change dies.
//!
//! Qi, Roychoudhury, Liang (ASE 2010). A branch on the way to a target whose condition does not depend on the input cannot
//! be flipped; decisions that its condition hangs on can (section 4.3, the second kind of correlation). The same goes for
//! an effect: a definition that nothing used wants a way to one of its uses (`PropNouse`), a value that hides the effect
//! wants to be another one (`PropTransfer`), a branch that goes the same way in spite of it wants to be decided
//! otherwise (`PropCjmp`). As long as the path stays as it is, the search has asked all of that in one query by running both
//! versions on it; what is left is what other paths can do about it, which the paper leaves open ("transitive").
//!
//! So both runs are followed once more, and from where they are stuck it goes back over dynamic data and control dependence,
//! and over potential dependence (a branch that could have led to another definition), to the nearest decisions on the
//! input. Their flips are marked with how many steps away they are, wherever they are in the frontier.
//!
//! Errs both ways: a mark changes the order of flips only. What is said about effects that are dead holds for the input
//! that was run, and others on the same path may differ.

use crate::coverage::Edge;
use crate::follow::{Followed, Met};
use crate::hash::PathId;
use crate::pair::{STAGES, Ways, indices};
use crate::run::Run;
use crate::trace::{Action, Alignment, Death, Effects, FunctionFacts, Leaf, Occurrence, Trace};
use crate::waiting::left_behind;
use crate::worker::Worker;
use rift_align::Version;
use rift_graph::{ControlDistances, ProgramGraph};
use rift_ir::{BlockId, FuncId, InstKind, Operand, Pair, Site};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// Effects that are looked at, of one pair of runs.
const MOST_LEAVES: usize = 12;
/// Occurrences of a branch that may each have led to another definition.
const MOST_REPEATED: usize = 6;
/// Calls between a branch and a definition that it decides about, and places that call the same.
const MOST_CALLS: usize = 3;
const MOST_CALLERS: usize = 12;
/// Occurrences that are looked at from one place.
const MOST_VISITED: usize = 10_000;
/// Decisions that are marked from one place.
const MOST_MARKED: usize = 24;
/// Shut branches that are looked at, of one run.
const MOST_SHUT: usize = 4;

/// What is known about where effects go in the new version.
#[derive(Default)]
pub(crate) struct Correlations {
    /// By definition: where it may be used.
    users: HashMap<Site, Rc<Users>>,
    /// By places: the way to them.
    ways: HashMap<Vec<Site>, Rc<ControlDistances>>,
    /// By place, and whether callers count: branches that decide which definition it reads.
    potential: HashMap<(Site, bool), Rc<Vec<Site>>>,
    /// By branch: all that may have to do with how it is come to and how it goes.
    pub leading: HashMap<Site, Rc<BTreeSet<Site>>>,
    /// What is known of functions that were followed, by stage.
    pub facts: [FunctionFacts; STAGES],
    /// How often a way was tried without what does not lead to it.
    pub relaxed: HashMap<Edge, u32>,
}

/// What was found out about the decisions of a path, by the path up to them.
#[derive(Default)]
pub(crate) struct Marks {
    /// Where another way is known to lead nearer.
    pub toward: Nearer,
    /// The same for ways to changes that no run came past.
    pub opens: Nearer,
    /// Where no effect was alive any more.
    pub dead: HashSet<PathId>,
}

/// Steps of dependence from decisions to what would have to be otherwise, by the path up to them.
#[derive(Default)]
pub(crate) struct Nearer {
    /// Whichever way they go.
    any: HashMap<PathId, u32>,
    /// If they take that successor.
    successors: HashMap<(PathId, u32), u32>,
}

impl Nearer {
    fn mark(&mut self, path: PathId, steps: u32) {
        let known = self.any.entry(path).or_insert(steps);
        *known = (*known).min(steps);
    }

    fn mark_way(&mut self, path: PathId, successor: u32, steps: u32) {
        let known = self.successors.entry((path, successor)).or_insert(steps);
        *known = (*known).min(steps);
    }

    /// For a flip to these successors.
    pub fn of(&self, path: PathId, ways: Option<Ways>) -> Option<u32> {
        let ways = ways.unwrap_or(0);
        let this = indices(ways).filter_map(|index| self.successors.get(&(path, index)).copied());
        this.chain(self.any.get(&path).copied()).min()
    }
}

impl Worker<'_> {
    /// Marks what would bring a run that shows no difference further.
    pub(crate) fn correlate(&mut self, run: &mut Run) {
        if !self.strategy.wants().correlations {
            return;
        }
        let Some(followed) = self.follow(run) else { return };
        let Some(changes) = &self.subject.changes else { return };
        let (graph, is_large) = (&changes.targets.graphs.new, changes.targets.is_large);
        let (mut marks, mut waiting) = (Marks::default(), Vec::new());
        let forced = forced(run, &followed[0]);
        let knowledge = &mut self.correlations;
        match followed.as_slice() {
            [new, old] => {
                let traces = Pair { old: &old.trace, new: &new.trace };
                let alignment = Alignment::new(traces, changes.map);
                let effects = Effects::of(&alignment);
                let mut about_new = About::new(new, None, graph, knowledge);
                about_new.is_run_alone = is_large;
                for leaf in effects.leaves.iter().filter(|leaf| leaf.version == Version::New).take(MOST_LEAVES) {
                    about_new.revive(leaf, &mut marks.toward);
                }
                if effects.leaves.is_empty() {
                    about_new.infect(&alignment, &mut marks.toward);
                }
                let mut about_old = About::new(old, None, graph, knowledge);
                about_old.is_run_alone = true;
                for leaf in effects.leaves.iter().filter(|leaf| leaf.version == Version::Old).take(MOST_LEAVES) {
                    about_old.revive(leaf, &mut marks.toward);
                }
                note_dead(new, &effects, &mut marks);
                waiting = left_behind(&alignment, &effects);
                if let Some(way) = self.unreached.way() {
                    let mut about_new = About::new(new, Some(&forced), graph, knowledge);
                    about_new.is_run_alone = is_large;
                    about_new.open(&way.control, None, &mut marks.opens);
                }
            }
            [new] => {
                let mut about_new = About::new(new, Some(&forced), graph, knowledge);
                about_new.is_run_alone = is_large;
                about_new.open(&changes.targets.way.control, None, &mut marks.toward);
            }
            _ => {}
        }
        if self.strategy.wants().uses {
            self.wait_for_use(run, &followed[0], waiting);
        }
        for item in &mut run.held {
            item.flip.mark(&marks, item.trail.id);
        }
        let Worker { frontier, strategy, knowledge, .. } = self;
        let model = Rc::new(run.model.clone());
        frontier.mark(&marks, &model, |flip| strategy.rank(flip, knowledge.covered(flip)));
    }
}

/// Decisions that a run was the first to come to, and left no flip of: the path before them leaves no choice.
fn forced(run: &Run, new: &Followed) -> HashSet<PathId> {
    let flips: HashSet<PathId> = run.held.iter().map(|item| item.trail.id).collect();
    let own = new.decisions.iter().skip(run.shared as usize).map(|met| met.path);
    own.filter(|path| !flips.contains(path)).collect()
}

/// Decisions after the last effect, unless something that was defined may still be used.
fn note_dead(new: &Followed, effects: &Effects, marks: &mut Marks) {
    if effects.leaves.iter().any(|leaf| leaf.death == Death::Unused) {
        return;
    }
    let last = effects.new.last().copied();
    let is_dead = |met: &&Met| met.at.is_some_and(|at| last.is_none_or(|last| at > last));
    marks.dead.extend(new.decisions.iter().filter(is_dead).map(|met| met.path));
}

/// One run, and what is known about its program.
struct About<'w> {
    trace: &'w Trace,
    decisions: HashMap<Occurrence, Vec<PathId>>,
    /// On the way to a change: decisions that could not have gone otherwise. There, who calls counts as well. `None`: it is
    /// about an effect, which may come through a branch that looks forced, by another value.
    forced: Option<&'w HashSet<PathId>>,
    graph: &'w ProgramGraph<'w>,
    knowledge: &'w mut Correlations,
    /// Branches, by site.
    branches: HashMap<Site, Vec<Occurrence>>,
    /// The run is of the other version, or the program is large: what may be defined or used elsewhere is not asked.
    is_run_alone: bool,
}

impl<'w> About<'w> {
    fn new(
        followed: &'w Followed,
        forced: Option<&'w HashSet<PathId>>,
        graph: &'w ProgramGraph<'w>,
        knowledge: &'w mut Correlations,
    ) -> About<'w> {
        let trace = &followed.trace;
        let mut decisions: HashMap<Occurrence, Vec<PathId>> = HashMap::new();
        for met in &followed.decisions {
            if let Some(at) = met.at {
                decisions.entry(at).or_default().push(met.path);
            }
        }
        let mut branches: HashMap<Site, Vec<Occurrence>> = HashMap::new();
        for one in trace.occurrences().filter(|one| is_branch(trace, *one)) {
            branches.entry(trace.site(one)).or_default().push(one);
        }
        About { trace, decisions, forced, graph, knowledge, branches, is_run_alone: false }
    }

    /// Marks what can keep an effect alive that died.
    fn revive(&mut self, leaf: &Leaf, marks: &mut Nearer) {
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
        let known = self.knowledge.users.entry(site).or_insert_with(|| Rc::new(users(graph, site)));
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
        let way = match self.knowledge.ways.get(&unused) {
            Some(way) => Rc::clone(way),
            None => {
                let way = Rc::new(ControlDistances::new(graph, &unused));
                self.knowledge.ways.insert(unused, Rc::clone(&way));
                way
            }
        };
        self.open(&way, Some(leaf.occurrence), marks);
    }

    /// Nothing differs though a change was passed: other values may be wanted there.
    fn infect(&mut self, alignment: &Alignment<'_>, marks: &mut Nearer) {
        let touched = self.trace.occurrences().rev().filter(|one| alignment.touch(Version::New, *one).is_some());
        let last: Vec<Occurrence> = touched.take(MOST_SHUT).collect();
        last.into_iter().for_each(|one| self.go_back(&[one], 0, marks));
    }

    /// The way to targets, after an occurrence if there is one: decisions that lead there, and what shut branches that
    /// would lead there more directly hang on.
    fn open(&mut self, way: &ControlDistances, after: Option<Occurrence>, marks: &mut Nearer) {
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
        let mut own: HashSet<Occurrence> = HashSet::new();
        for one in from {
            own.extend(std::iter::successors(self.trace.control(*one), |inner| self.trace.control(*inner)));
        }
        let mut waiting: VecDeque<(Occurrence, u32)> = from.iter().map(|one| (*one, 0)).collect();
        let mut seen: HashSet<Occurrence> = from.iter().copied().collect();
        let mut marked = 0;
        while let Some((one, steps)) = waiting.pop_front() {
            if seen.len() > MOST_VISITED || marked >= MOST_MARKED {
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
                if !own.contains(&source) && seen.insert(source) {
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
        let known = self.knowledge.potential.entry((site, outward));
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

/// Where a definition may be used: by instructions, and where control has to go for a phi to pass it on.
#[derive(Default)]
struct Users {
    direct: BTreeSet<Site>,
    edges: BTreeSet<Site>,
}

fn users(graph: &ProgramGraph<'_>, site: Site) -> Users {
    let mut users = Users::default();
    let mut pending = vec![site];
    let mut seen = BTreeSet::new();
    while let Some(one) = pending.pop() {
        for user in graph.dependence().users(one) {
            let function = &graph.module().functions[user.function];
            let InstKind::Phi { incoming } = &function.insts[user.inst].kind else {
                users.direct.insert(user);
                continue;
            };
            // What comes from another function comes through a call, and is no operand of the phi.
            let is_inside = user.function == one.function;
            let own = is_inside.then(|| function.insts[one.inst].result.expand()).flatten().map(Operand::Value);
            for (block, _) in incoming.iter().filter(|(_, value)| Some(*value) == own) {
                let last = function.blocks[*block].insts.last().copied();
                users.edges.extend(last.map(|inst| Site { function: user.function, inst }));
            }
            if seen.insert(user) {
                pending.push(user);
            }
        }
    }
    users
}

/// Branches that decide which definitions come to a place: within the functions of these and, `outward`, where
/// those are called, up to a few calls away. Phis are only where definitions meet.
fn potential(trace: &Trace, graph: &ProgramGraph<'_>, site: Site, outward: bool) -> Vec<Site> {
    let dependence = graph.dependence();
    let mut pending: Vec<Site> = trace.members(site).into_iter().flat_map(|site| dependence.sources(site)).collect();
    let mut seen: BTreeSet<Site> = pending.iter().copied().collect();
    let (mut found, mut called) = (BTreeSet::new(), BTreeSet::new());
    while let Some(source) = pending.pop() {
        found.extend(deciding(graph, source.function, graph.block_of(source)));
        if outward && source.function != site.function {
            callers(graph, source.function, &mut called, &mut found);
        }
        let function = &graph.module().functions[source.function];
        if let InstKind::Phi { incoming } = &function.insts[source.inst].kind {
            for (block, _) in incoming {
                found.extend(deciding(graph, source.function, Some(*block)));
                let last = function.blocks[*block].insts.last().filter(|inst| is_decided(&function.insts[**inst].kind));
                found.extend(last.map(|inst| Site { function: source.function, inst: *inst }));
            }
            pending.extend(dependence.sources(source).into_iter().filter(|one| seen.insert(*one)));
        }
    }
    found.into_iter().collect()
}

/// Branches that decide whether a function is called.
fn callers(graph: &ProgramGraph<'_>, function: FuncId, called: &mut BTreeSet<FuncId>, found: &mut BTreeSet<Site>) {
    let mut pending = vec![(function, 0)];
    while let Some((function, depth)) = pending.pop() {
        let callers = graph.calls().callers(function);
        // Who is called from everywhere is decided about by nobody.
        if depth > MOST_CALLS || callers.len() > MOST_CALLERS || !called.insert(function) {
            continue;
        }
        for call in callers {
            found.extend(deciding(graph, call.function, graph.block_of(*call)));
            pending.push((call.function, depth + 1));
        }
    }
}

fn is_decided(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Branch { .. } | InstKind::Switch { .. })
}

/// The branches of a function that decide whether a block of it is come to, directly.
fn deciding(graph: &ProgramGraph<'_>, function: FuncId, block: Option<BlockId>) -> Vec<Site> {
    let Some(block) = block else { return vec![] };
    let body = &graph.module().functions[function];
    let blocks = graph.control_dependence(function).of(block).iter().map(|decision| decision.block);
    let lasts = blocks.filter_map(|block| body.blocks[block].insts.last().copied());
    lasts.filter(|inst| is_decided(&body.insts[*inst].kind)).map(|inst| Site { function, inst }).collect()
}
