//! `conformance diff-real`: `rift diff` on versions of libraries that nobody here wrote, each with a small program
//! around it. What they differ in is not known, so what rift says is checked instead: that it ends, that every change
//! has a status, that every difference holds on native builds of our own, that its test tells the versions apart, and
//! that people can read the report. Each folder of tests/diff/real has such a program, and in `pair.txt`:
//!
//! ```text
//! crate libz-sys 1.1.8 1.1.15      where the sources come from, old and new
//! folder src/zlib                  inside the crates; or two, old and new
//! sources *.c !x.c                 compiled together with the driver
//! driver ../other/main.c           relative to the folder; main.c when left out
//! flags -DHAVE_X -I. -lm           for all builds
//! diff --stdin 24                  options of `rift diff`, which is run in the folder
//! ```

use super::budget::{Budget, seconds};
use super::report::{Kind, Report};
use super::verify;
use super::{confirm, found_once};
use crate::explore::measure::{Measured, measure};
use crate::explore::tool::rift;
use crate::fetch::fetch;
use crate::half::{Half, Halves};
use crate::native;
use crate::place::{in_root, temporary};
use crate::subjects::sources;
use crate::tally::{Verdict, each, say};
use crate::tool::copy_tree;
use anyhow::{Context, bail};
use clap::Args;
use rift_ir::Pair;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

#[derive(Args)]
pub struct RealArguments {
    /// Only pairs with this in their name.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Only pairs of this half, which is that of the crate's name.
    #[arg(long, value_name = "HALF", default_value = "all")]
    half: Halves,
    /// What the search may take for each: `20s`, `200runs`, or both with a comma; runs alone end after 60s.
    #[arg(long, value_name = "BUDGET", default_value = "20s")]
    budget: Budget,
    /// Fail when building, aligning and the graphs of a pair take longer, with nothing in the cache.
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    ready_within: Option<Duration>,
    /// Compare once more with all limits of native runs doubled: the same differences must be found. With a budget in
    /// runs, or searches on a busy machine find different ones.
    #[arg(long)]
    limits_doubled: bool,
}

/// Beyond the budget, for building, confirming and writing.
const SLACK: Duration = Duration::from_secs(300);
/// A report without --verbose is for people.
const MOST_LINES: usize = 600;
const STATUSES: [&str; 4] = ["differs", "equal", "none_found", "not_reached"];

/// What `pair.txt` says.
struct Recipe {
    krate: String,
    versions: Pair<String>,
    folder: Pair<String>,
    sources: Vec<String>,
    driver: Option<String>,
    flags: Vec<String>,
    diff: Vec<String>,
}

struct Case {
    name: String,
    dir: PathBuf,
    recipe: Recipe,
}

/// By name and version.
type Crates = BTreeMap<(String, String), PathBuf>;

impl Case {
    /// Old and new.
    fn crates(&self) -> [(String, String); 2] {
        let Recipe { krate, versions: Pair { old, new }, .. } = &self.recipe;
        [old, new].map(|version| (krate.clone(), version.clone()))
    }

    /// All pairs of one crate are in one half: their versions have much in common.
    fn half(&self) -> Half {
        Half::of_name(&self.recipe.krate)
    }
}

pub fn real(arguments: &RealArguments) -> anyhow::Result<bool> {
    let root = in_root("tests/diff/real")?;
    let mut cases = Vec::new();
    for entry in fs::read_dir(&root).with_context(|| format!("cannot read `{}`", root.display()))? {
        let dir = entry?.path();
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let case = Case { name, recipe: recipe(&dir)?, dir };
        let is_named = arguments.filter.as_ref().is_none_or(|text| case.name.contains(text.as_str()));
        if is_named && arguments.half.has(case.half()) {
            cases.push(case);
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    if cases.is_empty() {
        bail!("no pair has that name and is in that half");
    }
    let mut crates = Crates::new();
    for wanted in cases.iter().flat_map(Case::crates) {
        // One by one: two versions of a crate do not go into one manifest.
        let found = fetch(&BTreeSet::from([wanted.clone()]))?.remove(&wanted.0);
        crates.insert(wanted, found.context("the crate was not fetched")?);
    }
    let found = Mutex::new(Vec::new());
    let check = |case: &Case| {
        Verdict::of(check(case, &crates, arguments).map(|(differences, wrong)| {
            found.lock().unwrap_or_else(|e| e.into_inner()).push((case.half(), differences));
            if wrong.is_empty() { Ok(()) } else { Err(wrong) }
        }))
    };
    // One at a time: times are measured.
    let tally = each("real pairs", &cases, 1, |case| case.name.clone(), check);
    let found = found.into_inner().unwrap_or_else(|e| e.into_inner());
    for half in Half::BOTH {
        let pairs: Vec<usize> = found.iter().filter(|(of, _)| *of == half).map(|(_, count)| *count).collect();
        if pairs.is_empty() {
            continue;
        }
        let differ = pairs.iter().filter(|count| **count > 0).count();
        say(&format!(
            "{half} half: {} differences, in {differ} of {} pairs of versions",
            pairs.iter().sum::<usize>(),
            pairs.len()
        ));
    }
    Ok(tally.finish())
}

fn recipe(dir: &Path) -> anyhow::Result<Recipe> {
    let path = dir.join("pair.txt");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let nothing = || Pair { old: String::new(), new: String::new() };
    let mut recipe = Recipe {
        krate: String::new(),
        versions: nothing(),
        folder: nothing(),
        sources: vec![],
        driver: None,
        flags: vec![],
        diff: vec![],
    };
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words = shell_words::split(line)?;
        let pair = |old: &str, new: &str| Pair { old: old.to_owned(), new: new.to_owned() };
        match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["crate", name, old, new] => {
                recipe.krate = (*name).to_owned();
                recipe.versions = pair(old, new);
            }
            ["folder", both] => recipe.folder = pair(both, both),
            ["folder", old, new] => recipe.folder = pair(old, new),
            ["driver", path] => recipe.driver = Some((*path).to_owned()),
            ["sources", ..] => recipe.sources = words[1..].to_vec(),
            ["flags", ..] => recipe.flags = words[1..].to_vec(),
            ["diff", ..] => recipe.diff = words[1..].to_vec(),
            _ => bail!("`{}`: `{line}` is not understood", path.display()),
        }
    }
    match recipe.krate.is_empty() {
        true => bail!("`{}` names no crate", path.display()),
        false => Ok(recipe),
    }
}

