//! The functions of a Rust library: everything public that can be called is called by a program that rift writes, one for
//! each version. What the search finds is confirmed on the native builds, and shown as a call.

pub(crate) mod accepted;
mod driver;
mod export;
mod findings;
mod own;
mod report;
mod shape;
mod smaller;

use super::reach::Reach;
use super::{Entries, EntryPoint, Presented, Results, ToMinimise};
use crate::error::{Context as _, Result, refuse};
use crate::events::Events;
use crate::locate::package::PackageVersion;
use crate::natives::Natives;
use crate::prepare::{Prepared, prepare};
use crate::program::{BuildSettings, ProgramSource};
use crate::rounds::Searched;
use accepted::Accepted;
use driver::{Calls, Driver, drive};
use findings::Shows;
use rift_confirm::Confirmed;
use rift_ingest::BuildOptions;
use rift_ir::Pair;
use rift_report::{DiffReport, Root, write_whole};
use smaller::Judges;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The share of the time for findings that is not kept for what is done with them afterwards: to show the results of calls takes
/// native runs, too.
const SHOWING_LEAVES: f64 = 0.75;

/// What is called.
#[derive(Debug, Clone, Default)]
pub struct CallSettings {
    /// Functions and methods as users write them, or as their paths end; all when empty.
    pub entries: Vec<String>,
    /// A function of the user's instead: a Rust file with `pub fn NAME(data: &[u8])`.
    pub harness: Option<PathBuf>,
    /// A fuzz target of the package instead, by name.
    pub fuzz_target: Option<String>,
    /// Bytes of strings and of slices of bytes.
    pub bytes: Option<u8>,
}

/// Programs that call two versions of a package, not built yet.
pub struct Harnesses {
    driver: Driver,
    /// What the command line names.
    asked: Vec<usize>,
    /// Where they are: below the cache, the same for the same packages.
    place: PathBuf,
}

impl Harnesses {
    pub fn write(
        versions: &Pair<PackageVersion>,
        calls: &CallSettings,
        place: PathBuf,
        options: &BuildOptions,
    ) -> Result<Harnesses> {
        let driver = drive(versions, &place, calls, options)?;
        let asked = asked(&driver, &calls.entries)?;
        Ok(Harnesses { driver, asked, place })
    }

    pub fn notes(&self) -> &[String] {
        &self.driver.notes
    }

    pub fn count(&self) -> usize {
        self.driver.count()
    }

    pub fn prepare(&self, versions: &Pair<PackageVersion>, building: &BuildSettings) -> Result<Prepared> {
        let source = |directory: &PathBuf, version: &PackageVersion| {
            let mut depends_on = vec![version.package.root.clone()];
            if let Calls::Own(_) = self.driver.calls {
                // What a fuzz package depends on is in the working tree, for both versions.
                depends_on.push(versions.new.package.root.clone());
            }
            ProgramSource { files: vec![directory.clone()], how: BuildSettings { depends_on, ..building.clone() } }
        };
        let sources = Pair {
            old: source(&self.driver.directories.old, &versions.old),
            new: source(&self.driver.directories.new, &versions.new),
        };
        let names = versions.as_ref().map(|version| version.name.clone());
        let roots = versions.as_ref().map(|version| Root::directory(&version.package.root, &version.package.root));
        prepare(sources, names, roots)
            .with_context(|| format!("cannot compare {} with {}", versions.old.name, versions.new.name))
    }
}

/// The entries of a package, ready to be searched.
pub struct PackageEntries<'a> {
    versions: &'a Pair<PackageVersion>,
    driver: Driver,
    asked: Vec<usize>,
    points: Vec<EntryPoint>,
    shows: Shows,
    /// Differences that are intended.
    accepted: Vec<Accepted>,
    tests: TestPlace,
}

/// Where tests are written and built.
pub struct TestPlace {
    /// The directory of the report.
    pub out: Option<PathBuf>,
    pub options: BuildOptions,
    place: PathBuf,
}

