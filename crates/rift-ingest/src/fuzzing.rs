//! The readers of this crate that are given bytes of unknown origin, for fuzz targets (`tools/fuzz`).
//!
//! Nothing else calls these. Each reads its bytes as the product would, and drops the result: what counts is that it
//! comes back, soon, without a panic and with memory in proportion to the bytes.

use crate::build::fuzzing::{read_dependencies, read_elf};
use crate::llvm::embedded_in;
use crate::source::Language;
use crate::wrapper::{Wishes, plan};
use std::path::Path;

/// What a build left behind: which sections and libraries it has, and the renaming of its bitcode.
pub fn elf(bytes: &[u8]) {
    read_elf(bytes);
}

/// Objects, archives and programs with embedded modules.
pub fn embedded(bytes: &[u8]) {
    let _ = embedded_in("input", bytes);
}

/// Dependency files.
pub fn dependencies(bytes: &[u8]) {
    read_dependencies(&String::from_utf8_lossy(bytes));
}

/// A response file of `rift-cc`, which every `@` in it leads to again.
pub fn response_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = plan(&["@file".into()], Language::C, &Wishes::default(), &|_: &Path| Some(text.clone().into_owned()));
}
