//! What counts as a change and what does not, rule by rule.

mod common;

use common::{Aligned, aligned};
use rift_align::{ChangeKind, Version};

/// Checks the touched lines of both versions.
fn check(old: &str, new: &str, old_lines: &[u32], new_lines: &[u32]) -> Aligned {
    let aligned = aligned(old, new);
    let lines = |version| aligned.lines(version).into_iter().collect::<Vec<u32>>();
    assert_eq!(lines(Version::Old), old_lines, "old: {:?}", aligned.summaries());
    assert_eq!(lines(Version::New), new_lines, "new: {:?}", aligned.summaries());
    aligned
}

fn check_same(old: &str, new: &str) {
    let aligned = check(old, new, &[], &[]);
    assert!(aligned.map.is_empty(), "{:?}", aligned.summaries());
}

/// One function `f` with this body, in which `@L` stands for a position at line L.
fn f(body: &str) -> String {
    with_lines(&format!("declare @out(i32)\nfunction exported @f(i32 a, i32 b) -> i32 {{\nstart:\n{body}\n}}"))
}

/// Replaces `@12` by a position at line 12 of `a.c`.
fn with_lines(text: &str) -> String {
    let mut result = String::new();
    for (index, part) in text.split('@').enumerate() {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match (index, digits) {
            (0, _) => {}
            (_, 0) => result.push('@'),
            _ => result.push_str(&format!("!\"/src/a.c\":{}:1", &part[..digits])),
        }
        result.push_str(if index == 0 { part } else { &part[digits..] });
    }
    result
}

const TWO_STATEMENTS: &str = "  x = add i32 a, b @3\n  call @out(i32 x) @4\n  return i32 x @5";

#[test]
fn positions_and_names_of_values_do_not_count() {
    let moved = "  y = add i32 a, b @13\n  call @out(i32 y) @24\n  return i32 y @25";
    check_same(&f(TWO_STATEMENTS), &f(moved));
}

#[test]
fn a_changed_operation_touches_itself_only() {
    let aligned =
        check(&f(TWO_STATEMENTS), &f("  x = sub i32 a, b @3\n  call @out(i32 x) @4\n  return i32 x @5"), &[3], &[3]);
    assert_eq!(aligned.summaries(), ["/src/a.c:3 in f: changed"]);
    assert_eq!(aligned.map.changes[0].kind, ChangeKind::Changed);
}

#[test]
fn a_changed_operand_touches_its_user_only() {
    check(&f(TWO_STATEMENTS), &f("  x = add i32 a, b @3\n  call @out(i32 a) @4\n  return i32 x @5"), &[4], &[4]);
}

#[test]
fn flags_and_types_count() {
    check(&f(TWO_STATEMENTS), &f("  x = add nsw i32 a, b @3\n  call @out(i32 x) @4\n  return i32 x @5"), &[3], &[3]);
    let load = |ty: &str| f(&format!("  x = load {ty}, null @3\n  unreachable @4"));
    check(&load("i32"), &load("i16"), &[3], &[3]);
}

#[test]
fn a_deleted_statement_touches_where_it_would_have_been() {
    let aligned = check(&f(TWO_STATEMENTS), &f("  x = add i32 a, b @3\n  return i32 x @4"), &[4], &[4]);
    assert_eq!(aligned.summaries(), ["/src/a.c:4 in f: deleted"]);
}

#[test]
fn an_added_statement_touches_where_it_would_have_been() {
    let more = "  x = add i32 a, b @3\n  call @out(i32 7) @4\n  call @out(i32 x) @5\n  return i32 x @6";
    let aligned = check(&f(TWO_STATEMENTS), &f(more), &[4], &[4]);
    assert_eq!(aligned.summaries(), ["/src/a.c:4 in f: added"]);
}

const BRANCHES: &str = "  c = icmp slt i32 a, b @3\n  branch c, yes, no @3\nyes:\n  call @out(i32 1) @4\n  jump end @4\n\
                        no:\n  call @out(i32 2) @6\n  jump end @6\nend:\n  x = phi i32 [a, yes], [5, no] @7\n\
                        call @out(i32 x) @8\n  return i32 x @9";

