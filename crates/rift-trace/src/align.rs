//! Which occurrences of two runs correspond, by execution index (Xin, Sumner & Zhang 2008).
//!
//! Two occurrences correspond when what they are nested in does, their sites do, and they are the same one in number
//! among the occurrences of their site there. So a loop's n-th iteration corresponds to the n-th, wherever the runs
//! came from; an iteration that is new at the front moves all others by one.

use super::{Action, Occurrence, Pointer, Trace, Value};
use rift_align::{ChangeMap, Version};
use rift_ir::{FuncId, Pair, Site};
use std::collections::{BTreeSet, HashMap};

/// How a site is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// The other version has it too, changed.
    Changed,
    /// The other version does not have it.
    Alone,
}

/// Two traces of one input, and what corresponds in them.
pub struct Alignment<'a> {
    pub traces: Pair<&'a Trace>,
    pub map: &'a ChangeMap,
    /// By occurrence.
    counterparts: Pair<Vec<Option<Occurrence>>>,
    /// Sites whose instruction, or one that is part of it, is touched.
    touched: Pair<HashMap<Site, Touch>>,
    /// What calls of the host wrote.
    written: Pair<HashMap<Occurrence, Vec<u8>>>,
}

impl<'a> Alignment<'a> {
    pub fn new(traces: Pair<&'a Trace>, map: &'a ChangeMap) -> Alignment<'a> {
        let mut counterparts = traces.map(|trace| vec![None; trace.len()]);
        let (old, new) = (by_index(traces.old), by_index(traces.new));
        // What an occurrence is nested in comes before it: so its counterpart is known by then.
        for group in old.chunk_by(|a, b| key(traces.old, *a) == key(traces.old, *b)) {
            let (parent, site) = key(traces.old, group[0]);
            let nested = match parent {
                Some(parent) => match counterparts.old[parent.index()] {
                    Some(other) => Some(other),
                    None => continue,
                },
                None => None,
            };
            let Some(site) = map.counterpart(Version::Old, site) else { continue };
            let first = new.partition_point(|one| key(traces.new, *one) < (nested, site));
            let others = new[first..].iter().take_while(|one| key(traces.new, **one) == (nested, site));
            for (occurrence, other) in group.iter().zip(others) {
                counterparts.old[occurrence.index()] = Some(*other);
                counterparts.new[other.index()] = Some(*occurrence);
            }
        }
        let touched = Pair {
            old: touched_sites(traces.old, map, Version::Old),
            new: touched_sites(traces.new, map, Version::New),
        };
        Alignment { traces, map, counterparts, touched, written: traces.map(written_by) }
    }

    pub fn trace(&self, version: Version) -> &'a Trace {
        let trace: &&'a Trace = version.of(&self.traces);
        trace
    }

    /// The occurrence of the other version that corresponds.
    pub fn counterpart(&self, version: Version, occurrence: Occurrence) -> Option<Occurrence> {
        version.of(&self.counterparts)[occurrence.index()]
    }

    /// All that correspond, in the order of the old run.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<Occurrence>> {
        let all = self.counterparts.old.iter().enumerate();
        all.filter_map(|(old, new)| Some(Pair { old: Occurrence::new(old), new: (*new)? }))
    }

    /// What only this version executed, in order.
    pub fn only_in(&self, version: Version) -> impl Iterator<Item = Occurrence> {
        let all = version.of(&self.counterparts).iter().enumerate();
        all.filter(|(_, other)| other.is_none()).map(|(at, _)| Occurrence::new(at))
    }

    /// Whether an occurrence did something else than its counterpart, or has none.
    pub fn differs(&self, version: Version, occurrence: Occurrence) -> bool {
        match self.counterpart(version, occurrence) {
            None => true,
            Some(other) => {
                let pair = match version {
                    Version::Old => Pair { old: occurrence, new: other },
                    Version::New => Pair { old: other, new: occurrence },
                };
                self.values_differ(pair)
                    || self.actions_differ(pair)
                    || self.written.old.get(&pair.old) != self.written.new.get(&pair.new)
            }
        }
    }

    fn values_differ(&self, pair: Pair<Occurrence>) -> bool {
        match (self.traces.old.value(pair.old), self.traces.new.value(pair.new)) {
            (Value::Pointer(old), Value::Pointer(new)) => self.pointers_differ(old, new),
            (old, new) => old != new,
        }
    }

    /// Whether control went on differently, or memory was written elsewhere.
    pub(super) fn actions_differ(&self, pair: Pair<Occurrence>) -> bool {
        match (self.traces.old.action(pair.old), self.traces.new.action(pair.new)) {
            (Action::Stored(old), Action::Stored(new)) => self.pointers_differ(old, new),
            (Action::Called(old), Action::Called(new)) | (Action::Asked(old), Action::Asked(new)) => {
                self.map.counterpart_function(Version::Old, old) != Some(new)
            }
            (Action::Switched(old), Action::Switched(new)) => {
                let site = |inst, function: Site| Site { function: function.function, inst };
                let old = site(old, self.traces.old.site(pair.old));
                let new = site(new, self.traces.new.site(pair.new));
                self.map.counterpart(Version::Old, old) != Some(new)
            }
            (old, new) => old != new,
        }
    }

    fn pointers_differ(&self, old: Pointer, new: Pointer) -> bool {
        match (old, new) {
            (Pointer::Object { made_by: a, offset: x }, Pointer::Object { made_by: b, offset: y }) => {
                x != y || self.counterpart(Version::Old, a) != Some(b)
            }
            (old, new) => old != new,
        }
    }

    /// Whether and how the change is in an occurrence, or in what the machine made part of it.
    pub fn touch(&self, version: Version, occurrence: Occurrence) -> Option<Touch> {
        version.of(&self.touched).get(&self.trace(version).site(occurrence)).copied()
    }
}

/// What an occurrence is nested in, and its site.
fn key(trace: &Trace, occurrence: Occurrence) -> (Option<Occurrence>, Site) {
    (trace.parent(occurrence), trace.site(occurrence))
}

/// The occurrences that are nested in the same one and have the same site side by side, in order.
fn by_index(trace: &Trace) -> Vec<Occurrence> {
    let mut all: Vec<Occurrence> = trace.occurrences().collect();
    all.sort_by_key(|one| key(trace, *one));
    all
}

fn touched_sites(trace: &Trace, map: &ChangeMap, version: Version) -> HashMap<Site, Touch> {
    let functions: BTreeSet<FuncId> = map.touched(version).map(|site| site.function).collect();
    let mut touched = HashMap::new();
    for function in functions {
        let Some(facts) = trace.facts.get(&function) else { continue };
        for site in facts.present().map(|inst| Site { function, inst }) {
            if trace.members(site).into_iter().any(|one| map.is_touched(version, one)) {
                let is_alone = map.counterpart(version, site).is_none();
                touched.insert(site, if is_alone { Touch::Alone } else { Touch::Changed });
            }
        }
    }
    touched
}

fn written_by(trace: &Trace) -> HashMap<Occurrence, Vec<u8>> {
    let mut bytes: HashMap<Occurrence, Vec<u8>> = HashMap::new();
    for written in trace.written() {
        bytes.entry(written.by).or_default().extend_from_slice(&written.bytes);
    }
    bytes
}
