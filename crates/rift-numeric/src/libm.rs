//! The functions of math.h, as the host's glibc computes them, by C name.
//!
//! A program that calls `sin` gets the host's `sin`: glibc's results differ between versions, so the native run and
//! ours must use the same. Arguments and results are 64-bit slots as the machine holds them: f32 and i32 in the low
//! half of one slot, `long double` in two (significand, then sign and exponent).
//!
//! Absent: complex functions (see [`complex`](super::complex)), `fenv.h`, functions newer than glibc 2.25.

pub(crate) mod host;

use super::float::x87::{self, AnyFn, Registers};
use super::float::{self, default_nan};
use rift_ir::FloatKind;
use std::num::IntErrorKind;

/// A host function and its prototype. F is `float`, D `double`, L `long double`.
#[derive(Debug, Clone, Copy)]
pub enum LibmFn {
    F1(unsafe extern "C" fn(f32) -> f32),
    D1(unsafe extern "C" fn(f64) -> f64),
    L1(AnyFn),
    F2(unsafe extern "C" fn(f32, f32) -> f32),
    D2(unsafe extern "C" fn(f64, f64) -> f64),
    L2(AnyFn),
    F3(unsafe extern "C" fn(f32, f32, f32) -> f32),
    D3(unsafe extern "C" fn(f64, f64, f64) -> f64),
    L3(AnyFn),
    /// `ldexp`, `scalbn`.
    FInt(unsafe extern "C" fn(f32, i32) -> f32),
    DInt(unsafe extern "C" fn(f64, i32) -> f64),
    LInt(AnyFn),
    /// `scalbln`.
    FLong(unsafe extern "C" fn(f32, i64) -> f32),
    DLong(unsafe extern "C" fn(f64, i64) -> f64),
    LLong(AnyFn),
    /// `jn`, `yn`: the integer comes first.
    FOrder(unsafe extern "C" fn(i32, f32) -> f32),
    DOrder(unsafe extern "C" fn(i32, f64) -> f64),
    LOrder(AnyFn),
    /// To `int`: `ilogb`, `isnan` and its kin.
    FToInt(unsafe extern "C" fn(f32) -> i32),
    DToInt(unsafe extern "C" fn(f64) -> i32),
    LToInt(AnyFn),
    /// To `long`: `lrint`, `lround`.
    FToLong(unsafe extern "C" fn(f32) -> i64),
    DToLong(unsafe extern "C" fn(f64) -> i64),
    LToLong(AnyFn),
    /// With an `int *`: `frexp`, `lgamma_r`.
    FOutInt(unsafe extern "C" fn(f32, *mut i32) -> f32),
    DOutInt(unsafe extern "C" fn(f64, *mut i32) -> f64),
    LOutInt(AnyFn),
    /// `remquo`.
    F2OutInt(unsafe extern "C" fn(f32, f32, *mut i32) -> f32),
    D2OutInt(unsafe extern "C" fn(f64, f64, *mut i32) -> f64),
    L2OutInt(AnyFn),
    /// `modf`.
    FOut(unsafe extern "C" fn(f32, *mut f32) -> f32),
    DOut(unsafe extern "C" fn(f64, *mut f64) -> f64),
    LOut(AnyFn),
    /// `sincos`.
    FTwoOuts(unsafe extern "C" fn(f32, *mut f32, *mut f32)),
    DTwoOuts(unsafe extern "C" fn(f64, *mut f64, *mut f64)),
    LTwoOuts(AnyFn),
    /// `nexttoward`: the second argument is a `long double`.
    FToward(AnyFn),
    DToward(AnyFn),
    /// `lgamma`, which writes the global `signgam`: called as `lgamma_r`, see [`LibmResult::signgam`].
    FSign(unsafe extern "C" fn(f32, *mut i32) -> f32),
    DSign(unsafe extern "C" fn(f64, *mut i32) -> f64),
    LSign(AnyFn),
    /// `nan`: its argument is a C string, which the caller reads and gives to [`nan_from_tag`].
    Nan(FloatKind),
}

/// The C type of a parameter or result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Void,
    Float,
    Double,
    LongDouble,
    Int,
    Long,
    Pointer,
}

