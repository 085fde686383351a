//! Constants, globals, positions, names and signatures: everything but function bodies.

use super::Report;
use super::facts::{Facts, Ty};
use crate::layout::MAX_OBJECT_SIZE;
use crate::{
    BlockId, Const, ConstId, FuncId, Global, GlobalId, GlobalInit, Linkage, Module, PackedOption, PosId, RelocTarget,
    Signature, Type, TypeId,
};
use std::collections::HashSet;

/// False when function bodies cannot be looked at, because what they refer to is wrong.
pub(super) fn check(facts: &Facts<'_>, report: &mut Report) -> bool {
    let module = facts.module;
    for (id, constant) in module.consts.iter() {
        if let Err(message) = check_const(facts, id, constant) {
            report.error(format!("constant {id}: {message}"));
        }
    }
    check_positions(module, report);
    for global in module.globals.values() {
        if let Err(message) = check_global(module, global) {
            report.error(format!("global `{}`: {message}", global.name));
        }
    }
    check_names(module, report);
    for (what, list) in [("constructor", &module.constructors), ("destructor", &module.destructors)] {
        for function in list.iter().filter(|f| module.functions.get(**f).is_none()) {
            report.error(format!("{what} {function} does not exist"));
        }
    }
    // Calls may name any function, so all signatures come before any body.
    for (id, function) in &module.functions {
        report.function = Some(id);
        if let Err(message) = check_signature(facts, &function.signature) {
            report.error(format!("signature of `{}`: {message}", function.name));
        }
    }
    report.function = None;
    report.errors.is_empty()
}

fn check_const(facts: &Facts<'_>, id: ConstId, constant: &Const) -> Result<(), String> {
    let module = facts.module;
    let known = |ty: TypeId| match module.types.contains(ty) {
        true => Ok(module.types.get(ty)),
        false => Err(format!("type {ty} does not exist")),
    };
    match constant {
        Const::Bits { ty, limbs } => {
            if !matches!(known(*ty)?, Type::Int(_) | Type::Float(_) | Type::Ptr) {
                return Err("bits of something that is no integer, float or pointer".to_owned());
            }
            let bits = facts.layout(*ty).bits.unwrap_or(0);
            if limbs.len() as u64 != bits.div_ceil(64) {
                return Err(format!("{} limbs for {bits} bits", limbs.len()));
            }
            let spare = limbs.len() as u64 * 64 - bits;
            if spare > 0 && limbs.last().is_some_and(|top| *top > u64::MAX >> spare) {
                return Err(format!("bits are set above the width of {bits}"));
            }
            Ok(())
        }
        Const::Zero(ty) | Const::Undef(ty) => match known(*ty)? {
            Type::Void => Err("void has no constants".to_owned()),
            _ => Ok(()),
        },
        Const::Global { global, .. } => check_target(module, RelocTarget::Global(*global)),
        Const::Function(function) => check_target(module, RelocTarget::Function(*function)),
        Const::Block { function, block } => {
            check_target(module, RelocTarget::Block { function: *function, block: *block })
        }
        Const::Aggregate { ty, elems } => {
            let (count, elem_at): (u64, Box<dyn Fn(usize) -> TypeId>) = match known(*ty)? {
                Type::Vector { elem, len } => (u64::from(*len), Box::new(|_| *elem)),
                Type::Array { elem, len } => (*len, Box::new(|_| *elem)),
                Type::Struct { fields, .. } => (fields.len() as u64, Box::new(|i| fields[i].ty)),
                _ => return Err("elements of something that is no struct, array or vector".to_owned()),
            };
            if elems.len() as u64 != count {
                return Err(format!("{} elements for a type of {count}", elems.len()));
            }
            for (i, elem) in elems.iter().enumerate() {
                if *elem >= id {
                    return Err(format!("element {i} is {elem}, which is not an earlier constant"));
                }
                let found = facts.const_type(module.consts.get(*elem));
                let needed = Ty::Id(elem_at(i));
                if found != needed {
                    return Err(format!("element {i} is {}, not {}", facts.name(found), facts.name(needed)));
                }
            }
            Ok(())
        }
    }
}

fn check_target(module: &Module, target: RelocTarget) -> Result<(), String> {
    let missing = |global: GlobalId| format!("global {global} does not exist");
    let block_exists = |function: FuncId, block: BlockId| {
        module.functions.get(function).is_some_and(|f| f.blocks.get(block).is_some())
    };
    match target {
        RelocTarget::Global(global) if module.globals.get(global).is_none() => Err(missing(global)),
        RelocTarget::Function(f) if module.functions.get(f).is_none() => Err(format!("function {f} does not exist")),
        RelocTarget::Block { function, block } if !block_exists(function, block) => {
            Err(format!("block {block} of function {function} does not exist"))
        }
        RelocTarget::Global(_) | RelocTarget::Function(_) | RelocTarget::Block { .. } => Ok(()),
    }
}

