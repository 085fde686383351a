//! Which functions, blocks and instructions of two versions of a program correspond, and what changed.
//!
//! Two steps that know nothing of each other. First a *proposal* of what corresponds: functions by name and by
//! likeness (`functions`), globals by name and by contents (`globals`), instructions by alignment of sequences
//! (`matching`). Any proposal will do; a better one makes changes smaller. Then a *check* of the proposal, site by
//! site (`touch`): what it leaves untouched is proved to do the same. Soundness rests on the check alone.
//!
//! Errs towards "changed", with two exceptions that are meant (`noise`): the source places in the messages of
//! failed assertions and panics, and the directory that a version lies in, do not count. Addresses are not behaviour.
//!
//! Absent: equivalence by meaning. `a + b` and `b + a` are different here, and so are two orders of statements.

mod body;
mod change;
mod functions;
mod globals;
mod group;
mod matching;
mod names;
mod noise;
mod numbers;
mod paths;
mod sequence;
mod shape;
mod touch;

pub use change::{Change, ChangeKind, ChangeMap, Place};
pub use rift_ir::Version;

use body::Body;
use change::Side;
use group::Draft;
use matching::Matching;
use noise::Noise;
use numbers::{Numbers, by_correspondence};
use rift_ir::{
    BlockId, Const, ConstId, EntityRef, FuncId, GlobalId, InstId, Linkage, Module, Operand, Pair, RelocTarget, Site,
};
use std::collections::BTreeMap;
use touch::{Reason, Surroundings, Touched};

/// Two functions that correspond, and how.
struct Matched<'m> {
    ids: Pair<FuncId>,
    body: Pair<Body<'m>>,
    matching: Matching,
}

/// Which parts of the two versions correspond, and what changed. The modules must be verified ([`rift_ir::verify()`]).
pub fn align(pair: Pair<&Module>) -> ChangeMap {
    let roots = paths::roots(pair);
    let noise = Pair { old: Noise::find(pair.old, &roots.old), new: Noise::find(pair.new, &roots.new) };
    let mut globals = globals::match_named(pair, &roots);
    let functions = functions::match_functions(pair, &roots, &globals, &noise);
    let function_numbers = by_correspondence(pair.old.functions.len(), &functions);
    globals::match_renamed(pair, &roots, &function_numbers, &mut globals);
    let global_numbers = globals::number(pair, &function_numbers, &globals, &noise);
    let numbers = numbers::number(pair, function_numbers, global_numbers);

    let matched = match_all(pair, &functions, &numbers);
    let same_block = |old: (FuncId, BlockId), new: (FuncId, BlockId)| same_block(&matched, old, new);
    let same_target = |old: RelocTarget, new: RelocTarget| match (old, new) {
        (RelocTarget::Block { function: f, block: b }, RelocTarget::Block { function: g, block: c }) => {
            same_block((f, b), (g, c))
        }
        (RelocTarget::Block { .. }, _) | (_, RelocTarget::Block { .. }) => false,
        _ => true,
    };
    let taints = globals::taints(pair, &numbers, &globals, same_target);
    let const_taints = Pair { old: const_taints(pair.old, &taints.old), new: const_taints(pair.new, &taints.new) };
    let changed_consts = const_taints.as_ref().map(|taints| taints.iter().map(Option::is_some).collect());
    let changed_callees = changed_signatures(pair, &functions, &numbers);

    let mut map = ChangeMap { changes: Vec::new(), sides: pair.map(Side::new) };
    record_functions(&functions, &mut map);
    let mut drafts = Vec::new();
    let mut users: BTreeMap<u32, Pair<Vec<Site>>> = BTreeMap::new();
    for one in &matched {
        record_insts(one, &mut map);
        let surroundings = Surroundings {
            changed_consts: &changed_consts,
            changed_callees: &changed_callees,
            changed_signature: changed_callees.old[one.ids.old.index()],
            same_block: &|consts: Pair<ConstId>| {
                let block = |module: &Module, id| match module.consts.get(id) {
                    Const::Block { function, block } => Some((*function, *block)),
                    _ => None,
                };
                let blocks = block(pair.old, consts.old).zip(block(pair.new, consts.new));
                blocks.is_some_and(|(old, new)| same_block(old, new))
            },
        };
        let touched = touch::touched(one.body.as_ref(), &one.matching, &surroundings);
        note_users(one, &touched, &const_taints, &mut users);
        drafts.extend(group::inside(one.ids, one.body.as_ref(), &touched));
    }
    for (number, sites) in users {
        let new = globals.iter().position(|old| *old == Some(number)).expect("only matched globals are compared");
        let global =
            Pair { old: &pair.old.globals[GlobalId::from_u32(number)], new: &pair.new.globals[GlobalId::new(new)] };
        drafts.push(group::global(pair, global, sites));
    }
    drafts.extend(lone_functions(pair, &map));
    drafts.extend(changed_lists(pair, &numbers, &drafts));
    group::finish(drafts, &roots, &mut map);
    map
}

