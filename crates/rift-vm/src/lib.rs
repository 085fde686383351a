//! The machine: registers, memory, calls, outcomes; knows no libc.
