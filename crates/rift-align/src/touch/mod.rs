//! Which sites of two matched functions are touched by a change.
//!
//! The claim behind it: run both functions side by side from corresponding states. As long as no touched site is
//! executed, each instruction has a counterpart of the same shape with corresponding operands, and what is executed
//! next are counterparts again; by induction the runs do the same. So a site is touched when it has no counterpart,
//! when its counterpart differs, or when control may come there in only one version.
//!
//! SSA makes this too coarse in one respect: a new assignment changes the operands of every later use. Such a use
//! is touched only when control reaches it in its own version without passing something touched before (the *walk*),
//! and a phi counts as what it takes on edges that can be passed so (Braun et al. 2013, trivial phis).
//!
//! Phis without a counterpart are pure and matter only to their users. Errs towards "touched".

mod walk;

use crate::Version;
use crate::body::{Body, Def};
use crate::matching::Matching;
use rift_ir::{BlockId, Const, ConstId, EntityRef, InstId, InstKind, Operand, Pair};
use std::collections::BTreeMap;

/// Why a site is touched, the weakest reason first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    No,
    /// It mentions a global that changed.
    Global,
    /// Something was put before it, or taken away.
    Place,
    /// An operand comes from a changed definition.
    Use,
    /// It was added, deleted or changed itself.
    Own,
}

/// An instruction of one of the two functions.
pub type Node = (Version, InstId);

/// The touched sites of two matched functions.
#[derive(Debug)]
pub struct Touched {
    pub reasons: Pair<Vec<Reason>>,
    /// Sites that are touched by the same change.
    pub links: Vec<(Node, Node)>,
}

/// What the functions around these two know.
pub struct Surroundings<'a> {
    /// By constant: whether it leads to a changed global.
    pub changed_consts: &'a Pair<Vec<bool>>,
    /// By function: whether calls of it pass other parameters than before.
    pub changed_callees: &'a Pair<Vec<bool>>,
    /// Whether these two functions have different parameters or results.
    pub changed_signature: bool,
    /// Whether two addresses of blocks correspond.
    pub same_block: &'a dyn Fn(Pair<ConstId>) -> bool,
}

pub fn touched(body: Pair<&Body<'_>>, matching: &Matching, surroundings: &Surroundings<'_>) -> Touched {
    let touched = Touched { reasons: body.map(|b| vec![Reason::No; b.function.insts.len()]), links: Vec::new() };
    let mut check = Check { body, matching, surroundings, touched };
    check.unmatched();
    check.entries();
    for old in body.old.sequence() {
        if let Some(new) = check.counterpart((Version::Old, old)) {
            check.contents(old, new);
            check.flow(old, new);
        }
    }
    let stand_ins = Pair { old: check.stand_ins(Version::Old), new: check.stand_ins(Version::New) };
    check.walk(Version::Old, &stand_ins);
    check.walk(Version::New, &stand_ins);
    check.touched
}

/// How two operands are related under the matching alone.
#[derive(PartialEq, Eq)]
enum Relation {
    Same,
    Different,
    /// One of them has no counterpart; whether that matters depends on what is executed before.
    Open,
}

struct Check<'a, 'm> {
    body: Pair<&'a Body<'m>>,
    matching: &'a Matching,
    surroundings: &'a Surroundings<'a>,
    touched: Touched,
}

impl Check<'_, '_> {
    fn counterpart(&self, (version, inst): Node) -> Option<InstId> {
        version.of(&self.matching.insts)[inst.index()]
    }

    fn is_touched(&self, (version, inst): Node) -> bool {
        version.of(&self.touched.reasons)[inst.index()] != Reason::No
    }

    fn touch(&mut self, (version, inst): Node, reason: Reason) {
        let known = &mut version.of_mut(&mut self.touched.reasons)[inst.index()];
        *known = reason.max(*known);
    }

    fn touch_both(&mut self, old: InstId, new: InstId, reason: Reason) {
        self.touch((Version::Old, old), reason);
        self.touch((Version::New, new), reason);
        self.touched.links.push(((Version::Old, old), (Version::New, new)));
    }