/// One version as a project directory, with the command that builds it.
struct Version {
    dir: PathBuf,
    build: String,
    /// Our own.
    native: PathBuf,
    lines: usize,
}

fn version(case: &Case, krate: Option<&PathBuf>, folder: &str, dir: PathBuf) -> anyhow::Result<Version> {
    copy_tree(&krate.context("the crate was not fetched")?.join(folder), &dir)?;
    let driver = case.dir.join(case.recipe.driver.as_deref().unwrap_or("main.c"));
    fs::copy(&driver, dir.join("main.c")).with_context(|| format!("cannot copy `{}`", driver.display()))?;
    let mut files = sources(&dir, &case.recipe.sources)?;
    files.push(dir.join("main.c"));
    files.dedup();
    let mut lines = 0;
    for file in &files {
        let text = fs::read(file).with_context(|| format!("cannot read `{}`", file.display()))?;
        lines += text.iter().filter(|byte| **byte == b'\n').count();
    }
    let names = files.iter().map(|file| file.strip_prefix(&dir).unwrap_or(file).display().to_string());
    let flags = case.recipe.flags.iter().cloned();
    let build = format!("$CC -g -w -o program {}", shell_words::join(names.chain(flags).collect::<Vec<_>>()));
    let native = dir.with_extension("native");
    let flag = |flag: &String| match flag.strip_prefix("-I") {
        Some(path) => format!("-I{}", dir.join(path).display()),
        None => flag.clone(),
    };
    native::clang(&files, &case.recipe.flags.iter().map(flag).collect::<Vec<_>>(), "-O0", &native)?;
    Ok(Version { dir, build, native, lines })
}

/// How many differences were found, and what is wrong with what rift said.
fn check(case: &Case, crates: &Crates, arguments: &RealArguments) -> anyhow::Result<(usize, String)> {
    let place = temporary()?;
    let [old, new] = case.crates().map(|wanted| crates.get(&wanted));
    let folder = &case.recipe.folder;
    let versions = Pair {
        old: version(case, old, &folder.old, place.path().join("old"))?,
        new: version(case, new, &folder.new, place.path().join("new"))?,
    };
    // A cache of its own: how long it takes to be ready is measured.
    let cache = place.path().join("cache");
    let search = |limits: u32| search(case, &versions, arguments.budget, limits, &cache);
    let Searched { report, value, full, out, measured } = search(1)?;
    let mut wrong = problems(&value, &full, &measured);
    if arguments.limits_doubled {
        wrong += &found_once(&report, &search(2)?.report);
    }
    let programs = Pair { old: versions.old.native.clone(), new: versions.new.native.clone() };
    for difference in report.differences.iter().filter(|difference| difference.kind == Kind::Plain) {
        wrong += &confirm(difference, &difference.input.run(), None, &programs)?;
    }
    for finding in verify::export(&report, &out)? {
        if let Verdict::Fail(why) = verify::verify(&finding, &programs) {
            wrong += &format!("difference {}: {why}\n", finding.id);
        }
    }
    let spent = |phase: &str| value["stats"]["seconds"][phase].as_f64().unwrap_or(f64::NAN);
    let ready = spent("build") + spent("align");
    if arguments.ready_within.is_some_and(|limit| ready > limit.as_secs_f64()) {
        wrong += &format!("ready to search after {ready:.1} s\n");
    }
    say(&format!(
        "{}: {} lines of C; {}; ready after {ready:.1} s (build {:.1}, align and graphs {:.1}), search {:.1} s, \
         confirm {:.1} s; {} of CPU",
        case.name,
        versions.new.lines,
        full.lines().last().unwrap_or_default(),
        spent("build"),
        spent("align"),
        spent("search"),
        spent("confirm"),
        format_args!("{:.1} s", measured.cpu.as_secs_f64()),
    ));
    Ok((report.differences.len(), wrong))
}

