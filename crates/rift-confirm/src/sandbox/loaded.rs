//! Which files of the host a program needs in order to start: itself, its interpreter, and its shared libraries.
//!
//! The program is not run to find out: its headers say so (gABI chapter 5, ld.so(8)). Errs towards showing: every file
//! that a name could be found as is listed, though the loader takes the first that fits. What a program opens by
//! dlopen(3) is found in the system's directories, or beside the program, and not elsewhere.
//!
//! Whoever wrote the program wrote its headers, and the links beside it: they may name a secret of the user's. So nothing
//! is shown but programs and libraries: files that begin as those do.

use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_STRTAB, ET_DYN, ET_EXEC, FileHeader32, FileHeader64};
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use object::{Endianness, FileKind, ReadCache, ReadRef};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Shared libraries beside a program that are shown for it.
const MOST_BESIDE: usize = 64;
/// Where a script's first line ends at the latest.
const LONGEST_LINE: u64 = 256;
/// No name in a file's headers is longer.
const LONGEST_NAME: u64 = 4096;
/// Where the system's own list of directories with libraries is.
const LOADER_CONFIGURATION: (&str, &str) = ("/etc/ld.so.conf", "/etc/ld.so.conf.d");

/// What a file's headers say.
#[derive(Debug, Default)]
struct Headers {
    interpreter: Option<PathBuf>,
    needed: Vec<Vec<u8>>,
    /// RPATH and RUNPATH, with `$ORIGIN` replaced.
    search: Vec<PathBuf>,
}

/// The files, each by the path at which it is looked for. `program` is an absolute path without links.
pub(super) fn files(program: &Path) -> BTreeSet<PathBuf> {
    let mut files: BTreeSet<PathBuf> = beside(program).into_iter().collect();
    let mut pending = vec![program.to_owned()];
    pending.extend(files.iter().cloned());
    let configured = configured();
    // A library is also looked for where the program that needs it would look.
    let mut inherited: Vec<PathBuf> = Vec::new();
    let mut read = BTreeSet::new();
    files.insert(program.to_owned());
    while let Some(file) = pending.pop() {
        let Ok(real) = fs::canonicalize(&file) else { continue };
        if !read.insert(real.clone()) {
            continue;
        }
        let headers = headers(&real);
        inherited.extend(headers.search);
        let found = headers.needed.iter().flat_map(|name| candidates(name, &inherited, &configured));
        for path in found.chain(headers.interpreter).filter(|path| is_loadable(path)) {
            if files.insert(path.clone()) {
                pending.push(path);
            }
        }
    }
    files
}

/// Shared libraries in the program's own directory, which it may open while it runs.
fn beside(program: &Path) -> Vec<PathBuf> {
    let is_library = |name: &OsStr| {
        let name = name.to_string_lossy();
        name.ends_with(".so") || name.contains(".so.")
    };
    let entries = program.parent().and_then(|directory| fs::read_dir(directory).ok());
    let paths = entries.into_iter().flatten().flatten().filter(|entry| is_library(&entry.file_name()));
    let mut paths: Vec<PathBuf> = paths.map(|entry| entry.path()).filter(|path| is_loadable(path)).collect();
    paths.sort();
    paths.truncate(MOST_BESIDE);
    paths
}

/// Whether it is a program or a library, and not a memory image or anything else that may be private.
fn is_loadable(file: &Path) -> bool {
    // Opening a pipe would wait for somebody to write to it.
    let Some(opened) = file.is_file().then(|| File::open(file).ok()).flatten() else { return false };
    let data = ReadCache::new(opened);
    fn kind<H: FileHeader<Endian = Endianness>>(data: &ReadCache<File>) -> bool {
        let kind = H::parse(data).ok().and_then(|header| Some(header.e_type(header.endian().ok()?)));
        kind.is_some_and(|kind| kind == ET_DYN || kind == ET_EXEC)
    }
    match FileKind::parse(&data) {
        Ok(FileKind::Elf64) => kind::<FileHeader64<Endianness>>(&data),
        Ok(FileKind::Elf32) => kind::<FileHeader32<Endianness>>(&data),
        _ => false,
    }
}

/// Every file that a name in DT_NEEDED can mean.
fn candidates(name: &[u8], search: &[PathBuf], configured: &[PathBuf]) -> Vec<PathBuf> {
    let name = Path::new(OsStr::from_bytes(name));
    if name.components().count() > 1 {
        return Some(name.to_owned()).filter(|path| path.is_absolute() && path.is_file()).into_iter().collect();
    }
    let paths = search.iter().chain(configured).map(|directory| directory.join(name));
    paths.filter(|path| path.is_file()).collect()
}

