//! Names in directories: looking them up, making, moving and removing them.

use super::{Answer, Call, Failure, unsupported};
use crate::abi::*;
use crate::descriptors::Target;
use crate::vfs::{Device, Kind, Links, NodeId, Resolved, USER};
use std::collections::BTreeMap;

/// access, faccessat, faccessat2
pub(super) fn access(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let at = usize::from(name != "access");
    let base = if at == 1 { call.int(0) } else { AT_FDCWD };
    let (path, mode) = (call.path(at)?, call.uint(at + 1));
    if mode & !7 != 0 {
        return Err(EINVAL.into());
    }
    let flags = if name == "faccessat2" { call.uint(3) } else { 0 };
    let links = if flags & AT_SYMLINK_NOFOLLOW != 0 { Links::Keep } else { Links::Follow };
    let node = call.find(base, &path, links)?;
    if call.world.vfs.node(node).permits(mode) { Ok(0) } else { Err(EACCES.into()) }
}

/// getcwd, chdir, fchdir
pub(super) fn directory(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let node = match name {
        "getcwd" => {
            let mut path = call.world.vfs.path_of(call.world.directory).ok_or(ENOENT)?;
            path.push(0);
            if path.len() as u64 > call.args[1] {
                return Err(ERANGE.into());
            }
            call.write(call.args[0], &path)?;
            return Ok(path.len() as u64);
        }
        "chdir" => {
            let path = call.path(0)?;
            call.find(AT_FDCWD, &path, Links::Follow)?
        }
        _ => match call.world.descriptors.file(call.int(0))?.target {
            Target::Node(node) => node,
            _ => return Err(ENOTDIR.into()),
        },
    };
    let target = call.world.vfs.node(node);
    target.entries()?;
    if !target.permits(X_OK) {
        return Err(EACCES.into());
    }
    let left = std::mem::replace(&mut call.world.directory, node);
    call.forget(left);
    Ok(0)
}

/// mkdir, mkdirat
pub(super) fn make_directory(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let at = usize::from(name == "mkdirat");
    let base = if at == 1 { call.int(0) } else { AT_FDCWD };
    let path = call.path(at)?;
    let found = call.resolve(base, &path, Links::Name)?;
    if found.node.is_some() {
        return Err(EEXIST.into());
    }
    let parent = call.writable_directory(found.parent)?;
    let (mode, now) = (call.uint(at + 1) & 0o1777 & !call.world.umask, call.now());
    call.world.vfs.add(parent, &found.name, Kind::Directory { entries: BTreeMap::new(), parent }, mode, now);
    Ok(0)
}

/// Who may take a name out of a directory: in a sticky one, only the owner.
fn may_remove(call: &Call<'_, '_>, found: &Resolved, node: NodeId) -> Result<(), Failure> {
    call.writable_directory(found.parent)?;
    let sticky = call.world.vfs.node(found.parent).mode & 0o1000 != 0;
    if sticky && call.world.vfs.node(node).owner != USER {
        return Err(EPERM.into());
    }
    Ok(())
}

/// unlink, rmdir, unlinkat
pub(super) fn remove(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let at = usize::from(name == "unlinkat");
    let base = if at == 1 { call.int(0) } else { AT_FDCWD };
    let path = call.path(at)?;
    let wants_directory = name == "rmdir" || (at == 1 && call.uint(2) & AT_REMOVEDIR != 0);
    let found = call.resolve(base, &path, Links::Name)?;
    let id = found.node.ok_or(ENOENT)?;
    if wants_directory && found.name.is_empty() {
        return Err(dot_errno(&path).into());
    }
    let is_directory = call.world.vfs.node(id).is_directory();
    if !wants_directory && (found.name.is_empty() || found.slash) {
        return Err(if is_directory { EISDIR } else { ENOTDIR }.into());
    }
    may_remove(call, &found, id)?;
    match (wants_directory, is_directory) {
        (true, false) => return Err(ENOTDIR.into()),
        (false, true) => return Err(EISDIR.into()),
        (true, true) if !call.world.vfs.node(id).entries()?.is_empty() => return Err(ENOTEMPTY.into()),
        _ => {}
    }
    let now = call.now();
    call.world.vfs.detach(found.parent, &found.name, now);
    call.forget(id);
    Ok(0)
}

/// What rmdir says of the root, of `.` and of `..`.
fn dot_errno(path: &[u8]) -> Errno {
    let last = path.split(|&byte| byte == b'/').rfind(|name| !name.is_empty());
    match last {
        Some(b".") => EINVAL,
        Some(b"..") => ENOTEMPTY,
        _ => EBUSY,
    }
}

