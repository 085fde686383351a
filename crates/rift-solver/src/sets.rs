//! Interned sets of constraints, and the path condition as a partition into independent ones.
//!
//! A path condition grows by one constraint at a time and is copied at every branch. Constraints that share no
//! input byte cannot influence each other (KLEE's independence), so it is kept as one set for each group of connected
//! bytes: adding to it touches one group, copying it copies one id for each byte, and a query gets the part that
//! matters without looking at the rest. Sets are interned: the same constraints have the same id, on whichever path and
//! in whichever order they were added, so that layers can remember what they found out about a set and extend it.

use crate::boxes::Boxes;
use crate::members::{Members, Root};
use hashbrown::HashTable;
use rift_expr::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Member lists are kept for so many terms in all, then dropped: a path of n constraints has n lists of up to n.
const REMEMBERED_MEMBERS: usize = 1 << 22;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(u32);

impl SetId {
    pub const EMPTY: SetId = SetId(0);

    /// Dense from 0 on, in the order of making: a set's parts have lower numbers.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn from_number(number: u32) -> SetId {
        SetId(number)
    }
}

impl Default for SetId {
    fn default() -> SetId {
        SetId::EMPTY
    }
}

/// How a set first came to be: layers compute what they know about it from what they know about its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Made {
    Empty,
    Extend { set: SetId, term: TermId },
    Merge { a: SetId, b: SetId },
}

/// One interned list of input bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SupportId(u32);

#[derive(Debug, Clone, Copy)]
struct Entry {
    made: Made,
    root: Root,
    count: u32,
    support: SupportId,
    /// The sum of a mix of the members: the hash that does not depend on their order.
    fingerprint: u64,
    /// Known to be one group: every constraint was added to a group that it shares a byte with.
    connected: bool,
}

/// The arena of sets.
#[derive(Debug)]
pub struct Sets {
    entries: Vec<Entry>,
    members: Members,
    supports: Supports,
    extended: FxHashMap<(SetId, TermId), SetId>,
    merged: FxHashMap<(SetId, SetId), SetId>,
    canonical: HashTable<SetId>,
    lists: FxHashMap<SetId, Arc<[TermId]>>,
    listed: usize,
    pub(crate) boxes: Boxes,
}

impl Default for Sets {
    fn default() -> Sets {
        Sets::new()
    }
}

impl Sets {
    pub fn new() -> Sets {
        let mut sets = Sets {
            entries: Vec::new(),
            members: Members::new(),
            supports: Supports::default(),
            extended: FxHashMap::default(),
            merged: FxHashMap::default(),
            canonical: HashTable::new(),
            lists: FxHashMap::default(),
            listed: 0,
            boxes: Boxes::default(),
        };
        sets.clear();
        sets
    }

    /// Forgets every set but the empty one: ids made before are void.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.members.clear();
        self.supports.clear();
        self.extended.clear();
        self.merged.clear();
        self.canonical.clear();
        self.lists.clear();
        self.listed = 0;
        self.boxes = Boxes::default();
        let support = self.supports.intern(&[]);
        let (made, root) = (Made::Empty, Root::EMPTY);
        self.entries.push(Entry { made, root, count: 0, support, fingerprint: 0, connected: true });
    }

    /// How many sets there are, the empty one included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// An estimate of the memory the arena takes.
    pub fn memory_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.members.memory_bytes()
            + self.supports.memory_bytes()
            + (self.extended.capacity() + self.merged.capacity()) * 14
            + self.canonical.capacity() * 5
            + self.listed * size_of::<TermId>()
            + self.boxes.memory_bytes()
    }

    /// The set with one more constraint; the same set if it has it already.
    pub fn extend(&mut self, terms: &Terms, set: SetId, term: TermId) -> SetId {
        if let Some(&known) = self.extended.get(&(set, term)) {
            return known;
        }
        let made = if self.contains(set, term) { set } else { self.make_extended(terms, set, term) };
        self.extended.insert((set, term), made);
        made
    }

    fn make_extended(&mut self, terms: &Terms, set: SetId, term: TermId) -> SetId {
        let parent = *self.entry(set);
        let added = terms.support(term);
        let connected = set == SetId::EMPTY || self.is_linked_by(set, added);
        let entry = Entry {
            made: Made::Extend { set, term },
            root: self.members.insert(parent.root, term.raw()),
            count: parent.count + 1,
            support: self.supports.union(parent.support, added),
            fingerprint: parent.fingerprint.wrapping_add(mix(term.raw())),
            connected,
        };
        self.intern(entry)
    }

    /// Of sets without common bytes; right for others too, in time proportional to their size.
    pub fn merge(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::EMPTY {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.merged.get(&(a, b)) {
            return known;
        }
        let merged = self.make_merged(a, b);
        self.merged.insert((a, b), merged);
        merged
    }

    fn make_merged(&mut self, a: SetId, b: SetId) -> SetId {
        let (x, y) = (*self.entry(a), *self.entry(b));
        let root = self.members.union(x.root, y.root);
        let (count, fingerprint) = if overlaps(self.support(a), self.support(b)) {
            self.count_members(root)
        } else {
            (x.count + y.count, x.fingerprint.wrapping_add(y.fingerprint))
        };
        let support = self.supports.join(x.support, y.support);
        self.intern(Entry { made: Made::Merge { a, b }, root, count, support, fingerprint, connected: false })
    }

    /// How many there are, and their fingerprint.
    fn count_members(&self, root: Root) -> (u32, u64) {
        let mut numbers = Vec::new();
        self.members.numbers(root, &mut numbers);
        numbers.iter().fold((0, 0), |(count, sum), &number| (count + 1, mix(number).wrapping_add(sum)))
    }

    /// The set with these members: an older one, if there is one.
    fn intern(&mut self, entry: Entry) -> SetId {
        let (entries, members) = (&self.entries, &self.members);
        let same = |id: &SetId| {
            let other = &entries[id.index()];
            other.fingerprint == entry.fingerprint && members.equal(other.root, entry.root)
        };
        if let Some(&known) = self.canonical.find(entry.fingerprint, same) {
            self.entries[known.index()].connected |= entry.connected;
            return known;
        }
        let id = SetId(u32::try_from(self.entries.len()).expect("fewer than 2^32 sets fit into memory"));
        self.entries.push(entry);
        let entries = &self.entries;
        self.canonical.insert_unique(entry.fingerprint, id, |id| entries[id.index()].fingerprint);
        id
    }

    pub fn made(&self, set: SetId) -> Made {
        self.entry(set).made
    }

    /// The input bytes of its constraints, ascending.
    pub fn support(&self, set: SetId) -> &[u32] {
        self.supports.get(self.entry(set).support)
    }

    /// Whether each group of the set is known to have one of these bytes. False says nothing.
    pub fn is_linked_by(&self, set: SetId, bytes: &[u32]) -> bool {
        let mut stack: SmallVec<[SetId; 8]> = smallvec::smallvec![set];
        while let Some(part) = stack.pop() {
            match self.entry(part) {
                Entry { connected: true, .. } if overlaps(self.support(part), bytes) => {}
                Entry { connected: false, made: Made::Merge { a, b }, .. } => stack.extend([*b, *a]),
                _ => return false,
            }
        }
        true
    }

    pub fn contains(&self, set: SetId, term: TermId) -> bool {
        self.members.contains(self.entry(set).root, term.raw())
    }

    /// Whether all of `a` is in `b`, or is `term`.
    pub fn is_subset_but(&self, a: SetId, b: SetId, term: TermId) -> bool {
        self.members.is_subset_but(self.entry(a).root, self.entry(b).root, term.raw())
    }

    /// How many constraints it has.
    pub fn count(&self, set: SetId) -> usize {
        self.entry(set).count as usize
    }

    /// All constraints, ascending, each once.
    pub fn members(&mut self, set: SetId) -> Arc<[TermId]> {
        if let Some(list) = self.lists.get(&set) {
            return Arc::clone(list);
        }
        let mut numbers = Vec::new();
        self.members.numbers(self.entry(set).root, &mut numbers);
        let term = |number: u32| TermId::from_raw(number).expect("members are numbers of terms");
        let list: Arc<[TermId]> = numbers.into_iter().map(term).collect();
        if self.listed + list.len() > REMEMBERED_MEMBERS {
            self.lists.clear();
            self.listed = 0;
        }
        self.listed += list.len();
        self.lists.insert(set, Arc::clone(&list));
        list
    }

    fn entry(&self, set: SetId) -> &Entry {
        &self.entries[set.index()]
    }
}

