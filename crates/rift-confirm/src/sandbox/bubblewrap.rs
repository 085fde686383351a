//! What bubblewrap is told: everything is read-only, or hidden, or the program's own.
//!
//! The host's files can be read, except in /tmp, /run and /dev: what runs there must not find other programs' sockets
//! and temporary files. Processes, network, users, host name and System V objects are the sandbox's own.

use super::place::{Place, put};
use super::{NativeError, View, cannot};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the program runs, as it sees it: the same in every sandbox.
pub(super) const WORK: &str = "/tmp/rift";
/// What it is given beside its files.
pub(super) const GIVEN: &str = "/tmp/given";
/// What programs do not see of the host.
const HIDDEN: [&str; 4] = ["/tmp", "/run", "/dev", "/proc"];
/// A directory with more entries is not made anew for a file in it.
const MOST_ENTRIES: usize = 2000;

const APART: &[&str] = &[
    "--unshare-user-try",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--hostname",
    "rift",
];

/// The file or directory that must be shown for a program, if the host's would be hidden.
pub(super) fn shown_for(program: &Path) -> Option<PathBuf> {
    let hidden = HIDDEN.iter().find(|hidden| program.starts_with(hidden))?;
    // Its libraries may be beside it; but not all of /tmp is to be seen.
    let directory = program.parent().filter(|parent| *parent != Path::new(hidden));
    Some(directory.unwrap_or(program).to_owned())
}

/// Which parts of the host's directories for /tmp and /dev/shm something is mounted on.
pub(super) fn mount_points(place: &Place, view: &View) -> Vec<PathBuf> {
    let inside = [Path::new(WORK), Path::new(GIVEN)].into_iter().chain(view.shown.as_deref());
    let below = |path: &Path| {
        let temporary = path.strip_prefix("/tmp").map(|inner| place.temporary().join(inner));
        temporary.or_else(|_| path.strip_prefix("/dev/shm").map(|inner| place.shared().join(inner))).ok()
    };
    inside.filter_map(below).collect()
}

/// `bwrap` with all but what it is to run.
pub(super) fn command(bwrap: &Path, place: &Place, view: &View) -> Result<Command, NativeError> {
    let mut command = Command::new(bwrap);
    command.args(APART);
    let absolute = Absolute::new(place, view)?;
    let bind = |how: &str, from: &OsStr, to: &OsStr| [OsString::from(how), from.to_owned(), to.to_owned()];
    match absolute.remade.contains(Path::new("/")) {
        true => command.args(contents(Path::new("/"))?),
        false => command.args(["--ro-bind", "/", "/"]),
    };
    command.args(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]);
    command.args(bind("--bind", place.shared().as_os_str(), OsStr::new("/dev/shm"))).args(["--remount-ro", "/dev"]);
    command.args(bind("--bind", place.temporary().as_os_str(), OsStr::new("/tmp")));
    command.args(bind("--bind", place.work().as_os_str(), OsStr::new(WORK)));
    command.args(bind("--ro-bind", place.given().as_os_str(), OsStr::new(GIVEN)));
    if let Some(shown) = &view.shown {
        command.args(bind("--ro-bind", shown.as_os_str(), shown.as_os_str()));
    }
    command.args(absolute.arguments).args(["--remount-ro", "/run", "--"]);
    Ok(command)
}

/// Files of the input outside of the working directory.
#[derive(Default)]
struct Absolute {
    /// Directories of the host that get new entries: read-only as they are, they are made anew from their entries.
    remade: BTreeSet<PathBuf>,
    arguments: Vec<OsString>,
}

impl Absolute {
    fn new(place: &Place, view: &View) -> Result<Absolute, NativeError> {
        let mut absolute = Absolute::default();
        let mut binds: Vec<OsString> = Vec::new();
        for (number, (name, bytes)) in view.absolute.iter().enumerate() {
            let copy = place.absolute().join(number.to_string());
            put(&copy, name.ends_with('/'), bytes)?;
            let target = Path::new(name.trim_end_matches('/'));
            let is_hidden = HIDDEN.iter().any(|hidden| target.starts_with(hidden));
            if !is_hidden && target.symlink_metadata().is_err() {
                let there = target.ancestors().skip(1).find(|ancestor| ancestor.is_dir());
                absolute.remade.insert(there.unwrap_or(Path::new("/")).to_owned());
            }
            binds.extend([OsString::from("--bind"), copy.into_os_string(), target.into()]);
        }
        // Outer directories come first.
        for directory in absolute.remade.iter().filter(|directory| *directory != Path::new("/")) {
            absolute.arguments.extend([OsString::from("--tmpfs"), directory.into()]);
            absolute.arguments.extend(contents(directory)?);
        }
        absolute.arguments.extend(binds);
        Ok(absolute)
    }
}

/// Arguments that put all entries of a directory of the host where they are there.
fn contents(directory: &Path) -> Result<Vec<OsString>, NativeError> {
    let mut arguments = Vec::new();
    for entry in fs::read_dir(directory).map_err(cannot("read", directory))? {
        let path = entry.map_err(cannot("read", directory))?.path();
        match fs::read_link(&path) {
            Ok(target) => arguments.extend([OsString::from("--symlink"), target.into(), path.into()]),
            Err(_) => arguments.extend([OsString::from("--ro-bind-try"), path.clone().into(), path.into()]),
        }
        if arguments.len() > 3 * MOST_ENTRIES {
            return Err(NativeError::AbsoluteFile(format!("{}/..", directory.display())));
        }
    }
    Ok(arguments)
}
