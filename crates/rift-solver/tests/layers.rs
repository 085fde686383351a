//! What each layer is for, and that it does it.

use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{
    Assignment, Cache, Check, Config, Context, Domains, Effort, Independent, Models, NoBackend, PathCondition, Query,
    Ranges, SetId, Sets, Solver, Stats, Verdict, WhyUnknown, chain,
};
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Terms, sets, a path and its input: what an engine has.
struct World {
    terms: Terms,
    sets: Sets,
    evaluator: Evaluator,
    path: PathCondition,
    hint: Model,
    effort: Effort,
}

impl World {
    fn new(hint: &[u8]) -> World {
        World {
            terms: Terms::new(),
            sets: Sets::new(),
            evaluator: Evaluator::default(),
            path: PathCondition::default(),
            hint: Model { bytes: hint.to_vec() },
            effort: Effort::Full,
        }
    }

    fn compare(&mut self, predicate: IntPredicate, a: TermId, b: u64) -> TermId {
        let b = self.terms.constant(self.terms.width(a), b);
        self.terms.compare(predicate, a, b)
    }

    fn plus(&mut self, a: TermId, b: u64) -> TermId {
        let b = self.terms.constant(self.terms.width(a), b);
        self.terms.binary(BinaryOp::Add, a, b)
    }

    /// What holds for the hint, as a path would have it.
    fn assume(&mut self, term: TermId) {
        self.evaluator.reset(&self.hint);
        assert!(self.evaluator.holds(&self.terms, term), "the hint satisfies the path");
        self.path.assume(&mut self.sets, &self.terms, term);
    }

    fn query(&mut self, goal: TermId) -> Query {
        Query { set: self.path.relevant(&mut self.sets, &self.terms, goal), goal }
    }

    fn check(&mut self, solver: &mut dyn Solver, query: Query) -> Verdict {
        let World { terms, sets, evaluator, hint, effort, .. } = self;
        solver
            .check(&mut Context { terms, sets, evaluator, hint, effort: *effort, deadline: &Deadline::never() }, query)
    }

    /// Asks without evaluating the answer.
    fn ask_goal_unchecked(&mut self, solver: &mut dyn Solver, goal: TermId) -> Verdict {
        let query = self.query(goal);
        self.check(solver, query)
    }

    fn ask(&mut self, solver: &mut dyn Solver, query: Query) -> Verdict {
        let verdict = self.check(solver, query);
        if let Verdict::Sat(assignment) = &verdict {
            let mut model = self.hint.clone();
            assignment.apply(&mut model);
            self.evaluator.reset(&model);
            let members = self.sets.members(query.set);
            let mut all = members.iter().chain([&query.goal]);
            assert!(all.all(|&term| self.evaluator.holds(&self.terms, term)), "{assignment:?}");
            assert!(assignment.bytes.is_sorted_by_key(|byte| byte.0));
        }
        verdict
    }

    fn ask_goal(&mut self, solver: &mut dyn Solver, goal: TermId) -> Verdict {
        let query = self.query(goal);
        self.ask(solver, query)
    }
}

/// Says always the same, and counts.
struct Constant {
    verdict: Verdict,
    asked: Rc<Cell<u32>>,
}

impl Constant {
    fn new(verdict: Verdict) -> (Constant, Rc<Cell<u32>>) {
        let asked = Rc::new(Cell::new(0));
        (Constant { verdict, asked: Rc::clone(&asked) }, asked)
    }
}

impl Solver for Constant {
    fn check(&mut self, _: &mut Context<'_>, _: Query) -> Verdict {
        self.asked.set(self.asked.get() + 1);
        self.verdict.clone()
    }

    fn report(&self, _: &mut Stats) {}

    fn forget(&mut self) {}
}

fn bytes(verdict: &Verdict) -> &[(u32, u8)] {
    match verdict {
        Verdict::Sat(assignment) => &assignment.bytes,
        _ => panic!("not satisfiable: {verdict:?}"),
    }
}

