//! Cargo packages.
//!
//! The whole graph is compiled unoptimised by a wrapper around rustc, because the logic of a program is
//! often in its library, not in `main.rs`; flags after `cargo rustc --` reach the last crate only. Fat LTO
//! then makes one module of it. C code inside (through the `cc` crate) is compiled by `rift-cc`, and its
//! bitcode taken from the linked executable.
//!
//! The target directory is in the cache. A `Cargo.lock` that cargo had to make is kept there, too; where builds are not
//! confined, it is taken away again.

use super::command::{quoted, run, run_cargo, shown, with_harmless_sanitizers};
use super::rustc::{BITCODE_LEVEL, UNOPTIMISED, native_level, toolchain_deps};
use super::{BuildOptions, Compiled, Sandboxing, View, copy_into, depfile, find_clang, toolchain};
use crate::cache::{Cache, Dep, Key, Tree, WorkDir};
use crate::source::{CargoTarget, Language};
use crate::{Bitcode, IngestError, extract_embedded};
use cargo_metadata::{Artifact, Message, Metadata, MetadataCommand, Package as Described, Target, TargetKind};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(super) struct Package<'a> {
    pub(super) dir: &'a Path,
    pub(super) target: &'a CargoTarget,
    pub(super) arguments: &'a [String],
}

/// A package and a target of it, settled.
struct Chosen {
    /// Of the package, or of the crate made up around a library's entry.
    manifest: PathBuf,
    package: String,
    /// The target's name, and the arguments that select it.
    name: String,
    selection: Vec<String>,
    /// Where cargo puts a `Cargo.lock` in the user's tree.
    lock: Option<PathBuf>,
    /// What the build sees.
    view: View,
}

pub(super) fn bitcode(package: &Package, options: &BuildOptions, cache: &Cache) -> Result<Compiled, IngestError> {
    let (dir, work) = prepare(package, options, cache)?;
    let chosen = choose(package, &dir, &work, options)?;
    let target_dir = work.path.join("bitcode");
    let out = target_dir.join(format!("{}-{}.bc", chosen.package, chosen.name));
    let mut notes = Vec::new();
    let mut attempt = || -> Result<PathBuf, IngestError> {
        let mut command = command(package, &dir, &chosen, &target_dir, BITCODE_LEVEL)?;
        command.arg("--").arg(format!("--emit=llvm-bc={},link", out.display()));
        command.env("RUSTC_WRAPPER", rustc_wrapper(&work.path, options)?);
        notes = with_wrapped_c(&mut command, options);
        build(&mut command, &dir, &chosen, &target_dir, options)
    };
    let mut artifact = attempt()?;
    if !out.is_file() {
        // Cargo found everything fresh, but the module is gone: only a clean build makes it again.
        fs::remove_dir_all(&target_dir).map_err(IngestError::io("remove", &target_dir))?;
        artifact = attempt()?;
    }
    let bytes = fs::read(&out).map_err(IngestError::io("read", &out))?;
    let mut modules = vec![Bitcode { name: chosen.name.clone(), bytes }];
    match extract_embedded(&artifact) {
        Ok(c_code) => modules.extend(c_code),
        Err(IngestError::NoBitcode { .. }) => {}
        Err(error) => return Err(error),
    }
    Ok(Compiled {
        bitcode: modules,
        deps: deps(&dir, &artifact, &work.path, &chosen.view, options)?,
        language: Language::Rust,
        notes,
        product: None,
    })
}

