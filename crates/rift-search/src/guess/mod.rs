//! Guesses: inputs that are put together from others, not solved for.
//!
//! Some differences need several commands in a row, or a word that the program compares letter by letter in a loop: many
//! decisions, none of which says that it is the right one. To try such an input costs next to nothing beside a
//! concolic run. So both versions are run on mutations of inputs that came to a change or to new code, as the machine
//! runs any program, with words that the program knows; those of changed code first. A guess that differs, or comes to
//! new code, is run once more as every other input is. One that comes nearer to make the versions decide differently than all
//! before ([`near`]) is what others are made from.
//!
//! Errs towards nothing: a guess is an input like any other.

mod compared;
mod mutate;
mod near;
mod words;

use crate::pair::{STAGES, Touched, Watch};
use crate::run::Run;
use crate::task::{ObjectValue, Task, What};
use crate::worker::Worker;
use compared::{Compared, Comparisons, Profile};
use mutate::{Makings, Random, mutated};
use near::{Goal, Nearer, behind, distances};
use rift_env::{Difference, Input, Process, StartError, Visible};
use rift_expr::Terms;
use rift_vm::{Limits, Progress, Stop, Unlike};
use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use words::Words;

/// Runs that are solved for before the first guess, and after a change was reached.
const FIRST: u64 = 48;
/// Inputs that guesses are made from, of one space.
const MOST_KEPT: usize = 48;
/// One guess in so many is made from inputs that came past no change.
const ASIDE_EVERY: usize = 8;
/// All but one in so many are made from inputs that came nearest to make the versions decide differently.
const FAR_EVERY: usize = 3;
/// Inputs of other runs that wait to be measured, the latest.
const MOST_UNMEASURED: usize = 32;
/// Guesses with each word of the change.
const TRIES: usize = 6;
/// Guesses for one run that is solved for: one at first, and one more after each so many runs, up to a most. What could
/// easily be solved for would have been found by then.
const ONE_UNTIL: u64 = 64;
const MORE_AFTER: u64 = 8;
/// The same while there are changes that no run came to.
const SLOWLY: u64 = 64;
const MOST_AT_ONCE: u64 = 32;
/// They take at most one part in so many of the work that all other runs take; later, so many times as much. Of the clock that is
/// less than half, since what runs cost is estimated low.
const SHARE: u64 = 3;
const LATER: u64 = 128;
const SHARE_LATER: u64 = 3;
/// To start a version takes as long as so many instructions.
const START: u64 = 10_000;
/// Steps between two looks at the clock.
const SLICE: u64 = 1 << 20;
/// Bytes of memory that may be unlike before they are no effect of a change.
const MOST_UNLIKE: usize = 256;

#[derive(Default)]
pub(crate) struct Guesses {
    words: Option<Words>,
    /// Words of the change that are still to be tried, and how often.
    changed: VecDeque<(Vec<u8>, usize)>,
    /// By space: inputs that came to new code, and those that came past a change.
    kept: [Vec<Vec<Rc<Input>>>; 2],
    tried: HashSet<u64>,
    comparisons: Comparisons,
    /// By space: what came nearest.
    nearer: Vec<Nearer>,
    /// Inputs of other runs, by space, of which it is not known how near they come.
    unmeasured: VecDeque<(usize, Input)>,
    /// What memories held otherwise at the end.
    infections: HashSet<u64>,
    turns: u64,
    /// Guesses that were run.
    pub count: u64,
    /// What they cost, in instructions.
    pub spent: u64,
    random: Option<Random>,
}

/// What came of running both versions.
enum Guess {
    /// Nothing that was not known.
    Nothing,
    /// They ended with other values in memory, as no guess did before.
    Infects,
    /// They came nearer to decide differently.
    Nearer,
    NewCode,
    Differs,
}

