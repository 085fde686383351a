//! Debug information, as the library sees it. Most of it is reachable only as numbered metadata operands.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one invariant for the whole file: metadata borrows the verified module it comes from, so pointers are live \
              and nodes have the shape the verifier demands; accessors of one kind of node check the kind first"
)]

use super::ffi;
use super::value::Value;
use core::ffi::{c_char, c_int, c_uint};
use core::marker::PhantomData;
use llvm_sys::LLVMDbgRecordKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMContextRef, LLVMDbgRecordRef, LLVMMetadataRef};

/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Metadata<'m>(LLVMMetadataRef, LLVMContextRef, PhantomData<&'m ()>);

/// Operand numbers of the nodes that have no accessor in the C API (llvm/lib/IR/DebugInfoMetadata.cpp).
const SCOPE_PARENT: u32 = 1;
const SUBPROGRAM_NAME: u32 = 2;
const SUBPROGRAM_LINKAGE_NAME: u32 = 3;
const LOCAL_VARIABLE_NAME: u32 = 1;

impl<'m> Metadata<'m> {
    fn with(self, raw: LLVMMetadataRef) -> Option<Metadata<'m>> {
        (!raw.is_null()).then_some(Metadata(raw, self.1, PhantomData))
    }

    fn is(self, kind: LLVMMetadataKind) -> bool {
        unsafe { ffi::LLVMGetMetadataKind(self.0) == kind as c_int }
    }

    fn operand(self, index: u32) -> Option<Value<'m>> {
        unsafe {
            let node = LLVMMetadataAsValue(self.1, self.0);
            let count = LLVMGetMDNodeNumOperands(node);
            if index >= count {
                return None;
            }
            let mut operands = vec![core::ptr::null_mut(); count as usize];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            Value::new(operands[index as usize])
        }
    }

    fn string_operand(self, index: u32) -> Option<String> {
        let operand = self.operand(index)?;
        let mut len = 0;
        let raw = unsafe { LLVMGetMDString(operand.0, &mut len) };
        unsafe { counted(raw, len) }
    }

    // ---- locations

    pub(crate) fn line(self) -> u32 {
        unsafe { LLVMDILocationGetLine(self.0) }
    }

    pub(crate) fn column(self) -> u32 {
        unsafe { LLVMDILocationGetColumn(self.0) }
    }

    pub(crate) fn scope(self) -> Option<Metadata<'m>> {
        self.with(unsafe { LLVMDILocationGetScope(self.0) })
    }

    pub(crate) fn inlined_at(self) -> Option<Metadata<'m>> {
        self.with(unsafe { LLVMDILocationGetInlinedAt(self.0) })
    }

    // ---- scopes

    /// (directory, name) of the file of a scope.
    pub(crate) fn file(self) -> Option<(String, String)> {
        file_names(self.with(unsafe { LLVMDIScopeGetFile(self.0) })?)
    }

    /// The function around a local scope.
    pub(crate) fn subprogram(self) -> Option<Metadata<'m>> {
        let mut scope = self;
        loop {
            if scope.is(LLVMMetadataKind::LLVMDISubprogramMetadataKind) {
                return Some(scope);
            }
            let block = scope.is(LLVMMetadataKind::LLVMDILexicalBlockMetadataKind)
                || scope.is(LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind);
            if !block {
                return None;
            }
            let parent = scope.operand(SCOPE_PARENT)?;
            scope = self.with(unsafe { LLVMValueAsMetadata(parent.0) })?;
        }
    }

    /// (name, linkage name) of a subprogram.
    pub(crate) fn subprogram_names(self) -> (Option<String>, Option<String>) {
        (self.string_operand(SUBPROGRAM_NAME), self.string_operand(SUBPROGRAM_LINKAGE_NAME))
    }

    pub(crate) fn subprogram_line(self) -> u32 {
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }
}

fn file_names(file: Metadata<'_>) -> Option<(String, String)> {
    let (mut directory_len, mut name_len) = (0, 0);
    unsafe {
        let directory = LLVMDIFileGetDirectory(file.0, &mut directory_len);
        let name = LLVMDIFileGetFilename(file.0, &mut name_len);
        Some((counted(directory, directory_len).unwrap_or_default(), counted(name, name_len)?))
    }
}

/// # Safety
/// `raw` is null or points to `len` bytes.
unsafe fn counted(raw: *const c_char, len: c_uint) -> Option<String> {
    if raw.is_null() || len == 0 {
        return None;
    }
    let bytes = unsafe { core::slice::from_raw_parts(raw.cast::<u8>(), len as usize) };
    Some(String::from_utf8_lossy(bytes).into_owned())
}

impl<'m> Value<'m> {
    /// The text of a metadata string used as an argument.
    pub(crate) fn metadata_text(self) -> Option<String> {
        let mut len = 0;
        let raw = unsafe { LLVMGetMDString(self.0, &mut len) };
        unsafe { counted(raw, len) }
    }

    fn metadata(self, raw: LLVMMetadataRef) -> Option<Metadata<'m>> {
        let context = unsafe { LLVMGetTypeContext(LLVMTypeOf(self.0)) };
        (!raw.is_null()).then_some(Metadata(raw, context, PhantomData))
    }

    /// Where an instruction comes from.
    pub(crate) fn location(self) -> Option<Metadata<'m>> {
        self.metadata(unsafe { LLVMInstructionGetDebugLoc(self.0) })
    }

    /// The debug information of a function.
    pub(crate) fn debug_subprogram(self) -> Option<Metadata<'m>> {
        self.metadata(unsafe { LLVMGetSubprogram(self.0) })
    }

    /// (directory, name) of the file that declares a global variable, and the line.
    pub(crate) fn global_position(self) -> Option<(String, String, u32)> {
        let mut count = 0;
        let entries = unsafe { LLVMGlobalCopyAllMetadata(self.0, &mut count) };
        let found = (0..count as c_uint).find_map(|i| {
            let node = self.metadata(unsafe { LLVMValueMetadataEntriesGetMetadata(entries, i) })?;
            node.is(LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind).then_some(node)
        });
        unsafe { LLVMDisposeValueMetadataEntries(entries) };
        let node = found?;
        let variable = node.with(unsafe { LLVMDIGlobalVariableExpressionGetVariable(node.0) })?;
        let file = variable.with(unsafe { LLVMDIVariableGetFile(variable.0) })?;
        let (directory, name) = file_names(file)?;
        Some((directory, name, unsafe { LLVMDIVariableGetLine(variable.0) }))
    }
}

/// `#dbg_declare`: the source variable that lives at an address.
pub(crate) struct DbgVariable<'m> {
    pub(crate) address: Value<'m>,
    variable: LLVMMetadataRef,
}

impl<'m> DbgVariable<'m> {
    /// # Safety
    /// `record` is a live debug record.
    pub(super) unsafe fn of_record(record: LLVMDbgRecordRef) -> Option<DbgVariable<'m>> {
        unsafe {
            if ffi::LLVMDbgRecordGetKind(record) != LLVMDbgRecordKind::LLVMDbgRecordDeclare as c_int {
                return None;
            }
            let address = Value::new(LLVMDbgVariableRecordGetValue(record, 0))?;
            Some(DbgVariable { address, variable: LLVMDbgVariableRecordGetVariable(record) })
        }
    }

    pub(crate) fn name(&self) -> Option<String> {
        self.address.metadata(self.variable)?.string_operand(LOCAL_VARIABLE_NAME)
    }
}
