//! The arena of terms: what a node is, and how equal nodes become one term.
//!
//! The constructors that simplify are in [`crate::simplify`]; all of them end in [`Terms::make`]. Operands are made
//! before what uses them, so they have smaller ids.

use crate::facts::Facts;
use crate::fold;
use crate::intern::{IdTable, hash, hash_words};
use crate::simplify::Comparing;
use crate::support::{SupportId, Supports};
use rift_ir::{BinaryOp, FloatPredicate, IntPredicate};
use rift_numeric::int::{self, mask64};
use std::num::NonZeroU32;
use std::ops::Range;

/// A term of one [`Terms`]. `Option<TermId>` takes 4 bytes: `None` is what is not symbolic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(NonZeroU32);

impl TermId {
    /// `None` for 0. The number must come from [`TermId::raw`].
    #[inline]
    pub fn from_raw(raw: u32) -> Option<TermId> {
        NonZeroU32::new(raw).map(TermId)
    }

    /// Counts from 1.
    #[inline]
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// Counts from 0: a place in arrays of [`Terms::len`] elements.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: u32) -> TermId {
        TermId(NonZeroU32::new(index + 1).expect("one more is not zero"))
    }
}

/// A table of constants that a symbolic index selects from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u32);

impl TableId {
    /// Counts from 0.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// What a term is. What is canonical is said in `simplify`; for those who match on nodes:
///
/// * Constants are the second operand of `Binary` where it commutes, and of `Eq`. There is no `Sub` of a constant, no
///   shift by one, no product or unsigned quotient by a power of two.
/// * Comparisons are Eq, Ult, Ule, Slt, Sle only. With a constant `c` of up to 64 bits they are `x == c`, `x < c` and
///   `c <= x`.
/// * Width 1 has And, Or, Xor, Not and Ite without constants; what compares with constants says so by `Compare`, by
///   the `Not` of an Eq, or by the `Extract` of a top bit.
/// * Float comparisons are Oeq, Olt, Ole, One, Ord, Uno, Ueq, Ult, Ule, Une only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// At most 64 bits; wider constants are `Wide`, an index into the arena's limbs.
    Const(u64),
    Wide(u32),
    /// `bytes` input bytes from `at` on, little-endian.
    Read {
        at: u32,
        bytes: u32,
    },
    /// Integer operations only. Shifts are SMT-LIB's: a count of the width or more gives 0 or all signs.
    Binary {
        op: BinaryOp,
        a: TermId,
        b: TermId,
    },
    Compare {
        predicate: IntPredicate,
        a: TermId,
        b: TermId,
    },
    Not(TermId),
    Ite {
        condition: TermId,
        yes: TermId,
        no: TermId,
    },
    /// Bits `low .. low + width of this term`.
    Extract {
        a: TermId,
        low: u32,
    },
    Concat {
        high: TermId,
        low: TermId,
    },
    ZExt(TermId),
    SExt(TermId),
    /// Element `index` of a constant table; an index outside gives 0.
    Lookup {
        table: TableId,
        index: TermId,
    },
    /// FAdd, FSub, FMul, FDiv of f32 or f64, rounded to nearest even.
    Float {
        op: BinaryOp,
        a: TermId,
        b: TermId,
    },
    FloatSqrt(TermId),
    FloatCompare {
        predicate: FloatPredicate,
        a: TermId,
        b: TermId,
    },
    /// Between f32 and f64.
    FloatToFloat(TermId),
    SignedToFloat(TermId),
    UnsignedToFloat(TermId),
    /// Towards zero. Out of range is what the machine gives (see rift-numeric): callers add the range as a condition
    /// first, so that the solver never sees it.
    FloatToSigned(TermId),
    FloatToUnsigned(TermId),
}

impl Node {
    /// A number for what kind of node it is, and its contents.
    #[inline]
    fn words(self) -> (u64, u64) {
        let pair = |a: TermId, b: TermId| u64::from(a.raw()) << 32 | u64::from(b.raw());
        let one = |a: TermId| u64::from(a.raw());
        match self {
            Node::Const(value) => (0, value),
            Node::Wide(wide) => (1, wide.into()),
            Node::Read { at, bytes } => (2, u64::from(at) << 32 | u64::from(bytes)),
            Node::Not(a) => (3, one(a)),
            Node::Ite { condition, yes, no } => (4 | one(condition) << 32, pair(yes, no)),
            Node::Extract { a, low } => (5, one(a) << 32 | u64::from(low)),
            Node::Concat { high, low } => (6, pair(high, low)),
            Node::ZExt(a) => (7, one(a)),
            Node::SExt(a) => (8, one(a)),
            Node::Lookup { table, index } => (9, u64::from(table.0) << 32 | one(index)),
            Node::FloatSqrt(a) => (10, one(a)),
            Node::FloatToFloat(a) => (11, one(a)),
            Node::SignedToFloat(a) => (12, one(a)),
            Node::UnsignedToFloat(a) => (13, one(a)),
            Node::FloatToSigned(a) => (14, one(a)),
            Node::FloatToUnsigned(a) => (15, one(a)),
            Node::Binary { op, a, b } => (0x20 + op as u64, pair(a, b)),
            Node::Compare { predicate, a, b } => (0x40 + predicate as u64, pair(a, b)),
            Node::Float { op, a, b } => (0x60 + op as u64, pair(a, b)),
            Node::FloatCompare { predicate, a, b } => (0x80 + predicate as u64, pair(a, b)),
        }
    }

