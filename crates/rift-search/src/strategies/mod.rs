//! Named compositions of tactics: the papers' own, and ours.

mod auto;
mod dse;
mod express;
mod propagate;
mod reach;
mod wear;

use crate::engine::{Entry, Milestones, Plan};
use crate::tactics::{
    Approach, DeferredQueries, FirstEffect, GoalQueries, Guesses, Infection, Leading, Negation, Order, Relaxing,
    Repairs, Seeds, Tactic, UnreachedChanges, Uses, WaitingRuns,
};
use crate::tuning::{LONG_RUNS_SHARE, Tuning};
use auto::{ByChange, Side};
use dse::ByCoverage;
use express::ByPruning;
use propagate::ByEffect;
use reach::{ByRoute, Measure};
use std::collections::BTreeSet;

/// A tactic that a strategy may have. They see runs in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Approach,
    FirstEffect,
    Seeds,
    Infection,
    Goals,
    Leading,
    Repairs,
    UnreachedChanges,
    Uses,
    Relaxing,
    /// The example of docs/CONTRIBUTING.md.
    #[cfg(test)]
    LongerWords,
    ByChange,
    BeforeChange,
    ByCoverage,
    ByRoute,
    ByControlRoute,
    ByEffect,
    ByControlEffect,
    ByPruning,
    ByPaperPruning,
    Guesses,
    WaitingRuns,
    DeferredQueries,
}

/// What tactics can be switched by, and what each does.
const PARTS: &[(Part, &str, &str)] = &[
    (Part::Approach, "approach", "follows what a given input shows of the route to a change before the next one"),
    (Part::FirstEffect, "first-effect", "looks for the first effect of a change that was executed and had none"),
    (Part::Seeds, "seeds", "runs the inputs that are given"),
    (
        Part::Infection,
        "infection",
        "asks whether a change that was executed can leave another state behind (taneja-2011)",
    ),
    (Part::Goals, "goals", "solves branches together with what would make the versions differ"),
    (Part::Leading, "leading", "leads runs to a change while they run"),
    (Part::Repairs, "repairs", "finds the decisions that block a run or hide an effect (qi-2010, section 4)"),
    (
        Part::UnreachedChanges,
        "unreached-changes",
        "prefers changes that no run has executed or that have shown nothing",
    ),
    (Part::Uses, "uses", "leads runs to where an effect that waits in memory would be used"),
    (Part::Relaxing, "relaxing", "tries forbidden branches without the decisions that do not lead to them"),
    #[cfg(test)]
    (
        Part::LongerWords,
        "longer-words",
        "runs inputs that executed no change with words that are as long as they may be",
    ),
    (Part::ByChange, "by-change", "takes branches by how near they are to a change or its effect"),
    (Part::BeforeChange, "before-change", "takes other ways to a change that was executed"),
    (Part::ByCoverage, "by-coverage", "takes branches that nothing has taken first"),
    (Part::ByRoute, "by-route", "takes the branch that a change depends on most directly, through values as well"),
    (Part::ByControlRoute, "by-control-route", "the same by control dependence alone (qi-2010, Algorithm 1)"),
    (Part::ByEffect, "by-effect", "takes repairs of effects that died first"),
    (
        Part::ByControlEffect,
        "by-control-effect",
        "the same, and before a change by control dependence (qi-2010, Algorithm 2)",
    ),
    (Part::ByPruning, "by-pruning", "leaves out branches behind dead effects, changes at hand first"),
    (Part::ByPaperPruning, "by-paper-pruning", "leaves out branches behind dead effects (taneja-2011)"),
    (Part::Guesses, "guesses", "mutates inputs that came near and runs both versions on them"),
    (Part::WaitingRuns, "waiting-runs", "goes on with runs that were put back because they are long"),
    (Part::DeferredQueries, "deferred-queries", "asks what takes the solver long"),
];

/// What every strategy has.
const ALWAYS: [Part; 3] = [Part::Seeds, Part::WaitingRuns, Part::DeferredQueries];

