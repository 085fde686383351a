//! Which occurrence defined what registers and bytes of memory hold.
//!
//! A value that is only copied keeps the occurrence that computed it, and remembers those that copied it: calls for
//! arguments, jumps for phis, returns for results, `memcpy` for bytes. A constant counts as computed where it is first
//! passed on. Copying again and again at one site (a value that a loop carries along) is remembered once.

use super::Occurrence;
use rift_ir::Site;
use rift_vm::{Copied, Origin};
use smallvec::SmallVec;
use std::collections::HashMap;

/// Copies of a value that are told, the latest ones.
const MAX_COPIES: usize = 16;

/// Where something comes from: nowhere, an occurrence, or a copy of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Source(u32);

/// Set in sources that are copies.
const COPY: u32 = 1 << 31;

impl Source {
    /// Of constants, and of what the program is given.
    pub const NONE: Source = Source(0);

    pub fn computed_by(occurrence: Occurrence) -> Source {
        Source(occurrence.index() as u32 + 1)
    }
}

#[derive(Debug, Clone, Copy)]
struct Copy {
    by: Occurrence,
    of: Source,
    /// What was copied in the first place: a loop that hands a value to and fro makes a long way there.
    first: Source,
}

/// All copies of a run.
#[derive(Debug, Default)]
pub(super) struct Copies(Vec<Copy>);

impl Copies {
    /// What computed it and what copied it, the latest first.
    pub fn occurrences(&self, mut source: Source) -> SmallVec<[Occurrence; 4]> {
        let mut found = SmallVec::new();
        while source.0 & COPY != 0 {
            let copy = self.0[(source.0 & !COPY) as usize];
            if found.len() == MAX_COPIES {
                source = copy.first;
                break;
            }
            found.push(copy.by);
            source = copy.of;
        }
        if source != Source::NONE {
            found.push(Occurrence::new(source.0 as usize - 1));
        }
        found
    }

    fn add(&mut self, sites: &[Site], of: Source, by: Occurrence) -> Source {
        if of == Source::NONE || self.0.len() >= COPY as usize {
            return Source::computed_by(by);
        }
        let mut copy = Copy { by, of, first: of };
        if of.0 & COPY != 0 {
            let before = self.0[(of.0 & !COPY) as usize];
            copy.first = before.first;
            if before.by == by {
                return of;
            }
            if sites[before.by.index()] == sites[by.index()] {
                copy.of = before.of;
            }
        }
        // Bytes of one value are copied one after the other.
        if let Some(last) = self.0.last()
            && (last.by, last.of) == (copy.by, copy.of)
        {
            return Source(COPY | (self.0.len() - 1) as u32);
        }
        self.0.push(copy);
        Source(COPY | (self.0.len() - 1) as u32)
    }
}

const PAGE: u64 = 4096;

#[derive(Debug, Default)]
pub(super) struct Shadow {
    pub copies: Copies,
    registers: Vec<Source>,
    pages: HashMap<u64, Box<[Source]>>,
}

impl Shadow {
    pub fn register(&self, register: u32) -> Source {
        self.registers.get(register as usize).copied().unwrap_or_default()
    }

    pub fn set_register(&mut self, register: u32, source: Source) {
        let at = register as usize;
        if self.registers.len() <= at {
            self.registers.resize((at + 1).next_power_of_two(), Source::NONE);
        }
        self.registers[at] = source;
    }

    pub fn copy_register(&mut self, sites: &[Site], from: u32, to: u32, by: Occurrence) {
        let source = self.copies.add(sites, self.register(from), by);
        self.set_register(to, source);
    }

    pub fn byte(&self, address: u64) -> Source {
        self.pages.get(&(address / PAGE)).map_or(Source::NONE, |page| page[(address % PAGE) as usize])
    }

    pub fn set_byte(&mut self, address: u64, source: Source) {
        self.page(address)[(address % PAGE) as usize] = source;
    }

    pub fn set_bytes(&mut self, address: u64, bytes: u64, source: Source) {
        let mut done = 0;
        while done < bytes {
            let at = address.wrapping_add(done);
            let span = (PAGE - at % PAGE).min(bytes - done);
            let from = (at % PAGE) as usize;
            self.page(at)[from..from + span as usize].fill(source);
            done += span;
        }
    }

    fn page(&mut self, address: u64) -> &mut [Source] {
        let empty = || vec![Source::NONE; PAGE as usize].into_boxed_slice();
        self.pages.entry(address / PAGE).or_insert_with(empty)
    }

    /// Every occurrence that some of these bytes come from, once.
    pub fn sources(&self, address: u64, bytes: u64) -> SmallVec<[Occurrence; 8]> {
        let mut found: SmallVec<[Occurrence; 8]> = SmallVec::new();
        let mut last = Source::NONE;
        for at in 0..bytes {
            let source = self.byte(address.wrapping_add(at));
            if source != last {
                found.extend(self.copies.occurrences(source));
                last = source;
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    pub fn copy(&mut self, sites: &[Site], copied: &Copied, by: Occurrence) {
        match copied.from {
            Origin::Register(register) => {
                let source = self.copies.add(sites, self.register(register), by);
                self.set_bytes(copied.to, copied.bytes, source);
            }
            Origin::Memory(from) => {
                // All sources before any target is written: the ranges may overlap.
                let sources: Vec<Source> = (0..copied.bytes).map(|at| self.byte(from.wrapping_add(at))).collect();
                for (at, source) in (0..).zip(sources) {
                    let source = self.copies.add(sites, source, by);
                    self.set_byte(copied.to.wrapping_add(at), source);
                }
            }
        }
    }
}
