//! `bench ablate`: what each tactic and each tuning number of a strategy is worth. The changes of one half are searched as
//! they are, then with each tactic switched off and each number at a low and a high value, one thing at a time. A whole run
//! takes long, so it can be run in parts (`--only`, `--first`, `--count`), and every row is told when it is there.

mod rows;
mod variants;

use super::attempt::{Attempt, Total};
use super::budget::Budget;
use super::subject::{self, Change, Subject};
use super::tool::{self, Answer, Asked, Until};
use super::versions::{Versions, versions};
use crate::explore::tool::Rift;
use crate::half::Halves;
use crate::tally::{Tally, Verdict, each, say};
use anyhow::bail;
use clap::Args;
use rows::Row;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use variants::Variant;

#[derive(Args)]
pub struct Ablate {
    /// The changes that are searched (subjects/README.md says which are in which half).
    #[arg(long, value_name = "HALF", default_value = "training")]
    half: Halves,
    /// Of them, only those with this in their name, which is SUBJECT/CHANGE.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// What one search may take, in runs: in time, the numbers would hang on the machine.
    #[arg(long, value_name = "BUDGET", default_value = "200runs")]
    budget: Budget,
    /// The strategy of which a part is changed.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    strategy: String,
    /// Change only these tactics and tuning numbers, with commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave out so many of the changed searches; a run that was interrupted tells how many it did.
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: usize,
    /// End after so many.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Write the table into FILE, between its marks, after every row. Rows of earlier parts stay where nothing but the
    /// clock has changed.
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// The rift that is measured, if not the one beside this program.
    #[arg(long, value_name = "FILE")]
    rift: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// A change, ready to be searched many times.
struct Case<'a> {
    subject: &'a Subject,
    change: &'a Change,
    versions: Versions,
}

/// What the searches for all changes took, by change.
type Attempts = BTreeMap<String, Attempt>;

pub fn ablate(arguments: &Ablate, jobs: usize) -> anyhow::Result<bool> {
    measure(&Rift::chosen(arguments.rift.as_deref())?, arguments, jobs)
}

fn measure(rift: &Rift, arguments: &Ablate, jobs: usize) -> anyhow::Result<bool> {
    if arguments.budget.runs.is_none() {
        bail!("`--budget {}` has no number of runs", arguments.budget);
    }
    if let Some(file) = &arguments.into {
        rows::writable(file)?;
    }
    let all = variants::variants(rift, arguments.seed)?;
    let chosen = variants::chosen(&all, &arguments.only, arguments.first, arguments.count)?;
    let mut subjects = subject::subjects(arguments.filter.as_deref(), arguments.half)?;
    for subject in &mut subjects {
        subject.changes.retain(|change| change.different);
    }
    let (cases, mut tally) = ready(rift, &subjects, jobs);
    if cases.is_empty() {
        bail!("there is no change to search");
    }
    say(&format!("{} changes; the baseline and {} changed searches of each", cases.len(), chosen.len()));
    say(&rows::head().text());
    let Some(usual) = searches(rift, &cases, &Variant::baseline(), arguments, jobs, &mut tally) else {
        bail!("there is no baseline to compare with");
    };
    let baseline: Total = usual.values().copied().sum();
    let mut table = vec![Row::of(&Variant::baseline(), &baseline, &baseline)];
    say(&table[0].text());
    for (number, variant) in chosen.iter().enumerate() {
        let made = searches(rift, &cases, variant, arguments, jobs, &mut tally);
        let row = match &made {
            Some(made) => Row::of(variant, &made.values().copied().sum(), &baseline),
            None => Row::failed(variant),
        };
        say(&row.text());
        if let Some(moved) = made.and_then(|made| moved(&usual, &made)) {
            say(&format!("  {moved}"));
        }
        table.push(row);
        if let Some(file) = &arguments.into {
            rows::write(file, &how(arguments, cases.len()), &table, &all)?;
        }
        eprintln!("bench ablate: {} of {}; next: --first {}", number + 1, chosen.len(), arguments.first + number + 1);
    }
    Ok(tally.finish())
}

