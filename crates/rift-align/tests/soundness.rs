//! The promise of the alignment, on random programs: a run that executes no touched site does exactly the same in
//! the other version. An interpreter is the judge.

mod common;

use common::interpret::run;
use common::program::Program;
use common::tree::Tree;
use common::{Aligned, Random, aligned};
use rift_align::Version;

const INPUTS: [[u32; 2]; 8] = [[0, 0], [1, 2], [2, 1], [3, 0], [5, 5], [0, 4], [7, u32::MAX], [u32::MAX, 1]];

/// How many runs executed nothing touched.
fn check_runs(aligned: &Aligned, what: &dyn Fn() -> String) -> usize {
    let mut untouched = 0;
    for input in INPUTS {
        let runs = aligned.pair.as_ref().map(|module| run(module, input));
        for version in Version::BOTH {
            let this = version.of(&runs);
            if this.executed.iter().any(|site| aligned.map.is_touched(version, *site)) {
                continue;
            }
            untouched += 1;
            // A run that was cut off says nothing about what would have come.
            let other = version.other().of(&runs);
            let common = this.output.len().min(other.output.len());
            assert_eq!(this.output[..common], other.output[..common], "{version:?} {input:?}\n{}", what());
            if this.finished && other.finished {
                assert_eq!(this.output, other.output, "{version:?} {input:?}\n{}", what());
            }
        }
    }
    untouched
}

#[test]
fn order_and_names_mean_nothing() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let program = Program::random(&mut random);
        let (old, new) = (program.text(&mut random), program.text(&mut random));
        let aligned = aligned(&old, &new);
        assert!(aligned.map.is_empty(), "seed {seed}: {:?}\n{old}\n{new}", aligned.summaries());
    }
}

#[test]
fn order_and_names_mean_nothing_in_ssa_of_variables() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let tree = Tree::random(&mut random);
        let (old, new) = (tree.text(&mut random), tree.text(&mut random));
        let aligned = aligned(&old, &new);
        assert!(aligned.map.is_empty(), "seed {seed}: {:?}\n{old}\n{new}", aligned.summaries());
    }
}

#[test]
fn untouched_runs_do_the_same_after_edits_of_variables() {
    let mut untouched = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed + 30_000);
        let tree = Tree::random(&mut random);
        let mut edited = tree.clone();
        for _ in 0..1 + random.below(3) {
            edited.edit(&mut random);
        }
        let (old, new) = (tree.text(&mut random), edited.text(&mut random));
        let aligned = aligned(&old, &new);
        untouched += check_runs(&aligned, &|| format!("seed {seed} {:?}\n{old}\n{new}", aligned.summaries()));
    }
    assert!(untouched > 3000, "{untouched} untouched runs");
}

#[test]
fn untouched_runs_do_the_same_after_one_edit() {
    let (mut untouched, mut edits, mut touching) = (0, 0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let program = Program::random(&mut random);
        let mut edited = program.clone();
        let (old_line, new_line) = edited.edit(&mut random);
        let (old, new) = (program.text(&mut random), edited.text(&mut random));
        let aligned = aligned(&old, &new);
        let what = || format!("seed {seed} {:?}\n{old}\n{new}", aligned.summaries());
        untouched += check_runs(&aligned, &what);
        for (program, version, line) in [(&program, Version::Old, old_line), (&edited, Version::New, new_line)] {
            let Some(line) = line.filter(|line| program.is_reachable(*line)) else { continue };
            assert!(!aligned.map.is_empty(), "{}", what());
            edits += 1;
            touching += usize::from(aligned.lines(version).contains(&line));
        }
    }
    assert!(untouched > 1000 && edits > 500, "the test would say nothing: {untouched} untouched runs, {edits} edits");
    // The rest are copies of a statement next to it, where nobody can say which one is new.
    assert!(touching * 100 >= edits * 99, "{touching} of {edits} edits are touched where they happened");
}

#[test]
fn untouched_runs_do_the_same_after_many_edits() {
    let mut untouched = 0;
    for seed in 0..1500 {
        let mut random = Random::new(seed + 10_000);
        let program = Program::random(&mut random);
        let mut edited = program.clone();
        for _ in 0..2 + random.below(6) {
            edited.edit(&mut random);
        }
        let (old, new) = (program.text(&mut random), edited.text(&mut random));
        let aligned = aligned(&old, &new);
        untouched += check_runs(&aligned, &|| format!("seed {seed} {:?}\n{old}\n{new}", aligned.summaries()));
    }
    assert!(untouched > 500, "{untouched} untouched runs");
}

#[test]
fn untouched_runs_do_the_same_in_unrelated_programs() {
    for seed in 0..300 {
        let mut random = Random::new(seed + 20_000);
        let (old, new) = (Program::random(&mut random), Program::random(&mut random));
        let (old, new) = (old.text(&mut random), new.text(&mut random));
        let aligned = aligned(&old, &new);
        check_runs(&aligned, &|| format!("seed {seed}\n{old}\n{new}"));
    }
}
