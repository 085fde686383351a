//! How a value lies in the input: its decoder in the harness, its Rust source for people, bytes to start from.
//!
//! Every value has a fixed room, so that no place in the input depends on the input. A search that takes the bytes for
//! symbols then meets few branches: one for each length, tag and string.

use crate::literals::Literals;

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fails {
    Never,
    /// It is a `Result` or an `Option`; `Err` and `None` are rejected.
    Unwrapped,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(usize),
}

impl Template {
    /// `f({0}, {1})`. Braces that are no holes are themselves.
    pub fn new(text: &str) -> Template {
        let mut pieces = Vec::new();
        let mut rest = text;
        let mut plain = String::new();
        while let Some(at) = rest.find('{') {
            plain.push_str(&rest[..at]);
            rest = &rest[at..];
            let digits = rest[1..].find('}').map_or("", |end| &rest[1..=end]);
            match digits.parse() {
                Ok(number) => {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    pieces.push(Piece::Hole(number));
                    rest = &rest[digits.len() + 2..];
                }
                Err(_) => {
                    plain.push('{');
                    rest = &rest[1..];
                }
            }
        }
        plain.push_str(rest);
        pieces.push(Piece::Text(plain));
        Template(pieces)
    }

    pub fn begins_with_hole(&self) -> bool {
        matches!(self.0.as_slice(), [Piece::Text(text), Piece::Hole(0), ..] if text.is_empty())
    }

    pub fn fill(&self, arguments: &[String]) -> String {
        let mut text = String::new();
        for (at, piece) in self.0.iter().enumerate() {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Hole(number) => {
                    let argument = arguments.get(*number).map_or("", String::as_str);
                    // A method call binds tighter than `&` and `-`.
                    let dotted = matches!(self.0.get(at + 1), Some(Piece::Text(next)) if next.starts_with('.'));
                    match dotted && argument.starts_with(['&', '-']) {
                        true => text.push_str(&format!("({argument})")),
                        false => text.push_str(argument),
                    }
                }
            }
        }
        text
    }
}

/// A place in an input. What lies beyond its end is zero, as in the harness.
pub(crate) struct Cursor<'a> {
    pub input: &'a [u8],
    pub at: usize,
}

impl Cursor<'_> {
    fn take(&mut self, count: usize) -> Vec<u8> {
        let byte = |at| self.input.get(at).copied().unwrap_or(0);
        let bytes = (self.at..self.at + count).map(byte).collect();
        self.at += count;
        bytes
    }

    fn number(&mut self, count: usize) -> u128 {
        self.take(count).iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
    }

    /// A number below `count`, from one byte.
    fn tag(&mut self, count: usize) -> usize {
        (self.number(1) as usize).min(count.saturating_sub(1))
    }
}

