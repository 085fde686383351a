//! Instructions, as the library sees them: the accessors beyond operands.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one invariant for the whole file: a `Value` borrows the verified module it comes from, and each accessor \
              is called after `opcode` said it is the kind of instruction that the accessor names"
)]

use super::debug::DbgVariable;
use super::ffi;
use super::types::Ty;
use super::value::{BasicBlock, Value, chain, opcode_of};
use llvm_sys::core::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMOpcode};
use rift_ir::{AtomicOp, FloatPredicate, IntPredicate, WrapFlags};

impl<'m> Value<'m> {
    /// Of an instruction.
    pub(crate) fn opcode(self) -> Option<LLVMOpcode> {
        opcode_of(unsafe { ffi::LLVMGetInstructionOpcode(self.0) })
    }

    /// Of a constant expression.
    pub(crate) fn expression_opcode(self) -> Option<LLVMOpcode> {
        opcode_of(unsafe { ffi::LLVMGetConstOpcode(self.0) })
    }

    /// `add`, `sub`, `mul`, `shl`.
    pub(crate) fn wrap_flags(self) -> WrapFlags {
        let (nuw, nsw) = unsafe { (LLVMGetNUW(self.0) != 0, LLVMGetNSW(self.0) != 0) };
        WrapFlags { nuw, nsw, exact: false }
    }

    /// `udiv`, `sdiv`, `lshr`, `ashr`.
    pub(crate) fn exact_flag(self) -> WrapFlags {
        WrapFlags { exact: unsafe { LLVMGetExact(self.0) != 0 }, ..WrapFlags::default() }
    }

    pub(crate) fn int_predicate(self) -> Option<IntPredicate> {
        use IntPredicate::*;
        let raw = unsafe { ffi::LLVMGetICmpPredicate(self.0) };
        let index = usize::try_from(raw).ok()?.checked_sub(32)?;
        [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle].get(index).copied()
    }

    pub(crate) fn float_predicate(self) -> Option<FloatPredicate> {
        use FloatPredicate::*;
        let raw = unsafe { ffi::LLVMGetFCmpPredicate(self.0) };
        [False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, Ugt, Uge, Ult, Ule, Une, True]
            .get(usize::try_from(raw).ok()?)
            .copied()
    }

    pub(crate) fn allocated_type(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// Loads and stores.
    pub(crate) fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// Loads and stores.
    pub(crate) fn is_atomic(self) -> bool {
        unsafe { ffi::LLVMGetOrdering(self.0) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic as i32 }
    }

    pub(crate) fn atomic_op(self) -> Option<AtomicOp> {
        use AtomicOp::*;
        let raw = unsafe { ffi::LLVMGetAtomicRMWBinOp(self.0) };
        [
            Xchg, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin, FAdd, FSub, FMax, FMin, UIncWrap, UDecWrap,
            USubCond, USubSat,
        ]
        .get(usize::try_from(raw).ok()?)
        .copied()
    }

    /// Of a getelementptr instruction or expression.
    pub(crate) fn source_element_type(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    pub(crate) fn is_in_bounds(self) -> bool {
        unsafe { LLVMIsInBounds(self.0) != 0 }
    }

    /// Of extractvalue and insertvalue.
    pub(crate) fn indices(self) -> Vec<u32> {
        let (raw, len) = unsafe { (LLVMGetIndices(self.0), LLVMGetNumIndices(self.0)) };
        if raw.is_null() { Vec::new() } else { unsafe { core::slice::from_raw_parts(raw, len as usize) }.to_vec() }
    }

    /// Of a shufflevector instruction or expression.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<u32>> {
        let len = unsafe { LLVMGetNumMaskElements(self.0) };
        (0..len).map(|i| u32::try_from(unsafe { LLVMGetMaskValue(self.0, i) }).ok()).collect()
    }

    /// Of a phi.
    pub(crate) fn incoming(self) -> impl Iterator<Item = (BasicBlock<'m>, Value<'m>)> {
        (0..unsafe { LLVMCountIncoming(self.0) }).filter_map(move |i| unsafe {
            Some((BasicBlock::new(LLVMGetIncomingBlock(self.0, i))?, Value::new(LLVMGetIncomingValue(self.0, i))?))
        })
    }

    pub(crate) fn is_terminator(self) -> bool {
        unsafe { !LLVMIsATerminatorInst(self.0).is_null() }
    }

    /// Of a terminator.
    pub(crate) fn successors(self) -> impl Iterator<Item = BasicBlock<'m>> {
        (0..unsafe { LLVMGetNumSuccessors(self.0) })
            .filter_map(move |i| BasicBlock::new(unsafe { LLVMGetSuccessor(self.0, i) }))
    }

    /// Of a switch; successor 0 is the default, `index` starts at 1.
    pub(crate) fn case_value(self, index: u32) -> Option<Value<'m>> {
        Value::new(unsafe { LLVMGetSwitchCaseValue(self.0, index) })
    }

    /// Of a landing pad.
    pub(crate) fn clauses(self) -> impl Iterator<Item = Value<'m>> {
        (0..unsafe { LLVMGetNumClauses(self.0) }).filter_map(move |i| Value::new(unsafe { LLVMGetClause(self.0, i) }))
    }

    pub(crate) fn is_cleanup(self) -> bool {
        unsafe { LLVMIsCleanup(self.0) != 0 }
    }

    /// Of a call or invoke.
    pub(crate) fn callee(self) -> Option<Value<'m>> {
        Value::new(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub(crate) fn called_type(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    /// The arguments of a call or invoke, without operand bundles.
    pub(crate) fn args(self) -> impl Iterator<Item = Value<'m>> {
        (0..unsafe { LLVMGetNumArgOperands(self.0) }).map(move |i| self.operand(i))
    }

    pub(crate) fn invoke_targets(self) -> Option<(BasicBlock<'m>, BasicBlock<'m>)> {
        unsafe { Some((BasicBlock::new(LLVMGetNormalDest(self.0))?, BasicBlock::new(LLVMGetUnwindDest(self.0))?)) }
    }

    /// The debug records that stand before an instruction and speak of a source variable.
    pub(crate) fn dbg_variables(self) -> impl Iterator<Item = DbgVariable<'m>> {
        let first = unsafe { LLVMGetFirstDbgRecord(self.0) };
        chain((!first.is_null()).then_some(first), |record| {
            let next = unsafe { LLVMGetNextDbgRecord(record) };
            (!next.is_null()).then_some(next)
        })
        .filter_map(|record| unsafe { DbgVariable::of_record(record) })
    }
}
