//! Comparisons and what depends on them: branches, switches, selections.

use super::arith::Source;
use super::step::{Paused, Step};
use super::{DecisionKind, Side};
use crate::code::{Op, Pc, Slot, SwitchTable};
use rift_expr::TermId;
use rift_ir::IntPredicate;
use rift_numeric::int;
use smallvec::SmallVec;

/// A comparison of slots. `bits` matters to signed ones only.
struct Comparison {
    predicate: IntPredicate,
    bits: u32,
    a: Slot,
    b: Source,
}

fn comparison(op: Op) -> Option<Comparison> {
    use IntPredicate::*;
    let of = |predicate, bits, a, b| Some(Comparison { predicate, bits, a, b });
    let slots = |predicate, bits, a, b| of(predicate, bits, a, Source::Slot(b));
    let unsigned = |predicate, a, imm: u32| of(predicate, 64, a, Source::Value(u64::from(imm)));
    let signed = |predicate, bits: u32, a, imm: i32| {
        of(predicate, bits, a, Source::Value(i64::from(imm) as u64 & (u64::MAX >> (64 - bits))))
    };
    match op {
        Op::CmpEq { a, b, .. } | Op::BrEq { a, b, .. } => slots(Eq, 64, a, b),
        Op::CmpNe { a, b, .. } | Op::BrNe { a, b, .. } => slots(Ne, 64, a, b),
        Op::CmpUlt { a, b, .. } | Op::BrUlt { a, b, .. } => slots(Ult, 64, a, b),
        Op::CmpUle { a, b, .. } | Op::BrUle { a, b, .. } => slots(Ule, 64, a, b),
        Op::CmpSlt32 { a, b, .. } | Op::BrSlt32 { a, b, .. } => slots(Slt, 32, a, b),
        Op::CmpSle32 { a, b, .. } | Op::BrSle32 { a, b, .. } => slots(Sle, 32, a, b),
        Op::CmpSlt64 { a, b, .. } | Op::BrSlt64 { a, b, .. } => slots(Slt, 64, a, b),
        Op::CmpSle64 { a, b, .. } | Op::BrSle64 { a, b, .. } => slots(Sle, 64, a, b),
        Op::CmpSN { predicate, a, b, bits, .. } => slots(predicate, u32::from(bits), a, b),
        Op::CmpEqI { a, imm, .. } | Op::BrEqI { a, imm, .. } => unsigned(Eq, a, imm),
        Op::CmpNeI { a, imm, .. } | Op::BrNeI { a, imm, .. } => unsigned(Ne, a, imm),
        Op::CmpUltI { a, imm, .. } | Op::BrUltI { a, imm, .. } => unsigned(Ult, a, imm),
        Op::CmpUgtI { a, imm, .. } | Op::BrUgtI { a, imm, .. } => unsigned(Ugt, a, imm),
        Op::CmpSlt32I { a, imm, .. } | Op::BrSlt32I { a, imm, .. } => signed(Slt, 32, a, imm),
        Op::CmpSgt32I { a, imm, .. } | Op::BrSgt32I { a, imm, .. } => signed(Sgt, 32, a, imm),
        Op::CmpSlt64I { a, imm, .. } | Op::BrSlt64I { a, imm, .. } => signed(Slt, 64, a, imm),
        Op::CmpSgt64I { a, imm, .. } | Op::BrSgt64I { a, imm, .. } => signed(Sgt, 64, a, imm),
        _ => None,
    }
}

/// The result of a comparison; `None` for a branch.
fn destination(op: Op) -> Option<Slot> {
    match op {
        Op::CmpEq { d, .. }
        | Op::CmpNe { d, .. }
        | Op::CmpUlt { d, .. }
        | Op::CmpUle { d, .. }
        | Op::CmpSlt32 { d, .. }
        | Op::CmpSle32 { d, .. }
        | Op::CmpSlt64 { d, .. }
        | Op::CmpSle64 { d, .. }
        | Op::CmpSN { d, .. }
        | Op::CmpEqI { d, .. }
        | Op::CmpNeI { d, .. }
        | Op::CmpUltI { d, .. }
        | Op::CmpUgtI { d, .. }
        | Op::CmpSlt32I { d, .. }
        | Op::CmpSgt32I { d, .. }
        | Op::CmpSlt64I { d, .. }
        | Op::CmpSgt64I { d, .. } => Some(d),
        _ => None,
    }
}

/// First and last values, inclusive.
type Intervals = SmallVec<[(u64, u64); 4]>;

