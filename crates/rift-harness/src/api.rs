//! What can be called in a library, and how.

use crate::dependencies::Dependency;
use crate::literals::Literals;
use crate::shape::{Cursor, Pick, Shape, Template, Typed};
use crate::view::View;
use rift_ir::Pair;
use std::path::PathBuf;

/// How much data the parameters of an entry are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a string or of a slice of bytes.
    pub bytes: u8,
    /// The same where an entry takes only one of them.
    pub lone: u8,
    /// Elements of other lists.
    pub elements: u8,
    /// Bytes of all parameters of an entry together.
    pub input: usize,
    /// How deep constructors are nested.
    pub depth: u8,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 8, lone: 16, elements: 3, input: 256, depth: 3 }
    }
}

/// What a version offers.
#[derive(Debug, Clone, Default)]
pub struct Api {
    pub entries: Vec<Entry>,
    pub undriven: Vec<Undriven>,
    /// Said to the user: for example that only the syntax was read, and why.
    pub notes: Vec<String>,
    /// Other libraries that the entries name.
    pub others: Vec<Dependency>,
}

/// Something public that is not called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undriven {
    pub path: String,
    /// In words: "it is unsafe".
    pub reason: String,
}

/// Something that can be called: a function, a method, an operator, a constant.
#[derive(Debug, Clone)]
pub struct Entry {
    /// As a user writes it: `shlex::quote`, `wildmatch::WildMatch::is_match`, `<str as heck::ToSnakeCase>::to_snake_case`.
    pub path: String,
    pub parameters: Vec<Parameter>,
    /// The result's type as Rust source; `()` if there is none.
    pub returns: String,
    /// File (below the package's root, if it is there) and line.
    pub source: Option<(PathBuf, usize)>,
    /// The call in the harness, with its parameters as they are passed.
    pub(crate) code: Template,
    /// The call as people write it. A receiver is written without its `&`.
    pub(crate) text: Template,
    /// The same with all type arguments, for calls whose arguments do not tell them: `largest::<i32>(&[])`.
    pub(crate) explicit: Template,
    /// What writes the result down raw, in the harness.
    pub(crate) view: View,
    /// The path without the types that were chosen for type parameters.
    pub(crate) base: String,
    pub(crate) origin: Origin,
}

/// Who wrote the code of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Author,
    /// The compiler, for what the fields say: of interest only if it is the author in the other version.
    Derived,
}

/// What an entry is given.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    pub(crate) shape: Shape,
    pub(crate) typed: Typed,
    /// What writes it down raw after the call, in the harness, if it was lent to be changed.
    pub(crate) seen: View,
}

impl Parameter {
    /// Whether the call may change it, so that it is looked at afterwards.
    pub(crate) fn is_changed(&self) -> bool {
        self.shape.lent_mutably().is_some() && self.seen != View::default()
    }
}

/// The entries that both versions have. The number of an entry is its place in the list.
#[derive(Debug, Clone, Default)]
pub struct Shared {
    pub entries: Vec<Pair<Entry>>,
    pub unmatched: Vec<Undriven>,
    /// Said to the user: for example that only the syntax of a version was read, and why.
    pub notes: Vec<String>,
    /// Other libraries that calls of the new version name.
    pub others: Vec<Dependency>,
}

/// How a harness showed a result, which a test must do alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Debug,
    Display,
    /// An iterator: `Debug` of its first items.
    Items,
    /// It has neither `Debug` nor `Display`: only that it was returned.
    Nothing,
}

/// What a run of a harness with `show` showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    Returned {
        text: String,
        how: How,
        /// Parameters that were shown as well, since the call may have changed them.
        after: Vec<String>,
    },
    Panicked {
        message: String,
        /// `src/lib.rs:3:4`
        place: Option<String>,
    },
    /// The input is none of the entry's.
    Rejected,
    /// Anything else: killed, out of time, exited by itself.
    Other,
}

