//! `rift-cxx`: a C++ compiler that leaves the bitcode of what it compiles inside the objects.

fn main() -> std::process::ExitCode {
    rift_ingest::wrapper::run_wrapper(std::env::args_os())
}
