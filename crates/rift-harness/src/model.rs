//! The public items of a library, whoever read them: rustdoc's JSON ([`crate::rustdoc`]) or the syntax
//! ([`crate::syntax`]). Lifetimes are left out: what a harness passes lives as long as the call.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A type as a signature names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ty {
    /// `u8`, `str`, `bool`, `!`.
    Prim(String),
    /// By full public path: `std::string::String`, `shlex::Quoter`.
    Named {
        path: String,
        args: Vec<Ty>,
    },
    /// A type parameter, or `Self`.
    Param(String),
    Ref {
        mutable: bool,
        inner: Box<Ty>,
    },
    Slice(Box<Ty>),
    /// The length is a number or a const parameter.
    Array(Box<Ty>, String),
    Tuple(Vec<Ty>),
    Impl(Vec<Bound>),
    Dyn(Vec<Bound>),
    Fn(Vec<Ty>, Box<Ty>),
    /// `Self::Output`, `T::Item`.
    Projection(Box<Ty>, String),
    /// A closure that stands for a parameter with a bound like `Fn`; its source.
    Closure(String),
    /// Anything else, in words.
    Other(String),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound {
    pub path: String,
    pub args: Vec<Ty>,
    /// `Item = u8`
    pub bindings: Vec<(String, Ty)>,
    /// Of `Fn(A) -> B`.
    pub call: Option<(Vec<Ty>, Box<Ty>)>,
}

impl Bound {
    pub fn name(&self) -> &str {
        last(&self.path)
    }

    /// `From<u8>`, as one reads it.
    pub fn short(&self) -> String {
        let full = self.source();
        match full.split_once('<') {
            Some((path, rest)) => format!("{}<{rest}", last(path)),
            None => last(&full).to_owned(),
        }
    }