/// rename, renameat, renameat2
pub(super) fn rename(call: &mut Call<'_, '_>, name: &str) -> Answer {
    const RENAME_NOREPLACE: u32 = 1;
    let at = name != "rename";
    let flags = if name == "renameat2" { call.uint(4) } else { 0 };
    if flags & !RENAME_NOREPLACE != 0 {
        return Err(unsupported("renameat2 with RENAME_EXCHANGE or RENAME_WHITEOUT"));
    }
    let (old_base, new_base) = if at { (call.int(0), call.int(2)) } else { (AT_FDCWD, AT_FDCWD) };
    let old_path = call.path(usize::from(at))?;
    let new_path = call.path(if at { 3 } else { 1 })?;
    let old = call.resolve(old_base, &old_path, Links::Name)?;
    let new = call.resolve(new_base, &new_path, Links::Name)?;
    if old.name.is_empty() || new.name.is_empty() {
        return Err(EBUSY.into());
    }
    let id = old.node.ok_or(ENOENT)?;
    let vfs = &call.world.vfs;
    let moves_directory = vfs.node(id).is_directory();
    if new.node.is_some() && flags & RENAME_NOREPLACE != 0 {
        return Err(EEXIST.into());
    }
    if (old.slash || new.slash) && !moves_directory {
        return Err(ENOTDIR.into());
    }
    if moves_directory && vfs.is_within(new.parent, id) {
        return Err(EINVAL.into());
    }
    if new.node.is_some_and(|node| vfs.node(node).is_directory() && vfs.is_within(old.parent, node)) {
        return Err(ENOTEMPTY.into());
    }
    if new.node == Some(id) {
        return Ok(0);
    }
    may_remove(call, &old, id)?;
    call.writable_directory(new.parent)?;
    if let Some(replaced) = new.node {
        may_remove(call, &new, replaced)?;
        match (moves_directory, &vfs.node(replaced).kind) {
            (true, Kind::Directory { entries, .. }) if !entries.is_empty() => return Err(ENOTEMPTY.into()),
            (true, Kind::Directory { .. }) => {}
            (true, _) => return Err(ENOTDIR.into()),
            (false, Kind::Directory { .. }) => return Err(EISDIR.into()),
            (false, _) => {}
        }
    }
    let now = call.now();
    if let Some(replaced) = new.node {
        call.world.vfs.detach(new.parent, &new.name, now);
        call.forget(replaced);
    }
    let links = call.world.vfs.node(id).links;
    call.world.vfs.detach(old.parent, &old.name, now);
    if moves_directory {
        call.world.vfs.node_mut(id).links = links;
    }
    call.world.vfs.attach(new.parent, &new.name, id, now);
    Ok(0)
}

/// link, linkat
pub(super) fn link(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let at = name == "linkat";
    let (old_base, new_base) = if at { (call.int(0), call.int(2)) } else { (AT_FDCWD, AT_FDCWD) };
    let flags = if at { call.uint(4) } else { 0 };
    let old_path = call.path(usize::from(at))?;
    let new_path = call.path(if at { 3 } else { 1 })?;
    let links = if flags & AT_SYMLINK_FOLLOW != 0 { Links::Follow } else { Links::Keep };
    let id = call.find(old_base, &old_path, links)?;
    let new = call.resolve(new_base, &new_path, Links::Name)?;
    if new.node.is_some() {
        return Err(EEXIST.into());
    }
    if new.slash {
        return Err(ENOENT.into());
    }
    let parent = call.writable_directory(new.parent)?;
    if call.world.vfs.node(id).is_directory() {
        return Err(EPERM.into());
    }
    let now = call.now();
    call.world.vfs.attach(parent, &new.name, id, now);
    Ok(0)
}

/// symlink, symlinkat
pub(super) fn symlink(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let at = name == "symlinkat";
    let target = call.path(0)?;
    if target.is_empty() {
        return Err(ENOENT.into());
    }
    let base = if at { call.int(1) } else { AT_FDCWD };
    let path = call.path(if at { 2 } else { 1 })?;
    let new = call.resolve(base, &path, Links::Name)?;
    if new.node.is_some() {
        return Err(EEXIST.into());
    }
    if new.slash {
        return Err(ENOENT.into());
    }
    let parent = call.writable_directory(new.parent)?;
    let now = call.now();
    call.world.vfs.add(parent, &new.name, Kind::Symlink(target), 0o777, now);
    Ok(0)
}

/// readlink, readlinkat
pub(super) fn read_link(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let at = usize::from(name == "readlinkat");
    let base = if at == 1 { call.int(0) } else { AT_FDCWD };
    let path = call.path(at)?;
    let room = call.int(at + 2);
    if room <= 0 {
        return Err(EINVAL.into());
    }
    let node = call.find(base, &path, Links::Keep)?;
    let target = match &call.world.vfs.node(node).kind {
        Kind::Symlink(target) => target.clone(),
        Kind::Device(Device::Descriptor(fd)) => format!("pipe:[{}]", 0x8000 + fd).into_bytes(),
        _ => return Err(EINVAL.into()),
    };
    let count = target.len().min(room as usize);
    call.write(call.args[at + 1], &target[..count])?;
    Ok(count as u64)
}
