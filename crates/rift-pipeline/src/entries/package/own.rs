//! A harness of the user's own: a function of bytes, or a fuzz target that is there already.
//!
//! The user's file becomes a module of a small program that reads standard input and hands it on. Both versions are
//! called by the same file, that of the working tree. What the function prints is compared, and panics; what it
//! computes silently is not.

use crate::error::{Context as _, Result, refuse};
use rift_harness::Package;
use std::fs;
use std::path::{Path, PathBuf};

const FUZZ_TARGETS: &str = "fuzz/fuzz_targets";
/// What a fuzz target becomes.
const FUZZ_FUNCTION: &str = "rift_fuzz_target";
const SHIM: &str = "libfuzzer-sys";
/// `fuzz_target!` as a function that can be called. A value of another type than bytes is made of them by its
/// `Arbitrary`, as libfuzzer-sys does.
const SHIM_CODE: &str = r#"#[macro_export]
macro_rules! fuzz_target {
    ($(init: $init:expr,)? |$bytes:ident $(: &[u8])?| -> $result:ty $body:block) => {
        pub fn rift_fuzz_target($bytes: &[u8]) { $(let _ = $init;)? let _ = (|| -> $result { $body })(); }
    };
    ($(init: $init:expr,)? |$bytes:ident $(: &[u8])?| $body:expr) => {
        pub fn rift_fuzz_target($bytes: &[u8]) { $(let _ = $init;)? let _ = $body; }
    };
    ($(init: $init:expr,)? |$value:ident: $ty:ty| $(-> $result:ty)? $body:block) => {
        pub fn rift_fuzz_target(bytes: &[u8]) {
            $(let _ = $init;)?
            let source = $crate::arbitrary::Unstructured::new(bytes);
            let Ok($value) = <$ty as $crate::arbitrary::Arbitrary>::arbitrary_take_rest(source) else { return };
            let _ = (move || $(-> $result)? $body)();
        }
    };
    ($(init: $init:expr,)? |$value:ident: $ty:ty| $body:expr) => {
        $crate::fuzz_target!($(init: $init,)? |$value: $ty| { $body });
    };
}
"#;
/// Only where it is needed: it may not be in cargo's cache.
const ARBITRARY: &str = "arbitrary = { version = \"1\", features = [\"derive\"] }";
const ARBITRARY_CODE: &str = "pub use arbitrary;\n";
const MAIN: &str = r#"#[path = "user.rs"]
#[allow(unused_attributes)]
mod user;

#[inline(never)]
fn entry_0(data: &[u8]) {
    let _ = user::FUNCTION(data);
}

fn main() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let message = payload.downcast_ref::<&str>().copied();
        let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("");
        println!("panic: {message}");
        std::process::exit(101);
    }));
    let mut data = Vec::new();
    if std::io::Read::read_to_end(&mut std::io::stdin(), &mut data).is_ok() {
        entry_0(&data);
    }
}
"#;

/// A function of bytes.
#[derive(Debug, Clone)]
pub struct Own {
    /// As it is called in reports.
    pub name: String,
    function: String,
    code: String,
    /// Of the fuzz package, as lines of a manifest.
    dependencies: String,
    data: Data,
}

/// What a function is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Data {
    Bytes,
    /// A value that the `arbitrary` crate makes of bytes.
    Arbitrary,
}

impl Own {
    /// A file with `pub fn NAME(data: &[u8])`.
    pub fn file(path: &Path) -> Result<Own> {
        let code = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let Some(function) = function_of_bytes(&code) else {
            refuse!("`{}` has no function `pub fn NAME(data: &[u8])`", path.display());
        };
        Ok(Own { name: function.clone(), function, code, dependencies: String::new(), data: Data::Bytes })
    }

    /// A fuzz target of the package, by name.
    pub fn fuzz_target(package: &Package, name: &str) -> Result<Own> {
        let folder = package.root.join(FUZZ_TARGETS);
        let path = folder.join(format!("{name}.rs"));
        let Ok(code) = fs::read_to_string(&path) else {
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
            let stem = |path: PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
            let mut names: Vec<String> = entries.filter_map(stem).collect();
            names.sort();
            match names.is_empty() {
                true => refuse!("there is no fuzz target `{name}`: `{}` has none", folder.display()),
                false => refuse!("there is no fuzz target `{name}`; there are: {}", names.join(", ")),
            }
        };
        let manifest = package.root.join("fuzz/Cargo.toml");
        let dependencies = dependencies(&manifest, &package.name)?;
        let data = data(&code);
        Ok(Own { name: name.to_owned(), function: FUZZ_FUNCTION.to_owned(), code, dependencies, data })
    }

