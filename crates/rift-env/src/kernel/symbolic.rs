//! Symbolic data in system calls: reading files that depend on the input, and pinning what the kernel has to know.
//!
//! The kernel cannot go two ways. Where a file ends is settled by a branch in the runtime before each read
//! (`__rift_read_falls_short`); everything else that a call needs to know for certain is pinned, and so is what is
//! written to pipes and shared maps.

use super::{Answer, Call, Failure, argument};
use crate::abi::*;
use crate::descriptors::Target;
use crate::symbols::{Contents, SizeTerm, SymbolicOffset};
use crate::vfs::{Kind, NodeId};
use crate::world::World;
use rift_expr::{TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_vm::concolic::Pin;
use rift_vm::{Guest, Reply, Stop};

/// The run goes on under this condition, which holds on it.
pub(super) fn pin(guest: &mut Guest<'_>, condition: impl FnOnce(&mut Terms) -> TermId) {
    if let Some(tools) = &mut guest.tools {
        let condition = condition(tools.terms);
        if tools.terms.as_const(condition).is_none() {
            tools.path.pin(tools.terms, tools.site, Pin::Host, condition);
        }
    }
}

/// The term has this value from now on.
fn pin_value(guest: &mut Guest<'_>, term: TermId, value: u64) {
    pin(guest, |terms| {
        let value = terms.constant(terms.width(term), value);
        terms.compare(IntPredicate::Eq, term, value)
    });
}

pub(super) fn pin_argument(guest: &mut Guest<'_>, args: &[u64], slot: usize) {
    let term = guest.tools.as_ref().and_then(|tools| tools.args.get(slot).copied().flatten());
    if let Some(term) = term {
        pin_value(guest, term, argument(args, slot));
    }
}

/// Memory from `address` on has these bytes from now on.
pub(super) fn pin_memory(guest: &mut Guest<'_>, address: u64, bytes: &[u8]) {
    if guest.tools.is_none() || !guest.memory.has_symbols() {
        return;
    }
    for (index, word) in bytes.chunks(8).enumerate() {
        let Some(tools) = &mut guest.tools else { return };
        let term = guest.memory.term_at(tools.terms, address + index as u64 * 8, word.len() as u32);
        if let Some(term) = term {
            let mut value = [0; 8];
            value[..word.len()].copy_from_slice(word);
            pin_value(guest, term, u64::from_le_bytes(value));
        }
    }
    guest.memory.clear_terms(address, bytes.len() as u64);
}

/// What a read moved. The count is symbolic only when the read came to the end of the file.
pub(super) struct Moved {
    pub count: u64,
    /// The count, of width 64.
    pub term: Option<TermId>,
    /// Where the end is, of width 64: for the file's offset.
    pub end: Option<TermId>,
}

impl Moved {
    pub fn concrete(count: u64) -> Moved {
        Moved { count, term: None, end: None }
    }
}

/// Bytes, and the terms of those that are symbolic, by place.
pub(super) type Data = (Vec<u8>, Vec<(usize, TermId)>);

impl Call<'_, '_> {
    /// Makes an argument of the system call concrete.
    pub(super) fn fix_argument(&mut self, index: usize) {
        let term = self.guest.tools.as_ref().and_then(|tools| tools.args.get(index + 1).copied().flatten());
        if let Some(term) = term {
            pin_value(self.guest, term, self.args[index]);
        }
    }

    pub(super) fn reply(&mut self, term: Option<TermId>) {
        if let Some(tools) = &mut self.guest.tools {
            tools.reply = term;
        }
    }

    fn current_size(&self, contents: Contents) -> u64 {
        match contents {
            Contents::Stdin => self.world.stdin.len() as u64,
            Contents::Node(node) => self.world.vfs.node(node).size(),
        }
    }

    /// The size of a file, if it is symbolic.
    pub(super) fn size_term(&mut self, contents: Contents) -> Option<SizeTerm> {
        self.guest.tools.as_ref()?;
        let size = self.current_size(contents);
        self.world.symbols.size(contents, size)
    }

    /// The size in bounds that say whether it is below `end`.
    fn settled_size(&mut self, contents: Contents, end: u64) -> Option<SizeTerm> {
        let mut term = self.size_term(contents)?;
        if !term.is_decided(end) {
            let size = self.current_size(contents);
            pin(self.guest, |terms| {
                let below = term.is_below(terms, end);
                if size < end { below } else { terms.not(below) }
            });
            term.narrow(end, size);
            self.world.symbols.set_size(contents, term);
        }
        self.size_term(contents)
    }

    /// Makes the size of a file concrete.
    pub(super) fn fix_size(&mut self, contents: Contents) {
        if let Some(term) = self.size_term(contents) {
            let size = self.current_size(contents);
            pin_value(self.guest, term.term, size);
            self.world.symbols.fix_size(contents, size);
        }
    }

    /// Makes a file concrete.
    pub(super) fn fix_file(&mut self, node: NodeId) {
        let contents = Contents::Node(node);
        self.fix_size(contents);
        let Some(file) = self.world.symbols.file(contents) else { return };
        let Kind::File(bytes) = &self.world.vfs.node(node).kind else { return };
        for (&at, &term) in file.bytes.iter() {
            pin_value(self.guest, term, u64::from(bytes.get(at as usize).copied().unwrap_or(0)));
        }
        self.world.symbols.forget(contents);
    }

    /// How much there is to read, for certain.
    pub(super) fn left_in(&mut self, fd: i32, contents: Contents) -> Answer {
        if self.is_at_end(fd, contents)? {
            return Ok(0);
        }
        self.fix_size(contents);
        Ok(self.current_size(contents).saturating_sub(self.fix_offset(fd)?))
    }

    /// Makes the offset of an open file concrete.
    pub(super) fn fix_offset(&mut self, fd: i32) -> Result<u64, Failure> {
        let file = self.world.descriptors.file_mut(fd)?;
        if let Some(symbolic) = file.symbolic.take() {
            pin_value(self.guest, symbolic.term, file.offset);
        }
        Ok(file.offset)
    }

    /// Whether the offset is where every read gives nothing, whatever the input.
    fn is_at_end(&mut self, fd: i32, contents: Contents) -> Result<bool, Failure> {
        let at_end = self.world.descriptors.file(fd)?.symbolic.is_some_and(|symbolic| symbolic.at_end);
        Ok(at_end && self.size_term(contents).is_some())
    }

    /// The offset to read at; `None` at the end.
    pub(super) fn reading_offset(&mut self, fd: i32, contents: Contents) -> Result<Option<u64>, Failure> {
        if self.is_at_end(fd, contents)? { Ok(None) } else { self.fix_offset(fd).map(Some) }
    }

    /// Reads from a file whose bytes on this run are `bytes`. What lies behind its end stays as it was in memory.
    pub(super) fn read_contents(
        &mut self,
        contents: Contents,
        bytes: &[u8],
        start: u64,
        address: u64,
        len: u64,
    ) -> Result<Moved, Failure> {
        let end = start.saturating_add(len);
        let mut size = self.settled_size(contents, end);
        let mut reach = size.map_or(0, |size| size.most.min(end).saturating_sub(start));
        if reach > 0 && self.guest.memory.check_write(address, reach).is_err() {
            // Whether the buffer is too small depends on the size.
            self.fix_size(contents);
            (size, reach) = (None, 0);
        }
        let from = usize::try_from(start).unwrap_or(usize::MAX).min(bytes.len());
        let here = &bytes[from..from + (bytes.len() - from).min(len as usize)];
        let terms = self.read_terms(contents, size, start..start + reach.max(here.len() as u64), address);
        self.write(address, here)?;
        for (at, term) in terms {
            self.guest.memory.set_term(address + at as u64, 1, term);
        }
        let count = here.len() as u64;
        match (size, &mut self.guest.tools) {
            (Some(size), Some(tools)) if size.least < end && start < size.most => {
                let term = size.behind(tools.terms, start);
                let end = if start <= size.least {
                    size.wide(tools.terms)
                } else {
                    let start = tools.terms.constant(64, start);
                    tools.terms.binary(BinaryOp::Add, start, term)
                };
                Ok(Moved { count, term: Some(term), end: Some(end) })
            }
            _ => Ok(Moved::concrete(count)),
        }
    }

    /// The terms of memory from `address` on after a range of a file was read to it.
    fn read_terms(
        &mut self,
        contents: Contents,
        size: Option<SizeTerm>,
        range: std::ops::Range<u64>,
        address: u64,
    ) -> Vec<(usize, TermId)> {
        let (Some(file), Some(tools)) = (self.world.symbols.file(contents), &mut self.guest.tools) else {
            return vec![];
        };
        let certain = size.map_or(u64::MAX, |size| size.least);
        let mut found = vec![];
        for (&at, &term) in file.bytes.range(range.clone()) {
            let index = at - range.start;
            let term = match size {
                Some(size) if at >= certain => {
                    let ends = size.is_below(tools.terms, at + 1);
                    let kept = old_byte(self.guest.memory, tools.terms, address + index);
                    tools.terms.ite(ends, kept, term)
                }
                _ => term,
            };
            found.push((index as usize, term));
        }
        found
    }

    /// The program's bytes with their terms.
    pub(super) fn read_data(&mut self, address: u64, len: u64) -> Result<Data, Failure> {
        let memory = &mut self.guest.memory;
        let Some(tools) = self.guest.tools.as_mut().filter(|_| memory.has_symbols()) else {
            return Ok((memory.read_vec(address, len)?, vec![]));
        };
        memory.note_reads();
        let bytes = memory.read_vec(address, len);
        let noted = memory.take_noted();
        let bytes = bytes?;
        let mut terms = vec![];
        for at in noted.into_iter().flat_map(|(start, len)| start..start + u64::from(len)) {
            let place = at.wrapping_sub(address);
            if place < len
                && let Some(term) = memory.term_at(tools.terms, at, 1)
            {
                terms.push((place as usize, term));
            }
        }
        terms.sort_unstable_by_key(|&(place, _)| place);
        terms.dedup_by_key(|&mut (place, _)| place);
        Ok((bytes, terms))
    }

    /// Makes data concrete.
    pub(super) fn pin_data(&mut self, (bytes, terms): &Data) {
        terms.iter().for_each(|&(at, term)| pin_value(self.guest, term, u64::from(bytes[at])));
    }

    /// Where lseek by `offset` would lead in a file: on this run, and as a term of width 64 if that is symbolic.
    fn seek_target(&mut self, fd: i32, node: NodeId, offset: Value, whence: u32) -> Result<Sought, Failure> {
        let contents = Contents::Node(node);
        let file = self.world.descriptors.file(fd)?;
        let (from, base) = match whence {
            0 => (0, None),
            1 => (file.offset, file.symbolic.map(|symbolic| symbolic.term)),
            _ => {
                let size = self.size_term(contents);
                let wide = self.guest.tools.as_mut().and_then(|tools| Some(size?.wide(tools.terms)));
                (self.current_size(contents), wide)
            }
        };
        let sum = (from as i64).checked_add(offset.0 as i64).ok_or(EOVERFLOW);
        let target = sum.and_then(|target| u64::try_from(target).map_err(|_| EINVAL));
        let term = self.guest.tools.as_mut().filter(|_| base.is_some() || offset.1.is_some()).map(|tools| {
            let base = base.unwrap_or_else(|| tools.terms.constant(64, from));
            let offset = match offset.1 {
                Some(offset) => tools.terms.zext(offset, 64),
                None => tools.terms.constant(64, offset.0),
            };
            tools.terms.binary(BinaryOp::Add, base, offset)
        });
        Ok((target, term))
    }

    /// lseek where the offset, the place it counts from, or the size is symbolic. `None` if none of them is.
    pub(super) fn symbolic_seek(&mut self, fd: i32, node: NodeId, whence: u32) -> Result<Option<u64>, Failure> {
        let offset = self.guest.tools.as_ref().and_then(|tools| tools.args.get(2).copied().flatten());
        let (target, term) = self.seek_target(fd, node, (self.args[1], offset), whence)?;
        let Some(term) = term else { return Ok(None) };
        pin(self.guest, |terms| {
            let negative = is_negative(terms, term);
            if target.is_err() { negative } else { terms.not(negative) }
        });
        let target = target?;
        let size = self.size_term(Contents::Node(node));
        let symbolic = self.guest.tools.as_mut().and_then(|tools| {
            let at_end = size.is_some_and(|size| size.wide(tools.terms) == term);
            tools.terms.as_const(term).is_none().then_some(SymbolicOffset { term, at_end })
        });
        let file = self.world.descriptors.file_mut(fd)?;
        file.offset = target;
        file.symbolic = symbolic;
        self.reply(symbolic.map(|symbolic| symbolic.term));
        Ok(Some(target))
    }
}

/// A number, and its term if it is symbolic.
type Value = (u64, Option<TermId>);
/// An offset or what is wrong with it, and its term if it is symbolic.
type Sought = (Result<u64, Errno>, Option<TermId>);

fn is_negative(terms: &mut Terms, term: TermId) -> TermId {
    let zero = terms.constant(64, 0);
    terms.compare(IntPredicate::Slt, term, zero)
}

fn old_byte(memory: &mut rift_vm::Memory, terms: &mut Terms, address: u64) -> TermId {
    memory.term_at(terms, address, 1).unwrap_or_else(|| {
        let byte = memory.load::<1>(address).unwrap_or(0);
        terms.constant(8, byte)
    })
}

/// The bytes that a read of a descriptor gives; `None` for what has no end.
fn readable(call: &Call<'_, '_>, fd: i32) -> Option<Contents> {
    let file = call.world.descriptors.file(fd).ok().filter(|file| file.readable())?;
    match file.target {
        Target::Stdin => Some(Contents::Stdin),
        Target::Node(node) if matches!(call.world.vfs.node(node).kind, Kind::File(_)) => Some(Contents::Node(node)),
        _ => None,
    }
}

/// Where a read of a descriptor would begin.
pub(super) fn read_offset(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let fd = argument(args, 0) as i32;
    let Ok(file) = world.descriptors.file(fd) else { return Ok(Reply::Value(0)) };
    let (offset, symbolic) = (file.offset, file.symbolic);
    let mut call = Call { world, guest, args: [0; 6] };
    // At the end nothing depends on where that is.
    let at_end = readable(&call, fd).is_some_and(|contents| call.is_at_end(fd, contents).is_ok_and(|at_end| at_end));
    call.reply(symbolic.filter(|_| !at_end).map(|symbolic| symbolic.term));
    Ok(Reply::Value(offset))
}

/// Whether a read would come to the end of a file first: descriptor, bytes, offset.
pub(super) fn read_falls_short(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let (fd, len, start) = (argument(args, 0) as i32, argument(args, 1).min(MAX_TRANSFER), argument(args, 2));
    let mut call = Call { world, guest, args: [0; 6] };
    let Some(contents) = readable(&call, fd) else { return Ok(Reply::Value(0)) };
    let end = start.saturating_add(len);
    let short = call.current_size(contents) < end;
    let is_end = call.world.descriptors.file(fd).is_ok_and(|file| file.offset == start)
        && call.is_at_end(fd, contents).is_ok_and(|at_end| at_end);
    if !is_end && let Some(size) = call.size_term(contents).filter(|size| !size.is_decided(end)) {
        call.world.symbols.set_size(contents, SizeTerm { asked: Some(end), ..size });
        if let Some(tools) = &mut call.guest.tools {
            let below = size.is_below(tools.terms, end);
            tools.reply = Some(tools.terms.zext(below, 32));
        }
    }
    Ok(Reply::Value(u64::from(short)))
}

/// Whether lseek would lead before the beginning of a file: descriptor, offset, whence.
pub(super) fn seek_fails(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    [0, 2].into_iter().for_each(|slot| pin_argument(guest, args, slot));
    let (fd, whence) = (argument(args, 0) as i32, argument(args, 2) as u32);
    let offset = guest.tools.as_ref().and_then(|tools| tools.args.get(1).copied().flatten());
    let mut call = Call { world, guest, args: [0; 6] };
    let Some(Contents::Node(node)) = readable(&call, fd).filter(|_| whence <= 2) else { return Ok(Reply::Value(0)) };
    let Ok((target, term)) = call.seek_target(fd, node, (argument(args, 1), offset), whence) else {
        return Ok(Reply::Value(0));
    };
    if let (Some(tools), Some(term)) = (&mut call.guest.tools, term) {
        let negative = is_negative(tools.terms, term);
        tools.reply = Some(tools.terms.zext(negative, 32));
    }
    Ok(Reply::Value(u64::from(target.is_err())))
}
