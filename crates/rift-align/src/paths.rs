//! Source paths without the directory that a version lies in.
//!
//! The two versions are usually checked out side by side, so every recorded path differs. The directories are
//! guessed by vote: files of the same name are compared from the end, and what is left in front is a ballot.

use rift_ir::{Module, Pair};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Files of one name in both versions beyond this number say nothing about directories.
const MOST_NAMESAKES: usize = 8;

/// The directory of each version, with a slash at its end; empty when the paths do not differ.
pub fn roots(pair: Pair<&Module>) -> Pair<String> {
    // What both versions have at the same path, such as a standard library, is in the directory of neither.
    let paths = pair.map(|module| module.files.values().map(String::as_str).collect::<BTreeSet<&str>>());
    let by_name = Pair { old: by_name(&paths.old - &paths.new), new: by_name(&paths.new - &paths.old) };
    let mut votes: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for (name, old) in &by_name.old {
        let Some(new) = by_name.new.get(name) else { continue };
        if old.len() * new.len() > MOST_NAMESAKES {
            continue;
        }
        for old in old {
            for new in new {
                *votes.entry(different_fronts(old, new)).or_default() += 1;
            }
        }
    }
    // Of equally many votes the first in alphabetical order wins: any fixed choice will do.
    let winner = votes.iter().rev().max_by_key(|(_, votes)| **votes).map(|(fronts, _)| *fronts);
    let (old, new) = winner.unwrap_or_default();
    Pair { old: old.to_owned(), new: new.to_owned() }
}

fn by_name(paths: BTreeSet<&str>) -> HashMap<&str, Vec<&str>> {
    let mut by_name: HashMap<&str, Vec<&str>> = HashMap::new();
    for path in paths {
        by_name.entry(base_name(path)).or_default().push(path);
    }
    by_name
}

pub fn relative<'p>(root: &str, path: &'p str) -> &'p str {
    path.strip_prefix(root).unwrap_or(path)
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What is left of two paths without the components that they end in alike.
fn different_fronts<'p>(old: &'p str, new: &'p str) -> (&'p str, &'p str) {
    let parts = old.rsplit('/').zip(new.rsplit('/')).take_while(|(old, new)| old == new);
    // Each component with a slash; the first of them has none behind it.
    let alike: usize = parts.map(|(part, _)| part.len() + 1).sum();
    let front = |path: &'p str| &path[..(path.len() + 1).saturating_sub(alike).min(path.len())];
    (front(old), front(new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fronts_end_in_a_slash() {
        assert_eq!(different_fronts("/tmp/old/src/a.c", "/tmp/new/src/a.c"), ("/tmp/old/", "/tmp/new/"));
        assert_eq!(different_fronts("old/a.c", "new/a.c"), ("old/", "new/"));
        assert_eq!(different_fronts("/w/v1/a.c", "a.c"), ("/w/v1/", ""));
    }

    #[test]
    fn the_directory_that_most_files_agree_on_wins() {
        let module = |root: &str| {
            let mut module = Module::default();
            for file in ["src/a.c", "src/b.c", "lib/a.h", "lib/main.c"] {
                module.files.push(format!("{root}{file}"));
            }
            for file in ["core/src/a.c", "std/src/a.c", "std/src/b.c", "core/src/b.c", "alloc/src/a.c"] {
                module.files.push(format!("/usr/include/{file}"));
            }
            module
        };
        let (old, new) = (module("/x/1.0/"), module("/x/1.1/"));
        let roots = roots(Pair { old: &old, new: &new });
        assert_eq!((roots.old.as_str(), roots.new.as_str()), ("/x/1.0/", "/x/1.1/"));
        assert_eq!(relative(&roots.old, "/x/1.0/src/a.c"), "src/a.c");
        assert_eq!(relative(&roots.old, "/usr/include/core/src/a.c"), "/usr/include/core/src/a.c");
    }
}
