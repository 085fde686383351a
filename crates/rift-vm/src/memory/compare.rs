//! What two memories hold otherwise.

use super::directory::Directory;
use super::page::{PAGE, PAGE_BITS, Page};
use super::spans::Span;
use super::{Memory, regions};
use rift_expr::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A byte that two memories hold otherwise; `None` where it is not accessible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unlike {
    pub address: u64,
    pub here: Option<u8>,
    pub there: Option<u8>,
}

/// What a byte of memory holds: a value, or a byte of a term, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Byte(u8),
    Term { term: TermId, byte: u32 },
}

/// A byte in which two memories hold other terms, or a term and a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnlikeTerm {
    pub address: u64,
    pub here: Held,
    pub there: Held,
}

impl Memory {
    /// Where two memories may hold other values on other inputs of the same paths: bytes of globals and heap objects that are
    /// accessible in both, of which one at least is symbolic; at most so many. Objects are the same as in [`Memory::unlike`].
    pub fn unlike_terms(&self, other: &Memory, most: usize) -> Vec<UnlikeTerm> {
        let (here, there) = (state(&self.directory), state(&other.directory));
        let mut found = Vec::new();
        for (number, a) in here {
            let Some(b) = there.get(&number) else { continue };
            let spans = [&**a, &***b].map(|page| page.symbols.as_deref().map_or(&[][..], |symbols| symbols.spans()));
            if spans[0] == spans[1] {
                continue;
            }
            let symbolic: BTreeSet<usize> =
                spans.into_iter().flatten().flat_map(|span| span.start()..span.end()).collect();
            for at in symbolic.into_iter().filter(|at| a.accessible(*at, 1) && b.accessible(*at, 1)) {
                let (here, there) = (held(a, spans[0], at), held(b, spans[1], at));
                if here != there {
                    found.push(UnlikeTerm { address: (number << PAGE_BITS) + at as u64, here, there });
                }
                if found.len() == most {
                    return found;
                }
            }
        }
        found
    }

    /// Where the globals and heap objects of two memories are not alike, by address; at most so many places. Objects are the
    /// same if they are at the same address, which those of two programs need not be.
    pub fn unlike(&self, other: &Memory, most: usize) -> Vec<Unlike> {
        let (here, there) = (state(&self.directory), state(&other.directory));
        let mut found = Vec::new();
        let numbers = here.keys().chain(there.keys().filter(|number| !here.contains_key(number)));
        for number in numbers {
            let pages = [here.get(number), there.get(number)].map(|page| page.map(|page| &***page));
            if let [Some(a), Some(b)] = pages
                && a.data == b.data
                && a.valid == b.valid
            {
                continue;
            }
            let byte =
                |page: Option<&Page>, at: usize| page.filter(|page| page.accessible(at, 1)).map(|page| page.data[at]);
            for at in 0..PAGE {
                let (here, there) = (byte(pages[0], at), byte(pages[1], at));
                if here != there {
                    found.push(Unlike { address: (number << PAGE_BITS) + at as u64, here, there });
                }
                if found.len() == most {
                    return found;
                }
            }
        }
        found
    }
}

fn held(page: &Page, spans: &[Span], at: usize) -> Held {
    match spans.iter().find(|span| (span.start()..span.end()).contains(&at)) {
        Some(span) => Held::Term { term: span.term, byte: (usize::from(span.skip) + at - span.start()) as u32 },
        None => Held::Byte(page.data[at]),
    }
}

/// The pages of globals that are written to and of the heap.
fn state(directory: &Directory) -> BTreeMap<u64, &Arc<Page>> {
    let is_state = |number: u64| {
        let address = number << PAGE_BITS;
        (regions::GLOBALS..regions::GLOBALS_END).contains(&address)
            || (regions::HEAP..regions::LARGE_END).contains(&address)
    };
    directory.pages().filter(|(number, _)| is_state(*number)).collect()
}

#[cfg(test)]
mod tests {
    use super::Held;
    use crate::memory::{Memory, MemoryConfig, regions};
    use rift_expr::Terms;

    #[test]
    fn what_is_written_to_one_is_unlike() {
        let mut a = Memory::new(&MemoryConfig::default());
        let global = a.allocate_global(16, 8, false).unwrap();
        let object = a.heap_allocate(8, 8, true).unwrap();
        let mut b = a.snapshot();
        assert_eq!(a.unlike(&b, 10), []);
        a.store::<4>(global, 0x0101).unwrap();
        b.store::<1>(object + 7, 9).unwrap();
        let unlike: Vec<_> = a.unlike(&b, 10).iter().map(|one| (one.address, one.here, one.there)).collect();
        let expected = [(global, Some(1), Some(0)), (global + 1, Some(1), Some(0)), (object + 7, Some(0), Some(9))];
        assert_eq!(unlike, expected);
        assert_eq!(a.unlike(&b, 2).len(), 2);
        assert!(object > regions::HEAP);
    }

    #[test]
    fn other_terms_are_unlike_and_equal_ones_are_not() {
        let mut terms = Terms::new();
        let (x, y) = (terms.read(0, 2), terms.read(2, 2));
        let mut a = Memory::new(&MemoryConfig::default());
        let global = a.allocate_global(16, 8, false).unwrap();
        let mut b = a.snapshot();
        for memory in [&mut a, &mut b] {
            memory.set_term(global, 2, x);
        }
        assert_eq!(a.unlike_terms(&b, 10), []);
        b.set_term(global, 2, y);
        a.set_term(global + 8, 2, x);
        let found: Vec<_> = a.unlike_terms(&b, 10).iter().map(|one| (one.address, one.here, one.there)).collect();
        let term = |term, byte| Held::Term { term, byte };
        let expected = [
            (global, term(x, 0), term(y, 0)),
            (global + 1, term(x, 1), term(y, 1)),
            (global + 8, term(x, 0), Held::Byte(0)),
            (global + 9, term(x, 1), Held::Byte(0)),
        ];
        assert_eq!(found, expected);
        assert_eq!(a.unlike_terms(&b, 3).len(), 3);
    }

    #[test]
    fn what_only_one_has_is_unlike_and_the_stack_is_none_of_it() {
        let mut a = Memory::new(&MemoryConfig::default());
        let mut b = a.snapshot();
        let object = a.heap_allocate(2, 1, true).unwrap();
        let local = b.stack_allocate(8, 8).unwrap();
        b.store::<8>(local, 7).unwrap();
        let unlike: Vec<_> = b.unlike(&a, 10).iter().map(|one| (one.address, one.here, one.there)).collect();
        assert_eq!(unlike, [(object, None, Some(0)), (object + 1, None, Some(0))]);
    }
}
