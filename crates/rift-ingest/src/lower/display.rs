//! Linker symbols to what a person would call them.

/// Demangled, without Rust's hashes; the symbol itself when it is not mangled.
pub(crate) fn display_name(symbol: &str) -> String {
    if let Some(name) = rust_name(symbol) {
        return name;
    }
    if symbol.starts_with("_Z")
        && let Ok(parsed) = cpp_demangle::Symbol::new(symbol)
        && let Ok(name) = parsed.demangle()
    {
        return name;
    }
    symbol.to_owned()
}

/// Whether [`display_name`] could not make sense of a mangled symbol.
pub(super) fn is_unreadable(symbol: &str) -> bool {
    (symbol.starts_with("_Z") || symbol.starts_with("_R")) && display_name(symbol) == symbol
}

/// Old Rust symbols look like those of C++, but for the hash at their end.
fn rust_name(symbol: &str) -> Option<String> {
    let legacy = symbol.starts_with("_ZN") && symbol.contains("17h");
    if !legacy && !symbol.starts_with("_R") {
        return None;
    }
    let demangled = rustc_demangle::try_demangle(symbol).ok()?;
    let name = format!("{demangled:#}");
    // The hash is what the alternate form drops: without one it is C++.
    let is_rust = symbol.starts_with("_R") || name.len() < demangled.to_string().len();
    is_rust.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::display_name;

    #[test]
    fn names_are_demangled_by_language() {
        assert_eq!(display_name("main"), "main");
        assert_eq!(display_name("_ZN3foo3barEi"), "foo::bar(int)");
        assert_eq!(display_name("_ZN3std2io5stdio6_print17h0123456789abcdefE"), "std::io::stdio::_print");
        assert_eq!(display_name("_RNvCs691rhTbG0Ee_7___rustc17rust_begin_unwind"), "__rustc::rust_begin_unwind");
        assert_eq!(display_name("_Zweird"), "_Zweird");
    }
}
