//! Entries of traits: the standard library's on the library's types, and the library's own on any type.

use super::{Callee, Found, Planner, Style, Substitution};
use crate::api::{Entry, Origin, Parameter};
use crate::model::{Bound, Impl, Ty};
use crate::shape::{Template, Typed};
use crate::view::View;

/// Functions of the standard library's traits that are worth a call. Whoever derives `Clone` or `Hash` gets what the
/// fields say.
const STANDARD: [(&str, &str); 43] = [
    ("FromStr", "from_str"),
    ("TryFrom", "try_from"),
    ("From", "from"),
    ("Default", "default"),
    ("PartialEq", "eq"),
    ("PartialOrd", "partial_cmp"),
    ("Ord", "cmp"),
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Rem", "rem"),
    ("Neg", "neg"),
    ("Not", "not"),
    ("BitAnd", "bitand"),
    ("BitOr", "bitor"),
    ("BitXor", "bitxor"),
    ("Shl", "shl"),
    ("Shr", "shr"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
    ("RemAssign", "rem_assign"),
    ("BitXorAssign", "bitxor_assign"),
    ("ShlAssign", "shl_assign"),
    ("ShrAssign", "shr_assign"),
    ("Sum", "sum"),
    ("Product", "product"),
    ("Into", "into"),
    ("TryInto", "try_into"),
    ("Borrow", "borrow"),
    ("BitOrAssign", "bitor_assign"),
    ("BitAndAssign", "bitand_assign"),
    ("Deref", "deref"),
    ("AsRef", "as_ref"),
    ("Index", "index"),
    ("FromIterator", "from_iter"),
    ("IntoIterator", "into_iter"),
    ("Extend", "extend"),
    ("Hasher", "finish"),
    ("DoubleEndedIterator", "next_back"),
    ("ToString", "to_string"),
];

/// Of a trait that many types of numbers implement, these are tried if they are among them, and no more than these.
const TRIED: [&str; 3] = ["i32", "u8", "f64"];

impl Planner<'_> {
    pub(super) fn trait_entries(&self, found: &mut Found) {
        for one in &self.model.impls {
            let Some(of) = &one.of else { continue };
            if self.model.traits.contains_key(&of.path) {
                self.own_trait(one, of, found);
            } else if of.is_std() && self.is_ours(one, of) {
                self.standard_trait(one, of, found);
            }
        }
    }

    /// Between types of others it would not be this library's implementation.
    fn is_ours(&self, one: &Impl, of: &Bound) -> bool {
        let ours = |ty: &Ty| matches!(ty, Ty::Named { path, .. } if self.model.types.contains_key(path));
        ours(&one.target) || of.args.iter().any(ours)
    }

    fn known(&self, one: &Impl) -> Result<(Ty, Substitution), String> {
        let map = self.instances(&[&one.generics], &[])?.into_iter().next().unwrap_or_default();
        Ok(self.with_self(one, map))
    }

    fn with_self(&self, one: &Impl, mut map: Substitution) -> (Ty, Substitution) {
        let target = one.target.with(&map);
        let types: Vec<_> = one.types.iter().map(|(name, ty)| (format!("Self::{name}"), ty.with(&map))).collect();
        map.insert("Self".to_owned(), target.clone());
        map.extend(types);
        (target, map)
    }

    fn standard_trait(&self, one: &Impl, of: &Bound, found: &mut Found) {
        let name = of.name();
        let path = format!("<{} as {}>", one.target.source(), of.short());
        let (target, known) = match self.known(one) {
            Ok(known) => known,
            Err(reason) => return found.refuse(&path, reason),
        };
        match name {
            "Display" => {
                self.simple(&path, "to_string", &target, "{0}.to_string()", one, found);
                // Whether a width is heeded is another matter.
                self.simple(&path, "fmt", &target, "format!(\"{:>16}\", {0})", one, found);
            }
            "LowerHex" => self.simple(&path, "fmt", &target, "format!(\"{:x}\", {0})", one, found),
            "UpperHex" => self.simple(&path, "fmt", &target, "format!(\"{:X}\", {0})", one, found),
            "Binary" => self.simple(&path, "fmt", &target, "format!(\"{:b}\", {0})", one, found),
            "Octal" => self.simple(&path, "fmt", &target, "format!(\"{:o}\", {0})", one, found),
            "LowerExp" => self.simple(&path, "fmt", &target, "format!(\"{:e}\", {0})", one, found),
            "Debug" if !one.derived => self.simple(&path, "fmt", &target, "format!(\"{:?}\", {0})", one, found),
            "Iterator" => self.iterator(&path, &target, one, found),
            _ => {}
        }
        // Derived orders change with the fields, and defaults with their types.
        let is_plain = one.derived && !matches!(name, "PartialOrd" | "Ord" | "Default" | "PartialEq");
        let origin = if one.derived && name == "PartialEq" { Origin::Derived } else { Origin::Author };
        for function in &one.functions {
            if is_plain || !STANDARD.contains(&(name, function.name.as_str())) {
                continue;
            }
            let callee = Callee {
                path: format!("{path}::{}", function.name),
                base: format!("{path}::{}", function.name),
                code: format!("<{} as {}>::{}", target.source(), of.with(&known).source(), function.name),
                outer: Some(&one.generics),
                known: known.clone(),
                function,
                style: Style::Path,
            };
            self.named_entries(&callee, origin, found);
        }
    }

    /// Calls of traits' functions are written as the harness has them: no trait needs to be in scope.
    fn named_entries(&self, callee: &Callee<'_>, origin: Origin, found: &mut Found) {
        match self.try_entries(callee) {
            Ok(entries) => {
                for entry in entries {
                    let code = entry.code.clone();
                    found.add(Entry { text: code.clone(), explicit: code, origin, ..entry });
                }
            }
            Err(reason) if origin == Origin::Author => found.refuse(&callee.path, reason),
            Err(_) => {}
        }
    }

    fn simple(&self, path: &str, name: &str, target: &Ty, template: &str, one: &Impl, found: &mut Found) {
        let path = format!("{path}::{name}");
        match self.shape(target, 0) {
            Err(reason) => found.refuse(&path, reason),
            Ok(shape) if shape.size() > self.limits.input => found.refuse(&path, "its value takes too much data"),
            Ok(shape) => found.add(Entry {
                base: path.clone(),
                path,
                parameters: vec![Parameter {
                    name: "value".to_owned(),
                    shape,
                    typed: typed(target),
                    seen: View::default(),
                }],
                returns: "String".to_owned(),
                source: one.functions.first().and_then(|f| f.source.clone()),
                code: Template::new(template),
                text: Template::new(template),
                explicit: Template::new(template),
                view: self.view(&Ty::std("string::String", Vec::new())),
                origin: Origin::Author,
            }),
        }
    }

    fn iterator(&self, path: &str, target: &Ty, one: &Impl, found: &mut Found) {
        match self.shape(target, 0) {
            Err(reason) => found.refuse(path, reason),
            Ok(shape) if shape.size() > self.limits.input => found.refuse(path, "its value takes too much data"),
            Ok(shape) => found.add(Entry {
                base: path.to_owned(),
                path: path.to_owned(),
                parameters: vec![Parameter {
                    name: "value".to_owned(),
                    shape,
                    typed: typed(target),
                    seen: View::default(),
                }],
                returns: target.source(),
                source: one.functions.first().and_then(|f| f.source.clone()),
                code: Template::new("{0}"),
                text: Template::new("{0}"),
                explicit: Template::new("{0}"),
                view: self.view(target),
                origin: Origin::Author,
            }),
        }
    }

    fn own_trait(&self, one: &Impl, of: &Bound, found: &mut Found) {
        let def = &self.model.traits[&of.path];
        let maps = match self.instances(&[&one.generics], &[]) {
            Ok(maps) => maps,
            Err(reason) => return found.refuse(&format!("<{} as {}>", one.target.source(), of.path), reason),
        };
        for map in maps {
            let (target, mut known) = self.with_self(one, map);
            if self.is_one_of_many(&target, of) {
                let reason = "it is implemented for many types of one kind; only some of them are tried";
                if !found.undriven.iter().any(|one| one.path == of.path) {
                    found.refuse(&of.path, reason);
                }
                continue;
            }
            let general = format!("<{} as {}>", one.target.source(), of.path);
            let of = of.with(&known);
            let arguments: Vec<Ty> = self.arguments(&of).iter().map(|ty| ty.with(&known)).collect();
            known.extend(def.generics.types.iter().cloned().zip(arguments));
            for function in &def.functions {
                let prefix = format!("<{} as {}>::{}", target.source(), of.source(), function.name);
                let callee = Callee {
                    path: prefix.clone(),
                    base: format!("{general}::{}", function.name),
                    code: prefix,
                    outer: None,
                    known: known.clone(),
                    function,
                    style: Style::Path,
                };
                self.named_entries(&callee, Origin::Author, found);
            }
        }
    }

    /// Whether other types take this one's turn: of numbers a few are enough, and of arrays.
    fn is_one_of_many(&self, target: &Ty, of: &Bound) -> bool {
        let impls = self.model.impls.iter().filter(|i| i.of.as_ref().is_some_and(|o| o.path == of.path));
        let alike = impls.map(|i| &i.target).filter(|ty| kind(ty) == kind(target));
        let alike: Vec<&Ty> = alike.collect();
        if kind(target) == Kind::Other || alike.len() <= TRIED.len() {
            return false;
        }
        let first = |ty: &Ty| TRIED.iter().position(|name| *ty == Ty::prim(name)).unwrap_or(TRIED.len());
        let mut order: Vec<usize> = (0..alike.len()).collect();
        order.sort_by_key(|at| first(alike[*at]));
        !order.iter().take(TRIED.len()).any(|at| alike[*at] == target)
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Number,
    Array,
    Other,
}

fn kind(ty: &Ty) -> Kind {
    match ty {
        Ty::Prim(name) if matches!(name.as_str(), "str" | "bool" | "char" | "!") => Kind::Other,
        Ty::Prim(_) => Kind::Number,
        Ty::Array(..) => Kind::Array,
        _ => Kind::Other,
    }
}

/// Where a type has parameters, they are inferred from its value.
fn typed(ty: &Ty) -> Typed {
    match ty {
        Ty::Named { args, .. } if args.is_empty() => Typed::No,
        _ => Typed::Yes,
    }
}
