//! What is known, by name, about functions that the module only declares: the machine or its host answers them.
//!
//! An unknown function is taken to return, to keep whatever it is handed and to call every function it can get hold
//! of. It throws when its name is mangled or its call is an invoke.

use rift_ir::{Function, Intrinsic};

/// What a declared function does to control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum External {
    /// Returns, calls nobody, keeps no pointer.
    Plain,
    /// Ends the program, after the functions registered for that.
    Ends,
    /// Unwinds or jumps to an outer frame.
    Jumps,
    /// Its call may return again when something jumps.
    ReturnsTwice,
    /// Runs the module's constructors, or destructors.
    Constructors,
    Destructors,
    Unknown,
}

/// Where a declared or defined function that hands out fresh memory puts it, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allocator {
    /// It is the result. The size is the product of these arguments.
    Result(&'static [usize]),
    /// It is the result, and holds what the first argument pointed to.
    Moved,
    /// The first argument points to where the address is stored.
    Stored,
}

/// What the machine calls, where it is defined, to go on unwinding after a cleanup.
pub(crate) const UNWINDER: &str = "_Unwind_Resume";

const ENDS: &[&str] = &[
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "abort",
    "__assert_fail",
    "__assert",
    "__stack_chk_fail",
    "err",
    "errx",
    "verr",
    "verrx",
    "pthread_exit",
    "thrd_exit",
    "_ZSt9terminatev",
    "__clang_call_terminate",
    "rust_begin_unwind",
    "__rift_exit",
    "__rift_die",
    "__rift_panic",
    "__rift_unsupported",
    "__rift_outside",
];

const JUMPS: &[&str] = &[
    "llvm.eh.sjlj.longjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "__cxa_throw",
    "__cxa_rethrow",
    "_Unwind_Resume",
    "_Unwind_Resume_or_Rethrow",
    "rust_panic",
    "__rift_unwind_to",
];

const RETURNS_TWICE: &[&str] = &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "llvm.eh.sjlj.setjmp", "vfork"];

/// Functions of the C library that call nobody and keep no pointer.
const PLAIN: &[&str] = &[
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "memcmp",
    "bcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strstr",
    "strcasecmp",
    "strncasecmp",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "posix_memalign",
    "aligned_alloc",
    "strdup",
    "strndup",
    "abs",
    "labs",
    "atoi",
    "atol",
    "strtol",
    "strtoul",
    "strtod",
    "puts",
    "putchar",
    "printf",
    "snprintf",
    "sprintf",
    "read",
    "write",
    "open",
    "close",
    "getenv",
    "__cxa_allocate_exception",
    "__cxa_free_exception",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "__gxx_personality_v0",
    "rust_eh_personality",
    "_Znwm",
    "_Znam",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdaPv",
    "_ZdaPvm",
];

/// Stems of <math.h>; each also with the suffixes `f` and `l`.
const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

pub(crate) fn external(function: &Function) -> External {
    let name = function.name.as_str();
    match name {
        "__rift_constructors" => External::Constructors,
        "__rift_destructors" => External::Destructors,
        _ if ENDS.contains(&name) => External::Ends,
        _ if JUMPS.contains(&name) => External::Jumps,
        _ if RETURNS_TWICE.contains(&name) => External::ReturnsTwice,
        _ if name.starts_with("__rift_") || PLAIN.contains(&name) || is_math(name) => External::Plain,
        _ if function.display.starts_with("core::panicking::panic") => External::Ends,
        _ if name.starts_with("_ZSt") && name.contains("__throw_") => External::Jumps,
        _ => External::Unknown,
    }
}

pub(crate) fn is_math(name: &str) -> bool {
    let stem = |suffix| name.strip_suffix(suffix).is_some_and(|stem| MATH.contains(&stem));
    MATH.contains(&name) || stem('f') || stem('l')
}

/// Whether an unknown function may throw even where its caller does not expect it.
pub(crate) fn is_mangled(name: &str) -> bool {
    name.starts_with("_Z") || name.starts_with("_R") || name.starts_with("_Unwind") || name.starts_with("__cxa")
}

pub(crate) fn allocator(name: &str) -> Option<Allocator> {
    Some(match name {
        "malloc"
        | "_Znwm"
        | "_Znam"
        | "__rust_alloc"
        | "__rust_alloc_zeroed"
        | "__rdl_alloc"
        | "__rdl_alloc_zeroed"
        | "__rift_alloc"
        | "__cxa_allocate_exception"
        | "valloc" => Allocator::Result(&[0]),
        "_ZnwmSt11align_val_t" | "_ZnamSt11align_val_t" | "_ZnwmRKSt9nothrow_t" | "_ZnamRKSt9nothrow_t" => {
            Allocator::Result(&[0])
        }
        "calloc" => Allocator::Result(&[0, 1]),
        "aligned_alloc" | "memalign" => Allocator::Result(&[1]),
        "realloc" | "reallocarray" | "__rust_realloc" | "__rdl_realloc" => Allocator::Moved,
        "strdup" | "strndup" | "__strdup" => Allocator::Result(&[]),
        "posix_memalign" => Allocator::Stored,
        _ => return None,
    })
}

/// Functions that write nothing their arguments point to.
pub(crate) fn only_reads(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "memcmp",
        "bcmp",
        "memchr",
        "strlen",
        "strnlen",
        "strcmp",
        "strncmp",
        "strchr",
        "strrchr",
        "strstr",
        "strcasecmp",
        "strncasecmp",
        "atoi",
        "atol",
        "puts",
        "printf",
        "write",
        "open",
        "getenv",
        "free",
        "__rift_free",
        "__rift_heap_size",
        "__rift_object_size",
        "__rift_unsupported",
        "__rift_panic",
        "__rift_typeid",
    ];
    NAMES.contains(&name)
}

/// Functions that copy bytes from their second argument to their first; the third is their number, if there is one.
pub(crate) fn copies(name: &str) -> bool {
    matches!(
        name,
        "memcpy" | "memmove" | "mempcpy" | "__memcpy_chk" | "__memmove_chk" | "strcpy" | "strncpy" | "strcat"
    )
}

/// Whether the result is (inside) the object that the first argument points to.
pub(crate) fn returns_first_argument(name: &str) -> bool {
    copies(name)
        || matches!(name, "memset" | "memchr" | "strchr" | "strrchr" | "strstr" | "strncat" | "__memset_chk")
        || matches!(name, "__cxa_begin_catch")
}

pub(crate) fn ends_program(which: &Intrinsic) -> bool {
    matches!(which, Intrinsic::Trap | Intrinsic::UbsanTrap)
}