    /// Writes the program that calls it in one version.
    pub fn write(&self, directory: &Path, package: &Package) -> Result<()> {
        let features: Vec<toml::Value> = package.features.named.iter().cloned().map(toml::Value::String).collect();
        let manifest = format!(
            "[package]\nname = \"rift-harness-program\"\nversion = \"0.0.0\"\nedition = \"{}\"\n\n[workspace]\n\n\
             [[bin]]\nname = \"harness\"\npath = \"src/main.rs\"\n\n[dependencies]\n{} = {{ path = {}, default-features = {}, features = {} }}\n{SHIM} = {{ path = \"{SHIM}\" }}\n{}",
            package.edition,
            package.name,
            toml::Value::String(package.root.display().to_string()),
            !package.features.no_default,
            toml::Value::Array(features),
            self.dependencies,
        );
        // A fuzz package may have the crate in a place of its own.
        let by_path = self.dependencies.lines().find(|line| line.starts_with("arbitrary = ") && line.contains("path"));
        let (shim_needs, shim_code) = match self.data {
            Data::Bytes => ("", SHIM_CODE.to_owned()),
            Data::Arbitrary => (by_path.unwrap_or(ARBITRARY), format!("{ARBITRARY_CODE}{SHIM_CODE}")),
        };
        let shim = format!(
            "[package]\nname = \"{SHIM}\"\nversion = \"0.4.99\"\nedition = \"2021\"\n\n\
             [dependencies]\n{shim_needs}\n"
        );
        let main = MAIN.replace("FUNCTION", &self.function);
        let files = [
            ("Cargo.toml", manifest.as_str()),
            // As a dependency from a registry would be built.
            (".cargo/config.toml", "[build]\nrustflags = [\"--cap-lints\", \"allow\"]\n"),
            ("src/main.rs", &main),
            ("src/user.rs", &self.code),
            ("libfuzzer-sys/Cargo.toml", &shim),
            ("libfuzzer-sys/src/lib.rs", &shim_code),
        ];
        for (name, text) in files {
            let path = directory.join(name);
            let written = fs::create_dir_all(path.parent().unwrap_or(directory)).and_then(|()| {
                // Cargo looks at the time of a file.
                let is_there = fs::read_to_string(&path).is_ok_and(|old| old == text);
                if is_there { Ok(()) } else { fs::write(&path, text) }
            });
            written.with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        if let Some(lock) = &package.lock
            && !directory.join("Cargo.lock").exists()
        {
            fs::copy(lock, directory.join("Cargo.lock"))
                .with_context(|| format!("cannot copy `{}`", lock.display()))?;
        }
        Ok(())
    }
}

/// The first public function whose only parameter is a slice of bytes.
fn function_of_bytes(code: &str) -> Option<String> {
    code.split("pub fn ").skip(1).find_map(|after| {
        let (name, rest) = after.split_once('(')?;
        let (parameters, _) = rest.split_once(')')?;
        let ty = parameters.split_once(':')?.1.trim().trim_end_matches(',');
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_name && ty == "&[u8]").then(|| name.to_owned())
    })
}

/// What a fuzz target is given: bytes, or anything else.
fn data(code: &str) -> Data {
    let parameter = code.split_once("fuzz_target!").and_then(|(_, rest)| rest.split('|').nth(1)).unwrap_or_default();
    match parameter.split_once(':') {
        Some((_, ty)) if ty.split_whitespace().collect::<String>() != "&[u8]" => Data::Arbitrary,
        _ => Data::Bytes,
    }
}

/// What else the fuzz package depends on, with paths that hold from anywhere.
fn dependencies(manifest: &Path, package: &str) -> Result<String> {
    let Ok(text) = fs::read_to_string(manifest) else { return Ok(String::new()) };
    let parsed: toml::Table = text.parse().with_context(|| format!("`{}` is damaged", manifest.display()))?;
    let own = parsed.get("dependencies").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let mut lines = String::new();
    for (name, mut value) in own.into_iter().filter(|(name, _)| name != SHIM && name != package) {
        if let Some(path) = value.get_mut("path")
            && let Some(relative) = path.as_str()
        {
            let whole = manifest.parent().unwrap_or(Path::new(".")).join(relative);
            *path = toml::Value::String(whole.display().to_string());
        }
        lines.push_str(&format!("{name} = {value}\n"));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fuzz_targets_are_given() {
        for bytes in ["fuzz_target!(|data: &[u8]| { f(data) });", "fuzz_target!(|data| f(data));", ""] {
            assert_eq!(data(bytes), Data::Bytes, "{bytes}");
        }
        for value in
            ["fuzz_target!(|input: Input| { f(input) });", "libfuzzer_sys::fuzz_target!(|x: (u8, &str)| f(x));"]
        {
            assert_eq!(data(value), Data::Arbitrary, "{value}");
        }
    }

    #[test]
    fn functions_of_bytes_are_found() {
        let found = |code: &str| function_of_bytes(code);
        assert_eq!(found("use a::b;\npub fn other(a: u8) {}\npub fn run(data: &[u8]) {\n}"), Some("run".to_owned()));
        assert_eq!(found("pub fn run(\n    data: &[u8],\n) {}"), Some("run".to_owned()));
        for none in ["", "fn run(data: &[u8]) {}", "pub fn run(data: &[u8], n: u8) {}", "pub fn run() {}", "pub fn ("] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
