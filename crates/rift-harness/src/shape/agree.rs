//! What two versions can both be given: of the ways in which either makes a value, those that both have.
//!
//! Ways are the same if they are written alike but for where they are defined: the variant `Red`, `new(..)`, the fields
//! `x` and `y`. Errs towards not agreeing: what goes by another name is another way.

use super::{Call, Shape};
use rift_ir::Pair;

/// The same shape for both, each in its own words. A variant or a method that only one version has is left out.
pub(crate) fn agree(old: &Shape, new: &Shape) -> Option<Pair<Shape>> {
    let both = |shape: Shape| Pair { old: shape.clone(), new: shape };
    let boxed = |old: &Shape, new: &Shape| agree(old, new).map(|pair| pair.map(Box::new));
    Some(match (old, new) {
        (Shape::Choice(of_old), Shape::Choice(of_new)) => {
            let shared = of_new.iter().filter_map(|new| of_old.iter().find_map(|old| agree(old, new)));
            let (old, new): (Vec<Shape>, Vec<Shape>) = shared.map(|pair| (pair.old, pair.new)).unzip();
            if new.is_empty() {
                return None;
            }
            Pair { old: Shape::Choice(old), new: Shape::Choice(new) }
        }
        // Only one version has more than one way.
        (Shape::Choice(ways), new) => return ways.iter().find_map(|old| agree(old, new)),
        (old, Shape::Choice(ways)) => return ways.iter().find_map(|new| agree(old, new)),
        (Shape::Call(one), Shape::Call(other)) if is_same(one, other) => {
            let arguments = all(&one.arguments, &other.arguments)?;
            let call = |call: &Call, arguments| Shape::Call(Box::new(Call { arguments, ..call.clone() }));
            Pair { old: call(one, arguments.old), new: call(other, arguments.new) }
        }
        // Whether it may be changed, too, is each version's own affair.
        (Shape::Ref { mutable, inner: one }, Shape::Ref { mutable: too, inner: other }) => {
            let Pair { old, new } = boxed(one, other)?;
            Pair { old: Shape::Ref { mutable: *mutable, inner: old }, new: Shape::Ref { mutable: *too, inner: new } }
        }
        (Shape::List(one, max), Shape::List(other, most)) if max == most => {
            boxed(one, other)?.map(|element| Shape::List(element, *max))
        }
        (Shape::Option(one), Shape::Option(other)) => boxed(one, other)?.map(Shape::Option),
        (Shape::Tuple(one), Shape::Tuple(other)) => all(one, other)?.map(Shape::Tuple),
        (Shape::Text(one), Shape::Text(other)) => both(Shape::Text(*one.min(other))),
        (Shape::Bytes(one), Shape::Bytes(other)) => both(Shape::Bytes(*one.min(other))),
        _ if old.encoding() == new.encoding() => Pair { old: old.clone(), new: new.clone() },
        _ => return None,
    })
}

fn is_same(one: &Call, other: &Call) -> bool {
    one.name() == other.name() && one.fails == other.fails
}

fn all(old: &[Shape], new: &[Shape]) -> Option<Pair<Vec<Shape>>> {
    if old.len() != new.len() {
        return None;
    }
    let pairs: Option<Vec<_>> = old.iter().zip(new).map(|(old, new)| agree(old, new)).collect();
    let (old, new) = pairs?.into_iter().map(|pair| (pair.old, pair.new)).unzip();
    Some(Pair { old, new })
}

/// An expression without the places where what it names is defined: `new(` of `library::Type::new(`.
pub(super) fn without_places(text: &str) -> String {
    let mut short = String::new();
    for (at, part) in text.split("::").enumerate() {
        if at > 0 {
            let place = short.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
            short.truncate(place);
        }
        short.push_str(part);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(name: &str) -> Shape {
        Shape::Fixed(name.to_owned())
    }

    #[test]
    fn variants_that_both_have_get_the_same_tags() {
        let padded = |path: &str| Shape::call(&format!("{path} {{ padding: {{0}} }}"), vec![Shape::Bool]);
        let old = Shape::Choice(vec![padded("a::Kind::Long"), unit("a::Kind::Short"), unit("a::Kind::Gone")]);
        let new = Shape::Choice(vec![
            unit("a::kind::Kind::Short"),
            unit("a::kind::Kind::New"),
            padded("a::kind::Kind::Long"),
        ]);
        let pair = agree(&old, &new).expect("they have some in common");
        assert_eq!(pair.old, Shape::Choice(vec![unit("a::Kind::Short"), padded("a::Kind::Long")]));
        assert_eq!(pair.new, Shape::Choice(vec![unit("a::kind::Kind::Short"), padded("a::kind::Kind::Long")]));
        assert_eq!(pair.old.encoding(), pair.new.encoding());
    }

    #[test]
    fn a_text_is_the_same_in_any_type() {
        let owned = Shape::call("String::from({0})", vec![Shape::Text(8)]);
        let path = Shape::call("std::path::Path::new({0})", vec![Shape::Text(8)]);
        assert_eq!(owned.encoding(), Shape::Text(8).encoding());
        assert_eq!(owned.encoding(), path.encoding());
        assert_ne!(Shape::call("a::Name::from({0})", vec![Shape::Text(8)]).encoding(), Shape::Text(8).encoding());
    }

    #[test]
    fn what_is_made_in_another_way_is_not_the_same() {
        let ints = || vec![Shape::Int("u8", 1), Shape::Int("u8", 1)];
        for (one, other) in
            [("a::P { x: {0}, y: {1} }", "a::P { y: {0}, x: {1} }"), ("a::P::new({0}, {1})", "a::P::swapped({0}, {1})")]
        {
            let (one, other) = (Shape::call(one, ints()), Shape::call(other, ints()));
            assert_ne!(one.encoding(), other.encoding());
            assert_eq!(agree(&one, &other), None);
        }
        let reordered =
            (Shape::Choice(vec![unit("E::A"), unit("E::B")]), Shape::Choice(vec![unit("E::B"), unit("E::A")]));
        assert_ne!(reordered.0.encoding(), reordered.1.encoding());
        assert_eq!(agree(&unit("E::A"), &unit("E::B")), None);
    }
}
