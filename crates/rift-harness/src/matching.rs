//! Pairs the entries of two versions. Errs towards not pairing: what is paired takes the same inputs.

use crate::api::{Api, Entry, Origin, Shared, Undriven};
use crate::model::last;
use crate::shape::agree;
use crate::view::View;
use rift_ir::Pair;
use std::collections::{BTreeMap, BTreeSet};

/// The entries that both versions have and whose inputs are encoded alike, in the order of the new version. By path;
/// then, without the types chosen for type parameters; then renamed ones (a trait's, a module's) if only one is left on
/// either side that has the name and the input; then those that agree on a part of their inputs, with any choice of types.
pub fn shared(apis: Pair<&Api>) -> Shared {
    let mut partner: BTreeMap<usize, usize> = BTreeMap::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let keys: [fn(&Entry) -> String; 3] = [
        |entry| entry.path.clone(),
        |entry| entry.base.clone(),
        // What is before the name may differ, but not the type that a trait is implemented for.
        |entry| format!("{} {}", receiver(&entry.base), last(&entry.base)),
    ];
    for key in keys {
        let full = |entry: &Entry| format!("{} {}", key(entry), entry.encoding());
        pair_by(&full, &apis, &mut partner, &mut taken);
    }
    // Their values are made in ways that only partly are the same.
    let mut agreed: BTreeMap<usize, Pair<Entry>> = BTreeMap::new();
    let (exact, exactly_taken) = (partner.clone(), taken.clone());
    pair_by(&|entry| entry.base.clone(), &apis, &mut partner, &mut taken);
    for (new, old) in partner.iter().filter(|(new, _)| !exact.contains_key(new)) {
        agreed.extend(in_common(&apis.old.entries[*old], &apis.new.entries[*new]).map(|pair| (*new, pair)));
    }
    partner.retain(|new, _| exact.contains_key(new) || agreed.contains_key(new));
    taken = exactly_taken.into_iter().chain(partner.values().copied()).collect();
    // Of entries with several choices of types, the first that both can be given.
    let paired: BTreeSet<&str> = partner.keys().map(|at| apis.new.entries[*at].base.as_str()).collect();
    let mut chosen: BTreeMap<&str, (usize, usize, Pair<Entry>)> = BTreeMap::new();
    for (new, entry) in apis.new.entries.iter().enumerate().filter(|(_, entry)| !paired.contains(entry.base.as_str())) {
        let others = apis.old.entries.iter().enumerate().filter(|(old, _)| !taken.contains(old));
        let found = others
            .filter(|(_, other)| other.base == entry.base)
            .find_map(|(old, other)| in_common(other, entry).map(|pair| (new, old, pair)));
        if let Some(found) = found {
            chosen.entry(&entry.base).or_insert(found);
        }
    }
    for (new, old, pair) in chosen.into_values() {
        partner.insert(new, old);
        taken.insert(old);
        agreed.insert(new, pair);
    }
    let entries = partner.iter().map(|(new, old)| {
        let whole = || Pair { old: apis.old.entries[*old].clone(), new: apis.new.entries[*new].clone() };
        seen_alike(agreed.remove(new).unwrap_or_else(whole))
    });
    let is_derived = |entry: &Entry| entry.origin == Origin::Derived;
    let entries = entries.filter(|pair| !is_derived(&pair.old) || !is_derived(&pair.new));
    let mut shared = Shared { entries: entries.collect(), ..Shared::default() };
    shared.unmatched = unmatched(&apis, &partner, &taken);
    shared
}

/// Pairs entries of which either version has only one with this key.
fn pair_by(
    key: &dyn Fn(&Entry) -> String,
    apis: &Pair<&Api>,
    partner: &mut BTreeMap<usize, usize>,
    taken: &mut BTreeSet<usize>,
) {
    let mut old: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, entry) in apis.old.entries.iter().enumerate().filter(|(at, _)| !taken.contains(at)) {
        old.entry(key(entry)).or_default().push(at);
    }
    let mut new: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, entry) in apis.new.entries.iter().enumerate().filter(|(at, _)| !partner.contains_key(at)) {
        new.entry(key(entry)).or_default().push(at);
    }
    for (key, of_new) in new {
        if let ([one], Some([other])) = (of_new.as_slice(), old.get(&key).map(Vec::as_slice)) {
            partner.insert(*one, *other);
            taken.insert(*other);
        }
    }
}

