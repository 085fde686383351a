//! The summary of an exploration for people.

use crate::diff::harmless;
use crate::report::{Covered, CrossChecked, Extent, Layer, Report};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places that are listed; the rest is counted.
const SHOWN: usize = 20;
/// Ways of ending that are named, the most frequent first.
const ENDS_SHOWN: usize = 8;

impl Report {
    /// A few lines; with `verbose`, the layers of the solver and all places that were left out.
    pub fn text(&self, verbose: bool) -> String {
        let mut out = String::new();
        self.write(&mut out, verbose).expect("a string takes everything");
        // Programs under test choose names of files and texts of panics.
        harmless(&out)
    }

    fn write(&self, out: &mut String, verbose: bool) -> std::fmt::Result {
        writeln!(out, "{}", self.result())?;
        self.write_tests(out)?;
        let shown = if verbose { usize::MAX } else { SHOWN };
        let places = self.incomplete.iter().map(|place| {
            format!("{} in {}: {} ({})", place.position, place.function, place.reason, times(place.count))
        });
        list(out, "left out", places, shown)?;
        let unsupported = self.unsupported.iter().map(|gap| format!("{} ({})", gap.what, times(gap.count)));
        list(out, "not supported, where runs ended", unsupported, shown)?;
        if let Some(native) = &self.native {
            let (equal, skipped) = (grouped(native.equal), grouped(native.skipped));
            let different = native.different.len();
            writeln!(out, "native build: {equal} as predicted, {different} different, {skipped} skipped")?;
            let tests = native.different.iter().map(|test| format!("{}: {}", test.file, test.differences.join("; ")));
            list(out, "different natively", tests, shown)?;
        }
        if let Some(check) = &self.cross_check {
            write_cross_check(out, check)?;
        }
        let Covered { lines, branches, edges, .. } = &self.coverage;
        let extent = |extent: &Extent| format!("{} of {}", grouped(extent.covered), grouped(extent.total));
        let (lines, branches, edges) = (extent(lines), extent(branches), grouped(*edges));
        writeln!(out, "coverage: {lines} lines, {branches} ways of branches, {edges} sides of decisions")?;
        self.write_statistics(out)?;
        if verbose {
            write_layers(out, &self.stats.layers)?;
        }
        Ok(())
    }

    fn result(&self) -> String {
        let paths = match self.paths {
            1 => "1 path".to_owned(),
            paths => format!("{} paths", grouped(paths)),
        };
        if self.exhausted {
            return format!("{paths}: all there are (the space is exhausted)");
        }
        let why = match self.stopped {
            "finished" => "not all there are, because of what was left out below",
            "runs" => "stopped when the budget of runs was used up",
            "steps" => "stopped when the budget of steps was used up",
            "time" => "stopped when the time was used up",
            "memory" => "stopped when the memory was used up",
            "enough" => "stopped when enough was found",
            "interrupted" => "interrupted",
            _ => "stopped because tests could not be written",
        };
        match self.frontier {
            0 => format!("{paths}: {why}"),
            frontier => format!("{paths}: {why}, with {} to look at", plural(frontier, "decision", "decisions")),
        }
    }

    fn write_tests(&self, out: &mut String) -> std::fmt::Result {
        let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
        self.tests.iter().for_each(|test| *ends.entry(&test.end).or_default() += 1);
        let mut ends: Vec<(&str, u64)> = ends.into_iter().collect();
        // The sort is stable: equal counts stay in the order of their names.
        ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let other = ends.len().saturating_sub(ENDS_SHOWN);
        let shown = ends.iter().take(ENDS_SHOWN);
        let mut ends: Vec<String> = shown.map(|(end, count)| format!("{end} ({})", grouped(*count))).collect();
        if other > 0 {
            ends.push(format!("{other} other ends"));
        }
        write!(out, "{} tests", grouped(self.tests.len() as u64))?;
        if self.tests_left_out > 0 {
            write!(out, ", {} more paths without one", grouped(self.tests_left_out))?;
        }
        match ends.is_empty() {
            true => writeln!(out),
            false => writeln!(out, ": {}", ends.join(", ")),
        }
    }

    fn write_statistics(&self, out: &mut String) -> std::fmt::Result {
        let stats = &self.stats;
        writeln!(
            out,
            "{:.2} s, {:.2} s of CPU, {:.2} s in the solver, {} MiB",
            stats.wall_seconds,
            stats.cpu_seconds,
            stats.solver_seconds,
            stats.memory_bytes >> 20
        )?;
        writeln!(
            out,
            "{} runs, {} instructions, {} queries, {} of them to the solver",
            grouped(stats.runs),
            grouped(stats.instructions),
            grouped(stats.queries),
            grouped(stats.solver_queries)
        )?;
        write_unreproducible(out, stats.solver_unreproducible)
    }
}

/// Says that another search may find something else, if that is so.
pub(crate) fn write_unreproducible(out: &mut String, queries: u64) -> std::fmt::Result {
    if queries == 0 {
        return Ok(());
    }
    let queries = plural(queries, "query", "queries");
    writeln!(out, "not reproducible: the solver process hung or died, and left {queries} without an answer")
}

fn list(out: &mut String, title: &str, lines: impl ExactSizeIterator<Item = String>, shown: usize) -> std::fmt::Result {
    let count = lines.len();
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "{title}:")?;
    for line in lines.take(shown) {
        writeln!(out, "  {line}")?;
    }
    if count > shown {
        writeln!(out, "  .. and {} more (--verbose lists them)", count - shown)?;
    }
    Ok(())
}

