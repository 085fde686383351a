//! What the integer comparisons of a run compare, by numbers that are the same in both versions.
//!
//! Only those of the program's own code. Pointers are left out: that something lies elsewhere is no behaviour. So are switches
//! and what the machine compares in other ways ([`Observer::compare`]). Errs towards nothing: what is not seen is not aimed at.

use super::COMPARED;
use crate::engine::{Changes, Subject, Watch};
use rift_align::Version;
use rift_ir::{EntityRef, FuncId, Function, InstId, InstKind, IntPredicate, Module, Operand, OperandType, Site, Type};
use rift_vm::{Observer, Program};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Comparisons of one run that are kept, from its beginning.
const MOST: usize = 1 << 15;

/// Numbers of operations that were not looked at, and of those that are of no interest.
const UNKNOWN: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;

/// What a comparison has to do with the changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Role {
    /// It is one of a change.
    pub is_touched: bool,
    /// Whether a change is executed depends on it directly.
    pub is_guard: bool,
    /// Whether it asks for equality, not for an order.
    pub is_equality: bool,
}

#[derive(Debug, Default)]
pub(super) struct Comparisons {
    /// By stage, function and operation.
    numbers: [Vec<Vec<u32>>; COMPARED],
    /// By the site of the new version, or that of the old one which has no counterpart.
    known: HashMap<(Version, Site), u32>,
    roles: Vec<Role>,
}

/// One comparison of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Compared {
    pub number: u32,
    pub operands: (u64, u64),
}

impl Compared {
    pub fn order(self) -> Ordering {
        self.operands.0.cast_signed().cmp(&self.operands.1.cast_signed())
    }

    /// How far the operands are from each other. Which of them are signed is not known: of 32 bits, the nearer way round.
    pub fn distance(self) -> u64 {
        let (a, b) = self.operands;
        let distance = a.wrapping_sub(b).min(b.wrapping_sub(a));
        match (u32::try_from(a), u32::try_from(b)) {
            (Ok(a), Ok(b)) => distance.min(u64::from(a.wrapping_sub(b).min(b.wrapping_sub(a)))),
            _ => distance,
        }
    }
}

impl Comparisons {
    pub fn role(&self, number: u32) -> Role {
        self.roles[number as usize]
    }

    #[inline]
    fn number(&mut self, subject: &Subject<'_>, stage: usize, function: FuncId, pc: u32) -> u32 {
        let known = self.numbers[stage].get(function.index()).and_then(|numbers| numbers.get(pc as usize));
        match known {
            Some(&number) if number != UNKNOWN => number,
            _ => self.look_up(subject, stage, function, pc),
        }
    }

    #[cold]
    fn look_up(&mut self, subject: &Subject<'_>, stage: usize, function: FuncId, pc: u32) -> u32 {
        let program = subject.versions[stage].program;
        let changes = subject.changes.as_ref();
        let number = changes.and_then(|changes| self.find(subject, changes, stage, function, pc)).unwrap_or(NONE);
        let functions = &mut self.numbers[stage];
        functions.resize_with(program.module.functions.len(), Vec::new);
        let numbers = &mut functions[function.index()];
        numbers.resize(program.operations(function) as usize, UNKNOWN);
        numbers[pc as usize] = number;
        number
    }

    fn find(
        &mut self,
        subject: &Subject<'_>,
        changes: &Changes<'_>,
        stage: usize,
        function: FuncId,
        pc: u32,
    ) -> Option<u32> {
        let program = subject.versions[stage].program;
        let module = &program.module;
        let site = program.sites_from(function, pc).next()?;
        let inst = comparison(&module.functions[function], site.inst)?;
        let predicate = of_integers(module, &module.functions[function], inst)?;
        if subject.versions[stage].foreign.contains(&function) {
            return None;
        }
        let version = if stage == 0 { Version::New } else { Version::Old };
        let own = Site { function, inst };
        let place = match version {
            Version::New => (version, own),
            Version::Old => match changes.map.counterpart(version, own) {
                Some(other) => (Version::New, other),
                None => (version, own),
            },
        };
        let number = *self.known.entry(place).or_insert(self.roles.len() as u32);
        if number as usize == self.roles.len() {
            self.roles.push(Role::default());
        }
        let role = &mut self.roles[number as usize];
        role.is_touched |= changes.map.is_touched(version, own);
        role.is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        let guards = |way| changes.targets.route.control.control_distance(site, way) == Some(1);
        role.is_guard |= version == Version::New && (guards(0) != guards(1));
        Some(number)
    }
}

/// The comparison that an instruction is, or that became part of it.
fn comparison(function: &Function, inst: InstId) -> Option<InstId> {
    match function.insts[inst].kind {
        InstKind::Branch { condition: Operand::Value(value), .. } => {
            function.insts.iter().find(|(_, data)| data.result.expand() == Some(value)).map(|(inst, _)| inst)
        }
        _ => Some(inst),
    }
}

