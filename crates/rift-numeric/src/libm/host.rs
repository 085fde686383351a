//! The host's C library, declared by shape. One table: the declarations and the lookup by name come from it.
//!
//! Functions of `long double` and `_Float128` are declared without parameters, as Rust has no such types; they are
//! called through the shims of [`x87`](crate::float::x87) and of the quad format.

use super::LibmFn;
use libloading::Library;
use rift_ir::FloatKind;
use std::sync::OnceLock;

/// The function `name` of the host's own libm, which `linked` was meant to be.
///
/// Rust's compiler_builtins brings some functions of math.h along (`cbrt`, `fmin`), and the linker may take
/// those; their results differ from glibc's. `linked` answers only where there is no libm.so.6.
pub(crate) fn own<F: Copy>(name: &str, linked: F) -> F {
    static LIBM: OnceLock<Option<Library>> = OnceLock::new();
    // SAFETY: the C library's mathematics is already loaded into this process, and has no initialisers that matter.
    let library = LIBM.get_or_init(|| unsafe { Library::new("libm.so.6") }.ok());
    // SAFETY: a symbol of this name has the type that `linked` was declared with.
    let symbol = library.as_ref().and_then(|library| unsafe { library.get::<F>(name.as_bytes()) }.ok());
    symbol.map_or(linked, |symbol| *symbol)
}

