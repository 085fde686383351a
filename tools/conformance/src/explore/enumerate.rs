//! The oracle: what the native build does on every input of a space (tests/explore/native/enumerate.c runs it). Takes
//! seconds to minutes, so results are kept in the cache, by the content of all that they follow from.

use super::space::{Oracle, Place, Plan, Space};
use crate::native;
use crate::place::{CLANG, build_options, in_root, temporary};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;

const OPT: &str = "opt-22";

/// How a run ended, in words that the native build and rift share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ending {
    Exit(i32),
    Signal(i32),
    /// By rift's name; only where an oracle tells more than a signal.
    Fault(String),
}

/// What a user sees of a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Behaviour {
    pub ending: Ending,
    pub stdout: Vec<u8>,
}

/// All of a space.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Enumerated {
    pub inputs: u64,
    /// With the first input that shows it.
    pub behaviours: Vec<(Behaviour, String)>,
    /// Different ways through the basic blocks of the program; 0 when it was built without them.
    pub paths: u64,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    Behaviours,
    /// Also paths, of the program as it is written.
    Paths,
    /// Also paths, where branches that only choose between values are none.
    MergedPaths,
}

pub fn enumerated(file: &Path, plan: &Plan, count: Count) -> anyhow::Result<Enumerated> {
    let kept = kept(file, count)?;
    if let Ok(text) = fs::read(&kept) {
        return serde_json::from_slice(&text).with_context(|| format!("cannot read `{}`", kept.display()));
    }
    let dir = temporary()?;
    let program = dir.path().join("program");
    build(file, plan, count, dir.path(), &program)?;
    let mut all = All::default();
    for space in &plan.spaces {
        let work = dir.path().join("work");
        fs::create_dir_all(&work)?;
        ask(&program, &work, space, |index, answer| all.add(space, index, answer, plan.oracle))?;
    }
    let result = all.finish(count);
    let parent = kept.parent().context("the cache has no directory")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot create `{}`", parent.display()))?;
    let fresh = tempfile::NamedTempFile::new_in(parent)?;
    serde_json::to_writer(&fresh, &result)?;
    fresh.persist(&kept).with_context(|| format!("cannot write `{}`", kept.display()))?;
    Ok(result)
}

/// Where the result is in the cache.
fn kept(file: &Path, count: Count) -> anyhow::Result<PathBuf> {
    let mut hash = blake3::Hasher::new();
    // How programs are built and answers read.
    hash.update(include_bytes!("enumerate.rs"));
    let native = in_root("tests/explore/native")?;
    for path in [file, &native.join("enumerate.c"), &native.join("klee/klee.h")] {
        let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        hash.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
    }
    for tool in [CLANG, "rustc"] {
        hash.update(&Command::new(tool).arg("--version").output().with_context(|| format!("no `{tool}`"))?.stdout);
    }
    let cache = build_options()?.cache.context("there is no cache")?;
    let kind = match count {
        Count::Behaviours => "behaviours",
        Count::Paths => "paths",
        Count::MergedPaths => "merged",
    };
    Ok(cache.join("enumerated").join(format!("{}-{kind}.json", hash.finalize().to_hex())))
}

/// By the plain compilers; the driver goes around `main`.
fn build(file: &Path, plan: &Plan, count: Count, dir: &Path, program: &Path) -> anyhow::Result<()> {
    let native = in_root("tests/explore/native")?;
    let driver = dir.join("enumerate.o");
    native::build(Command::new(CLANG).args(["-O1", "-c", "-o"]).arg(&driver).arg(native.join("enumerate.c")))?;
    let wrap = "-Wl,--wrap=main";
    let mut flags = plan.flags.clone();
    if file.extension().is_some_and(|e| e == "rs") {
        flags.extend([format!("-Clink-arg={}", driver.display()), format!("-Clink-arg={wrap}")]);
        return native::rustc(file, &flags, program);
    }
    flags.extend([format!("-I{}", native.display()), wrap.to_owned()]);
    if plan.oracle == Oracle::AddressSanitizer {
        flags.push("-fsanitize=address".to_owned());
    }
    let file = match count {
        Count::Behaviours | Count::Paths => file.to_owned(),
        Count::MergedPaths => with_merged_branches(file, &flags, dir)?,
    };
    if count != Count::Behaviours {
        flags.push("-fsanitize-coverage=trace-pc-guard,bb,no-prune".to_owned());
    }
    if plan.oracle == Oracle::Plain {
        // It would catch the signals.
        flags.push("-fno-sanitize-link-runtime".to_owned());
    }
    native::clang(&[file, driver], &flags, "-O0", program)
}