/// What is asked, if it is asked of integers.
fn of_integers(module: &Module, function: &Function, inst: InstId) -> Option<IntPredicate> {
    let InstKind::CompareInt { predicate, lhs, .. } = function.insts[inst].kind else { return None };
    match module.operand_type(function, lhs) {
        OperandType::Type(ty) if matches!(module.types.get(ty), Type::Int(_)) => Some(predicate),
        _ => None,
    }
}

/// Notes what a run executes, and what it compares.
pub(super) struct Profile<'w> {
    pub watch: Watch<'w>,
    pub comparisons: &'w mut Comparisons,
    pub subject: &'w Subject<'w>,
    pub version: usize,
    pub found: Vec<Compared>,
    /// How many of them came before a change.
    pub before: usize,
}

impl Observer for Profile<'_> {
    const ACTIVE: bool = false;
    const EDGES: bool = true;
    const COMPARES: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    #[inline]
    fn edge(&mut self, function: FuncId, pc: u32) {
        self.watch.edge(function, pc);
    }

    #[inline]
    fn compare(&mut self, function: FuncId, pc: u32, a: u64, b: u64) {
        if self.found.len() < MOST {
            let number = self.comparisons.number(self.subject, self.version, function, pc);
            if number != NONE {
                self.before += usize::from(!self.watch.is_behind.get());
                self.found.push(Compared { number, operands: (a, b) });
            }
        }
    }
}

#[cfg(test)]
impl Comparisons {
    /// With these, numbered as they come.
    pub fn of(roles: &[Role]) -> Comparisons {
        Comparisons { roles: roles.to_vec(), ..Comparisons::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{ChangeSet, Code};
    use crate::targets::Targets;
    use crate::testing::Versions;
    use rift_env::{Input, Process};
    use rift_vm::{Limits, Progress};
    use std::cell::Cell;

    /// Counts letters, and says whether they are few.
    fn text(limit: u32) -> String {
        format!(
            "function @main(ptr word) -> i32 {{\nentry:\n  jump loop\n\
             loop:\n  i = phi i64 [0, entry], [j, more]\n  place = offset ptr word, 0, i64 i * 1\n  c = load i8, place\n  \
             end = icmp eq i8 c, 0\n  branch end, done, more\n\
             more:\n  j = add i64 i, 1\n  jump loop\n\
             done:\n  full = icmp ult i64 i, {limit}\n  branch full, few, many\n\
             few:\n  return i32 1\nmany:\n  return i32 2\n}}\n"
        )
    }

    #[test]
    fn comparisons_of_both_versions_have_the_same_numbers() {
        let versions = Versions::new(&text(5), &text(4));
        let targets = Targets::new(versions.modules(), &versions.map);
        let subject = Subject::pair(versions.programs.as_ref(), &[], &versions.map, &targets);
        let mut comparisons = Comparisons::default();
        let input = Input { argv: vec![b"p".to_vec(), b"ab".to_vec()], ..Input::default() };
        let mut found = Vec::new();
        for (version, code) in subject.versions.iter().enumerate() {
            let mut process =
                Process::start(code.program, input.clone(), Default::default(), Limits::default()).unwrap();
            let (sites, is_behind) = (code.sites.as_ref(), Cell::new(false));
            let (mut code, mut executed) = (Code::default(), ChangeSet::default());
            let watch = Watch { code: &mut code, sites, executed: &mut executed, is_behind: &is_behind };
            let mut profile =
                Profile { watch, comparisons: &mut comparisons, subject: &subject, version, found: vec![], before: 0 };
            while process.run_slice(u64::MAX, &mut profile) == Progress::Paused {}
            assert_eq!(profile.before, 3, "only the last one is behind the change");
            found.push(profile.found);
        }
        let shown = |found: &[Compared]| found.iter().map(|one| (one.number, one.operands)).collect::<Vec<_>>();
        // The machine asks whether there are more than 3.
        assert_eq!(shown(&found[0]), [(0, (97, 0)), (0, (98, 0)), (0, (0, 0)), (1, (2, 3))]);
        assert_eq!(shown(&found[1]), [(0, (97, 0)), (0, (98, 0)), (0, (0, 0)), (1, (2, 4))]);
        assert_eq!([0, 1].map(|number| comparisons.role(number).is_touched), [false, true]);
        assert_eq!([0, 1].map(|number| comparisons.role(number).is_equality), [true, false]);
    }

    #[test]
    fn operands_are_as_far_apart_as_steps_between_them() {
        let distance = |a, b| Compared { number: 0, operands: (a, b) }.distance();
        assert_eq!(distance(28, 3), 25);
        assert_eq!(distance(3, 28), 25);
        assert_eq!(distance(u64::MAX, 3), 4, "a negative one, sign-extended");
        assert_eq!(distance(u64::from(u32::MAX), 3), 4, "the same of 32 bits, compared for equality");
        assert_eq!(distance(1 << 40, 0), 1 << 40);
    }
}