macro_rules! functions {
    (
        unary { $($u:ident $uf:ident $ul:ident),* $(,)? }
        sign { $($s:ident $sf:ident $sl:ident via $sr:ident $sfr:ident $slr:ident),* $(,)? }
        binary { $($b:ident $bf:ident $bl:ident),* $(,)? }
        ternary { $($t:ident $tf:ident $tl:ident),* $(,)? }
        scaled_by_int { $($i:ident $if:ident $il:ident),* $(,)? }
        scaled_by_long { $($g:ident $gf:ident $gl:ident),* $(,)? }
        of_order { $($o:ident $of:ident $ol:ident),* $(,)? }
        to_int { $($n:ident $nf:ident $nl:ident),* $(,)? }
        to_long { $($m:ident $mf:ident $ml:ident),* $(,)? }
        out_int { $($p:ident $pf:ident $pl:ident),* $(,)? }
        binary_out_int { $($q:ident $qf:ident $ql:ident),* $(,)? }
        out_float { $($r:ident $rf:ident $rl:ident),* $(,)? }
        two_out { $($w:ident $wf:ident $wl:ident),* $(,)? }
        toward { $($x:ident $xf:ident $xl:ident),* $(,)? }
        quad { $($quad:ident)* }
    ) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $(pub fn $u(x: f64) -> f64; pub fn $uf(x: f32) -> f32; pub fn $ul();)*
            $(pub fn $sr(x: f64, sign: *mut i32) -> f64; pub fn $sfr(x: f32, sign: *mut i32) -> f32; pub fn $slr();)*
            $(pub fn $b(x: f64, y: f64) -> f64; pub fn $bf(x: f32, y: f32) -> f32; pub fn $bl();)*
            $(pub fn $t(x: f64, y: f64, z: f64) -> f64; pub fn $tf(x: f32, y: f32, z: f32) -> f32; pub fn $tl();)*
            $(pub fn $i(x: f64, n: i32) -> f64; pub fn $if(x: f32, n: i32) -> f32; pub fn $il();)*
            $(pub fn $g(x: f64, n: i64) -> f64; pub fn $gf(x: f32, n: i64) -> f32; pub fn $gl();)*
            $(pub fn $o(n: i32, x: f64) -> f64; pub fn $of(n: i32, x: f32) -> f32; pub fn $ol();)*
            $(pub fn $n(x: f64) -> i32; pub fn $nf(x: f32) -> i32; pub fn $nl();)*
            $(pub fn $m(x: f64) -> i64; pub fn $mf(x: f32) -> i64; pub fn $ml();)*
            $(pub fn $p(x: f64, out: *mut i32) -> f64; pub fn $pf(x: f32, out: *mut i32) -> f32; pub fn $pl();)*
            $(
                pub fn $q(x: f64, y: f64, out: *mut i32) -> f64;
                pub fn $qf(x: f32, y: f32, out: *mut i32) -> f32;
                pub fn $ql();
            )*
            $(pub fn $r(x: f64, out: *mut f64) -> f64; pub fn $rf(x: f32, out: *mut f32) -> f32; pub fn $rl();)*
            $(
                pub fn $w(x: f64, a: *mut f64, b: *mut f64);
                pub fn $wf(x: f32, a: *mut f32, b: *mut f32);
                pub fn $wl();
            )*
            $(pub fn $x(); pub fn $xf(); pub fn $xl();)*
            $(pub fn $quad();)*
            pub fn __errno_location() -> *mut i32;
        }

        pub fn lookup(name: &str) -> Option<LibmFn> {
            Some(match name {
                $(stringify!($u) => LibmFn::D1(own(stringify!($u), $u)), stringify!($uf) => LibmFn::F1(own(stringify!($uf), $uf)), stringify!($ul) => LibmFn::L1(own(stringify!($ul), $ul)),)*
                $(stringify!($s) => LibmFn::DSign(own(stringify!($sr), $sr)), stringify!($sf) => LibmFn::FSign(own(stringify!($sfr), $sfr)), stringify!($sl) => LibmFn::LSign(own(stringify!($slr), $slr)),)*
                $(stringify!($b) => LibmFn::D2(own(stringify!($b), $b)), stringify!($bf) => LibmFn::F2(own(stringify!($bf), $bf)), stringify!($bl) => LibmFn::L2(own(stringify!($bl), $bl)),)*
                $(stringify!($t) => LibmFn::D3(own(stringify!($t), $t)), stringify!($tf) => LibmFn::F3(own(stringify!($tf), $tf)), stringify!($tl) => LibmFn::L3(own(stringify!($tl), $tl)),)*
                $(stringify!($i) => LibmFn::DInt(own(stringify!($i), $i)), stringify!($if) => LibmFn::FInt(own(stringify!($if), $if)), stringify!($il) => LibmFn::LInt(own(stringify!($il), $il)),)*
                $(stringify!($g) => LibmFn::DLong(own(stringify!($g), $g)), stringify!($gf) => LibmFn::FLong(own(stringify!($gf), $gf)), stringify!($gl) => LibmFn::LLong(own(stringify!($gl), $gl)),)*
                $(stringify!($o) => LibmFn::DOrder(own(stringify!($o), $o)), stringify!($of) => LibmFn::FOrder(own(stringify!($of), $of)), stringify!($ol) => LibmFn::LOrder(own(stringify!($ol), $ol)),)*
                $(stringify!($n) => LibmFn::DToInt(own(stringify!($n), $n)), stringify!($nf) => LibmFn::FToInt(own(stringify!($nf), $nf)), stringify!($nl) => LibmFn::LToInt(own(stringify!($nl), $nl)),)*
                $(stringify!($m) => LibmFn::DToLong(own(stringify!($m), $m)), stringify!($mf) => LibmFn::FToLong(own(stringify!($mf), $mf)), stringify!($ml) => LibmFn::LToLong(own(stringify!($ml), $ml)),)*
                $(stringify!($p) => LibmFn::DOutInt(own(stringify!($p), $p)), stringify!($pf) => LibmFn::FOutInt(own(stringify!($pf), $pf)), stringify!($pl) => LibmFn::LOutInt(own(stringify!($pl), $pl)),)*
                $(stringify!($q) => LibmFn::D2OutInt(own(stringify!($q), $q)), stringify!($qf) => LibmFn::F2OutInt(own(stringify!($qf), $qf)), stringify!($ql) => LibmFn::L2OutInt(own(stringify!($ql), $ql)),)*
                $(stringify!($r) => LibmFn::DOut(own(stringify!($r), $r)), stringify!($rf) => LibmFn::FOut(own(stringify!($rf), $rf)), stringify!($rl) => LibmFn::LOut(own(stringify!($rl), $rl)),)*
                $(stringify!($w) => LibmFn::DTwoOuts(own(stringify!($w), $w)), stringify!($wf) => LibmFn::FTwoOuts(own(stringify!($wf), $wf)), stringify!($wl) => LibmFn::LTwoOuts(own(stringify!($wl), $wl)),)*
                $(stringify!($x) => LibmFn::DToward(own(stringify!($x), $x)), stringify!($xf) => LibmFn::FToward(own(stringify!($xf), $xf)), stringify!($xl) => LibmFn::L2(own(stringify!($xl), $xl)),)*
                // `gamma` is an old name of `lgamma`; `lgamma_r` has a pointer where these write a global.
                "gamma" => LibmFn::DSign(own("lgamma_r", lgamma_r)),
                "gammaf" => LibmFn::FSign(own("lgammaf_r", lgammaf_r)),
                "gammal" => LibmFn::LSign(own("lgammal_r", lgammal_r)),
                "lgamma_r" => LibmFn::DOutInt(own("lgamma_r", lgamma_r)),
                "lgammaf_r" => LibmFn::FOutInt(own("lgammaf_r", lgammaf_r)),
                "lgammal_r" => LibmFn::LOutInt(own("lgammal_r", lgammal_r)),
                "nan" => LibmFn::Nan(FloatKind::Double),
                "nanf" => LibmFn::Nan(FloatKind::Single),
                "nanl" => LibmFn::Nan(FloatKind::X87),
                _ => return None,
            })
        }
    };
}

