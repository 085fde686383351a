//! The statements of a harness: parameters made symbolic, and what came of a call shown.
//!
//! What is behind pointers that the function may write through is shown after the call, field by field where there are
//! bytes between the fields, which are nobody's. Addresses are never shown: they differ from build to build.

use super::types::{Parameter, Signature, Type, TypeId};
use super::{Bounds, EntryError};
use std::fmt::Write as _;

/// How deep pointers inside of what pointers point to are followed; null below.
pub(super) const DEPTH: u32 = 3;

/// Structures that are described, and yet nobody but the C library can make them.
const OPAQUE: [(&str, &str); 2] = [("_IO_FILE", "a stream (FILE)"), ("__va_list_tag", "a list of parameters")];

/// An object that is made symbolic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    pub name: String,
    pub bytes: u64,
    /// Of a length: how many elements there are.
    pub most: Option<u64>,
}

/// A line that is shown: `LABEL = BYTES`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub label: String,
    pub what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// One or more of them.
    Values(TypeId),
    /// A string.
    Text,
    /// How far behind the beginning of a parameter.
    Offset,
    /// A pointer, in words.
    Pointer,
    /// A variable of the library, by its place in the list of them.
    Variable(usize),
}

/// What a pointer is given to point to.
pub(super) struct Pointee {
    pub size: u64,
    pub count: u64,
    /// A zero follows.
    pub text: bool,
}

/// `None` if there is nothing that can be built.
pub(super) fn pointee(signature: &Signature, bounds: &Bounds, to: TypeId) -> Option<Pointee> {
    let (size, count, text) = match signature.get(to) {
        Type::Int { bytes: 1, is_char, .. } => (1, u64::from(bounds.bytes), *is_char),
        Type::Void => (1, u64::from(bounds.bytes), false),
        Type::Int { .. } | Type::Float { .. } | Type::Bool => {
            (signature.size(to).unwrap_or(1), u64::from(bounds.elements), false)
        }
        _ => match signature.size(to) {
            Some(size) if size > 0 && opaque(signature, to).is_none() => (size, 1, false),
            _ => return None,
        },
    };
    Some(Pointee { size, count, text })
}

fn opaque(signature: &Signature, ty: TypeId) -> Option<&'static str> {
    let Type::Struct { name, .. } = signature.get(ty) else { return None };
    OPAQUE.iter().find(|(known, _)| known == name).map(|(_, what)| *what)
}

pub(super) struct Writer<'a> {
    signature: &'a Signature,
    bounds: &'a Bounds,
    entry: &'a str,
    pub body: String,
    pub after: String,
    pub objects: Vec<Made>,
    pub shown: Vec<Shown>,
    /// What parameters point to: the variable and the parameter's name.
    given: Vec<(String, String)>,
    structs: u32,
    next: u32,
}

