//! Lines of source files, where the files are still there.

use std::collections::HashMap;
use std::fs;

/// Lines that are kept for one change.
const MOST_LINES: u32 = 60;
/// Lines of this many bytes are no source that people read.
const LONGEST_LINE: usize = 1000;
/// Neither are files of this many.
const LARGEST_FILE: u64 = 32 << 20;

/// Each file is read once: a version may have thousands of changes.
#[derive(Default)]
pub(super) struct Sources {
    files: HashMap<String, Option<Vec<String>>>,
}

impl Sources {
    /// The lines from `first` to `last`, which count from 1. `None` if the file is not there or does not have them.
    pub fn lines(&mut self, path: &str, first: u32, last: u32) -> Option<String> {
        let skipped = first.checked_sub(1)? as usize;
        let count = last.max(first).min(first.saturating_add(MOST_LINES - 1)) as usize - skipped;
        let file = self.files.entry(path.to_owned()).or_insert_with(|| read(path)).as_ref()?;
        let lines = file.get(skipped..)?;
        let lines = &lines[..count.min(lines.len())];
        let is_source = !lines.is_empty() && lines.iter().all(|line| line.len() <= LONGEST_LINE);
        is_source.then(|| lines.iter().map(|line| format!("{line}\n")).collect())
    }
}

fn read(path: &str) -> Option<Vec<String>> {
    fs::metadata(path).ok().filter(|metadata| metadata.is_file() && metadata.len() <= LARGEST_FILE)?;
    let text = String::from_utf8(fs::read(path).ok()?).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}