#[test]
fn a_changed_branch_touches_the_branch() {
    check(&f(BRANCHES), &f(&BRANCHES.replace("branch c, yes, no", "branch c, no, yes")), &[4, 6], &[4, 6]);
    check(&f(BRANCHES), &f(&BRANCHES.replace("icmp slt", "icmp ult")), &[3], &[3]);
}

#[test]
fn the_order_of_blocks_does_not_count() {
    let (front, rest) = BRANCHES.split_once("yes:").expect("a label");
    let (yes, rest) = rest.split_once("no:").expect("a label");
    let (no, end) = rest.split_once("end:").expect("a label");
    check_same(&f(BRANCHES), &f(&format!("{front}end:{end}\nno:{no}yes:{yes}")));
}

#[test]
fn what_a_phi_takes_changes_at_the_jump_to_it() {
    check(&f(BRANCHES), &f(&BRANCHES.replace("[5, no]", "[6, no]")), &[6], &[6]);
}

#[test]
fn an_assignment_in_one_branch_touches_that_branch_only() {
    let old = BRANCHES.replace("x = phi i32 [a, yes], [5, no] @7\n", "").replace("i32 x", "i32 a");
    let new = BRANCHES
        .replace("[5, no]", "[y, no]")
        .replace("call @out(i32 2) @6", "call @out(i32 2) @6\n y = mul i32 a, 2 @6");
    let aligned = check(&f(&old), &f(&new), &[6], &[6]);
    assert_eq!(aligned.map.changes.len(), 1);
}

#[test]
fn a_new_case_touches_the_switch_and_what_was_the_default() {
    let switch = |cases: &str| {
        f(&format!(
            "  switch i32 a, other [{cases}] @3\none:\n  call @out(i32 1) @4\n  jump end @4\n\
             other:\n  call @out(i32 2) @6\n  jump end @6\nend:\n  return i32 0 @7"
        ))
    };
    check_same(&switch("1 => one, 2 => one"), &switch("2 => one, 1 => one"));
    check_same(&switch("1 => one"), &switch("1 => one, 9 => other"));
    check(&switch("1 => one"), &switch("1 => one, 2 => one"), &[6], &[3]);
}

#[test]
fn what_cannot_be_executed_does_not_count() {
    let dead =
        |value: u32| f(&format!("  return i32 a @3\ndead:\n  call @out(i32 {value}) @4\n  return i32 {value} @5"));
    check_same(&dead(1), &dead(2));
}

#[test]
fn a_changed_frame_touches_its_entry() {
    let frame =
        |size: u32| f(&format!("  s = alloca {size}\n  call @out(i32 1) @4\n  store i8 1, s @5\n  return i32 a @5"));
    let aligned = aligned(&frame(8), &frame(16));
    assert_eq!(aligned.map.touched(Version::Old).count(), 1);
    assert_eq!(aligned.map.touched(Version::New).count(), 1);
}

#[test]
fn a_changed_signature_touches_the_entry_and_the_calls() {
    let old = with_lines(
        "function internal @g(i32 x) -> i32 {\nstart:\n  y = add i32 x, 1 @2\n  return i32 y @3\n}\n\
         function exported @main() -> i32 {\nstart:\n  r = call @g(i32 4) -> i32 @6\n  return i32 r @7\n}",
    );
    let new = with_lines(
        "function internal @g(i64 more, i32 x) -> i32 {\nstart:\n  y = add i32 x, 1 @2\n  return i32 y @3\n}\n\
         function exported @main() -> i32 {\nstart:\n  r = call @g(i64 0, i32 4) -> i32 @6\n  return i32 r @7\n}",
    );
    let aligned = check(&old, &new, &[2, 6], &[2, 6]);
    assert_eq!(aligned.summaries(), ["/src/a.c:2 in g: changed", "/src/a.c:6 in main: changed"]);
}

