//! The table of an ablation, and the part of a document that it stands in. A part of a run replaces its own rows and leaves
//! the others, as long as they were measured in the same way and beside the same baseline.

use super::super::attempt::Total;
use super::variants::Variant;
use crate::diff::table::{self, with_commas};
use anyhow::Context;
use std::fs;
use std::path::Path;

const COLUMNS: [&str; 8] = ["changed", "to", "found", "total runs", "CPU s", "found ±", "runs ±", "CPU ±"];
/// These are words, and the others numbers.
const WORDS: usize = 2;
pub const BEGIN: &str = "<!-- written by `rift-conformance bench ablate --into`, from here -->";
pub const END: &str = "<!-- to here -->";

/// Invariant: as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row(Vec<String>);

impl Row {
    pub fn of(variant: &Variant, total: &Total, baseline: &Total) -> Row {
        let is_baseline = variant.is_baseline();
        let beside = |text: String| if is_baseline { String::new() } else { text };
        Row(vec![
            variant.name.clone(),
            variant.setting.clone(),
            format!("{}/{}", total.found, total.searches),
            with_commas(total.runs),
            format!("{:.1}", total.cost.as_secs_f64()),
            beside(signed(total.found as f64 - baseline.found as f64, "")),
            beside(percent(total.runs as f64, baseline.runs as f64)),
            beside(percent(total.cost.as_secs_f64(), baseline.cost.as_secs_f64())),
        ])
    }

    /// Of a variant that rift refused or failed on.
    pub fn failed(variant: &Variant) -> Row {
        let mut cells = vec![variant.name.clone(), variant.setting.clone(), "failed".to_owned()];
        cells.resize(COLUMNS.len(), String::new());
        Row(cells)
    }

    /// Rows of the same variant are told by their words.
    fn is_of(&self, other: &Row) -> bool {
        self.0[..WORDS] == other.0[..WORDS]
    }

    /// What does not depend on the machine.
    fn fixed(&self) -> &[String] {
        &self.0[..4]
    }

    fn markdown(&self) -> String {
        let cells: Vec<String> = self.0.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |", cells.join(" | "))
    }

    fn read(line: &str) -> Option<Row> {
        let cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        let cells: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
        (cells.len() == COLUMNS.len()).then_some(Row(cells))
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let [changed, to, found, runs, cpu, more_found, more_runs, more_cpu] = self.0.as_slice() else {
            return self.0.join("  ");
        };
        format!("{changed:<24} {to:<36} {found:>8} {runs:>8} {cpu:>8} {more_found:>6} {more_runs:>8} {more_cpu:>8}")
    }
}

pub fn head() -> Row {
    Row(COLUMNS.map(str::to_owned).to_vec())
}

fn signed(difference: f64, unit: &str) -> String {
    match difference.round() {
        0.0 => format!("0{unit}"),
        rounded => format!("{rounded:+.0}{unit}"),
    }
}

fn percent(value: f64, usual: f64) -> String {
    signed((value - usual) / usual.max(1e-3) * 100.0, " %")
}

/// What stands between the marks: how it was measured, and the table. The first row is the baseline.
fn block(how: &str, rows: &[Row]) -> String {
    let separator = format!("|{}{}", "---|".repeat(WORDS), "---:|".repeat(COLUMNS.len() - WORDS));
    let lines = [how.to_owned(), String::new(), head().markdown(), separator];
    lines.into_iter().chain(rows.iter().map(Row::markdown)).map(|line| line + "\n").collect()
}

/// The rows that are kept of an older block, where they were measured in the same way, and the new ones. Their order is that
/// of `variants`; a row of what rift no longer has goes.
fn merged(old: &str, how: &str, rows: &[Row], variants: &[Variant]) -> Vec<Row> {
    let is_same_way = old.lines().any(|line| line == how);
    let old: Vec<Row> = old.lines().filter_map(Row::read).filter(|row| *row != head()).collect();
    let is_same_baseline = old.first().map(Row::fixed) == rows.first().map(Row::fixed);
    let kept = if is_same_way && is_same_baseline { old.as_slice() } else { &[] };
    let of = |variant: &Variant| {
        let wanted = Row::failed(variant);
        rows.iter().chain(kept).find(|row| row.is_of(&wanted)).cloned()
    };
    std::iter::once(&Variant::baseline()).chain(variants).filter_map(of).collect()
}

