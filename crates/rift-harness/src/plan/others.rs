//! Values of types that have no constructor of their own: made by methods of other types, or only there behind a
//! reference.
//!
//! Errors that only failures make are not made: how they are worded is nothing that users rely on.

use super::construct::Way;
use super::{Planner, Substitution, type_expression, unwrapped};
use crate::model::{Bound, Function, Ty};
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
                ways.extend(self.first_of(&written, function, wanted, &map, depth));
            }
        }
        for (written, function) in &self.model.functions {
            ways.extend(self.first_of(written, function, wanted, &Substitution::new(), depth));
        }
        if ways.is_empty() { self.by_traits(wanted, depth) } else { ways }
    }

    /// What methods of the library's traits make, called on a type that has them.
    fn by_traits(&self, wanted: &Ty, depth: u8) -> Vec<(u8, Shape)> {
        let mut ways = Vec::new();
        for (path, def) in &self.model.traits {
            let made = |function: &&Function| makes(&function.output, wanted).is_some();
            let Some(function) = def.functions.iter().find(made) else { continue };
            let args = def.generics.types.iter().filter_map(|name| def.generics.defaults.get(name).cloned()).collect();
            let bound = Bound { path: path.clone(), args, bindings: Vec::new(), call: None };
            for target in self.implementors(&bound) {
                let map = Substitution::from([("Self".to_owned(), target.clone())]);
                let written = format!("<{} as {}>::{}", target.source(), bound.source(), function.name);
                let Some(fails) = makes(&function.output.with(&map), wanted) else { continue };
                let way = Way { function, written: &written, after: "", fails, listed: 0 };
                let call = named(wanted).and_then(|path| self.call(&way, path, &map, depth));
                ways.extend(call.map(|call| (LAST_RESORT, call)));
            }
        }
        ways
    }

    /// The first of several that a call returns: of an iterator, or of a list.
    fn first_of(
        &self,
        written: &str,
        function: &Function,
        wanted: &Ty,
        map: &Substitution,
        depth: u8,
    ) -> Option<(u8, Shape)> {
        let output = function.output.with(map);
        let several = unwrapped(&output).unwrap_or(&output);
        let is_list = match several {
            Ty::Named { path, args } if path == "std::vec::Vec" => is_same(args.first()?, wanted),
            Ty::Named { path, .. } => self.items(path).is_some_and(|item| is_same(item, wanted)),
            Ty::Impl(bounds) => bounds.iter().flat_map(|b| &b.bindings).any(|(_, ty)| is_same(ty, wanted)),
            _ => false,
        };
        if !is_list {
            return None;
        }
        let after = if several == &output { ".into_iter().next()" } else { ".into_iter().flatten().next()" };
        let listed = usize::from(written.starts_with("{0}"));
        let way = Way { function, written, after, fails: Fails::Unwrapped, listed };
        Some((LAST_RESORT + 1, self.call(&way, named(wanted)?, map, depth)?))
    }

    /// What an iterator of the library gives.
    fn items(&self, path: &str) -> Option<&Ty> {
        let mut impls = self.impls.get(path)?.iter();
        let iterator = impls.find(|one| one.of.as_ref().is_some_and(|of| of.is_std() && of.name() == "Iterator"))?;
        iterator.types.iter().find(|(name, _)| name == "Item").map(|(_, ty)| ty)
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
