//! Dominators (Lengauer & Tarjan 1979, simple version): O(m log n), no recursion, whatever the graph.

/// The dominator tree of the blocks reachable from block 0.
pub(super) struct Dominators {
    /// Preorder interval of the dominator tree; `(0, 0)` when unreachable, else from 1.
    interval: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Dominators {
    pub fn new(successors: &[Vec<u32>]) -> Dominators {
        let n = successors.len();
        let mut search = Search::new(n);
        search.depth_first(successors);
        let idom = search.immediate_dominators(successors);
        Dominators { interval: intervals(n, &search.order, &idom) }
    }

    pub fn reachable(&self, block: usize) -> bool {
        self.interval[block].0 != 0
    }

    /// Both must be reachable.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        let (a, b) = (self.interval[above], self.interval[below]);
        a.0 <= b.0 && b.1 <= a.1
    }
}

struct Search {
    /// Blocks by depth-first number.
    order: Vec<u32>,
    /// Depth-first number by block.
    number: Vec<u32>,
    /// By depth-first number from here on.
    parent: Vec<u32>,
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
}

impl Search {
    fn new(n: usize) -> Search {
        Search {
            order: Vec::with_capacity(n),
            number: vec![NONE; n],
            parent: Vec::with_capacity(n),
            semi: Vec::new(),
            label: Vec::new(),
            ancestor: Vec::new(),
        }
    }

    fn depth_first(&mut self, successors: &[Vec<u32>]) {
        let mut stack = if successors.is_empty() { vec![] } else { vec![(0u32, NONE)] };
        while let Some((block, parent)) = stack.pop() {
            if self.number[block as usize] != NONE {
                continue;
            }
            let number = self.order.len() as u32;
            self.number[block as usize] = number;
            self.order.push(block);
            self.parent.push(parent);
            // The parent is whoever is on the stack top when the block is first visited: a true depth-first tree.
            stack.extend(successors[block as usize].iter().rev().map(|s| (*s, number)));
        }
    }

    fn immediate_dominators(&mut self, successors: &[Vec<u32>]) -> Vec<u32> {
        let reached = self.order.len();
        let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); reached];
        for (number, block) in self.order.iter().enumerate() {
            for succ in &successors[*block as usize] {
                predecessors[self.number[*succ as usize] as usize].push(number as u32);
            }
        }
        self.semi = (0..reached as u32).collect();
        self.label = self.semi.clone();
        self.ancestor = vec![NONE; reached];
        let mut idom = vec![0u32; reached];
        let mut bucket: Vec<Vec<u32>> = vec![Vec::new(); reached];
        for w in (1..reached).rev() {
            for v in &predecessors[w] {
                let u = self.evaluate(*v);
                self.semi[w] = self.semi[w].min(self.semi[u as usize]);
            }
            bucket[self.semi[w] as usize].push(w as u32);
            let parent = self.parent[w];
            self.ancestor[w] = parent;
            for v in std::mem::take(&mut bucket[parent as usize]) {
                let u = self.evaluate(v);
                idom[v as usize] = if self.semi[u as usize] < self.semi[v as usize] { u } else { parent };
            }
        }
        for w in 1..reached {
            if idom[w] != self.semi[w] {
                idom[w] = idom[idom[w] as usize];
            }
        }
        idom
    }

    /// The vertex of least semidominator on the forest path to `v`, compressing the path.
    fn evaluate(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return self.label[v as usize];
        }
        let mut path = vec![v];
        let mut at = v;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            at = self.ancestor[at as usize];
            path.push(at);
        }
        // `at` hangs directly below a root; everything further down takes over what is better above it.
        path.pop();
        while let Some(x) = path.pop() {
            let above = self.ancestor[x as usize];
            let (best, own) = (self.label[above as usize], self.label[x as usize]);
            if self.semi[best as usize] < self.semi[own as usize] {
                self.label[x as usize] = best;
            }
            self.ancestor[x as usize] = self.ancestor[above as usize];
        }
        self.label[v as usize]
    }
}

/// Numbers the dominator tree so that ancestry is interval inclusion.
fn intervals(n: usize, order: &[u32], idom: &[u32]) -> Vec<(u32, u32)> {
    let mut size = vec![1u32; order.len()];
    for w in (1..order.len()).rev() {
        size[idom[w] as usize] += size[w];
    }
    let mut interval = vec![(0, 0); n];
    // An immediate dominator has a smaller number, so parents come first. `next` is each subtree's next free slot.
    let mut next = vec![0u32; order.len()];
    for w in 0..order.len() {
        let start = if w == 0 { 1 } else { next[idom[w] as usize] };
        if w != 0 {
            next[idom[w] as usize] += size[w];
        }
        next[w] = start + 1;
        interval[order[w] as usize] = (start, start + size[w] - 1);
    }
    interval
}

#[cfg(test)]
mod tests {
    use super::Dominators;

    /// The definition: `a` dominates `b` when `b` cannot be reached without `a`.
    fn by_definition(successors: &[Vec<u32>], a: usize, b: usize) -> bool {
        let mut seen = vec![false; successors.len()];
        let mut stack = if a == 0 { vec![] } else { vec![0usize] };
        while let Some(x) = stack.pop() {
            if !std::mem::replace(&mut seen[x], true) {
                stack.extend(successors[x].iter().map(|s| *s as usize).filter(|s| *s != a));
            }
        }
        !seen[b]
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut state = 7u64;
        let mut random = move |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) as usize) % n
        };
        for _ in 0..400 {
            let n = 1 + random(14);
            let successors: Vec<Vec<u32>> =
                (0..n).map(|_| (0..random(4)).map(|_| random(n) as u32).collect()).collect();
            let dominators = Dominators::new(&successors);
            for b in 0..n {
                // With itself blocked out, an unreachable block is "dominated" by anything: only compare reachable ones.
                if !dominators.reachable(b) {
                    continue;
                }
                for a in (0..n).filter(|a| dominators.reachable(*a)) {
                    let expected = by_definition(&successors, a, b);
                    assert_eq!(dominators.dominates(a, b), expected, "{a} dominates {b} in {successors:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_does_not_recurse() {
        let n = 200_000u32;
        let successors: Vec<Vec<u32>> = (0..n).map(|i| if i + 1 < n { vec![i + 1, i / 2] } else { vec![] }).collect();
        let dominators = Dominators::new(&successors);
        assert!(dominators.dominates(1, n as usize - 1));
    }
}
