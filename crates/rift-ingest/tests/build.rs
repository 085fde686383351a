//! From sources on disk to modules and native builds that run, through the cache.

use rift_ingest::{
    BuildOptions, CargoTarget, Hints, IngestError, Language, LoadOptions, Loaded, OptLevel, Reuse, Source, Support,
    load, load_native,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A directory of sources and a cache of its own.
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
        // A file that is as new as the build is not cached.
        sleep(Duration::from_millis(10));
    }

    fn options(&self) -> BuildOptions {
        BuildOptions { cache: Some(self.cache.path().to_owned()), want_native: true, ..BuildOptions::default() }
    }

    fn load(&self, source: &Source) -> Result<Loaded, IngestError> {
        let options = LoadOptions { build: self.options(), keep: &["main", "rift_entry"], ..LoadOptions::default() };
        load(source, &options)
    }

    fn files(&self, names: &[&str], flags: &[&str]) -> Source {
        let files = names.iter().map(|n| self.path(n)).collect();
        Source::Files { files, flags: flags.iter().map(|f| (*f).to_owned()).collect() }
    }
}

fn output(program: &Path) -> String {
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn defines(loaded: &Loaded, name: &str) -> bool {
    loaded.module.functions.values().any(|f| (f.name == name || f.display.contains(name)) && f.is_defined())
}

#[test]
fn one_c_file_is_built_once() {
    let place = Place::new(&[("a.c", "#include <stdio.h>\nint main(void) { puts(\"hi\"); return 0; }\n")]);
    let source = place.files(&["a.c"], &[]);
    let first = place.load(&source).unwrap();
    assert!(!first.from_cache && first.language == Language::C && defines(&first, "main"));
    assert_eq!(output(first.native.as_deref().unwrap()), "hi\n");
    let second = place.load(&source).unwrap();
    assert!(second.from_cache);
    assert_eq!(second.native, first.native);
    assert_eq!(postcard::to_stdvec(&first.module).unwrap(), postcard::to_stdvec(&second.module).unwrap());
}

#[test]
fn mathematics_needs_no_flags() {
    let text = "#include <math.h>\n#include <stdio.h>\n\
                int main(int argc, char **argv) { printf(\"%.3f\\n\", log(argc * 2.0)); return 0; }\n";
    let place = Place::new(&[("a.c", text)]);
    let loaded = place.load(&place.files(&["a.c"], &[])).unwrap();
    assert_eq!(output(loaded.native.as_deref().unwrap()), "0.693\n");
}

#[test]
fn c_and_cxx_files_with_flags_make_one_program() {
    let place = Place::new(&[
        ("inc/n.h", "#define N 3\n"),
        ("f.c", "#include <n.h>\nint f(void) { int class = N; return class + M; }\n"),
        (
            "main.cc",
            "#include <cstdio>\nextern \"C\" int f(void);\nint main() { auto n = f(); std::printf(\"%d\\n\", n); }\n",
        ),
    ]);
    let include = format!("-I{}", place.path("inc").display());
    let source = place
        .files(&["f.c", "main.cc"], &[&include, "-DM=4", "-std=c99", "-std=c++17", "-O2", "-Wall", "-Werror", "-lm"]);
    let first = place.load(&source).unwrap();
    assert_eq!(first.language, Language::Cxx);
    assert!(defines(&first, "f") && defines(&first, "main"));
    assert_eq!(output(first.native.as_deref().unwrap()), "7\n");
    place.write("inc/n.h", "#define N 30\n");
    let second = place.load(&source).unwrap();
    assert!(!second.from_cache, "a changed header is noticed");
    assert_eq!(output(second.native.as_deref().unwrap()), "34\n");
    place.write("inc/n.h", "#define N 3\n");
    assert!(place.load(&source).unwrap().from_cache, "going back is a hit");
}

#[test]
fn the_native_level_is_selectable_and_lazy() {
    let text =
        "#include <stdio.h>\nint main(void) {\n#ifdef __OPTIMIZE__\nputs(\"O\");\n#else\nputs(\"-\");\n#endif\n}\n";
    let place = Place::new(&[("a.c", text)]);
    for (flags, level, expect) in [
        (&[][..], None, "-\n"),
        (&["-O2"], None, "O\n"),
        (&[], Some(OptLevel::O2), "O\n"),
        (&["-O2"], Some(OptLevel::O0), "-\n"),
    ] {
        let options = BuildOptions { native_level: level, ..place.options() };
        let (native, notes) = load_native(&place.files(&["a.c"], flags), &options).unwrap();
        assert_eq!(output(&native.unwrap()), expect, "{flags:?} {level:?}");
        assert!(notes.is_empty());
    }
}

/// A header `tool.h` and a function `tool_answer`.
fn support(answer: &str) -> Support {
    let header = ("tool.h".to_owned(), "int tool_answer(void);\n".to_owned());
    let source = ("tool.c".to_owned(), format!("#include \"tool.h\"\nint tool_answer(void) {{ return {answer}; }}\n"));
    Support { headers: vec![header.clone()], native: vec![header, source], prefix: "tool_".to_owned() }
}

#[test]
fn headers_and_functions_that_rift_brings_along_come_last() {
    let place = Place::new(&[
        ("a.c", "#include <stdio.h>\n#include <tool.h>\nint main(void) { printf(\"%d\\n\", tool_answer()); }\n"),
        ("plain.c", "int main(void) { return 0; }\n"),
        ("own/tool.h", "static int tool_answer(void) { return 3; }\n"),
    ]);
    let load_with = |name: &str, flags: &[&str], support: Support| {
        let build = BuildOptions { support, ..place.options() };
        load(&place.files(&[name], flags), &LoadOptions { build, keep: &["main"], ..LoadOptions::default() })
    };
    let shown = |loaded: &Loaded| output(loaded.native.as_deref().unwrap());
    let first = load_with("a.c", &[], support("1")).unwrap();
    assert_eq!(shown(&first), "1\n");
    assert!(!defines(&first, "tool_answer"), "the machine's version is the runtime's business");
    assert!(load_with("a.c", &[], support("1")).unwrap().from_cache);
    let second = load_with("a.c", &[], support("2")).unwrap();
    assert!(!second.from_cache, "another library is another program");
    assert_eq!(shown(&second), "2\n");
    let own = format!("-I{}", place.path("own").display());
    assert_eq!(shown(&load_with("a.c", &[&own], support("1")).unwrap()), "3\n", "a header of the program wins");
    assert!(load_with("a.c", &[], Support::default()).is_err());
    // What does not compile matters only to those who need it.
    assert!(load_with("a.c", &[], support("no such thing")).is_err());
    assert_eq!(shown(&load_with("plain.c", &[], support("no such thing")).unwrap()), "");
}

#[test]
fn what_the_compiler_said_is_in_the_error() {
    let place =
        Place::new(&[("a.c", "int main(void) { return undeclared; }\n"), ("b.rs", "fn main() { undeclared }\n")]);
    for source in [
        place.files(&["a.c"], &[]),
        Source::RustFile { file: place.path("b.rs"), edition: "2024".to_owned(), flags: Vec::new() },
    ] {
        let error = place.load(&source).unwrap_err();
        assert!(matches!(error, IngestError::Compile { .. }));
        let message = error.to_string();
        assert!(message.contains("undeclared") && message.contains(&source.path().display().to_string()), "{message}");
    }
    let missing = place.load(&place.files(&["none.c"], &[])).unwrap_err().to_string();
    assert!(missing.contains("none.c"), "{missing}");
    let message =
        load_native(&place.files(&["a.c"], &[]), &BuildOptions { clang: Some("clang-99".into()), ..place.options() });
    assert!(message.unwrap_err().to_string().contains("apt-get install clang-22"));
}

#[test]
fn a_link_error_shows_the_linker() {
    let place = Place::new(&[("a.c", "int nowhere(void);\nint main(void) { return nowhere(); }\n")]);
    let message = place.load(&place.files(&["a.c"], &[])).unwrap_err().to_string();
    assert!(message.contains("nowhere"), "{message}");
}

#[test]
fn sanitizers_are_only_in_the_native_build() {
    let place = Place::new(&[("a.c", "int main(int c, char **v) { (void)v; return c - 1; }\n")]);
    let loaded = place.load(&place.files(&["a.c"], &["-fsanitize=undefined"])).unwrap();
    assert!(loaded.notes.iter().any(|n| n.contains("-fsanitize=undefined")), "{:?}", loaded.notes);
    assert!(loaded.module.functions.values().all(|f| !f.name.contains("ubsan")));
}

#[test]
fn every_installed_clang_is_a_producer() {
    let place = Place::new(&[("a.c", "#include <stdio.h>\nint main(void) { puts(\"hi\"); }\n")]);
    for clang in ["clang-14", "clang-19", "clang-22"].map(PathBuf::from) {
        if !Path::new("/usr/bin").join(&clang).exists() {
            continue;
        }
        let build = BuildOptions { clang: Some(clang.clone()), ..place.options() };
        let loaded =
            load(&place.files(&["a.c"], &[]), &LoadOptions { build, keep: &["main"], ..LoadOptions::default() });
        let loaded = loaded.unwrap();
        assert!(!loaded.from_cache, "another compiler is another build");
        assert_eq!(output(loaded.native.as_deref().unwrap()), "hi\n");
    }
}

#[test]
fn bitcode_and_assembly_are_taken_as_they_are() {
    let place = Place::new(&[("a.c", "#include <stdio.h>\nint main(void) { puts(\"bc\"); return 0; }\n")]);
    let clang = rift_ingest::find_clang(None).unwrap().path;
    for (kind, out) in [("-c", "a.bc"), ("-S", "a.ll")] {
        let mut command = Command::new(&clang);
        command.args(["-emit-llvm", "-g", kind]).arg(place.path("a.c")).arg("-o").arg(place.path(out));
        assert!(command.status().unwrap().success());
        sleep(Duration::from_millis(10));
        let source = Source::detect(&[place.path(out)], &Hints::default()).unwrap();
        assert!(matches!(source, Source::Bitcode { .. }));
        let loaded = place.load(&source).unwrap();
        assert!(defines(&loaded, "main"));
        assert_eq!(output(loaded.native.as_deref().unwrap()), "bc\n");
        assert!(place.load(&source).unwrap().from_cache);
    }
}

#[test]
fn bitcode_that_cannot_be_linked_natively_says_so_and_loads() {
    let place = Place::new(&[(
        "a.ll",
        "declare i32 @nowhere()\ndefine i32 @main() {\n  %r = call i32 @nowhere()\n  ret i32 %r\n}\n",
    )]);
    let loaded = place.load(&Source::Bitcode { files: vec![place.path("a.ll")], flags: Vec::new() }).unwrap();
    assert!(loaded.native.is_none());
    assert!(loaded.notes.iter().any(|n| n.contains("nowhere")), "{:?}", loaded.notes);
}

#[test]
fn a_program_without_bitcode_is_refused() {
    let place = Place::new(&[]);
    let source = Source::detect(&["/bin/true".into()], &Hints::default()).unwrap();
    let error = place.load(&source).unwrap_err();
    assert!(matches!(error, IngestError::NoBitcode { .. }) && error.to_string().contains("rift-cc"), "{error}");
}

#[test]
fn a_rust_file_brings_its_standard_library() {
    let place = Place::new(&[
        ("m.rs", "mod part;\nfn main() { println!(\"{}\", part::twice(21)); }\n"),
        ("part.rs", "pub fn twice(n: u32) -> u32 { n * 2 }\n"),
    ]);
    let source = Source::detect(&[place.path("m.rs")], &Hints::default()).unwrap();
    let first = place.load(&source).unwrap();
    assert_eq!(first.language, Language::Rust);
    assert!(defines(&first, "main") && defines(&first, "twice") && defines(&first, "std::io::"));
    assert_eq!(output(first.native.as_deref().unwrap()), "42\n");
    assert!(place.load(&source).unwrap().from_cache);
    place.write("part.rs", "pub fn twice(n: u32) -> u32 { n + n + 1 }\n");
    let second = place.load(&source).unwrap();
    assert!(!second.from_cache);
    assert_eq!(output(second.native.as_deref().unwrap()), "43\n");
}

#[test]
fn damaged_cache_entries_are_made_again() {
    let place = Place::new(&[("a.c", "int main(void) { return 0; }\n")]);
    let source = place.files(&["a.c"], &[]);
    place.load(&source).unwrap();
    for part in ["modules", "manifests"] {
        for entry in fs::read_dir(place.cache.path().join(part)).unwrap() {
            fs::write(entry.unwrap().path(), "damaged").unwrap();
        }
        assert!(!place.load(&source).unwrap().from_cache, "{part}");
        assert!(place.load(&source).unwrap().from_cache, "{part}");
    }
    let options =
        LoadOptions { build: place.options(), reuse: Reuse::Rebuild, keep: &["main"], ..LoadOptions::default() };
    assert!(!load(&source, &options).unwrap().from_cache);
}

#[test]
fn concurrent_loads_agree() {
    let place = Place::new(&[("a.c", "#include <stdio.h>\nint main(void) { puts(\"one\"); }\n")]);
    let source = place.files(&["a.c"], &[]);
    let natives: Vec<PathBuf> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| place.load(&source).unwrap().native.unwrap())).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(natives.iter().all(|n| *n == natives[0] && output(n) == "one\n"));
    let left: Vec<_> = fs::read_dir(place.cache.path().join("native")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn bitcode_can_be_saved() {
    let place = Place::new(&[("a.c", "int main(void) { return 0; }\n")]);
    let options =
        LoadOptions { build: place.options(), save_bitcode: Some(place.path("out")), ..LoadOptions::default() };
    load(&place.files(&["a.c"], &[]), &options).unwrap();
    assert!(fs::read(place.path("out/000-a.c.bc")).unwrap().starts_with(b"BC"));
}

const MANIFEST: &str = "[package]\nname = \"two-parts\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

#[test]
fn a_package_is_built_with_its_library_unoptimised() {
    let place = Place::new(&[
        ("pkg/Cargo.toml", MANIFEST),
        ("pkg/src/lib.rs", "pub fn step(n: u32) -> u32 { helper(n) + 1 }\nfn helper(n: u32) -> u32 { n * 2 }\n"),
        ("pkg/src/main.rs", "fn main() { println!(\"{}\", two_parts::step(20)); }\n"),
    ]);
    let source = Source::detect(&[place.path("pkg")], &Hints::default()).unwrap();
    assert!(matches!(&source, Source::Cargo { target: CargoTarget::Bin(None), .. }));
    let first = place.load(&source).unwrap();
    assert!(defines(&first, "two_parts::step") && defines(&first, "two_parts::helper"), "nothing was inlined");
    assert_eq!(output(first.native.as_deref().unwrap()), "41\n");
    assert!(place.load(&source).unwrap().from_cache);
    let left: Vec<_> = fs::read_dir(place.path("pkg")).unwrap().flatten().map(|e| e.file_name()).collect();
    assert_eq!(left.len(), 2, "nothing was written into the user's tree: {left:?}");
    place.write("pkg/src/lib.rs", "pub fn step(n: u32) -> u32 { n }\n");
    let second = place.load(&source).unwrap();
    assert!(!second.from_cache);
    assert_eq!(output(second.native.as_deref().unwrap()), "20\n");
}

#[test]
fn a_function_of_a_library_is_an_entry() {
    let place = Place::new(&[
        ("pkg/Cargo.toml", MANIFEST),
        (
            "pkg/src/lib.rs",
            "pub mod inner { pub fn largest<T: PartialOrd + Copy>(all: &[T]) -> Option<T> {\n let mut it = all.iter(); let mut m = *it.next()?; for x in it { if *x > m { m = *x } } Some(m) } }\n",
        ),
    ]);
    let hints = Hints { entry: Some("inner::largest::<i32>".to_owned()), ..Hints::default() };
    let source = Source::detect(&[place.path("pkg")], &hints).unwrap();
    let loaded = place.load(&source).unwrap();
    assert!(defines(&loaded, "rift_entry") && defines(&loaded, "largest"));
    assert!(place.load(&source).unwrap().from_cache);
    assert!(loaded.native.unwrap().extension().is_some_and(|e| e == "so"));
    place.write("pkg/src/lib.rs", "#[unsafe(no_mangle)]\npub extern \"C\" fn rift_entry(n: u32) -> u32 { n / 2 }\n");
    let target = CargoTarget::Lib { entry: None };
    let plain = Source::Cargo { dir: place.path("pkg"), target, arguments: Vec::new() };
    assert!(defines(&place.load(&plain).unwrap(), "rift_entry"), "what the library exports by itself");
    let wrong = Hints { entry: Some("inner::none".to_owned()), ..Hints::default() };
    let error = place.load(&Source::detect(&[place.path("pkg")], &wrong).unwrap()).unwrap_err();
    assert!(matches!(error, IngestError::Build { .. }) && error.to_string().contains("none"), "{error}");
    let error = place.load(&Source::detect(&[place.path("pkg")], &Hints::default()).unwrap()).unwrap_err();
    assert!(error.to_string().contains("no binary"), "{error}");
}

#[test]
fn several_binaries_must_be_told_apart() {
    let main = "fn main() { println!(env!(\"CARGO_BIN_NAME\")); }\n";
    let place = Place::new(&[("pkg/Cargo.toml", MANIFEST), ("pkg/src/bin/one.rs", main), ("pkg/src/bin/two.rs", main)]);
    let source = |bin: Option<&str>| {
        let hints = Hints { program: bin.map(str::to_owned), ..Hints::default() };
        Source::detect(&[place.path("pkg")], &hints).unwrap()
    };
    let error = place.load(&source(None)).unwrap_err();
    assert!(matches!(&error, IngestError::Ambiguous { candidates, .. } if candidates == &["one", "two"]), "{error}");
    assert!(place.load(&source(Some("three"))).unwrap_err().to_string().contains("one, two"));
    let loaded = place.load(&source(Some("two"))).unwrap();
    assert_eq!(output(loaded.native.as_deref().unwrap()), "two\n");
}

#[test]
fn a_package_that_does_not_compile_says_what_rustc_said() {
    let place = Place::new(&[("pkg/Cargo.toml", MANIFEST), ("pkg/src/main.rs", "fn main() { undeclared }\n")]);
    let error = place.load(&Source::detect(&[place.path("pkg")], &Hints::default()).unwrap()).unwrap_err();
    assert!(
        matches!(error, IngestError::Build { .. }) && error.to_string().contains("cannot find value `undeclared`"),
        "{error}"
    );
    place.write("pkg/Cargo.toml", "[package\n");
    let error = place.load(&Source::detect(&[place.path("pkg")], &Hints::default()).unwrap()).unwrap_err();
    assert!(error.to_string().contains("Cargo.toml"), "{error}");
}
