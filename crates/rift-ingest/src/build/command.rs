//! Running compilers: captured output, quoted command lines, and errors that say what the tool said.

use super::BuildOptions;
use super::guard::run_guarded;
use crate::IngestError;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Output beyond this is cut in the middle of error messages: a broken header can yield megabytes.
const SHOWN: usize = 64 * 1024;

/// Runs to the end with captured output. Fails only when the tool cannot be started.
pub(crate) fn run(command: &mut Command) -> Result<Output, IngestError> {
    command.stdin(Stdio::null());
    command.output().map_err(IngestError::io("run", Path::new(command.get_program())))
}

/// Runs a build that is not ours, with the guard that the user wants. `words` is the command as the user knows it.
pub(super) fn build(
    command: &mut Command,
    dir: &Path,
    words: &str,
    options: &BuildOptions,
) -> Result<Output, IngestError> {
    match &options.guard {
        Some(guard) => run_guarded(command, dir, words, guard),
        None => run(command),
    }
}

/// Programs that a build runs may be built with sanitizers, too: what they forgot to free is not the build's fault.
pub(super) fn with_harmless_sanitizers(command: &mut Command) {
    command.env("ASAN_OPTIONS", "detect_leaks=0:halt_on_error=0").env("UBSAN_OPTIONS", "halt_on_error=0");
}

/// Runs a compiler on behalf of `file`; anything but success is the program's fault and carries its words.
pub(crate) fn compile(command: &mut Command, file: &Path) -> Result<Output, IngestError> {
    let output = run(command)?;
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
