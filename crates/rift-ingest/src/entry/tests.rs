//! Signatures and harnesses of real C.

use super::*;
use crate::build::find_clang;
use std::process::Command;

const PROGRAM: &str = r#"
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
typedef struct point { int x, y; const char *label; } point;
enum color { RED, GREEN = 5 };
struct inner { uint8_t a[4]; enum color c; struct point *p; };
typedef uint32_t u32;
static long unused(int a) { return a; }
static int area(const point *p, unsigned scale, bool b, double d, enum color c, struct inner in, u32 k[2]) {
  k[1] = scale;
  return p->x * (int)scale + b + (int)d + c + in.a[3];
}
int main(void) { return area(0, 0, 0, 0, 0, (struct inner){{0}, 0, 0}, 0); }
size_t count(const char *text, size_t len) { return text[0] ? len : 0; }
void called(void (*callback)(int)) { callback(1); }
struct pair { char a; long b; } swap(struct pair p) { return p; }
struct cell { char tag; int value; struct cell *next; };
struct cell *last(struct cell *first) { first->value = 9; first->next = 0; return first; }
int logged(const char *format, ...) { return format[0]; }
"#;

fn written(dir: &Path) -> PathBuf {
    let file = dir.join("program.c");
    fs::write(&file, PROGRAM).unwrap();
    file
}

fn options(dir: &Path) -> BuildOptions {
    BuildOptions { cache: Some(dir.join("cache")), ..BuildOptions::default() }
}

/// The harness of a function, after it was compiled and linked with a `klee_make_symbolic` that gives `byte`s.
fn run(dir: &Path, entry: &str, byte: u8) -> (String, String) {
    let source = Source::Files { files: vec![written(dir)], flags: vec![] };
    let made = with_entry(&source, entry, &Bounds::default(), &options(dir)).unwrap();
    let Source::Files { files, flags } = made else { panic!("still files") };
    let text = fs::read_to_string(&files[0]).unwrap();
    fs::create_dir_all(dir.join("klee")).unwrap();
    fs::write(
        dir.join("klee/klee.h"),
        "void klee_make_symbolic(void *, unsigned long, const char *);\nvoid klee_assume(unsigned long);\n",
    )
    .unwrap();
    let stub = dir.join("stub.c");
    let stub_text = format!(
        "#include <string.h>\n#include <stdlib.h>\nvoid klee_make_symbolic(void *p, unsigned long n, const char *name) {{ memset(p, {byte}, n); }}\nvoid klee_assume(unsigned long c) {{ if (!c) exit(125); }}\n"
    );
    fs::write(&stub, stub_text).unwrap();
    let program = dir.join("harness");
    let clang = find_clang(None).unwrap().path;
    let mut command = Command::new(clang);
    command.args(flags).arg("-I").arg(dir).arg(&files[0]).arg(&stub).arg("-o").arg(&program);
    let compiled = command.output().unwrap();
    assert!(compiled.status.success(), "{text}\n{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).output().unwrap();
    (text, format!("{}{:?}", String::from_utf8_lossy(&ran.stdout), ran.status.code()))
}

#[test]
fn scalars_structures_and_pointers_are_built() {
    let dir = tempfile::tempdir().unwrap();
    let (text, said) = run(dir.path(), "area", 1);
    for name in ["\"p\"", "\"scale\"", "\"b\"", "\"d\"", "\"c\"", "\"in\"", "\"k\"", "\"p.label\"", "\"in.p\""] {
        assert!(text.contains(name), "{name} is symbolic in\n{text}");
    }
    // 0x01010101 * 0x01010101 + 1 + 0 + 0x01010101 + 1, and k[1] = scale.
    let expected = 0x0101_0101_u32.wrapping_mul(0x0101_0101).wrapping_add(1 + 0x0101_0101 + 1);
    let hex: String = expected.to_le_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    // What the copy points to is the caller's.
    let inner = "in.p.x = 01010101\nin.p.y = 01010101\nin.p.label is as it was";
    assert_eq!(said, format!("area returned = {hex}\n{inner}\nk = {}\nSome(0)", "01".repeat(16)));
}

#[test]
fn a_length_is_bounded_by_what_the_pointer_before_it_has() {
    let dir = tempfile::tempdir().unwrap();
    let (text, said) = run(dir.path(), "count", 7);
    assert!(text.contains("<= 8"), "{text}");
    // The stub's length is 0x0707..: outside, as klee_assume says.
    assert_eq!(said, "Some(125)");
}

#[test]
fn structures_are_passed_and_returned() {
    let dir = tempfile::tempdir().unwrap();
    let (_, said) = run(dir.path(), "swap", 2);
    assert_eq!(said, format!("swap returned .a = 02\nswap returned .b = {}\nSome(0)", "02".repeat(8)));
}

#[test]
fn what_is_written_is_shown_without_addresses_and_padding() {
    let dir = tempfile::tempdir().unwrap();
    let (_, said) = run(dir.path(), "last", 1);
    let lines: Vec<&str> = said.lines().collect();
    let first = ["last returned first + = 0000000000000000", "first.tag = 01", "first.value = 09000000"];
    assert_eq!(&lines[..3], first, "{said}");
    assert_eq!(&lines[lines.len() - 2..], ["first.next is null", "Some(0)"], "{said}");
    assert!(lines.contains(&"first.next.next is as it was"), "{said}");
}

#[test]
fn a_static_function_that_nothing_calls_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let (_, said) = run(dir.path(), "unused", 255);
    assert_eq!(said, format!("unused returned = {}\nSome(0)", "ff".repeat(8)));
}

#[test]
fn what_cannot_be_called_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let source = Source::Files { files: vec![written(dir.path())], flags: vec![] };
    let error =
        |entry: &str| with_entry(&source, entry, &Bounds::default(), &options(dir.path())).unwrap_err().to_string();
    assert!(error("called").contains("parameter `callback` cannot be built"));
    assert!(error("logged").contains("any number of parameters"));
    assert!(error("missing").contains("cannot find a function `missing` in"));
    assert!(error("a b").contains("not the name of a C function"));
}
