//! Values for types: those of the language and of the standard library.

use super::Planner;
use super::instances::Passed;
use crate::model::{Ty, last};
use crate::shape::Shape;

const INTEGERS: [(&str, usize); 12] = [
    ("u8", 1),
    ("u16", 2),
    ("u32", 4),
    ("u64", 8),
    ("u128", 16),
    ("usize", 8),
    ("i8", 1),
    ("i16", 2),
    ("i32", 4),
    ("i64", 8),
    ("i128", 16),
    ("isize", 8),
];

impl Planner<'_> {
    /// How a value of a type is made, or why it cannot be.
    pub(super) fn shape(&self, ty: &Ty, depth: u8) -> Result<Shape, String> {
        if depth > self.limits.depth {
            return Err(format!("`{}` is nested too deeply", ty.source()));
        }
        match ty {
            Ty::Prim(name) => primitive(name),
            Ty::Ref { mutable, inner } => self.reference(*mutable, inner, depth),
            Ty::Tuple(parts) => self.all(parts, depth).map(|parts| match parts.is_empty() {
                true => Shape::Fixed("()".to_owned()),
                false => Shape::Tuple(parts),
            }),
            Ty::Array(element, length) => {
                let length: usize =
                    length.parse().map_err(|_| format!("the length of `{}` is not known", ty.source()))?;
                let element = self.shape(element, depth)?;
                match length.saturating_mul(element.size()) <= self.limits.input {
                    true => Ok(Shape::Array(Box::new(element), length)),
                    false => Err(format!("`{}` is too large", ty.source())),
                }
            }
            Ty::Named { path, args } if path.starts_with("std::") => self.std_type(last(path), args, ty, depth),
            Ty::Named { path, args } => match self.model.type_of(path) {
                Some(def) => self.build(path, args, def, depth),
                None => Err(format!("`{path}` is neither public here nor known from another library")),
            },
            Ty::Impl(bounds) => {
                let candidates = self.candidates(bounds, &[], Passed::ByValue)?;
                let first = candidates.first().ok_or_else(|| format!("no type is known for `{}`", ty.source()))?;
                self.shape(first, depth + 1)
            }
            Ty::Closure(source) => Ok(Shape::Fixed(source.clone())),
            Ty::Fn(inputs, output) => super::instances::closure(inputs, output).map(Shape::Fixed),
            Ty::Param(name) => Err(format!("no type is known for `{name}`")),
            Ty::Dyn(bounds) if bounds.iter().any(|b| b.call.is_some()) => self.shape(&Ty::Impl(bounds.clone()), depth),
            Ty::Slice(_) | Ty::Dyn(_) | Ty::Projection(..) => Err(format!("it takes a `{}`", ty.source())),
            Ty::Other(words) => Err(format!("it takes {words}")),
        }
    }

    fn all(&self, types: &[Ty], depth: u8) -> Result<Vec<Shape>, String> {
        types.iter().map(|ty| self.shape(ty, depth)).collect()
    }

    fn list(&self, element: &Ty, depth: u8) -> Result<(Box<Shape>, u8), String> {
        let max = if is_byte(element) { self.limits.bytes } else { self.limits.elements };
        Ok((Box::new(self.shape(element, depth + 1)?), max))
    }

    fn reference(&self, mutable: bool, inner: &Ty, depth: u8) -> Result<Shape, String> {
        let text = Shape::Text(self.limits.bytes);
        match inner {
            Ty::Prim(name) if name == "str" && !mutable => Ok(text),
            Ty::Prim(name) if name == "str" => Err("it takes a `&mut str`".to_owned()),
            Ty::Slice(element) if is_byte(element) && !mutable => Ok(Shape::Bytes(self.limits.bytes)),
            Ty::Slice(element) => {
                let (element, max) = self.list(element, depth)?;
                Ok(Shape::Slice { mutable, element, max })
            }
            Ty::Named { path, args } if path.starts_with("std::") && !mutable => match (last(path), args.as_slice()) {
                ("Path", []) => Ok(Shape::call("std::path::Path::new({0})", vec![text])),
                ("OsStr", []) => Ok(Shape::call("std::ffi::OsStr::new({0})", vec![text])),
                _ => Ok(Shape::Ref { mutable, inner: Box::new(self.shape(inner, depth)?) }),
            },
            Ty::Dyn(bounds) => {
                let Some(Ty::Named { path, args }) =
                    self.candidates(bounds, &[], Passed::Otherwise)?.into_iter().next()
                else {
                    return Err(format!("it takes a `&{}`", inner.source()));
                };
                let inner = Box::new(self.shape(&Ty::Named { path, args }, depth + 1)?);
                Ok(Shape::Ref { mutable, inner })
            }
            _ => match self.shape(inner, depth) {
                Ok(inner) => Ok(Shape::Ref { mutable, inner: Box::new(inner) }),
                Err(reason) if mutable => Err(reason),
                Err(reason) => {
                    let constants = self.constants(&Ty::reference(inner.clone()));
                    constants.or_else(|| self.borrowed(inner, depth)).ok_or(reason)
                }
            },
        }
    }

    fn std_type(&self, name: &str, args: &[Ty], ty: &Ty, depth: u8) -> Result<Shape, String> {
        let text = || vec![Shape::Text(self.limits.bytes)];
        let bytes = || vec![Shape::Bytes(self.limits.bytes)];
        let int = |name: &'static str, size| Shape::Int(name, size);
        Ok(match (name, args) {
            ("String", []) => Shape::call("String::from({0})", text()),
            ("PathBuf", []) => Shape::call("std::path::PathBuf::from({0})", text()),
            ("OsString", []) => Shape::call("std::ffi::OsString::from({0})", text()),
            ("Vec", [element]) if is_byte(element) => Shape::call("{0}.to_vec()", bytes()),
            ("Vec", [element]) => {
                let (element, max) = self.list(element, depth)?;
                Shape::List(element, max)
            }
            ("VecDeque" | "BTreeSet" | "HashSet" | "BinaryHeap" | "LinkedList", [element, ..]) => {
                let (shape, max) = self.list(element, depth)?;
                let path = format!("std::collections::{name}::<{}>", element.source());
                Shape::call(&format!("{{0}}.into_iter().collect::<{path}>()"), vec![Shape::List(shape, max)])
            }
            ("BTreeMap" | "HashMap", [key, value, ..]) => {
                let (shape, max) = self.list(&Ty::Tuple(vec![key.clone(), value.clone()]), depth)?;
                let path = format!("std::collections::{name}::<{}, {}>", key.source(), value.source());
                Shape::call(&format!("{{0}}.into_iter().collect::<{path}>()"), vec![Shape::List(shape, max)])
            }
            ("IntoIter", [element]) => {
                let list = self.shape(&Ty::std("vec::Vec", vec![element.clone()]), depth)?;
                Shape::call("{0}.into_iter()", vec![list])
            }
            ("Option", [inner]) => Shape::Option(Box::new(self.shape(inner, depth + 1)?)),
            ("Result", [ok, error]) => Shape::Choice(vec![
                Shape::call("Ok({0})", vec![self.shape(ok, depth + 1)?]),
                Shape::call("Err({0})", vec![self.shape(error, depth + 1)?]),
            ]),
            ("Box", [Ty::Prim(one)]) if one == "str" => Shape::call("Box::<str>::from({0})", text()),
            ("Box", [Ty::Slice(element)]) => {
                let list = self.std_type("Vec", &[(**element).clone()], ty, depth)?;
                Shape::call("{0}.into_boxed_slice()", vec![list])
            }
            ("Box", [Ty::Dyn(bounds)]) if bounds.iter().all(|bound| bound.call.is_none()) => {
                let found = self.candidates(bounds, &[], Passed::Otherwise)?;
                let made = found.iter().find_map(|ty| self.shape(ty, depth + 1).ok());
                let made = made.ok_or_else(|| format!("no value is known for `{}`", args[0].source()))?;
                Shape::call(&format!("(Box::new({{0}}) as Box<{}>)", args[0].source()), vec![made])
            }
            ("Box", [inner]) => Shape::call("Box::new({0})", vec![self.shape(inner, depth + 1)?]),
            ("Rc", [Ty::Prim(one)]) if one == "str" => Shape::call("std::rc::Rc::<str>::from({0})", text()),
            ("Arc", [Ty::Prim(one)]) if one == "str" => Shape::call("std::sync::Arc::<str>::from({0})", text()),
            ("Cell" | "RefCell", [inner]) => {
                Shape::call(&format!("std::cell::{name}::new({{0}})"), vec![self.shape(inner, depth + 1)?])
            }
            ("Rc", [inner]) => Shape::call("std::rc::Rc::new({0})", vec![self.shape(inner, depth + 1)?]),
            ("Arc", [inner]) => Shape::call("std::sync::Arc::new({0})", vec![self.shape(inner, depth + 1)?]),
            ("Wrapping", [inner]) => Shape::call("std::num::Wrapping({0})", vec![self.shape(inner, depth + 1)?]),
            ("Reverse", [inner]) => Shape::call("std::cmp::Reverse({0})", vec![self.shape(inner, depth + 1)?]),
            ("PhantomData", _) => Shape::Fixed("std::marker::PhantomData".to_owned()),
            ("Cow", [inner]) => {
                let borrowed = self.shape(&Ty::reference(inner.clone()), depth + 1)?;
                let template = match &borrowed {
                    Shape::Bytes(_) => "std::borrow::Cow::<[u8]>::Borrowed({0})",
                    _ => "std::borrow::Cow::Borrowed({0})",
                };
                Shape::call(template, vec![borrowed])
            }
            ("Range", [inner]) => {
                let ends = vec![self.shape(inner, depth + 1)?, self.shape(inner, depth + 1)?];
                Shape::call("({0}..{1})", ends)
            }
            ("RangeInclusive", [inner]) => {
                let ends = vec![self.shape(inner, depth + 1)?, self.shape(inner, depth + 1)?];
                Shape::call("({0}..={1})", ends)
            }
            ("RangeFrom", [inner]) => Shape::call("({0}..)", vec![self.shape(inner, depth + 1)?]),
            ("RangeTo", [inner]) => Shape::call("(..{0})", vec![self.shape(inner, depth + 1)?]),
            ("RangeToInclusive", [inner]) => Shape::call("(..={0})", vec![self.shape(inner, depth + 1)?]),
            ("RangeFull", []) => Shape::Fixed("..".to_owned()),
            ("Bound", [inner]) => Shape::Choice(vec![
                Shape::Fixed("std::ops::Bound::Unbounded".to_owned()),
                Shape::call("std::ops::Bound::Included({0})", vec![self.shape(inner, depth + 1)?]),
                Shape::call("std::ops::Bound::Excluded({0})", vec![self.shape(inner, depth + 1)?]),
            ]),
            ("Duration", []) => Shape::call("std::time::Duration::new({0}, {1})", vec![int("u64", 8), int("u32", 4)]),
            // Within what every platform's clock can say.
            ("SystemTime", []) => Shape::call(
                "(std::time::UNIX_EPOCH + std::time::Duration::from_secs({0} as u64 * 64))",
                vec![int("u32", 4)],
            ),
            ("Ordering", []) => Shape::Choice(
                ["Less", "Equal", "Greater"]
                    .iter()
                    .map(|one| Shape::Fixed(format!("std::cmp::Ordering::{one}")))
                    .collect(),
            ),
            ("Ipv4Addr", []) => {
                Shape::call("std::net::Ipv4Addr::from({0})", vec![Shape::Array(Box::new(int("u8", 1)), 4)])
            }
            ("Ipv6Addr", []) => {
                Shape::call("std::net::Ipv6Addr::from({0})", vec![Shape::Array(Box::new(int("u8", 1)), 16)])
            }
            ("IpAddr", []) => Shape::Choice(vec![
                Shape::call("std::net::IpAddr::V4({0})", vec![self.std_type("Ipv4Addr", &[], ty, depth)?]),
                Shape::call("std::net::IpAddr::V6({0})", vec![self.std_type("Ipv6Addr", &[], ty, depth)?]),
            ]),
            ("SocketAddr", []) => {
                let parts = vec![self.std_type("IpAddr", &[], ty, depth)?, int("u16", 2)];
                Shape::call("std::net::SocketAddr::new({0}, {1})", parts)
            }
            ("Error", []) if ty.source() == "std::fmt::Error" => Shape::Fixed("std::fmt::Error".to_owned()),
            ("Error", []) if ty.source() == "std::io::Error" => Shape::Choice(
                ["NotFound", "UnexpectedEof", "Other"]
                    .iter()
                    .map(|kind| Shape::Fixed(format!("std::io::Error::from(std::io::ErrorKind::{kind})")))
                    .collect(),
            ),
            // Errors of the standard library, as those who ask for them get them.
            ("ParseIntError", []) => Shape::Fixed("\"\".parse::<i32>().unwrap_err()".to_owned()),
            ("ParseFloatError", []) => Shape::Fixed("\"\".parse::<f64>().unwrap_err()".to_owned()),
            ("AddrParseError", []) => Shape::Fixed("\"\".parse::<std::net::IpAddr>().unwrap_err()".to_owned()),
            ("ParseCharError", []) => Shape::Fixed("\"\".parse::<char>().unwrap_err()".to_owned()),
            ("CharTryFromError", []) => Shape::Fixed("char::try_from(0xd800u32).unwrap_err()".to_owned()),
            ("VarError", []) => Shape::Fixed("std::env::VarError::NotPresent".to_owned()),
            ("ParseBoolError", []) => Shape::Fixed("\"\".parse::<bool>().unwrap_err()".to_owned()),
            ("TryFromIntError", []) => Shape::Fixed("u8::try_from(-1).unwrap_err()".to_owned()),
            ("Utf8Error", []) => Shape::Fixed("std::str::from_utf8(&[b'a', 255]).unwrap_err()".to_owned()),
            ("FromUtf8Error", []) => Shape::Fixed("String::from_utf8(vec![b'a', 255]).unwrap_err()".to_owned()),
            ("Cursor", [inner]) => Shape::call("std::io::Cursor::new({0})", vec![self.shape(inner, depth + 1)?]),
            ("DefaultHasher", []) => Shape::Fixed("std::collections::hash_map::DefaultHasher::new()".to_owned()),
            ("NonZero", [inner]) => Shape::fallible(
                &format!("std::num::NonZero::<{}>::new({{0}})", inner.source()),
                vec![self.shape(inner, depth)?],
            ),
            _ => return Err(format!("how to make a `{}` is not known", ty.source())),
        })
    }
}

pub(super) fn is_integer(name: &str) -> bool {
    INTEGERS.iter().any(|(one, _)| *one == name)
}

fn is_byte(ty: &Ty) -> bool {
    matches!(ty, Ty::Prim(name) if name == "u8")
}

fn primitive(name: &str) -> Result<Shape, String> {
    if let Some((name, size)) = INTEGERS.iter().find(|(one, _)| *one == name) {
        return Ok(Shape::Int(name, *size));
    }
    match name {
        "bool" => Ok(Shape::Bool),
        "char" => Ok(Shape::Char),
        "f32" => Ok(Shape::Float("f32", 4)),
        "f64" => Ok(Shape::Float("f64", 8)),
        _ => Err(format!("it takes a `{name}`")),
    }
}