/// Two entries that take what both can be given.
fn in_common(old: &Entry, new: &Entry) -> Option<Pair<Entry>> {
    if old.parameters.len() != new.parameters.len() {
        return None;
    }
    let mut pair = Pair { old: old.clone(), new: new.clone() };
    for (one, other) in pair.old.parameters.iter_mut().zip(&mut pair.new.parameters) {
        Pair { old: one.shape, new: other.shape } = agree(&one.shape, &other.shape)?;
    }
    Some(pair)
}

/// Results are looked at in a way that both versions have.
fn seen_alike(mut pair: Pair<Entry>) -> Pair<Entry> {
    View::agree(Pair { old: &mut pair.old.view, new: &mut pair.new.view });
    // A number of another width inside of something looks another way raw, whatever its value is.
    let (old, new) = (numbers(&pair.old.returns), numbers(&pair.new.returns));
    if old != new && pair.old.view.numbers() < old.len() && pair.new.view.numbers() < new.len() {
        (pair.old.view, pair.new.view) = (View::printed("result"), View::printed("result"));
    }
    for (old, new) in pair.old.parameters.iter_mut().zip(&mut pair.new.parameters) {
        // What only one of them may change is not looked at afterwards: a `&mut` that became a `&` does no more.
        if old.is_changed() != new.is_changed() {
            (old.seen, new.seen) = (View::default(), View::default());
        }
        View::agree(Pair { old: &mut old.seen, new: &mut new.seen });
    }
    pair
}

/// The types of numbers in a type's source, in order.
fn numbers(source: &str) -> Vec<&str> {
    let words = source.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_number = |word: &&str| word.starts_with(['u', 'i', 'f']) && word[1..].bytes().all(|b| b.is_ascii_digit());
    words.filter(|word| word.len() > 1 && is_number(word)).collect()
}

/// `str` of `<str as heck::ToSnakeCase>::to_snake_case`.
fn receiver(path: &str) -> &str {
    path.strip_prefix('<').and_then(|rest| rest.split_once(" as ")).map_or("", |(receiver, _)| receiver)
}

fn unmatched(apis: &Pair<&Api>, partner: &BTreeMap<usize, usize>, taken: &BTreeSet<usize>) -> Vec<Undriven> {
    let old_paths: BTreeSet<&str> = apis.old.entries.iter().map(|entry| entry.base.as_str()).collect();
    let new_paths: BTreeSet<&str> = apis.new.entries.iter().map(|entry| entry.base.as_str()).collect();
    let paired: BTreeSet<&str> = partner.keys().map(|at| apis.new.entries[*at].base.as_str()).collect();
    let mut list = Vec::new();
    let mut add = |entry: &Entry, elsewhere: &BTreeSet<&str>, other: &[Undriven], only: &str| {
        if paired.contains(entry.base.as_str()) || entry.origin == Origin::Derived {
            return;
        }
        let refused = other.iter().find(|not| not.path == entry.path || not.path == entry.base);
        let reason = match (elsewhere.contains(entry.base.as_str()), refused) {
            (true, _) => "its parameters changed: they cannot be given the same data".to_owned(),
            (false, Some(not)) => format!("not in both versions: {}", not.reason),
            (false, None) => only.to_owned(),
        };
        let one = Undriven { path: entry.path.clone(), reason };
        if !list.contains(&one) {
            list.push(one);
        }
    };
    for (_, entry) in apis.new.entries.iter().enumerate().filter(|(at, _)| !partner.contains_key(at)) {
        add(entry, &old_paths, &apis.old.undriven, "only the new version has it");
    }
    for (_, entry) in apis.old.entries.iter().enumerate().filter(|(at, _)| !taken.contains(at)) {
        add(entry, &new_paths, &apis.new.undriven, "only the old version has it");
    }
    for one in apis.new.undriven.iter().chain(&apis.old.undriven) {
        if !list.iter().any(|other| other.path == one.path) {
            list.push(one.clone());
        }
    }
    list
}
