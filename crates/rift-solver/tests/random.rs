//! Random queries against enumeration: never a wrong answer, rarely none.

#[path = "support/random.rs"]
mod random;

use random::Random;
use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Config, Context, Effort, NoBackend, PathCondition, Query, Sets, Solver, Verdict, chain};

const PREDICATES: [IntPredicate; 8] = [
    IntPredicate::Eq,
    IntPredicate::Ne,
    IntPredicate::Ult,
    IntPredicate::Ule,
    IntPredicate::Slt,
    IntPredicate::Sle,
    IntPredicate::Sgt,
    IntPredicate::Uge,
];

/// An input field with the values that it may have.
struct Field {
    at: u32,
    bytes: u32,
    values: Vec<u64>,
}

struct Case {
    terms: Terms,
    fields: Vec<Field>,
    hint: Model,
    constraints: Vec<TermId>,
    goal: TermId,
}

fn set_field(model: &mut Model, field: &Field, value: u64) {
    for i in 0..field.bytes {
        model.set(field.at + i, (value >> (8 * i)) as u8);
    }
}

/// A number made from fields and constants.
fn number(terms: &mut Terms, random: &mut Random, fields: &[Field], width: u32, depth: u32) -> TermId {
    if depth == 0 || random.below(4) == 0 {
        if random.below(4) == 0 {
            let value = random.of(&[0, 1, 2, 3, 10, 48, 57, 100, 127, 128, 255, 300, 0x7fff, 0x8000, u64::MAX, 36]);
            return terms.constant(width, value);
        }
        let field = &fields[random.below(fields.len() as u64) as usize];
        // Sometimes a byte of a word.
        let (at, bytes) = match random.below(6) {
            0 => (field.at + random.below(field.bytes.into()) as u32, 1),
            _ => (field.at, field.bytes),
        };
        let read = terms.read(at, bytes);
        return match (bytes * 8).cmp(&width) {
            std::cmp::Ordering::Less if random.below(2) == 0 => terms.zext(read, width),
            std::cmp::Ordering::Less => terms.sext(read, width),
            std::cmp::Ordering::Equal => read,
            std::cmp::Ordering::Greater => terms.extract(read, 0, width),
        };
    }
    let a = number(terms, random, fields, width, depth - 1);
    let b = number(terms, random, fields, width, depth - 1);
    match random.below(20) {
        0 => terms.not(a),
        1 => {
            let condition = condition(terms, random, fields, 0);
            terms.ite(condition, a, b)
        }
        2 if width <= 64 => {
            let table: Vec<u64> = (0..random.below(40)).map(|_| random.below(30)).collect();
            terms.lookup(&table, width, a)
        }
        3..9 => terms.binary(BinaryOp::Add, a, b),
        9..12 => terms.binary(BinaryOp::Sub, a, b),
        _ => {
            let operations = [
                BinaryOp::Mul,
                BinaryOp::UDiv,
                BinaryOp::SDiv,
                BinaryOp::URem,
                BinaryOp::SRem,
                BinaryOp::Shl,
                BinaryOp::LShr,
                BinaryOp::AShr,
                BinaryOp::And,
                BinaryOp::Or,
                BinaryOp::Xor,
            ];
            terms.binary(random.of(&operations), a, b)
        }
    }
}

/// Two fields compared, after adding constants.
fn relation(terms: &mut Terms, random: &mut Random, fields: &[Field]) -> TermId {
    let width = fields[0].bytes * 8;
    let extended = random.of(&[width, width, 32]);
    let mut side = |terms: &mut Terms| {
        let field = &fields[random.below(fields.len() as u64) as usize];
        let read = terms.read(field.at, field.bytes);
        let constant = random.of(&[0, 0, 1, 5, 100, 300, u64::MAX, u64::MAX - 7]);
        let constant = terms.constant(width, constant);
        let sum = terms.binary(BinaryOp::Add, read, constant);
        if random.below(2) == 0 { terms.sext(sum, extended) } else { terms.zext(sum, extended) }
    };
    let (a, b) = (side(terms), side(terms));
    let difference = terms.binary(BinaryOp::Sub, a, b);
    let zero = terms.constant(extended, 0);
    let predicate = random.of(&PREDICATES);
    if random.below(4) == 0 { terms.compare(predicate, difference, zero) } else { terms.compare(predicate, a, b) }
}

fn condition(terms: &mut Terms, random: &mut Random, fields: &[Field], depth: u32) -> TermId {
    if depth > 0 && random.below(4) == 0 {
        let a = condition(terms, random, fields, depth - 1);
        let b = condition(terms, random, fields, depth - 1);
        return terms.binary(random.of(&[BinaryOp::And, BinaryOp::Or, BinaryOp::Xor]), a, b);
    }
    if random.below(3) == 0 {
        return relation(terms, random, fields);
    }
    let width = random.of(&[8, 16, 16, 32, 64, 72]);
    let (x, y) = (random.below(3) as u32, random.below(2) as u32);
    let a = number(terms, random, fields, width, x);
    let b = number(terms, random, fields, width, y);
    terms.compare(random.of(&PREDICATES), a, b)
}