/// Builds all versions and fills the cache, once for all searches.
fn ready<'a>(rift: &Rift, subjects: &'a [Subject], jobs: usize) -> (Vec<Case<'a>>, Tally) {
    let changes: Vec<(&Subject, &Change)> =
        subjects.iter().flat_map(|subject| subject.changes.iter().map(move |change| (subject, change))).collect();
    let cases = Mutex::new(Vec::new());
    let one = |(subject, change): &(&'a Subject, &'a Change)| {
        let built = versions(subject, change).and_then(|versions| {
            tool::warm(rift, subject, change, &versions)?;
            cases.lock().unwrap_or_else(|e| e.into_inner()).push(Case { subject, change, versions });
            Ok(Ok(()))
        });
        Verdict::of(built)
    };
    let tally = each("builds", &changes, jobs, |(_, change)| change.name.clone(), one);
    let mut cases = cases.into_inner().unwrap_or_else(|e| e.into_inner());
    cases.sort_by(|a, b| a.change.name.cmp(&b.change.name));
    (cases, tally)
}

/// All changes with one thing changed; `None` if rift failed, which is told once and counted once.
fn searches(
    rift: &Rift,
    cases: &[Case],
    variant: &Variant,
    arguments: &Ablate,
    jobs: usize,
    tally: &mut Tally,
) -> Option<Attempts> {
    let made = Mutex::new((Attempts::new(), None));
    each(
        &variant.shown(),
        cases,
        jobs,
        |case| case.change.name.clone(),
        |case| {
            let is_failed = || made.lock().unwrap_or_else(|e| e.into_inner()).1.is_some();
            if !is_failed() {
                let result = search(rift, case, variant, arguments);
                let mut made = made.lock().unwrap_or_else(|e| e.into_inner());
                match result {
                    Ok(attempt) => _ = made.0.insert(case.change.name.clone(), attempt),
                    Err(error) => made.1 = Some(format!("{}: {error:#}", case.change.name)),
                }
            }
            Verdict::Pass
        },
    );
    let (attempts, failure) = made.into_inner().unwrap_or_else(|e| e.into_inner());
    let is_whole = failure.is_none();
    tally.add(&variant.shown(), failure.map_or(Verdict::Pass, Verdict::Fail));
    is_whole.then_some(attempts)
}

fn search(rift: &Rift, case: &Case, variant: &Variant, arguments: &Ablate) -> anyhow::Result<Attempt> {
    let Ablate { strategy, budget, seed, .. } = arguments;
    let asked = Asked {
        strategy,
        budget: *budget,
        seed: variant.seed.unwrap_or(*seed),
        until: Until::FirstDifference,
        limits: 1,
        options: &variant.options,
    };
    match tool::diff(rift, case.subject, &case.versions, &asked)? {
        Answer::Unknown => bail!("rift has no strategy `{strategy}`"),
        Answer::Answered(answered) if answered.report.is_ended_by_the_clock() => {
            bail!(
                "the clock ended the search after {} runs, so that its result hangs on the machine",
                answered.report.stats.runs
            )
        }
        Answer::Answered(answered) => Ok(Attempt::of(&answered)),
    }
}

/// The changes that only one of the two found.
fn moved(usual: &Attempts, made: &Attempts) -> Option<String> {
    let found = |attempts: &Attempts, name: &str| attempts.get(name).is_some_and(|attempt| attempt.to_differ.is_some());
    let only = |of: &Attempts, other: &Attempts| -> Vec<String> {
        of.keys().filter(|name| found(of, name) && !found(other, name)).cloned().collect()
    };
    let parts = [("lost", only(usual, made)), ("gained", only(made, usual))];
    let parts = parts.iter().filter(|(_, names)| !names.is_empty());
    let text = parts.map(|(what, names)| format!("{what}: {}", names.join(", "))).collect::<Vec<_>>().join("; ");
    (!text.is_empty()).then_some(text)
}

