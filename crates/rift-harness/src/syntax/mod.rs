//! Reads a library's public items from its sources alone, where rustdoc's JSON cannot be had.
//!
//! Modules are followed as the compiler does, `pub use` by path. Types are found by their names: that of a type of
//! the library if it has one, else the standard library's. Items that macros make are not there, and those that are
//! compiled only under some `cfg` are. What is wrong in this does not compile and is left out later.

use crate::annotations::is_marked;
use crate::model::{Body, Bound, Constant, Fields, Function, Generics, Impl, Model, TraitDef, Ty, TypeDef};
use crate::package::{HarnessError, Package};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

mod names;
mod source;
mod types;

/// A module with everything in it.
struct Module {
    file: PathBuf,
    items: Vec<syn::Item>,
    children: Vec<(String, usize)>,
    parent: usize,
    /// Its documentation asks not to call what is in it.
    is_marked: bool,
}

pub(crate) fn read(package: &Package) -> Result<Model, HarnessError> {
    let failed = |reason: String| HarnessError::Package { path: package.lib_root.clone(), reason };
    let text = std::fs::read_to_string(&package.lib_root).map_err(|e| failed(e.to_string()))?;
    read_text(package, &text).map_err(|reason| failed(format!("{reason}, and rustdoc cannot read it either")))
}

/// The library whose first file has this text.
pub(crate) fn read_text(package: &Package, text: &str) -> Result<Model, String> {
    let model = source::on_large_stack(|| model(package, text));
    model.map_err(|error| format!("cannot start a thread to read it: {error}"))?
}

fn model(package: &Package, text: &str) -> Result<Model, String> {
    let mut modules = Vec::new();
    let file = source::parse_file(text)?;
    let folder = package.lib_root.parent().unwrap_or(&package.root).to_owned();
    load(&mut modules, 0, package.lib_root.clone(), &folder, file);
    let mut model = Model::default();
    let public = public_paths(&modules, &package.lib_name, &mut model.marked);
    let mut reader = Reader { package, modules: &modules, types: BTreeMap::new(), model };
    reader.name_types(&public);
    for ((module, item), path) in &public {
        reader.item(*module, &modules[*module].items[*item], path);
    }
    for (at, module) in modules.iter().enumerate() {
        for item in &module.items {
            if let syn::Item::Impl(one) = item {
                reader.implementation(at, one);
            }
        }
    }
    Ok(reader.model)
}

/// Adds a module and those below it; how many levels there can be is bounded by the file system.
fn load(modules: &mut Vec<Module>, parent: usize, file: PathBuf, folder: &Path, content: syn::File) -> usize {
    let at = modules.len();
    let is_marked = is_documented_so(&content.attrs);
    modules.push(Module { file: file.clone(), items: Vec::new(), children: Vec::new(), parent, is_marked });
    let mut kept = Vec::new();
    for mut item in content.items {
        if is_for_tests(attributes(&item)) {
            continue;
        }
        if let syn::Item::Mod(one) = &mut item {
            let name = one.ident.to_string();
            let below = folder.join(&name);
            let loaded = match one.content.take() {
                Some((_, items)) => Some((file.clone(), below, syn::File { shebang: None, attrs: Vec::new(), items })),
                None => find_module(folder, &name, &one.attrs, &file),
            };
            if let Some((file, below, content)) = loaded
                && modules.len() < 10_000
            {
                let child = load(modules, at, file, &below, content);
                modules[child].is_marked |= is_documented_so(&one.attrs);
                modules[at].children.push((name, child));
            }
        }
        kept.push(item);
    }
    modules[at].items = kept;
    at
}

type Loaded = (PathBuf, PathBuf, syn::File);

/// Whether the documentation in these attributes asks not to call what it is about.
fn is_documented_so(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().filter(|a| a.path().is_ident("doc")).any(|a| match &a.meta {
        syn::Meta::NameValue(syn::MetaNameValue { value: syn::Expr::Lit(literal), .. }) => match &literal.lit {
            syn::Lit::Str(text) => is_marked(&text.value()),
            _ => false,
        },
        _ => false,
    })
}

