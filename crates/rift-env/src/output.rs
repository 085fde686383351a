//! What the program wrote to standard output and standard error, in the order of writing.

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

/// Sealed pieces are shared between clones: a snapshot copies the open piece only.
#[derive(Clone)]
pub(crate) struct Output {
    sealed: Vec<Arc<Piece>>,
    open: Piece,
    /// Bytes ever written, drained ones included.
    total: u64,
    /// The end of standard error, drained or not: it tells what a panic was about.
    errors: Arc<Vec<u8>>,
}

const SEAL_AT: usize = 1 << 16;
const ERRORS_KEPT: usize = 1 << 16;

impl Output {
    pub fn new() -> Output {
        Output {
            sealed: vec![],
            open: Piece { stream: Stream::Stdout, bytes: vec![] },
            total: 0,
            errors: Arc::default(),
        }
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn append(&mut self, stream: Stream, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if stream != self.open.stream || self.open.bytes.len() >= SEAL_AT {
            self.seal();
            self.open.stream = stream;
        }
        self.open.bytes.extend_from_slice(bytes);
        if stream == Stream::Stderr {
            let errors = Arc::make_mut(&mut self.errors);
            errors.drain(..errors.len().saturating_sub(ERRORS_KEPT));
            errors.extend_from_slice(bytes);
        }
    }

    /// The last that was written to standard error: at least 64 KiB of it, if there was so much.
    pub fn last_errors(&self) -> &[u8] {
        &self.errors
    }

    fn seal(&mut self) {
        if !self.open.bytes.is_empty() {
            let next = Piece { stream: self.open.stream, bytes: vec![] };
            self.sealed.push(Arc::new(std::mem::replace(&mut self.open, next)));
        }
    }

    pub fn take(&mut self) -> Vec<Piece> {
        self.seal();
        self.sealed.drain(..).map(Arc::unwrap_or_clone).collect()
    }

    pub fn of(&self, stream: Stream) -> Vec<u8> {
        let open = std::iter::once(&self.open);
        let pieces = self.sealed.iter().map(|piece| &**piece).chain(open);
        pieces.filter(|piece| piece.stream == stream).flat_map(|piece| piece.bytes.iter().copied()).collect()
    }
}
