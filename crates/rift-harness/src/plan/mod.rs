//! From public items to entries: which values their parameters can be given, and how results are seen.
//!
//! Errs towards leaving out. What is guessed (types for type parameters) is checked by the compiler afterwards.

mod construct;
mod instances;
mod others;
mod resolve;
mod shapes;
mod traits;
mod view;

use crate::api::{Api, Entry, Limits, Origin, Parameter, Undriven};
use crate::model::{Constant, Function, Generics, Impl, Model, Ty, last};
use crate::shape::{Shape, Template, Typed};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Types for parameters by name, and for projections by source (`Self::Output`).
pub(crate) type Substitution = BTreeMap<String, Ty>;

pub(crate) struct Planner<'a> {
    model: &'a Model,
    limits: Limits,
    /// Inherent and trait implementations by the path of the type.
    impls: BTreeMap<&'a str, Vec<&'a Impl>>,
    /// How values of types are built, by source and depth; it is asked for again and again.
    built: RefCell<BTreeMap<(String, u8), Result<Shape, String>>>,
    /// Traits whose implementors are being looked for.
    asked: RefCell<BTreeSet<String>>,
}

/// A function as it is called: where it is, and what is already known of its types.
struct Callee<'a> {
    /// What a user reads, without type arguments: `shlex::quote`.
    path: String,
    /// The same whatever types were chosen: `<T as Trait>::name`.
    base: String,
    /// What the harness writes before the type arguments.
    code: String,
    /// Type parameters of what is around the function.
    outer: Option<&'a Generics>,
    known: Substitution,
    function: &'a Function,
    style: Style,
}

/// How a call is written for people.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `path(a, b)`
    Path,
    /// `a.name(b)`
    Method,
}

pub(crate) fn plan(model: &Model, limits: Limits) -> Api {
    let mut impls: BTreeMap<&str, Vec<&Impl>> = BTreeMap::new();
    for one in model.all_impls() {
        if let Ty::Named { path, .. } = &one.target {
            impls.entry(path).or_default().push(one);
        }
    }
    let planner = Planner { model, limits, impls, built: RefCell::default(), asked: RefCell::default() };
    let mut found = Found::default();
    for (path, function) in &model.functions {
        let callee = Callee {
            path: path.clone(),
            base: path.clone(),
            code: path.clone(),
            outer: None,
            known: Substitution::new(),
            function,
            style: Style::Path,
        };
        planner.entries_of(&callee, &mut found);
    }
    for one in model.impls.iter().filter(|one| one.of.is_none()) {
        planner.inherent(one, &mut found);
    }
    planner.trait_entries(&mut found);
    for Constant { path, ty, source } in &model.constants {
        found.add(Entry {
            path: path.clone(),
            parameters: Vec::new(),
            returns: ty.source(),
            source: source.clone(),
            code: Template::new(path),
            text: Template::new(path),
            explicit: Template::new(path),
            view: planner.view(ty),
            base: path.clone(),
            origin: Origin::Author,
        });
    }
    found.undriven.extend(
        model.macros.iter().map(|path| Undriven { path: format!("{path}!"), reason: "it is a macro".to_owned() }),
    );
    Api { entries: found.entries, undriven: found.undriven, ..Api::default() }
}

#[derive(Default)]
struct Found {
    entries: Vec<Entry>,
    undriven: Vec<Undriven>,
    paths: BTreeSet<String>,
}

impl Found {
    fn add(&mut self, entry: Entry) {
        if self.paths.insert(entry.path.clone()) {
            self.entries.push(entry);
        }
    }

    fn refuse(&mut self, path: &str, reason: impl Into<String>) {
        self.undriven.push(Undriven { path: path.to_owned(), reason: reason.into() });
    }
}

