//! Reading and writing through descriptors.
//!
//! Differs from Linux: a read of the standard input pipe gives all that is asked for and there, where a native pipe
//! gives at most what its writer has written so far.

use super::{Answer, Call, Failure, unsupported};
use crate::abi::*;
use crate::descriptors::{OpenFile, Target};
use crate::vfs::{Device, Kind, NodeId};
use std::sync::Arc;

/// Where in a file a transfer happens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the file's offset, which moves.
    Current,
    At(u64),
}

/// read, write
pub(super) fn transfer(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (fd, address, len) = (call.int(0), call.args[1], call.args[2].min(MAX_TRANSFER));
    if name == "read" {
        read(call, fd, address, len, Place::Current)
    } else {
        write(call, fd, address, len, Place::Current)
    }
}

/// pread64, pwrite64
pub(super) fn transfer_at(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (fd, address, len) = (call.int(0), call.args[1], call.args[2].min(MAX_TRANSFER));
    let place = place_at(call, fd, call.args[3])?;
    if name == "pread64" { read(call, fd, address, len, place) } else { write(call, fd, address, len, place) }
}

fn place_at(call: &Call<'_, '_>, fd: i32, offset: u64) -> Result<Place, Failure> {
    if (offset as i64) < 0 {
        return Err(EINVAL.into());
    }
    match call.world.descriptors.file(fd)?.target {
        Target::Node(_) => Ok(Place::At(offset)),
        _ => Err(ESPIPE.into()),
    }
}

/// readv, writev, preadv, pwritev and their second versions
pub(super) fn vectored(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (fd, vector, count) = (call.int(0), call.args[1], call.args[2]);
    let current = matches!(name, "readv" | "writev") || (name.ends_with('2') && call.args[3] as i64 == -1);
    let mut place = if current { Place::Current } else { place_at(call, fd, call.args[3])? };
    if count > IOV_MAX {
        return Err(EINVAL.into());
    }
    let reading = name.contains("read");
    let file = call.world.descriptors.file(fd)?;
    if !(if reading { file.readable() } else { file.writable() }) {
        return Err(EBADF.into());
    }
    let mut done = 0;
    for index in 0..count {
        let (address, len) = (call.word(vector + index * 16)?, call.word(vector + index * 16 + 8)?);
        if len > i64::MAX as u64 {
            return Err(EINVAL.into());
        }
        let len = len.min(MAX_TRANSFER - done);
        let result = match reading {
            _ if len == 0 => Ok(0),
            true => read(call, fd, address, len, place),
            false => write(call, fd, address, len, place),
        };
        let moved = match result {
            Err(Failure::Errno(_)) if done > 0 => break,
            other => other?,
        };
        done += moved;
        if let Place::At(offset) = &mut place {
            *offset += moved;
        }
        if moved < len {
            break;
        }
    }
    Ok(done)
}

fn read(call: &mut Call<'_, '_>, fd: i32, address: u64, len: u64, place: Place) -> Answer {
    let file = call.world.descriptors.file(fd)?;
    if !file.readable() {
        return Err(EBADF.into());
    }
    let nonblocking = file.flags & O_NONBLOCK != 0;
    let start = match place {
        Place::Current => file.offset,
        Place::At(offset) => offset,
    };
    match file.target {
        Target::Stdin => {
            let input = call.world.input.clone();
            let rest = &input.stdin[call.world.stdin_offset..];
            let bytes = &rest[..rest.len().min(len as usize)];
            call.write(address, bytes)?;
            call.world.stdin_offset += bytes.len();
            Ok(bytes.len() as u64)
        }
        Target::Output(_) | Target::PipeWriter(_) => Err(EBADF.into()),
        Target::PipeReader(pipe) => read_pipe(call, pipe, address, len, nonblocking),
        Target::EventCounter => read_counter(call, fd, address, len),
        Target::Node(node) => {
            let moved = read_node(call, node, start, address, len)?;
            if place == Place::Current {
                call.world.descriptors.file_mut(fd)?.offset += moved;
            }
            Ok(moved)
        }
    }
}

