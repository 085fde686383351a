//! Functions of Rust's standard library that the runtime replaces: how panics end.
//!
//! As little as possible: std's own code starts programs, counts panics, calls hooks and prints messages. What is
//! replaced needs unwinding tables or the program's own executable, and is most of the code of a small program.
//!
//! Symbols carry hashes that change with every compiler, so functions are found by their demangled names. A model is
//! used only if the runtime defines it (`runtime/rust/*.c`); it has the same parameters as what it replaces.

/// (demangled name, symbol of the runtime).
pub(crate) const MODELS: &[(&str, &str)] = &[
    // Where a panic has been reported, and would unwind or abort.
    ("__rustc::__rust_start_panic", "__rift_rust_start_panic"),
    ("__rust_start_panic", "__rift_rust_start_panic"),
    // The default hook's way into 50,000 instructions that read debug information. The name in turn: with the new
    // mangling, with the old one, before Rust 1.81.
    ("<<std::sys::backtrace::BacktraceLock>::print::DisplayBacktrace as core::fmt::Display>::fmt", NO_BACKTRACE),
    ("<std::sys::backtrace::BacktraceLock::print::DisplayBacktrace as core::fmt::Display>::fmt", NO_BACKTRACE),
    ("<std::sys_common::backtrace::_print::DisplayBacktrace as core::fmt::Display>::fmt", NO_BACKTRACE),
    // The same from `std::backtrace::Backtrace`.
    ("<std::backtrace_rs::symbolize::gimli::Cache>::with_global", NO_SYMBOLS),
    ("std::backtrace_rs::symbolize::gimli::Cache::with_global", NO_SYMBOLS),
    // Unwinding tables are not ours.
    ("rust_eh_personality", PERSONALITY),
    ("std::sys::personality::gcc::rust_eh_personality", PERSONALITY),
];

const NO_BACKTRACE: &str = "__rift_rust_no_backtrace";
const NO_SYMBOLS: &str = "__rift_rust_no_symbols";
const PERSONALITY: &str = "__rift_rust_eh_personality";

/// `a::f` for `a::f::<T>`; parts of a function (closures, shims) are not the function.
pub(crate) fn plain_name(display: &str) -> &str {
    match display.split_once("::<") {
        Some((name, _)) if display.ends_with('>') && !name.is_empty() => name,
        _ => display,
    }
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn type_arguments_are_ignored_and_parts_are_not_the_whole() {
        assert_eq!(plain_name("std::panicking::begin_panic::<&str>"), "std::panicking::begin_panic");
        let closure = "std::panicking::begin_panic::<&str>::{closure#0}";
        assert_eq!(plain_name(closure), closure);
        assert_eq!(plain_name("std::rt::lang_start_internal"), "std::rt::lang_start_internal");
    }
}
