//! Types of operands and results, instruction by instruction (LLVM Language Reference, "Instruction Reference").

use super::facts::{Elem, Facts, Flat, Ty};
use super::function::Body;
use super::{intrinsic, memory, tables};
use crate::{
    BinaryOp, CallArg, Callee, CastOp, Clause, Const, ConstId, Inst, InstKind, Operand, Signature, Type, TypeId,
    UnaryOp,
};
use std::collections::HashSet;

/// One instruction under the checks.
pub(super) struct Subject<'a, 'm> {
    pub facts: &'a Facts<'m>,
    pub body: &'a Body<'m>,
    /// The type of the result, if there is one.
    pub result: Option<Ty>,
}

pub(super) type Checked = Result<(), String>;

pub(super) fn check(facts: &Facts<'_>, body: &Body<'_>, inst: &Inst) -> Checked {
    tables::check_position(facts.module, inst.position)?;
    let result = inst.result.expand().map(|value| Ty::Id(body.function.values[value].ty));
    let subject = Subject { facts, body, result };
    let mut checked = Ok(());
    inst.kind.visit_operands(|operand| {
        if checked.is_ok() {
            checked = facts.operand(body.function, operand).map(|_| ());
        }
    });
    checked?;
    subject.check(&inst.kind)
}

impl Subject<'_, '_> {
    fn check(&self, kind: &InstKind) -> Checked {
        match kind {
            InstKind::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs),
            InstKind::Unary { op: UnaryOp::FNeg, value } => {
                let flat = self.flat(*value)?;
                need(flat.is_float(), "fneg of something that is no float")?;
                self.result_is(self.ty(*value))
            }
            InstKind::Unary { op: UnaryOp::Freeze, value } => self.result_is(self.ty(*value)),
            InstKind::CompareInt { lhs, rhs, .. } => {
                let flat = self.same(*lhs, *rhs)?;
                need(flat.is_int() || flat.is_ptr(), "icmp of something that is no integer and no pointer")?;
                self.result_flat(flat.with(Elem::Int(1)))
            }
            InstKind::CompareFloat { lhs, rhs, .. } => {
                let flat = self.same(*lhs, *rhs)?;
                need(flat.is_float(), "fcmp of something that is no float")?;
                self.result_flat(flat.with(Elem::Int(1)))
            }
            InstKind::Cast { op, value } => self.cast(*op, *value),
            InstKind::Select { condition, if_true, if_false } => self.select(*condition, *if_true, *if_false),
            InstKind::ExtractElement { vector, index } => {
                let flat = self.vector(*vector)?;
                self.index(*index)?;
                self.result_flat(flat.scalar())
            }
            InstKind::InsertElement { vector, value, index } => {
                let flat = self.vector(*vector)?;
                self.index(*index)?;
                need(self.flat(*value)? == flat.scalar(), "the element has another type than the vector's")?;
                self.result_is(self.ty(*vector))
            }
            InstKind::Shuffle { lhs, rhs, mask } => self.shuffle(*lhs, *rhs, mask),
            InstKind::ExtractValue { aggregate, path } => {
                let part = self.part(self.ty(*aggregate), path)?;
                self.result_is(part)
            }
            InstKind::InsertValue { aggregate, value, path } => {
                let part = self.part(self.ty(*aggregate), path)?;
                self.expect(*value, part)?;
                self.result_is(self.ty(*aggregate))
            }
            InstKind::Call { callee, signature, args } => self.call(callee, signature, args),
            InstKind::Invoke { callee, signature, args, .. } => {
                need(!matches!(callee, Callee::Asm(_)), "asm is not invoked")?;
                self.call(callee, signature, args)
            }
            InstKind::Intrinsic { which, args } => intrinsic::check(self, which, args),
            InstKind::Phi { incoming } => {
                let ty = self.result.ok_or("a phi without result")?;
                incoming.iter().try_for_each(|(_, value)| self.expect(*value, ty))
            }
            InstKind::LandingPad { clauses, .. } => self.landing_pad(clauses),
            InstKind::Jump { .. } | InstKind::Unreachable | InstKind::Fence => self.no_result(),
            InstKind::Branch { condition, .. } => {
                self.expect_flat(*condition, Flat::BOOL)?;
                self.no_result()
            }
            InstKind::Switch { value, cases, .. } => {
                self.switch(*value, cases.iter().map(|(case, _)| *case))?;
                self.no_result()
            }
            InstKind::IndirectJump { address, .. } => {
                self.pointer(*address)?;
                self.no_result()
            }
            InstKind::Return { value } => self.returns(*value),
            InstKind::Resume { .. } => self.no_result(),
            InstKind::Unsupported { .. } => Ok(()),
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Offset { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::CompareExchange { .. }
            | InstKind::VaArg { .. } => memory::check(self, kind),
        }
    }

