//! Changes as a diff of the sources shows them.
//!
//! The alignment knows instructions, people know lines: a line that lost an operand has instructions that were deleted,
//! and was edited. Where the files of both versions can be read, the hunks of their diff say what a change is called and
//! which lines are shown of it, and what lies in one small hunk of a function is one change. Where they cannot, or where
//! a hunk is so large that it says nothing, the alignment's word stands.

use super::run::DiffRun;
use super::sources::{Hunk, Sources, counterpart};
use rift_align::{Change, ChangeKind, Place};
use rift_ir::{Function, Inst, Module, PackedOption, Pair, PosId, Version};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// A hunk of more lines in one version is a rewrite.
const LONGEST_HUNK: u32 = 12;
/// Where the runtime of programs under test is, and Rust's standard library.
const LINKED: [&str; 3] = ["runtime/", "/rustc/", "/rust/deps/"];
/// Said of lines that are the same in both versions.
const INDIRECTLY: &str = "changed by a macro, type or declaration that it uses";

/// Changes that are one to people.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    /// As the alignment numbers them.
    pub changes: Vec<u32>,
    pub kind: ChangeKind,
    /// What happened, in words: the kind unless there is more to say.
    pub what: String,
    /// `None` where the version has nothing of it.
    pub spans: Pair<Option<Span>>,
    /// The hunks that it lies in, if they are small.
    hunks: Vec<Range<u32>>,
}

/// Lines of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub file: String,
    pub function: String,
    /// 0 if it is not known.
    pub first: u32,
    pub last: u32,
    /// Whether these lines are the change, and not only where it would have been.
    pub has_lines: bool,
}

/// The changes that are the user's. What is linked into every program is the same in both versions: more or less of it
/// is there because of other changes.
pub(super) fn own_changes<'r>(run: &'r DiffRun<'_>) -> Vec<&'r Change> {
    let is_own = |change: &&Change| {
        let place = change.new.as_ref().or(change.old.as_ref());
        place.is_none_or(|place| !LINKED.iter().any(|prefix| place.file.starts_with(prefix)))
    };
    let own: Vec<&Change> = run.map.changes.iter().filter(is_own).collect();
    if own.is_empty() { run.map.changes.iter().collect() } else { own }
}

/// In the order of the alignment.
pub(super) fn edits(run: &DiffRun<'_>, sources: &mut Sources) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut known: BTreeMap<(String, String, u32), usize> = BTreeMap::new();
    let mut outside = HashMap::new();
    for change in own_changes(run) {
        let edit = edit(run, change, sources, &mut outside);
        let key = |hunk: &Range<u32>| {
            let span = edit.spans.old.as_ref()?;
            Some((span.file.clone(), span.function.clone(), hunk.start))
        };
        let keys: Vec<_> = edit.hunks.iter().filter_map(key).collect();
        let place = keys.iter().find_map(|key| known.get(key)).copied();
        let place = place.unwrap_or(edits.len());
        known.extend(keys.into_iter().map(|key| (key, place)));
        match edits.get_mut(place) {
            Some(other) => other.join(edit),
            None => edits.push(edit),
        }
    }
    edits
}

impl Edit {
    fn of(change: &Change) -> Edit {
        let span = |version: Version| {
            let place = change.place(version)?;
            let other = match version {
                Version::Old => ChangeKind::Added,
                Version::New => ChangeKind::Deleted,
            };
            Some(Span {
                file: place.file.clone(),
                function: place.function.clone(),
                first: place.line,
                last: place.last_line.max(place.line),
                has_lines: place.line != 0 && change.kind != other,
            })
        };
        Edit {
            changes: vec![change.id],
            kind: change.kind,
            what: change.what.clone(),
            spans: Pair { old: span(Version::Old), new: span(Version::New) },
            hunks: vec![],
        }
    }

