//! What can be seen of a finished run for every input on its path, and where two runs differ in that.
//!
//! Errs towards "no difference" in two places: the source positions in what a Rust panic says are left out (a comment
//! above moves them), and files whose sizes depend on the input are compared up to the sizes that this run has.

use crate::output::Stream;
use crate::symbols::{Contents, FileTerms};
use crate::vfs::{Kind, NodeId};
use crate::world::World;
use rift_expr::{TermId, Terms};
use rift_ir::IntPredicate;
use rift_vm::{Limit, Stop};
use std::collections::BTreeMap;

/// All that can be seen of a finished run; where it depends on the input, as terms.
#[derive(Debug, Clone)]
pub struct Visible {
    end: Stop,
    /// Of an exit.
    status: Option<TermId>,
    stdout: Text,
    stderr: Text,
    /// What is new or was written to, by absolute path.
    files: BTreeMap<Vec<u8>, Entry>,
}

/// Bytes and the terms of those that depend on the input, by place, ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub bytes: Vec<u8>,
    pub terms: Vec<(usize, TermId)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    File { text: Text, size: Option<TermId> },
    Link(Vec<u8>),
    Directory,
    Removed,
}

/// Where the inputs on the paths of two runs lead to something else to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    Nowhere,
    Everywhere,
    /// Where this holds, a term of width 1.
    Where(TermId),
}

impl Visible {
    pub(crate) fn new(world: &World, end: Stop) -> Visible {
        Visible {
            status: if let Stop::Exit(_) = end { world.symbols.exit } else { None },
            stdout: world.output.text(Stream::Stdout),
            stderr: without_positions(world.output.text(Stream::Stderr)),
            files: files(world),
            end,
        }
    }

    pub fn end(&self) -> &Stop {
        &self.end
    }

    /// Whether the end is one that a native run can have, too.
    pub fn is_comparable(&self) -> bool {
        !matches!(self.end, Stop::Unsupported(_) | Stop::Outside) && !self.is_cut_short()
    }

    /// Given up for a reason that a native run does not have.
    fn is_cut_short(&self) -> bool {
        matches!(self.end, Stop::Limit(limit) if limit != Limit::Steps)
    }

    /// Both must be comparable, and of runs on one input.
    pub fn difference(&self, other: &Visible, terms: &mut Terms) -> Difference {
        let mut found = Found { terms, goal: None };
        let same = found.ends(self, other)
            && found.texts(&self.stdout, &other.stdout)
            && found.texts(&self.stderr, &other.stderr)
            && found.files(&self.files, &other.files);
        match (same, found.goal) {
            (false, _) => Difference::Everywhere,
            (true, None) => Difference::Nowhere,
            (true, Some(goal)) => match found.terms.as_const(goal) {
                Some(0) => Difference::Nowhere,
                Some(_) => Difference::Everywhere,
                None => Difference::Where(goal),
            },
        }
    }
}

/// Collects conditions under which something differs; each method is false if it always does.
struct Found<'t> {
    terms: &'t mut Terms,
    goal: Option<TermId>,
}

impl Found<'_> {
    fn add(&mut self, condition: TermId) {
        self.goal = Some(match self.goal {
            Some(goal) => self.terms.or(goal, condition),
            None => condition,
        });
    }

    fn values(&mut self, one: TermId, other: TermId) {
        if one != other {
            let differ = self.terms.compare(IntPredicate::Ne, one, other);
            self.add(differ);
        }
    }

    fn ends(&mut self, one: &Visible, other: &Visible) -> bool {
        match (&one.end, &other.end) {
            (Stop::Exit(a), Stop::Exit(b)) => {
                if one.status.is_none() && other.status.is_none() {
                    return a == b;
                }
                let a = self.status(one.status, *a);
                let b = self.status(other.status, *b);
                self.values(a, b);
                true
            }
            // What it says is on standard error.
            (Stop::Panic { .. }, Stop::Panic { .. }) => true,
            (Stop::Fault(a), Stop::Fault(b)) => a.name() == b.name(),
            (a, b) => a == b,
        }
    }

    /// The eight bits that a parent process sees.
    fn status(&mut self, term: Option<TermId>, value: i32) -> TermId {
        match term {
            Some(term) if self.terms.width(term) > 8 => self.terms.extract(term, 0, 8),
            Some(term) => self.terms.zext(term, 8),
            None => self.terms.constant(8, (value & 0xFF) as u64),
        }
    }

    fn texts(&mut self, one: &Text, other: &Text) -> bool {
        if one == other {
            return true;
        }
        one.bytes.len() == other.bytes.len() && self.common(one, other)
    }

    /// Up to the end of the shorter one.
    fn common(&mut self, one: &Text, other: &Text) -> bool {
        let (mut left, mut right) = (one.terms.iter().peekable(), other.terms.iter().peekable());
        for (at, (a, b)) in one.bytes.iter().zip(&other.bytes).enumerate() {
            let a_term = left.next_if(|(place, _)| *place == at).map(|(_, term)| *term);
            let b_term = right.next_if(|(place, _)| *place == at).map(|(_, term)| *term);
            if a_term.is_none() && b_term.is_none() {
                if a != b {
                    return false;
                }
                continue;
            }
            let a = a_term.unwrap_or_else(|| self.terms.constant(8, u64::from(*a)));
            let b = b_term.unwrap_or_else(|| self.terms.constant(8, u64::from(*b)));
            self.values(a, b);
        }
        true
    }

    fn files(&mut self, one: &BTreeMap<Vec<u8>, Entry>, other: &BTreeMap<Vec<u8>, Entry>) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|((a, one), (b, other))| a == b && self.entry(one, other))
    }

    fn entry(&mut self, one: &Entry, other: &Entry) -> bool {
        match (one, other) {
            (Entry::File { text: a, size: None }, Entry::File { text: b, size: None }) => self.texts(a, b),
            (Entry::File { text: a, size: Some(m) }, Entry::File { text: b, size: Some(n) }) => {
                self.values(*m, *n);
                self.common(a, b)
            }
            (a, b) => a == b,
        }
    }
}