/// Names of strategies, what they are, and what they are made of.
const STRATEGIES: [(&str, &str, Plan, &[Part]); 8] = [
    (
        "auto",
        "ours: everything, dealt by what it brings",
        Plan::Select,
        &[
            Part::Approach,
            Part::FirstEffect,
            Part::Infection,
            Part::Goals,
            Part::Leading,
            Part::Repairs,
            Part::UnreachedChanges,
            Part::Uses,
            Part::Relaxing,
            Part::ByChange,
            Part::BeforeChange,
            Part::ByEffect,
            Part::Guesses,
        ],
    ),
    ("dse", "every path, what was not covered first: the yardstick", Plan::SelectAll, &[Part::ByCoverage]),
    (
        "reach",
        "the route to a change (after qi-2010, Algorithm 1)",
        Plan::Select,
        &[Part::Approach, Part::Leading, Part::Repairs, Part::Relaxing, Part::ByRoute],
    ),
    (
        "reach-paper",
        "qi-2010, Algorithm 1, as in the paper",
        Plan::Select,
        &[Part::Repairs, Part::Relaxing, Part::ByControlRoute],
    ),
    (
        "propagate",
        "the effect of a change to the output (after qi-2010, Algorithm 2)",
        Plan::Select,
        &[Part::FirstEffect, Part::Goals, Part::Repairs, Part::Uses, Part::Relaxing, Part::ByEffect],
    ),
    (
        "propagate-paper",
        "qi-2010, Algorithm 2, as in the paper",
        Plan::Select,
        &[Part::Repairs, Part::Relaxing, Part::ByControlEffect],
    ),
    (
        "express",
        "without branches that cannot help (after taneja-2011)",
        Plan::Select,
        &[Part::Goals, Part::Repairs, Part::Relaxing, Part::ByPruning],
    ),
    (
        "express-paper",
        "taneja-2011, as in the paper",
        Plan::Select,
        &[Part::Infection, Part::Repairs, Part::ByPaperPruning],
    ),
];

/// Which tactics a search has, and the numbers that they are tuned by.
#[derive(Debug, Clone)]
pub struct Strategy {
    plan: Plan,
    parts: BTreeSet<Part>,
    pub tuning: Tuning,
}

impl Strategy {
    /// All paths of one program.
    pub fn exhaustive() -> Strategy {
        Strategy::of(Plan::Exhaust, &[Part::ByCoverage])
    }

    fn of(plan: Plan, parts: &[Part]) -> Strategy {
        let parts = parts.iter().chain(&ALWAYS).copied().collect();
        Strategy { plan, parts, tuning: Tuning::default() }
    }

    pub fn named(name: &str) -> Option<Strategy> {
        let (.., plan, parts) = STRATEGIES.iter().find(|(known, ..)| *known == name)?;
        Some(Strategy::of(*plan, parts))
    }

    /// All names, with what they are.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        STRATEGIES.iter().map(|(name, what, ..)| (*name, *what))
    }

    /// All tactics, with what they do.
    pub fn tactics() -> impl Iterator<Item = (&'static str, &'static str)> {
        PARTS.iter().map(|(_, name, what)| (*name, *what))
    }

    /// Whether it has a tactic of a name.
    pub fn has(&self, name: &str) -> bool {
        PARTS.iter().any(|(part, known, _)| *known == name && self.parts.contains(part))
    }

    /// Switches tactics off and on: `-guesses,+leading`. An error says what is wrong.
    pub fn switch(mut self, switches: &str) -> Result<Strategy, String> {
        for switch in switches.split(',').filter(|switch| !switch.is_empty()) {
            let (is_on, name) = match switch.split_at_checked(1) {
                Some(("+", name)) => (true, name),
                Some(("-", name)) => (false, name),
                _ => return Err(format!("expected `+NAME` or `-NAME`, found `{switch}`")),
            };
            let part = PARTS.iter().find(|(_, known, _)| *known == name);
            let Some((part, ..)) = part else { return Err(format!("there is no tactic `{name}`")) };
            match is_on {
                true => self.parts.insert(*part),
                false => self.parts.remove(part),
            };
        }
        match self.parts.iter().any(|part| part.order(&self.tuning).is_some()) {
            true => Ok(self),
            false => Err("no tactic is left that takes pending branches".to_owned()),
        }
    }

    pub(crate) fn plan(&self) -> Plan {
        self.plan
    }

    /// The tactics, each with its share of the work.
    pub(crate) fn make(&self, seed: u64) -> (Vec<Box<dyn Tactic>>, Vec<f64>) {
        self.parts.iter().map(|part| (part.tactic(self, seed), part.share(&self.tuning))).unzip()
    }

    /// Whether several orders share the branches.
    fn has_order_beside(&self, part: Part) -> bool {
        self.parts.iter().any(|other| *other != part && other.order(&self.tuning).is_some())
    }
}