/// In words that can stand in a document.
fn how(arguments: &Ablate, changes: usize) -> String {
    let Ablate { half, budget, strategy, filter, seed, .. } = arguments;
    let mut command = format!("bench ablate --half {half} --budget {budget} --strategy {strategy}");
    if let Some(filter) = filter {
        command += &format!(" --filter {filter}");
    }
    if *seed != 0 {
        command += &format!(" --seed {seed}");
    }
    format!("`{command}`, {changes} changes:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        ablate: Ablate,
    }

    /// Stands in for rift: finds the difference in 3 runs, in 9 with twice the `depth`, in 5 by chance, and not at all without `guesses`.
    /// It has no idea of `broken`.
    const SCRIPT: &str = r#"#!/bin/sh
if [ "$1" = tactics ]; then
    echo '{ "tactics": [{ "name": "guesses", "what": "" }, { "name": "broken", "what": "" }],'
    echo '  "tuning": [{ "name": "depth", "unit": "calls", "value": 4, "reason": "", "low": null, "high": 8 }] }'
    exit 0
fi
json= runs=3 verdict=different
while [ $# -gt 0 ]; do
    case $1 in
    --json) json=$2 ;;
    --tactics=-guesses) runs=200 verdict=none_found ;;
    --tactics=-broken) echo "error: no tactic broken" >&2; exit 2 ;;
    --tune=depth=8) runs=9 ;;
    --seed) [ "$2" = 2 ] && runs=5 ;;
    esac
    shift
done
[ -n "$json" ] || exit 1
differ=null found=
if [ $verdict = different ]; then
    seen='{ "stdout": "", "stderr": "", "exit": { "code": 0 } }'
    differ=$runs found="{ \"id\": \"d\", \"kind\": \"output\", \"input\": {}, \"old\": $seen, \"new\": $seen }"
fi
cat > "$json" <<END
{ "schema": "rift.report/1", "verdict": "$verdict", "differences": [$found], "changes": [],
  "stats": { "runs": $runs, "runs_to_reach": 1, "runs_to_infect": 2, "runs_to_differ": $differ },
  "bounds": { "exhausted": false, "stopped": "runs" } }
END
[ $verdict != different ]
"#;

    fn stand_in(dir: &Path) -> Rift {
        let program = dir.join("rift");
        fs::write(&program, SCRIPT).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Rift { program, cache: dir.join("cache") }
    }

    fn ablated(dir: &Path, options: &[&str]) -> (bool, Vec<String>) {
        let document = dir.join("document.md");
        if !document.exists() {
            fs::write(&document, format!("{}\n{}\n", rows::BEGIN, rows::END)).unwrap();
        }
        let fixed = ["ablate", "--filter", "papers-qi-fig1", "--half", "all", "--into", document.to_str().unwrap()];
        let line = Line::parse_from(fixed.iter().chain(options));
        let is_good = measure(&stand_in(dir), &line.ablate, 2).unwrap();
        let text = fs::read_to_string(&document).unwrap();
        let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| changed");
        // Processor time is of this machine.
        let figures = |line: &str| line.split(" | ").take(4).collect::<Vec<_>>().join(" | ");
        (is_good, text.lines().filter(is_row).map(figures).collect())
    }

    #[test]
    fn what_each_tactic_and_number_is_worth_is_told_in_parts() {
        let dir = tempfile::tempdir().unwrap();
        let (is_good, rows) = ablated(dir.path(), &["--only", "depth,guesses"]);
        assert!(is_good);
        let expected =
            ["| baseline |  | 1/1 | 3", "| guesses | off | 0/1 | 200", "| depth | 8 instead of 4 calls | 1/1 | 9"];
        assert_eq!(rows, expected);
        // The next part: rift refuses it, which is a failure and a row; the others stay.
        let (is_good, rows) = ablated(dir.path(), &["--first", "3", "--count", "1"]);
        assert!(!is_good);
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[2], "| broken | off | failed | ");
        let (is_good, rows) = ablated(dir.path(), &["--only", "seed"]);
        assert!(is_good);
        assert_eq!(rows[1..3], ["| seed | 1 instead of 0 | 1/1 | 3", "| seed | 2 instead of 0 | 1/1 | 5"]);
        assert_eq!(rows.len(), 6);
    }

    #[test]
    fn what_is_lost_and_gained_is_named() {
        let found = |runs| Attempt { to_differ: runs, ..Attempt::default() };
        let of = |first, second| Attempts::from([("a".to_owned(), found(first)), ("b".to_owned(), found(second))]);
        assert_eq!(moved(&of(Some(1), None), &of(Some(7), None)), None);
        assert_eq!(moved(&of(Some(1), None), &of(None, Some(1))).as_deref(), Some("lost: a; gained: b"));
    }
}
