//! Whole programs, compiled and run.

mod concolic;
mod explore;
mod replay;
