//! The boundary to libLLVM: opened at run time, wrapped so that the rest of the crate is safe Rust.
//!
//! Architecture invariant: `unsafe` and llvm-sys stay inside this folder.

mod bind;
mod debug;
mod embedded;
mod ffi;
mod inst;
mod isolate;
mod link;
mod module;
mod names;
mod types;
mod value;

pub use bind::{LlvmLibrary, llvm_library};
pub(crate) use embedded::embedded_in;
pub use embedded::extract_embedded;
pub use isolate::ingest_isolated;
pub use link::{Branches, LinkOptions, link_and_lower};

pub(crate) use debug::Metadata;
pub(crate) use link::array_section;
pub(crate) use module::SourceModule;
pub(crate) use types::{Layout, Ty, TyKind};
pub(crate) use value::{BasicBlock, Value, ValueKind};

/// One module of the program or of the runtime: bitcode, wrapped bitcode or LLVM's text, told apart by content.
#[derive(Debug, Clone)]
pub struct Bitcode {
    /// Where it comes from, for messages.
    pub name: String,
    pub bytes: Vec<u8>,
}
