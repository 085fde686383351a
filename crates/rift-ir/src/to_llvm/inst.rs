//! Instructions. Most are spelled as in LLVM; address arithmetic and `byval` take several.

use super::{Exported, Exporter, cannot};
use crate::{
    CallArg, Callee, Clause, Function, Inst, InstKind, Intrinsic, OffsetTerm, Operand, Signature, Type, UnaryOp,
    WrapFlags,
};

/// One instruction to the end of `out`.
pub(super) fn export(
    exporter: &Exporter<'_>,
    function: &Function,
    inst: &Inst,
    temporaries: &mut u32,
    out: &mut String,
) -> Exported<()> {
    let mut line = Line { exporter, function, inst, temporaries, out };
    let text = line.text()?;
    if text.is_empty() {
        return Ok(());
    }
    let result = inst.result.expand().map_or(String::new(), |value| format!("%{value} = "));
    out.push_str(&format!("  {result}{text}\n"));
    Ok(())
}

struct Line<'a, 'm> {
    exporter: &'a Exporter<'m>,
    function: &'a Function,
    inst: &'a Inst,
    temporaries: &'a mut u32,
    out: &'a mut String,
}

impl Line<'_, '_> {
    fn op(&self, operand: Operand) -> Exported<String> {
        self.exporter.operand(operand)
    }

    fn typed(&self, operand: Operand) -> Exported<String> {
        self.exporter.typed(self.function, operand)
    }

    fn result_type(&self) -> String {
        let value = self.inst.result.expand();
        value.map_or("void".to_owned(), |value| self.exporter.ty(self.function.value_type(value)).to_owned())
    }

    /// A line before the instruction; returns the name of its result.
    fn before(&mut self, text: String) -> String {
        *self.temporaries += 1;
        let name = format!("%t{}", self.temporaries);
        self.out.push_str(&format!("  {name} = {text}\n"));
        name
    }

