//! `runs.txt`: the inputs of a program, one shell-like command line each. `#` begins a comment line.
//!
//! ```text
//! NAME=VALUE fields -f 1 data/in.txt      variables, the program's name, arguments quoted as for a shell
//! fields - < data/in.txt                  standard input from a file of the data folder
//! fields - <<< 'a\tb\n'                   standard input as given, with the escapes of corpus programs
//! ```
//!
//! A program that is alone in its folder may be called `run`, and lines of the directives of corpus programs may
//! follow (`stdin`, `file`, `env`).

use crate::directives::{Run, unescape};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A line of `runs.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRun {
    pub line: String,
    pub program: String,
    pub run: Run,
}

/// The runs in `dir/runs.txt`. Every run finds `files`, and those of `dir/data` under `data/`.
pub fn read(dir: &Path, mut files: BTreeMap<String, Vec<u8>>) -> anyhow::Result<Vec<NamedRun>> {
    let path = dir.join("runs.txt");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let data = dir.join("data");
    if data.is_dir() {
        add_files(&data, "data", &mut files)?;
    }
    parse(&text, &files).with_context(|| format!("cannot use `{}`", path.display()))
}

fn add_files(dir: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> anyhow::Result<()> {
    let cannot = || format!("cannot read `{}`", dir.display());
    for entry in fs::read_dir(dir).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            add_files(&path, &name, files)?;
        } else {
            files.insert(name, fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?);
        }
    }
    Ok(())
}

fn parse(text: &str, files: &BTreeMap<String, Vec<u8>>) -> anyhow::Result<Vec<NamedRun>> {
    let mut runs: Vec<NamedRun> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let directive = matches!(key, "stdin" | "file" | "env");
        match runs.last_mut().filter(|last| directive && last.program == "run") {
            Some(last) => _ = last.run.apply(key, value)?,
            None => runs.push(command_line(line, files)?),
        }
    }
    if runs.is_empty() {
        bail!("it has no runs");
    }
    Ok(runs)
}

fn command_line(line: &str, files: &BTreeMap<String, Vec<u8>>) -> anyhow::Result<NamedRun> {
    let words = shell_words::split(line).with_context(|| format!("cannot split `{line}`"))?;
    let mut words = words.into_iter().peekable();
    let mut run = Run { files: files.clone(), ..Run::default() };
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        run.env.push((name.into(), value.into()));
        words.next();
    }
    let Some(program) = words.next() else { bail!("`{line}` names no program") };
    while let Some(word) = words.next() {
        match word.as_str() {
            "<" => {
                let name = words.next().unwrap_or_default();
                run.stdin = files.get(&name).with_context(|| format!("no file `{name}` for `{line}`"))?.clone();
            }
            "<<<" => run.stdin = unescape(&words.next().unwrap_or_default())?,
            _ => run.args.push(word.into_bytes()),
        }
    }
    Ok(NamedRun { line: line.to_owned(), program, run })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_command_lines() {
        let files = BTreeMap::from([("data/x".to_owned(), b"content".to_vec())]);
        let text = "# two\nA=b tool -f 'a b' < data/x\n\ntool <<< 'x\\n'\n";
        let runs = parse(text, &files).unwrap();
        assert_eq!(runs.len(), 2);
        assert_eq!(runs[0].program, "tool");
        assert_eq!(runs[0].run.env, [(b"A".to_vec(), b"b".to_vec())]);
        assert_eq!(runs[0].run.args, [b"-f".to_vec(), b"a b".to_vec()]);
        assert_eq!(
            (runs[0].run.stdin.as_slice(), runs[1].run.stdin.as_slice()),
            (b"content".as_slice(), b"x\n".as_slice())
        );
        let runs = parse("run a\nstdin x\\n\nenv A=b\nrun\n", &files).unwrap();
        assert_eq!((runs.len(), runs[0].run.stdin.as_slice(), runs[0].run.env.len()), (2, b"x\n".as_slice(), 1));
        assert!(parse("tool < data/y", &files).is_err());
        assert!(parse("# nothing\n", &files).is_err());
    }
}
