//! Runs exported tests before they are given to anyone: the files themselves, in the sandbox, against a native build.
//!
//! Where there is no compiler for them, what they expect is compared by rift instead, and that is said.

use super::export::{C_FILE, ExportedTest, Format, RUST_FILE, exported, rust_name, script_name};
use crate::replay::{Replayed, replay_native};
use rift_confirm::{End, NativeError, Sandbox};
use rift_env::Input;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What became of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    Passed,
    /// With what it said.
    Failed(String),
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

/// Everything that tests need, in one directory that the sandbox shows them.
struct Place {
    directory: TempDir,
    program: PathBuf,
}

/// Runs each test against a build of the version whose behaviour it expects.
pub fn check(tests: &[ExportedTest], format: Format, program: &Path, sandbox: &Sandbox) -> Result<Check, CheckError> {
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
        return by_replay(tests, program, sandbox, note);
    }
    let place = Place::new(tests, format, program)?;
    let arguments: Vec<Vec<String>> = match format {
        Format::Rust => tests.iter().map(|test| vec!["--exact".to_owned(), rust_name(&test.id)]).collect(),
        Format::C => tests.iter().map(|test| vec![test.id.clone()]).collect(),
        Format::Sh | Format::Corpus => tests.iter().map(|test| vec![script_name(&test.id)]).collect(),
    };
    let runner = match compiler {
        Some(compiler) => place.compile(format, compiler)?,
        None => place.script()?,
    };
    let results = arguments.iter().map(|arguments| place.run(sandbox, &runner, arguments)).collect::<Result<_, _>>()?;
    Ok(Check { results, note: None })
}

fn by_replay(tests: &[ExportedTest], program: &Path, sandbox: &Sandbox, note: String) -> Result<Check, CheckError> {
    let replay = |test: &ExportedTest| {
        Ok(match replay_native(sandbox, program, &test.case)? {
            Replayed::Equal => Checked::Passed,
            Replayed::Skipped(why) => Checked::Failed(why),
            Replayed::Different(differences) => Checked::Failed(differences.join("\n")),
        })
    };
    Ok(Check { results: tests.iter().map(replay).collect::<Result<_, CheckError>>()?, note: Some(note) })
}

impl Place {
    fn new(tests: &[ExportedTest], format: Format, program: &Path) -> Result<Place, CheckError> {
        let temporary = std::env::temp_dir();
        let directory = tempfile::Builder::new().prefix("rift-").tempdir_in(&temporary);
        let directory = directory.map_err(cannot("use", &temporary))?;
        // What is in there is run by others than this process.
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(directory.path(), open).map_err(cannot("change", directory.path()))?;
        let copy = directory.path().join("program");
        fs::copy(program, &copy).map_err(cannot("read", program))?;
        for file in exported(tests, format, Some(program)) {
            let path = directory.path().join(&file.name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(cannot("create", parent))?;
            }
            fs::write(&path, &file.contents).map_err(cannot("write", &path))?;
        }
        Ok(Place { directory, program: copy })
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

    fn run(&self, sandbox: &Sandbox, runner: &Path, arguments: &[String]) -> Result<Checked, CheckError> {
        let name = runner.as_os_str().as_bytes().to_vec();
        let input = Input {
            argv: [name].into_iter().chain(arguments.iter().map(|argument| argument.clone().into_bytes())).collect(),
            env: vec![
                (b"PATH".to_vec(), b"/usr/local/bin:/usr/bin:/bin".to_vec()),
                (b"PROGRAM".to_vec(), self.program.as_os_str().as_bytes().to_vec()),
            ],
            ..Input::default()
        };
        let seen = sandbox.run_showing(runner, &input, self.directory.path())?;
        if seen.end == End::Exit(0) {
            return Ok(Checked::Passed);
        }
        let said = [seen.stdout, seen.stderr].concat();
        Ok(Checked::Failed(format!("{}\n{}", seen.end.short(), String::from_utf8_lossy(&said))))
    }
}

fn is_there(compiler: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(compiler).is_file())
}
