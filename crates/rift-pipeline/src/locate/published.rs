//! Published versions of a crate, by way of cargo itself: whatever registry it is set up with is used, and its cache.
//!
//! Cargo is asked to resolve a scratch package that depends on exactly that version, without the network first. The
//! files are then copied, so that nothing that is built with them leaves traces in cargo's own cache.

use crate::error::{Context as _, Result, refuse};
use cargo_metadata::{MetadataCommand, Package};
use rift_ingest::{BuildOptions, View, cargo_home, run_cargo};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// One version of a crate, as people write it: `shlex@1.3.0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    pub name: String,
    pub version: String,
}

impl Published {
    pub fn parse(text: &str) -> Result<Published> {
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
        match text.split_once('@') {
            Some((name, version)) if is_name(name) && is_version(version) => {
                Ok(Published { name: name.to_owned(), version: version.to_owned() })
            }
            _ => refuse!("`{text}` is no version of a crate such as `shlex@1.3.0`"),
        }
    }

    /// Of a package that is already known by name.
    pub fn of(name: &str, version: &str) -> Result<Published> {
        Published::parse(&format!("{name}@{version}"))
    }

    /// A copy of its files below `cache`. `here` decides which configuration of cargo applies.
    pub fn fetch(&self, cache: &Path, here: &Path, options: &BuildOptions) -> Result<PathBuf> {
        let copies = cache.join("crates");
        let copy = copies.join(format!("{}-{}", self.name, self.version));
        if copy.is_dir() {
            return Ok(copy);
        }
        fs::create_dir_all(&copies).with_context(|| format!("cannot create `{}`", copies.display()))?;
        let scratch = tempfile::tempdir_in(&copies).with_context(|| format!("cannot use `{}`", copies.display()))?;
        let original = self.resolve(scratch.path(), here, options)?;
        let files = scratch.path().join("files");
        copy_tree(&original, &files).with_context(|| format!("cannot copy `{}`", original.display()))?;
        stand_alone(&files.join("Cargo.toml"))
            .with_context(|| format!("cannot use the copy of `{}`", original.display()))?;
        match fs::rename(&files, &copy) {
            // Somebody else was faster.
            Err(_) if copy.is_dir() => Ok(copy),
            result => result.map(|()| copy).context("cannot keep the files of a crate"),
        }
    }

    /// Where cargo has unpacked it.
    fn resolve(&self, scratch: &Path, here: &Path, options: &BuildOptions) -> Result<PathBuf> {
        let Published { name, version } = self;
        let manifest = scratch.join("Cargo.toml");
        let text = format!(
            "[package]\nname = \"rift-scratch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
             [dependencies]\n{name} = \"={version}\"\n"
        );
        fs::create_dir_all(scratch.join("src")).and_then(|()| fs::write(scratch.join("src/lib.rs"), ""))?;
        fs::write(&manifest, text)?;
        let ask = |network: &[&str]| -> Result<Output> {
            let mut command = MetadataCommand::new().manifest_path(&manifest).current_dir(here).cargo_command();
            let view = View::new().project(here).write(scratch);
            Ok(run_cargo(command.args(network), &manifest, here, &view, options)?)
        };
        let mut output = ask(&["--offline"])?;
        if !output.status.success() {
            output = ask(&[])?;
        }
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr);
            refuse!("cargo cannot get `{name}@{version}`:\n{}", words.trim());
        }
        let metadata = MetadataCommand::parse(String::from_utf8_lossy(&output.stdout))
            .context("cargo metadata answered something unexpected")?;
        let is_it = |p: &&Package| *p.name == *name && without_build(&p.version.to_string()) == without_build(version);
        let package = metadata.packages.iter().filter(|p| p.source.is_some()).find(is_it);
        let root = package.and_then(|package| package.manifest_path.parent());
        // What a toolchain of the package's own answers is no reason to copy any other directory.
        let is_source = |root: &Path| root.starts_with(here) || cargo_home().is_some_and(|home| root.starts_with(home));
        let root = root.filter(|root| is_source(root.as_std_path()));
        root.map(|root| root.as_std_path().to_owned()).with_context(|| {
            // Cargo passes over a dependency without a library, with a warning.
            let words = String::from_utf8_lossy(&output.stderr);
            match words.lines().find(|line| line.contains("missing a lib target")) {
                Some(_) => {
                    format!("`{name}@{version}` has no library; cargo rift compares libraries, `rift diff` programs")
                }
                None => format!("cargo does not say where `{name}@{version}` is:\n{}", words.trim()),
            }
        })
    }
}

/// What follows a plus sign is no part of what versions are compared by.
fn without_build(version: &str) -> &str {
    version.split('+').next().unwrap_or(version)
}

fn is_version(text: &str) -> bool {
    let numbers = text.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = numbers.split('.').collect();
    parts.len() == 3
        && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-+".contains(&byte))
}

/// A package is in no workspace that the cache happens to be in.
fn stand_alone(manifest: &Path) -> std::io::Result<()> {
    let text = fs::read_to_string(manifest)?;
    match text.lines().any(|line| line.trim_start().starts_with("[workspace")) {
        true => Ok(()),
        false => fs::write(manifest, text + "\n[workspace]\n"),
    }
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        match fs::metadata(&source)?.is_dir() {
            true => copy_tree(&source, &target)?,
            // Without the mode: in vendored sources files may be read-only.
            false => fs::write(&target, fs::read(&source)?)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_exact() {
        let made = Published::parse("num-integer@0.1.45").unwrap();
        assert_eq!((made.name.as_str(), made.version.as_str()), ("num-integer", "0.1.45"));
        assert!(Published::parse("bzip2-sys@0.1.13+1.0.8").is_ok());
        for wrong in ["shlex", "shlex@", "@1.0.0", "shlex@1.2", "shlex@^1.2.0", "a b@1.0.0", "x@1.0.0\"", "x\"@1.0.0"] {
            let error = Published::parse(wrong).unwrap_err().to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
