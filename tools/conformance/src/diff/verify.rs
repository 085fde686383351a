//! No false finding: every difference that `rift diff` reports must be reproduced by what it exports, without rift. There
//! are two shell scripts for each: `rift diff --out` writes the one that expects what the new version did, `rift export
//! --expect old` the other. Each must pass on a plain build of the version that it describes, and fail on one of the other
//! version. Errs towards failure: a script that is not there, is skipped or cannot be run counts as one that does not
//! hold, unless the report says that plain builds cannot show this end (a sanitizer's error, or none at all).

use super::report::{Difference, Kind, Report};
use super::tool::Answered;
use super::versions::Versions;
use crate::explore::measure::measure;
use crate::explore::tool::rift;
use crate::limits::{self, ProcessLimits};
use crate::tally::{Tally, Verdict, each};
use anyhow::{Context, bail};
use rift_ir::{Pair, Version};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// A reported difference and the scripts that stand for it.
#[derive(Debug)]
pub struct Finding {
    pub id: String,
    kind: Kind,
    /// Whether a script can expect what that version did.
    testable: Pair<bool>,
    /// By the version that they expect; one that is missing was not exported.
    scripts: Pair<PathBuf>,
    /// What `rift export` said.
    said: String,
}

/// Statuses of a script.
const PASSED: i32 = 0;
const FAILED: i32 = 1;
const SKIPPED: i32 = 77;
/// For writing and checking all scripts of a report.
const EXPORT: Duration = Duration::from_secs(300);

/// All differences of a report, exported. `out` is what `rift diff --out` wrote.
pub fn export(report: &Report, out: &Path) -> anyhow::Result<Vec<Finding>> {
    if report.differences.is_empty() {
        return Ok(Vec::new());
    }
    let olds = out.join("expect-old");
    let mut command = rift()?;
    let exported = measure(command.arg("export").arg(out).args(["--expect", "old", "--to"]).arg(&olds), EXPORT)?;
    let said = [exported.stdout.as_slice(), &exported.stderr].concat();
    let said = String::from_utf8_lossy(&said).trim_end().to_owned();
    // 1: there are differences without a test. Which, and whether that is right, is looked at one by one.
    if !matches!(exported.status.code(), Some(0 | 1)) {
        bail!("`rift export` failed ({}): {said}", exported.status);
    }
    let finding = |difference: &Difference| {
        let name = format!("{}.sh", difference.id);
        Finding {
            id: difference.id.clone(),
            kind: difference.kind,
            testable: Pair { old: difference.old.is_testable(), new: difference.new.is_testable() },
            scripts: Pair { old: olds.join("tests").join(&name), new: out.join("differences").join(&name) },
            said: said.clone(),
        }
    };
    Ok(report.differences.iter().map(finding).collect())
}

/// A finding to be looked at after the searches, and what it needs until then.
pub struct Kept {
    /// Of the change, and what else tells the search from others.
    pub name: String,
    pub finding: Finding,
    pub versions: Arc<Versions>,
}

/// What a search found, exported.
pub fn kept(name: &str, answered: &Answered, versions: &Arc<Versions>) -> anyhow::Result<Vec<Kept>> {
    let findings = export(&answered.report, &answered.dir)?;
    let kept = |finding| Kept { name: name.to_owned(), finding, versions: Arc::clone(versions) };
    Ok(findings.into_iter().map(kept).collect())
}

/// The scripts of all findings, so many at a time. Each finding is a case of its own; also a line for people.
pub fn verify_all(findings: &[Kept], jobs: usize) -> (Tally, String) {
    let name = |kept: &Kept| format!("{}: difference {}", kept.name, kept.finding.id);
    let tally = each("scripts", findings, jobs, name, |kept| verify(&kept.finding, &kept.versions.programs));
    let told = told(findings.len(), &tally);
    (tally, told)
}

