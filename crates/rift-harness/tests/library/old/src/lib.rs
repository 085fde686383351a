//! One of everything that a harness can be asked to call.

mod hidden {
    /// Reached by its re-export only.
    pub fn shout(text: &str) -> String {
        text.to_uppercase()
    }
}

pub use hidden::shout;

pub const LIMIT: u32 = 7;

pub fn takes_text(text: &str) -> usize {
    text.len()
}

pub fn generic_text<S: AsRef<str>>(text: S, times: u8) -> String {
    text.as_ref().repeat(usize::from(times % 4))
}

pub fn largest<T: PartialOrd + Copy>(list: &[T]) -> Option<T> {
    let mut list = list.iter();
    let first = list.next()?;
    Some(list.fold(*first, |a, b| if *b > a { *b } else { a }))
}

pub fn count<I>(words: I) -> usize
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    words.into_iter().filter(|word| !word.as_ref().is_empty()).count()
}

pub fn keep(text: &str, wanted: impl Fn(char) -> bool) -> String {
    text.chars().filter(|c| wanted(*c)).collect()
}

pub fn sort(numbers: &mut Vec<i32>) {
    numbers.sort();
}

pub fn fill(buffer: &mut [u8], byte: u8) -> usize {
    buffer.fill(byte);
    buffer.len()
}

pub fn divide(a: i32, b: i32) -> i32 {
    a / b
}

pub fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().rev()
}

pub fn average(values: &[f64], weight: f32) -> f64 {
    values.iter().sum::<f64>() * f64::from(weight)
}

pub fn write_to<W: std::io::Write>(mut out: W, number: u16) -> std::io::Result<()> {
    write!(out, "<{number}>")
}

/// # Safety
/// None.
pub unsafe fn dangerous(number: u8) -> u8 {
    number
}

pub async fn later(number: u8) -> u8 {
    number
}

pub fn pointer(_: *const u8) {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    Red,
    Grey(u8),
    Mixed { red: u8, green: bool },
}

impl Colour {
    pub fn is_grey(&self) -> bool {
        matches!(self, Colour::Grey(_))
    }
}

#[derive(Debug)]
pub struct Even(u32);

#[derive(Debug)]
pub struct Odd;

impl Even {
    pub fn new(number: u32) -> Result<Even, Odd> {
        if number % 2 == 0 {
            Ok(Even(number))
        } else {
            Err(Odd)
        }
    }

    pub fn half(&self) -> u32 {
        self.0 / 2
    }
}

/// Neither `Debug` nor `Display`.
#[derive(Default)]
pub struct Counter {
    sum: u64,
}

impl Counter {
    pub fn new() -> Counter {
        Counter::default()
    }

    pub fn add(&mut self, number: u8) -> &mut Self {
        self.sum += u64::from(number);
        self
    }

    pub fn sum(&self) -> u64 {
        self.sum
    }
}

pub struct Point {
    pub x: i8,
    pub y: i8,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}|{})", self.x, self.y)
    }
}

impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl std::str::FromStr for Point {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Point, Self::Err> {
        let (x, y) = text.split_once('|').unwrap_or((text, "0"));
        Ok(Point { x: x.parse()?, y: y.parse()? })
    }
}

pub struct Pairs<T> {
    list: Vec<(T, T)>,
}

impl<T: Clone> Pairs<T> {
    pub fn new(first: T) -> Pairs<T> {
        Pairs { list: vec![(first.clone(), first)] }
    }

    pub fn first(&self) -> Option<&(T, T)> {
        self.list.first()
    }
}

pub trait Twice {
    fn twice(&self) -> String;
    fn thrice(&self) -> String {
        let twice = self.twice();
        format!("{twice}+")
    }
}

impl Twice for str {
    fn twice(&self) -> String {
        format!("{self}{self}")
    }
}

impl Twice for u16 {
    fn twice(&self) -> String {
        (u32::from(*self) * 2).to_string()
    }
}

#[macro_export]
macro_rules! made {
    () => {
        1
    };
}

pub fn letter(text: &str, at: u8) -> char {
    text.chars().nth(usize::from(at)).expect("there is a letter")
}

pub fn histogram(text: &str) -> std::collections::HashMap<char, usize> {
    let mut histogram = std::collections::HashMap::new();
    text.chars().for_each(|c| *histogram.entry(c).or_default() += 1);
    histogram
}

pub fn left_out(number: u8) -> u8 {
    number
}

pub struct Quiet {
    pub loud: bool,
}

impl Quiet {
    pub fn is_loud(&self) -> bool {
        self.loud
    }
}

impl std::fmt::Display for Quiet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "quiet")
    }
}

pub fn hears(quiet: Quiet) -> bool {
    !quiet.loud
}

pub mod inner {
    pub fn hidden(number: u8) -> u8 {
        number
    }
}

pub struct Shy;

impl std::fmt::Display for Shy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "shy")
    }
}

pub mod values;
