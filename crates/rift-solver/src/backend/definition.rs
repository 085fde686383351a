//! Terms in the form in which a solver is told of them: each once, after its operands, with everything it needs.

use rift_expr::{Node, TermId, Terms};
use rift_ir::{BinaryOp, FloatPredicate, IntPredicate};
use serde::{Deserialize, Serialize};

/// The id that a term has where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Id(u32);

#[cfg(feature = "bitwuzla")]
impl Id {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<TermId> for Id {
    fn from(term: TermId) -> Id {
        Id(term.raw())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Definition {
    pub(super) id: Id,
    pub(super) width: u32,
    pub(super) shape: Shape,
}

/// [`Node`], with tables and wide constants in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Shape {
    Const(u64),
    Wide(Vec<u64>),
    Read { at: u32, bytes: u32 },
    Binary { op: BinaryOp, a: Id, b: Id },
    Compare { predicate: IntPredicate, a: Id, b: Id },
    Not(Id),
    Ite { condition: Id, yes: Id, no: Id },
    Extract { a: Id, low: u32 },
    Concat { high: Id, low: Id },
    ZExt(Id),
    SExt(Id),
    Lookup { values: Vec<u64>, index: Id },
    Float { op: BinaryOp, a: Id, b: Id },
    FloatSqrt(Id),
    FloatCompare { predicate: FloatPredicate, a: Id, b: Id },
    FloatToFloat(Id),
    SignedToFloat(Id),
    UnsignedToFloat(Id),
    FloatToSigned(Id),
    FloatToUnsigned(Id),
}

impl Definition {
    pub(super) fn of(terms: &Terms, term: TermId) -> Definition {
        Definition { id: term.into(), width: terms.width(term), shape: shape(terms, term) }
    }
}

fn shape(terms: &Terms, term: TermId) -> Shape {
    match terms.node(term) {
        Node::Const(value) => Shape::Const(value),
        Node::Wide(_) => Shape::Wide(terms.as_limbs(term).expect("a wide constant has limbs").to_vec()),
        Node::Read { at, bytes } => Shape::Read { at, bytes },
        Node::Binary { op, a, b } => Shape::Binary { op, a: a.into(), b: b.into() },
        Node::Compare { predicate, a, b } => Shape::Compare { predicate, a: a.into(), b: b.into() },
        Node::Not(a) => Shape::Not(a.into()),
        Node::Ite { condition, yes, no } => Shape::Ite { condition: condition.into(), yes: yes.into(), no: no.into() },
        Node::Extract { a, low } => Shape::Extract { a: a.into(), low },
        Node::Concat { high, low } => Shape::Concat { high: high.into(), low: low.into() },
        Node::ZExt(a) => Shape::ZExt(a.into()),
        Node::SExt(a) => Shape::SExt(a.into()),
        Node::Lookup { table, index } => Shape::Lookup { values: terms.table(table).to_vec(), index: index.into() },
        Node::Float { op, a, b } => Shape::Float { op, a: a.into(), b: b.into() },
        Node::FloatSqrt(a) => Shape::FloatSqrt(a.into()),
        Node::FloatCompare { predicate, a, b } => Shape::FloatCompare { predicate, a: a.into(), b: b.into() },
        Node::FloatToFloat(a) => Shape::FloatToFloat(a.into()),
        Node::SignedToFloat(a) => Shape::SignedToFloat(a.into()),
        Node::UnsignedToFloat(a) => Shape::UnsignedToFloat(a.into()),
        Node::FloatToSigned(a) => Shape::FloatToSigned(a.into()),
        Node::FloatToUnsigned(a) => Shape::FloatToUnsigned(a.into()),
    }
}

/// Which terms the solver was told of.
#[derive(Debug, Default)]
pub(super) struct Known {
    terms: Vec<bool>,
}

impl Known {
    pub(super) fn clear(&mut self) {
        self.terms.clear();
    }

    /// What the solver has to be told before a question about `roots`, each term after its operands. Known from now on.
    pub(super) fn learn(&mut self, terms: &Terms, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
        self.terms.resize(terms.len().max(self.terms.len()), false);
        let mut stack: Vec<TermId> = roots.into_iter().collect();
        let mut new = Vec::new();
        while let Some(term) = stack.pop() {
            if !std::mem::replace(&mut self.terms[term.index()], true) {
                new.push(term);
                stack.extend(terms.children(term));
            }
        }
        // Operands have smaller ids.
        new.sort_unstable();
        new
    }

    /// The solver was not told of these after all.
    pub(super) fn unlearn(&mut self, terms: &[TermId]) {
        terms.iter().for_each(|term| self.terms[term.index()] = false);
    }
}
