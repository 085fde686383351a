//! What the program wrote to standard output and standard error, in the order of writing.

use crate::visible::Text;
use rift_expr::TermId;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// A run of bytes of one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub stream: Stream,
    pub bytes: Vec<u8>,
}

/// A piece, and the terms of its symbolic bytes.
#[derive(Clone)]
struct Part {
    piece: Piece,
    /// Of width 8, by place in the piece, ascending.
    terms: Vec<(usize, TermId)>,
}

impl Part {
    fn of(stream: Stream) -> Arc<Part> {
        Arc::new(Part { piece: Piece { stream, bytes: vec![] }, terms: vec![] })
    }
}

/// Clones share all parts: the last one is copied when it is appended to while it is shared and still small.
#[derive(Clone)]
pub(crate) struct Output {
    sealed: Arc<Vec<Arc<Part>>>,
    open: Arc<Part>,
    /// Bytes ever written, drained ones included.
    total: u64,
    /// The end of what was drained of standard error: it tells what a panic was about.
    drained_errors: Arc<Vec<u8>>,
}

const SEAL_AT: usize = 1 << 16;
/// A part of this size is not copied any more.
const SEAL_SHARED_AT: usize = 1 << 12;
const ERRORS_KEPT: usize = 1 << 16;

impl Output {
    pub fn new() -> Output {
        Output { sealed: Arc::default(), open: Part::of(Stream::Stdout), total: 0, drained_errors: Arc::default() }
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    /// Appends bytes; those of `terms`, by place in them, are symbolic.
    pub fn append(&mut self, stream: Stream, bytes: &[u8], terms: &[(usize, TermId)]) {
        self.total += bytes.len() as u64;
        let length = self.open.piece.bytes.len();
        let is_shared = length >= SEAL_SHARED_AT && Arc::get_mut(&mut self.open).is_none();
        if stream != self.open.piece.stream || length >= SEAL_AT || is_shared {
            self.seal(stream);
        }
        let open = Arc::make_mut(&mut self.open);
        let start = open.piece.bytes.len();
        open.piece.bytes.extend_from_slice(bytes);
        let here = terms.iter().filter(|(at, _)| *at < bytes.len());
        open.terms.extend(here.map(|&(at, term)| (start + at, term)));
    }

    /// Begins a new part.
    fn seal(&mut self, stream: Stream) {
        let full = std::mem::replace(&mut self.open, Part::of(stream));
        if !full.piece.bytes.is_empty() {
            Arc::make_mut(&mut self.sealed).push(full);
        }
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.sealed.iter().chain(std::iter::once(&self.open)).map(|part| &**part)
    }

    /// The last that was written to standard error: at least 64 KiB of it, if there was so much.
    pub fn last_errors(&self) -> Vec<u8> {
        let mut errors = self.drained_errors.to_vec();
        errors.extend(self.of(Stream::Stderr));
        errors.drain(..errors.len().saturating_sub(ERRORS_KEPT));
        errors
    }

    pub fn take(&mut self) -> Vec<Piece> {
        if self.total == 0 {
            return vec![];
        }
        self.drained_errors = Arc::new(self.last_errors());
        self.seal(self.open.piece.stream);
        let parts = Arc::unwrap_or_clone(std::mem::take(&mut self.sealed));
        parts.into_iter().map(|part| Arc::unwrap_or_clone(part).piece).collect()
    }

    pub fn of(&self, stream: Stream) -> Vec<u8> {
        let pieces = self.parts().map(|part| &part.piece).filter(|piece| piece.stream == stream);
        pieces.flat_map(|piece| piece.bytes.iter().copied()).collect()
    }

    /// All of a stream, with its symbolic bytes.
    pub fn text(&self, stream: Stream) -> Text {
        let mut text = Text::default();
        for part in self.parts().filter(|part| part.piece.stream == stream) {
            let start = text.bytes.len();
            text.bytes.extend_from_slice(&part.piece.bytes);
            text.terms.extend(part.terms.iter().map(|(at, term)| (start + at, *term)));
        }
        text
    }

    /// Gives symbolic bytes the values that they have under another input.
    pub fn refresh(&mut self, value: &mut dyn FnMut(TermId) -> u64) {
        let mut refresh = |part: &mut Arc<Part>| {
            if !part.terms.is_empty() {
                let Part { piece, terms } = Arc::make_mut(part);
                terms.iter().for_each(|&(at, term)| piece.bytes[at] = value(term) as u8);
            }
        };
        if self.sealed.iter().any(|part| !part.terms.is_empty()) {
            Arc::make_mut(&mut self.sealed).iter_mut().for_each(&mut refresh);
        }
        refresh(&mut self.open);
    }
}
