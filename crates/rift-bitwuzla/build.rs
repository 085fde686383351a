//! Compiles Bitwuzla and CaDiCaL from the sources that the crates `bitwuzla-sys` and `cadical-sys` carry.
//!
//! That takes minutes, so it is done once for each target directory and not once for each profile: the libraries are
//! kept in `<target directory>/bitwuzla-<version>-<key>`, where the key stands for everything that went into them.
//! Neither network nor meson is needed, but a C++ compiler and the headers of GMP and symfpu. `RIFT_BITWUZLA_DIR`
//! names a directory with libraries that such a build left, and then nothing is compiled.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const VERSION: &str = "0.8.0";
/// In the order in which they need each other.
const LIBRARIES: [&str; 2] = ["bitwuzla", "cadical"];
const PACKAGES: &str = "apt-get install g++ libgmp-dev libsymfpu-dev";
/// A file that is in a directory of libraries once they are all there.
const STAMP: &str = "complete";
/// Parts of Bitwuzla that its C interface does not need, as paths below `src/`.
const LEFT_OUT: [&str; 7] = [
    "main/",
    "api/python/",
    "api/c/parser.cpp",
    "api/cpp/parser.cpp",
    "parser/btor2/",
    "parser/smt2/parser.cpp",
    "parser/smt2/symbol_table.cpp",
];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    for variable in ["RIFT_BITWUZLA_DIR", "CXX", "CXXFLAGS", "CC", "CFLAGS"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let directory = match env::var_os("RIFT_BITWUZLA_DIR") {
        Some(directory) => prebuilt(PathBuf::from(directory)),
        None => built_once(),
    };
    match directory {
        Ok(directory) => {
            link(&directory);
            ExitCode::SUCCESS
        }
        Err(error) => {
            for line in error.to_string().lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn link(directory: &Path) {
    println!("cargo::rustc-link-search=native={}", directory.display());
    for library in LIBRARIES {
        println!("cargo::rustc-link-lib=static:-bundle={library}");
        println!("cargo::rerun-if-changed={}", directory.join(file_name(library)).display());
    }
    println!("cargo::rustc-link-lib=gmp");
    println!("cargo::rustc-link-lib=stdc++");
}

fn file_name(library: &str) -> String {
    format!("lib{library}.a")
}

fn prebuilt(directory: PathBuf) -> Result<PathBuf> {
    match LIBRARIES.iter().map(|library| directory.join(file_name(library))).find(|file| !file.is_file()) {
        Some(file) => Err(format!("RIFT_BITWUZLA_DIR: `{}` is missing", file.display()).into()),
        None => Ok(directory),
    }
}

/// The directory of the libraries, built unless they are there. Safe when several cargo processes come here at once.
fn built_once() -> Result<PathBuf> {
    let compiler = Compiler::find()?;
    let home = target_directory()?.join(format!("bitwuzla-{VERSION}-{:016x}", compiler.key));
    let lock = File::create(home.with_added_extension("lock"))?;
    lock.lock()?;
    if !home.join(STAMP).is_file() {
        // What is half done and not locked was left by a build that was stopped.
        let partial = home.with_added_extension("partial");
        for leftover in [&partial, &home] {
            if leftover.exists() {
                fs::remove_dir_all(leftover)?;
            }
        }
        fs::create_dir_all(&partial)?;
        compiler.build(&partial)?;
        fs::rename(&partial, &home)?;
    }
    Ok(home)
}

/// The directory that all profiles share: Cargo marks it as a cache.
fn target_directory() -> Result<PathBuf> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let target = out.ancestors().find(|directory| directory.join("CACHEDIR.TAG").is_file());
    Ok(target.unwrap_or(&out).to_owned())
}

struct Compiler {
    cpp: cc::Build,
    c: cc::Build,
    /// Stands for the compilers, their flags and this script.
    key: u64,
}

impl Compiler {
    fn find() -> Result<Compiler> {
        let (cpp, c) = (settings(cc::Build::new().cpp(true).std("c++17")), settings(&cc::Build::new()));
        let mut hasher = DefaultHasher::new();
        include_str!("build.rs").hash(&mut hasher);
        for build in [&cpp, &c] {
            let tool = build.try_get_compiler().map_err(|error| format!("{error}\nneeded: {PACKAGES}"))?;
            let version = Command::new(tool.path()).arg("--version").output();
            let version =
                version.map_err(|error| format!("`{}`: {error}\nneeded: {PACKAGES}", tool.path().display()))?;
            (version.stdout, tool.args()).hash(&mut hasher);
        }
        Ok(Compiler { cpp, c, key: hasher.finish() })
    }

    fn build(&self, into: &Path) -> Result<()> {
        self.probe(into)?;
        let sources = Sources::find()?;
        fs::write(into.join("config.h"), sources.config()?)?;
        self.bitwuzla(&sources, into)?;
        self.cadical(&sources, into)?;
        remove_all_but_libraries(into)?;
        let stamp = File::create(into.join(STAMP))?;
        // Cargo runs this script again for files that are newer than its start: these are as old as can be.
        stamp.set_modified(SystemTime::UNIX_EPOCH)?;
        for library in LIBRARIES {
            File::open(into.join(file_name(library)))?.set_modified(SystemTime::UNIX_EPOCH)?;
        }
        Ok(())
    }

    /// Says what to install, before minutes go by.
    fn probe(&self, scratch: &Path) -> Result<()> {
        let source = scratch.join("probe.cpp");
        fs::write(&source, "#include <gmpxx.h>\n#include <symfpu/core/unpackedFloat.h>\n")?;
        let built = self.cpp.clone().file(&source).out_dir(scratch).try_compile("probe");
        built.map_err(|error| format!("cannot compile for GMP and symfpu; needed: {PACKAGES}\n{error}").into())
    }

    fn bitwuzla(&self, sources: &Sources, into: &Path) -> Result<()> {
        let mut files = Vec::new();
        find_sources(&sources.bitwuzla.join("src"), &mut files)?;
        files.retain(|file| {
            let below = file.strip_prefix(sources.bitwuzla.join("src")).unwrap_or(file).to_string_lossy().into_owned();
            !LEFT_OUT.iter().any(|part| below.starts_with(part))
        });
        let mut build = self.cpp.clone();
        build.include(into).include(&sources.cadical);
        for below in ["include", "src", "src/lib"] {
            build.include(sources.bitwuzla.join(below));
        }
        build.files(files).define("HAVE_RUSAGE", None).out_dir(into).try_compile("bitwuzla")?;
        Ok(())
    }

    /// All of its sources except the two programs.
    fn cadical(&self, sources: &Sources, into: &Path) -> Result<()> {
        let mut files = Vec::new();
        find_sources(&sources.cadical, &mut files)?;
        files.retain(|file| {
            !["cadical.cpp", "mobical.cpp"].map(OsStr::new).contains(&file.file_name().unwrap_or_default())
        });
        let mut build = self.cpp.clone();
        for define in ["NBUILD", "NUNLOCKED", "NTRACING", "NCLOSEFROM", "QUIET"] {
            build.define(define, None);
        }
        build.define("VERSION", "\"3.0.1\"");
        let kitten = self.c.clone().file(sources.cadical.join("kitten.c")).out_dir(into).try_compile_intermediates()?;
        build.files(files).objects(kitten).out_dir(into).try_compile("cadical")?;
        Ok(())
    }
}

/// What every file is compiled with, in every profile.
fn settings(build: &cc::Build) -> cc::Build {
    let mut build = build.clone();
    build.opt_level(2).debug(false).warnings(false).define("NDEBUG", None);
    build.cargo_metadata(false).cargo_output(false).cargo_debug(false);
    build
}

struct Sources {
    bitwuzla: PathBuf,
    cadical: PathBuf,
}

impl Sources {
    /// Where Cargo keeps the two crates. It may have to load the second one first.
    fn find() -> Result<Sources> {
        let metadata = metadata(&["--offline"]).or_else(|_| metadata(&[]))?;
        let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
        let directory = |name: &str| {
            let package = packages.iter().find(|package| package["name"] == name);
            let manifest = package.and_then(|package| package["manifest_path"].as_str());
            manifest.and_then(|manifest| Path::new(manifest).parent()).ok_or(format!("cargo metadata has no `{name}`"))
        };
        Ok(Sources {
            bitwuzla: directory("bitwuzla-sys")?.join("bitwuzla"),
            cadical: directory("cadical-sys")?.join("cadical/src"),
        })
    }

    /// What meson would make of `config.h.in`.
    fn config(&self) -> Result<String> {
        let mut text = fs::read_to_string(self.bitwuzla.join("src/config.h.in"))?;
        let values = [
            ("is_debug_build", "false"),
            ("is_dev_version", "false"),
            ("is_git_version", "false"),
            ("git_id", ""),
            ("version", VERSION),
            ("license", "MIT"),
            ("os", "unix"),
            ("cc", "cc"),
            ("cxx", "c++"),
        ];
        for (name, value) in values {
            text = text.replace(&format!("@{name}@"), value);
        }
        Ok(text)
    }
}

fn metadata(more: &[&str]) -> Result<serde_json::Value> {
    let cargo = env::var_os("CARGO").ok_or("CARGO is not set")?;
    let output = Command::new(cargo).args(["metadata", "--format-version=1"]).args(more).output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// All C++ sources below a directory, in an order that does not depend on the file system.
fn find_sources(directory: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<std::io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for path in entries.iter().map(|entry| entry.path()) {
        if path.is_dir() {
            find_sources(&path, found)?;
        } else if path.extension() == Some(OsStr::new("cpp")) {
            found.push(path);
        }
    }
    Ok(())
}

fn remove_all_but_libraries(directory: &Path) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if LIBRARIES.iter().any(|library| file_name(library) == name) {
            continue;
        }
        if path.is_dir() { fs::remove_dir_all(&path)? } else { fs::remove_file(&path)? }
    }
    Ok(())
}
