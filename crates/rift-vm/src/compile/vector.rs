//! Parts of aggregates and vectors: mostly naming slots, sometimes moving them.

use super::Compiler;
use crate::code::{Op, SlowOp};
use crate::layout;
use crate::program::MissingSymbol;
use rift_ir::{Inst, Operand, OperandType};

impl Compiler<'_> {
    pub(super) fn extract_value(&mut self, aggregate: Operand, path: &[u32], inst: &Inst) -> Result<(), MissingSymbol> {
        let a = self.slot(aggregate)?;
        let at = self.part_of(aggregate, path);
        self.alias(inst, a.plus(at));
        Ok(())
    }

    pub(super) fn insert_value(
        &mut self,
        aggregate: Operand,
        value: Operand,
        path: &[u32],
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let whole = self.slot(aggregate)?;
        let part = self.slot(value)?;
        let at = self.part_of(aggregate, path);
        let d = self.define(inst);
        self.copy(d, whole, self.operand_slots(aggregate));
        self.copy(d.plus(at), part, self.operand_slots(value));
        Ok(())
    }

    fn part_of(&self, aggregate: Operand, path: &[u32]) -> u32 {
        match self.operand_type(aggregate) {
            OperandType::Type(ty) => {
                layout::part(&self.module.types, ty, path).expect("verified: the path fits the type").1
            }
            OperandType::Address => 0,
        }
    }

    pub(super) fn extract_element(
        &mut self,
        vector: Operand,
        index: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(vector);
        let a = self.slot(vector)?;
        if let Some(lane) = self.small_constant(index).and_then(|i| u32::try_from(i).ok()).filter(|i| *i < lanes) {
            self.alias(inst, a.plus(lane * scalar.slots()));
            return Ok(());
        }
        let index = self.slot(index)?;
        let d = self.define(inst);
        self.slow(SlowOp::ExtractLane { d, a, index, lanes, count: scalar.slots() });
        Ok(())
    }

    pub(super) fn insert_element(
        &mut self,
        vector: Operand,
        value: Operand,
        index: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(vector);
        let whole = self.slot(vector)?;
        let value = self.slot(value)?;
        let lane = self.small_constant(index).and_then(|i| u32::try_from(i).ok()).filter(|i| *i < lanes);
        let index = self.slot(index)?;
        let d = self.define(inst);
        self.copy(d, whole, lanes * scalar.slots());
        match lane {
            Some(lane) => self.copy(d.plus(lane * scalar.slots()), value, scalar.slots()),
            None => self.slow(SlowOp::InsertLane { d, value, index, lanes, count: scalar.slots() }),
        }
        Ok(())
    }

    pub(super) fn shuffle(
        &mut self,
        lhs: Operand,
        rhs: Operand,
        mask: &[Option<u32>],
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(lhs);
        let (a, b) = (self.slot(lhs)?, self.slot(rhs)?);
        let d = self.define(inst);
        let slots = scalar.slots();
        for (i, choice) in mask.iter().enumerate() {
            let d = d.plus(i as u32 * slots);
            match choice {
                Some(lane) if *lane < lanes => self.copy(d, a.plus(lane * slots), slots),
                Some(lane) => self.copy(d, b.plus((lane - lanes) * slots), slots),
                None => (0..slots).for_each(|k| self.emit(Op::Const { d: d.plus(k), low: 0, high: 0 })),
            }
        }
        Ok(())
    }
}
