//! `rift export`: the differences of a report as tests that need nothing of rift, or as a fuzzer's corpus.

use crate::exit;
use crate::sandbox::{Isolation, SandboxArguments};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rift_ir::{Pair, Version};
use rift_report::diff::{
    Builds, Check, Checked, DiffReport, Difference, ExportedTest, Format, check, exported, write_exported,
};
use rift_report::{DiffDirectory, NativeLimits, harmless};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Lines of a test's own words that are shown when it fails.
const SHOWN: usize = 12;

const EXAMPLES: &str = "\
What is written:
  sh      TO/tests/ID.sh, and TO/run-all.sh PROGRAM to run them all
  rust    TO/differences.rs: copy it into tests/ of a crate, or compile it with rustc --test
  c       TO/differences.c: cc -o differences differences.c && ./differences
  corpus  TO/ID: the bytes of each input, for libFuzzer or AFL
Rust and C tests run the build that is named in them, or what PROGRAM in the environment names.

Every test is first run, in a sandbox, against both native builds. It has to pass on the one whose behaviour it expects
and to fail on the other: else it is not written, and rift says so.

Examples:
  rift diff old.c new.c --out found
  rift export found                               all differences, as shell tests of the new version
  rift export found 1b2c --format rust            one of them, as a Rust test
  rift export found --expect old --to regression  tests that the old version passes and the new one does not";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArguments {
    /// The directory that `rift diff --out` wrote, or a report that it wrote as JSON.
    #[arg(value_name = "DIR")]
    report: PathBuf,
    /// Which differences, by their names or how these begin; all when left out.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// As what.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FormatName::Sh)]
    format: FormatName,
    /// The version whose behaviour is expected.
    #[arg(long, value_name = "VERSION", value_enum, default_value_t = Expect::New)]
    expect: Expect,
    /// Where to write; DIR/export-FORMAT when left out. Files of the same names are replaced.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// The native build of that version, if it is no longer where the report says.
    #[arg(long, value_name = "EXE")]
    program: Option<PathBuf>,
    /// Write the tests without running them.
    #[arg(long, conflicts_with = "program")]
    unchecked: bool,
    #[command(flatten)]
    sandbox: SandboxArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// POSIX shell scripts.
    Sh,
    /// A file with a #[test] for each, for Linux and the like.
    Rust,
    /// A program for POSIX systems.
    C,
    /// Input bytes, one file for each.
    Corpus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Expect {
    Old,
    New,
}

impl FormatName {
    fn format(self) -> Format {
        match self {
            FormatName::Sh => Format::Sh,
            FormatName::Rust => Format::Rust,
            FormatName::C => Format::C,
            FormatName::Corpus => Format::Corpus,
        }
    }

    fn name(self) -> &'static str {
        match self {
            FormatName::Sh => "sh",
            FormatName::Rust => "rust",
            FormatName::C => "c",
            FormatName::Corpus => "corpus",
        }
    }
}

pub fn export(arguments: &ExportArguments) -> anyhow::Result<u8> {
    let mut said = String::new();
    let status = export_saying(arguments, &mut said)?;
    // A closed pipe is no reason to fail.
    let _ = io::stdout().write_all(harmless(&said).as_bytes());
    Ok(status)
}

fn export_saying(arguments: &ExportArguments, said: &mut String) -> anyhow::Result<u8> {
    let report = DiffDirectory::read(&arguments.report)?;
    let version = match arguments.expect {
        Expect::Old => Version::Old,
        Expect::New => Version::New,
    };
    let chosen = chosen(&report, &arguments.ids)?;
    let program = program(arguments, &report, version)?;
    let mut tests = Vec::new();
    for difference in &chosen {
        let test = ExportedTest::new(difference, version);
        match test.obstacle(arguments.format.format()) {
            Some(why) => *said += &format!("{}: no test is possible: {why}\n", test.id),
            None => tests.push(test),
        }
    }
    if let Some(program) = program.as_deref().filter(|_| !arguments.unchecked) {
        let (format, isolation) = (arguments.format.format(), arguments.sandbox.isolation);
        isolation.announce()?;
        let build = |builds: &Option<Pair<String>>, version: Version| {
            let path = builds.as_ref().map(|builds| PathBuf::from(version.of(builds)));
            path.filter(|path| path.is_file())
        };
        let (sanitized, plain): (Vec<_>, Vec<_>) =
            tests.into_iter().partition(|test| test.needs_sanitizers() && format == Format::Sh);
        let other = build(&report.builds, version.other());
        if other.is_none() && format != Format::Corpus {
            *said += "the native build of the other version is not there: nobody knows whether it fails the tests\n";
        }
        tests = passing(plain, format, Builds { own: program, other: other.as_deref() }, isolation, said)?;
        for test in sanitized {
            let builds = chosen.iter().find(|difference| difference.id == test.id).map(|found| &found.sanitized);
            let [own, other] = [version, version.other()].map(|version| build(builds.unwrap_or(&None), version));
            let own = own.filter(|_| arguments.program.is_none());
            let on = Builds { own: own.as_deref().unwrap_or(program), other: other.as_deref() };
            tests.extend(passing(vec![test], format, on, isolation, said)?);
        }
    }
    let to = arguments.to.clone().unwrap_or_else(|| beside(&arguments.report, arguments.format));
    if !tests.is_empty() {
        write_exported(&to, &exported(&tests, arguments.format.format(), program.as_deref()))?;
    }
    let what = if tests.len() == 1 { "difference" } else { "differences" };
    match tests.is_empty() {
        true => *said += "nothing was exported\n",
        false => *said += &format!("{} {what} exported to {}\n", tests.len(), to.display()),
    }
    Ok(if tests.len() < chosen.len() { exit::DIFFERENT } else { 0 })
}