functions! {
    unary {
        acos acosf acosl, asin asinf asinl, atan atanf atanl, cos cosf cosl, sin sinf sinl, tan tanf tanl,
        cosh coshf coshl, sinh sinhf sinhl, tanh tanhf tanhl, acosh acoshf acoshl, asinh asinhf asinhl,
        atanh atanhf atanhl, exp expf expl, exp2 exp2f exp2l, exp10 exp10f exp10l, expm1 expm1f expm1l,
        log logf logl, log2 log2f log2l, log10 log10f log10l, log1p log1pf log1pl, logb logbf logbl,
        sqrt sqrtf sqrtl, cbrt cbrtf cbrtl, fabs fabsf fabsl, ceil ceilf ceill, floor floorf floorl,
        trunc truncf truncl, round roundf roundl, roundeven roundevenf roundevenl, rint rintf rintl,
        nearbyint nearbyintf nearbyintl, erf erff erfl, erfc erfcf erfcl, tgamma tgammaf tgammal, j0 j0f j0l,
        j1 j1f j1l, y0 y0f y0l, y1 y1f y1l, significand significandf significandl, nextup nextupf nextupl,
        nextdown nextdownf nextdownl,
    }
    sign {
        lgamma lgammaf lgammal via lgamma_r lgammaf_r lgammal_r,
    }
    binary {
        atan2 atan2f atan2l, pow powf powl, hypot hypotf hypotl, fmod fmodf fmodl, remainder remainderf remainderl,
        drem dremf dreml, copysign copysignf copysignl, nextafter nextafterf nextafterl, fdim fdimf fdiml,
        fmax fmaxf fmaxl, fmin fminf fminl, scalb scalbf scalbl,
    }
    ternary { fma fmaf fmal }
    scaled_by_int { ldexp ldexpf ldexpl, scalbn scalbnf scalbnl }
    scaled_by_long { scalbln scalblnf scalblnl }
    of_order { jn jnf jnl, yn ynf ynl }
    to_int {
        ilogb ilogbf ilogbl, isnan isnanf isnanl, isinf isinff isinfl, finite finitef finitel,
        __isnan __isnanf __isnanl, __isinf __isinff __isinfl, __finite __finitef __finitel,
        __fpclassify __fpclassifyf __fpclassifyl, __signbit __signbitf __signbitl,
        __issignaling __issignalingf __issignalingl,
    }
    to_long {
        lrint lrintf lrintl, llrint llrintf llrintl, lround lroundf lroundl, llround llroundf llroundl,
        llogb llogbf llogbl,
    }
    out_int { frexp frexpf frexpl }
    binary_out_int { remquo remquof remquol }
    out_float { modf modff modfl }
    two_out { sincos sincosf sincosl }
    toward { nexttoward nexttowardf nexttowardl }
    quad {
        sinf128 cosf128 tanf128 asinf128 acosf128 atanf128 atan2f128 sinhf128 coshf128 tanhf128 expf128 exp2f128
        exp10f128 logf128 log2f128 log10f128 powf128 fmodf128 fmaf128 sqrtf128 fminf128 fmaxf128
    }
}
