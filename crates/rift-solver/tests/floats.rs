//! Floats made from digits: never a wrong answer, and found without the bit-blaster.

#[path = "support/random.rs"]
mod random;

use random::Random;
use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use rift_solver::{
    Climb, Config, Context, Effort, NoBackend, PathCondition, Query, Ranges, Sets, Solver, Stats, Verdict, chain,
};

/// The bytes of the input are digits, each constrained to be one.
struct Digits {
    terms: Terms,
    sets: Sets,
    evaluator: Evaluator,
    path: PathCondition,
    hint: Model,
}

impl Digits {
    fn new(hint: &[u8]) -> Digits {
        let mut digits = Digits {
            terms: Terms::new(),
            sets: Sets::new(),
            evaluator: Evaluator::default(),
            path: PathCondition::default(),
            hint: Model { bytes: hint.to_vec() },
        };
        for at in 0..hint.len() as u32 {
            let digit = digits.digit(at);
            let ten = digits.terms.constant(8, 10);
            let is_digit = digits.terms.compare(IntPredicate::Ult, digit, ten);
            digits.assume(is_digit);
        }
        digits
    }

    fn assume(&mut self, term: TermId) {
        self.path.assume(&mut self.sets, &self.terms, term);
    }

    fn digit(&mut self, at: u32) -> TermId {
        let (byte, zero) = (self.terms.read(at, 1), self.terms.constant(8, b'0'.into()));
        self.terms.binary(BinaryOp::Sub, byte, zero)
    }

    /// As `atoi` reads it.
    fn number(&mut self, at: std::ops::Range<u32>) -> TermId {
        let (mut number, ten) = (self.terms.constant(32, 0), self.terms.constant(32, 10));
        for at in at {
            let digit = self.digit(at);
            let digit = self.terms.zext(digit, 32);
            let shifted = self.terms.binary(BinaryOp::Mul, number, ten);
            number = self.terms.binary(BinaryOp::Add, shifted, digit);
        }
        number
    }

    fn float(&mut self, at: std::ops::Range<u32>) -> TermId {
        let number = self.number(at);
        self.terms.int_to_float(number, true, FloatKind::Double)
    }

    fn constant(&mut self, value: f64) -> TermId {
        self.terms.constant(64, value.to_bits())
    }

    fn ask(&mut self, solver: &mut dyn Solver, goal: TermId) -> (Query, Verdict) {
        let query = Query { set: self.path.relevant(&mut self.sets, &self.terms, goal), goal };
        let Digits { terms, sets, evaluator, hint, .. } = self;
        let verdict = solver.check(
            &mut Context { terms, sets, evaluator, hint, effort: Effort::Full, deadline: &Deadline::never() },
            query,
        );
        (query, verdict)
    }

    fn holds(&mut self, query: Query, model: &Model) -> bool {
        self.evaluator.reset(model);
        let members = self.sets.members(query.set);
        members.iter().chain([&query.goal]).all(|&term| self.evaluator.holds(&self.terms, term))
    }

    /// By trying all digits.
    fn is_possible(&mut self, query: Query) -> bool {
        let count = self.hint.bytes.len() as u32;
        (0..10u32.pow(count)).any(|number| {
            let digit = |i| b'0' + (number / 10u32.pow(i) % 10) as u8;
            let model = Model { bytes: (0..count).map(digit).collect() };
            self.holds(query, &model)
        })
    }
}

fn random_float(digits: &mut Digits, random: &mut Random, depth: u32) -> TermId {
    if depth == 0 || random.below(5) == 0 {
        let at = random.below(3) as u32;
        return match random.below(3) {
            0 => {
                let value = random.of(&[0.0, 1.0, -1.0, 0.5, 10.0, 99.0, 1e300, -0.0, 3.84, f64::INFINITY]);
                digits.constant(value)
            }
            1 => digits.float(at..at + 1),
            _ => digits.float(at.min(1)..at.min(1) + 2),
        };
    }
    let a = random_float(digits, random, depth - 1);
    let b = if random.below(4) == 0 { a } else { random_float(digits, random, depth - 1) };
    match random.below(10) {
        0 => digits.terms.float_sqrt(a),
        1 => {
            let single = digits.terms.float_to_float(a, FloatKind::Single);
            digits.terms.float_to_float(single, FloatKind::Double)
        }
        _ => {
            let op = random.of(&[BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv]);
            digits.terms.float(op, a, b)
        }
    }
}

