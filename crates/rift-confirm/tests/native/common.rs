//! C programs compiled for a test, and sandboxes of every kind that works here.

use rift_confirm::{End, Kind, NativeError, NativeLimits, Sandbox, SandboxConfig, Seen};
use rift_env::Input;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

pub struct Programs {
    dir: TempDir,
}

impl Programs {
    pub fn new() -> Programs {
        Programs { dir: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn build(&self, name: &str, source: &str) -> PathBuf {
        self.build_with(name, source, &[])
    }

    pub fn build_with(&self, name: &str, source: &str, flags: &[&str]) -> PathBuf {
        let (file, program) = (self.path().join(format!("{name}.c")), self.path().join(name));
        fs::write(&file, format!("{HEADERS}{source}")).unwrap();
        let mut command = Command::new("clang-22");
        command.args(["-O0", "-g", "-w"]).args(flags).arg("-o").arg(&program).arg(&file);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        program
    }
}

const HEADERS: &str = "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n\
    #include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <sys/stat.h>\n#include <sys/wait.h>\n\
    #include <time.h>\n#include <unistd.h>\n";

pub fn quick() -> NativeLimits {
    NativeLimits {
        time: Duration::from_millis(500),
        output: 100_000,
        file: 1 << 20,
        files: 3 << 20,
        ..NativeLimits::default()
    }
}

/// Both kinds, or the one that works.
pub fn sandboxes(limits: NativeLimits) -> Vec<Sandbox> {
    let of = |kind| Sandbox::new(SandboxConfig { limits, kind: Some(kind) });
    let mut all = vec![of(Kind::Plain).unwrap()];
    match of(Kind::Bubblewrap) {
        Ok(sandbox) => all.push(sandbox),
        Err(NativeError::Bubblewrap(why)) => eprintln!("skipped with bubblewrap: {why}"),
        Err(other) => panic!("{other}"),
    }
    all
}

pub fn with_arguments(arguments: &[&str]) -> Input {
    let argv = std::iter::once("program").chain(arguments.iter().copied());
    Input { argv: argv.map(|argument| argument.as_bytes().to_vec()).collect(), ..Input::default() }
}

pub fn run(sandbox: &Sandbox, program: &Path, arguments: &[&str]) -> Seen {
    sandbox.run(program, &with_arguments(arguments)).unwrap()
}

pub fn other(what: &str) -> End {
    End::Other(what.to_owned())
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
