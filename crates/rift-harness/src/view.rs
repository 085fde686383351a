//! The code that writes a result down raw, with the places left open where it depends on what a type can show.
//!
//! Both versions of an entry must look at a result in the same way: a type that gained `Display` says more than it did
//! and does the same.

use rift_ir::Pair;

/// What users can see of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sights {
    /// By `Debug`, and nothing private in it.
    pub debug: bool,
    pub display: bool,
    /// As an iterator, by its items.
    pub items: bool,
}

impl Sights {
    pub const ALL: Sights = Sights { debug: true, display: true, items: true };

    pub fn and(self, other: Sights) -> Sights {
        Sights {
            debug: self.debug && other.debug,
            display: self.display && other.display,
            items: self.items && other.items,
        }
    }

    /// The macro of the harness that looks at no more than this.
    fn macro_name(self) -> &'static str {
        match self {
            Sights { debug: true, .. } => "see",
            Sights { display: true, .. } | Sights { items: true, .. } => "see_outside",
            _ => "see_nothing",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Code(String),
    /// An expression, and what can be seen of its value.
    Value(String, Sights),
    /// A number of this type, as it is or, where the other version has another type, as wide as any.
    Number {
        expression: String,
        name: String,
        width: Width,
    },
    /// An expression that is seen as it is printed.
    Printed(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Own,
    Widest,
}

/// Statements over `out` of a harness.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct View(Vec<Piece>);

impl View {
    pub fn value(expression: &str, sights: Sights) -> View {
        View(vec![Piece::Value(expression.to_owned(), sights)])
    }

    pub fn number(expression: &str, name: &str) -> View {
        let (expression, name) = (expression.to_owned(), name.to_owned());
        View(vec![Piece::Number { expression, name, width: Width::Own }])
    }

    /// As it is printed, and not raw.
    pub fn printed(expression: &str) -> View {
        View(vec![Piece::Printed(expression.to_owned())])
    }

    /// How many numbers are looked at by themselves.
    pub fn numbers(&self) -> usize {
        self.0.iter().filter(|piece| matches!(piece, Piece::Number { .. })).count()
    }

    /// A template with `@` where the parts go, in order.
    pub fn around(template: &str, parts: Vec<View>) -> View {
        let mut pieces = Vec::new();
        let mut parts = parts.into_iter();
        for (at, code) in template.split('@').enumerate() {
            if at > 0 {
                pieces.extend(parts.next().unwrap_or_default().0);
            }
            pieces.push(Piece::Code(code.to_owned()));
        }
        View(pieces)
    }

    pub fn code(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Code(code) => code.clone(),
            Piece::Value(expression, sights) => format!("{}!(out, {expression});", sights.macro_name()),
            Piece::Number { expression, width: Width::Own, .. } => format!("see!(out, {expression});"),
            Piece::Number { expression, name, .. } if is_float(name) => format!("see!(out, {expression} as f64);"),
            Piece::Number { expression, .. } => format!("see!(out, {expression} as i128);"),
            Piece::Printed(expression) => format!("see_printed!(out, {expression});"),
        };
        self.0.iter().map(piece).collect()
    }

    /// Makes two views of the same structure look at no more than both can.
    pub fn agree(pair: Pair<&mut View>) {
        let Pair { old, new } = pair;
        let is_alike = |(one, other): (&Piece, &Piece)| match (one, other) {
            (Piece::Code(one), Piece::Code(other)) => one == other,
            (Piece::Value(one, _), Piece::Value(other, _)) => one == other,
            (Piece::Number { expression: one, name, .. }, Piece::Number { expression: other, name: too, .. }) => {
                one == other && is_float(name) == is_float(too)
            }
            _ => false,
        };
        if old.0.len() != new.0.len() || !old.0.iter().zip(&new.0).all(is_alike) {
            return;
        }
        for pieces in old.0.iter_mut().zip(&mut new.0) {
            match pieces {
                (Piece::Value(_, one), Piece::Value(_, other)) => {
                    let both = one.and(*other);
                    (*one, *other) = (both, both);
                }
                (Piece::Number { name, width, .. }, Piece::Number { name: other, width: too, .. }) if name != other => {
                    (*width, *too) = (Width::Widest, Width::Widest);
                }
                _ => {}
            }
        }
    }
}

fn is_float(name: &str) -> bool {
    matches!(name, "f32" | "f64")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_look_at_what_both_can_show() {
        let view = |sights| View::around("match r { Some(v) => { @ } None => {} }", vec![View::value("v", sights)]);
        let mut old = view(Sights { display: false, items: false, ..Sights::ALL });
        let mut new = view(Sights { debug: false, items: false, ..Sights::ALL });
        assert_eq!(old.code(), "match r { Some(v) => { see!(out, v); } None => {} }");
        assert_eq!(new.code(), "match r { Some(v) => { see_outside!(out, v); } None => {} }");
        View::agree(Pair { old: &mut old, new: &mut new });
        assert_eq!(old.code(), "match r { Some(v) => { see_nothing!(out, v); } None => {} }");
        assert_eq!(old, new);
        // A number is the same in a wider type.
        let (mut narrow, mut wide) = (View::number("r", "i32"), View::number("r", "usize"));
        View::agree(Pair { old: &mut narrow, new: &mut wide });
        assert_eq!((narrow.code(), wide.code()), ("see!(out, r as i128);".into(), "see!(out, r as i128);".into()));
        let (mut narrow, mut wide) = (View::number("r", "f32"), View::number("r", "f64"));
        View::agree(Pair { old: &mut narrow, new: &mut wide });
        assert_eq!((narrow.code(), wide.code()), ("see!(out, r as f64);".into(), "see!(out, r as f64);".into()));
        let mut other = View::value("r", Sights::ALL);
        View::agree(Pair { old: &mut old, new: &mut other });
        assert_eq!(other, View::value("r", Sights::ALL));
    }
}
