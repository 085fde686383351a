//! Objects and their words: what pointers point to.

use super::bits::Bits;
use rift_ir::{FuncId, GlobalId, Site};

/// A word of an object; also the number of the node that stands for the contents of that word.
pub(crate) type Location = u32;

/// Everything outside the module, and everything that the outside can get at.
pub(super) const UNKNOWN: Location = 0;

/// Larger objects have one word for all the rest.
const MAX_WORDS: u64 = 32;
/// What is told apart in an object whose size is not known.
const HEAP_WORDS: u64 = 16;

/// Something with an address, as far as it is told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// What the host has, or has been given.
    Unknown,
    Global(GlobalId),
    Function(FuncId),
    /// All instances of one alloca.
    Stack(Site),
    /// Everything that one call allocates.
    Heap(Site),
    /// The variable arguments of all calls of a function.
    Variadic(FuncId),
    /// The program's arguments and environment: lists of strings.
    Arguments,
    /// The strings in them, which hold no pointers.
    Strings,
}

#[derive(Debug, Clone)]
struct Extent {
    object: Object,
    first: Location,
    words: u32,
    /// The last word stands for everything after it.
    open: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Objects {
    extents: Vec<Extent>,
    /// The index of the extent of each location.
    of_location: Vec<u32>,
}

impl Objects {
    pub fn new() -> Objects {
        let mut objects = Objects { extents: Vec::new(), of_location: Vec::new() };
        objects.add(Object::Unknown, Some(8));
        objects
    }

    /// `size` in bytes; `None` when it may be any.
    pub fn add(&mut self, object: Object, size: Option<u64>) -> Location {
        let first = self.of_location.len() as Location;
        let (words, open) = match size {
            Some(size) if size <= MAX_WORDS * 8 => (size.div_ceil(8).max(1), matches!(object, Object::Heap(_))),
            Some(_) => (MAX_WORDS, true),
            None => (HEAP_WORDS, true),
        };
        self.of_location.extend((0..words).map(|_| self.extents.len() as u32));
        self.extents.push(Extent { object, first, words: words as u32, open });
        first
    }

    pub fn len(&self) -> usize {
        self.of_location.len()
    }

    pub fn object(&self, location: Location) -> Object {
        self.extent(location).object
    }

    /// All words of the object that the location is in.
    pub fn siblings(&self, location: Location) -> std::ops::Range<Location> {
        let extent = self.extent(location);
        extent.first..extent.first + extent.words
    }

    fn extent(&self, location: Location) -> &Extent {
        &self.extents[self.of_location[location as usize] as usize]
    }

    /// `location` plus `bytes`. A location does not say where in its word it points, so that may be two words.
    pub fn shifted(&self, location: Location, bytes: i64, into: &mut Bits) {
        self.shifted_words(location, bytes.div_euclid(8), into);
        if bytes.rem_euclid(8) != 0 {
            self.shifted_words(location, bytes.div_euclid(8) + 1, into);
        }
    }

    fn shifted_words(&self, location: Location, words: i64, into: &mut Bits) {
        let extent = self.extent(location);
        let (word, last) = (i64::from(location - extent.first), i64::from(extent.words) - 1);
        if extent.open && word == last && words < 0 {
            into.extend(self.siblings(location));
            return;
        }
        // Addresses outside of the object are not followed; they count as its ends.
        let word = word.saturating_add(words).clamp(0, last);
        into.insert(extent.first + word as u32);
    }

    /// Every location plus `bytes` plus any multiple of `step` bytes; of any number when that is 0.
    pub fn spread(&self, locations: &Bits, bytes: i64, step: u64, into: &mut Bits) {
        // The object under consideration and the remainders of its words that were dealt with.
        let mut done = (0..0, 0u64);
        for location in locations.iter() {
            let siblings = self.siblings(location);
            if done.0 != siblings {
                done = (siblings.clone(), 0);
            }
            let extent = self.extent(location);
            let word = location - extent.first;
            let anywhere = !step.is_multiple_of(8) || step == 0 || extent.open && word + 1 == extent.words;
            let step = if anywhere || step / 8 >= 64 { 1 } else { (step / 8) as u32 };
            if step > 1 {
                // One past the end, and what counts as an end.
                self.shifted(location, bytes, into);
            }
            let remainder = if step > 1 { 1 << (word % step) } else { u64::MAX };
            if done.1 & remainder == remainder {
                continue;
            }
            done.1 |= remainder;
            let low = i64::from(word) + bytes.div_euclid(8);
            for more in 0..=i64::from(bytes.rem_euclid(8) != 0) {
                let start = low.saturating_add(more).rem_euclid(i64::from(step)) as u32;
                into.extend((start..extent.words).step_by(step as usize).map(|word| extent.first + word));
            }
            if extent.open {
                into.insert(siblings.end - 1);
            }
        }
    }

    /// The words that an access of `size` bytes may touch; `aligned` when it starts where a word does.
    pub fn touched(&self, location: Location, size: u64, aligned: bool, into: &mut Bits) {
        let words = size.div_ceil(8).max(1) + u64::from(!aligned && size >= 8);
        for word in 0..words.min(MAX_WORDS + 1) {
            self.shifted_words(location, word as i64, into);
        }
    }
}
