//! Projects with a build command of their own: make, autotools, cmake, anything.
//!
//! The command runs in a private copy of the directory, with compilers that embed bitcode: `CC` and `CXX` name
//! the wrapper, and so do `cc`, `gcc`, `clang` and their C++ names at the front of PATH, for build files that
//! hard-code one. Every build starts from a fresh copy: a stale object would be a lie, and an unchanged tree
//! is answered by the cache without building. Built files of the user's tree (objects, archives, programs)
//! are left out of the copy, because they have no bitcode and would be taken for up to date.

use super::command::{build, shown, with_harmless_sanitizers};
use super::elf::Elf;
use super::{BuildOptions, Compiled, View, find_clang, toolchain};
use crate::cache::{Cache, Dep, Tree, WorkDir};
use crate::source::Language;
use crate::{Bitcode, IngestError, extract_embedded};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

const C_NAMES: [&str; 5] = ["cc", "gcc", "clang", "c99", "c11"];
const CXX_NAMES: [&str; 3] = ["c++", "g++", "clang++"];

/// Never copied: version control, and what other builds left behind.
const LEFT_OUT: [&str; 7] = [".git", ".hg", ".svn", ".libs", "CMakeCache.txt", "CMakeFiles", "CACHEDIR.TAG"];

/// As named by the user.
pub(super) struct Project<'a> {
    pub(super) dir: &'a Path,
    pub(super) build: &'a str,
    pub(super) program: Option<&'a Path>,
}

pub(super) fn bitcode(
    project: &Project,
    options: &BuildOptions,
    cache: &Cache,
    work: &WorkDir,
) -> Result<Compiled, IngestError> {
    let dir = fs::canonicalize(project.dir).map_err(IngestError::io("find", project.dir))?;
    if !dir.is_dir() {
        return Err(IngestError::source(&dir, "it is not a directory"));
    }
    let mut notes = Vec::new();
    // Looked at before the copy, so that an edit during the build is noticed the next time.
    let deps = vec![Dep::tree(Tree { dir: dir.clone(), skip: vec![".git".to_owned()] })];
    let tree = work.path.join("tree");
    let left_out = fresh_copy(&dir, &tree)?;
    if left_out > 0 {
        notes.push(format!("{left_out} files that an earlier build left in `{}` were not used", dir.display()));
    }
    let mut command = build_command(&dir, project.build, options, work, &tree)?;
    // Only the copy is written. Rust is there for projects that have some of it.
    let view = View::new().write(&tree).read(&work.path.join("bin")).rust();
    if !options.extra_flags.is_empty() {
        command.env(crate::wrapper::EXTRA_FLAGS, options.extra_flags.join(" "));
        with_harmless_sanitizers(&mut command);
    }
    if let Some(include) = options.support.include(cache)? {
        command.env(crate::wrapper::INCLUDE_LAST, include);
    }
    let clang = find_clang(options.clang.as_deref())?.path;
    if tree_names(&tree, options)
        && let Some(archive) = options.support.archive(cache, &clang)?
    {
        command.env(crate::wrapper::LINK_LAST, archive);
    }
    run_build(&mut command, &dir, project.build, &view, options)?;
    let program = find_program(&dir, &tree, project.program)?;
    // A build can leave links to files that it could not read itself.
    if !fs::canonicalize(&program).is_ok_and(|real| real.starts_with(&tree)) {
        return Err(IngestError::source(&dir, format!("the program `{}` is outside of the build", program.display())));
    }
    notes.push(format!("the program is `{}`", program.strip_prefix(&tree).unwrap_or(&program).display()));
    let modules = embedded(&tree, &program, &mut notes)?;
    Ok(Compiled { language: Language::of_bitcode(&modules), bitcode: modules, deps, notes, product: Some(program) })
}

/// Whether a file of the copy names something that rift brings along.
fn tree_names(tree: &Path, options: &BuildOptions) -> bool {
    let files = Tree { dir: tree.to_owned(), skip: Vec::new() }.files();
    files.iter().any(|file| fs::read(file).is_ok_and(|text| options.support.is_named_in(&text)))
}

fn build_command(
    dir: &Path,
    build: &str,
    options: &BuildOptions,
    work: &WorkDir,
    tree: &Path,
) -> Result<Command, IngestError> {
    let clang = find_clang(options.clang.as_deref())?;
    let clang = std::path::absolute(&clang.path).map_err(IngestError::io("find", &clang.path))?;
    let cc = toolchain::find_wrapper(options.wrappers.as_deref(), "rift-cc")?;
    let cxx = toolchain::find_wrapper(options.wrappers.as_deref(), "rift-cxx")?;
    let bin = work.path.join("bin");
    let _ = fs::remove_dir_all(&bin);
    fs::create_dir_all(&bin).map_err(IngestError::io("create", &bin))?;
    for (names, wrapper) in [(C_NAMES.as_slice(), &cc), (CXX_NAMES.as_slice(), &cxx)] {
        for name in names {
            symlink(wrapper, bin.join(name)).map_err(IngestError::io("write in", &bin))?;
        }
    }
    let mut path = OsString::from(&bin);
    if let Some(rest) = env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    let mut command = Command::new("sh");
    command.args(["-c", build]).current_dir(tree);
    command.env("PATH", path).env("CC", &cc).env("CXX", &cxx).env("RIFT_CLANG", clang).env("CCACHE_DISABLE", "1");
    // Positions and `__FILE__` name the user's files, not those of the copy.
    let mut map = OsString::from(tree);
    map.push("=");
    map.push(dir);
    command.env(crate::wrapper::PREFIX_MAP, map);
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CARGO_MAKEFLAGS"] {
        command.env_remove(name);
    }
    Ok(command)
}

