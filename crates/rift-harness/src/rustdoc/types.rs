//! Types, bounds and paths of rustdoc's JSON.

use super::{Reader, Whose};
use crate::model::{Bound, Generics, Others, Ty};
use rustdoc_types as json;
use rustdoc_types::{GenericArg, GenericArgs, GenericBound, Id, ItemEnum, Type};
use std::collections::BTreeMap;

impl Reader<'_> {
    pub(super) fn generics(&self, generics: &json::Generics) -> Generics {
        let mut read = Generics::default();
        for param in &generics.params {
            match &param.kind {
                json::GenericParamDefKind::Type { bounds, is_synthetic, default } => {
                    if *is_synthetic {
                        continue;
                    }
                    read.defaults.extend(default.as_ref().map(|ty| (param.name.clone(), self.ty(ty))));
                    read.types.push(param.name.clone());
                    let of = Ty::Param(param.name.clone());
                    read.bounds.extend(self.bounds(bounds).into_iter().map(|b| (of.clone(), b)));
                }
                json::GenericParamDefKind::Const { type_, .. } => {
                    read.consts.push((param.name.clone(), self.ty(type_)));
                }
                json::GenericParamDefKind::Lifetime { .. } => {}
            }
        }
        for predicate in &generics.where_predicates {
            if let json::WherePredicate::BoundPredicate { type_, bounds, .. } = predicate {
                let of = self.ty(type_);
                read.bounds.extend(self.bounds(bounds).into_iter().map(|b| (of.clone(), b)));
            }
        }
        read
    }

    fn bounds(&self, bounds: &[GenericBound]) -> Vec<Bound> {
        let read = |bound: &GenericBound| match bound {
            GenericBound::TraitBound { trait_, modifier: json::TraitBoundModifier::None, .. } => {
                Some(self.bound_of(trait_))
            }
            _ => None,
        };
        bounds.iter().filter_map(read).collect()
    }

    pub(super) fn bound_of(&self, path: &json::Path) -> Bound {
        let mut bound =
            Bound { path: self.full_path(path.id, &path.path), args: Vec::new(), bindings: Vec::new(), call: None };
        match path.args.as_deref() {
            Some(GenericArgs::AngleBracketed { args, constraints }) => {
                bound.args = self.type_args(args);
                for constraint in constraints {
                    if let json::AssocItemConstraintKind::Equality(json::Term::Type(ty)) = &constraint.binding {
                        bound.bindings.push((constraint.name.clone(), self.ty(ty)));
                    }
                    if let json::AssocItemConstraintKind::Constraint(bounds) = &constraint.binding {
                        bound.bindings.push((constraint.name.clone(), Ty::Impl(self.bounds(bounds))));
                    }
                }
            }
            Some(GenericArgs::Parenthesized { inputs, output }) => {
                let output = output.as_ref().map_or_else(Ty::unit, |ty| self.ty(ty));
                bound.call = Some((inputs.iter().map(|t| self.ty(t)).collect(), Box::new(output)));
            }
            _ => {}
        }
        bound
    }

    fn type_args(&self, args: &[GenericArg]) -> Vec<Ty> {
        let read = |arg: &GenericArg| match arg {
            GenericArg::Type(ty) => Some(self.ty(ty)),
            GenericArg::Const(constant) => Some(Ty::Other(constant.expr.clone())),
            GenericArg::Infer => Some(Ty::Other("_".to_owned())),
            GenericArg::Lifetime(_) => None,
        };
        args.iter().filter_map(read).collect()
    }

    /// The path by which a user can name an item: of this library, or of another one by where it is defined.
    fn full_path(&self, id: Id, written: &str) -> String {
        if let Some(path) = self.public.get(&id) {
            return path.clone();
        }
        match self.doc.paths.get(&id) {
            Some(summary) if summary.crate_id != 0 => match summary.path.split_first() {
                Some((first, rest)) if matches!(first.as_str(), "core" | "alloc" | "std") => std_path(rest),
                _ => {
                    let defined = summary.path.join("::");
                    self.others().and_then(|others| others.names.get(&defined)).cloned().unwrap_or(defined)
                }
            },
            _ => written.to_owned(),
        }
    }

    pub(super) fn ty(&self, ty: &Type) -> Ty {
        match ty {
            Type::ResolvedPath(path) => self.resolved(path),
            Type::DynTrait(one) => Ty::Dyn(one.traits.iter().map(|t| self.bound_of(&t.trait_)).collect()),
            Type::Generic(name) => Ty::Param(name.clone()),
            Type::Primitive(name) if name == "unit" => Ty::unit(),
            Type::Primitive(name) => Ty::Prim(if name == "never" { "!".to_owned() } else { name.clone() }),
            Type::FunctionPointer(one) => {
                let output = one.sig.output.as_ref().map_or_else(Ty::unit, |ty| self.ty(ty));
                Ty::Fn(one.sig.inputs.iter().map(|(_, t)| self.ty(t)).collect(), Box::new(output))
            }
            Type::Tuple(types) => Ty::Tuple(types.iter().map(|t| self.ty(t)).collect()),
            Type::Slice(inner) => Ty::Slice(Box::new(self.ty(inner))),
            Type::Array { type_, len } => Ty::Array(Box::new(self.ty(type_)), len.clone()),
            Type::ImplTrait(bounds) => Ty::Impl(self.bounds(bounds)),
            Type::BorrowedRef { is_mutable, type_, .. } => {
                Ty::Ref { mutable: *is_mutable, inner: Box::new(self.ty(type_)) }
            }
            Type::QualifiedPath { name, self_type, .. } => Ty::Projection(Box::new(self.ty(self_type)), name.clone()),
            Type::RawPointer { .. } => Ty::Other("a raw pointer".to_owned()),
            Type::Infer | Type::Pat { .. } => Ty::Other("an unnamed type".to_owned()),
        }
    }

    /// Aliases of this library are looked through: `type Result<T> = std::result::Result<T, Error>`.
    fn resolved(&self, path: &json::Path) -> Ty {
        let args = match path.args.as_deref() {
            Some(GenericArgs::AngleBracketed { args, .. }) => self.type_args(args),
            _ => Vec::new(),
        };
        if let Some(ItemEnum::TypeAlias(alias)) = self.doc.index.get(&path.id).map(|item| &item.inner) {
            let mut args = args.into_iter();
            let mut map = BTreeMap::new();
            for param in &alias.generics.params {
                let default = match &param.kind {
                    json::GenericParamDefKind::Lifetime { .. } => continue,
                    json::GenericParamDefKind::Type { default, .. } => default.as_ref().map(|ty| self.ty(ty)),
                    json::GenericParamDefKind::Const { .. } => None,
                };
                map.extend(args.next().or(default).map(|ty| (param.name.clone(), ty)));
            }
            return self.ty(&alias.type_).with(&map);
        }
        // An alias of the standard library; others cannot be looked through.
        let full = self.full_path(path.id, &path.path);
        match (full.as_str(), args.as_slice()) {
            ("std::io::Result", [ok]) => Ty::std("result::Result", vec![ok.clone(), Ty::std("io::Error", Vec::new())]),
            ("std::fmt::Result", []) => Ty::std("result::Result", vec![Ty::unit(), Ty::std("fmt::Error", Vec::new())]),
            (path, []) => {
                let alias = self.others().and_then(|others| others.aliases.get(path)).cloned();
                alias.unwrap_or(Ty::Named { path: full, args })
            }
            _ => Ty::Named { path: full, args },
        }
    }

    fn others(&self) -> Option<&Others> {
        match self.whose {
            Whose::Own(others) => Some(others),
            Whose::Others => None,
        }
    }
}

/// Where the standard library lets users find what it defines in private modules: `std::collections::HashMap`, not
/// `std::collections::hash::map::HashMap`. Holds for what is of interest here.
fn std_path(below: &[String]) -> String {
    match below {
        [module, .., name] => format!("std::{module}::{name}"),
        _ => format!("std::{}", below.join("::")),
    }
}
