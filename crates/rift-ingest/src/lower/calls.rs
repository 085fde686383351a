//! Calls, invokes, intrinsics and inline assembly.

use super::Unsupported;
use super::body::Body;
use crate::llvm::{TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rift_ir::{
    AsmText, BinaryOp, CallArg, Callee, CastOp, Const, FloatPredicate, InstKind, Intrinsic, Operand, WrapFlags,
};

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
        if super::is_intrinsic(&name) {
            let args = self.intrinsic_args(call)?;
            let kind = match name.strip_prefix("llvm.experimental.constrained.") {
                Some(operation) => constrained(operation, args, call)?,
                None => InstKind::Intrinsic { which: Intrinsic::from_llvm_name(&name), args },
            };
            self.define(call, kind);
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

/// Floating point under `-frounding-math` or `#pragma STDC FENV_ACCESS`: the ordinary operation, as the rounding mode
/// never changes and nobody can look at the exception flags (`fesetround` and its like are not there).
fn constrained(operation: &str, args: Vec<Operand>, call: Value<'_>) -> Result<InstKind, Unsupported> {
    let base = operation.split('.').next().unwrap_or_default();
    let binary = |op| match args[..] {
        [lhs, rhs] => Ok(InstKind::Binary { op, flags: WrapFlags::default(), lhs, rhs }),
        _ => Err(format!("constrained {base} of {} operands", args.len())),
    };
    let cast = |op| match args[..] {
        [value] => Ok(InstKind::Cast { op, value }),
        _ => Err(format!("constrained {base} of {} operands", args.len())),
    };
    match base {
        "fadd" => binary(BinaryOp::FAdd),
        "fsub" => binary(BinaryOp::FSub),
        "fmul" => binary(BinaryOp::FMul),
        "fdiv" => binary(BinaryOp::FDiv),
        "frem" => binary(BinaryOp::FRem),
        "fptosi" => cast(CastOp::FpToSi),
        "fptoui" => cast(CastOp::FpToUi),
        "sitofp" => cast(CastOp::SiToFp),
        "uitofp" => cast(CastOp::UiToFp),
        "fptrunc" => cast(CastOp::FpTrunc),
        "fpext" => cast(CastOp::FpExt),
        "fcmp" | "fcmps" => {
            let predicate = call.args().nth(2).and_then(Value::metadata_text).and_then(|text| float_predicate(&text));
            match (predicate, &args[..]) {
                (Some(predicate), &[lhs, rhs]) => Ok(InstKind::CompareFloat { predicate, lhs, rhs }),
                _ => Err("unknown constrained comparison".to_owned()),
            }
        }
        _ => Ok(InstKind::Intrinsic { which: Intrinsic::from_llvm_name(&format!("llvm.{operation}")), args }),
    }
}

fn float_predicate(text: &str) -> Option<FloatPredicate> {
    use FloatPredicate::*;
    Some(match text {
        "oeq" => Oeq,
        "ogt" => Ogt,
        "oge" => Oge,
        "olt" => Olt,
        "ole" => Ole,
        "one" => One,
        "ord" => Ord,
        "uno" => Uno,
        "ueq" => Ueq,
        "ugt" => Ugt,
        "uge" => Uge,
        "ult" => Ult,
        "ule" => Ule,
        "une" => Une,
        _ => return None,
    })
}