/// Builds and copies into `out`; returns the name of the program (or shared library) there.
pub(super) fn native(
    package: &Package,
    options: &BuildOptions,
    cache: &Cache,
    out: &Path,
) -> Result<String, IngestError> {
    let (dir, work) = prepare(package, options, cache)?;
    let chosen = choose(package, &dir, &work, options)?;
    let variant = Key::builder("variant").fields(&options.extra_flags).finish().hex();
    let target =
        if options.extra_flags.is_empty() { "native".to_owned() } else { format!("native-{}", &variant[..16]) };
    let target_dir = work.path.join(target);
    let mut command = command(package, &dir, &chosen, &target_dir, native_level(options))?;
    // Only one module is worth the time of linking in one piece, and nobody looks for one here.
    command.env("CARGO_PROFILE_RELEASE_LTO", "off");
    if let Ok(clang) = find_clang(options.clang.as_deref()) {
        // The compiler that the bitcode comes from.
        command.env("CC", &clang.path);
        if let Some(cxx) = clang.cxx() {
            command.env("CXX", cxx);
        }
        with_extra_flags(&mut command, &clang.path, options);
    }
    copy_into(&build(&mut command, &dir, &chosen, &target_dir, options)?, out)
}

/// The flags for the C inside, by what the `cc` crate reads, and for the last link: flags after `--` reach that crate
/// only, and no build script or macro, which run here.
fn with_extra_flags(command: &mut Command, clang: &Path, options: &BuildOptions) {
    if options.extra_flags.is_empty() {
        return;
    }
    for name in ["CFLAGS", "CXXFLAGS"] {
        let own = env::var(name).unwrap_or_default();
        command.env(name, format!("{own} {}", options.extra_flags.join(" ")).trim_start());
    }
    with_harmless_sanitizers(command);
    command.arg("--").arg(format!("-Clinker={}", clang.display()));
    let linked = options.extra_flags.iter().filter(|flag| flag.starts_with("-fsanitize="));
    command.args(linked.map(|flag| format!("-Clink-arg={flag}")));
}

fn prepare(package: &Package, options: &BuildOptions, cache: &Cache) -> Result<(PathBuf, WorkDir), IngestError> {
    let dir = fs::canonicalize(package.dir).map_err(IngestError::io("find", package.dir))?;
    if !dir.join("Cargo.toml").is_file() {
        return Err(IngestError::source(package.dir, "there is no Cargo.toml in it"));
    }
    // Cargo does not run a build script again that could do something else now.
    let key = Key::builder("cargo").field(dir.as_os_str().as_encoded_bytes()).fields(options.confinement.fields());
    let key = key.finish();
    let work = cache.work_dir(key)?;
    Ok((dir, work))
}

fn view(dir: &Path, options: &BuildOptions) -> View {
    options.depends_on.iter().fold(View::new().project(dir), |view, path| view.project(path)).rust()
}

fn metadata(dir: &Path, options: &BuildOptions) -> Result<Metadata, IngestError> {
    let cargo = toolchain::find_rust("cargo")?;
    let mut command = MetadataCommand::new().cargo_path(cargo).no_deps().current_dir(dir).cargo_command();
    let view = view(dir, options);
    let output = run(command.arg("--manifest-path").arg(dir.join("Cargo.toml")), dir, &view, options)?;
    if !output.status.success() {
        return Err(failed(&command, dir, &output));
    }
    MetadataCommand::parse(String::from_utf8_lossy(&output.stdout))
        .map_err(|e| IngestError::source(dir, format!("cargo metadata answered something unexpected: {e}")))
}

fn failed(command: &Command, dir: &Path, output: &Output) -> IngestError {
    IngestError::Build {
        dir: dir.to_owned(),
        command: quoted(command),
        status: output.status.to_string(),
        output: shown(output),
    }
}

