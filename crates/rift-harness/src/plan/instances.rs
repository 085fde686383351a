//! Types for type parameters, by their bounds. A guess: the compiler decides whether it was a good one.

use super::{Planner, Substitution};
use crate::model::{Bound, Generics, Ty, last};

/// How many choices of types a function is called with.
const MOST: usize = 3;

/// Traits that nearly every type has: they say nothing about what a parameter is for.
const COMMON: [&str; 14] = [
    "Sized",
    "Send",
    "Sync",
    "Unpin",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Hash",
    "UnwindSafe",
];

/// How a type parameter is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// A parameter of the function is of this type itself.
    ByValue,
    Otherwise,
}

impl Planner<'_> {
    /// Choices of types for the parameters of all these generics, the most telling first. `inputs` are the types of
    /// the function's parameters.
    pub(super) fn instances(&self, generics: &[&Generics], inputs: &[Ty]) -> Result<Vec<Substitution>, String> {
        let mut lists: Vec<(&str, Vec<Ty>)> = Vec::new();
        for one in generics {
            for name in &one.types {
                let of = |ty: &Ty| -> Vec<Bound> {
                    one.bounds.iter().filter(|(of, _)| of == ty).map(|(_, bound)| bound.clone()).collect()
                };
                let param = Ty::Param(name.clone());
                let items = of(&Ty::Projection(Box::new(param.clone()), "Item".to_owned()));
                let passed = if inputs.contains(&param) { Passed::ByValue } else { Passed::Otherwise };
                let mut bounds = of(&param);
                // `&'a T: IntoIterator<Item = X>`: a list of X has it, too.
                bounds.extend(of(&Ty::reference(param.clone())).into_iter().filter_map(iterated_by_reference));
                let found = self.candidates(&bounds, &items, passed);
                lists.push((name, found.map_err(|why| format!("type parameter `{name}`: {why}"))?));
            }
        }
        let count = lists.iter().map(|(_, list)| list.len()).max().unwrap_or(1).min(MOST);
        let mut maps = Vec::new();
        for round in 0..count {
            let pick = |list: &Vec<Ty>| list.get(round).or(list.last()).cloned();
            let mut map: Substitution =
                lists.iter().filter_map(|(name, list)| Some(((*name).to_owned(), pick(list)?))).collect();
            for (name, ty) in generics.iter().flat_map(|one| &one.consts) {
                let value = if *ty == Ty::prim("bool") { "true" } else { "2" };
                map.insert(name.clone(), Ty::Other(value.to_owned()));
            }
            // A choice may be made of other parameters: `Vec<T>`.
            for _ in 0..2 {
                map = map.iter().map(|(name, ty)| (name.clone(), ty.with(&map))).collect();
            }
            for (name, ty) in map.clone() {
                if let Ty::Named { args, path } = &ty
                    && let ("Vec" | "IntoIter", Some(item)) = (last(path), args.first())
                {
                    map.insert(format!("{name}::Item"), item.clone());
                }
                for (associated, of) in self.associated(&ty) {
                    map.entry(format!("{name}::{associated}")).or_insert(of);
                }
            }
            maps.push(map);
        }
        Ok(maps)
    }

    /// Types that may have all of these bounds. `items` are bounds of `::Item`; A buffer that is passed by value
    /// must be lent to be seen afterwards.
    pub(super) fn candidates(&self, bounds: &[Bound], items: &[Bound], passed: Passed) -> Result<Vec<Ty>, String> {
        let text = || Ty::reference(Ty::prim("str"));
        let bytes = || Ty::reference(Ty::Slice(Box::new(Ty::prim("u8"))));
        let lent = |ty: Ty| if passed == Passed::ByValue { Ty::Ref { mutable: true, inner: Box::new(ty) } } else { ty };
        let prims = |names: &[&str]| names.iter().map(|name| Ty::prim(name)).collect::<Vec<_>>();
        let telling = bounds.iter().filter(|b| !COMMON.contains(&b.name()) || !b.is_std() || compares(b));
        let (mut numeric, mut unknown) = (None, None);
        for bound in telling {
            let argument = bound.args.first();
            let found = match bound.name() {
                "Fn" | "FnMut" | "FnOnce" => match &bound.call {
                    Some((inputs, output)) => vec![Ty::Closure(closure(inputs, output)?)],
                    None => return Err("a closure of unknown type".to_owned()),
                },
                "AsRef" | "Borrow" => match argument {
                    Some(Ty::Prim(name)) if name == "str" => vec![text()],
                    Some(Ty::Slice(element)) => match **element {
                        Ty::Prim(ref name) if name == "u8" => vec![bytes()],
                        _ => vec![Ty::std("vec::Vec", vec![(**element).clone()])],
                    },
                    Some(Ty::Named { path, .. }) if matches!(last(path), "Path" | "OsStr") => vec![text()],
                    Some(other) => self.converted(bound, other),
                    None => continue,
                },
                "Into" => match argument {
                    Some(Ty::Named { path, args }) => match (last(path), args.as_slice()) {
                        ("String" | "PathBuf" | "OsString", _) => vec![text()],
                        ("Cow", [Ty::Prim(name)]) if name == "str" => vec![text()],
                        ("Cow", [Ty::Slice(_)]) => vec![bytes()],
                        _ => argument.into_iter().cloned().collect(),
                    },
                    Some(other) => vec![other.clone()],
                    None => continue,
                },
                "ToString" | "Display" | "Pattern" | "ToOwned" => vec![text()],
                "IntoIterator" => vec![Ty::std("vec::Vec", vec![self.item(bound, items)?])],
                "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
                    let binding = bounds.iter().find(|b| b.name() == "Iterator").unwrap_or(bound);
                    vec![Ty::std("vec::IntoIter", vec![self.item(binding, items)?])]
                }
                "Read" | "BufRead" => vec![bytes()],
                "Write" if bound.path == "std::fmt::Write" => vec![lent(Ty::std("string::String", Vec::new()))],
                "Write" => vec![lent(Ty::std("vec::Vec", vec![Ty::prim("u8")]))],
                "Hasher" => vec![lent(Ty::std("hash::DefaultHasher", Vec::new()))],
                "FromIterator" | "Extend" => match argument {
                    Some(element) => vec![Ty::std("vec::Vec", vec![element.clone()])],
                    None => continue,
                },
                // Everything compares with itself.
                "PartialEq" | "PartialOrd" if compares(bound) => match argument {
                    Some(Ty::Prim(name)) if name == "str" && passed == Passed::ByValue => vec![text()],
                    Some(other) => vec![other.clone()],
                    None => continue,
                },
                "Error" if bound.is_std() => vec![Ty::std("fmt::Error", Vec::new())],
                "Float" | "Real" | "FloatCore" => prims(&["f64", "f32"]),
                "Unsigned" => prims(&["u8", "u32"]),
                "Signed" => prims(&["i32", "i8"]),
                _ if self.model.has_trait(&bound.path) => self.implementors(bound),
                // Of another library or an operator: numbers have most of those.
                _ => {
                    numeric = Some(prims(&["i32", "u8", "f64"]));
                    continue;
                }
            };
            if !found.is_empty() {
                return Ok(found);
            }
            unknown = unknown.or(Some(format!("no type is known that implements `{}`", bound.source())));
        }
        if let (None, Some(reason)) = (&numeric, unknown) {
            return Err(reason);
        }
        Ok(numeric.unwrap_or_else(|| prims(&["i32"])))
    }

    /// Types that are seen as another one: of those that the library says it of, texts first. Everything can be seen
    /// as itself, more often than not.
    fn converted(&self, bound: &Bound, into: &Ty) -> Vec<Ty> {
        let says = |of: &Bound| of.path == bound.path && of.args.first() == Some(into);
        let impls = self.model.impls.iter().filter(|one| one.of.as_ref().is_some_and(says));
        let targets: Vec<&Ty> = impls.map(|one| &one.target).collect();
        match targets.contains(&&Ty::prim("str")) {
            true => vec![Ty::reference(Ty::prim("str"))],
            false => vec![into.clone()],
        }
    }

    fn item(&self, bound: &Bound, items: &[Bound]) -> Result<Ty, String> {
        match bound.bindings.iter().find(|(name, _)| name == "Item") {
            Some((_, Ty::Impl(bounds))) => self.first(bounds),
            Some((_, ty)) => Ok(ty.clone()),
            None => self.first(items),
        }
    }

    fn first(&self, bounds: &[Bound]) -> Result<Ty, String> {
        self.candidates(bounds, &[], Passed::Otherwise)?.into_iter().next().ok_or_else(|| "no type is known".to_owned())
    }

    /// Types that implement a trait of the library, or of another one that is known: those that are named, the language's own first, or else those
    /// that an implementation for all types with some bounds may be for.
    pub(super) fn implementors(&self, bound: &Bound) -> Vec<Ty> {
        // Traits may be implemented in terms of each other.
        if !self.asked.borrow_mut().insert(bound.path.clone()) {
            return Vec::new();
        }
        let impls = self.model.all_impls().filter(|one| one.of.as_ref().is_some_and(|of| of.path == bound.path));
        let (mut targets, mut general) = (Vec::new(), Vec::new());
        for one in impls {
            match &one.target {
                Ty::Param(_) => {
                    let bounds: Vec<Bound> = one
                        .generics
                        .bounds
                        .iter()
                        .filter(|(of, _)| *of == one.target)
                        .map(|(_, b)| b.clone())
                        .collect();
                    general.extend(self.candidates(&bounds, &[], Passed::Otherwise).unwrap_or_default());
                }
                // Parameters are sized unless they say otherwise.
                Ty::Slice(_) => {}
                Ty::Prim(name) if name == "str" => {}
                _ => targets.extend(self.implementor(one, bound)),
            }
        }
        let rank = |ty: &Ty| match ty {
            Ty::Prim(name) if name == "i32" => 0,
            Ty::Prim(name) if name == "u8" => 1,
            Ty::Ref { .. } => 2,
            Ty::Prim(_) => 3,
            Ty::Array(_, length) if matches!(length.as_str(), "0" | "1") => 6,
            Ty::Array(..) => 5,
            _ => 4,
        };
        // Those that there are values of first.
        targets.sort_by_cached_key(|ty| (self.shape(ty, 1).is_err(), rank(ty)));
        targets.extend(general);
        targets.truncate(MOST);
        self.asked.borrow_mut().remove(&bound.path);
        targets
    }
}