/// What the function stores through a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// The slot of the arguments that holds the address.
    pub slot: usize,
    pub bytes: [u8; 16],
    /// How many of the bytes are stored: 10 for `long double`.
    pub len: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LibmResult {
    /// The result, zero-extended; the second slot is for `long double` only.
    pub value: [u64; 2],
    pub stored: [Option<Stored>; 2],
    /// What the function set `errno` to; 0: it left it alone.
    pub errno: i32,
    /// What the function set `signgam` to.
    pub signgam: Option<i32>,
}

/// The host function of that C name.
pub fn libm(name: &str) -> Option<LibmFn> {
    host::lookup(name)
}

impl LibmFn {
    /// The C types of the parameters and of the result.
    pub fn prototype(self) -> (&'static [Slot], Slot) {
        use LibmFn::*;
        use Slot::*;
        match self {
            F1(_) | FSign(_) => (&[Float], Float),
            D1(_) | DSign(_) => (&[Double], Double),
            L1(_) | LSign(_) => (&[LongDouble], LongDouble),
            F2(_) => (&[Float, Float], Float),
            D2(_) => (&[Double, Double], Double),
            L2(_) => (&[LongDouble, LongDouble], LongDouble),
            F3(_) => (&[Float, Float, Float], Float),
            D3(_) => (&[Double, Double, Double], Double),
            L3(_) => (&[LongDouble, LongDouble, LongDouble], LongDouble),
            FInt(_) => (&[Float, Int], Float),
            DInt(_) => (&[Double, Int], Double),
            LInt(_) => (&[LongDouble, Int], LongDouble),
            FLong(_) => (&[Float, Long], Float),
            DLong(_) => (&[Double, Long], Double),
            LLong(_) => (&[LongDouble, Long], LongDouble),
            FOrder(_) => (&[Int, Float], Float),
            DOrder(_) => (&[Int, Double], Double),
            LOrder(_) => (&[Int, LongDouble], LongDouble),
            FToInt(_) => (&[Float], Int),
            DToInt(_) => (&[Double], Int),
            LToInt(_) => (&[LongDouble], Int),
            FToLong(_) => (&[Float], Long),
            DToLong(_) => (&[Double], Long),
            LToLong(_) => (&[LongDouble], Long),
            FOutInt(_) | FOut(_) => (&[Float, Pointer], Float),
            DOutInt(_) | DOut(_) => (&[Double, Pointer], Double),
            LOutInt(_) | LOut(_) => (&[LongDouble, Pointer], LongDouble),
            F2OutInt(_) => (&[Float, Float, Pointer], Float),
            D2OutInt(_) => (&[Double, Double, Pointer], Double),
            L2OutInt(_) => (&[LongDouble, LongDouble, Pointer], LongDouble),
            FTwoOuts(_) => (&[Float, Pointer, Pointer], Void),
            DTwoOuts(_) => (&[Double, Pointer, Pointer], Void),
            LTwoOuts(_) => (&[LongDouble, Pointer, Pointer], Void),
            FToward(_) => (&[Float, LongDouble], Float),
            DToward(_) => (&[Double, LongDouble], Double),
            Nan(FloatKind::Single) => (&[Pointer], Float),
            Nan(FloatKind::X87) => (&[Pointer], LongDouble),
            Nan(_) => (&[Pointer], Double),
        }
    }

    /// How many slots the arguments take.
    pub fn slots(self) -> usize {
        self.prototype().0.iter().map(|slot| if *slot == Slot::LongDouble { 2 } else { 1 }).sum()
    }
}

impl LibmResult {
    fn of(value: impl Value) -> LibmResult {
        LibmResult { value: value.slots(), stored: [None; 2], errno: 0, signgam: None }
    }

    fn storing(mut self, index: usize, slot: usize, value: impl Value) -> LibmResult {
        let (slots, mut bytes) = (value.slots(), [0; 16]);
        bytes[..8].copy_from_slice(&slots[0].to_le_bytes());
        bytes[8..].copy_from_slice(&slots[1].to_le_bytes());
        self.stored[index] = Some(Stored { slot, bytes, len: value.size() });
        self
    }

    fn with_signgam(mut self, sign: i32) -> LibmResult {
        self.signgam = Some(sign);
        self
    }
}

/// What fits one or two slots.
trait Value {
    fn slots(&self) -> [u64; 2];
    fn size(&self) -> usize;
}

macro_rules! values {
    ($($ty:ty, $self:ident => $slot:expr, $size:literal;)*) => {
        $(impl Value for $ty {
            fn slots(&self) -> [u64; 2] {
                let $self = self;
                $slot
            }
            fn size(&self) -> usize {
                $size
            }
        })*
    };
}

