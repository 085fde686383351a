//! What a user may name as a program, and how a path is recognised.
//!
//! Recognition reads directory listings and the first bytes of files; it never runs anything. A guess
//! (the build command of a project) is visible in the [`Source`] that comes back, so that a front end
//! can say it aloud. Whatever is not recognised is an error that names what would have been.

use crate::IngestError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A program, as its user names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// C and C++ files that together make one program. `flags` are the compiler's, linker flags included.
    Files { files: Vec<PathBuf>, flags: Vec<String> },
    /// A directory with a build command of its own, run by `sh -c` in a private copy of the directory.
    /// `program` is the path of the executable, relative to the directory.
    Project { dir: PathBuf, build: String, program: Option<PathBuf> },
    /// LLVM bitcode or assembly; several are linked. `flags` are for the native build (`-lm`).
    Bitcode { files: Vec<PathBuf>, flags: Vec<String> },
    /// An ELF file that was built with `rift-cc` and so has its bitcode inside.
    Executable { file: PathBuf },
    /// A cargo package. `arguments` go to cargo: `--features x`, `--no-default-features`.
    Cargo { dir: PathBuf, target: CargoTarget, arguments: Vec<String> },
    /// One Rust file with a `main`, compiled by rustc alone.
    RustFile { file: PathBuf, edition: String, flags: Vec<String> },
}

/// Which target of a cargo package is the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CargoTarget {
    /// The named binary, else the only one.
    Bin(Option<String>),
    /// The library. With an entry (`strsim::jaro`, `atoi::<i32>`), everything that entry needs; without,
    /// what the library itself exports by `#[no_mangle]`.
    Lib { entry: Option<String> },
}

/// What the code was written in, as far as it changes how a program starts and fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    C,
    Cxx,
    Rust,
}

/// What the user said besides the paths. Each is used only by the sources it makes sense for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// Compiler and linker flags for files; arguments to cargo for packages.
    pub flags: Vec<String>,
    /// The build command of a project.
    pub build: Option<String>,
    /// Which executable of a project, or which binary of a package.
    pub program: Option<String>,
    /// A function of a library crate.
    pub entry: Option<String>,
    /// Of a single Rust file. The default is 2024.
    pub edition: Option<String>,
}

const DEFAULT_EDITION: &str = "2024";

