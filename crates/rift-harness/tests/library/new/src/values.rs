//! Values that are not made by a constructor of their type.

mod deep {
    pub mod deeper {
        /// Reached by globs that lead to globs.
        pub fn buried(number: u8) -> u8 {
            number
        }
    }
    pub use deeper::*;
}
pub use deep::*;

/// Implemented for types with parameters only.
pub trait Span<T = usize> {
    fn width(&self) -> usize;
}

impl Span for std::ops::Range<usize> {
    fn width(&self) -> usize {
        self.end.saturating_sub(self.start)
    }
}

impl<T> Span<T> for std::ops::RangeFrom<T> {
    fn width(&self) -> usize {
        usize::MAX
    }
}

pub fn widest(span: impl Span) -> usize {
    span.width()
}

pub trait Room {
    type Item;
    fn first(self) -> Option<Self::Item>;
}

impl<T> Room for [T; 3] {
    type Item = T;
    fn first(self) -> Option<T> {
        self.into_iter().next()
    }
}

/// Its elements have a type that only an implementation tells.
pub fn replace<R: Room>(room: R, item: R::Item) -> R::Item {
    room.first().unwrap_or(item)
}

/// Only its builder makes one.
pub struct Built {
    size: u8,
}

#[derive(Default)]
pub struct Builder {
    pub size: u8,
}

impl Builder {
    pub fn build(self) -> Built {
        Built { size: self.size }
    }
}

impl Built {
    pub fn size(&self) -> u8 {
        self.size
    }
}

/// Only there behind a reference.
pub struct Name(str);

impl Name {
    pub fn new(text: &str) -> &Name {
        // SAFETY: a `Name` is nothing but its text.
        unsafe { &*(text as *const str as *const Name) }
    }

    pub fn length(&self) -> usize {
        self.0.len()
    }
}

/// Only failures make one.
#[derive(Debug)]
pub struct Refusal(());

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("refused")
    }
}

pub fn accept(number: u8) -> Result<u8, Refusal> {
    if number < 200 {
        Err(Refusal(()))
    } else {
        Ok(number)
    }
}

pub trait Voice {
    fn word(&self) -> &'static str;
}

pub struct Loud;

impl Voice for Loud {
    fn word(&self) -> &'static str {
        "LOUD"
    }
}

pub fn say(voice: Box<dyn Voice>) -> &'static str {
    voice.word()
}

/// The first version lets the compiler compare it.
#[derive(Debug, Clone)]
pub struct Address(pub String);

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

/// The second version can be printed.
#[derive(Debug, Clone)]
pub struct Gained {
    secret: u8,
}

pub fn gain(secret: u8) -> Gained {
    Gained { secret }
}

impl Gained {
    pub fn doubled(&self) -> u8 {
        self.secret.wrapping_mul(2)
    }
}

impl std::fmt::Display for Gained {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.secret)
    }
}

/// Borrows what it writes to.
pub struct Filler<'a> {
    room: &'a mut [u8],
    used: usize,
}

impl<'a> Filler<'a> {
    pub fn new(room: &'a mut [u8]) -> Filler<'a> {
        Filler { room, used: 0 }
    }

    pub fn push(&mut self, byte: u8) {
        if let Some(place) = self.room.get_mut(self.used) {
            *place = byte;
            self.used += 1;
        }
    }

    pub fn used(&self) -> usize {
        self.used
    }
}

/// Looked at, and not changed, whatever the signature says.
#[derive(Debug)]
pub struct Top {
    pub byte: u8,
}

impl Top {
    pub fn peek(&self) -> u8 {
        self.byte
    }
}

pub fn reason(error: Box<dyn std::error::Error>) -> String {
    error.to_string()
}

/// In another width, which is one only where it shows.
pub fn third(number: u8) -> f32 {
    f32::from(number) / 3.0
}

pub fn thirds(number: u8) -> [f32; 2] {
    [0.0, f32::from(number) / 3.0]
}