values! {
    (), _v => [0, 0], 0;
    f32, v => [u64::from(v.to_bits()), 0], 4;
    f64, v => [v.to_bits(), 0], 8;
    i32, v => [u64::from(*v as u32), 0], 4;
    i64, v => [*v as u64, 0], 8;
    u128, v => [*v as u64, (*v >> 64) as u64 & 0xffff], 10;
}

/// Calls the function. `args` has [`LibmFn::slots`] slots; those of pointers are not read.
///
/// [`LibmFn::Nan`] yields the default positive NaN: see [`nan_from_tag`].
pub fn call_libm(f: LibmFn, args: &[u64]) -> LibmResult {
    assert_eq!(args.len(), f.slots(), "slots of {f:?}");
    // SAFETY: errno is the thread's own, always valid.
    let errno = unsafe { host::__errno_location() };
    // SAFETY: as above.
    unsafe { *errno = 0 };
    let mut result = match f.prototype() {
        ([Slot::LongDouble, ..] | [_, Slot::LongDouble], _) => call_long_double(f, args),
        _ => call_scalar(f, args),
    };
    // SAFETY: as above.
    result.errno = unsafe { *errno };
    result
}

fn call_scalar(f: LibmFn, args: &[u64]) -> LibmResult {
    let float = |i: usize| f32::from_bits(args[i] as u32);
    let double = |i: usize| f64::from_bits(args[i]);
    let int = |i: usize| args[i] as i32;
    let long = |i: usize| args[i] as i64;
    let (mut n, mut x, mut y, mut d, mut e) = (0i32, 0f32, 0f32, 0f64, 0f64);
    use LibmFn::*;
    // SAFETY: the host's functions have the prototypes of their variants; the pointers are to locals.
    unsafe {
        match f {
            F1(f) => LibmResult::of(f(float(0))),
            D1(f) => LibmResult::of(f(double(0))),
            F2(f) => LibmResult::of(f(float(0), float(1))),
            D2(f) => LibmResult::of(f(double(0), double(1))),
            F3(f) => LibmResult::of(f(float(0), float(1), float(2))),
            D3(f) => LibmResult::of(f(double(0), double(1), double(2))),
            FInt(f) => LibmResult::of(f(float(0), int(1))),
            DInt(f) => LibmResult::of(f(double(0), int(1))),
            FLong(f) => LibmResult::of(f(float(0), long(1))),
            DLong(f) => LibmResult::of(f(double(0), long(1))),
            FOrder(f) => LibmResult::of(f(int(0), float(1))),
            DOrder(f) => LibmResult::of(f(int(0), double(1))),
            FToInt(f) => LibmResult::of(f(float(0))),
            DToInt(f) => LibmResult::of(f(double(0))),
            FToLong(f) => LibmResult::of(f(float(0))),
            DToLong(f) => LibmResult::of(f(double(0))),
            FOutInt(f) => LibmResult::of(f(float(0), &mut n)).storing(0, 1, n),
            DOutInt(f) => LibmResult::of(f(double(0), &mut n)).storing(0, 1, n),
            F2OutInt(f) => LibmResult::of(f(float(0), float(1), &mut n)).storing(0, 2, n),
            D2OutInt(f) => LibmResult::of(f(double(0), double(1), &mut n)).storing(0, 2, n),
            FOut(f) => LibmResult::of(f(float(0), &mut x)).storing(0, 1, x),
            DOut(f) => LibmResult::of(f(double(0), &mut d)).storing(0, 1, d),
            FTwoOuts(f) => {
                f(float(0), &mut x, &mut y);
                LibmResult::of(()).storing(0, 1, x).storing(1, 2, y)
            }
            DTwoOuts(f) => {
                f(double(0), &mut d, &mut e);
                LibmResult::of(()).storing(0, 1, d).storing(1, 2, e)
            }
            FSign(f) => LibmResult::of(f(float(0), &mut n)).with_signgam(n),
            DSign(f) => LibmResult::of(f(double(0), &mut n)).with_signgam(n),
            Nan(FloatKind::X87) => LibmResult::of(float::fabs(FloatKind::X87, default_nan(FloatKind::X87))),
            Nan(FloatKind::Single) => LibmResult::of(f32::NAN),
            Nan(_) => LibmResult::of(f64::NAN),
            L1(_) | L2(_) | L3(_) | LInt(_) | LLong(_) | LOrder(_) | LToInt(_) | LToLong(_) | LOutInt(_)
            | L2OutInt(_) | LOut(_) | LTwoOuts(_) | LSign(_) | FToward(_) | DToward(_) => call_long_double(f, args),
        }
    }
}