impl Shown {
    /// Reads what a harness run with `NUMBER show` left: its exit code (`None`: killed), standard output and error.
    pub fn read(exit: Option<i32>, stdout: &[u8], stderr: &[u8]) -> Shown {
        let stdout = String::from_utf8_lossy(stdout);
        let stderr = String::from_utf8_lossy(stderr);
        let said = |what: &str| stderr.lines().filter_map(|line| line.strip_prefix(what).map(str::to_owned)).collect();
        let text = stdout.strip_suffix('\n').unwrap_or(&stdout);
        match exit {
            Some(0) => {
                let shown: Vec<String> = said("shown: ");
                let how = match shown.last().map(String::as_str) {
                    Some("debug") => How::Debug,
                    Some("display") => How::Display,
                    Some("items") => How::Items,
                    Some("nothing") => How::Nothing,
                    _ => return Shown::Other,
                };
                Shown::Returned { text: text.to_owned(), how, after: said("after: ") }
            }
            Some(3) if text.is_empty() => Shown::Rejected,
            Some(101) => match text.rfind("panic: ") {
                Some(at) => {
                    let places: Vec<String> = said("at ");
                    Shown::Panicked { message: text[at + 7..].to_owned(), place: places.into_iter().next_back() }
                }
                None => Shown::Other,
            },
            _ => Shown::Other,
        }
    }
}

impl Entry {
    /// How many bytes of standard input it takes. Missing ones are zero.
    pub fn input_size(&self) -> usize {
        self.parameters.iter().map(|p| p.shape.size()).sum()
    }

    /// Bytes that the longest of its strings has room for.
    pub fn longest_text(&self) -> usize {
        self.parameters.iter().map(|p| p.shape.longest_text()).max().unwrap_or(0)
    }

    /// Inputs of two entries mean the same when these are equal.
    pub(crate) fn encoding(&self) -> String {
        self.parameters.iter().map(|p| p.shape.encoding()).collect::<Vec<_>>().join(" ")
    }

    /// Up to `limit` inputs to start from, each once and of [`Entry::input_size`] bytes. The first is all zero: numbers
    /// are 0, texts and lists are empty. No text is longer than `longest`.
    pub fn seeds(&self, literals: &Literals, limit: usize, longest: usize) -> Vec<Vec<u8>> {
        let mut seeds = vec![vec![0; self.input_size()]];
        // Up to half of them with what is new in the sources, in order; the others with anything.
        let fresh = literals.fresh.iter().take(limit / 2).map(|at| Some(*at));
        for (round, from) in fresh.chain(std::iter::repeat_n(None, 2 * limit)).enumerate() {
            let mut pick = Pick { literals, state: round as u64, from, longest };
            let mut seed = Vec::new();
            self.parameters.iter().for_each(|p| p.shape.seed(&mut pick, &mut seed));
            if seeds.len() < limit && !seeds.contains(&seed) && self.params(&seed).is_some() {
                seeds.push(seed);
            }
        }
        seeds.truncate(limit);
        seeds
    }

    /// The call as Rust source: `shlex::quote("{")`. `None`: the harness rejects this input.
    pub fn call(&self, input: &[u8]) -> Option<String> {
        let mut cursor = Cursor { input, at: 0 };
        let mut sources = Vec::new();
        for (at, parameter) in self.parameters.iter().enumerate() {
            let shape = if self.is_receiver(at) { behind(&parameter.shape) } else { &parameter.shape };
            sources.push(shape.source(&mut cursor, parameter.typed)?);
        }
        Some(self.written(&sources))
    }

    /// Name and value, as Rust source, of every parameter. `None`: the harness rejects this input.
    pub fn params(&self, input: &[u8]) -> Option<Vec<(String, String)>> {
        let mut cursor = Cursor { input, at: 0 };
        let one = |p: &Parameter| Some((p.name.clone(), p.shape.source(&mut cursor, p.typed)?));
        self.parameters.iter().map(one).collect()
    }

