//! Rust text to syntax, however deep it is nested.
//!
//! The parser calls itself for every level of nesting, and so does whatever walks or drops what it made: a text of a
//! hundred thousand parentheses or minus signs would exhaust the stack and end the process. So nesting is bounded
//! before the text is parsed, and [`on_large_stack`] has room for that much. Every token counts as a level that only a
//! comma, a semicolon, the braces of an item or statement, or the end of its group closes, so the bound refuses more than
//! it must; what people write stays far below it.

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

/// Groups within each other.
const DEEPEST_GROUP: usize = 256;
/// Tokens that may be within each other, in all groups around a token together.
const DEEPEST_TOKEN: usize = 4000;
/// Enough for both in a build without optimisation.
const STACK: usize = 512 << 20;

/// The text's items; the error says which line is wrong, and how. To be called [`on_large_stack`].
pub(super) fn parse_file(text: &str) -> Result<syn::File, String> {
    let at = |line: usize, reason: &dyn std::fmt::Display| format!("line {line} is no Rust of today ({reason})");
    let tokens: TokenStream = text.parse().map_err(|error: LexError| at(error.span().start().line, &error))?;
    check_nesting(tokens)?;
    syn::parse_file(text).map_err(|error| at(error.span().start().line, &error))
}

/// Calls a function that reads or walks syntax.
pub(super) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn check_nesting(tokens: TokenStream) -> Result<(), String> {
    // Of each group that is open: what is left of it, and the levels that its last tokens may have opened.
    let mut open = vec![(tokens.into_iter().peekable(), 0)];
    let mut levels = 0;
    while let Some((rest, row)) = open.last_mut() {
        let Some(token) = rest.next() else {
            levels -= *row;
            open.pop();
            continue;
        };
        *row += 1;
        levels += 1;
        if levels > DEEPEST_TOKEN || open.len() > DEEPEST_GROUP {
            return Err(format!("line {} is nested too deeply", token.span().start().line));
        }
        let Some((rest, row)) = open.last_mut() else { break };
        if is_end(&token, rest.peek()) {
            levels -= *row;
            *row = 0;
        }
        if let TokenTree::Group(group) = token {
            open.push((group.stream().into_iter().peekable(), 0));
        }
    }
    Ok(())
}

/// Whether what follows is not within what the token is part of: the next element, statement or item.
fn is_end(token: &TokenTree, next: Option<&TokenTree>) -> bool {
    match (token, next) {
        (TokenTree::Punct(end), _) => matches!(end.as_char(), ',' | ';'),
        // `{ .. } else ..` goes on, and so does `{ .. }.f()`.
        (TokenTree::Group(braces), Some(TokenTree::Ident(word))) => {
            braces.delimiter() == Delimiter::Brace && word != "else" && word != "as"
        }
        (TokenTree::Group(braces), Some(TokenTree::Literal(_))) => braces.delimiter() == Delimiter::Brace,
        (TokenTree::Group(braces), Some(TokenTree::Punct(mark))) => {
            braces.delimiter() == Delimiter::Brace && mark.as_char() == '#'
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: String) -> Option<String> {
        on_large_stack(|| parse_file(&text).err()).unwrap()
    }

    #[test]
    fn long_texts_are_not_deep() {
        for (head, piece, tail) in [
            ("", "#[inline] pub fn f<T>(x: T) -> Option<T> { Some(x) } ", ""),
            ("impl X { ", "fn f(&self) -> i32 { 1 } ", "}"),
            ("fn f() { ", "if x { 1; } for y in z { 2; } ", "}"),
            ("const X: [u8; 9] = [", "1, ", "];"),
            ("fn f() { match x { ", "1 => {} ", "} }"),
        ] {
            let text = format!("{head}{}{tail}", piece.repeat(20_000));
            assert_eq!(refused(text), None, "{piece}");
        }
    }

    #[test]
    fn no_text_exhausts_the_stack() {
        let repeated = |head: &str, piece: &str, tail: &str, count| format!("{head}{}{tail}", piece.repeat(count));
        for count in [100, 900, 100_000] {
            for (head, piece, tail) in [
                ("const X: i32 = ", "-", "1;"),
                ("const X: i32 = 1", "+1", ";"),
                ("const X: i32 = x", ".y", ";"),
                ("type X = ", "&", "u8;"),
                ("type X = ", "fn()->", "u8;"),
                ("fn f() { ", "return ", "}"),
                ("fn f() { ", "|| ", "1 }"),
                ("fn f() { x", "= x ", "}"),
                ("fn f() { if x {} ", "else if x {} ", "}"),
                ("fn f() { ", "#[x] ", "y }"),
            ] {
                let is_refused = refused(repeated(head, piece, tail, count)).is_some_and(|why| why.contains("deeply"));
                // In between it is the number of tokens in a piece that decides.
                assert!(is_refused == (count == 100_000) || count == 3900, "{count} times {piece}");
            }
            for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("<(", ")>"), ("mod m {", "}")] {
                let text = format!("type X = {}u8{};", open.repeat(count), close.repeat(count));
                refused(text);
            }
        }
    }

    #[test]
    fn what_people_write_is_read() {
        let table: String = (0..50_000).map(|number| format!("{number}, ")).collect();
        assert_eq!(refused(format!("const X: [u32; 50000] = [{table}];\nfn f() {{ g(h(1 + 2 * 3)) }}")), None);
        assert!(refused("fn f( {".to_owned()).unwrap().starts_with("line 1 is no Rust of today"));
    }
}
