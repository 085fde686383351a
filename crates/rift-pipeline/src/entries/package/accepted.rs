//! Differences that are meant: `rift-accepted.toml` in the package, committed and reviewed like code.
//!
//! A difference is known by its name, which stands for the entry and for the way in which the results differ, not for
//! one input. So accepting errs towards too much: it holds for every call of that entry that differs in the same way.

use crate::error::{Context as _, Result, refuse};
use rift_report::diff::{Call, Difference};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub const FILE: &str = "rift-accepted.toml";
const HEADING: &str = "# Differences to earlier versions that are meant. `cargo rift accept ID` adds to it.\n";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    pub id: String,
    #[serde(default)]
    pub entry: String,
    #[serde(default)]
    pub call: String,
    #[serde(default)]
    pub old: String,
    #[serde(default)]
    pub new: String,
    #[serde(default)]
    pub reason: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    accepted: Vec<Accepted>,
}

/// What is accepted in a package; nothing if there is no file.
pub fn read(package: &Path) -> Result<Vec<Accepted>> {
    let path = package.join(FILE);
    let cannot = || format!("cannot read `{}`", path.display());
    // What is wrong in it is quoted to the user, and a link could lead to what nobody is to see.
    match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        Err(error) => return Err(error).with_context(cannot),
        Ok(found) if !found.is_file() => refuse!("cannot read `{}`: it is not a plain file", path.display()),
        Ok(_) => {}
    }
    let text = fs::read_to_string(&path).with_context(cannot)?;
    let file: File = toml::from_str(&text).with_context(|| format!("`{}` is damaged", path.display()))?;
    Ok(file.accepted)
}

/// Marks the differences that are accepted.
pub fn mark(differences: &mut [Difference], accepted: &[Accepted]) {
    for difference in differences {
        if let Some(known) = accepted.iter().find(|known| known.id == difference.id)
            && let Some(call) = &mut difference.call
        {
            call.accepted = Some(known.reason.clone());
        }
    }
}

/// Adds differences at the end of the file, and leaves what is there as it is. Comes back with the file's path.
pub fn add(package: &Path, differences: &[(&str, &Call)], reason: &str) -> Result<PathBuf> {
    let path = package.join(FILE);
    let known = read(package)?;
    let mut text = match known.is_empty() && !path.exists() {
        true => HEADING.to_owned(),
        false => fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?,
    };
    for (id, call) in differences.iter().filter(|(id, _)| !known.iter().any(|known| known.id == *id)) {
        let accepted = Accepted {
            id: (*id).to_owned(),
            entry: call.entry.clone(),
            call: call.call.clone(),
            old: call.shown.old.clone(),
            new: call.shown.new.clone(),
            reason: reason.to_owned(),
        };
        let block = toml::to_string(&File { accepted: vec![accepted] }).context("cannot write a difference down")?;
        text.push('\n');
        text.push_str(block.trim_start());
    }
    // Whole or not at all: it is a file of the user's.
    let new = tempfile::NamedTempFile::new_in(package).and_then(|file| {
        fs::write(file.path(), &text)?;
        file.persist(&path).map_err(|error| error.error)
    });
    new.with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(path)
}

/// The difference that a name, or its beginning, stands for.
pub fn find<'d>(differences: &'d [Difference], id: &str) -> Result<(&'d str, &'d Call)> {
    let named = |difference: &'d Difference| Some((difference.id.as_str(), difference.call.as_ref()?));
    let mut found = differences.iter().filter(|difference| difference.is_called(id)).filter_map(named);
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => refuse!("`{id}` stands for several differences; write more of it"),
        (None, _) => {
            let ids: Vec<&str> = differences.iter().map(|difference| difference.id.as_str()).collect();
            match ids.is_empty() {
                true => refuse!("there is no difference `{id}`: the last `cargo rift` of this package found none"),
                false => refuse!("there is no difference `{id}`; the last `cargo rift` found {}", ids.join(", ")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_ir::Pair;

    fn call(text: &str) -> Call {
        Call {
            entry: "a::f".to_owned(),
            call: text.to_owned(),
            params: vec![],
            shown: Pair { old: "\"x\"".to_owned(), new: "'''\n".to_owned() },
            also: vec![],
            accepted: None,
            test: None,
        }
    }

    #[test]
    fn what_was_accepted_is_read_back_and_comments_stay() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()).unwrap(), []);
        let (one, two) = (call("a::f(\"\\\"\")"), call("a::f('é')"));
        let path = add(dir.path(), &[("aa", &one)], "meant").unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "# mine\n").unwrap();
        add(dir.path(), &[("bb", &two), ("aa", &one)], "").unwrap();
        let ids: Vec<_> = read(dir.path()).unwrap().into_iter().map(|a| (a.id, a.call, a.new, a.reason)).collect();
        let expected = |id: &str, call: &Call, reason: &str| {
            (id.to_owned(), call.call.clone(), call.shown.new.clone(), reason.to_owned())
        };
        assert_eq!(ids, [expected("aa", &one, "meant"), expected("bb", &two, "")]);
        assert!(fs::read_to_string(&path).unwrap().contains("# mine\n"));
    }

    #[test]
    fn a_damaged_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        for text in ["[[accepted]]\nid = 3\n", "accepted", "[[accepted]]\n", "[[acepted]]\nid = \"a\"\n"] {
            fs::write(dir.path().join(FILE), text).unwrap();
            let error = read(dir.path()).unwrap_err().in_full();
            assert!(error.contains(FILE), "{error}");
        }
        fs::remove_file(dir.path().join(FILE)).unwrap();
        fs::write(dir.path().join("secret"), "a secret").unwrap();
        for target in ["secret", "/dev/zero"] {
            std::os::unix::fs::symlink(target, dir.path().join(FILE)).unwrap();
            let error = read(dir.path()).unwrap_err().in_full();
            assert!(error.contains(FILE) && !error.contains("a secret"), "{error}");
            fs::remove_file(dir.path().join(FILE)).unwrap();
        }
    }
}
