//! From touched sites to changes as people see them.
//!
//! Sites are grouped by source line, lines that follow one another are one change, and so are sites of the two
//! versions that are touched for the same reason. What was inlined counts as the line that it was inlined into.

use crate::Version;
use crate::body::Body;
use crate::change::{Change, ChangeKind, ChangeMap, Place};
use crate::paths::relative;
use crate::touch::{Node, Reason, Touched};
use rift_ir::{
    EntityRef, FileId, FuncId, Function, Global, InstId, Module, Operand, PackedOption, Pair, PosId, Site, ValueId,
};
use std::collections::{BTreeMap, HashMap};

/// A change without a number.
pub struct Draft {
    pub kind: ChangeKind,
    pub place: Pair<Option<Place>>,
    /// What changed, after the place: the kind unless there is more to say.
    pub what: &'static str,
}

impl Draft {
    pub fn has(&self, version: Version, site: Site) -> bool {
        version_place(self, version).is_some_and(|place| place.sites.binary_search(&site).is_ok())
    }
}

/// A source line: the outermost one, that of the function at hand.
type Line = (FileId, u32);

/// A whole function that only one version has.
pub fn whole_function(module: &Module, version: Version, id: FuncId) -> Draft {
    let function = &module.functions[id];
    let lines = function.insts.values().filter_map(|inst| line(module, inst.position));
    let start = line(module, function.position).or_else(|| lines.clone().min());
    let last = lines.filter(|(file, _)| Some(*file) == start.map(|(file, _)| file)).map(|(_, line)| line).max();
    let place = Place {
        file: start.map_or(String::new(), |(file, _)| module.files[file].clone()),
        line: start.map_or(0, |(_, line)| line),
        last_line: start.map_or(0, |(_, line)| line).max(last.unwrap_or(0)),
        function: function.display.clone(),
        sites: function.insts.keys().map(|inst| Site { function: id, inst }).collect(),
    };
    let (kind, place) = match version {
        Version::Old => (ChangeKind::Deleted, Pair { old: Some(place), new: None }),
        Version::New => (ChangeKind::Added, Pair { old: None, new: Some(place) }),
    };
    Draft { kind, place, what: kind.name() }
}

/// A changed global: its uses are the sites.
pub fn global(module: Pair<&Module>, global: Pair<&Global>, sites: Pair<Vec<Site>>) -> Draft {
    let place = |module: &Module, global: &Global, sites: Vec<Site>| {
        let line = line(module, global.position);
        (!sites.is_empty()).then(|| Place {
            file: line.map_or(String::new(), |(file, _)| module.files[file].clone()),
            line: line.map_or(0, |(_, line)| line),
            last_line: line.map_or(0, |(_, line)| line),
            function: global.name.clone(),
            sites,
        })
    };
    let place = Pair { old: place(module.old, global.old, sites.old), new: place(module.new, global.new, sites.new) };
    Draft { kind: ChangeKind::Changed, place, what: "initial value or layout changed" }
}

/// The changes inside two matched functions; sites that only mention a changed global are left to it.
pub fn inside(ids: Pair<FuncId>, body: Pair<&Body<'_>>, touched: &Touched) -> Vec<Draft> {
    if Version::BOTH.iter().all(|version| version.of(&touched.reasons).iter().all(|reason| *reason <= Reason::Global)) {
        return Vec::new();
    }
    let lines = body.map(Lines::new);
    let mut groups = Groups::new(body, touched, &lines);
    for (one, other) in &touched.links {
        groups.join(*one, *other);
    }
    for version in Version::BOTH {
        groups.join_lines(version);
    }
    groups.join_moved();
    let mut drafts = Vec::new();
    for nodes in groups.sets().into_values() {
        let side = |version: Version| -> Vec<InstId> {
            nodes.iter().filter(|(v, _)| *v == version).map(|(_, inst)| *inst).collect()
        };
        let changed =
            |version: Version| side(version).iter().any(|inst| reason(touched, (version, *inst)) >= Reason::Use);
        let kind = match (changed(Version::Old), changed(Version::New)) {
            (true, false) => ChangeKind::Deleted,
            (false, true) => ChangeKind::Added,
            _ => ChangeKind::Changed,
        };
        let place = |version: Version| {
            let (id, body, lines) = (*version.of(&ids), *version.of(&body), version.of(&lines));
            let reason = |inst: InstId| reason(touched, (version, inst));
            place(id, body, lines, side(version), reason)
        };
        let place = Pair { old: place(Version::Old), new: place(Version::New) };
        drafts.push(Draft { kind, place, what: kind.name() });
    }
    drafts
}

fn reason(touched: &Touched, (version, inst): Node) -> Reason {
    version.of(&touched.reasons)[inst.index()]
}

