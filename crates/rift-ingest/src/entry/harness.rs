//! A `main` that calls one function with symbolic parameters, as C.
//!
//! The same text is compiled to bitcode and natively, so that what the machine predicts can be seen natively. It
//! includes the file that defines the function, so that static functions can be called, and calls through a pointer
//! whose type is rebuilt from debug information, so that no type needs to be named. Values are shown as bytes in
//! hexadecimal, by table: formatting a symbolic number in decimal would split the path for every length it can have.

use super::types::{Parameter, Signature, Type, TypeId};
use super::{Bounds, EntryError};
use std::fmt::Write as _;
use std::path::Path;

/// How deep pointers inside of what pointers point to are followed; null below.
const DEPTH: u32 = 3;

pub(super) fn harness(file: &Path, entry: &str, signature: &Signature, bounds: &Bounds) -> Result<String, EntryError> {
    let mut writer =
        Writer { signature, bounds, entry, body: String::new(), after: String::new(), structs: 0, next: 0 };
    let mut types = vec![];
    let mut arguments = vec![];
    let mut before: Option<(&Parameter, u64)> = None;
    for parameter in &signature.parameters {
        let (ty, argument, room) = writer.parameter(parameter)?;
        if let Some((_, room)) = before
            && is_length(&parameter.name)
            && let Type::Int { bytes, .. } = signature.get(parameter.ty)
        {
            writer.bound(&argument, *bytes, room);
        }
        before = room.map(|room| (parameter, room));
        types.push(ty);
        arguments.push(argument);
    }
    let returns = writer.c_type(signature.returns).ok_or_else(|| EntryError::Parameter {
        entry: entry.to_owned(),
        name: "(its result)".to_owned(),
        reason: "its type cannot be returned by a harness".to_owned(),
    })?;
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    let call = format!("(({returns} (*)({types})){entry})({})", arguments.join(", "));
    let shown = match signature.get(signature.returns) {
        Type::Void => format!("  {call};\n"),
        _ => {
            let mut shown = format!("  {returns} rift_result = {call};\n  fflush(stdout);\n");
            writer.show_returned(&mut shown);
            shown
        }
    };
    let Writer { body, after, .. } = writer;
    Ok(format!(
        "#include \"{}\"\n#undef main\n{PRELUDE}\nint main(void) {{\n{body}{shown}  fflush(stdout);\n{after}  return 0;\n}}\n",
        file.display()
    ))
}

const PRELUDE: &str = r#"
#include <stdio.h>
#include <klee/klee.h>
static void rift_show(const char *name, const void *value, unsigned long size) {
  static const char digits[] = "0123456789abcdef";
  const unsigned char *bytes = (const unsigned char *)value;
  fputs(name, stdout);
  fputs(" = ", stdout);
  for (unsigned long i = 0; i < size; i++) {
    putchar(digits[bytes[i] >> 4]);
    putchar(digits[bytes[i] & 15]);
  }
  putchar('\n');
}
"#;

fn is_length(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["n", "len", "length", "size", "count", "num", "nbytes", "sz", "cnt", "bytes"];
    words.contains(&name.as_str()) || words[1..].iter().any(|word| name.ends_with(word) || name.starts_with(word))
}

struct Writer<'a> {
    signature: &'a Signature,
    bounds: &'a Bounds,
    entry: &'a str,
    body: String,
    after: String,
    structs: u32,
    next: u32,
}

