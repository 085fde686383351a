//! What the strategies of a bench needed, as one table: a row for each subject and strategy, and rows for all subjects
//! together. A mean is over the changes that came to that point, and says nothing of the others; a total is all that was
//! spent.

use super::attempt::Attempt;
use super::subject::Change;
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

const COLUMNS: [&str; 13] = [
    "subject",
    "strategy",
    "found",
    "reached",
    "infected",
    "runs to reach",
    "runs to infect",
    "runs to differ",
    "total runs",
    "CPU s",
    "total CPU s",
    "search s",
    "search CPU s",
];
/// A figure that there is not.
const NOTHING: &str = "-";
/// These are words, and the others numbers.
const WORDS: usize = 2;

/// Invariant: every row has as many cells as there are columns.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Of `changes`, those in `attempts` were tried.
    pub fn add(&mut self, subject: &str, strategy: &str, attempts: &[Attempt], changes: usize) {
        let named = [subject.to_owned(), strategy.to_owned()];
        self.rows.push(named.into_iter().chain(figures(attempts, changes)).collect());
    }

    /// A row without figures, and the reason for that.
    pub fn add_empty(&mut self, subject: &str, strategy: &str, why: &str) {
        let mut row = vec![subject.to_owned(), strategy.to_owned(), why.to_owned()];
        row.resize(COLUMNS.len(), NOTHING.to_owned());
        self.rows.push(row);
    }

    /// The head and all rows, without figures at the end that no row has.
    fn lines(&self) -> Vec<Vec<String>> {
        let is_used = |column: &usize| self.rows.iter().any(|row| row[*column] != NOTHING);
        let columns = (WORDS..COLUMNS.len()).rev().find(is_used).map_or(COLUMNS.len(), |last| last + 1);
        let head = COLUMNS.map(str::to_owned).to_vec();
        std::iter::once(&head).chain(&self.rows).map(|row| row[..columns].to_vec()).collect()
    }

    /// In columns, for a terminal.
    pub fn text(&self) -> String {
        let lines = self.lines();
        let width = |column: usize| lines.iter().map(|row| row[column].len()).max();
        let widths: Vec<usize> = (0..lines[0].len()).map(|column| width(column).unwrap_or(0)).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column < WORDS {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ")
        };
        lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// As Markdown, with the lines before and after it as paragraphs.
    pub fn markdown(&self, before: &str, after: &[String]) -> String {
        let line = |cells: &[String]| {
            let escaped: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", escaped.join(" | "))
        };
        let lines = self.lines();
        let mut text = format!("{before}\n\n{}", line(&lines[0]));
        text += &format!("|{}{}\n", "---|".repeat(WORDS), "---:|".repeat(lines[0].len() - WORDS));
        text.extend(lines[1..].iter().map(|row| line(row)));
        for paragraph in after {
            text += &format!("\n{paragraph}\n");
        }
        text
    }
}

/// The cells after the names.
fn figures(attempts: &[Attempt], changes: usize) -> Vec<String> {
    let needed = |of: fn(&Attempt) -> Option<u64>| attempts.iter().filter_map(of).collect::<Vec<u64>>();
    let (reached, infected) = (needed(|attempt| attempt.to_reach), needed(|attempt| attempt.to_infect));
    let differed = needed(|attempt| attempt.to_differ);
    let found = attempts.iter().filter(|attempt| attempt.to_differ.is_some());
    let cpu_of_found: Duration = found.map(|attempt| attempt.cpu).sum();
    let cpu: Duration = attempts.iter().map(|attempt| attempt.cpu).sum();
    let of_all = |of: fn(&Attempt) -> Option<Duration>| {
        let sum: Option<Duration> = attempts.iter().map(of).sum();
        sum.filter(|_| !attempts.is_empty()).map_or(NOTHING.to_owned(), |time| format!("{:.1}", time.as_secs_f64()))
    };
    let count = |list: &[u64]| if list.is_empty() { NOTHING.to_owned() } else { list.len().to_string() };
    let mean_runs = |list: &[u64]| mean(list.iter().sum::<u64>() as f64, list.len(), 1);
    vec![
        format!("{}/{changes}", differed.len()),
        count(&reached),
        count(&infected),
        mean_runs(&reached),
        mean_runs(&infected),
        mean_runs(&differed),
        with_commas(attempts.iter().map(|attempt| attempt.runs).sum()),
        mean(cpu_of_found.as_secs_f64(), differed.len(), 3),
        format!("{:.1}", cpu.as_secs_f64()),
        of_all(|attempt| attempt.search),
        of_all(|attempt| attempt.search_cpu),
    ]
}

fn mean(sum: f64, count: usize, digits: usize) -> String {
    match count {
        0 => NOTHING.to_owned(),
        _ => format!("{:.digits$}", sum / count as f64),
    }
}

pub fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What every search took, by change and strategy: a line each. Nothing is what there is not.
pub fn tsv<'a>(changes: impl Iterator<Item = &'a Change>, attempts: &BTreeMap<(String, String), Attempt>) -> String {
    let mut text =
        "change\thalf\tstrategy\tto_reach\tto_infect\tto_differ\truns\tcpu_seconds\tsearch_seconds\tsearch_cpu_seconds\n".to_owned();
    let runs = |runs: Option<u64>| runs.map(|runs| runs.to_string()).unwrap_or_default();
    let seconds = |time: Option<Duration>| time.map(|time| format!("{:.3}", time.as_secs_f64())).unwrap_or_default();
    for change in changes {
        for ((_, strategy), attempt) in attempts.iter().filter(|((name, _), _)| *name == change.name) {
            let cells = [
                change.name.clone(),
                change.half.to_string(),
                strategy.clone(),
                runs(attempt.to_reach),
                runs(attempt.to_infect),
                runs(attempt.to_differ),
                attempt.runs.to_string(),
                format!("{:.3}", attempt.cpu.as_secs_f64()),
                seconds(attempt.search),
                seconds(attempt.search_cpu),
            ];
            text += &(cells.join("\t") + "\n");
        }
    }
    text
}

