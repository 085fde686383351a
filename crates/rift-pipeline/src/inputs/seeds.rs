//! `--tests FILE`: inputs to begin with, each line a command line as in a shell.
//!
//! ```text
//! # a comment
//! ./cut -f 1 -d : < data.txt      the first word is the program's name, whatever it is
//! LANG=C ./cut --help             variables come before it
//! ```

use super::shapes::Asked;
use super::words::{Word, words};
use crate::error::{Context as _, Result, refuse};
use rift_env::{Input, Part, Space};
use rift_search::{ObjectValue, Task, What};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A part of a seed that is longer stays as it is.
const LONGEST: usize = 4096;

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    pub line: usize,
    pub arguments: Vec<Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Option<Vec<u8>>,
}

pub fn read(path: &Path) -> Result<Vec<Seed>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut seeds = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let seed = command_line(line, folder).map(|seed| Seed { line: index + 1, ..seed });
        seeds.push(seed.with_context(|| format!("cannot use line {} of `{}`", index + 1, path.display()))?);
    }
    if seeds.is_empty() {
        refuse!("`{}` has no tests", path.display());
    }
    Ok(seeds)
}

fn command_line(line: &str, folder: &Path) -> Result<Seed> {
    let words = words(line)?;
    let mut words = words.into_iter().peekable();
    let mut seed = Seed { line: 0, arguments: vec![], env: vec![], stdin: None };
    while let Some((name, value)) = words.peek().and_then(Word::assignment) {
        seed.env.push((name.into(), value.into()));
        words.next();
    }
    match words.next() {
        Some(Word::Plain { text, .. }) if !text.starts_with('-') => {}
        Some(Word::Plain { text, .. }) => refuse!("a line begins with the program's name, and `{text}` is none"),
        Some(Word::Operator(text)) => refuse!("a line begins with the program's name, and `{text}` is none"),
        None => refuse!("it names no program"),
    }
    while let Some(word) = words.next() {
        match word {
            Word::Plain { text, .. } => seed.arguments.push(text.into_bytes()),
            Word::Operator(operator) if operator == "<" => match words.next() {
                Some(Word::Plain { text, .. }) => seed.stdin = Some(input_file(&text, folder)?),
                _ => refuse!("no file follows `<`"),
            },
            Word::Operator(operator) => refuse!("`{operator}` is not understood, only `< FILE` is"),
        }
    }
    Ok(seed)
}

/// As in a shell from here, else beside the file of tests.
fn input_file(name: &str, folder: &Path) -> Result<Vec<u8>> {
    fs::read(name)
        .or_else(|error| fs::read(folder.join(name)).map_err(|_| error))
        .with_context(|| format!("cannot read `{name}`"))
}

/// Tasks for all seeds, and for the spaces that have none. Spaces are added for seeds that fit none of `spaces`: of
/// the same number of arguments, each symbolic up to its length. Says what was added.
pub fn tasks(seeds: &[Seed], asked: &Asked, name: &[u8], spaces: &mut Vec<Space>) -> (Vec<Task>, Vec<String>) {
    let inputs: Vec<Input> = seeds.iter().map(|seed| input(seed, asked, name)).collect();
    let given = spaces.len();
    let mut notes = Vec::new();
    for (seed, input) in seeds.iter().zip(&inputs) {
        if spaces[..given].iter().any(|space| space.values(input).is_some()) {
            continue;
        }
        if given > 0 {
            notes.push(format!("the test in line {} is of no shape that was given: its own is added", seed.line));
        }
        let own = shape(seed, input, asked);
        match spaces[given..].iter_mut().find_map(|space| Some((merged(space, &own)?, space))) {
            Some((both, space)) => *space = both,
            None => spaces.push(own),
        }
    }
    let mut tasks = Vec::new();
    for input in &inputs {
        let fits = spaces.iter().enumerate().find_map(|(index, space)| Some((index, space.values(input)?)));
        if let Some((space, values)) = fits {
            tasks.push(Task { space, values: object_values(values), shared: 0, what: What::Run });
        }
    }
    for space in 0..spaces.len() {
        if !tasks.iter().any(|task| task.space == space) {
            tasks.push(Task { space, values: vec![], shared: 0, what: What::Run });
        }
    }
    (tasks, notes)
}

pub fn object_values(values: BTreeMap<String, Vec<u8>>) -> Vec<ObjectValue> {
    values.into_iter().map(|(name, bytes)| ObjectValue { name, nth: 0, bytes }).collect()
}

/// The seed with what the command line gives to all of them; symbolic files and variables are empty at first.
fn input(seed: &Seed, asked: &Asked, name: &[u8]) -> Input {
    let bytes = |part: &Part| match part {
        Part::Fixed(bytes) => bytes.clone(),
        Part::Symbolic { .. } => vec![],
    };
    let mut env = seed.env.clone();
    for (name, part) in &asked.env {
        if !env.iter().any(|(known, _)| known == name) {
            env.push((name.clone(), bytes(part)));
        }
    }
    Input {
        argv: std::iter::once(name.to_vec()).chain(seed.arguments.iter().cloned()).collect(),
        env,
        stdin: seed.stdin.clone().unwrap_or_default(),
        files: asked.files.iter().map(|(name, part)| (name.clone(), bytes(part))).collect(),
        objects: vec![],
    }
}

