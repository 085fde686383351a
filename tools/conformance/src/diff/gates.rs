//! `conformance diff --gate`: what each strategy must find at least, subject by subject, in a number of runs
//! (`subjects/gates.toml`). `conformance diff` demands every difference of `auto` alone, and with time enough; a gate
//! notices when a strategy finds fewer than it did. Whatever is reported is checked as there: an equal change that is
//! called different fails, whatever the numbers.

use super::budget::Budget;
use super::subject::{Change, Subject};
use super::tool::{Asked, Until};
use super::verify::{self, Kept};
use super::{Checked, check, report, subject, toml, versions};
use crate::explore::tool::Rift;
use crate::half::Halves;
use crate::place::in_root;
use crate::tally::{Verdict, each, say};
use anyhow::{Context, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};

/// A table of gates.toml, which has the name of the subject.
#[derive(Debug, Deserialize)]
struct Gates {
    /// For one search.
    runs: u64,
    /// By strategy: how many of the changes that make a difference must be found.
    #[serde(flatten)]
    least: BTreeMap<String, usize>,
}

/// One strategy on one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Gate {
    subject: String,
    strategy: String,
    runs: u64,
    least: usize,
}

/// Changes that make a difference, by gate.
#[derive(Debug, Default)]
struct Recall {
    found: usize,
    /// And what was spent on them.
    missed: Vec<String>,
}

impl Gate {
    fn name(&self) -> String {
        format!("{}/{}", self.subject, self.strategy)
    }
}

/// All gates, or those with `filter` in their name, which is SUBJECT/STRATEGY.
pub fn gate(filter: Option<&str>, jobs: usize) -> anyhow::Result<bool> {
    let gates: Vec<Gate> =
        read()?.into_iter().filter(|gate| filter.is_none_or(|text| gate.name().contains(text))).collect();
    if gates.is_empty() {
        bail!("no gate has that name");
    }
    let subjects = subject::subjects(None, Halves::All)?;
    known(&gates, &subjects)?;
    let gated = |subject: &&Subject| gates.iter().any(|gate| gate.subject == subject.name);
    let cases: Vec<(&Subject, &Change)> = subjects
        .iter()
        .filter(gated)
        .flat_map(|subject| subject.changes.iter().map(move |change| (subject, change)))
        .collect();
    let rift = Rift::chosen(None)?;
    let results = Mutex::new((BTreeMap::new(), Vec::new()));
    let one = |(subject, change): &(&Subject, &Change)| {
        let mut wrong = String::new();
        match searches(subject, change, &gates, &rift, &results, &mut wrong) {
            Err(error) => Verdict::Fail(format!("{error:#}")),
            Ok(()) if wrong.is_empty() => Verdict::Pass,
            Ok(()) => Verdict::Fail(wrong),
        }
    };
    let mut tally = each("gates", &cases, jobs, |(_, change)| change.name.clone(), one);
    let (recalls, mut findings) = results.into_inner().unwrap_or_else(|e| e.into_inner());
    findings.sort_by(|a, b| a.name.cmp(&b.name));
    let (verified, told) = verify::verify_all(&findings, jobs);
    tally.merge(verified);
    say(&told);
    for gate in &gates {
        let none = Recall::default();
        let recall = recalls.get(&gate.name()).unwrap_or(&none);
        tally.add(&gate.name(), judge(gate, recall));
    }
    Ok(tally.finish())
}

type Results = (BTreeMap<String, Recall>, Vec<Kept>);

/// All gated strategies on one change; `wrong` is what rift said that does not hold.
fn searches(
    subject: &Subject,
    change: &Change,
    gates: &[Gate],
    rift: &Rift,
    results: &Mutex<Results>,
    wrong: &mut String,
) -> anyhow::Result<()> {
    let versions = Arc::new(versions::versions(subject, change)?);
    for gate in gates.iter().filter(|gate| gate.subject == subject.name) {
        let budget = Budget { runs: Some(gate.runs), time: super::budget::LONGEST };
        let asked =
            Asked { strategy: &gate.strategy, budget, seed: 0, until: Until::FirstDifference, limits: 1, options: &[] };
        let searched = check(rift, subject, change, &versions, &asked).with_context(|| gate.strategy.clone())?;
        let Checked { outcome, findings, wrong: told, missed, .. } = searched;
        for line in told.lines() {
            *wrong += &format!("{}: {line}\n", gate.strategy);
        }
        let mut results = results.lock().unwrap_or_else(|e| e.into_inner());
        let recall = results.0.entry(gate.name()).or_default();
        if let Some(missed) = missed {
            recall.missed.push(format!("{}: {}", change.name, missed.trim_end()));
        } else if change.different && outcome.verdict == report::Verdict::Different {
            recall.found += 1;
        }
        results.1.extend(
            findings.into_iter().map(|kept| Kept { name: format!("{} by {}", kept.name, gate.strategy), ..kept }),
        );
    }
    Ok(())
}

