//! Texts of constants, without their types.

use super::{INLINE, Named, Printer};
use crate::{Const, ConstId, FloatKind, RelocTarget, Type, floats};
use std::fmt::Write;

/// One text per constant. An aggregate may only refer to earlier ones, so one pass will do.
pub(super) fn texts(printer: &Printer<'_>) -> Vec<Named> {
    let mut texts: Vec<Named> = Vec::new();
    let mut names = 0;
    for (_, constant) in printer.module.consts.iter() {
        let text = text(printer, constant, &texts);
        let named = match constant {
            Const::Aggregate { ty, .. } if text.len() > INLINE => {
                names += 1;
                let definition = Some(format!("{} {text}", printer.ty(*ty)));
                Named { reference: format!("${}", names - 1), definition }
            }
            _ => Named { reference: text, definition: None },
        };
        texts.push(named);
    }
    texts
}

fn text(printer: &Printer<'_>, constant: &Const, earlier: &[Named]) -> String {
    let types = &printer.module.types;
    let kind = |ty| types.contains(ty).then(|| types.get(ty));
    match constant {
        Const::Bits { ty, limbs } => match kind(*ty) {
            Some(Type::Int(bits)) => int_text(*bits, limbs),
            Some(Type::Float(float)) => float_text(*float, limbs),
            _ => hex_text(limbs),
        },
        Const::Zero(ty) if kind(*ty) == Some(&Type::Ptr) => "null".to_owned(),
        Const::Zero(_) => "zero".to_owned(),
        Const::Undef(_) => "undef".to_owned(),
        Const::Global { global, addend } => {
            let mut text = printer.target(RelocTarget::Global(*global));
            // Writing to a string cannot fail.
            let _ = super::addend(&mut text, *addend);
            text
        }
        Const::Function(function) => printer.target(RelocTarget::Function(*function)),
        Const::Block { function, block } => printer.target(RelocTarget::Block { function: *function, block: *block }),
        Const::Aggregate { ty, elems } => {
            let part = |id: &ConstId| earlier.get(id.as_u32() as usize).map_or("?const", |named| &named.reference);
            let list = elems.iter().map(part).collect::<Vec<_>>().join(", ");
            match kind(*ty) {
                Some(Type::Vector { .. }) => format!("<{list}>"),
                Some(Type::Array { .. }) => format!("[{list}]"),
                _ => format!("{{{list}}}"),
            }
        }
    }
}

/// Signed decimal where the value fits 64 bits, else hexadecimal.
fn int_text(bits: u32, limbs: &[u64]) -> String {
    if bits == 1 {
        return if limbs.first() == Some(&1) { "true" } else { "false" }.to_owned();
    }
    let Some((low, high)) = limbs.split_first() else { return "?".to_owned() };
    if bits <= 64 {
        let spare = 64 - bits;
        return format!("{}", ((*low << spare) as i64) >> spare);
    }
    if high.iter().all(|limb| *limb == 0) && *low <= i64::MAX as u64 {
        return format!("{low}");
    }
    hex_text(limbs)
}

pub(super) fn float_text(kind: FloatKind, limbs: &[u64]) -> String {
    format!("{}/*{:?}*/", hex_text(limbs), floats::to_f64(kind, limbs))
}

fn hex_text(limbs: &[u64]) -> String {
    let mut text = "0x".to_owned();
    let mut started = false;
    for (i, limb) in limbs.iter().enumerate().rev() {
        // Writing to a string cannot fail.
        if started {
            let _ = write!(text, "{limb:016x}");
        } else if *limb != 0 || i == 0 {
            let _ = write!(text, "{limb:x}");
            started = true;
        }
    }
    text
}
