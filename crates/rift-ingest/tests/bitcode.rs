//! Real compilers' output through the whole of ingest's LLVM half, and broken bitcode that must only ever be refused.

use rift_ingest::{Bitcode, Branches, LinkOptions, ModuleError, extract_embedded, ingest_isolated, link_and_lower};
use rift_ir::Module;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
#include <stdio.h>
#include <string.h>
struct pair { int a; long b; char text[10]; };
static struct pair table[] = {{1, 2, "abc"}, {3, 4, "de"}};
static int *into = &table[1].a;
__attribute__((constructor)) static void start(void) { table[0].a = 7; }
long double wide = 1.5L;
_Thread_local int counter = 3;
static int pick(struct pair p, int n) {
    switch (n) { case 1: return p.a; case 2: return 5; default: return (int)p.b; }
}
int other(int n);
int main(int argc, char **argv) {
    static void *labels[] = {&&one, &&two};
    __int128 big = ((__int128)1 << 100) + argc;
    counter += argc;
    goto *labels[argc & 1];
one: printf("%s %d\n", table[argc & 1].text, pick(table[0], argc));
two: return (int)strlen(argv[0]) + *into + (int)(big >> 90) + (int)wide + other(argc);
}
"#;
const OTHER: &str = "int other(int n) { return n > 3 ? n * 2 : n; }\n";

fn clang(dir: &Path, args: &[&str]) {
    let output = Command::new("clang-22").current_dir(dir).args(args).output().expect("clang-22 is installed");
    assert!(output.status.success(), "clang-22 {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn sources() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(dir.path().join("program.c"), PROGRAM).expect("written");
    std::fs::write(dir.path().join("other.c"), OTHER).expect("written");
    dir
}

fn bitcode(dir: &Path, file: &str) -> Bitcode {
    Bitcode { name: file.to_owned(), bytes: std::fs::read(dir.join(file)).expect("clang wrote it") }
}

const MAIN: LinkOptions<'_> = LinkOptions { keep: &["main"], runtime: &[], branches: Branches::Kept };

/// Parameters lose their names in clang, and get them back from the debug information of unoptimised code. An
/// optimiser runs simple constructors itself.
fn check_unoptimised(module: &Module) {
    let main = module.function_named("main").expect("main is kept");
    let names: Vec<&str> = module.functions[main].params.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["argc", "argv"]);
    assert_eq!(module.constructors.len(), 1);
}

fn check_program(module: &Module) {
    let main = module.function_named("main").expect("main is kept");
    let main = &module.functions[main];
    let position = main.position.expand().expect("compiled with -g");
    assert!(module.files[module.positions[position].file].ends_with("/program.c"));
    assert_eq!(module.positions[position].line, 14);
    let undefined: Vec<String> = module.undefined_functions().into_iter().map(|(name, _)| name).collect();
    assert_eq!(undefined, ["printf", "strlen"]);
    let all = module.functions.values().flat_map(|f| f.insts.values());
    assert!(!all.into_iter().any(|i| matches!(i.kind, rift_ir::InstKind::Unsupported { .. })));
}

#[test]
fn a_c_program_is_linked_and_lowered_at_every_level() {
    let dir = sources();
    for level in ["-O0", "-O1", "-O2"] {
        for (format, flag) in [("bc", "-c"), ("ll", "-S")] {
            for source in ["program", "other"] {
                let (input, output) = (format!("{source}.c"), format!("{source}.{format}"));
                clang(dir.path(), &["-g", level, "-fno-inline", flag, "-emit-llvm", &input, "-o", &output]);
            }
            let inputs = ["program", "other"].map(|name| bitcode(dir.path(), &format!("{name}.{format}")));
            check_program(&link_and_lower(&inputs, &MAIN).unwrap_or_else(|e| panic!("{level} {format}: {e}")));
            let isolated = ingest_isolated(&inputs, &MAIN).unwrap_or_else(|e| panic!("{level} {format}: {e}"));
            check_program(&isolated);
            if level == "-O0" {
                check_unoptimised(&isolated);
            }
        }
    }
}

