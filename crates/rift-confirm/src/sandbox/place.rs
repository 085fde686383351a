//! The directories of one sandbox: what a program is given, and where it can write.
//!
//! Under bubblewrap, what a program can write to is not on the host: it is in file systems of the sandbox's own, which
//! are limited in size and gone with it. This process reaches them by descriptors that the launcher handed over.

use super::bubblewrap::SPACES;
use super::{NativeError, cannot};
use rift_env::Input;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Removed with everything in it when it is dropped.
pub(super) struct Place {
    pub root: PathBuf,
    /// Where the program can write: its working directory first, then as in [`SPACES`]. Only the former without
    /// bubblewrap.
    spaces: Vec<PathBuf>,
    /// What the paths of `spaces` lead through.
    descriptors: Vec<OwnedFd>,
}

impl Place {
    pub(super) fn new(root: PathBuf) -> Result<Place, NativeError> {
        let place = Place { spaces: vec![root.join("work")], descriptors: Vec::new(), root };
        for part in [&place.spaces[0], &place.given(), &place.absolute()] {
            fs::create_dir_all(part).map_err(cannot("create", part))?;
        }
        Ok(place)
    }

    /// From now on, programs write to these directories.
    pub(super) fn use_spaces(&mut self, descriptors: Vec<OwnedFd>) {
        self.spaces = descriptors.iter().map(|fd| PathBuf::from(format!("/proc/self/fd/{}", fd.as_raw_fd()))).collect();
        self.descriptors = descriptors;
    }

    /// The working directory.
    pub(super) fn work(&self) -> &Path {
        &self.spaces[0]
    }

    /// What the program may read only.
    pub(super) fn given(&self) -> PathBuf {
        self.root.join("given")
    }

    /// Files that the program is to see elsewhere, by their number.
    pub(super) fn absolute(&self) -> PathBuf {
        self.root.join("absolute")
    }

    /// As if no program had run here. `mount_points` stay: paths as programs see them.
    pub(super) fn clean(&self, mount_points: &[PathBuf]) -> io::Result<()> {
        for (space, seen_as) in self.spaces.iter().zip(SPACES) {
            let kept = mount_points.iter().filter(|path| path.parent() == Some(Path::new(seen_as)));
            let kept: Vec<OsString> = kept.filter_map(|path| path.file_name()).map(ToOwned::to_owned).collect();
            empty(space, &kept)?;
        }
        Ok(())
    }

    pub(super) fn put(&self, input: &Input) -> Result<(), NativeError> {
        for (name, bytes) in input.files.iter().filter(|(name, _)| !name.starts_with('/')) {
            put(&self.work().join(name), name.ends_with('/'), bytes)?;
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

/// Removes everything in a directory but what is `kept`. Directories may be nested deeper than a path can tell, and may
/// have no rights: each is moved up before it is looked into.
fn empty(directory: &Path, kept: &[OsString]) -> io::Result<()> {
    fs::set_permissions(directory, Permissions::from_mode(0o755))?;
    let mut pending = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if !kept.contains(&entry.file_name()) {
            pending.push((entry.path(), entry.file_type()?.is_dir()));
        }
    }
    let mut moved: u64 = 0;
    while let Some((path, is_directory)) = pending.pop() {
        if !is_directory {
            fs::remove_file(&path)?;
            continue;
        }
        fs::set_permissions(&path, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(&path)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            let up = loop {
                let up = directory.join(format!(".rift-{moved}"));
                moved += 1;
                if up.symlink_metadata().is_err() {
                    break up;
                }
            };
            // To be moved, it must be writable itself.
            fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
            fs::rename(entry.path(), &up)?;
            pending.push((up, true));
        }
        fs::remove_dir(&path)?;
    }
    Ok(())
}
