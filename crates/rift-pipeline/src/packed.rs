//! State files are LZ4 frames with a checksum: the inputs of pending branches, which are most of a state, differ in a few
//! bytes each.

use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use std::io::{self, Read, Write};

/// A larger state is not written, and a file that unpacks to more is not believed.
const MAX_STATE_BYTES: u64 = 4 << 30;
/// Is read behind a file's last byte, and is no part of a frame. The decoder takes the end of the file for the end of the
/// frame, and leaves what comes behind a frame: so it goes up to here, or the file is damaged.
const BEHIND_THE_END: [u8; 8] = [0xff; 8];

/// Packs what is written to it.
pub struct Packer<W: Write> {
    frame: FrameEncoder<W>,
    left: u64,
}

impl<W: Write> Packer<W> {
    pub fn new(out: W) -> Packer<W> {
        // Linked blocks repeat what the blocks before have.
        let info =
            FrameInfo::new().block_size(BlockSize::Max256KB).block_mode(BlockMode::Linked).content_checksum(true);
        Packer { frame: FrameEncoder::with_frame_info(info, out), left: MAX_STATE_BYTES }
    }

    /// Writes what is left in the buffers, and the checksum.
    pub fn finish(self) -> io::Result<()> {
        self.frame.finish()?.flush()
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.frame.write(bytes)?;
        self.left = self.left.checked_sub(written as u64).ok_or_else(too_large)?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.frame.flush()
    }
}

/// Everything that a file holds.
pub fn unpack(file: &[u8]) -> io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    let mut frame = FrameDecoder::new(file.chain(BEHIND_THE_END.as_slice()));
    frame.by_ref().take(MAX_STATE_BYTES + 1).read_to_end(&mut whole)?;
    if whole.len() as u64 > MAX_STATE_BYTES {
        return Err(too_large());
    }
    match frame.into_inner().into_inner() {
        ([], behind) if behind.len() == BEHIND_THE_END.len() => Ok(whole),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "it does not end where its contents do")),
    }
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "the state is larger than 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut packer = Packer::new(&mut file);
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap();
        file
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
            assert_eq!(unpack(&packed(&bytes)).unwrap(), bytes);
        }
        assert!(packed(&inputs).len() < inputs.len() / 50, "{}", packed(&inputs).len());
        assert!(packed(&noise(10_000)).len() < 80_100);
    }

    #[test]
    fn damage_is_seen_or_changes_nothing() {
        let bytes = [noise(50), vec![3; 500], noise(50)].concat();
        let whole = packed(&bytes);
        for end in 0..whole.len() {
            assert!(unpack(&whole[..end]).is_err(), "{end}");
        }
        assert!(unpack(&[whole.as_slice(), b"x"].concat()).is_err() && unpack(&whole.repeat(2)).is_err());
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                // A repetition can be told in several ways.
                assert!(unpack(&damaged).is_err() || unpack(&damaged).unwrap() == bytes, "bit {bit} of byte {at}");
            }
        }
    }
}
