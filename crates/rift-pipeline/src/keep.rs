//! Findings are on disk when they are shown.
//!
//! A [`Keeper`] writes a whole report whenever a difference is confirmed or its input became smaller, and says that it is
//! partial; a process that is killed leaves it. Only what was written is told to the user. Where writing fails, the
//! search goes on: everything is written again with the next finding and at the end, and what is on disk meanwhile is the
//! last report that could be written.
//!
//! Errs towards writing too often: a report of a program takes milliseconds, and findings are few.

use crate::error::{Context as _, PipelineError, Result};
use crate::events::Events;
use rift_report::{DiffDirectory, DiffReport, DirectoryError, Existing, Finding, check_writable, write_whole};
use rift_search::{Coverage, Progress, StopReason, Summary, Totals};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where reports go.
#[derive(Debug, Default)]
pub struct Places {
    directory: Option<PathBuf>,
    files: Vec<PathBuf>,
    /// Such as pipes: what was written there cannot be replaced, so they get the last report only.
    streams: Vec<PathBuf>,
}

/// What is known while a search goes on.
#[derive(Default)]
pub struct SoFar {
    /// By the number of the entry; a program is one entry, the first.
    pub findings: BTreeMap<usize, Vec<Finding>>,
    totals: BTreeMap<usize, (Totals, u64)>,
}

/// Makes a report of it.
pub type Make<'a> = dyn Fn(&SoFar) -> Result<DiffReport> + Sync + 'a;

pub struct Keeper<'a> {
    places: &'a Places,
    events: &'a dyn Events,
    make: Box<Make<'a>>,
    kept: Mutex<Kept>,
    /// On its own, so that workers which tell their progress do not wait for the disk.
    totals: Mutex<BTreeMap<usize, (Totals, u64)>>,
}

struct Kept {
    so_far: SoFar,
    /// Ids that the user was told, or that are none of the report's.
    told: BTreeSet<String>,
    /// The user knows that something could not be written.
    has_warned: bool,
}

impl Places {
    /// Checks that everything can be written, so that nobody waits for results which then have no place. Leaves the disk
    /// as it was.
    pub fn new(directory: Option<&Path>, json: Option<&Path>) -> Result<Places> {
        let mut places = Places { directory: directory.map(Path::to_owned), ..Places::default() };
        if let Some(directory) = directory {
            DiffDirectory::check(directory, Existing::Own).map_err(in_words)?;
        }
        match json {
            Some(path) if path.as_os_str() == "-" => {}
            Some(path) => places.add_file(path)?,
            None => {}
        }
        Ok(places)
    }

    /// Another file that gets every report.
    pub fn add_file(&mut self, path: &Path) -> Result<()> {
        let is_stream = fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir())
            || ["/dev", "/proc"].iter().any(|root| path.starts_with(root));
        if is_stream {
            self.streams.push(path.to_owned());
            return Ok(());
        }
        // A link stays one: it is its target that is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        check_writable(&path).with_context(|| format!("cannot write `{}`", path.display()))?;
        self.files.push(path);
        Ok(())
    }

    /// The report that is the last one.
    pub fn finish(&self, report: &DiffReport) -> Result<()> {
        let written = self.write(report);
        for path in &self.streams {
            fs::write(path, json(report)?).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        written
    }

    /// Everywhere that it can be; comes back with the first error.
    fn write(&self, report: &DiffReport) -> Result<()> {
        let mut written = Ok(());
        if let Some(root) = &self.directory {
            let directory = DiffDirectory::create(root, Existing::Own).and_then(|directory| directory.write(report));
            written = directory.map_err(in_words);
        }
        for path in &self.files {
            let file = write_whole(path, json(report)?.as_bytes());
            written = written.and(file.with_context(|| format!("cannot write `{}`", path.display())));
        }
        written
    }

    fn is_none(&self) -> bool {
        self.directory.is_none() && self.files.is_empty()
    }
}

/// Its words have those of its source, which would be said again.
fn in_words(error: DirectoryError) -> PipelineError {
    PipelineError::Refused(error.to_string())
}

fn json(report: &DiffReport) -> Result<String> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

impl SoFar {
    /// Of an entry, as a search would end that was cut off here.
    pub fn summary(&self, entry: usize) -> Summary {
        let (totals, frontier) = self.totals.get(&entry).cloned().unwrap_or_default();
        let changes = self.findings.get(&entry).into_iter().flatten().flat_map(|finding| finding.changes.iter());
        Summary {
            stopped: StopReason::Running,
            totals,
            incomplete: vec![],
            unsupported: vec![],
            coverage: Coverage::default(),
            other_coverage: Coverage::default(),
            reached: changes.copied().collect(),
            layers: vec![],
            frontier,
        }
    }

