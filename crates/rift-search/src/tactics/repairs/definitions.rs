//! Of a program, without running it: where a definition may be used, and which branches decide which definition comes to
//! a place. Over-approximates as rift-graph does, up to the bounds on calls.

use rift_graph::ProgramGraph;
use rift_ir::{BlockId, FuncId, InstKind, Operand, Site};
use rift_trace::Trace;
use std::collections::BTreeSet;

/// Calls between a branch and a definition that it decides about, and places that call the same.
const MOST_CALLS: usize = 3;
const MOST_CALLERS: usize = 12;
/// Definitions that may come to one place, and uses of one: what is defined or used everywhere says nothing.
const MOST_DEFINITIONS: usize = 256;

/// Where a definition may be used: by instructions, and where control has to go for a phi to pass it on.
#[derive(Default)]
pub(super) struct Users {
    pub direct: BTreeSet<Site>,
    pub edges: BTreeSet<Site>,
}

pub(super) fn users(graph: &ProgramGraph<'_>, site: Site) -> Users {
    let mut users = Users::default();
    let mut pending = vec![site];
    let mut seen = BTreeSet::new();
    while let Some(one) = pending.pop() {
        let all = graph.dependence().users(one);
        if all.len() > MOST_DEFINITIONS {
            return Users::default();
        }
        for user in all {
            let function = &graph.module().functions[user.function];
            let InstKind::Phi { incoming } = &function.insts[user.inst].kind else {
                users.direct.insert(user);
                continue;
            };
            // What comes from another function comes through a call, and is no operand of the phi.
            let is_inside = user.function == one.function;
            let own = is_inside.then(|| function.insts[one.inst].result.expand()).flatten().map(Operand::Value);
            for (block, _) in incoming.iter().filter(|(_, value)| Some(*value) == own) {
                let last = function.blocks[*block].insts.last().copied();
                users.edges.extend(last.map(|inst| Site { function: user.function, inst }));
            }
            if seen.insert(user) {
                pending.push(user);
            }
        }
    }
    users
}

/// Branches that decide which definitions come to a place: within the functions of these and, `outward`, where
/// those are called, up to a few calls away. Phis are only where definitions meet.
pub(super) fn potential(trace: &Trace, graph: &ProgramGraph<'_>, site: Site, outward: bool) -> Vec<Site> {
    let dependence = graph.dependence();
    let mut pending: Vec<Site> = trace.members(site).into_iter().flat_map(|site| dependence.sources(site)).collect();
    let mut seen: BTreeSet<Site> = pending.iter().copied().collect();
    if seen.len() > MOST_DEFINITIONS {
        return vec![];
    }
    let (mut found, mut called) = (BTreeSet::new(), BTreeSet::new());
    while let Some(source) = pending.pop() {
        found.extend(deciding(graph, source.function, graph.block_of(source)));
        if outward && source.function != site.function {
            callers(graph, source.function, &mut called, &mut found);
        }
        let function = &graph.module().functions[source.function];
        if let InstKind::Phi { incoming } = &function.insts[source.inst].kind {
            for (block, _) in incoming {
                found.extend(deciding(graph, source.function, Some(*block)));
                let last = function.blocks[*block].insts.last().filter(|inst| is_decided(&function.insts[**inst].kind));
                found.extend(last.map(|inst| Site { function: source.function, inst: *inst }));
            }
            pending.extend(dependence.sources(source).into_iter().filter(|one| seen.insert(*one)));
        }
    }
    found.into_iter().collect()
}

/// Branches that decide whether a function is called.
fn callers(graph: &ProgramGraph<'_>, function: FuncId, called: &mut BTreeSet<FuncId>, found: &mut BTreeSet<Site>) {
    let mut pending = vec![(function, 0)];
    while let Some((function, depth)) = pending.pop() {
        let callers = graph.calls().callers(function);
        // Who is called from everywhere is decided about by nobody.
        if depth > MOST_CALLS || callers.len() > MOST_CALLERS || !called.insert(function) {
            continue;
        }
        for call in callers {
            found.extend(deciding(graph, call.function, graph.block_of(*call)));
            pending.push((call.function, depth + 1));
        }
    }
}

