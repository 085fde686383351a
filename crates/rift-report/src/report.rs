//! The summary of an exploration: `rift.explore/1`, as docs/JSON.md describes it. `text` says the same to people.

use crate::diff::word;
use crate::usage::Usage;
use crate::writer::TestEntry;
use rift_env::{Part, Space};
use rift_ir::{Module, Site};
use rift_search::{FileCoverage, Left, Share, SourceCoverage, StopReason, Summary};
use rift_solver::LayerStats;
use rift_vm::concolic::Pin;
use serde::Serialize;
use std::time::Duration;

const SCHEMA: &str = "rift.explore/1";

#[derive(Debug, Clone, Serialize)]
pub struct Report {
    pub schema: &'static str,
    /// As it was named on the command line.
    pub program: Vec<String>,
    /// What was symbolic, in words.
    pub spaces: Vec<String>,
    /// Every path of the spaces was run.
    pub exhausted: bool,
    pub stopped: &'static str,
    pub paths: u64,
    /// Decisions whose other way was never looked at.
    pub frontier: u64,
    pub tests: Vec<TestFile>,
    /// Paths that got no file because of `--max-tests` or `--tests-for`.
    pub tests_left_out: u64,
    pub incomplete: Vec<IncompletePlace>,
    pub unsupported: Vec<Unsupported>,
    pub coverage: Covered,
    /// What `--verify-native` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<NativeCheck>,
    /// What `--check-solver` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<CrossChecked>,
    pub stats: Statistics,
}

#[derive(Debug, Clone, Serialize)]
pub struct TestFile {
    /// Relative to the directory.
    pub file: String,
    pub path: String,
    pub end: String,
    pub new_coverage: bool,
}

/// A place where part of the space was left out.
#[derive(Debug, Clone, Serialize)]
pub struct IncompletePlace {
    pub position: String,
    pub function: String,
    pub kind: &'static str,
    pub reason: &'static str,
    pub count: u64,
}

#[derive(Debug, Clone, Serialize)]
pub struct Unsupported {
    pub what: String,
    pub count: u64,
}

/// What was executed of the user's own source.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Covered {
    pub lines: Extent,
    /// Ways of branches.
    pub branches: Extent,
    /// Sides of decisions that depend on the input.
    pub edges: u64,
    pub files: Vec<CoveredFile>,
}

/// How much of how many.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Extent {
    pub covered: u64,
    pub total: u64,
}