/// Interned ascending lists of bytes.
#[derive(Debug, Default)]
struct Supports {
    bytes: Vec<u32>,
    /// Where each list ends; it starts where the one before ends.
    ends: Vec<usize>,
    known: HashTable<SupportId>,
}

impl Supports {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.known.clear();
    }

    fn memory_bytes(&self) -> usize {
        self.bytes.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<usize>() + self.known.capacity() * 5
    }

    fn get(&self, id: SupportId) -> &[u32] {
        slice(&self.bytes, &self.ends, id)
    }

    fn intern(&mut self, list: &[u32]) -> SupportId {
        let (bytes, ends) = (&self.bytes, &self.ends);
        if let Some(&known) = self.known.find(hash(list), |&id| slice(bytes, ends, id) == list) {
            return known;
        }
        let id = SupportId(u32::try_from(self.ends.len()).expect("there are fewer supports than sets"));
        self.bytes.extend_from_slice(list);
        self.ends.push(self.bytes.len());
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.known.insert_unique(hash(list), id, |&id| hash(slice(bytes, ends, id)));
        id
    }

    fn union(&mut self, id: SupportId, added: &[u32]) -> SupportId {
        let own = self.get(id);
        if is_subset(added, own) {
            return id;
        }
        let mut list: SmallVec<[u32; 32]> = SmallVec::with_capacity(own.len() + added.len());
        let (mut i, mut j) = (0, 0);
        while i < own.len() && j < added.len() {
            list.push(own[i].min(added[j]));
            let (x, y) = (own[i], added[j]);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        list.extend_from_slice(&own[i..]);
        list.extend_from_slice(&added[j..]);
        self.intern(&list)
    }

    fn join(&mut self, a: SupportId, b: SupportId) -> SupportId {
        let added: SmallVec<[u32; 32]> = SmallVec::from_slice(self.get(b));
        self.union(a, &added)
    }
}

fn slice<'a>(bytes: &'a [u32], ends: &[usize], id: SupportId) -> &'a [u32] {
    let at = id.0 as usize;
    let start = if at == 0 { 0 } else { ends[at - 1] };
    &bytes[start..ends[at]]
}

fn hash(list: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    list.hash(&mut hasher);
    hasher.finish()
}

/// A number's share in a fingerprint (splitmix64).
fn mix(number: u32) -> u64 {
    let mut z = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Of ascending lists.
pub(crate) fn overlaps(a: &[u32], b: &[u32]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
    }
    false
}

/// Of ascending lists: whether all of `a` is in `b`.
pub(crate) fn is_subset(a: &[u32], b: &[u32]) -> bool {
    let mut j = 0;
    a.iter().all(|x| {
        while j < b.len() && b[j] < *x {
            j += 1;
        }
        j < b.len() && b[j] == *x
    })
}