    fn join(&mut self, other: Edit) {
        self.changes.extend(other.changes);
        let is_same = self.kind == other.kind && self.what == other.what;
        for (own, other) in [(&mut self.spans.old, other.spans.old), (&mut self.spans.new, other.spans.new)] {
            match (own, other) {
                (Some(own), Some(other)) if own.has_lines && other.has_lines => {
                    (own.first, own.last) = (own.first.min(other.first), own.last.max(other.last));
                }
                (own, Some(other)) if own.as_ref().is_none_or(|own| !own.has_lines) => *own = Some(other),
                _ => {}
            }
        }
        if !is_same {
            self.kind = ChangeKind::Changed;
            self.what = self.kind.name().to_owned();
        }
    }
}

/// `outside` remembers what [`between_functions`] said of two files.
fn edit(
    run: &DiffRun<'_>,
    change: &Change,
    sources: &mut Sources,
    outside: &mut HashMap<Pair<String>, Option<Hunk>>,
) -> Edit {
    let plain = Edit::of(change);
    let Some(files) = files(run, change) else { return plain };
    let Some(hunks) = sources.hunks(&files) else { return plain };
    let touches = |hunk: &&Hunk| {
        Version::BOTH.iter().any(|version| {
            let span = version.of(&plain.spans).as_ref().filter(|span| span.has_lines);
            span.is_some_and(|span| hunk.touches(*version, &(span.first..span.last + 1)))
        })
    };
    if hunks.iter().filter(touches).any(|hunk| holds_function(run, change, hunk)) {
        return plain;
    }
    let touched: Vec<Hunk> = hunks.iter().filter(touches).map(|hunk| clipped(run, change, hunk)).collect();
    if !touched.is_empty() {
        return in_hunks(plain, &files, &touched.iter().collect::<Vec<_>>());
    }
    if let Some(hunk) = nearest(run, change, hunks) {
        return in_hunks(plain, &files, &[hunk]);
    }
    let hunks = hunks.to_vec();
    match outside.entry(files.clone()).or_insert_with(|| between_functions(run, &files, sources)) {
        Some(hunk) => {
            let mut edit = in_hunks(plain, &files, &[&*hunk]);
            let in_no_function = |span: &mut Span| span.function.clear();
            edit.spans.old.iter_mut().chain(&mut edit.spans.new).for_each(in_no_function);
            edit
        }
        None => unchanged(plain, &files, &hunks),
    }
}

/// The hunk that makes other code of lines in functions that have none, if only one can: that of a macro, a type or a
/// declaration. Those of comments do not count.
fn between_functions(run: &DiffRun<'_>, files: &Pair<String>, sources: &mut Sources) -> Option<Hunk> {
    let hunks = sources.hunks(files)?.to_vec();
    let functions = Version::BOTH.map(|version| {
        let (module, file): (&Module, &String) = (version.of::<&Module>(&run.modules), version.of(files));
        let lines = module.functions.values().filter_map(|function| lines_of(module, function));
        let lines: Vec<Range<u32>> = lines.filter(|(known, _)| *known == file).map(|(_, lines)| lines).collect();
        (version, lines)
    });
    let is_code = |hunk: &Hunk, sources: &mut Sources| {
        Version::BOTH.into_iter().any(|version| {
            let lines: &Range<u32> = version.of(&hunk.lines);
            let text =
                (!lines.is_empty()).then(|| sources.lines(version.of::<String>(files), lines.start, lines.end - 1));
            let is_comment =
                |line: &str| line.is_empty() || ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark));
            text.flatten().is_some_and(|text| !text.lines().map(str::trim).all(is_comment))
        })
    };
    let is_outside =
        |hunk: &Hunk| !functions.iter().any(|(version, lines)| lines.iter().any(|lines| hunk.touches(*version, lines)));
    let mut outside = hunks.into_iter().filter(|hunk| is_outside(hunk) && is_code(hunk, sources));
    outside.next().filter(|_| outside.next().is_none())
}

