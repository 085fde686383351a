//! Which globals correspond, and which of them changed.
//!
//! Globals with a name of their own match by name and are then compared. Constants that the compiler made up
//! (string literals, Rust's `alloc_..`, tables) have no identity: they are the same when their contents are, found
//! by refining classes of contents until they are stable, so cycles of relocations are no problem. A changed
//! global makes everything that leads to its address *tainted*: globals with a relocation to it, transitively.

use crate::Version;
use crate::names::{Symbol, match_symbols, unnumbered};
use crate::noise::{Noise, SourcePlace};
use crate::numbers::Numbers;
use crate::paths::relative;
use rift_ir::{EntityRef, Global, GlobalId, GlobalInit, Linkage, Module, Pair, Reloc, RelocTarget};
use std::collections::HashMap;

/// Beginnings of the names that compilers give to constants without a source name.
const MADE_UP: [&str; 9] =
    [".", "alloc_", "anon.", "vtable.", "str.", "switch.table", "__const.", "__func__.", "__PRETTY_FUNCTION__."];

/// Whether a global is known by its contents only.
pub fn is_anonymous(global: &Global) -> bool {
    let GlobalInit::Bytes { relocs, .. } = &global.init else { return false };
    let is_block = |target: &RelocTarget| matches!(target, RelocTarget::Block { .. });
    let has_blocks = relocs.iter().any(|r| is_block(&r.target) || r.minus.as_ref().is_some_and(is_block));
    let nameless = global.position.is_none() || MADE_UP.iter().any(|start| global.name.starts_with(start));
    global.constant && global.linkage == Linkage::Internal && !global.thread_local && nameless && !has_blocks
}

/// By new global: the old one with the same name. Anonymous globals have none.
pub fn match_named(pair: Pair<&Module>, roots: &Pair<String>) -> Vec<Option<u32>> {
    let old = symbols(pair.old, &roots.old);
    let new = symbols(pair.new, &roots.new);
    let mut new_to_old = vec![None; pair.new.globals.len()];
    for (old, new) in match_symbols(&old, &new) {
        new_to_old[new as usize] = Some(old);
    }
    new_to_old
}

fn symbols<'m>(module: &'m Module, root: &str) -> Vec<Symbol<'m>> {
    let named = module.globals.iter().filter(|(_, global)| !is_anonymous(global));
    let symbol = |(id, global): (GlobalId, &'m Global)| {
        let group = if global.linkage == Linkage::Internal { unnumbered(&global.name) } else { &global.name };
        Symbol { index: id.as_u32(), name: &global.name, group, file: file(module, root, global) }
    };
    named.map(symbol).collect()
}

fn file<'m>(module: &'m Module, root: &str, global: &Global) -> &'m str {
    global.position.expand().map_or("", |pos| relative(root, &module.files[module.positions[pos].file]))
}

/// Adds matches of renamed globals: the same contents in the same file, else in any, in the order of definition.
/// A wrong match does no harm but to precision: matched globals are compared, and so are their uses.
pub fn match_renamed(
    pair: Pair<&Module>,
    roots: &Pair<String>,
    functions: &Pair<Vec<u32>>,
    new_to_old: &mut [Option<u32>],
) {
    let anywhere = |_: &Global| "";
    let old_file = |global: &Global| file(pair.old, &roots.old, global);
    let new_file = |global: &Global| file(pair.new, &roots.new, global);
    pair_off(pair, functions, new_to_old, old_file, new_file);
    pair_off(pair, functions, new_to_old, anywhere, anywhere);
}