/// LLVM assembly in which branches that only choose between values are none, as rift and KLEE explore it. Without a
/// triple, since what is cheap enough to compute in vain would depend on the processor.
fn with_merged_branches(file: &Path, flags: &[String], dir: &Path) -> anyhow::Result<PathBuf> {
    let (plain, merged) = (dir.join("plain.ll"), dir.join("merged.ll"));
    let mut compile = Command::new(CLANG);
    compile.args([
        "-O0",
        "-Xclang",
        "-disable-O0-optnone",
        "-Xclang",
        "-disable-llvm-passes",
        "-emit-llvm",
        "-S",
        "-w",
    ]);
    // What the program does with null is its behaviour, not a promise that it does not.
    compile.arg("-fno-delete-null-pointer-checks").args(flags.iter().filter(|flag| !flag.starts_with("-Wl,")));
    native::build(compile.arg("-o").arg(&plain).arg(file))?;
    let text = fs::read_to_string(&plain).with_context(|| format!("cannot read `{}`", plain.display()))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("target triple")).collect();
    fs::write(&plain, lines.join("\n") + "\n").with_context(|| format!("cannot write `{}`", plain.display()))?;
    native::build(Command::new(OPT).args(["-S", "-passes=function(simplifycfg)", "-o"]).arg(&merged).arg(&plain))?;
    Ok(merged)
}

struct Answer {
    status: ExitStatus,
    outside: bool,
    trace: u64,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Runs the program on all inputs of a space, in their order.
fn ask(
    program: &Path,
    dir: &Path,
    space: &Space,
    mut tell: impl FnMut(u64, Answer) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.args(space.arguments.iter().map(|argument| OsStr::from_bytes(argument))).current_dir(dir).env_clear();
    for part in &space.parts {
        if let Place::Variable(name) = &part.place {
            command.env(name, OsStr::from_bytes(&part.values.longest()));
        }
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Running(command.spawn().with_context(|| format!("cannot run `{}`", program.display()))?);
    let (Some(requests), Some(answers)) = (child.0.stdin.take(), child.0.stdout.take()) else {
        bail!("a child without pipes");
    };
    let mut answers = BufReader::new(answers);
    thread::scope(|scope| {
        scope.spawn(move || request_all(requests, space));
        for index in 0..space.count() {
            let answer = answer(&mut answers).with_context(|| format!("no answer for {}", shown(space, index)))?;
            tell(index, answer)?;
        }
        Ok(())
    })
}

/// A child that does not outlive its user.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A child that is gone is noticed where its answers are read.
fn request_all(requests: ChildStdin, space: &Space) -> io::Result<()> {
    let mut to = BufWriter::new(requests);
    for index in 0..space.count() {
        to.write_all(&(space.parts.len() as u32).to_le_bytes())?;
        for (part, value) in space.parts.iter().zip(space.nth(index)) {
            let (kind, name) = match &part.place {
                Place::Stdin => (0, String::new()),
                Place::Argument(index) => (1, index.to_string()),
                Place::Variable(name) => (2, name.clone()),
                Place::File(name) => (3, name.clone()),
                Place::Object(name) => (4, name.clone()),
            };
            to.write_all(&[kind])?;
            for bytes in [name.as_bytes(), &value] {
                to.write_all(&(bytes.len() as u32).to_le_bytes())?;
                to.write_all(bytes)?;
            }
        }
    }
    to.flush()
}

fn answer(from: &mut impl Read) -> io::Result<Answer> {
    let mut number = |size: usize| {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes[..size]).map(|()| u64::from_le_bytes(bytes))
    };
    let (status, outside, trace) = (number(4)? as i32, number(4)? != 0, number(8)?);
    let mut text = || {
        let mut size = [0; 4];
        from.read_exact(&mut size)?;
        let mut bytes = vec![0; u32::from_le_bytes(size) as usize];
        from.read_exact(&mut bytes).map(|()| bytes)
    };
    Ok(Answer { status: ExitStatus::from_raw(status), outside, trace, stdout: text()?, stderr: text()? })
}

#[derive(Default)]
struct All {
    inputs: u64,
    behaviours: BTreeMap<Behaviour, String>,
    paths: BTreeMap<(u64, Option<Ending>), u64>,
}

impl All {
    fn add(&mut self, space: &Space, index: u64, answer: Answer, oracle: Oracle) -> anyhow::Result<()> {
        self.inputs += 1;
        if answer.outside {
            return Ok(());
        }
        let ending = ending(&answer, oracle)
            .with_context(|| format!("{}: {}", shown(space, index), String::from_utf8_lossy(&answer.stderr)))?;
        // What a program returns may be a value; that it died, and how, is part of the path.
        let died = (!matches!(ending, Ending::Exit(_))).then(|| ending.clone());
        *self.paths.entry((answer.trace, died)).or_default() += 1;
        let behaviour = Behaviour { ending, stdout: answer.stdout };
        self.behaviours.entry(behaviour).or_insert_with(|| shown(space, index));
        Ok(())
    }

