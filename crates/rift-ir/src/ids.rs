//! Dense newtype ids. An id is meaningful only inside the module (or function) that made it.

use cranelift_entity::entity_impl;
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

ids! {
    /// A function of a module, defined or only declared.
    FuncId "fn";
    /// A global variable of a module.
    GlobalId "g";
    /// An interned type of a module.
    TypeId "t";
    /// An interned constant of a module.
    ConstId "c";
    /// A source file of a module.
    FileId "file";
    /// An interned source position of a module.
    PosId "pos";
    /// A basic block of a function; block 0 is the entry.
    BlockId "b";
    /// An instruction of a function.
    InstId "i";
    /// An SSA value of a function: a parameter or the result of an instruction.
    ValueId "v";
}