/// Whether values are compared with those of a type that is named.
fn compares(bound: &Bound) -> bool {
    let is_named = matches!(bound.args.first(), Some(Ty::Prim(_) | Ty::Named { .. }));
    bound.is_std() && matches!(bound.name(), "PartialEq" | "PartialOrd") && is_named
}

/// What a type has itself when references to it can be iterated.
fn iterated_by_reference(bound: Bound) -> Option<Bound> {
    if bound.name() != "IntoIterator" {
        return None;
    }
    let unreferenced = |(name, ty): (String, Ty)| match ty {
        Ty::Ref { inner, .. } => (name, *inner),
        _ => (name, ty),
    };
    Some(Bound { bindings: bound.bindings.into_iter().map(unreferenced).collect(), ..bound })
}

/// A closure of this type that depends on its first argument where that is easy.
pub(super) fn closure(inputs: &[Ty], output: &Ty) -> Result<String, String> {
    let names: Vec<_> = (0..inputs.len()).map(|at| format!("x{at}")).collect();
    let typed = |(name, ty): (&String, &Ty)| primitive(ty).map_or_else(|| name.clone(), |ty| format!("{name}: {ty}"));
    let head = names.iter().zip(inputs).map(typed).collect::<Vec<_>>().join(", ");
    Ok(format!("|{head}| {}", body(inputs, output)?))
}

