//! All functions that two versions of a C library export: each is a search of its own, in turns, over one pair of
//! programs, whose argument names the function to call.
//!
//! Errs as the harness does: what cannot be called is not compared, and is listed with the reason.

use super::reach::Reach;
use super::report::{Called, bounded, own_changes, reported};
use super::{Entries, EntryPoint, Results, ToMinimise};
use crate::error::{Result, refuse};
use crate::explain::HARNESS;
use crate::locate::Located;
use crate::prepare::Prepared;
use crate::program::{BuildSettings, ProgramSource};
use crate::settings::Settings;
use rift_confirm::{Confirmed, End, Seen};
use rift_env::{Input, Part, Space};
use rift_ingest::{Library, LibraryEntry, Results as Returned, Source};
use rift_ir::{Origin, Pair};
use rift_report::diff::{Call, DiffReport, NotCalled, PrintedParameter};
use rift_report::{DiffDirectory, Finding, plural};
use rift_search::{ObjectValue, Task, What};

/// So many reasons are told where nothing can be called.
const REASONS: usize = 5;

/// What two versions of a library export.
pub struct Functions {
    pub library: Library,
    /// How both are built.
    how: BuildSettings,
}

/// The functions that are compared.
pub struct LibraryEntries<'a> {
    functions: &'a Functions,
    settings: &'a Settings,
    points: Vec<EntryPoint>,
}

impl Functions {
    /// Fails where there is nothing to call.
    pub fn of(sources: &Pair<ProgramSource>, located: &Pair<Located>) -> Result<Functions> {
        let library = sources.new.library(&sources.old)?;
        if library.entries.is_empty() {
            refuse!("{}", nothing_to_call(&library, located));
        }
        Ok(Functions { library, how: sources.new.how.clone() })
    }

    /// The programs that call them.
    pub fn programs(&self, sources: &Pair<ProgramSource>) -> Pair<ProgramSource> {
        let harnesses = &self.library.sources;
        Pair { old: harnessed(&sources.old, &harnesses.old), new: harnessed(&sources.new, &harnesses.new) }
    }
}

impl<'a> LibraryEntries<'a> {
    /// `program` is the name that the harness sees as its own.
    pub fn new(
        functions: &'a Functions,
        prepared: &Prepared,
        program: &[u8],
        settings: &'a Settings,
    ) -> LibraryEntries<'a> {
        LibraryEntries { functions, settings, points: points(&functions.library, prepared, program) }
    }

    /// For the user.
    pub fn in_words(&self) -> String {
        let Library { entries, undriven, .. } = &self.functions.library;
        let functions = plural(entries.len() as u64, "function", "functions");
        let (not, count) = (undriven.len(), self.points.len());
        format!("{functions} can be called and {not} cannot; {count} can come to a change")
    }
}

impl Entries for LibraryEntries<'_> {
    fn points(&self) -> &[EntryPoint] {
        &self.points
    }

    fn smaller(&self, finding: &ToMinimise<'_>) -> Confirmed {
        let found = finding.confirmed;
        let confirmer = finding.natives.confirmer_of(found).filter(|_| self.settings.minimise);
        let Some(confirmer) = confirmer else { return found.clone() };
        let smaller = confirmer.minimise(found, &finding.budget);
        // A shorter argument may be the name of another function.
        let is_same = smaller.input().argv == found.input().argv;
        finding.choose(smaller, is_same)
    }

    fn call(&self, entry: usize, finding: &Finding) -> Option<Call> {
        let test = self.settings.out.as_ref().map(|_| DiffDirectory::script(&finding.id()));
        Some(Call { test, ..called(&self.functions.library.entries[entry], &finding.confirmed) })
    }

    fn complete(&self, report: &mut DiffReport, results: &Results<'_>) {
        let Functions { library, how } = self.functions;
        for (difference, found) in report.differences.iter_mut().zip(&results.presented.found) {
            difference.call.clone_from(&found.call);
        }
        // The argument of the harness is ours; users name the function.
        for (space, point) in report.bounds.spaces.iter_mut().zip(&self.points) {
            space.words = how.entry_in_words(&point.path);
        }
        let reported = |(place, entry): (usize, &LibraryEntry)| {
            let called = Called { entry: place, path: &entry.name, bytes: entry.bytes() };
            reported(&called, &self.points, results)
        };
        report.entries = library.entries.iter().enumerate().map(reported).collect();
        let undriven = library.undriven.iter();
        report.not_called =
            undriven.map(|not| NotCalled { entry: not.name.clone(), reason: not.reason.clone() }).collect();
        own_changes(report, &is_harness);
        bounded(report);
    }
}