/// Whether literals carry their types, as they must where a type parameter is inferred from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    Yes,
    No,
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

    /// How the input is cut into values, whatever they are then used for. Inputs of two versions mean the same when
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
            Shape::Call(call) => list(&call.arguments),
            Shape::Ref { inner, .. } => inner.encoding(),
            Shape::Fixed(_) => String::new(),
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
                // Arguments are bound first: a template may use them in any order, their room has one.
                let bind = |(at, shape): (usize, &Shape)| format!("let mut part{at} = {}; ", shape.decoder());
                let bindings: String = call.arguments.iter().enumerate().map(bind).collect();
                let names: Vec<_> = (0..call.arguments.len()).map(|at| format!("part{at}")).collect();
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

    /// The value as Rust source. `None`: the harness rejects it. A constructor's refusal is not foreseen.
    pub fn source(&self, cursor: &mut Cursor<'_>, typed: Typed) -> Option<String> {
        let suffix = |name: &str| if typed == Typed::Yes { name.to_owned() } else { String::new() };
        Some(match self {
            Shape::Bool => (cursor.number(1) & 1 == 1).to_string(),
            Shape::Int(name, size) => {
                let raw = cursor.number(*size);
                let spare = 128 - 8 * *size as u32;
                match name.starts_with('i') {
                    true => format!("{}{}", (raw << spare) as i128 >> spare, suffix(name)),
                    false => format!("{raw}{}", suffix(name)),
                }
            }
            Shape::Float(name, size) => float_source(cursor.number(*size), name),
            Shape::Char => format!("{:?}", char::from_u32(cursor.number(3) as u32)?),
            Shape::Text(max) => format!("{:?}", std::str::from_utf8(&cut(cursor, *max)).ok()?),
            Shape::Bytes(max) => {
                let literal = byte_string(&cut(cursor, *max));
                if typed == Typed::Yes { format!("&{literal}[..]") } else { literal }
            }
            Shape::List(element, max) => format!("vec![{}]", elements(element, *max, cursor, typed)?),
            Shape::Slice { mutable, element, max } => {
                format!("&{}[{}]", if *mutable { "mut " } else { "" }, elements(element, *max, cursor, typed)?)
            }
            Shape::Array(element, length) => {
                let parts: Option<Vec<_>> = (0..*length).map(|_| element.source(cursor, typed)).collect();
                format!("[{}]", parts?.join(", "))
            }
            Shape::Option(inner) => {
                let (some, end) = (cursor.number(1) & 1 == 1, cursor.at + inner.size());
                let text = if some { format!("Some({})", inner.source(cursor, typed)?) } else { "None".to_owned() };
                cursor.at = end;
                text
            }
            Shape::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| part.source(cursor, typed)).collect();
                tuple(&parts?)
            }
            Shape::Choice(ways) => {
                let tag = cursor.tag(ways.len());
                let end = cursor.at + self.size() - 1;
                let text = ways.get(tag)?.source(cursor, typed)?;
                cursor.at = end;
                text
            }
            Shape::Call(call) => {
                let parts: Option<Vec<_>> = call.arguments.iter().map(|part| part.source(cursor, typed)).collect();
                let value = call.template.fill(&parts?);
                if call.fails == Fails::Unwrapped { format!("{value}.unwrap()") } else { value }
            }
            Shape::Ref { mutable, inner } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, inner.source(cursor, typed)?)
            }
            Shape::Fixed(source) => source.clone(),
        })
    }

    /// Appends bytes for a value that `pick` helps to choose.
    pub fn seed(&self, pick: &mut Pick<'_>, out: &mut Vec<u8>) {
        let end = out.len() + self.size();
        match self {
            Shape::Bool => out.push(pick.next(2) as u8),
            Shape::Int(_, size) => out.extend(&pick.number().to_le_bytes()[..*size]),
            Shape::Float("f32", _) => out.extend((pick.float() as f32).to_le_bytes()),
            Shape::Float(..) => out.extend(pick.float().to_le_bytes()),
            Shape::Char => out.extend(&(pick.char() as u32).to_le_bytes()[..3]),
            Shape::Text(max) => {
                let text = pick.text();
                let fits = (0..=text.len().min(usize::from(*max))).rev().find(|at| text.is_char_boundary(*at));
                let bytes = &text.as_bytes()[..fits.unwrap_or(0)];
                out.push(bytes.len() as u8);
                out.extend(bytes);
            }
            Shape::Bytes(max) => {
                let bytes = pick.bytes();
                let bytes = &bytes[..bytes.len().min(usize::from(*max))];
                out.push(bytes.len() as u8);
                out.extend(bytes);
            }
            Shape::List(element, max) | Shape::Slice { element, max, .. } => {
                let count = pick.next(usize::from(*max) + 1);
                out.push(count as u8);
                (0..count).for_each(|_| element.seed(pick, out));
            }
            Shape::Array(element, length) => (0..*length).for_each(|_| element.seed(pick, out)),
            Shape::Option(inner) => {
                out.push(pick.next(2) as u8);
                inner.seed(pick, out);
            }
            Shape::Tuple(parts) => parts.iter().for_each(|part| part.seed(pick, out)),
            Shape::Choice(ways) => {
                let tag = pick.next(ways.len().max(1));
                out.push(tag as u8);
                if let Some(way) = ways.get(tag) {
                    way.seed(pick, out);
                }
            }
            Shape::Call(call) => call.arguments.iter().for_each(|part| part.seed(pick, out)),
            Shape::Ref { inner, .. } => inner.seed(pick, out),
            Shape::Fixed(_) => {}
        }
        out.resize(end, 0);
    }
}

/// Chooses among literals, differently for every round and every place.
pub(crate) struct Pick<'a> {
    pub literals: &'a Literals,
    pub state: u64,
}

