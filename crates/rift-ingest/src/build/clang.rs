//! C and C++ files. The bitcode is compiled at -O0 whatever the user's flags say, so that every source line
//! is still there; the native build follows the user's flags.

use super::command::compile;
use super::{BuildOptions, Compiled, View, depfile, find_clang};
use crate::cache::{Cache, Dep};
use crate::source::Language;
use crate::{Bitcode, IngestError};
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Compiles to bitcode without optimisation, without the attribute that would forbid later passes, and
/// without the checked variants of libc functions, which would hide the originals.
pub(super) const BITCODE_FLAGS: [&str; 6] =
    ["-O0", "-Xclang", "-disable-O0-optnone", "-g", "-U_FORTIFY_SOURCE", "-Qunused-arguments"];

/// Flags that take the next argument, among those that must not reach our own command lines.
const DROPPED_WITH_ARGUMENT: [&str; 5] = ["-o", "-MF", "-MT", "-MQ", "-MJ"];
const DROPPED: [&str; 10] = ["-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-emit-llvm", "-save-temps"];
/// Instrumentation calls into a runtime that is not part of the program.
const NOT_IN_BITCODE: [&str; 8] = [
    "-flto",
    "-fsanitize",
    "-fprofile",
    "-fcoverage",
    "--coverage",
    "-ftest-coverage",
    "-gsplit-dwarf",
    "-Wp,-D_FORTIFY_SOURCE",
];

pub(super) fn bitcode(
    files: &[PathBuf],
    flags: &[String],
    options: &BuildOptions,
    cache: &Cache,
) -> Result<Compiled, IngestError> {
    require_files(files)?;
    let include = options.support.include(cache)?;
    let clang = find_clang(options.clang.as_deref())?.path;
    let temp = tempfile::tempdir().map_err(IngestError::io("write in", &env::temp_dir()))?;
    let here = env::current_dir().map_err(IngestError::io("find", Path::new(".")))?;
    let (flags, left_out): (Vec<_>, Vec<_>) =
        user_flags(flags).into_iter().partition(|flag| !NOT_IN_BITCODE.iter().any(|no| flag.starts_with(no)));
    let view = view(files, &flags, include.as_deref(), options).write(temp.path());
    let results = each(files, |index, file| {
        let out = temp.path().join(format!("{index}.bc"));
        let deps = temp.path().join(format!("{index}.d"));
        let mut command = compiler(&clang, file, &flags);
        include_last(&mut command, include.as_deref());
        command.args(BITCODE_FLAGS).args(["-emit-llvm", "-c", "-MD", "-MF"]).arg(&deps).arg("-o").arg(&out).arg(file);
        compile(&mut command, file, &view, options)?;
        let bytes = fs::read(&out).map_err(IngestError::io("read", &out))?;
        let text = fs::read(&deps).map_err(IngestError::io("read", &deps))?;
        let read = depfile::parse(&String::from_utf8_lossy(&text), &here);
        Ok((Bitcode { name: file.display().to_string(), bytes }, read))
    })?;
    let mut read = BTreeSet::new();
    let mut modules = Vec::new();
    for (module, files) in results {
        modules.push(module);
        read.extend(files);
    }
    let notes = match left_out.is_empty() {
        true => Vec::new(),
        false => vec![format!("flags that only the native build gets: {}", left_out.join(" "))],
    };
    Ok(Compiled {
        bitcode: modules,
        deps: read.iter().map(|path| Dep::of(path)).collect(),
        language: language(files),
        notes,
        product: None,
    })
}

/// Files as a shared object with debug information, unoptimised: for its types. Linked, because the debug information
/// of a plain object still has holes for the linker to fill. They are of the language of the first.
pub(crate) fn object_with_debug_info(
    files: &[PathBuf],
    flags: &[String],
    options: &BuildOptions,
) -> Result<Vec<u8>, IngestError> {
    require_files(files)?;
    let first = files.first().map_or(Path::new(""), PathBuf::as_path);
    let clang = find_clang(options.clang.as_deref())?.path;
    let temp = tempfile::tempdir().map_err(IngestError::io("write in", &env::temp_dir()))?;
    let out = temp.path().join("object.so");
    let mut command = compiler(&clang, first, &user_flags(flags));
    // Static functions that nothing calls would be left out.
    command
        .args(["-O0", "-g", "-femit-all-decls", "-Qunused-arguments", "-fPIC", "-shared", "-nostdlib", "-o"])
        .arg(&out)
        .args(files);
    compile(&mut command, first, &view(files, flags, None, options).write(temp.path()), options)?;
    fs::read(&out).map_err(IngestError::io("read", &out))
}

