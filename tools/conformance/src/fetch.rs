//! Sources out of crates, by name and exact version. Cargo downloads them; nothing of them is built here.

use crate::place::temporary;
use anyhow::{Context, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where each crate's files are. `wanted` are names with exact versions.
pub fn fetch(wanted: &BTreeSet<(String, String)>) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let dir = temporary()?;
    let mut manifest =
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n"
            .to_owned();
    for (name, version) in wanted {
        manifest += &format!("{name} = \"={version}\"\n");
    }
    fs::write(dir.path().join("Cargo.toml"), manifest).context("cannot write a manifest")?;
    fs::create_dir(dir.path().join("src")).and_then(|()| fs::write(dir.path().join("src/lib.rs"), ""))?;
    let mut command = Command::new("cargo");
    command.args(["metadata", "--format-version=1", "--quiet"]).current_dir(dir.path());
    let output = command.output().context("cannot run cargo")?;
    if !output.status.success() {
        bail!("cannot fetch crates: {}", String::from_utf8_lossy(&output.stderr).trim_end());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).context("cannot read cargo's answer")?;
    let mut found = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let (name, manifest) = (package["name"].as_str(), package["manifest_path"].as_str());
        if let (Some(name), Some(dir)) = (name, manifest.and_then(|m| Path::new(m).parent())) {
            found.insert(name.to_owned(), dir.to_owned());
        }
    }
    for (name, _) in wanted {
        if !found.contains_key(name) {
            bail!("cargo did not fetch `{name}`");
        }
    }
    Ok(found)
}