fn call_long_double(f: LibmFn, args: &[u64]) -> LibmResult {
    let long_double = |i: usize| u128::from(args[i]) | u128::from(args[i + 1] & 0xffff) << 64;
    let (mut n, mut a, mut b) = (0i32, 0u128, 0u128);
    let int_pointer = (&raw mut n).expose_provenance() as u64;
    let (a_pointer, b_pointer) = ((&raw mut a).expose_provenance() as u64, (&raw mut b).expose_provenance() as u64);
    let rdi = |rdi: u64| Registers { rdi, ..Registers::default() };
    use LibmFn::*;
    // SAFETY: the host's functions have the prototypes of their variants; the pointers are to locals.
    unsafe {
        match f {
            L1(f) => LibmResult::of(x87::call1(f, long_double(0))),
            L2(f) => LibmResult::of(x87::call2(f, long_double(0), long_double(2))),
            L3(f) => LibmResult::of(x87::call3(f, long_double(0), long_double(2), long_double(4))),
            LInt(f) | LLong(f) => LibmResult::of(x87::call_for_long_double(f, &[long_double(0), 0, 0], rdi(args[2]))),
            LOrder(f) => LibmResult::of(x87::call_for_long_double(f, &[long_double(1), 0, 0], rdi(args[0]))),
            LToInt(f) => {
                let (rax, _) = x87::call_for_registers(f, &[long_double(0), 0, 0], Registers::default());
                LibmResult::of(rax as i32)
            }
            LToLong(f) => {
                let (rax, _) = x87::call_for_registers(f, &[long_double(0), 0, 0], Registers::default());
                LibmResult::of(rax as i64)
            }
            LOutInt(f) => {
                let value = x87::call_for_long_double(f, &[long_double(0), 0, 0], rdi(int_pointer));
                LibmResult::of(value).storing(0, 2, n)
            }
            LSign(f) => {
                let value = x87::call_for_long_double(f, &[long_double(0), 0, 0], rdi(int_pointer));
                LibmResult::of(value).with_signgam(n)
            }
            L2OutInt(f) => {
                let stack = [long_double(0), long_double(2), 0];
                LibmResult::of(x87::call_for_long_double(f, &stack, rdi(int_pointer))).storing(0, 4, n)
            }
            LOut(f) => {
                let value = x87::call_for_long_double(f, &[long_double(0), 0, 0], rdi(a_pointer));
                LibmResult::of(value).storing(0, 2, a)
            }
            LTwoOuts(f) => {
                let registers = Registers { rdi: a_pointer, rsi: b_pointer, xmm0: 0 };
                x87::call_for_registers(f, &[long_double(0), 0, 0], registers);
                LibmResult::of(()).storing(0, 2, a).storing(1, 3, b)
            }
            FToward(f) => {
                let registers = Registers { xmm0: args[0], ..Registers::default() };
                let (_, xmm0) = x87::call_for_registers(f, &[long_double(1), 0, 0], registers);
                LibmResult::of(f32::from_bits(xmm0 as u32))
            }
            DToward(f) => {
                let registers = Registers { xmm0: args[0], ..Registers::default() };
                let (_, xmm0) = x87::call_for_registers(f, &[long_double(1), 0, 0], registers);
                LibmResult::of(f64::from_bits(xmm0))
            }
            _ => call_scalar(f, args),
        }
    }
}

/// `nan(tag)`: the tag, read as C reads an integer constant, becomes the payload; anything else gives payload 0.
pub fn nan_from_tag(kind: FloatKind, tag: &[u8]) -> u128 {
    let bare = float::fabs(kind, default_nan(kind));
    let Ok(text) = std::str::from_utf8(tag) else { return bare };
    let (radix, digits) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None if text.starts_with('0') => (8, text),
        None => (10, text),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return bare;
    }
    let payload_bits = match kind {
        FloatKind::Single => 22,
        FloatKind::X87 => 62,
        _ => 51,
    };
    let payload = match u64::from_str_radix(digits, radix) {
        Ok(payload) => payload,
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => u64::MAX,
        Err(_) => 0,
    };
    bare | u128::from(payload & ((1 << payload_bits) - 1))
}

#[cfg(test)]
mod tests;
