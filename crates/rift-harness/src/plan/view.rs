//! The code that writes a result down raw: by the structure of its type as far as the standard library has it, so that
//! a string inside of a `Result` with a library's own error is not escaped character by character.
//!
//! A derived `Debug` of a type with private fields tells what its users cannot rely on, and is not looked at: such a
//! value is seen by its items or by `Display`, or not at all. Errs towards silence; its methods are entries themselves.

use super::Planner;
use super::shapes::is_integer;
use crate::model::{Body, Fields, Ty, last};
use crate::view::{Sights, View};

impl Planner<'_> {
    /// Over `result` and `out` of an entry's function.
    pub(super) fn view(&self, ty: &Ty) -> View {
        self.view_of(ty, "result", 0)
    }

    fn view_of(&self, ty: &Ty, value: &str, depth: usize) -> View {
        let name = format!("v{depth}");
        let inner = |ty: &Ty| self.view_of(ty, &name, depth + 1);
        match ty {
            Ty::Named { path, args } if path.starts_with("std::") => match (last(path), args.as_slice()) {
                ("Option", [some]) => View::around(
                    &format!(
                        "match {value} {{ Some({name}) => {{ out.bytes.push(b'S'); @ }} \
                         None => out.bytes.push(b'N') }};"
                    ),
                    vec![inner(some)],
                ),
                ("Result", [ok, error]) => View::around(
                    &format!(
                        "match {value} {{ Ok({name}) => {{ out.bytes.push(b'O'); @ }} \
                         Err({name}) => {{ out.bytes.push(b'E'); @ }} }};"
                    ),
                    vec![inner(ok), inner(error)],
                ),
                ("Vec", [element]) if !matches!(element, Ty::Prim(_)) => View::around(
                    &format!("for {name} in {value} {{ out.bytes.push(b'|'); @ }}; out.bytes.push(b']');"),
                    vec![inner(element)],
                ),
                // In an order of their own, since theirs differs from run to run.
                ("HashMap" | "HashSet", items @ ([_] | [_, _])) => {
                    let item = if let [one] = items { one.clone() } else { Ty::Tuple(items.to_vec()) };
                    View::around(
                        &format!(
                            "{{ let mut all = Vec::new(); for {name} in {value} {{ \
                             let mut one = Output {{ bytes: Vec::new(), show: false }}; {{ let out = &mut one; @ }} \
                             all.push(one.bytes); }} all.sort(); \
                             for one in all {{ out.bytes.push(b'|'); out.bytes.extend(one); }} }};"
                        ),
                        vec![inner(&item)],
                    )
                }
                _ => self.leaf(ty, value),
            },
            Ty::Tuple(parts) if !parts.is_empty() => {
                let names: Vec<_> = (0..parts.len()).map(|at| format!("v{depth}_{at}")).collect();
                let views: Vec<View> =
                    parts.iter().zip(&names).map(|(part, name)| self.view_of(part, name, depth + 1)).collect();
                View::around(&format!("let ({},) = {value}; {}", names.join(", "), "@".repeat(views.len())), views)
            }
            _ => self.leaf(ty, value),
        }
    }

    pub(super) fn leaf(&self, ty: &Ty, value: &str) -> View {
        match ty {
            Ty::Prim(name) if is_integer(name) || matches!(name.as_str(), "f32" | "f64") => View::number(value, name),
            _ => View::value(value, self.sights(ty)),
        }
    }

    /// What can be seen of a type: of the library's own, what they say; of others, everything that there is.
    fn sights(&self, ty: &Ty) -> Sights {
        let all = |types: &[Ty]| types.iter().fold(Sights::ALL, |sights, ty| sights.and(self.sights(ty)));
        match ty {
            Ty::Ref { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) => self.sights(inner),
            Ty::Tuple(parts) => all(parts),
            Ty::Named { path, args } => match self.model.types.contains_key(path) {
                false => all(args),
                true => Sights {
                    debug: self.implements(path, "Debug") && !self.tells_secrets(ty, 0),
                    display: self.implements(path, "Display"),
                    items: self.implements(path, "Iterator"),
                },
            },
            _ => Sights::ALL,
        }
    }

    fn implements(&self, path: &str, name: &str) -> bool {
        let mut impls = self.impls.get(path).into_iter().flatten();
        impls.any(|one| one.of.as_ref().is_some_and(|of| of.is_std() && of.name() == name))
    }

    /// Whether `Debug` of a type shows private fields.
    fn tells_secrets(&self, ty: &Ty, depth: usize) -> bool {
        if depth > 4 {
            return false;
        }
        let any = |types: &[Ty]| types.iter().any(|ty| self.tells_secrets(ty, depth + 1));
        match ty {
            Ty::Ref { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) => self.tells_secrets(inner, depth),
            Ty::Tuple(parts) => any(parts),
            Ty::Named { path, args } => match self.model.types.get(path) {
                None => any(args),
                Some(def) => {
                    let secret = |fields: &Fields| match fields {
                        Fields::Private => true,
                        Fields::Unit => false,
                        Fields::Tuple(types) => any(types),
                        Fields::Named(named) => named.iter().any(|(_, ty)| self.tells_secrets(ty, depth + 1)),
                    };
                    self.derives_debug(path)
                        && match &def.body {
                            Body::Struct(fields) => secret(fields),
                            Body::Enum(variants) => variants.iter().any(|(_, fields)| secret(fields)),
                            Body::Opaque => false,
                        }
                }
            },
            _ => false,
        }
    }

    fn derives_debug(&self, path: &str) -> bool {
        let impls = self.impls.get(path).into_iter().flatten();
        impls.into_iter().any(|one| one.derived && one.of.as_ref().is_some_and(|of| of.name() == "Debug"))
    }
}