impl Part {
    fn order(self, tuning: &Tuning) -> Option<Box<dyn Order>> {
        Some(match self {
            Part::ByChange => Box::new(ByChange::new(Side::Behind, tuning)),
            Part::BeforeChange => Box::new(ByChange::new(Side::Before, tuning)),
            Part::ByCoverage => Box::new(ByCoverage),
            Part::ByRoute => Box::new(ByRoute::new(Measure::Values)),
            Part::ByControlRoute => Box::new(ByRoute::new(Measure::Control)),
            Part::ByEffect => Box::new(ByEffect::new(Measure::Values, tuning)),
            Part::ByControlEffect => Box::new(ByEffect::new(Measure::Control, tuning)),
            Part::ByPruning => Box::new(ByPruning::new(tuning)),
            Part::ByPaperPruning => Box::new(ByPruning::of_paper()),
            _ => return None,
        })
    }

    fn tactic(self, strategy: &Strategy, seed: u64) -> Box<dyn Tactic> {
        let tuning = &strategy.tuning;
        if let Some(order) = self.order(tuning) {
            let entry = if strategy.plan == Plan::Exhaust { Entry::Latest } else { Entry::Turns };
            let negation = Negation::new(order, seed, entry);
            // Beside another order, it has turns when that has shown nothing for a while.
            return match self == Part::ByEffect && strategy.has_order_beside(self) {
                true => Box::new(negation.once(effect_order_is_due)),
                false => Box::new(negation),
            };
        }
        match self {
            Part::Approach => Box::new(Approach::default()),
            Part::FirstEffect => Box::new(FirstEffect::default()),
            Part::Goals => Box::new(GoalQueries::default()),
            Part::Infection => Box::new(Infection::default()),
            Part::Leading => Box::new(Leading::default()),
            Part::Repairs => Box::new(Repairs::default()),
            Part::UnreachedChanges => Box::new(UnreachedChanges::default()),
            Part::Uses => Box::new(Uses::default()),
            Part::Relaxing => Box::new(Relaxing::default()),
            #[cfg(test)]
            Part::LongerWords => Box::new(crate::tactics::LongerWords::default()),
            Part::Guesses => Box::new(Guesses::default()),
            Part::WaitingRuns => Box::new(WaitingRuns),
            Part::DeferredQueries => Box::new(DeferredQueries::default()),
            _ => Box::new(Seeds),
        }
    }

    /// Of all work, beside others.
    fn share(self, tuning: &Tuning) -> f64 {
        match self {
            Part::BeforeChange => tuning.before_change_share,
            Part::Guesses => tuning.guesses_share,
            Part::Uses | Part::ByEffect => tuning.effects_share,
            Part::WaitingRuns => LONG_RUNS_SHARE,
            Part::DeferredQueries => tuning.deferred_share,
            _ => 1.0,
        }
    }
}

/// Behind a change, when nothing was shown for a while.
fn effect_order_is_due(milestones: &Milestones, tuning: &Tuning) -> bool {
    let since = milestones.solved_runs - milestones.solved_runs_to_execute;
    let is_stuck = milestones.executed.any() && milestones.differences == 0;
    is_stuck && since > u64::from(tuning.runs_before_effect_order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_takes_branches_and_every_tactic_has_its_own_name() {
        for (name, _) in Strategy::names() {
            let strategy = Strategy::named(name).expect("it is one of them");
            let (tactics, shares) = strategy.make(0);
            assert_eq!(tactics.len(), shares.len());
            assert!(strategy.parts.iter().any(|part| part.order(&strategy.tuning).is_some()), "{name}");
        }
        let names: BTreeSet<&str> = Strategy::tactics().map(|(name, _)| name).collect();
        assert_eq!(names.len(), PARTS.len());
        for (part, name, _) in PARTS {
            assert_eq!(
                part.tactic(&Strategy::exhaustive(), 0).name(),
                *name,
                "work is reported by the name it is switched by"
            );
        }
        assert!(Strategy::named("nothing").is_none());
    }

    #[test]
    fn tactics_are_switched_by_name() {
        let auto = || Strategy::named("auto").expect("there is one");
        let switched = auto().switch("-guesses,+by-route").expect("both exist");
        assert!(!switched.has("guesses") && switched.has("by-route") && switched.has("leading"));
        assert_eq!(auto().switch("guesses").unwrap_err(), "expected `+NAME` or `-NAME`, found `guesses`");
        assert_eq!(auto().switch("-nothing").unwrap_err(), "there is no tactic `nothing`");
        let none = "-by-change,-before-change,-by-effect";
        assert_eq!(auto().switch(none).unwrap_err(), "no tactic is left that takes pending branches");
    }
}
