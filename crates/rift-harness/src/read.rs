//! Reads a library: by rustdoc if it can be had, else by syntax.

use crate::annotations::Annotations;
use crate::api::{Api, Limits, Origin};
use crate::dependencies::{self, Dependency};
use crate::harness::write_project;
use crate::model::{Model, Others};
use crate::package::{HarnessError, Package, cargo, run_cargo};
use crate::{plan, rustdoc, syntax};
use rift_ingest::BuildOptions;
use std::path::Path;

/// Lists what a library offers. Runs `cargo doc` in `scratch`, never in the package; if that does not work, the syntax
/// of the sources is read instead and a note says so.
pub fn read_api(
    package: &Package,
    scratch: &Path,
    limits: Limits,
    options: &BuildOptions,
) -> Result<Api, HarnessError> {
    let (mut api, marked) = read_all(package, scratch, limits, options)?;
    api.entries.retain(|entry| entry.origin == Origin::Author);
    Annotations::read(package, marked)?.apply(&mut api);
    Ok(api)
}

/// The same with what the package asks not to have called, and the items that are marked so.
pub(crate) fn read_all(
    package: &Package,
    scratch: &Path,
    limits: Limits,
    options: &BuildOptions,
) -> Result<(Api, Vec<String>), HarnessError> {
    write_project(scratch, package, "fn main() {}\n")?;
    let (model, others, note) = match documented(package, scratch, options)? {
        Ok((model, others)) => (model, others, None),
        Err(reason) => {
            let note = format!("read by syntax, without what macros make: {reason}");
            (syntax::read(package)?, Vec::new(), Some(note))
        }
    };
    let mut api = plan::plan(&model, limits);
    api.notes.extend(note);
    api.others = others;
    Ok((api, model.marked))
}

/// The library and the others that it names. The inner error says, in words, why rustdoc's answer cannot be had.
fn documented(
    package: &Package,
    scratch: &Path,
    options: &BuildOptions,
) -> Result<Result<(Model, Vec<Dependency>), String>, HarnessError> {
    let ask = || run_rustdoc(&package.name, &package.version, package, scratch, options);
    let mut output = ask()?;
    if !output.status.success() && package.lock.is_some() && std::fs::remove_file(scratch.join("Cargo.lock")).is_ok() {
        // What the authors locked may be too old for this compiler.
        output = ask()?;
    }
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let first = text.lines().find(|line| line.starts_with("error")).unwrap_or("it gave no reason");
        return Ok(Err(format!("rustdoc failed: {first}")));
    }
    let file = scratch.join("target/doc").join(format!("{}.json", package.lib_name));
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => return Ok(Err(format!("rustdoc left no {}: {error}", file.display()))),
    };
    let read = |others: &Others| rustdoc::read(&text, &package.lib_name, &package.root, others);
    let model = match read(&Others::default()) {
        Ok(model) => model,
        Err(reason) => return Ok(Err(reason)),
    };
    let (others, needed) = dependencies::read(package, &model, scratch, options)?;
    if needed.is_empty() {
        return Ok(Ok((model, needed)));
    }
    // Once more, now that it is known how users name what others define.
    Ok(read(&others).map(|model| (Model { others, ..model }, needed)))
}

/// Asks rustdoc about a package that the project in `scratch` depends on.
pub(crate) fn run_rustdoc(
    name: &str,
    version: &str,
    package: &Package,
    scratch: &Path,
    options: &BuildOptions,
) -> Result<std::process::Output, HarnessError> {
    let mut command = cargo();
    command
        .current_dir(scratch)
        .args(["doc", "--no-deps", "--lib", "--quiet", "--target-dir", "target", "-p"])
        .arg(format!("{name}@{version}"))
        // The JSON output is not stable; it is asked for as cargo-semver-checks does.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json --cap-lints allow")
        .env_remove("CARGO_BUILD_TARGET");
    run_cargo(&mut command, scratch, package, options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::Features;
    use std::sync::Arc;
    use std::time::Duration;

    fn patient() -> BuildOptions {
        let guard = rift_ingest::Guard { time: Duration::from_secs(600), interrupted: Arc::default() };
        BuildOptions { guard: Some(guard), ..BuildOptions::default() }
    }

    /// What the syntax tells must be what rustdoc tells, as far as macros and derived comparisons are not concerned.
    #[test]
    fn the_syntax_tells_what_rustdoc_tells() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/new");
        let package = Package::read(&root, Features::default()).expect("the library is a package");
        let scratch = tempfile::tempdir().expect("a directory can be made");
        let api = read_api(&package, scratch.path(), Limits::default(), &patient()).expect("it can be read");
        let model = syntax::read(&package).expect("it can be read");
        let mut by_syntax = plan::plan(&model, Limits::default());
        by_syntax.entries.retain(|entry| entry.origin == Origin::Author);
        Annotations::read(&package, model.marked).expect("they are right").apply(&mut by_syntax);
        assert_eq!(api.notes, by_syntax.notes);
        let left_out = |api: &Api| {
            let said = api.undriven.iter().filter(|not| not.reason.contains("skip"));
            let mut said: Vec<_> = said.map(|not| (not.path.clone(), not.reason.clone())).collect();
            said.sort();
            said
        };
        assert_eq!(left_out(&api), left_out(&by_syntax));
        assert_eq!(left_out(&api).len(), 7);
        let list = |api: &Api| {
            let one = |entry: &crate::Entry| {
                (entry.path.clone(), entry.encoding(), entry.source.clone().map(|s| s.0), entry.view.code())
            };
            let mut list: Vec<_> = api.entries.iter().map(one).collect();
            list.retain(|(path, ..)| !path.contains("as PartialOrd>") && !path.contains("as Ord>"));
            // What is derived has no place of its own in the syntax.
            list.iter_mut().filter(|one| one.0.contains("as Default>")).for_each(|one| one.2 = None);
            list.sort();
            list
        };
        let (rustdoc, syntax) = (list(&api), list(&by_syntax));
        assert!(rustdoc.len() > 20);
        assert_eq!(rustdoc, syntax);
    }
}
