//! A library whose types another one takes.

mod day;

pub use day::{Dated, Day};

/// Another name.
pub type Date = Day;

/// With fields that everybody sees.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}
