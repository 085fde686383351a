//! Flat open-addressing tables from contents to dense numbers, with a multiplicative hash (that of rustc's FxHash).
//!
//! A slot is 4 bytes: the number, and as much of the hash as fits. So a lookup mostly touches one line of the table and
//! the contents it looks for, and nothing depends on addresses or on a random seed.

use std::hash::{Hash, Hasher};

const MULTIPLIER: u64 = 0xf135_7aea_2e62_a9c5;

#[derive(Default)]
struct Multiply(u64);

impl Multiply {
    #[inline]
    fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(26) ^ value).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for Multiply {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.mix(value as u64);
    }
}

/// The upper half of the product, which depends on every bit of `value`.
#[inline]
pub(crate) fn hash(value: &(impl Hash + ?Sized)) -> u32 {
    let mut hasher = Multiply::default();
    value.hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

/// Of two words, by one multiplication (as wyhash).
#[inline]
pub(crate) fn hash_words(a: u64, b: u64) -> u32 {
    let product = u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    let folded = product as u64 ^ (product >> 64) as u64;
    (folded ^ folded >> 32) as u32
}

/// Numbers by the hash of what they stand for; the contents are the caller's.
pub(crate) struct IdTable {
    /// A number plus one in the lower bits, as many as count the slots, and bits of the hash above them; or 0. The
    /// length is a power of two.
    slots: Vec<u32>,
    used: usize,
}

const SMALLEST: usize = 64;

impl IdTable {
    pub(crate) fn new() -> IdTable {
        IdTable { slots: vec![0; SMALLEST], used: 0 }
    }

    /// Keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// The part of a slot that is a number: the rest is hash.
    #[inline]
    fn number_mask(&self) -> u32 {
        self.slots.len() as u32 - 1
    }

    #[inline]
    pub(crate) fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.number_mask();
        // The lower bits of the hash are the place; the upper ones tell apart who shares it.
        let mut at = hash & mask;
        loop {
            let slot = self.slots[at as usize];
            if slot == 0 {
                return None;
            }
            if (slot ^ hash) & !mask == 0 && is_it((slot & mask) - 1) {
                return Some((slot & mask) - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds the next number, which [`IdTable::find`] did not find. `hash_of` are the hashes of the earlier ones.
    pub(crate) fn insert(&mut self, hash: u32, hash_of: impl Fn(u32) -> u32) {
        let number = self.used as u32;
        self.used += 1;
        if self.used * 4 > self.slots.len() * 3 {
            self.slots = vec![0; self.slots.len() * 2];
            (0..number).for_each(|earlier| self.place(hash_of(earlier), earlier));
        }
        self.place(hash, number);
    }

    fn place(&mut self, hash: u32, number: u32) {
        let mask = self.number_mask();
        let mut at = hash & mask;
        while self.slots[at as usize] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at as usize] = hash & !mask | (number + 1);
    }
}
