//! Which functions correspond: by linker name, then by display name, then by what they do.
//!
//! Functions that are not defined match by linker name only, since the host finds them by it. A function that is
//! defined in only one version has no counterpart. A wrong match costs precision, not soundness.

use crate::Version;
use crate::body::{Body, mix};
use crate::names::{Symbol, match_symbols, unnumbered};
use crate::noise::Noise;
use crate::numbers::{self, Numbers, by_correspondence};
use crate::paths::relative;
use crate::shape::Texts;
use rift_ir::{Callee, Const, EntityRef, FuncId, Function, InstKind, Linkage, Module, Operand, Pair};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Two functions of different names are one renamed function when they have this share in common.
const ALIKE: f64 = 0.6;
/// Below this size having something in common is no evidence: such functions must be equal.
const TINY: usize = 6;
/// Comparing everything with everything ends here; beyond it, functions must share a rare instruction.
const MOST_COMPARISONS: usize = 20_000;
/// How far around a function its callers and callees are compared.
const NEIGHBOURHOOD: usize = 5;
/// An instruction is rare when no more functions have it.
const RARE: usize = 12;

/// By new function: the old one.
pub fn match_functions(
    pair: Pair<&Module>,
    roots: &Pair<String>,
    named_globals: &[Option<u32>],
    noise: &Pair<Noise>,
) -> Vec<Option<u32>> {
    let mut new_to_old = vec![None; pair.new.functions.len()];
    let both = |keep: fn(&Function) -> bool| Pair {
        old: symbols(pair.old, &roots.old, keep),
        new: symbols(pair.new, &roots.new, keep),
    };
    for symbols in [
        both(Function::is_defined),
        both(|f| !f.is_defined() && f.linkage != Linkage::ExternalWeak),
        both(|f| !f.is_defined() && f.linkage == Linkage::ExternalWeak),
    ] {
        for (old, new) in match_symbols(&symbols.old, &symbols.new) {
            new_to_old[new as usize] = Some(old);
        }
    }
    let free = unmatched(pair, &new_to_old);
    if !free.old.is_empty() && !free.new.is_empty() {
        let prints = fingerprints(pair, &free, &new_to_old, named_globals, noise);
        match_displays(&prints, &mut new_to_old);
        match_renamed(&prints, &mut new_to_old);
    }
    new_to_old
}

fn symbols<'m>(module: &'m Module, root: &str, keep: fn(&Function) -> bool) -> Vec<Symbol<'m>> {
    let symbol = |(id, function): (FuncId, &'m Function)| {
        let is_static = function.linkage == Linkage::Internal && function.is_defined();
        let group = if is_static { unnumbered(&function.name) } else { &function.name };
        let file =
            function.position.expand().map_or("", |pos| relative(root, &module.files[module.positions[pos].file]));
        Symbol { index: id.as_u32(), name: &function.name, group, file }
    };
    module.functions.iter().filter(|(_, function)| keep(function)).map(symbol).collect()
}

/// Defined functions without a counterpart.
fn unmatched(pair: Pair<&Module>, new_to_old: &[Option<u32>]) -> Pair<Vec<FuncId>> {
    let mut taken = vec![false; pair.old.functions.len()];
    new_to_old.iter().flatten().for_each(|old| taken[*old as usize] = true);
    let defined = |module: &Module, free: &dyn Fn(usize) -> bool| -> Vec<FuncId> {
        let functions = module.functions.iter().filter(|(id, f)| f.is_defined() && free(id.index()));
        functions.map(|(id, _)| id).collect()
    };
    Pair {
        old: defined(pair.old, &|index| !taken[index]),
        new: defined(pair.new, &|index| new_to_old[index].is_none()),
    }
}

/// What is compared of a function that has no counterpart by name.
struct Print<'m> {
    id: FuncId,
    display: &'m str,
    signature: Vec<u32>,
    /// Hashes of instructions, sorted.
    insts: Vec<u64>,
    /// Hashes of the function and of those around it that mention it or that it mentions: the nearest first.
    neighbours: Vec<u64>,
}

fn fingerprints<'m>(
    pair: Pair<&'m Module>,
    free: &Pair<Vec<FuncId>>,
    new_to_old: &[Option<u32>],
    named_globals: &[Option<u32>],
    noise: &Pair<Noise>,
) -> Pair<Vec<Print<'m>>> {
    let mut functions = by_correspondence(pair.old.functions.len(), new_to_old);
    // Functions without a counterpart may be one another's: for now they are all the same.
    for version in Version::BOTH {
        for id in version.of(free) {
            version.of_mut(&mut functions)[id.index()] = u32::MAX >> 2;
        }
    }
    let globals = crate::globals::number(pair, &functions, named_globals, noise);
    let numbers = numbers::number(pair, functions, globals);
    let mut texts = Texts::new();
    let mut prints = |module: &'m Module, free: &[FuncId], numbers: &Numbers| -> Vec<Print<'m>> {
        let print = |id: &FuncId| {
            let function = &module.functions[*id];
            let types = function.signature.params.iter().chain([&function.signature.result]);
            let signature = types.map(|ty| numbers.ty(*ty)).collect();
            let insts = Body::new(module, function, numbers, &mut texts).fingerprint();
            Print { id: *id, display: &function.display, signature, insts, neighbours: Vec::new() }
        };
        let mut prints: Vec<Print<'m>> = free.iter().map(print).collect();
        look_around(module, numbers, &mut prints);
        prints
    };
    Pair { old: prints(pair.old, &free.old, &numbers.old), new: prints(pair.new, &free.new, &numbers.new) }
}

