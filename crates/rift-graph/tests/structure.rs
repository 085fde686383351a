//! Dominance, postdominance and control dependence of random graphs, against their definitions.

mod common;

use common::{Random, function, parsed};
use rift_graph::{BlockEnd, Cfg, Decision, EarlyExit, ProgramGraph};
use rift_ir::{BlockId, EntityRef, Module};
use std::collections::BTreeSet;
use std::fmt::Write;

/// One function whose blocks end at random; some call what may end the program, or what always does.
fn random_module(random: &mut Random) -> Module {
    let blocks = 1 + random.below(9);
    let mut text = String::from(
        "declare @exit(i32)\n\
         function internal @perhaps(i1 c) {\nb0:\n  branch c, b1, b2\nb1:\n  call @exit(i32 1)\n  unreachable\nb2:\n  return\n}\n\
         function internal @surely() {\nb0:\n  call @exit(i32 1)\n  unreachable\n}\n\
         function @f(i1 c, i8 n) {\n",
    );
    for block in 0..blocks {
        writeln!(text, "b{block}:").expect("a string");
        match random.below(8) {
            0 => writeln!(text, "  call @perhaps(i1 c)").expect("a string"),
            1 if random.below(3) == 0 => writeln!(text, "  call @surely()").expect("a string"),
            _ => {}
        }
        // The entry has no predecessors.
        let mut target = || if blocks == 1 { 0 } else { 1 + random.below(blocks - 1) };
        let targets = [target(), target(), target()];
        match if blocks == 1 { 0 } else { random.below(8) } {
            0 => writeln!(text, "  return"),
            1 => writeln!(text, "  unreachable"),
            2 | 3 => writeln!(text, "  jump b{}", targets[0]),
            4 => writeln!(text, "  switch i8 n, b{} [1 => b{}, 2 => b{}]", targets[0], targets[1], targets[2]),
            _ => writeln!(text, "  branch c, b{}, b{}", targets[0], targets[1]),
        }
        .expect("a string");
    }
    text.push_str("}\n");
    parsed(&text)
}

/// A graph of steps: two for each block (before and after its calls), then the exit.
struct Steps {
    next: Vec<Vec<usize>>,
    exit: usize,
}

impl Steps {
    fn new(cfg: &Cfg) -> Steps {
        let exit = cfg.block_count() * 2;
        let mut next = vec![Vec::new(); exit + 1];
        for block in cfg.blocks() {
            let (start, end) = (block.index() * 2, block.index() * 2 + 1);
            match cfg.early_exit(block) {
                EarlyExit::Never => next[start].push(end),
                EarlyExit::Maybe(_) => next[start].extend([end, exit]),
                EarlyExit::Always(_) => {
                    next[start].push(exit);
                    next[end].push(exit);
                    continue;
                }
            }
            if cfg.end(block) != BlockEnd::Continues {
                next[end].push(exit);
            }
            let all: Vec<BlockId> = cfg.successors(block).iter().map(|edge| edge.target).collect();
            let possible: Vec<BlockId> = all.iter().copied().filter(|to| !cfg.is_impossible(*to)).collect();
            let kept = if possible.is_empty() { all } else { possible };
            next[end].extend(kept.iter().map(|to| to.index() * 2));
        }
        Steps { next, exit }
    }

    /// Whether `to` can be reached without passing `removed`.
    fn reaches(&self, from: usize, to: usize, removed: Option<usize>) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![from];
        while let Some(node) = pending.pop() {
            if Some(node) == removed || !seen.insert(node) {
                continue;
            }
            if node == to {
                return true;
            }
            pending.extend(&self.next[node]);
        }
        false
    }

    fn postdominates(&self, a: usize, b: usize) -> bool {
        a == b || !self.reaches(b, self.exit, Some(a))
    }

    fn is_infinite(&self) -> bool {
        (0..self.exit).any(|node| !self.reaches(node, self.exit, None))
    }
}

