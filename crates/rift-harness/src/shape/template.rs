//! Source with holes for arguments.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_templates_are_kept() {
        assert_eq!(Template::new("A { b: {0} }").fill(&["1".to_owned()]), "A { b: 1 }");
    }

    #[test]
    fn a_receiver_is_taken_as_a_whole() {
        assert_eq!(Template::new("{0}.abs()").fill(&["-1".to_owned()]), "(-1).abs()");
    }
}
