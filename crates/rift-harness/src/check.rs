//! Lets the compiler say which entries can be called, and takes out the others.

use crate::annotations::Annotations;
use crate::api::{Entry, Limits, Shared, Undriven};
use crate::harness::{program, write_harness, write_project};
use crate::matching::shared;
use crate::package::{HarnessError, Package, cargo, run_cargo};
use crate::read::read_all;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use rift_ingest::BuildOptions;
use rift_ir::Pair;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::thread;

/// Borrows are checked when types are right, and so on: errors come in waves.
const ROUNDS: usize = 8;

/// Compiles the harness in `directory`, and says which entries do not compile and why (the first line of the
/// compiler's message). The harness that is left there has the others, with the numbers they have in `entries`.
pub fn check(
    directory: &Path,
    package: &Package,
    entries: &[&Entry],
    options: &BuildOptions,
) -> Result<Vec<(usize, String)>, HarnessError> {
    let mut left: Vec<(usize, &Entry)> = entries.iter().copied().enumerate().collect();
    let mut dropped: BTreeMap<usize, String> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let (main, lines) = program(&left);
        write_project(directory, package, &main)?;
        let refused = match compile(directory, package, &lines, options)? {
            Compiled::Yes => return Ok(dropped.into_iter().collect()),
            Compiled::Without(refused) => refused,
        };
        for (at, reason) in refused {
            dropped.entry(left[at].0).or_insert(reason);
        }
        left.retain(|(number, _)| !dropped.contains_key(number));
    }
    let reason = format!("after {ROUNDS} rounds the harness in {} still does not compile", directory.display());
    Err(HarnessError::Build { name: package.name.clone(), reason })
}

enum Compiled {
    Yes,
    /// Places in the list of entries.
    Without(BTreeMap<usize, String>),
}

fn compile(
    directory: &Path,
    package: &Package,
    lines: &[Range<usize>],
    options: &BuildOptions,
) -> Result<Compiled, HarnessError> {
    let (output, success) = cargo_check(directory, package, options)?;
    if success {
        return Ok(Compiled::Yes);
    }
    let mut refused = BTreeMap::new();
    let mut other = None;
    for line in Message::parse_stream(output.as_bytes()) {
        let Ok(Message::CompilerMessage(line)) = line else { continue };
        let message = line.message;
        if message.level != DiagnosticLevel::Error {
            continue;
        }
        match place(&message, lines) {
            Some(at) => drop(refused.entry(at).or_insert(message.message)),
            // The last word of the compiler ("aborting due to ..") has no place either.
            None if message.spans.is_empty() => {}
            None => other = other.or(message.rendered),
        }
    }
    if !refused.is_empty() {
        return Ok(Compiled::Without(refused));
    }
    // What the authors locked may be too old for this compiler.
    let lock = directory.join("Cargo.lock");
    let copied = package.lock.as_ref().and_then(|own| std::fs::read(own).ok());
    if copied.is_some() && std::fs::remove_file(&lock).is_ok() {
        let unlocked = Package { lock: None, ..package.clone() };
        return compile(directory, &unlocked, lines, options);
    }
    let reason = other.unwrap_or_else(|| if output.is_empty() { "cargo gave no reason".to_owned() } else { output });
    Err(HarnessError::Build { name: package.name.clone(), reason })
}

/// Standard output, and if there are no messages on it, standard error.
fn cargo_check(directory: &Path, package: &Package, options: &BuildOptions) -> Result<(String, bool), HarnessError> {
    let mut command = cargo();
    command.current_dir(directory).args(["check", "--quiet", "--message-format=json", "--target-dir", "target"]);
    let output = run_cargo(&mut command, directory, package, options)?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let has_errors = stdout.contains("\"level\":\"error\"");
    let text = if has_errors { stdout } else { String::from_utf8_lossy(&output.stderr).trim().to_owned() };
    Ok((text, output.status.success()))
}

