//! Whose code something is: the user's, a library's, or rift's own.
//!
//! Told by the path of the source file, as debug information has it, and where that names none, by the name of the
//! function. Goes by where compilers and cargo put things, whatever the program is called. Which origins matter is
//! for the asker to say: [`Origin::is_in_every_program`] and [`Origin::is_library`] are the two usual questions.
//!
//! Errs towards [`Origin::Own`]: what lies in a place of its own (a vendored crate, a library built from sources) is the
//! user's.

use crate::{Function, Module};

/// Whose code it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The user's.
    Own,
    /// Written by rift to call functions of the user's.
    Harness,
    /// Of a crate that cargo fetched.
    Dependency,
    /// Of headers that are installed for everybody, the C++ library's among them.
    Installed,
    /// Of Rust's standard library, or of what that is built with.
    Standard,
    /// Of the C, C++ and Rust runtime that is linked into programs under test. Native builds do not have it.
    Runtime,
}

/// Harnesses lie in a folder of their own each, named by [`HARNESS_DIGITS`] hexadecimal digits, in a folder of this name.
pub const HARNESS_FOLDER: &str = "entries";
pub const HARNESS_DIGITS: usize = 16;

/// The crates that Rust's standard library consists of.
const STANDARD_CRATES: [&str; 4] = ["core::", "alloc::", "std::", "hashbrown::"];
/// The compiler's names for where the standard library was built.
const STANDARD_FOLDERS: [&str; 2] = ["/rustc/", "/rust/deps/"];
/// Where its sources are, if they are installed and the compiler says so.
const STANDARD_SOURCES: &str = "/lib/rustlib/src/rust/";
const INSTALLED_FOLDERS: [&str; 2] = ["/usr/include/", "/usr/lib/"];
/// How the runtime's build calls its folder.
const RUNTIME_FOLDER: &str = "runtime/";
/// Of functions in namespaces of the C++ library: `std::f`, `std::T::f`, the same for constant objects, `__gnu_cxx::f`.
const CXX_LIBRARY_SYMBOLS: [&str; 4] = ["_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx"];
const RUNTIME_SYMBOL: &str = "__rift_";
/// Below its own folder cargo keeps sources of a registry in `registry/src/NAME-DIGITS`, and of a repository in
/// `git/checkouts/NAME-DIGITS`.
const CARGO_FOLDERS: [&str; 2] = ["/registry/src/", "/git/checkouts/"];
const CARGO_DIGITS: usize = 16;

impl Origin {
    /// By the path of a file. A place (`file:line:column`) does as well.
    pub fn of_file(path: &str) -> Origin {
        let begins = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
        if begins(&STANDARD_FOLDERS) || path.contains(STANDARD_SOURCES) {
            return Origin::Standard;
        }
        if begins(&[RUNTIME_FOLDER]) {
            return Origin::Runtime;
        }
        if is_fetched(path) {
            return Origin::Dependency;
        }
        if begins(&INSTALLED_FOLDERS) {
            return Origin::Installed;
        }
        if is_harness(path) { Origin::Harness } else { Origin::Own }
    }

    /// By the path of a file, which may be empty, and what people call the function (see [`Function::display`]).
    pub fn of_place(path: &str, function: &str) -> Origin {
        match path.is_empty() {
            true if is_standard_function(function) => Origin::Standard,
            _ => Origin::of_file(path),
        }
    }

    /// Whether it comes with every program of its language, the same in all of them.
    pub fn is_in_every_program(self) -> bool {
        matches!(self, Origin::Standard | Origin::Runtime)
    }

    /// Whether somebody else wrote it, and rift did not write it for this program.
    pub fn is_library(self) -> bool {
        matches!(self, Origin::Dependency | Origin::Installed | Origin::Standard | Origin::Runtime)
    }
}

