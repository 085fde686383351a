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

use super::{Context, Readiness, RunTask, Tactic, Work};
use crate::engine::{ChangeSet, Engine, Finished, Learned, ObjectValue, Outcome, Task, Watch, What};
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

/// Inputs that guesses are made from, of one space.
const MAX_KEPT_INPUTS: usize = 48;
/// One guess in so many is made from inputs that executed no change.
const UNCHANGED_EVERY: usize = 8;
/// All but one in so many are made from inputs that came nearest to make the versions decide differently.
const FAR_EVERY: usize = 3;
/// Inputs of other runs that wait to be measured, the latest.
const MAX_UNMEASURED_INPUTS: usize = 32;
/// Guesses with each word of the change.
const TRIES_PER_WORD: usize = 6;
/// To start a version takes as long as so many instructions.
const START_INSTRUCTIONS: u64 = 10_000;
/// Steps between two looks at the clock.
const LOOK_AFTER_STEPS: u64 = 1 << 20;
/// Bytes of memory that may be unlike before they are no effect of a change.
const MAX_UNLIKE_BYTES: usize = 256;
/// Guesses that were made before, one after the other, after which nothing is left to guess from what is kept.
const MAX_REPEATED: u32 = 64;
/// The two versions that are compared.
const COMPARED: usize = 2;

#[derive(Default)]
pub(crate) struct Guesses {
    words: Option<Words>,
    /// Words of the change that are still to be tried, and how often.
    changed: VecDeque<(Vec<u8>, usize)>,
    /// By space: inputs that executed new code, and those that executed a change.
    kept: [Vec<Vec<Rc<Input>>>; 2],
    tried: HashSet<u64>,
    comparisons: Comparisons,
    /// By space: what came nearest.
    nearer: Vec<Nearer>,
    /// Inputs of other runs, by space, of which it is not known how near they come.
    unmeasured: VecDeque<(usize, Input)>,
    /// What memories held otherwise at the end.
    infections: HashSet<u64>,
    random: Option<Random>,
    /// Guesses in a row that had been made before.
    repeated: u32,
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

impl Guesses {
    fn keep_input(&mut self, space: usize, input: Input, is_behind: bool, engine: &Engine<'_>) {
        let kept = &mut self.kept[usize::from(is_behind)];
        kept.resize_with(kept.len().max(engine.subject.spaces.len()), Vec::new);
        if kept[space].iter().any(|known| **known == input) {
            return;
        }
        if kept[space].len() == MAX_KEPT_INPUTS {
            // The first are as good as the last.
            let random = self.random.get_or_insert(Random(engine.config.seed));
            let place = random.below(MAX_KEPT_INPUTS);
            kept[space].remove(place);
        }
        kept[space].push(Rc::new(input));
        self.repeated = 0;
    }

    fn make_guess(&mut self, engine: &Engine<'_>) -> Option<(usize, Input)> {
        if self.words.is_none() {
            let words = Words::new(engine.subject);
            self.changed = words.changed.iter().map(|word| (word.clone(), TRIES_PER_WORD)).collect();
            self.words = Some(words);
        }
        let Guesses { words, changed, kept, nearer, random, tried, .. } = self;
        let random = random.get_or_insert(Random(engine.config.seed));
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
        let input = mutated(&base, &engine.subject.spaces[space], word, &makings, random)?;
        let what = hash(&(space, &input.argv, &input.env, &input.stdin, &input.files, &input.objects));
        tried.insert(what).then_some((space, input))
    }

    /// Runs both versions, the other one if a change was executed: what came of it, and whether it was.
    fn run_guess(&mut self, space: usize, input: &Input, engine: &mut Engine<'_>) -> Result<(Guess, bool), StartError> {
        let mut seen: Vec<End> = Vec::new();
        let mut is_new = false;
        for version in 0..COMPARED {
            let mut executed = ChangeSet::default();
            let places = engine.code[version].places();
            let Some(end) = self.observe(version, input, &mut executed, engine)? else {
                return Ok((Guess::Nothing, false));
            };
            is_new |= version == 0 && engine.code[version].places() > places;
            seen.push(end);
            if version == 0 && !executed.any() {
                break;
            }
        }
        let is_behind = seen.len() > 1;
        // What differs is no way to what is not known yet.
        if let [new, old] = seen.as_slice()
            && !matches!(new.visible.difference(&old.visible, &mut Terms::new()), Difference::Nowhere)
        {
            return Ok((Guess::Differs, is_behind));
        }
        let unlike = if let [new, old] = seen.as_slice() { unlike(new, old) } else { vec![] };
        let is_nearer = self.is_nearer(space, input, &seen, &unlike, engine);
        engine.milestones.news.nearer |= is_nearer;
        let guess = match is_nearer {
            _ if is_new => Guess::NewCode,
            true => Guess::Nearer,
            false if !unlike.is_empty() && self.infections.insert(hash(&unlike)) => Guess::Infects,
            false => Guess::Nothing,
        };
        Ok((guess, is_behind))
    }

