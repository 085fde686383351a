//! Simplified terms have the values that plain definitions give, and keep what is said of them.

mod reference;

use reference::{INPUT, MODELS, Pool, Random, Sample};
use rift_expr::{Evaluator, Model, Node, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_numeric::int::ctpop;

const POOLS: u64 = 2000;
const STEPS: usize = 120;

fn check(pool: &mut Pool, sample: &Sample) {
    let Sample { term, width, values } = *sample;
    let context = |pool: &Pool| format!("{}\n  gave {}", pool.last(), pool.terms.display(term));
    assert_eq!(pool.terms.width(term), width, "{}", context(pool));
    let evaluated = pool.evaluated(sample);
    assert_eq!(evaluated, values, "{}", context(pool));
    let depends = pool.terms.support(term).contains(&pool.flipped);
    assert_eq!(depends, pool.terms.depends_on(term, pool.flipped));
    assert!(depends || values[MODELS - 1] == values[MODELS - 2], "depends on more: {}", context(pool));
    if width > 64 {
        return;
    }
    let ((min, max), (zeros, ones)) = (pool.terms.range(term), pool.terms.known_bits(term));
    let (lowest, highest) = pool.terms.signed_range(term);
    for value in values.map(|value| value as u64) {
        assert!(min <= value && value <= max, "{value} is not in {min}..={max}: {}", context(pool));
        assert!(value & zeros == 0 && value & ones == ones, "{value:x}, {zeros:x}, {ones:x}: {}", context(pool));
        let signed = reference::signed(width, value.into()) as i64;
        assert!(lowest <= signed && signed <= highest, "{signed} not in {lowest}..={highest}: {}", context(pool));
    }
}

#[test]
fn simplified_terms_have_the_values_of_their_definitions() {
    let (mut terms, mut evaluators) = (Terms::new(), std::array::from_fn::<_, MODELS, _>(|_| Evaluator::default()));
    for seed in 0..POOLS {
        let mut random = Random(seed);
        let mut pool = Pool::new(&mut terms, &mut random, &mut evaluators, INPUT);
        for _ in 0..STEPS {
            let sample = pool.step();
            check(&mut pool, &sample);
        }
        for raw in 1..=terms.len() as u32 {
            let term = TermId::from_raw(raw).expect("not zero");
            assert!(is_canonical(&terms, term), "{:?}: {}", terms.node(term), terms.display(term));
        }
    }
}

/// What those who match on nodes may rely on.
fn is_canonical(terms: &Terms, term: TermId) -> bool {
    let width = terms.width(term);
    let constant = |term: TermId| terms.as_limbs(term).is_some();
    let narrow_constant = |term: TermId| terms.as_const(term).is_some();
    let power = |term: TermId| terms.as_limbs(term).is_some_and(|limbs| ctpop(limbs) == 1);
    let ordered = terms.children(term).iter().all(|&child| child < term);
    let folded = terms.children(term).is_empty() || !terms.children(term).iter().all(|&child| constant(child));
    let own = match terms.node(term) {
        Node::Binary { op, a, b } => match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if width == 1 => !constant(a) && !constant(b),
            BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => !constant(a) && width > 1,
            BinaryOp::Mul => !constant(a) && !power(b) && width > 1,
            BinaryOp::Sub | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => !constant(b) && width > 1,
            BinaryOp::UDiv | BinaryOp::URem => !power(b) && width > 1,
            _ => width > 1,
        },
        Node::Compare { predicate, a, b } => match predicate {
            IntPredicate::Eq => !constant(a) && terms.width(a) > 1,
            IntPredicate::Ult | IntPredicate::Slt => !narrow_constant(a) && terms.width(a) > 1,
            IntPredicate::Ule | IntPredicate::Sle => !narrow_constant(b) && terms.width(a) > 1,
            _ => false,
        },
        Node::Not(a) => match terms.node(a) {
            Node::Not(_) | Node::FloatCompare { .. } => false,
            Node::Compare { predicate, .. } => predicate == IntPredicate::Eq,
            _ => true,
        },
        Node::Ite { condition, yes, no } => {
            !matches!(terms.node(condition), Node::Not(_)) && (width > 1 || !constant(yes) && !constant(no))
        }
        Node::Extract { a, .. } => match terms.node(a) {
            Node::Read { bytes, .. } => bytes <= width.div_ceil(8) + 1,
            Node::Extract { .. } | Node::Concat { .. } | Node::ZExt(_) | Node::SExt(_) => false,
            _ => true,
        },
        Node::Concat { high, .. } => {
            let zero = terms.as_limbs(high).is_some_and(|limbs| ctpop(limbs) == 0);
            !zero && !matches!(terms.node(high), Node::Concat { .. } | Node::ZExt(_))
        }
        Node::ZExt(a) => !matches!(terms.node(a), Node::ZExt(_)),
        Node::SExt(a) => !matches!(terms.node(a), Node::ZExt(_) | Node::SExt(_)),
        _ => true,
    };
    ordered && folded && own
}

/// Steps of pools over a single byte.
const DOMAINS: u64 = 400;

#[test]
fn a_byte_domain_is_what_256_evaluations_say() {
    let (mut terms, mut evaluators) = (Terms::new(), std::array::from_fn::<_, MODELS, _>(|_| Evaluator::default()));
    let (mut singly, mut at_once) = (Evaluator::default(), Evaluator::default());
    let mut compared = 0;
    for seed in 0..DOMAINS {
        let mut random = Random(seed);
        let mut pool = Pool::new(&mut terms, &mut random, &mut evaluators, 1);
        let conditions: Vec<TermId> = (0..60).map(|_| pool.step()).filter(|s| s.width == 1).map(|s| s.term).collect();
        for term in conditions {
            let domain = at_once.byte_domain(&terms, term, 0);
            for value in 0..=255u8 {
                singly.reset(&Model { bytes: vec![value] });
                let inside = domain[usize::from(value) / 64] >> (value % 64) & 1 == 1;
                assert_eq!(singly.holds(&terms, term), inside, "{value}: {}", terms.display(term));
            }
            compared += usize::from(terms.as_const(term).is_none());
        }
    }
    assert!(compared > 1000, "only {compared} conditions were not constant");
}
