//! A library.
use std::collections::BTreeMap;
pub struct Point { pub x: i32, y: Option<u8> }
#[derive(Debug, Clone, PartialEq)]
pub enum Shape<T> { Dot, Line(T, T), Named { name: String } }
pub trait Area { const UNIT: u8; type Out; fn area(&self) -> Self::Out; }
impl Area for Point { const UNIT: u8 = 1; type Out = u64; fn area(&self) -> u64 { 1 } }
impl Point { pub fn new(x: i32) -> Self { Point { x, y: None } } pub fn scale(&mut self, by: &[u8], f: impl Fn(i32) -> bool) -> Result<i32, String> { Err("no".to_string()) } }
pub mod inner { pub use super::Shape as Form; /// <!-- rift: skip -->
 pub fn skipped() {} pub fn parse<S: AsRef<str>>(text: S) -> Option<Vec<(u8, char)>> { None } }
pub use inner::*;
pub const LIMIT: usize = 0x10;
pub fn each<'a, I>(items: I, map: &BTreeMap<String, Box<dyn Fn(&'a str) -> u8>>) -> impl Iterator<Item = u8> where I: IntoIterator<Item = &'a str> + 'a { items.into_iter().map(|i| i.len() as u8) }