    #[inline]
    fn hash(self, width: u32) -> u32 {
        let (kind, contents) = self.words();
        hash_words(kind | u64::from(width) << 8, contents)
    }
}

#[derive(Clone, Copy)]
struct Head {
    node: Node,
    width: u32,
    support: SupportId,
}

/// The arena. Grows only; [`Terms::clear`] starts anew.
pub struct Terms {
    heads: Vec<Head>,
    facts: Vec<Facts>,
    index: IdTable,
    wide: Vec<Box<[u64]>>,
    wide_index: IdTable,
    tables: Vec<Box<[u64]>>,
    table_index: IdTable,
    supports: Supports,
    /// How many rewrites that look below their operands are under way: see [`Terms::nested`].
    pub(crate) depth: u32,
    /// See [`Terms::comparing`].
    pub(crate) comparing: Comparing,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    pub fn new() -> Terms {
        Terms {
            heads: Vec::new(),
            facts: Vec::new(),
            index: IdTable::new(),
            wide: Vec::new(),
            wide_index: IdTable::new(),
            tables: Vec::new(),
            table_index: IdTable::new(),
            supports: Supports::new(),
            depth: 0,
            comparing: Comparing::default(),
        }
    }

    /// Forgets every term: ids made before are void.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.facts.clear();
        self.index.clear();
        self.wide.clear();
        self.wide_index.clear();
        self.tables.clear();
        self.table_index.clear();
        self.supports.clear();
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An estimate of the memory the arena takes.
    pub fn memory_bytes(&self) -> usize {
        let limbs = |lists: &[Box<[u64]>]| lists.iter().map(|list| size_of_val::<[u64]>(list) + 16).sum::<usize>();
        self.heads.capacity() * size_of::<Head>()
            + self.facts.capacity() * size_of::<Facts>()
            + limbs(&self.wide)
            + limbs(&self.tables)
            + [&self.index, &self.wide_index, &self.table_index].map(IdTable::memory_bytes).iter().sum::<usize>()
            + self.supports.memory_bytes()
    }

    #[inline]
    pub fn node(&self, term: TermId) -> Node {
        self.heads[term.index()].node
    }

    #[inline]
    pub fn width(&self, term: TermId) -> u32 {
        self.heads[term.index()].width
    }

