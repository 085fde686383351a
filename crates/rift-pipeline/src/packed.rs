//! Bytes that repeat what came shortly before, in less room: the inputs of pending branches, which are most of a state,
//! differ in a few bytes each.
//!
//! A file is a sequence of blocks: the length of the block, that of what follows, and steps that make it. A step is a
//! number of bytes as they are, and a number of bytes that were there before, at a distance. Lengths of blocks are 32 bits,
//! little endian; numbers in steps have seven bits a byte, the lowest first.
//!
//! Absent: entropy coding. What does not repeat stays as large as it is.

use std::io::{self, Write};

/// Bytes that are looked at together: a few hundred inputs of a page each.
const BLOCK: usize = 1 << 20;
/// Fewer bytes are not worth to be told as a repetition.
const SHORTEST: usize = 8;
/// Places that are remembered, by what is there.
const PLACES_LOG2: u32 = 15;
/// No state is larger than this: neither is one written, nor is a file believed that says so.
const LARGEST: u64 = 4 << 30;

/// Packs what is written to it.
pub struct Packer<W: Write> {
    out: W,
    block: Vec<u8>,
    total: u64,
}

impl<W: Write> Packer<W> {
    pub fn new(out: W) -> Packer<W> {
        Packer { out, block: Vec::with_capacity(BLOCK), total: 0 }
    }

    /// What was not enough for a block.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_block()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        self.total += self.block.len() as u64;
        if self.total > LARGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the state is too large"));
        }
        let packed = pack(&self.block);
        for length in [self.block.len(), packed.len()] {
            self.out.write_all(&u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes())?;
        }
        self.out.write_all(&packed)?;
        self.block.clear();
        Ok(())
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..taken]);
        if self.block.len() == BLOCK {
            self.end_block()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that a file holds. `None` if it is damaged.
pub fn unpack(mut file: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    while !file.is_empty() {
        let (lengths, rest) = file.split_at_checked(8)?;
        let length = |at: usize| Some(u32::from_le_bytes(lengths[at..at + 4].try_into().ok()?) as usize);
        let (block, packed) = (length(0)?, length(4)?);
        if block > BLOCK || whole.len() as u64 + block as u64 > LARGEST {
            return None;
        }
        let (steps, next) = rest.split_at_checked(packed)?;
        unpack_block(steps, block, &mut whole)?;
        file = next;
    }
    Some(whole)
}

fn pack(block: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut places = vec![usize::MAX; 1 << PLACES_LOG2];
    let (mut told, mut at) = (0, 0);
    while let Some(here) = block.get(at..at + SHORTEST) {
        let key = u64::from_le_bytes(here.try_into().expect("it has as many bytes as a number"));
        let place = &mut places[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES_LOG2)) as usize];
        let before = std::mem::replace(place, at);
        if before == usize::MAX || block[before..before + SHORTEST] != *here {
            at += 1;
            continue;
        }
        let same = block[at..].iter().zip(&block[before..]).take_while(|(here, before)| here == before).count();
        step(&mut packed, &block[told..at], same, at - before);
        at += same;
        told = at;
    }
    step(&mut packed, &block[told..], 0, 0);
    packed
}

fn step(packed: &mut Vec<u8>, plain: &[u8], same: usize, distance: usize) {
    number(packed, plain.len());
    packed.extend_from_slice(plain);
    number(packed, same);
    number(packed, distance);
}

fn number(packed: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        packed.push(value as u8 | 0x80);
        value >>= 7;
    }
    packed.push(value as u8);
}

fn unpack_block(mut steps: &[u8], length: usize, whole: &mut Vec<u8>) -> Option<()> {
    let begin = whole.len();
    while !steps.is_empty() {
        let plain = read_number(&mut steps)?;
        let (bytes, rest) = steps.split_at_checked(plain)?;
        steps = rest;
        let (same, distance) = (read_number(&mut steps)?, read_number(&mut steps)?);
        let done = whole.len() - begin + plain;
        if same > length.checked_sub(done)? || (same > 0 && !(1..=done).contains(&distance)) {
            return None;
        }
        whole.extend_from_slice(bytes);
        // What repeats may reach into what it makes.
        for _ in 0..same {
            whole.push(whole[whole.len() - distance]);
        }
    }
    (whole.len() - begin == length).then_some(())
}

fn read_number(steps: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let (byte, rest) = steps.split_first()?;
        *steps = rest;
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packer = Packer::new(Vec::new());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    /// Numbers that repeat nothing.
    fn noise(count: u64) -> Vec<u8> {
        let mix = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (0..count).flat_map(|n| mix(n + 1).to_le_bytes()).collect()
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let inputs: Vec<u8> =
            (0..3000u32).flat_map(|n| [&[b'a'; 1000][..], &n.to_le_bytes(), b"tail"].concat()).collect();
        let all = [vec![], b"x".to_vec(), vec![7; 5_000_000], noise(10), noise(300_000), inputs.clone()];
        for bytes in all {
            assert_eq!(unpack(&packed(&bytes)), Some(bytes));
        }
        assert!(packed(&inputs).len() < inputs.len() / 50, "{}", packed(&inputs).len());
        assert!(packed(&noise(10_000)).len() < 80_100);
    }

    #[test]
    fn damage_is_seen_or_harmless() {
        let bytes = [noise(50), vec![3; 500], noise(50)].concat();
        let whole = packed(&bytes);
        for end in 1..whole.len() {
            assert_eq!(unpack(&whole[..end]), None, "{end}");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                assert!(unpack(&damaged).is_none_or(|bytes| bytes.len() <= BLOCK));
            }
        }
        let huge = [&u32::MAX.to_le_bytes()[..], &4u32.to_le_bytes(), &[0, 0xff, 0xff, 1]].concat();
        assert_eq!(unpack(&huge), None);
    }
}
