//! Dependences and slices: the examples of the papers, and a naive closure on random programs.

mod common;

use common::{Random, at_line, function, lines, parsed};
use rift_graph::ProgramGraph;
use rift_ir::{BlockId, EntityRef, InstId, InstKind, Module, Operand, Site};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

fn forward(module: &Module, line: u32) -> Vec<u32> {
    let graph = ProgramGraph::new(module);
    lines(module, graph.dependence().forward_slice(&at_line(module, line)))
}

fn backward(module: &Module, line: u32) -> Vec<u32> {
    let graph = ProgramGraph::new(module);
    lines(module, graph.dependence().backward_slice(&at_line(module, line)))
}

/// santelices-2014, figure 1: `Bin`. Lines are those of the figure.
fn bin() -> Module {
    parsed(
        "function @bin(i32 a, i32 b) -> i32 {\n\
         b0:\n  c = icmp sle i32 a, 2 !\"bin\":1:1\n  branch c, b1, b2 !\"bin\":1:1\n\
         b1:\n  x = add i32 b, 1 !\"bin\":2:1\n  jump b3\n\
         b2:\n  y = sub i32 b, 1 !\"bin\":4:1\n  jump b3\n\
         b3:\n  z = phi i32 [x, b1], [y, b2]\n  d = icmp sgt i32 z, 2 !\"bin\":6:1\n  branch d, b4, b5 !\"bin\":6:1\n\
         b4:\n  return i32 1 !\"bin\":7:1\nb5:\n  return i32 0 !\"bin\":9:1\n}\n",
    )
}

#[test]
fn dependences_of_bin_are_those_of_its_figure() {
    let module = bin();
    let graph = ProgramGraph::new(&module);
    let dependence = graph.dependence();
    let controlled = |line| {
        let sites = at_line(&module, line);
        lines(&module, sites.iter().flat_map(|site| dependence.controlled(*site)))
    };
    assert_eq!(controlled(1), [2, 4]);
    assert_eq!(controlled(6), [7, 9]);
    assert_eq!(forward(&module, 2), [2, 6, 7, 9]);
    assert_eq!(forward(&module, 1), [1, 2, 4, 6, 7, 9]);
    assert_eq!(backward(&module, 4), [1, 4]);
}

/// santelices-2014, figure 2 and table 1: `Arr` after the changes, `j` in memory so that line 5 has an instruction.
#[test]
fn forward_slices_of_arr_are_those_of_its_table() {
    let module = parsed(
        "declare @putchar(i32) -> i32\n\
         function @arr(i32 a, ptr b) -> i1 {\n\
         b0:\n  j = alloca 4\n  v0 = sub i32 a, 1 !\"arr\":2:1\n  jump b1\n\
         b1:\n  i = phi i32 [1, b0], [k, b6]\n  v = phi i32 [v0, b0], [w, b6]\n\
         c = icmp sle i32 i, 4 !\"arr\":3:1\n  branch c, b2, b7 !\"arr\":3:1\n\
         b2:\n  p = offset ptr b, 0, i32 i * 4 !\"arr\":4:1\n  e = load i32, p !\"arr\":4:1\n  d = icmp sgt i32 e, 0 !\"arr\":4:1\n\
         branch d, b3, b4 !\"arr\":4:1\n\
         b3:\n  store i32 5, j !\"arr\":5:1\n  jump b5\n\
         b4:\n  store i32 2, j !\"arr\":7:1\n  jump b5\n\
         b5:\n  l = load i32, j !\"arr\":8:1\n  w = add i32 v, l !\"arr\":8:1\n  jump b6\n\
         b6:\n  k = add i32 i, 1 !\"arr\":3:1\n  jump b1\n\
         b7:\n  m = load i32, j !\"arr\":9:1\n  x = call @putchar(i32 m) -> i32 !\"arr\":9:1\n\
         r = icmp sgt i32 v, -10 !\"arr\":10:1\n  return i1 r !\"arr\":10:1\n}\n",
    );
    assert_eq!(forward(&module, 2), [2, 8, 10]);
    assert_eq!(forward(&module, 5), [5, 8, 9, 10]);
    assert_eq!(forward(&module, 10), [10]);
}