fn write_layers(out: &mut String, layers: &[Layer]) -> std::fmt::Result {
    let [name, asked, sat, unsat, unknown, work, seconds] =
        ["layer", "asked", "sat", "unsat", "unknown", "work", "seconds"];
    writeln!(out, "{name:<12} {asked:>12} {sat:>12} {unsat:>12} {unknown:>12} {work:>16} {seconds:>9}")?;
    for layer in layers {
        let counts = [layer.asked, layer.sat, layer.unsat, layer.unknown, layer.work];
        let [asked, sat, unsat, unknown, work] = counts.map(grouped);
        let (name, seconds) = (layer.name, layer.seconds);
        writeln!(out, "{name:<12} {asked:>12} {sat:>12} {unsat:>12} {unknown:>12} {work:>16} {seconds:>9.3}")?;
        if layer.step_limit + layer.too_large > 0 {
            let [at_limit, too_large] = [layer.step_limit, layer.too_large].map(grouped);
            writeln!(out, "  {at_limit} queries took all steps of the limit, {too_large} were too large to be asked")?;
        }
    }
    Ok(())
}

fn write_cross_check(out: &mut String, check: &CrossChecked) -> std::fmt::Result {
    if let Some(why) = &check.unavailable {
        return writeln!(out, "second solver: not there ({why})");
    }
    let (agreed, undecided) = (grouped(check.agreed), grouped(check.undecided));
    let different = check.disagreements.len();
    writeln!(out, "second solver: {agreed} verdicts are the same, {different} differ, {undecided} undecided")?;
    list(out, "verdicts that differ", check.disagreements.iter().cloned(), usize::MAX)
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{} times", grouped(count)),
    }
}

/// 1234567 as 1,234,567.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Such as `1 change` and `1,234 changes`.
/// `1 function`, `2 functions`.
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{IncompletePlace, Statistics, TestFile, Unsupported};

    fn report() -> Report {
        let test = |end: &str| TestFile {
            file: "tests/000001.sh".to_owned(),
            path: "0".to_owned(),
            end: end.to_owned(),
            new_coverage: true,
        };
        Report {
            schema: "rift.explore/1",
            program: vec!["a.c".to_owned()],
            spaces: vec![],
            exhausted: true,
            stopped: "finished",
            paths: 3,
            frontier: 0,
            tests: vec![test("exit 0"), test("exit 1"), test("exit 0")],
            tests_left_out: 0,
            incomplete: vec![],
            unsupported: vec![],
            coverage: Covered { lines: Extent { covered: 7, total: 9 }, edges: 4, ..Covered::default() },
            native: None,
            cross_check: None,
            stats: Statistics {
                cpu_seconds: 0.5,
                wall_seconds: 0.25,
                runs: 3,
                outside: 0,
                duplicates: 0,
                instructions: 12345,
                queries: 1000,
                solver_queries: 7,
                solver_seconds: 0.125,
                solver_work: 900,
                solver_unreproducible: 0,
                memory_bytes: 5 << 20,
                layers: vec![],
            },
        }
    }

    #[test]
    fn an_exhausted_space_is_said_to_be_so() {
        let expected = "\
3 paths: all there are (the space is exhausted)
3 tests: exit 0 (2), exit 1 (1)
coverage: 7 of 9 lines, 0 of 0 ways of branches, 4 sides of decisions
0.25 s, 0.50 s of CPU, 0.12 s in the solver, 5 MiB
3 runs, 12,345 instructions, 1,000 queries, 7 of them to the solver
";
        assert_eq!(report().text(false), expected);
    }

    #[test]
    fn what_may_be_different_in_another_search_is_said() {
        let mut unlucky = report();
        unlucky.stats.solver_unreproducible = 2;
        let said = "not reproducible: the solver process hung or died, and left 2 queries without an answer\n";
        assert!(unlucky.text(false).ends_with(said) && !report().text(false).contains(said));
    }

    #[test]
    fn what_was_left_out_is_said() {
        let place = IncompletePlace {
            position: "a.c:3:5".to_owned(),
            function: "main".to_owned(),
            kind: "size",
            reason: "not every size was tried",
            count: 2,
        };
        let gap = Unsupported { what: "system call fork".to_owned(), count: 1 };
        let left = Report {
            exhausted: false,
            incomplete: vec![place; 21],
            unsupported: vec![gap],
            tests_left_out: 1000,
            ..report()
        };
        let text = left.text(false);
        assert!(text.starts_with("3 paths: not all there are, because of what was left out below\n"), "{text}");
        assert!(text.contains("3 tests, 1,000 more paths without one: exit 0 (2)"), "{text}");
        assert!(text.contains("\nleft out:\n  a.c:3:5 in main: not every size was tried (2 times)\n"), "{text}");
        assert!(text.contains("  .. and 1 more (--verbose lists them)\n"), "{text}");
        assert!(text.contains("\nnot supported, where runs ended:\n  system call fork (once)\n"), "{text}");
        assert!(!left.text(true).contains(".. and"));
        let timed = Report { exhausted: false, stopped: "time", frontier: 1234, ..report() };
        assert!(timed.text(false).contains("stopped when the time was used up, with 1,234 decisions to look at"));
    }
}