fn read_node(call: &mut Call<'_, '_>, node: NodeId, start: u64, address: u64, len: u64) -> Answer {
    match &call.world.vfs.node(node).kind {
        Kind::Directory { .. } => Err(EISDIR.into()),
        Kind::File(bytes) => {
            let bytes = bytes.clone();
            let start = usize::try_from(start).unwrap_or(usize::MAX).min(bytes.len());
            let here = &bytes[start..start + (bytes.len() - start).min(len as usize)];
            call.write(address, here)?;
            Ok(here.len() as u64)
        }
        Kind::Device(Device::Zero | Device::Full) => {
            call.guest.memory.fill(address, 0, len)?;
            Ok(len)
        }
        Kind::Device(Device::Random) => {
            fill_random(call, address, len)?;
            Ok(len)
        }
        Kind::Device(_) => Ok(0),
        Kind::Symlink(_) => Err(EINVAL.into()),
    }
}

/// Fills guest memory with the world's random bytes.
pub(super) fn fill_random(call: &mut Call<'_, '_>, address: u64, len: u64) -> Result<(), Failure> {
    let mut done = 0;
    while done < len {
        let word = call.world.next_random().to_le_bytes();
        let here = (len - done).min(8);
        call.write(address + done, &word[..here as usize])?;
        done += here;
    }
    Ok(())
}

fn read_pipe(call: &mut Call<'_, '_>, pipe: usize, address: u64, len: u64, nonblocking: bool) -> Answer {
    let state = &mut call.world.descriptors.pipes[pipe];
    if state.bytes.is_empty() && len > 0 {
        return match state.writers {
            0 => Ok(0),
            _ if nonblocking => Err(EAGAIN.into()),
            _ => Err(unsupported("read of an empty pipe that only the reader can fill")),
        };
    }
    let count = state.bytes.len().min(len as usize);
    let bytes: Vec<u8> = Arc::make_mut(&mut state.bytes).drain(..count).collect();
    call.write(address, &bytes)?;
    Ok(count as u64)
}

fn read_counter(call: &mut Call<'_, '_>, fd: i32, address: u64, len: u64) -> Answer {
    let file = call.world.descriptors.file_mut(fd)?;
    match (len >= 8, file.counter) {
        (false, _) => Err(EINVAL.into()),
        (true, 0) if file.flags & O_NONBLOCK != 0 => Err(EAGAIN.into()),
        (true, 0) => Err(unsupported("read of an eventfd that only the reader can fill")),
        (true, value) => {
            file.counter = 0;
            call.write(address, &value.to_le_bytes())?;
            Ok(8)
        }
    }
}

fn write(call: &mut Call<'_, '_>, fd: i32, address: u64, len: u64, place: Place) -> Answer {
    let file = call.world.descriptors.file(fd)?;
    if !file.writable() {
        return Err(EBADF.into());
    }
    let OpenFile { target, offset, flags, .. } = *file;
    let bytes = call.guest.memory.read_vec(address, len)?;
    match target {
        Target::Stdin | Target::PipeReader(_) => Err(EBADF.into()),
        Target::Output(stream) => {
            call.world.print(stream, &bytes)?;
            Ok(len)
        }
        Target::PipeWriter(pipe) => write_pipe(call, pipe, &bytes, flags & O_NONBLOCK != 0),
        Target::EventCounter => {
            let value: [u8; 8] = bytes.get(..8).and_then(|word| word.try_into().ok()).ok_or(EINVAL)?;
            let counter = &mut call.world.descriptors.file_mut(fd)?.counter;
            *counter = counter.saturating_add(u64::from_le_bytes(value));
            Ok(8)
        }
        Target::Node(node) if len == 0 => write_node(call, node, 0, &[]).map(|()| 0),
        Target::Node(node) => {
            // Linux appends even where pwrite names an offset.
            let start = match place {
                _ if flags & O_APPEND != 0 => call.world.vfs.node(node).size(),
                Place::Current => offset,
                Place::At(at) => at,
            };
            write_node(call, node, start, &bytes)?;
            if place == Place::Current {
                call.world.descriptors.file_mut(fd)?.offset = start + len;
            }
            Ok(len)
        }
    }
}

