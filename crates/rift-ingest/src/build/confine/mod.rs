//! Builds of strangers see what they need and nothing else.
//!
//! Build scripts, procedural macros, makefiles and compiler plugins are code of the program under test, and even a plain
//! compiler reads whatever a source file includes. Where bubblewrap works, all of them run with a private `/tmp`, an empty
//! home, no network, no processes but their own, and an environment without the user's secrets. They see the system's
//! programs and libraries ([`system`]), the Rust toolchain and cargo's registry without its credentials ([`rust`]), and,
//! of the user's files, the project they belong to. They write into the directories of this one build only. Everything
//! is where it is outside, so that debug information and `__FILE__` do not change.
//!
//! Prefers a build that fails (with a hint, [`hint`]) to one that sees too much. Absent: limits on memory, disk space and
//! the number of processes; a build is held to its time by the guard alone.

mod hint;
mod rust;
mod system;
mod view;

pub(super) use hint::hint;
pub use rust::cargo_home;
pub use view::View;

use crate::IngestError;
use crate::build::toolchain::find_program;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Once, OnceLock};
use tempfile::TempDir;
use view::Mount;

/// What builds may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Confinement {
    pub sandbox: Sandboxing,
    pub network: Network,
    pub home: Home,
}

/// What becomes of a build where bubblewrap does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sandboxing {
    /// It runs all the same, with a warning.
    #[default]
    Auto,
    /// It fails.
    Require,
    /// Bubblewrap is not asked: builds have the user's rights.
    Off,
}

/// Whether builds have the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Network {
    #[default]
    Closed,
    Open,
}

/// Whether builds see the user's files and environment. They do not write there either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Home {
    #[default]
    Hidden,
    Shown,
}

impl Confinement {
    /// What the result of a build may depend on.
    pub(crate) fn fields(&self) -> [&'static str; 2] {
        let is_off = self.sandbox == Sandboxing::Off;
        let network = if is_off || self.network == Network::Open { "network" } else { "" };
        [network, if is_off || self.home == Home::Shown { "home" } else { "" }]
    }

    /// Where `bwrap` is, if it is to be used.
    fn bubblewrap(&self) -> Result<Option<&'static Path>, IngestError> {
        if self.sandbox == Sandboxing::Off {
            return Ok(None);
        }
        match (working_bubblewrap(), self.sandbox) {
            (Ok(bwrap), _) => Ok(Some(bwrap)),
            (Err(problem), Sandboxing::Require) => Err(IngestError::NoSandbox { problem: problem.clone() }),
            (Err(problem), _) => {
                warn_once(problem);
                Ok(None)
            }
        }
    }
}

fn warn_once(problem: &str) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        eprintln!(
            "rift: WARNING: builds are not confined, because {problem}: they can read your files, use the network and \
             change anything that you can; --build-sandbox=require refuses such builds, --build-sandbox=off accepts them"
        );
    });
}

/// Makes processes, users, System V objects and the host's name the sandbox's own. Ending `bwrap` ends everything inside.
const APART: [&str; 9] = [
    "--unshare-user-try",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
];

/// A home with nothing in it, as builds see it.
const HOME: &str = "/tmp/home";

/// `bwrap`, or why it cannot be used. Asked once.
fn working_bubblewrap() -> &'static Result<PathBuf, String> {
    static ANSWER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    ANSWER.get_or_init(|| {
        let bwrap = find_program("bwrap").ok_or("bubblewrap is not installed (apt-get install bubblewrap)")?;
        let mut command = Command::new(&bwrap);
        command.args(APART).args(["--unshare-net", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
        let tried = command.args(["--", "/bin/sh", "-c", ":"]).stdin(Stdio::null()).output();
        match tried {
            Ok(output) if output.status.success() => Ok(bwrap),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                Err(format!("bubblewrap does not work here ({})", said.trim().trim_start_matches("bwrap: ")))
            }
            Err(error) => Err(format!("bubblewrap cannot be run ({error})")),
        }
    })
}

/// A command, ready to be run as the confinement says.
pub(super) enum Prepared<'a> {
    Plain(&'a mut Command),
    Confined {
        command: Box<Command>,
        /// What is private to the command; it goes when the command has ended.
        _private: TempDir,
    },
}

impl Prepared<'_> {
    pub(super) fn command(&mut self) -> &mut Command {
        match self {
            Prepared::Plain(command) => command,
            Prepared::Confined { command, .. } => command,
        }
    }

    pub(super) fn is_confined(&self) -> bool {
        matches!(self, Prepared::Confined { .. })
    }
}