#[test]
fn added_and_deleted_functions_are_one_change_each() {
    let old = f("  return i32 a @3");
    let big = "  x = mul i32 k, k @20\n  y = xor i32 x, 77 @21\n  call @out(i32 y) @22\n  call @out(i32 x) @23\n  return i32 y @24";
    let new = f("  x = call @h(i32 a) -> i32 @3\n  return i32 x @4")
        + &with_lines(&format!("\nfunction internal @h(i32 k) -> i32 {{\nstart:\n{big}\n}}"));
    let aligned = check(&old, &new, &[3], &[3, 20, 21, 22, 23, 24]);
    assert_eq!(aligned.summaries(), ["/src/a.c:3 in f: added", "/src/a.c:20 in h: added"]);
    assert!(aligned.map.changes[1].old.is_none());
}

#[test]
fn a_renamed_function_is_no_change() {
    let program = |name: &str| {
        with_lines(&format!(
            "declare @out(i32)\nfunction internal @{name}(i32 k) -> i32 {{\nstart:\n  x = mul i32 k, k @20\n  y = xor i32 x, 77 @21\n  \
             call @out(i32 y) @22\n  z = call @{name}(i32 y) -> i32 @23\n  return i32 z @24\n}}\n\
             function exported @main() -> i32 {{\nstart:\n  r = call @{name}(i32 4) -> i32 @6\n  return i32 r @7\n}}"
        ))
    };
    check_same(&program("square"), &program("quadrat"));
}

#[test]
fn rust_functions_match_by_display_name() {
    let program = |hash: &str, swapped: bool| {
        let one = |index: u32, value: u32| {
            format!(
                "function internal @\"{hash}{index}\"() -> i32 display \"a::push\" {{\nstart:\n  return i32 {value}\n}}\n"
            )
        };
        let (first, second) = (one(1, 10), one(2, 20));
        let functions = if swapped { second + &first } else { first + &second };
        format!(
            "{functions}function exported @main() -> i32 {{\nstart:\n  a = call @\"{hash}1\"() -> i32\n  \
             b = call @\"{hash}2\"() -> i32\n  c = sub i32 a, b\n  return i32 c\n}}"
        )
    };
    check_same(&program("_ZN1a4push17h0", false), &program("_ZN1a4push17h9", true));
}

#[test]
fn undefined_functions_match_by_linker_name_only() {
    let program = |name: &str| {
        with_lines(&format!(
            "declare @{name}(i32)\nfunction exported @main() {{\nstart:\n  call @{name}(i32 1) @3\n  return @4\n}}"
        ))
    };
    check(&program("puts"), &program("putc"), &[3], &[3]);
}

fn with_global(global: &str, more: &str) -> String {
    with_lines(&format!(
        "{global}\n{more}declare @out(i32)\nfunction exported @main() -> i32 {{\nstart:\n  call @out(i32 1) @5\n  \
         x = load i32, @t @6\n  call @out(i32 x) @7\n  return i32 0 @8\n}}"
    ))
}

#[test]
fn a_changed_global_touches_its_uses() {
    let global = |data: &str| with_global(&format!("global internal @t = {data} @1"), "");
    check_same(&global("i32 1"), &global("hex \"01000000\""));
    let aligned = check(&global("i32 1"), &global("i32 2"), &[6], &[6]);
    assert_eq!(aligned.summaries(), ["/src/a.c:1 in t: initial value or layout changed"]);
    check(&global("i32 1"), &global("i32 1, i32 0"), &[6], &[6]);
    let constant = with_global("global constant internal @t = i32 1 @1", "");
    check(&global("i32 1"), &constant, &[6], &[6]);
}

#[test]
fn a_global_is_tainted_through_the_relocations_of_others() {
    let program = |value: u32| {
        with_lines(&format!(
            "global internal @inner = i32 {value} @1\nglobal internal @middle = ptr @inner @2\n\
             global internal @outer = i64 0, ptr @middle @3\nfunction exported @main() -> ptr {{\nstart:\n  \
             x = load ptr, @outer+8 @5\n  y = load ptr, x @6\n  return ptr y @7\n}}"
        ))
    };
    check(&program(1), &program(2), &[5], &[5]);
    check_same(&program(1), &program(1));
}