    /// The value of a constant of at most 64 bits.
    #[inline]
    pub fn as_const(&self, term: TermId) -> Option<u64> {
        match self.node(term) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The limbs of any constant.
    pub fn as_limbs(&self, term: TermId) -> Option<&[u64]> {
        match &self.heads[term.index()].node {
            Node::Const(value) => Some(std::slice::from_ref(value)),
            Node::Wide(wide) => Some(&self.wide[*wide as usize]),
            _ => None,
        }
    }

    /// The limbs of a wide constant.
    pub(crate) fn wide_limbs(&self, wide: u32) -> &[u64] {
        &self.wide[wide as usize]
    }

    /// The input bytes a term depends on, ascending.
    pub fn support(&self, term: TermId) -> &[u32] {
        self.supports.bytes(self.support_id(term))
    }

    /// [`Terms::support`] as a number: terms with equal supports have equal ids.
    #[inline]
    pub fn support_id(&self, term: TermId) -> SupportId {
        self.heads[term.index()].support
    }

    /// [`Terms::support`] as runs of adjacent bytes: short even where the list is long.
    pub fn support_runs(&self, term: TermId) -> &[Range<u32>] {
        self.supports.runs(self.support_id(term))
    }

    pub fn depends_on(&self, term: TermId, at: u32) -> bool {
        self.supports.contains(self.support_id(term), at)
    }

    /// Whether two terms depend on no byte in common.
    pub fn are_independent(&self, a: TermId, b: TermId) -> bool {
        self.supports.is_disjoint(self.support_id(a), self.support_id(b))
    }

    /// Unsigned bounds, inclusive, for terms of at most 64 bits.
    #[inline]
    pub fn range(&self, term: TermId) -> (u64, u64) {
        let facts = &self.facts[term.index()];
        (facts.min, facts.max)
    }

    /// The bits that are 0 in every model, and those that are 1, for terms of at most 64 bits.
    pub fn known_bits(&self, term: TermId) -> (u64, u64) {
        let facts = &self.facts[term.index()];
        (facts.zeros, facts.ones)
    }

    #[inline]
    pub(crate) fn facts(&self, term: TermId) -> Facts {
        self.facts[term.index()]
    }

    pub fn table(&self, table: TableId) -> &[u64] {
        &self.tables[table.0 as usize]
    }

    pub(crate) fn intern_table(&mut self, values: &[u64]) -> TableId {
        TableId(intern_list(&mut self.tables, &mut self.table_index, values))
    }

    /// `value` is cut to `width` bits, of which there are at most 64, or extended by zeros.
    pub fn constant(&mut self, width: u32, value: u64) -> TermId {
        if width > 64 {
            let mut limbs = vec![0; int::limbs(width)];
            limbs[0] = value;
            return self.constant_limbs(width, &limbs);
        }
        self.make(Node::Const(value & mask64(width)), width)
    }

    /// From canonical limbs, lowest first.
    pub fn constant_limbs(&mut self, width: u32, limbs: &[u64]) -> TermId {
        if let [value] = limbs {
            return self.constant(width, *value);
        }
        let wide = intern_list(&mut self.wide, &mut self.wide_index, limbs);
        self.make(Node::Wide(wide), width)
    }

    pub fn truth(&mut self, value: bool) -> TermId {
        self.constant(1, u64::from(value))
    }

    pub fn read(&mut self, at: u32, bytes: u32) -> TermId {
        self.make(Node::Read { at, bytes }, bytes * 8)
    }

    /// The term of a canonical node: a constant when all its operands are, or when its facts leave one value.
    #[inline]
    pub(crate) fn make(&mut self, node: Node, width: u32) -> TermId {
        let hashed = node.hash(width);
        let is_it = |id: u32| {
            let head = &self.heads[id as usize];
            head.node == node && head.width == width
        };
        match self.index.find(hashed, is_it) {
            Some(id) => TermId::from_index(id),
            None => self.make_new(hashed, node, width),
        }
    }

    #[inline(never)]
    fn make_new(&mut self, hashed: u32, node: Node, width: u32) -> TermId {
        let is_leaf = matches!(node, Node::Const(_) | Node::Wide(_) | Node::Read { .. });
        let facts = Facts::of(self, node, width);
        if width <= 64 && facts.min == facts.max && !is_leaf {
            return self.constant(width, facts.min);
        }
        if !is_leaf && let Some(limbs) = self.fold(node, width) {
            return self.constant_limbs(width, &limbs);
        }
        let support = self.support_of(node);
        let id = u32::try_from(self.heads.len()).ok().filter(|&id| id < u32::MAX - 1).expect("fewer than 2^32 terms");
        self.index.insert(hashed, |id| {
            let Head { node, width, .. } = self.heads[id as usize];
            node.hash(width)
        });
        self.heads.push(Head { node, width, support });
        self.facts.push(facts);
        TermId::from_index(id)
    }

    /// The value of a node whose operands are all constants.
    fn fold(&self, node: Node, width: u32) -> Option<fold::Limbs> {
        let mut constant = true;
        crate::walk::for_each_operand(node, |operand| constant &= self.as_limbs(operand).is_some());
        let limbs = |operand| self.as_limbs(operand).expect("every operand was seen to be a constant");
        constant.then(|| fold::node_limbs(self, node, width, limbs))
    }

    fn support_of(&mut self, node: Node) -> SupportId {
        if let Node::Read { at, bytes } = node {
            return self.supports.run(at..at + bytes);
        }
        let mut support = SupportId::EMPTY;
        crate::walk::for_each_operand(node, |operand| {
            support = self.supports.union(support, self.heads[operand.index()].support);
        });
        support
    }
}

fn intern_list(lists: &mut Vec<Box<[u64]>>, index: &mut IdTable, list: &[u64]) -> u32 {
    let hashed = hash(list);
    if let Some(found) = index.find(hashed, |id| *lists[id as usize] == *list) {
        return found;
    }
    let id = u32::try_from(lists.len()).expect("fewer than 2^32 lists");
    index.insert(hashed, |id| hash(&*lists[id as usize]));
    lists.push(list.into());
    id
}