#[test]
fn domains_decide_single_bytes() {
    let mut world = World::new(b"5x");
    let mut solver = Domains::new(NoBackend::default());
    let byte = world.terms.read(0, 1);
    let (digit, not_seven) = (world.plus(byte, 256 - 48), world.compare(IntPredicate::Ne, byte, 55));
    let digit = world.compare(IntPredicate::Ult, digit, 10);
    world.assume(digit);
    world.assume(not_seven);

    let letter = world.compare(IntPredicate::Ugt, byte, 57);
    assert_eq!(world.ask_goal(&mut solver, letter), Verdict::Unsat);
    let seven = world.compare(IntPredicate::Eq, byte, 55);
    assert_eq!(world.ask_goal(&mut solver, seven), Verdict::Unsat);
    let eight = world.compare(IntPredicate::Eq, byte, 56);
    assert_eq!(bytes(&world.ask_goal(&mut solver, eight)), [(0, 56)]);
    let five = world.compare(IntPredicate::Eq, byte, 53);
    assert!(bytes(&world.ask_goal(&mut solver, five)).is_empty(), "the hint has it");
    let other = world.terms.read(1, 1);
    let other = world.compare(IntPredicate::Ult, other, 100);
    assert_eq!(bytes(&world.ask_goal(&mut solver, other)), [(1, b'0')], "readable values first");
}

#[test]
fn domains_leave_tied_bytes_unless_nothing_is_left() {
    let mut world = World::new(b"ab");
    let mut solver = Domains::new(NoBackend::default());
    let (a, b) = (world.terms.read(0, 1), world.terms.read(1, 1));
    let below = world.terms.compare(IntPredicate::Ult, a, b);
    world.assume(below);
    let large = world.compare(IntPredicate::Eq, a, 200);
    assert!(matches!(world.ask_goal(&mut solver, large), Verdict::Unknown(_)));
    let small = world.compare(IntPredicate::Ult, a, 150);
    world.assume(small);
    assert_eq!(world.ask_goal(&mut solver, large), Verdict::Unsat);
}

#[test]
fn bytes_that_are_known_tie_no_others() {
    let mut world = World::new(b"++x");
    let mut solver = Domains::new(Domains::projected(NoBackend::default()));
    let (a, b) = (world.terms.read(0, 1), world.terms.read(1, 1));
    let same = world.terms.compare(IntPredicate::Eq, a, b);
    // Open at first, and settled when `a` becomes known.
    world.assume(same);
    let plus = world.compare(IntPredicate::Eq, a, 43);
    world.assume(plus);
    let minus = world.compare(IntPredicate::Eq, b, 45);
    assert_eq!(world.ask_goal(&mut solver, minus), Verdict::Unsat);
    let c = world.terms.read(2, 1);
    let equal = world.terms.compare(IntPredicate::Eq, b, c);
    assert_eq!(bytes(&world.ask_goal(&mut solver, equal)), [(2, 43)]);
}

#[test]
fn models_solve_comparisons_for_an_operand() {
    let mut world = World::new(&[0; 12]);
    let mut solver = Models::new(NoBackend::default());
    let (x, y) = (world.terms.read(0, 4), world.terms.read(4, 4));
    let (x36, y25) = (world.terms.constant(32, 36), world.terms.constant(32, 25));
    let (x36, y25) = (world.terms.binary(BinaryOp::Mul, x, x36), world.terms.binary(BinaryOp::Mul, y, y25));
    let near = world.terms.compare(IntPredicate::Slt, x36, y25);
    assert!(!bytes(&world.ask_goal(&mut solver, near)).is_empty());
    let sum = world.terms.binary(BinaryOp::Add, x, y);
    let magic = world.compare(IntPredicate::Eq, sum, 0xdead_beef);
    assert!(!bytes(&world.ask_goal(&mut solver, magic)).is_empty());
}

#[test]
fn models_remember_what_others_found() {
    let mut world = World::new(b"\0\0");
    let (backend, asked) = Constant::new(Verdict::Sat(Assignment { bytes: vec![(0, 91), (1, 0)] }));
    let mut solver = Models::new(backend);
    let word = world.terms.read(0, 2);
    let square = world.terms.binary(BinaryOp::Mul, word, word);
    let goal = world.compare(IntPredicate::Eq, square, 8281);
    assert_eq!(bytes(&world.ask_goal(&mut solver, goal)), [(0, 91), (1, 0)]);
    let large = world.compare(IntPredicate::Ugt, square, 8000);
    let odd = world.compare(IntPredicate::Ult, square, 8300);
    let other = world.terms.and(large, odd);
    assert_eq!(bytes(&world.ask_goal(&mut solver, other)), [(0, 91), (1, 0)]);
    assert_eq!(asked.get(), 1);
}