    fn finish(self, count: Count) -> Enumerated {
        let paths = if count == Count::Behaviours { 0 } else { self.paths.len() as u64 };
        Enumerated { inputs: self.inputs, behaviours: self.behaviours.into_iter().collect(), paths }
    }
}

/// As enumerate.c sets it.
const SANITIZER_STATUS: i32 = 86;

fn ending(answer: &Answer, oracle: Oracle) -> anyhow::Result<Ending> {
    match (answer.status.code(), answer.status.signal()) {
        (Some(SANITIZER_STATUS), _) if oracle == Oracle::AddressSanitizer => reported(&answer.stderr),
        (Some(code), _) => Ok(Ending::Exit(code)),
        (None, Some(libc::SIGXCPU | libc::SIGKILL)) => bail!("it takes too long"),
        (None, signal) => Ok(Ending::Signal(signal.unwrap_or(0))),
    }
}

/// The sanitizer's report by rift's name for the fault.
fn reported(stderr: &[u8]) -> anyhow::Result<Ending> {
    const NAMES: [(&str, &str); 9] = [
        ("heap-use-after-free", "use-after-free"),
        ("attempting double-free", "double-free"),
        ("attempting free", "bad-free"),
        ("buffer-overflow", "out-of-bounds"),
        ("buffer-underflow", "out-of-bounds"),
        ("stack-use-after-return", "use-after-return"),
        ("SEGV on unknown address 0x0000000000", "null-access"),
        ("SEGV on unknown address", "wild-access"),
        ("FPE", "division"),
    ];
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().find(|line| line.contains("AddressSanitizer:")).context("a report without its head")?;
    let known = NAMES.iter().find(|(report, _)| line.contains(report));
    known.map(|(_, name)| Ending::Fault((*name).to_owned())).with_context(|| format!("unknown report `{line}`"))
}

/// An input, for people.
fn shown(space: &Space, index: u64) -> String {
    let mut text = String::new();
    for (part, value) in space.parts.iter().zip(space.nth(index)) {
        let name = match &part.place {
            Place::Stdin => "stdin".to_owned(),
            Place::Argument(index) => format!("argument {index}"),
            Place::Variable(name) | Place::File(name) | Place::Object(name) => name.clone(),
        };
        text += &format!("{}{name} \"{}\"", if text.is_empty() { "" } else { ", " }, value.escape_ascii());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::space;
    use super::*;

    fn all_of(text: &str, count: Count) -> Enumerated {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("program.c");
        fs::write(&file, text).unwrap();
        enumerated(&file, &space::parse(text).unwrap(), count).unwrap()
    }

    #[test]
    fn arguments_variables_and_input_reach_the_program() {
        let all = all_of(
            "// rift: explore --args \"-n x\" --env K=?1\n\
             #include <stdio.h>\n#include <stdlib.h>\n\
             int main(int argc, char **argv) {\n\
               return argc == 3 && argv[1][1] == 'n' && argv[2][0] == 'x' && getenv(\"K\")[0] == 'y' ? 7 : 0; }\n",
            Count::Behaviours,
        );
        assert_eq!(all.inputs, 256);
        let endings: Vec<_> = all.behaviours.iter().map(|(behaviour, _)| behaviour.ending.clone()).collect();
        assert_eq!(endings, [Ending::Exit(0), Ending::Exit(7)]);
        assert_eq!(all.behaviours[1].1, "K \"y\"");
    }

    #[test]
    fn paths_are_counted_by_their_blocks_and_their_end() {
        let all = all_of(
            "// rift: object b 1\n#include <klee/klee.h>\n\
             int main(void) { unsigned char b; klee_make_symbolic(&b, 1, \"b\"); klee_assume(b != 9);\n\
               int n = 0; for (int i = 0; i < b % 4; i++) n += 10 / (b - 2); return b == 77 ? 3 : n & 1; }\n",
            Count::Paths,
        );
        // 0 to 3 rounds; `b == 2` dies in its first round; the conditional expression at the end is a value or a path.
        assert!((5..=10).contains(&all.paths), "{}", all.paths);
    }

    #[test]
    fn reports_have_names() {
        let report = b"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x5 at pc 0x6\n";
        assert_eq!(reported(report).unwrap(), Ending::Fault("out-of-bounds".to_owned()));
        assert!(reported(b"nothing").is_err());
    }
}
