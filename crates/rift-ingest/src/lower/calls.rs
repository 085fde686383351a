//! Calls, invokes, intrinsics and inline assembly.

use super::Unsupported;
use super::body::Body;
use crate::llvm::{TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rift_ir::{AsmText, CallArg, Callee, Const, InstKind, Intrinsic, Operand};

impl<'m> Body<'_, 'm> {
    pub(super) fn call(&mut self, opcode: Op, call: Value<'m>) -> Result<(), Unsupported> {
        let callee = call.callee().ok_or("call of nothing")?;
        let name = if callee.kind() == ValueKind::Function { callee.name() } else { String::new() };
        if name.starts_with("llvm.dbg.") {
            return Ok(());
        }
        let jump = match opcode {
            Op::LLVMInvoke => {
                let (normal, unwind) = call.invoke_targets().ok_or("invoke without targets")?;
                Some((self.block(normal)?, self.block(unwind)?))
            }
            _ => None,
        };
        if name.starts_with("llvm.") {
            let args = self.intrinsic_args(call)?;
            self.define(call, InstKind::Intrinsic { which: Intrinsic::from_llvm_name(&name), args });
            if let Some((normal, _)) = jump {
                self.forget_unwind_edge();
                self.emit(InstKind::Jump { target: normal });
            }
            return Ok(());
        }
        let signature = self.lowering.signature(call.called_type());
        let args = self.call_args(call, callee)?;
        let callee = self.callee(callee)?;
        match (jump, callee) {
            (Some((normal, _)), callee @ Callee::Asm(_)) => {
                self.define(call, InstKind::Call { callee, signature, args });
                self.forget_unwind_edge();
                self.emit(InstKind::Jump { target: normal });
            }
            (Some((normal, unwind)), callee) => {
                self.define(call, InstKind::Invoke { callee, signature, args, normal, unwind });
            }
            (None, callee) => {
                self.define(call, InstKind::Call { callee, signature, args });
            }
        }
        Ok(())
    }

    fn callee(&mut self, callee: Value<'m>) -> Result<Callee, Unsupported> {
        if callee.kind() == ValueKind::InlineAsm {
            let (text, constraints) = callee.asm_text();
            return Ok(Callee::Asm(AsmText { text, constraints }));
        }
        let operand = self.operand(callee)?;
        if let Operand::Const(id) = operand
            && let Const::Function(function) = self.lowering.module.consts.get(id)
        {
            return Ok(Callee::Direct(*function));
        }
        Ok(Callee::Indirect(operand))
    }

    fn call_args(&mut self, call: Value<'m>, callee: Value<'m>) -> Result<Vec<CallArg>, Unsupported> {
        let declared = (callee.kind() == ValueKind::Function).then_some(callee);
        (0..)
            .zip(call.args())
            .map(|(index, arg)| {
                let on_function = |name| declared.and_then(|f| f.param_type_attribute(name, index));
                let attribute = |name| call.arg_type_attribute(name, index).or_else(|| on_function(name));
                if attribute("inalloca").is_some() || attribute("preallocated").is_some() {
                    return Err("call with arguments in the caller's memory".to_owned());
                }
                let layout = self.lowering.layout;
                let by_value =
                    attribute("byval").map(|(ty, align)| (layout.size(ty), align.unwrap_or_else(|| layout.align(ty))));
                Ok(CallArg { value: self.operand(arg)?, by_value })
            })
            .collect()
    }

    /// Metadata is for LLVM only.
    fn intrinsic_args(&mut self, call: Value<'m>) -> Result<Vec<Operand>, Unsupported> {
        call.args().filter(|arg| !matches!(arg.ty().kind(), TyKind::Metadata)).map(|arg| self.operand(arg)).collect()
    }
}