#[derive(Debug, Clone, Serialize)]
pub struct CoveredFile {
    pub file: String,
    pub lines: Extent,
    pub branches: Extent,
    /// Lines with code of which nothing was executed.
    pub uncovered: Vec<u32>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct NativeCheck {
    pub equal: u64,
    /// Tests that end in a fault which a native build need not notice, or that need files elsewhere.
    pub skipped: u64,
    pub different: Vec<Different>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Different {
    pub file: String,
    pub differences: Vec<String>,
}

/// Verdicts compared with those of a second solver.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CrossChecked {
    pub agreed: u64,
    /// What the second solver did not decide.
    pub undecided: u64,
    /// Files with the queries.
    pub disagreements: Vec<String>,
    /// Why there was nothing to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Statistics {
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub runs: u64,
    pub outside: u64,
    pub duplicates: u64,
    pub instructions: u64,
    pub queries: u64,
    pub solver_queries: u64,
    pub solver_seconds: f64,
    pub solver_work: u64,
    pub solver_unreproducible: u64,
    pub memory_bytes: u64,
    pub layers: Vec<Layer>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Layer {
    pub name: &'static str,
    pub asked: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub seconds: f64,
    pub work: u64,
    pub step_limit: u64,
    pub too_large: u64,
}

/// What a report is made of.
pub struct Run<'a> {
    pub program: Vec<String>,
    pub module: &'a Module,
    pub source: &'a SourceCoverage,
    pub spaces: &'a [Space],
    pub summary: &'a Summary,
    pub tests: &'a [TestEntry],
    pub tests_left_out: u64,
    pub usage: Usage,
    pub elapsed: Duration,
}

impl Report {
    pub fn new(run: Run<'_>) -> Report {
        let Run { program, module, source, spaces, summary, tests, tests_left_out, usage, elapsed } = run;
        let incomplete = summary.incomplete.iter().map(|place| {
            let (position, function) = describe(module, place.site);
            let (kind, reason) = left_in_words(place.what);
            IncompletePlace { position, function, kind, reason, count: place.count }
        });
        let unsupported = summary.unsupported.iter();
        let totals = &summary.totals;
        Report {
            schema: SCHEMA,
            program,
            spaces: spaces.iter().map(space_in_words).collect(),
            exhausted: summary.exhausted(),
            stopped: stop_name(summary.stopped),
            paths: totals.paths,
            frontier: summary.frontier,
            tests: tests.iter().map(test_file).collect(),
            tests_left_out,
            incomplete: incomplete.collect(),
            unsupported: unsupported.map(|(what, count)| Unsupported { what: what.clone(), count: *count }).collect(),
            coverage: covered(source, summary.coverage.edges() as u64),
            native: None,
            cross_check: None,
            stats: Statistics {
                cpu_seconds: usage.cpu.as_secs_f64(),
                wall_seconds: elapsed.as_secs_f64(),
                runs: totals.runs,
                outside: totals.outside,
                duplicates: totals.duplicates,
                instructions: totals.instructions,
                queries: totals.queries,
                solver_queries: totals.solver_queries,
                solver_seconds: totals.solver_seconds,
                solver_work: totals.solver_work,
                solver_unreproducible: totals.solver_unreproducible,
                memory_bytes: usage.peak_memory,
                layers: summary.layers.iter().map(layer).collect(),
            },
        }
    }
}

fn covered(source: &SourceCoverage, edges: u64) -> Covered {
    let part = |share: Share| Extent { covered: share.covered, total: share.total };
    let file = |(name, file): (&String, &FileCoverage)| {
        let alone = SourceCoverage { files: [(name.clone(), file.clone())].into() };
        CoveredFile {
            file: name.clone(),
            lines: part(alone.lines()),
            branches: part(alone.branches()),
            uncovered: file.lines.iter().filter(|(_, covered)| !**covered).map(|(line, _)| *line).collect(),
        }
    };
    let files = source.files.iter().map(file).collect();
    Covered { lines: part(source.lines()), branches: part(source.branches()), edges, files }
}

fn test_file(entry: &TestEntry) -> TestFile {
    TestFile {
        file: entry.file(),
        path: entry.path.to_string(),
        end: entry.end.clone(),
        new_coverage: entry.new_coverage,
    }
}

fn layer(stats: &LayerStats) -> Layer {
    Layer {
        name: stats.name,
        asked: stats.asked,
        sat: stats.sat,
        unsat: stats.unsat,
        unknown: stats.unknown,
        seconds: stats.nanoseconds as f64 / 1e9,
        work: stats.work,
        step_limit: stats.step_limit,
        too_large: stats.too_large,
    }
}

/// Position and function of a site.
fn describe(module: &Module, site: Option<Site>) -> (String, String) {
    let Some(site) = site else { return ("unknown position".to_owned(), "unknown function".to_owned()) };
    let function = &module.functions[site.function];
    (module.describe(function.insts[site.inst].position), function.display.clone())
}

pub(crate) fn stop_name(stopped: StopReason) -> &'static str {
    match stopped {
        StopReason::Finished => "finished",
        StopReason::Runs => "runs",
        StopReason::Steps => "steps",
        StopReason::Time => "time",
        StopReason::Memory => "memory",
        StopReason::Interrupted => "interrupted",
        StopReason::Enough => "enough",
        StopReason::Output => "output",
        StopReason::Running => "running",
    }
}

const HANDED_OVER: &str = "of values given to the operating system, such as names of files, only some were tried";