/// Says why.
fn nothing_to_call(library: &Library, located: &Pair<Located>) -> String {
    let mut text = format!(
        "`{}` and `{}` have no function that can be called in both versions",
        located.old.name, located.new.name
    );
    if library.undriven.is_empty() {
        text += ": one of them defines none";
    }
    for not in library.undriven.iter().take(REASONS) {
        text += &format!("\n  {}: {}", not.name, not.reason);
    }
    if library.undriven.len() > REASONS {
        text += &format!("\n  .. and {} more", library.undriven.len() - REASONS);
    }
    text
}

/// The same build with other files.
fn harnessed(version: &ProgramSource, source: &Source) -> ProgramSource {
    let mut how = version.how.clone();
    how.entry = None;
    match source {
        Source::Files { files, flags } => {
            how.cflags = shell_words::join(flags);
            ProgramSource { files: files.clone(), how }
        }
        other => ProgramSource { files: vec![other.path().to_owned()], how },
    }
}

/// The functions that can come to a change, the nearest first.
fn points(library: &Library, prepared: &Prepared, program: &[u8]) -> Vec<EntryPoint> {
    if prepared.map.is_empty() {
        return vec![];
    }
    let reach = Reach::new(prepared, &is_harness);
    let point = |(place, entry): (usize, &LibraryEntry)| {
        let distance = reach.distance(&entry.name)?;
        let argv = vec![program.to_vec(), entry.name.clone().into_bytes()];
        let space = Space { argv: argv.iter().cloned().map(Part::Fixed).collect(), ..Space::default() };
        let objects = entry.first_objects();
        let task = |values| Task { space: 0, values, shared: 0, what: What::Run };
        let mut tasks = vec![task(vec![])];
        if !objects.is_empty() {
            tasks.push(task(values(&objects)));
        }
        Some(EntryPoint {
            number: place,
            path: entry.name.clone(),
            distance,
            spaces: vec![space],
            tasks,
            samples: vec![Input { argv, objects, ..Input::default() }],
        })
    };
    let mut points: Vec<EntryPoint> = library.entries.iter().enumerate().filter_map(point).collect();
    points.sort_by_key(|point| (point.distance, point.number));
    points
}

fn values(objects: &[(String, Vec<u8>)]) -> Vec<ObjectValue> {
    let value = |(place, (name, bytes)): (usize, &(String, Vec<u8>))| {
        let before = objects[..place].iter().filter(|(other, _)| other == name).count();
        ObjectValue { name: name.clone(), nth: u32::try_from(before).unwrap_or(u32::MAX), bytes: bytes.clone() }
    };
    objects.iter().enumerate().map(value).collect()
}

/// The call that shows a difference, as people read it.
fn called(entry: &LibraryEntry, confirmed: &Confirmed) -> Call {
    let objects = &confirmed.input().objects;
    let seen = confirmed.seen();
    let results = seen.as_ref().map(|seen| entry.results(&seen.stdout));
    let mut shown = Pair {
        old: in_words((&seen.old, &results.old), (&seen.new, &results.new)),
        new: in_words((&seen.new, &results.new), (&seen.old, &results.old)),
    };
    if let Some(by) = confirmed.sanitizers() {
        let errors = &by.difference.reports;
        for (words, error) in [(&mut shown.old, &errors.old), (&mut shown.new, &errors.new)] {
            if let Some(error) = error {
                *words = format!("{} (seen by a sanitizer)", error.kind);
            }
        }
    }
    let printed = |(name, value)| PrintedParameter { name, value };
    Call {
        entry: entry.name.clone(),
        call: entry.call(objects),
        params: entry.params(objects).into_iter().map(printed).collect(),
        shown,
        also: vec![],
        accepted: None,
        test: None,
    }
}

/// Whether the program that calls the entries has it: the user does not.
fn is_harness(file: &str) -> bool {
    file == HARNESS || Origin::of_file(file) == Origin::Harness
}

/// What was returned, and of everything else what is not the same in the other version.
fn in_words((seen, results): (&Seen, &Returned), (other, other_results): (&Seen, &Returned)) -> String {
    let mut words = Vec::new();
    if seen.end != End::Exit(0) {
        words.push(seen.end.to_string());
    }
    for value @ (label, text) in &results.values {
        let is_result = label.starts_with("returned");
        match label.as_str() {
            "returned" | "returned the text" => words.push(format!("returned {text}")),
            label if is_result && label.ends_with('+') => words.push(format!("{label} {text}")),
            label if is_result || !other_results.values.contains(value) => words.push(format!("{label} = {text}")),
            _ => {}
        }
    }
    if results.printed != other_results.printed && !results.printed.is_empty() {
        words.push(format!("printed \"{}\"", results.printed.escape_ascii()));
    }
    if seen.stderr != other.stderr && !seen.stderr.is_empty() {
        words.push(format!("printed \"{}\" to standard error", seen.stderr.escape_ascii()));
    }
    if seen.files != other.files {
        words.push("left other files".to_owned());
    }
    if words.is_empty() { "returned".to_owned() } else { words.join(", ") }
}