impl Worker<'_> {
    /// Keeps the input of a run that ended, if guesses are to be made from it.
    pub(crate) fn keep_for_guesses(&mut self, run: &Run) {
        if !self.strategy.wants().guesses || !(run.trail.touched.any() || run.new_coverage) {
            return;
        }
        let input = self.subject.spaces[run.space].input(run.process.objects(), &run.model);
        let unmeasured = &mut self.guesses.unmeasured;
        unmeasured.push_back((run.space, input.clone()));
        if unmeasured.len() > MOST_UNMEASURED {
            unmeasured.pop_front();
        }
        self.keep_input(run.space, input, run.trail.touched.any());
    }

    fn keep_input(&mut self, space: usize, input: Input, is_beyond: bool) {
        let kept = &mut self.guesses.kept[usize::from(is_beyond)];
        kept.resize_with(kept.len().max(self.subject.spaces.len()), Vec::new);
        if kept[space].iter().any(|known| **known == input) {
            return;
        }
        if kept[space].len() == MOST_KEPT {
            // The first are as good as the last.
            let random = self.guesses.random.get_or_insert(Random(self.config.seed));
            let place = random.below(MOST_KEPT);
            kept[space].remove(place);
        }
        kept[space].push(Rc::new(input));
    }

    /// Whether it is a guess's turn.
    pub(crate) fn is_time_to_guess(&self) -> bool {
        let totals = &self.knowledge.totals;
        let solved = totals.runs - self.guesses.count;
        let since = solved.saturating_sub(totals.runs_to_reach.min(solved) + FIRST);
        // What nobody has reached is rather solved for.
        let (later, more_after) = match self.unreached.way() {
            Some(_) => (u64::MAX, SLOWLY),
            None => (LATER, MORE_AFTER),
        };
        let at_once = (1 + since.saturating_sub(ONE_UNTIL) / more_after).min(MOST_AT_ONCE);
        let is_wanted = self.strategy.wants().guesses && self.subject.changes.is_some();
        let (spent, work) = (self.guesses.spent, self.work_of_runs());
        let is_cheap = if since < later { spent * SHARE < work } else { spent < work * SHARE_LATER };
        is_wanted && since * at_once > self.guesses.turns && is_cheap
    }

    pub(crate) fn guess(&mut self) -> Result<(), StartError> {
        // A turn is over even where there is nothing to guess.
        self.guesses.turns += 1;
        if let Some((space, input)) = self.guesses.unmeasured.pop_front() {
            self.run_guess(space, &input)?;
        }
        let Some((space, input)) = self.make_guess() else { return Ok(()) };
        self.guesses.count += 1;
        self.knowledge.totals.runs += 1;
        let (guess, is_beyond) = self.run_guess(space, &input)?;
        if let Guess::Nothing = guess {
            return Ok(());
        }
        let Some(values) = self.subject.spaces[space].values(&input) else { return Ok(()) };
        self.keep_input(space, input, is_beyond);
        if let Guess::Infects | Guess::Nearer = guess {
            return Ok(());
        }
        let value = |(name, bytes)| ObjectValue { name, nth: 0, bytes };
        let values = values.into_iter().map(value).collect();
        self.task(Task { space, values, shared: 0, what: What::Run }, None)
    }

    fn make_guess(&mut self) -> Option<(usize, Input)> {
        let guesses = &mut self.guesses;
        if guesses.words.is_none() {
            let words = Words::new(self.subject);
            guesses.changed = words.changed.iter().map(|word| (word.clone(), TRIES)).collect();
            guesses.words = Some(words);
        }
        let Guesses { words, changed, kept, nearer, random, tried, .. } = guesses;
        let random = random.get_or_insert(Random(self.config.seed));
        let near = if random.below(FAR_EVERY) == 0 { None } else { nearest(nearer, random) };
        let (space, base, word) = match near {
            Some((space, base)) => (space, base, None),
            None => any(kept, random).map(|(space, base)| (space, base, changed.pop_front()))?,
        };
        if let Some((word, left @ 2..)) = &word {
            changed.push_back((word.clone(), left - 1));
        }
        let words = words.as_ref().map_or(&[][..], |words| &words.all);
        let others = kept.iter().filter_map(|kept| kept.get(space)).flatten().map(Rc::as_ref);
        let makings = Makings { words, others: others.collect() };
        let word = word.as_ref().map(|(word, _)| word.as_slice());
        let input = mutated(&base, &self.subject.spaces[space], word, &makings, random)?;
        let what = hash(&(space, &input.argv, &input.env, &input.stdin, &input.files, &input.objects));
        tried.insert(what).then_some((space, input))
    }

    /// Runs both versions, the other one if a change was passed: what came of it, and whether it was.
    fn run_guess(&mut self, space: usize, input: &Input) -> Result<(Guess, bool), StartError> {
        let mut seen: Vec<End> = Vec::new();
        let mut is_new = false;
        for stage in 0..STAGES {
            let mut touched = Touched::default();
            let places = self.code[stage].places();
            let Some(end) = self.observe(stage, input, &mut touched)? else { return Ok((Guess::Nothing, false)) };
            is_new |= stage == 0 && self.code[stage].places() > places;
            seen.push(end);
            if stage == 0 && !touched.any() {
                break;
            }
        }
        let is_beyond = seen.len() > 1;
        // What differs is no way to what is not known yet.
        if let [new, old] = seen.as_slice()
            && !matches!(new.visible.difference(&old.visible, &mut Terms::new()), Difference::Nowhere)
        {
            return Ok((Guess::Differs, is_beyond));
        }
        let unlike = if let [new, old] = seen.as_slice() { unlike(new, old) } else { vec![] };
        let is_nearer = self.is_nearer(space, input, &seen, &unlike);
        let guess = match is_nearer {
            _ if is_new => Guess::NewCode,
            true => Guess::Nearer,
            false if !unlike.is_empty() && self.guesses.infections.insert(hash(&unlike)) => Guess::Infects,
            false => Guess::Nothing,
        };
        Ok((guess, is_beyond))
    }

    /// Whether an input came nearer than all before to make the versions decide differently.
    fn is_nearer(&mut self, space: usize, input: &Input, seen: &[End], unlike: &[Unlike]) -> bool {
        let Some(new) = seen.first() else { return false };
        let old = seen.get(1).map(|end| end.compared.as_slice());
        let Guesses { comparisons, nearer, random, .. } = &mut self.guesses;
        nearer.resize_with(self.subject.spaces.len(), Nearer::default);
        let mut distances = distances(comparisons, &new.compared, old);
        if self.reached.any() {
            nearer.iter_mut().for_each(Nearer::forget_guards);
            distances.retain(|goal, _| !matches!(goal, Goal::Guard(_)));
        }
        if !unlike.is_empty() {
            distances.extend(behind(&new.compared[new.before..]).map(|goal| (goal, 0)));
        }
        nearer[space].note(input, &distances, random.get_or_insert(Random(self.config.seed)))
    }

    /// `None`: it has no end that a native run would have, or takes too long.
    fn observe(&mut self, stage: usize, input: &Input, touched: &mut Touched) -> Result<Option<End>, StartError> {
        let limits = Limits { steps: self.most_steps().min(self.config.limits.steps), ..self.config.limits };
        let program = self.subject.programs[stage];
        let mut process = Process::start(program, input.clone(), self.config.world.clone(), limits)?;
        let is_beyond = Cell::new(false);
        let touch = self.subject.touch(stage);
        let mut profile = Profile {
            watch: Watch { code: &mut self.code[stage], touch, touched, is_beyond: &is_beyond },
            comparisons: &mut self.guesses.comparisons,
            subject: self.subject,
            stage,
            found: vec![],
            before: 0,
        };
        let stop = loop {
            match process.run_slice(SLICE, &mut profile) {
                Progress::Ended(stop) => break stop,
                Progress::Paused if self.shared.deadline.is_over() => return Ok(None),
                Progress::Paused => {}
            }
        };
        let (compared, before) = (profile.found, profile.before);
        self.knowledge.totals.instructions += process.machine().steps();
        self.guesses.spent += START + process.machine().steps();
        Ok(match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => None,
            stop => Some(End { visible: process.visible(stop), process, compared, before }),
        })
    }
}

