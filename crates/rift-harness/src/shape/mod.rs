//! How a value lies in the input: its decoder in the harness, its Rust source for people ([`source`]), bytes to start
//! from ([`seed`]).
//!
//! Every value has a fixed room, so that no place in the input depends on the input. A search that takes the bytes for
//! symbols then meets few branches: one for each length, tag and string.

mod agree;
mod seed;
mod source;
mod template;
mod texts;

pub(crate) use agree::agree;
pub(crate) use seed::Pick;
pub(crate) use source::{Cursor, Typed};
pub(crate) use template::Template;

/// One way to make a value from bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    Bool,
    /// A type of integers by name, and its size.
    Int(&'static str, usize),
    Float(&'static str, usize),
    /// Three bytes; what is no scalar value is rejected.
    Char,
    /// `&str`: a length, then room; what is not UTF-8 is rejected.
    Text(u8),
    /// `&[u8]`
    Bytes(u8),
    /// `Vec<T>`
    List(Box<Shape>, u8),
    Array(Box<Shape>, usize),
    Option(Box<Shape>),
    Tuple(Vec<Shape>),
    /// One of several ways, by a tag.
    Choice(Vec<Shape>),
    Call(Box<Call>),
    Ref {
        mutable: bool,
        inner: Box<Shape>,
    },
    /// `&[T]` of other things than bytes, or `&mut [T]`.
    Slice {
        mutable: bool,
        element: Box<Shape>,
        max: u8,
    },
    /// The same whatever the input is: a closure, `()`.
    Fixed(String),
}

/// An expression with holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub template: Template,
    pub arguments: Vec<Shape>,
    pub fails: Fails,
}

