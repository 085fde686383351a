//! What is searched: one program, or two versions of one on the same inputs.
//!
//! Two versions are run one after the other, the new one first, as one long run with one path condition: the objects
//! of an input are the same bytes in both, so what both compute alike is the same term, and a decision that the first
//! has made already is none for the second. A decision that the second can still make both ways is one where the
//! versions part. At the end, one query asks whether what can be seen differs.
//!
//! Most runs never come to a change. They are the same in both versions, and the second is not run at all; a flip from
//! which no change can be reached is not even looked at. Both rest on [`ChangeMap::is_touched`] and
//! [`Distances`], which err towards "may be changed" and "may be reached".

use crate::config::Config;
use crate::coverage::Code;
use rift_align::{ChangeMap, Version};
use rift_env::{Input, Observation, Process, Space, Visible};
use rift_graph::{ControlDistances, Distances, Guide, ProgramGraph, Through};
use rift_ir::{BlockId, Const, ConstId, EntityRef, FuncId, Function, InstId, InstKind, Module, Pair, Site};
use rift_vm::concolic::{Decision, DecisionKind};
use rift_vm::{Observer, Program, Progress, Stop};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// At most so many programs are run on one input.
pub(crate) const STAGES: usize = 2;

/// Steps between two looks at the clock.
const SLICE: u64 = 1 << 20;

/// What a search is about.
pub struct Subject<'a> {
    /// In the order in which they are run.
    pub(crate) programs: Vec<&'a Arc<Program>>,
    pub(crate) spaces: &'a [Space],
    pub(crate) changes: Option<Changes<'a>>,
}

impl<'a> Subject<'a> {
    pub fn one(program: &'a Arc<Program>, spaces: &'a [Space]) -> Subject<'a> {
        Subject { programs: vec![program], spaces, changes: None }
    }

    pub fn pair(
        programs: Pair<&'a Arc<Program>>,
        spaces: &'a [Space],
        map: &'a ChangeMap,
        targets: &'a Targets<'a>,
    ) -> Subject<'a> {
        let touch = [Touch::new(programs.new, map, Version::New), Touch::new(programs.old, map, Version::Old)];
        let foreign = [programs.new, programs.old].map(|program| foreign(&program.module));
        let changes = Changes { map, touch, foreign, targets };
        Subject { programs: vec![programs.new, programs.old], spaces, changes: Some(changes) }
    }

    /// The changes that the versions execute on an input, by number in the [`ChangeMap`]. `None` where it cannot be run, or
    /// not before the deadline of the configuration.
    pub fn changes_on(&self, input: &Input, config: &Config) -> Option<Vec<u32>> {
        let mut all = Touched::default();
        for (stage, program) in self.programs.iter().enumerate() {
            let mut process = Process::start(program, input.clone(), config.world.clone(), config.limits).ok()?;
            let (mut code, mut touched) = (Code::default(), Touched::default());
            let is_beyond = Cell::new(false);
            let touch = self.touch(stage);
            let mut watch = Watch { code: &mut code, touch, touched: &mut touched, is_beyond: &is_beyond };
            while process.run_slice(SLICE, &mut watch) == Progress::Paused {
                if config.deadline.is_over() {
                    return None;
                }
            }
            all.merge(&touched);
        }
        Some(all.changes().collect())
    }

    pub(crate) fn touch(&self, stage: usize) -> Option<&Touch> {
        self.changes.as_ref().map(|changes| &changes.touch[stage])
    }
}

fn foreign(module: &Module) -> HashSet<FuncId> {
    let is_foreign = |function: &Function| module.origin(function).is_in_every_program();
    module.functions.iter().filter(|(_, function)| is_foreign(function)).map(|(id, _)| id).collect()
}

/// A program of more instructions is large.
const LARGE: usize = 20_000;

/// What depends on what in both versions, and how far everything in the new one is from what is touched there.
pub struct Targets<'m> {
    pub(crate) graphs: Pair<ProgramGraph<'m>>,
    /// Whether slices would take longer than what they help to find.
    pub(crate) is_large: bool,
    pub(crate) instructions: usize,
    distances: Distances,
    pub(crate) way: Way,
}

impl<'m> Targets<'m> {
    pub fn new(modules: Pair<&'m Module>, map: &ChangeMap) -> Targets<'m> {
        let graphs = modules.map(ProgramGraph::new);
        let (module, graph) = (modules.new, &graphs.new);
        let touched: Vec<Site> = map.touched(Version::New).collect();
        let (distances, way) = (Distances::new(graph, &touched), Way::new(graph, &touched, Through::Memory));
        let instructions: usize = module.functions.values().map(|function| function.insts.len()).sum();
        Targets { graphs, is_large: instructions > LARGE, instructions, distances, way }
    }
}

/// What is known about the changes.
pub(crate) struct Changes<'a> {
    pub map: &'a ChangeMap,
    /// By stage.
    touch: [Touch; STAGES],
    /// By stage: functions of the libraries that every program is linked with.
    pub foreign: [HashSet<FuncId>; STAGES],
    pub targets: &'a Targets<'a>,
}