/// The differences that are named, in the order of the report.
fn chosen<'a>(report: &'a DiffReport, ids: &[String]) -> anyhow::Result<Vec<&'a Difference>> {
    for id in ids {
        let matching = report.differences.iter().filter(|difference| difference.is_called(id)).count();
        match matching {
            0 => bail!("there is no difference `{id}` in the report; it has {}", known(report)),
            1 => {}
            _ if report.differences.iter().any(|difference| difference.id == *id) => {}
            _ => bail!("several differences begin with `{id}`: {}", known(report)),
        }
    }
    let is_chosen = |difference: &&Difference| ids.is_empty() || ids.iter().any(|id| difference.is_called(id));
    Ok(report.differences.iter().filter(is_chosen).collect())
}

fn known(report: &DiffReport) -> String {
    match report.differences.is_empty() {
        true => "none".to_owned(),
        false => report.differences.iter().map(|difference| difference.id.as_str()).collect::<Vec<_>>().join(", "),
    }
}

/// The build to run the tests on. Only unchecked tests and inputs for fuzzers do without.
fn program(arguments: &ExportArguments, report: &DiffReport, version: Version) -> anyhow::Result<Option<PathBuf>> {
    if let Some(program) = &arguments.program {
        let absolute = std::path::absolute(program).with_context(|| format!("cannot find `{}`", program.display()))?;
        if !absolute.is_file() {
            bail!("`{}` is not a program", program.display());
        }
        return Ok(Some(absolute));
    }
    let remembered = report.builds.as_ref().map(|builds| PathBuf::from(version.of(builds)));
    if arguments.unchecked || arguments.format == FormatName::Corpus {
        return Ok(remembered);
    }
    const HINT: &str = "say --program EXE to check the tests on another one, or --unchecked";
    match remembered {
        Some(program) if program.is_file() => Ok(Some(program)),
        Some(program) => bail!("the native build `{}` is no longer there: {HINT}", program.display()),
        None => bail!("the report does not say where the native builds are: {HINT}"),
    }
}

/// The tests that pass; what is wrong with the others is added to `said`.
fn passing(
    tests: Vec<ExportedTest>,
    format: Format,
    builds: Builds<'_>,
    isolation: Isolation,
    said: &mut String,
) -> anyhow::Result<Vec<ExportedTest>> {
    if tests.is_empty() {
        return Ok(tests);
    }
    let sandbox = isolation.sandbox(NativeLimits::default())?;
    let Check { results, note } = check(&tests, format, builds, &sandbox)?;
    if let Some(note) = note {
        *said += &format!("{note}; rift itself ran the inputs instead\n");
    }
    let mut passing = Vec::new();
    for (test, result) in tests.into_iter().zip(results) {
        let (what, build, why) = match result {
            Checked::Passed => {
                passing.push(test);
                continue;
            }
            Checked::Failed(why) => ("does not pass on", builds.own, why),
            Checked::Indistinct(why) => ("does not fail on", builds.other.unwrap_or(builds.own), why),
        };
        *said += &format!("{} {what} {}, and is not exported:\n", test.id, build.display());
        let line = |line: &str| format!("  {}\n", line.replace(|c: char| c.is_control() && c != '\t', "?"));
        said.extend(why.lines().take(SHOWN).map(line));
    }
    Ok(passing)
}

