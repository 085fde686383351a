//! The code that writes a result down raw: by the structure of its type as far as the standard library has it, so that
//! a string inside of a `Result` with a library's own error is not escaped character by character.

use crate::model::{Ty, last};

/// Over `result` and `out` of an entry's function.
pub(super) fn code(ty: &Ty) -> String {
    view(ty, "result", 0)
}

fn view(ty: &Ty, value: &str, depth: usize) -> String {
    let name = format!("v{depth}");
    match ty {
        Ty::Named { path, args } if path.starts_with("std::") => match (last(path), args.as_slice()) {
            ("Option", [some]) => {
                let some = view(some, &name, depth + 1);
                format!(
                    "match {value} {{ Some({name}) => {{ out.bytes.push(b'S'); {some} }} None => out.bytes.push(b'N') }};"
                )
            }
            ("Result", [ok, error]) => {
                let (ok, error) = (view(ok, &name, depth + 1), view(error, &name, depth + 1));
                format!(
                    "match {value} {{ Ok({name}) => {{ out.bytes.push(b'O'); {ok} }} \
                     Err({name}) => {{ out.bytes.push(b'E'); {error} }} }};"
                )
            }
            ("Vec", [element]) if !matches!(element, Ty::Prim(_)) => {
                let element = view(element, &name, depth + 1);
                format!("for {name} in {value} {{ out.bytes.push(b'|'); {element} }}; out.bytes.push(b']');")
            }
            _ => leaf(value),
        },
        Ty::Tuple(parts) if !parts.is_empty() => {
            let names: Vec<_> = (0..parts.len()).map(|at| format!("v{depth}_{at}")).collect();
            let views: String = parts.iter().zip(&names).map(|(part, name)| view(part, name, depth + 1)).collect();
            format!("let ({},) = {value}; {views}", names.join(", "))
        }
        _ => leaf(value),
    }
}

fn leaf(value: &str) -> String {
    format!("see!(out, {value});")
}
