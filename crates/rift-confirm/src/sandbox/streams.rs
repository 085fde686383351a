//! The pipes to and from a program under test. None of them ever blocks.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// What comes out of the program.
pub(super) struct Stream {
    pipe: Option<File>,
    pub bytes: Vec<u8>,
}

impl Stream {
    pub(super) fn new(pipe: OwnedFd) -> io::Result<Stream> {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok(Stream { pipe: Some(File::from(pipe)), bytes: Vec::new() })
    }

    /// `None` once it has ended.
    pub(super) fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// How many bytes were there.
    pub(super) fn read_some(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 1 << 14];
        let Some(pipe) = &mut self.pipe else { return Ok(0) };
        match pipe.read(&mut buffer) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                self.bytes.extend_from_slice(&buffer[..count]);
                return Ok(count);
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(error) => return Err(error),
        }
        Ok(0)
    }

    /// Takes what is left in the pipe when nobody writes any more.
    pub(super) fn finish(&mut self, limit: u64) -> io::Result<()> {
        while self.bytes.len() as u64 <= limit && self.read_some()? > 0 {}
        Ok(())
    }
}

/// What goes into the program.
pub(super) struct Feed<'a> {
    pipe: Option<File>,
    rest: &'a [u8],
}

impl<'a> Feed<'a> {
    pub(super) fn new(pipe: OwnedFd, bytes: &'a [u8]) -> io::Result<Feed<'a>> {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        let mut feed = Feed { pipe: Some(File::from(pipe)), rest: bytes };
        feed.write_some();
        Ok(feed)
    }

    /// `None` once there is nothing more to give.
    pub(super) fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// A program that does not read its input closes the pipe: no error.
    pub(super) fn write_some(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        while !self.rest.is_empty() {
            match pipe.write(self.rest) {
                Ok(count) => self.rest = &self.rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.pipe = None;
    }
}
