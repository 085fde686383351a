//! Compiles the runtime to bitcode, one file each, and embeds it. A file is compiled again only when it, a header,
//! or the way of compiling changed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::SystemTime;

const COMMON: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-O1",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-builtin",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-gline-tables-only",
    "--target=x86_64-linux-gnu",
];
/// Folders of the runtime that need not be there.
const FOLDERS: &[&str] = &["libc", "cxx", "rust", "klee"];
/// The machine's side of the runtime for native builds.
const NATIVE_ONLY: &[&str] = &["klee/replay"];
const OLDEST_CLANG: u32 = 19;

struct Unit {
    /// As shown to users: `libc/malloc`.
    name: String,
    source: PathBuf,
    bitcode: PathBuf,
}

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let variable = |name: &str| std::env::var(name).map_err(|_| format!("cargo did not set {name}"));
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    let runtime = fs::canonicalize(manifest.join("../../runtime"))
        .map_err(|error| format!("cannot find the runtime's sources beside crates/: {error}"))?;
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", runtime.display());
    println!("cargo:rerun-if-env-changed=RIFT_CLANG");

    let clang = find_clang()?;
    let units = units(&runtime, &out)?;
    let flags = flags(&runtime);
    let stamp = format!("{clang}\n{}", flags.join("\n"));
    let stamp_file = out.join("stamp");
    let same_way = fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp);
    let newest_header = newest_header(&runtime)?;
    let stale = units.iter().filter(|unit| !same_way || !is_fresh(unit, newest_header)).collect::<Vec<_>>();
    if !same_way {
        fs::remove_file(&stamp_file).ok();
    }
    compile(&clang, &flags, stale)?;
    fs::write(&stamp_file, stamp).map_err(|error| format!("cannot write {}: {error}", stamp_file.display()))?;

    let mut table = String::from("static RUNTIME: &[(&str, &[u8])] = &[\n");
    for unit in &units {
        writeln!(table, "    ({:?}, include_bytes!({:?})),", unit.name, unit.bitcode).map_err(|e| e.to_string())?;
    }
    table.push_str("];\n");
    fs::write(out.join("runtime_table.rs"), table).map_err(|error| format!("cannot write the table: {error}"))
}

fn find_clang() -> Result<String, String> {
    if let Ok(clang) = std::env::var("RIFT_CLANG") {
        return match version(&clang) {
            Some(found) if found >= OLDEST_CLANG => Ok(clang),
            Some(found) => Err(format!("RIFT_CLANG=`{clang}` is clang {found}; {OLDEST_CLANG} or later is needed")),
            None => Err(format!("RIFT_CLANG=`{clang}` cannot be run, or is not clang")),
        };
    }
    let versioned = std::iter::once(22).chain((OLDEST_CLANG..22).rev()).map(|version| format!("clang-{version}"));
    let mut names = versioned.chain(std::iter::once(String::from("clang")));
    names.find(|name| version(name).is_some_and(|found| found >= OLDEST_CLANG)).ok_or_else(|| {
        format!("cannot compile the C runtime: no clang {OLDEST_CLANG} or later; install clang-22 or set RIFT_CLANG")
    })
}

fn version(clang: &str) -> Option<u32> {
    let output = Command::new(clang).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rest = text.split("clang version ").nth(1)?;
    rest.split('.').next()?.parse().ok()
}

fn units(runtime: &Path, out: &Path) -> Result<Vec<Unit>, String> {
    let mut units = vec![];
    for folder in FOLDERS {
        let Ok(entries) = fs::read_dir(runtime.join(folder)) else {
            continue;
        };
        for entry in entries {
            let source = entry.map_err(|error| format!("cannot list runtime/{folder}: {error}"))?.path();
            let Some(stem) = source.file_stem().and_then(|stem| stem.to_str()) else {
                continue;
            };
            let name = format!("{folder}/{stem}");
            if source.extension().is_some_and(|extension| extension == "c" || extension == "cpp")
                && !NATIVE_ONLY.contains(&name.as_str())
            {
                let bitcode = out.join(format!("{folder}.{stem}.bc"));
                units.push(Unit { name, bitcode, source });
            }
        }
    }
    units.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(units)
}

fn flags(runtime: &Path) -> Vec<String> {
    let place = runtime.display();
    let mut flags: Vec<String> = COMMON.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("-I{place}/include"));
    flags.push(format!("-I{place}/libc"));
    flags.push(format!("-ffile-prefix-map={place}=runtime"));
    flags
}

fn modified(path: &Path) -> Result<SystemTime, String> {
    let time = fs::metadata(path).and_then(|data| data.modified());
    time.map_err(|error| format!("cannot look at {}: {error}", path.display()))
}

fn newest_header(runtime: &Path) -> Result<SystemTime, String> {
    let mut newest = SystemTime::UNIX_EPOCH;
    for folder in FOLDERS.iter().chain(&["include", "include/klee"]) {
        for entry in fs::read_dir(runtime.join(folder)).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "h" || extension == "hpp") {
                newest = newest.max(modified(&path)?);
            }
        }
    }
    Ok(newest)
}

fn is_fresh(unit: &Unit, newest_header: SystemTime) -> bool {
    match (modified(&unit.bitcode), modified(&unit.source)) {
        (Ok(bitcode), Ok(source)) => bitcode > source && bitcode > newest_header,
        _ => false,
    }
}

fn compile(clang: &str, flags: &[String], units: Vec<&Unit>) -> Result<(), String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let waiting = Mutex::new(units);
    let errors = Mutex::new(Vec::new());
    let next = || waiting.lock().ok()?.pop();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(unit) = next() {
                    if let Err(error) = compile_unit(clang, flags, unit)
                        && let Ok(mut errors) = errors.lock()
                    {
                        errors.push(error);
                    }
                }
            });
        }
    });
    let mut errors = errors.into_inner().map_err(|_| "a compiling thread panicked".to_owned())?;
    errors.sort();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
}

/// Some declarations of libstdc++ have other symbols in older standards; files whose names end in `_17` or `_98`
/// supply those.
fn standard(source: &Path) -> &'static str {
    let name = source.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    match name.rsplit_once('.') {
        Some((stem, "cpp")) if stem.ends_with("_98") => "-std=gnu++98",
        Some((stem, "cpp")) if stem.ends_with("_17") => "-std=gnu++17",
        Some((_, "cpp")) => "-std=gnu++20",
        _ => "-std=gnu17",
    }
}

fn compile_unit(clang: &str, flags: &[String], unit: &Unit) -> Result<(), String> {
    let mut command = Command::new(clang);
    command.args(flags).arg(standard(&unit.source));
    // Written beside and renamed: an interrupted build leaves nothing that looks fresh.
    let partial = unit.bitcode.with_extension("partial");
    let output = command.arg(&unit.source).arg("-o").arg(&partial).output();
    let output = output.map_err(|error| format!("cannot run {clang}: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("cannot compile the runtime's {}:\n{text}", unit.source.display()));
    }
    fs::rename(&partial, &unit.bitcode).map_err(|error| format!("cannot write {}: {error}", unit.bitcode.display()))
}