impl Writer<'_> {
    fn refuse(&self, parameter: &str, reason: impl Into<String>) -> EntryError {
        EntryError::Parameter { entry: self.entry.to_owned(), name: parameter.to_owned(), reason: reason.into() }
    }

    /// The C type to pass, what to pass, and how many elements a pointer points to.
    fn parameter(&mut self, parameter: &Parameter) -> Result<(String, String, Option<u64>), EntryError> {
        let name = &parameter.name;
        let variable = format!("rift_{}_{}", self.next, name);
        self.next += 1;
        match self.signature.get(parameter.ty).clone() {
            Type::Pointer { to, is_const } => {
                let count = self.pointee(&variable, name, to, 0)?.ok_or_else(|| {
                    self.refuse(name, "it is a pointer to something that cannot be built (a function, a union, ..)")
                })?;
                if !is_const {
                    _ = writeln!(self.after, "  rift_show(\"{name}\", {variable}, sizeof {variable});");
                }
                Ok(("void *".to_owned(), variable, Some(count)))
            }
            Type::Bool => {
                _ = writeln!(self.body, "  unsigned char {variable};");
                self.symbolic(&variable, name);
                Ok(("_Bool".to_owned(), format!("({variable} & 1)"), None))
            }
            _ => {
                let ty = self.c_type(parameter.ty).ok_or_else(|| self.refuse(name, self.what(parameter.ty)))?;
                _ = writeln!(self.body, "  {ty} {variable};");
                self.symbolic(&variable, name);
                let address = format!("(unsigned char *)&{variable}");
                self.pointers_inside(&address, parameter.ty, name, 0)?;
                Ok((ty, variable, None))
            }
        }
    }

    fn symbolic(&mut self, variable: &str, name: &str) {
        _ = writeln!(self.body, "  klee_make_symbolic(&{variable}, sizeof {variable}, \"{name}\");");
    }

    fn bound(&mut self, variable: &str, bytes: u64, room: u64) {
        let unsigned = match bytes {
            1 => "unsigned char",
            2 => "unsigned short",
            4 => "unsigned int",
            _ => "unsigned long",
        };
        _ = writeln!(self.body, "  klee_assume(({unsigned}){variable} <= {room});");
    }

    fn what(&self, ty: TypeId) -> String {
        match self.signature.get(ty) {
            Type::Unknown { what, .. } => format!("it is {what}"),
            _ => "its type cannot be built".to_owned(),
        }
    }

    /// Declares an array `variable` for a pointer to point to, of symbolic elements. How many; `None` if it cannot.
    fn pointee(&mut self, variable: &str, name: &str, to: TypeId, depth: u32) -> Result<Option<u64>, EntryError> {
        let (size, count, text) = match self.signature.get(to) {
            Type::Int { bytes: 1, is_char, .. } => (1, u64::from(self.bounds.bytes), *is_char),
            Type::Void => (1, u64::from(self.bounds.bytes), false),
            Type::Int { .. } | Type::Float { .. } | Type::Bool => {
                (self.signature.size(to).unwrap_or(1), u64::from(self.bounds.elements), false)
            }
            _ => match self.signature.size(to) {
                Some(size) if size > 0 => (size, 1, false),
                _ => return Ok(None),
            },
        };
        let bytes = size * count + u64::from(text);
        _ = writeln!(self.body, "  _Alignas(16) unsigned char {variable}[{bytes}];");
        match text {
            true => {
                _ = writeln!(self.body, "  klee_make_symbolic({variable}, {count}, \"{name}\");");
                _ = writeln!(self.body, "  {variable}[{count}] = 0;");
            }
            false => self.symbolic(variable, name),
        }
        for index in 0..count {
            let address = format!("({variable} + {})", index * size);
            self.pointers_inside(&address, to, name, depth)?;
        }
        Ok(Some(count))
    }

    /// Gives the pointers in an object that is all symbolic something to point to.
    fn pointers_inside(&mut self, address: &str, ty: TypeId, name: &str, depth: u32) -> Result<(), EntryError> {
        if !self.signature.has_pointers(ty) {
            return Ok(());
        }
        match self.signature.get(ty).clone() {
            Type::Pointer { to, .. } => {
                let variable = format!("rift_{}", self.next);
                self.next += 1;
                let built = if depth < DEPTH { self.pointee(&variable, name, to, depth + 1)? } else { None };
                let target = if built.is_some() { variable.as_str() } else { "(void *)0" };
                _ = writeln!(self.body, "  *(void **)({address}) = {target};");
            }
            Type::Struct { fields, .. } => {
                for field in fields {
                    let name = format!("{name}.{}", field.name);
                    self.pointers_inside(&format!("{address} + {}", field.offset), field.ty, &name, depth)?;
                }
            }
            Type::Array { of, count } => {
                let size = self.signature.size(of).unwrap_or(0);
                for index in 0..count {
                    self.pointers_inside(&format!("{address} + {}", index * size), of, name, depth)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A C type that is passed and returned as this one.
    fn c_type(&mut self, ty: TypeId) -> Option<String> {
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
            Type::Struct { fields, .. } => {
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
            Type::Array { .. } | Type::Unknown { .. } => return None,
        })
    }

    fn show_returned(&self, out: &mut String) {
        match self.signature.get(self.signature.returns) {
            Type::Pointer { .. } => {
                _ = writeln!(
                    out,
                    "  puts(rift_result ? \"{} returned a pointer\" : \"{0} returned null\");",
                    self.entry
                );
            }
            // Bytes between fields are nobody's: only the fields are shown.
            Type::Struct { fields, .. } => {
                for (index, field) in fields.iter().enumerate() {
                    if !self.signature.has_pointers(field.ty) {
                        let name = format!("{} returned .{}", self.entry, field.name);
                        _ = writeln!(
                            out,
                            "  rift_show(\"{name}\", &rift_result.f{index}, sizeof rift_result.f{index});"
                        );
                    }
                }
            }
            _ => _ = writeln!(out, "  rift_show(\"{} returned\", &rift_result, sizeof rift_result);", self.entry),
        }
    }
}