impl Changes<'_> {
    /// From the other way of a decision to the nearest change. `outer` are the calls under way, innermost first.
    pub fn distance(&self, module: &Module, decision: &Decision, side: u32, outer: &[Site]) -> Option<u32> {
        let mut stack: SmallVec<[Site; 16]> = SmallVec::from_slice(&[decision.site]);
        stack.extend(outer.iter().copied());
        match decision.kind {
            DecisionKind::Branch | DecisionKind::Switch => match target(module, decision, side) {
                Some(block) => {
                    let function = decision.site.function;
                    stack[0] = Site { function, inst: *module.functions[function].blocks[block].insts.first()? };
                    self.targets.distances.from_sites(&stack)
                }
                None => self.targets.distances.from_sites(&stack),
            },
            // The run ends there.
            DecisionKind::Fault if side == 1 => None,
            DecisionKind::Fault | DecisionKind::Pin(_) => self.targets.distances.from_sites(&stack),
        }
    }
}

/// The way to targets.
pub(crate) struct Way {
    /// What they depend on.
    pub control: ControlDistances,
    /// The same through values.
    guide: Guide,
}

impl Way {
    pub fn new(graph: &ProgramGraph<'_>, targets: &[Site], through: Through) -> Way {
        let control = ControlDistances::new(graph, targets);
        Way { guide: Guide::new(graph, &control, through), control }
    }

    /// Steps from a decision that takes one of these ways.
    pub fn distance(&self, site: Site, ways: Ways) -> Option<u32> {
        indices(ways).filter_map(|index| self.guide.distance(site, index)).min()
    }

    /// The same by control alone.
    pub fn control(&self, site: Site, ways: Ways) -> Option<u32> {
        indices(ways).filter_map(|index| self.control.control_distance(site, index)).min()
    }
}

/// The successors of a decision that lead to the same block, by number: a bit for each of the first.
pub(crate) type Ways = u64;

pub(crate) fn indices(ways: Ways) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |index| ways >> index & 1 != 0)
}

/// Where a way of a decision leads to. `None` if that cannot be told.
pub(crate) fn ways(module: &Module, decision: &Decision, side: u32) -> Option<Ways> {
    let block = target(module, decision, side)?;
    let Site { function, inst } = decision.site;
    let successors = module.functions[function].insts[inst].kind.successors();
    let bits = (0..u64::BITS).zip(&successors).filter(|(_, successor)| **successor == block);
    Some(bits.fold(0, |ways, (index, _)| ways | 1 << index))
}

/// Where a way of a decision leads to. `None` if that cannot be told.
fn target(module: &Module, decision: &Decision, side: u32) -> Option<BlockId> {
    let function = &module.functions[decision.site.function];
    match &function.insts[decision.site.inst].kind {
        InstKind::Branch { if_true, if_false, .. } => Some(if side == 1 { *if_true } else { *if_false }),
        InstKind::Switch { default, cases, .. } => {
            let mut sorted: Vec<_> = cases.iter().filter(|(_, block)| block != default).collect();
            sorted.sort_by_key(|(value, _)| case_value(module, *value));
            let mut targets: Vec<BlockId> = Vec::new();
            for (_, block) in sorted {
                if !targets.contains(block) {
                    targets.push(*block);
                }
            }
            targets.push(*default);
            (targets.len() == decision.others.len() + 1).then(|| targets.get(side as usize).copied())?
        }
        _ => None,
    }
}

/// The most significant limb first.
fn case_value(module: &Module, value: ConstId) -> Vec<u64> {
    match module.consts.get(value) {
        Const::Bits { limbs, .. } => limbs.iter().rev().copied().collect(),
        _ => vec![],
    }
}

/// Which changes control comes past, by the places that it comes to.
pub(crate) struct Touch {
    /// By function: for each operation, a number in `sets`. Empty for functions without changes.
    places: Vec<Vec<u32>>,
    sets: Vec<Touched>,
    numbers: HashMap<Touched, u32>,
}

impl Touch {
    fn new(program: &Program, map: &ChangeMap, version: Version) -> Touch {
        let mut sites: BTreeMap<FuncId, Vec<(InstId, u32)>> = BTreeMap::new();
        for site in map.touched(version) {
            let change = map.change_at(version, site).unwrap_or(0);
            sites.entry(site.function).or_default().push((site.inst, change));
        }
        let places = vec![Vec::new(); program.module.functions.len()];
        let mut touch = Touch { places, sets: vec![], numbers: HashMap::new() };
        touch.number(Touched::default());
        for (function, insts) in sites {
            if program.module.functions[function].is_defined() {
                touch.add(program, function, &insts);
            }
        }
        touch
    }

