//! Distances, against a search over explicit stacks; and that nothing reachable is called unreachable.

mod common;

use common::{Random, function, parsed};
use rift_graph::{ControlDistances, Distances, Guide, ProgramGraph, Through};
use rift_ir::{BlockId, Callee, EntityRef, FuncId, InstId, InstKind, Module, Site};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

/// Functions that call each other at random, some through a table, with some that end the program.
fn random_module(random: &mut Random) -> Module {
    let functions = 2 + random.below(4);
    let table: Vec<String> = (0..functions).filter(|_| random.below(2) == 0).map(|i| format!("ptr @f{i}")).collect();
    let table = if table.is_empty() { vec!["ptr @f0".to_owned()] } else { table };
    let mut text =
        format!("declare @exit(i32)\nglobal internal @table size {} = {}\n", table.len() * 8, table.join(", "));
    for id in 0..functions {
        writeln!(text, "function @f{id}(i1 c, i64 n) {{").expect("a string");
        let blocks = 1 + random.below(5);
        for block in 0..blocks {
            writeln!(text, "b{block}:").expect("a string");
            for part in 0..random.below(3) {
                match random.below(6) {
                    0 => writeln!(text, "  call @f{}(i1 c, i64 n)", random.below(functions)),
                    1 if random.below(2) == 0 => writeln!(
                        text,
                        "  p{block}x{part} = offset ptr @table, 0, i64 n * 8\n  q{block}x{part} = load ptr, p{block}x{part}\n  \
                         call indirect q{block}x{part}(i1 c, i64 n)"
                    ),
                    2 if random.below(4) == 0 => writeln!(text, "  call @exit(i32 0)"),
                    _ => writeln!(text, "  x{block}x{part} = add i64 n, {part}"),
                }
                .expect("a string");
            }
            let mut target = || 1 + random.below(blocks.max(2) - 1);
            let targets = [target(), target()];
            match if blocks == 1 { 0 } else { random.below(4) } {
                0 => writeln!(text, "  return"),
                1 => writeln!(text, "  jump b{}", targets[0]),
                _ => writeln!(text, "  branch c, b{}, b{}", targets[0], targets[1]),
            }
            .expect("a string");
        }
        text.push_str("}\n");
    }
    parsed(&text)
}

/// Frames, innermost last: the instruction that is next.
type Stack = Vec<(FuncId, BlockId, usize)>;

/// The least number of branches to a target over stacks of bounded depth: what the machine could do if every branch
/// went every way.
fn searched(module: &Module, start: Stack, target: Site, depth: usize, table: &[FuncId]) -> Option<u32> {
    let mut best: BTreeMap<Stack, u32> = BTreeMap::new();
    let mut pending = VecDeque::from([(start, 0)]);
    while let Some((stack, distance)) = pending.pop_front() {
        let Some((id, block, position)) = stack.last().copied() else { continue };
        if best.get(&stack).is_some_and(|known| *known <= distance) {
            continue;
        }
        best.insert(stack.clone(), distance);
        let inst = module.functions[id].blocks[block].insts[position];
        if (Site { function: id, inst }) == target {
            return Some(distance);
        }
        let moved = |to: (FuncId, BlockId, usize)| [&stack[..stack.len() - 1], &[to]].concat();
        let next = moved((id, block, position + 1));
        match &module.functions[id].insts[inst].kind {
            InstKind::Call { callee, .. } => {
                let callees = match callee {
                    Callee::Direct(callee) => std::slice::from_ref(callee),
                    _ => table,
                };
                for callee in callees.iter().filter(|callee| module.functions[**callee].is_defined()) {
                    if stack.len() < depth {
                        let entered = [&next[..], &[(*callee, BlockId::new(0), 0)]].concat();
                        pending.push_front((entered, distance));
                    }
                }
            }
            InstKind::Return { .. } => pending.push_front((stack[..stack.len() - 1].to_vec(), distance)),
            InstKind::Jump { target } => pending.push_front((moved((id, *target, 0)), distance)),
            InstKind::Branch { if_true, if_false, .. } => {
                for to in [if_true, if_false] {
                    pending.push_back((moved((id, *to, 0)), distance + 1));
                }
            }
            _ => pending.push_front((next, distance)),
        }
    }
    None
}