/// Where a group of sites is: the lines of those that are touched for the strongest reason.
fn place(
    id: FuncId,
    body: &Body<'_>,
    lines: &Lines,
    insts: Vec<InstId>,
    reason: impl Fn(InstId) -> Reason,
) -> Option<Place> {
    let strongest = insts.iter().map(|inst| reason(*inst)).max()?;
    let strong = || insts.iter().filter(|inst| reason(**inst) == strongest);
    let mut lines_there: Vec<Line> = strong().filter_map(|inst| lines.own[inst.index()]).collect();
    if lines_there.is_empty() {
        lines_there = strong().filter_map(|inst| lines.nearby[inst.index()]).collect();
    }
    let mut by_file: BTreeMap<FileId, Vec<u32>> = BTreeMap::new();
    lines_there.into_iter().for_each(|(file, line)| by_file.entry(file).or_default().push(line));
    let (file, lines) = match by_file.into_iter().max_by_key(|(_, lines)| lines.len()) {
        Some((file, lines)) => (body.module.files[file].clone(), lines),
        None => (String::new(), Vec::new()),
    };
    Some(Place {
        file,
        line: lines.iter().min().copied().unwrap_or(0),
        last_line: lines.iter().max().copied().unwrap_or(0),
        function: body.function.display.clone(),
        sites: insts.into_iter().map(|inst| Site { function: id, inst }).collect(),
    })
}

/// The outermost line of a position, if it has one.
fn line(module: &Module, position: PackedOption<PosId>) -> Option<Line> {
    let mut position = &module.positions[position.expand()?];
    // Inlining chains of verified modules end; a bound costs nothing.
    for _ in 0..module.positions.len() {
        let Some(outer) = position.inlined_at.expand() else { break };
        position = &module.positions[outer];
    }
    (position.line != 0).then_some((position.file, position.line))
}

/// The lines of a function's instructions.
struct Lines {
    own: Vec<Option<Line>>,
    /// Where an instruction has none: that of the one before it in its block that has one, or of the function.
    nearby: Vec<Option<Line>>,
}

impl Lines {
    fn new(body: &Body<'_>) -> Lines {
        let own: Vec<Option<Line>> =
            body.function.insts.values().map(|inst| line(body.module, inst.position)).collect();
        let of_function = line(body.module, body.function.position);
        let mut nearby = own.clone();
        for block in body.function.blocks.values() {
            let mut last = of_function;
            for inst in &block.insts {
                last = own[inst.index()].or(last);
                nearby[inst.index()] = last;
            }
        }
        Lines { own, nearby }
    }
}

/// Disjoint sets of the touched instructions of both functions.
struct Groups<'a, 'm> {
    body: Pair<&'a Body<'m>>,
    touched: &'a Touched,
    lines: &'a Pair<Lines>,
    parent: Vec<u32>,
}

impl<'a, 'm> Groups<'a, 'm> {
    fn new(body: Pair<&'a Body<'m>>, touched: &'a Touched, lines: &'a Pair<Lines>) -> Self {
        let count = body.old.function.insts.len() + body.new.function.insts.len();
        Groups { body, touched, lines, parent: (0..count as u32).collect() }
    }

    fn index(&self, (version, inst): Node) -> u32 {
        match version {
            Version::Old => inst.as_u32(),
            Version::New => self.body.old.function.insts.len() as u32 + inst.as_u32(),
        }
    }

    fn root(&mut self, index: u32) -> u32 {
        let mut index = index;
        while self.parent[index as usize] != index {
            let above = self.parent[self.parent[index as usize] as usize];
            self.parent[index as usize] = above;
            index = above;
        }
        index
    }

    /// Only what is touched for a reason inside the function is in a group.
    fn is_member(&self, node: Node) -> bool {
        reason(self.touched, node) > Reason::Global
    }

    fn join(&mut self, one: Node, other: Node) {
        if self.is_member(one) && self.is_member(other) {
            let (one, other) = (self.index(one), self.index(other));
            let (one, other) = (self.root(one), self.root(other));
            self.parent[one.max(other) as usize] = one.min(other);
        }
    }

