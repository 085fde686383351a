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
