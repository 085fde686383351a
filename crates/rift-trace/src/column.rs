//! Values and actions of occurrences, nine bytes each: there may be millions of them.

use super::{Action, Occurrence, Pointer, Value};
use rift_ir::{FuncId, InstId};
use std::marker::PhantomData;

/// What can be said in a tag and 64 bits.
pub(super) trait Packed {
    fn pack(self) -> (u8, u64);
    fn unpack(tag: u8, bits: u64) -> Self;
}

#[derive(Debug)]
pub(super) struct Column<T> {
    tags: Vec<u8>,
    bits: Vec<u64>,
    of: PhantomData<T>,
}

impl<T> Default for Column<T> {
    fn default() -> Column<T> {
        Column { tags: Vec::new(), bits: Vec::new(), of: PhantomData }
    }
}

impl<T: Packed> Column<T> {
    pub fn push(&mut self, value: T) {
        let (tag, bits) = value.pack();
        self.tags.push(tag);
        self.bits.push(bits);
    }

    pub fn get(&self, at: usize) -> T {
        T::unpack(self.tags[at], self.bits[at])
    }

    pub fn set(&mut self, at: usize, value: T) {
        (self.tags[at], self.bits[at]) = value.pack();
    }
}

/// Sizes and offsets of objects beyond 4 GiB are cut off: comparing them errs towards "the same".
impl Packed for Pointer {
    fn pack(self) -> (u8, u64) {
        match self {
            Pointer::Object { made_by, offset } => (0, (made_by.index() as u64) << 32 | offset & 0xFFFF_FFFF),
            Pointer::Global { size, offset } => (1, size << 32 | offset & 0xFFFF_FFFF),
            Pointer::Function => (2, 0),
            Pointer::Other(address) => (3, address),
        }
    }

    fn unpack(tag: u8, bits: u64) -> Pointer {
        let (high, low) = (bits >> 32, bits & 0xFFFF_FFFF);
        match tag {
            0 => Pointer::Object { made_by: Occurrence::new(high as usize), offset: low },
            1 => Pointer::Global { size: high, offset: low },
            2 => Pointer::Function,
            _ => Pointer::Other(bits),
        }
    }
}

/// The first tag of pointers.
const POINTER: u8 = 8;

impl Packed for Value {
    fn pack(self) -> (u8, u64) {
        match self {
            Value::Nothing => (0, 0),
            Value::Scalar(value) => (1, value),
            Value::Wide(hash) => (2, hash),
            Value::Constant(value) => (3, value),
            Value::Constants(hash) => (4, hash),
            Value::Pointer(pointer) => {
                let (tag, bits) = pointer.pack();
                (POINTER + tag, bits)
            }
        }
    }

    fn unpack(tag: u8, bits: u64) -> Value {
        match tag {
            0 => Value::Nothing,
            1 => Value::Scalar(bits),
            2 => Value::Wide(bits),
            3 => Value::Constant(bits),
            4 => Value::Constants(bits),
            _ => Value::Pointer(Pointer::unpack(tag - POINTER, bits)),
        }
    }
}

impl Packed for Action {
    fn pack(self) -> (u8, u64) {
        match self {
            Action::Nothing => (0, 0),
            Action::Branched(holds) => (1, u64::from(holds)),
            Action::Switched(inst) => (2, u64::from(inst.as_u32())),
            Action::Called(function) => (3, u64::from(function.as_u32())),
            Action::Asked(function) => (4, u64::from(function.as_u32())),
            Action::Stored(pointer) => {
                let (tag, bits) = pointer.pack();
                (POINTER + tag, bits)
            }
        }
    }

    fn unpack(tag: u8, bits: u64) -> Action {
        match tag {
            0 => Action::Nothing,
            1 => Action::Branched(bits != 0),
            2 => Action::Switched(InstId::from_u32(bits as u32)),
            3 => Action::Called(FuncId::from_u32(bits as u32)),
            4 => Action::Asked(FuncId::from_u32(bits as u32)),
            _ => Action::Stored(Pointer::unpack(tag - POINTER, bits)),
        }
    }
}
