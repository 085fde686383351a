//! Reads a library's public items from rustdoc's JSON.
//!
//! The names are those that users write: a private module's function that is re-exported has the path of the
//! re-export. Macro-made items are there, since the compiler has expanded them.

mod types;

use crate::annotations::is_marked;
use crate::model::{Body, Constant, Fields, Function, Impl, Model, Others, TraitDef, Ty, TypeDef};
use rustdoc_types as json;
use rustdoc_types::{Id, Item, ItemEnum};
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};

/// What one rustdoc file says about a library. The reason, in words, if it cannot be used. `others` says how users name
/// what other libraries define.
pub(crate) fn read(text: &str, lib_name: &str, root: &Path, others: &Others) -> Result<Model, String> {
    let doc = parse(text)?;
    let mut reader = Reader::new(&doc, lib_name, root, Whose::Own(others));
    reader.name_items();
    reader.read_items();
    Ok(reader.model)
}

/// Adds what a rustdoc file says about another library.
pub(crate) fn read_other(text: &str, lib_name: &str, others: &mut Others) -> Result<(), String> {
    let doc = parse(text)?;
    let mut reader = Reader::new(&doc, lib_name, Path::new(""), Whose::Others);
    reader.name_items();
    reader.read_items();
    // A function and a module may have one path: in a fixed order, the same of them stays.
    let mut public: Vec<(&Id, &String)> = reader.public.iter().collect();
    public.sort_by_key(|(id, path)| (*path, id.0));
    for (id, path) in public {
        if let Some(summary) = doc.paths.get(id).filter(|summary| summary.crate_id == 0) {
            others.names.insert(summary.path.join("::"), path.clone());
        }
        if let Some(ItemEnum::TypeAlias(alias)) = doc.index.get(id).map(|item| &item.inner)
            && alias.generics.params.is_empty()
        {
            others.aliases.insert(path.clone(), reader.ty(&alias.type_));
        }
    }
    others.types.append(&mut reader.model.types);
    others.traits.append(&mut reader.model.traits);
    others.impls.append(&mut reader.model.impls);
    Ok(())
}

fn parse(text: &str) -> Result<json::Crate, String> {
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
    serde_json::from_str(text).map_err(|e| format!("rustdoc's answer is not understood: {e}"))
}

/// Fields of structs must be public themselves; those of variants are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Struct,
    Variant,
}

/// Which library is read.
#[derive(Clone, Copy)]
enum Whose<'a> {
    /// The one that is called, and what is known of others.
    Own(&'a Others),
    /// One that only makes values: in no way that its authors advise against.
    Others,
}

struct Reader<'a> {
    doc: &'a json::Crate,
    lib_name: &'a str,
    root: &'a Path,
    whose: Whose<'a>,
    /// The shortest path by which users can name an item.
    public: HashMap<Id, String>,
    model: Model,
}