fn run_build(
    command: &mut Command,
    dir: &Path,
    words: &str,
    view: &View,
    options: &BuildOptions,
) -> Result<(), IngestError> {
    let output = build(command, dir, words, view, options)?;
    if output.status.success() {
        return Ok(());
    }
    let (dir, command) = (dir.to_owned(), words.to_owned());
    Err(IngestError::Build { dir, command, status: output.status.to_string(), output: shown(&output) })
}

/// Replaces `to` by a copy of `from`. Returns how many built files were left out.
fn fresh_copy(from: &Path, to: &Path) -> Result<usize, IngestError> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(IngestError::io("remove", to))?;
    }
    let mut left_out = 0;
    let roots = (from, to);
    let mut pending = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = pending.pop() {
        fs::create_dir_all(&to).map_err(IngestError::io("create", &to))?;
        for entry in fs::read_dir(&from).map_err(IngestError::io("read", &from))? {
            let entry = entry.map_err(IngestError::io("read", &from))?;
            if LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            let kind = entry.file_type().map_err(IngestError::io("read", &source))?;
            if kind.is_dir() {
                // A build directory of cmake, or a cache: made by tools for this place only.
                if !["CMakeCache.txt", "CACHEDIR.TAG"].iter().any(|mark| source.join(mark).exists()) {
                    pending.push((source, target));
                }
            } else if kind.is_symlink() {
                let points_to = fs::read_link(&source).map_err(IngestError::io("read", &source))?;
                symlink(link_in_copy(&points_to, &from, &roots), &target).map_err(IngestError::io("write", &target))?;
            } else if kind.is_file() {
                if is_built(&source)? {
                    left_out += 1;
                } else {
                    copy_file(&source, &target)?;
                }
            }
        }
    }
    Ok(left_out)
}

/// What a link in the copy must say to reach the copy of what it reached, or the same thing if that is outside.
/// `dir` is where the original link is; `roots` are the original tree and the copy.
fn link_in_copy(points_to: &Path, dir: &Path, roots: &(&Path, &Path)) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in dir.join(points_to).components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    match whole.strip_prefix(roots.0) {
        Ok(_) if points_to.is_relative() => points_to.to_owned(),
        Ok(inside) => roots.1.join(inside),
        Err(_) => whole,
    }
}

/// With permissions and time: make and autotools compare times.
fn copy_file(from: &Path, to: &Path) -> Result<(), IngestError> {
    fs::copy(from, to).map_err(IngestError::io("copy", from))?;
    let meta = fs::metadata(from).map_err(IngestError::io("read", from))?;
    // A read-only file may still be rewritten by its build.
    let mode = meta.permissions().mode() | 0o200;
    fs::set_permissions(to, fs::Permissions::from_mode(mode)).map_err(IngestError::io("write", to))?;
    let file = fs::File::options().append(true).open(to).map_err(IngestError::io("write", to))?;
    let time = meta.modified().map_err(IngestError::io("read", from))?;
    file.set_modified(time).map_err(IngestError::io("write", to))
}

/// Objects, archives, libraries, programs, and libtool's notes about them.
fn is_built(path: &Path) -> Result<bool, IngestError> {
    if path.extension().is_some_and(|e| e == "lo" || e == "la") {
        return Ok(true);
    }
    let mut head = Vec::new();
    let file = fs::File::open(path).map_err(IngestError::io("open", path))?;
    file.take(8).read_to_end(&mut head).map_err(IngestError::io("read", path))?;
    Ok(head.starts_with(b"\x7fELF") || head.starts_with(b"!<arch>\n"))
}