fn choose(package: &Package, dir: &Path, work: &WorkDir, options: &BuildOptions) -> Result<Chosen, IngestError> {
    let metadata = metadata(dir, options)?;
    let own = metadata
        .packages
        .iter()
        .position(|p| fs::canonicalize(&p.manifest_path).is_ok_and(|m| m == dir.join("Cargo.toml")));
    // A virtual workspace has no package of its own: any member may be meant.
    let candidates: Vec<&Described> = match own {
        Some(index) => vec![&metadata.packages[index]],
        None => metadata.packages.iter().collect(),
    };
    let lock: Option<PathBuf> = Some(metadata.workspace_root.join("Cargo.lock").into());
    let own_lock = work.path.join("Cargo.lock");
    match lock.as_ref().map(fs::read) {
        Some(Ok(text)) => fs::write(&own_lock, text).map_err(IngestError::io("write", &own_lock))?,
        // Empty is as good as none.
        _ => drop(
            fs::File::options()
                .append(true)
                .create(true)
                .open(&own_lock)
                .map_err(IngestError::io("write", &own_lock))?,
        ),
    }
    let view = view(dir, options).lock(metadata.workspace_root.as_std_path(), &own_lock);
    match package.target {
        CargoTarget::Bin(name) => {
            let (owner, bin) = choose_bin(&candidates, name.as_deref(), dir)?;
            let selection = vec!["--bin".to_owned(), bin.clone()];
            Ok(Chosen {
                manifest: owner.manifest_path.clone().into(),
                package: owner.name.to_string(),
                name: bin,
                selection,
                lock,
                view,
            })
        }
        CargoTarget::Lib { entry } => {
            let (owner, lib) = choose_lib(&candidates, dir)?;
            match entry {
                None => {
                    let selection = ["--lib", "--crate-type", "cdylib"].map(str::to_owned).to_vec();
                    Ok(Chosen {
                        manifest: owner.manifest_path.clone().into(),
                        package: owner.name.to_string(),
                        name: lib,
                        selection,
                        lock,
                        view,
                    })
                }
                Some(entry) => entry_crate(owner, &lib, entry, metadata.workspace_root.as_std_path(), work, view),
            }
        }
    }
}

fn choose_bin<'a>(
    packages: &[&'a Described],
    name: Option<&str>,
    dir: &Path,
) -> Result<(&'a Described, String), IngestError> {
    let is_bin = |t: &&Target| t.kind.contains(&TargetKind::Bin);
    let all: Vec<(&Described, &str)> =
        packages.iter().flat_map(|p| p.targets.iter().filter(is_bin).map(|t| (*p, t.name.as_str()))).collect();
    let names = || all.iter().map(|(_, bin)| (*bin).to_owned()).collect::<Vec<_>>();
    let wanted = match (name, packages) {
        (Some(name), _) => Some(name),
        (None, [only]) => only.default_run.as_deref(),
        (None, _) => None,
    };
    match (wanted, all.as_slice()) {
        (_, []) => {
            Err(IngestError::source(dir, "the package has no binary; name a function of its library as the entry"))
        }
        (None, [(owner, bin)]) => Ok((owner, (*bin).to_owned())),
        (None, _) => Err(IngestError::Ambiguous { dir: dir.to_owned(), candidates: names() }),
        (Some(wanted), _) => match all.iter().find(|(_, bin)| *bin == wanted) {
            Some((owner, bin)) => Ok((owner, (*bin).to_owned())),
            None => {
                let reason = format!("there is no binary `{wanted}`; there are: {}", names().join(", "));
                Err(IngestError::source(dir, reason))
            }
        },
    }
}

fn choose_lib<'a>(packages: &[&'a Described], dir: &Path) -> Result<(&'a Described, String), IngestError> {
    use TargetKind::{CDyLib, DyLib, Lib, RLib, StaticLib};
    let is_lib = |t: &&Target| t.kind.iter().any(|kind| matches!(kind, Lib | RLib | CDyLib | StaticLib | DyLib));
    let all: Vec<(&Described, &Target)> =
        packages.iter().filter_map(|p| Some((*p, p.targets.iter().find(is_lib)?))).collect();
    match all.as_slice() {
        [] => Err(IngestError::source(dir, "the package has no library")),
        [(owner, lib)] => Ok((owner, lib.name.replace('-', "_"))),
        _ => {
            let candidates = all.iter().map(|(p, _)| p.name.to_string()).collect();
            Err(IngestError::Ambiguous { dir: dir.to_owned(), candidates })
        }
    }
}

