//! Minimisation against predicates whose smallest inputs are known, or found by trying all.

use rift_confirm::{Budget, minimise};
use rift_env::Input;
use std::time::Duration;

fn input(arguments: &[&str], stdin: &str) -> Input {
    let argv = arguments.iter().map(|argument| argument.as_bytes().to_vec()).collect();
    Input { argv, stdin: stdin.into(), ..Input::default() }
}

const AMPLE: Budget = Budget { checks: 20_000, time: Duration::from_secs(60) };

#[test]
fn what_does_not_matter_goes() {
    let mut given = input(&["prog", "a", "b", "c"], "some input");
    given.env = vec![(b"A".to_vec(), b"1".to_vec()), (b"B".to_vec(), b"2".to_vec())];
    given.files = [("x".to_owned(), b"1".to_vec()), ("d/".to_owned(), vec![])].into();
    given.objects = vec![("o".to_owned(), vec![9, 8, 7])];
    let smallest = minimise(&given, &mut |_| true, &Budget::default());
    let expected = Input { objects: vec![("o".to_owned(), vec![0; 3])], ..input(&["prog"], "") };
    assert_eq!(smallest, expected);
    assert_eq!(minimise(&given, &mut |_| false, &AMPLE), given);
}

#[test]
fn bytes_become_plain() {
    let keeps = |input: &Input| {
        let argument = input.argv.get(1).map_or(&[][..], Vec::as_slice);
        argument.iter().position(|byte| *byte == b'=').is_some_and(|at| at > 0 && at + 1 < argument.len())
    };
    let smallest = minimise(&input(&["p", "\u{1}key=\u{7f}value"], ""), &mut { keeps }, &AMPLE);
    assert_eq!(smallest, input(&["p", "0=0"], ""));
}

#[test]
fn numbers_go_towards_zero() {
    let number =
        |input: &Input| std::str::from_utf8(&input.stdin).ok().and_then(|text| text.trim().parse::<i64>().ok());
    let above = minimise(&input(&["p"], "1234567"), &mut |input| number(input).is_some_and(|n| n > 3999), &AMPLE);
    assert_eq!(above.stdin, b"4000");
    let below = minimise(&input(&["p"], "-98765"), &mut |input| number(input).is_some_and(|n| n < -17), &AMPLE);
    assert_eq!(below.stdin, b"-18");

    let object =
        |value: i32| Input { objects: vec![("n".to_owned(), value.to_le_bytes().to_vec())], ..Input::default() };
    let value = |input: &Input| i32::from_le_bytes(input.objects[0].1.as_slice().try_into().unwrap());
    assert_eq!(value(&minimise(&object(987_654_321), &mut |input| value(input) >= 1000, &AMPLE)), 1000);
    assert_eq!(value(&minimise(&object(i32::MIN), &mut |input| value(input) <= -300, &AMPLE)), -300);
}

/// Small pseudo-random numbers, the same in every run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Whatever a monotone predicate wants, and only that, is left: here, letters in this order with anything between.
#[test]
fn results_cannot_lose_another_byte() {
    let mut state = 1;
    for _ in 0..200 {
        let text: String = (0..40).map(|_| char::from(b"abcxyz"[random(&mut state) as usize % 6])).collect();
        let wanted: Vec<u8> =
            (0..40).step_by(1 + random(&mut state) as usize % 20).map(|at| text.as_bytes()[at]).collect();
        let keeps = |input: &Input| {
            let mut rest = input.stdin.iter();
            wanted.iter().all(|letter| rest.any(|byte| byte == letter))
        };
        assert_eq!(minimise(&input(&["p"], &text), &mut { keeps }, &AMPLE).stdin, wanted);
    }
}

#[test]
fn the_budget_holds_and_nothing_is_asked_twice() {
    let given = input(&["p", "argument"], &"text ".repeat(100));
    let mut asked = Vec::new();
    let mut keeps = |input: &Input| {
        asked.push(input.clone());
        input.stdin.len().is_multiple_of(3) && input.stdin.len() > 30
    };
    let result = minimise(&given, &mut keeps, &Budget { checks: 50, ..Budget::default() });
    assert_eq!(asked.len(), 50);
    assert!(asked.iter().enumerate().all(|(at, input)| !asked[..at].contains(input)));
    assert!(asked.contains(&result) && result.stdin.len().is_multiple_of(3));
    let mut calls = 0;
    let budget = Budget { time: Duration::ZERO, ..Budget::default() };
    minimise(
        &given,
        &mut |_| {
            calls += 1;
            true
        },
        &budget,
    );
    assert_eq!(calls, 0);
}
