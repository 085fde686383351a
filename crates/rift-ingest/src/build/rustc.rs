//! One Rust file, by rustc alone. Also what is common to everything Rust: the profile and the toolchain.
//!
//! Fat LTO of the unoptimised crate with the precompiled standard library gives one module with everything
//! inside. Panics abort in both builds, so that they agree.

use super::clang::program_name;
use super::command::{compile, run};
use super::{BuildOptions, Compiled, OptLevel, View, depfile, toolchain};
use crate::cache::Dep;
use crate::source::Language;
use crate::{Bitcode, IngestError};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Keeps rustc from scheduling any LLVM pass, the link-time ones included.
pub(super) const UNOPTIMISED: &str = "-Cno-prepopulate-passes";

/// Level 1 of MIR, where nothing is inlined, but code is not bloated either.
pub(super) const BITCODE_LEVEL: &str = "1";

pub(super) fn native_level(options: &BuildOptions) -> &'static str {
    options.native_level.map_or(BITCODE_LEVEL, OptLevel::digit)
}

pub(super) fn bitcode(
    file: &Path,
    edition: &str,
    flags: &[String],
    options: &BuildOptions,
) -> Result<Compiled, IngestError> {
    let rustc = toolchain::find_rust("rustc")?;
    let temp = tempfile::tempdir().map_err(IngestError::io("write in", &env::temp_dir()))?;
    let (out, dep_info) = (temp.path().join("out.bc"), temp.path().join("out.d"));
    let mut command = profiled(&rustc, edition, BITCODE_LEVEL, flags);
    // Without `link` there would be no link-time optimisation, and so no standard library in the module.
    let emit = format!(
        "--emit=llvm-bc={},dep-info={},link={}",
        out.display(),
        dep_info.display(),
        temp.path().join("program").display()
    );
    // Intermediate files go to the output directory, which would be the user's.
    command.arg("--out-dir").arg(temp.path());
    let view = view(file, flags).write(temp.path());
    compile(command.args([UNOPTIMISED, &emit]).arg(file), file, &view, options)?;
    let bytes = fs::read(&out).map_err(IngestError::io("read", &out))?;
    let text = fs::read(&dep_info).map_err(IngestError::io("read", &dep_info))?;
    let here = env::current_dir().map_err(IngestError::io("find", Path::new(".")))?;
    let mut deps: Vec<Dep> =
        depfile::parse(&String::from_utf8_lossy(&text), &here).iter().map(|p| Dep::of(p)).collect();
    deps.extend(toolchain_deps(&rustc, &here, &view, options)?);
    Ok(Compiled {
        bitcode: vec![Bitcode { name: file.display().to_string(), bytes }],
        deps,
        language: Language::Rust,
        notes: Vec::new(),
        product: None,
    })
}

/// Builds into `dir` and returns the name of the program there.
pub(super) fn native(
    file: &Path,
    edition: &str,
    flags: &[String],
    options: &BuildOptions,
    dir: &Path,
) -> Result<String, IngestError> {
    let rustc = toolchain::find_rust("rustc")?;
    let name = program_name(file);
    let mut command = profiled(&rustc, edition, native_level(options), flags);
    compile(command.arg("-o").arg(dir.join(&name)).arg(file), file, &view(file, flags).write(dir), options)?;
    Ok(name)
}

fn view(file: &Path, flags: &[String]) -> View {
    View::new().flags(flags).project(file).rust()
}

fn profiled(rustc: &Path, edition: &str, level: &str, flags: &[String]) -> Command {
    let mut command = Command::new(rustc);
    command.args(["--edition", edition]).args(flags);
    command.args(["-Cdebuginfo=2", "-Cpanic=abort", "-Clto=fat", "-Ccodegen-units=1"]);
    command.arg(format!("-Copt-level={level}"));
    command
}

/// What decides which compiler `rustc` is when rustup stands in front: the toolchain that was used, and
/// every file that could choose another.
pub(super) fn toolchain_deps(
    rustc: &Path,
    dir: &Path,
    view: &View,
    options: &BuildOptions,
) -> Result<Vec<Dep>, IngestError> {
    let mut command = Command::new(rustc);
    // Confined as well: a directory can choose a program of its own as its compiler.
    let output = run(command.current_dir(dir).args(["--print", "sysroot"]), dir, view, options)?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let mut deps = vec![Dep::stamp(&sysroot.join("bin/rustc"))];
    let rustup = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let rustup = rustup.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".rustup")));
    deps.extend(rustup.map(|home| Dep::of(&home.join("settings.toml"))));
    for above in dir.ancestors() {
        deps.extend(["rust-toolchain", "rust-toolchain.toml"].map(|name| Dep::of(&above.join(name))));
    }
    Ok(deps)
}