/// A crate that exports the address of one function of the library. Rust exports nothing else from a shared
/// library, and a function that nobody mentions is not compiled; casting it needs no knowledge of its type.
fn entry_crate(
    owner: &Described,
    lib: &str,
    entry: &str,
    workspace: &Path,
    work: &WorkDir,
    view: View,
) -> Result<Chosen, IngestError> {
    let dir = work.path.join("entry");
    let source = dir.join("src");
    fs::create_dir_all(&source).map_err(IngestError::io("create", &source))?;
    let path = owner.manifest_path.as_std_path().parent().unwrap_or(Path::new("/"));
    let manifest = format!(
        "[package]\nname = \"rift-entry\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[lib]\ncrate-type = [\"cdylib\"]\n\n\
         [dependencies]\n{} = {{ path = {:?} }}\n\n[workspace]\n",
        owner.name, path
    );
    let full = match entry.starts_with('<') || entry.split("::").next() == Some(lib) {
        true => entry.to_owned(),
        false => format!("{lib}::{entry}"),
    };
    let code = format!(
        "#[no_mangle]\npub extern \"C\" fn rift_entry() -> *const () {{\n    use {lib} as _;\n    {full} as *const ()\n}}\n"
    );
    write_if_changed(&dir.join("Cargo.toml"), &manifest)?;
    write_if_changed(&source.join("lib.rs"), &code)?;
    // The versions of its dependencies that the package was tested with.
    let lock = workspace.join("Cargo.lock");
    if let Ok(text) = fs::read_to_string(&lock) {
        write_if_changed(&dir.join("Cargo.lock"), &text)?;
    }
    Ok(Chosen {
        manifest: dir.join("Cargo.toml"),
        package: "rift-entry".to_owned(),
        name: "rift_entry".to_owned(),
        selection: vec!["--lib".to_owned()],
        lock: None,
        view: view.write(&dir),
    })
}

/// Leaves the time of an unchanged file alone: cargo looks at it.
fn write_if_changed(path: &Path, text: &str) -> Result<(), IngestError> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(IngestError::io("write", path))
}

/// `cargo rustc` with the profile that both builds share.
fn command(
    package: &Package,
    dir: &Path,
    chosen: &Chosen,
    target_dir: &Path,
    level: &str,
) -> Result<Command, IngestError> {
    let mut command = Command::new(toolchain::find_rust("cargo")?);
    // The package's directory decides which configuration files and which toolchain apply.
    command.current_dir(dir).args(["rustc", "--release", "--message-format=json-render-diagnostics"]);
    command.arg("--manifest-path").arg(&chosen.manifest).arg("--target-dir").arg(target_dir);
    command.args(&chosen.selection).args(package.arguments);
    for (name, value) in [
        ("DEBUG", "2"),
        ("OPT_LEVEL", level),
        ("PANIC", "abort"),
        ("LTO", "fat"),
        ("CODEGEN_UNITS", "1"),
        ("STRIP", "none"),
        ("INCREMENTAL", "false"),
    ] {
        command.env(format!("CARGO_PROFILE_RELEASE_{name}"), value);
    }
    for name in ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR", "CARGO_MAKEFLAGS", "MAKEFLAGS"] {
        command.env_remove(name);
    }
    Ok(command)
}

/// A script that every rustc of the build is run by. It goes in front of the user's own wrapper, unless builds are
/// confined: a cache of compilations has a server or a directory outside.
fn rustc_wrapper(work: &Path, options: &BuildOptions) -> Result<PathBuf, IngestError> {
    let path = work.join("rustc");
    let is_open = options.confinement.sandbox == Sandboxing::Off;
    let inner = env::var("RUSTC_WRAPPER").ok().filter(|_| is_open).unwrap_or_default();
    let inner = if inner.is_empty() { String::new() } else { format!("'{}' ", inner.replace('\'', r"'\''")) };
    write_if_changed(&path, &format!("#!/bin/sh\nexec {inner}\"$@\" {UNOPTIMISED}\n"))?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(IngestError::io("write", &path))?;
    Ok(path)
}

