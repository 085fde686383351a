//! The functions of math.h and complex.h: the machine's own, with their errors in the guest's errno.

use crate::abi::Errno;
use crate::world::World;
use rift_numeric::complex::{ComplexFn, call_complex, complex};
use rift_numeric::libm::{LibmFn, Slot, call_libm, libm, nan_from_tag};
use rift_vm::{Guest, HostFn, Reply, Stop};
use std::sync::LazyLock;

/// A host function carries no data: every name gets a function of its own, which finds the machine's function once.
macro_rules! functions {
    ({ $($name:ident)* } complex { $($complex:ident)* }) => {
        #[cfg(test)]
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),*];
        #[cfg(test)]
        pub(crate) const COMPLEX_NAMES: &[&str] = &[$(stringify!($complex)),*];

        pub(crate) fn lookup(name: &str) -> Option<HostFn<World>> {
            Some(match name {
                $(stringify!($name) => {
                    static FUNCTION: LazyLock<Option<LibmFn>> = LazyLock::new(|| libm(stringify!($name)));
                    fn answer(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
                        call(world, guest, *FUNCTION, stringify!($name), args)
                    }
                    answer
                })*
                $(stringify!($complex) => {
                    static FUNCTION: LazyLock<Option<ComplexFn>> = LazyLock::new(|| complex(stringify!($complex)));
                    fn answer(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
                        call_of_complex(world, guest, *FUNCTION, stringify!($complex), args)
                    }
                    answer
                })*
                "fegetround" => round_to_nearest,
                _ => return None,
            })
        }
    };
}

#[rustfmt::skip]
functions! {{
    acos acosf acosl asin asinf asinl atan atanf atanl cos cosf cosl sin sinf sinl tan tanf tanl cosh coshf
    coshl sinh sinhf sinhl tanh tanhf tanhl acosh acoshf acoshl asinh asinhf asinhl atanh atanhf atanhl exp expf
    expl exp2 exp2f exp2l exp10 exp10f exp10l expm1 expm1f expm1l log logf logl log2 log2f log2l log10 log10f
    log10l log1p log1pf log1pl logb logbf logbl sqrt sqrtf sqrtl cbrt cbrtf cbrtl fabs fabsf fabsl ceil ceilf
    ceill floor floorf floorl trunc truncf truncl round roundf roundl roundeven roundevenf roundevenl rint rintf
    rintl nearbyint nearbyintf nearbyintl erf erff erfl erfc erfcf erfcl tgamma tgammaf tgammal j0 j0f j0l j1
    j1f j1l y0 y0f y0l y1 y1f y1l significand significandf significandl nextup nextupf nextupl nextdown
    nextdownf nextdownl lgamma lgammaf lgammal lgamma_r lgammaf_r lgammal_r atan2 atan2f atan2l pow powf powl
    hypot hypotf hypotl fmod fmodf fmodl remainder remainderf remainderl drem dremf dreml copysign copysignf
    copysignl nextafter nextafterf nextafterl fdim fdimf fdiml fmax fmaxf fmaxl fmin fminf fminl scalb scalbf
    scalbl fma fmaf fmal ldexp ldexpf ldexpl scalbn scalbnf scalbnl scalbln scalblnf scalblnl jn jnf jnl yn ynf
    ynl ilogb ilogbf ilogbl isnan isnanf isnanl isinf isinff isinfl finite finitef finitel __isnan __isnanf
    __isnanl __isinf __isinff __isinfl __finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl
    __signbit __signbitf __signbitl __issignaling __issignalingf __issignalingl lrint lrintf lrintl llrint
    llrintf llrintl lround lroundf lroundl llround llroundf llroundl llogb llogbf llogbl frexp frexpf frexpl
    remquo remquof remquol modf modff modfl sincos sincosf sincosl nexttoward nexttowardf nexttowardl gamma
    gammaf gammal nan nanf nanl
} complex {
    cacos cacosf casin casinf catan catanf ccos ccosf csin csinf ctan ctanf cacosh cacoshf casinh casinhf catanh
    catanhf ccosh ccoshf csinh csinhf ctanh ctanhf cexp cexpf clog clogf clog10 clog10f csqrt csqrtf conj conjf cproj
    cprojf cpow cpowf cabs cabsf carg cargf creal crealf cimag cimagf
}}

/// The rounding mode never changes.
fn round_to_nearest(_: &mut World, _: &mut Guest<'_>, _: &[u64]) -> Result<Reply, Stop> {
    Ok(Reply::Value(0))
}

fn call(
    world: &mut World,
    guest: &mut Guest<'_>,
    function: Option<LibmFn>,
    name: &str,
    args: &[u64],
) -> Result<Reply, Stop> {
    let declared = function.and_then(|function| args.get(..function.slots()).map(|args| (function, args)));
    let Some((function, args)) = declared else {
        return Err(Stop::Unsupported(format!("`{name}` declared with other parameters than in math.h")));
    };
    if let LibmFn::Nan(kind) = function {
        let tag = guest.memory.read_c_string(args[0], 4096)?;
        let bits = nan_from_tag(kind, &tag);
        return Ok(reply(function, [bits as u64, (bits >> 64) as u64]));
    }
    let result = call_libm(function, args);
    for stored in result.stored.into_iter().flatten() {
        guest.memory.write(args[stored.slot], &stored.bytes[..stored.len])?;
    }
    if result.errno != 0 {
        world.set_errno(guest, Errno(result.errno))?;
    }
    if let (Some(sign), Some(address)) = (result.signgam, world.signgam_address) {
        guest.memory.write(address, &sign.to_le_bytes())?;
    }
    Ok(reply(function, result.value))
}

fn call_of_complex(
    world: &mut World,
    guest: &mut Guest<'_>,
    function: Option<ComplexFn>,
    name: &str,
    args: &[u64],
) -> Result<Reply, Stop> {
    let declared = function.and_then(|function| args.get(..function.slots()).map(|args| (function, args)));
    let Some((function, args)) = declared else {
        return Err(Stop::Unsupported(format!("`{name}` declared with other parameters than in complex.h")));
    };
    let result = call_complex(function, args);
    if result.errno != 0 {
        world.set_errno(guest, Errno(result.errno))?;
    }
    Ok(result.im.map_or(Reply::Value(result.re), |im| Reply::Wide(result.re, im)))
}

fn reply(function: LibmFn, value: [u64; 2]) -> Reply {
    match function.prototype().1 {
        Slot::Void => Reply::Nothing,
        Slot::LongDouble => Reply::Wide(value[0], value[1]),
        _ => Reply::Value(value[0]),
    }
}
