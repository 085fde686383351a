//! The symbolic side of a world: what in its files, outputs and ends depends on the input.
//!
//! Everything has a concrete value, kept where it is kept in a concrete run; what is here are the terms beside those
//! values. A file of symbolic size has a term for every byte up to its greatest size; on a path its size is known to lie
//! within bounds, which every decision about it narrows.

use crate::space::ObjectUse;
use crate::vfs::NodeId;
use rift_expr::{TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whose bytes: the standard input pipe's, or a file's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Contents {
    Stdin,
    Node(NodeId),
}

/// An offset that depends on the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SymbolicOffset {
    /// Of width 64.
    pub term: TermId,
    /// Not before the end of the file, as long as the file's size is symbolic.
    pub at_end: bool,
}

/// The size of a file, from `least` to `most` on this path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SizeTerm {
    /// Of width 32.
    pub term: TermId,
    pub least: u64,
    pub most: u64,
    /// The program's runtime is about to branch on whether the size is below this.
    pub asked: Option<u64>,
}

impl SizeTerm {
    pub fn is_below(&self, terms: &mut Terms, end: u64) -> TermId {
        let end = terms.constant(32, end);
        terms.compare(IntPredicate::Ult, self.term, end)
    }

    /// Of width 64.
    pub fn wide(&self, terms: &mut Terms) -> TermId {
        terms.zext(self.term, 64)
    }

    /// How much of the file is behind `start`, of width 64.
    pub fn behind(&self, terms: &mut Terms, start: u64) -> TermId {
        let from = terms.constant(32, start);
        let mut rest = terms.binary(BinaryOp::Sub, self.term, from);
        if start > self.least {
            let (ends, nothing) = (self.is_below(terms, start), terms.constant(32, 0));
            rest = terms.ite(ends, nothing, rest);
        }
        terms.zext(rest, 64)
    }

    /// The size is `size` now: what was asked about it is decided by that.
    fn settle(&mut self, size: u64) {
        if let Some(end) = self.asked.take() {
            self.narrow(end, size);
        }
    }

    /// It was decided whether the size, which is `size`, is below `end`.
    pub fn narrow(&mut self, end: u64, size: u64) {
        if size < end {
            self.most = self.most.min(end - 1);
        } else {
            self.least = self.least.max(end);
        }
    }

    pub fn is_decided(&self, end: u64) -> bool {
        end <= self.least || self.most < end
    }
}

/// The terms of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileTerms {
    pub size: Option<SizeTerm>,
    /// Of width 8, by offset.
    pub bytes: Arc<BTreeMap<u64, TermId>>,
}

impl FileTerms {
    /// A file of input bytes: `max` of them from `first` on, of which there are as many as the four bytes from `size`
    /// on say.
    pub fn of_input(terms: &mut Terms, first: u32, max: u32, size: u32) -> FileTerms {
        let bytes = (0..max).map(|at| (u64::from(at), terms.read(first + at, 1))).collect();
        let term = terms.read(size, 4);
        let size = SizeTerm { term, least: 0, most: u64::from(max), asked: None };
        FileTerms { size: Some(size), bytes: Arc::new(bytes) }
    }

    /// The file's bytes under another input.
    pub fn refresh(&self, bytes: &mut Vec<u8>, value: &mut dyn FnMut(TermId) -> u64) {
        if let Some(size) = self.size {
            bytes.resize(value(size.term).min(size.most) as usize, 0);
        }
        for (&at, &term) in self.bytes.range(..bytes.len() as u64) {
            bytes[at as usize] = value(term) as u8;
        }
    }
}

pub(crate) type Files = Arc<BTreeMap<Contents, FileTerms>>;

#[derive(Clone, Default)]
pub(crate) struct Symbols {
    files: Files,
    /// As the run began.
    initial: Files,
    /// The status that the process exited with.
    pub exit: Option<TermId>,
    /// In the order of their making.
    pub objects: Arc<Vec<ObjectUse>>,
}

impl Symbols {
    pub fn new(files: BTreeMap<Contents, FileTerms>, objects: Vec<ObjectUse>) -> Symbols {
        let files = Arc::new(files);
        Symbols { initial: Arc::clone(&files), files, exit: None, objects: Arc::new(objects) }
    }

    pub fn file(&self, contents: Contents) -> Option<&FileTerms> {
        self.files.get(&contents)
    }

    /// The size of a file that is `size` bytes long now, if it is symbolic.
    pub fn size(&mut self, contents: Contents, size: u64) -> Option<SizeTerm> {
        let mut found = self.files.get(&contents)?.size?;
        if found.asked.is_some() {
            found.settle(size);
            self.set_size(contents, found);
        }
        // Bounds that meet leave nothing symbolic.
        self.files.get(&contents)?.size
    }

    pub fn set_size(&mut self, contents: Contents, size: SizeTerm) {
        if let Some(file) = Arc::make_mut(&mut self.files).get_mut(&contents) {
            file.size = Some(size);
            if size.least == size.most {
                self.fix_size(contents, size.least);
            }
        }
    }

    /// The size does not depend on the input any more.
    pub fn fix_size(&mut self, contents: Contents, size: u64) {
        if let Some(file) = Arc::make_mut(&mut self.files).get_mut(&contents) {
            file.size = None;
        }
        self.cut(contents, size);
    }

    /// Nothing behind `size` is left.
    pub fn cut(&mut self, contents: Contents, size: u64) {
        let cuts = |file: &FileTerms| file.bytes.range(size..).next().is_some();
        if self.file(contents).is_some_and(cuts)
            && let Some(file) = Arc::make_mut(&mut self.files).get_mut(&contents)
        {
            Arc::make_mut(&mut file.bytes).split_off(&size);
        }
    }

    /// The file is empty, or its bytes are all concrete.
    pub fn forget(&mut self, contents: Contents) {
        if self.files.contains_key(&contents) {
            Arc::make_mut(&mut self.files).remove(&contents);
        }
    }

    /// `len` bytes were written at `start`; those of `terms`, by place, are symbolic.
    pub fn write(&mut self, contents: Contents, start: u64, len: u64, terms: &[(usize, TermId)]) {
        if terms.is_empty() && !self.files.contains_key(&contents) {
            return;
        }
        let file = Arc::make_mut(&mut self.files).entry(contents).or_default();
        let bytes = Arc::make_mut(&mut file.bytes);
        let gone: Vec<u64> = bytes.range(start..start + len).map(|(&at, _)| at).collect();
        for at in gone {
            bytes.remove(&at);
        }
        bytes.extend(terms.iter().map(|&(at, term)| (start + at as u64, term)));
    }

    pub fn files(&self) -> Files {
        Arc::clone(&self.files)
    }

    pub fn initial_files(&self) -> Files {
        Arc::clone(&self.initial)
    }
}
