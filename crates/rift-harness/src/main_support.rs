// What every harness has in common. Written by rift; the entries follow.
#![allow(warnings)]

use std::cell::Cell;
use std::fmt::{Debug, Display};
use std::io::{Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;

/// Bytes that are no input of the entry.
fn reject() -> ! {
    std::process::exit(3)
}

fn leak<T>(value: T) -> &'static mut T {
    Box::leak(Box::new(value))
}

/// What a constructor made, or a rejection.
trait Accept {
    type Value;
    fn accept(self) -> Self::Value;
}

impl<T> Accept for Option<T> {
    type Value = T;
    fn accept(self) -> T {
        match self {
            Some(value) => value,
            None => reject(),
        }
    }
}

impl<T, E> Accept for Result<T, E> {
    type Value = T;
    fn accept(self) -> T {
        match self {
            Ok(value) => value,
            Err(_) => reject(),
        }
    }
}

struct Input {
    data: &'static [u8; SIZE],
    at: usize,
}

impl Input {
    fn read() -> Input {
        let data: &'static mut [u8; SIZE] = leak([0; SIZE]);
        let mut stdin = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(0) });
        let mut at = 0;
        while at < SIZE {
            match stdin.read(&mut data[at..]) {
                Ok(0) | Err(_) => break,
                Ok(count) => at += count,
            }
        }
        Input { data, at: 0 }
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        bytes.copy_from_slice(&self.data[self.at..self.at + N]);
        self.at += N;
        bytes
    }

    fn boolean(&mut self) -> bool {
        self.take::<1>()[0] & 1 == 1
    }

    /// A number below `count`, as a branch for each: what follows must not depend on a symbol.
    #[inline(never)]
    fn tag(&mut self, count: usize) -> usize {
        let byte = self.take::<1>()[0] as usize;
        let mut tag = 0;
        while tag + 1 < count && tag < byte {
            tag += 1;
        }
        tag
    }

    fn bytes(&mut self, max: usize) -> &'static [u8] {
        let length = self.tag(max + 1);
        let start = self.at;
        self.at += max;
        &self.data[start..start + length]
    }

    fn text(&mut self, max: usize) -> &'static str {
        let bytes = self.bytes(max);
        if !is_text(bytes) {
            reject();
        }
        unsafe { std::str::from_utf8_unchecked(bytes) }
    }

    fn character(&mut self) -> char {
        let [a, b, c] = self.take::<3>();
        match char::from_u32(u32::from_le_bytes([a, b, c, 0])) {
            Some(character) => character,
            None => reject(),
        }
    }

    fn list<T>(&mut self, max: usize, room: usize, mut one: impl FnMut(&mut Input) -> T) -> Vec<T> {
        let length = self.tag(max + 1);
        let end = self.at + max * room;
        let mut list = Vec::with_capacity(max);
        while list.len() < length {
            list.push(one(self));
        }
        self.at = end;
        list
    }

    fn maybe<T>(&mut self, room: usize, one: impl FnOnce(&mut Input) -> T) -> Option<T> {
        let some = self.boolean();
        let end = self.at + room;
        let value = if some { Some(one(self)) } else { None };
        self.at = end;
        value
    }

    fn choice<T>(&mut self, count: usize, room: usize, one: impl FnOnce(&mut Input, usize) -> T) -> T {
        let tag = self.tag(count);
        let end = self.at + room;
        let value = one(self, tag);
        self.at = end;
        value
    }
}

/// Whether bytes are UTF-8 (Unicode, table 3-7), decided once for all of them: one branch for ASCII, one for the rest.
#[inline(never)]
fn is_text(bytes: &[u8]) -> bool {
    let mut all = 0;
    for byte in bytes {
        all |= *byte;
    }
    if all < 0x80 {
        return true;
    }
    let (mut good, mut missing, mut low, mut high) = (1u32, 0u32, 0x80u32, 0xbfu32);
    for byte in bytes {
        let b = *byte as u32;
        let is = |condition: bool| condition as u32;
        let inside = is(missing != 0);
        let two = is(b.wrapping_sub(0xc2) <= 0xdf - 0xc2);
        let three = is(b & 0xf0 == 0xe0);
        let four = is(b.wrapping_sub(0xf0) <= 4);
        let continues = is(b >= low) & is(b <= high);
        good &= (inside & continues) | ((inside ^ 1) & (is(b < 0x80) | two | three | four));
        let more = two | (three << 1) | (four << 1) | four;
        missing = (missing.wrapping_sub(1) & 0u32.wrapping_sub(inside)) | (more & inside.wrapping_sub(1));
        low = 0x80 + (is(b == 0xe0) << 5) + (is(b == 0xf0) << 4);
        high = 0xbf - (is(b == 0xed) << 5) - (is(b == 0xf4) << 4) - (is(b == 0xf4) << 5);
    }
    good & is_zero(missing) == 1
}

