//! Values, constants, blocks and globals, as the library sees them.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one invariant for the whole file: a `Value` borrows the verified module it comes from, so its pointer is \
              live, and accessors of one kind of value are called after `kind` or `opcode` said it is of that kind"
)]

use super::bind::text_of;
use super::ffi;
use super::types::Ty;
use core::ffi::{c_char, c_int, c_uint};
use core::marker::PhantomData;
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage, LLVMOpcode, LLVMValueKind, LLVMVisibility};

/// A value of a module: a constant, a global, an argument or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value<'m>(pub(super) LLVMValueRef, pub(super) PhantomData<&'m ()>);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BasicBlock<'m>(pub(super) LLVMBasicBlockRef, pub(super) PhantomData<&'m ()>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueKind {
    Argument,
    Instruction,
    Function,
    GlobalVariable,
    Alias,
    IFunc,
    BlockAddress,
    Expression,
    /// A constant array, struct or vector, element by element or as data.
    Aggregate,
    /// Raw bytes: a constant array of numbers.
    Data,
    Int,
    Float,
    Null,
    Zero,
    Undef,
    InlineAsm,
    Metadata,
    Other,
}

/// Walks one of the library's linked lists.
pub(super) fn chain<T: Copy>(first: Option<T>, next: impl Fn(T) -> Option<T>) -> impl Iterator<Item = T> {
    core::iter::successors(first, move |item| next(*item))
}

/// # Safety
/// `raw` points to `len` bytes.
unsafe fn counted(raw: *const c_char, len: usize) -> String {
    if raw.is_null() || len == 0 {
        return String::new();
    }
    String::from_utf8_lossy(unsafe { core::slice::from_raw_parts(raw.cast::<u8>(), len) }).into_owned()
}

impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then_some(Value(raw, PhantomData))
    }

    fn expect(raw: LLVMValueRef) -> Value<'m> {
        Value::new(raw).expect("libLLVM: an operand of a verified instruction")
    }

    pub(crate) fn kind(self) -> ValueKind {
        use LLVMValueKind as K;
        const TABLE: [(K, ValueKind); 21] = [
            (K::LLVMArgumentValueKind, ValueKind::Argument),
            (K::LLVMInstructionValueKind, ValueKind::Instruction),
            (K::LLVMFunctionValueKind, ValueKind::Function),
            (K::LLVMGlobalVariableValueKind, ValueKind::GlobalVariable),
            (K::LLVMGlobalAliasValueKind, ValueKind::Alias),
            (K::LLVMGlobalIFuncValueKind, ValueKind::IFunc),
            (K::LLVMBlockAddressValueKind, ValueKind::BlockAddress),
            (K::LLVMConstantExprValueKind, ValueKind::Expression),
            (K::LLVMConstantArrayValueKind, ValueKind::Aggregate),
            (K::LLVMConstantStructValueKind, ValueKind::Aggregate),
            (K::LLVMConstantVectorValueKind, ValueKind::Aggregate),
            (K::LLVMConstantDataArrayValueKind, ValueKind::Data),
            (K::LLVMConstantDataVectorValueKind, ValueKind::Data),
            (K::LLVMConstantIntValueKind, ValueKind::Int),
            (K::LLVMConstantFPValueKind, ValueKind::Float),
            (K::LLVMConstantPointerNullValueKind, ValueKind::Null),
            (K::LLVMConstantAggregateZeroValueKind, ValueKind::Zero),
            (K::LLVMUndefValueValueKind, ValueKind::Undef),
            (K::LLVMPoisonValueKind, ValueKind::Undef),
            (K::LLVMInlineAsmValueKind, ValueKind::InlineAsm),
            (K::LLVMMetadataAsValueValueKind, ValueKind::Metadata),
        ];
        let raw = unsafe { ffi::LLVMGetValueKind(self.0) };
        let found = TABLE.iter().find(|(kind, _)| *kind as c_int == raw).map_or(ValueKind::Other, |(_, kind)| *kind);
        // The C API calls the constants that it does not know (dso_local_equivalent, no_cfi) instructions.
        if found == ValueKind::Instruction && self.is_constant() { ValueKind::Other } else { found }
    }

    pub(crate) fn ty(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMTypeOf(self.0) })
    }

    pub(crate) fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    pub(crate) fn name(self) -> String {
        let mut len = 0;
        let raw = unsafe { LLVMGetValueName2(self.0, &mut len) };
        unsafe { counted(raw, len) }
    }

    pub(super) fn set_name(self, name: &str) {
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) };
    }

    /// As LLVM prints it.
    pub(crate) fn text(self) -> String {
        let printed = unsafe { LLVMPrintValueToString(self.0) };
        let text = unsafe { text_of(printed) };
        unsafe { LLVMDisposeMessage(printed) };
        text
    }

    pub(crate) fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) }.max(0) as u32
    }

    pub(crate) fn operand(self, index: u32) -> Value<'m> {
        Value::expect(unsafe { LLVMGetOperand(self.0, index) })
    }

    pub(crate) fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.operand_count()).map(move |i| self.operand(i))
    }

    pub(super) fn replace_uses(self, with: Value<'m>) {
        unsafe { LLVMReplaceAllUsesWith(self.0, with.0) };
    }

    // ---- constants

    /// The element of any constant array, struct or vector.
    pub(crate) fn element(self, index: u32) -> Option<Value<'m>> {
        Value::new(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// An integer of up to 64 bits, zero-extended.
    pub(crate) fn small_int(self) -> u64 {
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }

    /// The bytes of [`ValueKind::Data`], little-endian elements without gaps.
    pub(crate) fn data(self) -> &'m [u8] {
        let mut len = 0;
        let raw = unsafe { ffi::LLVMGetRawDataValues(self.0, &mut len) };
        if raw.is_null() { &[] } else { unsafe { core::slice::from_raw_parts(raw.cast(), len) } }
    }

    /// A float as the integer of the same bits.
    pub(crate) fn float_as_int(self, bits: u32) -> Value<'m> {
        unsafe {
            let int = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(self.0)), bits);
            Value::expect(LLVMConstBitCast(self.0, int))
        }
    }

    pub(crate) fn block_address(self) -> (Value<'m>, BasicBlock<'m>) {
        let block = unsafe { LLVMGetBlockAddressBasicBlock(self.0) };
        (Value::expect(unsafe { LLVMGetBlockAddressFunction(self.0) }), BasicBlock(block, PhantomData))
    }

    pub(crate) fn aliasee(self) -> Value<'m> {
        Value::expect(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    pub(crate) fn asm_text(self) -> (String, String) {
        let (mut text_len, mut constraints_len) = (0, 0);
        unsafe {
            let text = LLVMGetInlineAsmAsmString(self.0, &mut text_len);
            let constraints = LLVMGetInlineAsmConstraintString(self.0, &mut constraints_len);
            (counted(text, text_len), counted(constraints, constraints_len))
        }
    }

    // ---- globals: variables, functions, aliases

    pub(crate) fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub(crate) fn linkage(self) -> c_int {
        unsafe { ffi::LLVMGetLinkage(self.0) }
    }

    pub(crate) fn has_linkage(self, linkage: LLVMLinkage) -> bool {
        self.linkage() == linkage as c_int
    }

    pub(super) fn set_linkage(self, linkage: LLVMLinkage) {
        unsafe {
            LLVMSetLinkage(self.0, linkage);
            LLVMSetVisibility(self.0, LLVMVisibility::LLVMDefaultVisibility);
        }
    }

    /// Functions and variables only.
    pub(super) fn leave_comdat(self) {
        unsafe { llvm_sys::comdat::LLVMSetComdat(self.0, core::ptr::null_mut()) };
    }

    /// The type of what a global's address points to: a function type for functions.
    pub(crate) fn value_type(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub(crate) fn section(self) -> String {
        unsafe { text_of(LLVMGetSection(self.0)) }
    }

    /// The explicit alignment of a variable, alloca, load or store; 0 when there is none.
    pub(crate) fn alignment(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }

    pub(crate) fn initializer(self) -> Option<Value<'m>> {
        Value::new(unsafe { LLVMGetInitializer(self.0) })
    }

    pub(crate) fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    pub(crate) fn is_constant_global(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    // ---- functions

    pub(crate) fn params(self) -> impl Iterator<Item = Value<'m>> {
        chain(Value::new(unsafe { LLVMGetFirstParam(self.0) }), |p| Value::new(unsafe { LLVMGetNextParam(p.0) }))
    }

    pub(crate) fn blocks(self) -> impl Iterator<Item = BasicBlock<'m>> {
        chain(BasicBlock::new(unsafe { LLVMGetFirstBasicBlock(self.0) }), |b| {
            BasicBlock::new(unsafe { LLVMGetNextBasicBlock(b.0) })
        })
    }

    pub(super) fn remove_function_attribute(self, name: &str) {
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, attribute_kind(name)) };
    }

    /// An attribute without a value.
    pub(super) fn add_function_attribute(self, name: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let attribute = LLVMCreateEnumAttribute(context, attribute_kind(name), 0);
            LLVMAddAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// The function is gone afterwards: `self` must not be used again.
    pub(super) fn delete_function(self) {
        unsafe { LLVMDeleteFunction(self.0) };
    }

    /// The type in an attribute such as `byval` on a parameter of a function, and its `align`.
    pub(crate) fn param_type_attribute(self, name: &str, param: u32) -> Option<(Ty<'m>, Option<u32>)> {
        unsafe {
            let ty = LLVMGetEnumAttributeAtIndex(self.0, param + 1, attribute_kind(name));
            let align = LLVMGetEnumAttributeAtIndex(self.0, param + 1, attribute_kind("align"));
            type_and_align(ty, align)
        }
    }

    /// The same on an argument of a call.
    pub(crate) fn arg_type_attribute(self, name: &str, arg: u32) -> Option<(Ty<'m>, Option<u32>)> {
        unsafe {
            let ty = LLVMGetCallSiteEnumAttribute(self.0, arg + 1, attribute_kind(name));
            let align = LLVMGetCallSiteEnumAttribute(self.0, arg + 1, attribute_kind("align"));
            type_and_align(ty, align)
        }
    }
}