fn random_condition(digits: &mut Digits, random: &mut Random) -> TermId {
    use FloatPredicate::{Oeq, Ogt, Ole, Olt, One, Ord, Ueq, Ult, Une, Uno};
    let a = random_float(digits, random, 2);
    match random.below(4) {
        0 => {
            // The exponent, or the sign, as a formatting function looks at it.
            let (low, width) = random.of(&[(52, 11), (63, 1), (0, 52)]);
            let bits = digits.terms.extract(a, low, width);
            let value = digits.terms.constant(width, random.of(&[0, 1, 0x7ff, 1023]));
            digits.terms.compare(random.of(&[IntPredicate::Eq, IntPredicate::Ne, IntPredicate::Ult]), bits, value)
        }
        1 => {
            let (low, high) = (digits.constant(-1e9), digits.constant(1e9));
            let above = digits.terms.float_compare(Olt, low, a);
            let below = digits.terms.float_compare(Olt, a, high);
            let integer = digits.terms.float_to_int(a, true, 32);
            let value = digits.terms.constant(32, random.below(100));
            let compared = digits.terms.compare(IntPredicate::Eq, integer, value);
            let both = digits.terms.and(above, below);
            digits.terms.and(both, compared)
        }
        _ => {
            let b = random_float(digits, random, 1);
            let predicate = random.of(&[Oeq, Ogt, Ole, Olt, One, Ord, Ueq, Ult, Une, Uno]);
            digits.terms.float_compare(predicate, a, b)
        }
    }
}

#[test]
fn answers_agree_with_trying_all_digits() {
    let mut random = Random(11);
    let configs =
        [Config::default(), Config { ranges: true, ..Config::bare() }, Config { climb: true, ..Config::bare() }];
    let mut answered = [0; 3];
    for _ in 0..600 {
        let hint: Vec<u8> = (0..3).map(|_| b'0' + random.below(10) as u8).collect();
        let mut digits = Digits::new(&hint);
        let path = random_condition(&mut digits, &mut random);
        let hint = digits.hint.clone();
        digits.evaluator.reset(&hint);
        let path = if digits.evaluator.holds(&digits.terms, path) { path } else { digits.terms.not(path) };
        digits.assume(path);
        let goal = random_condition(&mut digits, &mut random);
        if digits.terms.as_const(goal).is_some() {
            continue;
        }
        for (config, answered) in configs.iter().zip(&mut answered) {
            let mut solver = chain(Box::<NoBackend>::default(), config);
            let (query, verdict) = digits.ask(&mut *solver, goal);
            match verdict {
                Verdict::Sat(found) => {
                    let mut model = digits.hint.clone();
                    found.apply(&mut model);
                    assert!(digits.holds(query, &model), "{}", digits.terms.display(goal));
                    *answered += 1;
                }
                Verdict::Unsat => {
                    assert!(!digits.is_possible(query), "{}", digits.terms.display(goal));
                    *answered += 1;
                }
                Verdict::Unknown(_) => {}
            }
        }
    }
    assert!(answered[0] > 450 && answered[1] > 400 && answered[2] > 150, "{answered:?}");
}

