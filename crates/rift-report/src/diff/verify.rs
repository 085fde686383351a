//! Runs exported tests before they are given to anyone: the files themselves, in the sandbox, against both native builds.
//!
//! A test has to pass on the build whose behaviour it expects, and to fail on the other one: else it tells nobody anything.
//! Where there is no compiler for tests, what they expect is compared by rift instead, and that is said.

use super::export::{C_FILE, ExportedTest, Format, RUST_FILE, exported, rust_name, script_name};
use crate::replay::{Replayed, replay_native};
use rift_confirm::{End, NativeError, NativeLimits, Sandbox, Seen};
use rift_env::Input;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What became of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    Passed,
    /// On the build that it expects something of; with what it said.
    Failed(String),
    /// It passes there, but does not fail on the other build; with what it said.
    Indistinct(String),
}

/// What tests are run on.
#[derive(Debug, Clone, Copy)]
pub struct Builds<'a> {
    /// Of the version whose behaviour is expected.
    pub own: &'a Path,
    /// Of the other version, if it is there.
    pub other: Option<&'a Path>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// In the order of the tests.
    pub results: Vec<Checked>,
    /// Why the files themselves were not run, if so.
    pub note: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("cannot {verb} `{path}`: {source}")]
    Io { verb: &'static str, path: PathBuf, source: io::Error },
    #[error("{compiler} does not compile the tests: {said}")]
    Compile { compiler: String, said: String },
    #[error(transparent)]
    Native(#[from] NativeError),
}

fn cannot(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CheckError {
    move |source| CheckError::Io { verb, path: path.to_owned(), source }
}

/// Seconds that a test may take beyond what it gives the program.
const MARGIN: u64 = 10;
/// How many times as long as on one build a test may take on the other before that counts as not ending.
const SLOWER: u32 = 4;
/// The variable by which scripts are told how many seconds a program has.
const SCRIPT_TIME_LIMIT: &str = "RIFT_TIME_LIMIT";

/// Everything that tests need, in one directory that the sandbox shows them.
struct Place {
    directory: TempDir,
    own: PathBuf,
    other: Option<PathBuf>,
}

/// How a test is run.
struct Runner<'a> {
    place: &'a Place,
    sandbox: &'a Sandbox,
    program: PathBuf,
    /// The exit status that says that something is not as expected. Others say that nothing could be run.
    fails_with: i32,
}

/// Runs each test on both builds.
pub fn check(
    tests: &[ExportedTest],
    format: Format,
    builds: Builds<'_>,
    sandbox: &Sandbox,
) -> Result<Check, CheckError> {
    let compilers: &[&str] = match format {
        Format::Sh => &[],
        Format::Rust => &["rustc"],
        Format::C => &["cc", "clang", "clang-22", "gcc"],
        // An input expects nothing.
        Format::Corpus => return Ok(Check { results: vec![Checked::Passed; tests.len()], note: None }),
    };
    let compiler = compilers.iter().find(|compiler| is_there(compiler));
    if format != Format::Sh && compiler.is_none() {
        let note = format!("{} is not there: the tests were not compiled", compilers[0]);
        return by_replay(tests, builds, sandbox, note);
    }
    let place = Place::new(tests, format, builds)?;
    let program = match compiler {
        Some(compiler) => place.compile(format, compiler)?,
        None => place.script()?,
    };
    let fails_with = if format == Format::Rust { RUST_FAILURE } else { 1 };
    let runner = Runner { place: &place, sandbox, program, fails_with };
    let arguments = |test: &ExportedTest| match format {
        Format::Rust => vec!["--exact".to_owned(), rust_name(&test.id)],
        Format::C => vec![test.id.clone()],
        Format::Sh | Format::Corpus => vec![script_name(&test.id)],
    };
    let results = tests.iter().map(|test| runner.on_both(test, &arguments(test))).collect::<Result<_, _>>()?;
    Ok(Check { results, note: None })
}

/// How Rust's tests end when one fails.
const RUST_FAILURE: i32 = 101;

fn by_replay(tests: &[ExportedTest], builds: Builds<'_>, sandbox: &Sandbox, note: String) -> Result<Check, CheckError> {
    let replay = |test: &ExportedTest| {
        match replay_native(sandbox, builds.own, &test.case)? {
            Replayed::Equal => {}
            Replayed::Skipped(why) => return Ok(Checked::Failed(why)),
            Replayed::Different(differences) => return Ok(Checked::Failed(differences.join("\n"))),
        }
        let Some(other) = builds.other else { return Ok(Checked::Passed) };
        Ok(match replay_native(sandbox, other, &test.case)? {
            Replayed::Different(_) => Checked::Passed,
            Replayed::Skipped(why) => Checked::Indistinct(why),
            Replayed::Equal => Checked::Indistinct("it passes there, too".to_owned()),
        })
    };
    Ok(Check { results: tests.iter().map(replay).collect::<Result<_, CheckError>>()?, note: Some(note) })
}

impl Runner<'_> {
    fn on_both(&self, test: &ExportedTest, arguments: &[String]) -> Result<Checked, CheckError> {
        let own_time = self.sandbox.limits().raised().time.max(Duration::from_secs(u64::from(test.seconds())));
        let begun = Instant::now();
        let seen = self.run(&self.place.own, arguments, own_time)?;
        if seen.end != End::Exit(0) {
            return Ok(Checked::Failed(said(&seen)));
        }
        let Some(other) = &self.place.other else { return Ok(Checked::Passed) };
        // What does not end there costs all of its time.
        let usual = self.sandbox.limits().time.max(begun.elapsed() * SLOWER);
        let seen = self.run(other, arguments, usual.max(Duration::from_secs(u64::from(test.seconds()))))?;
        let is_told = seen.end == End::Exit(self.fails_with);
        Ok(if is_told { Checked::Passed } else { Checked::Indistinct(said(&seen)) })
    }

    /// One test on one build, which has so long.
    fn run(&self, build: &Path, arguments: &[String], time: Duration) -> Result<Seen, CheckError> {
        let name = self.program.as_os_str().as_bytes().to_vec();
        let seconds = time.as_millis().div_ceil(1000).max(1);
        let input = Input {
            argv: [name].into_iter().chain(arguments.iter().map(|argument| argument.clone().into_bytes())).collect(),
            env: vec![
                (b"PATH".to_vec(), b"/usr/local/bin:/usr/bin:/bin".to_vec()),
                (b"PROGRAM".to_vec(), build.as_os_str().as_bytes().to_vec()),
                (SCRIPT_TIME_LIMIT.into(), seconds.to_string().into_bytes()),
            ],
            ..Input::default()
        };
        // Those who run the tests have no limits of rift's.
        let limits = self.sandbox.limits().raised();
        let limits = NativeLimits { time: time.max(limits.time) + Duration::from_secs(MARGIN), ..limits };
        Ok(self.sandbox.run_showing(&self.program, &input, self.place.directory.path(), &limits)?)
    }
}

