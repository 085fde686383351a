//! Texts of instructions.

use super::{Printer, quoted};
use crate::infer::{Inferred, inferred};
use crate::{
    CallArg, Callee, Clause, Const, Function, Inst, InstId, InstKind, Operand, OperandType, Signature, Type, TypeId,
    UnaryOp, WrapFlags,
};
use std::fmt::{self, Write};

impl Printer<'_> {
    /// One line, without its end.
    pub(super) fn inst(&self, out: &mut impl Write, function: &Function, id: InstId) -> fmt::Result {
        let Some(inst) = function.insts.get(id) else { return write!(out, "  ?inst") };
        write!(out, "  ")?;
        if let Some(result) = inst.result.expand() {
            write!(out, "{result} = ")?;
        }
        Line { printer: self, function, out }.inst(inst)?;
        self.position(out, inst.position)
    }
}

struct Line<'a, 'm, W> {
    printer: &'a Printer<'m>,
    function: &'a Function,
    out: &'a mut W,
}

impl<'a, W: Write> Line<'a, '_, W> {
    fn inst(&mut self, inst: &Inst) -> fmt::Result {
        self.kind(inst)?;
        let Some(result) = inst.result.expand() else { return Ok(()) };
        let actual = self.function.values.get(result).map(|data| data.ty);
        let printed = match &inst.kind {
            // These say the type of their result themselves.
            InstKind::Cast { .. } | InstKind::Load { .. } | InstKind::Phi { .. } | InstKind::LandingPad { .. } => true,
            InstKind::Call { signature, .. } | InstKind::Invoke { signature, .. } => Some(signature.result) == actual,
            kind => actual.is_some_and(|ty| self.infers(kind, ty)),
        };
        match (printed, actual) {
            (true, _) => Ok(()),
            (false, Some(ty)) => write!(self.out, " -> {}", self.printer.ty(ty)),
            (false, None) => write!(self.out, " -> ?type"),
        }
    }

    /// Whether a reader would find the type of the result without being told.
    fn infers(&self, kind: &InstKind, actual: TypeId) -> bool {
        let types = &self.printer.module.types;
        if !types.contains(actual) {
            return false;
        }
        let is = |ty: TypeId, wanted: &Type| types.contains(ty) && types.get(ty) == wanted;
        match inferred(types, kind, |operand| self.operand_type(operand)) {
            Inferred::Unknown => false,
            Inferred::Type(ty) => ty == actual,
            Inferred::Bool(None) => is(actual, &Type::Int(1)),
            Inferred::Ptr(None) => is(actual, &Type::Ptr),
            Inferred::Bool(Some(lanes)) => self.is_vector(actual, lanes, &Type::Int(1)),
            Inferred::Ptr(Some(lanes)) => self.is_vector(actual, lanes, &Type::Ptr),
            Inferred::Vector(elem, lanes) => is(actual, &Type::Vector { elem, len: lanes }),
        }
    }

    fn is_vector(&self, actual: TypeId, lanes: u32, wanted: &Type) -> bool {
        let types = &self.printer.module.types;
        match types.get(actual) {
            Type::Vector { elem, len } => *len == lanes && types.contains(*elem) && types.get(*elem) == wanted,
            _ => false,
        }
    }

    fn operand_type(&self, operand: Operand) -> Option<TypeId> {
        match operand {
            Operand::Value(value) => self.function.values.get(value).map(|data| data.ty),
            Operand::Const(id) if !self.printer.module.consts.contains(id) => None,
            Operand::Const(_) => match self.printer.module.operand_type(self.function, operand) {
                OperandType::Type(ty) => Some(ty),
                OperandType::Address => None,
            },
        }
    }

    fn type_name(&self, operand: Operand) -> &'a str {
        match self.operand_type(operand) {
            Some(ty) => self.printer.ty(ty),
            None if self.is_address(operand) => "ptr",
            None => "?type",
        }
    }

    fn is_address(&self, operand: Operand) -> bool {
        let Operand::Const(id) = operand else { return false };
        let consts = &self.printer.module.consts;
        consts.contains(id) && matches!(consts.get(id), Const::Global { .. } | Const::Function(_) | Const::Block { .. })
    }

    /// An operand whose type was said before.
    fn untyped(&mut self, operand: Operand) -> fmt::Result {
        match operand {
            Operand::Value(value) => write!(self.out, "{value}"),
            Operand::Const(id) => {
                let text = self.printer.consts.get(id.as_u32() as usize).map_or("?const", |named| &named.reference);
                write!(self.out, "{text}")
            }
        }
    }

    fn typed(&mut self, operand: Operand) -> fmt::Result {
        let ty = self.type_name(operand);
        write!(self.out, "{ty} ")?;
        self.untyped(operand)
    }

    /// An operand where a reader expects a type; a constant of another type says so.
    fn expected(&mut self, operand: Operand, ty: &str) -> fmt::Result {
        if matches!(operand, Operand::Value(_)) || self.type_name(operand) == ty {
            return self.untyped(operand);
        }
        write!(self.out, "(")?;
        self.typed(operand)?;
        write!(self.out, ")")
    }

    fn pair(&mut self, lhs: Operand, rhs: Operand) -> fmt::Result {
        let ty = self.type_name(lhs);
        self.typed(lhs)?;
        write!(self.out, ", ")?;
        self.expected(rhs, ty)
    }

    fn typed_list(&mut self, operands: &[Operand]) -> fmt::Result {
        for (i, operand) in operands.iter().enumerate() {
            write!(self.out, "{}", if i > 0 { ", " } else { "" })?;
            self.typed(*operand)?;
        }
        Ok(())
    }

    fn kind(&mut self, inst: &Inst) -> fmt::Result {
        match &inst.kind {
            InstKind::Binary { op, flags, lhs, rhs } => {
                write!(self.out, "{}{} ", op.name(), flag_words(*flags))?;
                self.pair(*lhs, *rhs)
            }
            InstKind::Unary { op, value } => {
                write!(self.out, "{} ", if *op == UnaryOp::FNeg { "fneg" } else { "freeze" })?;
                self.typed(*value)
            }
            InstKind::CompareInt { predicate, lhs, rhs } => {
                write!(self.out, "icmp {} ", predicate.name())?;
                self.pair(*lhs, *rhs)
            }
            InstKind::CompareFloat { predicate, lhs, rhs } => {
                write!(self.out, "fcmp {} ", predicate.name())?;
                self.pair(*lhs, *rhs)
            }
            InstKind::Cast { op, value } => {
                write!(self.out, "{} ", op.name())?;
                self.typed(*value)?;
                write!(self.out, " to {}", self.result_type(inst))
            }
            InstKind::Select { condition, if_true, if_false } => {
                write!(self.out, "select ")?;
                self.typed(*condition)?;
                write!(self.out, ", ")?;
                self.pair(*if_true, *if_false)
            }
            InstKind::ExtractValue { aggregate, path } => {
                write!(self.out, "extractvalue ")?;
                self.typed(*aggregate)?;
                self.path(path)
            }
            InstKind::InsertValue { aggregate, value, path } => {
                write!(self.out, "insertvalue ")?;
                self.typed_list(&[*aggregate, *value])?;
                self.path(path)
            }
            InstKind::ExtractElement { vector, index } => {
                write!(self.out, "extractelement ")?;
                self.typed_list(&[*vector, *index])
            }
            InstKind::InsertElement { vector, value, index } => {
                write!(self.out, "insertelement ")?;
                self.typed_list(&[*vector, *value, *index])
            }
            InstKind::Shuffle { lhs, rhs, mask } => {
                write!(self.out, "shuffle ")?;
                self.pair(*lhs, *rhs)?;
                let lane = |lane: &Option<u32>| lane.map_or("_".to_owned(), |lane| lane.to_string());
                write!(self.out, ", [{}]", mask.iter().map(lane).collect::<Vec<_>>().join(", "))
            }
            InstKind::Intrinsic { which, args } => {
                let name = which.name();
                let plain = name.bytes().all(super::is_name_byte) && !name.starts_with(|c: char| c.is_ascii_digit());
                let name = if plain && !name.is_empty() { name.to_owned() } else { quoted(name) };
                write!(self.out, "intrinsic {name}(")?;
                self.typed_list(args)?;
                write!(self.out, ")")
            }
            InstKind::Unsupported { what } => write!(self.out, "unsupported {}", quoted(what)),
            InstKind::Call { .. }
            | InstKind::Invoke { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Phi { .. }
            | InstKind::Jump { .. }
            | InstKind::Branch { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectJump { .. }
            | InstKind::Return { .. }
            | InstKind::Resume { .. }
            | InstKind::Unreachable => self.control(inst),
            _ => self.memory(inst),
        }
    }

    fn result_type(&self, inst: &Inst) -> &'a str {
        let data = inst.result.expand().and_then(|value| self.function.values.get(value));
        data.map_or("?type", |data| self.printer.ty(data.ty))
    }

    fn path(&mut self, path: &[u32]) -> fmt::Result {
        path.iter().try_for_each(|index| write!(self.out, ", {index}"))
    }

    fn memory(&mut self, inst: &Inst) -> fmt::Result {
        match &inst.kind {
            InstKind::Alloca { elem_size, count, align } => {
                write!(self.out, "alloca {elem_size} align {align}")?;
                if self.is_one(*count) {
                    return Ok(());
                }
                write!(self.out, " count ")?;
                self.typed(*count)
            }
            InstKind::Load { address, align, volatile, atomic } => {
                let ty = self.result_type(inst);
                write!(self.out, "load{} {ty}, ", access_words(*volatile, *atomic))?;
                self.expected(*address, "ptr")?;
                let natural = inst.result.expand().and_then(|v| self.function.values.get(v)).map(|data| data.ty);
                self.align(*align, natural)
            }
            InstKind::Store { address, value, align, volatile, atomic } => {
                write!(self.out, "store{} ", access_words(*volatile, *atomic))?;
                self.typed(*value)?;
                write!(self.out, ", ")?;
                self.expected(*address, "ptr")?;
                self.align(*align, self.operand_type(*value))
            }
            InstKind::Offset { base, offset, terms, in_bounds } => {
                write!(self.out, "offset{} ", if *in_bounds { " inbounds" } else { "" })?;
                self.typed(*base)?;
                write!(self.out, ", {offset}")?;
                for term in terms {
                    write!(self.out, ", ")?;
                    self.typed(term.index)?;
                    write!(self.out, " * {}", term.scale)?;
                }
                Ok(())
            }
            InstKind::AtomicRmw { op, address, value } => {
                write!(self.out, "atomicrmw {} ", op.name())?;
                self.expected(*address, "ptr")?;
                write!(self.out, ", ")?;
                self.typed(*value)
            }
            InstKind::CompareExchange { address, expected, replacement } => {
                write!(self.out, "cmpxchg ")?;
                self.expected(*address, "ptr")?;
                write!(self.out, ", ")?;
                self.pair(*expected, *replacement)
            }
            InstKind::VaArg { list } => {
                write!(self.out, "vaarg ")?;
                self.expected(*list, "ptr")
            }
            _ => write!(self.out, "fence"),
        }
    }

    /// Allocas are of one object unless they say otherwise.
    fn is_one(&self, count: Operand) -> bool {
        let Operand::Const(id) = count else { return false };
        let module = self.printer.module;
        module.consts.contains(id)
            && matches!(module.consts.get(id), Const::Bits { ty, limbs } if limbs == &[1]
                && module.types.contains(*ty) && *module.types.get(*ty) == Type::Int(32))
    }

    fn align(&mut self, align: u32, natural: Option<TypeId>) -> fmt::Result {
        let types = &self.printer.module.types;
        if natural.is_some_and(|ty| types.contains(ty) && self.printer.aligns[ty.as_u32() as usize] == align) {
            return Ok(());
        }
        write!(self.out, " align {align}")
    }

    fn control(&mut self, inst: &Inst) -> fmt::Result {
        match &inst.kind {
            InstKind::Call { callee, signature, args } => {
                write!(self.out, "call ")?;
                self.call(callee, signature, args)
            }
            InstKind::Invoke { callee, signature, args, normal, unwind } => {
                write!(self.out, "invoke ")?;
                self.call(callee, signature, args)?;
                write!(self.out, " to {normal} unwind {unwind}")
            }
            InstKind::LandingPad { clauses, cleanup } => {
                let ty = self.result_type(inst);
                write!(self.out, "landingpad {ty}{}", if *cleanup { " cleanup" } else { "" })?;
                clauses.iter().try_for_each(|clause| match clause {
                    Clause::Catch(info) => {
                        write!(self.out, " catch ")?;
                        self.typed(*info)
                    }
                    Clause::Filter(infos) => {
                        write!(self.out, " filter [")?;
                        self.typed_list(infos)?;
                        write!(self.out, "]")
                    }
                })
            }
            InstKind::Phi { incoming } => {
                let ty = self.result_type(inst);
                write!(self.out, "phi {ty}")?;
                for (i, (block, value)) in incoming.iter().enumerate() {
                    write!(self.out, "{} [", if i > 0 { "," } else { "" })?;
                    self.expected(*value, ty)?;
                    write!(self.out, ", {block}]")?;
                }
                Ok(())
            }
            InstKind::Jump { target } => write!(self.out, "jump {target}"),
            InstKind::Branch { condition, if_true, if_false } => {
                write!(self.out, "branch ")?;
                self.expected(*condition, "i1")?;
                write!(self.out, ", {if_true}, {if_false}")
            }
            InstKind::Switch { value, default, cases } => {
                let ty = self.type_name(*value);
                write!(self.out, "switch ")?;
                self.typed(*value)?;
                write!(self.out, ", {default} [")?;
                for (i, (case, block)) in cases.iter().enumerate() {
                    write!(self.out, "{}", if i > 0 { ", " } else { "" })?;
                    self.expected(Operand::Const(*case), ty)?;
                    write!(self.out, " => {block}")?;
                }
                write!(self.out, "]")
            }
            InstKind::IndirectJump { address, targets } => {
                write!(self.out, "indirectjump ")?;
                self.expected(*address, "ptr")?;
                let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
                write!(self.out, ", [{}]", targets.join(", "))
            }
            InstKind::Return { value: None } => write!(self.out, "return"),
            InstKind::Return { value: Some(value) } => {
                write!(self.out, "return ")?;
                self.typed(*value)
            }
            InstKind::Resume { value } => {
                write!(self.out, "resume ")?;
                self.typed(*value)
            }
            _ => write!(self.out, "unreachable"),
        }
    }

    fn call(&mut self, callee: &Callee, signature: &Signature, args: &[CallArg]) -> fmt::Result {
        match callee {
            Callee::Direct(function) => write!(self.out, "{}", self.printer.function_name(*function))?,
            Callee::Indirect(target) => {
                write!(self.out, "indirect ")?;
                self.expected(*target, "ptr")?;
            }
            Callee::Asm(asm) => write!(self.out, "asm {}, {} ", quoted(&asm.text), quoted(&asm.constraints))?,
        }
        write!(self.out, "(")?;
        for (i, arg) in args.iter().enumerate() {
            write!(self.out, "{}", if i > 0 { ", " } else { "" })?;
            let ty = self.type_name(arg.value);
            write!(self.out, "{ty} ")?;
            if let Some((size, align)) = arg.by_value {
                write!(self.out, "byval({size}, {align}) ")?;
            }
            self.untyped(arg.value)?;
        }
        write!(self.out, ")")?;
        let said = signature.params.len() == args.len()
            && !signature.variadic
            && args.iter().zip(&signature.params).all(|(arg, ty)| self.type_name(arg.value) == self.printer.ty(*ty));
        if !said {
            let mut params: Vec<&str> = signature.params.iter().map(|ty| self.printer.ty(*ty)).collect();
            params.extend(signature.variadic.then_some("..."));
            write!(self.out, " as ({})", params.join(", "))?;
        }
        write!(self.out, " -> {}", self.printer.ty(signature.result))
    }
}

fn flag_words(flags: WrapFlags) -> String {
    let words = [(flags.nuw, " nuw"), (flags.nsw, " nsw"), (flags.exact, " exact")];
    words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect()
}

fn access_words(volatile: bool, atomic: bool) -> &'static str {
    match (volatile, atomic) {
        (false, false) => "",
        (true, false) => " volatile",
        (false, true) => " atomic",
        (true, true) => " volatile atomic",
    }
}
