//! What can be called in a library, and how.

use crate::{HarnessError, Literals, Package};
use rift_ir::Pair;
use std::path::{Path, PathBuf};

/// How much data the parameters of an entry are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a string or of a slice of bytes.
    pub bytes: u8,
    /// Elements of other lists.
    pub elements: u8,
    /// Bytes of all parameters of an entry together.
    pub input: usize,
    /// How deep constructors are nested.
    pub depth: u8,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 8, elements: 3, input: 256, depth: 3 }
    }
}

/// What a version offers.
#[derive(Debug, Clone, Default)]
pub struct Api {
    pub entries: Vec<Entry>,
    pub undriven: Vec<Undriven>,
    /// Said to the user: for example that only the syntax was read, and why.
    pub notes: Vec<String>,
}

/// Something public that is not called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undriven {
    pub path: String,
    /// In words: "it is unsafe".
    pub reason: String,
}

/// Something that can be called: a function, a method, an operator, a constant.
#[derive(Debug, Clone)]
pub struct Entry {
    /// As a user writes it: `shlex::quote`, `wildmatch::WildMatch::is_match`, `<str as heck::ToSnakeCase>::to_snake_case`.
    pub path: String,
    pub parameters: Vec<Parameter>,
    /// The result's type as Rust source; `()` if there is none.
    pub returns: String,
    /// File (below the package's root, if it is there) and line.
    pub source: Option<(PathBuf, usize)>,
}

/// What an entry is given.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
}

/// The entries that both versions have. The number of an entry is its place in the list.
#[derive(Debug, Clone, Default)]
pub struct Shared {
    pub entries: Vec<Pair<Entry>>,
    pub unmatched: Vec<Undriven>,
}

/// How a harness showed a result, which a test must do alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Debug,
    Display,
    /// An iterator: `Debug` of its first items.
    Items,
    /// An iterator whose items have `Display` only.
    DisplayedItems,
    /// It has neither `Debug` nor `Display`: only that it was returned.
    Nothing,
}

/// What a run of a harness with `show` showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    Returned {
        text: String,
        how: How,
    },
    Panicked {
        message: String,
        /// `src/lib.rs:3:4`
        place: Option<String>,
    },
    /// The input is none of the entry's.
    Rejected,
    /// Anything else: killed, out of time, exited by itself.
    Other,
}

impl Shown {
    /// Reads what a harness run with `NUMBER show` left: its exit code (`None`: killed), standard output and error.
    pub fn read(_exit: Option<i32>, _stdout: &[u8], _stderr: &[u8]) -> Shown {
        Shown::Other
    }
}

impl Entry {
    /// How many bytes of standard input it takes. Missing ones are zero.
    pub fn input_size(&self) -> usize {
        0
    }

    /// Up to `limit` inputs to start from, each of [`Entry::input_size`] bytes.
    pub fn seeds(&self, _literals: &Literals, _limit: usize) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The call as Rust source: `shlex::quote("{")`. `None`: the harness rejects this input.
    pub fn call(&self, _input: &[u8]) -> Option<String> {
        None
    }

    /// Name and value, as Rust source, of every parameter. `None`: the harness rejects this input.
    pub fn params(&self, _input: &[u8]) -> Option<Vec<(String, String)>> {
        None
    }

    /// A `#[test] fn NAME()` that needs nothing but the library and passes on the version that showed `expected`.
    /// `None`: the input is rejected, or nothing was shown that a test could ask for.
    pub fn test(&self, _input: &[u8], _expected: &Shown, _name: &str) -> Option<String> {
        None
    }
}

/// Lists what a library offers. Runs `cargo doc` in `scratch`, never in the package; if that does not work, the syntax
/// of the sources is read instead and a note says so.
pub fn read_api(_package: &Package, _scratch: &Path, _limits: Limits) -> Result<Api, HarnessError> {
    Ok(Api::default())
}

/// The entries that both versions have and whose inputs are encoded alike, in the order of the new version.
pub fn shared(_apis: Pair<&Api>) -> Shared {
    Shared::default()
}

/// Writes a cargo package (Cargo.toml, src/main.rs) whose program calls `entries[argv[1]]`. Replaces what it wrote
/// there before.
pub fn write_harness(_directory: &Path, _package: &Package, _entries: &[&Entry]) -> Result<(), HarnessError> {
    Ok(())
}

/// Compiles the harness in `directory`, and says which entries do not compile and why (the first line of the
/// compiler's message); the harness without them is left there, but its numbers are no longer those of `entries`.
pub fn check(_directory: &Path, _package: &Package, _entries: &[&Entry]) -> Result<Vec<(usize, String)>, HarnessError> {
    Ok(Vec::new())
}

/// All of it for two versions: reads both, pairs the entries, writes both harnesses, drops what does not compile in
/// one of them. What is returned has the numbers of the harnesses in `directories`.
pub fn prepare(_packages: Pair<&Package>, _directories: Pair<&Path>, _limits: Limits) -> Result<Shared, HarnessError> {
    Ok(Shared::default())
}
