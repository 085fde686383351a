//! Changing what files are: mode, owner, length, times.

use super::{Answer, Call, Failure};
use crate::abi::*;
use crate::descriptors::Target;
use crate::symbols::Contents;
use crate::vfs::{Kind, Links, NodeId, USER};
use std::sync::Arc;

/// The node of a descriptor; `None` for pipes and the standard streams.
fn node_of(call: &Call<'_, '_>, fd: i32) -> Result<Option<NodeId>, Failure> {
    match call.world.descriptors.file(fd)?.target {
        Target::Node(node) => Ok(Some(node)),
        _ => Ok(None),
    }
}

fn check_owner(call: &Call<'_, '_>, node: NodeId) -> Result<(), Failure> {
    if call.world.vfs.node(node).owner == USER { Ok(()) } else { Err(EPERM.into()) }
}

/// chmod, fchmod, fchmodat, fchmodat2
pub(super) fn change_mode(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (node, mode) = match name {
        "fchmod" => (node_of(call, call.int(0))?, call.uint(1)),
        "chmod" => {
            let path = call.path(0)?;
            (Some(call.find(AT_FDCWD, &path, Links::Follow)?), call.uint(1))
        }
        _ => {
            let path = call.path(1)?;
            (Some(call.find(call.int(0), &path, Links::Follow)?), call.uint(2))
        }
    };
    let Some(node) = node else {
        return Ok(0);
    };
    check_owner(call, node)?;
    let now = call.now();
    let node = call.world.vfs.node_mut(node);
    node.mode = mode & 0o7777;
    node.changed = now;
    Ok(0)
}

/// chown, lchown, fchown, fchownat: only to what it is already.
pub(super) fn change_owner(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (node, user, group) = match name {
        "fchown" => (node_of(call, call.int(0))?, call.uint(1), call.uint(2)),
        "fchownat" => {
            let path = call.path(1)?;
            let links = if call.uint(4) & AT_SYMLINK_NOFOLLOW != 0 { Links::Keep } else { Links::Follow };
            (Some(call.find(call.int(0), &path, links)?), call.uint(2), call.uint(3))
        }
        _ => {
            let path = call.path(0)?;
            let links = if name == "lchown" { Links::Keep } else { Links::Follow };
            (Some(call.find(AT_FDCWD, &path, links)?), call.uint(1), call.uint(2))
        }
    };
    if let Some(node) = node {
        check_owner(call, node)?;
    }
    let keeps = |id: u32| id == u32::MAX || id == USER;
    if keeps(user) && keeps(group) { Ok(0) } else { Err(EPERM.into()) }
}

/// truncate, ftruncate, fallocate
pub(super) fn truncate(call: &mut Call<'_, '_>, name: &str) -> Answer {
    if name != "fallocate" && (call.args[1] as i64) < 0 {
        return Err(EINVAL.into());
    }
    let (node, size) = match name {
        "truncate" => {
            let path = call.path(0)?;
            let node = call.find(AT_FDCWD, &path, Links::Follow)?;
            let found = call.world.vfs.node(node);
            if found.is_directory() {
                return Err(EISDIR.into());
            }
            if !found.permits(W_OK) {
                return Err(EACCES.into());
            }
            (node, call.args[1])
        }
        _ => {
            let file = call.world.descriptors.file(call.int(0))?;
            let Target::Node(node) = file.target else {
                return Err(if name == "fallocate" { ESPIPE } else { EINVAL }.into());
            };
            if !file.writable() {
                return Err(if name == "fallocate" { EBADF } else { EINVAL }.into());
            }
            (node, call.args[1])
        }
    };
    call.fix_size(Contents::Node(node));
    let size = if name == "fallocate" {
        if call.uint(1) != 0 {
            return Err(EOPNOTSUPP.into());
        }
        let end = call.args[2].checked_add(call.args[3]).ok_or(EFBIG)?;
        end.max(call.world.vfs.node(node).size())
    } else {
        size
    };
    if (size as i64) < 0 {
        return Err(EINVAL.into());
    }
    if size > call.world.config.disk_limit {
        return Err(if name == "fallocate" { ENOSPC } else { EFBIG }.into());
    }
    let now = call.now();
    let file = call.world.vfs.node_mut(node);
    let Kind::File(bytes) = &mut file.kind else {
        return Err(EINVAL.into());
    };
    if bytes.len() as u64 != size {
        Arc::make_mut(bytes).resize(size as usize, 0);
    }
    (file.modified, file.changed) = (now, now);
    call.world.symbols.cut(Contents::Node(node), size);
    Ok(0)
}

/// utime, utimes, futimesat, utimensat
pub(super) fn change_times(call: &mut Call<'_, '_>, name: &str) -> Answer {
    const UTIME_NOW: u64 = 0x3FFF_FFFF;
    const UTIME_OMIT: u64 = 0x3FFF_FFFE;
    let at = usize::from(matches!(name, "utimensat" | "futimesat"));
    let base = if at == 1 { call.int(0) } else { AT_FDCWD };
    let node = if at == 1 && call.args[1] == 0 {
        node_of(call, base)?
    } else {
        let path = call.path(at)?;
        let keep = name == "utimensat" && call.uint(3) & AT_SYMLINK_NOFOLLOW != 0;
        Some(call.find(base, &path, if keep { Links::Keep } else { Links::Follow })?)
    };
    let (now, times) = (call.now(), call.args[at + 1]);
    let mut wanted = [Some(now), Some(now)];
    for (index, slot) in wanted.iter_mut().enumerate().filter(|_| times != 0) {
        let index = index as u64;
        if name == "utime" {
            let seconds = call.word(times + index * 8)? as i64;
            *slot = Some(seconds.saturating_mul(1_000_000_000));
            continue;
        }
        let (seconds, part) = (call.word(times + index * 16)? as i64, call.word(times + index * 16 + 8)?);
        *slot = match (name, part) {
            ("utimensat", UTIME_NOW) => Some(now),
            ("utimensat", UTIME_OMIT) => None,
            ("utimensat", 0..1_000_000_000) => Some(seconds.saturating_mul(1_000_000_000) + part as i64),
            ("utimes" | "futimesat", 0..1_000_000) => Some(seconds.saturating_mul(1_000_000_000) + part as i64 * 1000),
            _ => return Err(EINVAL.into()),
        };
    }
    let Some(node) = node else {
        return Ok(0);
    };
    if times == 0 && !call.world.vfs.node(node).permits(W_OK) {
        return Err(EACCES.into());
    }
    if times != 0 {
        check_owner(call, node)?;
    }
    let node = call.world.vfs.node_mut(node);
    node.accessed = wanted[0].unwrap_or(node.accessed);
    node.modified = wanted[1].unwrap_or(node.modified);
    node.changed = now;
    Ok(0)
}

/// umask: gives back the old one.
pub(super) fn change_umask(call: &mut Call<'_, '_>) -> u64 {
    let mask = call.uint(0) & 0o777;
    u64::from(std::mem::replace(&mut call.world.umask, mask))
}
