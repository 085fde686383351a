//! Values of an input as Rust source. They are exactly those that the harness decodes.

use super::{Fails, Shape, tuple};

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
    /// As part of something else, where a reference to an array does not become one to a slice by itself.
    fn inside(&self, cursor: &mut Cursor<'_>, typed: Typed) -> Option<String> {
        match self {
            Shape::Bytes(_) => self.source(cursor, Typed::Yes),
            _ => self.source(cursor, typed),
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
                let parts: Option<Vec<_>> = (0..*length).map(|_| element.inside(cursor, typed)).collect();
                format!("[{}]", parts?.join(", "))
            }
            Shape::Option(inner) => {
                let (some, end) = (cursor.number(1) & 1 == 1, cursor.at + inner.size());
                let text = if some { format!("Some({})", inner.inside(cursor, typed)?) } else { "None".to_owned() };
                cursor.at = end;
                text
            }
            Shape::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| part.inside(cursor, typed)).collect();
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
                let parts = parts?;
                let value = living(call.template.fill(&parts), parts.first().map_or("", String::as_str));
                if call.fails == Fails::Unwrapped { format!("{value}.unwrap()") } else { value }
            }
            Shape::Ref { mutable, inner } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, inner.inside(cursor, typed)?)
            }
            Shape::Fixed(source) => source.clone(),
        })
    }
}

/// What a fresh value borrows from lives as long as a `match` on it, and not as long as a `let`.
fn living(call: String, base: &str) -> String {
    let after =
        |text: &str| Some(text.strip_prefix("{ let mut it = ")?.strip_prefix(base)?.strip_prefix("; ")?.to_owned());
    let step = base.strip_prefix("{ let mut it = ").and_then(|_| base.strip_suffix(" it }"));
    match after(&call) {
        // One step after another.
        Some(rest) if step.is_some() => format!("{} {rest}", step.unwrap_or_default()),
        Some(rest) if base.contains('&') => format!("match {base} {{ mut it => {{ {rest} }}"),
        _ => call,
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
    let parts: Option<Vec<_>> = (0..length).map(|_| element.inside(cursor, typed)).collect();
    cursor.at = end;
    Some(parts?.join(", "))
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
    fn what_a_value_borrows_from_lives_as_long_as_the_value() {
        let step = |base| Shape::call("{ let mut it = {0}; it.add({1}); it }", vec![base, Shape::Bool]);
        let plain = step(Shape::call("a::B::new()", vec![]));
        assert_eq!(source(&plain, &[1]).as_deref(), Some("{ let mut it = a::B::new(); it.add(true); it }"));
        let twice = "{ let mut it = a::B::new(); it.add(true); it.add(false); it }";
        assert_eq!(source(&step(plain), &[1, 0]).as_deref(), Some(twice));
        let slice = Shape::Slice { mutable: true, element: Box::new(Shape::Bool), max: 1 };
        let borrowing = step(Shape::call("a::B::new({0})", vec![slice]));
        let written = "match a::B::new(&mut [true]) { mut it => { it.add(false); it } }";
        assert_eq!(source(&borrowing, &[1, 1, 0]).as_deref(), Some(written));
    }

    #[test]
    fn what_comes_after_a_choice_has_a_fixed_place() {
        let choice = Shape::Choice(vec![Shape::Bool, Shape::Int("u32", 4)]);
        let both = Shape::Tuple(vec![choice, Shape::Int("u8", 1)]);
        assert_eq!(both.size(), 6);
        assert_eq!(source(&both, &[0, 1, 0, 0, 0, 5]).as_deref(), Some("(true, 5)"));
        assert_eq!(source(&both, &[1, 1, 0, 0, 0, 5]).as_deref(), Some("(1, 5)"));
    }
}
