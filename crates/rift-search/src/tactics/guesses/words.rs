//! Words that a program knows: the texts and numbers that its own code compares things with.
//!
//! Errs both ways: a word may have nothing to do with the input, and texts that the code puts together are not found.

use crate::engine::Subject;
use rift_align::Version;
use rift_ir::{Const, ConstId, FuncId, GlobalId, GlobalInit, InstKind, Module, Operand, RelocTarget, Site, Type};
use std::collections::{BTreeSet, HashSet};

/// Longer texts are messages.
const LONGEST: usize = 24;
/// Globals are looked at that are so many steps away from the code.
const MOST_STEPS: usize = 3;

#[derive(Debug, Default)]
pub(super) struct Words {
    /// Those that only one version has, and those of changed code.
    pub changed: Vec<Vec<u8>>,
    pub all: Vec<Vec<u8>>,
}

impl Words {
    pub fn new(subject: &Subject<'_>) -> Words {
        let Some(changes) = &subject.changes else { return Words::default() };
        let mut versions = Vec::new();
        let mut changed = BTreeSet::new();
        for (stage, version) in [Version::New, Version::Old].into_iter().enumerate() {
            let Some(code) = subject.versions.get(stage) else { continue };
            let module = code.module();
            changed.extend(changes.map.touched(version).flat_map(|site| numbers_of(module, site)));
            versions.push(of_module(module, &code.foreign));
        }
        if let [new, old] = versions.as_slice() {
            changed.extend(new.symmetric_difference(old).cloned());
        }
        let all: BTreeSet<Vec<u8>> = versions.into_iter().flatten().collect();
        Words { changed: changed.into_iter().collect(), all: all.into_iter().collect() }
    }
}

/// Of the functions of a module that are its own.
fn of_module(module: &Module, foreign: &HashSet<FuncId>) -> BTreeSet<Vec<u8>> {
    let mut words = BTreeSet::new();
    let mut pending: Vec<(GlobalId, usize)> = Vec::new();
    for (id, function) in module.functions.iter().filter(|(id, _)| !foreign.contains(id)) {
        for (inst, data) in &function.insts {
            if let InstKind::CompareInt { .. } | InstKind::Switch { .. } = data.kind {
                words.extend(numbers_of(module, Site { function: id, inst }));
            }
            data.kind.visit_operands(|operand| {
                if let Operand::Const(constant) = operand {
                    globals_of(module, constant, &mut pending);
                }
            });
        }
    }
    let mut seen = HashSet::new();
    while let Some((global, steps)) = pending.pop() {
        let GlobalInit::Bytes { bytes, relocs } = &module.globals[global].init else { continue };
        if !seen.insert(global) || steps > MOST_STEPS {
            continue;
        }
        words.extend(texts(bytes));
        for reloc in relocs {
            if let RelocTarget::Global(target) = reloc.target {
                pending.push((target, steps + 1));
            }
        }
    }
    words
}

fn globals_of(module: &Module, constant: ConstId, found: &mut Vec<(GlobalId, usize)>) {
    match module.consts.get(constant) {
        Const::Global { global, .. } => found.push((*global, 0)),
        Const::Aggregate { elems, .. } => elems.iter().for_each(|elem| globals_of(module, *elem, found)),
        _ => {}
    }
}

/// The texts that bytes are made of, each up to a NUL.
fn texts(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) && *byte != b'%';
    let is_word = move |text: &&[u8]| (1..=LONGEST).contains(&text.len()) && text.iter().all(is_plain);
    bytes.split(|byte| *byte == 0).filter(is_word).map(<[u8]>::to_vec)
}

/// The integers of an instruction as a text shows them, those beside them, and characters.
fn numbers_of(module: &Module, site: Site) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let Some(inst) = module.functions.get(site.function).and_then(|function| function.insts.get(site.inst)) else {
        return words;
    };
    let mut add = |constant: ConstId| {
        let Some(number) = integer(module, constant) else { return };
        words.extend((number - 1..=number + 1).map(|near| near.to_string().into_bytes()));
        words.extend(u8::try_from(number).ok().filter(u8::is_ascii_graphic).map(|byte| vec![byte]));
    };
    inst.kind.visit_operands(|operand| {
        if let Operand::Const(constant) = operand {
            add(constant);
        }
    });
    if let InstKind::Switch { cases, .. } = &inst.kind {
        cases.iter().for_each(|(case, _)| add(*case));
    }
    words
}

/// Of up to 64 bits, with its sign.
fn integer(module: &Module, constant: ConstId) -> Option<i128> {
    match module.consts.get(constant) {
        Const::Bits { ty, limbs } => match module.types.get(*ty) {
            Type::Int(bits @ 2..=64) => {
                let shift = 64 - bits;
                Some(i128::from((*limbs.first()? << shift).cast_signed() >> shift))
            }
            _ => None,
        },
        Const::Zero(ty) => matches!(module.types.get(*ty), Type::Int(2..=64)).then_some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_what_stands_between_nuls() {
        let found: Vec<Vec<u8>> = texts(b"then\0\0<=>\0%d items\0\x01\0a much too long message for a word\0").collect();
        assert_eq!(found, [b"then".to_vec(), b"<=>".to_vec()]);
    }
}