/// The entry that an error is in. Inside of a macro of the harness it is where the macro was used.
fn place(message: &Diagnostic, lines: &[Range<usize>]) -> Option<usize> {
    let (primary, secondary): (Vec<_>, Vec<_>) = message.spans.iter().partition(|span| span.is_primary);
    primary.into_iter().chain(secondary).find_map(|span| {
        let mut span = span;
        loop {
            let found = lines.iter().position(|range| range.contains(&span.line_start));
            if found.is_some() && span.file_name.ends_with("main.rs") {
                return found;
            }
            span = &span.expansion.as_ref()?.span;
        }
    })
}

/// All of it for two versions: reads both, pairs the entries, writes both harnesses, drops what does not compile in
/// one of them. What is returned has the numbers of the harnesses in `directories`.
pub fn prepare(
    packages: Pair<&Package>,
    directories: Pair<&Path>,
    limits: Limits,
    options: &BuildOptions,
) -> Result<Shared, HarnessError> {
    // In the same place as the harness: what the library depends on is then compiled once.
    let read = |package, directory| read_all(package, directory, limits, options);
    let read = side_by_side(|| read(packages.old, directories.old), || read(packages.new, directories.new));
    let ((old, _), (new, marked)) = (read.old?, read.new?);
    // Of the new version, since nobody can change what the old one says.
    let annotations = Annotations::read(packages.new, marked)?;
    let packages = Pair {
        old: &Package { others: old.others.clone(), ..packages.old.clone() },
        new: &Package { others: new.others.clone(), ..packages.new.clone() },
    };
    let mut shared = shared(Pair { old: &old, new: &new });
    shared.others = new.others.clone();
    leave_out(&mut shared, &annotations);
    shared.notes.extend(annotations.unknown(&new));
    shared.notes.extend(old.notes.into_iter().map(|note| format!("old: {note}")));
    shared.notes.extend(new.notes.into_iter().map(|note| format!("new: {note}")));
    let mut dropped: BTreeMap<usize, String> = BTreeMap::new();
    let of_old: Vec<&Entry> = shared.entries.iter().map(|entry| &entry.old).collect();
    let of_new: Vec<&Entry> = shared.entries.iter().map(|entry| &entry.new).collect();
    let checked = side_by_side(
        || check(directories.old, packages.old, &of_old, options),
        || check(directories.new, packages.new, &of_new, options),
    );
    for (number, reason) in checked.new? {
        dropped.insert(number, reason);
    }
    for (number, reason) in checked.old? {
        dropped.entry(number).or_insert(format!("in the old version: {reason}"));
    }
    drop_entries(&mut shared, &dropped);
    let of_old: Vec<&Entry> = shared.entries.iter().map(|entry| &entry.old).collect();
    let of_new: Vec<&Entry> = shared.entries.iter().map(|entry| &entry.new).collect();
    write_harness(directories.old, packages.old, &of_old)?;
    write_harness(directories.new, packages.new, &of_new)?;
    Ok(shared)
}

/// The same for both versions at the same time: most of it is waiting for cargo.
fn side_by_side<T: Send>(old: impl FnOnce() -> T + Send, new: impl FnOnce() -> T) -> Pair<T> {
    thread::scope(|scope| {
        let old = scope.spawn(old);
        let new = new();
        Pair { old: old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), new }
    })
}

/// Takes out what is not to be called. Not before they are paired: another one would be taken for the partner.
fn leave_out(shared: &mut Shared, annotations: &Annotations<'_>) {
    for entry in std::mem::take(&mut shared.entries) {
        match annotations.refuse(&entry.new) {
            None => shared.entries.push(entry),
            Some(reason) => shared.unmatched.push(Undriven { path: entry.new.path, reason }),
        }
    }
}

/// Takes entries out. Those of which another choice of types is left are not worth a word.
fn drop_entries(shared: &mut Shared, dropped: &BTreeMap<usize, String>) {
    let mut kept = Vec::new();
    let mut refused = Vec::new();
    for (number, entry) in std::mem::take(&mut shared.entries).into_iter().enumerate() {
        match dropped.get(&number) {
            None => kept.push(entry),
            Some(reason) => refused.push((entry.new, reason)),
        }
    }
    for (entry, reason) in refused {
        if !kept.iter().any(|one| one.new.base == entry.base) {
            shared.unmatched.push(Undriven { path: entry.path, reason: reason.clone() });
        }
    }
    shared.entries = kept;
}
