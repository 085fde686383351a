//! The strategy of a search, by its name, with tactics and numbers that may be changed to measure what they are worth.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use rift_search::{Strategy, Tuning};
use serde_json::json;

const DEFAULT: &str = "auto";

#[derive(Debug, Clone, Args)]
pub struct StrategyArguments {
    /// How to search.
    #[arg(long, value_name = "NAME", default_value = DEFAULT, value_parser = names())]
    strategy: String,
    /// Switch tactics of the strategy off and on, to measure what they are worth: `-guesses,+leading`.
    #[arg(long, value_name = "SWITCHES", allow_hyphen_values = true, hide = true)]
    tactics: Option<String>,
    /// Set numbers that the search is tuned by, to measure what they are worth: `NAME=VALUE,..`.
    #[arg(long, value_name = "NUMBERS", hide = true)]
    tune: Option<String>,
}

fn names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Strategy::names().map(|(name, what)| PossibleValue::new(name).help(what)))
}

impl StrategyArguments {
    pub fn name(&self) -> &str {
        &self.strategy
    }

    pub fn strategy(&self) -> anyhow::Result<Strategy> {
        let Some(mut strategy) = Strategy::named(&self.strategy) else {
            anyhow::bail!("there is no strategy `{}`", self.strategy)
        };
        if let Some(switches) = &self.tactics {
            strategy = strategy.switch(switches).map_err(|why| anyhow::anyhow!("--tactics: {why}"))?;
        }
        for number in self.tune.iter().flat_map(|numbers| numbers.split(',')) {
            let Some((name, value)) = number.split_once('=') else {
                anyhow::bail!("--tune: expected NAME=VALUE, found `{number}`")
            };
            strategy.tuning.set(name, value).map_err(|why| anyhow::anyhow!("--tune: {why}"))?;
        }
        Ok(strategy)
    }
}

/// All tactics and numbers, for who measures what they are worth.
pub fn print_tactics() {
    let tactics: Vec<_> = Strategy::tactics().map(|(name, what)| json!({ "name": name, "what": what })).collect();
    let number = |one: rift_search::Number| {
        json!({
            "name": one.name, "unit": one.unit, "value": one.value, "reason": one.reason, "low": one.low, "high": one.high,
        })
    };
    let tuning: Vec<_> = Tuning::default().numbers().into_iter().map(number).collect();
    println!("{:#}", json!({ "tactics": tactics, "tuning": tuning }));
}
