//! Instructions. Semantics are those of the LLVM instruction of the same name (LLVM Language Reference)
//! unless a comment says otherwise; poison is never tracked, the machine computes the wrapped result.

use crate::{BlockId, ConstId, FuncId, InstId, Intrinsic, PackedOption, PosId, TypeId, ValueId};
use serde::{Deserialize, Serialize};

/// One place in a program. Everything that speaks of "where" uses it: branches, changes, faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Site {
    pub function: FuncId,
    pub inst: InstId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    Value(ValueId),
    Const(ConstId),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Inst {
    pub kind: InstKind,
    /// The value it defines; none when the type is void.
    pub result: PackedOption<ValueId>,
    pub position: PackedOption<PosId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// What the program promises. Kept for analyses; the machine does not act on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct WrapFlags {
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnaryOp {
    FNeg,
    Freeze,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    PtrToInt,
    IntToPtr,
    /// Same bits, another type; vectors are packed with element 0 in the lowest bits.
    BitCast,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AtomicOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

/// A dynamic part of an address: `index` (sign-extended or truncated to 64 bits) times `scale` bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OffsetTerm {
    pub index: Operand,
    pub scale: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signature {
    pub params: Vec<TypeId>,
    pub result: TypeId,
    pub variadic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallArg {
    pub value: Operand,
    /// The pointee (size and alignment in bytes) is copied for the callee: LLVM's `byval`.
    pub by_value: Option<(u64, u32)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AsmText {
    pub text: String,
    pub constraints: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
    Asm(AsmText),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Clause {
    /// The type_info to catch; a zero constant catches everything.
    Catch(Operand),
    /// Exception specification: the types that may pass.
    Filter(Vec<Operand>),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum InstKind {
    /// Integer operands for the integer operations, floats for the others; element by element on vectors.
    Binary {
        op: BinaryOp,
        flags: WrapFlags,
        lhs: Operand,
        rhs: Operand,
    },
    Unary {
        op: UnaryOp,
        value: Operand,
    },
    /// Yields i1 (or a vector of i1). Pointers compare as 64-bit integers.
    CompareInt {
        predicate: IntPredicate,
        lhs: Operand,
        rhs: Operand,
    },
    CompareFloat {
        predicate: FloatPredicate,
        lhs: Operand,
        rhs: Operand,
    },
    Cast {
        op: CastOp,
        value: Operand,
    },
    /// `condition` is i1, or a vector of i1 that selects element by element.
    Select {
        condition: Operand,
        if_true: Operand,
        if_false: Operand,
    },

    /// `count` objects of `elem_size` bytes, living until the function returns.
    Alloca {
        elem_size: u64,
        count: Operand,
        align: u32,
    },
    /// The loaded type is the result's.
    Load {
        address: Operand,
        align: u32,
        volatile: bool,
        atomic: bool,
    },
    Store {
        address: Operand,
        value: Operand,
        align: u32,
        volatile: bool,
        atomic: bool,
    },
    /// getelementptr with the type arithmetic done: base + offset + sum of terms. Vectors of pointers:
    /// base or indices may be vectors, and the result is one.
    Offset {
        base: Operand,
        offset: i64,
        terms: Vec<OffsetTerm>,
        in_bounds: bool,
    },
    /// Yields the old value.
    AtomicRmw {
        op: AtomicOp,
        address: Operand,
        value: Operand,
    },
    /// Yields {old value, i1 success}.
    CompareExchange {
        address: Operand,
        expected: Operand,
        replacement: Operand,
    },
    Fence,

    ExtractValue {
        aggregate: Operand,
        path: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        value: Operand,
        path: Vec<u32>,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        value: Operand,
        index: Operand,
    },
    /// `None` in the mask: any element will do.
    Shuffle {
        lhs: Operand,
        rhs: Operand,
        mask: Vec<Option<u32>>,
    },

    Call {
        callee: Callee,
        signature: Signature,
        args: Vec<CallArg>,
    },
    Intrinsic {
        which: Intrinsic,
        args: Vec<Operand>,
    },
    /// The `va_arg` instruction: clang does not emit it on x86-64, others may.
    VaArg {
        list: Operand,
    },
    /// One entry per predecessor edge.
    Phi {
        incoming: Vec<(BlockId, Operand)>,
    },
    LandingPad {
        clauses: Vec<Clause>,
        cleanup: bool,
    },

    Jump {
        target: BlockId,
    },
    Branch {
        condition: Operand,
        if_true: BlockId,
        if_false: BlockId,
    },
    /// Case values are constants of the type of `value`.
    Switch {
        value: Operand,
        default: BlockId,
        cases: Vec<(ConstId, BlockId)>,
    },
    IndirectJump {
        address: Operand,
        targets: Vec<BlockId>,
    },
    /// A call that continues at `normal`, or at `unwind` (a landing pad) when an exception passes. Asm is not
    /// invoked; intrinsics may be, and are then lowered to the intrinsic followed by a jump to `normal`.
    Invoke {
        callee: Callee,
        signature: Signature,
        args: Vec<CallArg>,
        normal: BlockId,
        unwind: BlockId,
    },
    Return {
        value: Option<Operand>,
    },
    /// Continues unwinding with the value of a landing pad.
    Resume {
        value: Operand,
    },
    Unreachable,
    /// Something ingest met and has no form for (a funclet pad, an exotic constant): running it is Unsupported.
    Unsupported {
        what: String,
    },
}

impl InstKind {
    /// `Unsupported` may stand anywhere; as the last instruction of a block it terminates it.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstKind::Jump { .. }
                | InstKind::Branch { .. }
                | InstKind::Switch { .. }
                | InstKind::IndirectJump { .. }
                | InstKind::Invoke { .. }
                | InstKind::Return { .. }
                | InstKind::Resume { .. }
                | InstKind::Unreachable
        )
    }

    /// Every operand that is read, in order. Constants of switch cases are not operands.
    pub fn visit_operands(&self, mut visit: impl FnMut(Operand)) {
        match self {
            InstKind::Binary { lhs, rhs, .. }
            | InstKind::CompareInt { lhs, rhs, .. }
            | InstKind::CompareFloat { lhs, rhs, .. }
            | InstKind::Shuffle { lhs, rhs, .. } => {
                visit(*lhs);
                visit(*rhs);
            }
            InstKind::Unary { value, .. } | InstKind::Cast { value, .. } | InstKind::Resume { value } => visit(*value),
            InstKind::Select { condition, if_true, if_false } => {
                visit(*condition);
                visit(*if_true);
                visit(*if_false);
            }
            InstKind::Alloca { count, .. } => visit(*count),
            InstKind::Load { address, .. } | InstKind::IndirectJump { address, .. } => visit(*address),
            InstKind::Store { address, value, .. } | InstKind::AtomicRmw { address, value, .. } => {
                visit(*address);
                visit(*value);
            }
            InstKind::Offset { base, terms, .. } => {
                visit(*base);
                terms.iter().for_each(|t| visit(t.index));
            }
            InstKind::CompareExchange { address, expected, replacement } => {
                visit(*address);
                visit(*expected);
                visit(*replacement);
            }
            InstKind::ExtractValue { aggregate, .. } => visit(*aggregate),
            InstKind::InsertValue { aggregate, value, .. } => {
                visit(*aggregate);
                visit(*value);
            }
            InstKind::ExtractElement { vector, index } => {
                visit(*vector);
                visit(*index);
            }
            InstKind::InsertElement { vector, value, index } => {
                visit(*vector);
                visit(*value);
                visit(*index);
            }
            InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. } => {
                if let Callee::Indirect(address) = callee {
                    visit(*address);
                }
                args.iter().for_each(|a| visit(a.value));
            }
            InstKind::Intrinsic { args, .. } => args.iter().for_each(|a| visit(*a)),
            InstKind::VaArg { list } => visit(*list),
            InstKind::Phi { incoming } => incoming.iter().for_each(|(_, v)| visit(*v)),
            InstKind::LandingPad { clauses, .. } => clauses.iter().for_each(|clause| match clause {
                Clause::Catch(ty) => visit(*ty),
                Clause::Filter(types) => types.iter().for_each(|t| visit(*t)),
            }),
            InstKind::Branch { condition, .. } => visit(*condition),
            InstKind::Switch { value, .. } => visit(*value),
            InstKind::Return { value } => value.iter().for_each(|v| visit(*v)),
            InstKind::Fence | InstKind::Jump { .. } | InstKind::Unreachable | InstKind::Unsupported { .. } => {}
        }
    }

    /// The blocks control may go to next, in order, with repetitions.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            InstKind::Jump { target } => vec![*target],
            InstKind::Branch { if_true, if_false, .. } => vec![*if_true, *if_false],
            InstKind::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|(_, b)| *b)).collect()
            }
            InstKind::IndirectJump { targets, .. } => targets.clone(),
            InstKind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            _ => Vec::new(),
        }
    }
}