/// Tells instances of one generic function apart, which often differ in nothing but whom they call and who calls them.
fn look_around(module: &Module, numbers: &Numbers, prints: &mut [Print<'_>]) {
    let mut calls: Vec<(usize, usize)> = Vec::new();
    for (caller, function) in &module.functions {
        for inst in function.insts.values() {
            if let InstKind::Call { callee: Callee::Direct(callee), .. }
            | InstKind::Invoke { callee: Callee::Direct(callee), .. } = &inst.kind
            {
                calls.push((caller.index(), callee.index()));
            }
            inst.kind.visit_operands(|operand| {
                let Operand::Const(constant) = operand else { return };
                if let Const::Function(callee) = module.consts.get(constant) {
                    calls.push((caller.index(), callee.index()));
                }
            });
        }
    }
    let mut hashes: Vec<u64> = numbers.functions.iter().map(|number| mix(0, u64::from(*number))).collect();
    for print in prints.iter() {
        hashes[print.id.index()] = print.insts.iter().copied().fold(1, mix);
    }
    for _ in 0..NEIGHBOURHOOD {
        // Sums, since the order of calls between functions means nothing.
        let mut around = vec![0u64; hashes.len()];
        for (caller, callee) in &calls {
            around[*caller] = around[*caller].wrapping_add(mix(2, hashes[*callee]));
            around[*callee] = around[*callee].wrapping_add(mix(3, hashes[*caller]));
        }
        for print in prints.iter_mut() {
            let index = print.id.index();
            hashes[index] = mix(hashes[index], around[index]);
            print.neighbours.push(hashes[index]);
        }
    }
}

/// The same display name: always a match; which one, if there are several, by likeness and then by order.
fn match_displays(prints: &Pair<Vec<Print<'_>>>, new_to_old: &mut [Option<u32>]) {
    let mut groups: BTreeMap<&str, Pair<Vec<&Print<'_>>>> = BTreeMap::new();
    for version in Version::BOTH {
        for print in version.of(prints) {
            let group = groups.entry(print.display).or_insert_with(|| Pair { old: Vec::new(), new: Vec::new() });
            version.of_mut(group).push(print);
        }
    }
    for group in groups.into_values() {
        choose(candidates(&group), new_to_old);
    }
}

fn match_renamed(prints: &Pair<Vec<Print<'_>>>, new_to_old: &mut [Option<u32>]) {
    let taken: HashSet<u32> = new_to_old.iter().flatten().copied().collect();
    let free = Pair {
        old: prints.old.iter().filter(|print| !taken.contains(&print.id.as_u32())).collect(),
        new: prints.new.iter().filter(|print| new_to_old[print.id.index()].is_none()).collect(),
    };
    let mut candidates = candidates(&free);
    candidates.retain(|candidate| {
        let (old, new) = (candidate.old, candidate.new);
        let tiny = old.insts.len().min(new.insts.len()) < TINY;
        if tiny { old.insts == new.insts && old.signature == new.signature } else { candidate.likeness >= ALIKE }
    });
    choose(candidates, new_to_old);
}

struct Candidate<'p, 'm> {
    likeness: f64,
    /// In which order candidates of the same likeness come: those at the same place first.
    order: (usize, usize),
    old: &'p Print<'m>,
    new: &'p Print<'m>,
}

fn candidates<'p, 'm>(prints: &Pair<Vec<&'p Print<'m>>>) -> Vec<Candidate<'p, 'm>> {
    let everything = prints.old.len().saturating_mul(prints.new.len()) <= MOST_COMPARISONS;
    let mut users: HashMap<u64, Vec<usize>> = HashMap::new();
    if !everything {
        for (index, print) in prints.new.iter().enumerate() {
            let mut distinct = print.insts.clone();
            distinct.dedup();
            distinct.into_iter().for_each(|hash| users.entry(hash).or_default().push(index));
        }
    }
    let mut candidates = Vec::new();
    for (old_index, old) in prints.old.iter().enumerate() {
        let mut partners: Vec<usize> = if everything {
            (0..prints.new.len()).collect()
        } else {
            let rare = old.insts.iter().filter_map(|hash| users.get(hash)).filter(|users| users.len() <= RARE);
            rare.flatten().copied().collect()
        };
        partners.sort_unstable();
        partners.dedup();
        for new_index in partners {
            let new = prints.new[new_index];
            let likeness = likeness(old, new);
            let order = (old_index.abs_diff(new_index), old_index);
            candidates.push(Candidate { likeness, order, old, new });
        }
    }
    candidates
}

/// The share of instructions that two functions have in common; a little more when their signatures are the same, and
/// the functions around them.
fn likeness(old: &Print<'_>, new: &Print<'_>) -> f64 {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < old.insts.len() && j < new.insts.len() {
        match old.insts[i].cmp(&new.insts[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    let total = (old.insts.len() + new.insts.len()).max(1);
    let signature = if old.signature == new.signature { 0.05 } else { 0.0 };
    let neighbours = old.neighbours.iter().zip(&new.neighbours).filter(|(old, new)| old == new).count();
    f64::from(2 * common) / total as f64 + signature + neighbours as f64 * 0.01
}

/// The likest first, each function once.
fn choose(mut candidates: Vec<Candidate<'_, '_>>, new_to_old: &mut [Option<u32>]) {
    candidates.sort_by(|a, b| b.likeness.total_cmp(&a.likeness).then(a.order.cmp(&b.order)));
    let mut taken: HashSet<FuncId> = HashSet::new();
    for Candidate { old, new, .. } in candidates {
        if new_to_old[new.id.index()].is_none() && taken.insert(old.id) {
            new_to_old[new.id.index()] = Some(old.id.as_u32());
        }
    }
}