/// What a program asks that prints the mean of counts: no bit of it is left to the bit-blaster.
#[test]
fn bounds_decide_what_printing_a_mean_asks() {
    let mut digits = Digits::new(b"123456789");
    let (total, rows) = (digits.float(0..5), digits.float(5..6));
    let (zero, one) = (digits.constant(0.0), digits.constant(1.0));
    let some_rows = digits.terms.float_compare(FloatPredicate::Oge, rows, one);
    digits.assume(some_rows);
    let mean = digits.terms.float(BinaryOp::FDiv, total, rows);
    let away = digits.terms.float(BinaryOp::FSub, rows, mean);
    let square = digits.terms.float(BinaryOp::FMul, away, away);
    let infinite = digits.terms.constant(11, 0x7ff);
    let mut impossible = vec![digits.terms.float_compare(FloatPredicate::Olt, square, zero)];
    for value in [mean, square] {
        impossible.push(digits.terms.extract(value, 63, 1));
        let exponent = digits.terms.extract(value, 52, 11);
        impossible.push(digits.terms.compare(IntPredicate::Eq, exponent, infinite));
        impossible.push(digits.terms.float_compare(FloatPredicate::Uno, value, value));
    }
    let mut ranges = Ranges::new(NoBackend::default());
    for goal in impossible {
        assert_eq!(digits.ask(&mut ranges, goal).1, Verdict::Unsat, "{}", digits.terms.display(goal));
    }
}

/// The variance of four numbers of five digits each within a narrow band around a distant value: Bitwuzla did not find
/// one in 20 seconds.
#[test]
fn climbing_finds_a_variance_in_a_narrow_band() {
    let mut digits = Digits::new(b"00001000020000300004");
    let numbers: Vec<TermId> = (0..4).map(|i| digits.float(i * 5..i * 5 + 5)).collect();
    let four = digits.constant(4.0);
    let sum = numbers[1..].iter().fold(numbers[0], |sum, &number| digits.terms.float(BinaryOp::FAdd, sum, number));
    let mean = digits.terms.float(BinaryOp::FDiv, sum, four);
    let mut squares = digits.constant(0.0);
    for &number in &numbers {
        let away = digits.terms.float(BinaryOp::FSub, number, mean);
        let square = digits.terms.float(BinaryOp::FMul, away, away);
        squares = digits.terms.float(BinaryOp::FAdd, squares, square);
    }
    let variance = digits.terms.float(BinaryOp::FDiv, squares, four);
    let (low, high) = (digits.constant(123_456.5), digits.constant(123_460.0));
    let above = digits.terms.float_compare(FloatPredicate::Ogt, variance, low);
    let below = digits.terms.float_compare(FloatPredicate::Olt, variance, high);
    let goal = digits.terms.and(above, below);
    let mut climb = Climb::new(NoBackend::default());
    let (query, verdict) = digits.ask(&mut climb, goal);
    let Verdict::Sat(found) = verdict else { panic!("{verdict:?}") };
    let mut model = digits.hint.clone();
    found.apply(&mut model);
    assert!(digits.holds(query, &model));
    let mut stats = Stats::default();
    climb.report(&mut stats);
    assert_eq!(stats.layer(Climb::<NoBackend>::NAME).map(|layer| layer.sat), Some(1));
}

/// The same question gets the same answer, whatever was asked before.
#[test]
fn climbing_does_not_depend_on_the_past() {
    let mut answers = Vec::new();
    for before in 0..3 {
        let mut digits = Digits::new(b"000000000000");
        let mut climb = Climb::new(NoBackend::default());
        let (x, y) = (digits.float(0..6), digits.float(6..12));
        let product = digits.terms.float(BinaryOp::FMul, x, y);
        for other in 0..before {
            let limit = digits.constant(f64::from(other));
            let goal = digits.terms.float_compare(FloatPredicate::Ogt, product, limit);
            digits.ask(&mut climb, goal);
        }
        let limit = digits.constant(987_654_321.0);
        let goal = digits.terms.float_compare(FloatPredicate::Ogt, product, limit);
        answers.push(digits.ask(&mut climb, goal).1);
    }
    assert!(matches!(answers[0], Verdict::Sat(_)), "{answers:?}");
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}
