//! Lines of source files, where the files are still there, and what a diff of two of them shows.

use imara_diff::{Algorithm, Diff, InternedInput};
use rift_ir::{Pair, Version};
use std::collections::HashMap;
use std::fs;
use std::ops::Range;

/// Lines that are kept for one change.
const MOST_LINES: u32 = 60;
/// Lines of this many bytes are no source that people read.
const LONGEST_LINE: usize = 1000;
/// Neither are files of this many.
const LARGEST_FILE: u64 = 32 << 20;

/// Lines, which count from 1, that one version has in place of those of the other. One side may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hunk {
    pub lines: Pair<Range<u32>>,
}

/// Each file is read once: a version may have thousands of changes.
#[derive(Default)]
pub struct Sources {
    files: HashMap<String, Option<Vec<String>>>,
    hunks: HashMap<Pair<String>, Vec<Hunk>>,
}

impl Sources {
    /// The lines from `first` to `last`, which count from 1. `None` if the file is not there or does not have them.
    pub fn lines(&mut self, path: &str, first: u32, last: u32) -> Option<String> {
        let skipped = first.checked_sub(1)? as usize;
        let count = last.max(first).min(first.saturating_add(MOST_LINES - 1)) as usize - skipped;
        let lines = self.file(path)?.get(skipped..)?;
        let lines = &lines[..count.min(lines.len())];
        let is_source = !lines.is_empty() && lines.iter().all(|line| line.len() <= LONGEST_LINE);
        is_source.then(|| lines.iter().map(|line| format!("{line}\n")).collect())
    }

    /// One line, without the space around it. `None` as of lines, and if there is nothing in it.
    pub fn line(&mut self, path: &str, line: u32) -> Option<String> {
        self.lines(path, line, line).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// What a diff of two files shows, in order. `None` if one of them cannot be read.
    pub(super) fn hunks(&mut self, paths: &Pair<String>) -> Option<&[Hunk]> {
        if !self.hunks.contains_key(paths) {
            let [old, new] = [&paths.old, &paths.new].map(|path| self.file(path).map(|lines| lines.join("\n")));
            let hunks = compared(&old?, &new?);
            self.hunks.insert(paths.clone(), hunks);
        }
        self.hunks.get(paths).map(Vec::as_slice)
    }

    fn file(&mut self, path: &str) -> Option<&[String]> {
        self.files.entry(path.to_owned()).or_insert_with(|| read(path)).as_deref()
    }
}

impl Hunk {
    pub fn touches(&self, version: Version, lines: &Range<u32>) -> bool {
        let own: &Range<u32> = version.of(&self.lines);
        own.start < lines.end && lines.start < own.end
    }
}

/// Where a line of one version is in the other; it is in no hunk.
pub(super) fn counterpart(hunks: &[Hunk], version: Version, line: u32) -> u32 {
    let before = hunks.iter().rev().find(|hunk| version.of::<Range<u32>>(&hunk.lines).end <= line);
    before.map_or(line, |hunk| {
        let (own, other) = (version.of::<Range<u32>>(&hunk.lines), version.other().of::<Range<u32>>(&hunk.lines));
        other.end + (line - own.end)
    })
}

fn compared(old: &str, new: &str) -> Vec<Hunk> {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let lines = |range: Range<u32>| range.start + 1..range.end + 1;
    diff.hunks().map(|hunk| Hunk { lines: Pair { old: lines(hunk.before), new: lines(hunk.after) } }).collect()
}

fn read(path: &str) -> Option<Vec<String>> {
    fs::metadata(path).ok().filter(|metadata| metadata.is_file() && metadata.len() <= LARGEST_FILE)?;
    let bytes = fs::read(path).ok()?;
    // Comments of older sources are often in Latin-1.
    let is_binary = bytes.contains(&0);
    (!is_binary).then(|| String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_did_not_change_are_found_again() {
        let hunks = compared("a\nb\nc\nd\ne\n", "a\nB\nB2\nc\ne\n");
        let hunk = |old, new| Hunk { lines: Pair { old, new } };
        assert_eq!(hunks, [hunk(2..3, 2..4), hunk(4..5, 5..5)]);
        let new = |line| counterpart(&hunks, Version::Old, line);
        assert_eq!([new(1), new(3), new(5)], [1, 4, 5]);
        assert_eq!(counterpart(&hunks, Version::New, 5), 5);
        assert!(hunks[0].touches(Version::New, &(3..9)) && !hunks[0].touches(Version::New, &(4..9)));
        assert!(!hunks[1].touches(Version::New, &(5..6)));
    }
}
