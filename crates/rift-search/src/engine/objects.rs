//! Which input bytes a symbolic object is made of.
//!
//! Bytes are given out when an object is first asked for, on any path. The n-th object of a name is the same on every
//! path, and in both versions of a program: that is what makes their terms comparable.

use std::collections::HashMap;

/// The n-th object of a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub name: String,
    pub nth: u32,
    pub bytes: u32,
}

#[derive(Default)]
pub(crate) struct Objects {
    first: HashMap<Key, u32>,
    next: u32,
}

impl Objects {
    /// The number of the object's first byte.
    pub fn place(&mut self, key: &Key) -> u32 {
        if let Some(first) = self.first.get(key) {
            return *first;
        }
        let first = self.next;
        self.next += key.bytes;
        self.first.insert(key.clone(), first);
        first
    }
}