#[test]
fn ranges_relate_words() {
    let mut world = World::new(&[0; 12]);
    let mut solver = Ranges::new(NoBackend::default());
    let (x, y, z) = (world.terms.read(0, 4), world.terms.read(4, 4), world.terms.read(8, 4));
    let first = world.terms.compare(IntPredicate::Sle, x, y);
    let second = world.terms.compare(IntPredicate::Sle, y, z);
    world.assume(first);
    world.assume(second);
    let cycle = world.terms.compare(IntPredicate::Slt, z, x);
    assert_eq!(world.ask_goal(&mut solver, cycle), Verdict::Unsat);
    // Possible only where the sum wraps around.
    let raised = world.plus(z, 300);
    let wraps = world.terms.compare(IntPredicate::Slt, raised, x);
    let verdict = world.ask_goal(&mut solver, wraps);
    let found = bytes(&verdict).iter().filter(|byte| byte.0 >= 8).map(|byte| byte.1).collect::<Vec<u8>>();
    assert!(i32::from_le_bytes(found.try_into().expect("a word has 4 bytes")).checked_add(300).is_none());
    // And not at all where it cannot.
    let small = world.compare(IntPredicate::Slt, z, 1000);
    world.assume(small);
    assert_eq!(world.ask_goal(&mut solver, wraps), Verdict::Unsat);
}

#[test]
fn ranges_read_numbers_digit_by_digit() {
    let mut world = World::new(b"12345678");
    let mut solver = Ranges::new(NoBackend::default());
    let mut value = world.terms.constant(32, 0);
    let ten = world.terms.constant(32, 10);
    for at in 0..8 {
        let byte = world.terms.read(at, 1);
        let wide = world.terms.sext(byte, 32);
        let digit = world.plus(wide, u64::MAX - 47);
        let is_digit = world.compare(IntPredicate::Ult, digit, 10);
        world.assume(is_digit);
        let tens = world.terms.binary(BinaryOp::Mul, value, ten);
        value = world.terms.binary(BinaryOp::Add, tens, digit);
    }
    let exact = world.compare(IntPredicate::Eq, value, 90_071_992);
    let verdict = world.ask_goal(&mut solver, exact);
    assert_eq!(bytes(&verdict).iter().map(|byte| byte.1).collect::<Vec<u8>>(), b"90071992");
    let large = world.compare(IntPredicate::Ugt, value, 99_999_999);
    assert_eq!(world.ask_goal(&mut solver, large), Verdict::Unsat);
}

#[test]
fn ranges_exhaust_small_domains() {
    let mut world = World::new(&[0, 0]);
    let mut solver = Ranges::new(NoBackend::default());
    let (a, b) = (world.terms.read(0, 1), world.terms.read(1, 1));
    for byte in [a, b] {
        let small = world.compare(IntPredicate::Ult, byte, 16);
        world.assume(small);
    }
    let mixed = world.terms.binary(BinaryOp::Xor, a, b);
    let product = world.terms.binary(BinaryOp::Mul, mixed, b);
    let goal = world.compare(IntPredicate::Eq, product, 143);
    let expected = (0..16u8).any(|a| (0..16).any(|b| (a ^ b).wrapping_mul(b) == 143));
    assert_eq!(matches!(world.ask_goal(&mut solver, goal), Verdict::Sat(_)), expected);
    let goal = world.compare(IntPredicate::Eq, product, 241);
    let expected = (0..16u8).any(|a| (0..16).any(|b| (a ^ b).wrapping_mul(b) == 241));
    assert_eq!(world.ask_goal(&mut solver, goal) == Verdict::Unsat, !expected);
}

