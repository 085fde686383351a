//! Running compilers: captured output, quoted command lines, and errors that say what the tool said.

use super::confine::{Prepared, View, hint as confinement_hint, prepare};
use super::guard::run_guarded;
use super::{BuildOptions, toolchain};
use crate::IngestError;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Output beyond this is cut in the middle of error messages: a broken header can yield megabytes.
const SHOWN: usize = 64 * 1024;

/// Runs to the end with captured output, with the rights of the user. Fails only when the tool cannot be started.
fn run_plainly(command: &mut Command) -> Result<Output, IngestError> {
    command.stdin(Stdio::null());
    command.output().map_err(IngestError::io("run", Path::new(command.get_program())))
}

/// Runs a command that may execute or read what is not ours: confined, and with the guard that the user wants. `words` is
/// the command as the user knows it, `dir` what is built. A failure that the confinement explains ends with a hint.
pub(super) fn build(
    command: &mut Command,
    dir: &Path,
    words: &str,
    view: &View,
    options: &BuildOptions,
) -> Result<Output, IngestError> {
    Ok(attempt(command, dir, words, view, options)?.output)
}

/// How a command ended.
struct Attempt {
    output: Output,
    confined: bool,
}

fn attempt(
    command: &mut Command,
    dir: &Path,
    words: &str,
    view: &View,
    options: &BuildOptions,
) -> Result<Attempt, IngestError> {
    let here = command.get_current_dir().unwrap_or(Path::new("."));
    let here = std::path::absolute(here).map_err(IngestError::io("find", here))?;
    let mut prepared: Prepared<'_> = prepare(command, view, &options.confinement)?;
    let confined = prepared.is_confined();
    let mut output = match &options.guard {
        Some(guard) => run_guarded(prepared.command(), dir, words, guard)?,
        None => run_plainly(prepared.command())?,
    };
    if confined && !output.status.success() {
        let said = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let beside = if dir.is_dir() { dir } else { dir.parent().unwrap_or(dir) };
        let from = [here.as_path(), &here.join(beside)];
        if let Some(hint) = confinement_hint(&said.join("\n"), &from, view, &options.confinement) {
            add_line(&mut output.stderr, &hint);
        }
    }
    Ok(Attempt { output, confined })
}

fn add_line(text: &mut Vec<u8>, line: &str) {
    if text.last().is_some_and(|last| *last != b'\n') {
        text.push(b'\n');
    }
    text.extend_from_slice(line.as_bytes());
}

/// The same with the command in its own words.
pub(crate) fn run(
    command: &mut Command,
    dir: &Path,
    view: &View,
    options: &BuildOptions,
) -> Result<Output, IngestError> {
    let words = quoted(command);
    build(command, dir, &words, view, options)
}

/// Runs cargo on a manifest. `dir` is the package that is built.
///
/// Confined, cargo is offline. What it lacks is fetched by a run of its own, which has the network and may write cargo's
/// registry. No code of the package is run by that: it starts elsewhere, so that neither a configuration of the package
/// (which could name programs to ask for credentials) nor its choice of a toolchain (which could be a program of its own)
/// applies. It has no credentials either: a manifest may name any address.
pub fn run_cargo(
    command: &mut Command,
    manifest: &Path,
    dir: &Path,
    view: &View,
    options: &BuildOptions,
) -> Result<Output, IngestError> {
    let words = quoted(command);
    let view = view.clone().rust();
    let first = attempt(command, dir, &words, &view, options)?;
    let lacks_crates = || String::from_utf8_lossy(&first.output.stderr).contains("offline");
    if !first.confined || first.output.status.success() || !lacks_crates() {
        return Ok(first.output);
    }
    let mut fetch = Command::new(toolchain::find_rust("cargo")?);
    fetch.args(["fetch", "--target", "x86_64-unknown-linux-gnu", "--manifest-path"]).arg(manifest);
    fetch.current_dir("/").env("CARGO_NET_OFFLINE", "false");
    let fetched = run(&mut fetch, dir, &view.clone().online(), options)?;
    let mut output = attempt(command, dir, &words, &view, options)?.output;
    if !output.status.success() && !fetched.status.success() {
        add_line(&mut output.stderr, "note: the crates that are missing could not be fetched:\n");
        output.stderr.extend_from_slice(shown(&fetched).as_bytes());
        let hint = "hint: builds fetch without credentials and without the package's own configuration; run `cargo fetch` \
                    there yourself, or pass --build-sandbox=off\n";
        add_line(&mut output.stderr, hint);
    }
    Ok(output)
}

