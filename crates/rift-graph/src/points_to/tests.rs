//! What is told apart, what is not, and what happens when it is too much.

use super::{Object, PointsTo};
use crate::ProgramGraph;
use rift_ir::{FuncId, InstKind, Module, Operand, Site};

fn parsed(text: &str) -> Module {
    let module = rift_ir::parse(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(errors) = rift_ir::verify(&module) {
        panic!("{}", errors[0]);
    }
    module
}

/// Two records with a function and data each, an array of such records, and a list on the heap.
const RECORDS: &str = "declare @malloc(i64) -> ptr\ndeclare @realloc(ptr, i64) -> ptr\ndeclare @register(ptr)\n\
    global internal @first size 16 = ptr @f, ptr @text\nglobal internal @text size 8 = \"\"\n\
    global internal @table size 64 = ptr @f, ptr @text, ptr @g, ptr @text, ptr @f, ptr @text, ptr @g, ptr @text\n\
    function internal @f() {\nb0:\n  return\n}\nfunction internal @g() {\nb0:\n  return\n}\nfunction internal @h() {\nb0:\n  return\n}\n\
    function internal @field() {\nb0:\n  p = load ptr, @first\n  call indirect p()\n  return\n}\n\
    function internal @element(i64 i) {\nb0:\n  s = offset ptr @table, 0, i64 i * 16\n  p = load ptr, s\n  call indirect p()\n  return\n}\n\
    function internal @data(i64 i) -> ptr {\nb0:\n  s = offset ptr @table, 8, i64 i * 16\n  p = load ptr, s\n  return ptr p\n}\n\
    function internal @heap() {\nb0:\n  a = call @malloc(i64 16) -> ptr\n  b = call @malloc(i64 16) -> ptr\n  store ptr @h, a\n  store ptr @g, b\n\
    c = call @realloc(ptr a, i64 64) -> ptr\n  p = load ptr, c\n  call indirect p()\n  return\n}\n\
    function internal @walk(i64 n) {\nb0:\n  jump b1\nb1:\n  p = phi ptr [@table, b0], [q, b1]\n  q = offset ptr p, 16\n  r = load ptr, p\n\
    call indirect r()\n  c = icmp eq i64 n, 0\n  branch c, b1, b2\nb2:\n  return\n}\n\
    function internal @integer(i64 n) {\nb0:\n  call @register(ptr @h)\n  p = inttoptr i64 n to ptr\n  call indirect p()\n  return\n}\n";

fn callees(module: &Module, name: &str) -> Vec<String> {
    let graph = ProgramGraph::new(module);
    let id = module.function_named(name).unwrap_or_else(|| panic!("no {name}"));
    let indirect = |kind: &InstKind| matches!(kind, InstKind::Call { callee: rift_ir::Callee::Indirect(_), .. });
    let call = module.functions[id].insts.iter().find(|(_, inst)| indirect(&inst.kind));
    let site = Site { function: id, inst: call.expect("it calls").0 };
    let name = |id: &FuncId| module.functions[*id].name.clone();
    graph.calls().callees(site).iter().map(name).collect()
}

#[test]
fn fields_elements_and_allocations_are_told_apart() {
    let module = parsed(RECORDS);
    assert_eq!(callees(&module, "field"), ["f"]);
    assert_eq!(callees(&module, "element"), ["f", "g"]);
    assert_eq!(callees(&module, "walk"), ["f", "g"]);
    assert_eq!(callees(&module, "heap"), ["h"]);
    // Only h was handed out.
    assert_eq!(callees(&module, "integer"), ["h"]);
    let points_to = PointsTo::new(&module);
    let data = module.function_named("data").expect("it is there");
    let returned = module.functions[data].insts.values().find_map(|inst| match inst.kind {
        InstKind::Return { value } => value,
        _ => None,
    });
    let text = Object::Global(module.global_named("text").expect("it is there"));
    assert_eq!(points_to.objects(data, returned.expect("a value")), Some(vec![text]));
}

#[test]
fn giving_up_is_said_and_means_anything() {
    let module = parsed(RECORDS);
    let points_to = PointsTo::with_limit(&module, 10);
    assert!(points_to.gave_up() && !PointsTo::new(&module).gave_up());
    let field = module.function_named("field").expect("it is there");
    let pointer = Operand::Value(module.functions[field].insts.values().find_map(|i| i.result.expand()).expect("p"));
    assert_eq!(points_to.objects(field, pointer), None);
    let calls = crate::CallGraph::new(&module, Some(&points_to));
    let named = |name| module.function_named(name).expect("it is there");
    let site = calls.sites(field)[0].inst;
    assert_eq!(calls.callees(Site { function: field, inst: site }), [named("f"), named("g"), named("h")]);
}

/// Exceptions carry what was thrown, and the host what it was given.
#[test]
fn pointers_travel_through_exceptions_and_the_host() {
    let module = parsed(
        "declare @__cxa_throw(ptr, ptr, ptr)\ndeclare @keep(ptr)\ndeclare @give() -> ptr\n\
         global internal @thrown size 8 = \"\"\nglobal internal @kept size 8 = \"\"\nglobal internal @inner size 8 = \"\"\nglobal internal @mine size 8 = \"\"\n\
         function internal @throws() {\nb0:\n  call @__cxa_throw(ptr @thrown, ptr null, ptr null)\n  unreachable\n}\n\
         function internal @catches() -> ptr {\nb0:\n  invoke @throws() to b1 unwind b2\nb1:\n  return ptr null\n\
         b2:\n  pad = landingpad {ptr, i32} catch ptr null\n  p = extractvalue {ptr, i32} pad, 0\n  return ptr p\n}\n\
         function internal @asks() -> ptr {\nb0:\n  store ptr @inner, @kept\n  call @keep(ptr @kept)\n  p = call @give() -> ptr\n  return ptr p\n}\n",
    );
    let points_to = PointsTo::new(&module);
    let returned = |name: &str| {
        let id = module.function_named(name).expect("it is there");
        let mut values = module.functions[id].insts.values().filter_map(|inst| match inst.kind {
            InstKind::Return { value: Some(Operand::Value(value)) } => Some(Operand::Value(value)),
            _ => None,
        });
        points_to.objects(id, values.next_back().expect("a value")).expect("it did not give up")
    };
    let global = |name: &str| Object::Global(module.global_named(name).expect("it is there"));
    assert_eq!(returned("catches"), [global("thrown")]);
    assert_eq!(returned("asks"), [Object::Unknown]);
    assert_eq!(points_to.known_to_host(), Some(vec![Object::Unknown, global("kept"), global("inner")]));
}
