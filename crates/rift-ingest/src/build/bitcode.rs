//! Ready-made bitcode, LLVM assembly, and executables that carry theirs.

use super::clang::program_name;
use super::command::compile;
use super::{BuildOptions, Compiled, View, find_clang};
use crate::cache::{Cache, Dep};
use crate::source::Language;
use crate::{Bitcode, IngestError, extract_embedded};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn bitcode(files: &[PathBuf]) -> Result<Compiled, IngestError> {
    let mut modules = Vec::new();
    for file in files {
        let bytes = fs::read(file).map_err(IngestError::io("read", file))?;
        modules.push(Bitcode { name: file.display().to_string(), bytes });
    }
    if modules.is_empty() {
        return Err(IngestError::source(Path::new(""), "no bitcode file was named"));
    }
    Ok(Compiled {
        language: Language::of_bitcode(&modules),
        deps: deps(files)?,
        bitcode: modules,
        notes: Vec::new(),
        product: None,
    })
}

/// The bitcode inside an executable that was built with the wrapper.
pub(super) fn embedded(file: &Path) -> Result<Compiled, IngestError> {
    let modules = extract_embedded(file)?;
    Ok(Compiled {
        language: Language::of_bitcode(&modules),
        deps: deps(&[file.to_owned()])?,
        bitcode: modules,
        notes: Vec::new(),
        product: None,
    })
}

/// Builds into `dir` and returns the name of the program there.
pub(super) fn native(
    files: &[PathBuf],
    flags: &[String],
    options: &BuildOptions,
    cache: &Cache,
    dir: &Path,
) -> Result<String, IngestError> {
    let clang = find_clang(options.clang.as_deref())?.path;
    let name = program_name(files.first().map_or(Path::new("program"), PathBuf::as_path));
    let mut command = Command::new(&clang);
    // C++ programs need its runtime library, and it does not hurt the others.
    command.args(["--driver-mode=g++", "-Wno-override-module", "-Qunused-arguments", "-O0", "-x", "ir"]).args(files);
    command.args(["-x", "none"]).args(flags);
    command.args(options.native_level.map(|level| format!("-O{}", level.digit())));
    let mut archive = None;
    for file in files {
        let code = fs::read(file).map_err(IngestError::io("read", file))?;
        if options.support.is_named_in(&code) {
            archive = options.support.archive(cache, &clang)?;
            break;
        }
    }
    command.args(&archive);
    command.args(["-lm", "-lpthread", "-ldl"]).arg("-o").arg(dir.join(&name));
    let view = files.iter().fold(View::new().flags(flags).write(dir), |view, file| view.project(file));
    let view = archive.iter().fold(view, |view, archive| view.read(archive));
    compile(&mut command, files.first().map_or(Path::new("program"), PathBuf::as_path), &view, options)?;
    Ok(name)
}

fn deps(files: &[PathBuf]) -> Result<Vec<Dep>, IngestError> {
    files.iter().map(|f| Ok(Dep::of(&std::path::absolute(f).map_err(IngestError::io("find", f))?))).collect()
}
