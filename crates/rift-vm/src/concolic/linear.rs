//! Where an access with a symbolic address can go: the offset as a sum of multiples, which gives bounds and a stride.
//!
//! Offsets are 64-bit terms; sums are over the integers. The two agree modulo 2^64 always, and altogether when the sum
//! cannot leave the range of 64-bit numbers. Errs towards larger bounds and smaller strides.

use rift_expr::{Node, TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int::signed64;
use smallvec::SmallVec;

const MAX_PARTS: usize = 8;

/// The possible offsets `first`, `first + stride`, .., `count` of them, and the term that says which it is.
pub(super) struct Places {
    pub first: u64,
    pub stride: u64,
    pub count: u64,
    pub index: TermId,
}

impl Places {
    /// The offset of the i-th place.
    pub fn at(&self, i: u64) -> u64 {
        self.first + i * self.stride
    }
}

/// `factor` times the value of `leaf`, a term of at most 64 bits.
struct Part {
    leaf: TermId,
    signed: bool,
    factor: i64,
}

#[derive(Default)]
struct Sum {
    parts: SmallVec<[Part; 4]>,
    constant: i64,
}

/// The offsets up to `last` that the term `offset` can have, if they are at most `most`.
pub(super) fn places(terms: &mut Terms, offset: TermId, last: u64, most: u64) -> Option<Places> {
    let mut sum = Sum::default();
    sum.add(terms, offset, 1);
    let gcd = sum.parts.iter().fold(0, |gcd, part| greatest_common_divisor(gcd, part.factor.unsigned_abs()));
    let (low, high) = terms.range(offset);
    let (low, high, stride) = match sum.bounds(terms) {
        Some((least, greatest)) => {
            let (least, greatest) = (least.max(0) as u64, u64::try_from(greatest).ok()?);
            (low.max(least), high.min(greatest), gcd)
        }
        // Modulo 2^64 only powers of two survive.
        None => (low, high, 1 << gcd.trailing_zeros().min(63)),
    };
    let stride = stride.max(1);
    let rest = (i128::from(sum.constant) - i128::from(low)).rem_euclid(i128::from(stride)) as u64;
    let first = low.checked_add(rest)?;
    let count = high.min(last).checked_sub(first)? / stride + 1;
    if count > most {
        return None;
    }
    let index = match stride.is_power_of_two() {
        true => {
            let first = terms.constant(64, first);
            let relative = terms.binary(BinaryOp::Sub, offset, first);
            let shift = stride.trailing_zeros();
            terms.extract(relative, shift, 64 - shift)
        }
        false => sum.divided(terms, first, stride as i64),
    };
    // In bounds, the bits above are zero.
    let width = (64 - (count - 1).leading_zeros()).max(1);
    let index = terms.extract(index, 0, width);
    Some(Places { first, stride, count, index })
}

/// What an address is when all its multiples are zero: where it begins to count.
pub(super) fn constant_part(terms: &mut Terms, address: TermId) -> u64 {
    let mut sum = Sum::default();
    sum.add(terms, address, 1);
    sum.constant as u64
}

impl Sum {
    /// Adds `factor * term`. For a term narrower than 64 bits, `factor` makes up for what its sums lose: their carries
    /// would be beyond 64 bits.
    fn add(&mut self, terms: &mut Terms, term: TermId, factor: i64) {
        if self.parts.len() >= MAX_PARTS {
            return self.push(term, false, factor);
        }
        match terms.node(term) {
            Node::Const(value) => self.add_constant(value, factor),
            Node::Binary { op: BinaryOp::Add, a, b } => {
                self.add(terms, a, factor);
                self.add(terms, b, factor);
            }
            Node::Binary { op: BinaryOp::Sub, a, b } => {
                self.add(terms, a, factor);
                self.add(terms, b, factor.wrapping_neg());
            }
            Node::Binary { op: BinaryOp::Mul, a, b } if let Some(by) = terms.as_const(b) => {
                let by = signed64(terms.width(b), by);
                self.add(terms, a, factor.wrapping_mul(by));
            }
            Node::Concat { high, low } if terms.width(high) + terms.width(low) <= 64 => {
                self.add(terms, high, factor.wrapping_shl(terms.width(low)));
                self.add_number(terms, low, factor);
            }
            Node::SExt(narrow) => self.push(narrow, true, factor),
            Node::ZExt(narrow) => self.add_number(terms, narrow, factor),
            _ => self.push(term, false, factor),
        }
    }

    /// Adds a term whose value counts as it is: nothing makes up for lost carries.
    fn add_number(&mut self, terms: &mut Terms, term: TermId, factor: i64) {
        match terms.node(term) {
            Node::Const(value) => self.add_constant(value, factor),
            Node::Concat { high, low } if let Some(value) = terms.as_const(low) => {
                self.add_number(terms, high, factor.wrapping_shl(terms.width(low)));
                self.add_constant(value, factor);
            }
            _ => self.push(term, false, factor),
        }
    }

    fn add_constant(&mut self, value: u64, factor: i64) {
        self.constant = self.constant.wrapping_add((value as i64).wrapping_mul(factor));
    }

    fn push(&mut self, leaf: TermId, signed: bool, factor: i64) {
        self.parts.push(Part { leaf, signed, factor });
    }

    /// Least and greatest value; `None` when that may be more than 64-bit numbers can hold.
    fn bounds(&self, terms: &Terms) -> Option<(i64, i64)> {
        let (mut least, mut greatest) = (i128::from(self.constant), i128::from(self.constant));
        for part in &self.parts {
            let (low, high) = match part.signed {
                true => {
                    let half = 1i128 << (terms.width(part.leaf) - 1);
                    (-half, half - 1)
                }
                false => {
                    let (low, high) = terms.range(part.leaf);
                    (i128::from(low), i128::from(high))
                }
            };
            let (x, y) = (low * i128::from(part.factor), high * i128::from(part.factor));
            least = least.saturating_add(x.min(y));
            greatest = greatest.saturating_add(x.max(y));
        }
        Some((i64::try_from(least).ok()?, i64::try_from(greatest).ok()?))
    }

    /// (sum - first) / stride, which leaves no rest.
    fn divided(&self, terms: &mut Terms, first: u64, stride: i64) -> TermId {
        let constant = (self.constant.wrapping_sub(first as i64) / stride) as u64;
        let mut sum = terms.constant(64, constant);
        for part in &self.parts {
            let leaf = match part.signed {
                true => terms.sext(part.leaf, 64),
                false => terms.zext(part.leaf, 64),
            };
            let factor = terms.constant(64, (part.factor / stride) as u64);
            let product = terms.binary(BinaryOp::Mul, leaf, factor);
            sum = terms.binary(BinaryOp::Add, sum, product);
        }
        sum
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
