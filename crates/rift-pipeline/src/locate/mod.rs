//! Which two versions: paths, revisions of a git repository (`git`), versions of a package (`package`) or of a published
//! crate (`published`).

pub(crate) mod git;
pub(crate) mod package;
pub(crate) mod published;

use crate::error::{Context as _, Result, refuse};
use git::{git, git_text, write_files};
use rift_ir::Pair;
use rift_report::Root;
use std::path::{Component, Path, PathBuf};

/// One version: where it is, and what the user calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    pub path: PathBuf,
    pub name: String,
    pub root: Root,
}

/// Where the versions are. `trees` is where revisions are unpacked.
pub fn locate(versions: &[String], path: Option<&Path>, trees: &Path) -> Result<Pair<Located>> {
    let here = std::env::current_dir().context("cannot find the working directory")?;
    if let ([old, new], None) = (versions, path)
        && (Path::new(old).exists() || Path::new(new).exists())
    {
        let there = |name: &String| match Path::new(name).exists() {
            true => Ok(Located { path: PathBuf::from(name), name: name.clone(), root: beside(Path::new(name), &here) }),
            false => refuse!("cannot find `{name}`"),
        };
        return Ok(Pair { old: there(old)?, new: there(new)? });
    }
    let Some(root) = git(&here, &["rev-parse", "--show-toplevel"]).ok().map(PathBuf::from) else {
        match versions {
            [name] if path.is_none() && Path::new(name).exists() => {
                refuse!("`{name}` is one version, and two are needed: this is no git repository to take another from")
            }
            [name, ..] => refuse!("cannot find `{name}`, and this is no git repository"),
            [] => refuse!("two versions are needed: this is no git repository"),
        }
    };
    let inside = inside(&root, &here, path)?;
    let revision = |name: &str| -> Result<Located> {
        let commit = commit(&root, name)?;
        let tree = unpack(&root, &commit, trees)?;
        let path = in_tree(&tree, &inside, name)?;
        Ok(Located { path, name: named(name, &inside), root: Root::directory(&canonical(&tree), &here) })
    };
    let working = || -> Result<Located> {
        let path = root.join(&inside);
        if !path.exists() {
            refuse!("`{}` is not in the working tree", inside.display());
        }
        Ok(Located { path, name: named("working tree", &inside), root: Root::directory(&canonical(&root), &here) })
    };
    Ok(match versions {
        [] => Pair { old: revision(&merge_base(&root)?)?, new: working()? },
        [old] => Pair { old: revision(old)?, new: working()? },
        [old, new, ..] => Pair { old: revision(old)?, new: revision(new)? },
    })
}

/// A directory as it was in a revision, or, without one, where the working tree left the main branch; and what that is
/// called.
pub fn baseline(directory: &Path, revision: Option<&str>, trees: &Path) -> Result<(PathBuf, String)> {
    let root = git(directory, &["rev-parse", "--show-toplevel"]).map(PathBuf::from);
    let root = root.with_context(|| format!("`{}` is in no git repository", directory.display()))?;
    let name = match revision {
        Some(revision) => revision.to_owned(),
        None => merge_base(&root)?,
    };
    let inside = inside(&root, directory, Some(directory))?;
    let commit = commit(&root, &name)?;
    let path = in_tree(&unpack(&root, &commit, trees)?, &inside, &name)?;
    // A hash that nobody typed is shown as git shows it.
    let shown = if revision.is_none() { git_text(&root, &["rev-parse", "--short", &commit])? } else { name };
    Ok((path, shown))
}

fn named(revision: &str, inside: &Path) -> String {
    match inside.as_os_str().is_empty() {
        true => revision.to_owned(),
        false => format!("{revision}:{}", inside.display()),
    }
}

/// The path below the repository's root.
fn inside(root: &Path, here: &Path, path: Option<&Path>) -> Result<PathBuf> {
    let Some(path) = path else { return Ok(PathBuf::new()) };
    let (root, here) = (canonical(root), canonical(here));
    let whole = here.join(path);
    // It may be gone from the working tree.
    let whole = std::fs::canonicalize(&whole).unwrap_or_else(|_| without_dots(&whole));
    match whole.strip_prefix(&root) {
        Ok(inside) => Ok(inside.to_owned()),
        Err(_) => refuse!("`{}` is outside of the repository `{}`", path.display(), root.display()),
    }
}

/// The path without `.` and `..`, by its names alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    whole
}

/// A directory itself, or the one that a file is in.
fn beside(typed: &Path, here: &Path) -> Root {
    let (path, here) = (canonical(typed), canonical(here));
    match path.parent() {
        Some(parent) if !path.is_dir() => Root::file(parent, typed, &here),
        _ => Root::directory(&path, &here),
    }
}

fn canonical(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn commit(root: &Path, name: &str) -> Result<String> {
    let found =
        git_text(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")]);
    if found.is_err() && Path::new(name).exists() {
        refuse!(
            "`{name}` is no revision: two files are compared with each other, and revisions of one with `-- {name}`"
        );
    }
    // Git has nothing to say but that there is none.
    found.or_else(|_| refuse!("`{name}` is neither a file nor a revision of the repository `{}`", root.display()))
}

/// Where the working tree left the main branch; its last commit if it is on that itself.
fn merge_base(root: &Path) -> Result<String> {
    for main in ["origin/HEAD", "origin/main", "origin/master", "main", "master"] {
        if let Ok(base) = git_text(root, &["merge-base", "HEAD", main]) {
            return Ok(base);
        }
    }
    commit(root, "HEAD").context("there is nothing to compare the working tree with")
}

/// A path in the files of a revision. Errors quote what they are about, so a link must not lead to what is not in there.
fn in_tree(tree: &Path, inside: &Path, revision: &str) -> Result<PathBuf> {
    let path = tree.join(inside);
    match std::fs::canonicalize(&path) {
        Err(_) => refuse!("`{}` is not in revision {revision}", inside.display()),
        Ok(whole) if !whole.starts_with(canonical(tree)) => {
            refuse!("`{}` is a link that leads out of revision {revision}", inside.display())
        }
        Ok(_) => Ok(path),
    }
}

/// The files of a commit, in a directory that keeps its name, so that builds can be found again.
fn unpack(root: &Path, commit: &str, trees: &Path) -> Result<PathBuf> {
    let tree = trees.join(commit);
    if tree.is_dir() {
        return Ok(tree);
    }
    std::fs::create_dir_all(trees).with_context(|| format!("cannot create `{}`", trees.display()))?;
    let fresh = tempfile::tempdir_in(trees).with_context(|| format!("cannot use `{}`", trees.display()))?;
    let files = fresh.path().join("files");
    std::fs::create_dir(&files)?;
    write_files(root, commit, &files).with_context(|| format!("cannot read revision {commit}"))?;
    match std::fs::rename(&files, &tree) {
        // Somebody else was faster.
        Err(_) if tree.is_dir() => Ok(tree),
        result => result.map(|()| tree).context("cannot keep the files of a revision"),
    }
}