#[test]
fn a_changed_function_behind_a_pointer_touches_its_body() {
    let program = |value: u32| {
        with_lines(&format!(
            "global internal @table = ptr @g @1\nfunction internal @g() -> i32 {{\nstart:\n  return i32 {value} @3\n}}\n\
             function exported @main() -> i32 {{\nstart:\n  p = load ptr, @table @5\n  \
             x = call indirect p() -> i32 @6\n  return i32 x @7\n}}"
        ))
    };
    check(&program(1), &program(2), &[3], &[3]);
}

#[test]
fn made_up_constants_are_compared_by_content() {
    let program = |names: [&str; 2], texts: [&str; 2], first: usize| {
        let global = |i: usize| format!("global constant internal @{} = \"{}\\00\"\n", names[i], texts[i]);
        with_lines(&format!(
            "{}{}declare @puts(ptr)\nfunction exported @main() {{\nstart:\n  call @puts(ptr @{}) @3\n  \
             call @puts(ptr @{}) @4\n  return @5\n}}",
            global(first),
            global(1 - first),
            names[0],
            names[1]
        ))
    };
    let old = program([".str", ".str.1"], ["one", "two"], 0);
    check_same(&old, &program([".str.1", ".str"], ["one", "two"], 1));
    check_same(&old, &program(["alloc_77", "anon.5"], ["one", "two"], 1));
    check(&old, &program([".str", ".str.1"], ["one", "three"], 0), &[4], &[4]);
}

#[test]
fn a_renamed_global_is_no_change() {
    let program = |name: &str| {
        with_lines(&format!(
            "global internal @{name} = i32 3 @1\nfunction exported @main() -> i32 {{\nstart:\n  x = load i32, @{name} @3\n  return i32 x @4\n}}"
        ))
    };
    check_same(&program("counter"), &program("count"));
}

#[test]
fn order_and_number_of_globals_do_not_count() {
    let one = with_global("global internal @t = i32 1 @1", "");
    let two = with_global("global internal @unused = i64 1 @3\nglobal internal @t = i32 1 @1", "");
    check_same(&one, &two);
}

#[test]
fn addresses_of_blocks_correspond_with_the_blocks() {
    let program = |order: &str, extra: &str| {
        with_lines(&format!(
            "global constant internal @labels = {order} @1\ndeclare @out(i32)\nfunction exported @main(i64 i) {{\nstart:\n  \
             p = offset ptr @labels, 0, i64 i * 8 @3\n  q = load ptr, p @4\n  indirectjump q, [one, two] @5\none:\n  \
             call @out(i32 1) @6\n  jump two @6\ntwo:\n  call @out(i32 2) @8\n  {extra}return @9\n}}"
        ))
    };
    let forward = "ptr blockaddress(@main, one), ptr blockaddress(@main, two)";
    let backward = "ptr blockaddress(@main, two), ptr blockaddress(@main, one)";
    check_same(&program(forward, ""), &program(forward, ""));
    check(&program(forward, ""), &program(backward, ""), &[3], &[3]);
    let longer = program(forward, "").replace("one:\n  ", "one:\n  call @out(i32 7) !\"/src/a.c\":6:1\n  ");
    check(&program(forward, ""), &longer, &[6], &[6]);
    check(&program(forward, ""), &program(forward, "call @out(i32 3) @9\n  "), &[9], &[9]);
}

#[test]
fn places_in_failed_assertions_do_not_count() {
    let program = |text: &str, line: u32| {
        with_lines(&format!(
            "global constant internal @.str = \"{text}\\00\"\ndeclare @__assert_fail(ptr, ptr, i32, ptr)\n\
             function exported @main() {{\nstart:\n  call @__assert_fail(ptr @.str, ptr @.str, i32 {line}, ptr @.str) @3\n  unreachable @3\n}}"
        ))
    };
    check_same(&program("x > 0", 10), &program("x > 0", 12));
    check(&program("x > 0", 10), &program("x > 1", 10), &[3], &[3]);
}

