//! Waiting until descriptors are ready. Nothing happens while the program waits but that time passes.

use super::{Answer, Call, Failure, unsupported};
use crate::abi::*;
use crate::descriptors::Target;
use crate::symbols::Contents;
use rift_expr::TermId;
use rift_ir::BinaryOp;

/// What a descriptor is ready for: reading, writing, and whether its other end is gone. Standard input has to be
/// certain about that.
fn readiness(call: &mut Call<'_, '_>, fd: i32) -> Option<(bool, bool, bool)> {
    let file = call.world.descriptors.file(fd).ok()?;
    let pipe = |index: usize| &call.world.descriptors.pipes[index];
    Some(match file.target {
        Target::Stdin => (true, false, call.left_in(fd, Contents::Stdin).ok()? == 0),
        Target::Output(_) => (false, true, false),
        Target::Node(_) => (true, true, false),
        Target::PipeReader(index) => (!pipe(index).bytes.is_empty(), false, pipe(index).writers == 0),
        Target::PipeWriter(index) => (false, pipe(index).bytes.len() < PIPE_SIZE, pipe(index).readers == 0),
        Target::EventCounter => (file.counter > 0, true, false),
    })
}

/// How a wait ends that nothing can end: a time-out passes on the clock, without one it is unsupported.
fn time_out(call: &mut Call<'_, '_>, name: &str, index: usize) -> Answer {
    let argument = call.args[index];
    let unit = if name == "select" { 1000 } else { 1 };
    let nanoseconds = match name {
        "poll" => u64::try_from(argument as i32).ok().map(|milliseconds| milliseconds * 1_000_000),
        _ if argument == 0 => None,
        _ => {
            let (seconds, part) = (call.word(argument)?, call.word(argument + 8)?);
            Some(seconds.saturating_mul(1_000_000_000).saturating_add(part.saturating_mul(unit)))
        }
    };
    let length = nanoseconds.ok_or_else(|| unsupported(format!("{name} that would wait for ever")))?;
    call.world.slept = call.world.slept.saturating_add(length);
    Ok(0)
}

const POLLIN: u16 = 1;
const POLLOUT: u16 = 4;
const POLLERR: u16 = 8;
const POLLHUP: u16 = 16;
const POLLNVAL: u16 = 32;

/// poll, ppoll
pub(super) fn poll(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (address, count) = (call.args[0], call.args[1]);
    if count > OPEN_MAX as u64 {
        return Err(EINVAL.into());
    }
    let waits = name != "poll" || call.int(2) != 0;
    let mut ready = 0;
    let mut depends = vec![];
    for index in 0..count {
        let entry = address + index * 8;
        let fd = i32::from_le_bytes(call.guest.memory.read_array(entry)?);
        let wanted = u16::from_le_bytes(call.guest.memory.read_array(entry + 4)?);
        if !waits && let Some(end) = call.stdin_end(fd) {
            let always = POLLIN & wanted;
            call.write_either(entry + 6, end, always | POLLHUP, always)?;
            if always == 0 {
                depends.push(end)
            } else {
                ready += 1
            }
            continue;
        }
        let seen = match readiness(call, fd) {
            _ if fd < 0 => 0,
            None => POLLNVAL,
            Some(ready) => events(call, fd, ready, wanted),
        };
        call.write(entry + 6, &seen.to_le_bytes())?;
        ready += u64::from(seen != 0);
    }
    match call.count(ready, &depends) {
        0 if waits => time_out(call, name, 2),
        count => Ok(count),
    }
}

fn events(call: &Call<'_, '_>, fd: i32, (input, output, gone): (bool, bool, bool), wanted: u16) -> u16 {
    let is_writer = matches!(call.world.descriptors.file(fd), Ok(file) if !file.readable());
    let ended = if is_writer { POLLERR } else { POLLHUP };
    let flags = [(input, POLLIN & wanted), (output, POLLOUT & wanted), (gone, ended)];
    flags.iter().filter(|(set, _)| *set).fold(0, |bits, (_, flag)| bits | flag)
}

/// A condition that depends on the input, and whether it holds on this run.
type Condition = (TermId, bool);

impl Call<'_, '_> {
    /// That all of standard input was read, unless that is certain.
    fn stdin_end(&mut self, fd: i32) -> Option<Condition> {
        let file = self.world.descriptors.file(fd).ok()?;
        if file.target != Target::Stdin || file.symbolic.is_some() {
            return None;
        }
        let offset = file.offset;
        let size = self.size_term(Contents::Stdin)?;
        let tools = self.guest.tools.as_mut()?;
        Some((size.is_below(tools.terms, offset + 1), self.world.stdin.len() as u64 <= offset))
    }

    /// Writes one number or the other.
    fn write_either(&mut self, address: u64, end: Condition, yes: u16, no: u16) -> Result<(), Failure> {
        let (condition, holds) = end;
        self.write(address, &if holds { yes } else { no }.to_le_bytes())?;
        if let Some(tools) = &mut self.guest.tools {
            let [yes, no] = [yes, no].map(|number| tools.terms.constant(16, u64::from(number)));
            let term = tools.terms.ite(condition, yes, no);
            self.guest.memory.set_term(address, 2, term);
        }
        Ok(())
    }

    /// `certain` and the number of conditions that hold: the answer of the call.
    fn count(&mut self, certain: u64, conditions: &[Condition]) -> u64 {
        if let Some(tools) = self.guest.tools.as_mut().filter(|_| !conditions.is_empty()) {
            let mut term = tools.terms.constant(64, certain);
            for &(condition, _) in conditions {
                let one = tools.terms.zext(condition, 64);
                term = tools.terms.binary(BinaryOp::Add, term, one);
            }
            tools.reply = Some(term);
        }
        certain + conditions.iter().filter(|(_, holds)| *holds).count() as u64
    }
}

/// select, pselect6
pub(super) fn select(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let count = call.args[0].min(OPEN_MAX as u64);
    let mut ready = 0;
    for set in 0..3 {
        let address = call.args[1 + set];
        if address == 0 {
            continue;
        }
        for word in 0..count.div_ceil(64) {
            let wanted = call.word(address + word * 8)?;
            let mut seen = 0u64;
            for bit in (0..64).filter(|bit| wanted >> bit & 1 != 0 && word * 64 + bit < count) {
                let (input, output, gone) = readiness(call, (word * 64 + bit) as i32).ok_or(EBADF)?;
                let on = [input || gone, output || gone, false][set];
                seen |= u64::from(on) << bit;
            }
            ready += u64::from(seen.count_ones());
            call.write_words(address + word * 8, &[seen])?;
        }
    }
    if ready == 0 { time_out(call, name, 4) } else { Ok(ready) }
}
