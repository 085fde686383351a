//! The subjects (`subjects/`, whose README.md has the format): programs, changes of them, and whether a change can be
//! seen from outside.

use super::toml;
use crate::directives::Run;
use crate::half::{Half, Halves};
use crate::place::in_root;
use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Subject {
    pub name: String,
    pub dir: PathBuf,
    pub space: Space,
    /// For `--tests`, and the same read.
    pub tests: Option<PathBuf>,
    pub seeds: Vec<Run>,
    pub changes: Vec<Change>,
    /// How many changes make a difference, chosen or not.
    pub differing: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// With the subject's name in front.
    pub name: String,
    pub patch: PathBuf,
    /// Whether there is an input on which the versions differ.
    pub different: bool,
    pub half: Half,
    /// An input on which they differ, if there is one.
    pub witness: Option<Run>,
}

/// All inputs that a program is to be tried on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// As `--args` takes them; none: there are no arguments.
    pub shapes_in_words: Vec<String>,
    /// The same, read; at least one.
    pub shapes: Vec<Vec<Word>>,
    /// How long standard input may be.
    pub stdin: usize,
}

/// An argument of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    Fixed(Vec<u8>),
    /// Any word of up to so many bytes.
    UpTo(usize),
}

impl Space {
    fn new(description: &Description) -> anyhow::Result<Space> {
        let mut shapes = description.args.iter().map(|text| shape(text)).collect::<anyhow::Result<Vec<_>>>()?;
        if shapes.is_empty() {
            shapes.push(Vec::new());
        }
        Ok(Space { shapes_in_words: description.args.clone(), shapes, stdin: description.stdin })
    }

    /// The shape that an input is of, if it is in the space.
    pub fn shape_of(&self, input: &Run) -> Option<&Vec<Word>> {
        let is_plain = input.files.is_empty() && input.env.is_empty() && input.stdin.len() <= self.stdin;
        self.shapes.iter().find(|shape| is_plain && fits(shape, &input.args))
    }
}

fn shape(text: &str) -> anyhow::Result<Vec<Word>> {
    let words = shell_words::split(text).with_context(|| format!("cannot split `{text}`"))?;
    Ok(words.into_iter().map(word).collect())
}

/// `?3` is any word of up to three bytes, `??3` the word `?3`.
fn word(text: String) -> Word {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    if let Some(max) = text.strip_prefix('?').and_then(number) {
        return Word::UpTo(max);
    }
    match text.strip_prefix("??").and_then(number) {
        Some(_) => Word::Fixed(text[1..].into()),
        None => Word::Fixed(text.into()),
    }
}

fn fits(shape: &[Word], args: &[Vec<u8>]) -> bool {
    let fits = |(word, arg): (&Word, &Vec<u8>)| match word {
        Word::Fixed(bytes) => bytes == arg,
        Word::UpTo(max) => arg.len() <= *max && !arg.contains(&0),
    };
    shape.len() == args.len() && shape.iter().zip(args).all(fits)
}

/// subject.toml; what only `subjects/check` uses is left out.
#[derive(Deserialize)]
struct Description {
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    stdin: usize,
    tests: Option<String>,
}

/// A table of expect.toml.
#[derive(Deserialize)]
struct Claim {
    different: bool,
    #[serde(default)]
    argv: Vec<String>,
    #[serde(default)]
    stdin: String,
}

/// The subjects with changes of these halves that have `filter` in their names, and only those changes.
pub fn subjects(filter: Option<&str>, halves: Halves) -> anyhow::Result<Vec<Subject>> {
    let all = in_root("subjects")?;
    let mut dirs = Vec::new();
    for entry in fs::read_dir(&all).with_context(|| format!("cannot read `{}`", all.display()))? {
        dirs.push(entry?.path());
    }
    dirs.retain(|dir| dir.join("subject.toml").is_file());
    dirs.sort();
    let mut subjects = Vec::new();
    for dir in dirs {
        let mut subject = read(&dir).with_context(|| format!("the subject `{}`", dir.display()))?;
        subject
            .changes
            .retain(|change| filter.is_none_or(|text| change.name.contains(text)) && halves.has(change.half));
        if !subject.changes.is_empty() {
            subjects.push(subject);
        }
    }
    if subjects.is_empty() {
        bail!("no change of a subject has that name and is in that half");
    }
    Ok(subjects)
}

fn read(dir: &Path) -> anyhow::Result<Subject> {
    let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let description: Description = read_toml(&dir.join("subject.toml"))?;
    let claims: BTreeMap<String, Claim> = read_toml(&dir.join("expect.toml"))?;
    let patches = patches(&dir.join("changes"))?;
    if let Some(odd) = patches.symmetric_difference(&claims.keys().cloned().collect()).next() {
        bail!("`{odd}` needs both a patch and an expectation");
    }
    let tests = description.tests.as_ref().map(|name| dir.join(name));
    let count = claims.len();
    let differing = claims.values().filter(|claim| claim.different).count();
    let changes = claims.into_iter().map(|(id, claim)| {
        let name = format!("{name}/{id}");
        let patch = dir.join("changes").join(format!("{id}.patch"));
        let Claim { different, argv, stdin } = claim;
        let witness = different.then(|| Run { stdin: stdin.into_bytes(), ..Run::with_args(argv) });
        Change { half: Half::of_change(&name, count), name, patch, different, witness }
    });
    Ok(Subject {
        changes: changes.collect(),
        differing,
        space: Space::new(&description)?,
        seeds: tests.as_deref().map(seeds).transpose()?.unwrap_or_default(),
        tests,
        dir: dir.to_owned(),
        name,
    })
}