    /// Defined by the standard library.
    pub fn is_std(&self) -> bool {
        self.path.starts_with("std::")
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Generics {
    /// Type parameters that a caller can name, in order.
    pub types: Vec<String>,
    /// Const parameters, in order, with their types.
    pub consts: Vec<(String, Ty)>,
    /// Of types and of projections (`T`, `T::Item`).
    pub bounds: Vec<(Ty, Bound)>,
    /// What parameters are where nothing is said: `Rhs = Self`.
    pub defaults: BTreeMap<String, Ty>,
}

impl Generics {
    /// With what is known of the types around it.
    pub fn with(&self, map: &BTreeMap<String, Ty>) -> Generics {
        let bounds = self.bounds.iter().map(|(of, bound)| (of.with(map), bound.with(map))).collect();
        Generics { bounds, ..self.clone() }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub name: String,
    pub generics: Generics,
    /// A receiver is called `self`.
    pub inputs: Vec<(String, Ty)>,
    pub output: Ty,
    /// Why it is not called, whatever its parameters are.
    pub refused: Option<&'static str>,
    pub source: Option<(PathBuf, usize)>,
}

impl Function {
    pub fn has_receiver(&self) -> bool {
        self.inputs.first().is_some_and(|(name, _)| name == "self")
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Fields {
    Unit,
    Tuple(Vec<Ty>),
    Named(Vec<(String, Ty)>),
    /// Some of them cannot be named by users.
    Private,
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    Struct(Fields),
    Enum(Vec<(String, Fields)>),
    /// Unions, and types that users may not build (`non_exhaustive`).
    Opaque,
}

impl Body {
    /// Those of a struct, or of each variant.
    pub fn fields(&self) -> impl Iterator<Item = &Fields> {
        let (one, variants) = match self {
            Body::Struct(fields) => (Some(fields), &[][..]),
            Body::Enum(variants) => (None, variants.as_slice()),
            Body::Opaque => (None, &[][..]),
        };
        one.into_iter().chain(variants.iter().map(|(_, fields)| fields))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct TypeDef {
    pub generics: Generics,
    pub body: Body,
}

#[derive(Debug, Clone)]
pub(crate) struct Impl {
    pub generics: Generics,
    /// `None`: inherent.
    pub of: Option<Bound>,
    pub target: Ty,
    pub functions: Vec<Function>,
    /// Associated types.
    pub types: Vec<(String, Ty)>,
    pub derived: bool,
}

impl Impl {
    /// What entries of its functions are called before the function's name.
    fn path(&self) -> String {
        match (&self.of, &self.target) {
            (None, Ty::Named { path, .. }) => path.clone(),
            (None, target) => target.source(),
            (Some(of), target) if of.is_std() => format!("<{} as {}>", target.source(), of.short()),
            (Some(of), target) => format!("<{} as {}>", target.source(), of.path),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct TraitDef {
    pub generics: Generics,
    pub functions: Vec<Function>,
}

#[derive(Debug, Clone)]
pub(crate) struct Constant {
    pub path: String,
    pub ty: Ty,
    pub source: Option<(PathBuf, usize)>,
}

/// By public path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Model {
    pub functions: Vec<(String, Function)>,
    pub types: BTreeMap<String, TypeDef>,
    pub traits: BTreeMap<String, TraitDef>,
    pub impls: Vec<Impl>,
    pub constants: Vec<Constant>,
    pub macros: Vec<String>,
    /// Items whose documentation asks not to call them, and whatever is in them.
    pub marked: Vec<String>,
    /// Of other libraries, what this one's signatures name.
    pub others: Others,
}

/// What other libraries offer: values are made of it, but it is not called for itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Others {
    /// Public paths, by where items are defined: users cannot always name the latter.
    pub names: BTreeMap<String, String>,
    /// What aliases without parameters stand for.
    pub aliases: BTreeMap<String, Ty>,
    pub types: BTreeMap<String, TypeDef>,
    pub traits: BTreeMap<String, TraitDef>,
    pub impls: Vec<Impl>,
}

impl Model {
    /// A type of this library or of another one.
    pub fn type_of(&self, path: &str) -> Option<&TypeDef> {
        self.types.get(path).or_else(|| self.others.types.get(path))
    }

    pub fn has_trait(&self, path: &str) -> bool {
        self.traits.contains_key(path) || self.others.traits.contains_key(path)
    }

    /// Implementations of this library, then of others.
    pub fn all_impls(&self) -> impl Iterator<Item = &Impl> {
        self.impls.iter().chain(&self.others.impls)
    }

    /// Notes that an implementation is not to be called. It has no name of its own if it is inherent.
    pub fn mark_all(&mut self, one: &Impl) {
        match &one.of {
            Some(_) => self.marked.push(one.path()),
            None => self.mark(one, one.functions.iter().map(|function| function.name.clone()).collect()),
        }
    }

    /// Notes that some functions of an implementation are not to be called. Of the standard library's traits one
    /// function is called, and not always by its name (`to_string` for `fmt`).
    pub fn mark(&mut self, one: &Impl, functions: Vec<String>) {
        let is_std = one.of.as_ref().is_some_and(Bound::is_std);
        let path = one.path();
        let name = |function| if is_std { path.clone() } else { format!("{path}::{function}") };
        self.marked.extend(functions.into_iter().map(name));
    }
}

/// The last segment of a path.
pub(crate) fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

impl Ty {
    pub fn std(path: &str, args: Vec<Ty>) -> Ty {
        Ty::Named { path: format!("std::{path}"), args }
    }

    pub fn prim(name: &str) -> Ty {
        Ty::Prim(name.to_owned())
    }

    pub fn reference(inner: Ty) -> Ty {
        Ty::Ref { mutable: false, inner: Box::new(inner) }
    }

    pub fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// As Rust source. What cannot be named is `_`.
    pub fn source(&self) -> String {
        let list = |types: &[Ty]| types.iter().map(Ty::source).collect::<Vec<_>>().join(", ");
        match self {
            Ty::Prim(name) | Ty::Param(name) => name.clone(),
            Ty::Named { path, args } if args.is_empty() => path.clone(),
            Ty::Named { path, args } => format!("{path}<{}>", list(args)),
            Ty::Ref { mutable: false, inner } => format!("&{}", inner.source()),
            Ty::Ref { mutable: true, inner } => format!("&mut {}", inner.source()),
            Ty::Slice(inner) => format!("[{}]", inner.source()),
            Ty::Array(inner, length) => format!("[{}; {length}]", inner.source()),
            Ty::Tuple(types) if types.len() == 1 => format!("({},)", list(types)),
            Ty::Tuple(types) => format!("({})", list(types)),
            Ty::Impl(bounds) => format!("impl {}", bound_names(bounds)),
            Ty::Dyn(bounds) => format!("dyn {}", bound_names(bounds)),
            Ty::Fn(inputs, output) => format!("fn({}) -> {}", list(inputs), output.source()),
            Ty::Projection(of, name) => format!("{}::{name}", of.source()),
            Ty::Closure(_) => "_".to_owned(),
            Ty::Other(words) => words.clone(),
        }
    }

    /// With parameters replaced, and projections (`Self::Output`) that the map knows by their source.
    pub fn with(&self, map: &BTreeMap<String, Ty>) -> Ty {
        let all = |types: &[Ty]| types.iter().map(|t| t.with(map)).collect();
        match self {
            Ty::Param(name) => map.get(name).cloned().unwrap_or_else(|| self.clone()),
            Ty::Named { path, args } => Ty::Named { path: path.clone(), args: all(args) },
            Ty::Ref { mutable, inner } => Ty::Ref { mutable: *mutable, inner: Box::new(inner.with(map)) },
            Ty::Slice(inner) => Ty::Slice(Box::new(inner.with(map))),
            Ty::Array(inner, length) => {
                let length = match map.get(length) {
                    Some(Ty::Other(number)) => number.clone(),
                    _ => length.clone(),
                };
                Ty::Array(Box::new(inner.with(map)), length)
            }
            Ty::Tuple(types) => Ty::Tuple(all(types)),
            Ty::Impl(bounds) => Ty::Impl(bounds.iter().map(|b| b.with(map)).collect()),
            Ty::Dyn(bounds) => Ty::Dyn(bounds.iter().map(|b| b.with(map)).collect()),
            Ty::Fn(inputs, output) => Ty::Fn(all(inputs), Box::new(output.with(map))),
            Ty::Projection(of, name) => match map.get(&self.source()) {
                Some(known) => known.clone(),
                None => Ty::Projection(Box::new(of.with(map)), name.clone()),
            },
            Ty::Prim(_) | Ty::Closure(_) | Ty::Other(_) => self.clone(),
        }
    }

    /// Whether a type with this path occurs in it.
    pub fn names(&self, path: &str) -> bool {
        match self {
            Ty::Named { path: own, args } => own == path || args.iter().any(|ty| ty.names(path)),
            Ty::Tuple(types) => types.iter().any(|ty| ty.names(path)),
            Ty::Ref { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) | Ty::Projection(inner, _) => {
                inner.names(path)
            }
            Ty::Fn(inputs, output) => output.names(path) || inputs.iter().any(|ty| ty.names(path)),
            Ty::Impl(bounds) | Ty::Dyn(bounds) => bounds.iter().any(|b| b.args.iter().any(|ty| ty.names(path))),
            Ty::Prim(_) | Ty::Param(_) | Ty::Closure(_) | Ty::Other(_) => false,
        }
    }

    /// Whether a type parameter occurs in it.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Ty::Param(one) => one == name,
            Ty::Named { args, .. } | Ty::Tuple(args) => args.iter().any(|t| t.mentions(name)),
            Ty::Ref { inner, .. } | Ty::Slice(inner) | Ty::Projection(inner, _) => inner.mentions(name),
            Ty::Array(inner, length) => length == name || inner.mentions(name),
            Ty::Fn(inputs, output) => output.mentions(name) || inputs.iter().any(|t| t.mentions(name)),
            Ty::Impl(bounds) | Ty::Dyn(bounds) => bounds.iter().any(|b| b.args.iter().any(|t| t.mentions(name))),
            Ty::Prim(_) | Ty::Closure(_) | Ty::Other(_) => false,
        }
    }
}

impl Bound {
    pub fn with(&self, map: &BTreeMap<String, Ty>) -> Bound {
        Bound {
            path: self.path.clone(),
            args: self.args.iter().map(|t| t.with(map)).collect(),
            bindings: self.bindings.iter().map(|(n, t)| (n.clone(), t.with(map))).collect(),
            call: self.call.as_ref().map(|(i, o)| (i.iter().map(|t| t.with(map)).collect(), Box::new(o.with(map)))),
        }
    }

    pub fn source(&self) -> String {
        match self.args.is_empty() {
            true => self.path.clone(),
            false => format!("{}<{}>", self.path, self.args.iter().map(Ty::source).collect::<Vec<_>>().join(", ")),
        }
    }
}

fn bound_names(bounds: &[Bound]) -> String {
    bounds.iter().map(Bound::source).collect::<Vec<_>>().join(" + ")
}
