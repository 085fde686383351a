//! Inputs that came nearer than others to make the versions decide differently.
//!
//! What a difference needs is often built up by control flow and not by terms: a counter that must be at its limit, a
//! depth, a place in a table. No decision on the input says so, but the values that are compared there do: how far they are
//! apart says how far an input is from the other way (the branch distance of Korel 1990, as AVM and libFuzzer's value profile use
//! it). It is measured where it has to do with a change: at comparisons that are changed, at those that lead to changed
//! code as long as none is reached, and where the same comparison of both versions has other operands. Where an effect
//! is there and not seen (the versions parted, or hold other values in memory at the end), whatever comes after it is a goal: it may
//! be half of the way to where it is used. Who comes nearer than all before is what the next guesses are made from. Who comes as
//! near takes its place now and then, since two steps that are only together worth something must be made one after the
//! other; rather if it is shorter, which leaves room for more.
//!
//! Comparisons of both versions belong together by how often their site came before. Where one has made rounds more, they are
//! shifted: then what is taken for an effect is none. Errs towards too many goals; they share the guesses.

use super::COMPARED;
use super::compared::{Compared, Comparisons};
use super::mutate::Random;
use rift_env::Input;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Inputs kept for one goal: as near as each other.
const MOST_KEPT: usize = 6;
/// More goals of one kind are not kept apart: turns would be too few for each.
const MOST_GOALS: usize = 128;
/// One in so many takes the place of a shorter one that came as near.
const LONGER_EVERY: usize = 4;
/// Turns that a goal has before others, once an input came nearer to it.
const AHEAD: i64 = 24;

/// What is aimed at, by its comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Goal {
    /// A comparison that is changed, in the version of a stage.
    Touched(u32, usize),
    /// One that leads to changed code.
    Guard(u32),
    /// One that has other operands in the other version.
    Infected(u32, usize),
    /// One behind another that the versions answered differently, and how its operands were ordered: what follows an effect may
    /// be half of the way to where it is seen.
    Parted(u32, Ordering),
    /// The same of one behind the change, where memory holds other values at the end.
    Waits(u32, Ordering),
}

impl Goal {
    /// Kinds take turns with each other.
    fn kind(self) -> usize {
        match self {
            Goal::Touched(..) | Goal::Guard(_) => 0,
            Goal::Infected(..) => 1,
            Goal::Parted(..) => 2,
            Goal::Waits(..) => 3,
        }
    }
}

const KINDS: usize = 4;

#[derive(Debug)]
struct Nearest {
    distance: u64,
    inputs: Vec<Rc<Input>>,
    /// Those with fewer come first.
    turns: i64,
}

impl Nearest {
    /// Keeps an input that came as near.
    fn take_turns(&mut self, input: &Rc<Input>, random: &mut Random) {
        if self.inputs.contains(input) {
            return;
        }
        if self.inputs.len() < MOST_KEPT {
            self.inputs.push(Rc::clone(input));
            return;
        }
        let place = &mut self.inputs[random.below(MOST_KEPT)];
        if length(input) <= length(place) || random.below(LONGER_EVERY) == 0 {
            *place = Rc::clone(input);
        }
    }
}

fn length(input: &Input) -> usize {
    let words = input.argv.iter().map(Vec::len).chain(input.env.iter().map(|(_, value)| value.len()));
    words.chain(input.files.values().map(Vec::len)).sum::<usize>() + input.stdin.len()
}

/// The goals of one space.
#[derive(Debug, Default)]
pub(super) struct Nearer {
    goals: [BTreeMap<Goal, Nearest>; KINDS],
}

impl Nearer {
    /// Takes over how near an input came. True if it came nearer to anything than all before.
    pub fn note(&mut self, input: &Input, distances: &BTreeMap<Goal, u64>, random: &mut Random) -> bool {
        let shared = Rc::new(input.clone());
        let most = self.goals.each_ref().map(|goals| goals.values().map(|nearest| nearest.turns).max().unwrap_or(0));
        let mut is_nearer = false;
        for (goal, distance) in distances {
            let goals = &mut self.goals[goal.kind()];
            if !goals.contains_key(goal) && goals.len() == MOST_GOALS {
                continue;
            }
            let first = most[goal.kind()] - AHEAD;
            let nearest = goals.entry(*goal).or_insert(Nearest { distance: u64::MAX, inputs: vec![], turns: first });
            if *distance < nearest.distance {
                *nearest = Nearest { distance: *distance, inputs: vec![], turns: nearest.turns.min(first) };
                is_nearer = true;
            }
            if *distance == nearest.distance {
                nearest.take_turns(&shared, random);
            }
        }
        is_nearer
    }

