//! Building terms.

use crate::{Binary, Bitwuzla, FloatFormat, Rounded, Signedness, Term, Unary};
use bitwuzla_sys as sys;
use std::ffi::CString;

impl Bitwuzla {
    pub fn truth(&mut self, value: bool) -> Term {
        // SAFETY: the manager is alive.
        let term =
            unsafe { if value { sys::bitwuzla_mk_true(self.manager) } else { sys::bitwuzla_mk_false(self.manager) } };
        self.keep(term)
    }

    /// A bit-vector value; the bits of `value` above the width are dropped.
    pub fn value(&mut self, width: u32, value: u64) -> Term {
        let value = if width < 64 { value & ((1 << width) - 1) } else { value };
        let sort = self.sort(width);
        // SAFETY: manager and sort are alive, and the value fits.
        let term = unsafe { sys::bitwuzla_mk_bv_value_uint64(self.manager, sort, value) };
        self.keep(term)
    }

    /// A bit-vector value of any width from limbs, lowest first, without bits above the width.
    pub fn value_limbs(&mut self, width: u32, limbs: &[u64]) -> Term {
        let digits: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
        let digits = CString::new(digits).expect("hexadecimal digits");
        let sort = self.sort(width);
        // SAFETY: manager, sort and text are alive.
        let term = unsafe { sys::bitwuzla_mk_bv_value(self.manager, sort, digits.as_ptr(), 16) };
        self.keep(term)
    }

    /// A bit-vector that may have any value, different from all others.
    pub fn unknown(&mut self, width: u32) -> Term {
        let sort = self.sort(width);
        // SAFETY: manager and sort are alive; no symbol is needed.
        let term = unsafe { sys::bitwuzla_mk_const(self.manager, sort, std::ptr::null()) };
        self.keep(term)
    }

    pub fn unary(&mut self, operator: Unary, a: Term) -> Term {
        let a = self.raw(a);
        // SAFETY: manager and operand are alive.
        let term = unsafe { sys::bitwuzla_mk_term1(self.manager, operator.kind(), a) };
        self.keep(term)
    }

    pub fn binary(&mut self, operator: Binary, a: Term, b: Term) -> Term {
        self.term2(operator.kind(), a, b)
    }

    pub fn ite(&mut self, condition: Term, yes: Term, no: Term) -> Term {
        self.term3(sys::BITWUZLA_KIND_ITE, condition, yes, no)
    }

    /// Bits `low ..= high`.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        let a = self.raw(a);
        let (high, low) = (u64::from(high), u64::from(low));
        // SAFETY: manager and operand are alive.
        let term =
            unsafe { sys::bitwuzla_mk_term1_indexed2(self.manager, sys::BITWUZLA_KIND_BV_EXTRACT, a, high, low) };
        self.keep(term)
    }

    /// With `more` bits in front.
    pub fn extend(&mut self, signedness: Signedness, a: Term, more: u32) -> Term {
        let kind = match signedness {
            Signedness::Signed => sys::BITWUZLA_KIND_BV_SIGN_EXTEND,
            Signedness::Unsigned => sys::BITWUZLA_KIND_BV_ZERO_EXTEND,
        };
        let a = self.raw(a);
        // SAFETY: manager and operand are alive.
        let term = unsafe { sys::bitwuzla_mk_term1_indexed1(self.manager, kind, a, u64::from(more)) };
        self.keep(term)
    }

    /// The float that has these bits. All NaNs are one.
    pub fn float_from_bits(&mut self, bits: Term, format: FloatFormat) -> Term {
        let bits = self.raw(bits);
        let (exponent, significand) = format.sizes();
        let kind = sys::BITWUZLA_KIND_FP_TO_FP_FROM_BV;
        // SAFETY: manager and operand are alive.
        let term = unsafe { sys::bitwuzla_mk_term1_indexed2(self.manager, kind, bits, exponent, significand) };
        self.keep(term)
    }

    pub fn rounded(&mut self, operator: Rounded, a: Term, b: Term) -> Term {
        let nearest = self.rounding(sys::BITWUZLA_RM_RNE);
        self.term3(operator.kind(), nearest, a, b)
    }

    pub fn square_root(&mut self, a: Term) -> Term {
        let nearest = self.rounding(sys::BITWUZLA_RM_RNE);
        self.term2(sys::BITWUZLA_KIND_FP_SQRT, nearest, a)
    }

    pub fn float_to_float(&mut self, a: Term, format: FloatFormat) -> Term {
        self.rounded_float(sys::BITWUZLA_KIND_FP_TO_FP_FROM_FP, a, format)
    }

    pub fn int_to_float(&mut self, signedness: Signedness, a: Term, format: FloatFormat) -> Term {
        let kind = match signedness {
            Signedness::Signed => sys::BITWUZLA_KIND_FP_TO_FP_FROM_SBV,
            Signedness::Unsigned => sys::BITWUZLA_KIND_FP_TO_FP_FROM_UBV,
        };
        self.rounded_float(kind, a, format)
    }

    /// Towards zero; of a float that is out of range it may be any value.
    pub fn float_to_int(&mut self, signedness: Signedness, a: Term, width: u32) -> Term {
        let kind = match signedness {
            Signedness::Signed => sys::BITWUZLA_KIND_FP_TO_SBV,
            Signedness::Unsigned => sys::BITWUZLA_KIND_FP_TO_UBV,
        };
        let zero = self.rounding(sys::BITWUZLA_RM_RTZ);
        let (zero, a) = (self.raw(zero), self.raw(a));
        // SAFETY: manager and operands are alive.
        let term = unsafe { sys::bitwuzla_mk_term2_indexed1(self.manager, kind, zero, a, u64::from(width)) };
        self.keep(term)
    }

    fn rounded_float(&mut self, kind: sys::BitwuzlaKind, a: Term, format: FloatFormat) -> Term {
        let nearest = self.rounding(sys::BITWUZLA_RM_RNE);
        let (nearest, a) = (self.raw(nearest), self.raw(a));
        let (exponent, significand) = format.sizes();
        // SAFETY: manager and operands are alive.
        let term = unsafe { sys::bitwuzla_mk_term2_indexed2(self.manager, kind, nearest, a, exponent, significand) };
        self.keep(term)
    }

    fn term2(&mut self, kind: sys::BitwuzlaKind, a: Term, b: Term) -> Term {
        let (a, b) = (self.raw(a), self.raw(b));
        // SAFETY: manager and operands are alive.
        let term = unsafe { sys::bitwuzla_mk_term2(self.manager, kind, a, b) };
        self.keep(term)
    }

    fn term3(&mut self, kind: sys::BitwuzlaKind, a: Term, b: Term, c: Term) -> Term {
        let (a, b, c) = (self.raw(a), self.raw(b), self.raw(c));
        // SAFETY: manager and operands are alive.
        let term = unsafe { sys::bitwuzla_mk_term3(self.manager, kind, a, b, c) };
        self.keep(term)
    }

    fn rounding(&mut self, mode: sys::BitwuzlaRoundingMode) -> Term {
        // SAFETY: the manager is alive.
        let term = unsafe { sys::bitwuzla_mk_rm_value(self.manager, mode) };
        self.keep(term)
    }

    /// The sort of bit-vectors of a width, made once.
    fn sort(&mut self, width: u32) -> sys::BitwuzlaSort {
        let at = width as usize;
        if self.sorts.len() <= at {
            self.sorts.resize(at + 1, None);
        }
        // SAFETY: the manager is alive.
        *self.sorts[at].get_or_insert_with(|| unsafe { sys::bitwuzla_mk_bv_sort(self.manager, u64::from(width)) })
    }
}
