//! Sources, projects, crates and bitcode to modules; the only crate that knows LLVM.

mod build;
mod cache;
mod doctor;
mod entry;
mod error;
#[doc(hidden)]
pub mod fuzzing;
mod llvm;
mod load;
mod lower;
mod source;
pub mod wrapper;

pub use build::{
    BuildOptions, Built, Clang, Confinement, Guard, Home, Network, OptLevel, Sandboxing, Support, View, build,
    cargo_home, find_clang, run_cargo,
};
pub use cache::Cache;
pub use doctor::{Check, examine};
pub use entry::{Bounds, EntryError, Library, LibraryEntry, Results, Undriven, c_library, with_entries, with_entry};
pub use error::{IngestError, ModuleError};
pub use llvm::{
    Bitcode, Branches, LinkOptions, LlvmLibrary, extract_embedded, ingest_isolated, link_and_lower, llvm_library,
};
pub use load::{LoadOptions, Loaded, Reuse, load, load_native};
pub use source::{CargoTarget, Hints, Language, Source};
