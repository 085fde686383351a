//! Reads a library's public items from rustdoc's JSON.
//!
//! The names are those that users write: a private module's function that is re-exported has the path of the
//! re-export. Macro-made items are there, since the compiler has expanded them.

use crate::model::{Body, Bound, Fields, Function, Generics, Impl, Model, TraitDef, Ty, TypeDef};
use rustdoc_types as json;
use rustdoc_types::{GenericArg, GenericArgs, GenericBound, Id, Item, ItemEnum, Type};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};

/// What one rustdoc file says about a library. The reason, in words, if it cannot be used.
pub(crate) fn read(text: &str, lib_name: &str, root: &Path) -> Result<Model, String> {
    #[derive(serde::Deserialize)]
    struct Version {
        format_version: u32,
    }
    let version: Version =
        serde_json::from_str(text).map_err(|e| format!("rustdoc's answer is not understood: {e}"))?;
    if version.format_version != json::FORMAT_VERSION {
        let (is, known) = (version.format_version, json::FORMAT_VERSION);
        return Err(format!("this rustdoc writes format {is} of its JSON, and format {known} is what is understood"));
    }
    let doc: json::Crate =
        serde_json::from_str(text).map_err(|e| format!("rustdoc's answer is not understood: {e}"))?;
    let mut reader = Reader { doc: &doc, lib_name, root, public: HashMap::new(), model: Model::default() };
    reader.name_items();
    reader.read_items();
    Ok(reader.model)
}

struct Reader<'a> {
    doc: &'a json::Crate,
    lib_name: &'a str,
    root: &'a Path,
    /// The shortest path by which users can name an item.
    public: HashMap<Id, String>,
    model: Model,
}

