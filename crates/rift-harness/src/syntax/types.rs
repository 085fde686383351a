//! Types as they are written.

use super::Reader;
use crate::model::{Bound, Generics, Ty};

/// What signatures name of the standard library, by where it is.
const STANDARD: [(&str, &[&str]); 20] = [
    ("string", &["String", "ToString"]),
    ("vec", &["Vec"]),
    ("option", &["Option"]),
    ("result", &["Result"]),
    ("boxed", &["Box"]),
    ("borrow", &["Cow", "Borrow", "ToOwned"]),
    ("path", &["Path", "PathBuf"]),
    ("ffi", &["OsStr", "OsString"]),
    ("collections", &["HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "BinaryHeap"]),
    ("time", &["Duration", "SystemTime"]),
    ("rc", &["Rc"]),
    ("sync", &["Arc"]),
    ("convert", &["From", "Into", "TryFrom", "TryInto", "AsRef"]),
    ("default", &["Default"]),
    ("fmt", &["Display", "Debug"]),
    ("str", &["FromStr"]),
    ("cmp", &["PartialEq", "Eq", "PartialOrd", "Ord", "Ordering", "Reverse"]),
    ("iter", &["Iterator", "IntoIterator", "FromIterator", "DoubleEndedIterator", "ExactSizeIterator", "Extend"]),
    (
        "ops",
        &[
            "Add",
            "Sub",
            "Mul",
            "Div",
            "Rem",
            "Neg",
            "Not",
            "BitAnd",
            "BitOr",
            "BitXor",
            "Shl",
            "Shr",
            "AddAssign",
            "SubAssign",
            "MulAssign",
            "DivAssign",
            "Deref",
            "Index",
            "Fn",
            "FnMut",
            "FnOnce",
            "Range",
            "RangeInclusive",
        ],
    ),
    ("hash", &["Hash", "Hasher"]),
];

const MARKERS: [&str; 5] = ["Clone", "Copy", "Send", "Sync", "Sized"];

impl Reader<'_> {
    pub(super) fn ty(&self, ty: &syn::Type) -> Ty {
        match ty {
            syn::Type::Reference(one) => {
                Ty::Ref { mutable: one.mutability.is_some(), inner: Box::new(self.ty(&one.elem)) }
            }
            syn::Type::Slice(one) => Ty::Slice(Box::new(self.ty(&one.elem))),
            syn::Type::Array(one) => {
                let length = match &one.len {
                    syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
                        number.base10_digits().to_owned()
                    }
                    syn::Expr::Path(path) => path.path.get_ident().map(|i| i.to_string()).unwrap_or_default(),
                    _ => String::new(),
                };
                Ty::Array(Box::new(self.ty(&one.elem)), length)
            }
            syn::Type::Tuple(one) => Ty::Tuple(one.elems.iter().map(|ty| self.ty(ty)).collect()),
            syn::Type::Paren(one) => self.ty(&one.elem),
            syn::Type::Group(one) => self.ty(&one.elem),
            syn::Type::ImplTrait(one) => Ty::Impl(self.bounds(&one.bounds)),
            syn::Type::TraitObject(one) => Ty::Dyn(self.bounds(&one.bounds)),
            syn::Type::Never(_) => Ty::prim("!"),
            syn::Type::Path(one) if one.qself.is_none() => self.path(&one.path),
            syn::Type::Ptr(_) => Ty::Other("a raw pointer".to_owned()),
            _ => Ty::Other("a type that only the compiler knows".to_owned()),
        }
    }

    fn path(&self, path: &syn::Path) -> Ty {
        let Some(segment) = path.segments.last() else { return Ty::Other("an empty path".to_owned()) };
        let name = segment.ident.to_string();
        let args = type_arguments(segment).map(|ty| self.ty(ty)).collect();
        if let Some(before) = path.segments.iter().rev().nth(1) {
            let before = before.ident.to_string();
            let parameter = before == "Self" || (before.len() == 1 && !self.types.contains_key(&before));
            if parameter && path.segments.len() == 2 {
                return Ty::Projection(Box::new(Ty::Param(before)), name);
            }
            // `io::Result<T>` and `fmt::Result` are aliases.
            match (before.as_str(), name.as_str()) {
                ("io", "Result") => {
                    return Ty::std("result::Result", [args, vec![Ty::std("io::Error", Vec::new())]].concat());
                }
                ("fmt", "Result") => {
                    return Ty::std("result::Result", vec![Ty::unit(), Ty::std("fmt::Error", Vec::new())]);
                }
                _ => {}
            }
        }
        const PRIMITIVES: [&str; 17] = [
            "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
            "bool", "char", "str",
        ];
        match name.as_str() {
            one if PRIMITIVES.contains(&one) => Ty::Prim(name),
            "Self" => Ty::Param(name),
            _ => Ty::Named { path: self.full_path(path, &name), args }.or_parameter(path),
        }
    }

    /// The standard library's where the path says so or where the library has nothing by this name.
    fn full_path(&self, path: &syn::Path, name: &str) -> String {
        let first = path.segments.first().map(|s| s.ident.to_string()).unwrap_or_default();
        let says_std = path.segments.len() > 1 && matches!(first.as_str(), "std" | "core" | "alloc");
        if let (false, Some(own)) = (says_std, self.types.get(name)) {
            return own.clone();
        }
        if MARKERS.contains(&name) {
            return format!("std::marker::{name}");
        }
        match STANDARD.iter().find(|(_, names)| names.contains(&name)) {
            Some((module, _)) => format!("std::{module}::{name}"),
            None => path.segments.iter().map(|s| s.ident.to_string()).collect::<Vec<_>>().join("::"),
        }
    }

    pub(super) fn bound(&self, path: &syn::Path) -> Bound {
        let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let mut bound = Bound { path: self.full_path(path, &name), args: Vec::new(), bindings: Vec::new(), call: None };
        let Some(segment) = path.segments.last() else { return bound };
        match &segment.arguments {
            syn::PathArguments::AngleBracketed(list) => {
                for argument in &list.args {
                    match argument {
                        syn::GenericArgument::Type(ty) => bound.args.push(self.ty(ty)),
                        syn::GenericArgument::AssocType(one) => {
                            bound.bindings.push((one.ident.to_string(), self.ty(&one.ty)));
                        }
                        _ => {}
                    }
                }
            }
            syn::PathArguments::Parenthesized(call) => {
                let output = match &call.output {
                    syn::ReturnType::Default => Ty::unit(),
                    syn::ReturnType::Type(_, ty) => self.ty(ty),
                };
                bound.call = Some((call.inputs.iter().map(|ty| self.ty(ty)).collect(), Box::new(output)));
            }
            syn::PathArguments::None => {}
        }
        bound
    }

    fn bounds<'b>(&self, bounds: impl IntoIterator<Item = &'b syn::TypeParamBound>) -> Vec<Bound> {
        let read = |bound: &syn::TypeParamBound| match bound {
            syn::TypeParamBound::Trait(one) if matches!(one.modifier, syn::TraitBoundModifier::None) => {
                Some(self.bound(&one.path))
            }
            _ => None,
        };
        bounds.into_iter().filter_map(read).collect()
    }

    pub(super) fn generics(&self, generics: &syn::Generics) -> Generics {
        let mut read = Generics::default();
        for param in &generics.params {
            match param {
                syn::GenericParam::Type(one) => {
                    let name = one.ident.to_string();
                    read.types.push(name.clone());
                    read.defaults.extend(one.default.as_ref().map(|ty| (name.clone(), self.ty(ty))));
                    let of = Ty::Param(name);
                    read.bounds.extend(self.bounds(&one.bounds).into_iter().map(|b| (of.clone(), b)));
                }
                syn::GenericParam::Const(one) => read.consts.push((one.ident.to_string(), self.ty(&one.ty))),
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let syn::WherePredicate::Type(one) = predicate {
                let of = self.ty(&one.bounded_ty);
                read.bounds.extend(self.bounds(&one.bounds).into_iter().map(|b| (of.clone(), b)));
            }
        }
        read
    }
}

impl Ty {
    /// A single capital letter that names nothing else is a type parameter: by syntax alone nothing else can be said.
    fn or_parameter(self, path: &syn::Path) -> Ty {
        match (&self, path.get_ident()) {
            (Ty::Named { path: full, args }, Some(name)) if args.is_empty() && *name == full.as_str() => {
                match name.to_string() {
                    short if short.len() <= 2 && short.starts_with(char::is_uppercase) => Ty::Param(short),
                    _ => self,
                }
            }
            _ => self,
        }
    }
}

fn type_arguments(segment: &syn::PathSegment) -> impl Iterator<Item = &syn::Type> {
    let list = match &segment.arguments {
        syn::PathArguments::AngleBracketed(list) => Some(&list.args),
        _ => None,
    };
    list.into_iter().flatten().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
