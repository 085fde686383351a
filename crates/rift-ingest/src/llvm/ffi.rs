//! Declarations that differ from llvm-sys': enumerations as plain integers (a newer library may answer with a value
//! that llvm-sys does not know, which would be undefined behaviour in a Rust `enum`), and one wrong signature.

use core::ffi::{c_char, c_int};
use llvm_sys::prelude::{LLVMDbgRecordRef, LLVMMetadataRef, LLVMTypeRef, LLVMValueRef};

unsafe extern "C" {
    pub(super) fn LLVMGetInstructionOpcode(inst: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetConstOpcode(constant: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetValueKind(value: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetTypeKind(ty: LLVMTypeRef) -> c_int;
    pub(super) fn LLVMGetMetadataKind(metadata: LLVMMetadataRef) -> c_int;
    pub(super) fn LLVMGetAtomicRMWBinOp(inst: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetICmpPredicate(inst: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetFCmpPredicate(inst: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetOrdering(inst: LLVMValueRef) -> c_int;
    pub(super) fn LLVMGetLinkage(global: LLVMValueRef) -> c_int;
    pub(super) fn LLVMDbgRecordGetKind(record: LLVMDbgRecordRef) -> c_int;
    /// llvm-sys declares the second parameter as `usize`.
    pub(super) fn LLVMGetRawDataValues(constant: LLVMValueRef, size_in_bytes: *mut usize) -> *const c_char;
}
