//! Where things are: the repository, the cache, the wrappers, temporary directories.

use anyhow::{Context, anyhow};
use rift_ingest::{Bitcode, BuildOptions};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

pub const CLANG: &str = "clang-22";
pub const CLANGXX: &str = "clang++-22";

/// The repository, which is where this tool was compiled.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A file or folder of the repository, without detours in its name.
pub fn in_root(path: &str) -> anyhow::Result<PathBuf> {
    let path = root().join(path);
    path.canonicalize().with_context(|| format!("cannot find `{}`", path.display()))
}

/// A private directory that goes when it is dropped.
pub fn temporary() -> anyhow::Result<TempDir> {
    tempfile::Builder::new().prefix("rift-conformance-").tempdir().context("cannot make a temporary directory")
}

/// Where what failed is kept for a look: next to this program, by kind.
pub fn kept(kind: &str) -> anyhow::Result<PathBuf> {
    let dir = beside()?.join("conformance-kept").join(kind);
    std::fs::create_dir_all(&dir).with_context(|| format!("cannot create `{}`", dir.display()))?;
    Ok(dir)
}

/// The directory of this program, which has rift and its wrappers too.
pub fn beside() -> anyhow::Result<PathBuf> {
    let exe = env::current_exe().context("cannot find this program")?;
    exe.parent().map(Path::to_owned).ok_or_else(|| anyhow!("this program has no directory"))
}

/// Build options that leave the user's cache alone.
pub fn build_options() -> anyhow::Result<BuildOptions> {
    let beside = beside()?;
    let cache = match env::var_os("RIFT_CACHE") {
        Some(cache) => PathBuf::from(cache),
        None => beside.join("conformance-cache"),
    };
    Ok(BuildOptions {
        cache: Some(cache),
        clang: Some(PathBuf::from(CLANG)),
        wrappers: Some(beside),
        ..BuildOptions::default()
    })
}

/// The runtime that is linked into every program.
pub fn runtime() -> &'static [Bitcode] {
    static RUNTIME: LazyLock<Vec<Bitcode>> = LazyLock::new(|| {
        let one = |(name, bytes): &(&str, &[u8])| Bitcode { name: (*name).to_owned(), bytes: bytes.to_vec() };
        rift_env::runtime().iter().map(one).collect()
    });
    &RUNTIME
}
