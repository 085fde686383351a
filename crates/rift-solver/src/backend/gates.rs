//! How large a question becomes when it is turned into and-gates, estimated before it is asked.
//!
//! Nothing can stop Bitwuzla while it rewrites, bit-blasts and encodes, so a question that would take too long over that,
//! or more memory than there is, has to be recognised by its terms. Estimates too high: the counts are those of single
//! operations on unknowns (measured: 4 w² for a product of w bits), and constants, shared parts and the abstraction of
//! wide products and quotients make them smaller.

use rift_expr::{Node, TermId, Terms};
use rift_ir::BinaryOp;

/// What Bitwuzla and CaDiCaL use for one gate, in bytes: 560 to 790 were measured for products, quotients, sums, shifts
/// and exclusive ors.
const BYTES_PER_GATE: u64 = 700;

/// Estimates may be this many times too high before a question is refused that would have fitted: where the constraints
/// fix most of the input, nearly nothing is left of the terms.
const TOO_HIGH: u64 = 16;

/// The gates that fill a memory.
pub(super) fn filling(bytes: u64) -> u64 {
    bytes / BYTES_PER_GATE
}

/// The most that a question may be estimated at where this much memory is to be had.
pub(super) fn most(bytes: u64) -> u64 {
    filling(bytes).saturating_mul(TOO_HIGH)
}

/// The gates that some terms become together, their operands not included. A term without gates counts as one: it has
/// to be sent and rewritten, too.
pub(super) fn estimate(terms: &Terms, new: &[TermId]) -> u64 {
    new.iter().fold(0u64, |sum, &term| sum.saturating_add(gates(terms, term).max(1)))
}

fn gates(terms: &Terms, term: TermId) -> u64 {
    let width = u64::from(terms.width(term));
    let is_double = width > 32;
    match terms.node(term) {
        Node::Const(_) | Node::Wide(_) | Node::Read { .. } | Node::Not(_) => 0,
        Node::Extract { .. } | Node::Concat { .. } | Node::ZExt(_) | Node::SExt(_) => 0,
        Node::Binary { op, a, b } => match terms.as_const(b).or_else(|| terms.as_const(a)) {
            Some(constant) => with_constant(op, width, constant),
            None => binary(op, width),
        },
        Node::Compare { a, .. } => 4 * u64::from(terms.width(a)),
        Node::Ite { .. } => 4 * width,
        Node::Lookup { table, .. } => 4 * width * terms.table(table).len() as u64,
        Node::Float { op, .. } => float(op, is_double),
        Node::FloatSqrt(_) => if_double(is_double, 17_600, 4_500),
        Node::FloatCompare { .. } => 3_000,
        Node::FloatToFloat(_) | Node::SignedToFloat(_) | Node::UnsignedToFloat(_) => 4_000,
        Node::FloatToSigned(_) | Node::FloatToUnsigned(_) => 4_000,
    }
}

fn binary(op: BinaryOp, width: u64) -> u64 {
    match op {
        BinaryOp::And | BinaryOp::Or => 2 * width,
        BinaryOp::Xor => 4 * width,
        BinaryOp::Add | BinaryOp::Sub => 8 * width,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => 20 * width,
        BinaryOp::Mul => 4 * width * width,
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => 9 * width * width,
        // They are nodes of another kind.
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => 0,
    }
}

/// A product is a sum for each bit that is set but the first. For a constant on the wrong side of a shift or a quotient
/// it is too low, which is rare.
fn with_constant(op: BinaryOp, width: u64, constant: u64) -> u64 {
    match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => 0,
        BinaryOp::Mul => binary(BinaryOp::Add, width) * u64::from(constant.count_ones().saturating_sub(1)),
        _ => binary(op, width),
    }
}

/// Products are those of mantissas at twice their width, and quotients likewise.
fn float(op: BinaryOp, is_double: bool) -> u64 {
    match op {
        BinaryOp::FMul => if_double(is_double, 45_000, 10_000),
        BinaryOp::FDiv => if_double(is_double, 100_000, 22_000),
        _ => if_double(is_double, 10_000, 4_700),
    }
}

fn if_double(is_double: bool, double: u64, single: u64) -> u64 {
    if is_double { double } else { single }
}
