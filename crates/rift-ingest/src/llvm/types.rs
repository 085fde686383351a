//! Types and their layout, as the library sees them.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one invariant for the whole file: a `Ty` or `Layout` borrows the verified module it comes from, so its \
              pointer is live, and accessors of one kind of type are called after `kind` said it is of that kind"
)]

use super::bind::text_of;
use super::ffi;
use core::marker::PhantomData;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;
use rift_ir::FloatKind;

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ty<'m>(pub(super) LLVMTypeRef, pub(super) PhantomData<&'m ()>);

/// What can be said about a type in one step.
pub(crate) enum TyKind<'m> {
    Void,
    Int(u32),
    Float(FloatKind),
    Ptr {
        space: u32,
    },
    Vector {
        elem: Ty<'m>,
        len: u32,
    },
    Array {
        elem: Ty<'m>,
        len: u64,
    },
    Struct,
    Metadata,
    /// Tokens, scalable vectors, x86_amx and whatever comes next.
    Other,
}

impl<'m> Ty<'m> {
    pub(super) fn new(raw: LLVMTypeRef) -> Ty<'m> {
        Ty(raw, PhantomData)
    }

    pub(crate) fn kind(self) -> TyKind<'m> {
        use LLVMTypeKind as K;
        let raw = unsafe { ffi::LLVMGetTypeKind(self.0) };
        let is = |kind: LLVMTypeKind| raw == kind as i32;
        match () {
            () if is(K::LLVMVoidTypeKind) => TyKind::Void,
            () if is(K::LLVMIntegerTypeKind) => TyKind::Int(unsafe { LLVMGetIntTypeWidth(self.0) }),
            () if is(K::LLVMPointerTypeKind) => TyKind::Ptr { space: unsafe { LLVMGetPointerAddressSpace(self.0) } },
            () if is(K::LLVMHalfTypeKind) => TyKind::Float(FloatKind::Half),
            () if is(K::LLVMBFloatTypeKind) => TyKind::Float(FloatKind::BFloat),
            () if is(K::LLVMFloatTypeKind) => TyKind::Float(FloatKind::Single),
            () if is(K::LLVMDoubleTypeKind) => TyKind::Float(FloatKind::Double),
            () if is(K::LLVMX86_FP80TypeKind) => TyKind::Float(FloatKind::X87),
            () if is(K::LLVMFP128TypeKind) => TyKind::Float(FloatKind::Quad),
            () if is(K::LLVMVectorTypeKind) => {
                TyKind::Vector { elem: self.elem(), len: unsafe { LLVMGetVectorSize(self.0) } }
            }
            () if is(K::LLVMArrayTypeKind) => {
                TyKind::Array { elem: self.elem(), len: unsafe { LLVMGetArrayLength2(self.0) } }
            }
            () if is(K::LLVMStructTypeKind) => TyKind::Struct,
            () if is(K::LLVMMetadataTypeKind) => TyKind::Metadata,
            () => TyKind::Other,
        }
    }

    fn elem(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetElementType(self.0) })
    }

    pub(crate) fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// The fields of a struct.
    pub(crate) fn fields(self) -> impl Iterator<Item = Ty<'m>> {
        let count = unsafe { LLVMCountStructElementTypes(self.0) };
        (0..count).map(move |i| self.field(i))
    }

    pub(crate) fn field(self, index: u32) -> Ty<'m> {
        Ty::new(unsafe { LLVMStructGetTypeAtIndex(self.0, index) })
    }

    /// The parameters of a function type.
    pub(crate) fn params(self) -> Vec<Ty<'m>> {
        let mut params = vec![core::ptr::null_mut(); unsafe { LLVMCountParamTypes(self.0) } as usize];
        unsafe { LLVMGetParamTypes(self.0, params.as_mut_ptr()) };
        params.into_iter().map(Ty::new).collect()
    }

    pub(crate) fn result(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetReturnType(self.0) })
    }

    pub(crate) fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// As LLVM prints it.
    pub(crate) fn text(self) -> String {
        let printed = unsafe { LLVMPrintTypeToString(self.0) };
        let text = unsafe { text_of(printed) };
        unsafe { LLVMDisposeMessage(printed) };
        text
    }
}

/// The data layout of a module.
#[derive(Clone, Copy)]
pub(crate) struct Layout<'m>(pub(super) LLVMTargetDataRef, pub(super) PhantomData<&'m ()>);

impl Layout<'_> {
    /// Bytes from one array element to the next; 0 for a type without size.
    pub(crate) fn size(self, ty: Ty<'_>) -> u64 {
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.0, ty.0) } } else { 0 }
    }

    pub(crate) fn store_size(self, ty: Ty<'_>) -> u64 {
        if ty.is_sized() { unsafe { LLVMStoreSizeOfType(self.0, ty.0) } } else { 0 }
    }

    pub(crate) fn bits(self, ty: Ty<'_>) -> u64 {
        if ty.is_sized() { unsafe { LLVMSizeOfTypeInBits(self.0, ty.0) } } else { 0 }
    }

    pub(crate) fn align(self, ty: Ty<'_>) -> u32 {
        if ty.is_sized() { unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }.max(1) } else { 1 }
    }

    /// The offset of a field of a struct with size.
    pub(crate) fn offset(self, ty: Ty<'_>, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.0, ty.0, field) }
    }

    pub(crate) fn is_64_bit_little_endian(self) -> bool {
        let little = unsafe { LLVMByteOrder(self.0) } == LLVMByteOrdering::LLVMLittleEndian;
        little && unsafe { LLVMPointerSize(self.0) } == 8
    }
}
