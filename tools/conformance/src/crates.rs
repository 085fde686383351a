//! `cargo rift diff` on released versions of crates (`tests/crates/pairs.txt`): what is known to differ is found, and
//! nothing is where nothing is known. Builds stand apart from the search, which has a budget of its own.

use crate::explore::tool::rift;
use crate::half::{Half, Halves};
use crate::place::{in_root, temporary};
use crate::tally::{Tally, Verdict, say};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// Not found, and found.
const SAME: i32 = 0;
const DIFFERENT: i32 = 1;

#[derive(Args)]
pub struct CratesArguments {
    /// For the search of one pair.
    #[arg(long, value_name = "BUDGET", default_value = "60s")]
    budget: String,
    /// Only crates with this in their name.
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Only crates of this half, by their names.
    #[arg(long, value_name = "HALF", default_value = "all")]
    half: Halves,
    /// Another list of pairs.
    #[arg(long, value_name = "FILE")]
    pairs: Option<PathBuf>,
    /// Write what was measured to FILE, as a table in Markdown.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// One line of the list.
struct Pair {
    expected: Expected,
    name: String,
    old: String,
    new: String,
    /// An entry that is known to differ.
    entry: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    Different,
    None,
    /// Whatever comes out, it comes out without an error.
    Any,
}

pub fn crates(arguments: &CratesArguments) -> anyhow::Result<bool> {
    let path = arguments.pairs.clone().map_or_else(|| in_root("tests/crates/pairs.txt"), Ok)?;
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let mut tally = Tally::default();
    let mut compared = Vec::new();
    let mut table = String::from(
        "| crate | old | new | build s | entries | reach a change | to the first difference s | differences | first of them |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    print!("{table}");
    for (number, line) in text.lines().enumerate() {
        let Some(pair) = parse(line).with_context(|| format!("{}:{}", path.display(), number + 1))? else { continue };
        let half = Half::of_name(&pair.name);
        if !pair.name.contains(&arguments.filter) || !arguments.half.has(half) {
            continue;
        }
        let before = table.len();
        let result = compare(&pair, &arguments.budget, &mut table);
        print!("{}", &table[before..]);
        let name = format!("{} {} {}", pair.name, pair.old, pair.new);
        compared.push((half, pair.expected, result.as_ref().is_ok_and(Result::is_ok)));
        tally.add(&name, Verdict::of(result));
    }
    for half in Half::BOTH.into_iter().filter(|half| compared.iter().any(|(of, ..)| of == half)) {
        say(&summary(half, &compared));
    }
    if let Some(path) = &arguments.table {
        fs::write(path, &table).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(tally.finish())
}

/// Of one half; what was compared is its half, what was expected, and whether it came out so.
fn summary(half: Half, compared: &[(Half, Expected, bool)]) -> String {
    let count = |expected: Expected| {
        let of = compared.iter().filter(|(of, expects, _)| (*of, *expects) == (half, expected));
        let as_expected = of.clone().filter(|(.., is_so)| *is_so).count();
        format!("{as_expected} of {}", of.count())
    };
    format!(
        "{half} half: {} pairs that are known to differ do, {} that are not known to differ do not, {} others without an error",
        count(Expected::Different),
        count(Expected::None),
        count(Expected::Any)
    )
}

fn parse(line: &str) -> anyhow::Result<Option<Pair>> {
    let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
    let [expected, name, old, new, entry @ ..] = words.as_slice() else {
        return if words.is_empty() { Ok(None) } else { bail!("a line is: EXPECTED CRATE OLD NEW [ENTRY]") };
    };
    let expected = match *expected {
        "different" => Expected::Different,
        "none" => Expected::None,
        "any" => Expected::Any,
        other => bail!("`{other}` is none of different, none, any"),
    };
    let entry = (!entry.is_empty()).then(|| entry.join(" "));
    Ok(Some(Pair { expected, name: (*name).to_owned(), old: (*old).to_owned(), new: (*new).to_owned(), entry }))
}

fn compare(pair: &Pair, budget: &str, table: &mut String) -> anyhow::Result<Result<(), String>> {
    let temp = temporary()?;
    let json = temp.path().join("report.json");
    let (old, new) = (format!("{}@{}", pair.name, pair.old), format!("{}@{}", pair.name, pair.new));
    let mut command = rift()?;
    command.args(["cargo", "diff", &old, &new, "--quiet", "--budget", budget, "--json"]).arg(&json);
    let output = command.arg("--out").arg(temp.path().join("out")).stdin(Stdio::null()).output()?;
    let code = output.status.code();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    if !matches!(code, Some(SAME | DIFFERENT)) {
        let reason = words.lines().next().unwrap_or("it said nothing").replace('|', "\\|");
        let _ = writeln!(table, "| {} | {} | {} | | | | | | {reason} |", pair.name, pair.old, pair.new);
        return Ok(Err(format!("{}\n{words}", output.status)));
    }
    let report: Value = serde_json::from_slice(&fs::read(&json)?).context("the report cannot be read")?;
    row(pair, &report, table);
    Ok(judge(pair, &report))
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// The entry that was found to differ first.
fn first(report: &Value) -> Option<(f64, &str)> {
    let found = list(report, "entries").iter();
    let found = found.filter_map(|entry| Some((entry["found_after"].as_f64()?, entry["entry"].as_str()?)));
    found.min_by(|a, b| a.0.total_cmp(&b.0))
}

fn row(pair: &Pair, report: &Value, table: &mut String) {
    let entries = list(report, "entries");
    let near = entries.iter().filter(|entry| !entry["distance"].is_null()).count();
    let differences = list(report, "differences");
    let (seconds, call) = match first(report) {
        Some((seconds, entry)) => {
            let of_entry = differences.iter().find(|difference| difference["entry"] == *entry);
            let call = of_entry.map(|difference| {
                let text = |value: &Value| value.as_str().unwrap_or_default().replace('|', "\\|").replace('\n', " ");
                let shown = &difference["shown"];
                format!("`{}`: `{}` -> `{}`", text(&difference["call"]), text(&shown["old"]), text(&shown["new"]))
            });
            (format!("{seconds:.1}"), call.unwrap_or_default())
        }
        None => (String::new(), report["because"].as_str().unwrap_or_default().to_owned()),
    };
    let build = report["stats"]["seconds"]["build"].as_f64().unwrap_or(0.0);
    let (name, old, new, count) = (&pair.name, &pair.old, &pair.new, differences.len());
    let _ = writeln!(
        table,
        "| {name} | {old} | {new} | {build:.0} | {} | {near} | {seconds} | {count} | {call} |",
        entries.len()
    );
}

fn judge(pair: &Pair, report: &Value) -> Result<(), String> {
    let differences = list(report, "differences");
    let entries: Vec<&str> = differences.iter().filter_map(|difference| difference["entry"].as_str()).collect();
    let without_test = differences.iter().find(|difference| difference["test"].is_null());
    match pair.expected {
        Expected::Different if entries.is_empty() => Err("no difference was found".to_owned()),
        Expected::None if !entries.is_empty() => {
            let calls: Vec<String> = differences.iter().map(|d| format!("{} {}", d["call"], d["shown"])).collect();
            Err(format!("differences where none is known:\n{}", calls.join("\n")))
        }
        _ if without_test.is_some() => {
            Err(format!("{} has no test", without_test.map_or(&Value::Null, |d| &d["call"])))
        }
        Expected::Different => match &pair.entry {
            Some(wanted) if !entries.iter().any(|entry| entry.contains(wanted.as_str())) => {
                Err(format!("nothing was found of {wanted}, but of {}", entries.join(", ")))
            }
            _ => Ok(()),
        },
        Expected::None | Expected::Any => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_summed_up_by_what_was_expected() {
        let compared = [
            (Half::Training, Expected::Different, true),
            (Half::Training, Expected::Different, false),
            (Half::HeldOut, Expected::Different, true),
            (Half::Training, Expected::None, true),
        ];
        let text = summary(Half::Training, &compared);
        assert!(
            text.starts_with("training half: 1 of 2 pairs that are known to differ do, 1 of 1 that are not"),
            "{text}"
        );
        assert!(summary(Half::HeldOut, &compared).starts_with("held-out half: 1 of 1 pairs"));
    }
}
