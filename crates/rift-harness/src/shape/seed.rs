//! Inputs to start from, made of literals.

use super::Shape;
use crate::literals::Literals;

impl Shape {
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
                let room = usize::from(*max).min(pick.longest);
                let fits = (0..=text.len().min(room)).rev().find(|at| text.is_char_boundary(*at));
                let bytes = &text.as_bytes()[..fits.unwrap_or(0)];
                out.push(bytes.len() as u8);
                out.extend(bytes);
            }
            Shape::Bytes(max) => {
                let bytes = pick.bytes();
                let bytes = &bytes[..bytes.len().min(usize::from(*max)).min(pick.longest)];
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
    /// A place in the sequence of texts: from there they are taken in order.
    pub from: Option<usize>,
    /// Bytes that a text may have.
    pub longest: usize,
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
        if let Some(text) = self.from.and_then(|at| literals.sequence.get(at)) {
            self.from = self.from.map(|at| at + 1);
            return text.clone();
        }
        if self.next(4) == 0 {
            return self.char().to_string();
        }
        self.of(&literals.texts).cloned().unwrap_or_else(|| "a".to_owned())
    }

    fn bytes(&mut self) -> Vec<u8> {
        let literals = self.literals;
        match self.next(2) {
            _ if self.from.is_some() => self.text().into_bytes(),
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