/// Whether a hunk has the head of the change's function in one version, and nothing in the other: a function that was
/// moved is added in one place and deleted in another, and only the alignment knows what became of it.
fn holds_function(run: &DiffRun<'_>, change: &Change, hunk: &Hunk) -> bool {
    Version::BOTH.into_iter().any(|version| {
        let lines = change.place(version).and_then(|place| function_lines(version.of::<&Module>(&run.modules), place));
        let (own, other): (&Range<u32>, &Range<u32>) = (version.of(&hunk.lines), version.other().of(&hunk.lines));
        other.is_empty() && lines.is_some_and(|lines| own.contains(&lines.start))
    })
}

/// The part of a hunk that lies in the change's function or variable: one hunk may go through several.
fn clipped(run: &DiffRun<'_>, change: &Change, hunk: &Hunk) -> Hunk {
    let mut clipped = hunk.clone();
    for version in Version::BOTH {
        let Some(place) = change.place(version) else { continue };
        let Some(lines) = own_lines(version.of::<&Module>(&run.modules), place) else { continue };
        let part: &mut Range<u32> = version.of_mut(&mut clipped.lines);
        let inside = part.start.max(lines.start)..part.end.min(lines.end);
        if !inside.is_empty() {
            *part = inside;
        }
    }
    clipped
}

/// The hunk next to a change that lies in none: of the same function, since an edit of one line (a declaration, a label,
/// a brace) changes the code of others, or of the same variable, which is known by the first line of its table.
fn nearest<'h>(run: &DiffRun<'_>, change: &Change, hunks: &'h [Hunk]) -> Option<&'h Hunk> {
    let by_version = Version::BOTH.into_iter().filter_map(|version| {
        let place = change.place(version)?;
        let lines = own_lines(version.of::<&Module>(&run.modules), place)?;
        let distance = |hunk: &Hunk| {
            let own: &Range<u32> = version.of(&hunk.lines);
            place.line.saturating_sub(own.end).max(own.start.saturating_sub(place.last_line.max(place.line)))
        };
        hunks
            .iter()
            .filter(|hunk| hunk.touches(version, &lines))
            .map(|hunk| (distance(hunk), hunk))
            .min_by_key(|(d, _)| *d)
    });
    by_version.min_by_key(|(distance, _)| *distance).map(|(_, hunk)| hunk)
}

/// The lines of what the change is in.
fn own_lines(module: &Module, place: &Place) -> Option<Range<u32>> {
    function_lines(module, place).or_else(|| variable_lines(module, place))
}

/// From the line that declares a variable to whatever is declared next in its file: nothing tells where its initial
/// value ends. `None` of what is no variable.
fn variable_lines(module: &Module, place: &Place) -> Option<Range<u32>> {
    let at = |position: PackedOption<PosId>| {
        let position = &module.positions[position.expand()?];
        Some((&module.files[position.file], position.line))
    };
    module.globals.values().find(|global| {
        global.name == place.function && at(global.position).is_some_and(|at| at == (&place.file, place.line))
    })?;
    let heads = module.functions.values().map(|function| function.position);
    let starts = heads.chain(module.globals.values().map(|global| global.position)).filter_map(at);
    let after = starts.filter(|(file, line)| **file == place.file && *line > place.line);
    Some(place.line..after.map(|(_, line)| line).min().unwrap_or(u32::MAX))
}

/// From the head of the function to the last line that has code. `None` of what is no function.
fn function_lines(module: &Module, place: &Place) -> Option<Range<u32>> {
    let function = &module.functions[place.sites.first()?.function];
    lines_of(module, function).filter(|_| function.display == place.function).map(|(_, lines)| lines)
}