impl Planner<'_> {
    fn inherent(&self, one: &Impl, found: &mut Found) {
        let Ty::Named { path, .. } = &one.target else { return };
        if !self.model.types.contains_key(path) {
            return;
        }
        for function in &one.functions {
            let style = if function.has_receiver() { Style::Method } else { Style::Path };
            let written = format!("{path}::{}", function.name);
            let maps = match self.instances(&[&one.generics], &[]) {
                Ok(maps) => maps,
                Err(reason) => {
                    found.refuse(&written, reason);
                    continue;
                }
            };
            // One type is enough for the type's own parameters.
            let Some(mut known) = maps.into_iter().next() else { continue };
            let target = one.target.with(&known);
            known.insert("Self".to_owned(), target.clone());
            let code = format!("{}::{}", type_expression(&target), function.name);
            let outer = (!one.generics.types.is_empty()).then_some(&one.generics);
            self.entries_of(
                &Callee { base: written.clone(), path: written, code, outer, known, function, style },
                found,
            );
        }
    }

    /// The entries of a function: one for each choice of types, or a reason why there is none.
    fn entries_of(&self, callee: &Callee<'_>, found: &mut Found) {
        match self.try_entries(callee) {
            Ok(entries) => entries.into_iter().for_each(|entry| found.add(entry)),
            Err(reason) => found.refuse(&callee.path, reason),
        }
    }

    fn try_entries(&self, callee: &Callee<'_>) -> Result<Vec<Entry>, String> {
        let function = callee.function;
        if let Some(reason) = function.refused {
            return Err(reason.to_owned());
        }
        let inputs: Vec<Ty> = function.inputs.iter().map(|(_, ty)| ty.with(&callee.known)).collect();
        let maps = self.instances(&[&function.generics.with(&callee.known)], &inputs)?;
        let several = maps.len() > 1;
        let (mut entries, mut refused) = (Vec::new(), None);
        for map in maps {
            match self.entry(callee, &map) {
                Ok(entry) if several => {
                    let path = format!("{}{}", entry.path, turbofish(&function.generics, &map));
                    entries.push(Entry { path, ..entry });
                }
                Ok(entry) => entries.push(entry),
                Err(reason) => refused = refused.or(Some(reason)),
            }
        }
        match refused {
            Some(reason) if entries.is_empty() => Err(reason),
            _ => Ok(entries),
        }
    }

    fn entry(&self, callee: &Callee<'_>, map: &Substitution) -> Result<Entry, String> {
        let function = callee.function;
        let mut all = callee.known.clone();
        all.extend(map.clone());
        let generic = |ty: &Ty| {
            let outer = callee.outer.into_iter().flat_map(|g| &g.types);
            matches!(ty, Ty::Impl(_)) || outer.chain(&function.generics.types).any(|name| ty.mentions(name))
        };
        let mut parameters = Vec::new();
        for (at, (name, ty)) in function.inputs.iter().enumerate() {
            let shape = self.shape(&ty.with(&all), 0).map_err(|why| format!("parameter `{name}`: {why}"))?;
            let typed = if generic(ty) { Typed::Yes } else { Typed::No };
            let seen = self.leaf(&ty.with(&all), &format!("&a{at}"));
            parameters.push(Parameter { name: parameter_name(name, at), shape, typed, seen });
        }
        if parameters.iter().map(|p| p.shape.texts()).sum::<usize>() == 1 {
            parameters.iter_mut().for_each(|p| p.shape.lengthen(self.limits.lone));
        }
        let size: usize = parameters.iter().map(|p| p.shape.size()).sum();
        if size > self.limits.input {
            return Err(format!("its parameters take {size} bytes, more than {}", self.limits.input));
        }
        let turbofish = turbofish(&function.generics, &all);
        let inferred = function.generics.consts.is_empty()
            && function.generics.types.iter().all(|name| function.inputs.iter().any(|(_, ty)| ty.mentions(name)));
        let shown_fish = if inferred { "" } else { turbofish.as_str() };
        let holes = |range: std::ops::Range<usize>| range.map(|at| format!("{{{at}}}")).collect::<Vec<_>>().join(", ");
        let count = parameters.len();
        let written = |fish: &str| match callee.style {
            Style::Method => format!("{{0}}.{}{fish}({})", function.name, holes(1..count)),
            Style::Path if generic_target(callee) => format!("{}{fish}({})", callee.code, holes(0..count)),
            Style::Path => format!("{}{fish}({})", callee.path, holes(0..count)),
        };
        let returns = function.output.with(&all);
        Ok(Entry {
            path: callee.path.clone(),
            parameters,
            returns: returns.source(),
            source: function.source.clone(),
            code: Template::new(&format!("{}{turbofish}({})", callee.code, holes(0..count))),
            text: Template::new(&written(shown_fish)),
            explicit: Template::new(&written(&turbofish)),
            view: self.view(&returns),
            base: callee.base.clone(),
            origin: Origin::Author,
        })
    }
}

/// Whether the type's own arguments cannot be left out: `Wrapper::<u8>::default()`.
fn generic_target(callee: &Callee<'_>) -> bool {
    callee.outer.is_some() && !callee.function.has_receiver()
}

/// A type where an expression begins: `Foo`, `<Foo<u8>>`.
fn type_expression(ty: &Ty) -> String {
    match ty {
        Ty::Named { args, .. } if args.is_empty() => ty.source(),
        _ => format!("<{}>", ty.source()),
    }
}

fn turbofish(generics: &Generics, map: &Substitution) -> String {
    let types = generics.types.iter().chain(generics.consts.iter().map(|(name, _)| name));
    let sources: Vec<_> = types.map(|name| map.get(name).map_or_else(|| "_".to_owned(), Ty::source)).collect();
    if sources.is_empty() { String::new() } else { format!("::<{}>", sources.join(", ")) }
}

/// Signatures may have patterns where a test needs a name.
fn parameter_name(name: &str, at: usize) -> String {
    let name = name.trim_start_matches('_');
    let plain = name.chars().next().is_some_and(|c| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match name {
        "self" => "value".to_owned(),
        "result" => "result_".to_owned(),
        _ if plain && syn::parse_str::<syn::Ident>(name).is_ok() => name.to_owned(),
        _ => format!("argument{at}"),
    }
}

/// Whether a type is this one, or `Self`.
fn is_type(ty: &Ty, path: &str) -> bool {
    match ty {
        Ty::Param(name) => name == "Self",
        Ty::Named { path: one, .. } => one == path,
        _ => false,
    }
}

/// The type in `Result<T, _>` or `Option<T>`.
fn unwrapped(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Named { path, args } if path.starts_with("std::") && matches!(last(path), "Result" | "Option") => {
            args.first()
        }
        _ => None,
    }
}