/// A kind for programs, and a reason for people.
pub(crate) fn left_in_words(left: Left) -> (&'static str, &'static str) {
    match left {
        Left::Pinned(Pin::WriteAddress) => ("write-address", "not every address that is written to was tried"),
        Left::Pinned(Pin::ReadAddress) => ("read-address", "not every address that is read from was tried"),
        Left::Pinned(Pin::Size) => ("size", "not every size of a copy or an allocation was tried"),
        Left::Pinned(Pin::Target) => ("target", "not every target of an indirect call or jump was tried"),
        Left::Pinned(Pin::Operation) => ("operation", "an operation that has no symbolic form was done on one value"),
        Left::Pinned(Pin::Host) => ("host", HANDED_OVER),
        Left::Undecided => ("undecided", "a branch that the solver did not decide within its limit"),
        Left::End => ("end", "whether outputs differ was not decided by the solver within its limit"),
        Left::Limit => ("limit", "a run was too long and was given up (--steps-per-run)"),
        Left::Many => ("many", "a run decided too often for all of it to be tried otherwise"),
    }
}

/// As the options that would ask for it, quoted as a POSIX shell takes them.
pub fn space_in_words(space: &Space) -> String {
    let argument = |bytes: &[u8]| match bytes.split_first() {
        // A word that looks like a symbolic one has one more mark.
        Some((b'?', number)) if number.iter().all(u8::is_ascii_digit) => word(&[b"?", bytes].concat()),
        _ => word(bytes),
    };
    let arguments: Vec<String> = space.argv.iter().skip(1).map(|part| part_in_words(part, "?", &argument)).collect();
    let mut words = vec![format!("--args {}", quoted(&arguments.join(" ")))];
    let contents = |bytes: &[u8]| format!("({} fixed bytes)", bytes.len());
    words.extend(space.stdin.iter().map(|part| format!("--stdin {}", part_in_words(part, "", &contents))));
    words.extend(space.files.iter().map(|(name, part)| {
        let contents = part_in_words(part, "", &contents);
        format!("--file {}={contents}", word(name.as_bytes()))
    }));
    words.extend(space.env.iter().map(|(name, part)| {
        let value = part_in_words(part, "?", &|bytes| word(bytes));
        format!("--env {}={value}", word(name))
    }));
    words.join(" ")
}

/// In quotes even where none are needed: as options are documented.
fn quoted(text: &str) -> String {
    match word(text.as_bytes()) {
        word if word == text => format!("'{word}'"),
        _ if text.contains('\'') && !text.contains(['"', '$', '`', '\\', '!', '\n']) => format!("\"{text}\""),
        word => word,
    }
}

fn part_in_words(part: &Part, mark: &str, fixed: &dyn Fn(&[u8]) -> String) -> String {
    match part {
        Part::Fixed(bytes) => fixed(bytes),
        Part::Symbolic { max } => format!("{mark}{max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a shell splits them, and then the option's own reader.
    #[test]
    fn spaces_are_options_that_a_shell_takes() {
        let space = |arguments: &[Part]| Space {
            argv: [Part::Fixed(b"p".to_vec())].into_iter().chain(arguments.iter().cloned()).collect(),
            ..Space::default()
        };
        let fixed = |text: &str| Part::Fixed(text.into());
        assert_eq!(space_in_words(&space(&[])), "--args ''");
        assert_eq!(space_in_words(&space(&[fixed("-n"), Part::Symbolic { max: 3 }])), "--args '-n ?3'");
        assert_eq!(space_in_words(&space(&[fixed("a b"), fixed("?3")])), r#"--args "'a b' '??3'""#);
        assert_eq!(space_in_words(&space(&[fixed("a$")])), r"--args ''\''a$'\'''");
        let odd = Space {
            files: [("my file".to_owned(), Part::Symbolic { max: 4 })].into(),
            env: vec![(b"LANG".to_vec(), fixed("a b"))],
            ..space(&[])
        };
        assert_eq!(space_in_words(&odd), "--args '' --file 'my file'=4 --env LANG='a b'");
    }
}
