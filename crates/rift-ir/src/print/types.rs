//! Texts of types.

use super::{INLINE, Named};
use crate::layout::{Layout, Packing, natural_struct};
use crate::{Field, FloatKind, Type, TypeId, TypeTable};

pub(crate) fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "f16",
        FloatKind::BFloat => "bf16",
        FloatKind::Single => "f32",
        FloatKind::Double => "f64",
        FloatKind::X87 => "x87",
        FloatKind::Quad => "f128",
    }
}

/// One text per type. A type may only refer to earlier ones, so one pass will do.
pub(super) fn texts(types: &TypeTable, layouts: &[Option<Layout>]) -> Vec<Named> {
    let mut texts: Vec<Named> = Vec::new();
    let mut names = 0;
    for (_, ty) in types.iter() {
        let text = text(ty, &texts, layouts);
        let named = match text.len() > INLINE {
            true => Named { reference: format!("%T{names}"), definition: Some(text) },
            false => Named { reference: text, definition: None },
        };
        names += u32::from(named.definition.is_some());
        texts.push(named);
    }
    texts
}

fn text(ty: &Type, earlier: &[Named], layouts: &[Option<Layout>]) -> String {
    let part = |id: TypeId| earlier.get(id.as_u32() as usize).map_or("?type", |named| &named.reference);
    match ty {
        Type::Void => "void".to_owned(),
        Type::Int(bits) => format!("i{bits}"),
        Type::Float(kind) => float_name(*kind).to_owned(),
        Type::Ptr => "ptr".to_owned(),
        Type::Vector { elem, len } => format!("<{len} x {}>", part(*elem)),
        Type::Array { elem, len } => format!("[{len} x {}]", part(*elem)),
        Type::Struct { fields, size, align } => {
            let ids: Vec<TypeId> = fields.iter().map(|field| field.ty).collect();
            let known = |id: TypeId| layouts.get(id.as_u32() as usize).copied().flatten();
            let list = |with: &dyn Fn(&Field) -> String| fields.iter().map(with).collect::<Vec<_>>().join(", ");
            if natural_struct(&ids, Packing::Natural, known).as_ref() == Some(ty) {
                format!("{{{}}}", list(&|field| part(field.ty).to_owned()))
            } else if natural_struct(&ids, Packing::Packed, known).as_ref() == Some(ty) {
                format!("<{{{}}}>", list(&|field| part(field.ty).to_owned()))
            } else {
                let comma = if fields.is_empty() { "" } else { ", " };
                let list = list(&|field| format!("{}: {}", field.offset, part(field.ty)));
                format!("{{{list}{comma}size {size}, align {align}}}")
            }
        }
    }
}
