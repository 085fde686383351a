//! The C runtime as bitcode, compiled by the build script.

include!(concat!(env!("OUT_DIR"), "/runtime_table.rs"));

/// Every file of the runtime: its name without extension, and its bitcode. To be linked into programs under test.
pub fn runtime() -> &'static [(&'static str, &'static [u8])] {
    RUNTIME
}