    /// Joins what is on one line, and changed lines that follow one another.
    fn join_lines(&mut self, version: Version) {
        let (body, lines) = (*version.of(&self.body), version.of(self.lines));
        let users = self.changed_users(version);
        // What has no line at all is taken together.
        let mut on_line: BTreeMap<Option<Line>, (Node, Reason)> = BTreeMap::new();
        for inst in body.function.insts.keys() {
            let node = (version, inst);
            let why = reason(self.touched, node);
            if why < Reason::Use {
                continue;
            }
            // The slot of a variable has no line and belongs to the statement that uses it.
            let user = body.function.insts[inst].result.expand().and_then(|value| users.get(&value));
            if let (None, Some(user)) = (lines.own[inst.index()], user) {
                self.join(node, *user);
                continue;
            }
            if let Some((first, strongest)) = on_line.get_mut(&lines.nearby[inst.index()]) {
                *strongest = why.max(*strongest);
                let first = *first;
                self.join(first, node);
            } else {
                on_line.insert(lines.nearby[inst.index()], (node, why));
            }
        }
        let lines: Vec<(Line, (Node, Reason))> =
            on_line.into_iter().filter_map(|(line, first)| Some((line?, first))).collect();
        for window in lines.windows(2) {
            let [((file, line), (node, why)), ((next_file, next_line), (next_node, next_why))] = window else {
                continue;
            };
            let adjacent = file == next_file && line + 1 == *next_line;
            if adjacent && *why == Reason::Own && *next_why == Reason::Own {
                self.join(*node, *next_node);
            }
        }
    }

    /// Joins what is on one line and touched by nothing but another order: slots of variables, mostly.
    fn join_moved(&mut self) {
        let reasons = |nodes: &[Node]| nodes.iter().map(|node| reason(self.touched, *node)).max();
        let sets = self.sets();
        let moved = sets.into_values().filter(|nodes| reasons(nodes) == Some(Reason::Place));
        let mut on_line: BTreeMap<(Version, Option<Line>), Node> = BTreeMap::new();
        for node in moved.flatten().collect::<Vec<Node>>() {
            let line = node.0.of(self.lines).nearby[node.1.index()];
            let first = *on_line.entry((node.0, line)).or_insert(node);
            self.join(first, node);
        }
    }

    /// By value: the first changed instruction that uses it.
    fn changed_users(&self, version: Version) -> HashMap<ValueId, Node> {
        let body = version.of(&self.body);
        let mut users = HashMap::new();
        for inst in body.function.insts.keys().filter(|inst| reason(self.touched, (version, *inst)) == Reason::Own) {
            for operand in body.shapes.operands(inst) {
                if let Operand::Value(value) = operand {
                    users.entry(*value).or_insert((version, inst));
                }
            }
        }
        users
    }

    fn sets(&mut self) -> BTreeMap<u32, Vec<Node>> {
        let mut sets: BTreeMap<u32, Vec<Node>> = BTreeMap::new();
        for version in Version::BOTH {
            for inst in version.of(&self.body).function.insts.keys() {
                let node = (version, inst);
                if self.is_member(node) {
                    let index = self.index(node);
                    sets.entry(self.root(index)).or_default().push(node);
                }
            }
        }
        sets
    }
}

/// Numbers the drafts in the order of their places, and tells each site its change.
pub fn finish(mut drafts: Vec<Draft>, roots: &Pair<String>, map: &mut ChangeMap) {
    let shown = |draft: &Draft| {
        let first = if draft.kind == ChangeKind::Deleted { Version::Old } else { Version::New };
        let place = |version: Version| version_place(draft, version).map(|place| (version, place));
        let (version, place) = place(first).or_else(|| place(first.other()))?;
        let root: &String = version.of(roots);
        let file = relative(root, &place.file).to_owned();
        Some((file, place.line, place.function.clone(), place.sites.first().copied()))
    };
    drafts.sort_by_cached_key(shown);
    for draft in drafts {
        let id = map.changes.len() as u32;
        let Some((file, line, function, _)) = shown(&draft) else { continue };
        let at = if file.is_empty() { String::new() } else { format!("{file}:{line} in ") };
        let summary = format!("{at}{function}: {}", draft.what);
        for version in Version::BOTH {
            for site in version_place(&draft, version).iter().flat_map(|place| &place.sites) {
                version.of_mut(&mut map.sides).change[site.function.index()][site.inst.index()] = id;
            }
        }
        let (kind, what) = (draft.kind, draft.what.to_owned());
        map.changes.push(Change { id, kind, old: draft.place.old, new: draft.place.new, what, summary });
    }
}

fn version_place(draft: &Draft, version: Version) -> Option<&Place> {
    version.of(&draft.place).as_ref()
}

/// A change at the first instruction of some functions.
pub fn at_entries(module: Pair<&Module>, sites: Pair<Vec<Site>>, what: &'static str) -> Draft {
    let place = |module: &Module, sites: Vec<Site>| {
        let function: &Function = &module.functions[sites.first()?.function];
        let line = line(module, function.position);
        Some(Place {
            file: line.map_or(String::new(), |(file, _)| module.files[file].clone()),
            line: line.map_or(0, |(_, line)| line),
            last_line: line.map_or(0, |(_, line)| line),
            function: function.display.clone(),
            sites,
        })
    };
    let place = Pair { old: place(module.old, sites.old), new: place(module.new, sites.new) };
    Draft { kind: ChangeKind::Changed, place, what }
}
