//! Random terms, built twice: by the simplifying constructors, and as values computed by the plain definitions on
//! `u128` for a number of models. The definitions share nothing with the crate but the floats of rift-numeric.

use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use rift_numeric::float;

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

pub const BINARY: [BinaryOp; 13] = [
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

pub const PREDICATES: [IntPredicate; 10] = [
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

pub const FLOAT_PREDICATES: [FloatPredicate; 16] = [
    FloatPredicate::False,
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
    FloatPredicate::True,
];

pub const WIDTHS: [u32; 8] = [1, 5, 8, 16, 32, 64, 65, 128];

/// How many models every term is evaluated under.
pub const MODELS: usize = 6;

/// How many input bytes terms read, where it does not matter.
pub const INPUT: u32 = 12;

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

pub fn signed(width: u32, value: u128) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

/// The definition of every integer operation.
pub fn binary(op: BinaryOp, width: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let inside = b < u128::from(width);
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv if b == 0 => u128::MAX,
        BinaryOp::UDiv => a / b,
        BinaryOp::URem if b == 0 => a,
        BinaryOp::URem => a % b,
        BinaryOp::SDiv if b == 0 => {
            if sa >= 0 {
                u128::MAX
            } else {
                1
            }
        }
        BinaryOp::SDiv => sa.wrapping_div(sb) as u128,
        BinaryOp::SRem if b == 0 => a,
        BinaryOp::SRem => sa.wrapping_rem(sb) as u128,
        BinaryOp::Shl => {
            if inside {
                a << b
            } else {
                0
            }
        }
        BinaryOp::LShr => {
            if inside {
                a >> b
            } else {
                0
            }
        }
        BinaryOp::AShr => {
            if inside {
                (sa >> b) as u128
            } else {
                (sa >> 127) as u128
            }
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => unreachable!("{op:?}"),
    };
    result & mask(width)
}

pub fn compare(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(width, a), signed(width, b));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
    }
}

fn kind(width: u32) -> FloatKind {
    if width == 32 { FloatKind::Single } else { FloatKind::Double }
}

/// A term and its values by definition.
#[derive(Clone, Copy)]
pub struct Sample {
    pub term: TermId,
    pub width: u32,
    pub values: [u128; MODELS],
}

/// A pool of terms over some models, each made of earlier ones.
pub struct Pool<'a> {
    pub terms: &'a mut Terms,
    pub random: &'a mut Random,
    pub samples: Vec<Sample>,
    input: u32,
    pub models: [Model; MODELS],
    /// The byte that tells the last two models apart.
    pub flipped: u32,
    evaluators: &'a mut [Evaluator; MODELS],
    last: Option<What>,
}

/// What a step asked for: the operation, and the terms it is applied to.
type What = (String, Vec<TermId>);

