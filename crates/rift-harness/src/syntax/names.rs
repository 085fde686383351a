//! What a module exports: its public items, and what its `pub use` name.

use super::{Module, is_public};

pub(super) struct Found {
    pub name: String,
    pub is: Is,
}

#[derive(Clone, Copy)]
pub(super) enum Is {
    Module(usize),
    /// A module, and the place in its items.
    Item(usize, usize),
}

pub(super) fn exported(modules: &[Module], at: usize) -> Vec<Found> {
    exported_by(modules, at, &mut vec![at])
}

/// `seen` are the modules whose globs lead here: they may lead in circles.
fn exported_by(modules: &[Module], at: usize, seen: &mut Vec<usize>) -> Vec<Found> {
    let mut found = Vec::new();
    for (place, item) in modules[at].items.iter().enumerate() {
        match item {
            syn::Item::Use(one) if is_public(&one.vis) => follow(modules, at, &one.tree, seen, &mut found),
            syn::Item::Mod(one) if is_public(&one.vis) => {
                let name = one.ident.to_string();
                found.extend(child(modules, at, &name).map(|child| Found { name, is: Is::Module(child) }));
            }
            _ => found.extend(own_name(item).map(|name| Found { name, is: Is::Item(at, place) })),
        }
    }
    found
}

fn child(modules: &[Module], at: usize, name: &str) -> Option<usize> {
    modules[at].children.iter().find(|(one, _)| one == name).map(|(_, child)| *child)
}

/// The name of a public item other than a module.
fn own_name(item: &syn::Item) -> Option<String> {
    let (visibility, name) = match item {
        syn::Item::Fn(one) => (&one.vis, &one.sig.ident),
        syn::Item::Struct(one) => (&one.vis, &one.ident),
        syn::Item::Enum(one) => (&one.vis, &one.ident),
        syn::Item::Trait(one) => (&one.vis, &one.ident),
        syn::Item::Const(one) => (&one.vis, &one.ident),
        _ => return None,
    };
    is_public(visibility).then(|| name.to_string())
}

/// Walks a tree of `use`. What leads out of the library is not followed.
fn follow(modules: &[Module], at: usize, tree: &syn::UseTree, seen: &mut Vec<usize>, found: &mut Vec<Found>) {
    match tree {
        syn::UseTree::Path(one) => {
            let next = match one.ident.to_string().as_str() {
                "crate" => Some(0),
                "self" => Some(at),
                "super" => Some(modules[at].parent),
                name => child(modules, at, name).or_else(|| child(modules, 0, name)),
            };
            if let Some(next) = next {
                follow(modules, next, &one.tree, seen, found);
            }
        }
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| follow(modules, at, tree, seen, found)),
        syn::UseTree::Name(one) => found.extend(look_up(modules, at, &one.ident.to_string(), None)),
        syn::UseTree::Rename(one) => {
            found.extend(look_up(modules, at, &one.ident.to_string(), Some(one.rename.to_string())));
        }
        syn::UseTree::Glob(_) if seen.contains(&at) => {}
        syn::UseTree::Glob(_) => {
            seen.push(at);
            found.extend(exported_by(modules, at, seen));
        }
    }
}

fn look_up(modules: &[Module], at: usize, name: &str, renamed: Option<String>) -> Option<Found> {
    let shown = renamed.unwrap_or_else(|| name.to_owned());
    if let Some(child) = child(modules, at, name) {
        return Some(Found { name: shown, is: Is::Module(child) });
    }
    let place = modules[at].items.iter().position(|item| own_name(item).is_some_and(|own| own == name))?;
    Some(Found { name: shown, is: Is::Item(at, place) })
}