fn attribute_kind(name: &str) -> c_uint {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// # Safety
/// Both attributes are null or live; the first carries a type, the second an integer.
unsafe fn type_and_align<'m>(
    ty: llvm_sys::prelude::LLVMAttributeRef,
    align: llvm_sys::prelude::LLVMAttributeRef,
) -> Option<(Ty<'m>, Option<u32>)> {
    if ty.is_null() {
        return None;
    }
    let align = (!align.is_null()).then(|| unsafe { LLVMGetEnumAttributeValue(align) } as u32);
    Some((Ty::new(unsafe { LLVMGetTypeAttributeValue(ty) }), align))
}

impl<'m> BasicBlock<'m> {
    pub(super) fn new(raw: LLVMBasicBlockRef) -> Option<BasicBlock<'m>> {
        (!raw.is_null()).then_some(BasicBlock(raw, PhantomData))
    }

    pub(crate) fn insts(self) -> impl Iterator<Item = Value<'m>> {
        chain(Value::new(unsafe { LLVMGetFirstInstruction(self.0) }), |i| {
            Value::new(unsafe { LLVMGetNextInstruction(i.0) })
        })
    }
}

/// `None` for an operation that llvm-sys does not know.
pub(super) fn opcode_of(raw: c_int) -> Option<LLVMOpcode> {
    use LLVMOpcode::*;
    const KNOWN: [LLVMOpcode; 66] = [
        LLVMRet,
        LLVMBr,
        LLVMSwitch,
        LLVMIndirectBr,
        LLVMInvoke,
        LLVMUnreachable,
        LLVMCallBr,
        LLVMFNeg,
        LLVMAdd,
        LLVMFAdd,
        LLVMSub,
        LLVMFSub,
        LLVMMul,
        LLVMFMul,
        LLVMUDiv,
        LLVMSDiv,
        LLVMFDiv,
        LLVMURem,
        LLVMSRem,
        LLVMFRem,
        LLVMShl,
        LLVMLShr,
        LLVMAShr,
        LLVMAnd,
        LLVMOr,
        LLVMXor,
        LLVMAlloca,
        LLVMLoad,
        LLVMStore,
        LLVMGetElementPtr,
        LLVMTrunc,
        LLVMZExt,
        LLVMSExt,
        LLVMFPToUI,
        LLVMFPToSI,
        LLVMUIToFP,
        LLVMSIToFP,
        LLVMFPTrunc,
        LLVMFPExt,
        LLVMPtrToInt,
        LLVMPtrToAddr,
        LLVMIntToPtr,
        LLVMBitCast,
        LLVMAddrSpaceCast,
        LLVMICmp,
        LLVMFCmp,
        LLVMPHI,
        LLVMCall,
        LLVMSelect,
        LLVMVAArg,
        LLVMExtractElement,
        LLVMInsertElement,
        LLVMShuffleVector,
        LLVMExtractValue,
        LLVMInsertValue,
        LLVMFreeze,
        LLVMFence,
        LLVMAtomicCmpXchg,
        LLVMAtomicRMW,
        LLVMResume,
        LLVMLandingPad,
        LLVMCleanupRet,
        LLVMCatchRet,
        LLVMCatchPad,
        LLVMCleanupPad,
        LLVMCatchSwitch,
    ];
    KNOWN.into_iter().find(|opcode| *opcode as c_int == raw)
}