/// The command, in a sandbox if there can be one.
pub(super) fn prepare<'a>(
    command: &'a mut Command,
    view: &View,
    confinement: &Confinement,
) -> Result<Prepared<'a>, IngestError> {
    let Some(bwrap) = confinement.bubblewrap()? else {
        return Ok(Prepared::Plain(command));
    };
    let private = tempfile::Builder::new().prefix("rift-build-").tempdir();
    let private = private.map_err(IngestError::io("write in", &std::env::temp_dir()))?;
    let mut confined = Command::new(bwrap);
    confined.args(APART);
    let network = if confinement.network == Network::Open { Network::Open } else { view.network() };
    if network == Network::Closed {
        confined.arg("--unshare-net");
    }
    let here = working_directory(command)?;
    match confinement.home {
        Home::Hidden => confined.args(system::mounts(network)),
        Home::Shown => confined.args(["--ro-bind", "/", "/"]),
    };
    confined.args(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]);
    if confinement.home == Home::Shown && network == Network::Open {
        // Where the name server is known by a link into /run.
        confined.args(system::resolver());
    }
    let temporary = private.path().join("tmp");
    fs::create_dir_all(temporary.join("home")).map_err(IngestError::io("create", &temporary))?;
    confined.args([OsStr::new("--bind"), temporary.as_os_str(), OsStr::new("/tmp")]);
    let mut view = view.clone();
    if confinement.home == Home::Hidden {
        view.read_configurations(&here);
        system::named_by_variables(&mut view, network);
    }
    if let (Home::Shown, Some(home)) = (confinement.home, std::env::var_os("HOME")) {
        // It may be in a directory that is private otherwise.
        view.show(Path::new(&home));
    }
    let program = absolute_program(command.get_program());
    view.show_tool(&program);
    // What rift itself passes on: wrappers, compilers, headers.
    for path in command.get_envs().filter_map(|(_, value)| value.map(Path::new)).filter(|path| path.is_absolute()) {
        view.show_tool(path);
    }
    if view.needs_rust() {
        rust::show(&mut view, network, confinement.home);
    }
    for (at, mount) in view.mounts() {
        confined.args(arguments(at, mount, private.path(), confinement.home)?);
    }
    if confinement.home == Home::Hidden && !view.shows(&here) {
        confined.arg("--dir").arg(&here);
    }
    confined.args(["--remount-ro", "/", "--chdir"]).arg(&here).arg("--");
    confined.arg(program).args(command.get_args());
    variables(&mut confined, command, network, confinement.home, &view);
    Ok(Prepared::Confined { command: Box::new(confined), _private: private })
}

/// What bubblewrap is told about one place.
fn arguments(at: &Path, mount: &Mount, private: &Path, home: Home) -> Result<Vec<OsString>, IngestError> {
    let option = |name: &str, from: &Path| vec![OsString::from(name), from.into(), at.into()];
    Ok(match mount {
        Mount::Read => option("--ro-bind-try", at),
        Mount::Write => option("--bind", at),
        Mount::Instead(file) => option("--bind", file),
        Mount::Empty => vec!["--tmpfs".into(), at.into()],
        Mount::Hidden if home == Home::Shown => vec![],
        Mount::Hidden if at.is_dir() => {
            vec!["--tmpfs".into(), at.into(), "--remount-ro".into(), at.into()]
        }
        Mount::Hidden => option("--ro-bind", Path::new("/dev/null")),
        Mount::Text(text) => {
            let file = private.join(crate::cache::Key::of_bytes(at.as_os_str().as_encoded_bytes()).hex());
            fs::write(&file, text).map_err(IngestError::io("write", &file))?;
            option("--ro-bind", &file)
        }
        Mount::WithLock(lock) => with_lock(at, lock)?,
    })
}

/// A directory made anew of its entries, with a `Cargo.lock` that is kept elsewhere.
fn with_lock(directory: &Path, lock: &Path) -> Result<Vec<OsString>, IngestError> {
    let mut arguments = vec![OsString::from("--tmpfs"), directory.into()];
    for entry in fs::read_dir(directory).map_err(IngestError::io("read", directory))? {
        let path = entry.map_err(IngestError::io("read", directory))?.path();
        match fs::read_link(&path) {
            Ok(target) => arguments.extend([OsString::from("--symlink"), target.into(), path.into()]),
            Err(_) => arguments.extend([OsString::from("--ro-bind-try"), path.clone().into(), path.into()]),
        }
    }
    arguments.extend([OsString::from("--bind"), lock.into(), directory.join("Cargo.lock").into()]);
    arguments.extend([OsString::from("--remount-ro"), directory.into()]);
    Ok(arguments)
}

fn working_directory(command: &Command) -> Result<PathBuf, IngestError> {
    let here = command.get_current_dir().unwrap_or(Path::new("."));
    std::path::absolute(here).map_err(IngestError::io("find", here))
}

/// A program by path: what is first in the build's own PATH may be of another kind.
fn absolute_program(program: &OsStr) -> PathBuf {
    let found = find_program(&program.to_string_lossy()).unwrap_or_else(|| program.into());
    if found.components().count() > 1 { std::path::absolute(&found).unwrap_or(found) } else { found }
}

/// The environment: that of the user as far as it is harmless, and what the command sets itself.
fn variables(confined: &mut Command, command: &Command, network: Network, home: Home, view: &View) {
    if home == Home::Hidden {
        confined.env_clear();
        confined.envs(system::harmless_variables(network)).env("HOME", HOME);
    }
    confined.env_remove("TMPDIR");
    if view.needs_rust() {
        confined.envs(rust::variables());
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => confined.env(name, value),
            None => confined.env_remove(name),
        };
    }
}
