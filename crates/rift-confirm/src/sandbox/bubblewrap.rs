//! What bubblewrap is told: an empty root, with no more in it than programs need to start.
//!
//! All programs see the system's executables and libraries, read-only. Those are the distribution's, the same on every
//! machine, and a program may need any of them while it runs: character sets and locales, what dlopen(3) opens, what
//! system(3) calls, and the shell and the tools that exported tests use. Nothing that belongs to a user is among them:
//! neither /home, /root, /etc, /var, /srv, /opt and /usr/local, nor the host's /tmp, /run, /dev and /sys. Of what is
//! outside of those directories, a program sees itself and the libraries that its headers name, at the same paths, file
//! by file.
//!
//! /proc shows the sandbox's own processes, and of what is the kernel's only what says no more than system calls do.
//! Processes, network, users, host name and System V objects are the sandbox's own. What can be written is in memory,
//! limited in size, and never on the host.

use super::place::{Place, put};
use super::{NativeError, View, cannot};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the program runs, as it sees it: the same in every sandbox.
pub(super) const WORK: &str = "/tmp/rift";
/// What it is given beside its files.
pub(super) const GIVEN: &str = "/tmp/given";
/// Where programs can write. The launcher is told, and hands them over in this order.
pub(super) const SPACES: [&str; 3] = [WORK, "/tmp", "/dev/shm"];
/// Of the host, for all programs; links are links there, too. Those that do not exist are left out.
const SYSTEM: [&str; 20] = [
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr/bin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/libexec",
    "/usr/share/i18n",
    "/usr/share/locale",
    "/usr/share/terminfo",
    "/usr/share/zoneinfo",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    // Where all of the system's packages are on NixOS and Guix: readable to everybody by design.
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
];
/// What stays of /proc beside the processes: what system calls and instructions tell anybody.
const OPEN_IN_PROC: [&str; 7] = ["cpuinfo", "filesystems", "loadavg", "meminfo", "stat", "uptime", "version"];
/// A directory with more entries is not made anew for a file in it.
const MOST_ENTRIES: usize = 2000;
/// How much more than the limit on files fits into each directory: a run is to be ended before it notices, and the same
/// sandbox may run something with a raised limit.
const ROOM_FACTOR: u64 = 4;
/// The first version of bubblewrap that takes `--size`.
const TAKES_SIZES: (u32, u32) = (0, 7);

const APART: &[&str] = &[
    "--unshare-user-try",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    // Or programs could end bubblewrap's own first process, and the sandbox with it.
    "--as-pid-1",
    "--cap-drop",
    "ALL",
    "--hostname",
    "rift",
];

/// How sandboxes are made on this machine.
pub(super) struct Bubblewrap {
    program: PathBuf,
    takes_sizes: bool,
    /// What hides the kernel's files in /proc.
    masks: Vec<OsString>,
    /// What shows the system, and the few files that are made up.
    system: Vec<OsString>,
}

impl Bubblewrap {
    /// `base` is for files that all sandboxes show.
    pub(super) fn new(program: PathBuf, base: &Path) -> Result<Bubblewrap, NativeError> {
        let output = Command::new(&program).arg("--version").output().map_err(cannot("run", &program))?;
        let version = super::version(&String::from_utf8_lossy(&output.stdout));
        let empty = made_up(base, "empty", "")?;
        let mut system = Vec::new();
        for path in SYSTEM.map(Path::new) {
            system.extend(as_on_the_host(path));
        }
        let (user, group) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
        let passwd = format!("root:x:0:0::/root:/bin/sh\nrift:x:{user}:{group}::/home/rift:/bin/sh\n");
        let passwd = if user == 0 { "root:x:0:0::/home/rift:/bin/sh\n".to_owned() } else { passwd };
        system.extend(bind("--ro-bind", &made_up(base, "passwd", &passwd)?, Path::new("/etc/passwd")));
        let groups = format!("root:x:0:\n{}", if group == 0 { String::new() } else { format!("rift:x:{group}:\n") });
        system.extend(bind("--ro-bind", &made_up(base, "group", &groups)?, Path::new("/etc/group")));
        system.extend(["--dir", "/home/rift"].map(OsString::from));
        let masks = masks(&empty).map_err(cannot("read", Path::new("/proc")))?;
        Ok(Bubblewrap { program, takes_sizes: version >= TAKES_SIZES, masks, system })
    }

    /// `bwrap` with all but what it is to run. All files together may take `bytes`; a run that takes more is ended
    /// before it notices, if it is not too quick.
    pub(super) fn command(&self, place: &Place, view: &View, bytes: u64) -> Result<Command, NativeError> {
        let mut command = Command::new(&self.program);
        command.args(APART).args(&self.system);
        command.args(["--proc", "/proc"]).args(&self.masks).args(["--dev", "/dev"]);
        let size = self.takes_sizes.then(|| ["--size".to_owned(), bytes.saturating_mul(ROOM_FACTOR).to_string()]);
        let size: Vec<OsString> = size.into_iter().flatten().map(OsString::from).collect();
        // What is in another comes later.
        let mut spaces = SPACES;
        spaces.sort_unstable();
        for space in spaces {
            command.args(&size).args(["--tmpfs", space]);
        }
        command.args(bind("--ro-bind", &place.given(), Path::new(GIVEN)));
        let made = shown_in_spaces(view);
        command.args(made.iter().flat_map(|directory| [OsStr::new("--tmpfs"), directory.as_os_str()]));
        for shown in &view.shown {
            command.args(bind("--ro-bind", &shown.path, &inside(&shown.path)));
        }
        command.args(absolute(place, view, &size)?);
        command.args(made.iter().flat_map(|directory| [OsStr::new("--remount-ro"), directory.as_os_str()]));
        command.args(["--remount-ro", "/dev", "--remount-ro", "/proc", "--remount-ro", "/", "--"]);
        Ok(command)
    }
}

