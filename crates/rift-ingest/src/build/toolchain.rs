//! Finding compilers without running them.
//!
//! A cache hit must not spawn anything, so a compiler is identified by the path, size and time of the
//! file that its name resolves to.

use crate::IngestError;
use std::env;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// LLVM releases whose bitcode the reader (LLVM 22) understands and that have what the build needs.
pub(crate) const OLDEST_CLANG: u32 = 14;
pub(crate) const NEWEST_CLANG: u32 = 22;
pub(crate) const INSTALL_CLANG: &str = "apt-get install clang-22  (or: apt-get install clang)";
pub(crate) const INSTALL_RUST: &str = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh";

/// A clang. It compiles C++ too, with `--driver-mode=g++`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clang {
    pub path: PathBuf,
    /// When the installed path tells.
    pub version: Option<u32>,
}

impl Clang {
    /// The C++ compiler of the same installation: `clang++-19` next to `clang-19`.
    pub(crate) fn cxx(&self) -> Option<PathBuf> {
        let name = self.path.file_name()?.to_str()?.replacen("clang", "clang++", 1);
        Some(self.path.with_file_name(name)).filter(|p| is_executable(p))
    }
}

/// `chosen`, else `RIFT_CLANG`, else the newest usable clang in PATH.
pub fn find_clang(chosen: Option<&Path>) -> Result<Clang, IngestError> {
    let named =
        chosen.map(Path::to_owned).or_else(|| env::var_os("RIFT_CLANG").filter(|v| !v.is_empty()).map(PathBuf::from));
    if let Some(name) = named {
        let path = find_program(&name.to_string_lossy()).ok_or_else(|| IngestError::MissingTool {
            tool: name.display().to_string(),
            purpose: "to compile C and C++ (chosen by RIFT_CLANG)".to_owned(),
            problem: "there is no such program".to_owned(),
            install: INSTALL_CLANG.to_owned(),
        })?;
        let version = clang_version(&path);
        return Ok(Clang { path, version });
    }
    let all = all_clangs();
    let usable = all.iter().find(|c| c.version.is_none_or(|v| (OLDEST_CLANG..=NEWEST_CLANG).contains(&v)));
    usable.cloned().ok_or_else(|| IngestError::MissingTool {
        tool: format!("clang {OLDEST_CLANG} to {NEWEST_CLANG}"),
        purpose: "to compile C and C++".to_owned(),
        problem: match all.first() {
            None => "there is none in PATH".to_owned(),
            Some(c) => format!("only `{}` (version {}) is in PATH", c.path.display(), c.version.unwrap_or(0)),
        },
        install: INSTALL_CLANG.to_owned(),
    })
}

/// Every clang in PATH, newest first. A plain `clang` of unknown version ranks just below the newest known.
pub(crate) fn all_clangs() -> Vec<Clang> {
    let mut all: Vec<Clang> = Vec::new();
    let numbered = (OLDEST_CLANG - 4..NEWEST_CLANG + 10).rev().map(|v| format!("clang-{v}"));
    for name in numbered.chain(["clang".to_owned()]) {
        if let Some(path) = find_program(&name) {
            let version = clang_version(&path);
            all.push(Clang { path, version });
        }
    }
    all.sort_by_key(|c| std::cmp::Reverse(c.version.map_or(2 * NEWEST_CLANG - 1, |v| 2 * v)));
    all
}

/// From a name such as `clang-19` or a resolved path such as `/usr/lib/llvm-19/bin/clang`.
fn clang_version(path: &Path) -> Option<u32> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
    let name = path.file_name()?.to_str()?;
    if let Some(version) = name.strip_prefix("clang-").and_then(digits) {
        return Some(version);
    }
    let real = fs::canonicalize(path).ok()?;
    let mut parts = real.components().rev().filter_map(|c| c.as_os_str().to_str());
    parts.find_map(|part| part.strip_prefix("clang-").or_else(|| part.strip_prefix("llvm-")).and_then(digits))
}

/// A program by path, or by name in PATH.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|p| is_executable(p));
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(name)).find(|p| is_executable(p))
}

pub(crate) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// cargo and rustc, which come together.
pub(crate) fn find_rust(tool: &'static str) -> Result<PathBuf, IngestError> {
    find_program(tool).ok_or_else(|| IngestError::MissingTool {
        tool: tool.to_owned(),
        purpose: "to compile Rust".to_owned(),
        problem: "it is not in PATH".to_owned(),
        install: INSTALL_RUST.to_owned(),
    })
}

/// What stands for a program in a cache key: resolved path, size and time of change.
pub(crate) fn identity(program: &Path) -> String {
    let real = fs::canonicalize(program).unwrap_or_else(|_| program.to_owned());
    match fs::metadata(&real) {
        Ok(m) => format!("{} {} {}.{:09}", real.display(), m.len(), m.mtime(), m.mtime_nsec()),
        Err(_) => real.display().to_string(),
    }
}

/// The wrapper `rift-cc` or `rift-cxx`: in `dir` when given, else next to this executable (or one level up,
/// where cargo puts binaries while tests live in `deps`), else in PATH.
pub(crate) fn find_wrapper(dir: Option<&Path>, name: &str) -> Result<PathBuf, IngestError> {
    let exe = env::current_exe().ok();
    let near = exe.iter().flat_map(|e| e.ancestors().skip(1).take(2));
    let places = dir.into_iter().chain(near).map(|d| d.join(name));
    places.into_iter().find(|p| is_executable(p)).or_else(|| find_program(name)).ok_or_else(|| {
        IngestError::MissingTool {
            tool: name.to_owned(),
            purpose: "to build projects with their bitcode inside".to_owned(),
            problem: "it is neither next to rift nor in PATH".to_owned(),
            install: "cargo install --path crates/rift-cli".to_owned(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_come_from_names() {
        assert_eq!(clang_version(Path::new("/opt/x/clang-19")), Some(19));
        assert_eq!(clang_version(Path::new("/nonexistent/clang")), None);
    }

    #[test]
    fn clangs_are_sorted_newest_first() {
        let versions: Vec<_> = all_clangs().iter().filter_map(|c| c.version).collect();
        assert!(versions.windows(2).all(|w| w[0] >= w[1]), "{versions:?}");
    }

    #[test]
    fn a_chosen_compiler_that_is_missing_is_named() {
        let message = find_clang(Some(Path::new("/nonexistent/clang-99"))).unwrap_err().to_string();
        assert!(message.contains("/nonexistent/clang-99") && message.contains("apt-get install"), "{message}");
    }
}