fn find_module(folder: &Path, name: &str, attributes: &[syn::Attribute], from: &Path) -> Option<Loaded> {
    let named = attributes.iter().find_map(|a| match &a.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let candidates = match named {
        Some(path) => vec![(from.parent()?.join(&path), from.parent()?.join(&path).parent()?.to_owned())],
        None => vec![
            (folder.join(format!("{name}.rs")), folder.join(name)),
            (folder.join(name).join("mod.rs"), folder.join(name)),
        ],
    };
    candidates.into_iter().find_map(|(path, below)| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path, below, source::parse_file(&text).ok()?))
    })
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Mod(one) => &one.attrs,
        syn::Item::Fn(one) => &one.attrs,
        syn::Item::Struct(one) => &one.attrs,
        syn::Item::Enum(one) => &one.attrs,
        syn::Item::Impl(one) => &one.attrs,
        syn::Item::Trait(one) => &one.attrs,
        syn::Item::Const(one) => &one.attrs,
        _ => &[],
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let test = |a: &syn::Attribute| match &a.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    };
    attributes.iter().any(test)
}

/// The paths by which users reach items: (module, item) to the shortest one. Those of marked modules are added to
/// `marked`.
fn public_paths(modules: &[Module], lib_name: &str, marked: &mut Vec<String>) -> BTreeMap<(usize, usize), String> {
    let mut paths = BTreeMap::new();
    let mut queue = VecDeque::from([(0, lib_name.to_owned())]);
    let mut visited = vec![0; modules.len()];
    while let Some((at, path)) = queue.pop_front() {
        visited[at] += 1;
        // A module may be re-exported by another name, but not for ever.
        if visited[at] > 3 {
            continue;
        }
        if modules[at].is_marked {
            marked.push(path.clone());
        }
        for found in names::exported(modules, at) {
            let path = format!("{path}::{}", found.name);
            match found.is {
                names::Is::Module(child) => queue.push_back((child, path)),
                names::Is::Item(module, item) => drop(paths.entry((module, item)).or_insert(path)),
            }
        }
    }
    paths
}

struct Reader<'a> {
    package: &'a Package,
    modules: &'a [Module],
    /// Public types and traits by their names.
    types: BTreeMap<String, String>,
    model: Model,
}

