//! What a set says about each of its bytes alone: the values it leaves to it.
//!
//! A constraint over one byte is a set of values, computed once by evaluating it for all 256. A constraint over several
//! bytes is one too, as soon as all the others have a single value left: so comparisons with bytes that are known by
//! now cost nothing. The others are *open*, and their bytes *tied*. A byte that is not tied can take each of its
//! values whatever the other bytes are, which makes answers about it exact; the values of a tied byte are an
//! over-approximation. Computed for a set from what is known about the set it was made from.

use crate::byteset::ByteSet;
use crate::sets::{Made, SetId, Sets};
use hashbrown::HashTable;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// When the cells of all boxes take so many entries, they are dropped and computed anew as needed.
const MOST_CELLS: usize = 1 << 26;

/// With more constraints to add than this, the sets in between get no boxes: they would take memory for nothing.
const LONG_CHAIN: usize = 64;

/// An interned set of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DomainId(u32);

/// A byte of a box: its domain, and whether an open constraint is about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell(u32);

impl Cell {
    const NOTHING: Cell = Cell(0);
    const TIED: u32 = 1 << 31;

    fn domain(self) -> DomainId {
        DomainId(self.0 & !Cell::TIED)
    }

    fn is_tied(self) -> bool {
        self.0 & Cell::TIED != 0
    }

    fn with_domain(self, domain: DomainId) -> Cell {
        Cell(self.0 & Cell::TIED | domain.0)
    }
}

/// A place in the lists of open constraints; 0 is the empty list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct OpenId(u32);

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Where the cells are, in the order of the set's support.
    start: usize,
    open: OpenId,
}

/// The boxes of the sets of one [`Sets`].
#[derive(Debug, Default)]
pub(crate) struct Boxes {
    /// The first is that of a byte about which nothing is known.
    domains: Vec<ByteSet>,
    known_domains: HashTable<DomainId>,
    /// By term: one more than the domain of a constraint over one byte.
    of_term: Vec<u32>,
    /// By set: one more than the place in `entries`.
    of_set: Vec<u32>,
    entries: Vec<Entry>,
    /// Sets whose constraint changed nothing share the cells of the set they extend.
    cells: Vec<Cell>,
    /// Lists that share their ends: a constraint, and the list that it was put in front of.
    open: Vec<(TermId, OpenId)>,
    scratch: Model,
}

/// What is known about one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) values: ByteSet,
    /// Whether an open constraint is about it.
    pub(crate) tied: bool,
}

impl Known {
    const NOTHING: Known = Known { values: ByteSet::ALL, tied: false };
}

