//! Why two versions show different things on one input: the way from the change to the output, statement by statement.
//!
//! Goes back from the first output that differs, along the data and control dependences of both runs, through
//! occurrences that differ, until one is touched by the change. The shortest such way is told. Where one run executes
//! something that the other does not because the other ended before, the end of the other is what it depends on; where
//! only the other asks whether to, that branch is.
//!
//! A way need not be the only one, and shorter is a guess at clearer. If none is found (the trace was cut off, or data
//! went through the world), the way as far as it could be followed is told, with a step that says so.

use super::steps::Steps;
use super::visible::first_difference;
use super::{Action, Alignment, Occurrence, Touch};
use rift_align::Version;
use rift_ir::{Module, Position, Site};
use std::collections::{HashMap, VecDeque};

/// One statement on the way from the change to the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyStep {
    /// The version whose site it is: the new one where both have it.
    pub version: Version,
    pub site: Site,
    pub what: String,
}

impl WhyStep {
    /// Where the step is in the source of its version: file, line and function. `None` if the compiler recorded none.
    pub fn place<'m>(&self, module: &'m Module) -> Option<(&'m str, u32, &'m str)> {
        let position = position(module, self.site)?;
        Some((&module.files[position.file], position.line, &position.function))
    }
}

pub(super) fn position(module: &Module, site: Site) -> Option<&Position> {
    let position = module.functions[site.function].insts[site.inst].position.expand()?;
    Some(&module.positions[position]).filter(|position| position.line > 0)
}

/// An occurrence of either run; of two that correspond, the new one.
pub(super) type Node = (Version, Occurrence);

/// The way from the change to the first difference that can be seen. Steps are statements of files that `is_own` says
/// are the program's. Empty if nothing differs.
pub fn why(alignment: &Alignment<'_>, is_own: &dyn Fn(&str) -> bool) -> Vec<WhyStep> {
    let Some(visible) = first_difference(alignment) else { return Vec::new() };
    let search = Search { alignment };
    let starts = &visible.from;
    let goals = [Goal::Differing, Goal::Touched, Goal::Contents];
    let guards = search.guards();
    let found = goals.into_iter().find_map(|goal| search.back(starts, goal, &guards));
    let mut steps = Steps::new(alignment, is_own);
    match found {
        Some(way) => {
            way.iter().take(1).for_each(|node| steps.begin(*node));
            way.iter().skip(1).for_each(|node| steps.add(*node));
        }
        None => {
            let way = search.furthest(starts, &guards);
            way.iter().for_each(|node| steps.add(*node));
            steps.cut_off(way.first().or(visible.shown_by.first()).copied());
        }
    }
    steps.end(&visible)
}

/// What the search looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// A touched occurrence that itself differs, or one that only one version has.
    Differing,
    /// Any touched one.
    Touched,
    /// Any touched one, by way of addresses that are the same in both versions: what they point to may have changed.
    Contents,
}

/// Branches that only one version has and came past, by that version and what they are nested in.
type Guards = HashMap<(Version, Option<Node>), Vec<Node>>;

pub(super) struct Search<'a, 'b> {
    pub alignment: &'b Alignment<'a>,
}

