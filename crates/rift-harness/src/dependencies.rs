//! Other libraries that a library's signatures name: `chrono` of `fn weekday(date: chrono::NaiveDate)`.
//!
//! Their public items are read by rustdoc as the library's own are, so that values of their types are made by fields,
//! constructors and conversions. A harness then depends on them in the version that the library itself uses.
//!
//! Errs towards leaving out: a few libraries, those that are named most; none from git; none that rustdoc cannot read.

use crate::model::{Bound, Fields, Function, Generics, Model, Others, Ty};
use crate::package::{HarnessError, Package, cargo, run_cargo};
use crate::read::run_rustdoc;
use crate::rustdoc;
use cargo_metadata::{MetadataCommand, Package as Described, TargetKind};
use rift_ingest::BuildOptions;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// So many of them are read.
const MOST: usize = 3;

/// Traits of others that say nothing about which values are wanted: numbers have them, or they are for what is not
/// called.
const TELL_NOTHING: [&str; 26] = [
    "Num",
    "NumRef",
    "NumOps",
    "NumAssign",
    "NumCast",
    "PrimInt",
    "Integer",
    "Zero",
    "One",
    "Bounded",
    "ToPrimitive",
    "FromPrimitive",
    "AsPrimitive",
    "Float",
    "FloatCore",
    "Real",
    "Signed",
    "Unsigned",
    "Serialize",
    "Serializer",
    "Deserialize",
    "DeserializeOwned",
    "Deserializer",
    "Rng",
    "RngCore",
    "Arbitrary",
];

/// A library that a harness depends on besides the one it calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// As code names it.
    name: String,
    /// As a manifest says where it is, after the name and `=`.
    line: String,
}

impl Dependency {
    /// The line of a manifest's `[dependencies]`, with its end.
    pub fn line(&self) -> String {
        format!("{} = {}\n", self.name, self.line)
    }
}

/// Reads what other libraries offer of what the library's signatures name. `scratch` is a project that depends on
/// the library, and in which rustdoc has run.
pub(crate) fn read(
    package: &Package,
    model: &Model,
    scratch: &Path,
    options: &BuildOptions,
) -> Result<(Others, Vec<Dependency>), HarnessError> {
    let mut others = Others::default();
    let mut needed = Vec::new();
    let names = named(model, &package.lib_name);
    if names.is_empty() {
        return Ok((others, needed));
    }
    let mut command = MetadataCommand::new().cargo_path(cargo().get_program()).current_dir(scratch).cargo_command();
    let output = run_cargo(command.arg("--offline"), scratch, package, options)?;
    let Ok(metadata) = MetadataCommand::parse(String::from_utf8_lossy(&output.stdout)) else {
        return Ok((others, needed));
    };
    for name in names {
        let is_it = |one: &&Described| library_name(one).is_some_and(|library| library == name);
        // Of several versions it is not known which one is meant.
        let mut found = metadata.packages.iter().filter(is_it);
        let (Some(one), None) = (found.next(), found.next()) else { continue };
        let Some(dependency) = dependency(one, &name) else { continue };
        let output = run_rustdoc(&one.name, &one.version.to_string(), package, scratch, options)?;
        let file = scratch.join("target/doc").join(format!("{name}.json"));
        let Some(text) = output.status.success().then(|| std::fs::read_to_string(file).ok()).flatten() else {
            continue;
        };
        if rustdoc::read_other(&text, &name, &mut others).is_ok() {
            needed.push(dependency);
        }
    }
    Ok((others, needed))
}

/// The name that code uses.
fn library_name(package: &Described) -> Option<String> {
    let is_library = |kind: &TargetKind| matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::DyLib);
    let library = package.targets.iter().find(|target| target.kind.iter().any(is_library))?;
    Some(library.name.replace('-', "_"))
}

fn dependency(package: &Described, name: &str) -> Option<Dependency> {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let place = match &package.source {
        None => format!("path = {}", quoted(package.manifest_path.parent()?.as_str())),
        Some(source) if source.is_crates_io() => format!("version = {}", quoted(&format!("={}", package.version))),
        // A registry of the user's own, or git: cargo would have to be told more.
        Some(_) => return None,
    };
    let line = format!("{{ package = {}, {place}, default-features = false }}", quoted(&package.name));
    Some(Dependency { name: name.to_owned(), line })
}

/// The other libraries that parameters name, those that are named most first.
fn named(model: &Model, own: &str) -> Vec<String> {
    let mut counts = Counts { own, found: BTreeMap::new() };
    model.functions.iter().for_each(|(_, function)| counts.function(function));
    for def in model.traits.values() {
        def.functions.iter().for_each(|function| counts.function(function));
    }
    for one in &model.impls {
        let is_called = one.of.as_ref().is_none_or(|of| of.is_std() || model.traits.contains_key(&of.path));
        if is_called {
            counts.ty(&one.target);
            one.of.iter().flat_map(|of| &of.args).for_each(|ty| counts.ty(ty));
            counts.generics(&one.generics);
            one.functions.iter().for_each(|function| counts.function(function));
        }
    }
    for def in model.types.values() {
        def.body.fields().for_each(|fields| counts.fields(fields));
    }
    let mut found: Vec<(String, usize)> = counts.found.into_iter().collect();
    found.sort_by_key(|(name, count)| (Reverse(*count), name.clone()));
    found.into_iter().take(MOST).map(|(name, _)| name).collect()
}

struct Counts<'a> {
    own: &'a str,
    found: BTreeMap<String, usize>,
}

impl Counts<'_> {
    fn path(&mut self, path: &str) {
        if let Some((library, _)) =
            path.split_once("::").filter(|(library, _)| *library != "std" && *library != self.own)
        {
            *self.found.entry(library.to_owned()).or_default() += 1;
        }
    }

    fn function(&mut self, function: &Function) {
        function.inputs.iter().for_each(|(_, ty)| self.ty(ty));
        self.generics(&function.generics);
    }

    fn generics(&mut self, generics: &Generics) {
        generics.bounds.iter().for_each(|(_, bound)| self.bound(bound));
    }

    fn bound(&mut self, bound: &Bound) {
        if !TELL_NOTHING.contains(&bound.name()) {
            self.path(&bound.path);
        }
        bound.args.iter().chain(bound.bindings.iter().map(|(_, ty)| ty)).for_each(|ty| self.ty(ty));
    }

    fn fields(&mut self, fields: &Fields) {
        match fields {
            Fields::Tuple(types) => types.iter().for_each(|ty| self.ty(ty)),
            Fields::Named(named) => named.iter().for_each(|(_, ty)| self.ty(ty)),
            Fields::Unit | Fields::Private => {}
        }
    }

    fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Named { path, args } => {
                self.path(path);
                args.iter().for_each(|ty| self.ty(ty));
            }
            Ty::Ref { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) => self.ty(inner),
            Ty::Tuple(types) => types.iter().for_each(|ty| self.ty(ty)),
            Ty::Impl(bounds) | Ty::Dyn(bounds) => bounds.iter().for_each(|bound| self.bound(bound)),
            Ty::Fn(..) | Ty::Prim(_) | Ty::Param(_) | Ty::Projection(..) | Ty::Closure(_) | Ty::Other(_) => {}
        }
    }
}
