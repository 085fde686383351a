//! What a run leaves in its working directory.
//!
//! It was written by somebody who may mean harm, but nobody writes any more: all processes are gone. Links are never
//! followed, so nothing outside of the directory is read; pipes, sockets and devices are not opened. What is larger than
//! the limit is not read at all.

use rift_env::{Input, Observed};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What a run changed in its directory; `None` if that is more than `limit` bytes.
pub(super) fn observed(work: &Path, input: &Input, limit: u64) -> io::Result<Option<Observed>> {
    let mut tree = Tree { left: limit, ..Tree::default() };
    if !tree.read(work)? {
        return Ok(None);
    }
    let Tree { files: mut written, directories, others, .. } = tree;
    let mut new_directories = directories.clone();
    let mut removed = BTreeSet::new();
    for (name, bytes) in input.files.iter().filter(|(name, _)| !name.starts_with('/')) {
        let plain = name.trim_end_matches('/');
        for (at, _) in plain.match_indices('/') {
            new_directories.remove(&plain[..at]);
            if !directories.contains(&plain[..at]) {
                removed.insert(plain[..at].to_owned());
            }
        }
        new_directories.remove(plain);
        if !directories.contains(plain) && !written.contains_key(plain) && !others.contains(plain) {
            removed.insert(plain.to_owned());
        }
        if written.get(plain) == Some(bytes) {
            written.remove(plain);
        }
    }
    Ok(Some(Observed { written, removed, new_directories }))
}

#[derive(Default)]
struct Tree {
    /// How many bytes more may be read.
    left: u64,
    files: BTreeMap<String, Vec<u8>>,
    directories: BTreeSet<String>,
    /// Pipes, sockets and devices.
    others: BTreeSet<String>,
}

impl Tree {
    /// Whether all of it was within the limit. Symbolic links count as files that hold their target.
    fn read(&mut self, work: &Path) -> io::Result<bool> {
        let mut pending = vec![(work.to_owned(), Vec::new())];
        while let Some((directory, prefix)) = pending.pop() {
            let entries = match despite_rights(&directory, 0o755, |path| fs::read_dir(path)) {
                Err(error) if prefix.is_empty() => return Err(error),
                // What is too deep for a path is as good as empty.
                Err(_) => continue,
                Ok(entries) => entries,
            };
            for entry in entries {
                let entry = entry?;
                let mut name = [&prefix, entry.file_name().as_bytes()].concat();
                // A name takes room, too.
                if !self.takes(name.len() as u64) || !self.read_entry(&entry, &name)? {
                    return Ok(false);
                }
                if entry.file_type()?.is_dir() {
                    name.push(b'/');
                    pending.push((entry.path(), name));
                }
            }
        }
        Ok(true)
    }

    fn read_entry(&mut self, entry: &fs::DirEntry, name: &[u8]) -> io::Result<bool> {
        let (path, kind) = (entry.path(), entry.file_type()?);
        let name = String::from_utf8_lossy(name).into_owned();
        let bytes = match kind {
            _ if kind.is_dir() => {
                self.directories.insert(name);
                return Ok(true);
            }
            _ if kind.is_symlink() => fs::read_link(&path).map(PathBuf::into_os_string).map(OsString::into_vec),
            // A file may be large without taking room.
            _ if kind.is_file() && entry.metadata()?.len() > self.left => return Ok(false),
            _ if kind.is_file() => despite_rights(&path, 0o644, |path| fs::read(path)),
            _ => {
                self.others.insert(name);
                return Ok(true);
            }
        };
        let bytes = bytes.unwrap_or_default();
        let is_within = self.takes(bytes.len() as u64);
        self.files.insert(name, bytes);
        Ok(is_within)
    }

    /// Whether there was as much left.
    fn takes(&mut self, bytes: u64) -> bool {
        let left = self.left.checked_sub(bytes);
        self.left = left.unwrap_or(0);
        left.is_some()
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