/// The directories that the loader's configuration names. Those that it always looks into are shown to all programs.
fn configured() -> Vec<PathBuf> {
    let (main, parts) = LOADER_CONFIGURATION;
    let parts = fs::read_dir(parts).into_iter().flatten().flatten().map(|entry| entry.path());
    let texts = [PathBuf::from(main)].into_iter().chain(parts).filter_map(|path| fs::read_to_string(path).ok());
    let mut directories: Vec<PathBuf> = Vec::new();
    texts.for_each(|text| {
        directories.extend(text.lines().map(str::trim).filter(|l| l.starts_with('/')).map(PathBuf::from))
    });
    directories.sort();
    directories
}

/// Nothing for a file that is neither a script nor of a format that the loader knows.
fn headers(file: &Path) -> Headers {
    let origin = file.parent().unwrap_or(Path::new("/"));
    let Ok(mut opened) = File::open(file) else { return Headers::default() };
    let mut start = Vec::new();
    if opened.by_ref().take(LONGEST_LINE).read_to_end(&mut start).is_err() {
        return Headers::default();
    }
    if let Some(line) = start.strip_prefix(b"#!") {
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let interpreter = line.trim_ascii().split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        let interpreter = Some(PathBuf::from(OsStr::from_bytes(interpreter))).filter(|path| path.is_absolute());
        return Headers { interpreter, ..Headers::default() };
    }
    let data = ReadCache::new(opened);
    match FileKind::parse(&data) {
        Ok(FileKind::Elf64) => elf::<FileHeader64<Endianness>>(&data, origin),
        Ok(FileKind::Elf32) => elf::<FileHeader32<Endianness>>(&data, origin),
        _ => None,
    }
    .unwrap_or_default()
}

fn elf<H: FileHeader<Endian = Endianness>>(data: &ReadCache<File>, origin: &Path) -> Option<Headers> {
    let header = H::parse(data).ok()?;
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, data).ok()?;
    let mut headers = Headers::default();
    let mut dynamic = None;
    for segment in segments {
        if let Ok(Some(path)) = segment.interpreter(endian, data) {
            headers.interpreter = Some(PathBuf::from(OsStr::from_bytes(path)));
        }
        if let Ok(Some(entries)) = segment.dynamic(endian, data) {
            dynamic = Some(entries);
        }
    }
    let Some(dynamic) = dynamic else { return Some(headers) };
    let value = |tag| dynamic.iter().find(|entry| entry.tag(endian) == tag).map(|entry| entry.d_val(endian).into());
    let strings: u64 = value(DT_STRTAB)?;
    // Addresses are those in memory.
    let offset = segments.iter().find_map(|segment| {
        let (from, size): (u64, u64) = (segment.p_vaddr(endian).into(), segment.p_filesz(endian).into());
        let inside = strings.checked_sub(from).filter(|inside| *inside < size)?;
        (segment.p_type(endian) == object::elf::PT_LOAD).then(|| segment.p_offset(endian).into().checked_add(inside))?
    })?;
    for entry in dynamic {
        let tag @ (DT_NEEDED | DT_RPATH | DT_RUNPATH) = entry.tag(endian) else { continue };
        let from = offset.checked_add(entry.d_val(endian).into())?;
        let Ok(text) = data.read_bytes_at_until(from..from.saturating_add(LONGEST_NAME), 0) else { continue };
        match tag {
            DT_NEEDED => headers.needed.push(text.to_vec()),
            _ => headers.search.extend(text.split(|byte| *byte == b':').filter_map(|path| searched(path, origin))),
        }
    }
    Some(headers)
}

/// A directory of RPATH or RUNPATH. Those that are relative to the working directory have nothing of the host's.
fn searched(path: &[u8], origin: &Path) -> Option<PathBuf> {
    for prefix in [&b"$ORIGIN"[..], b"${ORIGIN}"] {
        if let Some(rest) = path.strip_prefix(prefix) {
            let rest = Path::new(OsStr::from_bytes(rest.strip_prefix(b"/").unwrap_or(rest)));
            return Some(origin.join(rest));
        }
    }
    Some(PathBuf::from(OsStr::from_bytes(path))).filter(|path| path.is_absolute())
}