fn pair_off<'m>(
    pair: Pair<&'m Module>,
    functions: &Pair<Vec<u32>>,
    new_to_old: &mut [Option<u32>],
    old_file: impl Fn(&Global) -> &'m str,
    new_file: impl Fn(&Global) -> &'m str,
) {
    let mut taken = vec![false; pair.old.globals.len()];
    new_to_old.iter().flatten().for_each(|old| taken[*old as usize] = true);
    let mut waiting: HashMap<(Likeness<'_>, &str), Vec<u32>> = HashMap::new();
    for (id, global) in pair.old.globals.iter().rev() {
        let likeness = likeness(global, &functions.old).filter(|_| !taken[id.index()] && !is_anonymous(global));
        if let Some(likeness) = likeness {
            waiting.entry((likeness, old_file(global))).or_default().push(id.as_u32());
        }
    }
    for (id, global) in &pair.new.globals {
        if new_to_old[id.index()].is_some() || is_anonymous(global) {
            continue;
        }
        let Some(likeness) = likeness(global, &functions.new) else { continue };
        new_to_old[id.index()] = waiting.get_mut(&(likeness, new_file(global))).and_then(Vec::pop);
    }
}

/// What must be the same for a global to count as renamed.
#[derive(PartialEq, Eq, Hash)]
struct Likeness<'m> {
    size: u64,
    constant: bool,
    thread_local: bool,
    bytes: &'m [u8],
    /// Offset, addend and, where it is a function, the target.
    relocs: Vec<(u64, i64, Option<u32>)>,
}

fn likeness<'m>(global: &'m Global, functions: &[u32]) -> Option<Likeness<'m>> {
    let GlobalInit::Bytes { bytes, relocs } = &global.init else { return None };
    let reloc = |reloc: &Reloc| match reloc.target {
        RelocTarget::Function(function) => (reloc.offset, reloc.addend, Some(functions[function.index()])),
        RelocTarget::Global(_) | RelocTarget::Block { .. } => (reloc.offset, reloc.addend, None),
    };
    Some(Likeness {
        size: global.size,
        constant: global.constant,
        thread_local: global.thread_local,
        bytes: significant(bytes),
        relocs: relocs.iter().map(reloc).collect(),
    })
}

