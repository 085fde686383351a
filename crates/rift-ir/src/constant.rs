//! Interned constants: the operands that are not SSA values.

use crate::{BlockId, ConstId, FuncId, GlobalId, TypeId};
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Const {
    /// An integer or float scalar (or the address of nothing: a null or literal pointer) as little-endian
    /// 64-bit limbs; `limbs.len() == bits.div_ceil(64)` and bits above the width are zero.
    Bits { ty: TypeId, limbs: Vec<u64> },
    /// Zero of any first-class type.
    Zero(TypeId),
    /// Any value will do. The machine reads it as zero, as a deterministic choice.
    Undef(TypeId),
    /// The address of a global, plus an addend.
    Global { global: GlobalId, addend: i64 },
    /// The address of a function.
    Function(FuncId),
    /// The address of a basic block, for indirect branches.
    Block { function: FuncId, block: BlockId },
    /// A struct, array or vector, element by element.
    Aggregate { ty: TypeId, elems: Vec<ConstId> },
}

/// Every distinct constant of a module, once.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ConstTable {
    consts: IndexSet<Const>,
}

impl ConstTable {
    pub fn intern(&mut self, constant: Const) -> ConstId {
        ConstId::from_u32(u32::try_from(self.consts.insert_full(constant).0).expect("fewer than 2^32 constants"))
    }

    pub fn get(&self, id: ConstId) -> &Const {
        self.consts.get_index(id.as_u32() as usize).expect("a constant id of this module")
    }

    pub fn contains(&self, id: ConstId) -> bool {
        (id.as_u32() as usize) < self.consts.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ConstId, &Const)> {
        self.consts.iter().enumerate().map(|(i, c)| (ConstId::from_u32(i as u32), c))
    }
}