#[test]
fn dominance_is_by_removal() {
    let mut random = Random(1);
    for _ in 0..300 {
        let module = random_module(&mut random);
        let graph = ProgramGraph::new(&module);
        let f = function(&module, "f");
        let (cfg, dominators) = (graph.cfg(f), graph.dominators(f));
        // Without the two steps per block: dominance knows no exits.
        let next = |block: BlockId| cfg.successors(block).iter().map(|edge| edge.target);
        let reached = |removed: Option<BlockId>| {
            let mut seen = BTreeSet::new();
            let mut pending = vec![BlockId::new(0)];
            while let Some(block) = pending.pop() {
                if Some(block) != removed && seen.insert(block) {
                    pending.extend(next(block));
                }
            }
            seen
        };
        let all = reached(None);
        assert_eq!(cfg.reverse_postorder().iter().copied().collect::<BTreeSet<_>>(), all);
        for a in &all {
            let without = reached(Some(*a));
            for b in &all {
                assert_eq!(dominators.dominates(*a, *b), a == b || !without.contains(b), "{a} {b}");
            }
            let strictly = |b: BlockId| *a != b && dominators.dominates(*a, b);
            let ends = |b: &BlockId| {
                !strictly(*b) && all.iter().any(|p| next(*p).any(|to| to == *b) && dominators.dominates(*a, *p))
            };
            let frontier: Vec<BlockId> = all.iter().copied().filter(ends).collect();
            assert_eq!(dominators.frontier(*a), frontier, "{a}");
            if let Some(immediate) = dominators.immediate(*a) {
                let others = all.iter().filter(|b| strictly_dominates(dominators, **b, *a));
                assert!(others.into_iter().all(|b| dominators.dominates(*b, immediate)));
            }
        }
    }
}

fn strictly_dominates(dominators: &rift_graph::Dominators, a: BlockId, b: BlockId) -> bool {
    a != b && dominators.dominates(a, b)
}

#[test]
fn control_dependence_is_by_definition() {
    let mut random = Random(2);
    let (mut decisions, mut early) = (0, 0);
    for _ in 0..400 {
        let module = random_module(&mut random);
        let graph = ProgramGraph::new(&module);
        let f = function(&module, "f");
        let cfg = graph.cfg(f);
        let steps = Steps::new(cfg);
        if steps.is_infinite() {
            continue;
        }
        let (post, control) = (graph.postdominators(f), graph.control_dependence(f));
        for a in cfg.blocks() {
            let (start, end) = (a.index() * 2, a.index() * 2 + 1);
            for b in cfg.blocks() {
                let expected = steps.postdominates(b.index() * 2, start);
                assert_eq!(post.postdominates(b, a), expected, "{b} after {a}");
                // b depends on a's going one way: it must follow then, and need not follow otherwise.
                let strictly = b.index() * 2 != end && steps.postdominates(b.index() * 2, end);
                for edge in cfg.successors(a) {
                    let follows = steps.postdominates(b.index() * 2, edge.target.index() * 2);
                    let found = control.of(b).contains(&Decision { block: a, successor: edge.index });
                    assert_eq!(found, follows && !strictly, "{b} on {a} {}\n{}", edge.index, rift_ir::print(&module));
                    decisions += usize::from(found);
                }
                let comes_back = matches!(cfg.early_exit(a), EarlyExit::Maybe(_));
                let needs = comes_back
                    && steps.postdominates(b.index() * 2, end)
                    && !(a != b && steps.postdominates(b.index() * 2, start));
                assert_eq!(control.early(b).contains(&a), needs, "{b} early {a}");
                early += usize::from(needs);
            }
        }
        for block in control.unconditional() {
            assert!(steps.postdominates(block.index() * 2, 0));
        }
    }
    assert!(decisions > 500 && early > 20, "{decisions} {early}: the graphs are too simple");
}

/// With infinite loops the definition is empty; what must hold is that everything is postdominated by the exit.
#[test]
fn infinite_loops_leave_a_tree() {
    let module = parsed(
        "function @f(i1 c) {\nb0:\n  branch c, b1, b3\nb1:\n  branch c, b2, b1\nb2:\n  jump b1\nb3:\n  return\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let f = function(&module, "f");
    let (post, control) = (graph.postdominators(f), graph.control_dependence(f));
    let [b0, b1, b2, b3] = [0, 1, 2, 3].map(BlockId::new);
    assert_eq!(post.immediate(b0), None);
    assert!(post.postdominates(b1, b2) && !post.postdominates(b1, b0));
    // Whichever way b1 goes, it is executed again.
    assert_eq!(control.of(b1), [Decision { block: b0, successor: 0 }]);
    assert_eq!(control.of(b2), [Decision { block: b1, successor: 0 }]);
    assert_eq!(control.of(b3), [Decision { block: b0, successor: 1 }]);
}