impl Reader<'_> {
    /// Walks modules and re-exports, breadth first.
    fn name_items(&mut self) {
        let mut queue = VecDeque::from([(self.doc.root, self.lib_name.to_owned())]);
        let mut visited = 0;
        while let Some((id, path)) = queue.pop_front() {
            visited += 1;
            // Modules that re-export each other have paths without end.
            if visited > 100_000 || path.matches("::").count() > 12 {
                continue;
            }
            let Some(item) = self.doc.index.get(&id) else { continue };
            let known = self.public.contains_key(&id);
            if !known {
                self.public.insert(id, path.clone());
            }
            match &item.inner {
                ItemEnum::Module(module) if !known => {
                    for child in self.children(&module.items) {
                        queue.push_back((child.0, format!("{path}::{}", child.1)));
                    }
                }
                ItemEnum::Enum(one) if !known => {
                    for variant in &one.variants {
                        if let Some(name) = self.name_of(*variant) {
                            queue.push_back((*variant, format!("{path}::{name}")));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The items of a module by the names they have in it, with re-exports looked through.
    fn children(&self, items: &[Id]) -> Vec<(Id, String)> {
        let mut found = Vec::new();
        for id in items {
            let Some(item) = self.doc.index.get(id) else { continue };
            if !matches!(item.visibility, json::Visibility::Public) {
                continue;
            }
            match &item.inner {
                ItemEnum::Use(one) => match (one.id, one.is_glob) {
                    (Some(target), false) => found.push((target, one.name.clone())),
                    (Some(target), true) => found.extend(self.glob(target)),
                    (None, _) => {}
                },
                _ => found.extend(item.name.clone().map(|name| (*id, name))),
            }
        }
        found
    }

    fn glob(&self, target: Id) -> Vec<(Id, String)> {
        match self.doc.index.get(&target).map(|item| &item.inner) {
            Some(ItemEnum::Module(module)) => {
                let direct = module.items.iter().filter(|id| **id != target);
                // Globs of globs are followed one level: enough for preludes, and it ends.
                let mut found = Vec::new();
                for id in direct {
                    let Some(item) = self.doc.index.get(id) else { continue };
                    match (&item.inner, &item.name) {
                        (ItemEnum::Use(one), _) if !one.is_glob => found.extend(one.id.map(|i| (i, one.name.clone()))),
                        (ItemEnum::Use(_), _) | (_, None) => {}
                        (_, Some(name)) if matches!(item.visibility, json::Visibility::Public) => {
                            found.push((*id, name.clone()));
                        }
                        _ => {}
                    }
                }
                found
            }
            Some(ItemEnum::Enum(one)) => {
                one.variants.iter().filter_map(|id| self.name_of(*id).map(|name| (*id, name))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn name_of(&self, id: Id) -> Option<String> {
        self.doc.index.get(&id)?.name.clone()
    }

    fn read_items(&mut self) {
        let mut named: Vec<(Id, String)> = self.public.iter().map(|(id, path)| (*id, path.clone())).collect();
        named.sort_by(|a, b| (&a.1, a.0.0).cmp(&(&b.1, b.0.0)));
        for (id, path) in named {
            let Some(item) = self.doc.index.get(&id) else { continue };
            match &item.inner {
                ItemEnum::Function(one) => {
                    let function = self.function(item, one);
                    self.model.functions.push((path, function));
                }
                ItemEnum::Struct(one) => {
                    let def = TypeDef { generics: self.generics(&one.generics), body: self.struct_body(item, one) };
                    self.model.types.insert(path, def);
                }
                ItemEnum::Enum(one) => {
                    let def = TypeDef { generics: self.generics(&one.generics), body: self.enum_body(item, one) };
                    self.model.types.insert(path, def);
                }
                ItemEnum::Union(one) => {
                    let def = TypeDef { generics: self.generics(&one.generics), body: Body::Opaque };
                    self.model.types.insert(path, def);
                }
                ItemEnum::Trait(one) => {
                    let functions = self.functions(&one.items);
                    let def = TraitDef { generics: self.generics(&one.generics), functions };
                    self.model.traits.insert(path, def);
                }
                ItemEnum::Constant { type_, .. } => {
                    let entry = (path, self.ty(type_), self.source(item));
                    self.model.constants.push(entry);
                }
                ItemEnum::Static(one) if !one.is_mutable && !one.is_unsafe => {
                    let entry = (path, self.ty(&one.type_), self.source(item));
                    self.model.constants.push(entry);
                }
                ItemEnum::Macro(_) | ItemEnum::ProcMacro(_) => self.model.macros.push(path),
                _ => {}
            }
        }
        let mut impls: Vec<&Item> =
            self.doc.index.values().filter(|i| i.crate_id == 0 && matches!(i.inner, ItemEnum::Impl(_))).collect();
        impls.sort_by_key(|item| item.id.0);
        for item in impls {
            let ItemEnum::Impl(one) = &item.inner else { continue };
            if one.is_synthetic || one.is_negative || one.blanket_impl.is_some() {
                continue;
            }
            let read = Impl {
                generics: self.generics(&one.generics),
                of: one.trait_.as_ref().map(|path| self.bound_of(path)),
                target: self.ty(&one.for_),
                functions: self.functions(&one.items),
                types: one.items.iter().filter_map(|id| self.associated_type(*id)).collect(),
                derived: item.attrs.iter().any(|a| matches!(a, json::Attribute::AutomaticallyDerived)),
            };
            self.model.impls.push(read);
        }
    }

    fn associated_type(&self, id: Id) -> Option<(String, Ty)> {
        let item = self.doc.index.get(&id)?;
        match &item.inner {
            ItemEnum::AssocType { type_: Some(ty), .. } => Some((item.name.clone()?, self.ty(ty))),
            _ => None,
        }
    }

    fn functions(&self, items: &[Id]) -> Vec<Function> {
        let read = |id: &Id| {
            let item = self.doc.index.get(id)?;
            let seen = matches!(item.visibility, json::Visibility::Public | json::Visibility::Default);
            match &item.inner {
                ItemEnum::Function(one) if seen => Some(self.function(item, one)),
                _ => None,
            }
        };
        items.iter().filter_map(read).collect()
    }

    fn function(&self, item: &Item, one: &json::Function) -> Function {
        let refused = match &one.header {
            header if header.is_unsafe => Some("it is unsafe"),
            header if header.is_async => Some("it is async"),
            _ if one.sig.is_c_variadic => Some("it is variadic"),
            _ => None,
        };
        Function {
            name: item.name.clone().unwrap_or_default(),
            generics: self.generics(&one.generics),
            inputs: one.sig.inputs.iter().map(|(name, ty)| (name.clone(), self.ty(ty))).collect(),
            output: one.sig.output.as_ref().map_or_else(Ty::unit, |ty| self.ty(ty)),
            refused,
            source: self.source(item),
        }
    }

    fn source(&self, item: &Item) -> Option<(PathBuf, usize)> {
        let span = item.span.as_ref()?;
        let file = span.filename.strip_prefix(self.root).unwrap_or(&span.filename);
        Some((file.to_owned(), span.begin.0))
    }

    fn struct_body(&self, item: &Item, one: &json::Struct) -> Body {
        if item.attrs.iter().any(|a| matches!(a, json::Attribute::NonExhaustive)) {
            return Body::Struct(Fields::Private);
        }
        Body::Struct(match &one.kind {
            json::StructKind::Unit => Fields::Unit,
            json::StructKind::Tuple(fields) => self.tuple_fields(fields, Some(())),
            json::StructKind::Plain { has_stripped_fields: true, .. } => Fields::Private,
            json::StructKind::Plain { fields, .. } => self.named_fields(fields, Some(())),
        })
    }

    fn enum_body(&self, _item: &Item, one: &json::Enum) -> Body {
        let mut variants = Vec::new();
        for id in &one.variants {
            let Some(item) = self.doc.index.get(id) else { continue };
            let (Some(name), ItemEnum::Variant(variant)) = (&item.name, &item.inner) else { continue };
            if item.attrs.iter().any(|a| matches!(a, json::Attribute::NonExhaustive)) {
                continue;
            }
            let fields = match &variant.kind {
                json::VariantKind::Plain => Fields::Unit,
                json::VariantKind::Tuple(fields) => self.tuple_fields(fields, None),
                json::VariantKind::Struct { has_stripped_fields: true, .. } => Fields::Private,
                json::VariantKind::Struct { fields, .. } => self.named_fields(fields, None),
            };
            variants.push((name.clone(), fields));
        }
        Body::Enum(variants)
    }

    /// Fields of structs must be public themselves (`must`); those of variants are.
    fn field(&self, id: Id, must: Option<()>) -> Option<(String, Ty)> {
        let item = self.doc.index.get(&id)?;
        let ItemEnum::StructField(ty) = &item.inner else { return None };
        let seen = must.is_none() || matches!(item.visibility, json::Visibility::Public);
        seen.then(|| (item.name.clone().unwrap_or_default(), self.ty(ty)))
    }

    fn tuple_fields(&self, fields: &[Option<Id>], must: Option<()>) -> Fields {
        let read: Option<Vec<Ty>> = fields.iter().map(|id| self.field((*id)?, must).map(|f| f.1)).collect();
        read.map_or(Fields::Private, Fields::Tuple)
    }

    fn named_fields(&self, fields: &[Id], must: Option<()>) -> Fields {
        let read: Option<Vec<_>> = fields.iter().map(|id| self.field(*id, must)).collect();
        read.map_or(Fields::Private, Fields::Named)
    }

    fn generics(&self, generics: &json::Generics) -> Generics {
        let mut read = Generics::default();
        for param in &generics.params {
            match &param.kind {
                json::GenericParamDefKind::Type { bounds, is_synthetic, .. } => {
                    if *is_synthetic {
                        continue;
                    }
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

    fn bound_of(&self, path: &json::Path) -> Bound {
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
                _ => summary.path.join("::"),
            },
            _ => written.to_owned(),
        }
    }

    fn ty(&self, ty: &Type) -> Ty {
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
            _ => Ty::Named { path: full, args },
        }
    }
}

/// Where the standard library lets users find what it defines in private modules: `std::collections::HashMap`, not
/// `std::collections::hash::map::HashMap`. Holds for what is of interest here.
pub(crate) fn std_path(below: &[String]) -> String {
    match below {
        [module, .., name] => format!("std::{module}::{name}"),
        _ => format!("std::{}", below.join("::")),
    }
}