impl<'a> Pool<'a> {
    /// Terms over `input` bytes.
    pub fn new(
        terms: &'a mut Terms,
        random: &'a mut Random,
        evaluators: &'a mut [Evaluator; MODELS],
        input: u32,
    ) -> Pool<'a> {
        terms.clear();
        let mut byte = |_| match random.chance(2) {
            true => random.one_of(&[0, 1, 0x7f, 0x80, 0xff, b'0']),
            false => random.next() as u8,
        };
        let mut models: [Model; MODELS] = std::array::from_fn(|_| Model { bytes: (0..input).map(&mut byte).collect() });
        // The last two differ in one byte.
        let flipped = random.below(input as usize) as u32;
        models[MODELS - 1] = models[MODELS - 2].clone();
        models[MODELS - 1].set(flipped, !models[MODELS - 2].byte(flipped));
        for (evaluator, model) in evaluators.iter_mut().zip(&models) {
            evaluator.reset(model);
        }
        Pool { terms, random, samples: Vec::new(), input, models, flipped, evaluators, last: None }
    }

    /// What the last step asked for.
    pub fn last(&self) -> String {
        let (operation, operands) = self.last.as_ref().expect("there was a step");
        let show = |term: &TermId| format!("\n    {}", self.terms.display(*term));
        format!("{operation} of{}", operands.iter().map(show).collect::<String>())
    }

    pub fn evaluated(&mut self, sample: &Sample) -> [u128; MODELS] {
        let mut limbs = Vec::new();
        std::array::from_fn(|i| {
            self.evaluators[i].limbs(self.terms, sample.term, &mut limbs);
            assert_eq!(limbs.len(), sample.width.div_ceil(64) as usize);
            limbs.iter().rev().fold(0, |value, &limb| value << 64 | u128::from(limb))
        })
    }

    /// Adds a term to the pool.
    pub fn step(&mut self) -> Sample {
        let sample = match self.random.below(42) {
            0..4 => self.read(),
            4..16 => self.binary(),
            16..22 => self.compare(),
            22 => self.not(),
            23..26 => self.ite(),
            26..30 => self.extract(),
            30..33 => self.concat(),
            33 | 34 => self.extend(),
            35 => self.assembled(),
            36 | 37 => self.boolean(),
            40 | 41 => self.difference(),
            38 => self.lookup(),
            _ => self.float(),
        };
        // Constants are dead ends: `any` makes its own.
        if self.terms.as_limbs(sample.term).is_none() {
            self.samples.push(sample);
        }
        sample
    }

    fn finish(&mut self, what: What, term: TermId, width: u32, value: impl Fn(usize) -> u128) -> Sample {
        self.last = Some(what);
        Sample { term, width, values: std::array::from_fn(value) }
    }

    fn width(&mut self) -> u32 {
        self.random.one_of(&WIDTHS)
    }

    fn constant_value(&mut self, width: u32) -> u128 {
        let power = 1u128 << self.random.below(width as usize);
        let value = match self.random.below(9) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => power,
            4 => power - 1,
            5 => power.wrapping_neg(),
            6 => u128::from(self.random.next()) << 64 | u128::from(self.random.next()),
            // Where the edges of narrower numbers are.
            7 => self.random.one_of(&[0x7f, 0x80, 0xff, 0x100, 10, 48, 57, 3, 12]),
            _ => self.random.below(20) as u128,
        };
        value & mask(width)
    }

    fn constant(&mut self, width: u32) -> Sample {
        let value = self.constant_value(width);
        let limbs = [value as u64, (value >> 64) as u64];
        let term = self.terms.constant_limbs(width, &limbs[..width.div_ceil(64) as usize]);
        Sample { term, width, values: [value; MODELS] }
    }

    /// A term of a width: an earlier one, or one made of an earlier one, or a constant.
    pub fn any(&mut self, width: u32) -> Sample {
        if self.random.chance(5) {
            return self.constant(width);
        }
        let fitting: Vec<Sample> = self.samples.iter().rev().filter(|s| s.width == width).take(12).copied().collect();
        if !fitting.is_empty() && !self.random.chance(5) {
            // The latest ones, mostly: so terms get deep.
            let limit = if self.random.chance(2) { fitting.len().min(3) } else { fitting.len() };
            return fitting[self.random.below(limit)];
        }
        match self.samples.last().copied() {
            Some(sample) => self.resized(sample, width),
            None => self.resized_read(width),
        }
    }

    fn resized_read(&mut self, width: u32) -> Sample {
        let read = self.read();
        self.resized(read, width)
    }

    fn resized(&mut self, from: Sample, width: u32) -> Sample {
        let Sample { term, width: old, values } = from;
        if width < old {
            let low = self.random.below((old - width + 1) as usize) as u32;
            let term = self.terms.extract(term, low, width);
            return Sample { term, width, values: values.map(|value| value >> low & mask(width)) };
        }
        if self.random.chance(2) {
            let term = self.terms.zext(term, width);
            return Sample { term, width, values };
        }
        let term = self.terms.sext(term, width);
        Sample { term, width, values: values.map(|value| signed(old, value) as u128 & mask(width)) }
    }

    fn read(&mut self) -> Sample {
        let bytes = self.random.one_of(&[1, 1, 1, 2, 4, 8, 16]).min(self.input);
        let at = self.random.below((self.input - bytes + 1) as usize) as u32;
        let term = self.terms.read(at, bytes);
        let value = |model: &Model| (0..bytes).fold(0, |sum, i| sum | u128::from(model.byte(at + i)) << (8 * i));
        let values: [u128; MODELS] = std::array::from_fn(|i| value(&self.models[i]));
        self.finish((format!("read {at} {bytes}"), vec![]), term, bytes * 8, |i| values[i])
    }

    fn binary(&mut self) -> Sample {
        let width = self.width();
        let op = self.random.one_of(&BINARY);
        let a = self.any(width);
        let b = if self.random.chance(12) { a } else { self.any(width) };
        let (a, b) = if self.random.chance(2) { (a, b) } else { (b, a) };
        let what = (format!("{op:?}"), vec![a.term, b.term]);
        let term = self.terms.binary(op, a.term, b.term);
        self.finish(what, term, width, |i| binary(op, width, a.values[i], b.values[i]))
    }

    fn compare(&mut self) -> Sample {
        let width = self.width();
        let predicate = self.random.one_of(&PREDICATES);
        let (a, b) = (self.any(width), self.any(width));
        let what = (format!("{predicate:?}"), vec![a.term, b.term]);
        let term = self.terms.compare(predicate, a.term, b.term);
        self.finish(what, term, 1, |i| u128::from(compare(predicate, width, a.values[i], b.values[i])))
    }

    /// Conjunctions of comparisons of one term.
    fn boolean(&mut self) -> Sample {
        let width = self.width();
        let subject = self.any(width);
        let one = |pool: &mut Pool| {
            let (predicate, c) = (pool.random.one_of(&PREDICATES), pool.constant(width));
            let term = pool.terms.compare(predicate, subject.term, c.term);
            (term, subject.values.map(|value| compare(predicate, width, value, c.values[0])))
        };
        let ((a, x), (b, y)) = (one(self), one(self));
        let what = ("both".into(), vec![a, b]);
        if self.random.chance(2) {
            let term = self.terms.and(a, b);
            return self.finish(what, term, 1, |i| u128::from(x[i] && y[i]));
        }
        let term = self.terms.or(a, b);
        self.finish(what, term, 1, |i| u128::from(x[i] || y[i]))
    }

    /// A difference of extended terms, or of sums with a common part, compared with a small number.
    fn difference(&mut self) -> Sample {
        let (narrow, width) = self.random.one_of(&[(8, 32), (5, 16), (32, 64), (64, 128)]);
        let (a, b) = (self.any(narrow), self.any(narrow));
        let (mut a, mut b) = (self.resized(a, width), self.resized(b, width));
        if self.random.chance(2) {
            let base = self.any(width);
            for side in [&mut a, &mut b] {
                side.term = self.terms.binary(BinaryOp::Add, base.term, side.term);
                side.values = std::array::from_fn(|i| binary(BinaryOp::Add, width, base.values[i], side.values[i]));
            }
        }
        let (predicate, c) = (self.random.one_of(&PREDICATES), self.random.one_of(&[0u64, 1, u64::MAX]));
        let c = self.terms.constant(32, c);
        let c = self.terms.sext(c, width.max(32));
        let c = self.terms.extract(c, 0, width);
        let what = ("difference".into(), vec![a.term, b.term]);
        let difference = self.terms.binary(BinaryOp::Sub, a.term, b.term);
        let term = self.terms.compare(predicate, difference, c);
        let limbs = self.terms.as_limbs(c).expect("a constant");
        let c = limbs.iter().rev().fold(0, |value, &limb| value << 64 | u128::from(limb));
        let value = |i: usize| compare(predicate, width, binary(BinaryOp::Sub, width, a.values[i], b.values[i]), c);
        self.finish(what, term, 1, |i| u128::from(value(i)))
    }

    fn not(&mut self) -> Sample {
        let width = self.width();
        let a = self.any(width);
        let what = ("not".into(), vec![a.term]);
        let term = self.terms.not(a.term);
        self.finish(what, term, width, |i| !a.values[i] & mask(width))
    }

    fn ite(&mut self) -> Sample {
        let width = self.width();
        let (c, a, b) = (self.any(1), self.any(width), self.any(width));
        let what = ("ite".into(), vec![c.term, a.term, b.term]);
        let term = self.terms.ite(c.term, a.term, b.term);
        self.finish(what, term, width, |i| if c.values[i] == 1 { a.values[i] } else { b.values[i] })
    }

    fn extract(&mut self) -> Sample {
        let from = self.random.one_of(&WIDTHS[1..]);
        let a = self.any(from);
        let fitting: Vec<u32> = WIDTHS.iter().copied().filter(|&width| width < from).collect();
        let width = self.random.one_of(&fitting);
        let spare = (from - width) as usize;
        let low = match self.random.below(3) {
            0 => 0,
            1 => (self.random.below(spare + 1) & !7) as u32,
            _ => self.random.below(spare + 1) as u32,
        };
        let what = (format!("bits {low} up to {}", low + width), vec![a.term]);
        let term = self.terms.extract(a.term, low, width);
        self.finish(what, term, width, |i| a.values[i] >> low & mask(width))
    }

    fn concat(&mut self) -> Sample {
        let pairs =
            [(1, 4), (8, 8), (16, 16), (32, 32), (64, 1), (1, 64), (64, 64), (3, 5), (24, 8), (8, 24), (63, 65)];
        let (high_width, low_width) = self.random.one_of(&pairs);
        let (a, b) = (self.any(high_width), self.any(low_width));
        let what = ("concat".into(), vec![a.term, b.term]);
        let term = self.terms.concat(a.term, b.term);
        self.finish(what, term, high_width + low_width, |i| a.values[i] << low_width | b.values[i])
    }

    fn extend(&mut self) -> Sample {
        let width = self.random.one_of(&WIDTHS[1..]);
        let fitting: Vec<u32> = WIDTHS.iter().copied().filter(|&narrow| narrow <= width).collect();
        let from = self.random.one_of(&fitting);
        let a = self.any(from);
        let what = (format!("extension to {width}"), vec![a.term]);
        let sample = self.resized(a, width);
        self.finish(what, sample.term, width, |i| sample.values[i])
    }

    /// Bytes, shifted and joined by Or, Add or Xor.
    fn assembled(&mut self) -> Sample {
        let width = self.random.one_of(&[16, 32, 64]);
        let op = self.random.one_of(&[BinaryOp::Or, BinaryOp::Add, BinaryOp::Xor]);
        let start = self.random.below(8);
        let mut sum = self.constant(width);
        if self.random.chance(2) {
            sum = Sample { term: self.terms.constant(width, 0), width, values: [0; MODELS] };
        }
        for i in 0..width / 8 {
            let at = (start as u32 + i) % self.input;
            let read = self.terms.read(at, 1);
            let values: [u128; MODELS] = std::array::from_fn(|m| self.models[m].byte(at).into());
            let part = self.resized(Sample { term: read, width: 8, values }, width);
            let count = self.terms.constant(width, u64::from(i * 8));
            let shifted = self.terms.binary(BinaryOp::Shl, part.term, count);
            let term = self.terms.binary(op, sum.term, shifted);
            let value = |m: usize| {
                binary(op, width, sum.values[m], binary(BinaryOp::Shl, width, part.values[m], (i * 8).into()))
            };
            sum = Sample { term, width, values: std::array::from_fn(value) };
        }
        self.finish((format!("assembled {op:?} {start} {width}"), vec![]), sum.term, width, |i| sum.values[i])
    }

    fn lookup(&mut self) -> Sample {
        let index_width = self.random.one_of(&[5, 8, 16, 32, 64, 65]);
        let index = self.any(index_width);
        let width = self.random.one_of(&[1, 5, 8, 16, 32, 64]);
        let length = self.random.one_of(&[1, 7, 32, 200, 256, 300]);
        let style = self.random.below(4);
        let edges = [self.random.below(length), self.random.below(length)];
        let constants: [u64; 3] = std::array::from_fn(|_| self.constant_value(width) as u64);
        let mut element = |at: usize| match style {
            0 => constants[edges.iter().filter(|&&edge| edge <= at).count()],
            1 => {
                constants[edges.iter().filter(|&&edge| edge <= at).count()].wrapping_add(at as u64) & mask(width) as u64
            }
            2 => at as u64 & mask(width) as u64 & !1,
            _ => self.random.next() & mask(width) as u64,
        };
        let table: Vec<u64> = (0..length).map(&mut element).collect();
        let what = (format!("lookup of {width} bits, style {style}"), vec![index.term]);
        let term = self.terms.lookup(&table, width, index.term);
        let value = |i: u128| usize::try_from(i).ok().and_then(|i| table.get(i)).copied().unwrap_or(0);
        self.finish(what, term, width, |i| value(index.values[i]).into())
    }

    fn float(&mut self) -> Sample {
        let width = self.random.one_of(&[32, 64]);
        let (a, b) = (self.any(width), self.any(width));
        let from = kind(width);
        match self.random.below(6) {
            0 => {
                let op = self.random.one_of(&[BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv]);
                let term = self.terms.float(op, a.term, b.term);
                self.finish((format!("{op:?}"), vec![a.term, b.term]), term, width, |i| {
                    float::binary(op, from, a.values[i], b.values[i])
                })
            }
            1 => {
                let term = self.terms.float_sqrt(a.term);
                self.finish(("sqrt".into(), vec![a.term]), term, width, |i| float::sqrt(from, a.values[i]))
            }
            2 => {
                let predicate = self.random.one_of(&FLOAT_PREDICATES);
                let b = if self.random.chance(3) { a } else { b };
                let term = self.terms.float_compare(predicate, a.term, b.term);
                let value = |i: usize| float::compare(predicate, from, a.values[i], b.values[i]);
                self.finish((format!("{predicate:?}"), vec![a.term, b.term]), term, 1, |i| u128::from(value(i)))
            }
            3 => {
                let to = self.random.one_of(&[FloatKind::Single, FloatKind::Double]);
                let term = self.terms.float_to_float(a.term, to);
                let value = |i: usize| if to == from { a.values[i] } else { float::convert(from, to, a.values[i]) };
                self.finish(("float to float".into(), vec![a.term]), term, to.bits(), value)
            }
            4 => {
                let int_width = self.width();
                let (int, is_signed) = (self.any(int_width), self.random.chance(2));
                let term = self.terms.int_to_float(int.term, is_signed, from);
                let limbs = |value: u128| [value as u64, (value >> 64) as u64];
                let count = int_width.div_ceil(64) as usize;
                let value = |i: usize| float::from_int(from, int_width, is_signed, &limbs(int.values[i])[..count]);
                self.finish(("int to float".into(), vec![int.term]), term, width, value)
            }
            _ => {
                let (to, is_signed) = (self.width(), self.random.chance(2));
                let term = self.terms.float_to_int(a.term, is_signed, to);
                let value = |i: usize| {
                    let mut out = vec![0; to.div_ceil(64) as usize];
                    float::to_int(from, a.values[i], to, is_signed, &mut out);
                    out.iter().rev().fold(0, |value, &limb| value << 64 | u128::from(limb))
                };
                self.finish(("float to int".into(), vec![a.term]), term, to, value)
            }
        }
    }
}
