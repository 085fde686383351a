//! The machine's memory.
pub struct Memory;
