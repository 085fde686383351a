//! Persistent sets of numbers: big-endian Patricia tries (Okasaki & Gill 1998, "Fast Mergeable Integer Maps").
//!
//! Adding a number copies the path to it and shares the rest, so that the sets along a path of a million constraints
//! take memory in proportion to its length, and each answers `contains` by itself. Leaves hold a block of 32 numbers.
//! The shape depends on the contents only: equal sets are told apart by walking what they do not share.

/// Bits of a number that select within a leaf.
const BLOCK_BITS: u32 = 5;
/// Marks a leaf's key; blocks have at most 27 bits.
const LEAF: u32 = 1 << 31;

/// A set of one [`Members`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Root(u32);

impl Root {
    pub(crate) const EMPTY: Root = Root(0);
}

/// A leaf has the key `LEAF | block` and its bitmap in `left`. A branch has the key `prefix | mask`, where `mask` is
/// the bit its sides differ in and `prefix` are the bits above: the mask is the lowest bit of the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Trie {
    key: u32,
    left: u32,
    right: u32,
}

impl Trie {
    fn leaf(block: u32, bitmap: u32) -> Trie {
        Trie { key: LEAF | block, left: bitmap, right: 0 }
    }

    fn is_leaf(self) -> bool {
        self.key & LEAF != 0
    }

    fn block(self) -> u32 {
        self.key & !LEAF
    }

    fn mask(self) -> u32 {
        self.key & self.key.wrapping_neg()
    }

    /// Whether a block belongs below this branch.
    fn covers(self, block: u32) -> bool {
        let mask = self.mask();
        (block ^ self.key) & !(mask | (mask - 1)) == 0
    }

    /// Any block below: what two tries are compared by to find where they part.
    fn representative(self) -> u32 {
        if self.is_leaf() { self.block() } else { self.key ^ self.mask() }
    }
}

/// The arena of tries.
#[derive(Debug)]
pub(crate) struct Members {
    /// The first is the empty set's.
    tries: Vec<Trie>,
}

impl Members {
    pub(crate) fn new() -> Members {
        Members { tries: vec![Trie::leaf(0, 0)] }
    }

    pub(crate) fn clear(&mut self) {
        self.tries.truncate(1);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tries.capacity() * size_of::<Trie>()
    }

    pub(crate) fn contains(&self, root: Root, number: u32) -> bool {
        if root == Root::EMPTY {
            return false;
        }
        let block = number >> BLOCK_BITS;
        let mut trie = self.at(root.0);
        while !trie.is_leaf() {
            if !trie.covers(block) {
                return false;
            }
            trie = self.at(if block & trie.mask() == 0 { trie.left } else { trie.right });
        }
        trie.block() == block && trie.left & bit(number) != 0
    }

    /// The set with one more number.
    pub(crate) fn insert(&mut self, root: Root, number: u32) -> Root {
        let leaf = self.push(Trie::leaf(number >> BLOCK_BITS, bit(number)));
        Root(self.union_tries(root.0, leaf))
    }

    pub(crate) fn union(&mut self, a: Root, b: Root) -> Root {
        Root(self.union_tries(a.0, b.0))
    }

    pub(crate) fn equal(&self, a: Root, b: Root) -> bool {
        self.equal_tries(a.0, b.0)
    }

    /// Whether all of `a` is in `b`, but for one number that need not be.
    pub(crate) fn is_subset_but(&self, a: Root, b: Root, number: u32) -> bool {
        self.subset_tries(a.0, b.0, Trie::leaf(number >> BLOCK_BITS, bit(number)))
    }

    /// All numbers, ascending.
    pub(crate) fn numbers(&self, root: Root, out: &mut Vec<u32>) {
        if root == Root::EMPTY {
            return;
        }
        let mut stack = vec![root.0];
        while let Some(at) = stack.pop() {
            let trie = self.at(at);
            if !trie.is_leaf() {
                stack.push(trie.right);
                stack.push(trie.left);
                continue;
            }
            let mut bitmap = trie.left;
            while bitmap != 0 {
                out.push(trie.block() << BLOCK_BITS | bitmap.trailing_zeros());
                bitmap &= bitmap - 1;
            }
        }
    }

    fn at(&self, trie: u32) -> Trie {
        self.tries[trie as usize]
    }

    fn push(&mut self, trie: Trie) -> u32 {
        let at = u32::try_from(self.tries.len()).expect("fewer than 2^32 trie nodes fit into memory");
        self.tries.push(trie);
        at
    }