impl Reader<'_> {
    fn name_types(&mut self, public: &BTreeMap<(usize, usize), String>) {
        for ((module, item), path) in public {
            let name = match &self.modules[*module].items[*item] {
                syn::Item::Struct(one) => &one.ident,
                syn::Item::Enum(one) => &one.ident,
                syn::Item::Trait(one) => &one.ident,
                _ => continue,
            };
            self.types.entry(name.to_string()).or_insert_with(|| path.clone());
        }
    }

    fn source(&self, module: usize, span: proc_macro2::Span) -> Option<(PathBuf, usize)> {
        let file = &self.modules[module].file;
        Some((file.strip_prefix(&self.package.root).unwrap_or(file).to_owned(), span.start().line))
    }

    fn item(&mut self, module: usize, item: &syn::Item, path: &str) {
        if is_documented_so(attributes(item)) {
            self.model.marked.push(path.to_owned());
        }
        match item {
            syn::Item::Fn(one) => {
                let function = self.function(module, &one.sig);
                self.model.functions.push((path.to_owned(), function));
            }
            syn::Item::Struct(one) => {
                let body = Body::Struct(self.fields(&one.fields, &one.attrs, |field| is_public(&field.vis)));
                let def = TypeDef { generics: self.generics(&one.generics), body };
                self.derived(&one.attrs, path, &def.generics);
                self.model.types.insert(path.to_owned(), def);
            }
            syn::Item::Enum(one) => {
                let variant = |v: &syn::Variant| (v.ident.to_string(), self.fields(&v.fields, &v.attrs, |_| true));
                let body = Body::Enum(one.variants.iter().map(variant).collect());
                let def = TypeDef { generics: self.generics(&one.generics), body };
                self.derived(&one.attrs, path, &def.generics);
                self.model.types.insert(path.to_owned(), def);
            }
            syn::Item::Trait(one) => {
                let functions = one.items.iter().filter_map(|item| match item {
                    syn::TraitItem::Fn(function) => Some(self.function(module, &function.sig)),
                    _ => None,
                });
                let def = TraitDef { generics: self.generics(&one.generics), functions: functions.collect() };
                let marked = one.items.iter().filter_map(|item| match item {
                    syn::TraitItem::Fn(function) if is_documented_so(&function.attrs) => Some(&function.sig.ident),
                    _ => None,
                });
                self.model.marked.extend(marked.map(|name| format!("{path}::{name}")));
                self.model.traits.insert(path.to_owned(), def);
            }
            syn::Item::Const(one) => {
                let source = self.source(module, one.span());
                let constant = Constant { path: path.to_owned(), ty: self.ty(&one.ty), source };
                self.model.constants.push(constant);
            }
            _ => {}
        }
    }

    fn fields(
        &self,
        fields: &syn::Fields,
        attributes: &[syn::Attribute],
        seen: impl Fn(&syn::Field) -> bool,
    ) -> Fields {
        if attributes.iter().any(|a| a.path().is_ident("non_exhaustive")) || !fields.iter().all(seen) {
            return Fields::Private;
        }
        match fields {
            syn::Fields::Unit => Fields::Unit,
            syn::Fields::Unnamed(list) => Fields::Tuple(list.unnamed.iter().map(|f| self.ty(&f.ty)).collect()),
            syn::Fields::Named(list) => {
                let named = list.named.iter();
                Fields::Named(
                    named
                        .map(|f| (f.ident.as_ref().map(|i| i.to_string()).unwrap_or_default(), self.ty(&f.ty)))
                        .collect(),
                )
            }
        }
    }

    /// Derived traits that say something: `Default` makes values, a derived `Debug` shows all fields, and `PartialEq` may
    /// be written by hand in the other version.
    fn derived(&mut self, attributes: &[syn::Attribute], path: &str, generics: &Generics) {
        let lists = attributes.iter().filter(|a| a.path().is_ident("derive")).filter_map(|a| match &a.meta {
            syn::Meta::List(list) => Some(list.tokens.to_string()),
            _ => None,
        });
        let names: Vec<String> =
            lists.flat_map(|list| list.split([',', ' ']).map(str::to_owned).collect::<Vec<_>>()).collect();
        let default = Function {
            name: "default".to_owned(),
            generics: Generics::default(),
            inputs: Vec::new(),
            output: Ty::Param("Self".to_owned()),
            refused: None,
            source: None,
        };
        let own = || Ty::reference(Ty::Param("Self".to_owned()));
        let eq = Function {
            name: "eq".to_owned(),
            inputs: vec![("self".to_owned(), own()), ("other".to_owned(), own())],
            output: Ty::prim("bool"),
            ..default.clone()
        };
        for (name, of, functions) in [
            ("Default", "std::default::Default", vec![default]),
            ("PartialEq", "std::cmp::PartialEq", vec![eq]),
            ("Debug", "std::fmt::Debug", Vec::new()),
        ] {
            if !names.iter().any(|one| one == name) {
                continue;
            }
            let args = generics.types.iter().cloned().map(Ty::Param).collect();
            self.model.impls.push(Impl {
                generics: generics.clone(),
                of: Some(Bound { path: of.to_owned(), args: Vec::new(), bindings: Vec::new(), call: None }),
                target: Ty::Named { path: path.to_owned(), args },
                functions,
                types: Vec::new(),
                derived: true,
            });
        }
    }

    fn implementation(&mut self, module: usize, one: &syn::ItemImpl) {
        let of = match &one.trait_ {
            Some((Some(_), ..)) => return,
            Some((None, path, _)) => Some(self.bound(path)),
            None => None,
        };
        let functions = one.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(function) if of.is_some() || is_public(&function.vis) => {
                Some(self.function(module, &function.sig))
            }
            _ => None,
        });
        let functions = functions.collect();
        let types = one.items.iter().filter_map(|item| match item {
            syn::ImplItem::Type(ty) => Some((ty.ident.to_string(), self.ty(&ty.ty))),
            _ => None,
        });
        let types = types.collect();
        let target = self.ty(&one.self_ty);
        let read = Impl { generics: self.generics(&one.generics), of, target, functions, types, derived: false };
        let marked = one.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(function) if is_documented_so(&function.attrs) => Some(function.sig.ident.to_string()),
            _ => None,
        });
        match is_documented_so(&one.attrs) {
            true => self.model.mark_all(&read),
            false => self.model.mark(&read, marked.collect()),
        }
        self.model.impls.push(read);
    }

    fn function(&self, module: usize, signature: &syn::Signature) -> Function {
        let refused = match signature {
            one if one.unsafety.is_some() => Some("it is unsafe"),
            one if one.asyncness.is_some() => Some("it is async"),
            one if one.variadic.is_some() => Some("it is variadic"),
            _ => None,
        };
        let inputs = signature.inputs.iter().map(|input| match input {
            syn::FnArg::Receiver(receiver) => ("self".to_owned(), self.ty(&receiver.ty)),
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(name) => (name.ident.to_string(), self.ty(&typed.ty)),
                _ => ("_".to_owned(), self.ty(&typed.ty)),
            },
        });
        Function {
            name: signature.ident.to_string(),
            generics: self.generics(&signature.generics),
            inputs: inputs.collect(),
            output: match &signature.output {
                syn::ReturnType::Default => Ty::unit(),
                syn::ReturnType::Type(_, ty) => self.ty(ty),
            },
            refused,
            source: self.source(module, signature.ident.span()),
        }
    }
}

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}