#[test]
fn embedded_bitcode_is_found_in_programs_objects_and_archives() {
    let dir = sources();
    for source in ["program", "other"] {
        let (input, output) = (format!("{source}.c"), format!("{source}.o"));
        clang(dir.path(), &["-g", "-O2", "-Xclang", "-fembed-bitcode=all", "-c", &input, "-o", &output]);
    }
    clang(dir.path(), &["program.o", "other.o", "-o", "program"]);
    let archived = Command::new("ar").current_dir(dir.path()).args(["rcs", "all.a", "program.o", "other.o"]).status();
    assert!(archived.expect("binutils are installed").success());
    for (file, modules) in [("program", 2), ("all.a", 2), ("other.o", 1)] {
        let found = extract_embedded(&dir.path().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!(found.len(), modules, "{file}");
        if modules == 2 {
            let module = link_and_lower(&found, &MAIN).unwrap_or_else(|e| panic!("{file}: {e}"));
            check_program(&module);
            check_unoptimised(&module);
        }
    }
    clang(dir.path(), &["-c", "other.c", "-o", "plain.o"]);
    let plain = dir.path().join("plain.o");
    let error = extract_embedded(&plain).expect_err("no bitcode in there").to_string();
    assert_eq!(
        error,
        format!("no bitcode in `{}`: it has no embedded modules: was it compiled with rift-cc?", plain.display())
    );
    let error = extract_embedded(&dir.path().join("other.c")).expect_err("a source file").to_string();
    assert!(error.contains("not an object file"), "{error}");
    assert!(extract_embedded(Path::new("/no/such/file")).is_err());
}

/// xorshift64: the same mutations every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// Flips, overwrites, moves, repeats or cuts; more often a little than a lot.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..1 + self.below(4) {
            let at = self.below(bytes.len());
            match self.below(6) {
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes[at] = self.below(256) as u8,
                2 => {
                    let from = self.below(bytes.len());
                    let len = self.below(32).min(bytes.len() - at.max(from));
                    bytes.copy_within(from..from + len, at);
                }
                3 => {
                    let len = self.below(64).min(bytes.len() - at);
                    let piece = bytes[at..at + len].to_vec();
                    bytes.splice(at..at, piece);
                }
                4 if bytes.len() > 64 => drop(bytes.drain(at..(at + 1 + self.below(16)).min(bytes.len()))),
                5 if self.below(8) == 0 => bytes.truncate(at.max(1)),
                _ => bytes[at] = bytes[at].wrapping_add(1),
            }
        }
    }
}

/// `RIFT_MUTATIONS` asks for more.
#[test]
fn broken_modules_are_errors_and_nothing_else() {
    let count = std::env::var("RIFT_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let dir = sources();
    clang(dir.path(), &["-g", "-O0", "-c", "-emit-llvm", "program.c", "-o", "program.bc"]);
    clang(dir.path(), &["-O1", "-S", "-emit-llvm", "program.c", "-o", "program.ll"]);
    let seeds = [bitcode(dir.path(), "program.bc"), bitcode(dir.path(), "program.ll")];
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut accepted, mut crashed) = (0, 0);
    for round in 0..count {
        let mut input = seeds[round % 2].clone();
        random.mutate(&mut input.bytes);
        match ingest_isolated(&[input], &MAIN) {
            Ok(_) => accepted += 1,
            Err(ModuleError::Crashed { .. }) => crashed += 1,
            Err(error @ (ModuleError::Internal { .. } | ModuleError::TimedOut { .. })) => {
                panic!("mutation {round}: {error}")
            }
            Err(error) => assert!(error.to_string().contains("program."), "names no file: {error}"),
        }
    }
    println!("{count} mutations: {accepted} accepted, {crashed} crashed libLLVM");
    assert!(accepted > 0 && accepted < count);
}