fn write_node(call: &mut Call<'_, '_>, node: NodeId, start: u64, bytes: &[u8]) -> Result<(), Failure> {
    let (limit, now) = (call.world.config.disk_limit, call.now());
    let node = call.world.vfs.node_mut(node);
    match &mut node.kind {
        Kind::File(contents) if !bytes.is_empty() => {
            let end = start.checked_add(bytes.len() as u64).filter(|&end| end <= limit).ok_or(ENOSPC)?;
            let contents = Arc::make_mut(contents);
            if contents.len() < end as usize {
                contents.resize(end as usize, 0);
            }
            contents[start as usize..end as usize].copy_from_slice(bytes);
            node.modified = now;
            node.changed = now;
            Ok(())
        }
        Kind::Device(Device::Full) => Err(ENOSPC.into()),
        Kind::File(_) | Kind::Device(_) => Ok(()),
        Kind::Directory { .. } => Err(EISDIR.into()),
        Kind::Symlink(_) => Err(EINVAL.into()),
    }
}

fn write_pipe(call: &mut Call<'_, '_>, pipe: usize, bytes: &[u8], nonblocking: bool) -> Answer {
    let state = &mut call.world.descriptors.pipes[pipe];
    if state.readers == 0 {
        // The runtime raises SIGPIPE when it sees this.
        return Err(EPIPE.into());
    }
    let room = PIPE_SIZE - state.bytes.len();
    // Up to PIPE_BUF bytes go whole or not at all.
    let fits = if bytes.len() <= room || bytes.len() > 4096 { bytes.len().min(room) } else { 0 };
    if fits < bytes.len() && !nonblocking {
        return Err(unsupported("write to a full pipe that only the writer can empty"));
    }
    if fits == 0 && !bytes.is_empty() {
        return Err(EAGAIN.into());
    }
    Arc::make_mut(&mut state.bytes).extend(&bytes[..fits]);
    Ok(fits as u64)
}

pub(super) fn seek(call: &mut Call<'_, '_>) -> Answer {
    let (fd, offset, whence) = (call.int(0), call.args[1] as i64, call.uint(2));
    let file = call.world.descriptors.file(fd)?;
    if whence > 4 {
        return Err(EINVAL.into());
    }
    let Target::Node(node) = file.target else {
        return Err(ESPIPE.into());
    };
    let node = call.world.vfs.node(node);
    if matches!(node.kind, Kind::Device(_)) {
        return Ok(0);
    }
    let size = node.size() as i64;
    let target = match whence {
        0 => Some(offset),
        1 => (file.offset as i64).checked_add(offset),
        2 => size.checked_add(offset),
        // SEEK_DATA, SEEK_HOLE: files here have no holes.
        3 | 4 if offset < 0 || offset >= size => return Err(ENXIO.into()),
        3 => Some(offset),
        4 => Some(size),
        _ => return Err(EINVAL.into()),
    };
    let target = target.ok_or(EOVERFLOW)?;
    let target = u64::try_from(target).map_err(|_| EINVAL)?;
    let last_entry = match &node.kind {
        // Offsets of directories count entries, `.` and `..` first.
        Kind::Directory { entries, .. } => match target {
            0 => None,
            1 => Some(b".".to_vec()),
            2 => Some(b"..".to_vec()),
            _ => entries.keys().nth(target as usize - 3).or_else(|| entries.keys().next_back()).cloned(),
        },
        _ => None,
    };
    let file = call.world.descriptors.file_mut(fd)?;
    file.offset = target;
    file.last_entry = last_entry;
    Ok(target)
}