/// What rift said, and where it wrote it.
struct Searched {
    report: Report,
    value: Value,
    /// As people read it, nothing left out.
    full: String,
    out: PathBuf,
    measured: Measured,
}

fn search(
    case: &Case,
    versions: &Pair<Version>,
    budget: Budget,
    limits: u32,
    cache: &Path,
) -> anyhow::Result<Searched> {
    let json = cache.with_file_name(format!("report-{limits}.json"));
    let out = cache.with_file_name(format!("found-{limits}"));
    let mut command = rift()?;
    command.current_dir(&case.dir).env("RIFT_CACHE", cache);
    command.arg("diff").arg(&versions.old.dir).arg(&versions.new.dir).args(["--build", &versions.new.build]);
    command.args(&case.recipe.diff).args(["--budget", &budget.to_string()]);
    if limits > 1 || budget.runs.is_some() {
        // Where two searches are compared they must do the same.
        command.args(["--jobs", "1", "--native-limits", &limits.to_string()]);
    }
    command.arg("--json").arg(&json).arg("--out").arg(&out);
    let measured = measure(&mut command, budget.time + SLACK)?;
    let said = String::from_utf8_lossy(&measured.stderr).into_owned();
    if !matches!(measured.status.code(), Some(0 | 1)) {
        bail!("rift failed ({}): {}", measured.status, said.trim_end());
    }
    let report = Report::read(&json)?;
    let value: Value = serde_json::from_slice(&fs::read(&json)?).context("the report is no JSON")?;
    let full = fs::read_to_string(out.join("report.txt")).context("there is no report.txt")?;
    Ok(Searched { report, value, full, out, measured })
}

/// What is wrong with what rift said, whatever the versions are.
fn problems(report: &Value, full: &str, measured: &Measured) -> String {
    let mut wrong = String::new();
    let said = String::from_utf8_lossy(&measured.stderr);
    if ["panicked", "internal error"].iter().any(|word| said.contains(word)) {
        wrong += &format!("an error of rift's own: {}\n", said.trim_end());
    }
    let changes = report["changes"].as_array().map_or(&[][..], Vec::as_slice);
    if changes.is_empty() {
        wrong += "two versions of a library without a change\n";
    }
    for change in changes {
        let (summary, status) = (change["summary"].as_str().unwrap_or(""), change["status"].as_str().unwrap_or(""));
        if !STATUSES.contains(&status) {
            wrong += &format!("change {} has the status `{status}`\n", change["id"]);
        }
        if summary.is_empty() || !full.contains(summary) {
            wrong += &format!("change {} is not in report.txt: `{summary}`\n", change["id"]);
        }
        if (status == "not_reached") != change["blocked"].is_string() {
            wrong += &format!("change {} is {status}, and blocked by {}\n", change["id"], change["blocked"]);
        }
    }
    let is_different = measured.status.code() == Some(1);
    if is_different != (report["verdict"] == "different") {
        wrong += &format!("{}, and the verdict {}\n", measured.status, report["verdict"]);
    }
    let lines = measured.stdout.iter().filter(|byte| **byte == b'\n').count();
    if lines > MOST_LINES {
        wrong += &format!("nobody reads {lines} lines\n");
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn measured(code: i32, stderr: &str) -> Measured {
        Measured {
            status: ExitStatus::from_raw(code << 8),
            stdout: vec![],
            stderr: stderr.into(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak: 0,
        }
    }

    #[test]
    fn reports_with_gaps_are_refused() {
        let change = |status: &str, blocked: Value| json!({ "verdict": "none_found", "changes": [{ "id": 0, "summary": "a.c:1", "status": status, "blocked": blocked }] });
        let check = |report: Value, full: &str, measured: Measured| problems(&report, full, &measured);
        assert_eq!(check(change("equal", Value::Null), "  equal a.c:1\n", measured(0, "")), "");
        assert_eq!(check(change("not_reached", json!("why")), "a.c:1", measured(0, "")), "");
        let wrong = check(change("not_reached", Value::Null), "a.c:1", measured(0, ""));
        assert!(wrong.contains("blocked by null"), "{wrong}");
        assert!(check(change("", Value::Null), "a.c:1", measured(0, "")).contains("has the status ``"));
        assert!(check(change("equal", Value::Null), "", measured(0, "")).contains("is not in report.txt"));
        assert!(check(change("equal", Value::Null), "a.c:1", measured(1, "")).contains("the verdict"));
        assert!(check(change("equal", Value::Null), "a.c:1", measured(0, "thread panicked")).contains("rift's own"));
        assert!(check(json!({ "verdict": "none_found" }), "", measured(0, "")).contains("without a change"));
    }
}