fn is_decided(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Branch { .. } | InstKind::Switch { .. })
}

/// The branches of a function that decide whether a block of it is come to, directly.
fn deciding(graph: &ProgramGraph<'_>, function: FuncId, block: Option<BlockId>) -> Vec<Site> {
    let Some(block) = block else { return vec![] };
    let body = &graph.module().functions[function];
    let blocks = graph.control_dependence(function).of(block).iter().map(|decision| decision.block);
    let lasts = blocks.filter_map(|block| body.blocks[block].insts.last().copied());
    lasts.filter(|inst| is_decided(&body.insts[*inst].kind)).map(|inst| Site { function, inst }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{program, trace};
    use rift_ir::Module;

    /// The instruction that a line of the text is: the `nth` of a function, from zero, in the order of its blocks.
    fn site(module: &Module, function: &str, nth: usize) -> Site {
        let function = module.function_named(function).expect("it has one");
        let mut insts = module.functions[function].blocks.values().flat_map(|block| block.insts.iter().copied());
        Site { function, inst: insts.nth(nth).expect("it has so many") }
    }

    const MEETING: &str = "
function @main(ptr word) -> i32 {
entry:
  c = load i8, word
  t = icmp eq i8 c, 97
  branch t, left, right
left:
  x = zext i8 c to i32
  jump on
right:
  jump on
on:
  m = phi i32 [x, left], [7, right]
  y = add i32 m, 1
  return i32 y
}
";

    #[test]
    fn a_phi_passes_a_definition_on() {
        let program = program(MEETING);
        let graph = ProgramGraph::new(&program.module);
        let at = |nth| site(&program.module, "main", nth);
        let users = users(&graph, at(3));
        assert_eq!(users.direct, BTreeSet::from([at(7)]), "the addition, behind the phi");
        assert_eq!(users.edges, BTreeSet::from([at(4)]), "control has to come from `left`");
    }

    #[test]
    fn the_branch_before_a_phi_decides_what_it_is() {
        let program = program(MEETING);
        let graph = ProgramGraph::new(&program.module);
        let at = |nth| site(&program.module, "main", nth);
        let trace = trace(&program, "b");
        assert_eq!(potential(&trace, &graph, at(7), false), [at(2)]);
        assert_eq!(potential(&trace, &graph, at(1), false), [], "the load is always come to");
    }

    /// `set` writes what `main` reads; whether it is called is decided in `main`.
    const CALLED: &str = "
global @flag size 4 align 4 = i32 0
function @set() {
entry:
  store i32 1, @flag
  return
}
function @main(ptr word) -> i32 {
entry:
  c = load i8, word
  t = icmp eq i8 c, 97
  branch t, left, on
left:
  call @set()
  jump on
on:
  f = load i32, @flag
  return i32 f
}
";

    #[test]
    fn who_decides_about_a_call_decides_about_what_it_defines() {
        let program = program(CALLED);
        let graph = ProgramGraph::new(&program.module);
        let at = |nth| site(&program.module, "main", nth);
        let trace = trace(&program, "b");
        assert_eq!(potential(&trace, &graph, at(5), true), [at(2)]);
        assert_eq!(potential(&trace, &graph, at(5), false), [], "within `set` nothing is decided");
    }

    #[test]
    fn who_is_called_from_everywhere_is_decided_about_by_nobody() {
        let calls = |count: usize| {
            let calls = "  call @set()\n".repeat(count);
            let program = program(&CALLED.replace("  call @set()\n", &calls));
            let graph = ProgramGraph::new(&program.module);
            let mut found = BTreeSet::new();
            let set = program.module.function_named("set").expect("it has one");
            callers(&graph, set, &mut BTreeSet::new(), &mut found);
            found.len()
        };
        assert_eq!((calls(MOST_CALLERS), calls(MOST_CALLERS + 1)), (1, 0));
    }
}
