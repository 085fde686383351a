//! Shifts: by constants they are slices.

use crate::{TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int::wide::shift_count;

impl Terms {
    pub(super) fn shift(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if self.is_zero(a) {
            return a;
        }
        let op = if op == BinaryOp::AShr && self.known_sign(a) == Some(false) { BinaryOp::LShr } else { op };
        if op == BinaryOp::AShr && self.is_ones(a) {
            return a;
        }
        if let Some(count) = self.as_limbs(b) {
            let count = shift_count(width, count);
            return self.shift_by(op, a, count);
        }
        if width <= 64 && self.range(b).0 >= u64::from(width) {
            return self.shift_by(op, a, width);
        }
        self.make_binary(op, a, b)
    }

    /// `count` is at most the width.
    pub(super) fn shift_by(&mut self, op: BinaryOp, a: TermId, count: u32) -> TermId {
        let width = self.width(a);
        if count == 0 {
            return a;
        }
        match op {
            BinaryOp::AShr => {
                let count = count.min(width - 1);
                let kept = self.extract(a, count, width - count);
                self.sext(kept, width)
            }
            _ if count == width => self.zero(width),
            BinaryOp::LShr => {
                let kept = self.extract(a, count, width - count);
                self.zext(kept, width)
            }
            _ => {
                if let Some((x, factor)) = self.as_binary_constant(BinaryOp::Mul, a) {
                    let factor = self.shift_by(BinaryOp::Shl, factor, count);
                    return self.binary(BinaryOp::Mul, x, factor);
                }
                let kept = self.extract(a, 0, width - count);
                let zeros = self.zero(count);
                self.concat(kept, zeros)
            }
        }
    }
}
