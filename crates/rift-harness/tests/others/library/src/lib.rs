//! Takes types of another library, and values that only come from something else.

use std::collections::HashMap;

pub fn year(day: calendar::Day) -> i32 {
    day.year()
}

pub fn leap(date: &calendar::Date) -> bool {
    date.year() % 4 == 0
}

pub fn quarter<D: calendar::Dated>(date: D) -> u8 {
    date.month() / 4
}

pub fn norm(point: calendar::Point) -> i32 {
    point.x.wrapping_mul(point.y)
}

pub struct Sum(pub i64);

impl std::ops::Add<Sum> for calendar::Point {
    type Output = i64;
    fn add(self, other: Sum) -> i64 {
        other.0.wrapping_add(self.x.into())
    }
}

/// What only an iterator gives.
pub struct Word<'t>(&'t str);

pub struct Words<'t>(std::str::Split<'t, char>);

pub fn words(text: &str) -> Words<'_> {
    Words(text.split(' '))
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;
    fn next(&mut self) -> Option<Word<'t>> {
        self.0.next().map(Word)
    }
}

impl<'t> Word<'t> {
    pub fn length(&self) -> usize {
        self.0.len()
    }
}

/// What only a list gives that may not be there.
pub struct Part(u8);

pub fn parts(bytes: &[u8]) -> Option<Vec<Part>> {
    bytes.first().map(|first| vec![Part(*first)])
}

impl Part {
    pub fn value(&self) -> u8 {
        self.0
    }
}

/// What only a method of a trait gives.
pub struct Counted(u64);

pub trait Count {
    fn counted(self) -> Counted;
}

impl Count for u8 {
    fn counted(self) -> Counted {
        Counted(self.into())
    }
}

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} times", self.0)
    }
}

impl std::fmt::LowerHex for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

pub fn each<F: FnMut(u8) -> Result<(), E>, E>(bytes: &[u8], mut visit: F) -> bool {
    bytes.iter().all(|byte| visit(*byte).is_ok())
}

pub fn sections(text: &str) -> HashMap<String, HashMap<String, Option<String>>> {
    let inside = HashMap::from([(text.to_owned(), Some(text.to_uppercase()))]);
    HashMap::from([("section".to_owned(), inside)])
}

#[derive(Default)]
pub struct Writer {
    loud: bool,
    text: String,
}

impl Writer {
    pub fn new() -> Writer {
        Writer::default()
    }

    pub fn set_loud(&mut self, loud: bool) {
        self.loud = loud;
    }

    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn written(&self) -> String {
        if self.loud { self.text.to_uppercase() } else { self.text.clone() }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Weight(pub u32);

impl<'a> std::iter::Sum<&'a Weight> for Weight {
    fn sum<I: Iterator<Item = &'a Weight>>(weights: I) -> Weight {
        Weight(weights.fold(0, |sum, weight| sum.wrapping_add(weight.0)))
    }
}

/// Holds a closure.
pub struct Sink<F: FnMut(u8) -> Result<(), E>, E> {
    write: F,
    failed: Option<E>,
}

impl<F: FnMut(u8) -> Result<(), E>, E> Sink<F, E> {
    pub fn new(write: F) -> Sink<F, E> {
        Sink { write, failed: None }
    }

    pub fn feed(&mut self, byte: u8) -> bool {
        self.failed = (self.write)(byte).err();
        self.failed.is_none()
    }
}

pub fn is_name<N: ?Sized + PartialEq<str>>(name: &N) -> bool {
    name == "name"
}
