use super::definition::{Definition, Id, Known};
use super::translate::{Translator, Unsupported};
use rift_bitwuzla::{Answer, Bitwuzla};
use rift_expr::{TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};

#[derive(Default)]
struct Fixture {
    terms: Terms,
    known: Known,
    solver: Bitwuzla,
    translator: Translator,
}

impl Fixture {
    fn define(&mut self, term: TermId) {
        for new in self.known.learn(&self.terms, [term]) {
            let definition = Definition::of(&self.terms, new);
            self.translator.define(&mut self.solver, &definition).expect("every kind of node has a translation");
        }
    }

    fn bit_is(&mut self, of: TermId, bit: u32, value: u64) -> TermId {
        let (bit, value) = (self.terms.extract(of, bit, 1), self.terms.constant(1, value));
        let goal = self.terms.compare(IntPredicate::Eq, bit, value);
        self.define(goal);
        goal
    }

    fn assume(&mut self, terms: &[TermId]) -> Vec<rift_bitwuzla::Term> {
        let ids: Vec<Id> = terms.iter().copied().map(Id::from).collect();
        self.translator.assume(&mut self.solver, &ids).expect("they are defined")
    }
}

#[test]
fn what_ties_bits_to_floats_is_assumed_only_where_it_matters() {
    let mut fixture = Fixture::default();
    let (a, b) = (fixture.terms.read(0, 4), fixture.terms.read(4, 4));
    let sum = fixture.terms.float(BinaryOp::FAdd, a, b);
    let (of_sum, of_input) = (fixture.bit_is(sum, 31, 1), fixture.bit_is(a, 31, 1));
    assert_eq!(fixture.assume(&[of_input]).len(), 1);
    assert_eq!(fixture.assume(&[of_sum]).len(), 2, "the sign of the sum, and that it is the sum's");
    assert_eq!(fixture.assume(&[of_sum, of_input]).len(), 3);
    let positive = fixture.bit_is(b, 31, 0);
    let both = [fixture.bit_is(sum, 30, 0), of_sum, of_input, positive];
    assert_eq!(fixture.assume(&both).len(), 5, "once for both bits of the sum");
}

#[test]
fn each_term_is_told_once_and_after_its_operands() {
    let mut fixture = Fixture::default();
    let (a, b) = (fixture.terms.read(0, 4), fixture.terms.read(4, 4));
    let product = fixture.terms.binary(BinaryOp::Mul, a, b);
    let goal = fixture.terms.compare(IntPredicate::Ult, product, a);
    let told = fixture.known.learn(&fixture.terms, [goal, product]);
    assert_eq!(told, [a, b, product, goal]);
    assert_eq!(fixture.known.learn(&fixture.terms, [goal]), []);
    fixture.known.unlearn(&told[2..]);
    assert_eq!(fixture.known.learn(&fixture.terms, [goal]), told[2..]);
    fixture.known.clear();
    assert_eq!(fixture.known.learn(&fixture.terms, [goal]), told);
}

#[test]
fn what_was_not_told_is_unsupported_and_breaks_nothing() {
    let mut fixture = Fixture::default();
    let (a, b) = (fixture.terms.read(0, 4), fixture.terms.read(4, 4));
    let goal = fixture.terms.compare(IntPredicate::Ult, a, b);
    let last = Definition::of(&fixture.terms, goal);
    assert_eq!(fixture.translator.define(&mut fixture.solver, &last), Err(Unsupported), "its operands were not told");
    assert_eq!(fixture.translator.assume(&mut fixture.solver, &[goal.into()]), Err(Unsupported));
    fixture.known.clear();
    fixture.define(goal);
    let assumptions = fixture.assume(&[goal]);
    assert_eq!(fixture.solver.check(&assumptions, || false), Answer::Sat);
}