/// Texts and bytes as the standard library's other types.
const CONVERSIONS: [&str; 11] = [
    "String::from(_)",
    "std::path::PathBuf::from(_)",
    "std::path::Path::new(_)",
    "std::ffi::OsString::from(_)",
    "std::ffi::OsStr::new(_)",
    "Box::<str>::from(_)",
    "std::rc::Rc::<str>::from(_)",
    "std::sync::Arc::<str>::from(_)",
    "std::borrow::Cow::Borrowed(_)",
    "std::borrow::Cow::<[u8]>::Borrowed(_)",
    "_.to_vec()",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fails {
    Never,
    /// It is a `Result` or an `Option`; `Err` and `None` are rejected.
    Unwrapped,
}

impl Call {
    /// What it is called, wherever it is defined.
    fn name(&self) -> String {
        agree::without_places(&self.template.fill(&[]))
    }

    /// Whether it only hands a text or bytes on in another type: a parameter that was a `String` may have become a `&str`.
    fn is_conversion(&self) -> bool {
        CONVERSIONS.contains(&self.template.fill(&["_".to_owned()]).as_str())
    }
}

impl Shape {
    pub fn call(template: &str, arguments: Vec<Shape>) -> Shape {
        Shape::Call(Box::new(Call { template: Template::new(template), arguments, fails: Fails::Never }))
    }

    pub fn fallible(template: &str, arguments: Vec<Shape>) -> Shape {
        Shape::Call(Box::new(Call { template: Template::new(template), arguments, fails: Fails::Unwrapped }))
    }

    /// What is bound to a name when the parameter is lent to a function that may change it.
    pub fn lent_mutably(&self) -> Option<Shape> {
        match self {
            Shape::Ref { mutable: true, inner } => Some((**inner).clone()),
            Shape::Slice { mutable: true, element, max } => Some(Shape::List(element.clone(), *max)),
            _ => None,
        }
    }

    /// What is bound to a name in the harness. A closure is not: its type comes from where it is passed.
    pub fn bound(&self) -> Option<Shape> {
        match self {
            Shape::Ref { inner, .. } => Some((**inner).clone()),
            Shape::Slice { element, max, .. } => Some(Shape::List(element.clone(), *max)),
            Shape::Fixed(source) if source.starts_with('|') => None,
            _ => Some(self.clone()),
        }
    }

    /// Whether a closure is part of it: its type has no name.
    pub fn has_closure(&self) -> bool {
        match self {
            Shape::Fixed(source) => source.starts_with('|'),
            Shape::Call(call) => call.arguments.iter().any(Shape::has_closure),
            Shape::Tuple(shapes) | Shape::Choice(shapes) => shapes.iter().any(Shape::has_closure),
            Shape::List(inner, _) | Shape::Array(inner, _) | Shape::Slice { element: inner, .. } => inner.has_closure(),
            Shape::Option(inner) | Shape::Ref { inner, .. } => inner.has_closure(),
            _ => false,
        }
    }

    /// How the name is passed.
    pub fn passed(&self, name: &str) -> String {
        match self {
            Shape::Ref { mutable: false, .. } => format!("&{name}"),
            Shape::Ref { mutable: true, .. } => format!("&mut {name}"),
            Shape::Slice { mutable: false, .. } => format!("&{name}[..]"),
            Shape::Slice { mutable: true, .. } => format!("&mut {name}[..]"),
            Shape::Fixed(source) if source.starts_with('|') => source.clone(),
            _ => name.to_owned(),
        }
    }

    /// Bytes of room in the input.
    pub fn size(&self) -> usize {
        match self {
            Shape::Bool => 1,
            Shape::Int(_, size) | Shape::Float(_, size) => *size,
            Shape::Char => 3,
            Shape::Text(max) | Shape::Bytes(max) => 1 + usize::from(*max),
            Shape::List(element, max) | Shape::Slice { element, max, .. } => 1 + usize::from(*max) * element.size(),
            Shape::Array(element, length) => element.size() * length,
            Shape::Option(inner) => 1 + inner.size(),
            Shape::Tuple(parts) => parts.iter().map(Shape::size).sum(),
            Shape::Choice(ways) => 1 + ways.iter().map(Shape::size).max().unwrap_or(0),
            Shape::Call(call) => call.arguments.iter().map(Shape::size).sum(),
            Shape::Ref { inner, .. } => inner.size(),
            Shape::Fixed(_) => 0,
        }
    }

    /// How the input is cut into values, and what is made of them. Inputs of two versions mean the same when
    /// these are equal.
    pub fn encoding(&self) -> String {
        let list = |shapes: &[Shape]| shapes.iter().map(Shape::encoding).collect::<Vec<_>>().join("");
        match self {
            Shape::Bool => "b".to_owned(),
            Shape::Int(name, _) | Shape::Float(name, _) => format!("{name};"),
            Shape::Char => "c".to_owned(),
            Shape::Text(max) => format!("t{max};"),
            Shape::Bytes(max) => format!("y{max};"),
            Shape::List(element, max) | Shape::Slice { element, max, .. } => format!("l{max}({})", element.encoding()),
            Shape::Array(element, length) => format!("a{length}({})", element.encoding()),
            Shape::Option(inner) => format!("o({})", inner.encoding()),
            Shape::Tuple(parts) => list(parts),
            Shape::Choice(ways) => {
                format!("|({})", ways.iter().map(Shape::encoding).collect::<Vec<_>>().join(","))
            }
            Shape::Call(call) if call.is_conversion() => list(&call.arguments),
            Shape::Call(call) => format!("{}[{}]", call.name(), list(&call.arguments)),
            Shape::Ref { inner, .. } => inner.encoding(),
            Shape::Fixed(source) => agree::without_places(source),
        }
    }

    /// The expression that decodes it, over `input: &mut Input` of the harness.
    pub fn decoder(&self) -> String {
        match self {
            Shape::Bool => "input.boolean()".to_owned(),
            Shape::Int(name, size) => format!("{name}::from_le_bytes(input.take::<{size}>())"),
            Shape::Float("f32", _) => "f32::from_bits(u32::from_le_bytes(input.take::<4>()))".to_owned(),
            Shape::Float(..) => "f64::from_bits(u64::from_le_bytes(input.take::<8>()))".to_owned(),
            Shape::Char => "input.character()".to_owned(),
            Shape::Text(max) => format!("input.text({max})"),
            Shape::Bytes(max) => format!("input.bytes({max})"),
            Shape::List(element, max) => {
                format!("input.list({max}, {}, |input| {})", element.size(), element.decoder())
            }
            Shape::Array(element, length) => {
                let elements: Vec<_> = (0..*length).map(|_| element.decoder()).collect();
                format!("[{}]", elements.join(", "))
            }
            Shape::Option(inner) => format!("input.maybe({}, |input| {})", inner.size(), inner.decoder()),
            Shape::Tuple(parts) => tuple(&parts.iter().map(Shape::decoder).collect::<Vec<_>>()),
            Shape::Choice(ways) => {
                let room = self.size() - 1;
                let last = ways.len().saturating_sub(1);
                let arm = |(at, way): (usize, &Shape)| {
                    let pattern = if at == last { "_".to_owned() } else { at.to_string() };
                    format!("{pattern} => {}, ", way.decoder())
                };
                let arms: String = ways.iter().enumerate().map(arm).collect();
                format!("input.choice({}, {room}, |input, tag| match tag {{ {arms} }})", ways.len())
            }
            Shape::Call(call) => {
                // Arguments are bound first: a template may use them in any order, their room has one. What is fixed
                // has no room, and a closure's type comes from where it is passed.
                let (mut bindings, mut names) = (String::new(), Vec::new());
                for (at, shape) in call.arguments.iter().enumerate() {
                    if let Shape::Fixed(source) = shape {
                        names.push(source.clone());
                        continue;
                    }
                    bindings.push_str(&format!("let mut part{at} = {}; ", shape.decoder()));
                    names.push(format!("part{at}"));
                }
                let value = call.template.fill(&names);
                match call.fails {
                    Fails::Never => format!("{{ {bindings}{value} }}"),
                    Fails::Unwrapped => format!("{{ {bindings}Accept::accept({value}) }}"),
                }
            }
            Shape::Ref { mutable: true, inner } => format!("leak({})", inner.decoder()),
            Shape::Ref { mutable: false, inner } => format!("&*leak({})", inner.decoder()),
            Shape::Slice { mutable, element, max } => {
                let list = Shape::List(element.clone(), *max).decoder();
                format!("&{}leak({list})[..]", if *mutable { "mut " } else { "" })
            }
            Shape::Fixed(source) => source.clone(),
        }
    }
}

fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        _ => format!("({})", parts.join(", ")),
    }
}
