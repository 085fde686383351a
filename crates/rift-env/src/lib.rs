//! What programs call: a small Linux kernel, a virtual file system, the C runtime.
//!
//! [`World`] is one process's surroundings. Nothing in it comes from the host: files, time, randomness and identity
//! are part of the input or fixed. Where the kernel here and Linux differ, this errs towards `Unsupported`; known
//! differences are said in the headers of the modules of `kernel`.

mod abi;
mod descriptors;
mod kernel;
mod math;
mod output;
mod process;
mod runtime;
mod space;
mod start;
mod symbols;
#[cfg(test)]
mod tests;
mod vfs;
mod visible;
mod world;

pub use abi::Errno;
pub use output::{Piece, Stream};
pub use process::{KEPT_SYMBOLS, Missing, Observation, Process, StartError, missing_functions};
pub use runtime::{OBJECTS_VARIABLE, klee_header, klee_native_sources, objects_text, runtime};
pub use space::{LONGEST_PART, ObjectUse, Part, SIZE_BYTES, SIZE_SUFFIX, Space, is_word};
pub use start::{StartArguments, start_arguments};
pub use visible::{Difference, Visible};
pub use world::{Config, Input, InputError, Observed, StdinKind, WORKING_DIRECTORY, World, is_plain_path};