impl Boxes {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.domains.capacity() * (size_of::<ByteSet>() + 5)
            + (self.of_term.capacity() + self.of_set.capacity()) * size_of::<u32>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.cells.capacity() * size_of::<Cell>()
            + self.open.capacity() * size_of::<(TermId, OpenId)>()
    }

    /// Drops what is known about sets.
    fn drop_sets(&mut self) {
        self.of_set.clear();
        self.entries.clear();
        self.cells.clear();
        self.open.clear();
    }

    fn intern(&mut self, set: ByteSet) -> DomainId {
        if self.domains.is_empty() && set != ByteSet::ALL {
            self.intern(ByteSet::ALL);
        }
        let domains = &self.domains;
        if let Some(&known) = self.known_domains.find(hash(&set), |id| domains[id.0 as usize] == set) {
            return known;
        }
        let id = u32::try_from(self.domains.len()).ok().filter(|id| id & Cell::TIED == 0);
        let id = DomainId(id.expect("fewer than 2^31 domains fit into memory"));
        self.domains.push(set);
        let domains = &self.domains;
        self.known_domains.insert_unique(hash(&set), id, |id| hash(&domains[id.0 as usize]));
        id
    }

    fn values(&self, cell: Cell) -> ByteSet {
        self.domains[cell.domain().0 as usize]
    }

    fn entry(&self, set: SetId) -> Option<Entry> {
        let known = self.of_set.get(set.index()).copied().unwrap_or(0);
        known.checked_sub(1).map(|at| self.entries[at as usize])
    }

    fn cells(&self, entry: Entry, count: usize) -> &[Cell] {
        &self.cells[entry.start..entry.start + count]
    }

    fn with_open(&mut self, term: TermId, list: OpenId) -> OpenId {
        self.open.push((term, list));
        OpenId(u32::try_from(self.open.len()).expect("there are fewer open constraints than boxes"))
    }

    fn open_terms(&self, list: OpenId) -> impl Iterator<Item = TermId> {
        let next = |&list: &OpenId| list.0.checked_sub(1).map(|at| self.open[at as usize].1);
        std::iter::successors(Some(list), next)
            .map_while(|list| list.0.checked_sub(1))
            .map(|at| self.open[at as usize].0)
    }

    /// The values of its only byte for which a constraint holds.
    fn values_of(&mut self, terms: &Terms, evaluator: &mut Evaluator, term: TermId, at: u32) -> ByteSet {
        let index = term.index();
        if let Some(&known) = self.of_term.get(index).filter(|&&known| known != 0) {
            return self.domains[known as usize - 1];
        }
        let set = ByteSet(evaluator.byte_domain(terms, term, at));
        let id = self.intern(set);
        if self.of_term.len() <= index {
            self.of_term.resize(terms.len(), 0);
        }
        self.of_term[index] = id.0 + 1;
        set
    }

    /// For which of some values of the byte `at` a term holds, where the other bytes are as in the scratch model.
    fn project(&mut self, terms: &Terms, evaluator: &mut Evaluator, term: TermId, at: u32, values: ByteSet) -> ByteSet {
        let mut holds = ByteSet::NONE;
        for value in values.iter() {
            self.scratch.set(at, value);
            evaluator.reset(&self.scratch);
            if evaluator.holds(terms, term) {
                holds.insert(value);
            }
        }
        holds
    }
}

fn hash(set: &ByteSet) -> u64 {
    let mut hasher = FxHasher::default();
    set.hash(&mut hasher);
    hasher.finish()
}

impl Sets {
    /// What is known about a byte where the set holds. The box must have been made: [`Sets::make_box`].
    #[inline]
    pub(crate) fn known(&self, set: SetId, at: u32) -> Known {
        let place = match self.support(set) {
            &[only] if only == at => 0,
            support => match support.binary_search(&at) {
                Ok(place) => place,
                Err(_) => return Known::NOTHING,
            },
        };
        let Some(entry) = self.boxes.entry(set) else { return Known::NOTHING };
        let cell = self.boxes.cells[entry.start + place];
        let values = self.boxes.values(cell);
        Known { values, tied: cell.is_tied() && values.single().is_none() }
    }

    /// The constraints that relate at least two bytes which are not known, the newest first. The box must have been
    /// made.
    pub(crate) fn open(&self, set: SetId) -> impl Iterator<Item = TermId> {
        let list = self.boxes.entry(set).map_or(OpenId::default(), |entry| entry.open);
        self.boxes.open_terms(list)
    }

    /// The values of its only byte for which a constraint holds.
    #[inline]
    pub(crate) fn values_of(&mut self, terms: &Terms, evaluator: &mut Evaluator, term: TermId, at: u32) -> ByteSet {
        self.boxes.values_of(terms, evaluator, term, at)
    }

    /// The values of the byte `at` for which a term holds when all its other bytes have the one value they have left.
    pub(crate) fn project(
        &mut self,
        terms: &Terms,
        evaluator: &mut Evaluator,
        set: SetId,
        term: TermId,
        at: u32,
    ) -> ByteSet {
        for &other in terms.support(term) {
            let value = self.known(set, other).values.first().unwrap_or(0);
            self.boxes.scratch.set(other, value);
        }
        let values = self.known(set, at).values;
        self.boxes.project(terms, evaluator, term, at, values)
    }

    /// Makes the box of a set, and of those it was made from as far as needed.
    #[inline]
    pub(crate) fn make_box(&mut self, terms: &Terms, evaluator: &mut Evaluator, set: SetId) {
        if self.boxes.entry(set).is_none() {
            let mut boxes = std::mem::take(&mut self.boxes);
            boxes.make(self, terms, evaluator, set);
            self.boxes = boxes;
        }
    }
}