impl<'a> Reader<'a> {
    fn new(doc: &'a json::Crate, lib_name: &'a str, root: &'a Path, whose: Whose<'a>) -> Reader<'a> {
        Reader { doc, lib_name, root, whose, public: HashMap::new(), model: Model::default() }
    }
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
                    for child in self.children(&module.items, &mut vec![id]) {
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

    /// The items of a module by the names they have in it, with re-exports looked through. `seen` are the modules
    /// whose globs lead here: they may lead in circles.
    fn children(&self, items: &[Id], seen: &mut Vec<Id>) -> Vec<(Id, String)> {
        let mut found = Vec::new();
        for id in items {
            let Some(item) = self.doc.index.get(id) else { continue };
            if !matches!(item.visibility, json::Visibility::Public) {
                continue;
            }
            match &item.inner {
                ItemEnum::Use(one) => match (one.id, one.is_glob) {
                    (Some(target), false) => found.push((target, one.name.clone())),
                    (Some(target), true) => found.extend(self.glob(target, seen)),
                    (None, _) => {}
                },
                _ => found.extend(item.name.clone().map(|name| (*id, name))),
            }
        }
        found
    }

    fn glob(&self, target: Id, seen: &mut Vec<Id>) -> Vec<(Id, String)> {
        if seen.contains(&target) {
            return Vec::new();
        }
        seen.push(target);
        match self.doc.index.get(&target).map(|item| &item.inner) {
            Some(ItemEnum::Module(module)) => self.children(&module.items, seen),
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
            if self.is_marked(id) {
                self.model.marked.push(path.clone());
            }
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
                    let def = TypeDef { generics: self.generics(&one.generics), body: self.enum_body(one) };
                    self.model.types.insert(path, def);
                }
                ItemEnum::Union(one) => {
                    let def = TypeDef { generics: self.generics(&one.generics), body: Body::Opaque };
                    self.model.types.insert(path, def);
                }
                ItemEnum::Trait(one) => {
                    let functions = self.functions(&one.items);
                    let marked = self.marked(&one.items).into_iter().map(|name| format!("{path}::{name}"));
                    self.model.marked.extend(marked);
                    let def = TraitDef { generics: self.generics(&one.generics), functions };
                    self.model.traits.insert(path, def);
                }
                ItemEnum::Constant { type_, .. } => {
                    let constant = Constant { path, ty: self.ty(type_), source: self.source(item) };
                    self.model.constants.push(constant);
                }
                ItemEnum::Static(one) if !one.is_mutable && !one.is_unsafe => {
                    let constant = Constant { path, ty: self.ty(&one.type_), source: self.source(item) };
                    self.model.constants.push(constant);
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
            match self.is_marked(item.id) {
                true => self.model.mark_all(&read),
                false => self.model.mark(&read, self.marked(&one.items)),
            }
            self.model.impls.push(read);
        }
    }

    fn is_marked(&self, id: Id) -> bool {
        self.doc.index.get(&id).and_then(|item| item.docs.as_deref()).is_some_and(is_marked)
    }

    /// Names of those of the items that are not to be called.
    fn marked(&self, items: &[Id]) -> Vec<String> {
        items.iter().filter(|id| self.is_marked(**id)).filter_map(|id| self.name_of(*id)).collect()
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
            _ if item.deprecation.is_some() && matches!(self.whose, Whose::Others) => Some("it is deprecated"),
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
            json::StructKind::Tuple(fields) => self.tuple_fields(fields, Owner::Struct),
            json::StructKind::Plain { has_stripped_fields: true, .. } => Fields::Private,
            json::StructKind::Plain { fields, .. } => self.named_fields(fields, Owner::Struct),
        })
    }

    fn enum_body(&self, one: &json::Enum) -> Body {
        let mut variants = Vec::new();
        for id in &one.variants {
            let Some(item) = self.doc.index.get(id) else { continue };
            let (Some(name), ItemEnum::Variant(variant)) = (&item.name, &item.inner) else { continue };
            if item.attrs.iter().any(|a| matches!(a, json::Attribute::NonExhaustive)) {
                continue;
            }
            let fields = match &variant.kind {
                json::VariantKind::Plain => Fields::Unit,
                json::VariantKind::Tuple(fields) => self.tuple_fields(fields, Owner::Variant),
                json::VariantKind::Struct { has_stripped_fields: true, .. } => Fields::Private,
                json::VariantKind::Struct { fields, .. } => self.named_fields(fields, Owner::Variant),
            };
            variants.push((name.clone(), fields));
        }
        Body::Enum(variants)
    }

    fn field(&self, id: Id, of: Owner) -> Option<(String, Ty)> {
        let item = self.doc.index.get(&id)?;
        let ItemEnum::StructField(ty) = &item.inner else { return None };
        let seen = of == Owner::Variant || matches!(item.visibility, json::Visibility::Public);
        seen.then(|| (item.name.clone().unwrap_or_default(), self.ty(ty)))
    }

    fn tuple_fields(&self, fields: &[Option<Id>], of: Owner) -> Fields {
        let read: Option<Vec<Ty>> = fields.iter().map(|id| self.field((*id)?, of).map(|f| f.1)).collect();
        read.map_or(Fields::Private, Fields::Tuple)
    }

    fn named_fields(&self, fields: &[Id], of: Owner) -> Fields {
        let read: Option<Vec<_>> = fields.iter().map(|id| self.field(*id, of)).collect();
        read.map_or(Fields::Private, Fields::Named)
    }
}
