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
}

const SEAL_AT: usize = 1 << 16;

impl Output {
    pub fn new() -> Output {
        Output { sealed: vec![], open: Piece { stream: Stream::Stdout, bytes: vec![] }, total: 0 }
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