    fn binary(&self, op: BinaryOp, lhs: Operand, rhs: Operand) -> Checked {
        let flat = self.same(lhs, rhs)?;
        let float = matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem);
        match float {
            true => need(flat.is_float(), "float arithmetic on something that is no float")?,
            false => need(flat.is_int(), "integer arithmetic on something that is no integer")?,
        }
        self.result_flat(flat)
    }

    fn cast(&self, op: CastOp, value: Operand) -> Checked {
        let from = self.flat(value)?;
        let to = self.result.and_then(|ty| self.facts.flat(ty)).ok_or("a cast to something that is no scalar")?;
        if op == CastOp::BitCast {
            return need(from.bits() == to.bits(), "a bitcast between different sizes");
        }
        need(from.lanes == to.lanes, "a cast between different numbers of lanes")?;
        let (a, b) = (from.scalar().bits(), to.scalar().bits());
        let fits = match op {
            CastOp::Trunc => from.is_int() && to.is_int() && a > b,
            CastOp::ZExt | CastOp::SExt => from.is_int() && to.is_int() && a < b,
            CastOp::FpToUi | CastOp::FpToSi => from.is_float() && to.is_int(),
            CastOp::UiToFp | CastOp::SiToFp => from.is_int() && to.is_float(),
            CastOp::FpTrunc => from.is_float() && to.is_float() && a > b,
            CastOp::FpExt => from.is_float() && to.is_float() && a < b,
            CastOp::PtrToInt => from.is_ptr() && to.is_int(),
            CastOp::IntToPtr => from.is_int() && to.is_ptr(),
            CastOp::BitCast => true,
        };
        need(fits, "a cast between types it does not go between")
    }

    fn select(&self, condition: Operand, if_true: Operand, if_false: Operand) -> Checked {
        self.expect(if_false, self.ty(if_true))?;
        let condition = self.flat(condition)?;
        if condition.lanes.is_some() {
            let chosen = self.vector(if_true)?;
            need(chosen.with(Elem::Int(1)) == condition, "a condition of other lanes than the values")?;
        } else {
            need(condition == Flat::BOOL, "a condition that is not i1")?;
        }
        self.result_is(self.ty(if_true))
    }

    fn shuffle(&self, lhs: Operand, rhs: Operand, mask: &[Option<u32>]) -> Checked {
        let flat = self.same(lhs, rhs)?;
        let lanes = u64::from(flat.lanes.ok_or("a shuffle of something that is no vector")?);
        if let Some(lane) = mask.iter().flatten().find(|lane| u64::from(**lane) >= 2 * lanes) {
            return Err(format!("lane {lane} of {}", 2 * lanes));
        }
        let lanes = u32::try_from(mask.len()).ok().filter(|n| *n > 0).ok_or("a shuffle to no lanes")?;
        self.result_flat(Flat { lanes: Some(lanes), ..flat })
    }

    /// The type at a path of indices into an aggregate.
    fn part(&self, aggregate: Ty, path: &[u32]) -> Result<Ty, String> {
        need(!path.is_empty(), "an empty path")?;
        path.iter().try_fold(aggregate, |ty, index| match self.facts.kind(ty) {
            Type::Struct { fields, .. } => {
                let field = fields.get(*index as usize);
                field.map(|f| Ty::Id(f.ty)).ok_or_else(|| format!("field {index} of {}", fields.len()))
            }
            Type::Array { elem, len } if u64::from(*index) < *len => Ok(Ty::Id(*elem)),
            Type::Array { len, .. } => Err(format!("element {index} of {len}")),
            _ => Err("a path into something that is no struct and no array".to_owned()),
        })
    }

    fn call(&self, callee: &Callee, signature: &Signature, args: &[CallArg]) -> Checked {
        tables::check_signature(self.facts, signature)?;
        match callee {
            Callee::Direct(function) if self.facts.module.functions.get(*function).is_none() => {
                return Err(format!("function {function} does not exist"));
            }
            Callee::Indirect(target) => self.pointer(*target)?,
            Callee::Direct(_) | Callee::Asm(_) => {}
        }
        let params = &signature.params;
        if args.len() < params.len() || (args.len() > params.len() && !signature.variadic) {
            return Err(format!("{} arguments for {} parameters", args.len(), params.len()));
        }
        for (i, arg) in args.iter().enumerate() {
            if let Some(param) = params.get(i) {
                self.expect(arg.value, Ty::Id(*param)).map_err(|message| format!("argument {i}: {message}"))?;
            }
            if let Some((size, align)) = arg.by_value {
                self.pointer(arg.value)?;
                memory::check_align(align)?;
                memory::check_size(size)?;
            }
        }
        match self.facts.kind(Ty::Id(signature.result)) {
            Type::Void => self.no_result(),
            _ => self.result_is(Ty::Id(signature.result)),
        }
    }

    fn landing_pad(&self, clauses: &[Clause]) -> Checked {
        need(self.result.is_some(), "a landing pad without result")?;
        clauses.iter().try_for_each(|clause| match clause {
            Clause::Catch(info) => self.pointer(*info),
            Clause::Filter(infos) => infos.iter().try_for_each(|info| self.pointer(*info)),
        })
    }

    fn switch(&self, value: Operand, cases: impl Iterator<Item = ConstId>) -> Checked {
        let ty = self.ty(value);
        let flat = self.flat(value)?;
        need(flat.is_int() && flat.lanes.is_none(), "a switch on something that is no integer")?;
        let consts = &self.facts.module.consts;
        // An empty key is zero however it is written.
        let mut seen: HashSet<&[u64]> = HashSet::new();
        for case in cases {
            if !consts.contains(case) {
                return Err(format!("case {case} does not exist"));
            }
            let constant = consts.get(case);
            if self.facts.const_type(constant) != ty {
                return Err(format!("case {case} has another type than the switch"));
            }
            let key: &[u64] = match constant {
                Const::Bits { limbs, .. } if limbs.iter().any(|limb| *limb != 0) => limbs,
                Const::Bits { .. } | Const::Zero(_) => &[],
                _ => return Err(format!("case {case} is no number")),
            };
            need(seen.insert(key), "two cases of the same value")?;
        }
        Ok(())
    }

    fn returns(&self, value: Option<Operand>) -> Checked {
        self.no_result()?;
        let declared = Ty::Id(self.body.function.signature.result);
        match (self.facts.kind(declared), value) {
            (Type::Void, None) => Ok(()),
            (Type::Void, Some(_)) => Err("a value returned from a void function".to_owned()),
            (_, None) => Err("no value returned".to_owned()),
            (_, Some(value)) => self.expect(value, declared),
        }
    }
}

