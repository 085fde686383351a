//! Files that rift brings along for C and C++ programs: headers to include, and functions for native builds.
//!
//! Both are for programs that expect a tool around them, such as the harness interface of KLEE. They come last: a header
//! of the same name that the program or the system has wins, and of the functions only those are linked that would
//! be missing otherwise. A program that needs none of it is built as if they did not exist.

use super::command::compile_own;
use super::toolchain;
use crate::IngestError;
use crate::cache::{Cache, Key};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Texts by name. Names are relative paths as an `#include` spells them.
#[derive(Debug, Clone, Default)]
pub struct Support {
    /// What programs may include.
    pub headers: Vec<(String, String)>,
    /// C sources that native builds may be linked with, and the headers that these include.
    pub native: Vec<(String, String)>,
    /// How the names of all functions in `native` that programs call begin; not empty if there are any.
    pub prefix: String,
}

impl Support {
    /// Everything that a build may depend on.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let texts = self.headers.iter().chain(&self.native).flat_map(|(name, text)| [name.as_str(), text]);
        texts.chain([self.prefix.as_str()]).collect()
    }

    /// Whether an object file or bitcode names one of the functions. Errs towards yes.
    pub(super) fn is_named_in(&self, code: &[u8]) -> bool {
        let prefix = self.prefix.as_bytes();
        !prefix.is_empty() && code.windows(prefix.len()).any(|window| window == prefix)
    }

    /// The directory with the headers, for `-idirafter`.
    pub(super) fn include(&self, cache: &Cache) -> Result<Option<PathBuf>, IngestError> {
        if self.headers.is_empty() {
            return Ok(None);
        }
        let names = self.headers.iter().flat_map(|(name, text)| [name, text]);
        let key = Key::builder("headers").fields(names).finish();
        cache.support(key, |dir| write_all(&self.headers, dir)).map(Some)
    }

    /// The functions as a static archive, for the end of a linker's command line.
    pub(super) fn archive(&self, cache: &Cache, clang: &Path) -> Result<Option<PathBuf>, IngestError> {
        const NAME: &str = "libriftsupport.a";
        if self.native.is_empty() {
            return Ok(None);
        }
        let texts = self.native.iter().flat_map(|(name, text)| [name, text]);
        let key = Key::builder("archive").field(toolchain::identity(clang)).fields(texts).finish();
        let dir = cache.support(key, |dir| {
            write_all(&self.native, dir)?;
            let mut archive = Command::new("ar");
            archive.arg("rcs").arg(dir.join(NAME));
            for (name, _) in self.native.iter().filter(|(name, _)| name.ends_with(".c")) {
                let (source, object) = (dir.join(name), dir.join(name).with_extension("o"));
                let mut command = Command::new(clang);
                command.args(["-O1", "-fPIC", "-c", "-I"]).arg(dir).arg(&source).arg("-o").arg(&object);
                compile_own(&mut command, &source)?;
                archive.arg(object);
            }
            compile_own(&mut archive, &dir.join(NAME)).map(drop)
        })?;
        Ok(Some(dir.join(NAME)))
    }
}

fn write_all(files: &[(String, String)], dir: &Path) -> Result<(), IngestError> {
    for (name, text) in files {
        let path = dir.join(name);
        let parent = path.parent().unwrap_or(dir);
        fs::create_dir_all(parent).map_err(IngestError::io("create", parent))?;
        // Old, because the directory is named by the contents: what depends on files that are as new as itself would
        // not be trusted again.
        let write = || -> std::io::Result<()> {
            let mut file = fs::File::create(&path)?;
            file.write_all(text.as_bytes())?;
            file.set_modified(SystemTime::UNIX_EPOCH)
        };
        write().map_err(IngestError::io("write", &path))?;
    }
    Ok(())
}
