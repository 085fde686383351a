//! The Rust toolchain and cargo's home, without credentials.
//!
//! Cargo's home is empty but for its programs, its configuration without secrets, and the registry. That is read-only,
//! so that no build can change the sources of others; only fetching, which runs no code of packages, writes there.

use super::view::{Mount, View};
use super::{Home, Network};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Where rustup and cargo are at home.
fn home_of(variable: &str, directory: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(directory)))
}

/// Where cargo keeps its registry.
pub fn cargo_home() -> Option<PathBuf> {
    home_of("CARGO_HOME", ".cargo")
}

fn rustup_home() -> Option<PathBuf> {
    home_of("RUSTUP_HOME", ".rustup")
}

pub(super) fn show(view: &mut View, network: Network, home: Home) {
    if let Some(rustup) = rustup_home() {
        view.show(&rustup);
        // Toolchains that are linked are elsewhere.
        let toolchains = fs::read_dir(rustup.join("toolchains")).into_iter().flatten().flatten();
        for toolchain in toolchains.filter_map(|entry| fs::canonicalize(entry.path()).ok()) {
            if !toolchain.starts_with(&rustup) {
                view.show(&toolchain);
            }
        }
    }
    let Some(cargo) = cargo_home() else { return };
    view.put(cargo.clone(), Mount::Empty);
    view.put(cargo.join("bin"), Mount::Read);
    // Whether the registry may change is decided by who asks for the network, not by what the user opens.
    let is_fetching = network == Network::Open && view.network() == Network::Open;
    for store in ["registry", "git"].map(|name| cargo.join(name)) {
        if is_fetching && fs::create_dir_all(&store).is_ok() {
            view.put(store, Mount::Write);
        } else {
            view.put(store, Mount::Read);
        }
    }
    for name in ["config.toml", "config"] {
        match home {
            Home::Shown => view.put(cargo.join(name), Mount::Read),
            Home::Hidden => {
                if let Some(text) = public_configuration(&cargo.join(name)) {
                    show_named(&text, view);
                    view.put(cargo.join(name), Mount::Text(text));
                }
            }
        }
    }
    if home == Home::Shown {
        view.put(cargo.join("credentials.toml"), Mount::Read);
        view.put(cargo.join("credentials"), Mount::Read);
    }
}

/// What tells rustup and cargo where they are, although the home is another.
pub(super) fn variables() -> Vec<(&'static str, OsString)> {
    let mut variables = vec![
        ("CARGO_NET_OFFLINE", "true".into()),
        // A toolchain that a package asks for is not installed on its behalf.
        ("RUSTUP_AUTO_INSTALL", "0".into()),
        // A cache of compilations has a server or a directory outside.
        ("RUSTC_WRAPPER", OsString::new()),
        ("RUSTC_WORKSPACE_WRAPPER", OsString::new()),
    ];
    variables.extend(cargo_home().map(|home| ("CARGO_HOME", home.into())));
    variables.extend(rustup_home().map(|home| ("RUSTUP_HOME", home.into())));
    variables
}

/// A configuration file of the user's without tokens, and without programs that know some. `None` if there is none.
pub(super) fn public_configuration(file: &Path) -> Option<String> {
    let mut table: toml::Table = fs::read_to_string(file).ok()?.parse().ok()?;
    table.remove("credential-alias");
    let forget = |registry: Option<&mut toml::Value>| {
        if let Some(registry) = registry.and_then(toml::Value::as_table_mut) {
            registry.retain(|name, _| !name.contains("token") && !name.contains("credential") && name != "secret-key");
        }
    };
    forget(table.get_mut("registry"));
    if let Some(registries) = table.get_mut("registries").and_then(toml::Value::as_table_mut) {
        registries.iter_mut().for_each(|(_, registry)| forget(Some(registry)));
    }
    // Variables for builds may be anything.
    table.remove("env");
    toml::to_string(&table).ok()
}

/// Directories of vendored crates, linkers and the like, which the user's configuration names.
fn show_named(text: &str, view: &mut View) {
    fn visit(value: &toml::Value, view: &mut View) {
        match value {
            toml::Value::String(text) if text.starts_with('/') && text.len() > 1 && Path::new(text).exists() => {
                view.show(Path::new(text));
            }
            toml::Value::Array(values) => values.iter().for_each(|value| visit(value, view)),
            toml::Value::Table(table) => table.iter().for_each(|(_, value)| visit(value, view)),
            _ => {}
        }
    }
    if let Ok(table) = text.parse::<toml::Table>() {
        visit(&toml::Value::Table(table), view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_taken_out_of_configurations() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("config.toml");
        let text = "[registry]\ndefault = \"mine\"\ntoken = \"hidden1\"\nglobal-credential-providers = [\"/bin/x\"]\n\
                    [registries.mine]\nindex = \"sparse+https://example.org/\"\ntoken = \"hidden2\"\n\
                    [env]\nPASS = \"hidden3\"\n[build]\njobs = 3\n";
        fs::write(&file, text).unwrap();
        let shown = public_configuration(&file).unwrap();
        for kept in ["mine", "example.org", "jobs"] {
            assert!(shown.contains(kept), "{shown}");
        }
        for gone in ["hidden", "credential"] {
            assert!(!shown.contains(gone), "{shown}");
        }
        fs::write(&file, "not = [toml").unwrap();
        assert_eq!(public_configuration(&file), None);
    }
}