/// The program that was named, else the only one with bitcode inside.
fn find_program(dir: &Path, tree: &Path, named: Option<&Path>) -> Result<PathBuf, IngestError> {
    if let Some(named) = named {
        let libtool = named.with_file_name(".libs").join(named.file_name().unwrap_or_default());
        // Libtool puts a shell script where the program would be.
        let places = [tree.join(named), tree.join(libtool)];
        if let Some(path) = places.into_iter().find(|p| is_program(p)) {
            return Ok(path);
        }
    }
    let skipped = |p: &Path| p.components().any(|c| c.as_os_str() == "CMakeFiles");
    let files = Tree { dir: tree.to_owned(), skip: Vec::new() }.files();
    let mut all: Vec<PathBuf> = files.into_iter().filter(|p| !skipped(p) && is_program(p)).collect();
    if let Some(named) = named {
        let matching: Vec<_> = all.iter().filter(|p| p.ends_with(named)).cloned().collect();
        if let [one] = matching.as_slice() {
            return Ok(one.clone());
        }
        if matching.is_empty() {
            let reason = match tree.join(named).exists() {
                true => format!("the build made `{}`, but it is no program with bitcode inside", named.display()),
                false => format!(
                    "the build did not make `{}`; it made: {}",
                    named.display(),
                    relative(tree, &all).join(", ")
                ),
            };
            return Err(IngestError::source(dir, reason));
        }
        all = matching;
    }
    match all.as_slice() {
        [] => Err(IngestError::NoBitcode {
            path: dir.to_owned(),
            reason: "the build made no program that was compiled by rift-cc; does it use the compiler in CC?"
                .to_owned(),
        }),
        [one] => Ok(one.clone()),
        _ => Err(IngestError::Ambiguous { dir: dir.to_owned(), candidates: relative(tree, &all) }),
    }
}

fn relative(tree: &Path, paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|p| p.strip_prefix(tree).unwrap_or(p).display().to_string()).collect()
}

/// An executable file with bitcode inside.
fn is_program(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
    let bytes = if is_file { fs::read(path).unwrap_or_default() } else { Vec::new() };
    Elf::parse(&bytes).is_some_and(|elf| elf.is_program() && elf.has_bitcode())
}

/// The bitcode of the program, and of the shared libraries it needs that the build made.
fn embedded(tree: &Path, program: &Path, notes: &mut Vec<String>) -> Result<Vec<Bitcode>, IngestError> {
    let mut modules = extract_embedded(program)?;
    let files = Tree { dir: tree.to_owned(), skip: Vec::new() }.files();
    let by_name: BTreeMap<OsString, &PathBuf> =
        files.iter().filter_map(|p| Some((p.file_name()?.to_owned(), p))).collect();
    let needed =
        |path: &Path| fs::read(path).ok().and_then(|b| Elf::parse(&b).map(|elf| elf.needed())).unwrap_or_default();
    let mut pending = needed(program);
    let mut seen = Vec::new();
    while let Some(name) = pending.pop() {
        let Some(library) = by_name.get(&OsString::from(&name)).copied() else { continue };
        if seen.contains(&name) {
            continue;
        }
        let real = fs::canonicalize(library).map_err(IngestError::io("find", library))?;
        match extract_embedded(&real) {
            Ok(code) => modules.extend(code),
            Err(IngestError::NoBitcode { .. }) => notes.push(format!("the shared library `{name}` has no bitcode")),
            Err(error) => return Err(error),
        }
        pending.extend(needed(&real));
        seen.push(name);
    }
    Ok(modules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_inside_the_copy_or_lead_to_the_same_place() {
        let roots = (Path::new("/home/u/p"), Path::new("/cache/tree"));
        let check = |points_to: &str, expect: &str| {
            assert_eq!(link_in_copy(Path::new(points_to), Path::new("/home/u/p/sub"), &roots), Path::new(expect));
        };
        check("../x.h", "../x.h");
        check("/home/u/p/x.h", "/cache/tree/x.h");
        check("../../shared/x.h", "/home/u/shared/x.h");
        check("/usr/include/x.h", "/usr/include/x.h");
    }

    #[test]
    fn a_copy_has_times_and_modes_and_no_built_files() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        fs::create_dir_all(from.join("sub/.git")).unwrap();
        fs::create_dir_all(from.join("build")).unwrap();
        for (name, bytes) in [
            ("sub/a.c", &b"int a;"[..]),
            ("sub/.git/x", b"x"),
            ("old.o", b"\x7fELF...."),
            ("lib.a", b"!<arch>\n"),
            ("build/CMakeCache.txt", b"x"),
            ("build/y", b"y"),
            ("run.sh", b"#!/bin/sh"),
        ] {
            fs::write(from.join(name), bytes).unwrap();
        }
        fs::set_permissions(from.join("run.sh"), fs::Permissions::from_mode(0o555)).unwrap();
        assert_eq!(fresh_copy(&from, &to).unwrap(), 2);
        let files = Tree { dir: to.clone(), skip: Vec::new() }.files();
        assert_eq!(relative(&to, &files), ["run.sh", "sub/a.c"]);
        let meta = |p: PathBuf| fs::metadata(p).unwrap();
        assert_eq!(meta(to.join("sub/a.c")).modified().unwrap(), meta(from.join("sub/a.c")).modified().unwrap());
        assert_eq!(meta(to.join("run.sh")).permissions().mode() & 0o777, 0o755);
    }
}
