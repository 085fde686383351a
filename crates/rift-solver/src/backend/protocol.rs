//! What is said to a solver and what it says: one request, one reply.
//!
//! Between processes, each is a frame: its length in 4 bytes, little-endian, then postcard's encoding. Both ends are
//! the same program, so there are no versions. Whatever does not decode is the end of the conversation.

use super::definition::{Definition, Id};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;

/// The first frame: what the worker may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Start {
    /// Address space, in bytes.
    pub(super) memory: u64,
    pub(super) terms: usize,
    pub(super) gates: u64,
}

/// Can all assumptions hold together?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    /// Comes back with the reply.
    pub(super) number: u32,
    /// After so many steps it is given up.
    pub(super) steps: u64,
    /// The terms that were not told before, each after its operands.
    pub(super) definitions: Vec<Definition>,
    /// What these are estimated to become.
    pub(super) gates: u64,
    pub(super) assumptions: Vec<Id>,
    /// The input bytes whose values are wanted.
    pub(super) bytes: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) number: u32,
    pub(super) outcome: Outcome,
    /// How many steps it took.
    pub(super) steps: u64,
    pub(super) processor_nanoseconds: u64,
    /// It has grown so much that it had better start anew.
    pub(super) is_large: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// With the values of the bytes that were asked for.
    Sat(Vec<u8>),
    Unsat,
    /// All its steps were used up.
    StepLimit,
    /// The deadline came first.
    Interrupted,
    Unsupported,
}

/// The whole frame of a message.
pub(super) fn frame(message: &impl Serialize) -> Vec<u8> {
    let mut frame = postcard::to_extend(message, vec![0; 4]).expect("these types have an encoding, and memory grows");
    let length = u32::try_from(frame.len() - 4).expect("a request is smaller than 4 GiB");
    frame[..4].copy_from_slice(&length.to_le_bytes());
    frame
}

/// The length of the message after these first 4 bytes of its frame.
pub(super) fn length(prefix: [u8; 4]) -> usize {
    u32::from_le_bytes(prefix) as usize
}

pub(super) fn decode<T: DeserializeOwned>(message: &[u8]) -> io::Result<T> {
    match postcard::take_from_bytes(message) {
        Ok((message, [])) => Ok(message),
        Ok((_, rest)) => Err(garbage(format!("{} bytes after the message", rest.len()))),
        Err(error) => Err(garbage(error.to_string())),
    }
}

/// The next message, or `None` at the end.
#[cfg(any(test, feature = "bitwuzla"))]
pub(super) fn read<T: DeserializeOwned>(mut from: impl io::Read) -> io::Result<Option<T>> {
    use io::Read as _;
    let mut prefix = [0; 4];
    if from.read(&mut prefix[..1])? == 0 {
        return Ok(None);
    }
    from.read_exact(&mut prefix[1..])?;
    let length = length(prefix);
    // Grows as bytes come: a wrong length must not take gigabytes.
    let mut message = Vec::new();
    from.take(length as u64).read_to_end(&mut message)?;
    if message.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { decode(&message).map(Some) }
}

fn garbage(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(values: &[u8]) -> Reply {
        Reply { number: 7, outcome: Outcome::Sat(values.to_vec()), steps: 3, processor_nanoseconds: 1, is_large: false }
    }

    #[test]
    fn frames_follow_each_other() {
        let replies = [reply(&[1, 2, 3]), reply(&[0; 300])];
        let bytes: Vec<u8> = replies.iter().flat_map(frame).collect();
        let mut rest = &bytes[..];
        for expected in replies {
            assert_eq!(read(&mut rest).expect("a frame"), Some(expected));
        }
        assert_eq!(read::<Reply>(&mut rest).expect("the end"), None);
    }

    #[test]
    fn what_is_cut_off_or_wrong_is_an_error() {
        let whole = frame(&reply(&[1, 2, 3]));
        for length in 1..whole.len() {
            assert!(read::<Reply>(&whole[..length]).is_err(), "cut off after {length} bytes");
        }
        let too_long = [&u32::MAX.to_le_bytes()[..], &[0; 64]].concat();
        assert!(read::<Reply>(&too_long[..]).is_err());
        let padded = frame(&(reply(&[1]), 0u8));
        assert!(read::<Reply>(&padded[..]).is_err());
    }
}