fn is_zero(number: u32) -> u32 {
    (number == 0) as u32
}

struct Output {
    bytes: Vec<u8>,
    show: bool,
}

impl Output {
    fn write(&self) {
        let mut stdout = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(1) });
        let _ = stdout.write_all(&self.bytes);
    }

    fn shown(&mut self, how: &str, text: String) {
        eprintln!("shown: {how}");
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// A raw form that takes no decisions on values.
trait Raw {
    fn raw(&self, out: &mut Vec<u8>);
}

macro_rules! raw_integers {
    ($($name:ty)*) => { $(impl Raw for $name {
        fn raw(&self, out: &mut Vec<u8>) { out.extend_from_slice(&self.to_le_bytes()) }
    })* };
}
raw_integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! raw_nonzero {
    ($($name:ident)*) => { $(impl Raw for std::num::$name {
        fn raw(&self, out: &mut Vec<u8>) { self.get().raw(out) }
    })* };
}
raw_nonzero!(NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize NonZeroI32 NonZeroI64);

impl Raw for bool {
    fn raw(&self, out: &mut Vec<u8>) {
        out.push(b'0' + *self as u8)
    }
}
impl Raw for char {
    fn raw(&self, out: &mut Vec<u8>) {
        (*self as u32).raw(out)
    }
}
impl Raw for f32 {
    fn raw(&self, out: &mut Vec<u8>) {
        let bits = if self.is_nan() { f32::NAN.to_bits() } else { self.to_bits() };
        bits.raw(out)
    }
}
impl Raw for f64 {
    fn raw(&self, out: &mut Vec<u8>) {
        let bits = if self.is_nan() { f64::NAN.to_bits() } else { self.to_bits() };
        bits.raw(out)
    }
}
impl Raw for () {
    fn raw(&self, _: &mut Vec<u8>) {}
}
impl Raw for str {
    fn raw(&self, out: &mut Vec<u8>) {
        (self.len() as u32).raw(out);
        out.extend_from_slice(self.as_bytes());
    }
}
impl Raw for String {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_str().raw(out)
    }
}
impl Raw for std::ffi::OsStr {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_encoded_bytes().raw(out)
    }
}
impl Raw for std::ffi::OsString {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_os_str().raw(out)
    }
}
impl Raw for std::path::Path {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_os_str().raw(out)
    }
}
impl Raw for std::path::PathBuf {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_os_str().raw(out)
    }
}
impl Raw for std::time::Duration {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_secs().raw(out);
        self.subsec_nanos().raw(out);
    }
}
impl Raw for std::time::SystemTime {
    fn raw(&self, out: &mut Vec<u8>) {
        match self.duration_since(std::time::UNIX_EPOCH) {
            Ok(after) => after.raw(out),
            Err(before) => {
                out.push(b'-');
                before.duration().raw(out)
            }
        }
    }
}
impl Raw for std::cmp::Ordering {
    fn raw(&self, out: &mut Vec<u8>) {
        (*self as i8).raw(out)
    }
}
impl<T: Raw> Raw for [T] {
    fn raw(&self, out: &mut Vec<u8>) {
        (self.len() as u32).raw(out);
        for one in self {
            one.raw(out);
        }
    }
}
impl<T: Raw, const N: usize> Raw for [T; N] {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_slice().raw(out)
    }
}
impl<T: Raw> Raw for Vec<T> {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_slice().raw(out)
    }
}
impl<T: Raw> Raw for Option<T> {
    fn raw(&self, out: &mut Vec<u8>) {
        match self {
            Some(value) => {
                out.push(b'S');
                value.raw(out)
            }
            None => out.push(b'N'),
        }
    }
}
impl<T: Raw, E: Raw> Raw for Result<T, E> {
    fn raw(&self, out: &mut Vec<u8>) {
        match self {
            Ok(value) => {
                out.push(b'O');
                value.raw(out)
            }
            Err(error) => {
                out.push(b'E');
                error.raw(out)
            }
        }
    }
}
impl<T: Raw + ?Sized> Raw for &T {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
impl<T: Raw + ?Sized> Raw for &mut T {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
impl<T: Raw + ?Sized> Raw for Box<T> {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
impl<T: Raw + ToOwned + ?Sized> Raw for std::borrow::Cow<'_, T> {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
macro_rules! raw_tuples {
    ($(($($name:ident)*))*) => { $(impl<$($name: Raw),*> Raw for ($($name,)*) {
        fn raw(&self, out: &mut Vec<u8>) {
            let ($($name,)*) = self;
            $($name.raw(out);)*
        }
    })* };
}
raw_tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F));

/// A value and the best way its type has to be seen: the method is looked up on `&&&&&&Seen`, and an implementation
/// for more references is found first.
struct Seen<T>(Cell<Option<T>>);

impl<T> Seen<T> {
    fn new(value: T) -> Seen<T> {
        Seen(Cell::new(Some(value)))
    }