impl Module {
    /// Whose function it is.
    pub fn origin(&self, function: &Function) -> Origin {
        let file = function.position.expand().map(|position| &self.files[self.positions[position].file]);
        match file.filter(|file| !file.is_empty()) {
            Some(file) => Origin::of_file(file),
            None => of_symbol(&function.name, &function.display),
        }
    }
}

/// Of what has no place. `core::f` may be C++ as well: only the symbol tells.
fn of_symbol(symbol: &str, display: &str) -> Origin {
    let is_rust = symbol.starts_with("_R") || (symbol.starts_with("_ZN") && symbol.contains("17h"));
    if is_rust {
        return Origin::of_place("", display);
    }
    if symbol.starts_with(RUNTIME_SYMBOL) {
        return Origin::Runtime;
    }
    match CXX_LIBRARY_SYMBOLS.iter().any(|prefix| symbol.starts_with(prefix)) {
        true => Origin::Installed,
        false => Origin::Own,
    }
}

/// By the name of a Rust function.
fn is_standard_function(name: &str) -> bool {
    let is_std = |path: &str| STANDARD_CRATES.iter().any(|name| path.starts_with(name));
    let first =
        name.trim_start_matches(['<', '&', '*', '[', '(']).trim_start_matches("mut ").trim_start_matches("dyn ");
    let (target, of) = match name.strip_prefix('<') {
        Some(rest) => rest.split_once(" as ").or(rest.split_once(">::")).unwrap_or(("::", "")),
        None => ("::", ""),
    };
    match target.contains("::") {
        true => is_std(first),
        // Of the language's own types: by whose trait it is; nobody else gives them functions without one.
        false => is_std(of) || !name.contains(" as "),
    }
}

fn is_fetched(path: &str) -> bool {
    let below = CARGO_FOLDERS.iter().filter_map(|folder| Some(path.split_once(folder)?.1));
    let folder = |below: &str| below.split('/').next().and_then(|name| name.rsplit_once('-')).map(|(_, end)| end.len());
    below.filter_map(folder).any(|digits| digits == CARGO_DIGITS)
}

