//! The two versions that a change makes: their sources, for rift, and native builds of our own, by the plain compiler.

use super::subject::{Change, Subject};
use crate::native;
use crate::place::temporary;
use anyhow::Context;
use rift_ir::Pair;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

pub struct Versions {
    /// Goes with all that is below it.
    pub dir: TempDir,
    pub sources: Pair<PathBuf>,
    pub programs: Pair<PathBuf>,
}

pub fn versions(subject: &Subject, change: &Change) -> anyhow::Result<Versions> {
    let dir = temporary()?;
    let base = subject.dir.join("program.c");
    // The same name for both, in case a program tells the name of its file.
    let folders = Pair { old: "old", new: "new" }.map(|name| dir.path().join(name));
    for folder in [&folders.old, &folders.new] {
        fs::create_dir(folder).with_context(|| format!("cannot create `{}`", folder.display()))?;
    }
    let sources = folders.clone().map(|folder| folder.join("program.c"));
    let programs = folders.map(|folder| folder.join("program"));
    fs::copy(&base, &sources.old).with_context(|| format!("cannot copy `{}`", base.display()))?;
    native::build(Command::new("patch").args(["-s", "-F0", "-o"]).arg(&sources.new).arg(&base).arg(&change.patch))?;
    for (source, program) in [(&sources.old, &programs.old), (&sources.new, &programs.new)] {
        native::clang(std::slice::from_ref(source), &["-std=c11".to_owned()], "-O0", program)?;
    }
    Ok(Versions { dir, sources, programs })
}