    fn unmatched(&mut self) {
        for version in Version::BOTH {
            let body = *version.of(&self.body);
            for inst in body.sequence() {
                if self.counterpart((version, inst)).is_none() {
                    self.touch((version, inst), Reason::Own);
                }
            }
            for phi in body.order.iter().flat_map(|block| body.phis(*block)) {
                let mut mentions = false;
                body.kind(*phi).visit_operands(|operand| mentions |= self.is_changed_const(version, operand));
                if mentions && self.counterpart((version, *phi)).is_none() {
                    self.touch((version, *phi), Reason::Global);
                }
            }
        }
    }

    fn entries(&mut self) {
        let entry = |body: &Body<'_>| body.order.first().map(|block| body.first(*block));
        let (Some(old), Some(new)) = (entry(self.body.old), entry(self.body.new)) else { return };
        if self.surroundings.changed_signature {
            self.touch_both(old, new, Reason::Own);
        } else if self.counterpart((Version::Old, old)) != Some(new) {
            self.touch_both(old, new, Reason::Place);
        }
    }

    /// Compares an instruction with its counterpart.
    fn contents(&mut self, old: InstId, new: InstId) {
        let operands = Pair { old: self.body.old.shapes.operands(old), new: self.body.new.shapes.operands(new) };
        let differs = self.body.old.shapes.words(old) != self.body.new.shapes.words(new)
            || self.calls_changed((Version::Old, old))
            || operands.old.iter().zip(operands.new).any(|(old, new)| self.relation(*old, *new) == Relation::Different);
        if differs {
            self.touch_both(old, new, Reason::Own);
        } else if self.mentions_changed((Version::Old, old)) || self.mentions_changed((Version::New, new)) {
            self.touch((Version::Old, old), Reason::Global);
            self.touch((Version::New, new), Reason::Global);
        }
    }

    fn calls_changed(&self, (version, inst): Node) -> bool {
        use rift_ir::Callee::Direct;
        match version.of(&self.body).kind(inst) {
            InstKind::Call { callee: Direct(callee), .. } | InstKind::Invoke { callee: Direct(callee), .. } => {
                version.of(self.surroundings.changed_callees)[callee.index()]
            }
            _ => false,
        }
    }

    fn mentions_changed(&self, (version, inst): Node) -> bool {
        let operands = version.of(&self.body).shapes.operands(inst);
        operands.iter().any(|operand| self.is_changed_const(version, *operand))
    }

    fn is_changed_const(&self, version: Version, operand: Operand) -> bool {
        match operand {
            Operand::Const(constant) => version.of(self.surroundings.changed_consts)[constant.index()],
            Operand::Value(_) => false,
        }
    }

    fn relation(&self, old: Operand, new: Operand) -> Relation {
        match (old, new) {
            _ if self.is_same(old, new) => Relation::Same,
            _ if self.is_settled(Version::Old, old) && self.is_settled(Version::New, new) => Relation::Different,
            _ => Relation::Open,
        }
    }

