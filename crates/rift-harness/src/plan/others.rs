//! Values of types that have no constructor of their own: made by methods of other types, or only there behind a
//! reference.
//!
//! Errors that only failures make are not made: how they are worded is nothing that users rely on.

use super::{Planner, Substitution, type_expression, unwrapped};
use crate::model::Ty;
use crate::shape::{Fails, Shape};

/// How little such values are to be preferred: see [`Planner::called`].
const LAST_RESORT: u8 = 7;

impl Planner<'_> {
    /// What methods of other types make: builders are for this, and iterators come from collections.
    pub(super) fn by_others(&self, wanted: &Ty, depth: u8) -> Vec<(u8, Shape)> {
        let mut ways = Vec::new();
        for one in self.model.impls.iter().filter(|one| one.of.is_none()) {
            let maps = self.instances(&[&one.generics], &[]).unwrap_or_default();
            let Some(mut map) = maps.into_iter().next() else { continue };
            let target = one.target.with(&map);
            map.insert("Self".to_owned(), target.clone());
            for function in &one.functions {
                let written = match function.has_receiver() {
                    true => format!("{{0}}.{}", function.name),
                    false => format!("{}::{}", type_expression(&target), function.name),
                };
                ways.extend(self.called(&written, LAST_RESORT, function, wanted, &map, depth));
            }
        }
        ways
    }

    /// A reference to a value that can only be had behind one, such as a path.
    pub(super) fn borrowed(&self, ty: &Ty, depth: u8) -> Option<Shape> {
        let Ty::Named { path, .. } = ty else { return None };
        let wanted = Ty::reference(ty.clone());
        let mut ways = Vec::new();
        for one in self.impls.get(path.as_str()).into_iter().flatten().filter(|one| one.of.is_none()) {
            let Some(mut map) = self.unify(one, ty) else { continue };
            map.insert("Self".to_owned(), ty.clone());
            for function in one.functions.iter().filter(|function| !function.has_receiver()) {
                let written = format!("{}::{}", type_expression(ty), function.name);
                ways.extend(self.called(&written, 1, function, &wanted, &map, depth));
            }
        }
        for (written, function) in &self.model.functions {
            ways.extend(self.called(written, 5, function, &wanted, &Substitution::new(), depth));
        }
        if ways.is_empty() {
            ways = self.by_others(&wanted, depth);
        }
        ways.into_iter().min_by_key(|(score, shape)| (shape.size() == 0, *score, shape.size())).map(|(_, shape)| shape)
    }
}

/// Whether a function with this output makes what is wanted, and whether that can fail.
pub(super) fn makes(output: &Ty, wanted: &Ty) -> Option<Fails> {
    let is_it = |output: &Ty| match (output, wanted) {
        (Ty::Ref { mutable: false, inner }, Ty::Ref { inner: wanted, .. }) => is_same(inner, wanted),
        _ => is_same(output, wanted),
    };
    if is_it(output) {
        return Some(Fails::Never);
    }
    unwrapped(output).filter(|inner| is_it(inner)).map(|_| Fails::Unwrapped)
}

/// Whether two types have the same name, whatever their arguments are: those are guessed.
fn is_same(one: &Ty, other: &Ty) -> bool {
    matches!((one, other), (Ty::Named { path, .. }, Ty::Named { path: same, .. }) if path == same)
}

/// The path of a type, or of what a reference refers to.
pub(super) fn named(ty: &Ty) -> Option<&str> {
    match ty {
        Ty::Named { path, .. } => Some(path),
        Ty::Ref { inner, .. } => named(inner),
        _ => None,
    }
}
