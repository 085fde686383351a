//! Programs with KLEE's harness, natively: they do what the machine does with the same objects.

use crate::explore::{program_and_native, run_concretely};
use rift_env::{Input, OBJECTS_VARIABLE, objects_text};
use rift_vm::Stop;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Command;

const HARNESS: &str = r#"
    #include <klee/klee.h>
    #include <stdio.h>
    int main(void) {
        int x;
        char text[4];
        klee_make_symbolic(&x, sizeof x, "an x");
        klee_make_symbolic(text, sizeof text, "text");
        klee_assume(x != 7);
        if (klee_is_symbolic(x) || klee_is_replay()) puts("symbolic");
        if (x == 8) klee_report_error("a.c", 3, "eight", "err");
        if (x == 9) klee_silent_exit(3);
        klee_make_symbolic(text + 2, 2, "text");
        printf("%d %.4s %d\n", x, text, klee_range(2, 5, "range%"));
        return klee_get_value_i32(x);
    }"#;

/// Objects as the harness asks for them; `None` is one that the input does not have.
fn objects(x: i32, text: [Option<&str>; 2], range: i32) -> Vec<(String, Vec<u8>)> {
    let texts = text.into_iter().flatten().map(|text| ("text".to_owned(), text.into()));
    let number = |name: &str, number: i32| (name.to_owned(), number.to_le_bytes().to_vec());
    texts.chain([number("range%", range), number("an x", x)]).collect()
}

#[test]
fn native_builds_take_the_objects_of_an_input() {
    let (program, native) = program_and_native("replay.c", HARNESS);
    let cases = [
        objects(1, [Some("abcd"), Some("xy")], 3),
        objects(2, [Some("a"), None], 4),
        objects(3, [None, None], 5),
        objects(7, [None, None], 3),
        objects(8, [None, None], 3),
        objects(9, [None, None], 3),
        vec![],
    ];
    for (index, objects) in cases.into_iter().enumerate() {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("objects{index}"));
        std::fs::write(&file, objects_text(&objects)).expect("a place for tests");
        let output = Command::new(&native).env(OBJECTS_VARIABLE, &file).output().expect("it runs");
        let input = Input { argv: vec!["program".into()], objects, ..Input::default() };
        let seen = run_concretely(&program, &input);
        let end = match seen.outcome.end {
            Stop::Exit(status) => (Some(status), None),
            Stop::Signal(number) => (None, Some(number)),
            Stop::Outside => (Some(125), None),
            other => panic!("{other:?}"),
        };
        assert_eq!((output.status.code(), output.status.signal()), end, "{input:?}");
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(shown(&output.stdout), shown(&seen.stdout), "{input:?}");
        assert_eq!(shown(&output.stderr), shown(&seen.stderr), "{input:?}");
    }
}

#[test]
fn a_broken_file_of_objects_is_named() {
    let (_, native) = program_and_native("replay.c", HARNESS);
    for (index, text) in ["text", "text 0", "text 0g", "te%xt 00", "text 00\nx"].iter().enumerate() {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("broken{index}"));
        std::fs::write(&file, text).expect("a place for tests");
        let output = Command::new(&native).env(OBJECTS_VARIABLE, &file).output().expect("it runs");
        assert_eq!(output.status.code(), Some(126), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(&file.display().to_string()), "{output:?}");
    }
}