fn read_toml<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let cannot = || format!("cannot read `{}`", path.display());
    let text = fs::read_to_string(path).with_context(cannot)?;
    serde_json::from_value(toml::parse(&text).with_context(cannot)?).with_context(cannot)
}

fn patches(dir: &Path) -> anyhow::Result<BTreeSet<String>> {
    let cannot = || format!("cannot read `{}`", dir.display());
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(dir).with_context(cannot)? {
        let file = entry.with_context(cannot)?.file_name().to_string_lossy().into_owned();
        names.extend(file.strip_suffix(".patch").map(str::to_owned));
    }
    Ok(names)
}

/// Command lines as in a shell, with `< file`; the first word is the program's name.
fn seeds(path: &Path) -> anyhow::Result<Vec<Run>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let folder = path.parent().unwrap_or(Path::new("."));
    lines.map(|line| seed(line, folder).with_context(|| format!("`{line}` of `{}`", path.display()))).collect()
}

fn seed(line: &str, folder: &Path) -> anyhow::Result<Run> {
    let mut run = Run::default();
    let mut words = shell_words::split(line)?.into_iter().skip(1);
    while let Some(word) = words.next() {
        if word == "<" {
            let file = folder.join(words.next().context("no file follows `<`")?);
            run.stdin = fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        } else {
            run.args.push(word.into_bytes());
        }
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(args: &[&str], stdin: usize) -> Space {
        let args = args.iter().map(|text| (*text).to_owned()).collect();
        Space::new(&Description { args, stdin, tests: None }).unwrap()
    }

    #[test]
    fn shapes_say_what_is_in_the_space() {
        let space = space(&["-n ?2 ??3 ?x", "''"], 1);
        let first = [Word::Fixed(b"-n".into()), Word::UpTo(2), Word::Fixed(b"?3".into()), Word::Fixed(b"?x".into())];
        assert_eq!(space.shapes[0], first);
        let run = |args: &[&str], stdin: &str| Run { stdin: stdin.into(), ..Run::with_args(args.iter().copied()) };
        for inside in [run(&["-n", "", "?3", "?x"], ""), run(&["-n", "ab", "?3", "?x"], "y"), run(&[""], "")] {
            assert!(space.shape_of(&inside).is_some(), "{inside:?}");
        }
        for outside in [run(&["-n", "abc", "?3", "?x"], ""), run(&["-n", "a", "3", "?x"], ""), run(&[], "")] {
            assert!(space.shape_of(&outside).is_none(), "{outside:?}");
        }
        assert!(space.shape_of(&run(&[""], "yy")).is_none());
        assert!(space.shape_of(&Run { env: vec![(b"A".into(), b"b".into())], ..run(&[""], "") }).is_none());
    }

    #[test]
    fn every_subject_is_read_and_its_tests_are_in_its_space() {
        let subjects = subjects(None, Halves::All).unwrap();
        assert!(subjects.iter().any(|subject| !subject.seeds.is_empty()));
        for subject in &subjects {
            for seed in &subject.seeds {
                assert!(subject.space.shape_of(seed).is_some(), "{}: {seed:?}", subject.name);
            }
        }
        let changes = || subjects.iter().flat_map(|subject| &subject.changes);
        assert!(changes().any(|change| change.different) && changes().any(|change| !change.different));
    }

    #[test]
    fn a_filter_leaves_the_changes_with_that_name() {
        let chosen = subjects(Some("papers-qi"), Halves::All).unwrap();
        assert!(chosen.iter().all(|subject| subject.changes.iter().all(|change| change.name.contains("papers-qi"))));
        assert!(subjects(Some("no such change"), Halves::All).is_err());
    }

    /// Counted, and not only by the rule: a change that is renamed may move, and whoever does that should see it.
    #[test]
    fn every_large_subject_has_both_halves_and_every_small_one_is_in_one() {
        let subjects = subjects(None, Halves::All).unwrap();
        let count = |half, different| {
            let changes = subjects.iter().flat_map(|subject| &subject.changes);
            changes.filter(|change| (change.half, change.different) == (half, different)).count()
        };
        assert_eq!([count(Half::Training, true), count(Half::HeldOut, true)], [67, 51]);
        assert_eq!([count(Half::Training, false), count(Half::HeldOut, false)], [13, 12]);
        for subject in &subjects {
            let halves: BTreeSet<Half> = subject.changes.iter().map(|change| change.half).collect();
            assert_eq!(halves.len(), if subject.changes.len() < 4 { 1 } else { 2 }, "{}", subject.name);
        }
    }

    #[test]
    fn the_halves_are_all_changes_and_share_none() {
        let names = |halves| -> BTreeSet<String> {
            let subjects = subjects(None, halves).unwrap();
            subjects.into_iter().flat_map(|subject| subject.changes).map(|change| change.name).collect()
        };
        let (training, held_out) = (names(Halves::Training), names(Halves::HeldOut));
        assert!(training.is_disjoint(&held_out));
        assert_eq!(training.union(&held_out).cloned().collect::<BTreeSet<_>>(), names(Halves::All));
    }
}