/// Puts the rows into the document, between its marks.
pub fn write(file: &Path, how: &str, rows: &[Row], variants: &[Variant]) -> anyhow::Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let text = with_block(&text, how, rows, variants).with_context(|| format!("cannot change `{}`", file.display()))?;
    table::write(file, &text)
}

/// Before hours are spent on what has no place.
pub fn writable(file: &Path) -> anyhow::Result<()> {
    table::writable(file)?;
    let text = fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    parts(&text).map(drop).with_context(|| format!("cannot change `{}`", file.display()))
}

fn with_block(text: &str, how: &str, rows: &[Row], variants: &[Variant]) -> anyhow::Result<String> {
    let (before, old, after) = parts(text)?;
    let new = block(how, &merged(old, how, rows, variants));
    Ok(format!("{before}{BEGIN}\n\n{new}\n{END}{after}"))
}

/// What is before, between and behind the marks.
fn parts(text: &str) -> anyhow::Result<(&str, &str, &str)> {
    let (before, rest) = text.split_once(BEGIN).with_context(|| format!("there is no `{BEGIN}` in it"))?;
    let (old, after) = rest.split_once(END).with_context(|| format!("there is no `{END}` in it"))?;
    Ok((before, old, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn variant(name: &str) -> Variant {
        let options = vec![format!("--tactics=-{name}")];
        Variant { name: name.to_owned(), setting: "off".to_owned(), options, seed: None }
    }

    fn total(found: usize, runs: u64, millis: u64) -> Total {
        Total { searches: 10, found, runs, cost: Duration::from_millis(millis) }
    }

    #[test]
    fn a_row_tells_the_change_beside_the_baseline() {
        let usual = total(8, 1000, 2000);
        let row = Row::of(&variant("guesses"), &total(6, 1500, 1900), &usual);
        assert_eq!(row.markdown(), "| guesses | off | 6/10 | 1,500 | 1.9 | -2 | +50 % | -5 % |");
        assert_eq!(Row::read(&row.markdown()), Some(row));
        let baseline = Row::of(&Variant::baseline(), &usual, &usual);
        assert_eq!(Row::read(&baseline.markdown()), Some(baseline));
        let failed = Row::failed(&variant("guesses"));
        assert_eq!(Row::read(&failed.markdown()), Some(failed));
        let same = Row::of(&variant("guesses"), &total(8, 1001, 2000), &usual);
        assert!(same.markdown().ends_with("| 0 | 0 % | 0 % |"));
    }

    fn document(text: &str, how: &str, usual: &Total, made: &[(&str, Total)]) -> String {
        let variants: Vec<Variant> = ["a", "b", "c"].map(variant).to_vec();
        let rows = made.iter().map(|(name, total)| Row::of(&variant(name), total, usual));
        let rows: Vec<Row> = std::iter::once(Row::of(&Variant::baseline(), usual, usual)).chain(rows).collect();
        with_block(text, how, &rows, &variants).unwrap()
    }

    #[test]
    fn parts_of_a_run_add_up_in_one_document() {
        let empty = format!("before\n{BEGIN}\n{END}\nafter\n");
        let usual = total(8, 1000, 2000);
        let text = document(&empty, "How.", &usual, &[("c", total(8, 1000, 2000)), ("gone", total(1, 1, 1))]);
        assert!(text.starts_with("before\n") && text.ends_with(&format!("{END}\nafter\n")), "{text}");
        // Another time, by a machine that is slower.
        let slower = total(8, 1000, 9000);
        let text = document(&text, "How.", &slower, &[("a", total(7, 1000, 9000))]);
        let names = |text: &str| -> Vec<String> {
            text.lines().filter_map(Row::read).filter(|row| *row != head()).map(|row| row.0[0].clone()).collect()
        };
        assert_eq!(names(&text), ["baseline", "a", "c"], "{text}");
        // Measured differently, or beside another baseline: older rows mean nothing.
        let b = [("b", total(8, 1000, 2000))];
        assert_eq!(names(&document(&text, "Otherwise.", &usual, &b)), ["baseline", "b"]);
        assert_eq!(names(&document(&text, "How.", &total(9, 1000, 2000), &b)), ["baseline", "b"]);
    }

    #[test]
    fn a_document_without_marks_is_left_alone() {
        for text in ["", BEGIN, END] {
            assert!(with_block(text, "How.", &[], &[]).is_err(), "{text}");
        }
    }
}