/// boehme-2011, figure 1: what is needed to reach the change in line 9, and what is not.
#[test]
fn a_branch_that_does_not_help_is_not_in_the_slice() {
    let module = parsed(
        "declare @output(i32)\n\
         function internal @procedure(i32 b) {\nb0:\n  c = icmp sgt i32 b, 7 !\"p\":20:1\n  branch c, b1, b2 !\"p\":20:1\n\
         b1:\n  call @output(i32 b) !\"p\":21:1\n  return\nb2:\n  return\n}\n\
         function @f(i32 i, i32 j) -> i32 {\n\
         b0:\n  c3 = icmp sgt i32 i, 0 !\"f\":3:1\n  branch c3, b1, b2 !\"f\":3:1\n\
         b1:\n  a4 = add i32 i, 1 !\"f\":4:1\n  jump b2\n\
         b2:\n  a = phi i32 [0, b0], [a4, b1]\n  c5 = icmp sgt i32 j, 9 !\"f\":5:1\n  branch c5, b3, b4 !\"f\":5:1\n\
         b3:\n  b6 = add i32 j, 2 !\"f\":6:1\n  jump b4\n\
         b4:\n  b = phi i32 [0, b2], [b6, b3]\n  c7 = icmp sgt i32 j, 0 !\"f\":7:1\n  branch c7, b5, b8 !\"f\":7:1\n\
         b5:\n  c8 = icmp sgt i32 a, 0 !\"f\":8:1\n  branch c8, b6, b7 !\"f\":8:1\n\
         b6:\n  o = add i32 a, b !\"f\":9:1\n  jump b7\n\
         b7:\n  call @procedure(i32 b) !\"f\":10:1\n  jump b8\n\
         b8:\n  r = phi i32 [0, b4], [1, b7]\n  return i32 r !\"f\":12:1\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let change = at_line(&module, 9)[0];
    // Only control: lines 7 and 8, and what their conditions are made of.
    let controllers = lines(&module, graph.dependence().controllers(change));
    assert_eq!(controllers, [8]);
    let reaching: Vec<Site> = graph.dependence().controllers(change).into_iter().collect();
    let slice = lines(&module, graph.dependence().backward_slice(&reaching));
    assert_eq!(slice, [3, 4, 7, 8]);
    // What the procedure prints needs the loop's variable, and the call, but not the branch around the change.
    assert_eq!(backward(&module, 21), [5, 6, 7, 10, 20, 21]);
}

/// Memory, parameters, results and variable arguments carry values between functions.
#[test]
fn values_travel_between_functions() {
    let module = parsed(
        "declare @memcpy(ptr, ptr, i64) -> ptr\n\
         global internal @box size 16 = \"\"\n\
         function internal @put(ptr p, i32 x) {\nb0:\n  store i32 x, p !\"v\":1:1\n  return\n}\n\
         function internal @get(ptr p) -> i32 {\nb0:\n  r = load i32, p !\"v\":2:1\n  return i32 r !\"v\":3:1\n}\n\
         function internal @list(i32 n, ...) -> i32 {\nb0:\n  l = alloca 24\n  intrinsic va_start(ptr l)\n  q = offset ptr l, 8\n\
         a = load ptr, q\n  v = load i32, a !\"v\":4:1\n  return i32 v\n}\n\
         function @main(i32 x, i32 y, i32 z) -> i32 {\n\
         b0:\n  s = alloca 16\n  t = alloca 16\n  x1 = add i32 x, 1 !\"v\":5:1\n  y1 = add i32 y, 1 !\"v\":6:1\n\
         h = offset ptr @box, 8\n  call @put(ptr @box, i32 x1) !\"v\":7:1\n  call @put(ptr s, i32 x1)\n\
         store i32 y1, h !\"v\":8:1\n  g = call @get(ptr @box) -> i32 !\"v\":9:1\n\
         u = load i32, h !\"v\":10:1\n  m = call @memcpy(ptr t, ptr s, i64 16) -> ptr !\"v\":11:1\n  k = load i32, t !\"v\":12:1\n\
         z1 = add i32 z, 1 !\"v\":13:1\n  w = call @list(i32 1, i32 z1) as (i32, ...) -> i32 !\"v\":14:1\n\
         o = add i32 w, 1 !\"v\":15:1\n  return i32 o\n}\n",
    );
    let from_x = forward(&module, 5);
    for line in [1, 2, 3, 9, 11, 12] {
        assert!(from_x.contains(&line), "{line} of {from_x:?}");
    }
    // Another word of the same global, other variables.
    assert!(!from_x.contains(&10) && !from_x.contains(&6) && !from_x.contains(&15), "{from_x:?}");
    assert_eq!(forward(&module, 6), [6, 8, 10]);
    let from_z = forward(&module, 13);
    assert!(from_z.contains(&4) && from_z.contains(&15), "{from_z:?}");
}

/// A store after a load in straight code cannot be what was loaded.
#[test]
fn later_stores_are_not_sources_of_earlier_loads() {
    let module = parsed(
        "declare @escape(ptr)\n\
         function @f(i32 x) -> i32 {\nb0:\n  s = alloca 4\n  a = load i32, s !\"o\":1:1\n  store i32 x, s !\"o\":2:1\n\
         b = load i32, s !\"o\":3:1\n  return i32 b\n}\n\
         function @g(i32 x) -> i32 {\nb0:\n  s = alloca 4\n  call @escape(ptr s)\n  a = load i32, s !\"o\":4:1\n  store i32 x, s !\"o\":5:1\n\
         call @escape(ptr s) !\"o\":6:1\n  return i32 a\n}\n",
    );
    assert_eq!(forward(&module, 2), [2, 3]);
    // The host may run g again with what it kept.
    assert_eq!(forward(&module, 5), [4, 5, 6]);
}

/// Random programs over registers, one alloca for each variable, branches: against a closure over paths.
#[test]
fn slices_are_closures() {
    let mut random = Random(5);
    let mut sizes = 0;
    for _ in 0..150 {
        let module = random_program(&mut random);
        let graph = ProgramGraph::new(&module);
        let f = function(&module, "f");
        let expected = naive_edges(&module);
        for start in module.functions[f].insts.keys() {
            let mut reached = BTreeSet::from([start]);
            let mut pending = vec![start];
            while let Some(inst) = pending.pop() {
                for next in expected.get(&inst).into_iter().flatten() {
                    if reached.insert(*next) {
                        pending.push(*next);
                    }
                }
            }
            let slice = graph.dependence().forward_slice(&[Site { function: f, inst: start }]);
            let slice: BTreeSet<InstId> = slice.into_iter().map(|site| site.inst).collect();
            assert_eq!(slice, reached, "from {start}\n{}", rift_ir::print(&module));
            for inst in &slice {
                let back = graph.dependence().backward_slice(&[Site { function: f, inst: *inst }]);
                assert!(back.contains(&Site { function: f, inst: start }));
            }
            sizes += slice.len();
        }
    }
    assert!(sizes > 5000, "{sizes}");
}

fn random_program(random: &mut Random) -> Module {
    let blocks = 2 + random.below(6);
    let mut text = String::from("function @f(i1 c, i64 n) {\nb0:\n  v0 = alloca 8\n  v1 = alloca 8\n  v2 = alloca 8\n");
    for block in 0..blocks {
        if block > 0 {
            writeln!(text, "b{block}:").expect("a string");
        }
        for part in 0..random.below(4) {
            let (a, b) = (random.below(3), random.below(3));
            let name = format!("{block}x{part}");
            match random.below(3) {
                0 => writeln!(text, "  l{name} = load i64, v{a}\n  store i64 l{name}, v{b}"),
                1 => writeln!(text, "  store i64 n, v{a}"),
                _ => writeln!(text, "  m{name} = load i64, v{a}\n  t{name} = add i64 m{name}, 1"),
            }
            .expect("a string");
        }
        let mut target = || 1 + random.below(blocks - 1);
        let targets = [target(), target()];
        // Forward most of the time, so that it can end.
        if block + 1 == blocks {
            writeln!(text, "  return").expect("a string");
        } else {
            let next = block + 1;
            writeln!(text, "  o{block} = load i64, v{}\n  k{block} = icmp eq i64 o{block}, 3", block % 3)
                .expect("a string");
            writeln!(text, "  branch k{block}, b{next}, b{}", targets[0]).expect("a string");
        }
    }
    text.push_str("}\n");
    parsed(&text)
}

/// Every dependence, found by looking: uses of values, stores that a path leads from to a load, and branches by the
/// definition of control dependence.
fn naive_edges(module: &Module) -> BTreeMap<InstId, Vec<InstId>> {
    let function = module.functions.values().next().expect("one function");
    let mut edges: BTreeMap<InstId, Vec<InstId>> = BTreeMap::new();
    let next = |block: BlockId| function.terminator(block).kind.successors();
    let place = |inst: InstId| {
        let (block, data) =
            function.blocks.iter().find(|(_, data)| data.insts.contains(&inst)).expect("it is in a block");
        (block, data.insts.iter().position(|one| *one == inst))
    };
    let reached = |from: BlockId, removed: Option<BlockId>| {
        let mut seen = BTreeSet::new();
        let mut pending = vec![from];
        while let Some(block) = pending.pop() {
            if Some(block) != removed && seen.insert(block) {
                pending.extend(next(block));
            }
        }
        seen
    };
    let exit = BlockId::new(function.blocks.len() - 1);
    // A loop that cannot be left is joined to the exit; then the definition does not apply.
    let follows = |b: BlockId, a: BlockId| a == b || !reached(a, Some(b)).contains(&exit);
    for (user, data) in &function.insts {
        data.kind.visit_operands(|operand| {
            if let Operand::Value(value) = operand
                && let Some((from, _)) = function.insts.iter().find(|(_, inst)| inst.result.expand() == Some(value))
            {
                edges.entry(from).or_default().push(user);
            }
        });
        let InstKind::Load { address, .. } = &data.kind else { continue };
        for (writer, other) in &function.insts {
            let InstKind::Store { address: written, .. } = &other.kind else { continue };
            let ((from, at), (to, then)) = (place(writer), place(user));
            let later = next(from).into_iter().any(|block| reached(block, None).contains(&to));
            if written == address && (from == to && at < then || later) {
                edges.entry(writer).or_default().push(user);
            }
        }
    }
    for (a, data) in &function.blocks {
        let last = *data.insts.last().expect("a terminator");
        for b in function.blocks.keys() {
            let strictly = next(a).into_iter().all(|to| follows(b, to));
            if next(a).into_iter().any(|to| follows(b, to)) && !strictly {
                edges.entry(last).or_default().extend(&function.blocks[b].insts);
            }
        }
    }
    edges
}
