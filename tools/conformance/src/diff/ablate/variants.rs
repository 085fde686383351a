//! What can be changed about a search, as `rift tactics` tells it: tactics that can be switched off, and tuning numbers
//! with the values that are worth a try.

use crate::explore::measure::measure;
use crate::explore::tool::Rift;
use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// A search with one thing changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Of the tactic or the number.
    pub name: String,
    /// In words.
    pub setting: String,
    /// Of `rift diff`.
    pub options: Vec<String>,
    /// Instead of the one that was asked for.
    pub seed: Option<u64>,
}

impl Variant {
    /// With nothing changed.
    pub fn baseline() -> Variant {
        Variant { name: "baseline".to_owned(), setting: String::new(), options: Vec::new(), seed: None }
    }

    /// With nothing changed but the random choices.
    fn reseeded(usual: u64, seed: u64) -> Variant {
        let setting = format!("{seed} instead of {usual}");
        Variant { name: "seed".to_owned(), setting, options: Vec::new(), seed: Some(seed) }
    }

    pub fn is_baseline(&self) -> bool {
        self.options.is_empty() && self.seed.is_none()
    }

    pub fn shown(&self) -> String {
        format!("{} {}", self.name, self.setting).trim_end().to_owned()
    }
}

/// What `rift tactics` prints. Fields that are not needed here are left out.
#[derive(Debug, Deserialize)]
struct Described {
    tactics: Vec<Tactic>,
    tuning: Vec<Number>,
}

#[derive(Debug, Deserialize)]
struct Tactic {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Number {
    name: String,
    #[serde(default)]
    unit: String,
    value: Value,
    /// Nothing: there is none to try.
    #[serde(default)]
    low: Value,
    #[serde(default)]
    high: Value,
}

/// How many other seeds are tried.
const SEEDS: u64 = 2;

/// Other seeds, which tell what is no more than chance; then all of this rift: each tactic switched off, and each number at
/// its low and its high value.
pub fn variants(rift: &Rift, seed: u64) -> anyhow::Result<Vec<Variant>> {
    let said = measure(rift.command().arg("tactics"), LIMIT)?;
    if !said.status.success() {
        let why = String::from_utf8_lossy(&said.stderr).into_owned();
        bail!("`{} tactics` failed ({}): {}", rift.program.display(), said.status, why.trim_end());
    }
    let seeds = (1..=SEEDS).map(|more| Variant::reseeded(seed, seed.wrapping_add(more)));
    let told = parse(&said.stdout).context("cannot use what `rift tactics` prints")?;
    Ok(seeds.chain(told).collect())
}

fn parse(text: &[u8]) -> anyhow::Result<Vec<Variant>> {
    let described: Described = serde_json::from_slice(text)?;
    let mut variants: Vec<Variant> = described.tactics.into_iter().map(off).collect();
    for number in &described.tuning {
        for value in [&number.low, &number.high].into_iter().filter(|value| **value != number.value) {
            variants.extend(tuned(number, value)?);
        }
    }
    Ok(variants)
}

fn off(tactic: Tactic) -> Variant {
    // In one word: the value begins with a hyphen.
    let options = vec![format!("--tactics=-{}", tactic.name)];
    Variant { name: tactic.name, setting: "off".to_owned(), options, seed: None }
}

fn tuned(number: &Number, value: &Value) -> anyhow::Result<Option<Variant>> {
    let Some(text) = plain(value).with_context(|| number.name.clone())? else { return Ok(None) };
    let usual = plain(&number.value).with_context(|| number.name.clone())?.unwrap_or_default();
    let setting = format!("{text} instead of {usual} {}", number.unit).trim_end().to_owned();
    let options = vec![format!("--tune={}={text}", number.name)];
    Ok(Some(Variant { name: number.name.clone(), setting, options, seed: None }))
}

/// A value as it stands on a command line.
fn plain(value: &Value) -> anyhow::Result<Option<String>> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(flag) => Ok(Some(flag.to_string())),
        other => bail!("`{other}` is no plain value"),
    }
}

/// Those with one of these names (all if there is none), from the `first` on, `count` of them at most.
pub fn chosen(
    variants: &[Variant],
    only: &[String],
    first: usize,
    count: Option<usize>,
) -> anyhow::Result<Vec<Variant>> {
    if let Some(unknown) = only.iter().find(|name| variants.iter().all(|variant| variant.name != **name)) {
        bail!("rift has neither a tactic nor a tuning number `{unknown}`; `rift tactics` lists them");
    }
    let named = variants.iter().filter(|variant| only.is_empty() || only.contains(&variant.name));
    let chosen: Vec<Variant> = named.skip(first).take(count.unwrap_or(usize::MAX)).cloned().collect();
    match chosen.is_empty() {
        true => bail!("there is nothing to change from number {first} on"),
        false => Ok(chosen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{ "tactics": [{ "name": "guesses", "what": "tries inputs" }, { "name": "leading", "what": "" }],
        "tuning": [
            { "name": "pending", "unit": "branches", "value": 100, "reason": "r", "low": 50, "high": 200 },
            { "name": "share", "unit": "", "value": 0.5, "reason": "r", "low": null, "high": "off" },
            { "name": "fixed", "value": 3, "low": 3 }
        ] }"#;

    #[test]
    fn tactics_are_switched_off_and_numbers_tried_both_ways() {
        let variants = parse(TEXT.as_bytes()).unwrap();
        let shown: Vec<String> = variants.iter().map(Variant::shown).collect();
        assert_eq!(
            shown,
            [
                "guesses off",
                "leading off",
                "pending 50 instead of 100 branches",
                "pending 200 instead of 100 branches",
                "share off instead of 0.5",
            ]
        );
        let options: Vec<&str> = variants.iter().map(|variant| variant.options[0].as_str()).collect();
        assert_eq!(
            options,
            ["--tactics=-guesses", "--tactics=-leading", "--tune=pending=50", "--tune=pending=200", "--tune=share=off"]
        );
        assert!(parse(br#"{ "tactics": [] }"#).is_err());
        assert!(parse(br#"{ "tactics": [], "tuning": [{ "name": "a", "value": 1, "low": [] }] }"#).is_err());
    }

    #[test]
    fn parts_are_chosen_by_name_and_by_number() {
        let variants = parse(TEXT.as_bytes()).unwrap();
        let names = |only: &[&str], first, count| -> Vec<String> {
            let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
            chosen(&variants, &only, first, count).unwrap().iter().map(|variant| variant.options[0].clone()).collect()
        };
        assert_eq!(names(&[], 0, None).len(), 5);
        assert_eq!(names(&["pending"], 1, None), ["--tune=pending=200"]);
        assert_eq!(names(&[], 1, Some(2)), ["--tactics=-leading", "--tune=pending=50"]);
        assert!(chosen(&variants, &["guess".to_owned()], 0, None).is_err());
        assert!(chosen(&variants, &[], 5, None).is_err());
    }
}
