//! Contexts and modules of the library, owned; diagnostics are kept and never printed.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one invariant for the whole file: `Context` and `SourceModule` own live pointers that only their `Drop` \
              frees, a module borrows its context, and both are made after libLLVM is bound"
)]

use super::bind::{llvm_library, text_of};
use super::types::Layout;
use super::value::{Value, chain};
use crate::ModuleError;
use core::ffi::c_void;
use core::marker::PhantomData;
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::core::*;
use llvm_sys::error::LLVMGetErrorMessage;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef};
use llvm_sys::target::LLVMGetModuleDataLayout;
use llvm_sys::transforms::pass_builder::*;
use std::cell::RefCell;
use std::ffi::CString;

/// The errors that a context has reported and nobody has taken yet.
type Diagnostics = RefCell<Vec<String>>;

pub(crate) struct Context {
    raw: LLVMContextRef,
    diagnostics: Box<Diagnostics>,
}

/// Without a handler the library prints errors and exits.
extern "C" fn keep_diagnostic(info: LLVMDiagnosticInfoRef, diagnostics: *mut c_void) {
    // Warnings (two spellings of one data layout) and remarks are not failures.
    if unsafe { LLVMGetDiagInfoSeverity(info) } != LLVMDiagnosticSeverity::LLVMDSError {
        return;
    }
    let description = unsafe { LLVMGetDiagInfoDescription(info) };
    let text = unsafe { text_of(description) };
    unsafe { LLVMDisposeMessage(description) };
    // The box that this points to lives as long as the context that calls.
    unsafe { &*diagnostics.cast::<Diagnostics>() }.borrow_mut().push(text);
}

impl Context {
    pub(crate) fn new() -> Result<Context, ModuleError> {
        llvm_library()?;
        let diagnostics = Box::new(Diagnostics::default());
        let raw = unsafe { LLVMContextCreate() };
        let handler_data = (&raw const *diagnostics).cast_mut().cast::<c_void>();
        unsafe { LLVMContextSetDiagnosticHandler(raw, Some(keep_diagnostic), handler_data) };
        Ok(Context { raw, diagnostics })
    }

    fn take_diagnostics(&self) -> Vec<String> {
        self.diagnostics.take()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        unsafe { LLVMContextDispose(self.raw) };
    }
}

/// A module of the library.
pub(crate) struct SourceModule<'c> {
    raw: LLVMModuleRef,
    context: &'c Context,
}