impl<'a> PackageEntries<'a> {
    pub fn new(
        harnesses: Harnesses,
        versions: &'a Pair<PackageVersion>,
        prepared: &Prepared,
        accepted: Vec<Accepted>,
        out: Option<PathBuf>,
        options: BuildOptions,
    ) -> PackageEntries<'a> {
        let Harnesses { driver, asked, place } = harnesses;
        let points = points(&driver, prepared, &asked);
        let tests = TestPlace { out, options, place: place.join("tests") };
        PackageEntries { versions, driver, asked, points, shows: Shows::default(), accepted, tests }
    }

    /// How many were asked for.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }
}

impl Entries for PackageEntries<'_> {
    fn points(&self) -> &[EntryPoint] {
        &self.points
    }

    fn finishing_share(&self) -> f64 {
        SHOWING_LEAVES
    }

    fn smaller(&self, finding: &ToMinimise<'_>) -> Confirmed {
        let ToMinimise { entry, confirmed, natives, budget, is_alike } = finding;
        let call = |bytes: &[u8]| self.driver.call(*entry, bytes);
        let judges = Judges { confirmer: natives.confirmer(), call: &call, is_alike };
        finding.choose(smaller::smaller(&judges, confirmed, budget, self.driver.room(*entry)), true)
    }

    fn present(&self, searched: &mut [Searched], natives: &Natives<'_>) -> Result<Presented> {
        findings::present(searched, &self.shows, &self.driver, natives)
    }

    fn complete(&self, report: &mut DiffReport, results: &Results<'_>) {
        report::complete(self, report, results);
        accepted::mark(&mut report.differences, &self.accepted);
    }

    fn write_tests(
        &self,
        report: &mut DiffReport,
        presented: &Presented,
        natives: &Natives<'_>,
        events: &dyn Events,
    ) -> Result<()> {
        let TestPlace { out: Some(out), options, place } = &self.tests else { return Ok(()) };
        let packages = self.versions.as_ref().map(|version| &version.package);
        let exported = export::export(&presented.found, &self.driver, packages, natives, place, options)?;
        exported.notes.iter().for_each(|note| events.note(note));
        for id in &exported.indistinct {
            report.demote(id, "its exported test does not tell the versions apart");
        }
        write_tests(out, &exported.text)?;
        for difference in &mut report.differences {
            if let (true, Some(call)) = (exported.ids.contains(&difference.id), &mut difference.call) {
                call.test = Some(export::FILE.to_owned());
            }
        }
        Ok(())
    }
}

/// The entries that are named; all if none is.
fn asked(driver: &Driver, named: &[String]) -> Result<Vec<usize>> {
    let is_meant = |path: &str, wanted: &String| path == wanted || path.ends_with(&format!("::{wanted}"));
    for wanted in named {
        if !(0..driver.count()).any(|entry| is_meant(driver.path(entry), wanted)) {
            let reason = driver.undriven.iter().find(|not| is_meant(&not.path, wanted));
            let reason = reason.map(|not| format!(": {}", not.reason)).unwrap_or_default();
            refuse!("`{wanted}` is no entry of both versions{reason}");
        }
    }
    let is_asked = |path: &str| named.is_empty() || named.iter().any(|wanted| is_meant(path, wanted));
    Ok((0..driver.count()).filter(|entry| is_asked(driver.path(*entry))).collect())
}

/// The entries to search: those of them that can come to a change, the nearest first.
fn points(driver: &Driver, prepared: &Prepared, asked: &[usize]) -> Vec<EntryPoint> {
    if prepared.map.is_empty() {
        return vec![];
    }
    let reach = Reach::new(prepared, &|file| report::is_harness(driver, file));
    let point = |number: usize| {
        let distance = reach.distance(&driver.function(number))?;
        let (spaces, tasks, samples) = (vec![driver.space(number)], driver.tasks(number), driver.samples(number));
        Some(EntryPoint { number, path: driver.path(number).to_owned(), distance, spaces, tasks, samples })
    };
    let mut points: Vec<EntryPoint> = asked.iter().filter_map(|entry| point(*entry)).collect();
    points.sort_by_key(|point| (point.distance, point.number));
    points
}

/// The tests in one file, in the directory of the report. Before the report that names them.
fn write_tests(out: &Path, tests: &str) -> Result<()> {
    let path = out.join(export::FILE);
    match tests.is_empty() {
        false => write_whole(&path, tests.as_bytes()).with_context(|| format!("cannot write `{}`", path.display())),
        true => match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove `{}`", path.display()))
            }
            _ => Ok(()),
        },
    }
}