impl Boxes {
    /// With a stack of its own: a set may be the end of a chain of millions.
    #[inline(never)]
    fn make(&mut self, sets: &Sets, terms: &Terms, evaluator: &mut Evaluator, set: SetId) {
        if self.domains.is_empty() {
            self.intern(ByteSet::ALL);
        }
        if self.cells.len() > MOST_CELLS {
            self.drop_sets();
        }
        if self.of_set.len() < sets.len() {
            self.of_set.resize(sets.len(), 0);
        }
        let mut stack = vec![set];
        while let Some(&top) = stack.last() {
            let (base, chain) = self.chain(sets, top);
            let missing = match sets.made(base) {
                Made::Merge { a, b } if self.entry(base).is_none() => {
                    [a, b].into_iter().find(|&part| self.entry(part).is_none())
                }
                _ => None,
            };
            if let Some(part) = missing {
                stack.push(part);
                continue;
            }
            if self.entry(base).is_none() {
                self.make_base(sets, base);
            }
            if chain.len() > LONG_CHAIN {
                self.extend(sets, terms, evaluator, base, top, chain.into_iter().map(|(_, term)| term));
            } else {
                let mut part = base;
                for (set, term) in chain {
                    self.extend(sets, terms, evaluator, part, set, [term]);
                    part = set;
                }
            }
            stack.pop();
        }
    }

    /// The sets by which one extends the nearest set that has a box or is not an extension, with their constraints.
    fn chain(&self, sets: &Sets, set: SetId) -> (SetId, Vec<(SetId, TermId)>) {
        let (mut base, mut chain) = (set, Vec::new());
        while self.entry(base).is_none()
            && let Made::Extend { set: part, term } = sets.made(base)
        {
            chain.push((base, term));
            base = part;
        }
        chain.reverse();
        (base, chain)
    }

    /// The box of the empty set, or of one whose parts have theirs.
    fn make_base(&mut self, sets: &Sets, set: SetId) {
        let mut draft = Draft::new(sets.support(set));
        if let Made::Merge { a, b } = sets.made(set) {
            self.draft_part(sets, &mut draft, a);
            self.draft_part(sets, &mut draft, b);
        }
        let start = self.cells.len();
        self.cells.extend_from_slice(&draft.cells);
        self.push_entry(set, Entry { start, open: draft.open });
    }

    /// The box of a set that has some constraints more than a part.
    fn extend(
        &mut self,
        sets: &Sets,
        terms: &Terms,
        evaluator: &mut Evaluator,
        part: SetId,
        set: SetId,
        added: impl IntoIterator<Item = TermId>,
    ) {
        let support = sets.support(set);
        let mut draft = Draft::new(support);
        self.draft_part(sets, &mut draft, part);
        for term in added {
            self.add(terms, evaluator, &mut draft, term);
        }
        let entry = self.entry(part).expect("the boxes of the parts are made first");
        let is_same = sets.support(part).len() == support.len() && *self.cells(entry, support.len()) == *draft.cells;
        let start = if is_same { entry.start } else { self.cells.len() };
        if !is_same {
            self.cells.extend_from_slice(&draft.cells);
        }
        self.push_entry(set, Entry { start, open: draft.open });
    }

    fn push_entry(&mut self, set: SetId, entry: Entry) {
        self.entries.push(entry);
        self.of_set[set.index()] = u32::try_from(self.entries.len()).expect("there are fewer boxes than sets");
    }

    /// Takes over what a part of the set says.
    fn draft_part(&mut self, sets: &Sets, draft: &mut Draft<'_>, part: SetId) {
        let entry = self.entry(part).expect("the boxes of the parts are made first");
        let support = sets.support(part);
        if support.len() == draft.support.len() {
            draft.cells.copy_from_slice(self.cells(entry, support.len()));
        } else {
            for (&at, &cell) in support.iter().zip(self.cells(entry, support.len())) {
                let place = draft.place(at);
                draft.cells[place] = cell;
            }
        }
        if draft.open == OpenId(0) {
            draft.open = entry.open;
            return;
        }
        let terms: SmallVec<[TermId; 16]> = self.open_terms(entry.open).collect();
        draft.open = terms.into_iter().fold(draft.open, |list, term| self.with_open(term, list));
    }