/// Bytes that are not said are zero, so zeros at the end need not be said.
fn significant(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Numbers of all globals: matched ones share a number, and so do anonymous ones of the same contents.
pub fn number(
    pair: Pair<&Module>,
    functions: &Pair<Vec<u32>>,
    new_to_old: &[Option<u32>],
    noise: &Pair<Noise>,
) -> Pair<Vec<u32>> {
    let mut numbers = crate::numbers::by_correspondence(pair.old.globals.len(), new_to_old);
    let first_class = (pair.old.globals.len() + pair.new.globals.len()) as u32;
    let mut classes: HashMap<Contents<'_>, u32> = HashMap::new();
    for version in Version::BOTH {
        for (id, global) in version.of(&pair).globals.iter().filter(|(_, global)| is_anonymous(global)) {
            let next = first_class + classes.len() as u32;
            let class = classes.entry(contents(id, global, version.of(noise))).or_insert(next);
            version.of_mut(&mut numbers)[id.index()] = *class;
        }
    }
    let mut count = classes.len();
    loop {
        let mut refined: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
        let mut next = numbers.clone();
        for version in Version::BOTH {
            let (functions, globals) = (version.of(functions), version.of(&numbers));
            for (id, global) in version.of(&pair).globals.iter().filter(|(_, global)| is_anonymous(global)) {
                let targets = match version.of(noise).place(id) {
                    Some(_) => Vec::new(),
                    None => targets(global, functions, globals),
                };
                let number = first_class + refined.len() as u32;
                let class = refined.entry((globals[id.index()], targets)).or_insert(number);
                version.of_mut(&mut next)[id.index()] = *class;
            }
        }
        numbers = next;
        if refined.len() == count {
            return numbers;
        }
        count = refined.len();
    }
}

/// All that counts of an anonymous constant but the targets of its relocations.
#[derive(PartialEq, Eq, Hash)]
enum Contents<'m> {
    Place(&'m SourcePlace),
    Data { size: u64, align: u32, bytes: &'m [u8], relocs: Vec<(u64, u8, i64, bool)> },
}

fn contents<'m>(id: GlobalId, global: &'m Global, noise: &'m Noise) -> Contents<'m> {
    match (noise.place(id), &global.init) {
        (Some(place), _) => Contents::Place(place),
        (None, GlobalInit::Bytes { bytes, relocs }) => Contents::Data {
            size: global.size,
            align: global.align,
            bytes: significant(bytes),
            relocs: relocs.iter().map(|r| (r.offset, r.size, r.addend, r.minus.is_some())).collect(),
        },
        (None, GlobalInit::External) => Contents::Data { size: global.size, align: 0, bytes: &[], relocs: Vec::new() },
    }
}

/// Numbers of the targets of a global's relocations, blocks left out.
fn targets(global: &Global, functions: &[u32], globals: &[u32]) -> Vec<u32> {
    let number = |target: &RelocTarget| match target {
        // Function numbers and global numbers overlap: one bit tells them apart.
        RelocTarget::Function(function) => functions[function.index()] << 1,
        RelocTarget::Global(global) => globals[global.index()] << 1 | 1,
        RelocTarget::Block { function, .. } => functions[function.index()] << 1,
    };
    all_targets(global).map(|target| number(&target)).collect()
}

fn all_targets(global: &Global) -> impl Iterator<Item = RelocTarget> {
    let relocs = match &global.init {
        GlobalInit::Bytes { relocs, .. } => &relocs[..],
        GlobalInit::External => &[],
    };
    relocs.iter().flat_map(|reloc| std::iter::once(reloc.target).chain(reloc.minus))
}

/// For each global of both versions the changed global, by number, that its address leads to.
pub fn taints(
    pair: Pair<&Module>,
    numbers: &Pair<Numbers>,
    new_to_old: &[Option<u32>],
    same_block: impl Fn(RelocTarget, RelocTarget) -> bool,
) -> Pair<Vec<Option<u32>>> {
    let mut taints = pair.map(|module| vec![None; module.globals.len()]);
    for (new, old) in new_to_old.iter().enumerate() {
        let Some(old) = *old else { continue };
        let ids = Pair { old: GlobalId::from_u32(old), new: GlobalId::new(new) };
        if !is_same(Pair { old: &pair.old.globals[ids.old], new: &pair.new.globals[ids.new] }, numbers, &same_block) {
            taints.old[ids.old.index()] = Some(old);
            taints.new[ids.new.index()] = Some(old);
        }
    }
    for version in Version::BOTH {
        let module = *version.of(&pair);
        spread(module, &mut version.of_mut(&mut taints)[..]);
    }
    taints
}

fn is_same(
    global: Pair<&Global>,
    numbers: &Pair<Numbers>,
    same_block: &impl Fn(RelocTarget, RelocTarget) -> bool,
) -> bool {
    let facts = |global: &Global| (global.size, global.align, global.constant, global.thread_local);
    if facts(global.old) != facts(global.new) {
        return false;
    }
    match (&global.old.init, &global.new.init) {
        // The host finds such a symbol by its name, and a weak one may be null.
        (GlobalInit::External, GlobalInit::External) => {
            global.old.name == global.new.name && global.old.linkage == global.new.linkage
        }
        (
            GlobalInit::Bytes { bytes: old, relocs: old_relocs },
            GlobalInit::Bytes { bytes: new, relocs: new_relocs },
        ) => {
            let place = |r: &Reloc| (r.offset, r.size, r.addend, r.minus.is_some());
            significant(old) == significant(new)
                && old_relocs.iter().map(place).eq(new_relocs.iter().map(place))
                && targets(global.old, &numbers.old.functions, &numbers.old.globals)
                    == targets(global.new, &numbers.new.functions, &numbers.new.globals)
                && all_targets(global.old).zip(all_targets(global.new)).all(|(old, new)| same_block(old, new))
        }
        _ => false,
    }
}

/// Taints whatever holds the address of something tainted.
fn spread(module: &Module, taints: &mut [Option<u32>]) {
    let mut holders: Vec<Vec<GlobalId>> = vec![Vec::new(); module.globals.len()];
    for (holder, global) in &module.globals {
        for target in all_targets(global) {
            if let RelocTarget::Global(target) = target {
                holders[target.index()].push(holder);
            }
        }
    }
    let mut waiting: Vec<usize> = (0..taints.len()).filter(|global| taints[*global].is_some()).collect();
    while let Some(target) = waiting.pop() {
        for holder in &holders[target] {
            if taints[holder.index()].is_none() {
                taints[holder.index()] = taints[target];
                waiting.push(holder.index());
            }
        }
    }
}