    /// No guess is to come to changed code any more: some run did.
    pub fn forget_guards(&mut self) {
        self.goals[0].retain(|goal, _| !matches!(goal, Goal::Guard(_)));
    }

    pub fn is_empty(&self) -> bool {
        self.goals.iter().all(BTreeMap::is_empty)
    }

    /// An input to make the next one from.
    pub fn base(&mut self, random: &mut Random) -> Option<Rc<Input>> {
        let kinds: Vec<usize> = (0..KINDS).filter(|kind| !self.goals[*kind].is_empty()).collect();
        let kind = *kinds.get(random.below(kinds.len()))?;
        let nearest = self.goals[kind].values_mut().min_by_key(|nearest| nearest.turns)?;
        nearest.turns += 1;
        nearest.inputs.get(random.below(nearest.inputs.len())).cloned()
    }
}

/// How near a pair of runs came to each goal. `old`: what the old version compared, if a change was passed.
pub(super) fn distances(comparisons: &Comparisons, new: &[Compared], old: Option<&[Compared]>) -> BTreeMap<Goal, u64> {
    let mut found = Distances::default();
    let stages: [&[Compared]; COMPARED] = [new, old.unwrap_or(&[])];
    for (stage, all) in stages.into_iter().enumerate() {
        for one in all {
            let role = comparisons.role(one.number);
            if role.is_touched {
                found.add(Goal::Touched(one.number, stage), one.distance());
            }
            if role.is_guard && old.is_none() {
                found.add(Goal::Guard(one.number), one.distance());
            }
        }
    }
    if let Some(old) = old {
        found.infected(comparisons, new, old);
    }
    found.0
}

/// What came behind the change in a run that ends with other values in memory.
pub(super) fn behind(new: &[Compared]) -> impl Iterator<Item = Goal> {
    new.iter().map(|one| Goal::Waits(one.number, one.order()))
}

#[derive(Default)]
struct Distances(BTreeMap<Goal, u64>);

impl Distances {
    fn add(&mut self, goal: Goal, distance: u64) {
        let nearest = self.0.entry(goal).or_insert(distance);
        *nearest = distance.min(*nearest);
    }