    /// Whether an input came nearer than all before to make the versions decide differently.
    fn is_nearer(&mut self, space: usize, input: &Input, seen: &[End], unlike: &[Unlike], engine: &Engine<'_>) -> bool {
        let Some(new) = seen.first() else { return false };
        let old = seen.get(1).map(|end| end.compared.as_slice());
        let Guesses { comparisons, nearer, random, .. } = self;
        nearer.resize_with(engine.subject.spaces.len(), Nearer::default);
        let mut distances = distances(comparisons, &new.compared, old);
        if engine.milestones.executed.any() {
            nearer.iter_mut().for_each(Nearer::forget_guards);
            distances.retain(|goal, _| !matches!(goal, Goal::Guard(_)));
        }
        if !unlike.is_empty() {
            distances.extend(behind(&new.compared[new.before..]).map(|goal| (goal, 0)));
        }
        nearer[space].note(input, &distances, random.get_or_insert(Random(engine.config.seed)))
    }

    /// `None`: it has no end that a native run would have, or takes too long.
    fn observe(
        &mut self,
        version: usize,
        input: &Input,
        executed: &mut ChangeSet,
        engine: &mut Engine<'_>,
    ) -> Result<Option<End>, StartError> {
        let limits = Limits { steps: engine.most_steps().min(engine.config.limits.steps), ..engine.config.limits };
        let program = engine.subject.versions[version].program;
        let mut process = Process::start(program, input.clone(), engine.config.world.clone(), limits)?;
        let is_behind = Cell::new(false);
        let sites = engine.subject.versions[version].sites.as_ref();
        let mut profile = Profile {
            watch: Watch { code: &mut engine.code[version], sites, executed, is_behind: &is_behind },
            comparisons: &mut self.comparisons,
            subject: engine.subject,
            version,
            found: vec![],
            before: 0,
        };
        let stop = loop {
            match process.run_slice(LOOK_AFTER_STEPS, &mut profile) {
                Progress::Ended(stop) => break stop,
                Progress::Paused if engine.shared.deadline.is_over() => return Ok(None),
                Progress::Paused => {}
            }
        };
        let (compared, before) = (profile.found, profile.before);
        engine.knowledge.totals.instructions += process.machine().steps();
        Ok(match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => None,
            stop => Some(End { visible: process.visible(stop), process, compared, before }),
        })
    }
}