fn said(seen: &Seen) -> String {
    let said = [&seen.stdout[..], &seen.stderr].concat();
    format!("{}\n{}", seen.end.short(), String::from_utf8_lossy(&said))
}

impl Place {
    fn new(tests: &[ExportedTest], format: Format, builds: Builds<'_>) -> Result<Place, CheckError> {
        let temporary = std::env::temp_dir();
        let directory = tempfile::Builder::new().prefix("rift-").tempdir_in(&temporary);
        let directory = directory.map_err(cannot("use", &temporary))?;
        // What is in there is run by others than this process.
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(directory.path(), open).map_err(cannot("change", directory.path()))?;
        let copy = |build: &Path, name: &str| {
            let copy = directory.path().join(name);
            fs::copy(build, &copy).map_err(cannot("read", build)).map(|_| copy)
        };
        let own = copy(builds.own, "program")?;
        let other = builds.other.map(|other| copy(other, "other")).transpose()?;
        for file in exported(tests, format, Some(&own)) {
            let path = directory.path().join(&file.name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(cannot("create", parent))?;
            }
            fs::write(&path, &file.contents).map_err(cannot("write", &path))?;
        }
        Ok(Place { directory, own, other })
    }

    fn compile(&self, format: Format, compiler: &str) -> Result<PathBuf, CheckError> {
        let runner = self.directory.path().join("runner");
        let mut command = Command::new(compiler);
        match format {
            Format::Rust => command.args(["--edition", "2021", "--test"]).arg(self.directory.path().join(RUST_FILE)),
            _ => command.args(["-std=c11", "-O0"]).arg(self.directory.path().join(C_FILE)),
        };
        let output = command.arg("-o").arg(&runner).current_dir(self.directory.path()).stdin(Stdio::null()).output();
        let output = output.map_err(cannot("run", Path::new(compiler)))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(CheckError::Compile { compiler: compiler.to_owned(), said });
        }
        Ok(runner)
    }

    /// A script that runs others: all of its directory is shown, and theirs is below.
    fn script(&self) -> Result<PathBuf, CheckError> {
        let path = self.directory.path().join("runner");
        let text = "#!/bin/sh\ncd \"$(dirname \"$0\")\" && exec /bin/sh \"$1\" \"$PROGRAM\"\n";
        fs::write(&path, text).map_err(cannot("write", &path))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(cannot("change", &path))?;
        Ok(path)
    }
}

fn is_there(compiler: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(compiler).is_file())
}