fn lines_of<'m>(module: &'m Module, function: &Function) -> Option<(&'m String, Range<u32>)> {
    let head = &module.positions[function.position.expand()?];
    let in_file = |inst: &Inst| {
        let position = &module.positions[inst.position.expand()?];
        (position.file == head.file && position.inlined_at.is_none()).then_some(position.line)
    };
    let last = function.insts.values().filter_map(in_file).max().unwrap_or(head.line);
    Some((&module.files[head.file], head.line..last.max(head.line) + 1))
}

/// Lines that no hunk touches are the same in both versions: it is something else that makes other code of them.
fn unchanged(mut edit: Edit, files: &Pair<String>, hunks: &[Hunk]) -> Edit {
    let first = Version::BOTH.into_iter().rev().find(|version| {
        let span = version.of(&edit.spans).as_ref();
        span.is_some_and(|span| span.has_lines)
    });
    let Some((version, span)) = first.and_then(|version| Some((version, version.of(&edit.spans).clone()?))) else {
        return edit;
    };
    let other = |line: u32| counterpart(hunks, version, line);
    let there = Span {
        file: version.other().of::<String>(files).clone(),
        first: other(span.first),
        last: other(span.last),
        ..span
    };
    *version.other().of_mut(&mut edit.spans) = Some(there);
    if edit.kind.name() == edit.what {
        edit.what = INDIRECTLY.to_owned();
    }
    edit.kind = ChangeKind::Changed;
    edit
}

fn in_hunks(mut edit: Edit, files: &Pair<String>, touched: &[&Hunk]) -> Edit {
    let (Some(first), Some(last)) = (touched.first(), touched.last()) else { return edit };
    let side = |version: Version| {
        let (first, last): (&Range<u32>, &Range<u32>) = (version.of(&first.lines), version.of(&last.lines));
        first.start..last.end
    };
    let sides = Pair { old: side(Version::Old), new: side(Version::New) };
    let is_small = |range: &Range<u32>| range.end - range.start <= LONGEST_HUNK;
    if !(is_small(&sides.old) && is_small(&sides.new)) {
        return edit;
    }
    let function = edit.spans.new.as_ref().or(edit.spans.old.as_ref()).map(|span| span.function.clone());
    let span = |version: Version| {
        let (lines, file): (&Range<u32>, &String) = (version.of(&sides), version.of(files));
        Span {
            file: file.clone(),
            function: function.clone().unwrap_or_default(),
            first: lines.start,
            last: lines.end.saturating_sub(1).max(lines.start),
            has_lines: !lines.is_empty(),
        }
    };
    let kind = match (sides.old.is_empty(), sides.new.is_empty()) {
        (true, false) => ChangeKind::Added,
        (false, true) => ChangeKind::Deleted,
        _ => ChangeKind::Changed,
    };
    if edit.kind.name() == edit.what {
        edit.what = kind.name().to_owned();
    }
    edit.kind = kind;
    edit.spans = Pair { old: Some(span(Version::Old)), new: Some(span(Version::New)) };
    edit.hunks = touched.iter().map(|hunk| hunk.lines.new.clone()).collect();
    edit
}

/// The file of the change in both versions. Where one has no place of it, that of its function there.
fn files(run: &DiffRun<'_>, change: &Change) -> Option<Pair<String>> {
    let file = |version: Version| match change.place(version) {
        Some(place) => Some(place.file.clone()),
        None => counterpart_file(run, version, change.place(version.other())?),
    };
    let files = Pair { old: file(Version::Old)?, new: file(Version::New)? };
    (!files.old.is_empty() && !files.new.is_empty()).then_some(files)
}

fn counterpart_file(run: &DiffRun<'_>, version: Version, place: &Place) -> Option<String> {
    let module = *version.of(&run.modules);
    let function = module.functions.values().find(|function| function.display == place.function)?;
    let own_sites = || function.insts.values().filter_map(|inst| inst.position.expand());
    let position = function.position.expand().or_else(|| own_sites().next())?;
    Some(module.files[module.positions[position].file].clone()).filter(|file| !file.is_empty())
}