fn check_positions(module: &Module, report: &mut Report) {
    let n = module.positions.len();
    for (id, position) in &module.positions {
        if module.files.get(position.file).is_none() {
            report.error(format!("position {id}: file {} does not exist", position.file));
        }
        if position.inlined_at.expand().is_some_and(|at| module.positions.get(at).is_none()) {
            report.error(format!("position {id}: inlined at {:?}, which does not exist", position.inlined_at));
            return;
        }
    }
    // Follow each chain until something known to end; `seen_from` says which start passed by.
    let mut seen_from = vec![u32::MAX; n];
    for start in module.positions.keys() {
        let mut at = Some(start);
        while let Some(pos) = at {
            let seen = &mut seen_from[pos.as_u32() as usize];
            if *seen == start.as_u32() {
                report.error(format!("position {pos} is inlined into itself"));
                return;
            }
            if *seen != u32::MAX {
                break;
            }
            *seen = start.as_u32();
            at = module.positions[pos].inlined_at.expand();
        }
    }
}

pub(super) fn check_position(module: &Module, position: PackedOption<PosId>) -> Result<(), String> {
    match position.expand() {
        Some(pos) if module.positions.get(pos).is_none() => Err(format!("position {pos} does not exist")),
        _ => Ok(()),
    }
}

fn check_global(module: &Module, global: &Global) -> Result<(), String> {
    if global.size > MAX_OBJECT_SIZE {
        return Err(format!("{} bytes are more than the address space has", global.size));
    }
    if !global.align.is_power_of_two() {
        return Err(format!("alignment {} is not a power of two", global.align));
    }
    check_position(module, global.position)?;
    let outside = matches!(global.linkage, Linkage::External | Linkage::ExternalWeak);
    let GlobalInit::Bytes { bytes, relocs } = &global.init else {
        return if outside { Ok(()) } else { Err("no initial value, and not external".to_owned()) };
    };
    if outside {
        return Err("external, and yet with an initial value".to_owned());
    }
    if bytes.len() as u64 > global.size {
        return Err(format!("{} initial bytes for a size of {}", bytes.len(), global.size));
    }
    let mut places = Vec::with_capacity(relocs.len());
    for reloc in relocs {
        let offset = reloc.offset;
        if !matches!(reloc.size, 1 | 2 | 4 | 8) {
            return Err(format!("relocation at {offset} of {} bytes", reloc.size));
        }
        let end = offset.checked_add(u64::from(reloc.size)).filter(|end| *end <= global.size);
        let end = end.ok_or_else(|| format!("relocation at {offset} outside of {} bytes", global.size))?;
        for target in std::iter::once(reloc.target).chain(reloc.minus) {
            check_target(module, target).map_err(|message| format!("relocation at {offset}: {message}"))?;
        }
        let given = bytes.get(offset as usize..).unwrap_or(&[]);
        if given.iter().take(usize::from(reloc.size)).any(|byte| *byte != 0) {
            return Err(format!("relocation at {offset} over bytes that are not zero"));
        }
        places.push((offset, end));
    }
    places.sort_unstable();
    match places.windows(2).find(|pair| pair[0].1 > pair[1].0) {
        Some(pair) => Err(format!("relocations at {} and {} overlap", pair[0].0, pair[1].0)),
        None => Ok(()),
    }
}

fn check_names(module: &Module, report: &mut Report) {
    let mut names = HashSet::with_capacity(module.functions.len() + module.globals.len());
    let functions = module.functions.values().map(|f| &f.name);
    for name in functions.chain(module.globals.values().map(|g| &g.name)) {
        if !names.insert(name.as_str()) {
            report.error(format!("`{name}` names two things"));
        }
    }
}

pub(super) fn check_signature(facts: &Facts<'_>, signature: &Signature) -> Result<(), String> {
    for (i, param) in signature.params.iter().enumerate() {
        if let Some(problem) = facts.register_problem(*param) {
            return Err(format!("parameter {i}: {problem}"));
        }
    }
    let result = signature.result;
    if facts.module.types.contains(result) && *facts.module.types.get(result) == Type::Void {
        return Ok(());
    }
    facts.register_problem(result).map_or(Ok(()), |problem| Err(format!("result: {problem}")))
}
