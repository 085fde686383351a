//! Assignments to input bytes.

/// A value for every input byte; bytes beyond the end are zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Model {
    pub bytes: Vec<u8>,
}

impl Model {
    #[inline]
    pub fn byte(&self, at: u32) -> u8 {
        self.bytes.get(at as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, at: u32, value: u8) {
        if self.bytes.len() <= at as usize {
            self.bytes.resize(at as usize + 1, 0);
        }
        self.bytes[at as usize] = value;
    }
}
