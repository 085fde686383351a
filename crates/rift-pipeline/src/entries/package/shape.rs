//! In which way two results differ, without the values: what a difference is known by from run to run.
//!
//! Of a printed value, its outermost names are kept (`Ok(Some(`, `Err(ParseError`, `true`), of others the kind. Errs
//! towards "the same": strings that differ in any way are differences of one kind.

/// How many digits a name has.
const DIGITS: usize = 10;
/// Names that are kept of nested values.
const DEPTH: usize = 3;

/// The name of a difference of an entry.
pub fn identity(entry: &str, old: &str, new: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [entry, &shape(old), &shape(new)] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}

/// What stays of a printed result.
pub fn shape(shown: &str) -> String {
    match shown.strip_prefix("panic: ") {
        Some(message) => format!("panic: {}", words(message)),
        None => value(shown),
    }
}

/// The first words of a message, up to what depends on the input.
fn words(message: &str) -> &str {
    let end = message.find(|c: char| c.is_ascii_digit() || "\"'`:(".contains(c)).unwrap_or(message.len());
    message[..end].trim_end()
}

fn value(text: &str) -> String {
    let mut shape = String::new();
    let mut rest = text.trim_start();
    for _ in 0..DEPTH {
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let first = rest.chars().next();
        match first {
            Some(c) if c.is_alphabetic() || c == '_' => shape.push_str(name),
            Some('"') => shape.push_str("string"),
            Some('\'') => shape.push_str("char"),
            Some(c) if c.is_ascii_digit() || c == '-' => shape.push_str("number"),
            Some(c) => shape.push(c),
            None => {}
        }
        match after.strip_prefix('(') {
            Some(inner) if first.is_some_and(char::is_alphabetic) => {
                shape.push('(');
                rest = inner;
            }
            _ => break,
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_kind_have_one_shape() {
        for (one, other) in [
            ("\"{\"", "\"a b\""),
            ("Some(1)", "Some(-20)"),
            ("Ok(Some(\"a\"))", "Ok(Some(\"\"))"),
            ("Err(ParseError { at: 3 })", "Err(ParseError { at: 4 })"),
            ("panic: index out of bounds: the len is 3", "panic: index out of bounds: the len is 4"),
            ("0.0", "1e10"),
        ] {
            assert_eq!(shape(one), shape(other), "{one} {other}");
        }
    }

    #[test]
    fn values_of_different_kinds_have_different_shapes() {
        let all =
            ["\"a\"", "1", "None", "Some(1)", "Ok(1)", "Ok(None)", "Err(A)", "Err(B)", "true", "false", "panic: x"];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| shape(one) != shape(other)), "{one}");
        }
        assert_ne!(identity("a::f", "1", "None"), identity("a::f", "None", "1"));
        assert_ne!(identity("a::f", "1", "None"), identity("a::g", "1", "None"));
        assert_eq!(identity("a::f", "1", "None").len(), DIGITS);
    }
}