fn told(findings: usize, tally: &Tally) -> String {
    let labelled = findings - tally.passed - tally.failed;
    let mut text = format!("{} of {findings} findings reproduced by their scripts", tally.passed);
    if labelled > 0 {
        text += &format!(", {labelled} for sanitizers only");
    }
    match tally.failed {
        0 => text,
        failed => text + &format!(", {failed} NOT reproduced"),
    }
}

/// Whether the scripts tell the two versions apart.
pub fn verify(finding: &Finding, programs: &Pair<PathBuf>) -> Verdict {
    match problems(finding, programs) {
        Err(error) => Verdict::Fail(format!("{error:#}")),
        Ok(wrong) if !wrong.is_empty() => Verdict::Fail(wrong),
        Ok(_) if finding.kind == Kind::Sanitizer => Verdict::Skip("a difference that only sanitizers see".to_owned()),
        Ok(_) => Verdict::Pass,
    }
}

fn problems(finding: &Finding, programs: &Pair<PathBuf>) -> anyhow::Result<String> {
    let mut wrong = String::new();
    for version in [Version::New, Version::Old] {
        wrong += &one_script(finding, version, programs)?;
    }
    if !finding.testable.old && !finding.testable.new && finding.kind != Kind::Sanitizer {
        wrong += "neither version does what a script can expect\n";
    }
    Ok(wrong)
}

/// What is wrong with the script that expects `version`.
fn one_script(finding: &Finding, version: Version, programs: &Pair<PathBuf>) -> anyhow::Result<String> {
    let script = version.of(&finding.scripts);
    let (name, other) = (name(version), name(version.other()));
    let on = |version: Version, called: &str, expected: &[i32]| {
        let program: &PathBuf = version.of(programs);
        let wrong = unexpected(script, program, expected)?;
        Ok(wrong
            .map_or(String::new(), |how| format!("the script for the {name} version, on the {called} one: {how}\n")))
    };
    match (*version.of(&finding.testable), script.is_file()) {
        (false, false) => Ok(String::new()),
        // It has to say so itself.
        (false, true) => on(version, name, &[SKIPPED]),
        (true, false) => Ok(format!("no script expects the {name} version: {}\n", finding.said)),
        (true, true) => {
            // A plain build of the version with the error need not show anything.
            let elsewhere = if finding.kind == Kind::Sanitizer { &[PASSED, FAILED][..] } else { &[FAILED] };
            Ok(on(version, name, &[PASSED])? + &on(version.other(), other, elsewhere)?)
        }
    }
}

fn name(version: Version) -> &'static str {
    match version {
        Version::Old => "old",
        Version::New => "new",
    }
}