    fn text(&mut self) -> Exported<String> {
        let inst = self.inst;
        Ok(match &inst.kind {
            InstKind::Binary { op, flags, lhs, rhs } => {
                let (name, flags) = (op.name(), flag_words(*flags));
                format!("{name}{flags} {}, {}", self.typed(*lhs)?, self.op(*rhs)?)
            }
            InstKind::Unary { op, value } => {
                let name = if *op == UnaryOp::FNeg { "fneg" } else { "freeze" };
                format!("{name} {}", self.typed(*value)?)
            }
            InstKind::CompareInt { predicate, lhs, rhs } => {
                format!("icmp {} {}, {}", predicate.name(), self.typed(*lhs)?, self.op(*rhs)?)
            }
            InstKind::CompareFloat { predicate, lhs, rhs } => {
                format!("fcmp {} {}, {}", predicate.name(), self.typed(*lhs)?, self.op(*rhs)?)
            }
            InstKind::Cast { op, value } => format!("{} {} to {}", op.name(), self.typed(*value)?, self.result_type()),
            InstKind::Select { condition, if_true, if_false } => {
                let values = (self.typed(*if_true)?, self.typed(*if_false)?);
                format!("select {}, {}, {}", self.typed(*condition)?, values.0, values.1)
            }
            InstKind::ExtractElement { vector, index } => {
                format!("extractelement {}, {}", self.typed(*vector)?, self.typed(*index)?)
            }
            InstKind::InsertElement { vector, value, index } => {
                let (vector, value) = (self.typed(*vector)?, self.typed(*value)?);
                format!("insertelement {vector}, {value}, {}", self.typed(*index)?)
            }
            InstKind::Shuffle { lhs, rhs, mask } => {
                let lane = |lane: &Option<u32>| lane.map_or("i32 poison".to_owned(), |lane| format!("i32 {lane}"));
                let lanes: Vec<String> = mask.iter().map(lane).collect();
                let (lhs, rhs) = (self.typed(*lhs)?, self.typed(*rhs)?);
                format!("shufflevector {lhs}, {rhs}, <{} x i32> <{}>", lanes.len(), lanes.join(", "))
            }
            InstKind::ExtractValue { aggregate, path } => {
                let path = self.path(*aggregate, path)?;
                format!("extractvalue {}{path}", self.typed(*aggregate)?)
            }
            InstKind::InsertValue { aggregate, value, path } => {
                let path = self.path(*aggregate, path)?;
                format!("insertvalue {}, {}{path}", self.typed(*aggregate)?, self.typed(*value)?)
            }
            InstKind::Intrinsic { which, args } => self.intrinsic(which, args)?,
            InstKind::Unsupported { what } => return cannot(format!("`{what}`")),
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Offset { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::CompareExchange { .. }
            | InstKind::Fence
            | InstKind::VaArg { .. } => self.memory()?,
            _ => self.control()?,
        })
    }

    /// Indices into the LLVM struct, which may have padding between the fields.
    fn path(&self, aggregate: Operand, path: &[u32]) -> Exported<String> {
        let mut ty = match self.exporter.module.operand_type(self.function, aggregate) {
            crate::OperandType::Type(ty) => ty,
            crate::OperandType::Address => return cannot("a part of an address"),
        };
        let mut text = String::new();
        for index in path {
            match self.exporter.kind(ty) {
                Type::Struct { fields, .. } => {
                    text += &format!(", {}", self.exporter.indices[ty.as_u32() as usize][*index as usize]);
                    ty = fields[*index as usize].ty;
                }
                Type::Array { elem, .. } => {
                    text += &format!(", {index}");
                    ty = *elem;
                }
                _ => return cannot("a path into a scalar"),
            }
        }
        Ok(text)
    }

    fn intrinsic(&mut self, which: &Intrinsic, args: &[Operand]) -> Exported<String> {
        let args: &[Operand] = match which {
            // Those of the target have no overloads and no metadata: their names say everything.
            Intrinsic::Other(name) if !name.starts_with("llvm.x86.") => return cannot(format!("intrinsic `{name}`")),
            // Without metadata there is nothing to say.
            Intrinsic::NoAliasScope => return Ok(String::new()),
            // They move allocas about natively, and mean nothing to a program that behaves.
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => return Ok(String::new()),
            // LLVM 22 keeps the alignment elsewhere.
            Intrinsic::MaskedLoad if args.len() == 4 => &[args[0], args[2], args[3]],
            Intrinsic::MaskedStore if args.len() == 4 => &[args[0], args[1], args[3]],
            _ => args,
        };
        let args: Exported<Vec<String>> = args.iter().map(|arg| self.typed(*arg)).collect();
        // LLVM finds the overload by itself, but not where it depends on the result alone.
        let suffix = match which {
            Intrinsic::StackSave | Intrinsic::AddressOfReturnAddress | Intrinsic::FrameAddress => ".p0",
            _ => "",
        };
        let prefix = if matches!(which, Intrinsic::Other(_)) { "" } else { "llvm." };
        Ok(format!("call {} @{prefix}{}{suffix}({})", self.result_type(), which.name(), args?.join(", ")))
    }

    fn memory(&mut self) -> Exported<String> {
        Ok(match &self.inst.kind {
            InstKind::Alloca { elem_size, count, align } => {
                format!("alloca [{elem_size} x i8], {}, align {align}", self.typed(*count)?)
            }
            InstKind::Load { address, align, volatile, atomic } => {
                let (words, order) = access_words(*volatile, *atomic);
                format!("load{words} {}, ptr {}{order}, align {align}", self.result_type(), self.op(*address)?)
            }
            InstKind::Store { address, value, align, volatile, atomic } => {
                let (words, order) = access_words(*volatile, *atomic);
                format!("store{words} {}, ptr {}{order}, align {align}", self.typed(*value)?, self.op(*address)?)
            }
            InstKind::Offset { base, offset, terms, .. } => self.offset(*base, *offset, terms)?,
            InstKind::AtomicRmw { op, address, value } => {
                format!("atomicrmw {} ptr {}, {} seq_cst", op.name(), self.op(*address)?, self.typed(*value)?)
            }
            InstKind::CompareExchange { address, expected, replacement } => {
                let result = self.result_type();
                if !result.starts_with('{') {
                    return cannot("a compare-exchange whose result is laid out unusually");
                }
                let (expected, replacement) = (self.typed(*expected)?, self.typed(*replacement)?);
                format!("cmpxchg ptr {}, {expected}, {replacement} seq_cst seq_cst", self.op(*address)?)
            }
            InstKind::VaArg { list } => format!("va_arg ptr {}, {}", self.op(*list)?, self.result_type()),
            _ => "fence seq_cst".to_owned(),
        })
    }

    fn offset(&mut self, base: Operand, offset: i64, terms: &[OffsetTerm]) -> Exported<String> {
        let (mut at, mut ty) = (self.op(base)?, self.exporter.operand_type(self.function, base));
        for term in terms {
            let index_type = self.exporter.operand_type(self.function, term.index);
            let lanes = index_type.strip_prefix('<').and_then(|rest| rest.split(' ').next()).map(str::to_owned);
            let wide = lanes.as_ref().map_or("i64".to_owned(), |lanes| format!("<{lanes} x i64>"));
            let scale = match &lanes {
                None => term.scale.to_string(),
                Some(lanes) => {
                    let lanes: usize = lanes.parse().unwrap_or(0);
                    format!("<{}>", vec![format!("i64 {}", term.scale); lanes].join(", "))
                }
            };
            let bits: u32 =
                index_type.rsplit('i').next().and_then(|n| n.trim_end_matches('>').parse().ok()).unwrap_or(0);
            let mut index = self.op(term.index)?;
            if bits != 64 {
                let cast = if bits < 64 { "sext" } else { "trunc" };
                index = self.before(format!("{cast} {index_type} {index} to {wide}"));
            }
            let scaled = self.before(format!("mul {wide} {index}, {scale}"));
            at = self.before(format!("getelementptr i8, {ty} {at}, {wide} {scaled}"));
            if let (Some(lanes), false) = (&lanes, ty.starts_with('<')) {
                ty = format!("<{lanes} x ptr>");
            }
        }
        Ok(format!("getelementptr i8, {ty} {at}, i64 {offset}"))
    }

    fn control(&mut self) -> Exported<String> {
        Ok(match &self.inst.kind {
            InstKind::Call { callee, signature, args } => format!("call {}", self.call(callee, signature, args)?),
            InstKind::Invoke { callee, signature, args, normal, unwind } => {
                format!("invoke {} to label %{normal} unwind label %{unwind}", self.call(callee, signature, args)?)
            }
            InstKind::Phi { incoming } => {
                let mut entries = Vec::new();
                for (block, value) in incoming {
                    entries.push(format!("[ {}, %{block} ]", self.op(*value)?));
                }
                format!("phi {} {}", self.result_type(), entries.join(", "))
            }
            InstKind::LandingPad { clauses, cleanup } => {
                let mut text = format!("landingpad {}{}", self.result_type(), if *cleanup { " cleanup" } else { "" });
                for clause in clauses {
                    match clause {
                        Clause::Catch(info) => text += &format!(" catch {}", self.typed(*info)?),
                        Clause::Filter(infos) => {
                            let infos: Exported<Vec<String>> = infos.iter().map(|info| self.typed(*info)).collect();
                            let infos = infos?;
                            let list = match infos.is_empty() {
                                true => "zeroinitializer".to_owned(),
                                false => format!("[{}]", infos.join(", ")),
                            };
                            text += &format!(" filter [{} x ptr] {list}", infos.len());
                        }
                    }
                }
                text
            }
            InstKind::Jump { target } => format!("br label %{target}"),
            InstKind::Branch { condition, if_true, if_false } => {
                format!("br i1 {}, label %{if_true}, label %{if_false}", self.op(*condition)?)
            }
            InstKind::Switch { value, default, cases } => {
                let mut text = format!("switch {}, label %{default} [", self.typed(*value)?);
                for (case, block) in cases {
                    text += &format!(" {}, label %{block}", self.typed(Operand::Const(*case))?);
                }
                text + " ]"
            }
            InstKind::IndirectJump { address, targets } => {
                let targets: Vec<String> = targets.iter().map(|block| format!("label %{block}")).collect();
                format!("indirectbr ptr {}, [{}]", self.op(*address)?, targets.join(", "))
            }
            InstKind::Return { value: None } => "ret void".to_owned(),
            InstKind::Return { value: Some(value) } => format!("ret {}", self.typed(*value)?),
            InstKind::Resume { value } => format!("resume {}", self.typed(*value)?),
            _ => "unreachable".to_owned(),
        })
    }

    fn call(&mut self, callee: &Callee, signature: &Signature, args: &[CallArg]) -> Exported<String> {
        let defined = match callee {
            Callee::Direct(id) => self.exporter.module.functions[*id].is_defined(),
            Callee::Indirect(_) | Callee::Asm(_) => true,
        };
        let mut texts = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let value = self.op(arg.value)?;
            texts.push(match arg.by_value {
                None => self.typed(arg.value)?,
                // Our own functions take a plain pointer: copy here. Others, and va_arg, follow the calling convention.
                Some((size, align)) if defined && i < signature.params.len() => {
                    let copy = self.before(format!("alloca [{size} x i8], align {align}"));
                    self.out.push_str(&format!(
                        "  call void @llvm.memcpy.p0.p0.i64(ptr {copy}, ptr {value}, i64 {size}, i1 false)\n"
                    ));
                    format!("ptr {copy}")
                }
                Some((size, align)) => format!("ptr byval([{size} x i8]) align {align} {value}"),
            });
        }
        let callee = match callee {
            Callee::Direct(id) => self.exporter.function_name(*id),
            Callee::Indirect(target) => self.op(*target)?,
            Callee::Asm(asm) if asm.constraints.contains('*') => return cannot("asm that is told addresses"),
            Callee::Asm(asm) => {
                let (text, constraints) = (super::symbol(&asm.text), super::symbol(&asm.constraints));
                format!("asm sideeffect {}, {}", &text[1..], &constraints[1..])
            }
        };
        Ok(format!("{} {callee}({})", self.exporter.signature(signature), texts.join(", ")))
    }
}

fn flag_words(flags: WrapFlags) -> String {
    let words = [(flags.nuw, " nuw"), (flags.nsw, " nsw"), (flags.exact, " exact")];
    words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect()
}

fn access_words(volatile: bool, atomic: bool) -> (String, &'static str) {
    let words = format!("{}{}", if atomic { " atomic" } else { "" }, if volatile { " volatile" } else { "" });
    (words, if atomic { " seq_cst" } else { "" })
}