impl Pick<'_> {
    /// A number below `count` (splitmix64).
    fn next(&mut self, count: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % count.max(1)
    }

    fn of<'b, T>(&mut self, list: &'b [T]) -> Option<&'b T> {
        if list.is_empty() { None } else { list.get(self.next(list.len())) }
    }

    fn text(&mut self) -> String {
        let literals = self.literals;
        if self.next(4) == 0 {
            return self.char().to_string();
        }
        self.of(&literals.texts).cloned().unwrap_or_else(|| "a".to_owned())
    }

    fn bytes(&mut self) -> Vec<u8> {
        let literals = self.literals;
        match self.next(2) {
            0 => self.of(&literals.bytes).cloned().unwrap_or_else(|| b"a".to_vec()),
            _ => self.text().into_bytes(),
        }
    }

    fn char(&mut self) -> char {
        let literals = self.literals;
        self.of(&literals.chars).copied().unwrap_or('a')
    }

    fn number(&mut self) -> i128 {
        let literals = self.literals;
        match self.next(2) {
            0 => self.next(12) as i128 - 2,
            _ => self.of(&literals.numbers).copied().unwrap_or(1),
        }
    }

    fn float(&mut self) -> f64 {
        let literals = self.literals;
        match self.next(3) {
            0 => self.number() as f64,
            _ => self.of(&literals.floats).copied().unwrap_or(0.5),
        }
    }
}

fn cut(cursor: &mut Cursor<'_>, max: u8) -> Vec<u8> {
    let length = cursor.tag(usize::from(max) + 1);
    let mut bytes = cursor.take(usize::from(max));
    bytes.truncate(length);
    bytes
}

fn elements(element: &Shape, max: u8, cursor: &mut Cursor<'_>, typed: Typed) -> Option<String> {
    let length = cursor.tag(usize::from(max) + 1);
    let end = cursor.at + usize::from(max) * element.size();
    let parts: Option<Vec<_>> = (0..length).map(|_| element.source(cursor, typed)).collect();
    cursor.at = end;
    Some(parts?.join(", "))
}

fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

fn byte_string(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii().to_string().replace("\\'", "'"))
}

/// Exact: what has no literal is written by its bits.
fn float_source(bits: u128, name: &str) -> String {
    let (finite, text) = match name {
        "f32" => (f32::from_bits(bits as u32).is_finite(), format!("{:?}", f32::from_bits(bits as u32))),
        _ => (f64::from_bits(bits as u64).is_finite(), format!("{:?}", f64::from_bits(bits as u64))),
    };
    if finite { format!("{text}{name}") } else { format!("{name}::from_bits({bits:#x})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(shape: &Shape, input: &[u8]) -> Option<String> {
        shape.source(&mut Cursor { input, at: 0 }, Typed::No)
    }

    #[test]
    fn values_are_written_as_the_harness_decodes_them() {
        assert_eq!(source(&Shape::Int("i16", 2), &[0xfe, 0xff]).as_deref(), Some("-2"));
        assert_eq!(source(&Shape::Text(4), &[2, b'a', b'"', b'c']).as_deref(), Some(r#""a\"""#));
        assert_eq!(source(&Shape::Text(4), &[1, 0xff]), None);
        assert_eq!(source(&Shape::Char, &[0x00, 0xd8, 0x00]), None);
        let list = Shape::List(Box::new(Shape::Bool), 3);
        assert_eq!(
            source(&Shape::Tuple(vec![list, Shape::Int("u8", 1)]), &[9, 1, 0, 3, 7]).as_deref(),
            Some("(vec![true, false, true], 7)")
        );
    }

    #[test]
    fn what_comes_after_a_choice_has_a_fixed_place() {
        let choice = Shape::Choice(vec![Shape::Bool, Shape::Int("u32", 4)]);
        let both = Shape::Tuple(vec![choice, Shape::Int("u8", 1)]);
        assert_eq!(both.size(), 6);
        assert_eq!(source(&both, &[0, 1, 0, 0, 0, 5]).as_deref(), Some("(true, 5)"));
        assert_eq!(source(&both, &[1, 1, 0, 0, 0, 5]).as_deref(), Some("(1, 5)"));
    }

    #[test]
    fn braces_in_templates_are_kept() {
        assert_eq!(Template::new("A { b: {0} }").fill(&["1".to_owned()]), "A { b: 1 }");
    }
}
