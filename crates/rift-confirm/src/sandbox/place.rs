//! The directories of one sandbox on the host: what a program is given, and what it leaves.

use super::{NativeError, cannot};
use rift_env::{Input, Observed};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Removed with everything in it when it is dropped.
pub(super) struct Place {
    pub root: PathBuf,
}

/// More levels than this are not looked into; no path of the system's could name what is there.
const DEEPEST: usize = 2048;

impl Place {
    pub(super) fn new(root: PathBuf) -> Result<Place, NativeError> {
        let place = Place { root };
        for part in [place.work(), place.temporary(), place.shared(), place.given(), place.absolute()] {
            fs::create_dir_all(&part).map_err(cannot("create", &part))?;
        }
        Ok(place)
    }

    /// The working directory.
    pub(super) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// What the program sees as /tmp.
    pub(super) fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// What the program sees as /dev/shm.
    pub(super) fn shared(&self) -> PathBuf {
        self.root.join("shm")
    }

    /// What the program may read only.
    pub(super) fn given(&self) -> PathBuf {
        self.root.join("given")
    }

    /// Files that the program is to see elsewhere, by their number.
    pub(super) fn absolute(&self) -> PathBuf {
        self.root.join("absolute")
    }

    /// As if no program had run here. What is needed as a mount point in /tmp stays.
    pub(super) fn clean(&self, mount_points: &[PathBuf]) -> io::Result<()> {
        empty(&self.work(), &[])?;
        empty(&self.temporary(), mount_points)?;
        empty(&self.shared(), mount_points)
    }

    pub(super) fn put(&self, input: &Input) -> Result<(), NativeError> {
        let work = self.work();
        for (name, bytes) in input.files.iter().filter(|(name, _)| !name.starts_with('/')) {
            put(&work.join(name), name.ends_with('/'), bytes)?;
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed is in a directory for temporary files.
        let _ = empty(&self.root, &[]);
        let _ = fs::remove_dir_all(&self.root);
    }
}

pub(super) fn put(path: &Path, is_directory: bool, bytes: &[u8]) -> Result<(), NativeError> {
    if is_directory {
        return fs::create_dir_all(path).map_err(cannot("create", path));
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(cannot("create", parent))?;
    }
    fs::write(path, bytes).map_err(cannot("write", path))
}

/// Removes everything in a directory but the `kept`, and what leads to them.
fn empty(directory: &Path, kept: &[PathBuf]) -> io::Result<()> {
    // The program may have taken rights away.
    fs::set_permissions(directory, Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if kept.contains(&path) {
            continue;
        }
        if kept.iter().any(|kept| kept.starts_with(&path)) {
            empty(&path, kept)?;
        } else if !path.symlink_metadata()?.is_dir() {
            fs::remove_file(&path)?;
        } else if fs::remove_dir_all(&path).is_err() {
            empty(&path, &[])?;
            fs::remove_dir(&path)?;
        }
    }
    Ok(())
}

/// What a run changed in its directory; `None` if that is more than `limit` bytes.
pub(super) fn observed(work: &Path, input: &Input, limit: u64) -> io::Result<Option<Observed>> {
    let mut tree = Tree { left: limit, files: BTreeMap::new(), directories: BTreeSet::new() };
    if !tree.read(work, b"", 0)? {
        return Ok(None);
    }
    let Tree { files: mut written, directories: mut new_directories, .. } = tree;
    let mut removed = BTreeSet::new();
    for (name, bytes) in input.files.iter().filter(|(name, _)| !name.starts_with('/')) {
        let plain = name.trim_end_matches('/');
        for (at, _) in plain.match_indices('/') {
            if !new_directories.remove(&plain[..at]) && !work.join(&plain[..at]).is_dir() {
                removed.insert(plain[..at].to_owned());
            }
        }
        let is_there =
            new_directories.remove(plain) || written.contains_key(plain) || work.join(plain).symlink_metadata().is_ok();
        if !is_there {
            removed.insert(plain.to_owned());
        }
        if written.get(plain) == Some(bytes) {
            written.remove(plain);
        }
    }
    Ok(Some(Observed { written, removed, new_directories }))
}

struct Tree {
    left: u64,
    files: BTreeMap<String, Vec<u8>>,
    directories: BTreeSet<String>,
}

impl Tree {
    /// Whether all of it was within the limit. Symbolic links count as files that hold their target.
    fn read(&mut self, directory: &Path, prefix: &[u8], depth: usize) -> io::Result<bool> {
        // What is too deep for a path is as good as empty.
        let entries = match despite_rights(directory, 0o755, |path| fs::read_dir(path)) {
            Err(error) if depth == 0 => return Err(error),
            Err(_) => return Ok(true),
            Ok(entries) => entries,
        };
        for entry in entries {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = [prefix, entry.file_name().as_bytes()].concat();
            let shown = String::from_utf8_lossy(&name).into_owned();
            if kind.is_dir() {
                if depth < DEEPEST && !self.read(&path, &[&name, &b"/"[..]].concat(), depth + 1)? {
                    return Ok(false);
                }
                self.directories.insert(shown);
                continue;
            }
            let bytes = match kind {
                _ if kind.is_symlink() => fs::read_link(&path).map(PathBuf::into_os_string).map(OsString::into_vec),
                // A file may be large without taking room.
                _ if kind.is_file() && entry.metadata()?.len() > self.left => return Ok(false),
                _ if kind.is_file() => despite_rights(&path, 0o644, |path| fs::read(path)),
                _ => continue,
            };
            let bytes = bytes.unwrap_or_default();
            // A name takes room, too.
            match self.left.checked_sub((bytes.len() + name.len()) as u64) {
                Some(left) => self.left = left,
                None => return Ok(false),
            }
            self.files.insert(shown, bytes);
        }
        Ok(true)
    }
}

/// Reads what belongs to a program that has ended, even if it took the right to do so away.
fn despite_rights<T>(path: &Path, mode: u32, read: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
            read(path)
        }
        result => result,
    }
}
