//! The same again and again is worth less and less.

use crate::engine::{Edge, Goal, Learned, Notes, PendingBranch, Rank};
use rift_expr::TermId;
use std::collections::{BTreeMap, HashMap};

/// Doublings of the same way, or of the same goal, that count as one step. A loop is to be left in the end; but words are
/// compared by one branch, letter by letter, and a goal may come true in other surroundings.
const DOUBLINGS_PER_STEP: u32 = 2;

/// How often what was chosen. A condition counts more than the code that asks it: letters of a word are all compared by the
/// same branch.
#[derive(Debug, Clone)]
pub(super) struct Wear {
    /// What each doubling of the same condition counts.
    per_condition: Rank,
    /// By version.
    conditions: HashMap<(usize, TermId), u32>,
    ways: BTreeMap<(usize, Edge), u32>,
    /// A goal that was reached may show nothing: the same one in other surroundings is worth less each time.
    goals: HashMap<Goal, u32>,
}

/// Of zero, zero.
pub(super) fn doublings(count: u32) -> u32 {
    u32::BITS - count.leading_zeros()
}

impl Wear {
    pub fn new(per_condition: Rank) -> Wear {
        Wear { per_condition, conditions: HashMap::new(), ways: BTreeMap::new(), goals: HashMap::new() }
    }

    pub fn of(&self, branch: &PendingBranch, notes: Notes) -> Rank {
        let version = branch.version();
        let condition = self.conditions.get(&(version, branch.goal)).copied().unwrap_or(0);
        let way = self.ways.get(&(version, branch.edge)).copied().unwrap_or(0);
        let goal = notes.goal.and_then(|goal| self.goals.get(&goal)).copied().unwrap_or(0);
        self.per_condition * doublings(condition)
            + doublings(way) / DOUBLINGS_PER_STEP
            + doublings(goal) / DOUBLINGS_PER_STEP
    }

    pub fn on_taken(&mut self, branch: &PendingBranch, notes: Notes) {
        let version = branch.version();
        *self.conditions.entry((version, branch.goal)).or_default() += 1;
        *self.ways.entry((version, branch.edge)).or_default() += 1;
        if let Some(goal @ (Goal::Output | Goal::State | Goal::At(_))) = notes.goal {
            *self.goals.entry(goal).or_default() += 1;
        }
    }

    /// Terms mean something else from now on.
    pub fn forget_terms(&mut self) {
        self.conditions.clear();
    }

    pub fn save(&self, learned: &mut Learned) {
        learned.taken = self.ways.iter().map(|(key, count)| (*key, *count)).collect();
    }

    pub fn restore(&mut self, learned: &Learned) {
        self.ways = learned.taken.iter().copied().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{branch, site};

    #[test]
    fn goals_wear_out_unless_paths_come_nearer() {
        let mut wear = Wear::new(2);
        let [here, there] = [Goal::At(site(100)), Goal::At(site(200))];
        let noted = |goal| Notes { goal, ..Notes::default() };
        for number in 0..32 {
            let goal = Some(if number % 2 == 0 { here } else { Goal::Nearer });
            wear.on_taken(&branch(number), noted(goal));
        }
        let rank = |goal| wear.of(&branch(50), noted(goal));
        assert!(rank(Some(here)) > rank(Some(there)), "sixteen branches were taken for it, and showed nothing");
        assert_eq!(rank(Some(Goal::Nearer)), rank(None));
        assert_eq!(rank(Some(there)), rank(None));
    }

    #[test]
    fn a_condition_wears_out_before_the_code_that_asks_it() {
        let mut wear = Wear::new(2);
        let asked = branch(1);
        wear.on_taken(&asked, Notes::default());
        let same_code = PendingBranch { edge: asked.edge, ..branch(2) };
        let [again, other, new] = [&asked, &same_code, &branch(3)].map(|branch| wear.of(branch, Notes::default()));
        assert!(again > other && other >= new);
    }
}