/// What versions hold otherwise in memory at their end. Where everything lies elsewhere it says nothing.
fn unlike(new: &End, old: &End) -> Vec<Unlike> {
    let unlike = new.process.machine().memory.unlike(&old.process.machine().memory, MOST_UNLIKE);
    if unlike.len() < MOST_UNLIKE { unlike } else { vec![] }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Where a version ended.
struct End {
    visible: Visible,
    process: Process,
    compared: Vec<Compared>,
    /// How many of these came before a change.
    before: usize,
}

/// An input that came nearest, with its space.
fn nearest(nearer: &mut [Nearer], random: &mut Random) -> Option<(usize, Rc<Input>)> {
    let spaces: Vec<usize> = (0..nearer.len()).filter(|space| !nearer[*space].is_empty()).collect();
    let space = *spaces.get(random.below(spaces.len()))?;
    nearer[space].base(random).map(|input| (space, input))
}

/// Any that was kept, with its space: where a change was passed, mostly from there.
fn any(kept: &[Vec<Vec<Rc<Input>>>; 2], random: &mut Random) -> Option<(usize, Rc<Input>)> {
    let is_aside = kept[1].iter().all(Vec::is_empty) || random.below(ASIDE_EVERY) == 0;
    let kept = &kept[usize::from(!is_aside)];
    let spaces: Vec<usize> = (0..kept.len()).filter(|space| !kept[*space].is_empty()).collect();
    let space = *spaces.get(random.below(spaces.len()))?;
    let inputs = &kept[space];
    // The latest came furthest.
    let near_end = random.below(inputs.len()).max(random.below(inputs.len()));
    Some((space, Rc::clone(&inputs[near_end])))
}