    /// Goes by blocks: an instruction need not have an operation of its own, when it became part of another one.
    fn add(&mut self, program: &Program, function: FuncId, touched: &[(InstId, u32)]) {
        let body = &program.module.functions[function];
        let blocks = body.blocks.iter().flat_map(|(block, data)| data.insts.iter().map(move |inst| (*inst, block)));
        let block_of: HashMap<InstId, BlockId> = blocks.collect();
        let mut of_block: HashMap<BlockId, Touched> = HashMap::new();
        for (inst, change) in touched {
            if let Some(block) = block_of.get(inst) {
                of_block.entry(*block).or_default().insert(*change);
            }
        }
        let operations = program.operations(function);
        let sites = || (0..operations).flat_map(|pc| program.sites_from(function, pc));
        let present: HashSet<BlockId> = sites().filter_map(|site| block_of.get(&site.inst).copied()).collect();
        push_back(body, &present, &mut of_block);
        let places = (0..operations).map(|pc| {
            let mut set = Touched::default();
            for site in program.sites_from(function, pc) {
                if let Some(more) = block_of.get(&site.inst).and_then(|block| of_block.get(block)) {
                    set.merge(more);
                }
            }
            set
        });
        let sets: Vec<Touched> = places.collect();
        self.places[function.index()] = sets.into_iter().map(|set| self.number(set)).collect();
    }

    fn number(&mut self, set: Touched) -> u32 {
        if let Some(known) = self.numbers.get(&set) {
            return *known;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    #[inline]
    fn at(&self, function: FuncId, pc: u32) -> u32 {
        self.places[function.index()].get(pc as usize).copied().unwrap_or(0)
    }
}

/// A block that no operation is left of is passed by whoever jumps to it: what touches it touches those.
fn push_back(body: &Function, present: &HashSet<BlockId>, of_block: &mut HashMap<BlockId, Touched>) {
    let mut waiting: Vec<BlockId> = of_block.keys().filter(|block| !present.contains(block)).copied().collect();
    while let Some(block) = waiting.pop() {
        let set = of_block.get(&block).cloned().unwrap_or_default();
        for before in body.blocks.keys().filter(|id| body.terminator(*id).kind.successors().contains(&block)) {
            let own = of_block.entry(before).or_default();
            // Until nothing grows: whatever comes first, the result is the same.
            if !own.includes(&set) {
                own.merge(&set);
                if !present.contains(&before) {
                    waiting.push(before);
                }
            }
        }
    }
}

/// A set of changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Touched(SmallVec<[u64; 1]>);

impl Touched {
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    pub fn contains(&self, change: u32) -> bool {
        self.0.get(change as usize / 64).is_some_and(|word| word >> (change % 64) & 1 != 0)
    }

    pub fn includes(&self, other: &Touched) -> bool {
        let words = self.0.iter().copied().chain(std::iter::repeat(0));
        other.0.iter().zip(words).all(|(theirs, ours)| theirs & !ours == 0)
    }

    pub fn insert(&mut self, change: u32) {
        let word = change as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (change % 64);
    }

    pub fn merge(&mut self, other: &Touched) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub fn changes(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| index as u32 * 64 + bit)
        })
    }
}

/// Notes what a run executes.
pub(crate) struct Watch<'w> {
    pub code: &'w mut Code,
    pub touch: Option<&'w Touch>,
    pub touched: &'w mut Touched,
    /// Whether there are any.
    pub is_beyond: &'w Cell<bool>,
}

impl Observer for Watch<'_> {
    const ACTIVE: bool = false;
    const EDGES: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    #[inline]
    fn edge(&mut self, function: FuncId, pc: u32) {
        self.code.edge(function, pc);
        if let Some(touch) = self.touch
            && let set @ 1.. = touch.at(function, pc)
        {
            self.touched.merge(&touch.sets[set as usize]);
            self.is_beyond.set(true);
        }
    }
}

/// The run of the first version, when the second one is under way.
pub(crate) struct Ended {
    pub process: Process,
    pub stop: Stop,
    pub visible: Visible,
}

/// An input on which the versions differ, as the machine sees it.
#[derive(Debug)]
pub struct Compared {
    pub input: Input,
    pub predicted: Pair<Observation>,
    /// Whether all inputs on the pair of paths differ.
    pub everywhere: bool,
    /// What either version came past, by number in the [`ChangeMap`].
    pub changes: Vec<u32>,
    /// Runs of this worker before it.
    pub runs: u64,
}
