//! The baseline: a random differential tester. It runs both native builds on the tests there are and then on inputs
//! drawn at random from the space, and compares what they do. It knows nothing about the programs.

use super::budget::Budget;
use super::cheap::Runner;
use super::subject::{Space, Word};
use super::tool::SLACK;
use crate::directives::Run;
use rift_fuzz::random::Random;
use rift_ir::Pair;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How far it came.
#[derive(Debug, PartialEq, Eq)]
pub struct Tried {
    /// Inputs, each on both versions.
    pub runs: u64,
    /// Of both versions and of the tester.
    pub cpu: Duration,
    /// The last one, if the versions differ on it.
    pub witness: Option<Run>,
}

/// Up to the first difference, or until the budget is used up; programs that sleep end it, too.
pub fn search(
    programs: &Pair<PathBuf>,
    space: &Space,
    seeds: &[Run],
    seed: u64,
    budget: &Budget,
) -> anyhow::Result<Tried> {
    let mut runner = Runner::new()?;
    let mut inputs = Inputs::new(space, seeds, seed);
    let (before, started) = (own_cpu(), Instant::now());
    let mut tried = Tried { runs: 0, cpu: Duration::ZERO, witness: None };
    while tried.witness.is_none() && !budget.is_used_up(tried.runs, tried.cpu) {
        let input = inputs.draw();
        let old = runner.run(&programs.old, &input)?;
        let differ = old != runner.run(&programs.new, &input)?;
        tried.runs += 1;
        tried.cpu = runner.cpu + own_cpu().saturating_sub(before);
        tried.witness = differ.then_some(input);
        if started.elapsed() > budget.time + SLACK {
            break;
        }
    }
    Ok(tried)
}

/// Of this thread.
fn own_cpu() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid place for the result; this clock is always there.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_nanos(time.tv_nsec.unsigned_abs())
}

/// First the seeds as they are; then, each as often as the others: any bytes, printable ones, numbers, changed seeds.
struct Inputs<'a> {
    space: &'a Space,
    seeds: Vec<&'a Run>,
    first: usize,
    random: Random,
}

const PRINTABLE: &[u8] =
    b"\n\t !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
const NUMBERS: &[u8] = b"0123456789- ";
/// As many changes to a seed, at most.
const EDITS: usize = 4;

impl<'a> Inputs<'a> {
    fn new(space: &'a Space, seeds: &'a [Run], seed: u64) -> Inputs<'a> {
        let seeds = seeds.iter().filter(|seed| space.shape_of(seed).is_some()).collect();
        Inputs { space, seeds, first: 0, random: Random::new(seed) }
    }

    fn draw(&mut self) -> Run {
        if let Some(seed) = self.seeds.get(self.first) {
            self.first += 1;
            return (*seed).clone();
        }
        let any: Vec<u8> = (0..=255).collect();
        match self.random.below(if self.seeds.is_empty() { 3 } else { 4 }) {
            0 => self.fresh(&any),
            1 => self.fresh(PRINTABLE),
            2 => self.fresh(NUMBERS),
            _ => self.changed(&any),
        }
    }

    fn fresh(&mut self, alphabet: &[u8]) -> Run {
        let shape = &self.space.shapes[self.random.below(self.space.shapes.len())];
        let mut args = Vec::new();
        for word in shape {
            args.push(match word {
                Word::Fixed(bytes) => bytes.clone(),
                Word::UpTo(max) => without_nul(self.word(alphabet, *max)),
            });
        }
        Run { args, stdin: self.word(alphabet, self.space.stdin), ..Run::default() }
    }

    fn word(&mut self, alphabet: &[u8], max: usize) -> Vec<u8> {
        let length = self.random.below(max + 1);
        (0..length).map(|_| self.byte(alphabet)).collect()
    }

    fn byte(&mut self, alphabet: &[u8]) -> u8 {
        alphabet[self.random.below(alphabet.len())]
    }

    fn changed(&mut self, any: &[u8]) -> Run {
        let seed = self.seeds[self.random.below(self.seeds.len())];
        let mut run = seed.clone();
        let Some(shape) = self.space.shape_of(seed) else { return run };
        let limit = |word: &Word| match word {
            Word::Fixed(_) => None,
            Word::UpTo(max) => Some(*max),
        };
        let limits: Vec<(usize, usize)> =
            shape.iter().enumerate().filter_map(|(index, word)| Some((index, limit(word)?))).collect();
        for _ in 0..1 + self.random.below(EDITS) {
            let alphabet = [any, PRINTABLE, NUMBERS][self.random.below(3)];
            let parts = limits.len() + usize::from(self.space.stdin > 0);
            match limits.get(self.random.below(parts)) {
                Some((index, max)) => {
                    let changed = self.edited(std::mem::take(&mut run.args[*index]), *max, alphabet);
                    run.args[*index] = without_nul(changed);
                }
                None => run.stdin = self.edited(run.stdin, self.space.stdin, alphabet),
            }
        }
        run
    }

    /// With a byte replaced, inserted or removed, or a piece of it once more at another place.
    fn edited(&mut self, mut bytes: Vec<u8>, max: usize, alphabet: &[u8]) -> Vec<u8> {
        let at = self.random.below(bytes.len() + 1);
        match self.random.below(4) {
            0 if at < bytes.len() => bytes[at] = self.byte(alphabet),
            1 if at < bytes.len() => _ = bytes.remove(at),
            2 if at < bytes.len() => {
                let piece = bytes[at..at + 1 + self.random.below(bytes.len() - at)].to_vec();
                let place = self.random.below(bytes.len() + 1);
                bytes.splice(place..place, piece);
            }
            _ => bytes.insert(at, self.byte(alphabet)),
        }
        bytes.truncate(max);
        bytes
    }
}