fn is_harness(path: &str) -> bool {
    let mut folders = path.rsplit('/').skip(1);
    let is_number = |name: &str| name.len() == HARNESS_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    folders.next().is_some_and(is_number) && folders.next() == Some(HARNESS_FOLDER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn files_are_told_apart_by_where_they_lie() {
        for (path, origin) in [
            ("/home/me/project/src/main.c", Origin::Own),
            ("src/lib.rs", Origin::Own),
            ("", Origin::Own),
            ("/home/me/runtime/main.c:3:1", Origin::Own),
            ("/home/me/usr/include/a.h", Origin::Own),
            ("/home/me/project/vendor/serde/src/lib.rs", Origin::Own),
            ("runtime/libc/stdio.c:20:3", Origin::Runtime),
            ("/rustc/0123abcd/library/core/src/fmt/mod.rs:7:1", Origin::Standard),
            ("/rust/deps/hashbrown-0.15.2/src/raw/mod.rs", Origin::Standard),
            ("/home/me/.rustup/toolchains/stable/lib/rustlib/src/rust/library/std/src/io/mod.rs", Origin::Standard),
            ("/usr/include/c++/12/vector:5:3", Origin::Installed),
            ("/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h", Origin::Installed),
        ] {
            assert_eq!(Origin::of_file(path), origin, "{path}");
        }
    }

    /// Wherever cargo was told to keep them.
    #[test]
    fn what_cargo_fetched_is_a_dependency() {
        for (path, origin) in [
            (
                "/home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memchr-2.7.4/src/lib.rs",
                Origin::Dependency,
            ),
            (
                "/opt/cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memchr-2.7.4/src/lib.rs:1:1",
                Origin::Dependency,
            ),
            ("/home/me/.cargo/git/checkouts/memchr-0123456789abcdef/a1b2c3d/src/lib.rs", Origin::Dependency),
            ("/home/me/registry/src/main.rs", Origin::Own),
            ("/home/me/registry/src/half-done/main.rs", Origin::Own),
        ] {
            assert_eq!(Origin::of_file(path), origin, "{path}");
        }
    }

    #[test]
    fn a_harness_is_known_by_its_folder() {
        let harness = format!("/home/me/.cache/rift/{HARNESS_FOLDER}/0123456789abcdef/program.c");
        assert_eq!(Origin::of_file(&harness), Origin::Harness);
        for path in ["/home/me/entries/main.c", "/home/me/entries/sixteen-letters-/a.c", "entries/0123456789abcdef"] {
            assert_eq!(Origin::of_file(path), Origin::Own, "{path}");
        }
    }

    #[test]
    fn the_standard_library_is_known_without_its_files() {
        for standard in [
            "<alloc::raw_vec::RawVecInner>::finish_grow",
            "<alloc::vec::Vec<u8>>::reserve",
            "<&() as core::fmt::Debug>::fmt",
            "<[u8]>::ends_with::<u8>",
            "<str>::trim_start",
            "<[T] as alloc::borrow::ToOwned>::to_owned",
            "core::ptr::drop_in_place::<library::Own>",
        ] {
            assert_eq!(Origin::of_place("", standard), Origin::Standard, "{standard}");
        }
        for own in [
            "<library::Own as core::fmt::Debug>::fmt",
            "<u8 as library::Own>::own",
            "library::core::own",
            "own",
            "<library::Own>::own",
        ] {
            assert_eq!(Origin::of_place("", own), Origin::Own, "{own}");
        }
        assert_eq!(Origin::of_place("src/lib.rs", "<alloc::vec::Vec<u8> as library::Own>::own"), Origin::Own);
    }

    #[test]
    fn without_a_file_the_symbol_says_which_language_it_is() {
        for (symbol, display, origin) in [
            ("_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write", Origin::Standard),
            ("_RNvNtCsabc_4core3fmt5write", "core::fmt::write", Origin::Standard),
            ("_RNvCsabc_3own4main", "own::main", Origin::Own),
            // A namespace of the user's.
            ("_ZN4core5writeEi", "core::write(int)", Origin::Own),
            ("_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int>::push_back(int&&)", Origin::Installed),
            ("_ZSt4cout", "std::cout", Origin::Installed),
            ("__rift_start", "__rift_start", Origin::Runtime),
            ("main", "main", Origin::Own),
        ] {
            assert_eq!(of_symbol(symbol, display), origin, "{symbol}");
        }
    }

    /// A position decides, whatever the function is called.
    #[test]
    fn functions_of_a_module() {
        let text = "!0 = \"runtime/libc/stdio.c\":1:1\n!1 = \"/home/me/a.cpp\":1:1\n!2 = \"\":0:0\n\
                    declare @printf() !0\n\
                    declare @_ZSt3minv() display \"std::min()\" !1\n\
                    declare @_ZSt3maxv() display \"std::max()\"\n\
                    declare @__rift_exit() !2\n";
        let module = parse(text).expect("it is well formed");
        let origins: Vec<Origin> = module.functions.values().map(|function| module.origin(function)).collect();
        assert_eq!(origins, [Origin::Runtime, Origin::Own, Origin::Installed, Origin::Runtime]);
    }

    /// Each purpose leaves out what it has to.
    #[test]
    fn who_is_a_library_and_who_is_in_every_program() {
        use Origin::*;
        let all = [Own, Harness, Dependency, Installed, Standard, Runtime];
        let chosen = |is: fn(Origin) -> bool| all.into_iter().filter(|origin| is(*origin)).collect::<Vec<_>>();
        assert_eq!(chosen(Origin::is_library), [Dependency, Installed, Standard, Runtime]);
        assert_eq!(chosen(Origin::is_in_every_program), [Standard, Runtime]);
    }
}