impl Step<'_> {
    pub(super) fn compare_or_branch(&mut self, op: Op) -> Result<(), Paused> {
        let (condition, now) = match op {
            Op::BrTrue { a, .. } => (self.operand(a, 1), self.value(a) & 1 != 0),
            Op::BrFalse { a, .. } => {
                let condition = self.operand(a, 1);
                (self.terms.not(condition), self.value(a) & 1 == 0)
            }
            op => match comparison(op) {
                Some(comparison) => self.compared(&comparison),
                None => return Ok(()),
            },
        };
        match destination(op) {
            Some(d) => {
                self.set(d, condition);
                Ok(())
            }
            None => self.branch(condition, now),
        }
    }

    /// The condition's term and its value on this run.
    fn compared(&mut self, comparison: &Comparison) -> (TermId, bool) {
        let Comparison { predicate, bits, a, b } = *comparison;
        let second = match b {
            Source::Slot(b) => self.value(b),
            Source::Value(value) => value,
        };
        let now = int::compare64(predicate, bits, self.value(a), second);
        let (a, b) = match predicate {
            IntPredicate::Eq | IntPredicate::Ne | IntPredicate::Ugt => self.common(a, b),
            IntPredicate::Uge | IntPredicate::Ult | IntPredicate::Ule => self.common(a, b),
            IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle => {
                (self.operand(a, bits), self.source(b, bits))
            }
        };
        (self.compare(predicate, a, b), now)
    }

    /// A jump that is taken when `condition` holds.
    fn branch(&mut self, condition: TermId, now: bool) -> Result<(), Paused> {
        let inverted = self.code.inverted.binary_search(&(self.at as Pc)).is_ok();
        self.ask_whether(DecisionKind::Branch, condition, now, u32::from(!inverted))
    }

    pub(super) fn select(&mut self, d: Slot, condition: Slot, branches: u32) {
        let yes = Slot(self.code.pool[branches as usize]);
        let no = Slot(self.code.pool[branches as usize + 1]);
        let condition = self.operand(condition, 1);
        let (yes, no) = match (self.term(yes), self.term(no)) {
            (None, None) => (self.operand(yes, 64), self.operand(no, 64)),
            _ => self.common(yes, Source::Slot(no)),
        };
        let result = self.terms.ite(condition, yes, no);
        self.set(d, result);
    }

    pub(super) fn switch(&mut self, a: Slot, table: u32) -> Result<(), Paused> {
        let code = self.code;
        let table = &code.switches[table as usize];
        let (value, sides, default) = match table {
            SwitchTable::Dense { base, targets, default } => {
                let Some(value) = self.term(a) else { return Ok(()) };
                let cases = (0..).zip(targets).map(|(i, target)| (base.wrapping_add(i), *target));
                (value, self.narrow_sides(value, cases, *default), *default)
            }
            SwitchTable::Sparse { cases, default } => {
                let Some(value) = self.term(a) else { return Ok(()) };
                (value, self.narrow_sides(value, cases.iter().copied(), *default), *default)
            }
            SwitchTable::Wide { cases, default } => {
                let limbs = cases.first().map_or(0, |(limbs, _)| limbs.len() as u32);
                if limbs == 0 || !self.is_symbolic(a, limbs * 64) {
                    return Ok(());
                }
                let value = self.wide(a, limbs * 64);
                (value, self.wide_sides(value, cases, *default), *default)
            }
        };
        self.ask_switch(value, sides, default, self.taken(table, a))
    }

    fn taken(&self, table: &SwitchTable, a: Slot) -> Pc {
        // SAFETY: the slots of the switched value begin at `a`, and `values` are all slots of the frame.
        unsafe { crate::exec::switch_target(table, self.values[a.0 as usize..].as_ptr()) }
    }

    /// One condition for each distinct target but the default's, in the order of their first cases, which ascend.
    fn narrow_sides(
        &mut self,
        value: TermId,
        cases: impl Iterator<Item = (u64, Pc)>,
        default: Pc,
    ) -> Vec<(Pc, TermId)> {
        let mut targets: Vec<(Pc, Intervals)> = Vec::new();
        for (case, target) in cases.filter(|(_, target)| *target != default) {
            let found = targets.iter().position(|(t, _)| *t == target);
            let at = found.unwrap_or_else(|| {
                targets.push((target, SmallVec::new()));
                targets.len() - 1
            });
            match targets[at].1.last_mut() {
                Some((_, last)) if last.checked_add(1) == Some(case) => *last = case,
                _ => targets[at].1.push((case, case)),
            }
        }
        let sides = targets.into_iter();
        sides.map(|(target, ranges)| (target, self.in_ranges(value, &ranges))).collect()
    }

    fn in_ranges(&mut self, value: TermId, ranges: &[(u64, u64)]) -> TermId {
        let width = self.terms.width(value);
        let greatest = u64::MAX >> (64 - width);
        let mut any = self.terms.truth(false);
        for &(first, last) in ranges.iter().filter(|(first, _)| *first <= greatest) {
            let inside = if first == last {
                self.equals(value, first)
            } else {
                let first = self.terms.constant(width, first);
                let last = self.terms.constant(width, last.min(greatest));
                let above = self.compare(IntPredicate::Ule, first, value);
                let below = self.compare(IntPredicate::Ule, value, last);
                self.terms.and(above, below)
            };
            any = self.terms.or(any, inside);
        }
        any
    }

    fn wide_sides(&mut self, value: TermId, cases: &[(Vec<u64>, Pc)], default: Pc) -> Vec<(Pc, TermId)> {
        let width = self.terms.width(value);
        let mut sides: Vec<(Pc, TermId)> = Vec::new();
        for (limbs, target) in cases.iter().filter(|(_, target)| *target != default) {
            let case = self.terms.constant_limbs(width, limbs);
            let is = self.compare(IntPredicate::Eq, value, case);
            match sides.iter_mut().find(|(t, _)| t == target) {
                Some((_, condition)) => *condition = self.terms.or(*condition, is),
                None => sides.push((*target, is)),
            }
        }
        sides
    }

    fn ask_switch(
        &mut self,
        value: TermId,
        mut sides: Vec<(Pc, TermId)>,
        default: Pc,
        taken: Pc,
    ) -> Result<(), Paused> {
        let any = sides.iter().fold(self.terms.truth(false), |any, (_, condition)| self.terms.or(any, *condition));
        sides.push((default, self.terms.not(any)));
        let mut holds = None;
        let mut others = SmallVec::new();
        for (index, (target, condition)) in (0..).zip(sides) {
            let side = Side { condition, index };
            match (target == taken, self.terms.as_const(condition)) {
                (true, None) => holds = Some(side),
                (false, None) => others.push(side),
                // The only way, or none.
                (_, Some(_)) => {}
            }
        }
        match holds {
            Some(holds) if !others.is_empty() => self.ask(value, DecisionKind::Switch, holds, others),
            _ => Ok(()),
        }
    }
}
