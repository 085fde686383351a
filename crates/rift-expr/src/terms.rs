//! The arena of terms.

use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use std::num::NonZeroU32;

/// A term of one [`Terms`]. `Option<TermId>` takes 4 bytes: `None` is what is not symbolic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(NonZeroU32);

/// A table of constants that a symbolic index selects from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u32);

/// What a term is. Comparisons are canonical: Eq, Ult, Ule, Slt, Sle only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// At most 64 bits; wider constants are `Wide`, an index into the arena's limbs.
    Const(u64),
    Wide(u32),
    /// `bytes` input bytes from `at` on, little-endian.
    Read { at: u32, bytes: u32 },
    /// Integer operations only. Shifts are SMT-LIB's: a count of the width or more gives 0 or all signs.
    Binary { op: BinaryOp, a: TermId, b: TermId },
    Compare { predicate: IntPredicate, a: TermId, b: TermId },
    Not(TermId),
    Ite { condition: TermId, yes: TermId, no: TermId },
    /// Bits `low .. low + width of this term`.
    Extract { a: TermId, low: u32 },
    Concat { high: TermId, low: TermId },
    ZExt(TermId),
    SExt(TermId),
    /// Element `index` of a constant table; an index outside gives 0.
    Lookup { table: TableId, index: TermId },
    /// FAdd, FSub, FMul, FDiv of f32 or f64, rounded to nearest even.
    Float { op: BinaryOp, a: TermId, b: TermId },
    FloatSqrt(TermId),
    FloatCompare { predicate: FloatPredicate, a: TermId, b: TermId },
    /// Between f32 and f64.
    FloatToFloat(TermId),
    SignedToFloat(TermId),
    UnsignedToFloat(TermId),
    /// Towards zero. Out of range is what the machine gives (see rift-numeric): callers add the range as a condition
    /// first, so that the solver never sees it.
    FloatToSigned(TermId),
    FloatToUnsigned(TermId),
}

/// The arena. Grows only; [`Terms::clear`] starts anew.
pub struct Terms {}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

#[expect(unused_variables, clippy::todo, reason = "the bodies are being written")]
impl Terms {
    pub fn new() -> Terms {
        todo!()
    }

    /// Forgets every term: ids made before are void.
    pub fn clear(&mut self) {
        todo!()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        todo!()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An estimate of the memory the arena takes.
    pub fn memory_bytes(&self) -> usize {
        todo!()
    }

    pub fn node(&self, term: TermId) -> Node {
        todo!()
    }

    pub fn width(&self, term: TermId) -> u32 {
        todo!()
    }

    /// The value of a constant of at most 64 bits.
    pub fn as_const(&self, term: TermId) -> Option<u64> {
        todo!()
    }

    /// The limbs of any constant.
    pub fn as_limbs(&self, term: TermId) -> Option<&[u64]> {
        todo!()
    }

    /// The input bytes a term depends on, ascending.
    pub fn support(&self, term: TermId) -> &[u32] {
        todo!()
    }

    /// Unsigned bounds, inclusive, for terms of at most 64 bits.
    pub fn range(&self, term: TermId) -> (u64, u64) {
        todo!()
    }

    pub fn table(&self, table: TableId) -> &[u64] {
        todo!()
    }

    pub fn constant(&mut self, width: u32, value: u64) -> TermId {
        todo!()
    }

    /// From canonical limbs, lowest first.
    pub fn constant_limbs(&mut self, width: u32, limbs: &[u64]) -> TermId {
        todo!()
    }

    pub fn truth(&mut self, value: bool) -> TermId {
        self.constant(1, u64::from(value))
    }

    pub fn read(&mut self, at: u32, bytes: u32) -> TermId {
        todo!()
    }

    /// Integer operations, both operands of one width. Division by zero is as in SMT-LIB; shift counts of the width
    /// or more give 0 (Shl, LShr) or copies of the sign.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        todo!()
    }

    pub fn compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        todo!()
    }

    /// All bits inverted.
    pub fn not(&mut self, a: TermId) -> TermId {
        todo!()
    }

    /// Of booleans.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::And, a, b)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Or, a, b)
    }

    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        todo!()
    }

    pub fn extract(&mut self, a: TermId, low: u32, width: u32) -> TermId {
        todo!()
    }

    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        todo!()
    }

    /// To a width that is at least the term's own.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        todo!()
    }

    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        todo!()
    }

    /// `values[index]`, or 0 outside; runs of equal values cost nothing.
    pub fn lookup(&mut self, values: &[u64], width: u32, index: TermId) -> TermId {
        todo!()
    }

    pub fn float(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        todo!()
    }

    pub fn float_sqrt(&mut self, a: TermId) -> TermId {
        todo!()
    }

    pub fn float_compare(&mut self, predicate: FloatPredicate, a: TermId, b: TermId) -> TermId {
        todo!()
    }

    /// `to` is F32 or F64.
    pub fn float_to_float(&mut self, a: TermId, to: FloatKind) -> TermId {
        todo!()
    }

    pub fn int_to_float(&mut self, a: TermId, signed: bool, to: FloatKind) -> TermId {
        todo!()
    }

    pub fn float_to_int(&mut self, a: TermId, signed: bool, width: u32) -> TermId {
        todo!()
    }
}
