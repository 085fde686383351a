//! The code that writes a result down raw: by the structure of its type as far as the standard library has it, so that
//! a string inside of a `Result` with a library's own error is not escaped character by character.
//!
//! A derived `Debug` of a type with private fields tells what its users cannot rely on, and is not looked at: such a
//! value is seen by its items or by `Display`, or not at all. Errs towards silence; its methods are entries themselves.

use super::Planner;
use crate::model::{Body, Fields, Ty, last};

impl Planner<'_> {
    /// Over `result` and `out` of an entry's function.
    pub(super) fn view(&self, ty: &Ty) -> String {
        self.view_of(ty, "result", 0)
    }

    fn view_of(&self, ty: &Ty, value: &str, depth: usize) -> String {
        let name = format!("v{depth}");
        match ty {
            Ty::Named { path, args } if path.starts_with("std::") => match (last(path), args.as_slice()) {
                ("Option", [some]) => {
                    let some = self.view_of(some, &name, depth + 1);
                    format!(
                        "match {value} {{ Some({name}) => {{ out.bytes.push(b'S'); {some} }} \
                         None => out.bytes.push(b'N') }};"
                    )
                }
                ("Result", [ok, error]) => {
                    let (ok, error) = (self.view_of(ok, &name, depth + 1), self.view_of(error, &name, depth + 1));
                    format!(
                        "match {value} {{ Ok({name}) => {{ out.bytes.push(b'O'); {ok} }} \
                         Err({name}) => {{ out.bytes.push(b'E'); {error} }} }};"
                    )
                }
                ("Vec", [element]) if !matches!(element, Ty::Prim(_)) => {
                    let element = self.view_of(element, &name, depth + 1);
                    format!("for {name} in {value} {{ out.bytes.push(b'|'); {element} }}; out.bytes.push(b']');")
                }
                // In an order of their own, since theirs differs from run to run.
                ("HashMap" | "HashSet", items @ ([_] | [_, _])) => {
                    let item = if let [one] = items { one.clone() } else { Ty::Tuple(items.to_vec()) };
                    let item = self.view_of(&item, &name, depth + 1);
                    format!(
                        "let mut all = Vec::new(); for {name} in {value} {{ \
                         let mut one = Output {{ bytes: Vec::new(), show: false }}; let out = &mut one; {item} \
                         all.push(one.bytes); }} all.sort(); for one in all {{ out.bytes.push(b'|'); out.bytes.extend(one); }}"
                    )
                }
                _ => self.leaf(ty, value),
            },
            Ty::Tuple(parts) if !parts.is_empty() => {
                let names: Vec<_> = (0..parts.len()).map(|at| format!("v{depth}_{at}")).collect();
                let views: String =
                    parts.iter().zip(&names).map(|(part, name)| self.view_of(part, name, depth + 1)).collect();
                format!("let ({},) = {value}; {views}", names.join(", "))
            }
            _ => self.leaf(ty, value),
        }
    }

    pub(super) fn leaf(&self, ty: &Ty, value: &str) -> String {
        if self.tells_secrets(ty, 0) { format!("see_outside!(out, {value});") } else { format!("see!(out, {value});") }
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
