//! What the user says about the input: `--args`, `--stdin`, `--file`, `--env`.

use crate::error::{Context as _, Result, refuse};
use rift_env::{LONGEST_PART, Part, Space};
use std::collections::BTreeMap;
use std::fs;

/// The parts of the input that were named on the command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// One for each shape, without the program's name.
    arguments: Vec<Vec<Part>>,
    stdin: Option<Part>,
    pub files: BTreeMap<String, Part>,
    pub env: Vec<(Vec<u8>, Part)>,
    /// For the user: words that look as if they were to stand for others, and do not.
    pub literal: Vec<String>,
}

impl Asked {
    pub fn read(args: &[String], stdin: Option<&str>, files: &[String], env: &[String]) -> Result<Asked> {
        let mut asked = Asked::default();
        for spec in args {
            let words = shell_words::split(spec).with_context(|| format!("cannot read --args `{spec}`"))?;
            let parts = words.iter().map(|word| word_part(word)).collect::<Result<_>>();
            asked.literal.extend(words.iter().filter_map(|word| is_literal(word, "--args")));
            asked.arguments.push(parts.with_context(|| format!("cannot use --args `{spec}`"))?);
        }
        asked.stdin = stdin.map(|what| contents(what).context("cannot use --stdin")).transpose()?;
        for pair in files {
            let (name, what) =
                pair.split_once('=').with_context(|| format!("--file `{pair}` is not NAME=N or NAME=PATH"))?;
            let part = contents(what).with_context(|| format!("cannot use --file `{pair}`"))?;
            asked.files.insert(name.to_owned(), part);
        }
        for pair in env {
            let (name, value) = pair.split_once('=').with_context(|| format!("--env `{pair}` is not K=V or K=?N"))?;
            let part = word_part(value).with_context(|| format!("cannot use --env `{pair}`"))?;
            asked.env.push((name.into(), part));
            asked.literal.extend(is_literal(value, "--env"));
        }
        Ok(asked)
    }

    /// Nothing was said: what is symbolic is to be inferred.
    pub fn is_empty(&self) -> bool {
        *self == Asked::default()
    }

    /// A space for each shape of the arguments, or one without arguments.
    pub fn spaces(&self, name: &[u8]) -> Vec<Space> {
        let shapes: &[Vec<Part>] = if self.arguments.is_empty() { &[vec![]] } else { &self.arguments };
        let space = |arguments: &Vec<Part>| Space {
            argv: std::iter::once(Part::Fixed(name.to_vec())).chain(arguments.iter().cloned()).collect(),
            env: self.env.clone(),
            stdin: self.stdin.clone(),
            files: self.files.clone(),
        };
        shapes.iter().map(space).collect()
    }

    /// Whether shapes of arguments or standard input were named: then seeds must fit them, or add to them.
    pub fn has_shapes(&self) -> bool {
        !self.arguments.is_empty() || self.stdin.is_some()
    }
}

/// `?N` is any word of up to N bytes, `??N` the word `?N` itself, everything else what it says.
fn word_part(word: &str) -> Result<Part> {
    let Some(rest) = word.strip_prefix('?') else { return Ok(Part::Fixed(word.into())) };
    if is_number(rest) {
        return symbolic(rest);
    }
    match rest.strip_prefix('?') {
        Some(number) if is_number(number) => Ok(Part::Fixed(rest.into())),
        _ => Ok(Part::Fixed(word.into())),
    }
}

/// Says so of a word with `?N` inside that is no `?N`. (One that begins with `??` is so on purpose.)
fn is_literal(word: &str, option: &str) -> Option<String> {
    let is_whole = word.strip_prefix('?').is_some_and(|rest| is_number(rest) || rest.starts_with('?'));
    let has_inside = word.as_bytes().windows(2).any(|pair| pair[0] == b'?' && pair[1].is_ascii_digit());
    (has_inside && !is_whole).then(|| {
        format!("`?` inside a word is literal: {option} takes `{word}` as it is, and `?N` stands for whole words only")
    })
}

/// A number is that many symbolic bytes; everything else the name of a file with the contents.
fn contents(what: &str) -> Result<Part> {
    if is_number(what) {
        return symbolic(what);
    }
    Ok(Part::Fixed(fs::read(what).with_context(|| format!("cannot read `{what}`"))?))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn symbolic(number: &str) -> Result<Part> {
    match number.parse() {
        Ok(max @ 1..=LONGEST_PART) => Ok(Part::Symbolic { max }),
        _ => refuse!("{number} symbolic bytes: 1 to {LONGEST_PART} are possible"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(spec: &str) -> Vec<Part> {
        Asked::read(&[spec.to_owned()], None, &[], &[]).unwrap().arguments.remove(0)
    }

    fn fixed(text: &str) -> Part {
        Part::Fixed(text.into())
    }

    #[test]
    fn question_marks_stand_for_words() {
        let symbolic = |max| Part::Symbolic { max };
        assert_eq!(arguments("-n ?3 'a file.txt'"), [fixed("-n"), symbolic(3), fixed("a file.txt")]);
        assert_eq!(arguments("? ?x ??3 a?3 ??x"), ["?", "?x", "?3", "a?3", "??x"].map(fixed));
        assert_eq!(arguments(""), []);
    }

    #[test]
    fn question_marks_inside_of_words_are_literal_and_said_to_be() {
        let literal = |args: &str, env: &str| {
            let asked = Asked::read(&[args.to_owned()], None, &[], &[env.to_owned()]).unwrap();
            asked.literal
        };
        assert_eq!(arguments("[?3] x"), ["[?3]", "x"].map(fixed));
        let said = literal("[?3] x", "K=v");
        assert_eq!(
            said,
            ["`?` inside a word is literal: --args takes `[?3]` as it is, and `?N` stands for whole words only"]
        );
        assert_eq!((literal("-n?3 ?3x", "K=v").len(), literal("", "K=a?3").len()), (2, 1));
        assert_eq!(literal("-n ?3 ??3 what? ? ?x a?b", "K=?2"), Vec::<String>::new());
    }

    #[test]
    fn every_shape_is_a_space() {
        let args = ["".to_owned(), "?1 x".to_owned()];
        let asked = Asked::read(&args, Some("4"), &["in=2".to_owned()], &["K=?2".to_owned()]).unwrap();
        let spaces = asked.spaces(b"prog");
        assert_eq!(spaces.len(), 2);
        assert_eq!(spaces[0].argv, [fixed("prog")]);
        assert_eq!(spaces[1].argv.len(), 3);
        assert_eq!(spaces[1].stdin, Some(Part::Symbolic { max: 4 }));
        assert_eq!(spaces[1].files["in"], Part::Symbolic { max: 2 });
        assert_eq!(spaces[1].env, [(b"K".to_vec(), Part::Symbolic { max: 2 })]);
        assert!(Asked::default().is_empty() && !asked.is_empty());
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let why = |args: &str, stdin: &str, file: &str, env: &str| {
            let asked = Asked::read(&[args.to_owned()], Some(stdin), &[file.to_owned()], &[env.to_owned()]);
            asked.unwrap_err().in_full()
        };
        assert!(why("'open", "1", "a=1", "a=1").contains("'open"));
        assert!(why("?0", "1", "a=1", "a=1").contains("0 symbolic bytes"));
        assert!(why("?99999999999", "1", "a=1", "a=1").contains("99999999999"));
        assert!(why("", "no-such-file", "a=1", "a=1").contains("no-such-file"));
        assert!(why("", "1", "name", "a=1").contains("NAME=N"));
        assert!(why("", "1", "a=1", "name").contains("K=?N"));
    }
}