impl Tactic for Guesses {
    fn name(&self) -> &'static str {
        "guesses"
    }

    /// Keeps the input of a run that ended, if guesses are to be made from it.
    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        let run = &finished.run;
        let is_behind = run.trail.executed.any();
        if finished.outcome == Outcome::GaveUp || !(is_behind || run.new_coverage) {
            return;
        }
        let input = cx.engine.subject.spaces[run.space].input(run.process.objects(), &run.model);
        self.unmeasured.push_back((run.space, input.clone()));
        if self.unmeasured.len() > MAX_UNMEASURED_INPUTS {
            self.unmeasured.pop_front();
        }
        self.keep_input(run.space, input, is_behind, cx.engine);
    }

    /// What is easily solved for is found before the first guess. There is no end of guesses: they end with the branches.
    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        let milestones = &cx.engine.milestones;
        let since = milestones.solved_runs - milestones.solved_runs_to_execute;
        let has_inputs = self.repeated < MAX_REPEATED && self.kept.iter().flatten().any(|kept| !kept.is_empty());
        let is_possible = has_inputs && cx.engine.subject.changes.is_some() && cx.board.frontier.len() > 0;
        match is_possible && since >= u64::from(cx.tuning.runs_before_guesses) {
            true => Readiness::Turn,
            false => Readiness::Nothing,
        }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let engine = &mut *cx.engine;
        if let Some((space, input)) = self.unmeasured.pop_front() {
            self.run_guess(space, &input, engine)?;
        }
        engine.extra_work += 2 * START_INSTRUCTIONS;
        let Some((space, input)) = self.make_guess(engine) else {
            self.repeated += 1;
            return Ok(Work::Done);
        };
        self.repeated = 0;
        engine.count_guess();
        let (guess, is_behind) = self.run_guess(space, &input, engine)?;
        if let Guess::Nothing = guess {
            return Ok(Work::Done);
        }
        let Some(values) = engine.subject.spaces[space].values(&input) else { return Ok(Work::Done) };
        self.keep_input(space, input, is_behind, engine);
        if let Guess::Infects | Guess::Nearer = guess {
            return Ok(Work::Done);
        }
        let value = |(name, bytes)| ObjectValue { name, nth: 0, bytes };
        let values = values.into_iter().map(value).collect();
        Ok(Work::Run(RunTask::new(Task { space, values, shared: 0, what: What::Run })))
    }

    fn save(&self, learned: &mut Learned) {
        for (is_behind, kept) in [false, true].into_iter().zip(&self.kept) {
            let inputs = kept.iter().enumerate().flat_map(|(space, inputs)| inputs.iter().map(move |one| (space, one)));
            learned.inputs.extend(inputs.map(|(space, input)| (space, is_behind, Input::clone(input))));
        }
    }

    fn restore(&mut self, learned: &Learned) {
        for (space, is_behind, input) in &learned.inputs {
            let kept = &mut self.kept[usize::from(*is_behind)];
            kept.resize_with(kept.len().max(space + 1), Vec::new);
            kept[*space].push(Rc::new(input.clone()));
        }
    }
}

/// What versions hold otherwise in memory at their end. Where everything lies elsewhere it says nothing.
fn unlike(new: &End, old: &End) -> Vec<Unlike> {
    let unlike = new.process.machine().memory.unlike(&old.process.machine().memory, MAX_UNLIKE_BYTES);
    if unlike.len() < MAX_UNLIKE_BYTES { unlike } else { vec![] }
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

/// Any that was kept, with its space: where a change was executed, mostly from there.
fn any(kept: &[Vec<Vec<Rc<Input>>>; 2], random: &mut Random) -> Option<(usize, Rc<Input>)> {
    let is_unchanged = kept[1].iter().all(Vec::is_empty) || random.below(UNCHANGED_EVERY) == 0;
    let kept = &kept[usize::from(!is_unchanged)];
    let spaces: Vec<usize> = (0..kept.len()).filter(|space| !kept[*space].is_empty()).collect();
    let space = *spaces.get(random.below(spaces.len()))?;
    let inputs = &kept[space];
    // The latest came furthest.
    let near_end = random.below(inputs.len()).max(random.below(inputs.len()));
    Some((space, Rc::clone(&inputs[near_end])))
}

#[cfg(test)]
mod tests {
    use crate::testing::{OTHER, Versions, noise};

    /// Knows a word of six letters, and recognises it by its hash: no layer of the solver finds a word by that.
    fn knows(word: &str) -> String {
        let first = 7_u32;
        let hash = word.bytes().fold(first, |hash, letter| (hash ^ u32::from(letter)).wrapping_mul(hash | 1));
        let step = |at: usize| {
            format!(
                "  a{at} = offset ptr word, {at}\n  b{at} = load i8, a{at}\n  z{at} = zext i8 b{at} to i32\n  \
                 y{at} = xor i32 h{at}, z{at}\n  o{at} = or i32 h{at}, 1\n  h{} = mul i32 y{at}, o{at}\n",
                at + 1
            )
        };
        let (steps, noise): (String, String) = ((0..6).map(step).collect(), noise(6..18));
        format!(
            "global @word size 7 align 1 = \"{word}\\00\"\n{OTHER}\
             function @main(ptr word) -> i32 {{\nentry:\n  known = load i8, @word\n  h0 = add i32 {first}, 0\n{steps}  \
             t = icmp eq i32 h6, {hash}\n  branch t, there, n6\n\
             there:\n  return i32 1\n{noise}n18:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn a_word_that_the_program_knows_is_tried_where_nothing_can_be_solved_for() {
        let runs = Versions::new(&knows("public"), &knows("secret")).contrast(18, "auto", "guesses");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
        assert_eq!(runs.without.totals.differences, 0, "the word is not solved for");
    }
}