/// What makes native programs of C and C++.
enum Driver {
    Clang(PathBuf),
    /// GCC's two, under their usual names.
    Gnu,
}

impl Driver {
    fn command(&self, language: Language) -> Command {
        match (self, language) {
            (Driver::Clang(path), Language::Cxx) => {
                let mut command = Command::new(path);
                command.arg("--driver-mode=g++");
                command
            }
            (Driver::Clang(path), _) => Command::new(path),
            (Driver::Gnu, Language::Cxx) => Command::new("g++"),
            (Driver::Gnu, _) => Command::new("gcc"),
        }
    }

    /// What keeps it from words about flags that it has no use for.
    fn quiet(&self) -> Option<&'static str> {
        matches!(self, Driver::Clang(_)).then_some("-Qunused-arguments")
    }
}

/// Builds into `dir` and returns the name of the program there.
pub(super) fn native(
    files: &[PathBuf],
    flags: &[String],
    options: &BuildOptions,
    cache: &Cache,
    dir: &Path,
) -> Result<String, IngestError> {
    require_files(files)?;
    let clang = find_clang(options.clang.as_deref())?.path;
    let by = |driver: &Driver| native_by(driver, &clang, files, flags, options, cache, dir);
    let made = by(&Driver::Clang(clang.clone()));
    match made {
        // Packages of clang come without what its sanitizers link; a GCC has its own with it.
        Err(error @ IngestError::Compile { .. }) if flags.iter().any(|flag| flag.starts_with("-fsanitize=")) => {
            by(&Driver::Gnu).map_err(|_| error)
        }
        made => made,
    }
}

fn native_by(
    driver: &Driver,
    clang: &Path,
    files: &[PathBuf],
    flags: &[String],
    options: &BuildOptions,
    cache: &Cache,
    dir: &Path,
) -> Result<String, IngestError> {
    let include = options.support.include(cache)?;
    let flags = user_flags(flags);
    let temp = tempfile::tempdir().map_err(IngestError::io("write in", &env::temp_dir()))?;
    let view = view(files, &flags, include.as_deref(), options).write(temp.path()).write(dir);
    let objects = each(files, |index, file| {
        let out = temp.path().join(format!("{index}.o"));
        let language = Language::of_file(file);
        let mut command = driver.command(language);
        // Before the user's flags, so that they win; the level of the options comes after, so that it does.
        command.args(["-O0", "-g"]).args(fitting(&flags, language));
        command.args(options.native_level.map(|level| format!("-O{}", level.digit())));
        include_last(&mut command, include.as_deref());
        command.args(driver.quiet()).args(["-c", "-o"]).arg(&out).arg(file);
        compile(&mut command, file, &view, options)?;
        Ok(out)
    })?;
    let name = program_name(&files[0]);
    let mut command = driver.command(language(files));
    command.args(&objects).args(driver.quiet()).args(link_flags(&flags));
    let mut archive = None;
    for object in &objects {
        let code = fs::read(object).map_err(IngestError::io("read", object))?;
        if options.support.is_named_in(&code) {
            archive = options.support.archive(cache, clang)?;
            break;
        }
    }
    command.args(&archive);
    let view = archive.iter().fold(view, |view, archive| view.read(archive));
    // Whoever calls `log` in one file of C passes `-lm` by heart: the first run needs no flags.
    command.args(["-Wl,--as-needed", "-lm", "-lpthread", "-ldl", "-o"]).arg(dir.join(&name));
    compile(&mut command, &files[0], &view, options)?;
    Ok(name)
}

/// The projects of the files, what the flags name, and the headers that rift brings along.
fn view(files: &[PathBuf], flags: &[String], include: Option<&Path>, options: &BuildOptions) -> View {
    let seen = files.iter().chain(&options.depends_on);
    let view = seen.fold(View::new().flags(flags), |view, file| view.project(file));
    include.into_iter().fold(view, View::read)
}