fn shape(seed: &Seed, input: &Input, asked: &Asked) -> Space {
    let own = |bytes: &Vec<u8>| match bytes.len() {
        length @ 1..=LONGEST => Part::Symbolic { max: length as u32 },
        _ => Part::Fixed(bytes.clone()),
    };
    let variable = |(name, value): &(Vec<u8>, Vec<u8>)| {
        let given = asked.env.iter().find(|(known, _)| known == name && !seed.env.iter().any(|(own, _)| own == name));
        (name.clone(), given.map_or_else(|| own(value), |(_, part)| part.clone()))
    };
    let arguments = input.argv.iter().skip(1).map(own);
    Space {
        argv: input.argv.iter().take(1).map(|name| Part::Fixed(name.clone())).chain(arguments).collect(),
        env: input.env.iter().map(variable).collect(),
        stdin: seed.stdin.as_ref().map(own),
        files: asked.files.clone(),
    }
}

/// A space that both fit into, if they have the same parts.
fn merged(a: &Space, b: &Space) -> Option<Space> {
    let same_parts = a.argv.len() == b.argv.len() && a.env.iter().map(|v| &v.0).eq(b.env.iter().map(|v| &v.0));
    if !same_parts || a.files != b.files || a.stdin.is_some() != b.stdin.is_some() {
        return None;
    }
    let argv = a.argv.iter().zip(&b.argv).map(|(a, b)| merged_part(a, b)).collect::<Option<_>>()?;
    let env = a.env.iter().zip(&b.env).map(|(a, b)| Some((a.0.clone(), merged_part(&a.1, &b.1)?)));
    let stdin = match (&a.stdin, &b.stdin) {
        (Some(a), Some(b)) => Some(merged_part(a, b)?),
        _ => None,
    };
    Some(Space { argv, env: env.collect::<Option<_>>()?, stdin, files: a.files.clone() })
}

fn merged_part(a: &Part, b: &Part) -> Option<Part> {
    match (a, b) {
        (Part::Symbolic { max: a }, Part::Symbolic { max: b }) => Some(Part::Symbolic { max: *a.max(b) }),
        (Part::Fixed(a), Part::Fixed(b)) if a == b => Some(Part::Fixed(a.clone())),
        // An empty part fits into any symbolic one.
        (Part::Fixed(empty), symbolic) | (symbolic, Part::Fixed(empty)) if empty.is_empty() => Some(symbolic.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(line: &str) -> Result<Seed> {
        command_line(line, Path::new("."))
    }

    fn symbolic(max: u32) -> Part {
        Part::Symbolic { max }
    }

    #[test]
    fn lines_are_command_lines() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("in"), "content").unwrap();
        let file = dir.path().join("tests");
        fs::write(&file, "# two\nA=b ./tool -f 'a b' < in\n\ntool <in x\n").unwrap();
        let seeds = read(&file).unwrap();
        assert_eq!(seeds.iter().map(|seed| seed.line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(seeds[0].arguments, [b"-f".to_vec(), b"a b".to_vec()]);
        assert_eq!(seeds[0].env, [(b"A".to_vec(), b"b".to_vec())]);
        assert_eq!((&seeds[0].stdin, &seeds[1].stdin), (&Some(b"content".to_vec()), &Some(b"content".to_vec())));
    }

    #[test]
    fn what_a_shell_would_do_more_with_is_refused() {
        for (line, word) in [
            ("tool > out", ">"),
            ("tool | sort", "|"),
            ("-n 3", "-n"),
            ("A=b", "no program"),
            ("tool <", "no file"),
            ("tool < missing", "missing"),
            ("tool 'open", "quot"),
            ("tool 2>&1", "2>&"),
            ("tool a;b", ";"),
            ("> out", ">"),
        ] {
            let error = seed(line).unwrap_err().in_full();
            assert!(error.contains(word), "{line}: {error}");
        }
    }

    #[test]
    fn what_is_quoted_is_no_operator() {
        let seed = seed(r#"tool '<&>' "a|b" \; x'>'y -n=3 'A=b'"#).unwrap();
        assert_eq!(seed.arguments, [&b"<&>"[..], b"a|b", b";", b"x>y", b"-n=3", b"A=b"]);
    }

    #[test]
    fn seeds_of_no_shape_bring_their_own() {
        let seeds = ["t ab c", "t abc", "t x ''"].map(|line| seed(line).unwrap());
        let mut spaces = Vec::new();
        let (made, notes) = tasks(&seeds, &Asked::default(), b"t", &mut spaces);
        assert_eq!(notes, Vec::<String>::new());
        let name = || Part::Fixed(b"t".to_vec());
        assert_eq!(
            spaces.iter().map(|space| space.argv.clone()).collect::<Vec<_>>(),
            [vec![name(), symbolic(2), symbolic(1)], vec![name(), symbolic(3)],]
        );
        assert_eq!(made.iter().map(|task| task.space).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(made[2].values[0].bytes, b"x\0");
    }

    #[test]
    fn given_shapes_are_used_and_added_to() {
        let asked = Asked::read(&["?2".to_owned(), "?1 ?1".to_owned()], None, &[], &[]).unwrap();
        let mut spaces = asked.spaces(b"t");
        let seeds = ["t ab", "t abc"].map(|line| seed(line).unwrap());
        let (made, notes) = tasks(&seeds, &asked, b"t", &mut spaces);
        assert_eq!((spaces.len(), notes.len()), (3, 1));
        assert_eq!(made.iter().map(|task| task.space).collect::<Vec<_>>(), [0, 2, 1]);
    }
}
