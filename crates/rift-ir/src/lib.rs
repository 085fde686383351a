//! The typed register form of programs under test: what ingest produces and everything else reads.
//!
//! One [`Module`] is one whole program: functions in SSA form over typed values, globals as bytes with
//! relocations, and a source position for every instruction. It follows LLVM IR closely where semantics
//! are concerned and departs from it where a machine or an analysis would have to look twice: offsets
//! and sizes are already computed, constant expressions are gone, intrinsics have names of our own,
//! metadata is reduced to positions. Ids are dense, so side tables are plain vectors.
//!
//! It has a textual form (`.rir`): [`print`] writes it, [`parse`] reads it, file tests are written in it
//! ([`filetest`]). [`verify`] checks everything that the machine and the analyses rely on.
//!
//! Architecture invariant: nothing here knows memory or execution, and nothing reads or links LLVM; only
//! [`to_llvm`] knows how its assembly is spelled, so that native builds can judge the file tests.

mod constant;
pub mod filetest;
mod floats;
mod ids;
mod infer;
mod inst;
mod intrinsic;
mod layout;
mod module;
mod opcode;
mod origin;
pub mod parse;
pub mod print;
mod to_llvm;
mod types;
pub mod verify;

pub use constant::{Const, ConstTable};
pub use cranelift_entity::packed_option::{PackedOption, ReservedValue};
pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
pub use ids::{BlockId, ConstId, FileId, FuncId, GlobalId, InstId, PosId, TypeId, ValueId};
pub use inst::{
    AsmText, AtomicOp, BinaryOp, CallArg, Callee, CastOp, Clause, FloatPredicate, Inst, InstKind, IntPredicate,
    OffsetTerm, Operand, Signature, Site, UnaryOp, WrapFlags,
};
pub use intrinsic::Intrinsic;
pub use module::{
    Block, Function, Global, GlobalInit, Linkage, Module, OperandType, Param, Position, Reloc, RelocTarget, ValueData,
};
pub use origin::{HARNESS_DIGITS, HARNESS_FOLDER, Origin};
pub use parse::{ParseError, parse};
pub use print::print;
pub use to_llvm::{CannotExport, to_llvm};
pub use types::{Field, FloatKind, Type, TypeTable};
pub use verify::{VerifyError, verify};

use serde::{Deserialize, Serialize};

/// The two versions of anything. They are always called `old` and `new`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pair<T> {
    pub old: T,
    pub new: T,
}

impl<T> Pair<T> {
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Pair<U> {
        Pair { old: f(self.old), new: f(self.new) }
    }

    pub fn as_ref(&self) -> Pair<&T> {
        Pair { old: &self.old, new: &self.new }
    }
}

/// One of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Version {
    Old,
    New,
}

impl Version {
    pub const BOTH: [Version; 2] = [Version::Old, Version::New];

    pub fn other(self) -> Version {
        match self {
            Version::Old => Version::New,
            Version::New => Version::Old,
        }
    }

    /// The half of a pair that belongs to this version.
    pub fn of<T>(self, pair: &Pair<T>) -> &T {
        match self {
            Version::Old => &pair.old,
            Version::New => &pair.new,
        }
    }

    pub fn of_mut<T>(self, pair: &mut Pair<T>) -> &mut T {
        match self {
            Version::Old => &mut pair.old,
            Version::New => &mut pair.new,
        }
    }
}