#[test]
fn ranges_give_up_in_time() {
    let mut world = World::new(&[0; 8]);
    let mut solver = Ranges::new(NoBackend::default());
    let (x, y) = (world.terms.read(0, 4), world.terms.read(4, 4));
    let (x, y) = (world.terms.zext(x, 64), world.terms.zext(y, 64));
    let product = world.terms.binary(BinaryOp::Mul, x, y);
    // The product of two primes, with factors that are too large to be found by splitting.
    let goal = world.compare(IntPredicate::Eq, product, 4_294_967_291 * 4_294_967_279);
    let large = world.compare(IntPredicate::Ugt, x, 4_294_967_279);
    let goal = world.terms.and(goal, large);
    let started = Instant::now();
    for effort in [Effort::Quick, Effort::Full] {
        world.effort = effort;
        let verdict = world.ask_goal(&mut solver, goal);
        assert_ne!(verdict, Verdict::Unsat);
    }
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn independent_parts_are_decided_one_by_one() {
    let mut world = World::new(b"abcd");
    let mut solver = Independent::new(Domains::new(NoBackend::default()));
    let mut goal = world.terms.truth(true);
    let mut set = SetId::EMPTY;
    for (at, value) in [(0, b'w'), (1, b'x'), (2, b'y')] {
        let byte = world.terms.read(at, 1);
        let letter = world.compare(IntPredicate::Uge, byte, b'a'.into());
        set = world.sets.extend(&world.terms, set, letter);
        let same = world.compare(IntPredicate::Eq, byte, value.into());
        goal = world.terms.and(goal, same);
    }
    let verdict = world.ask(&mut solver, Query { set, goal });
    assert_eq!(bytes(&verdict), [(0, b'w'), (1, b'x'), (2, b'y')]);
    let byte = world.terms.read(1, 1);
    let zero = world.compare(IntPredicate::Eq, byte, 0);
    let byte = world.terms.read(3, 1);
    let free = world.compare(IntPredicate::Eq, byte, 0);
    let goal = world.terms.and(free, zero);
    assert_eq!(world.ask(&mut solver, Query { set, goal }), Verdict::Unsat);
}

#[test]
fn check_stops_wrong_assignments() {
    let mut world = World::new(b"\0");
    let (backend, _) = Constant::new(Verdict::Sat(Assignment { bytes: vec![(0, 5)] }));
    let mut solver = Check::new(backend);
    let byte = world.terms.read(0, 1);
    let wrong = world.compare(IntPredicate::Eq, byte, 6);
    assert_eq!(world.ask_goal(&mut solver, wrong), Verdict::Unknown(WhyUnknown::WrongModel));
    let right = world.compare(IntPredicate::Eq, byte, 5);
    assert_eq!(bytes(&world.ask_goal(&mut solver, right)), [(0, 5)]);
    let mut stats = Stats::default();
    solver.report(&mut stats);
    let layer = stats.layer(Check::<Constant>::NAME).expect("it reports itself");
    assert_eq!((layer.asked, layer.sat, layer.unknown), (2, 1, 1));
}

#[test]
fn quick_queries_never_reach_the_backend() {
    let mut world = World::new(&[0; 8]);
    world.effort = Effort::Quick;
    let (backend, asked) = Constant::new(Verdict::Unsat);
    let mut solver = chain(Box::new(backend), &Config::default());
    let word = world.terms.read(0, 8);
    let mut hash = word;
    for i in 0..6 {
        let factor = world.terms.constant(64, 0x9e37_79b9_7f4a_7c15);
        hash = world.terms.binary(BinaryOp::Mul, hash, factor);
        let shift = world.terms.constant(64, 29 + i);
        let shifted = world.terms.binary(BinaryOp::LShr, hash, shift);
        hash = world.terms.binary(BinaryOp::Xor, hash, shifted);
    }
    let square = world.terms.binary(BinaryOp::Mul, hash, word);
    let goal = world.compare(IntPredicate::Eq, square, 0x1234_5678_9abc_def1);
    assert_eq!(world.ask_goal(&mut solver, goal), Verdict::Unknown(WhyUnknown::Deferred));
    assert_eq!(asked.get(), 0);
    world.effort = Effort::Brief;
    assert_eq!(world.ask_goal(&mut solver, goal), Verdict::Unknown(WhyUnknown::Deferred), "products take long");
    assert_eq!(asked.get(), 0);
    world.effort = Effort::Full;
    assert_eq!(world.ask_goal(&mut solver, goal), Verdict::Unsat, "what was put off is asked in full");
    assert_eq!(asked.get(), 1);
    world.effort = Effort::Quick;
    assert_eq!(world.ask_goal(&mut solver, goal), Verdict::Unsat, "and remembered");
}

/// Guards against anything that takes time in proportion to a path's length at each of its branches.
#[test]
fn quick_queries_stay_quick_on_long_paths() {
    let mut world = World::new(&[0xff; 5]);
    world.effort = Effort::Quick;
    let mut solver = chain(Box::new(NoBackend::default()), &Config::default());
    let (word, byte) = (world.terms.read(0, 4), world.terms.read(4, 1));
    let started = Instant::now();
    for i in 0..20_000 {
        let other = world.compare(IntPredicate::Eq, word, i * 7);
        world.ask_goal_unchecked(&mut solver, other);
        let differs = world.terms.not(other);
        world.path.assume(&mut world.sets, &world.terms, differs);
        let free = world.compare(IntPredicate::Eq, byte, i % 256);
        assert!(matches!(world.ask_goal_unchecked(&mut solver, free), Verdict::Sat(_)));
    }
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn a_layer_that_is_left_out_reports_nothing() {
    let solver = chain(Box::new(NoBackend::default()), &Config { models: false, ..Config::default() });
    let mut stats = Stats::default();
    solver.report(&mut stats);
    assert!(stats.layer("models").is_none() && stats.layer("ranges").is_some());
    let names: Vec<&str> = stats.layers.iter().map(|layer| layer.name).collect();
    assert_eq!(names, ["independent", "domains", "cache", "projected", "ranges", "deferred", "climb", "check", "none"]);
}

/// Decides by enumeration what is about the lower three bits of four bytes.
struct Enumerate {
    asked: Rc<Cell<u32>>,
}

impl Solver for Enumerate {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        self.asked.set(self.asked.get() + 1);
        let members = context.sets.members(query.set);
        for number in 0..1u32 << 12 {
            let bytes: Vec<(u32, u8)> = (0..4).map(|i| (i, (number >> (3 * i) & 7) as u8)).collect();
            let mut model = Model::default();
            bytes.iter().for_each(|&(at, value)| model.set(at, value));
            context.evaluator.reset(&model);
            let mut all = members.iter().chain([&query.goal]);
            if all.all(|&term| context.evaluator.holds(context.terms, term)) {
                return Verdict::Sat(Assignment { bytes });
            }
        }
        Verdict::Unsat
    }

    fn report(&self, _: &mut Stats) {}

    fn forget(&mut self) {}
}

#[test]
fn the_cache_never_contradicts_what_it_caches() {
    let mut state = 11u64;
    let mut random = move |limit: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % limit
    };
    let mut world = World::new(&[0; 4]);
    let (asked, plain) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let mut cache = Cache::new(Enumerate { asked: Rc::clone(&asked) });
    let mut enumerate = Enumerate { asked: plain };
    // Comparisons of sums of three-bit numbers.
    let mut pool = Vec::new();
    for _ in 0..24 {
        let mut sum = world.terms.constant(8, random(5));
        for _ in 0..=random(2) {
            let byte = world.terms.read(random(4) as u32, 1);
            let part = world.terms.extract(byte, 0, 3);
            let part = world.terms.zext(part, 8);
            sum = world.terms.binary(BinaryOp::Add, sum, part);
        }
        let limit = 2 + random(10);
        pool.push(world.compare(IntPredicate::Ult, sum, limit));
    }
    let mut queries = 0;
    for _ in 0..1_500 {
        for at in 0..4 {
            world.hint.set(at, random(8) as u8);
        }
        world.path = PathCondition::default();
        world.evaluator.reset(&world.hint);
        for _ in 0..random(6) {
            let term = pool[random(pool.len() as u64) as usize];
            let term = if world.evaluator.holds(&world.terms, term) { term } else { world.terms.not(term) };
            world.path.assume(&mut world.sets, &world.terms, term);
        }
        let goal = pool[random(pool.len() as u64) as usize];
        let goal = if random(2) == 0 { world.terms.not(goal) } else { goal };
        let query = world.query(goal);
        let (cached, expected) = (world.ask(&mut cache, query), world.ask(&mut enumerate, query));
        assert_eq!(cached == Verdict::Unsat, expected == Verdict::Unsat);
        queries += 1;
    }
    assert!(asked.get() * 2 < queries, "{} of {queries} were not cached", asked.get());
}
