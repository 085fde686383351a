//! How many strings a value has, and how long they may be.

use super::Shape;

impl Shape {
    /// Strings and slices of bytes that there can be at the same time; of a list, more than one.
    pub fn texts(&self) -> usize {
        let sum = |shapes: &[Shape]| shapes.iter().map(Shape::texts).sum();
        match self {
            Shape::Text(_) | Shape::Bytes(_) => 1,
            Shape::List(element, _) | Shape::Slice { element, .. } => 2 * element.texts(),
            Shape::Array(element, length) => length * element.texts(),
            Shape::Option(inner) | Shape::Ref { inner, .. } => inner.texts(),
            Shape::Tuple(parts) => sum(parts),
            Shape::Call(call) => sum(&call.arguments),
            Shape::Choice(ways) => ways.iter().map(Shape::texts).max().unwrap_or(0),
            Shape::Bool | Shape::Int(..) | Shape::Float(..) | Shape::Char | Shape::Fixed(_) => 0,
        }
    }

    /// Gives strings at least this room.
    pub fn lengthen(&mut self, room: u8) {
        match self {
            Shape::Text(max) | Shape::Bytes(max) => *max = room.max(*max),
            Shape::List(element, _) | Shape::Slice { element, .. } | Shape::Array(element, _) => element.lengthen(room),
            Shape::Option(inner) | Shape::Ref { inner, .. } => inner.lengthen(room),
            Shape::Tuple(shapes) | Shape::Choice(shapes) => shapes.iter_mut().for_each(|shape| shape.lengthen(room)),
            Shape::Call(call) => call.arguments.iter_mut().for_each(|shape| shape.lengthen(room)),
            Shape::Bool | Shape::Int(..) | Shape::Float(..) | Shape::Char | Shape::Fixed(_) => {}
        }
    }

    pub fn longest_text(&self) -> usize {
        let longest = |shapes: &[Shape]| shapes.iter().map(Shape::longest_text).max().unwrap_or(0);
        match self {
            Shape::Text(max) | Shape::Bytes(max) => usize::from(*max),
            Shape::List(element, _) | Shape::Slice { element, .. } | Shape::Array(element, _) => element.longest_text(),
            Shape::Option(inner) | Shape::Ref { inner, .. } => inner.longest_text(),
            Shape::Tuple(shapes) | Shape::Choice(shapes) => longest(shapes),
            Shape::Call(call) => longest(&call.arguments),
            Shape::Bool | Shape::Int(..) | Shape::Float(..) | Shape::Char | Shape::Fixed(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_alone_counts_once() {
        let option = Shape::Option(Box::new(Shape::Text(8)));
        assert_eq!(option.texts(), 1);
        assert_eq!(Shape::List(Box::new(Shape::Text(8)), 3).texts(), 2);
        assert_eq!(Shape::Choice(vec![Shape::Text(8), Shape::Bytes(8), Shape::Bool]).texts(), 1);
        let mut pair = Shape::Tuple(vec![option, Shape::Int("u8", 1)]);
        assert_eq!((pair.texts(), pair.size()), (1, 11));
        pair.lengthen(16);
        assert_eq!((pair.longest_text(), pair.size()), (16, 19));
    }
}
