//! What differs between versions only because lines moved or because the versions lie in different directories.
//!
//! Here alone the alignment errs towards "same": the file and line that a failed assertion or a panic prints are
//! taken for equal. Everything else about the call is compared.

use crate::paths::relative;
use rift_ir::{Const, ConstId, EntityRef, Global, GlobalId, GlobalInit, InstKind, Module, Operand, RelocTarget};
use std::collections::{BTreeMap, HashSet};

/// Contents of constants that stand for a place in the source, by global.
#[derive(Debug, Default)]
pub struct Noise {
    places: BTreeMap<GlobalId, SourcePlace>,
}

/// What counts of a constant that names a place in the source.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SourcePlace {
    /// A `core::panic::Location`; which does not count.
    PanicLocation,
    /// The path of a source file, without the version's directory.
    File(String),
}

impl Noise {
    pub fn find(module: &Module, root: &str) -> Noise {
        let mut places = BTreeMap::new();
        let mut locations: Vec<bool> =
            module.globals.values().map(|global| is_panic_location(module, global)).collect();
        if locations.contains(&true) {
            rule_out_other_uses(module, &mut locations);
        }
        let files: HashSet<&str> = module.files.values().map(String::as_str).collect();
        for ((id, global), is_location) in module.globals.iter().zip(locations) {
            if is_location {
                places.insert(id, SourcePlace::PanicLocation);
            } else if let Some(path) = text(global).filter(|path| files.contains(path) && path.starts_with(root)) {
                places.insert(id, SourcePlace::File(relative(root, path).to_owned()));
            }
        }
        Noise { places }
    }

    pub fn place(&self, global: GlobalId) -> Option<&SourcePlace> {
        self.places.get(&global)
    }
}

/// Whether a constant has the shape of a `core::panic::Location`: pointer and length of a file name, then line and column.
fn is_panic_location(module: &Module, global: &Global) -> bool {
    panic_file(module, global).is_some_and(|file| file.ends_with(".rs"))
}

fn panic_file<'m>(module: &'m Module, global: &Global) -> Option<&'m str> {
    let GlobalInit::Bytes { bytes, relocs } = &global.init else { return None };
    let [reloc] = &relocs[..] else { return None };
    if global.size != 24 || !global.constant || (reloc.offset, reloc.size) != (0, 8) {
        return None;
    }
    // Zeros at the end are not always said.
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let RelocTarget::Global(string) = reloc.target else { return None };
    let GlobalInit::Bytes { bytes: string, .. } = &module.globals[string].init else { return None };
    let word = |at: usize| u32::from_le_bytes([byte(at), byte(at + 1), byte(at + 2), byte(at + 3)]);
    let (length, line, column) = (word(8) as usize, word(16), word(20));
    if reloc.minus.is_some() || word(12) != 0 || line == 0 || column == 0 {
        return None;
    }
    let start = usize::try_from(reloc.addend).ok()?;
    std::str::from_utf8(string.get(start..start.checked_add(length)?)?).ok()
}

/// A location is passed to `#[track_caller]` functions as their last argument, and is used for nothing else.
fn rule_out_other_uses(module: &Module, locations: &mut [bool]) {
    for function in module.functions.values() {
        for inst in function.insts.values() {
            let last = match &inst.kind {
                InstKind::Call { args, .. } | InstKind::Invoke { args, .. } => args.last().map(|arg| arg.value),
                _ => None,
            };
            let mut seen_as_last = false;
            inst.kind.visit_operands(|operand| {
                let Operand::Const(constant) = operand else { return };
                let is_plain = matches!(module.consts.get(constant), Const::Global { addend: 0, .. });
                if is_plain && Some(operand) == last && !seen_as_last {
                    seen_as_last = true;
                } else {
                    visit_globals(module, constant, &mut |global| locations[global.index()] = false);
                }
            });
        }
    }
    for global in module.globals.values() {
        let GlobalInit::Bytes { relocs, .. } = &global.init else { continue };
        for target in relocs.iter().flat_map(|reloc| [Some(reloc.target), reloc.minus]).flatten() {
            if let RelocTarget::Global(target) = target {
                locations[target.index()] = false;
            }
        }
    }
}

/// The globals whose addresses are in a constant.
pub fn visit_globals(module: &Module, constant: ConstId, visit: &mut dyn FnMut(GlobalId)) {
    match module.consts.get(constant) {
        Const::Global { global, .. } => visit(*global),
        Const::Aggregate { elems, .. } => elems.iter().for_each(|elem| visit_globals(module, *elem, visit)),
        _ => {}
    }
}

/// A constant that is only text, without the zero at its end.
fn text(global: &Global) -> Option<&str> {
    let GlobalInit::Bytes { bytes, relocs } = &global.init else { return None };
    if !global.constant || !relocs.is_empty() {
        return None;
    }
    std::str::from_utf8(bytes.strip_suffix(&[0]).unwrap_or(bytes)).ok()
}

/// Arguments of functions that report a failed assertion which say where it stands: file, line and function.
pub fn place_arguments(callee: &str) -> &'static [usize] {
    match callee {
        // (assertion, file, line, function) of glibc and musl; (errnum, file, line, function)
        "__assert_fail" | "__assert_perror_fail" => &[1, 2, 3],
        // (assertion, file, line)
        "__assert" => &[1, 2],
        // (function, file, line, assertion) of Darwin and the BSDs
        "__assert_rtn" => &[0, 1, 2],
        // (file, line, function, assertion) of newlib, bionic and OpenBSD
        "__assert_func" | "__assert2" => &[0, 1, 2],
        _ => &[],
    }
}