/// What the other checks ask.
impl Subject<'_, '_> {
    /// The type of an operand that [`check`] has found to have one.
    pub fn ty(&self, operand: Operand) -> Ty {
        self.facts.operand(self.body.function, operand).unwrap_or(Ty::Address)
    }

    pub fn flat(&self, operand: Operand) -> Result<Flat, String> {
        let ty = self.ty(operand);
        let wrong = || format!("{} where a scalar or vector is needed", self.facts.name(ty));
        self.facts.flat(ty).ok_or_else(wrong)
    }

    pub fn vector(&self, operand: Operand) -> Result<Flat, String> {
        let flat = self.flat(operand)?;
        need(flat.lanes.is_some(), "a scalar where a vector is needed")?;
        Ok(flat)
    }

    pub fn same(&self, lhs: Operand, rhs: Operand) -> Result<Flat, String> {
        let flat = self.flat(lhs)?;
        self.expect_flat(rhs, flat)?;
        Ok(flat)
    }

    pub fn index(&self, operand: Operand) -> Checked {
        let flat = self.flat(operand)?;
        need(flat.is_int() && flat.lanes.is_none(), "an index that is no integer")
    }

    pub fn pointer(&self, operand: Operand) -> Checked {
        self.expect_flat(operand, Flat::PTR)
    }

    pub fn expect(&self, operand: Operand, needed: Ty) -> Checked {
        let found = self.ty(operand);
        match found == needed {
            true => Ok(()),
            false => Err(format!("{} where {} is needed", self.facts.name(found), self.facts.name(needed))),
        }
    }

    pub fn expect_flat(&self, operand: Operand, needed: Flat) -> Checked {
        let found = self.ty(operand);
        match self.facts.flat(found) == Some(needed) {
            true => Ok(()),
            false => Err(format!("{} where {} is needed", self.facts.name(found), flat_name(needed))),
        }
    }

    pub fn result_flat(&self, needed: Flat) -> Checked {
        match self.result {
            None => Err("no result".to_owned()),
            Some(found) if self.facts.flat(found) == Some(needed) => Ok(()),
            Some(found) => Err(format!("the result is {}, not {}", self.facts.name(found), flat_name(needed))),
        }
    }

    pub fn result_is(&self, needed: Ty) -> Checked {
        match self.result {
            None => Err("no result".to_owned()),
            Some(found) if found == needed => Ok(()),
            Some(found) => Err(format!("the result is {}, not {}", self.facts.name(found), self.facts.name(needed))),
        }
    }

    pub fn no_result(&self) -> Checked {
        need(self.result.is_none(), "a result of something that has none")
    }

    /// The types of the fields of a struct.
    pub fn fields(&self, ty: Ty) -> Result<Vec<TypeId>, String> {
        match self.facts.kind(ty) {
            Type::Struct { fields, .. } => Ok(fields.iter().map(|field| field.ty).collect()),
            _ => Err(format!("{} where a struct is needed", self.facts.name(ty))),
        }
    }
}

pub(super) fn need(holds: bool, otherwise: &str) -> Checked {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

fn flat_name(flat: Flat) -> String {
    let elem = match flat.elem {
        Elem::Int(bits) => format!("i{bits}"),
        Elem::Float(kind) => crate::print::float_name(kind).to_owned(),
        Elem::Ptr => "ptr".to_owned(),
    };
    flat.lanes.map_or(elem.clone(), |lanes| format!("<{lanes} x {elem}>"))
}
