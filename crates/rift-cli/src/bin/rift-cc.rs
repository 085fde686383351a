//! `rift-cc`: a C compiler that leaves the bitcode of what it compiles inside the objects.
//! Called by a name that ends in `++` or `cxx`, a C++ compiler.

fn main() -> std::process::ExitCode {
    rift_ingest::wrapper::run_wrapper(std::env::args_os())
}
