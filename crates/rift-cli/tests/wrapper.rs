//! `rift-cc` as the compiler of real builds: make, archives, configure scripts, C inside crates.

use rift_ingest::{
    BuildOptions, Hints, IngestError, Language, LoadOptions, Loaded, Source, Support, extract_embedded, load,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

const CC: &str = env!("CARGO_BIN_EXE_rift-cc");
const CXX: &str = env!("CARGO_BIN_EXE_rift-cxx");

struct Place {
    dir: TempDir,
    cache: TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place { dir: tempfile::tempdir().unwrap(), cache: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            place.write(name, text);
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        sleep(Duration::from_millis(10));
    }

    fn run(&self, program: &str, line: &str) -> Output {
        Command::new(program).args(line.split(' ')).current_dir(self.dir.path()).output().unwrap()
    }

    /// Runs and expects success.
    fn ok(&self, program: &str, line: &str) -> String {
        let output = self.run(program, line);
        assert!(output.status.success(), "{program} {line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn load(&self, path: &str, hints: &Hints) -> Result<Loaded, IngestError> {
        self.load_with(path, hints, Support::default())
    }

    fn load_with(&self, path: &str, hints: &Hints, support: Support) -> Result<Loaded, IngestError> {
        let source = Source::detect(&[self.path(path)], hints)?;
        let build = BuildOptions {
            cache: Some(self.cache.path().to_owned()),
            wrappers: Path::new(CC).parent().map(Path::to_owned),
            want_native: true,
            support,
            ..BuildOptions::default()
        };
        load(&source, &LoadOptions { build, keep: &["main"], ..LoadOptions::default() })
    }

    fn sections(&self, file: &str) -> String {
        self.ok("readelf", &format!("-SW {file}"))
    }
}

fn output(program: &Path) -> String {
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn defines(loaded: &Loaded, name: &str) -> bool {
    loaded.module.functions.values().any(|f| f.name == name && f.is_defined())
}

const MAIN: &str = "#include <stdio.h>\nint f(int);\nint main(void) { printf(\"%d\\n\", f(20)); return 0; }\n";
const F: &str = "int f(int n) { return 2 * n + 1; }\n";

#[test]
fn objects_keep_their_symbols_in_archives() {
    let place = Place::new(&[("main.c", MAIN), ("f.c", F)]);
    place.ok(CC, "-O2 -flto -D_FORTIFY_SOURCE=2 -c main.c f.c");
    let sections = place.sections("main.o");
    assert!(sections.contains(".riftbc") && !sections.contains(".llvmbc"), "{sections}");
    place.ok("ar", "rcs libf.a f.o");
    assert!(place.ok("nm", "libf.a").contains(" T f"));
    place.ok(CC, "main.o libf.a -o prog");
    assert_eq!(output(&place.path("prog")), "41\n");
    assert_eq!(extract_embedded(&place.path("prog")).unwrap().len(), 2);
    let loaded = place.load("prog", &Hints::default()).unwrap();
    assert!(defines(&loaded, "main") && defines(&loaded, "f"));
    assert_eq!(loaded.native, Some(place.path("prog")));
}

#[test]
fn every_way_to_call_a_compiler_works() {
    let place = Place::new(&[
        ("main.c", MAIN),
        ("f.c", F),
        ("g.s", ".globl g\ng: ret\n.section .note.GNU-stack,\"\",@progbits\n"),
        ("h.S", "#define NAME h\n.globl NAME\nNAME: ret\n.section .note.GNU-stack,\"\",@progbits\n"),
        ("c.cc", "#include <vector>\nextern \"C\" int f(int n) { return std::vector<int>(n).size(); }\n"),
        ("args", "-c \"f.c\"\n-o resp.o\n"),
        ("x.h", "int x;\n"),
    ]);
    place.ok(CC, "main.c f.c g.s h.S -o prog");
    assert_eq!(extract_embedded(&place.path("prog")).unwrap().len(), 2);
    place.ok(CC, "@args");
    assert!(place.sections("resp.o").contains(".riftbc"));
    place.ok(CXX, "-c c.cc -o c.o");
    place.ok(CC, "-c main.c");
    place.ok(CXX, "main.o c.o -o cxx");
    assert_eq!(output(&place.path("cxx")), "20\n");
    for line in ["-E main.c", "-S f.c", "-M main.c", "--version", "-print-search-dirs", "-dumpmachine", "x.h", "-c h.S"]
    {
        place.ok(CC, line);
    }
    let failed = place.run(CC, "-c missing.c");
    assert!(!failed.status.success() && String::from_utf8_lossy(&failed.stderr).contains("missing.c"));
}

#[test]
fn a_probe_from_standard_input_works() {
    let place = Place::new(&[("p.c", F)]);
    let script = format!(
        "'{CC}' -x c -c -o p.o - < p.c && '{CC}' -E - < p.c > /dev/null && '{CC}' -xc - -shared -fPIC -o p.so < p.c"
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(place.dir.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(place.sections("p.o").contains(".riftbc"));
}

#[test]
fn an_older_clang_embeds_too() {
    let place = Place::new(&[("main.c", MAIN), ("f.c", F)]);
    for clang in ["clang-14", "clang-19", "clang-22"].iter().filter(|c| Path::new("/usr/bin").join(c).exists()) {
        let mut command = Command::new(CC);
        command.args(["-O2", "main.c", "f.c", "-o", clang]).env("RIFT_CLANG", clang).current_dir(place.dir.path());
        assert!(command.status().unwrap().success());
        assert!(defines(&place.load(clang, &Hints::default()).unwrap(), "f"));
    }
}

const MAKEFILE: &str = "CFLAGS = -O2 -Wall\nprog: main.o libf.a\n\t$(CC) -o $@ $^\nlibf.a: f.o\n\t$(AR) rcs $@ $^\nclean:\n\trm -f *.o *.a prog\n";

#[test]
fn a_make_project_with_a_static_archive() {
    let place = Place::new(&[("p/Makefile", MAKEFILE), ("p/main.c", MAIN), ("p/f.c", F)]);
    let first = place.load("p", &Hints::default()).unwrap();
    assert!(!first.from_cache && first.language == Language::C && defines(&first, "f"));
    assert_eq!(output(first.native.as_deref().unwrap()), "41\n");
    assert_eq!(fs::read_dir(place.path("p")).unwrap().count(), 3, "the user's tree is as it was");
    let files: Vec<&String> = first.module.files.values().collect();
    let user_file = fs::canonicalize(place.path("p/f.c")).unwrap();
    assert!(files.iter().any(|f| Path::new(f.as_str()) == user_file), "positions name the user's files: {files:?}");
    assert!(place.load("p", &Hints::default()).unwrap().from_cache);
    place.write("p/f.c", "int f(int n) { return n; }\n");
    let second = place.load("p", &Hints::default()).unwrap();
    assert!(!second.from_cache);
    assert_eq!(output(second.native.as_deref().unwrap()), "20\n");
    assert_eq!(output(first.native.as_deref().unwrap()), "41\n", "the first native build is still there");
}

#[test]
fn a_make_project_with_a_harness() {
    let harness = "#include <klee/klee.h>\n#include <stdio.h>\nint f(int);\n\
                   int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); printf(\"%d\\n\", f(x + 20)); }\n";
    let place = Place::new(&[("p/Makefile", MAKEFILE), ("p/main.c", harness), ("p/f.c", F)]);
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let support = Support {
        headers: vec![owned(&("klee/klee.h", rift_env::klee_header()))],
        native: rift_env::klee_native_sources().iter().map(owned).collect(),
        prefix: "klee_".to_owned(),
    };
    let loaded = place.load_with("p", &Hints::default(), support).unwrap();
    assert_eq!(output(loaded.native.as_deref().unwrap()), "41\n");
    let calls = loaded.module.undefined_functions();
    assert!(calls.iter().any(|(name, _)| name == "klee_make_symbolic"), "answered by the runtime: {calls:?}");
}

#[test]
fn what_an_earlier_build_left_behind_is_not_used() {
    let place = Place::new(&[("p/Makefile", MAKEFILE), ("p/main.c", MAIN), ("p/f.c", F)]);
    place.ok("make", "-s -C p CC=cc");
    let loaded = place.load("p", &Hints::default()).unwrap();
    assert!(defines(&loaded, "f"));
    assert!(loaded.notes.iter().any(|n| n.starts_with("4 files")), "{:?}", loaded.notes);
}

#[test]
fn a_hard_coded_compiler_is_caught() {
    let makefile = "all:\n\tgcc -std=gnu99 -c f.c\n\tg++ -x c++ -c main.cpp\n\tgcc -o prog main.o f.o\n";
    let main = "#include <cstdio>\nextern \"C\" int f(int);\nint main() { std::printf(\"%d\\n\", f(1)); }\n";
    let place = Place::new(&[("p/Makefile", makefile), ("p/main.cpp", main), ("p/f.c", F)]);
    let loaded = place.load("p", &Hints::default()).unwrap();
    assert!(defines(&loaded, "f") && defines(&loaded, "main"));
    assert_eq!(output(loaded.native.as_deref().unwrap()), "3\n");
}

#[test]
fn a_configure_script_and_a_shared_library() {
    let configure = "#!/bin/sh\necho 'int main(void) { return 0; }' > conftest.c\n$CC -o conftest conftest.c && ./conftest || exit 1\n\
                     rm -f conftest*\nsed \"s|@CC@|$CC|\" Makefile.in > Makefile\n";
    let makefile = "bin/prog: main.c libf.so\n\tmkdir -p bin\n\t@CC@ -o $@ main.c -L. -lf -Wl,-rpath,$(CURDIR)\nlibf.so: f.c\n\t@CC@ -fPIC -shared -o $@ f.c\n";
    let place =
        Place::new(&[("p/configure", configure), ("p/Makefile.in", makefile), ("p/main.c", MAIN), ("p/f.c", F)]);
    let mut command = Command::new("chmod");
    assert!(command.arg("+x").arg(place.path("p/configure")).status().unwrap().success());
    let hints = Hints { program: Some("bin/prog".to_owned()), ..Hints::default() };
    let loaded = place.load("p", &hints).unwrap();
    assert!(defines(&loaded, "f"), "the library's code is part of the program");
    assert_eq!(output(loaded.native.as_deref().unwrap()), "41\n");
    let wrong = Hints { program: Some("bin/other".to_owned()), ..Hints::default() };
    assert!(place.load("p", &wrong).unwrap_err().to_string().contains("bin/prog"));
}

#[test]
fn failures_of_a_build_are_told_apart() {
    let place = Place::new(&[
        ("two/Makefile", "all:\n\t$(CC) main.c f.c -o one\n\t$(CC) main.c f.c -o two\n"),
        ("two/main.c", MAIN),
        ("two/f.c", F),
        ("none/Makefile", "all:\n\ttrue\n"),
        ("bad/Makefile", "all:\n\t$(CC) -c bad.c\n"),
        ("bad/bad.c", "int main(void) { return undeclared; }\n"),
    ]);
    let error = place.load("two", &Hints::default()).unwrap_err();
    assert!(matches!(&error, IngestError::Ambiguous { candidates, .. } if candidates == &["one", "two"]), "{error}");
    let named = Hints { program: Some("two".to_owned()), ..Hints::default() };
    assert!(place.load("two", &named).is_ok());
    assert!(matches!(place.load("none", &Hints::default()).unwrap_err(), IngestError::NoBitcode { .. }));
    let error = place.load("bad", &Hints::default()).unwrap_err();
    assert!(matches!(error, IngestError::Build { .. }) && error.to_string().contains("undeclared"), "{error}");
}

#[test]
fn c_inside_a_crate_is_part_of_the_program() {
    let build = "use std::process::Command;\nfn main() {\n let out = std::env::var(\"OUT_DIR\").unwrap();\n\
        let cc = std::env::var(\"CC\").unwrap_or(\"cc\".into());\n\
        assert!(Command::new(cc).args([\"-O1\", \"-c\", \"f.c\", \"-o\"]).arg(format!(\"{out}/f.o\")).status().unwrap().success());\n\
        assert!(Command::new(\"ar\").arg(\"rcs\").arg(format!(\"{out}/libf.a\")).arg(format!(\"{out}/f.o\")).status().unwrap().success());\n\
        println!(\"cargo::rustc-link-search={out}\\ncargo::rustc-link-lib=static=f\\ncargo::rerun-if-changed=f.c\");\n}\n";
    let place = Place::new(&[
        ("p/Cargo.toml", "[package]\nname = \"withc\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
        ("p/build.rs", build),
        ("p/f.c", F),
        (
            "p/src/main.rs",
            "unsafe extern \"C\" { fn f(n: i32) -> i32; }\nfn main() { println!(\"{}\", unsafe { f(4) }); }\n",
        ),
    ]);
    let loaded = place.load("p", &Hints::default()).unwrap();
    assert!(loaded.notes.is_empty(), "{:?}", loaded.notes);
    assert!(defines(&loaded, "f"));
    assert_eq!(output(loaded.native.as_deref().unwrap()), "9\n");
    assert!(place.load("p", &Hints::default()).unwrap().from_cache);
}
