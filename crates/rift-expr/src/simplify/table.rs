//! Constant tables with a symbolic index.

use crate::span::Span;
use crate::terms::TableId;
use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int::mask64;

/// Operations on an element are done on all elements of tables up to this size.
const MAPPED: usize = 1024;

/// How many runs of a table become a choice: more for booleans, which are intervals joined by Or.
fn choice_limit(width: u32) -> usize {
    if width == 1 { 8 } else { 4 }
}

/// Indices `first ..= last` whose elements are all `value`.
#[derive(Debug, Clone, Copy)]
struct Run {
    first: u64,
    last: u64,
    value: u64,
}

impl Terms {
    /// `values[index]`, or 0 outside; runs of equal values cost nothing.
    pub fn lookup(&mut self, values: &[u64], width: u32, index: TermId) -> TermId {
        debug_assert!(width <= 64 && values.iter().all(|&value| value <= mask64(width)), "elements of {width} bits");
        let index = match self.node(index) {
            Node::ZExt(inner) => inner,
            _ => index,
        };
        if let Some(at) = self.as_limbs(index) {
            let at = usize::try_from(at[0]).ok().filter(|_| at[1..].iter().all(|&limb| limb == 0));
            let value = at.and_then(|at| values.get(at)).copied().unwrap_or(0);
            return self.constant(width, value);
        }
        if let Node::Lookup { table: inner, index: inner_index } = self.node(index) {
            let element = |at: u64| usize::try_from(at).ok().and_then(|at| values.get(at)).copied().unwrap_or(0);
            if let Some(composed) = self.map_table(inner, inner_index, width, element) {
                return composed;
            }
        }
        if self.width(index) > 64 {
            return self.make_lookup(values, width, index);
        }
        let (first, last) = self.range(index);
        let reachable = last.saturating_add(1).min(values.len() as u64) as usize;
        let values = &values[..reachable];
        let limit = choice_limit(width);
        if let Some(runs) = runs(values, |_, value| value, (first, last), limit) {
            return self.choose_run(&runs, index, |terms, value| terms.constant(width, value));
        }
        // Elements that keep their distance from the index: `c` or `c + 32`.
        let distance = |at: u64, value: u64| value.wrapping_sub(at) & mask64(width);
        if (values.len() as u64) > last
            && let Some(runs) = runs(values, distance, (first, last), limit)
        {
            let base = self.index_as_value(index, width);
            return self.choose_run(&runs, index, |terms, distance| {
                let distance = terms.constant(width, distance);
                terms.binary(BinaryOp::Add, base, distance)
            });
        }
        // What is never reached does not distinguish tables.
        let unreached = (first as usize).min(values.len());
        if unreached > 0 && unreached < values.len() {
            let mut values = values.to_vec();
            values[..unreached].fill(0);
            return self.make_lookup(&values, width, index);
        }
        self.make_lookup(values, width, index)
    }

    fn make_lookup(&mut self, values: &[u64], width: u32, index: TermId) -> TermId {
        let used = values.iter().rposition(|&value| value != 0).map_or(0, |last| last + 1);
        let table = self.intern_table(&values[..used]);
        self.make(Node::Lookup { table, index }, width)
    }

    /// The index as a number of `width` bits: distances are counted modulo 2^width.
    fn index_as_value(&mut self, index: TermId, width: u32) -> TermId {
        if self.width(index) <= width { self.zext(index, width) } else { self.extract(index, 0, width) }
    }

    /// What `element` makes of the value of the run that the index is in.
    fn choose_run(&mut self, runs: &[Run], index: TermId, element: impl Fn(&mut Terms, u64) -> TermId) -> TermId {
        let count = |value: u64| runs.iter().filter(|run| run.value == value).count();
        // The value with the most runs needs no condition; the later one of two.
        let default = runs.iter().max_by_key(|run| count(run.value)).expect("an index has a value").value;
        let mut chosen = element(self, default);
        let mut done = vec![default];
        for run in runs {
            if done.contains(&run.value) {
                continue;
            }
            done.push(run.value);
            let mut condition = self.truth(false);
            for same in runs.iter().filter(|other| other.value == run.value) {
                let inside = self.member(index, Span::new(self.width(index), same.first, same.last));
                condition = self.or(condition, inside);
            }
            let value = element(self, run.value);
            chosen = self.ite(condition, value, chosen);
        }
        chosen
    }

    /// The table after an operation on each element; `None` when it is too large.
    pub(super) fn map_table(
        &mut self,
        table: TableId,
        index: TermId,
        width: u32,
        f: impl Fn(u64) -> u64,
    ) -> Option<TermId> {
        let values = self.table(table);
        if values.len() > MAPPED {
            return None;
        }
        let mut mapped: Vec<u64> = values.iter().map(|&value| f(value)).collect();
        if f(0) != 0 {
            // Elements outside are no longer zero: all that the index can reach must be inside.
            let last = if self.width(index) > 64 { u64::MAX } else { self.range(index).1 };
            let length = usize::try_from(last).ok().filter(|&last| last < MAPPED)? + 1;
            mapped.resize(length.max(mapped.len()), f(0));
        }
        Some(self.lookup(&mapped, width, index))
    }
}

/// The runs of elements of which `f` makes equal values, among the indices of a range, with zeros after the end; `None`
/// when there are too many.
fn runs(values: &[u64], f: impl Fn(u64, u64) -> u64, (first, last): (u64, u64), limit: usize) -> Option<Vec<Run>> {
    let length = values.len() as u64;
    let mut runs: Vec<Run> = Vec::with_capacity(limit);
    let inside = (first..=last).take_while(|&at| at < length).map(|at| Run {
        first: at,
        last: at,
        value: f(at, values[at as usize]),
    });
    let outside = (last >= length).then(|| Run { first: first.max(length), last, value: 0 });
    for next in inside.chain(outside) {
        if let Some(run) = runs.last_mut().filter(|run| run.value == next.value) {
            run.last = next.last;
        } else if runs.len() == limit {
            return None;
        } else {
            runs.push(next);
        }
    }
    Some(runs)
}