/// Whether all programs see it.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|directory| path.starts_with(directory))
}

/// Where a program finds what is at `path` on the host: there, unless its own working directory is.
pub(super) fn inside(path: &Path) -> PathBuf {
    let is_taken = [WORK, GIVEN].iter().any(|taken| path.starts_with(taken));
    if is_taken { Path::new("/run").join(path.strip_prefix("/").unwrap_or(path)) } else { path.to_owned() }
}

/// What is mounted in directories that programs can write to: programs cannot move it, and it need not be removed.
pub(super) fn mount_points(view: &View) -> Vec<PathBuf> {
    let shown = view.shown.iter().filter_map(|shown| in_space(&inside(&shown.path)));
    [PathBuf::from(WORK), PathBuf::from(GIVEN)].into_iter().chain(shown).collect()
}

/// The directories in those that have something in them that is shown: file systems of their own, or programs could move
/// them away and put something else there.
fn shown_in_spaces(view: &View) -> BTreeSet<PathBuf> {
    let paths = view.shown.iter().map(|shown| inside(&shown.path));
    paths.filter_map(|path| in_space(&path).filter(|top| *top != path)).collect()
}

/// The entry of a directory that programs can write to that leads to the path.
fn in_space(path: &Path) -> Option<PathBuf> {
    let space = SPACES.iter().map(Path::new).find(|space| path.starts_with(space))?;
    path.ancestors().find(|ancestor| ancestor.parent() == Some(space)).map(Path::to_owned)
}

fn bind(how: &str, from: &Path, to: &Path) -> [OsString; 3] {
    [OsString::from(how), from.into(), to.into()]
}

/// Arguments that put what is at a path on the host at the same path.
fn as_on_the_host(path: &Path) -> Vec<OsString> {
    match fs::read_link(path) {
        Ok(target) => bind("--symlink", &target, path).to_vec(),
        Err(_) if path.exists() => bind("--ro-bind", path, path).to_vec(),
        Err(_) => Vec::new(),
    }
}

fn made_up(base: &Path, name: &str, text: &str) -> Result<PathBuf, NativeError> {
    let path = base.join(name);
    fs::write(&path, text).map_err(cannot("write", &path))?;
    Ok(path)
}

/// Arguments that hide all of /proc that is neither a process's nor open to all. What a newer kernel has is hidden, too.
fn masks(empty: &Path) -> io::Result<Vec<OsString>> {
    let mut arguments = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let (path, name, kind) = (entry.path(), entry.file_name(), entry.file_type()?);
        let is_process = name.to_string_lossy().starts_with(|first: char| first.is_ascii_digit());
        if is_process || kind.is_symlink() || OPEN_IN_PROC.iter().any(|open| name == OsStr::new(open)) {
            continue;
        }
        match kind.is_dir() {
            true => arguments.extend(["--tmpfs".into(), path.clone().into(), "--remount-ro".into(), path.into()]),
            false => arguments.extend(bind("--ro-bind", empty, &path)),
        }
    }
    Ok(arguments)
}

/// Arguments for files of the input outside of the working directory.
fn absolute(place: &Place, view: &View, size: &[OsString]) -> Result<Vec<OsString>, NativeError> {
    // Directories of the host that get new entries: read-only as they are, they are made anew from their entries.
    let mut remade: BTreeSet<PathBuf> = BTreeSet::new();
    let mut binds: Vec<OsString> = Vec::new();
    for (number, (name, bytes)) in view.absolute.iter().enumerate() {
        let target = Path::new(name.trim_end_matches('/'));
        if is_system(target) && target.symlink_metadata().is_err() {
            remade.extend(target.ancestors().skip(1).find(|ancestor| ancestor.is_dir()).map(Path::to_owned));
        }
        if name.ends_with('/') {
            binds.extend(size.iter().cloned().chain(["--tmpfs".into(), target.into()]));
            continue;
        }
        let copy = place.absolute().join(number.to_string());
        put(&copy, false, bytes)?;
        binds.extend(bind("--bind", &copy, target));
    }
    let mut arguments = Vec::new();
    // Outer directories come first.
    for directory in &remade {
        arguments.extend([OsString::from("--tmpfs"), directory.into()]);
        arguments.extend(contents(directory)?);
    }
    arguments.extend(binds);
    Ok(arguments)
}

/// Arguments that put all entries of a directory of the host where they are there.
fn contents(directory: &Path) -> Result<Vec<OsString>, NativeError> {
    let mut arguments = Vec::new();
    for entry in fs::read_dir(directory).map_err(cannot("read", directory))? {
        arguments.extend(as_on_the_host(&entry.map_err(cannot("read", directory))?.path()));
        if arguments.len() > 3 * MOST_ENTRIES {
            return Err(NativeError::AbsoluteFile(format!("{}/..", directory.display())));
        }
    }
    Ok(arguments)
}