impl Drop for SourceModule<'_> {
    fn drop(&mut self) {
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

impl<'c> SourceModule<'c> {
    /// Reads bitcode, wrapped bitcode or text, told apart by content. Says why not in LLVM's words.
    pub(crate) fn parse(context: &'c Context, name: &str, bytes: &[u8]) -> Result<SourceModule<'c>, String> {
        let name = CString::new(name.replace('\0', "")).expect("no NUL is left");
        let mut raw = core::ptr::null_mut();
        let mut message = core::ptr::null_mut();
        let failed = unsafe {
            // A copy, because the reader of text wants a NUL behind the last byte.
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
            let failed = LLVMParseIRInContext2(context.raw, buffer, &mut raw, &mut message) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            failed
        };
        let module = (!raw.is_null()).then_some(SourceModule { raw, context });
        let mut reasons = context.take_diagnostics();
        if !message.is_null() {
            reasons.insert(0, unsafe { text_of(message) });
            unsafe { LLVMDisposeMessage(message) };
        }
        match module {
            Some(module) if !failed && reasons.is_empty() => Ok(module),
            _ => Err(one_line(&reasons.join("; "))),
        }
    }

    /// Reads bitcode as far as its symbols; function bodies stay unread. For bitcode that can be trusted.
    pub(crate) fn open(context: &'c Context, name: &str, bytes: &[u8]) -> Result<SourceModule<'c>, String> {
        if !super::embedded::is_bitcode(bytes) {
            return SourceModule::parse(context, name, bytes);
        }
        let name = CString::new(name.replace('\0', "")).expect("no NUL is left");
        let mut raw = core::ptr::null_mut();
        let failed = unsafe {
            // The reader keeps the buffer, whether it fails or not.
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
            LLVMGetBitcodeModuleInContext2(context.raw, buffer, &mut raw) != 0
        };
        let module = (!raw.is_null()).then_some(SourceModule { raw, context });
        let reasons = context.take_diagnostics();
        match module {
            Some(module) if !failed && reasons.is_empty() => Ok(module),
            _ => Err(one_line(&reasons.join("; "))),
        }
    }

    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut message = core::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = unsafe { LLVMVerifyModule(self.raw, action, &mut message) } != 0;
        let text = unsafe { text_of(message) };
        unsafe { LLVMDisposeMessage(message) };
        self.context.take_diagnostics();
        if broken { Err(one_line(&text)) } else { Ok(()) }
    }

    /// Moves everything of `other` into this module.
    pub(crate) fn link(&mut self, other: SourceModule<'c>) -> Result<(), String> {
        let raw = other.raw;
        // The linker frees its source, even when it fails.
        core::mem::forget(other);
        let failed = unsafe { LLVMLinkModules2(self.raw, raw) } != 0;
        let reasons = self.context.take_diagnostics();
        if failed || !reasons.is_empty() { Err(one_line(&reasons.join("; "))) } else { Ok(()) }
    }

    /// A pipeline in the syntax of `opt -passes`.
    pub(crate) fn run_passes(&mut self, pipeline: &str) -> Result<(), String> {
        let pipeline = CString::new(pipeline).expect("pipelines are literals");
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.raw, pipeline.as_ptr(), core::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = text_of(message);
            llvm_sys::error::LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    pub(crate) fn triple(&self) -> String {
        unsafe { text_of(LLVMGetTarget(self.raw)) }
    }

    pub(crate) fn layout_text(&self) -> String {
        unsafe { text_of(LLVMGetDataLayoutStr(self.raw)) }
    }

    pub(crate) fn set_target(&mut self, triple: &str, layout: &str) {
        let (triple, layout) = (CString::new(triple), CString::new(layout));
        let (triple, layout) = (triple.expect("a literal"), layout.expect("a literal"));
        unsafe {
            LLVMSetTarget(self.raw, triple.as_ptr());
            LLVMSetDataLayout(self.raw, layout.as_ptr());
        }
    }

    pub(crate) fn layout(&self) -> Layout<'_> {
        Layout(unsafe { LLVMGetModuleDataLayout(self.raw) }, PhantomData)
    }

    pub(crate) fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        chain(Value::new(unsafe { LLVMGetFirstFunction(self.raw) }), |f| {
            Value::new(unsafe { LLVMGetNextFunction(f.0) })
        })
    }

    pub(crate) fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        chain(Value::new(unsafe { LLVMGetFirstGlobal(self.raw) }), |g| Value::new(unsafe { LLVMGetNextGlobal(g.0) }))
    }

    pub(crate) fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        chain(Value::new(unsafe { LLVMGetFirstGlobalAlias(self.raw) }), |g| {
            Value::new(unsafe { LLVMGetNextGlobalAlias(g.0) })
        })
    }

    pub(crate) fn ifuncs(&self) -> impl Iterator<Item = Value<'_>> {
        chain(Value::new(unsafe { LLVMGetFirstGlobalIFunc(self.raw) }), |g| {
            Value::new(unsafe { LLVMGetNextGlobalIFunc(g.0) })
        })
    }

    pub(crate) fn function_named(&self, name: &str) -> Option<Value<'_>> {
        let raw = unsafe { LLVMGetNamedFunctionWithLength(self.raw, name.as_ptr().cast(), name.len()) };
        Value::new(raw)
    }

    /// Declares `name` with the type of `like`, or finds it.
    pub(super) fn declare_like<'a>(&'a self, name: &str, like: Value<'a>) -> Value<'a> {
        if let Some(found) = self.function_named(name) {
            return found;
        }
        let name = CString::new(name).expect("model names are literals");
        Value::new(unsafe { LLVMAddFunction(self.raw, name.as_ptr(), like.value_type().0) }).expect("a new function")
    }
}

/// LLVM ends messages with line ends and sometimes prints whole instructions.
fn one_line(text: &str) -> String {
    const LIMIT: usize = 400;
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(LIMIT) {
        line.truncate(end);
        line.push_str(" ..");
    }
    if line.is_empty() { "no reason given".to_owned() } else { line }
}