    /// A `#[test] fn NAME()` that needs nothing but the library and passes on the version that showed `expected`.
    /// `None`: the input is rejected, or nothing was shown that a test could ask for.
    pub fn test(&self, input: &[u8], expected: &Shown, name: &str) -> Option<String> {
        let (lines, ends, call) = self.statements(input)?;
        let (attributes, mut lines) = match expected {
            Shown::Panicked { message, .. } => {
                let mut lines = lines;
                lines.push(format!("let _ = {call};"));
                let expected = if message.is_empty() { String::new() } else { format!("(expected = {message:?})") };
                (format!("#[test]\n#[should_panic{expected}]\n"), lines)
            }
            // What is shown of a hash map or of a function differs from run to run.
            Shown::Returned { text, after, .. }
                if self.returns.contains("std::collections::Hash") || has_address(text) =>
            {
                ("#[test]\n".to_owned(), self.asserts(lines, &call, "", How::Nothing, &after[..0]))
            }
            Shown::Returned { text, how, after } => {
                ("#[test]\n".to_owned(), self.asserts(lines, &call, text, *how, after))
            }
            Shown::Rejected | Shown::Other => return None,
        };
        lines.extend(std::iter::repeat_n("}}".to_owned(), ends));
        lines.iter_mut().for_each(|line| line.insert_str(0, "    "));
        Some(format!("{attributes}fn {name}() {{\n{}\n}}\n", lines.join("\n")))
    }

    /// Bindings for parameters that are seen after the call, how many of them have to be closed, and the call.
    fn statements(&self, input: &[u8]) -> Option<(Vec<String>, usize, String)> {
        let mut cursor = Cursor { input, at: 0 };
        let (mut lines, mut ends, mut passed) = (Vec::new(), 0, Vec::new());
        for (at, parameter) in self.parameters.iter().enumerate() {
            let Parameter { name, shape, typed, .. } = parameter;
            match shape.lent_mutably() {
                Some(bound) => {
                    let source = bound.source(&mut cursor, *typed)?;
                    // What a value borrows from lives on in a `match`, not after a `let`.
                    if source.contains('&') {
                        lines.push(format!("match {source} {{ mut {name} => {{"));
                        ends += 1;
                    } else {
                        lines.push(format!("let mut {name} = {source};"));
                    }
                    passed.push(if self.is_receiver(at) { name.clone() } else { shape.passed(name) });
                }
                None => {
                    let shape = if self.is_receiver(at) { behind(shape) } else { shape };
                    passed.push(shape.source(&mut cursor, *typed)?);
                }
            }
        }
        Some((lines, ends, self.written(&passed)))
    }

    fn asserts(&self, mut lines: Vec<String>, call: &str, text: &str, how: How, after: &[String]) -> Vec<String> {
        let shown = match how {
            How::Debug => format!("format!(\"{{:?}}\", {call})"),
            How::Display => format!("({call}).to_string()"),
            How::Items => format!("format!(\"{{:?}}\", ({call}).take(16).collect::<Vec<_>>())"),
            How::Nothing => {
                lines.push(format!("let _ = {call};"));
                "String::from(\"returned\")".to_owned()
            }
        };
        if after.is_empty() {
            if how != How::Nothing {
                lines.push(format!("assert_eq!({shown}, {text:?});"));
            }
            return lines;
        }
        let seen: String = after.iter().map(|name| format!("; {name}: {{{name}:?}}")).collect();
        lines.push(format!("let result = {shown};"));
        lines.push(format!("assert_eq!(format!(\"{{result}}{seen}\"), {text:?});"));
        lines
    }

    fn written(&self, sources: &[String]) -> String {
        let silent = |source: &String| source.contains("[]") || source.contains("None");
        let untold = self.parameters.iter().zip(sources).any(|(p, source)| p.typed == Typed::Yes && silent(source));
        if untold { self.explicit.fill(sources) } else { self.text.fill(sources) }
    }

    /// Whether this parameter stands before a dot.
    fn is_receiver(&self, at: usize) -> bool {
        at == 0 && self.text.begins_with_hole()
    }
}

/// Whether a text has what looks like an address: twelve digits after `0x`.
fn has_address(text: &str) -> bool {
    text.match_indices("0x").any(|(at, _)| {
        let digits = text[at + 2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        digits == 12
    })
}

/// What a reference refers to: a method call takes the reference by itself.
fn behind(shape: &Shape) -> &Shape {
    match shape {
        Shape::Ref { inner, .. } => inner,
        _ => shape,
    }
}
