//! Ways from changes to outputs, and where effects die.

use crate::common::{Versions, input, trace};
use rift_align::Version;
use rift_deadline::Deadline;
use rift_env::{Config, Input};
use rift_ir::Pair;
use rift_trace::{Alignment, Death, Effects, Trace, why};
use rift_vm::Limits;

/// Two versions that have `old` and `new` where `HERE` is in the text.
fn versions(name: &str, text: &str, old: &str, new: &str) -> Versions {
    Versions::compiled(name, &text.replace("HERE", old), &text.replace("HERE", new))
}

fn check(versions: &Versions, input: &Input, expected: &[&str]) {
    assert_eq!(versions.why(input), expected);
}

#[test]
fn a_value_goes_through_a_call_and_a_variable() {
    let text = r#"#include <stdio.h>
#include <stdlib.h>
static int scale(int v)
{
    return v * HERE;
}
int main(int argc, char **argv)
{
    int a = atoi(argv[1]);
    int b = scale(a);
    int c = b + 1;
    printf("%d %d\n", a, c);
    return 0;
}
"#;
    let versions = versions("scale", text, "3", "4");
    let way = [
        "New scale:5 changed: value -20, was -15",
        "New main:11 value -19, was -14",
        "New main:12 written to standard output",
    ];
    check(&versions, &input(&["-5"], ""), &way);
    check(&versions, &input(&["0"], ""), &[]);
}

#[test]
fn a_branch_decides_the_status() {
    let text = r#"#include <stdlib.h>
int main(int argc, char **argv)
{
    int a = atoi(argv[1]);
    if (a HERE 10)
        return 1;
    return 0;
}
"#;
    let versions = versions("status", text, ">", ">=");
    let way = ["New main:5 changed: branch taken, was not", "New main:6 only in new; exit status 1, was 0"];
    check(&versions, &input(&["10"], ""), &way);
}

/// What the old version asked before it did something, the new one does not ask.
#[test]
fn a_branch_that_is_gone_is_where_the_way_begins() {
    let text = r#"#include <stdio.h>
int main(int argc, char **argv)
{
    HERE
        puts("many");
    return 0;
}
"#;
    let versions = versions("guard", text, "if (argc > 5)", "");
    let way = ["Old main:4 changed: only in old", "New main:5 changed: only in new; written to standard output"];
    check(&versions, &input(&[], ""), &way);
}

#[test]
fn a_store_goes_elsewhere() {
    let text = r#"#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[16];
    memset(line, '-', 8);
    line[8] = 0;
    int c, n = 0;
    while ((c = getchar()) != EOF && n < 7)
        line[HERE] = (char)c, n++;
    fputs(line, stdout);
    return 0;
}
"#;
    let versions = versions("store", text, "n", "n + 1");
    let way = ["New main:10 changed: stored elsewhere", "New main:11 written to standard output"];
    check(&versions, &input(&[], "abc"), &way);
}

#[test]
fn a_fault_is_where_the_way_ends() {
    let text = r#"#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int x = atoi(argv[1]);
    int d = x - HERE;
    puts("begin");
    fflush(stdout);
    printf("%d\n", 100 / d);
    return 0;
}
"#;
    let versions = versions("fault", text, "3", "4");
    let way = ["New main:6 changed: value 0, was 1", "New main:9 fault: division, was exit status 0"];
    check(&versions, &input(&["4"], ""), &way);
    let way = ["New main:6 changed: value -1, was 0", "New main:9 exit status 0, was fault: division"];
    check(&versions, &input(&["3"], ""), &way);
}

#[test]
fn output_is_missing_because_the_other_run_ended() {
    let text = r#"#include <stdio.h>
#include <stdlib.h>
static void check(int x)
{
    if (x HERE 0)
        exit(0);
}
int main(int argc, char **argv)
{
    int x = atoi(argv[1]);
    check(x);
    printf("%d\n", x);
    return 0;
}
"#;
    let versions = versions("early", text, "<", "<=");
    let way = [
        "New check:5 changed: branch taken, was not",
        "New check:6 only in new",
        "Old main:12 only in old; written to standard output",
    ];
    check(&versions, &input(&["0"], ""), &way);
}

#[test]
fn contents_of_constants_are_followed_through_copies() {
    let text = r#"#include <stdio.h>
#include <string.h>
struct pair { char name[8]; int n; };
int main(void)
{
    struct pair a = { HERE, 1 }, b;
    b = a;
    char text[8];
    strcpy(text, b.name);
    puts(text);
    return 0;
}
"#;
    let versions = versions("text", text, "\"one\"", "\"two\"");
    check(&versions, &input(&[], ""), &["New main:6 changed: another value", "New main:10 written to standard output"]);
}

#[test]
fn a_loop_that_runs_longer() {
    let text = r#"#include <stdio.h>
int main(void)
{
    int sum = 0, c;
    while ((c = getchar()) != HERE)
        sum += c;
    printf("%d\n", sum);
    return 0;
}
"#;
    let versions = versions("longer", text, "'.'", "EOF");
    let way = versions.why(&input(&[], "ab.c"));
    assert!(way[0].starts_with("New main:5 changed: branch"), "{way:?}");
    assert!(way.contains(&"New main:6 only in new".to_owned()), "{way:?}");
    assert_eq!(way.last().map(String::as_str), Some("New main:7 written to standard output"));
}