    /// A branch above two tries of which none covers the other.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (block_a, block_b) = (self.at(a).representative(), self.at(b).representative());
        let mask = 1 << (31 - (block_a ^ block_b).leading_zeros());
        let key = block_a & !(mask | (mask - 1)) | mask;
        let (left, right) = if block_a & mask == 0 { (a, b) } else { (b, a) };
        self.push(Trie { key, left, right })
    }

    /// The depth is bounded by the bits of a block.
    fn union_tries(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let (x, y) = (self.at(a), self.at(b));
        match (x.is_leaf(), y.is_leaf()) {
            (true, true) if x.key == y.key => self.with_bitmap(a, b, x.left | y.left),
            (true, true) => self.join(a, b),
            (false, true) => self.union_below(a, b),
            (true, false) => self.union_below(b, a),
            (false, false) if x.key == y.key => {
                let left = self.union_tries(x.left, y.left);
                let right = self.union_tries(x.right, y.right);
                self.with_sides(a, left, right)
            }
            (false, false) if x.mask() > y.mask() => self.union_below(a, b),
            (false, false) if x.mask() < y.mask() => self.union_below(b, a),
            (false, false) => self.join(a, b),
        }
    }

    /// Puts the lower trie into the branch `a`, or next to it.
    fn union_below(&mut self, a: u32, lower: u32) -> u32 {
        let branch = self.at(a);
        let block = self.at(lower).representative();
        if !branch.covers(block) {
            return self.join(a, lower);
        }
        if block & branch.mask() == 0 {
            let left = self.union_tries(branch.left, lower);
            self.with_sides(a, left, branch.right)
        } else {
            let right = self.union_tries(branch.right, lower);
            self.with_sides(a, branch.left, right)
        }
    }

    fn with_bitmap(&mut self, a: u32, b: u32, bitmap: u32) -> u32 {
        let leaf = self.at(a);
        if bitmap == leaf.left {
            a
        } else if bitmap == self.at(b).left {
            b
        } else {
            self.push(Trie { left: bitmap, ..leaf })
        }
    }

    fn with_sides(&mut self, a: u32, left: u32, right: u32) -> u32 {
        let branch = self.at(a);
        if (left, right) == (branch.left, branch.right) { a } else { self.push(Trie { left, right, ..branch }) }
    }

    fn equal_tries(&self, a: u32, b: u32) -> bool {
        if a == b {
            return true;
        }
        let (x, y) = (self.at(a), self.at(b));
        if x.key != y.key || a == 0 || b == 0 {
            return false;
        }
        if x.is_leaf() {
            return x.left == y.left;
        }
        self.equal_tries(x.left, y.left) && self.equal_tries(x.right, y.right)
    }

    /// `extra` is a leaf that need not be in `b`.
    fn subset_tries(&self, a: u32, b: u32, extra: Trie) -> bool {
        if a == b || a == 0 {
            return true;
        }
        let (x, y) = (self.at(a), self.at(b));
        if b == 0 {
            return x == extra;
        }
        if x.is_leaf() && y.is_leaf() {
            let own = if x.key == y.key { y.left } else { 0 };
            let given = if x.key == extra.key { extra.left } else { 0 };
            return x.left & !(own | given) == 0;
        }
        if x.key == y.key {
            return self.subset_tries(x.left, y.left, extra) && self.subset_tries(x.right, y.right, extra);
        }
        // What reaches further up must be in parts, of which all but one is `extra`.
        if y.is_leaf() || (!x.is_leaf() && x.mask() >= y.mask()) {
            return self.subset_tries(x.left, b, extra) && self.subset_tries(x.right, b, extra);
        }
        let block = x.representative();
        if !y.covers(block) {
            return self.subset_tries(a, 0, extra);
        }
        self.subset_tries(a, if block & y.mask() == 0 { y.left } else { y.right }, extra)
    }
}

fn bit(number: u32) -> u32 {
    1 << (number & ((1 << BLOCK_BITS) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn random(state: &mut u64) -> u32 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as u32
    }

    fn build(members: &mut Members, numbers: &BTreeSet<u32>, state: &mut u64) -> Root {
        let mut order: Vec<u32> = numbers.iter().copied().collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random(state) as usize % (i + 1));
        }
        order.iter().fold(Root::EMPTY, |root, &number| members.insert(root, number))
    }

    #[test]
    fn agrees_with_ordered_sets() {
        let mut state = 1;
        let mut members = Members::new();
        for round in 0..400 {
            let spread = [40, 300, 100_000, u32::MAX][round % 4];
            let mut draw = || -> BTreeSet<u32> {
                let count = random(&mut state) % 40;
                (0..count).map(|_| random(&mut state) % spread).collect()
            };
            let (a, b) = (draw(), draw());
            let root_a = build(&mut members, &a, &mut state);
            let root_b = build(&mut members, &b, &mut state);
            let again = build(&mut members, &a, &mut state);
            assert!(members.equal(root_a, again));
            assert_eq!(members.equal(root_a, root_b), a == b);
            for extra in a.iter().copied().chain([spread - 1]) {
                let but: BTreeSet<u32> = a.iter().copied().filter(|&number| number != extra).collect();
                assert_eq!(members.is_subset_but(root_a, root_b, extra), but.is_subset(&b));
            }

            let both: BTreeSet<u32> = a.union(&b).copied().collect();
            let root = members.union(root_a, root_b);
            let expected = build(&mut members, &both, &mut state);
            assert!(members.equal(root, expected));
            for &extra in &both {
                assert!(members.is_subset_but(root_a, root, extra) && members.is_subset_but(root_b, root, extra));
                let but: BTreeSet<u32> = b.iter().copied().filter(|&number| number != extra).collect();
                assert_eq!(members.is_subset_but(root, root_a, extra), but.is_subset(&a));
            }

            let mut numbers = Vec::new();
            members.numbers(root, &mut numbers);
            assert!(numbers.iter().eq(both.iter()), "ascending, each once");
            for number in a.iter().chain(&b) {
                assert!(members.contains(root, *number));
                assert_eq!(members.contains(root_a, *number), a.contains(number));
            }
        }
    }
}