/// Build systems by the file that gives them away, in the order they are tried: a project with a
/// `configure` often ships a placeholder Makefile as well.
const BUILD_SYSTEMS: [(&str, &str); 8] = [
    ("configure", "./configure && make"),
    ("CMakeLists.txt", "cmake -S . -B build && cmake --build build"),
    ("GNUmakefile", "make"),
    ("Makefile", "make"),
    ("makefile", "make"),
    ("meson.build", "meson setup build && ninja -C build"),
    ("configure.ac", "autoreconf -fi && ./configure && make"),
    ("configure.in", "autoreconf -fi && ./configure && make"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Native(Language),
    RustFile,
    Bitcode,
    Elf,
}

impl Source {
    /// Infers from paths what they are. Several paths must be files of one kind.
    pub fn detect(paths: &[PathBuf], hints: &Hints) -> Result<Source, IngestError> {
        let Some(first) = paths.first() else {
            return Err(IngestError::source(Path::new(""), "no file or directory was named"));
        };
        if paths.len() == 1 && first.is_dir() {
            return detect_directory(first, hints);
        }
        if paths.len() == 1 && first.file_name().is_some_and(|name| name == "Cargo.toml") {
            return Ok(cargo(parent(first), hints));
        }
        let kind = file_kind(first)?;
        for path in &paths[1..] {
            let other = file_kind(path)?;
            let together = other == kind || matches!((kind, other), (Kind::Native(_), Kind::Native(_)));
            if !together || matches!(kind, Kind::Elf | Kind::RustFile) {
                let reason = format!("it cannot be one program with `{}`", first.display());
                return Err(IngestError::source(path, reason));
            }
        }
        Ok(match kind {
            Kind::Native(_) => Source::Files { files: paths.to_vec(), flags: hints.flags.clone() },
            Kind::Bitcode => Source::Bitcode { files: paths.to_vec(), flags: hints.flags.clone() },
            Kind::Elf => Source::Executable { file: first.clone() },
            Kind::RustFile => rust_file(first, hints),
        })
    }

    /// The path that stands for the source in messages.
    pub fn path(&self) -> &Path {
        match self {
            Source::Files { files, .. } | Source::Bitcode { files, .. } => {
                files.first().map_or(Path::new("(no file)"), PathBuf::as_path)
            }
            Source::Project { dir, .. } | Source::Cargo { dir, .. } => dir,
            Source::Executable { file } | Source::RustFile { file, .. } => file,
        }
    }
}

impl Language {
    /// The language of one C or C++ source, by its extension as clang reads it.
    pub fn of_extension(extension: &str) -> Option<Language> {
        match extension {
            "c" | "i" => Some(Language::C),
            "cc" | "cpp" | "cxx" | "c++" | "C" | "cp" | "CPP" | "ii" => Some(Language::Cxx),
            _ => None,
        }
    }

    /// A file that was named as C or C++ keeps that role whatever its extension: C unless it says C++.
    pub(crate) fn of_file(file: &Path) -> Language {
        file.extension().and_then(|e| e.to_str()).and_then(Language::of_extension).unwrap_or(Language::C)
    }

    /// From the symbol names in bitcode, which its string table holds as plain bytes. Errs towards C.
    pub(crate) fn of_bitcode(modules: &[crate::Bitcode]) -> Language {
        let has = |needle: &[u8]| modules.iter().any(|m| m.bytes.windows(needle.len()).any(|w| w == needle));
        // Three bytes alone would turn up by chance in large modules.
        let nested = |w: &[u8]| w.starts_with(b"_ZN") && w[3..].iter().all(u8::is_ascii_alphanumeric);
        let has_nested_name = || modules.iter().any(|m| m.bytes.windows(6).any(nested));
        if has(b"rust_eh_personality") || has(b"lang_start_internal") || has(b"rust_panic") {
            Language::Rust
        } else if has_nested_name() || has(b"__gxx_personality_v0") {
            Language::Cxx
        } else {
            Language::C
        }
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn rust_file(file: &Path, hints: &Hints) -> Source {
    let edition = hints.edition.clone().unwrap_or_else(|| DEFAULT_EDITION.to_owned());
    Source::RustFile { file: file.to_owned(), edition, flags: hints.flags.clone() }
}

fn cargo(dir: &Path, hints: &Hints) -> Source {
    let target = match &hints.entry {
        Some(entry) => CargoTarget::Lib { entry: Some(entry.clone()) },
        None => CargoTarget::Bin(hints.program.clone()),
    };
    Source::Cargo { dir: dir.to_owned(), target, arguments: hints.flags.clone() }
}

fn detect_directory(dir: &Path, hints: &Hints) -> Result<Source, IngestError> {
    if dir.join("Cargo.toml").is_file() && hints.build.is_none() {
        return Ok(cargo(dir, hints));
    }
    let guess =
        || BUILD_SYSTEMS.iter().find(|(file, _)| dir.join(file).is_file()).map(|(_, build)| (*build).to_owned());
    if let Some(build) = hints.build.clone().or_else(guess) {
        return Ok(Source::Project { dir: dir.to_owned(), build, program: hints.program.clone().map(PathBuf::from) });
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(IngestError::io("read", dir))? {
        let path = entry.map_err(IngestError::io("read", dir))?.path();
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if path.is_file() && Language::of_extension(extension).is_some() {
            files.push(path);
        }
    }
    files.sort();
    if !files.is_empty() {
        return Ok(Source::Files { files, flags: hints.flags.clone() });
    }
    if dir.join("main.rs").is_file() {
        return Ok(rust_file(&dir.join("main.rs"), hints));
    }
    let reason = "the directory has no Cargo.toml, configure, CMakeLists.txt, Makefile or meson.build, \
                  and no C or C++ files; name a file or give the build command";
    Err(IngestError::source(dir, reason))
}

/// By content first, because a name can lie, then by extension.
fn file_kind(path: &Path) -> Result<Kind, IngestError> {
    if path.is_dir() {
        return Err(IngestError::source(path, "a directory cannot be combined with other paths"));
    }
    let mut head = Vec::new();
    let file = fs::File::open(path).map_err(IngestError::io("open", path))?;
    file.take(64).read_to_end(&mut head).map_err(IngestError::io("read", path))?;
    if is_bitcode(&head) {
        return Ok(Kind::Bitcode);
    }
    if head.starts_with(b"\x7fELF") {
        return Ok(Kind::Elf);
    }
    if head.starts_with(b"!<arch>\n") {
        return Err(IngestError::source(path, "it is a static archive; name the program that is linked with it"));
    }
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    if let Some(language) = Language::of_extension(extension) {
        return Ok(Kind::Native(language));
    }
    match extension {
        "rs" => Ok(Kind::RustFile),
        "ll" => Ok(Kind::Bitcode),
        "bc" => Err(IngestError::source(path, "it does not start as LLVM bitcode does")),
        "s" | "S" | "asm" => Err(IngestError::source(path, "assembly has no bitcode, so it cannot be executed")),
        "h" | "hh" | "hpp" | "hxx" => Err(IngestError::source(path, "it is a header; name the files that include it")),
        _ if head.starts_with(b"; ModuleID") => Ok(Kind::Bitcode),
        _ => Err(IngestError::source(
            path,
            "it is none of: C or C++ (.c .cc .cpp .cxx), Rust (.rs), LLVM bitcode or assembly (.bc .ll), \
             an ELF executable built with rift-cc, a directory with a build system",
        )),
    }
}

/// Raw bitcode, or bitcode in its wrapper header.
fn is_bitcode(head: &[u8]) -> bool {
    head.starts_with(b"BC\xC0\xDE") || head.starts_with(&0x0B17_C0DE_u32.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        dir
    }

    fn detect(dir: &tempfile::TempDir, names: &[&str]) -> Result<Source, String> {
        let paths: Vec<_> = names.iter().map(|n| dir.path().join(n)).collect();
        Source::detect(&paths, &Hints::default()).map_err(|e| e.to_string())
    }

    #[test]
    fn files_are_recognised_by_content_and_extension() {
        let dir = tree(&[
            ("a.c", b"int x;"),
            ("b.cpp", b"int y;"),
            ("m.rs", b"fn main() {}"),
            ("renamed.c", b"BC\xC0\xDE...."),
            ("t.ll", b"; ModuleID = 'x'"),
            ("prog", b"\x7fELF\x02\x01"),
            ("lib.a", b"!<arch>\n"),
            ("x.s", b"nop"),
            ("x.txt", b"hello"),
            ("fake.bc", b"hello"),
        ]);
        assert!(matches!(detect(&dir, &["a.c", "b.cpp"]), Ok(Source::Files { files, .. }) if files.len() == 2));
        assert!(matches!(detect(&dir, &["m.rs"]), Ok(Source::RustFile { edition, .. }) if edition == "2024"));
        assert!(matches!(detect(&dir, &["renamed.c", "t.ll"]), Ok(Source::Bitcode { .. })));
        assert!(matches!(detect(&dir, &["prog"]), Ok(Source::Executable { .. })));
        for (name, part) in [
            ("lib.a", "static archive"),
            ("x.s", "assembly"),
            ("x.txt", "none of"),
            ("fake.bc", "bitcode"),
            ("missing.c", "cannot open"),
        ] {
            let message = detect(&dir, &[name]).unwrap_err();
            assert!(message.contains(part) && message.contains(name), "{message}");
        }
        assert!(detect(&dir, &["a.c", "m.rs"]).unwrap_err().contains("cannot be one program"));
    }

    #[test]
    fn directories_are_recognised_by_their_build_files() {
        let build = |files: &[(&str, &[u8])]| match detect(&tree(files), &["."]) {
            Ok(Source::Project { build, .. }) => build,
            other => panic!("{other:?}"),
        };
        assert_eq!(build(&[("Makefile", b""), ("configure", b"")]), "./configure && make");
        assert_eq!(build(&[("makefile", b"")]), "make");
        assert!(build(&[("CMakeLists.txt", b"")]).starts_with("cmake"));
        assert!(matches!(detect(&tree(&[("Cargo.toml", b"")]), &["."]), Ok(Source::Cargo { .. })));
        assert!(matches!(detect(&tree(&[("a.c", b"")]), &["."]), Ok(Source::Files { .. })));
        assert!(detect(&tree(&[]), &["."]).unwrap_err().contains("no Cargo.toml"));
    }
}