    /// Whether the matching itself says that two operands are the same.
    fn is_same(&self, old: Operand, new: Operand) -> bool {
        match (old, new) {
            (Operand::Const(old), Operand::Const(new)) => {
                let is_block = matches!(self.body.old.module.consts.get(old), Const::Block { .. });
                self.body.old.numbers.constant(old) == self.body.new.numbers.constant(new)
                    && (!is_block || (self.surroundings.same_block)(Pair { old, new }))
            }
            (Operand::Value(old), Operand::Value(new)) => match (self.body.old.def(old), self.body.new.def(new)) {
                (Some(Def::Inst(old)), Some(Def::Inst(new))) => self.counterpart((Version::Old, old)) == Some(new),
                (Some(Def::Param(old)), Some(Def::Param(new))) => {
                    self.matching.params.old[old as usize] == self.matching.params.new[new as usize]
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an operand has a counterpart, if not the one at hand.
    fn is_settled(&self, version: Version, operand: Operand) -> bool {
        match operand {
            Operand::Const(_) => true,
            Operand::Value(value) => match version.of(&self.body).def(value) {
                Some(Def::Inst(def)) => self.counterpart((version, def)).is_some(),
                Some(Def::Param(_)) => !self.surroundings.changed_signature,
                None => false,
            },
        }
    }

    /// Compares where control goes after an instruction and after its counterpart.
    fn flow(&mut self, old: InstId, new: InstId) {
        match (self.body.old.next(old), self.body.new.next(new)) {
            (Some(old_next), Some(new_next)) => {
                if self.counterpart((Version::Old, old_next)) != Some(new_next) {
                    self.touch_both(old_next, new_next, Reason::Place);
                }
            }
            (None, None) => self.edges(old, new),
            // One ends its block and the other does not.
            _ => self.touch_both(old, new, Reason::Own),
        }
    }

    fn edges(&mut self, old: InstId, new: InstId) {
        let kinds = Pair { old: self.body.old.kind(old), new: self.body.new.kind(new) };
        if let (InstKind::Switch { .. }, InstKind::Switch { .. }) = (kinds.old, kinds.new) {
            let (old_default, old_cases) = cases(self.body.old, old);
            let (new_default, new_cases) = cases(self.body.new, new);
            self.edge((old, old_default), (new, new_default));
            let mut values: Vec<u32> = old_cases.keys().chain(new_cases.keys()).copied().collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                let target = |cases: &BTreeMap<u32, BlockId>, default| cases.get(&value).copied().unwrap_or(default);
                self.edge((old, target(&old_cases, old_default)), (new, target(&new_cases, new_default)));
            }
            return;
        }
        let targets = kinds.map(InstKind::successors);
        if targets.old.len() != targets.new.len() {
            return self.touch_both(old, new, Reason::Own);
        }
        for (old_target, new_target) in targets.old.into_iter().zip(targets.new) {
            self.edge((old, old_target), (new, new_target));
        }
    }

    /// Compares where two edges lead, and what phis take on them.
    fn edge(&mut self, old: (InstId, BlockId), new: (InstId, BlockId)) {
        let firsts = Pair { old: self.body.old.first(old.1), new: self.body.new.first(new.1) };
        let paired = self.matching.blocks.old[old.1.index()] == Some(new.1);
        if self.counterpart((Version::Old, firsts.old)) != Some(firsts.new) {
            if paired {
                self.touch_both(firsts.old, firsts.new, Reason::Place);
            } else {
                // The nearest site that is executed only when the edge is taken, else where it begins.
                let at = |body: &Body<'_>, (from, to): (InstId, BlockId), first| {
                    if body.entering[to.index()] == 1 { first } else { from }
                };
                let places = Pair { old: at(self.body.old, old, firsts.old), new: at(self.body.new, new, firsts.new) };
                self.touch_both(places.old, places.new, Reason::Place);
            }
        }
        for phi in self.body.old.phis(old.1) {
            let Some(new_phi) = self.counterpart((Version::Old, *phi)) else { continue };
            let old_takes = self.body.old.incoming(*phi, self.body.old.block(old.0));
            let new_takes = self.body.new.incoming(new_phi, self.body.new.block(new.0));
            let (Some(old_takes), Some(new_takes)) = (old_takes, new_takes) else { continue };
            let differs = self.relation(old_takes, new_takes) == Relation::Different;
            if differs {
                let places =
                    Pair { old: phi_place(self.body.old, old.0, *phi), new: phi_place(self.body.new, new.0, new_phi) };
                self.touch_both(places.old, places.new, Reason::Own);
            } else if self.is_changed_const(Version::Old, old_takes) || self.is_changed_const(Version::New, new_takes) {
                self.touch((Version::Old, *phi), Reason::Global);
                self.touch((Version::New, new_phi), Reason::Global);
            }
        }
    }
}

/// Where a phi is decided: at the jump to it, if that leads nowhere else.
fn phi_place(body: &Body<'_>, from: InstId, phi: InstId) -> InstId {
    if body.kind(from).successors().len() == 1 { from } else { phi }
}

/// A switch's default target, and the others by the number of their value.
fn cases(body: &Body<'_>, inst: InstId) -> (BlockId, BTreeMap<u32, BlockId>) {
    match body.kind(inst) {
        InstKind::Switch { default, cases, .. } => {
            (*default, cases.iter().map(|(value, block)| (body.numbers.constant(*value), *block)).collect())
        }
        _ => (body.block(inst), BTreeMap::new()),
    }
}
