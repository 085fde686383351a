//! The 80-bit format on the host's x87 unit, and calls of C functions that take or return `long double`.
//!
//! System V ABI: `long double` arguments lie on the stack, 16 bytes each; the result comes in st(0). Relies on the
//! control word that Linux gives every thread: 64-bit precision, to nearest, all exceptions masked.

use super::not_float;
use crate::libm::host;
use rift_ir::BinaryOp;
use std::arch::asm;

/// A C function whose prototype the caller knows.
pub type AnyFn = unsafe extern "C" fn();

const BITS: u128 = (1 << 80) - 1;

macro_rules! operate {
    ($instruction:literal, $a:expr, $b:expr) => {{
        let (a, b): (u128, u128) = ($a, $b);
        let mut out = 0u128;
        // SAFETY: reads 10 bytes of `a` and `b`, writes 10 of `out`; the register stack is empty before and after.
        unsafe {
            asm!(
                "fld tbyte ptr [{a}]",
                "fld tbyte ptr [{b}]",
                $instruction,
                "fstp tbyte ptr [{out}]",
                a = in(reg) &raw const a,
                b = in(reg) &raw const b,
                out = in(reg) &raw mut out,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
        out
    }};
}

/// `FAdd` to `FRem`.
pub fn binary(op: BinaryOp, a: u128, b: u128) -> u128 {
    match op {
        BinaryOp::FAdd => operate!("faddp st(1), st", a, b),
        BinaryOp::FSub => operate!("fsubp st(1), st", a, b),
        BinaryOp::FMul => operate!("fmulp st(1), st", a, b),
        BinaryOp::FDiv => operate!("fdivp st(1), st", a, b),
        // SAFETY: fmodl takes two.
        BinaryOp::FRem => unsafe { call2(host::fmodl, a, b) },
        _ => not_float(op),
    }
}

pub fn sqrt(a: u128) -> u128 {
    let mut out = 0u128;
    // SAFETY: reads 10 bytes of `a`, writes 10 of `out`; the register stack is empty before and after.
    unsafe {
        asm!(
            "fld tbyte ptr [{a}]",
            "fsqrt",
            "fstp tbyte ptr [{out}]",
            a = in(reg) &raw const a,
            out = in(reg) &raw mut out,
            out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
            out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            options(nostack),
        );
    }
    out
}

/// What a C function gets besides its `long double` arguments.
#[derive(Debug, Clone, Copy, Default)]
pub struct Registers {
    pub rdi: u64,
    pub rsi: u64,
    pub xmm0: u64,
}

/// Calls a function returning `long double`.
///
/// # Safety
/// `f` must take the given arguments: at most three `long double`, integers or pointers (valid ones) in rdi and rsi,
/// one f32 or f64 in xmm0.
pub unsafe fn call_for_long_double(f: AnyFn, stack: &[u128; 3], registers: Registers) -> u128 {
    let mut out = 0u128;
    // SAFETY: the stack pointer is aligned to 16 on entry and is restored; r12 to r14 survive the call, everything else
    // is clobbered; the caller vouches for `f`.
    unsafe {
        asm!(
            "sub rsp, 48",
            "movups xmm1, [r13]",
            "movups [rsp], xmm1",
            "movups xmm1, [r13 + 16]",
            "movups [rsp + 16], xmm1",
            "movups xmm1, [r13 + 32]",
            "movups [rsp + 32], xmm1",
            "call r12",
            "add rsp, 48",
            "fstp tbyte ptr [r14]",
            in("r12") f,
            in("r13") stack.as_ptr(),
            in("r14") &raw mut out,
            inout("rdi") registers.rdi => _,
            inout("rsi") registers.rsi => _,
            inout("xmm0") f64::from_bits(registers.xmm0) => _,
            clobber_abi("C"),
        );
    }
    out & BITS
}

/// Calls a function returning an integer, f32, f64 or nothing: rax and the low half of xmm0.
///
/// # Safety
/// As for [`call_for_long_double`].
pub unsafe fn call_for_registers(f: AnyFn, stack: &[u128; 3], registers: Registers) -> (u64, u64) {
    let (rax, xmm0): (u64, f64);
    // SAFETY: the stack pointer is aligned to 16 on entry and is restored; r12 and r13 survive the call, everything
    // else is clobbered; the caller vouches for `f`.
    unsafe {
        asm!(
            "sub rsp, 48",
            "movups xmm1, [r13]",
            "movups [rsp], xmm1",
            "movups xmm1, [r13 + 16]",
            "movups [rsp + 16], xmm1",
            "movups xmm1, [r13 + 32]",
            "movups [rsp + 32], xmm1",
            "call r12",
            "add rsp, 48",
            in("r12") f,
            in("r13") stack.as_ptr(),
            inout("rdi") registers.rdi => _,
            inout("rsi") registers.rsi => _,
            inout("xmm0") f64::from_bits(registers.xmm0) => xmm0,
            out("rax") rax,
            clobber_abi("C"),
        );
    }
    (rax, xmm0.to_bits())
}

/// # Safety
/// `f` must be `long double f(long double)`.
pub unsafe fn call1(f: AnyFn, a: u128) -> u128 {
    // SAFETY: the caller's promise.
    unsafe { call_for_long_double(f, &[a, 0, 0], Registers::default()) }
}

/// # Safety
/// `f` must be `long double f(long double, long double)`.
pub unsafe fn call2(f: AnyFn, a: u128, b: u128) -> u128 {
    // SAFETY: the caller's promise.
    unsafe { call_for_long_double(f, &[a, b, 0], Registers::default()) }
}

/// # Safety
/// `f` must be `long double f(long double, long double, long double)`.
pub unsafe fn call3(f: AnyFn, a: u128, b: u128, c: u128) -> u128 {
    // SAFETY: the caller's promise.
    unsafe { call_for_long_double(f, &[a, b, c], Registers::default()) }
}
