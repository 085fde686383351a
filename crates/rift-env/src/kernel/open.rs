//! Opening, duplicating and closing descriptors, and listing directories.

use super::{Answer, Call, Failure, unsupported};
use crate::abi::*;
use crate::descriptors::{OpenFile, Pipe, Target};
use crate::symbols::Contents;
use crate::vfs::{Device, Kind, Links, NodeId, Resolved, USER};
use std::ops::Bound;
use std::sync::Arc;

/// open, creat, openat, openat2
pub(super) fn open(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (base, path_at, flags, mode) = match name {
        "creat" => (AT_FDCWD, 0, O_CREAT | O_WRONLY | O_TRUNC, call.uint(1)),
        "open" => (AT_FDCWD, 0, call.uint(1), call.uint(2)),
        "openat" => (call.int(0), 1, call.uint(2), call.uint(3)),
        _ => {
            let how = call.args[2];
            if call.word(how + 16)? != 0 {
                return Err(unsupported("openat2 with RESOLVE flags"));
            }
            (call.int(0), 1, call.word(how)? as u32, call.word(how + 8)? as u32)
        }
    };
    let path = call.path(path_at)?;
    if flags & O_ACCMODE == O_ACCMODE {
        return Err(EINVAL.into());
    }
    if flags & O_TMPFILE == O_TMPFILE {
        return Err(EOPNOTSUPP.into());
    }
    let no_links = flags & O_NOFOLLOW != 0 || flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL;
    if flags & O_CREAT != 0 && path.ends_with(b"/") {
        // Found out before a link at the end is followed.
        call.resolve(base, &path, Links::Name)?;
        return Err(EISDIR.into());
    }
    let found = call.resolve(base, &path, if no_links { Links::Keep } else { Links::Follow })?;
    let node = match found.node {
        Some(node) => existing(call, node, &found, flags)?,
        None => create(call, &found, flags, mode)?,
    };
    if let Kind::Device(Device::Descriptor(fd)) = call.world.vfs.node(node).kind {
        let fd = call.world.descriptors.duplicate(fd, 0, flags & O_CLOEXEC != 0).map_err(|_| ENXIO)?;
        return Ok(fd as u64);
    }
    let kept = flags & !(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
    let fd = call.world.descriptors.open(OpenFile::new(Target::Node(node), kept), flags & O_CLOEXEC != 0)?;
    Ok(fd as u64)
}

fn existing(call: &mut Call<'_, '_>, id: NodeId, found: &Resolved, flags: u32) -> Result<NodeId, Failure> {
    let now = call.now();
    let node = call.world.vfs.node(id);
    let is_directory = node.is_directory();
    let writes = matches!(flags & O_ACCMODE, O_WRONLY | O_RDWR);
    if flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL {
        return Err(EEXIST.into());
    }
    if matches!(node.kind, Kind::Symlink(_)) && flags & O_PATH == 0 {
        return Err(ELOOP.into());
    }
    if !is_directory && (found.slash || flags & O_DIRECTORY != 0) {
        return Err(ENOTDIR.into());
    }
    if flags & O_PATH != 0 {
        return Ok(id);
    }
    if is_directory && (writes || flags & (O_CREAT | O_TRUNC) != 0) {
        return Err(EISDIR.into());
    }
    let reads = flags & O_ACCMODE != O_WRONLY;
    let wanted = u32::from(reads) * R_OK + u32::from(writes || flags & O_TRUNC != 0) * W_OK;
    if !node.permits(wanted) {
        return Err(EACCES.into());
    }
    if matches!(node.kind, Kind::Device(Device::Tty)) {
        return Err(ENXIO.into());
    }
    if flags & O_TRUNC != 0 {
        let node = call.world.vfs.node_mut(id);
        if let Kind::File(bytes) = &mut node.kind {
            *bytes = Arc::default();
            (node.modified, node.changed) = (now, now);
            call.world.symbols.forget(Contents::Node(id));
        }
    }
    Ok(id)
}

fn create(call: &mut Call<'_, '_>, found: &Resolved, flags: u32, mode: u32) -> Result<NodeId, Failure> {
    if flags & O_CREAT == 0 {
        return Err(ENOENT.into());
    }
    if flags & O_DIRECTORY != 0 {
        return Err(EINVAL.into());
    }
    let parent = call.writable_directory(found.parent)?;
    let (mode, now) = (mode & 0o7777 & !call.world.umask, call.now());
    Ok(call.world.vfs.add(parent, &found.name, Kind::File(Arc::default()), mode, now))
}

impl Call<'_, '_> {
    /// The directory that a path relative to `base` starts from.
    pub(super) fn base(&self, base: i32, path: &[u8]) -> Result<NodeId, Failure> {
        if base == AT_FDCWD || path.first() == Some(&b'/') {
            return Ok(self.world.directory);
        }
        match self.world.descriptors.file(base)?.target {
            Target::Node(node) if self.world.vfs.node(node).is_directory() => Ok(node),
            _ => Err(ENOTDIR.into()),
        }
    }

    pub(super) fn resolve(&self, base: i32, path: &[u8], links: Links) -> Result<Resolved, Failure> {
        if path.is_empty() {
            return Err(ENOENT.into());
        }
        let start = self.base(base, path)?;
        Ok(self.world.vfs.resolve(start, path, links)?)
    }

    /// What a path names; a file whose path ends in a slash is none.
    pub(super) fn find(&self, base: i32, path: &[u8], links: Links) -> Result<NodeId, Failure> {
        let found = self.resolve(base, path, links)?;
        let node = found.node.ok_or(ENOENT)?;
        if found.slash && !self.world.vfs.node(node).is_directory() {
            return Err(ENOTDIR.into());
        }
        Ok(node)
    }

    /// Checks that entries may be made in a directory and taken out of it.
    pub(super) fn writable_directory(&self, id: NodeId) -> Result<NodeId, Failure> {
        let node = self.world.vfs.node(id);
        match () {
            () if node.links == 0 => Err(ENOENT.into()),
            () if !node.permits(W_OK | X_OK) => Err(EACCES.into()),
            () => Ok(id),
        }
    }

    /// Drops a node that lost its name, unless it is open or mapped.
    pub(super) fn forget(&mut self, id: NodeId) {
        let mapped = self.world.shared_maps.iter().any(|map| map.node == id);
        if !self.world.descriptors.holds(id) && self.world.directory != id && !mapped {
            self.world.vfs.forget(id);
            if !self.world.vfs.contains(id) {
                self.world.symbols.forget(Contents::Node(id));
            }
        }
    }
}

/// close, close_range
pub(super) fn close(call: &mut Call<'_, '_>, name: &str) -> Answer {
    if name == "close" {
        return close_one(call, call.int(0));
    }
    let (first, last) = (u64::from(call.uint(0)), u64::from(call.uint(1)));
    if first > last {
        return Err(EINVAL.into());
    }
    for fd in call.world.descriptors.range(first, last) {
        if call.uint(2) & 4 != 0 {
            *call.world.descriptors.close_on_exec(fd)? = true;
        } else {
            close_one(call, fd)?;
        }
    }
    Ok(0)
}

fn close_one(call: &mut Call<'_, '_>, fd: i32) -> Answer {
    if let Some(node) = call.world.descriptors.close(fd)? {
        call.forget(node);
    }
    Ok(0)
}

/// dup, dup2, dup3
pub(super) fn duplicate(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (old, new) = (call.int(0), call.int(1));
    if name == "dup" {
        return Ok(call.world.descriptors.duplicate(old, 0, false)? as u64);
    }
    let flags = if name == "dup3" { call.uint(2) } else { 0 };
    if name == "dup3" && (old == new || flags & !O_CLOEXEC != 0) {
        return Err(EINVAL.into());
    }
    call.world.descriptors.file(old)?;
    if old != new
        && let Some(node) = call.world.descriptors.replace(old, new, flags != 0)?
    {
        call.forget(node);
    }
    Ok(new as u64)
}

/// fcntl
pub(super) fn control(call: &mut Call<'_, '_>) -> Answer {
    const F_DUPFD: u32 = 0;
    const F_GETFD: u32 = 1;
    const F_SETFD: u32 = 2;
    const F_GETFL: u32 = 3;
    const F_SETFL: u32 = 4;
    const F_GETLK: u32 = 5;
    const F_SETLK: u32 = 6;
    const F_SETLKW: u32 = 7;
    const F_DUPFD_CLOEXEC: u32 = 1030;
    const F_GETPIPE_SZ: u32 = 1032;
    let (fd, command, argument) = (call.int(0), call.uint(1), call.args[2]);
    let file = call.world.descriptors.file(fd)?;
    match command {
        F_DUPFD | F_DUPFD_CLOEXEC => {
            let least = usize::try_from(argument as i32).ok().filter(|&least| least < OPEN_MAX).ok_or(EINVAL)?;
            let new = call.world.descriptors.duplicate(fd, least, command == F_DUPFD_CLOEXEC)?;
            Ok(new as u64)
        }
        F_GETFD => Ok(u64::from(*call.world.descriptors.close_on_exec(fd)?)),
        F_SETFD => {
            *call.world.descriptors.close_on_exec(fd)? = argument & 1 != 0;
            Ok(0)
        }
        // O_LARGEFILE is what a native 64-bit kernel adds.
        F_GETFL => Ok(u64::from(file.flags | if matches!(file.target, Target::Node(_)) { 0o100000 } else { 0 })),
        F_SETFL => {
            let flags = &mut call.world.descriptors.file_mut(fd)?.flags;
            *flags = *flags & !STATUS_FLAGS | argument as u32 & STATUS_FLAGS;
            Ok(0)
        }
        F_GETLK => {
            // F_UNLCK: there is nobody else to hold a lock.
            call.write(argument, &2u16.to_le_bytes())?;
            Ok(0)
        }
        F_SETLK | F_SETLKW => Ok(0),
        F_GETPIPE_SZ => match file.target {
            Target::PipeReader(_) | Target::PipeWriter(_) | Target::Stdin => Ok(PIPE_SIZE as u64),
            _ => Err(EBADF.into()),
        },
        _ => Err(EINVAL.into()),
    }
}

/// pipe, pipe2
pub(super) fn pipe(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let flags = if name == "pipe2" { call.uint(1) } else { 0 };
    if flags & !(O_CLOEXEC | O_NONBLOCK) != 0 {
        return Err(EINVAL.into());
    }
    call.guest.memory.check_write(call.args[0], 8)?;
    let descriptors = &mut call.world.descriptors;
    let index = descriptors.pipes.len();
    descriptors.pipes.push(Pipe::default());
    let (status, close_on_exec) = (flags & O_NONBLOCK, flags & O_CLOEXEC != 0);
    let reader = descriptors.open(OpenFile::new(Target::PipeReader(index), status), close_on_exec)?;
    let writer = match descriptors.open(OpenFile::new(Target::PipeWriter(index), O_WRONLY | status), close_on_exec) {
        Ok(writer) => writer,
        Err(errno) => {
            descriptors.close(reader)?;
            return Err(errno.into());
        }
    };
    call.write_words(call.args[0], &[reader as u64 | (writer as u64) << 32])?;
    Ok(0)
}

/// eventfd, eventfd2
pub(super) fn event_counter(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let flags = if name == "eventfd2" { call.uint(1) } else { 0 };
    let mut file = OpenFile::new(Target::EventCounter, O_RDWR | flags & O_NONBLOCK);
    file.counter = u64::from(call.uint(0));
    Ok(call.world.descriptors.open(file, flags & O_CLOEXEC != 0)? as u64)
}

/// memfd_create
pub(super) fn memory_file(call: &mut Call<'_, '_>) -> Answer {
    call.path(0)?;
    let now = call.now();
    let node = call.world.vfs.add_node(Kind::File(Arc::default()), 0o777, USER, now);
    let close_on_exec = call.uint(1) & 1 != 0;
    Ok(call.world.descriptors.open(OpenFile::new(Target::Node(node), O_RDWR), close_on_exec)? as u64)
}

/// getdents64
pub(super) fn list(call: &mut Call<'_, '_>) -> Answer {
    let (fd, address, room) = (call.int(0), call.args[1], call.args[2]);
    let file = call.world.descriptors.file(fd)?;
    let Target::Node(directory) = file.target else {
        return Err(ENOTDIR.into());
    };
    let vfs = &call.world.vfs;
    let entries = vfs.node(directory).entries()?;
    let Kind::Directory { parent, .. } = vfs.node(directory).kind else {
        return Err(ENOTDIR.into());
    };
    // `.` and `..` come first, then the names in order.
    let dots: &[(&[u8], NodeId)] = &[(b".", directory), (b"..", parent)];
    let (skip, after) = match file.last_entry.as_deref() {
        None => (0, Bound::Unbounded),
        Some(b".") => (1, Bound::Unbounded),
        Some(b"..") => (2, Bound::Unbounded),
        Some(name) => (2, Bound::Excluded(name)),
    };
    let named = entries.range::<[u8], _>((after, Bound::Unbounded)).map(|(name, &node)| (name.as_slice(), node));
    let mut buffer = vec![];
    let mut last = None;
    for (index, (name, node)) in dots[skip..].iter().copied().chain(named).enumerate() {
        let length = (19 + name.len() + 1).next_multiple_of(8);
        if buffer.len() + length > room as usize {
            break;
        }
        let start = buffer.len();
        buffer.extend_from_slice(&u64::from(node.0).to_le_bytes());
        buffer.extend_from_slice(&(file.offset + index as u64 + 1).to_le_bytes());
        buffer.extend_from_slice(&(length as u16).to_le_bytes());
        buffer.push((vfs.node(node).file_type() >> 12) as u8);
        buffer.extend_from_slice(name);
        buffer.resize(start + length, 0);
        last = Some((name.to_vec(), index as u64 + 1));
    }
    let at_end = last.is_none();
    if at_end && dots[skip..].iter().copied().next().is_some() {
        return Err(EINVAL.into());
    }
    let more = call.world.vfs.node(directory).entries()?.range::<[u8], _>((after, Bound::Unbounded)).next().is_some();
    if at_end && more {
        return Err(EINVAL.into());
    }
    call.write(address, &buffer)?;
    if let Some((name, count)) = last {
        let file = call.world.descriptors.file_mut(fd)?;
        file.last_entry = Some(name);
        file.offset += count;
    }
    Ok(buffer.len() as u64)
}
