//! Floating point. Little is exact here: what is folded is folded by rift-numeric.

use crate::fold::float_kind;
use crate::{Node, TermId, Terms};
use rift_ir::FloatPredicate::{False, Oeq, Oge, Ogt, Ole, Olt, One, Ord, True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate};
use rift_numeric::float;

/// Above this, integers become floats by other rules (see rift-numeric).
const EXACT_INTEGERS: u32 = 128;

impl Terms {
    pub fn float(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{op:?} of two widths");
        if let Some(same) = self.without_neutral(op, a, b) {
            return same;
        }
        self.make(Node::Float { op, a, b }, width)
    }

    pub fn float_sqrt(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        self.make(Node::FloatSqrt(a), width)
    }

    pub fn float_compare(&mut self, predicate: FloatPredicate, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.width(a), self.width(b), "{predicate:?} of two widths");
        let (predicate, a, b) = match predicate {
            False => return self.truth(false),
            True => return self.truth(true),
            Ogt => (Olt, b, a),
            Oge => (Ole, b, a),
            Ugt => (Ult, b, a),
            Uge => (Ule, b, a),
            _ => (predicate, a, b),
        };
        let predicate = match predicate {
            Oeq | Ole if a == b => Ord,
            Une | Ult if a == b => Uno,
            Olt | One if a == b => return self.truth(false),
            Ueq | Ule if a == b => return self.truth(true),
            _ => predicate,
        };
        if let Some(integers) = self.compare_integral(predicate, a, b) {
            return integers;
        }
        if matches!(predicate, Ord | Uno) {
            return self.unordered(predicate, a, b);
        }
        let symmetric = matches!(predicate, Oeq | Une | Ueq | One);
        let (a, b) = if symmetric { self.ordered(a, b) } else { (a, b) };
        self.make(Node::FloatCompare { predicate, a, b }, 1)
    }

    /// Ord or Uno: a number that is no NaN does not matter.
    fn unordered(&mut self, predicate: FloatPredicate, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let kind = float_kind(self.width(a));
        match self.as_const(b) {
            Some(bits) if float::is_nan(kind, u128::from(bits)) => self.truth(predicate == Uno),
            Some(_) => self.make(Node::FloatCompare { predicate, a, b: a }, 1),
            None => self.make(Node::FloatCompare { predicate, a, b }, 1),
        }
    }

    /// `to` is F32 or F64.
    pub fn float_to_float(&mut self, a: TermId, to: FloatKind) -> TermId {
        if to.bits() == self.width(a) { a } else { self.make(Node::FloatToFloat(a), to.bits()) }
    }

    pub fn int_to_float(&mut self, a: TermId, signed: bool, to: FloatKind) -> TermId {
        let signed = signed && self.known_sign(a) != Some(false);
        let inner = match (signed, self.node(a)) {
            (false, Node::ZExt(inner)) | (true, Node::SExt(inner)) if self.width(a) <= EXACT_INTEGERS => inner,
            _ => a,
        };
        self.make(if signed { Node::SignedToFloat(inner) } else { Node::UnsignedToFloat(inner) }, to.bits())
    }

    pub fn float_to_int(&mut self, a: TermId, signed: bool, width: u32) -> TermId {
        if let Some(integer) = self.integer_again(a, signed, width) {
            return integer;
        }
        self.make(if signed { Node::FloatToSigned(a) } else { Node::FloatToUnsigned(a) }, width)
    }
}