    /// Takes in one more constraint.
    fn add(&mut self, terms: &Terms, evaluator: &mut Evaluator, draft: &mut Draft<'_>, term: TermId) {
        let became_known = match terms.support(term) {
            &[at] => {
                let values = self.values_of(terms, evaluator, term, at);
                self.narrow(draft, at, values)
            }
            support => match self.free_byte(draft, support) {
                Free::Several => {
                    draft.open = self.with_open(term, draft.open);
                    draft.tie(support);
                    false
                }
                free => self.resolve(terms, evaluator, draft, term, free),
            },
        };
        if became_known && draft.open != OpenId(0) {
            self.settle(terms, evaluator, draft);
        }
    }

    /// Turns open constraints into values where all but one byte are known by now, until nothing changes.
    fn settle(&mut self, terms: &Terms, evaluator: &mut Evaluator, draft: &mut Draft<'_>) {
        let mut open: SmallVec<[TermId; 16]> = self.open_terms(draft.open).collect();
        let count = open.len();
        loop {
            let mut changed = false;
            open.retain(|&mut term| match self.free_byte(draft, terms.support(term)) {
                Free::Several => true,
                free => {
                    changed |= self.resolve(terms, evaluator, draft, term, free);
                    false
                }
            });
            if !changed {
                break;
            }
        }
        if open.len() == count {
            return;
        }
        draft.cells.iter_mut().for_each(|cell| *cell = Cell(cell.domain().0));
        draft.open = OpenId(0);
        for term in open.into_iter().rev() {
            draft.tie(terms.support(term));
            draft.open = self.with_open(term, draft.open);
        }
    }

    fn free_byte(&self, draft: &Draft<'_>, support: &[u32]) -> Free {
        let mut free = Free::None;
        for &at in support {
            match (self.values(draft.cell(at)).single(), free) {
                (Some(_), _) => {}
                (None, Free::None) => free = Free::One(at),
                (None, _) => return Free::Several,
            }
        }
        free
    }

    /// Takes in a constraint with at most one free byte. Whether a byte became known by it.
    fn resolve(
        &mut self,
        terms: &Terms,
        evaluator: &mut Evaluator,
        draft: &mut Draft<'_>,
        term: TermId,
        free: Free,
    ) -> bool {
        let support = terms.support(term);
        for &at in support {
            // A byte without values keeps none, whatever is found here.
            let value = self.values(draft.cell(at)).first().unwrap_or(0);
            self.scratch.set(at, value);
        }
        // Where no byte is free, the constraint either holds or leaves no value at all.
        let Some(&at) = (if let Free::One(at) = &free { Some(at) } else { support.first() }) else { return false };
        let values = self.project(terms, evaluator, term, at, self.values(draft.cell(at)));
        self.narrow(draft, at, values)
    }

    /// Whether the byte became known by this, or impossible.
    fn narrow(&mut self, draft: &mut Draft<'_>, at: u32, values: ByteSet) -> bool {
        let before = self.values(draft.cell(at));
        let after = before.and(values);
        if after == before {
            return false;
        }
        let place = draft.place(at);
        draft.cells[place] = draft.cells[place].with_domain(self.intern(after));
        after.len() <= 1
    }
}

/// A box under construction.
#[derive(Debug)]
struct Draft<'a> {
    support: &'a [u32],
    cells: SmallVec<[Cell; 32]>,
    open: OpenId,
}

impl Draft<'_> {
    fn new(support: &[u32]) -> Draft<'_> {
        Draft { support, cells: SmallVec::from_elem(Cell::NOTHING, support.len()), open: OpenId(0) }
    }

    fn place(&self, at: u32) -> usize {
        self.support.binary_search(&at).expect("a set's support has the bytes of its constraints")
    }

    fn cell(&self, at: u32) -> Cell {
        self.cells[self.place(at)]
    }

    fn tie(&mut self, support: &[u32]) {
        for &at in support {
            let place = self.place(at);
            self.cells[place].0 |= Cell::TIED;
        }
    }
}

/// Which bytes of a constraint have more than one value left, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Free {
    None,
    One(u32),
    Several,
}