fn judge(gate: &Gate, recall: &Recall) -> Verdict {
    let Recall { found, missed } = recall;
    let all = found + missed.len();
    let figures = format!("{}: {found} of {all} found in {} runs, at least {}", gate.name(), gate.runs, gate.least);
    if *found < gate.least {
        let mut missed = missed.clone();
        missed.sort();
        return Verdict::Fail(format!("{figures}\n{}", missed.join("\n")));
    }
    say(&match found - gate.least {
        0 => figures,
        more => format!("{figures}; the gate can be raised by {more}"),
    });
    Verdict::Pass
}

fn read() -> anyhow::Result<Vec<Gate>> {
    let path = in_root("subjects/gates.toml")?;
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    parse(&text).with_context(|| format!("cannot use `{}`", path.display()))
}

fn parse(text: &str) -> anyhow::Result<Vec<Gate>> {
    let tables: BTreeMap<String, Gates> = serde_json::from_value(toml::parse(text)?)?;
    let of = |(subject, Gates { runs, least }): (String, Gates)| {
        least.into_iter().map(move |(strategy, least)| Gate { subject: subject.clone(), strategy, runs, least })
    };
    Ok(tables.into_iter().flat_map(of).collect())
}

/// A gate that cannot fail is a mistake, as is one that cannot be passed.
fn known(gates: &[Gate], subjects: &[Subject]) -> anyhow::Result<()> {
    for gate in gates {
        let subject = subjects.iter().find(|subject| subject.name == gate.subject);
        let Some(subject) = subject else { bail!("`{}`: there is no such subject", gate.subject) };
        let differing = subject.changes.iter().filter(|change| change.different).count();
        if gate.runs == 0 || gate.least == 0 || gate.least > differing {
            bail!("`{}`: {} of {differing} changes in {} runs is no gate", gate.name(), gate.least, gate.runs);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_a_strategy_on_a_subject() {
        let gates = parse("# head\n[lexer]\nruns = 200 # each\nauto = 7\ndse = 5\n").unwrap();
        let gate = |strategy: &str, least| Gate {
            subject: "lexer".to_owned(),
            strategy: strategy.to_owned(),
            runs: 200,
            least,
        };
        assert_eq!(gates, [gate("auto", 7), gate("dse", 5)]);
        for wrong in [
            "[lexer]\nauto = 7\n",
            "[lexer]\nruns = 200\nauto = -1\n",
            "auto = 7\n",
            "[lexer]\nruns = 2\nauto = \"7\"\n",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    /// What CI is to notice: each of these subjects, by each of these strategies.
    #[test]
    fn all_strategies_are_gated_on_the_large_subjects() {
        let gates = read().unwrap();
        known(&gates, &subject::subjects(None, Halves::All).unwrap()).unwrap();
        for subject in ["replacer", "lexer", "scheduler", "statistics"] {
            for strategy in ["auto", "dse", "reach", "propagate", "express"] {
                let name = format!("{subject}/{strategy}");
                assert!(gates.iter().any(|gate| gate.name() == name), "{name}");
            }
        }
    }

    #[test]
    fn gates_of_nothing_are_mistakes() {
        let subjects = subject::subjects(Some("lexer/"), Halves::All).unwrap();
        let known = |text: &str| known(&parse(text).unwrap(), &subjects);
        assert!(known("[lexer]\nruns = 1\nauto = 9\n").is_ok());
        for wrong in [
            "[lexer]\nruns = 1\nauto = 10\n",
            "[lexer]\nruns = 1\nauto = 0\n",
            "[lexer]\nruns = 0\nauto = 1\n",
            "[laxer]\nruns = 1\nauto = 1\n",
        ] {
            assert!(known(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn fewer_than_the_gate_demands_fail_and_are_named() {
        let gate = Gate { subject: "s".to_owned(), strategy: "auto".to_owned(), runs: 200, least: 2 };
        let recall = |found| Recall { found, missed: vec!["s/3: not found".to_owned()] };
        assert_eq!(judge(&gate, &recall(2)), Verdict::Pass);
        assert_eq!(judge(&gate, &recall(3)), Verdict::Pass);
        let Verdict::Fail(why) = judge(&gate, &recall(1)) else { panic!("one is fewer than two") };
        assert_eq!(why, "s/auto: 1 of 2 found in 200 runs, at least 2\ns/3: not found");
    }
}