fn beside(report: &Path, format: FormatName) -> PathBuf {
    let directory = if report.is_dir() { Some(report) } else { report.parent() };
    directory.unwrap_or(Path::new("")).join(format!("export-{}", format.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::fs;
    use std::process::Command;

    /// Two builds, of which the new one says `high` and exits with 1, and a report on them.
    fn found() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let mut report: Value =
            serde_json::from_str(include_str!("../../rift-report/src/diff/tests/golden/report.json")).unwrap();
        for (version, does) in [("old", "puts(\"low\"); return 0;"), ("new", "puts(\"high\"); return 1;")] {
            let (source, program) = (dir.path().join("program.c"), dir.path().join(version));
            fs::write(&source, format!("#include <stdio.h>\nint main(void) {{ puts(\"reading\"); {does} }}")).unwrap();
            assert!(Command::new("clang-22").arg("-o").arg(&program).arg(&source).status().unwrap().success());
            report["builds"][version] = json!(program);
        }
        fs::write(dir.path().join("report.json"), report.to_string()).unwrap();
        dir
    }

    fn arguments(dir: &Path) -> ExportArguments {
        ExportArguments {
            report: dir.to_owned(),
            ids: vec![],
            format: FormatName::Sh,
            expect: Expect::New,
            to: None,
            program: None,
            unchecked: false,
            sandbox: SandboxArguments::default(),
        }
    }

    /// Exports, and keeps what is said to itself: it quotes failing tests.
    fn exported_with(arguments: &ExportArguments) -> anyhow::Result<u8> {
        export_saying(arguments, &mut String::new())
    }

    #[test]
    fn only_tests_that_pass_are_exported() {
        let dir = found();
        for (format, file) in [
            (FormatName::Sh, "export-sh/tests/1b2c3d4e5f.sh"),
            (FormatName::C, "export-c/differences.c"),
            (FormatName::Rust, "export-rust/differences.rs"),
        ] {
            // The second difference of the report is none of these programs.
            assert_eq!(exported_with(&ExportArguments { format, ..arguments(dir.path()) }).unwrap(), exit::DIFFERENT);
            let text = fs::read_to_string(dir.path().join(file)).unwrap();
            assert!(text.contains("1b2c3d4e5f") && !text.contains("a0a0a0a0a0"), "{text}");
        }
        assert_eq!(fs::read_dir(dir.path().join("export-sh/tests")).unwrap().count(), 1);
        let one = ExportArguments { ids: vec!["1b2".to_owned()], expect: Expect::Old, ..arguments(dir.path()) };
        let to = dir.path().join("elsewhere");
        assert_eq!(exported_with(&ExportArguments { to: Some(to.clone()), ..one }).unwrap(), 0);
        let passes = |version: &str| {
            let script = to.join("tests/1b2c3d4e5f.sh");
            Command::new("sh").arg(script).arg(dir.path().join(version)).output().unwrap().status.success()
        };
        assert!(passes("old") && !passes("new"));
    }

    #[test]
    fn a_corpus_and_unchecked_tests_need_no_build() {
        let dir = found();
        fs::remove_file(dir.path().join("new")).unwrap();
        let refused = exported_with(&arguments(dir.path())).unwrap_err().to_string();
        assert!(refused.contains("is no longer there") && refused.contains("--program"), "{refused}");
        assert!(!dir.path().join("export-sh").exists());
        let corpus = ExportArguments { format: FormatName::Corpus, ..arguments(dir.path()) };
        assert_eq!(exported_with(&corpus).unwrap(), 0);
        assert_eq!(fs::read(dir.path().join("export-corpus/1b2c3d4e5f")).unwrap(), b"10\n");
        assert_eq!(fs::read(dir.path().join("export-corpus/a0a0a0a0a0")).unwrap(), [255; 4]);
        assert_eq!(exported_with(&ExportArguments { unchecked: true, ..arguments(dir.path()) }).unwrap(), 0);
        assert!(dir.path().join("export-sh/tests/a0a0a0a0a0.sh").exists());
        let another = ExportArguments { program: Some(dir.path().join("old")), ..arguments(dir.path()) };
        assert_eq!(
            exported_with(&ExportArguments { to: Some(dir.path().join("none")), ..another }).unwrap(),
            exit::DIFFERENT
        );
        assert!(!dir.path().join("none").exists());
    }

    #[test]
    fn wrong_names_are_refused() {
        let dir = found();
        let refused = |id: &str| {
            exported_with(&ExportArguments { ids: vec![id.to_owned()], ..arguments(dir.path()) })
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("77"), "there is no difference `77` in the report; it has 1b2c3d4e5f, a0a0a0a0a0");
        assert!(refused("").starts_with("several differences begin with ``"));
        let absent = exported_with(&arguments(&dir.path().join("absent"))).unwrap_err().to_string();
        assert!(absent.contains("absent"), "{absent}");
    }
}