/// Windows small enough to enumerate, of bytes or of words.
fn make_fields(random: &mut Random) -> Vec<Field> {
    let words = random.below(2) == 0;
    let count = if words { 1 + random.below(3) } else { 1 + random.below(4) };
    let most = [0, 256, 60, 16, 8][count as usize];
    let bytes = if words { 2 } else { 1 };
    let all = 1u64 << (8 * bytes);
    let field = |i| {
        let first = random.of(&[0, 40, 48, 120, 250, 0x7ff0, 0xfff0]) % all;
        let values = (0..most).map(|step| (first + step) % all).collect();
        Field { at: i as u32 * bytes, bytes, values }
    };
    (0..count).map(field).collect()
}

fn make_case(seed: u64) -> Case {
    let mut random = Random(seed);
    let mut terms = Terms::new();
    let mut evaluator = Evaluator::default();
    let fields = make_fields(&mut random);
    let mut hint = Model::default();
    let mut constraints = Vec::new();
    for field in &fields {
        set_field(&mut hint, field, random.of(&field.values));
        let read = terms.read(field.at, field.bytes);
        let (first, count) = (field.values[0], field.values.len() as u64);
        if count < 1 << (8 * field.bytes) {
            let first = terms.constant(field.bytes * 8, first);
            let offset = terms.binary(BinaryOp::Sub, read, first);
            let count = terms.constant(field.bytes * 8, count);
            constraints.push(terms.compare(IntPredicate::Ult, offset, count));
        }
    }
    for _ in 0..random.below(5) {
        let term = condition(&mut terms, &mut random, &fields, 1);
        evaluator.reset(&hint);
        let holds = evaluator.holds(&terms, term);
        constraints.push(if holds { term } else { terms.not(term) });
    }
    let goal = condition(&mut terms, &mut random, &fields, 1);
    evaluator.reset(&hint);
    let goal = if evaluator.holds(&terms, goal) && random.below(8) != 0 { terms.not(goal) } else { goal };
    Case { terms, fields, hint, constraints, goal }
}

fn holds(terms: &Terms, evaluator: &mut Evaluator, model: &Model, conditions: &[TermId]) -> bool {
    evaluator.reset(model);
    conditions.iter().all(|&term| evaluator.holds(terms, term))
}

fn is_satisfiable(case: &Case, evaluator: &mut Evaluator) -> bool {
    let mut conditions = vec![case.goal];
    conditions.extend(&case.constraints);
    let total: usize = case.fields.iter().map(|field| field.values.len()).product();
    let mut model = case.hint.clone();
    (0..total).any(|mut i| {
        for field in &case.fields {
            set_field(&mut model, field, field.values[i % field.values.len()]);
            i /= field.values.len();
        }
        holds(&case.terms, evaluator, &model, &conditions)
    })
}

/// How many of so many random queries had no answer.
fn check(config: &Config, effort: Effort, seeds: std::ops::Range<u64>) -> u64 {
    let mut unknown = 0;
    for seed in seeds {
        let mut case = make_case(seed);
        let mut evaluator = Evaluator::default();
        let expected = is_satisfiable(&case, &mut evaluator);
        let (mut sets, mut path) = (Sets::new(), PathCondition::default());
        for &term in &case.constraints {
            path.assume(&mut sets, &case.terms, term);
        }
        let query = Query { set: path.relevant(&mut sets, &case.terms, case.goal), goal: case.goal };
        let mut solver = chain(Box::new(NoBackend::default()), config);
        // Twice: the second time from what is remembered.
        for _ in 0..2 {
            let (terms, sets, evaluator) = (&mut case.terms, &mut sets, &mut evaluator);
            let verdict = solver.check(
                &mut Context { terms, sets, evaluator, hint: &case.hint, effort, deadline: &Deadline::never() },
                query,
            );
            match verdict {
                Verdict::Sat(assignment) => {
                    let mut model = case.hint.clone();
                    assignment.apply(&mut model);
                    let mut conditions = case.constraints.clone();
                    conditions.push(case.goal);
                    assert!(holds(&case.terms, evaluator, &model, &conditions), "seed {seed}: {assignment:?}");
                }
                Verdict::Unsat => assert!(!expected, "seed {seed} is satisfiable"),
                Verdict::Unknown(_) => unknown += 1,
            }
        }
    }
    unknown / 2
}

#[test]
fn the_chain_answers_nearly_everything() {
    let unknown = check(&Config::default(), Effort::Full, 0..4_000);
    assert!(unknown < 80, "{unknown} of 4000 without an answer");
    let unknown = check(&Config::default(), Effort::Quick, 4_000..8_000);
    assert!(unknown < 400, "{unknown} of 4000 without a quick answer");
}

#[test]
fn each_layer_alone_is_right() {
    let alone = [
        Config { independent: true, ..Config::bare() },
        Config { domains: true, ..Config::bare() },
        Config { cache: true, ..Config::bare() },
        Config { models: true, ..Config::bare() },
        Config { ranges: true, ..Config::bare() },
        Config { climb: true, ..Config::bare() },
    ];
    for (i, config) in (0..).zip(&alone) {
        check(config, Effort::Full, 10_000 + i * 1_000..10_800 + i * 1_000);
    }
}