    fn value(&self) -> T {
        self.0.take().unwrap()
    }
}

const ITEMS: usize = 16;

trait SeenRaw {
    fn see(&self, out: &mut Output);
}
impl<T: Raw> SeenRaw for &&&&&Seen<T> {
    fn see(&self, out: &mut Output) {
        self.value().raw(&mut out.bytes)
    }
}

trait SeenRawItems {
    fn see(&self, out: &mut Output);
}
impl<T: Iterator> SeenRawItems for &&&&Seen<T>
where
    T::Item: Raw,
{
    fn see(&self, out: &mut Output) {
        for item in self.value().take(ITEMS) {
            out.bytes.push(b'|');
            item.raw(&mut out.bytes);
        }
    }
}

trait SeenItems {
    fn show(&self, out: &mut Output);
}
impl<T: Iterator> SeenItems for &&&&&&Seen<T>
where
    T::Item: Debug,
{
    fn show(&self, out: &mut Output) {
        let items: Vec<_> = self.value().take(ITEMS).collect();
        out.shown("items", format!("{items:?}"))
    }
}

trait SeenDebugItems {
    fn see(&self, out: &mut Output);
}
impl<T: Iterator> SeenDebugItems for &&&Seen<T>
where
    T::Item: Debug,
{
    fn see(&self, out: &mut Output) {
        for item in self.value().take(ITEMS) {
            let _ = write!(out.bytes, "|{item:?}");
        }
    }
}

trait SeenDebug {
    fn see(&self, out: &mut Output);
    fn show(&self, out: &mut Output);
    fn after(&self, out: &mut Output, name: &str);
}
impl<T: Debug> SeenDebug for &&Seen<T> {
    fn see(&self, out: &mut Output) {
        let _ = write!(out.bytes, "{:?}", self.value());
    }
    fn show(&self, out: &mut Output) {
        out.shown("debug", format!("{:?}", self.value()))
    }
    fn after(&self, out: &mut Output, name: &str) {
        eprintln!("after: {name}");
        let _ = write!(out.bytes, "; {name}: {:?}", self.value());
    }
}

trait SeenDisplay {
    fn see(&self, out: &mut Output);
    fn show(&self, out: &mut Output);
}
impl<T: Display> SeenDisplay for &Seen<T> {
    fn see(&self, out: &mut Output) {
        let _ = write!(out.bytes, "{}", self.value());
    }
    fn show(&self, out: &mut Output) {
        out.shown("display", self.value().to_string())
    }
}

trait SeenNot {
    fn see(&self, out: &mut Output);
    fn show(&self, out: &mut Output);
    fn after(&self, out: &mut Output, name: &str);
}
impl<T> SeenNot for Seen<T> {
    fn see(&self, out: &mut Output) {
        out.bytes.extend_from_slice(b"returned");
    }
    fn show(&self, out: &mut Output) {
        out.shown("nothing", "returned".to_owned())
    }
    fn after(&self, _: &mut Output, _: &str) {}
}

macro_rules! see {
    ($out:expr, $value:expr) => {
        (&&&&&&Seen::new($value)).see($out)
    };
}
macro_rules! show {
    ($out:expr, $value:expr) => {
        (&&&&&&&Seen::new($value)).show($out)
    };
}
macro_rules! after {
    ($out:expr, $name:expr, $value:expr) => {
        (&&&Seen::new($value)).after($out, $name)
    };
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let number = arguments.next().and_then(|text| text.parse::<usize>().ok()).unwrap_or(usize::MAX);
    let show = arguments.next().is_some_and(|word| word == "show");
    std::panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(message), _) => *message,
            (_, Some(message)) => message.as_str(),
            _ => "",
        };
        let mut bytes = b"panic: ".to_vec();
        bytes.extend_from_slice(message.as_bytes());
        bytes.push(b'\n');
        Output { bytes, show }.write();
        if let (true, Some(place)) = (show, info.location()) {
            eprintln!("at {}:{}:{}", place.file(), place.line(), place.column());
        }
        std::process::exit(101)
    }));
    let mut input = Input::read();
    let mut output = Output { bytes: Vec::new(), show };
    run(number, &mut input, &mut output);
    output.bytes.push(b'\n');
    output.write();
}