fn include_last(command: &mut Command, include: Option<&Path>) {
    if let Some(include) = include {
        command.arg("-idirafter").arg(include);
    }
}

fn require_files(files: &[PathBuf]) -> Result<(), IngestError> {
    match files.is_empty() {
        true => Err(IngestError::source(Path::new(""), "no source file was named")),
        false => Ok(()),
    }
}

/// The name of a native build. `name` itself is taken by the cache.
pub(super) fn program_name(file: &Path) -> String {
    let stem = file.file_stem().map_or_else(|| "program".to_owned(), |s| s.to_string_lossy().into_owned());
    if stem == "name" { "program".to_owned() } else { stem }
}

/// One C++ file makes it a C++ program: it starts and links as one.
fn language(files: &[PathBuf]) -> Language {
    let cxx = files.iter().any(|f| Language::of_file(f) == Language::Cxx);
    if cxx { Language::Cxx } else { Language::C }
}

fn compiler(clang: &Path, file: &Path, flags: &[String]) -> Command {
    let mut command = Command::new(clang);
    with_language(&mut command, file, flags);
    command
}

/// The flags that fit the file's language. One `-std=` may be meant for C and another for C++.
fn with_language(command: &mut Command, file: &Path, flags: &[String]) {
    let language = Language::of_file(file);
    if language == Language::Cxx {
        command.arg("--driver-mode=g++");
    }
    command.args(fitting(flags, language));
}

fn fitting(flags: &[String], language: Language) -> impl Iterator<Item = &String> {
    flags.iter().filter(move |flag| match flag.strip_prefix("-std=") {
        Some(std) => std.contains("++") == (language == Language::Cxx),
        None => true,
    })
}

/// What the user asked for, without what decides where output goes: that is ours to say.
fn user_flags(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if DROPPED_WITH_ARGUMENT.contains(&flag.as_str()) {
            flags.next();
        } else if !DROPPED.contains(&flag.as_str()) {
            kept.push(flag.clone());
        }
    }
    kept
}

/// Everything but `-x`, which would make the linker's objects C again.
fn link_flags(flags: &[String]) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match flag.strip_prefix("-x") {
            Some("") => drop(flags.next()),
            Some(_) => {}
            None => kept.push(OsString::from(flag)),
        }
    }
    kept
}

/// Runs `work` on every file, as many at a time as there are processors. The first file's error wins.
fn each<T: Send>(
    files: &[PathBuf],
    work: impl Fn(usize, &Path) -> Result<T, IngestError> + Sync,
) -> Result<Vec<T>, IngestError> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let mut results: Vec<(usize, Result<T, IngestError>)> = thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            while let Some((index, file)) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, files.get(i)?)))
            {
                done.push((index, work(index, file)));
            }
            done
        };
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().flat_map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn output_flags_are_ours_to_say() {
        let flags = strings(&["-Iinc", "-o", "x", "-c", "-MMD", "-MF", "d", "-lm"]);
        assert_eq!(user_flags(&flags), strings(&["-Iinc", "-lm"]));
        assert_eq!(link_flags(&strings(&["-x", "c", "-lm", "-xc++"])), vec![OsString::from("-lm")]);
    }

    #[test]
    fn each_standard_goes_to_its_language() {
        let flags = strings(&["-std=c99", "-std=gnu++20", "-DX"]);
        let args = |file: &str| {
            compiler(Path::new("clang"), Path::new(file), &flags).get_args().map(|a| a.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(args("a.c"), ["-std=c99", "-DX"]);
        assert_eq!(args("a.cc"), ["--driver-mode=g++", "-std=gnu++20", "-DX"]);
    }

    #[test]
    fn work_on_many_files_keeps_their_order() {
        let files: Vec<_> = (0..50).map(|i| PathBuf::from(i.to_string())).collect();
        let names = each(&files, |i, file| Ok(format!("{i}={}", file.display()))).unwrap();
        assert_eq!(names[49], "49=49");
        let error = each(&files, |i, file| if i >= 3 { Err(IngestError::source(file, "no")) } else { Ok(()) });
        assert!(error.unwrap_err().to_string().contains("`3`"));
    }
}