/// What is in the file system now, apart from what was there and is as it was.
fn files(world: &World) -> BTreeMap<Vec<u8>, Entry> {
    let (before, after) = (world.initial.list(), world.vfs.list());
    let mut found = BTreeMap::new();
    for (path, (id, node)) in &after {
        let old = before.get(path).map(|(_, node)| &node.kind);
        let terms = world.symbols.file(Contents::Node(*id));
        let entry = match (&node.kind, old) {
            (Kind::File(new), Some(Kind::File(old))) if is_as_it_was(world, *id, new, old) => continue,
            (Kind::Symlink(new), Some(Kind::Symlink(old))) if new == old => continue,
            (Kind::Directory { .. }, Some(Kind::Directory { .. })) | (Kind::Device(_), _) => continue,
            (Kind::File(bytes), _) => file(bytes, terms),
            (Kind::Symlink(target), _) => Entry::Link(target.clone()),
            (Kind::Directory { .. }, _) => Entry::Directory,
        };
        found.insert(path.clone(), entry);
    }
    let removed = before.keys().filter(|path| !after.contains_key(*path));
    found.extend(removed.map(|path| (path.clone(), Entry::Removed)));
    found
}

/// Whether a file is what the run began with, for every input on its path. (What it began with is kept as it was for the
/// first input of the search, so that the bytes themselves say nothing about a symbolic file.)
fn is_as_it_was(world: &World, id: NodeId, new: &[u8], old: &[u8]) -> bool {
    let contents = Contents::Node(id);
    match (world.symbols.file(contents), world.symbols.initial_files().get(&contents)) {
        (None, None) => new == old,
        (Some(now), Some(then)) => {
            now.size.map(|size| size.term) == then.size.map(|size| size.term) && now.bytes == then.bytes
        }
        // Its size was settled, or all of it was written.
        (None, Some(then)) => then.bytes.is_empty() && new == old,
        (Some(_), None) => false,
    }
}

fn file(bytes: &[u8], terms: Option<&FileTerms>) -> Entry {
    let symbolic = terms.iter().flat_map(|file| file.bytes.range(..bytes.len() as u64));
    let terms_of_bytes = symbolic.map(|(at, term)| (*at as usize, *term)).collect();
    let text = Text { bytes: bytes.to_vec(), terms: terms_of_bytes };
    Entry::File { text, size: terms.and_then(|file| file.size).map(|size| size.term) }
}

/// Leaves out the place of `panicked at FILE:LINE:COLUMN`.
fn without_positions(text: Text) -> Text {
    const MARK: &[u8] = b"panicked at ";
    if text.bytes.len() < MARK.len() || !text.bytes.windows(MARK.len()).any(|window| window == MARK) {
        return text;
    }
    let mut dropped = Vec::new();
    for at in 0..text.bytes.len() {
        if text.bytes[at..].starts_with(MARK) {
            let line = text.bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(text.bytes.len() - at);
            let digits = |byte: &u8| byte.is_ascii_digit() || *byte == b':';
            let end = at + line;
            let count = text.bytes[at..end].iter().rev().take_while(|byte| digits(byte)).count();
            // Of the newer form, in which the message is in the next line: there is only the file in between.
            let has_file = count > 0 && text.bytes[..end - count].ends_with(b".rs");
            dropped.push(if has_file { at + MARK.len() } else { end - count }..end);
        }
    }
    let is_kept = |at: usize| !dropped.iter().any(|range| range.contains(&at));
    let kept_before = |at: usize| (0..at).filter(|place| is_kept(*place)).count();
    let terms = text.terms.iter().filter(|(at, _)| is_kept(*at)).map(|(at, term)| (kept_before(*at), *term)).collect();
    let bytes = (0..text.bytes.len()).filter(|at| is_kept(*at)).map(|at| text.bytes[at]).collect();
    Text { bytes, terms }
}