fn match_all<'m>(pair: Pair<&'m Module>, functions: &[Option<u32>], numbers: &'m Pair<Numbers>) -> Vec<Matched<'m>> {
    let mut texts = shape::Texts::new();
    let mut matched = Vec::new();
    for (new, old) in functions.iter().enumerate() {
        let Some(old) = *old else { continue };
        let ids = Pair { old: FuncId::from_u32(old), new: FuncId::new(new) };
        let (old, new) = (&pair.old.functions[ids.old], &pair.new.functions[ids.new]);
        if !old.is_defined() || !new.is_defined() {
            continue;
        }
        let body = Pair {
            old: Body::new(pair.old, old, &numbers.old, &mut texts),
            new: Body::new(pair.new, new, &numbers.new, &mut texts),
        };
        let matching = matching::match_bodies(body.as_ref());
        matched.push(Matched { ids, body, matching });
    }
    matched.sort_unstable_by_key(|one| one.ids.old);
    matched
}

/// Whether two blocks of any functions correspond. If they begin differently, that is touched where jumps to them are
/// compared, not where their addresses are.
fn same_block(matched: &[Matched<'_>], old: (FuncId, BlockId), new: (FuncId, BlockId)) -> bool {
    let Ok(index) = matched.binary_search_by_key(&old.0, |one| one.ids.old) else { return false };
    let one = &matched[index];
    one.ids.new == new.0 && one.matching.blocks.old[old.1.index()] == Some(new.1)
}

/// By constant: the changed global, by number, that it leads to.
fn const_taints(module: &Module, taints: &[Option<u32>]) -> Vec<Option<u32>> {
    let taint = |(id, _): (ConstId, &Const)| {
        let mut taint = None;
        noise::visit_globals(module, id, &mut |global| taint = taint.or(taints[global.index()]));
        taint
    };
    module.consts.iter().map(taint).collect()
}

/// By function: whether its counterpart has other parameters or another result.
fn changed_signatures(pair: Pair<&Module>, functions: &[Option<u32>], numbers: &Pair<Numbers>) -> Pair<Vec<bool>> {
    let mut changed = pair.map(|module| vec![false; module.functions.len()]);
    for (new, old) in functions.iter().enumerate() {
        let Some(old) = old.map(|old| old as usize) else { continue };
        let signature = |module: &Module, numbers: &Numbers, id: usize| {
            let signature = &module.functions[FuncId::new(id)].signature;
            let types = signature.params.iter().chain([&signature.result]).map(|ty| numbers.ty(*ty));
            (signature.variadic, types.collect::<Vec<u32>>())
        };
        let differs = signature(pair.old, &numbers.old, old) != signature(pair.new, &numbers.new, new);
        (changed.old[old], changed.new[new]) = (differs, differs);
    }
    changed
}

fn record_functions(functions: &[Option<u32>], map: &mut ChangeMap) {
    for (new, old) in functions.iter().enumerate() {
        let Some(old) = *old else { continue };
        map.sides.new.function[new] = Some(FuncId::from_u32(old));
        map.sides.old.function[old as usize] = Some(FuncId::new(new));
    }
}

fn record_insts(one: &Matched<'_>, map: &mut ChangeMap) {
    for version in Version::BOTH {
        let recorded = &mut version.of_mut(&mut map.sides).inst[version.of(&one.ids).index()];
        for (inst, other) in version.of(&one.matching.insts).iter().enumerate() {
            recorded[inst] = other.map_or(change::NONE, InstId::as_u32);
        }
    }
}

/// Adds the sites that mention a changed global and did not change themselves.
fn note_users(
    one: &Matched<'_>,
    touched: &Touched,
    taints: &Pair<Vec<Option<u32>>>,
    users: &mut BTreeMap<u32, Pair<Vec<Site>>>,
) {
    for version in Version::BOTH {
        let body = version.of(&one.body);
        for (inst, reason) in version.of(&touched.reasons).iter().enumerate() {
            if *reason != Reason::Global {
                continue;
            }
            let site = Site { function: *version.of(&one.ids), inst: InstId::new(inst) };
            let counterpart = version.of(&one.matching.insts)[inst];
            let taint = first_taint(body, site.inst, &version.of(taints)[..]).or_else(|| {
                // An address that is the same as a changed one by its contents, seen from the other version.
                first_taint(version.other().of(&one.body), counterpart?, &version.other().of(taints)[..])
            });
            let taint = taint.expect("this reason is given only for a tainted constant");
            let sites = users.entry(taint).or_insert_with(|| Pair { old: Vec::new(), new: Vec::new() });
            version.of_mut(sites).push(site);
        }
    }
}

fn first_taint(body: &Body<'_>, inst: InstId, taints: &[Option<u32>]) -> Option<u32> {
    let mut found = None;
    body.kind(inst).visit_operands(|operand| {
        if let Operand::Const(constant) = operand {
            found = found.or(taints[constant.index()]);
        }
    });
    found
}

/// Functions that only one version has.
fn lone_functions(pair: Pair<&Module>, map: &ChangeMap) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for version in Version::BOTH {
        let module = *version.of(&pair);
        for (id, function) in &module.functions {
            if function.is_defined() && map.counterpart_function(version, id).is_none() {
                drafts.push(group::whole_function(module, version, id));
            }
        }
    }
    drafts
}

