//! What implementations say about types: which of them are for a type, and what their associated types are.
//!
//! Only what is written down is looked at, not what its bounds demand: errs towards "is implemented". The compiler
//! has the last word.

use super::{Planner, Substitution};
use crate::model::{Bound, Generics, Impl, Ty};

impl Planner<'_> {
    /// The arguments of a trait of the library, with those that are left out as its definition has them.
    pub(super) fn arguments(&self, bound: &Bound) -> Vec<Ty> {
        let Some(def) = self.model.traits.get(&bound.path) else { return bound.args.clone() };
        let rest = def.generics.types.iter().skip(bound.args.len());
        let defaults = rest.map_while(|name| def.generics.defaults.get(name).cloned());
        bound.args.iter().cloned().chain(defaults).collect()
    }

    /// Types for the parameters of an implementation that make it one of this bound, and the type that it is for.
    pub(super) fn implementor(&self, one: &Impl, bound: &Bound) -> Option<Ty> {
        let of = one.of.as_ref()?;
        let mut map = Substitution::new();
        for (given, wanted) in self.arguments(of).iter().zip(self.arguments(bound)) {
            // A parameter of the caller's is chosen later, whatever it is here.
            if !matches!(wanted, Ty::Param(_)) && !unify(given, &wanted, &one.generics, &mut map) {
                return None;
            }
            if let (Ty::Param(name), Ty::Param(_)) = (given, &wanted) {
                map.insert(name.clone(), wanted);
            }
        }
        let mut all = self.instances(&[&one.generics], &[]).ok()?.into_iter().next()?;
        all.extend(map);
        Some(one.target.with(&all))
    }

    /// The associated types that the library's traits have for a type, by name.
    pub(super) fn associated(&self, ty: &Ty) -> Vec<(String, Ty)> {
        let mut found = Vec::new();
        for one in self.model.impls.iter().filter(|one| one.of.is_some() && !one.types.is_empty()) {
            let mut map = Substitution::new();
            let is_general = matches!(one.target, Ty::Param(_));
            if !is_general && unify(&one.target, ty, &one.generics, &mut map) {
                found.extend(one.types.iter().map(|(name, ty)| (name.clone(), ty.with(&map))));
            }
        }
        found
    }
}

/// Whether a type is an instance of a pattern with these parameters; what they stand for is added to the map.
fn unify(pattern: &Ty, ty: &Ty, generics: &Generics, map: &mut Substitution) -> bool {
    let all = |patterns: &[Ty], types: &[Ty], map: &mut Substitution| {
        patterns.len() == types.len() && patterns.iter().zip(types).all(|(one, other)| unify(one, other, generics, map))
    };
    match (pattern, ty) {
        (Ty::Param(name), _) if generics.types.contains(name) => match map.get(name) {
            Some(known) => known == ty,
            None => map.insert(name.clone(), ty.clone()).is_none(),
        },
        (Ty::Named { path, args }, Ty::Named { path: other, args: others }) => path == other && all(args, others, map),
        (Ty::Tuple(parts), Ty::Tuple(others)) => all(parts, others, map),
        (Ty::Slice(one), Ty::Slice(other)) => unify(one, other, generics, map),
        (Ty::Ref { mutable, inner }, Ty::Ref { mutable: too, inner: other }) => {
            mutable == too && unify(inner, other, generics, map)
        }
        (Ty::Array(one, length), Ty::Array(other, count)) => {
            let is_parameter = generics.consts.iter().any(|(name, _)| name == length);
            (is_parameter || length == count) && unify(one, other, generics, map)
        }
        _ => pattern == ty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_for_one_type_each() {
        let generics = Generics { types: vec!["T".to_owned()], ..Generics::default() };
        let param = || Ty::Param("T".to_owned());
        let vec = |ty| Ty::std("vec::Vec", vec![ty]);
        let mut map = Substitution::new();
        assert!(unify(&vec(param()), &vec(Ty::prim("u8")), &generics, &mut map));
        assert_eq!(map.get("T"), Some(&Ty::prim("u8")));
        let pair = Ty::Tuple(vec![param(), param()]);
        let mixed = Ty::Tuple(vec![Ty::prim("u8"), Ty::prim("i8")]);
        assert!(!unify(&pair, &mixed, &generics, &mut Substitution::new()));
        assert!(!unify(&Ty::Param("U".to_owned()), &Ty::prim("u8"), &generics, &mut Substitution::new()));
    }
}
