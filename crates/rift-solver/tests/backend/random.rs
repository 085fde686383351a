//! Random terms of every kind.

use rift_expr::{Model, Node, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    pub(crate) fn model(&mut self, bytes: u32) -> Model {
        // Small and extreme bytes are as likely as all others together.
        let byte = |random: &mut Random| match random.below(4) {
            0 => random.below(3) as u8,
            1 => 0xff - random.below(3) as u8,
            _ => random.next() as u8,
        };
        Model { bytes: (0..bytes).map(|_| byte(self)).collect() }
    }
}

const WIDTHS: [u32; 10] = [1, 1, 7, 8, 16, 32, 33, 64, 65, 100];
const INTEGER: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
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
const FLOAT: [BinaryOp; 4] = [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv];
const COMPARE: [IntPredicate; 10] = [
    IntPredicate::Eq,
    IntPredicate::Ne,
    IntPredicate::Ugt,
    IntPredicate::Uge,
    IntPredicate::Ult,
    IntPredicate::Ule,
    IntPredicate::Sgt,
    IntPredicate::Sge,
    IntPredicate::Slt,
    IntPredicate::Sle,
];
pub(crate) const FLOAT_COMPARE: [FloatPredicate; 14] = [
    FloatPredicate::Oeq,
    FloatPredicate::Ogt,
    FloatPredicate::Oge,
    FloatPredicate::Olt,
    FloatPredicate::Ole,
    FloatPredicate::One,
    FloatPredicate::Ord,
    FloatPredicate::Uno,
    FloatPredicate::Ueq,
    FloatPredicate::Ugt,
    FloatPredicate::Uge,
    FloatPredicate::Ult,
    FloatPredicate::Ule,
    FloatPredicate::Une,
];

/// A term of a width over the first `bytes` input bytes, about so deep.
pub(crate) fn term(random: &mut Random, terms: &mut Terms, bytes: u32, width: u32, depth: u32) -> TermId {
    if depth == 0 {
        return leaf(random, terms, bytes, width);
    }
    let mut sub = |random: &mut Random, width: u32| {
        let depth = depth - 1 - random.below(2).min(u64::from(depth) - 1) as u32;
        term(random, terms, bytes, width, depth)
    };
    match random.below(if width == 32 || width == 64 { 14 } else { 9 }) {
        0..=2 if width == 1 => match random.below(3) {
            0 => {
                let kind = random.pick(&[32, 64]);
                let (a, b) = (sub(random, kind), sub(random, kind));
                terms.float_compare(random.pick(&FLOAT_COMPARE), a, b)
            }
            _ => {
                let operands = random.pick(&WIDTHS);
                let (a, b) = (sub(random, operands), sub(random, operands));
                terms.compare(random.pick(&COMPARE), a, b)
            }
        },
        0..=2 => {
            let (a, b) = (sub(random, width), sub(random, width));
            terms.binary(random.pick(&INTEGER), a, b)
        }
        3 => {
            let a = sub(random, width);
            terms.not(a)
        }
        4 => {
            let (condition, yes, no) = (sub(random, 1), sub(random, width), sub(random, width));
            terms.ite(condition, yes, no)
        }
        5 => {
            let low = random.below(40) as u32;
            let above = random.pick(&[0, 3, 8]);
            let a = sub(random, width + low + above);
            terms.extract(a, low, width)
        }
        6 if width > 1 => {
            let high = 1 + random.below(u64::from(width) - 1) as u32;
            let (high, low) = (sub(random, high), sub(random, width - high));
            terms.concat(high, low)
        }
        7 if width > 1 => {
            let narrower = 1 + random.below(u64::from(width) - 1) as u32;
            let narrow = random.pick(&[1, narrower]);
            let a = sub(random, narrow);
            if random.below(2) == 0 { terms.zext(a, width) } else { terms.sext(a, width) }
        }
        8 if width <= 64 => {
            let values: Vec<u64> = (0..1 + random.below(20)).map(|_| random.next() >> (64 - width)).collect();
            let index = random.pick(&[2, 4, 8, 33, 65]);
            let index = sub(random, index);
            terms.lookup(&values, width, index)
        }
        9 | 10 => {
            let (a, b) = (sub(random, width), sub(random, width));
            terms.float(random.pick(&FLOAT), a, b)
        }
        11 => {
            let a = sub(random, width);
            terms.float_sqrt(a)
        }
        12 => {
            let a = sub(random, 96 - width);
            terms.float_to_float(a, kind(width))
        }
        13 => {
            let from = random.pick(&[8, 32, 64, 65]);
            let a = sub(random, from);
            terms.int_to_float(a, random.below(2) == 0, kind(width))
        }
        _ => leaf(random, terms, bytes, width),
    }
}

fn kind(width: u32) -> FloatKind {
    if width == 32 { FloatKind::Single } else { FloatKind::Double }
}

fn leaf(random: &mut Random, terms: &mut Terms, bytes: u32, width: u32) -> TermId {
    let whole = width.div_ceil(8);
    if random.below(5) == 0 || whole > bytes {
        let mut limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.next()).collect();
        if !width.is_multiple_of(64) {
            *limbs.last_mut().expect("a width is not zero") >>= 64 - width % 64;
        }
        return terms.constant_limbs(width, &limbs);
    }
    let read = terms.read(random.below(u64::from(bytes - whole) + 1) as u32, whole);
    terms.extract(read, random.below(u64::from(8 * whole - width) + 1) as u32, width)
}

/// A number for each kind of node.
pub(crate) fn kind_of(node: Node) -> usize {
    match node {
        Node::Const(_) => 0,
        Node::Wide(_) => 1,
        Node::Read { .. } => 2,
        Node::Binary { .. } => 3,
        Node::Compare { .. } => 4,
        Node::Not(_) => 5,
        Node::Ite { .. } => 6,
        Node::Extract { .. } => 7,
        Node::Concat { .. } => 8,
        Node::ZExt(_) => 9,
        Node::SExt(_) => 10,
        Node::Lookup { .. } => 11,
        Node::Float { .. } => 12,
        Node::FloatSqrt(_) => 13,
        Node::FloatCompare { .. } => 14,
        Node::FloatToFloat(_) => 15,
        Node::SignedToFloat(_) => 16,
        Node::UnsignedToFloat(_) => 17,
        Node::FloatToSigned(_) => 18,
        Node::FloatToUnsigned(_) => 19,
    }
}

pub(crate) const KINDS: usize = 20;