/// sendfile, copy_file_range: between files of the tree, and to the standard streams.
pub(super) fn copy_between(call: &mut Call<'_, '_>, name: &str) -> Answer {
    // The usual fallback of programs is read and write, which needs no emulation of its own.
    let (from, to) = if name == "sendfile" { (call.int(1), call.int(0)) } else { (call.int(0), call.int(2)) };
    let (from, to) = (call.world.descriptors.file(from)?, call.world.descriptors.file(to)?);
    if !from.readable() || !to.writable() {
        return Err(EBADF.into());
    }
    Err(EINVAL.into())
}

/// Calls that have nothing to do but to know the descriptor.
pub(super) fn known(call: &mut Call<'_, '_>) -> Answer {
    call.world.descriptors.file(call.int(0))?;
    Ok(0)
}

/// ioctl: nothing is a terminal.
pub(super) fn control(call: &mut Call<'_, '_>) -> Answer {
    const FIONREAD: u32 = 0x541B;
    const FIONBIO: u32 = 0x5421;
    const FIOCLEX: u32 = 0x5451;
    const FIONCLEX: u32 = 0x5450;
    let (fd, request, address) = (call.int(0), call.uint(1), call.args[2]);
    let file = call.world.descriptors.file(fd)?;
    match request {
        FIONREAD => {
            let waiting = match file.target {
                Target::Stdin => call.world.input.stdin.len() - call.world.stdin_offset,
                Target::PipeReader(pipe) => call.world.descriptors.pipes[pipe].bytes.len(),
                Target::Node(node) => (call.world.vfs.node(node).size().saturating_sub(file.offset)) as usize,
                _ => return Err(ENOTTY.into()),
            };
            call.write(address, &(waiting as u32).to_le_bytes())?;
        }
        FIONBIO => {
            let on = call.guest.memory.load::<4>(address)? != 0;
            let flags = &mut call.world.descriptors.file_mut(fd)?.flags;
            *flags = if on { *flags | O_NONBLOCK } else { *flags & !O_NONBLOCK };
        }
        FIOCLEX | FIONCLEX => *call.world.descriptors.close_on_exec(fd)? = request == FIOCLEX,
        _ => return Err(ENOTTY.into()),
    }
    Ok(0)
}

/// What a descriptor is ready for: reading, writing, and whether its other end is gone.
fn readiness(call: &Call<'_, '_>, fd: i32) -> Option<(bool, bool, bool)> {
    let file = call.world.descriptors.file(fd).ok()?;
    let pipe = |index: usize| &call.world.descriptors.pipes[index];
    Some(match file.target {
        Target::Stdin => (true, false, call.world.stdin_offset == call.world.input.stdin.len()),
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

/// poll, ppoll
pub(super) fn poll(call: &mut Call<'_, '_>, name: &str) -> Answer {
    const POLLIN: u16 = 1;
    const POLLOUT: u16 = 4;
    const POLLERR: u16 = 8;
    const POLLHUP: u16 = 16;
    const POLLNVAL: u16 = 32;
    let (address, count) = (call.args[0], call.args[1]);
    if count > OPEN_MAX as u64 {
        return Err(EINVAL.into());
    }
    let mut ready = 0;
    for index in 0..count {
        let entry = address + index * 8;
        let fd = call.guest.memory.load::<4>(entry)? as i32;
        let wanted = call.guest.memory.load::<2>(entry + 4)? as u16;
        let is_writer = |fd| matches!(call.world.descriptors.file(fd), Ok(file) if !file.readable());
        let seen = match readiness(call, fd) {
            _ if fd < 0 => 0,
            None => POLLNVAL,
            Some((input, output, gone)) => {
                let ended = if is_writer(fd) { POLLERR } else { POLLHUP };
                let flags = [(input, POLLIN & wanted), (output, POLLOUT & wanted), (gone, ended)];
                flags.iter().filter(|(set, _)| *set).fold(0, |bits, (_, flag)| bits | flag)
            }
        };
        call.write(entry + 6, &seen.to_le_bytes())?;
        ready += u64::from(seen != 0);
    }
    if ready == 0 { time_out(call, name, 2) } else { Ok(ready) }
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
