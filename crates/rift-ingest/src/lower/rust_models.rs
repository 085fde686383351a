//! Functions of Rust's standard library that the runtime replaces: how panics end, and how `main` starts.
//!
//! Symbols carry hashes that change with every compiler, so functions are found by their demangled names. A model is
//! used only if the runtime defines it (`runtime/rust/*.c`); it has the same parameters as what it replaces.

/// (demangled name, symbol of the runtime).
pub(crate) const MODELS: &[(&str, &str)] = &[
    // The panic handler of `core`: every `panic!`, bounds check and overflow ends here.
    ("__rustc::rust_begin_unwind", "__rift_rust_begin_unwind"),
    ("rust_begin_unwind", "__rift_rust_begin_unwind"),
    ("std::panicking::panic_handler", "__rift_rust_begin_unwind"),
    // `std::panic!` with a payload, and what re-raises one.
    ("std::panicking::panic_with_hook", "__rift_rust_panic_with_hook"),
    ("std::panicking::rust_panic_with_hook", "__rift_rust_panic_with_hook"),
    ("std::panicking::begin_panic", "__rift_rust_begin_panic"),
    ("std::panicking::resume_unwind", "__rift_rust_panic_without_hook"),
    ("std::panicking::rust_panic_without_hook", "__rift_rust_panic_without_hook"),
    ("std::panicking::rust_panic", "__rift_rust_panic"),
    ("__rustc::rust_panic", "__rift_rust_panic"),
    ("rust_panic", "__rift_rust_panic"),
    ("std::panicking::default_hook", "__rift_rust_default_hook"),
    ("__rustc::__rust_start_panic", "__rift_rust_start_panic"),
    ("__rust_start_panic", "__rift_rust_start_panic"),
    // Out of memory.
    ("alloc::alloc::handle_alloc_error", "__rift_rust_handle_alloc_error"),
    ("alloc::alloc::handle_alloc_error::rt_error", "__rift_rust_handle_alloc_error"),
    ("std::alloc::rust_oom", "__rift_rust_oom"),
    ("__rustc::__rust_alloc_error_handler", "__rift_rust_alloc_error_handler"),
    // Unwinding tables are not ours.
    ("rust_eh_personality", "__rift_rust_eh_personality"),
    ("std::sys::personality::gcc::rust_eh_personality", "__rift_rust_eh_personality"),
    // Signal handlers, guard pages and the main thread's name, around a call of `main`.
    ("std::rt::lang_start_internal", "__rift_rust_lang_start_internal"),
];

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