    pub fn findings(&self, entry: usize) -> &[Finding] {
        self.findings.get(&entry).map_or(&[], Vec::as_slice)
    }
}

impl<'a> Keeper<'a> {
    /// Writes a report of what was found before, if anything was, so that no earlier one is taken for this search's.
    pub fn begin(
        places: &'a Places,
        events: &'a dyn Events,
        make: Box<Make<'a>>,
        before: BTreeMap<usize, Vec<Finding>>,
    ) -> Keeper<'a> {
        let told = before.values().flatten().flat_map(|finding| finding.found_as.clone()).collect();
        let so_far = SoFar { findings: before, ..SoFar::default() };
        let kept = Mutex::new(Kept { so_far, told, has_warned: false });
        let keeper = Keeper { places, events, make, kept, totals: Mutex::default() };
        keeper.write(&mut keeper.kept());
        keeper
    }

    /// Another difference of an entry is confirmed.
    pub fn confirmed(&self, entry: usize, finding: Finding) {
        let mut kept = self.kept();
        kept.so_far.findings.entry(entry).or_default().push(finding);
        self.write(&mut kept);
    }

    /// The differences of an entry as they are now.
    pub fn replace(&self, entry: usize, findings: &[Finding]) {
        let mut kept = self.kept();
        kept.so_far.findings.insert(entry, findings.to_vec());
        self.write(&mut kept);
    }

    /// For the next report.
    pub fn progress(&self, entry: usize, progress: &Progress) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        totals.insert(entry, (progress.totals.clone(), progress.frontier));
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes everything, then tells what is new of it.
    fn write(&self, kept: &mut Kept) {
        let is_untold = |finding: &Finding| !finding.found_as.iter().all(|id| kept.told.contains(id));
        let is_news = kept.so_far.findings.values().flatten().any(is_untold);
        if self.places.is_none() && !is_news {
            return;
        }
        kept.so_far.totals.clone_from(&self.totals.lock().unwrap_or_else(PoisonError::into_inner));
        let report = (self.make)(&kept.so_far).map(|report| DiffReport { complete: false, ..report });
        let written = report.and_then(|report| self.places.write(&report).map(|()| report));
        match written {
            Ok(report) => self.tell(kept, &report),
            Err(error) if !kept.has_warned => {
                kept.has_warned = true;
                let error = error.in_full();
                self.events
                    .warn(&format!("{error}; the search goes on, and writing is tried again with what it finds"));
            }
            Err(_) => {}
        }
    }

    fn tell(&self, kept: &mut Kept, report: &DiffReport) {
        let all: Vec<String> = kept.so_far.findings.values().flatten().flat_map(|f| f.found_as.clone()).collect();
        for id in all {
            if !kept.told.insert(id.clone()) {
                continue;
            }
            // Of a library, a finding may turn out to be none that people could see.
            if let Some(difference) = report.differences.iter().find(|difference| difference.is_called(&id)) {
                self.events.found(&difference.found(&id));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_cannot_be_written_are_refused_before_the_search_and_nothing_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path();
        let count = || fs::read_dir(here).unwrap().count();
        let refused = |out: Option<&Path>, json: Option<&Path>| Places::new(out, json).unwrap_err().to_string();
        assert!(Places::new(Some(&here.join("a/b")), Some(&here.join("report.json"))).is_ok());
        assert_eq!(count(), 0, "nothing was written yet");
        fs::write(here.join("thesis.txt"), "years of work").unwrap();
        assert!(refused(Some(here), None).contains("was not made by rift"));
        assert!(refused(Some(&here.join("thesis.txt/out")), None).contains("thesis.txt"));
        assert!(refused(None, Some(&here.join("absent/report.json"))).contains("absent/report.json"));
        assert!(refused(None, Some(here)).contains("cannot write"));
        assert_eq!(count(), 1);
    }

    #[test]
    fn links_are_followed_and_devices_are_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let (target, link) = (dir.path().join("target.json"), dir.path().join("link.json"));
        fs::write(&target, "").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let places = Places::new(None, Some(&link)).unwrap();
        assert_eq!(places.files, [fs::canonicalize(&target).unwrap()]);
        let places = Places::new(None, Some(Path::new("/dev/null"))).unwrap();
        assert_eq!((places.files.len(), places.streams.as_slice()), (0, [PathBuf::from("/dev/null")].as_slice()));
    }
}