/// Before hours are spent on what cannot be kept.
pub fn writable(file: &Path) -> anyhow::Result<()> {
    let folder = folder(file);
    if file.is_dir() || !folder.is_dir() {
        bail!("cannot write `{}`: it is a directory, or is in none", file.display());
    }
    let is_read_only = fs::metadata(folder).is_ok_and(|about| about.permissions().readonly());
    match is_read_only {
        true => bail!("cannot write `{}`: its directory is read-only", file.display()),
        false => Ok(()),
    }
}

fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The whole file or nothing.
pub fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write `{}`", file.display());
    let mut temporary = tempfile::Builder::new()
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder(file))
        .with_context(cannot)?;
    temporary.write_all(text.as_bytes()).with_context(cannot)?;
    temporary.persist(file).with_context(cannot)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::half::Half;
    use std::path::PathBuf;

    fn attempt(to_reach: Option<u64>, to_differ: Option<u64>, runs: u64, millis: u64) -> Attempt {
        let to_infect = to_differ.map(|runs| runs - 1);
        Attempt { to_reach, to_infect, to_differ, runs, cpu: Duration::from_millis(millis), ..Attempt::default() }
    }

    #[test]
    fn means_are_over_what_came_to_an_end_and_totals_over_all() {
        let made = [
            attempt(Some(1), Some(3), 3, 500),
            attempt(Some(4), Some(8), 8, 1500),
            attempt(Some(7), None, 1000, 9000),
            attempt(None, None, 50, 1000),
        ];
        assert_eq!(figures(&made, 5), ["2/5", "3", "2", "4.0", "4.5", "5.5", "1,061", "1.000", "12.0", "-", "-"]);
        assert_eq!(figures(&[], 1), ["0/1", "-", "-", "-", "-", "-", "0", "-", "0.0", "-", "-"]);
    }

    fn table() -> Table {
        let mut table = Table::default();
        table.add("one", "auto", &[attempt(Some(1), Some(2), 2, 100)], 1);
        table.add_empty("one", "a|b", "missing");
        table
    }

    #[test]
    fn markdown_is_a_table_with_a_head_and_as_many_cells_in_every_row() {
        assert_eq!(
            table().markdown("Before.", &["After.".to_owned()]),
            "Before.\n\n\
             | subject | strategy | found | reached | infected | runs to reach | runs to infect | runs to differ | total runs | CPU s | total CPU s |\n\
             |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n\
             | one | auto | 1/1 | 1 | 1 | 1.0 | 1.0 | 2.0 | 2 | 0.100 | 0.1 |\n\
             | one | a\\|b | missing | - | - | - | - | - | - | - | - |\n\
             \nAfter.\n"
        );
    }

    #[test]
    fn times_of_the_search_are_columns_where_they_are_told() {
        let mut table = table();
        assert!(!table.text().contains("search CPU s"));
        let told = Attempt { search_cpu: Some(Duration::from_millis(1500)), ..attempt(None, None, 1, 2000) };
        table.add("two", "auto", &[told, told], 2);
        let text = table.text();
        assert!(text.contains("search CPU s") && text.ends_with("3.0"), "{text}");
        // A sum without one of its parts would be none.
        assert_eq!(figures(&[told, attempt(None, None, 1, 2000)], 2).last().unwrap(), NOTHING);
    }

    #[test]
    fn columns_of_text_are_as_wide_as_their_widest_cell() {
        let text = table().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
        assert!(lines[1].starts_with("one      auto          1/1"), "{text}");
    }

    #[test]
    fn a_line_with_tabs_is_a_search() {
        let change = Change {
            name: "s/1".to_owned(),
            patch: PathBuf::new(),
            different: true,
            half: Half::HeldOut,
            witness: None,
        };
        let attempts = BTreeMap::from([(("s/1".to_owned(), "auto".to_owned()), attempt(Some(1), Some(3), 4, 1500))]);
        let text = tsv([&change].into_iter(), &attempts);
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), ["s/1\theld-out\tauto\t1\t2\t3\t4\t1.500\t\t"]);
        assert_eq!(text.lines().next().unwrap().split('\t').count(), 10);
    }

    #[test]
    fn large_numbers_have_commas() {
        let shown: Vec<String> = [0, 999, 1000, 12345, 1_234_567].map(with_commas).to_vec();
        assert_eq!(shown, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }

    #[test]
    fn a_table_is_written_whole_and_only_where_it_can_be() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("table.md");
        assert!(writable(&file).is_ok());
        for text in ["first, longer\n", "second\n"] {
            write(&file, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let nowhere = dir.path().join("none/table.md");
        for wrong in [dir.path(), &nowhere] {
            let error = format!("{:#}", writable(wrong).unwrap_err());
            assert!(error.contains(&wrong.display().to_string()), "{error}");
        }
        assert!(write(&nowhere, "").is_err());
    }
}
