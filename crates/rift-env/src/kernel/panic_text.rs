//! What a Rust panic was about, from what std's panic hook wrote to standard error.
//!
//! That text is for people and changes rarely; the structures behind it change with every compiler. A program with
//! a hook of its own may print anything: then the place is empty, and the message says so.

use rift_vm::Stop;

/// The last panic that `errors` tells of.
pub(super) fn last_panic(errors: &[u8]) -> Stop {
    let text = String::from_utf8_lossy(errors);
    let (message, location) = parse(&text).unwrap_or(("(told by a panic hook of the program's own)", ""));
    Stop::Panic { message: message.to_owned(), location: location.to_owned() }
}

/// Message and place.
fn parse(text: &str) -> Option<(&str, &str)> {
    const NOTE: &str = "\nnote: run with `RUST_BACKTRACE";
    let told = text.rmatch_indices("thread '").find_map(|(at, _)| {
        let starts_line = at == 0 || text[..at].ends_with('\n');
        let line = text[at..].split('\n').next()?;
        let (before, _) = line.split_once(" panicked at ")?;
        starts_line.then(|| &text[at + before.len() + " panicked at ".len()..])
    })?;
    let end = told.rfind(NOTE).or_else(|| told.rfind("\nstack backtrace:")).unwrap_or(told.len());
    let told = &told[..end];
    let told = told.strip_suffix('\n').unwrap_or(told);
    match told.split_once(":\n") {
        Some((location, message)) if !location.contains('\n') => Some((message, location)),
        // Before Rust 1.73: `'message', src/main.rs:2:5`, where the message may have many lines.
        _ => told.rsplit_once(", ").map(|(message, location)| (message.trim_matches('\''), location)),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    const NOTE: &str = "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";

    #[test]
    fn message_and_place_come_from_what_the_default_hook_prints() {
        let text = format!("before\n\nthread 'main' (4242) panicked at src/main.rs:2:5:\nindex out of bounds\n{NOTE}");
        assert_eq!(parse(&text), Some(("index out of bounds", "src/main.rs:2:5")));
        let text = format!("\nthread 'main' panicked at src/main.rs:2:5:\ntwo\nlines\n{NOTE}");
        assert_eq!(parse(&text), Some(("two\nlines", "src/main.rs:2:5")));
        let text = format!("thread 'main' panicked at 'old', src/main.rs:2:5\n{NOTE}");
        assert_eq!(parse(&text), Some(("old", "src/main.rs:2:5")));
    }

    #[test]
    fn the_note_is_missing_after_the_first_panic_and_the_last_one_counts() {
        let text =
            format!("\nthread 'a' (1) panicked at a.rs:1:1:\nx\n{NOTE}\nthread 'b' (2) panicked at b.rs:2:2:\ny\n");
        assert_eq!(parse(&text), Some(("y", "b.rs:2:2")));
    }

    #[test]
    fn a_hook_that_prints_something_else_tells_nothing() {
        assert_eq!(parse("oh no\n"), None);
        assert_eq!(parse("my thread 'x' panicked at noon:\n"), None);
    }
}