/// What such a closure returns.
fn body(inputs: &[Ty], output: &Ty) -> Result<String, String> {
    Ok(match output {
        Ty::Tuple(parts) if parts.is_empty() => "()".to_owned(),
        _ if inputs.first() == Some(output) => "x0".to_owned(),
        Ty::Named { path, args } if path == "std::result::Result" && !args.is_empty() => {
            format!("Ok({})", body(inputs, &args[0])?)
        }
        Ty::Prim(name) if name == "bool" => match inputs.first().and_then(primitive) {
            Some("char") => "x0.is_ascii_alphabetic()".to_owned(),
            Some("u8") => "x0 > 64".to_owned(),
            Some("i32" | "u32" | "i64" | "u64" | "usize") => "x0 > 1".to_owned(),
            _ => "true".to_owned(),
        },
        Ty::Prim(name) if name != "str" => format!("<{name} as Default>::default()"),
        // Most types that are chosen for a parameter have one.
        Ty::Param(_) => "Default::default()".to_owned(),
        Ty::Named { path, .. } if path.starts_with("std::") && matches!(last(path), "String" | "Vec" | "Option") => {
            "Default::default()".to_owned()
        }
        _ => return Err(format!("how to write a closure that returns `{}` is not known", output.source())),
    })
}

fn primitive(ty: &Ty) -> Option<&str> {
    match ty {
        Ty::Prim(name) => Some(name),
        _ => None,
    }
}