/// Arguments cannot have it.
fn without_nul(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|byte| *byte != 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native;
    use std::collections::BTreeSet;
    use std::fs;
    use tempfile::TempDir;

    fn space() -> Space {
        let shapes = vec![vec![Word::Fixed(b"-x".into()), Word::UpTo(3)], vec![Word::UpTo(1), Word::UpTo(2)]];
        Space { shapes_in_words: vec![], shapes, stdin: 2 }
    }

    fn drawn(space: &Space, seeds: &[Run], seed: u64, count: usize) -> Vec<Run> {
        let mut inputs = Inputs::new(space, seeds, seed);
        (0..count).map(|_| inputs.draw()).collect()
    }

    #[test]
    fn inputs_are_of_the_space_and_the_same_for_the_same_seed() {
        let seeds = [Run::with_args(["-x", "abc"]), Run::with_args(["outside"])];
        let all = drawn(&space(), &seeds, 7, 20_000);
        assert_eq!(all[0], seeds[0]);
        assert!(all.iter().all(|input| space().shape_of(input).is_some()));
        assert_eq!(all, drawn(&space(), &seeds, 7, 20_000));
        assert_ne!(all, drawn(&space(), &seeds, 8, 20_000));
        // Nothing of the space is left out: both shapes, every length, every byte.
        assert!(space().shapes.iter().all(|shape| all.iter().any(|input| space().shape_of(input) == Some(shape))));
        for length in 0..=2 {
            assert!(all.iter().any(|input| input.stdin.len() == length));
        }
        assert_eq!(all.iter().flat_map(|input| input.stdin.clone()).collect::<BTreeSet<_>>().len(), 256);
        assert_eq!(all.iter().flat_map(|input| input.args[1].clone()).collect::<BTreeSet<_>>().len(), 255);
    }

    fn built(texts: Pair<&str>) -> (TempDir, Pair<PathBuf>) {
        let dir = tempfile::tempdir().unwrap();
        let build = |name: &str, text: &str| {
            let (source, program) = (dir.path().join(format!("{name}.c")), dir.path().join(name));
            fs::write(&source, text).unwrap();
            native::clang(&[source], &[], "-O0", &program).unwrap();
            program
        };
        let programs = Pair { old: build("old", texts.old), new: build("new", texts.new) };
        (dir, programs)
    }

    #[test]
    fn a_difference_is_found_after_the_same_number_of_runs() {
        let (_dir, programs) = built(Pair {
            old: "#include <stdio.h>\nint main(void) { return getchar() > 'a'; }\n",
            new: "#include <stdio.h>\nint main(void) { return getchar() >= 'a'; }\n",
        });
        let space = Space { shapes_in_words: vec![], shapes: vec![vec![]], stdin: 1 };
        let budget = Budget { runs: None, time: Duration::from_secs(60) };
        let found = |seed| search(&programs, &space, &[], seed, &budget).unwrap();
        let (one, again) = (found(3), found(3));
        assert_eq!(one.witness, Some(Run { stdin: b"a".to_vec(), ..Run::default() }));
        assert_eq!((one.runs, &one.witness), (again.runs, &again.witness));
        let seeded = search(&programs, &space, &[one.witness.unwrap()], 3, &budget).unwrap();
        assert_eq!(seeded.runs, 1);
    }

    #[test]
    fn without_a_difference_the_budget_ends_it() {
        let text = "int main(void) { return 0; }\n";
        let (_dir, programs) = built(Pair { old: text, new: text });
        let tried = |runs, time| search(&programs, &space(), &[], 0, &Budget { runs, time }).unwrap();
        let time = Duration::from_millis(50);
        let by_time = tried(None, time);
        assert_eq!(by_time.witness, None);
        assert!(by_time.runs > 1 && by_time.cpu >= time && by_time.cpu < time * 10, "{by_time:?}");
        let by_runs = tried(Some(7), Duration::from_secs(60));
        assert_eq!((by_runs.runs, by_runs.witness), (7, None));
    }
}
