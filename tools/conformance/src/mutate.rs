//! Broken modules: bitcode, LLVM's text, rift's own text and its serialised modules, with random damage. Each is read
//! as the product reads it (libLLVM in a child process), verified, and run with small limits. Refusing one is fine, and
//! so is running it; a panic, a hang or a crash of the tool is not.

use crate::native;
use crate::place::{CLANG, CLANGXX, in_root, kept, runtime, temporary};
use crate::tally::{Verdict, each, panic_text, say};
use anyhow::Context;
use clap::Args;
use rift_env::KEPT_SYMBOLS;
use rift_fuzz::modules::{damaged_bytes, verify_and_run};
use rift_fuzz::mutation::{mutate as mutate_bytes, mutate_text};
use rift_fuzz::random::Random;
use rift_ingest::{Bitcode, LinkOptions, ModuleError, ingest_isolated};
use rift_ir::Module;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct MutateArguments {
    /// How many broken modules.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    count: u64,
    /// Decides all the damage.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Small programs of many shapes, from the corpus.
const PROGRAMS: [&str; 8] = [
    "c/struct_by_value_sizes.c",
    "c/varargs_mixed.c",
    "c/computed_goto.c",
    "c/int128_arith.c",
    "c/vector_int_ops.c",
    "c/setjmp_longjmp.c",
    "c/long_double_arith.c",
    "cpp/class_virtual_basic.cpp",
];
/// Every so many bitcode files one is linked with the whole runtime.
const WITH_RUNTIME_EVERY: u64 = 20;
/// What one module may take, all in all.
const SLOW: Duration = Duration::from_secs(60);

enum Seed {
    Bitcode(Vec<u8>),
    LlvmText(String),
    RiftText(String),
    /// As the cache has it.
    Module(Vec<u8>),
}

#[derive(Default)]
struct Counts {
    refused: AtomicUsize,
    library_crashed: AtomicUsize,
    /// It was in an endless loop, and the child's limit ended that.
    library_stopped: AtomicUsize,
    ran: AtomicUsize,
    /// Lowered, but refused by rift's verifier: why the first time, and how often.
    not_verified: Mutex<BTreeMap<String, usize>>,
}

pub fn mutate(arguments: &MutateArguments, jobs: usize) -> anyhow::Result<bool> {
    let seeds = seeds()?;
    let counts = Counts::default();
    let numbers: Vec<u64> = (0..arguments.count).collect();
    let check = |number: &u64| check(*number, arguments.seed, &seeds, &counts);
    let tally = each("mutate", &numbers, jobs, |number| format!("broken module {number}"), check);
    say(&format!(
        "refused: {}, libLLVM crashed on them: {}, libLLVM took too long and was stopped: {}, ran: {}",
        counts.refused.load(Ordering::Relaxed),
        counts.library_crashed.load(Ordering::Relaxed),
        counts.library_stopped.load(Ordering::Relaxed),
        counts.ran.load(Ordering::Relaxed)
    ));
    for (why, count) in counts.not_verified.lock().unwrap_or_else(|e| e.into_inner()).iter() {
        say(&format!("lowered, then refused by the verifier: {count} ({why})"));
    }
    Ok(tally.finish())
}

/// The valid modules that will be broken.
fn seeds() -> anyhow::Result<Vec<Seed>> {
    let dir = temporary()?;
    let mut seeds = Vec::new();
    for (index, program) in PROGRAMS.iter().enumerate() {
        let source = in_root("tests/corpus")?.join(program);
        let out = dir.path().join("out");
        let compile = |how: &[&str]| -> anyhow::Result<Vec<u8>> {
            let cxx = source.extension().is_some_and(|e| e == "cpp");
            let mut command = Command::new(if cxx { CLANGXX } else { CLANG });
            command.args(["-O0", "-w", "-Xclang", "-disable-O0-optnone", "-emit-llvm"]).args(how);
            native::build(command.arg("-o").arg(&out).arg(&source))?;
            fs::read(&out).with_context(|| format!("cannot read `{}`", out.display()))
        };
        // With and without debug information.
        seeds.push(Seed::Bitcode(compile(&["-c", "-g"])?));
        seeds.push(Seed::Bitcode(compile(&["-c"])?));
        if index % 3 == 0 {
            seeds.push(Seed::LlvmText(String::from_utf8(compile(&["-S"])?)?));
        }
    }
    let tests = in_root("crates/rift-vm/tests/filetests")?;
    let mut files: Vec<_> = fs::read_dir(&tests)?.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
    files.sort();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rir")) {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
        if let Ok(module) = rift_ir::parse(&text) {
            seeds.push(Seed::Module(postcard::to_stdvec(&module)?));
        }
        seeds.push(Seed::RiftText(text));
    }
    Ok(seeds)
}

