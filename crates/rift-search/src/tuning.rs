//! The numbers that a search is tuned by: each with its unit, its reason, and values to try in its place.
//!
//! The shares were chosen on the training half of `subjects/`; the others are as they were set by hand before there were halves. What
//! each is worth is measured by `rift-conformance bench ablate`. None changes what is found in the end, only when. Numbers that bound memory or
//! the work on a single thing are not here: they are constants where they are used (`MAX_..`), and do not matter in ordinary runs.

/// A number that can be set.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    pub name: &'static str,
    pub unit: &'static str,
    pub value: f64,
    pub reason: &'static str,
    /// Values to try in its place.
    pub low: f64,
    pub high: f64,
}

macro_rules! tuning {
    ($($(#[doc = $reason:literal])+ $name:ident: $type:ty = $value:literal $unit:literal, $low:literal, $high:literal;)+) => {
        /// All of them. A rank counts in steps to a change.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Tuning {
            $($(#[doc = $reason])+ pub(crate) $name: $type,)+
        }

        impl Default for Tuning {
            fn default() -> Tuning {
                Tuning { $($name: $value,)+ }
            }
        }

        impl Tuning {
            /// All numbers as they are.
            pub fn numbers(&self) -> Vec<Number> {
                vec![$(Number {
                    name: stringify!($name),
                    unit: $unit,
                    value: self.$name as f64,
                    reason: concat!($($reason),+).trim_ascii(),
                    low: f64::from($low),
                    high: f64::from($high),
                },)+]
            }

            /// Sets a number by its name. An error says what is wrong.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $(stringify!($name) => {
                        self.$name = value.strip_suffix(".0").unwrap_or(value).parse().map_err(|_| format!("`{value}` is not a value of `{name}`"))?;
                    })+
                    _ => return Err(format!("there is no tuning number `{name}`")),
                }
                Ok(())
            }
        }
    };
}

tuning! {
    /// What each doubling of the queries that the solver gave up on a branch counts: what can be had for less comes first.
    hard_query: u32 = 8 "steps", 0, 16;
    /// Runs that are longer than the shortest by more than so many doublings are worth less: others are to be had for less.
    long_run_doublings: u32 = 2 "doublings", 1, 4;
    /// What a branch counts behind changes that are all known to make a difference: others first, but a second difference of the same one is not given up.
    settled: u32 = 5 "steps", 0, 10;
    /// What a decision of a library counts that nothing is known to depend on: the program's own say more about what it does.
    foreign: u32 = 2 "steps", 0, 4;
    /// What a branch counts at most that lies before a change on a path to it: it keeps the route, so that how far off it is matters less.
    before_on_route: u32 = 2 "steps", 1, 4;
    /// Dependences of control up to which a change counts as at hand: a second way into the same condition need not wait.
    at_hand: u32 = 3 "steps", 1, 6;
    /// What a way counts that no run has taken, before any has executed a change: it may be what the known ones are stuck for.
    untaken: u32 = 1 "steps", 0, 3;
    /// What a branch counts where the effect of the change was dead: after all others, since that was seen on one input only.
    dead: u32 = 6 "steps", 2, 12;
    /// What a value counts that the machine had to settle on: each other value is a path of its own, and most do the same.
    pinned: u32 = 4 "steps", 0, 8;
    /// Steps of dependence back from where a run is stuck that count as one to a change: such steps are many and short.
    steps_back: u32 = 4 "steps", 2, 8;
    /// What a branch counts behind a change that nothing is known to depend on.
    behind: u32 = 2 "steps", 1, 4;
    /// What a route to a change counts more that is known by decisions alone, not by dependence.
    unguided: u32 = 2 "steps", 0, 4;
    /// What each doubling of the same condition counts: what was asked before waits for what is new around it.
    condition_wear: u32 = 2 "steps", 1, 4;
    /// How often one run is led to the same side of a decision by the same part of the input.
    turns_by_same_byte: u32 = 2 "turns", 1, 4;
    /// The same by any part, where the way that it goes is known to be farther: else a loop would go on as long as it can.
    turns_by_any_byte: u32 = 8 "turns", 4, 16;
    /// How often runs are led to one side of a decision without executing a change, before they are to go elsewhere.
    turns_in_vain: u32 = 12 "turns", 6, 24;
    /// Runs for the first effect of a change before an input that nobody gave is tried.
    first_effect_runs: u32 = 4 "runs", 0, 8;
    /// Goals of one pair of runs, those from its end first.
    goals_per_run: u32 = 12 "goals", 6, 24;
    /// Branches that one goal is tried with.
    branches_per_goal: u32 = 24 "branches", 12, 48;
    /// Branches that are taken where a path came nearer to a goal than all before.
    branches_after_nearer: u32 = 3 "branches", 1, 6;
    /// How often a way is tried without the decisions that do not lead to it.
    relaxed_tries: u32 = 3 "tries", 1, 6;
    /// Runs that are solved for before the first guess, after a change was first executed: what is easily solved for is found by then.
    runs_before_guesses: u32 = 48 "runs", 0, 96;
    /// The same before the order of `propagate` has turns.
    runs_before_effect_order: u32 = 64 "runs", 0, 128;
    /// The share of guesses in all work, beside one for each order.
    guesses_share: f64 = 0.05 "share", 0.02, 0.2;
    /// The share of branches that lie before a change, once one is executed.
    before_change_share: f64 = 0.15 "share", 0.05, 0.33;
    /// The share of what stands beside the main order: repairs of effects that died, and runs that are led to the use of one.
    effects_share: f64 = 0.5 "share", 0.25, 1;
    /// The share of queries that take long.
    deferred_share: f64 = 0.06 "share", 0.03, 0.25;
    /// Work after which what a tactic brought counts half.
    merit_instructions: u64 = 50000000 "instructions", 10000000, 250000000;
    /// What a tactic may gain by what it brought: its share grows by so many times at most.
    most_merit: f64 = 3.0 "shares", 0, 8;
    /// Work that may go into following runs, and into finding out what depends on what, before there is anything to compare it with.
    analysis_credit_instructions: u64 = 60000000 "instructions", 0, 240000000;
}

/// Work before a run that was put back because it is long has its turn: as many instructions as a run may have. Such runs have a
/// quarter of the work that others have.
pub(crate) const FIRST_LONG_RUN_INSTRUCTIONS: u64 = 50_000_000;
pub(crate) const LONG_RUNS_SHARE: f64 = 0.25;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_at_most_thirty_and_each_has_a_reason() {
        let numbers = Tuning::default().numbers();
        assert!(numbers.len() <= 30, "{}", numbers.len());
        for number in numbers {
            assert!(number.reason.len() > 20 && !number.unit.is_empty(), "{number:?}");
            assert!(number.low < number.value && number.value < number.high || number.low != number.high, "{number:?}");
        }
    }

    #[test]
    fn numbers_are_set_by_name() {
        let mut tuning = Tuning::default();
        tuning.set("hard_query", "3").expect("there is one");
        assert_eq!(tuning.hard_query, 3);
        tuning.set("hard_query", "16.0").expect("as a measurement passes it");
        assert_eq!(tuning.hard_query, 16);
        assert!(tuning.set("hard_query", "many").is_err() && tuning.set("nothing", "3").is_err());
    }
}
