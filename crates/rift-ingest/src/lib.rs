//! Sources, projects, crates and bitcode to modules; the only crate that knows LLVM.