fn check(number: u64, seed: u64, seeds: &[Seed], counts: &Counts) -> Verdict {
    let mut random = Random::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    // Bitcode is what users have: every other one. What libLLVM refuses does not test what comes after it.
    let bitcode: Vec<&Seed> = seeds.iter().filter(|s| matches!(s, Seed::Bitcode(_))).collect();
    let chosen = match random.below(2) {
        0 => &seeds[random.below(seeds.len())],
        _ => bitcode[random.below(bitcode.len())],
    };
    let broken = match (chosen, bitcode[random.below(bitcode.len())]) {
        (Seed::Bitcode(bytes), Seed::Bitcode(other)) => mutate_bytes(bytes, other, &mut random),
        (Seed::LlvmText(text) | Seed::RiftText(text), _) => mutate_text(text, &mut random).into_bytes(),
        (Seed::Module(bytes) | Seed::Bitcode(bytes), _) => damaged_bytes(bytes, &mut random),
    };
    let started = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| match chosen {
        Seed::RiftText(_) => try_module(rift_ir::parse(&String::from_utf8_lossy(&broken)).ok(), counts),
        Seed::Module(_) => try_module(postcard::from_bytes(&broken).ok(), counts),
        Seed::Bitcode(_) | Seed::LlvmText(_) => try_bitcode(number, &broken, counts),
    }));
    let problem = match result {
        Err(panic) => Some(format!("panic: {}", panic_text(panic.as_ref()))),
        Ok(Err(problem)) => Some(problem),
        Ok(Ok(())) if started.elapsed() > SLOW => Some(format!("it took {} s", started.elapsed().as_secs())),
        Ok(Ok(())) => None,
    };
    match problem {
        None => Verdict::Pass,
        Some(problem) => Verdict::Fail(format!("{problem}\nkept: {}", keep(number, chosen, &broken))),
    }
}

/// A module that was read, if it could be; that the verifier refuses it is what it is for.
fn try_module(module: Option<Module>, counts: &Counts) -> Result<(), String> {
    if module.is_none_or(|module| run(module, counts).is_err()) {
        counts.refused.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn try_bitcode(number: u64, broken: &[u8], counts: &Counts) -> Result<(), String> {
    let input = [Bitcode { name: "broken.bc".to_owned(), bytes: broken.to_vec() }];
    let runtime = if number.is_multiple_of(WITH_RUNTIME_EVERY) { runtime() } else { &[] };
    match ingest_isolated(&input, &LinkOptions { runtime, keep: &KEPT_SYMBOLS, ..LinkOptions::default() }) {
        Ok(module) => {
            if let Err(why) = run(module, counts) {
                *counts.not_verified.lock().unwrap_or_else(|e| e.into_inner()).entry(why).or_default() += 1;
            }
        }
        // A panic in the child, or an answer that cannot be read.
        Err(error @ ModuleError::Internal { .. }) => return Err(error.to_string()),
        Err(ModuleError::TimedOut { .. }) => _ = counts.library_stopped.fetch_add(1, Ordering::Relaxed),
        Err(ModuleError::Crashed { .. }) => _ = counts.library_crashed.fetch_add(1, Ordering::Relaxed),
        Err(_) => _ = counts.refused.fetch_add(1, Ordering::Relaxed),
    }
    Ok(())
}

/// Verifies, and runs with small limits. What the verifier says is the error.
fn run(module: Module, counts: &Counts) -> Result<(), String> {
    verify_and_run(module)?;
    counts.ran.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

fn keep(number: u64, seed: &Seed, broken: &[u8]) -> String {
    let extension = match seed {
        Seed::Bitcode(_) => "bc",
        Seed::LlvmText(_) => "ll",
        Seed::RiftText(_) => "rir",
        Seed::Module(_) => "module",
    };
    let write = |dir: &Path| {
        let place = dir.join(format!("broken-{number}.{extension}"));
        fs::write(&place, broken).map(|()| place.display().to_string())
    };
    match kept("mutate").map(|dir| write(&dir)) {
        Ok(Ok(place)) => place,
        _ => "nowhere: it could not be written".to_owned(),
    }
}
