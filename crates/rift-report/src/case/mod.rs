//! Test cases: an input, and what a program is expected to do with it.
//!
//! As a file, a test case is a plain POSIX shell script: each line calls a function of `lib.sh` (in `script/`), which
//! sets up the input, runs the program natively and compares. The grammar is restricted so far that [`TestCase::parse`]
//! reads back exactly what [`TestCase::write`] wrote.

mod parse;
mod quote;
mod write;

pub use parse::ParseError;
pub(crate) use quote::quote;

use rift_confirm::Seen;
use rift_env::Input;

/// One test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCase {
    pub input: Input,
    pub expected: Seen,
}