impl<'a> Writer<'a> {
    pub fn new(signature: &'a Signature, bounds: &'a Bounds, entry: &'a str) -> Writer<'a> {
        Writer {
            signature,
            bounds,
            entry,
            body: String::new(),
            after: String::new(),
            objects: vec![],
            shown: vec![],
            given: vec![],
            structs: 0,
            next: 0,
        }
    }

    fn refuse(&self, parameter: &str, reason: impl Into<String>) -> EntryError {
        EntryError::Parameter { entry: self.entry.to_owned(), name: parameter.to_owned(), reason: reason.into() }
    }

    /// The C type to pass, what to pass, and how many elements a pointer points to.
    pub fn parameter(&mut self, parameter: &Parameter) -> Result<(String, String, Option<u64>), EntryError> {
        let name = &parameter.name;
        let variable = format!("rift_{}_{}", self.next, name);
        self.next += 1;
        match self.signature.get(parameter.ty).clone() {
            Type::Pointer { to, is_const } => {
                let count = self.pointee(&variable, name, to, is_const, 0);
                let count = count.ok_or_else(|| self.refuse(name, self.why_not(to)))?;
                self.given.push((variable.clone(), name.clone()));
                Ok(("void *".to_owned(), variable, Some(count)))
            }
            Type::Bool => {
                _ = writeln!(self.body, "  unsigned char {variable};");
                self.symbolic(&variable, name, 1);
                Ok(("_Bool".to_owned(), format!("({variable} & 1)"), None))
            }
            _ => {
                let ty = self.c_type(parameter.ty).ok_or_else(|| self.refuse(name, self.what(parameter.ty)))?;
                _ = writeln!(self.body, "  {ty} {variable};");
                self.symbolic(&variable, name, self.signature.size(parameter.ty).unwrap_or(0));
                let address = format!("(unsigned char *)&{variable}");
                // The function has a copy: nobody sees what it writes there.
                self.pointers_inside(&address, parameter.ty, name, true, 0);
                Ok((ty, variable, None))
            }
        }
    }

    fn symbolic(&mut self, variable: &str, name: &str, bytes: u64) {
        _ = writeln!(self.body, "  klee_make_symbolic(&{variable}, sizeof {variable}, \"{name}\");");
        self.objects.push(Made { name: name.to_owned(), bytes, most: None });
    }

    pub fn bound(&mut self, variable: &str, bytes: u64, room: u64) {
        let unsigned = match bytes {
            1 => "unsigned char",
            2 => "unsigned short",
            4 => "unsigned int",
            _ => "unsigned long",
        };
        _ = writeln!(self.body, "  klee_assume(({unsigned}){variable} <= {room});");
        if let Some(made) = self.objects.last_mut() {
            made.most = Some(room);
        }
    }

    fn what(&self, ty: TypeId) -> String {
        match self.signature.get(ty) {
            Type::Unknown { what, .. } => format!("it is {what}"),
            Type::Struct { bit_fields: true, .. } => "it is a structure with bit-fields, passed by value".to_owned(),
            _ => "its type cannot be built".to_owned(),
        }
    }

    fn why_not(&self, to: TypeId) -> String {
        match (self.signature.get(to), opaque(self.signature, to)) {
            (_, Some(what)) => format!("it is a pointer to {what}"),
            (Type::Unknown { what, .. }, None) => format!("it is a pointer to {what}"),
            _ => "it is a pointer to something that cannot be built".to_owned(),
        }
    }

    /// Declares an array `variable` for a pointer to point to, of symbolic elements. How many; `None` if it cannot.
    fn pointee(&mut self, variable: &str, name: &str, to: TypeId, is_const: bool, depth: u32) -> Option<u64> {
        let Pointee { size, count, text } = pointee(self.signature, self.bounds, to)?;
        let bytes = size * count + u64::from(text);
        _ = writeln!(self.body, "  _Alignas(16) unsigned char {variable}[{bytes}];");
        match text {
            true => {
                _ = writeln!(self.body, "  klee_make_symbolic({variable}, {count}, \"{name}\");");
                _ = writeln!(self.body, "  {variable}[{count}] = 0;");
                self.objects.push(Made { name: name.to_owned(), bytes: count, most: None });
            }
            false => self.symbolic(variable, name, bytes),
        }
        if !is_const {
            self.show(name, variable, to, bytes);
        }
        for index in 0..count {
            let address = format!("({variable} + {})", index * size);
            self.pointers_inside(&address, to, name, is_const, depth);
        }
        Some(count)
    }

    /// Gives the pointers in an object that is all symbolic something to point to.
    fn pointers_inside(&mut self, address: &str, ty: TypeId, name: &str, is_const: bool, depth: u32) {
        if !self.signature.has_pointers(ty) {
            return;
        }
        match self.signature.get(ty).clone() {
            Type::Pointer { to, is_const: is_target_const } => {
                let variable = format!("rift_{}", self.next);
                self.next += 1;
                let built = match depth < DEPTH {
                    true => self.pointee(&variable, name, to, is_target_const, depth + 1),
                    false => None,
                };
                let target = if built.is_some() { variable.as_str() } else { "(void *)0" };
                _ = writeln!(self.body, "  *(void **)({address}) = {target};");
                if !is_const {
                    _ = writeln!(self.after, "  rift_pointer(\"{name}\", *(void **)({address}), {target});");
                    self.shown.push(Shown { label: name.to_owned(), what: What::Pointer });
                }
            }
            Type::Struct { fields, .. } => {
                for field in fields {
                    let name = format!("{name}.{}", field.name);
                    let address = format!("{address} + {}", field.offset);
                    self.pointers_inside(&address, field.ty, &name, is_const, depth);
                }
            }
            Type::Array { of, count } => {
                let size = self.signature.size(of).unwrap_or(0);
                for index in 0..count {
                    let name = format!("{name}[{index}]");
                    self.pointers_inside(&format!("{address} + {}", index * size), of, &name, is_const, depth);
                }
            }
            _ => {}
        }
    }

    /// Shows what is at an address after the call, without pointers and without what is between fields.
    fn show(&mut self, label: &str, address: &str, ty: TypeId, bytes: u64) {
        let is_plain = !self.signature.has_pointers(ty) && !self.signature.has_padding(ty);
        match self.signature.get(ty).clone() {
            Type::Pointer { .. } => {}
            Type::Struct { fields, .. } if !is_plain => {
                for field in fields {
                    let Some(bytes) = self.signature.size(field.ty) else { continue };
                    let (label, address) = (format!("{label}.{}", field.name), format!("{address} + {}", field.offset));
                    self.show(&label, &address, field.ty, bytes);
                }
            }
            Type::Array { of, count } if !is_plain => {
                let Some(size) = self.signature.size(of) else { return };
                for index in 0..count {
                    self.show(&format!("{label}[{index}]"), &format!("{address} + {}", index * size), of, size);
                }
            }
            _ => {
                _ = writeln!(self.after, "  rift_show(\"{label}\", {address}, {bytes});");
                self.shown.push(Shown { label: label.to_owned(), what: What::Values(ty) });
            }
        }
    }

    /// A C type that is passed and returned as this one.
    pub fn c_type(&mut self, ty: TypeId) -> Option<String> {
        Some(match self.signature.get(ty).clone() {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int { bytes, signed, .. } => {
                let sign = if signed { "signed" } else { "unsigned" };
                let base = match bytes {
                    1 => "char",
                    2 => "short",
                    4 => "int",
                    8 => "long",
                    16 => "__int128",
                    _ => return None,
                };
                format!("{sign} {base}")
            }
            Type::Float { bytes: 4 } => "float".to_owned(),
            Type::Float { .. } => "double".to_owned(),
            Type::Pointer { .. } => "void *".to_owned(),
            Type::Struct { fields, bit_fields: false, .. } => {
                let mut members = String::new();
                for (index, field) in fields.iter().enumerate() {
                    let (mut of, mut dimension) = (field.ty, String::new());
                    while let Type::Array { of: inner, count } = self.signature.get(of).clone() {
                        _ = write!(dimension, "[{count}]");
                        of = inner;
                    }
                    let ty = self.c_type(of)?;
                    _ = write!(members, " {ty} f{index}{dimension};");
                }
                let name = format!("struct rift_s{}", self.structs);
                self.structs += 1;
                _ = writeln!(self.body, "  {name} {{{members} }};");
                name
            }
            Type::Struct { .. } | Type::Array { .. } | Type::Unknown { .. } => return None,
        })
    }

    pub fn show_returned(&mut self, out: &mut String) {
        let label = format!("{} returned", self.entry);
        let mut lines = Vec::new();
        match self.signature.get(self.signature.returns).clone() {
            Type::Pointer { to, .. } => self.show_pointer(out, &label, to, &mut lines),
            // Bytes between fields are nobody's: only the fields are shown.
            Type::Struct { fields, .. } => {
                for (index, field) in fields.iter().enumerate() {
                    if !self.signature.has_pointers(field.ty) {
                        let label = format!("{label} .{}", field.name);
                        _ = writeln!(
                            out,
                            "  rift_show(\"{label}\", &rift_result.f{index}, sizeof rift_result.f{index});"
                        );
                        lines.push(Shown { label, what: What::Values(field.ty) });
                    }
                }
            }
            _ => {
                _ = writeln!(out, "  rift_show(\"{label}\", &rift_result, sizeof rift_result);");
                lines.push(Shown { label, what: What::Values(self.signature.returns) });
            }
        }
        lines.append(&mut self.shown);
        self.shown = lines;
    }

    /// Where a pointer leads that was returned: into a parameter, to a string, or somewhere else.
    fn show_pointer(&mut self, out: &mut String, label: &str, to: TypeId, lines: &mut Vec<Shown>) {
        lines.push(Shown { label: label.to_owned(), what: What::Pointer });
        _ = writeln!(out, "  if (!rift_result) puts(\"{label} null\");");
        for (variable, name) in &self.given {
            let label = format!("{label} {name} +");
            let is_inside = format!("(unsigned long)rift_result - (unsigned long){variable} <= sizeof {variable}");
            _ = writeln!(
                out,
                "  else if ({is_inside}) {{\n    unsigned long rift_offset = (unsigned long)rift_result - (unsigned long){variable};\n    rift_show(\"{label}\", &rift_offset, sizeof rift_offset);\n  }}"
            );
            lines.push(Shown { label, what: What::Offset });
        }
        match self.signature.get(to) {
            Type::Int { is_char: true, .. } => {
                let label = format!("{label} the text");
                _ = writeln!(out, "  else rift_show(\"{label}\", rift_result, rift_length(rift_result));");
                lines.push(Shown { label, what: What::Text });
            }
            Type::Struct { bytes, .. } if opaque(self.signature, to).is_none() => {
                let (after, shown) = (std::mem::take(&mut self.after), std::mem::take(&mut self.shown));
                self.show("(*result)", "(unsigned char *)rift_result", to, *bytes);
                let fields = std::mem::replace(&mut self.after, after);
                lines.append(&mut std::mem::replace(&mut self.shown, shown));
                _ = writeln!(out, "  else {{\n    puts(\"{label} a pointer\");\n{fields}  }}");
            }
            _ => _ = writeln!(out, "  else puts(\"{label} a pointer\");"),
        }
    }
}