/// C inside the crates is compiled by the wrapper, so that its bitcode is in the executable.
fn with_wrapped_c(command: &mut Command, options: &BuildOptions) -> Vec<String> {
    let wrapper = |name| toolchain::find_wrapper(options.wrappers.as_deref(), name);
    match (find_clang(options.clang.as_deref()), wrapper("rift-cc"), wrapper("rift-cxx")) {
        (Ok(clang), Ok(cc), Ok(cxx)) => {
            command.env("CC", cc).env("CXX", cxx).env("RIFT_CLANG", clang.path);
            Vec::new()
        }
        (Err(missing), ..) | (_, Err(missing), _) | (.., Err(missing)) => {
            vec![format!("C code inside the package cannot be executed: {missing}")]
        }
    }
}

/// Builds and returns the executable or shared library.
fn build(
    command: &mut Command,
    dir: &Path,
    chosen: &Chosen,
    target_dir: &Path,
    options: &BuildOptions,
) -> Result<PathBuf, IngestError> {
    fs::create_dir_all(target_dir).map_err(IngestError::io("create", target_dir))?;
    let made_lock = chosen.lock.as_ref().filter(|lock| !lock.exists());
    let view = chosen.view.clone().write(target_dir);
    let result = run_cargo(command, &chosen.manifest, dir, &view, options);
    if let Some(lock) = made_lock {
        let _ = fs::remove_file(lock);
    }
    let output = result?;
    if !output.status.success() {
        return Err(failed(command, dir, &output));
    }
    let artifacts = Message::parse_stream(output.stdout.as_slice()).filter_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) => Some(artifact),
        _ => None,
    });
    let of_target = |a: &Artifact| a.target.name.replace('-', "_") == chosen.name.replace('-', "_");
    let file = artifacts.filter(of_target).last().and_then(|artifact| {
        let library = artifact.filenames.into_iter().find(|file| file.extension() == Some("so"));
        artifact.executable.or(library).map(PathBuf::from)
    });
    let file = file.ok_or_else(|| IngestError::source(dir, format!("cargo built no executable `{}`", chosen.name)))?;
    // A compiler of the package's own can claim to have made any file.
    match fs::canonicalize(&file) {
        Ok(real) if real.starts_with(target_dir) => Ok(file),
        _ => Err(IngestError::source(dir, format!("`{}` was not made by the build", file.display()))),
    }
}

/// The package's files, what cargo says it read elsewhere (path dependencies), and what configures cargo.
fn deps(
    dir: &Path,
    artifact: &Path,
    work: &Path,
    view: &View,
    options: &BuildOptions,
) -> Result<Vec<Dep>, IngestError> {
    let tree = Tree { dir: dir.to_owned(), skip: vec!["target".to_owned(), ".git".to_owned()] };
    let mut files = BTreeSet::new();
    let text = fs::read(artifact.with_extension("d")).unwrap_or_default();
    let elsewhere = |p: &PathBuf| !p.starts_with(dir) && !p.starts_with(work);
    files.extend(depfile::parse(&String::from_utf8_lossy(&text), dir).into_iter().filter(elsewhere));
    for above in dir.ancestors() {
        files.extend([".cargo/config.toml", ".cargo/config", "Cargo.toml", "Cargo.lock"].map(|name| above.join(name)));
    }
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
    files.extend(home.map(|home| home.join("config.toml")));
    // The manifests of path dependencies.
    let manifests: Vec<PathBuf> = files
        .iter()
        .filter_map(|f| f.ancestors().skip(1).map(|a| a.join("Cargo.toml")).find(|m| m.is_file()))
        .collect();
    files.extend(manifests);
    let mut deps = vec![Dep::tree(tree)];
    deps.extend(files.iter().map(|file| Dep::of(file)));
    deps.extend(toolchain_deps(&toolchain::find_rust("rustc")?, dir, view, options)?);
    Ok(deps)
}