impl Search<'_, '_> {
    /// The shortest way from something touched to one of `starts`, in the order of execution.
    fn back(&self, starts: &[Node], goal: Goal, guards: &Guards) -> Option<Vec<Node>> {
        let mut from: HashMap<Node, Option<Node>> = HashMap::new();
        let mut waiting: VecDeque<Node> = VecDeque::new();
        for start in starts {
            if from.insert(*start, None).is_none() {
                waiting.push_back(*start);
            }
        }
        while let Some(node) = waiting.pop_front() {
            if self.is_goal(node, goal) {
                return Some(way(&from, node));
            }
            let (data, control) = (self.data(node), self.control(node, guards));
            let any_data = data.into_iter().map(|next| (next, goal == Goal::Contents));
            for (next, passes) in any_data.chain(control.into_iter().map(|next| (next, false))) {
                let passes = passes || self.differs(next) || goal != Goal::Differing && self.is_touched(next);
                if passes && !from.contains_key(&next) {
                    from.insert(next, Some(node));
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    /// The way from the earliest occurrence that can be reached.
    fn furthest(&self, starts: &[Node], guards: &Guards) -> Vec<Node> {
        let mut from: HashMap<Node, Option<Node>> = starts.iter().map(|start| (*start, None)).collect();
        let mut waiting: VecDeque<Node> = starts.iter().copied().collect();
        let mut reached = Vec::new();
        while let Some(node) = waiting.pop_front() {
            reached.push(node);
            for next in self.data(node).into_iter().chain(self.control(node, guards)) {
                if self.differs(next) && !from.contains_key(&next) {
                    from.insert(next, Some(node));
                    waiting.push_back(next);
                }
            }
        }
        let earliest = reached.into_iter().min_by_key(|(version, occurrence)| (*occurrence, *version));
        earliest.map(|node| way(&from, node)).unwrap_or_default()
    }

    /// Both sides of a node.
    pub fn sides(&self, (version, occurrence): Node) -> impl Iterator<Item = Node> {
        let other = self.alignment.counterpart(version, occurrence).map(|other| (version.other(), other));
        std::iter::once((version, occurrence)).chain(other)
    }

    pub fn node(&self, version: Version, occurrence: Occurrence) -> Node {
        match (version, self.alignment.counterpart(version, occurrence)) {
            (Version::Old, Some(new)) => (Version::New, new),
            _ => (version, occurrence),
        }
    }

    fn guards(&self) -> Guards {
        let mut guards = Guards::new();
        for version in Version::BOTH {
            let trace = self.alignment.trace(version);
            let is_guard = |occurrence: &Occurrence| {
                matches!(trace.action(*occurrence), Action::Branched(_) | Action::Switched(_))
                    && self.alignment.touch(version, *occurrence) == Some(Touch::Alone)
            };
            for guard in self.alignment.only_in(version).filter(is_guard) {
                let parent = trace.parent(guard).map(|parent| self.node(version, parent));
                guards.entry((version, parent)).or_default().push((version, guard));
            }
        }
        guards
    }

    /// Where what a node uses comes from.
    fn data(&self, node: Node) -> Vec<Node> {
        let mut data = Vec::new();
        for (version, occurrence) in self.sides(node) {
            let sources = self.alignment.trace(version).sources(occurrence);
            data.extend(sources.iter().map(|source| self.node(version, *source)));
        }
        data
    }

    /// What decided that a node is executed.
    fn control(&self, node: Node, guards: &Guards) -> Vec<Node> {
        let controls = self.sides(node).filter_map(|(version, occurrence)| {
            Some(self.node(version, self.alignment.trace(version).control(occurrence)?))
        });
        let mut control: Vec<Node> = controls.collect();
        let (version, occurrence) = node;
        let is_alone = self.alignment.counterpart(version, occurrence).is_none();
        if is_alone && !control.iter().any(|node| self.differs(*node)) {
            // Nothing decided it: so the other run was kept from it by a branch that this version does not have, or
            // ended before it came here.
            let parent = self.alignment.trace(version).parent(occurrence).map(|parent| self.node(version, parent));
            control.extend(guards.get(&(version.other(), parent)).into_iter().flatten());
            let end = self.alignment.trace(version.other()).last();
            control.extend(end.map(|end| self.node(version.other(), end)));
        }
        control
    }

    pub fn differs(&self, (version, occurrence): Node) -> bool {
        self.alignment.differs(version, occurrence)
    }

    pub fn is_touched(&self, node: Node) -> bool {
        self.sides(node).any(|(version, occurrence)| self.alignment.touch(version, occurrence).is_some())
    }

    fn is_goal(&self, node: Node, goal: Goal) -> bool {
        let (version, occurrence) = node;
        match (goal, self.alignment.counterpart(version, occurrence)) {
            (Goal::Touched | Goal::Contents, _) => self.is_touched(node),
            (Goal::Differing, Some(_)) => self.is_touched(node) && self.differs(node),
            // A statement that both versions have is executed in one of them for another reason than its own change.
            (Goal::Differing, None) => self.alignment.touch(version, occurrence) == Some(Touch::Alone),
        }
    }
}

/// From `node` to the start that it was found from.
fn way(from: &HashMap<Node, Option<Node>>, node: Node) -> Vec<Node> {
    std::iter::successors(Some(node), |node| from.get(node).copied().flatten()).collect()
}
