//! Reading and writing through descriptors.
//!
//! Differs from Linux: a read of the standard input pipe gives all that is asked for and there, where a native pipe
//! gives at most what its writer has written so far.

use super::symbolic::{Data, Moved};
use super::{Answer, Call, Failure, unsupported};
use crate::abi::*;
use crate::descriptors::{OpenFile, Target};
use crate::symbols::{Contents, SymbolicOffset};
use crate::vfs::{Device, Kind, NodeId};
use rift_ir::BinaryOp;
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
    let mut before = 0;
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
        (before, done) = (done, done + moved);
        if let Place::At(offset) = &mut place {
            *offset += moved;
        }
        if moved < len {
            break;
        }
    }
    // Only the part where the file ends has a symbolic count.
    if let Some(tools) = &mut call.guest.tools
        && let Some(last) = tools.reply
    {
        let before = tools.terms.constant(64, before);
        tools.reply = Some(tools.terms.binary(BinaryOp::Add, before, last));
    }
    Ok(done)
}

fn read(call: &mut Call<'_, '_>, fd: i32, address: u64, len: u64, place: Place) -> Answer {
    let file = call.world.descriptors.file(fd)?;
    if !file.readable() {
        return Err(EBADF.into());
    }
    let nonblocking = file.flags & O_NONBLOCK != 0;
    let contents = match file.target {
        Target::Stdin => Contents::Stdin,
        Target::Output(_) | Target::PipeWriter(_) => return Err(EBADF.into()),
        Target::PipeReader(pipe) => return read_pipe(call, pipe, address, len, nonblocking),
        Target::EventCounter => return read_counter(call, fd, address, len),
        Target::Node(node) => Contents::Node(node),
    };
    let start = match place {
        Place::Current => call.reading_offset(fd, contents)?,
        Place::At(offset) => Some(offset),
    };
    let Some(start) = start else { return Ok(0) };
    let moved = match contents {
        Contents::Stdin => {
            let bytes = Arc::clone(&call.world.stdin);
            call.read_contents(contents, &bytes, start, address, len)?
        }
        Contents::Node(node) => read_node(call, node, start, address, len)?,
    };
    if place == Place::Current {
        let file = call.world.descriptors.file_mut(fd)?;
        file.offset += moved.count;
        file.symbolic = moved.end.map(|term| SymbolicOffset { term, at_end: true });
    }
    call.reply(moved.term);
    Ok(moved.count)
}

fn read_node(call: &mut Call<'_, '_>, node: NodeId, start: u64, address: u64, len: u64) -> Result<Moved, Failure> {
    match &call.world.vfs.node(node).kind {
        Kind::Directory { .. } => Err(EISDIR.into()),
        Kind::File(bytes) => {
            let bytes = bytes.clone();
            call.read_contents(Contents::Node(node), &bytes, start, address, len)
        }
        Kind::Device(Device::Zero | Device::Full) => {
            call.guest.memory.fill(address, 0, len)?;
            Ok(Moved::concrete(len))
        }
        Kind::Device(Device::Random) => {
            fill_random(call, address, len)?;
            Ok(Moved::concrete(len))
        }
        Kind::Device(_) => Ok(Moved::concrete(0)),
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
    let OpenFile { target, flags, .. } = *file;
    let data = call.read_data(address, len)?;
    if matches!(target, Target::PipeWriter(_) | Target::EventCounter) {
        call.pin_data(&data);
    }
    let bytes = &data.0;
    match target {
        Target::Stdin | Target::PipeReader(_) => Err(EBADF.into()),
        Target::Output(stream) => {
            call.world.print(stream, bytes, &data.1)?;
            Ok(len)
        }
        Target::PipeWriter(pipe) => write_pipe(call, pipe, bytes, flags & O_NONBLOCK != 0),
        Target::EventCounter => {
            let value: [u8; 8] = bytes.get(..8).and_then(|word| word.try_into().ok()).ok_or(EINVAL)?;
            let counter = &mut call.world.descriptors.file_mut(fd)?.counter;
            *counter = counter.saturating_add(u64::from_le_bytes(value));
            Ok(8)
        }
        Target::Node(node) if len == 0 => write_node(call, node, 0, &data).map(|()| 0),
        Target::Node(node) => {
            call.fix_size(Contents::Node(node));
            // Linux appends even where pwrite names an offset.
            let start = match place {
                _ if flags & O_APPEND != 0 => call.world.vfs.node(node).size(),
                Place::Current => call.fix_offset(fd)?,
                Place::At(at) => at,
            };
            write_node(call, node, start, &data)?;
            if place == Place::Current {
                let file = call.world.descriptors.file_mut(fd)?;
                file.offset = start + len;
                file.symbolic = None;
            }
            Ok(len)
        }
    }
}

fn write_node(call: &mut Call<'_, '_>, id: NodeId, start: u64, data: &Data) -> Result<(), Failure> {
    let (limit, now) = (call.world.config.disk_limit, call.now());
    let is_mapped = call.world.shared_maps.iter().any(|map| map.node == id);
    if is_mapped {
        call.pin_data(data);
    }
    let (bytes, terms) = data;
    let node = call.world.vfs.node_mut(id);
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
            let terms = if is_mapped { &[] } else { terms.as_slice() };
            call.world.symbols.write(Contents::Node(id), start, bytes.len() as u64, terms);
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
    let Target::Node(id) = file.target else {
        return Err(ESPIPE.into());
    };
    if matches!(call.world.vfs.node(id).kind, Kind::Device(_)) {
        return Ok(0);
    }
    if whence <= 2 && matches!(call.world.vfs.node(id).kind, Kind::File(_)) {
        if let Some(target) = call.symbolic_seek(fd, id, whence)? {
            return Ok(target);
        }
    } else {
        call.fix_size(Contents::Node(id));
        call.fix_argument(1);
    }
    let (file, node) = (call.world.descriptors.file(fd)?, call.world.vfs.node(id));
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
    file.symbolic = None;
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
                Target::Stdin => call.left_in(fd, Contents::Stdin)?,
                Target::PipeReader(pipe) => call.world.descriptors.pipes[pipe].bytes.len() as u64,
                Target::Node(node) => call.left_in(fd, Contents::Node(node))?,
                _ => return Err(ENOTTY.into()),
            };
            call.write(address, &(waiting as u32).to_le_bytes())?;
        }
        FIONBIO => {
            let on = call.guest.memory.read_array(address)? != [0; 4];
            let flags = &mut call.world.descriptors.file_mut(fd)?.flags;
            *flags = if on { *flags | O_NONBLOCK } else { *flags & !O_NONBLOCK };
        }
        FIOCLEX | FIONCLEX => *call.world.descriptors.close_on_exec(fd)? = request == FIOCLEX,
        _ => return Err(ENOTTY.into()),
    }
    Ok(0)
}
