//! The functions of complex.h, as the host's glibc computes them, by C name: of `float` and of `double`.
//!
//! A complex number is two slots, the real part first. clang passes `double _Complex` as two doubles and
//! `float _Complex` as a vector of two floats; the machine gives either as two slots.
//!
//! Absent: functions of `long double _Complex` (the C runtime has the simplest of them).

use super::libm::host::{__errno_location, own};

/// Laid out, passed and returned as C's `_Complex`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

/// A host function and its prototype. F is of `float`, D of `double`.
#[derive(Debug, Clone, Copy)]
pub enum ComplexFn {
    F1(unsafe extern "C" fn(Complex<f32>) -> Complex<f32>),
    D1(unsafe extern "C" fn(Complex<f64>) -> Complex<f64>),
    /// `cpow`.
    F2(unsafe extern "C" fn(Complex<f32>, Complex<f32>) -> Complex<f32>),
    D2(unsafe extern "C" fn(Complex<f64>, Complex<f64>) -> Complex<f64>),
    /// To a real number: `cabs`.
    FToReal(unsafe extern "C" fn(Complex<f32>) -> f32),
    DToReal(unsafe extern "C" fn(Complex<f64>) -> f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComplexResult {
    /// The real part, or the real result.
    pub re: u64,
    /// `None` when the result is real.
    pub im: Option<u64>,
    /// What the function set `errno` to; 0: it left it alone.
    pub errno: i32,
}

macro_rules! functions {
    (
        unary { $($u:ident $uf:ident),* $(,)? }
        binary { $($b:ident $bf:ident),* $(,)? }
        to_real { $($r:ident $rf:ident),* $(,)? }
    ) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $(fn $u(z: Complex<f64>) -> Complex<f64>; fn $uf(z: Complex<f32>) -> Complex<f32>;)*
            $(
                fn $b(z: Complex<f64>, w: Complex<f64>) -> Complex<f64>;
                fn $bf(z: Complex<f32>, w: Complex<f32>) -> Complex<f32>;
            )*
            $(fn $r(z: Complex<f64>) -> f64; fn $rf(z: Complex<f32>) -> f32;)*
        }

        /// The names of all of them.
        pub const NAMES: &[&str] = &[
            $(stringify!($u), stringify!($uf),)* $(stringify!($b), stringify!($bf),)* $(stringify!($r), stringify!($rf),)*
        ];

        /// The host function of that C name.
        pub fn complex(name: &str) -> Option<ComplexFn> {
            Some(match name {
                $(
                    stringify!($u) => ComplexFn::D1(own(stringify!($u), $u)),
                    stringify!($uf) => ComplexFn::F1(own(stringify!($uf), $uf)),
                )*
                $(
                    stringify!($b) => ComplexFn::D2(own(stringify!($b), $b)),
                    stringify!($bf) => ComplexFn::F2(own(stringify!($bf), $bf)),
                )*
                $(
                    stringify!($r) => ComplexFn::DToReal(own(stringify!($r), $r)),
                    stringify!($rf) => ComplexFn::FToReal(own(stringify!($rf), $rf)),
                )*
                _ => return None,
            })
        }
    };
}

functions! {
    unary {
        cacos cacosf, casin casinf, catan catanf, ccos ccosf, csin csinf, ctan ctanf, cacosh cacoshf, casinh casinhf,
        catanh catanhf, ccosh ccoshf, csinh csinhf, ctanh ctanhf, cexp cexpf, clog clogf, clog10 clog10f,
        csqrt csqrtf, conj conjf, cproj cprojf,
    }
    binary { cpow cpowf }
    to_real { cabs cabsf, carg cargf, creal crealf, cimag cimagf }
}

impl ComplexFn {
    /// How many slots the arguments take.
    pub fn slots(self) -> usize {
        match self {
            ComplexFn::F2(_) | ComplexFn::D2(_) => 4,
            _ => 2,
        }
    }
}

/// Calls the function. `args` has [`ComplexFn::slots`] slots.
pub fn call_complex(f: ComplexFn, args: &[u64]) -> ComplexResult {
    assert_eq!(args.len(), f.slots(), "slots of {f:?}");
    let float = |i: usize| Complex { re: f32::from_bits(args[i] as u32), im: f32::from_bits(args[i + 1] as u32) };
    let double = |i: usize| Complex { re: f64::from_bits(args[i]), im: f64::from_bits(args[i + 1]) };
    let of_float = |z: Complex<f32>| (u64::from(z.re.to_bits()), Some(u64::from(z.im.to_bits())));
    let of_double = |z: Complex<f64>| (z.re.to_bits(), Some(z.im.to_bits()));
    // SAFETY: errno is the thread's own, always valid; the host's functions have the prototypes of their variants.
    unsafe {
        let errno = __errno_location();
        *errno = 0;
        let (re, im) = match f {
            ComplexFn::F1(f) => of_float(f(float(0))),
            ComplexFn::D1(f) => of_double(f(double(0))),
            ComplexFn::F2(f) => of_float(f(float(0), float(2))),
            ComplexFn::D2(f) => of_double(f(double(0), double(2))),
            ComplexFn::FToReal(f) => (u64::from(f(float(0)).to_bits()), None),
            ComplexFn::DToReal(f) => (f(double(0)).to_bits(), None),
        };
        ComplexResult { re, im, errno: *errno }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_both_ways() {
        let of = |name: &str, args: &[f64]| {
            let bits: Vec<u64> = args.iter().map(|x| x.to_bits()).collect();
            let result = call_complex(complex(name).expect("known"), &bits);
            (f64::from_bits(result.re), result.im.map(f64::from_bits))
        };
        assert_eq!(of("csqrt", &[-4.0, 0.0]), (0.0, Some(2.0)));
        assert_eq!(of("cabs", &[3.0, 4.0]), (5.0, None));
        assert_eq!(of("cpow", &[2.0, 0.0, 1.0, 0.0]), (2.0, Some(0.0)));
        let float = [3.0_f32, -4.0].map(|x| u64::from(x.to_bits()));
        let result = call_complex(complex("conjf").expect("known"), &float);
        assert_eq!((result.re, result.im), (float[0], Some(u64::from(4.0_f32.to_bits()))));
        assert!(NAMES.iter().all(|name| complex(name).is_some()));
    }
}