fn any_site(module: &Module, random: &mut Random) -> Site {
    let function = FuncId::new(random.below(module.functions.len()));
    match module.functions[function].insts.len() {
        0 => any_site(module, random),
        count => Site { function, inst: InstId::new(random.below(count)) },
    }
}

#[test]
fn distances_are_those_of_a_search_over_stacks() {
    let mut random = Random(3);
    let (mut reached, mut unreached) = (0, 0);
    for round in 0..300 {
        let module = random_module(&mut random);
        let graph = ProgramGraph::new(&module);
        let table: Vec<FuncId> = module.functions.keys().filter(|id| in_table(&module, *id)).collect();
        let target = any_site(&module, &mut random);
        let distances = Distances::new(&graph, &[target]);
        for (id, data) in &module.functions {
            for block in data.blocks.keys() {
                let expected = searched(&module, vec![(id, block, 0)], target, 5, &table);
                let found = distances.to_target(id, block);
                // A bounded search may miss what needs deeper recursion, never the other way round.
                if let Some(expected) = expected {
                    assert!(
                        found.is_some_and(|found| found <= expected),
                        "{round}: {id} {block}: {found:?} {expected}"
                    );
                    reached += 1;
                }
                let recursive = module.functions.keys().any(|id| graph.calls().is_recursive(id));
                if !recursive {
                    assert_eq!(found, expected, "{round}: {id} {block}\n{}", rift_ir::print(&module));
                    unreached += usize::from(expected.is_none());
                }
            }
        }
    }
    assert!(reached > 300 && unreached > 300, "{reached} {unreached}");
}

fn in_table(module: &Module, id: FuncId) -> bool {
    let global = module.global_named("table").expect("it was made");
    let rift_ir::GlobalInit::Bytes { relocs, .. } = &module.globals[global].init else { return false };
    relocs.iter().any(|reloc| reloc.target == rift_ir::RelocTarget::Function(id))
}