/// Programs that a build runs may be built with sanitizers, too: what they forgot to free is not the build's fault.
pub(super) fn with_harmless_sanitizers(command: &mut Command) {
    command.env("ASAN_OPTIONS", "detect_leaks=0:halt_on_error=0").env("UBSAN_OPTIONS", "halt_on_error=0");
}

/// Runs a compiler on behalf of `file`; anything but success is the program's fault and carries its words.
pub(crate) fn compile(
    command: &mut Command,
    file: &Path,
    view: &View,
    options: &BuildOptions,
) -> Result<Output, IngestError> {
    let output = run(command, file, view, options)?;
    judged(command, file, output)
}

/// The same for sources that are rift's own.
pub(super) fn compile_own(command: &mut Command, file: &Path) -> Result<Output, IngestError> {
    let output = run_plainly(command)?;
    judged(command, file, output)
}

fn judged(command: &Command, file: &Path, output: Output) -> Result<Output, IngestError> {
    if output.status.success() {
        return Ok(output);
    }
    let mut said = shown(&output);
    if let Some(hint) = hint(&said) {
        said.push_str(hint);
    }
    Err(IngestError::Compile {
        file: file.to_owned(),
        command: quoted(command),
        status: output.status.to_string(),
        output: said,
    })
}

/// Standard error, or standard output for tools that complain there.
pub(crate) fn shown(output: &Output) -> String {
    let bytes = if output.stderr.is_empty() { &output.stdout } else { &output.stderr };
    let text = String::from_utf8_lossy(bytes);
    if text.len() <= SHOWN {
        return text.into_owned();
    }
    let head = text.floor_char_boundary(SHOWN / 2);
    let tail = text.ceil_char_boundary(text.len() - SHOWN / 2);
    format!("{}\n[... {} bytes left out ...]\n{}", &text[..head], tail - head, &text[tail..])
}

/// The packages behind the failures of a half-installed compiler.
fn hint(said: &str) -> Option<&'static str> {
    const CXX: [&str; 4] = ["'iostream'", "'cstdio'", "'vector'", "'string'"];
    if said.contains("'stdio.h' file not found") || said.contains("cannot find crt1.o") {
        Some("hint: the C library's headers are missing: apt-get install libc6-dev\n")
    } else if said.contains("cannot find -lstdc++") || CXX.iter().any(|h| said.contains(&format!("{h} file not found")))
    {
        Some("hint: the C++ standard library is missing: apt-get install g++\n")
    } else if said.contains("linker `cc` not found") {
        Some("hint: rustc needs a linker: apt-get install gcc\n")
    } else {
        None
    }
}

/// The command as a shell would take it.
pub(crate) fn quoted(command: &Command) -> String {
    std::iter::once(command.get_program()).chain(command.get_args()).map(quote).collect::<Vec<_>>().join(" ")
}

fn quote(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_quoted_for_a_shell() {
        let mut command = Command::new("clang");
        command.args(["-DX=a b", "it's", "-O2", ""]);
        assert_eq!(quoted(&command), r"clang '-DX=a b' 'it'\''s' -O2 ''");
    }

    #[test]
    fn long_output_is_cut_in_the_middle_on_character_boundaries() {
        let output =
            Command::new("sh").args(["-c", "head -c 300000 /dev/zero | tr '\\0' 'x'; printf 'é'"]).output().unwrap();
        let text = shown(&output);
        assert!(text.len() < SHOWN + 100 && text.contains("left out") && text.ends_with('é'));
    }
}