/// A panic with a location, and the location stored somewhere instead of passed on.
fn panicking(file: &str, line: u32, stored: bool) -> String {
    let with = if stored { "store ptr @alloc_2, @kept @9\n  " } else { "" };
    with_lines(&format!(
        "source \"{file}\"\nglobal internal @kept = i64 0 @1\nglobal constant internal @alloc_1 = \"{file}\"\n\
         global constant internal @alloc_2 size 24 align 8 = ptr @alloc_1, i64 {}, i32 {line}, hex \"05\"\ndeclare @panic(i32, ptr)\n\
         function exported @main() {{\nstart:\n  {with}call @panic(i32 1, ptr @alloc_2) @10\n  unreachable @10\n}}",
        file.len()
    ))
}

#[test]
fn locations_of_panics_do_not_count() {
    check_same(&panicking("src/lib.rs", 10, false), &panicking("src/lib.rs", 12, false));
    check_same(&panicking("/v1.0/src/lib.rs", 10, false), &panicking("/v1.0.1/src/lib.rs", 12, false));
    check_same(&panicking("src/lib.rs", 10, false), &panicking("src/main.rs", 10, false));
    // Not a file of Rust, or used for something else: just a constant.
    check(&panicking("src/lib.c", 10, false), &panicking("src/lib.c", 12, false), &[10], &[10]);
    check(&panicking("src/lib.rs", 10, true), &panicking("src/lib.rs", 12, true), &[9, 10], &[9, 10]);
}

#[test]
fn static_functions_of_one_name_are_told_apart_by_file() {
    let one = |name: &str, file: &str, value: u32| {
        format!("function internal @{name}() -> i32 !\"{file}\":1:1 {{\nstart:\n  return i32 {value}\n}}\n")
    };
    let main = |first: &str, second: &str| {
        format!(
            "function exported @main() -> i32 {{\nstart:\n  a = call @{first}() -> i32\n  b = call @{second}() -> i32\n  \
         c = sub i32 a, b\n  return i32 c\n}}"
        )
    };
    let old = one("help", "x/a.c", 1) + &one("help.1", "x/b.c", 2) + &main("help", "help.1");
    let new = one("help", "x/b.c", 2) + &one("help.4", "x/a.c", 1) + &main("help.4", "help");
    check_same(&old, &new);
}

#[test]
fn constructors_that_only_one_version_runs_touch_main() {
    let program = |list: &str| {
        with_lines(&format!(
            "{list}\nfunction exported @init() {{\nstart:\n  return @2\n}}\nfunction exported @main() {{\nstart:\n  return @4\n}}"
        ))
    };
    check(&program(""), &program("constructors @init"), &[4], &[2, 4]);
    check(&program(""), &program("destructors @init"), &[4], &[2, 4]);
    check_same(&program("constructors @init"), &program("constructors @init"));
}

#[test]
fn adjacent_lines_are_one_change_and_distant_ones_two() {
    let lines = |a: u32, b: u32, c: u32| {
        f(&format!(
            "  call @out(i32 {a}) @3\n  call @out(i32 {b}) @4\n  call @out(i32 500) @5\n  call @out(i32 {c}) @6\n  return i32 0 @7"
        ))
    };
    let aligned = check(&lines(1, 2, 3), &lines(10, 20, 30), &[3, 4, 6], &[3, 4, 6]);
    let places: Vec<(u32, u32)> =
        aligned.map.changes.iter().filter_map(|c| c.new.as_ref()).map(|p| (p.line, p.last_line)).collect();
    assert_eq!(places, [(3, 4), (6, 6)]);
}

#[test]
fn inlined_code_counts_as_the_line_it_was_inlined_into() {
    let inlined = |value: u32| {
        format!(
            "!0 = \"a.c\":30:1 in \"f\"\n!1 = \"a.h\":7:1 in \"g\" inlined !0\nfunction exported @f() -> i32 {{\nstart:\n  \
         x = add i32 {value}, 1 !1\n  return i32 x !0\n}}"
        )
    };
    let aligned = aligned(&inlined(1), &inlined(2));
    assert_eq!(aligned.summaries(), ["a.c:30 in f: changed"]);
}