    /// What both versions compare with other operands.
    fn infected(&mut self, comparisons: &Comparisons, new: &[Compared], old: &[Compared]) {
        let alike = new.iter().zip(old).take_while(|(new, old)| new == old).count();
        let mut by_number: HashMap<u32, Vec<usize>> = HashMap::new();
        (alike..new.len()).for_each(|at| by_number.entry(new[at].number).or_default().push(at));
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut parted = new.len();
        for old in &old[alike..] {
            let place = places.entry(old.number).or_default();
            let partner = by_number.get(&old.number).and_then(|all| all.get(*place)).copied();
            *place += 1;
            let Some(at) = partner.filter(|at| new[*at] != *old) else { continue };
            let role = comparisons.role(old.number);
            if !role.is_touched {
                self.add(Goal::Infected(old.number, 0), new[at].distance());
                self.add(Goal::Infected(old.number, 1), old.distance());
            }
            let orders = [new[at].order(), old.order()];
            if orders[0] != orders[1] && (!role.is_equality || orders.iter().any(|order| order.is_eq())) {
                parted = parted.min(at);
            }
        }
        new[parted..].iter().for_each(|one| self.add(Goal::Parted(one.number, one.order()), 0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::compared::Role;
    use super::*;

    const PLAIN: Role = Role { is_touched: false, is_guard: false, is_equality: true };

    fn compared(number: u32, a: u64, b: u64) -> Compared {
        Compared { number, operands: (a, b) }
    }

    fn input(stdin: &str) -> Input {
        Input { stdin: stdin.into(), ..Input::default() }
    }

    #[test]
    fn changed_comparisons_are_measured_in_both_versions_and_guards_until_the_change() {
        let roles = [Role { is_touched: true, ..PLAIN }, Role { is_guard: true, ..PLAIN }, PLAIN];
        let comparisons = Comparisons::of(&roles);
        let new = [compared(1, 3, 9), compared(0, 20, 27), compared(0, 21, 27), compared(2, 5, 5)];
        let old = [compared(1, 3, 9), compared(0, 20, 28), compared(0, 21, 28), compared(2, 5, 5)];
        let both = distances(&comparisons, &new, Some(&old));
        assert_eq!(both, BTreeMap::from([(Goal::Touched(0, 0), 6), (Goal::Touched(0, 1), 7)]));
        let before = distances(&comparisons, &new[..1], None);
        assert_eq!(before, BTreeMap::from([(Goal::Guard(1), 6)]));
    }

    #[test]
    fn other_operands_are_an_effect_and_other_answers_part_the_versions() {
        let comparisons = Comparisons::of(&[PLAIN, PLAIN]);
        // The second occurrence differs, the third is answered differently.
        let new = [compared(0, 1, 3), compared(0, 2, 3), compared(0, 3, 3), compared(1, 8, 7)];
        let old = [compared(0, 1, 3), compared(0, 0, 3), compared(0, 1, 3), compared(1, 8, 7)];
        let found = distances(&comparisons, &new, Some(&old));
        let infected = [(Goal::Infected(0, 0), 0), (Goal::Infected(0, 1), 2)];
        let parted = [(Goal::Parted(0, Ordering::Equal), 0), (Goal::Parted(1, Ordering::Greater), 0)];
        assert_eq!(found, infected.into_iter().chain(parted).collect());
    }

    #[test]
    fn who_comes_nearer_takes_the_place_of_all_before() {
        let (mut nearer, mut random) = (Nearer::default(), Random(1));
        let goal = Goal::Touched(0, 0);
        assert!(nearer.note(&input("far"), &BTreeMap::from([(goal, 9)]), &mut random));
        assert!(nearer.note(&input("near"), &BTreeMap::from([(goal, 4)]), &mut random));
        assert!(!nearer.note(&input("as near"), &BTreeMap::from([(goal, 4)]), &mut random));
        assert!(!nearer.note(&input("far again"), &BTreeMap::from([(goal, 5)]), &mut random));
        let bases: Vec<_> = (0..20).filter_map(|_| nearer.base(&mut random)).map(|base| base.stdin.clone()).collect();
        assert!(bases.contains(&b"near".to_vec()) && bases.contains(&b"as near".to_vec()));
        assert!(!bases.iter().any(|base| base.starts_with(b"far")));
    }

    #[test]
    fn goals_have_turns_and_the_one_that_came_nearer_is_first() {
        let (mut nearer, mut random) = (Nearer::default(), Random(1));
        let goals = [0, 1].map(|number| Goal::Infected(number, 0));
        nearer.note(&input("a"), &BTreeMap::from([(goals[0], 9)]), &mut random);
        nearer.note(&input("b"), &BTreeMap::from([(goals[1], 9)]), &mut random);
        let mut next = |nearer: &mut Nearer| nearer.base(&mut random).map(|base| base.stdin.clone()).unwrap();
        assert!((0..AHEAD).all(|_| next(&mut nearer) == b"b"), "the latest is ahead");
        let turns: Vec<_> = (0..8).map(|_| next(&mut nearer)).collect();
        assert_eq!(turns.iter().filter(|turn| *turn == b"a").count(), 4);
        nearer.note(&input("nearer"), &BTreeMap::from([(goals[1], 3)]), &mut Random(1));
        assert!((0..8).all(|_| next(&mut nearer) == b"nearer"));
    }

    #[test]
    fn shorter_ones_stay() {
        let (mut nearest, mut random) = (Nearest { distance: 0, inputs: vec![], turns: 0 }, Random(1));
        let lengths = |nearest: &Nearest| nearest.inputs.iter().map(|input| length(input)).sum::<usize>();
        for round in 0..400 {
            nearest.take_turns(&Rc::new(input(&"x".repeat(1 + (round * 7) % 40))), &mut random);
        }
        assert!(lengths(&nearest) < MOST_KEPT * 20, "{nearest:?}");
    }
}