/// Where the lists of constructors or destructors part, something runs in one version only, and no site of the other
/// stands for it: so the rest of the lists is touched, and the program's entries.
fn changed_lists(pair: Pair<&Module>, numbers: &Pair<Numbers>, drafts: &[Draft]) -> Option<Draft> {
    let lists = pair.map(|module| [&module.constructors, &module.destructors]);
    let mut differing = Pair { old: Vec::new(), new: Vec::new() };
    for (old, new) in lists.old.into_iter().zip(lists.new) {
        let number =
            |numbers: &Numbers, list: &[FuncId]| list.iter().map(|id| numbers.function(*id)).collect::<Vec<_>>();
        let (old_numbers, new_numbers) = (number(&numbers.old, old), number(&numbers.new, new));
        if old_numbers != new_numbers {
            let same = old_numbers.iter().zip(&new_numbers).take_while(|(old, new)| old == new).count();
            differing.old.extend(entries(pair.old).into_iter().chain(old[same..].iter().copied()));
            differing.new.extend(entries(pair.new).into_iter().chain(new[same..].iter().copied()));
        }
    }
    if differing.old.is_empty() && differing.new.is_empty() {
        return None;
    }
    let firsts = |version: Version| -> Vec<Site> {
        let module = *version.of(&pair);
        let defined = version.of(&differing).iter().filter(|id| module.functions[**id].is_defined());
        let first = |id: &FuncId| Site { function: *id, inst: module.functions[*id].blocks[BlockId::new(0)].insts[0] };
        let known = |site: &Site| drafts.iter().any(|draft| draft.has(version, *site));
        let mut sites: Vec<Site> = defined.map(first).filter(|site| !known(site)).collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    };
    let sites = Pair { old: firsts(Version::Old), new: firsts(Version::New) };
    Some(group::at_entries(pair, sites, "what runs before or after main changed"))
}

/// Where a program begins: `main`, or whatever can be called by name.
fn entries(module: &Module) -> Vec<FuncId> {
    if let Some(main) = module.function_named("main").filter(|id| module.functions[*id].is_defined()) {
        return vec![main];
    }
    let exported = module.functions.iter().filter(|(_, f)| f.is_defined() && f.linkage == Linkage::Exported);
    exported.map(|(id, _)| id).collect()
}
