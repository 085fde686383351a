//! What is special to x86: the SSE2 intrinsics that have no generic form, carry chains, and `cpuid`.
//!
//! The processor that programs see has nothing beyond the x86-64 baseline. Libraries that look choose their portable
//! code; what does not look and needs more is `Unsupported`.

use super::Compiler;
use crate::code::{Op, Place, Slot, SlowOp};
use crate::layout::Scalar;
use crate::program::MissingSymbol;
use rift_ir::{AsmText, BinaryOp, CallArg, CastOp, FloatKind, FloatPredicate, Inst, Intrinsic, Operand};

/// `cpuid` leaf 0: the highest leaf, and "GenuineIntel" in ebx, edx, ecx.
const LEAF_0: Registers = Registers { a: 1, b: 0x756e_6547, c: 0x6c65_746e, d: 0x4965_6e69 };
/// Leaf 1: in edx fpu, tsc, cx8, cmov, mmx, fxsr, sse, sse2.
const LEAF_1: Registers = Registers { a: 0, b: 0, c: 0, d: 1 | 1 << 4 | 1 << 8 | 1 << 15 | 0xF << 23 };

struct Registers {
    a: u32,
    b: u32,
    c: u32,
    d: u32,
}

impl Compiler<'_> {
    /// `cpuid`, possibly with rbx saved around it in the one output that names no register. Other leaves than 0 and
    /// 1 are all zero. False: the assembly is not that.
    pub(super) fn cpuid(&mut self, asm: &AsmText, args: &[CallArg], inst: &Inst) -> Result<bool, MissingSymbol> {
        let mut lines = asm.text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
        let saves_rbx = |line: &str| (line.starts_with("mov") || line.starts_with("xchg")) && line.contains("rbx");
        let mut found = false;
        if !lines.all(|line| {
            found |= line == "cpuid";
            line == "cpuid" || saves_rbx(line)
        }) || !found
        {
            return Ok(false);
        }
        let constraints: Vec<&str> = asm.constraints.split(',').collect();
        let outputs: Vec<&str> = constraints.iter().copied().filter(|c| c.starts_with('=')).collect();
        let inputs = constraints.iter().filter(|c| !c.starts_with(['=', '~', '!']));
        let is_a = |c: &str| c.contains("{ax}") || c.contains("{eax}") || c.contains("{rax}");
        let leaf = inputs.zip(args).find(|(c, _)| match c.parse::<usize>() {
            Ok(tied) => outputs.get(tied).is_some_and(|output| is_a(output)),
            Err(_) => is_a(c),
        });
        let (Some((_, leaf)), false) = (leaf, asm.constraints.contains('*')) else { return Ok(false) };
        let leaf = self.slot(leaf.value)?;
        let (is_0, is_1, product) = (self.fresh(1), self.fresh(1), self.fresh(1));
        self.emit(Op::CmpEqI { d: is_0, a: leaf, imm: 0 });
        self.emit(Op::CmpEqI { d: is_1, a: leaf, imm: 1 });
        let d = self.define(inst);
        for (i, output) in (0..).zip(&outputs) {
            let register = |r: &Registers| match output.trim_start_matches(['=', '&']) {
                c if is_a(c) => r.a,
                "{cx}" | "{ecx}" | "{rcx}" => r.c,
                "{dx}" | "{edx}" | "{rdx}" => r.d,
                _ => r.b,
            };
            let d = d.plus(i);
            self.emit(Op::Mul64I { d, a: is_0, imm: register(&LEAF_0) as i32 });
            self.emit(Op::Mul64I { d: product, a: is_1, imm: register(&LEAF_1) as i32 });
            self.emit(Op::Or { d, a: d, b: product });
        }
        Ok(true)
    }

    pub(super) fn x86_intrinsic(&mut self, name: &str, args: &[Operand], inst: &Inst) -> Result<(), MissingSymbol> {
        let mut slots = Vec::with_capacity(args.len());
        for arg in args {
            slots.push((self.slot(*arg)?, self.lanes(*arg)));
        }
        let known = match (name.strip_prefix("llvm.x86.").unwrap_or(name), slots.as_slice()) {
            ("sse2.pause" | "sse2.mfence" | "sse2.lfence" | "sse.sfence", _) => true,
            ("sse2.pmovmskb.128" | "sse.movmsk.ps" | "sse2.movmsk.pd", &[(a, (scalar, lanes))]) => {
                self.sign_mask(a, scalar, lanes, inst);
                true
            }
            ("sse2.psad.bw", &[(a, _), (b, _)]) => {
                self.absolute_differences(a, b, inst);
                true
            }
            ("sse2.pmadd.wd", &[(a, _), (b, _)]) => {
                self.multiply_add(a, b, inst);
                true
            }
            ("sse2.pmulh.w", &[(a, _), (b, _)]) => {
                self.multiply_high(CastOp::SExt, a, b, inst);
                true
            }
            ("sse2.pmulhu.w", &[(a, _), (b, _)]) => {
                self.multiply_high(CastOp::ZExt, a, b, inst);
                true
            }
            ("sse2.packsswb.128" | "sse2.packssdw.128", &[(a, shape), (b, _)]) => {
                let half = shape.0.bits() / 2;
                self.pack_saturating([a, b], shape, (-1 << (half - 1), (1 << (half - 1)) - 1), inst);
                true
            }
            ("sse2.packuswb.128", &[(a, shape), (b, _)]) => {
                self.pack_saturating([a, b], shape, (0, 255), inst);
                true
            }
            ("addcarry.32" | "addcarry.64", &[(carry, _), (a, (scalar, _)), (b, _)]) => {
                self.carry(BinaryOp::Add, scalar, [carry, a, b], inst);
                true
            }
            ("subborrow.32" | "subborrow.64", &[(carry, _), (a, (scalar, _)), (b, _)]) => {
                self.carry(BinaryOp::Sub, scalar, [carry, a, b], inst);
                true
            }
            (name, &[(a, shape), (b, (count_scalar, _))]) => match shift_of(name) {
                Some(op) => {
                    let immediate = name.contains("i.");
                    self.shift_all(op, (a, shape), (b, count_scalar, immediate), inst);
                    true
                }
                None => self.float_pair(name, (a, shape), b, None, inst),
            },
            (name, &[(a, shape), (b, _), _]) => {
                let predicate = self.small_constant(args[2]);
                self.float_pair(name, (a, shape), b, predicate, inst)
            }
            (name, &[(a, shape)]) => self.float_to_int(name, a, shape, inst),
            _ => false,
        };
        if !known {
            self.unsupported(format!("the intrinsic {name}"));
            self.define(inst);
        }
        Ok(())
    }

    /// One bit for each lane: its sign.
    fn sign_mask(&mut self, a: Slot, scalar: Scalar, lanes: u32, inst: &Inst) {
        let signs = self.fresh(lanes);
        for lane in 0..lanes {
            self.emit(Op::LShrI { d: signs.plus(lane), a: a.plus(lane), imm: scalar.bits() - 1 });
        }
        let d = self.define(inst);
        self.slow(SlowOp::Pack { d, a: signs, lane_bits: 1, lanes });
    }

    /// Sums of eight differences of bytes each.
    fn absolute_differences(&mut self, a: Slot, b: Slot, inst: &Inst) {
        let (_, sums) = self.lanes_of(self.result_type(inst));
        let d = self.define(inst);
        let (larger, smaller) = (self.fresh(1), self.fresh(1));
        for sum in 0..sums {
            self.put_constant(d.plus(sum), &[0]);
            for lane in sum * 8..sum * 8 + 8 {
                self.scalar_intrinsic(Intrinsic::Umax, Scalar::Int(8), larger, a.plus(lane), b.plus(lane));
                self.scalar_intrinsic(Intrinsic::Umin, Scalar::Int(8), smaller, a.plus(lane), b.plus(lane));
                self.emit(Op::Sub64 { d: larger, a: larger, b: smaller });
                self.emit(Op::Add64 { d: d.plus(sum), a: d.plus(sum), b: larger });
            }
        }
    }

    /// Products of signed 16-bit lanes, added in pairs.
    fn multiply_add(&mut self, a: Slot, b: Slot, inst: &Inst) {
        let (_, lanes) = self.lanes_of(self.result_type(inst));
        let d = self.define(inst);
        let (x, y) = (self.fresh(2), self.fresh(2));
        for lane in 0..lanes {
            for half in 0..2 {
                self.emit(Op::SExt { d: x.plus(half), a: a.plus(lane * 2 + half), from: 16, to: 32 });
                self.emit(Op::SExt { d: y.plus(half), a: b.plus(lane * 2 + half), from: 16, to: 32 });
                self.emit(Op::Mul32 { d: x.plus(half), a: x.plus(half), b: y.plus(half) });
            }
            self.emit(Op::Add32 { d: d.plus(lane), a: x, b: x.plus(1) });
        }
    }

    /// The upper halves of products of 16-bit lanes.
    fn multiply_high(&mut self, extension: CastOp, a: Slot, b: Slot, inst: &Inst) {
        let (_, lanes) = self.lanes_of(self.result_type(inst));
        let d = self.define(inst);
        let (x, y) = (self.fresh(1), self.fresh(1));
        for lane in 0..lanes {
            for (wide, narrow) in [(x, a.plus(lane)), (y, b.plus(lane))] {
                match extension {
                    CastOp::SExt => self.emit(Op::SExt { d: wide, a: narrow, from: 16, to: 32 }),
                    _ => self.emit(Op::Mov { d: wide, a: narrow }),
                }
            }
            self.emit(Op::Mul32 { d: x, a: x, b: y });
            self.emit(Op::LShrI { d: d.plus(lane), a: x, imm: 16 });
        }
    }

    /// Signed lanes of both, clamped, at half their width.
    fn pack_saturating(&mut self, sources: [Slot; 2], shape: (Scalar, u32), range: (i64, i64), inst: &Inst) {
        let (scalar, lanes) = shape;
        let mask = u64::MAX >> (64 - scalar.bits());
        let bounds = self.fresh(2);
        self.put_constant(bounds, &[range.0 as u64 & mask, range.1 as u64 & mask]);
        let d = self.define(inst);
        for (i, source) in (0..).zip(sources) {
            for lane in 0..lanes {
                let to = d.plus(i * lanes + lane);
                self.scalar_intrinsic(Intrinsic::Smax, scalar, to, source.plus(lane), bounds);
                self.scalar_intrinsic(Intrinsic::Smin, scalar, to, to, bounds.plus(1));
                self.emit(Op::Mask { d: to, a: to, bits: (scalar.bits() / 2) as u8 });
            }
        }
    }

    /// {carry out, a op b op carry in}.
    fn carry(&mut self, op: BinaryOp, scalar: Scalar, [carry, a, b]: [Slot; 3], inst: &Inst) {
        let which = if op == BinaryOp::Add { Intrinsic::UaddOverflow } else { Intrinsic::UsubOverflow };
        let (first, second, one) = (self.fresh(2), self.fresh(2), self.fresh(1));
        self.emit(Op::CmpNeI { d: one, a: carry, imm: 0 });
        self.scalar_intrinsic(which.clone(), scalar, first, a, b);
        self.scalar_intrinsic(which, scalar, second, first, one);
        let d = self.define(inst);
        self.emit(Op::Or { d, a: first.plus(1), b: second.plus(1) });
        self.emit(Op::Mov { d: d.plus(1), a: second });
    }

    /// All lanes by one count, which may be too large: zeroes, or copies of the sign. A count in a vector is its
    /// low 64 bits.
    fn shift_all(
        &mut self,
        op: BinaryOp,
        (a, (scalar, lanes)): (Slot, (Scalar, u32)),
        (b, count_scalar, immediate): (Slot, Scalar, bool),
        inst: &Inst,
    ) {
        let bits = scalar.bits();
        let (count, fits) = (self.fresh(1), self.fresh(1));
        match immediate {
            true => self.emit(Op::Mov { d: count, a: b }),
            false => self.slow(SlowOp::Pack {
                d: count,
                a: b,
                lane_bits: count_scalar.bits(),
                lanes: 64 / count_scalar.bits(),
            }),
        }
        let last = self.fresh(1);
        self.put_constant(last, &[u64::from(bits - 1)]);
        self.emit(Op::CmpUltI { d: fits, a: count, imm: bits });
        self.scalar_intrinsic(Intrinsic::Umin, Scalar::Int(64), count, count, last);
        let d = self.define(inst);
        for lane in 0..lanes {
            let d = d.plus(lane);
            self.slow(SlowOp::IntBinary { op, bits, d, a: a.plus(lane), b: count });
            if op != BinaryOp::AShr {
                self.emit(Op::Mul64 { d, a: d, b: fits });
            }
        }
    }

    /// Minimum, maximum and comparisons; `.ss` and `.sd` concern lane 0 only.
    fn float_pair(
        &mut self,
        name: &str,
        (a, (scalar, lanes)): (Slot, (Scalar, u32)),
        b: Slot,
        immediate: Option<u64>,
        inst: &Inst,
    ) -> bool {
        let Scalar::Float(kind) = scalar else { return false };
        let Some((family, operation)) = name.split_once('.') else { return false };
        let (operation, single) = match operation.split_once('.') {
            Some((operation, "ss" | "sd")) => (operation, true),
            Some((operation, "ps" | "pd")) => (operation, false),
            None => (operation, true),
            _ => return false,
        };
        if !matches!(family, "sse" | "sse2") {
            return false;
        }
        use FloatPredicate::{Oeq, Oge, Ogt, Ole, Olt, Ord, Uge, Ugt, Une, Uno};
        if let Some(relation) = operation.strip_prefix("comi").or_else(|| operation.strip_prefix("ucomi")) {
            let predicates = [("eq", Oeq), ("lt", Olt), ("le", Ole), ("gt", Ogt), ("ge", Oge), ("neq", Une)];
            let relation = relation.trim_end_matches("ss").trim_end_matches("sd").trim_end_matches('.');
            let Some((_, predicate)) = predicates.into_iter().find(|(r, _)| *r == relation) else { return false };
            let d = self.define(inst);
            self.slow(SlowOp::FloatCompare { predicate, kind, d, a, b });
            return true;
        }
        let predicate = match (operation, immediate) {
            ("min", None) => Olt,
            ("max", None) => Ogt,
            ("cmp", Some(n @ 0..8)) => [Oeq, Olt, Ole, Uno, Une, Uge, Ugt, Ord][n as usize],
            _ => return false,
        };
        let d = self.define(inst);
        self.copy(d, a, lanes);
        let (holds, zero) = (self.fresh(1), self.fresh(1));
        self.put_constant(zero, &[0]);
        for lane in 0..if single { 1 } else { lanes } {
            let (d, a, b) = (d.plus(lane), a.plus(lane), b.plus(lane));
            self.slow(SlowOp::FloatCompare { predicate, kind, d: holds, a, b });
            if operation == "cmp" {
                self.emit(Op::Sub64 { d, a: zero, b: holds });
                self.emit(Op::Mask { d, a: d, bits: kind.bits() as u8 });
            } else {
                // The second where they are equal or one is not a number.
                let branches = self.pool.len() as u32;
                self.pool.extend([a.0, b.0]);
                self.emit(Op::Select { d, condition: holds, branches });
            }
        }
        true
    }

    /// To signed integers: rounded to nearest even, or truncated by the instructions with a second `t`.
    fn float_to_int(&mut self, name: &str, a: Slot, (scalar, lanes): (Scalar, u32), inst: &Inst) -> bool {
        let Scalar::Float(kind @ (FloatKind::Single | FloatKind::Double)) = scalar else { return false };
        let Some((_, conversion)) = name.split_once('.') else { return false };
        let truncates = conversion.starts_with("cvtt");
        if !matches!(
            conversion.replacen("cvtt", "cvt", 1).as_str(),
            "cvtps2dq" | "cvtpd2dq" | "cvtss2si" | "cvtss2si64" | "cvtsd2si" | "cvtsd2si64"
        ) {
            return false;
        }
        let (to, to_lanes) = self.lanes_of(self.result_type(inst));
        let rounded = self.fresh(1);
        let d = self.define(inst);
        for lane in 0..to_lanes {
            if lane >= lanes {
                self.put_constant(d.plus(lane), &[0]);
                continue;
            }
            let mut from = Place { slot: a.plus(lane), scalar: Scalar::Float(kind) };
            if !truncates {
                let d = Place { slot: rounded, scalar };
                self.slow(SlowOp::Intrinsic { which: Intrinsic::RoundEven, d, args: vec![from] });
                from = d;
            }
            self.slow(SlowOp::Cast { op: CastOp::FpToSi, d: Place { slot: d.plus(lane), scalar: to }, a: from });
        }
        true
    }

    fn scalar_intrinsic(&mut self, which: Intrinsic, scalar: Scalar, d: Slot, a: Slot, b: Slot) {
        let place = |slot| Place { slot, scalar };
        self.slow(SlowOp::Intrinsic { which, d: place(d), args: vec![place(a), place(b)] });
    }
}

/// `sse2.psll.w` and the like, and with an immediate count `sse2.pslli.w`.
fn shift_of(name: &str) -> Option<BinaryOp> {
    let (operation, lane) = name.strip_prefix("sse2.")?.split_once('.')?;
    if !matches!(lane, "w" | "d" | "q") {
        return None;
    }
    match operation {
        "psll" | "pslli" => Some(BinaryOp::Shl),
        "psrl" | "psrli" => Some(BinaryOp::LShr),
        "psra" | "psrai" => Some(BinaryOp::AShr),
        _ => None,
    }
}