#[test]
fn a_file_differs() {
    let text = r#"#include <stdio.h>
int main(void)
{
    FILE *file = fopen("out", "w");
    int n = HERE;
    n += getchar();
    fprintf(file, "%d", n);
    fclose(file);
    return 0;
}
"#;
    let versions = versions("file", text, "1", "2");
    let way = ["New main:6 changed: value 99, was 98", "New main:7 written to a file"];
    check(&versions, &input(&[], "a"), &way);
}

#[test]
fn a_way_that_is_cut_off_says_so() {
    let text = r#"#include <stdio.h>
int main(void)
{
    int n = getchar() + HERE;
    for (int i = 0; i < 1000; i++)
        n = n * 3 % 1000;
    printf("%d\n", n);
    return 0;
}
"#;
    let versions = versions("cut", text, "1", "2");
    let input = input(&[], "a");
    let deadline = Deadline::never();
    let short = |program| {
        let trace = Trace::record(program, &input, &Config::default(), Limits::default(), 1000, &deadline);
        trace.unwrap().unwrap()
    };
    let traces = versions.programs.as_ref().map(short);
    assert!(traces.old.truncated && traces.new.truncated);
    let whole = versions.traces(&input);
    assert!(!whole.new.truncated);
    assert_eq!(traces.new.seen, whole.new.seen, "what is seen is complete all the same");
    let alignment = Alignment::new(traces.as_ref(), &versions.map);
    // The write is not in the trace: nothing can be said but that.
    let way = why(&alignment, &|_| true);
    assert!(way.iter().any(|step| step.what.contains("longer than what was recorded")), "{way:?}");
}

#[test]
fn hostile_lengths_cost_nothing() {
    let text = r#"#include <string.h>
#include <unistd.h>
int main(void)
{
    char buffer[8];
    size_t length = (size_t)1 << HERE;
    if (write(1, buffer, length) < 0)
        memset(buffer, 0, length);
    return 0;
}
"#;
    let program = crate::common::compiled("hostile.c", &text.replace("HERE", "50"));
    assert!(trace(&program, &input(&[], "")).len() < 100_000);
}

/// The deaths of an effect on an input, with the lines they are at.
fn deaths(versions: &Versions, input: &Input) -> Vec<(u32, Death)> {
    let traces: Pair<Trace> = versions.traces(input);
    let alignment = Alignment::new(traces.as_ref(), &versions.map);
    let effects = Effects::of(&alignment);
    let line = |version: Version, occurrence| {
        let trace = alignment.trace(version);
        let site = trace.site(occurrence);
        let position = trace.module().functions[site.function].insts[site.inst].position.expand();
        position.map_or(0, |position| trace.module().positions[position].line)
    };
    effects.leaves.iter().map(|leaf| (line(leaf.version, leaf.occurrence), leaf.death)).collect()
}

#[test]
fn effects_die_in_three_ways() {
    let text = r#"#include <stdio.h>
int main(void)
{
    int c = getchar();
    int y = c HERE;
    int unused = c == 'u' ? y : 1;
    int masked = c == 'm' ? y / 1000 : 2;
    int branch = 3;
    if (c == 'b')
        if (y > 10)
            branch = 4;
    printf("%d %d %d\n", unused, masked, branch);
    return 0;
}
"#;
    let versions = versions("deaths", text, "+ 1", "+ 2");
    assert_eq!(deaths(&versions, &input(&[], "x")), [(5, Death::Unused)]);
    assert_eq!(deaths(&versions, &input(&[], "m")), [(5, Death::Masked)]);
    assert_eq!(deaths(&versions, &input(&[], "b")), [(5, Death::SameBranch)]);
    let lives_on = deaths(&versions, &input(&[], "u"));
    assert!(!lives_on.iter().any(|(line, _)| *line == 5), "{lives_on:?}");
}

#[test]
fn what_the_world_gives_and_takes_is_in_the_trace() {
    let text = r#"#include <stdio.h>
int main(void)
{
    int c = getchar();
    int d = getchar();
    printf("%d\n", d);
    return c == 0;
}
"#;
    let program = crate::common::compiled("world.c", text);
    let trace = trace(&program, &input(&[], "ab"));
    let all: Vec<u8> = trace.written().iter().flat_map(|written| written.bytes.clone()).collect();
    assert_eq!(all, b"98\n");
    // Back from the first byte of output: it comes to the call that read the input.
    let mut seen = vec![false; trace.len()];
    let mut waiting = trace.sources_of(&trace.written()[0], 0);
    let mut reads = 0;
    while let Some(one) = waiting.pop() {
        if std::mem::replace(&mut seen[one.index()], true) {
            continue;
        }
        if let rift_trace::Action::Asked(function) = trace.action(one) {
            reads += u32::from(trace.module().functions[function].name.ends_with("_syscall"));
        }
        waiting.extend(trace.sources(one));
    }
    assert!(reads >= 1);
}