/// Real stacks: every one that a search comes across on the way to the target must have a distance.
#[test]
fn no_stack_on_the_way_to_a_target_is_pruned() {
    let mut random = Random(4);
    let mut checked = 0;
    for _ in 0..150 {
        let module = random_module(&mut random);
        let graph = ProgramGraph::new(&module);
        let table: Vec<FuncId> = module.functions.keys().filter(|id| in_table(&module, *id)).collect();
        let target = any_site(&module, &mut random);
        let distances = Distances::new(&graph, &[target]);
        // A random walk from f0, asking at every block.
        let mut stack: Stack = vec![(function(&module, "f0"), BlockId::new(0), 0)];
        for _ in 0..60 {
            let Some((id, block, position)) = stack.last().copied() else { break };
            let inst = module.functions[id].blocks[block].insts[position];
            if stack.len() <= 3
                && let Some(expected) = searched(&module, stack.clone(), target, 5, &table)
            {
                let sites: Vec<Site> = stack
                    .iter()
                    .rev()
                    .enumerate()
                    .map(|(depth, (function, block, position))| {
                        let position = position - usize::from(depth > 0);
                        Site { function: *function, inst: module.functions[*function].blocks[*block].insts[position] }
                    })
                    .collect();
                let exact = distances.from_sites(&sites);
                assert!(exact.is_some_and(|exact| exact <= expected), "{exact:?} {expected}");
                if position == 0 {
                    let blocks: Vec<(FuncId, BlockId)> = stack.iter().rev().map(|(f, b, _)| (*f, *b)).collect();
                    assert!(distances.from_stack(&blocks).is_some());
                }
                checked += 1;
            }
            let top = stack.len() - 1;
            stack[top].2 += 1;
            match &module.functions[id].insts[inst].kind {
                // Whether it would come back is not known.
                InstKind::Call { .. } if stack.len() == 3 => break,
                InstKind::Call { callee, .. } => {
                    let callee = match callee {
                        Callee::Direct(callee) => *callee,
                        _ => table[random.below(table.len())],
                    };
                    if !module.functions[callee].is_defined() {
                        break;
                    }
                    stack.push((callee, BlockId::new(0), 0));
                }
                InstKind::Return { .. } => drop(stack.pop()),
                kind if kind.is_terminator() => {
                    let successors = kind.successors();
                    stack[top] = (id, successors[random.below(successors.len())], 0);
                }
                _ => {}
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn what_is_after_the_call_counts() {
    let module = parsed(
        "function internal @parse(i1 c) {\nb0:\n  branch c, b1, b2\nb1:\n  x = add i8 1, 1\n  return\nb2:\n  return\n}\n\
         function @once(i1 c) {\nb0:\n  call @parse(i1 c)\n  return\n}\n\
         function @twice(i1 c) {\nb0:\n  call @parse(i1 c)\n  call @parse(i1 c)\n  return\n}\n\
         function @around(i1 c) {\nb0:\n  jump b1\nb1:\n  call @parse(i1 c)\n  branch c, b1, b2\nb2:\n  return\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let [parse, once, twice, around] = ["parse", "once", "twice", "around"].map(|name| function(&module, name));
    let distances = Distances::new(&graph, &[Site { function: parse, inst: InstId::new(1) }]);
    let [b0, b1, b2] = [0, 1, 2].map(BlockId::new);
    assert_eq!(distances.to_target(once, b0), Some(1));
    assert_eq!(distances.to_return(once, b0), Some(1));
    assert_eq!(distances.from_stack(&[(parse, b0), (once, b0)]), Some(1));
    assert_eq!(distances.from_stack(&[(parse, b2), (once, b0)]), None);
    assert_eq!(distances.from_stack(&[(parse, b2), (twice, b0)]), Some(1));
    assert_eq!(distances.from_stack(&[(parse, b2), (around, b1)]), Some(2));
    assert_eq!(distances.from_stack(&[]), None);
}

/// Ways that are no returns: exceptions, longjmp, handlers at exit, calls back from the host.
#[test]
fn jumps_and_calls_back_are_ways() {
    let module = parsed(
        "declare @setjmp(ptr) -> i32\ndeclare @longjmp(ptr, i32)\ndeclare @atexit(ptr) -> i32\ndeclare @qsort(ptr, ptr)\n\
         declare @__cxa_throw(ptr, ptr, ptr)\ndeclare @unknown()\n\
         global internal @buffer size 200 = \"\"\n\
         function internal @jumps() {\nb0:\n  call @longjmp(ptr @buffer, i32 1)\n  unreachable\n}\n\
         function internal @sets() {\nb0:\n  r = call @setjmp(ptr @buffer) -> i32\n  c = icmp eq i32 r, 0\n  branch c, b1, b2\n\
         b1:\n  call @jumps()\n  unreachable\nb2:\n  x = add i8 1, 1\n  return\n}\n\
         function internal @throws() {\nb0:\n  call @__cxa_throw(ptr null, ptr null, ptr null)\n  unreachable\n}\n\
         function internal @catches() {\nb0:\n  invoke @throws() to b1 unwind b2\nb1:\n  return\n\
         b2:\n  pad = landingpad {ptr, i32} catch ptr null\n  y = add i8 1, 1\n  return\n}\n\
         function internal @handler() {\nb0:\n  z = add i8 1, 1\n  return\n}\n\
         function internal @compare() {\nb0:\n  w = add i8 1, 1\n  return\n}\n\
         function @main() {\nb0:\n  a = call @atexit(ptr @handler) -> i32\n  call @sets()\n  call @catches()\n\
         call @qsort(ptr null, ptr @compare)\n  return\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let defined = |name: &str, value: &str| {
        let id = function(&module, name);
        let adds = |inst: &rift_ir::Inst| matches!(inst.kind, InstKind::Binary { .. });
        let found = module.functions[id].insts.iter().find(|(_, inst)| adds(inst));
        Site { function: id, inst: found.unwrap_or_else(|| panic!("no {value}")).0 }
    };
    let b0 = BlockId::new(0);
    let main = function(&module, "main");
    let distance = |target: Site, stack: &[(&str, usize)]| {
        let stack: Vec<(FuncId, BlockId)> =
            stack.iter().map(|(name, block)| (function(&module, name), BlockId::new(*block))).collect();
        Distances::new(&graph, &[target]).from_stack(&stack)
    };
    let after_setjmp = defined("sets", "x");
    assert!(distance(after_setjmp, &[("jumps", 0), ("sets", 1), ("main", 0)]).is_some());
    // Within one invocation, too.
    let sets = function(&module, "sets");
    assert!(Distances::new(&graph, &[after_setjmp]).to_target(sets, BlockId::new(1)).is_some());
    let caught = defined("catches", "y");
    assert!(distance(caught, &[("throws", 0), ("catches", 0), ("main", 0)]).is_some());
    assert!(distance(caught, &[("handler", 0)]).is_none());
    // The handler may still run when main is about to return; so may what qsort was given.
    let handler = defined("handler", "z");
    assert!(distance(handler, &[("catches", 1), ("main", 0)]).is_some());
    let returns = *module.functions[main].blocks[b0].insts.last().expect("a terminator");
    let at_return = [Site { function: main, inst: returns }];
    assert!(Distances::new(&graph, &[handler]).from_sites(&at_return).is_some());
    assert!(Distances::new(&graph, &[caught]).from_sites(&at_return).is_none());
    let compare = defined("compare", "w");
    assert!(Distances::new(&graph, &[compare]).to_target(main, b0).is_some());
    // Functions that never return are known as such.
    assert!(!graph.effects().of(function(&module, "throws")).returns);
    assert!(graph.effects().of(function(&module, "sets")).returns);
    assert_eq!(graph.cfg(function(&module, "catches")).successors(b0).len(), 1);
}

/// The example of qi-2010 (figure 1), and a call around the change.
#[test]
fn control_distance_counts_dependences() {
    let module = parsed(
        "function internal @change(i32 x) -> i32 {\n\
         b0:\n  c = icmp sgt i32 x, 0\n  branch c, b1, b5\n\
         b1:\n  y = add i32 2, 0\n  d = sub i32 x, y\n  e = icmp sgt i32 d, 0\n  branch e, b2, b3\n\
         b2:\n  jump b4\nb3:\n  jump b4\nb4:\n  o = phi i32 [y, b2], [0, b3]\n  jump b6\n\
         b5:\n  jump b6\nb6:\n  p = phi i32 [o, b4], [-1, b5]\n  f = icmp sgt i32 x, 20\n  branch f, b7, b8\n\
         b7:\n  jump b8\nb8:\n  q = phi i32 [p, b6], [10, b7]\n  return i32 q\n}\n\
         function @main(i32 x, i1 g) -> i32 {\nb0:\n  branch g, b1, b2\nb1:\n  r = call @change(i32 x) -> i32\n  return i32 r\n\
         b2:\n  return i32 0\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let [change, main] = ["change", "main"].map(|name| function(&module, name));
    let terminator = |id: FuncId, block: usize| Site {
        function: id,
        inst: *module.functions[id].blocks[BlockId::new(block)].insts.last().expect("a terminator"),
    };
    let target = Site { function: change, inst: InstId::new(2) };
    let distances = ControlDistances::new(&graph, &[target]);
    assert_eq!(distances.control_distance(terminator(change, 0), 0), Some(1));
    assert_eq!(distances.control_distance(terminator(change, 0), 1), None);
    assert_eq!(distances.control_distance(terminator(change, 1), 0), None);
    assert_eq!(distances.control_distance(terminator(change, 6), 0), None);
    // main's branch, the call, the branch in the callee.
    assert_eq!(distances.control_distance(terminator(main, 0), 0), Some(3));
    assert_eq!(distances.control_distance(terminator(main, 0), 1), None);
}

/// What a callee decides about coming back decides about what follows the call.
#[test]
fn early_exits_are_control_dependences() {
    let module = parsed(
        "declare @exit(i32)\n\
         function internal @check(i1 c) {\nb0:\n  branch c, b1, b2\nb1:\n  call @exit(i32 1)\n  unreachable\nb2:\n  return\n}\n\
         function @main(i1 c) -> i8 {\nb0:\n  call @check(i1 c)\n  jump b1\nb1:\n  x = add i8 1, 1\n  return i8 x\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let [check, main] = ["check", "main"].map(|name| function(&module, name));
    let target = Site { function: main, inst: InstId::new(2) };
    let branch = Site { function: check, inst: InstId::new(0) };
    let distances = ControlDistances::new(&graph, &[target]);
    assert_eq!(distances.control_distance(branch, 1), Some(1));
    assert_eq!(distances.control_distance(branch, 0), None);
    assert!(graph.dependence().controllers(target).contains(&branch));
    assert!(graph.dependence().backward_slice(&[target]).contains(&branch));
    assert_eq!(graph.control_dependence(main).early(BlockId::new(1)), [BlockId::new(0)]);
}

/// `if (valid(x)) change();`, where `valid` is `x != 3 && x < 9`: which way its first branch has to go is told by what comes
/// back.
#[test]
fn the_guide_goes_through_values() {
    let module = parsed(
        "function internal @valid(i32 x) -> i32 {\n\
         b0:\n  c = icmp ne i32 x, 3\n  branch c, b1, b2\n\
         b1:\n  d = icmp slt i32 x, 9\n  jump b2\n\
         b2:\n  p = phi i1 [0, b0], [d, b1]\n  r = zext i1 p to i32\n  return i32 r\n}\n\
         function @main(i32 x) -> i32 {\nb0:\n  v = call @valid(i32 x) -> i32\n  n = icmp eq i32 v, 0\n  branch n, b2, b1\n\
         b1:\n  y = add i32 x, 1\n  return i32 y\nb2:\n  return i32 0\n}\n",
    );
    let graph = ProgramGraph::new(&module);
    let [valid, main] = ["valid", "main"].map(|name| function(&module, name));
    let branch = |id: FuncId| Site {
        function: id,
        inst: *module.functions[id].blocks[BlockId::new(0)].insts.last().expect("a terminator"),
    };
    let guide = |block: usize| {
        let inst = module.functions[main].blocks[BlockId::new(block)].insts[0];
        Guide::new(&graph, &ControlDistances::new(&graph, &[Site { function: main, inst }]), Through::Memory)
    };
    let ways = |guide: &Guide, id| [0, 1].map(|successor| guide.distance(branch(id), successor));
    let to_change = guide(1);
    assert_eq!(ways(&to_change, main), [None, Some(1)]);
    assert_eq!(ways(&to_change, valid), [Some(2), None], "zero comes back the other way");
    // Not valid: both ways, one of them by another value of `d`.
    let to_refusal = guide(2);
    assert_eq!(ways(&to_refusal, main), [Some(1), None]);
    assert_eq!(ways(&to_refusal, valid), [Some(2), Some(2)]);
}

/// The way of the first branch of a function to the first instruction of a block of `main`, by successor.
fn first_branch(module: &Module, name: &str, block: usize) -> [Option<u32>; 2] {
    let graph = ProgramGraph::new(module);
    let [id, main] = [name, "main"].map(|name| function(module, name));
    let inst = module.functions[main].blocks[BlockId::new(block)].insts[0];
    let guide = Guide::new(&graph, &ControlDistances::new(&graph, &[Site { function: main, inst }]), Through::Memory);
    let last = *module.functions[id].blocks[BlockId::new(0)].insts.last().expect("a terminator");
    [0, 1].map(|successor| guide.distance(Site { function: id, inst: last }, successor))
}

/// `if (magnitude(x) < 9) change();`: both ways come back with a value that may do.
#[test]
fn the_guide_takes_a_value_that_comes_both_ways() {
    let module = parsed(
        "function internal @magnitude(i32 x) -> i32 {\n\
         b0:\n  c = icmp slt i32 x, 0\n  branch c, b1, b2\n\
         b1:\n  n = sub i32 0, x\n  jump b2\n\
         b2:\n  p = phi i32 [x, b0], [n, b1]\n  return i32 p\n}\n\
         function @main(i32 x) -> i32 {\nb0:\n  v = call @magnitude(i32 x) -> i32\n  n = icmp slt i32 v, 9\n  branch n, b1, b2\n\
         b1:\n  y = add i32 x, 1\n  return i32 y\nb2:\n  return i32 0\n}\n",
    );
    assert_eq!(first_branch(&module, "magnitude", 1), [Some(2), Some(2)]);
}

/// A mode that one function stores is asked for by another: the change is behind `mode == 2`.
#[test]
fn the_guide_goes_through_memory() {
    let module = parsed(
        "global internal @mode size 4 = \"\"\n\
         function internal @read(i32 x) {\n\
         b0:\n  c = icmp eq i32 x, 94\n  branch c, b1, b2\n\
         b1:\n  store i32 2, @mode\n  return\n\
         b2:\n  store i32 1, @mode\n  return\n}\n\
         function @main(i32 x) -> i32 {\nb0:\n  call @read(i32 x)\n  m = load i32, @mode\n  n = icmp eq i32 m, 2\n  \
         branch n, b1, b2\n\
         b1:\n  y = add i32 x, 1\n  return i32 y\nb2:\n  return i32 0\n}\n",
    );
    assert_eq!(first_branch(&module, "read", 1), [Some(2), None]);
    assert_eq!(first_branch(&module, "read", 2), [None, Some(2)], "any other mode does");
}

/// A state that one letter sets is asked for by the change: `state != 2` asks for none of the letters.
#[test]
fn what_holds_in_every_state_but_one_leads_nowhere() {
    let states = |predicate: &str| {
        parsed(&format!(
            "function internal @next(i32 x) -> i32 {{\n\
             b0:\n  c = icmp eq i32 x, 94\n  branch c, b5, b1\n\
             b1:\n  d = icmp eq i32 x, 95\n  branch d, b5, b2\n\
             b2:\n  e = icmp eq i32 x, 96\n  branch e, b5, b3\n\
             b3:\n  jump b5\n\
             b5:\n  p = phi i32 [2, b0], [1, b1], [3, b2], [0, b3]\n  return i32 p\n}}\n\
             function @main(i32 x) -> i32 {{\nb0:\n  v = call @next(i32 x) -> i32\n  n = icmp {predicate} i32 v, 2\n  \
             branch n, b1, b2\n\
             b1:\n  y = add i32 x, 1\n  return i32 y\nb2:\n  return i32 0\n}}\n"
        ))
    };
    assert_eq!(first_branch(&states("eq"), "next", 1), [Some(2), None]);
    let [_, other] = first_branch(&states("ne"), "next", 1);
    assert_eq!(other, Some(4), "three of four states do: two steps farther");
}

/// Functions of a table are looked into, all of them.
#[test]
fn the_guide_goes_through_a_table_of_functions() {
    let mut text = String::new();
    for id in 0..6 {
        write!(
            text,
            "function internal @valid{id}(i32 x) -> i32 {{\nb0:\n  c = icmp eq i32 x, {id}\n  branch c, b1, b2\n\
             b1:\n  return i32 1\nb2:\n  return i32 0\n}}\n"
        )
        .expect("a string");
    }
    let table: Vec<String> = (0..6).map(|id| format!("ptr @valid{id}")).collect();
    write!(
        text,
        "global internal @table size 48 = {}\n\
         function @main(i32 x, i64 n) -> i32 {{\nb0:\n  p = offset ptr @table, 0, i64 n * 8\n  q = load ptr, p\n  \
         v = call indirect q(i32 x) -> i32\n  t = icmp ne i32 v, 0\n  branch t, b1, b2\n\
         b1:\n  y = add i32 x, 1\n  return i32 y\nb2:\n  return i32 0\n}}\n",
        table.join(", ")
    )
    .expect("a string");
    assert_eq!(first_branch(&parsed(&text), "valid5", 1), [Some(2), None]);
}
