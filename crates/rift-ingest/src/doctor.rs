//! What is installed, what it is needed for, and how to get what is missing.
//!
//! This runs programs to ask for their versions, so nothing but `rift doctor` should call it.

use crate::build::toolchain::{self, INSTALL_CLANG, INSTALL_RUST, NEWEST_CLANG, OLDEST_CLANG};
use std::path::Path;
use std::process::{Command, Stdio};

/// One thing that was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub name: String,
    /// Version and path.
    pub found: Option<String>,
    pub needed_for: String,
    /// The exact command that brings it.
    pub install: String,
    /// Nothing at all can be run without it.
    pub required: bool,
}

/// Programs by name, newest first where there are several: purpose and installation.
const PROGRAMS: [(&str, &[&str], &str, &str); 9] = [
    ("cc", &["cc"], "linking Rust programs", "apt-get install gcc libc6-dev"),
    ("g++", &["g++"], "the C++ standard library that clang uses", "apt-get install g++"),
    ("make", &["make"], "projects with a Makefile", "apt-get install make"),
    ("cmake", &["cmake"], "projects with a CMakeLists.txt", "apt-get install cmake"),
    ("git", &["git"], "comparing revisions", "apt-get install git"),
    ("bubblewrap", &["bwrap"], "running builds and native programs in a sandbox", "apt-get install bubblewrap"),
    ("z3", &["z3"], "rift explore --check-solver: a second opinion on verdicts", "apt-get install z3"),
    ("csmith", &["csmith"], "testing rift itself on random programs", "apt-get install csmith libcsmith-dev"),
    ("lli", &["lli-22"], "comparing speeds in rift bench", "apt-get install llvm-22"),
];

pub fn examine() -> Vec<Check> {
    let mut checks = vec![clang(), llvm(), rust("rustc"), rust("cargo"), wrapper("rift-cc"), wrapper("rift-cxx")];
    checks.extend(PROGRAMS.map(|(name, programs, needed_for, install)| Check {
        name: name.to_owned(),
        found: programs.iter().find_map(|p| toolchain::find_program(p)).map(|path| described(&path)),
        needed_for: needed_for.to_owned(),
        install: install.to_owned(),
        required: false,
    }));
    checks
}

fn clang() -> Check {
    let usable = |version: Option<u32>| version.is_none_or(|v| (OLDEST_CLANG..=NEWEST_CLANG).contains(&v));
    let found: Vec<String> =
        toolchain::all_clangs().iter().filter(|c| usable(c.version)).map(|c| described(&c.path)).collect();
    Check {
        name: format!("clang {OLDEST_CLANG} to {NEWEST_CLANG}"),
        found: (!found.is_empty()).then(|| found.join("; ")),
        needed_for: "compiling C and C++".to_owned(),
        install: INSTALL_CLANG.to_owned(),
        required: true,
    }
}

fn llvm() -> Check {
    Check {
        name: "libLLVM 22".to_owned(),
        found: crate::llvm_library().ok().map(|library| {
            let (major, minor, patch) = library.version;
            format!("{major}.{minor}.{patch} ({})", library.path.display())
        }),
        needed_for: "reading bitcode".to_owned(),
        install: "apt-get install libllvm22  (a rustc 1.95 or newer from rustup has it too)".to_owned(),
        required: true,
    }
}

fn rust(tool: &str) -> Check {
    Check {
        name: tool.to_owned(),
        found: toolchain::find_program(tool).map(|path| described(&path)),
        needed_for: "compiling Rust".to_owned(),
        install: INSTALL_RUST.to_owned(),
        required: false,
    }
}

fn wrapper(name: &str) -> Check {
    Check {
        name: name.to_owned(),
        found: toolchain::find_wrapper(None, name).ok().map(|path| path.display().to_string()),
        needed_for: "projects with a build command of their own, and C inside crates".to_owned(),
        install: "cargo install --path crates/rift-cli".to_owned(),
        required: false,
    }
}

/// The first line that `--version` prints with a digit in it, and the path.
fn described(path: &Path) -> String {
    // Not in the user's directory: csmith leaves a file wherever it is run, even for its version.
    let elsewhere = tempfile::tempdir();
    let mut command = Command::new(path);
    if let Ok(elsewhere) = &elsewhere {
        command.current_dir(elsewhere.path());
    }
    let output = command.arg("--version").stdin(Stdio::null()).output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    match text.lines().find(|line| line.contains(|c: char| c.is_ascii_digit())) {
        Some(line) => format!("{} ({})", line.trim(), path.display()),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_says_what_for_and_how_to_get_it() {
        let checks = examine();
        for check in &checks {
            assert!(!check.name.is_empty() && !check.needed_for.is_empty() && !check.install.is_empty(), "{check:?}");
        }
        let cargo = checks.iter().find(|c| c.name == "cargo").unwrap();
        assert!(cargo.found.as_ref().is_some_and(|f| f.contains("cargo 1.")), "{cargo:?}");
    }
}
