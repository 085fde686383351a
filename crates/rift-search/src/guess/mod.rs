//! Guesses: inputs that are put together from others, not solved for.
//!
//! Some differences need several commands in a row, or a word that the program compares letter by letter in a loop: many
//! decisions, none of which says that it is the right one. To try such an input costs next to nothing beside a
//! concolic run. So both versions are run on mutations of inputs that came to a change or to new code, as the machine
//! runs any program, with words that the program knows; those of changed code first. A guess that differs, or comes to
//! new code, is run once more as every other input is.
//!
//! Errs towards nothing: a guess is an input like any other.

mod mutate;
mod words;

use crate::coverage::Code;
use crate::pair::{STAGES, Touched, Watch};
use crate::run::Run;
use crate::task::{ObjectValue, Task, What};
use crate::worker::Worker;
use mutate::{Makings, Random, mutated};
use rift_env::{Difference, Input, Process, StartError, Visible};
use rift_expr::Terms;
use rift_vm::{Limits, Progress, Stop};
use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use words::Words;

/// Runs that are solved for before the first guess, and after a change was reached.
const FIRST: u64 = 48;
/// Inputs that guesses are made from, of one space.
const MOST_KEPT: usize = 48;
/// One guess in so many is made from inputs that came past no change.
const ASIDE_EVERY: usize = 8;
/// Guesses with each word of the change.
const TRIES: usize = 6;
/// Guesses for one run that is solved for; one more after each so many runs, up to a most. Guesses take at most one part in so
/// many of the work that all other runs take.
const MORE_AFTER: u64 = 64;
const MOST_AT_ONCE: u64 = 12;
const SHARE: u64 = 3;
/// To start a version takes as long as so many instructions.
const START: u64 = 10_000;
/// Bytes of memory that may be unlike before they are no effect of a change.
const MOST_UNLIKE: usize = 256;

#[derive(Default)]
pub(crate) struct Guesses {
    words: Option<Words>,
    /// Words of the change that are still to be tried, and how often.
    changed: VecDeque<(Vec<u8>, usize)>,
    /// By space: inputs that came to new code, and those that came past a change.
    kept: [Vec<Vec<Input>>; 2],
    tried: HashSet<u64>,
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
        self.keep_input(run.space, input, run.trail.touched.any());
    }

    fn keep_input(&mut self, space: usize, input: Input, is_beyond: bool) {
        let kept = &mut self.guesses.kept[usize::from(is_beyond)];
        kept.resize_with(kept.len().max(self.subject.spaces.len()), Vec::new);
        if kept[space].contains(&input) {
            return;
        }
        if kept[space].len() == MOST_KEPT {
            // The first are as good as the last.
            let random = self.guesses.random.get_or_insert(Random(self.config.seed));
            let place = random.below(MOST_KEPT);
            kept[space].remove(place);
        }
        kept[space].push(input);
    }

    /// Whether it is a guess's turn.
    pub(crate) fn is_time_to_guess(&self) -> bool {
        let totals = &self.knowledge.totals;
        let solved = totals.runs - self.guesses.count;
        let since = solved.saturating_sub(totals.runs_to_reach.min(solved) + FIRST);
        let at_once = (1 + since / MORE_AFTER).min(MOST_AT_ONCE);
        let is_wanted = self.strategy.wants().guesses && self.subject.changes.is_some();
        is_wanted && since * at_once > self.guesses.turns && self.guesses.spent * SHARE < self.work_of_runs()
    }

    pub(crate) fn guess(&mut self) -> Result<(), StartError> {
        // A turn is over even where there is nothing to guess.
        self.guesses.turns += 1;
        let Some((space, input)) = self.make_guess() else { return Ok(()) };
        self.guesses.count += 1;
        self.knowledge.totals.runs += 1;
        let (guess, is_beyond) = self.run_guess(&input)?;
        if let Guess::Nothing = guess {
            return Ok(());
        }
        let Some(values) = self.subject.spaces[space].values(&input) else { return Ok(()) };
        self.keep_input(space, input, is_beyond);
        if let Guess::Infects = guess {
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
        let Guesses { words, changed, kept, random, tried, .. } = guesses;
        let random = random.get_or_insert(Random(self.config.seed));
        // Where a change was passed, mostly from there.
        let is_aside = kept[1].iter().all(Vec::is_empty) || random.below(ASIDE_EVERY) == 0;
        let kept = &kept[usize::from(!is_aside)];
        let spaces: Vec<usize> = (0..kept.len()).filter(|space| !kept[*space].is_empty()).collect();
        let space = *spaces.get(random.below(spaces.len()))?;
        let others = &kept[space];
        // The latest came furthest.
        let near_end = random.below(others.len()).max(random.below(others.len()));
        let word = changed.pop_front();
        if let Some((word, left @ 2..)) = &word {
            changed.push_back((word.clone(), left - 1));
        }
        let words = words.as_ref().map_or(&[][..], |words| &words.all);
        let makings = Makings { words, others };
        let word = word.as_ref().map(|(word, _)| word.as_slice());
        let input = mutated(&others[near_end], &self.subject.spaces[space], word, &makings, random)?;
        let mut hasher = DefaultHasher::new();
        (space, &input.argv, &input.env, &input.stdin, &input.files, &input.objects).hash(&mut hasher);
        tried.insert(hasher.finish()).then_some((space, input))
    }

    /// Runs both versions, the other one if a change was passed: what came of it, and whether it was.
    fn run_guess(&mut self, input: &Input) -> Result<(Guess, bool), StartError> {
        let mut seen: Vec<(Visible, Process)> = Vec::new();
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
        let guess = match seen.as_slice() {
            [(new, _), (old, _)] if !matches!(new.difference(old, &mut Terms::new()), Difference::Nowhere) => {
                Guess::Differs
            }
            _ if is_new => Guess::NewCode,
            [(_, new), (_, old)] if self.is_infection(new, old) => Guess::Infects,
            _ => Guess::Nothing,
        };
        Ok((guess, seen.len() > 1))
    }

    /// Whether what versions hold otherwise in memory at their end is new. Where everything lies elsewhere it says nothing.
    fn is_infection(&mut self, new: &Process, old: &Process) -> bool {
        let unlike = new.machine().memory.unlike(&old.machine().memory, MOST_UNLIKE);
        if unlike.is_empty() || unlike.len() == MOST_UNLIKE {
            return false;
        }
        let mut hasher = DefaultHasher::new();
        unlike.hash(&mut hasher);
        self.guesses.infections.insert(hasher.finish())
    }

    /// `None`: it has no end that a native run would have, or takes too long.
    fn observe(
        &mut self,
        stage: usize,
        input: &Input,
        touched: &mut Touched,
    ) -> Result<Option<(Visible, Process)>, StartError> {
        let limits = Limits { steps: self.most_steps().min(self.config.limits.steps), ..self.config.limits };
        let program = self.subject.programs[stage];
        let mut process = Process::start(program, input.clone(), self.config.world.clone(), limits)?;
        let code: &mut Code = &mut self.code[stage];
        let is_beyond = Cell::new(false);
        let mut watch = Watch { code, touch: self.subject.touch(stage), touched, is_beyond: &is_beyond };
        let stop = loop {
            if let Progress::Ended(stop) = process.run_slice(u64::MAX, &mut watch) {
                break stop;
            }
        };
        self.knowledge.totals.instructions += process.machine().steps();
        self.guesses.spent += START + process.machine().steps();
        Ok(match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => None,
            stop => Some((process.visible(stop), process)),
        })
    }
}
