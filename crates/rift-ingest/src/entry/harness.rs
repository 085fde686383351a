//! A `main` that calls functions with symbolic parameters, as C.
//!
//! The same text is compiled to bitcode and natively, so that what the machine predicts can be seen natively. For one
//! entry it includes the file that defines the function, so that static functions can be called; for all functions of a
//! library they are called by their names for the linker, so that the library may have any number of files. Calls go
//! through a pointer whose type is rebuilt from debug information, so that no type needs to be named. Values are shown
//! as bytes in hexadecimal, by table: formatting a symbolic number in decimal would split the path for every length it
//! can have.

use super::types::{Signature, Type};
use super::writer::{Made, Shown, Writer};
use super::{Bounds, EntryError};
use std::fmt::Write as _;
use std::path::Path;

/// The statements that call a function and show what came of it.
pub(super) struct Call {
    pub text: String,
    /// What is made symbolic, in order.
    pub objects: Vec<Made>,
    /// What is shown, in order.
    pub shown: Vec<Shown>,
}

/// `callee` is what the function is called in the harness.
pub(super) fn call(entry: &str, callee: &str, signature: &Signature, bounds: &Bounds) -> Result<Call, EntryError> {
    if signature.variadic {
        let reason = "it takes any number of parameters".to_owned();
        return Err(EntryError::Unsupported { entry: entry.to_owned(), reason });
    }
    let mut writer = Writer::new(signature, bounds, entry);
    let mut types = vec![];
    let mut arguments = vec![];
    let mut before: Option<u64> = None;
    for parameter in &signature.parameters {
        let (ty, argument, room) = writer.parameter(parameter)?;
        if let Some(room) = before
            && is_length(&parameter.name)
            && let Type::Int { bytes, .. } = signature.get(parameter.ty)
        {
            writer.bound(&argument, *bytes, room);
        }
        before = room;
        types.push(ty);
        arguments.push(argument);
    }
    let returns = writer.c_type(signature.returns).ok_or_else(|| EntryError::Parameter {
        entry: entry.to_owned(),
        name: "(its result)".to_owned(),
        reason: "its type cannot be returned by a harness".to_owned(),
    })?;
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    let call = format!("(({returns} (*)({types})){callee})({})", arguments.join(", "));
    let result = match signature.get(signature.returns) {
        Type::Void => format!("  {call};\n"),
        _ => {
            let mut result = format!("  {returns} rift_result = {call};\n  fflush(stdout);\n");
            writer.show_returned(&mut result);
            result
        }
    };
    let Writer { body, after, objects, shown, .. } = writer;
    Ok(Call { text: format!("{body}{result}  fflush(stdout);\n{after}"), objects, shown })
}

/// A program that calls one function of a file.
pub(super) fn harness(file: &Path, call: &Call) -> String {
    let (file, text) = (file.display(), &call.text);
    format!("#include \"{file}\"\n#undef main\n{PRELUDE}\nint main(void) {{\n{text}  return 0;\n}}\n")
}

/// What the harness of a library calls a function.
pub(super) fn callee(place: usize) -> String {
    format!("rift_callee_{place}")
}

pub(super) fn variable_label(name: &str) -> String {
    format!("variable {name}")
}

/// A program that calls the function that its argument names. A name for the linker is given to each, since their own
/// may be declared otherwise by a header. Variables, by name and size, are shown where the call changed them.
pub(super) fn library_harness(calls: &[(&str, &Call)], variables: &[(&str, u64)]) -> String {
    let mut text = format!("#undef main\n{PRELUDE}{NAMES}");
    let mut choices = String::new();
    let (mut before, mut after) = (String::new(), String::new());
    for (place, (name, size)) in variables.iter().enumerate() {
        _ = writeln!(text, "extern unsigned char rift_variable_{place}[] __asm__(\"{name}\");");
        _ = writeln!(text, "static unsigned char rift_before_{place}[{size}];");
        _ = writeln!(before, "  rift_keep(rift_before_{place}, rift_variable_{place}, {size});");
        let label = variable_label(name);
        _ = writeln!(after, "  rift_changed(\"{label}\", rift_before_{place}, rift_variable_{place}, {size});");
    }
    _ = writeln!(text, "static void rift_begin(void) {{\n{before}}}\nstatic void rift_end(void) {{\n{after}}}");
    for (place, (name, call)) in calls.iter().enumerate() {
        let callee = callee(place);
        _ = writeln!(text, "extern void {callee}(void) __asm__(\"{name}\");");
        _ = writeln!(text, "static void rift_entry_{place}(void) {{\n{}}}", call.text);
        _ = writeln!(
            choices,
            "  if (rift_is(argv[1], \"{name}\")) {{ rift_begin(); rift_entry_{place}(); rift_end(); return 0; }}"
        );
    }
    text + "int main(int argc, char **argv) {\n  if (argc < 2) return 2;\n" + &choices + "  return 2;\n}\n"
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
static inline unsigned long rift_length(const char *text) {
  unsigned long length = 0;
  while (length < 4096 && text[length]) length++;
  return length;
}
static inline void rift_pointer(const char *name, const void *value, const void *given) {
  fputs(name, stdout);
  puts(!value ? " is null" : value == given ? " is as it was" : " is another pointer");
}
"#;

const NAMES: &str = r#"
static int rift_is(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return *one == *other;
}
static inline void rift_keep(unsigned char *to, const unsigned char *from, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) to[i] = from[i];
}
static inline void rift_changed(const char *name, const unsigned char *old, const unsigned char *now, unsigned long size) {
  int same = 1;
  for (unsigned long i = 0; i < size; i++) same &= old[i] == now[i];
  if (!same) rift_show(name, now, size);
}
"#;

fn is_length(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["n", "len", "length", "size", "count", "num", "nbytes", "sz", "cnt", "bytes"];
    words.contains(&name.as_str()) || words[1..].iter().any(|word| name.ends_with(word) || name.starts_with(word))
}