/// Runs a script on a program: how it ended and what it said, if its status is none of those that are expected.
fn unexpected(script: &Path, program: &Path, expected: &[i32]) -> anyhow::Result<Option<String>> {
    let ended = limits::run(Command::new("sh").arg(script).arg(program), b"", &ProcessLimits::default())?
        .with_context(|| format!("`{}` took too long", script.display()))?;
    if ended.status.code().is_some_and(|code| expected.contains(&code)) {
        return Ok(None);
    }
    let said = [ended.stdout, ended.stderr].concat();
    Ok(Some(format!("{}\n{}", ended.status, String::from_utf8_lossy(&said).trim_end())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use tempfile::TempDir;

    /// Two programs that print `old` and `new`, and scripts in which `T` is a test for one of these words.
    struct Case {
        dir: TempDir,
        programs: Pair<PathBuf>,
    }

    impl Case {
        fn new() -> Case {
            let dir = tempfile::tempdir().unwrap();
            let program = |name: &str| {
                let path = dir.path().join(name);
                fs::write(&path, format!("#!/bin/sh\necho {name}\n")).unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
                path
            };
            let programs = Pair { old: program("old"), new: program("new") };
            Case { programs, dir }
        }

        fn finding(&self, kind: Kind, testable: Pair<bool>, scripts: Pair<Option<&str>>) -> Finding {
            let place = |name: &str, text: Option<&str>| {
                let path = self.dir.path().join(format!("expect-{name}.sh"));
                let _ = fs::remove_file(&path);
                if let Some(text) = text {
                    fs::write(&path, text).unwrap();
                }
                path
            };
            let scripts = Pair { old: place("old", scripts.old), new: place("new", scripts.new) };
            Finding { id: "d".to_owned(), kind, testable, scripts, said: "nothing was exported".to_owned() }
        }

        fn verify(&self, kind: Kind, testable: Pair<bool>, scripts: Pair<Option<&str>>) -> Verdict {
            verify(&self.finding(kind, testable, scripts), &self.programs)
        }
    }

    #[test]
    fn the_line_for_people_counts_what_does_not_hold() {
        let mut tally = Tally::default();
        tally.add("a", Verdict::Pass);
        assert_eq!(told(1, &tally), "1 of 1 findings reproduced by their scripts");
        tally.add("b", Verdict::Skip("sanitizers".to_owned()));
        tally.add("c", Verdict::Fail("no".to_owned()));
        let all = "1 of 3 findings reproduced by their scripts, 1 for sanitizers only, 1 NOT reproduced";
        assert_eq!(told(3, &tally), all);
    }

    const OLD: &str = "[ \"$($1)\" = old ] || exit 1\n";
    const NEW: &str = "[ \"$($1)\" = new ] || exit 1\n";
    const BOTH: Pair<bool> = Pair { old: true, new: true };

    fn why(verdict: Verdict) -> String {
        match verdict {
            Verdict::Fail(why) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn scripts_must_tell_the_versions_apart_both_ways() {
        let case = Case::new();
        let says = |old, new| case.verify(Kind::Plain, BOTH, Pair { old: Some(old), new: Some(new) });
        assert_eq!(says(OLD, NEW), Verdict::Pass);
        // What is no difference: whatever is expected holds on both versions, or on none.
        assert!(why(says(OLD, "exit 0")).contains("for the new version, on the old one"));
        assert!(why(says("exit 0", NEW)).contains("for the old version, on the new one"));
        assert!(why(says(OLD, "exit 1")).contains("for the new version, on the new one"));
        assert!(why(says("exit 1", NEW)).contains("for the old version, on the old one"));
        // A script that could not be run, or is skipped, says nothing.
        assert!(why(says(OLD, "exit 2")).contains("for the new version, on the new one"));
        assert!(why(says("exit 77", NEW)).contains("for the old version, on the old one"));
    }

    #[test]
    fn what_was_not_exported_does_not_hold() {
        let case = Case::new();
        let without = case.verify(Kind::Plain, BOTH, Pair { old: None, new: Some(NEW) });
        assert!(why(without).contains("no script expects the old version: nothing was exported"));
        let neither = Pair { old: false, new: false };
        assert!(why(case.verify(Kind::Plain, neither, Pair { old: None, new: None })).contains("neither version"));
    }

    #[test]
    fn what_plain_builds_cannot_show_is_as_its_script_says() {
        let case = Case::new();
        let hangs = Pair { old: true, new: false };
        let of = |kind, new| case.verify(kind, hangs, Pair { old: Some(OLD), new });
        assert_eq!(of(Kind::Plain, Some("exit 77")), Verdict::Pass);
        assert_eq!(of(Kind::Plain, None), Verdict::Pass);
        assert!(why(of(Kind::Plain, Some("exit 0"))).contains("for the new version, on the new one"));
        assert!(matches!(of(Kind::Sanitizer, Some("exit 77")), Verdict::Skip(_)));
        // The version without the error must still do what is said of it.
        let other = case.verify(Kind::Sanitizer, hangs, Pair { old: Some(NEW), new: None });
        assert!(why(other).contains("for the old version, on the old one"));
    }
}
