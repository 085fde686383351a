//! What builds can reach: makefiles, build scripts, procedural macros and compilers that try to read a home, the
//! environment, the network, and to write into the sources and into other builds. The programs that they build say what
//! they came by.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

const RIFT: &str = env!("CARGO_BIN_EXE_rift");

/// A home with a secret, a project, a cache with the build of somebody else, and a server.
struct Place {
    dir: TempDir,
    server: TcpListener,
}

impl Place {
    fn new() -> Place {
        let place = Place { dir: tempfile::tempdir().unwrap(), server: TcpListener::bind("127.0.0.1:0").unwrap() };
        place.write("home/secret", "\"hush\"\n");
        place.write("cache/native/other/name", "program");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file, with the places of the secret and so on in it.
    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = text
            .replace("SECRET_FILE", &self.path("home/secret").display().to_string())
            .replace("SOURCES", &self.path("project").display().to_string())
            .replace("OTHER_BUILD", &self.path("cache/native/other").display().to_string())
            .replace("PORT", &self.server.local_addr().unwrap().port().to_string());
        fs::write(path, text).unwrap();
    }

    fn rift(&self, arguments: &[&str]) -> Command {
        let real_home = PathBuf::from(std::env::var_os("HOME").unwrap());
        let mut command = Command::new(RIFT);
        command.args(arguments).current_dir(self.path("project")).env("HOME", self.path("home"));
        for (name, directory) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            if std::env::var_os(name).is_none() {
                command.env(name, real_home.join(directory));
            }
        }
        // Of the cargo that runs this test.
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        command.env("CI_SECRET", "hush").env("RIFT_CACHE", self.path("cache"));
        command
    }

    /// What the program says that its build came by.
    fn reached(&self, arguments: &[&str]) -> String {
        let output = self.rift(&[&["run", "."], arguments].concat()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", words(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, arguments: &[&str]) -> String {
        let output = self.rift(&[&["run"], arguments].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", words(&output));
        words(&output)
    }

    fn leftovers(&self) -> Vec<&'static str> {
        let found =
            ["project/left", "cache/native/other/left", "home/left"].into_iter().filter(|n| self.path(n).exists());
        found.collect()
    }
}

fn has_rustup() -> bool {
    Command::new("rustup").arg("--version").output().is_ok_and(|output| output.status.success())
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

/// With every set of options: what is reached, the same for all kinds of builds.
fn check_all(place: &Place) {
    assert_eq!(place.reached(&[]), "nothing\n");
    assert_eq!(place.reached(&["--build-sandbox=require"]), "nothing\n");
    assert_eq!(place.reached(&["--build-home"]), "file variable\n");
    assert_eq!(place.reached(&["--build-network"]), "network\n");
    assert_eq!(place.leftovers(), [""; 0]);
    assert_eq!(place.reached(&["--build-sandbox=off"]), "file variable network sources build\n");
    assert_eq!(place.leftovers(), ["project/left", "cache/native/other/left"]);
}

#[test]
fn a_makefile_reaches_what_the_options_open() {
    let place = Place::new();
    let probe = r##"#!/bin/bash
found=
cat SECRET_FILE > copy 2> /dev/null && found="$found file"
test -n "$CI_SECRET" && found="$found variable"
(exec 3<> /dev/tcp/127.0.0.1/PORT) 2> /dev/null && found="$found network"
touch SOURCES/left 2> /dev/null && found="$found sources"
touch OTHER_BUILD/left 2> /dev/null && found="$found build"
echo "#define FOUND \"${found:- nothing}\"" > found.h
"##;
    place.write("project/probe", probe);
    place.write("project/main.c", "#include <stdio.h>\n#include \"found.h\"\nint main(void) { puts(&FOUND[1]); }\n");
    place.write("project/Makefile", "main: main.c\n\tbash ./probe\n\t$(CC) -o main main.c\n");
    check_all(&place);
}

/// Rust code that finds out what it can reach, as an expression.
const PROBE: &str = r#"{
    let mut found: Vec<&str> = Vec::new();
    if std::fs::read("SECRET_FILE").is_ok() { found.push("file"); }
    if std::env::var_os("CI_SECRET").is_some() { found.push("variable"); }
    if std::net::TcpStream::connect("127.0.0.1:PORT").is_ok() { found.push("network"); }
    if std::fs::write("SOURCES/left", "x").is_ok() { found.push("sources"); }
    if std::fs::write("OTHER_BUILD/left", "x").is_ok() { found.push("build"); }
    if found.is_empty() { "nothing".to_owned() } else { found.join(" ") }
}"#;

#[test]
fn build_scripts_and_procedural_macros_reach_what_the_options_open() {
    let place = Place::new();
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}")
    };
    place.write("project/Cargo.toml", &package("main", "[dependencies]\nprobe = { path = \"probe\" }\n"));
    place.write("project/build.rs", &format!("fn main() {{ println!(\"cargo:rustc-env=FOUND={{}}\", {PROBE}); }}\n"));
    place.write(
        "project/src/main.rs",
        "fn main() { assert_eq!(env!(\"FOUND\"), probe::found!()); println!(\"{}\", env!(\"FOUND\")); }\n",
    );
    place.write("project/probe/Cargo.toml", &package("probe", "[lib]\nproc-macro = true\n"));
    place.write(
        "project/probe/src/lib.rs",
        &format!(
            "#[proc_macro]\npub fn found(_: proc_macro::TokenStream) -> proc_macro::TokenStream {{\n    \
             let found: String = {PROBE};\n    format!(\"{{found:?}}\").parse().unwrap()\n}}\n"
        ),
    );
    check_all(&place);
    assert!(!place.path("project/Cargo.lock").exists(), "nothing is left in the sources");
}

#[test]
fn sources_cannot_include_the_home_or_the_history() {
    let place = Place::new();
    let program = |inner: &str| format!("#include <stdio.h>\nint main(void) {{ puts(\n{inner}\n); }}\n");
    place.write("project/.git/config", "\"credentials\"\n");
    place.write("project/sub/include.c", &program("#include \"SECRET_FILE\""));
    place.write("project/sub/history.c", &program("#include \"../.git/config\""));
    place.write(
        "project/sub/assembly.c",
        "#include <stdio.h>\nextern char s[];\n__asm__(\".data\\ns: .incbin \\\"SECRET_FILE\\\"\\n.byte 0\\n\");\n\
         int main(void) { puts(s); }\n",
    );
    place.write("project/above.h", "\"above\"\n");
    place.write("project/sub/above.c", &program("#include \"../above.h\""));
    for file in ["sub/include.c", "sub/history.c"] {
        let said = place.fails(&[file]);
        assert!(said.contains("--build-home") && !said.contains("hush") && !said.contains("credentials"), "{said}");
        let output = place.rift(&["run", "--build-home", file]).output().unwrap();
        assert!(output.status.success(), "{}", words(&output));
    }
    let said = words(&place.rift(&["run", "sub/assembly.c"]).output().unwrap());
    assert!(!said.contains("hush"), "{said}");
    let output = place.rift(&["run", "sub/above.c"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "above\n", "{}", words(&output));
}

#[test]
fn a_failed_build_says_which_option_helps() {
    let place = Place::new();
    place.write("project/main.c", "int main(void) { return 0; }\n");
    let make =
        |line: &str| place.write("project/Makefile", &format!("main: main.c\n\t{line}\n\t$(CC) -o main main.c\n"));
    for (line, option) in [
        ("bash -c ': < /dev/tcp/127.0.0.1/PORT'", "--build-network"),
        ("cp SECRET_FILE copy", "--build-home"),
        ("bash -uc 'echo $$CI_SECRET'", "--build-home"),
        ("touch /usr/left", "--build-sandbox=off"),
    ] {
        make(line);
        let said = place.fails(&["."]);
        assert!(said.contains(option), "{line}: {said}");
        if option != "--build-sandbox=off" {
            assert!(place.rift(&["run", ".", option]).output().unwrap().status.success(), "{line}");
        }
    }
}

#[test]
fn a_toolchain_of_the_package_is_confined_from_the_first_question_on() {
    let place = Place::new();
    let tool = format!("#!/bin/sh\ntouch {} SOURCES/left\nexit 1\n", place.path("home/left").display());
    for name in ["cargo", "rustc"] {
        place.write(&format!("project/evil/bin/{name}"), &tool);
        fs::set_permissions(place.path("project/evil/bin").join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    place.write("project/rust-toolchain.toml", "[toolchain]\npath = \"SOURCES/evil\"\n");
    place.write("project/Cargo.toml", "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    place.write("project/src/main.rs", "fn main() {}\n");
    place.write("project/src/lib.rs", "pub fn f() {}\n");
    for arguments in [["run", "."], ["run", "src/main.rs"], ["cargo", "list"]] {
        let output = place.rift(&arguments).output().unwrap();
        // Without rustup the file means nothing.
        assert_eq!(output.status.success(), !has_rustup(), "{arguments:?}: {}", words(&output));
    }
    assert_eq!(place.leftovers(), [""; 0]);
}

#[test]
fn without_bubblewrap_there_is_a_warning_or_an_error() {
    let place = Place::new();
    place.write("project/main.c", "int main(void) { return 0; }\n");
    fs::create_dir(place.path("bin")).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let clang = std::env::split_paths(&path).map(|dir| dir.join("clang-22")).find(|path| path.exists()).unwrap();
    symlink(clang, place.path("bin/clang-22")).unwrap();
    let run = |option: &str| place.rift(&["run", option, "main.c"]).env("PATH", place.path("bin")).output().unwrap();
    let refused = run("--build-sandbox=require");
    assert_eq!(refused.status.code(), Some(2));
    assert!(words(&refused).contains("bubblewrap is not installed"), "{}", words(&refused));
    let warned = run("--build-sandbox=auto");
    assert!(
        warned.status.success() && words(&warned).contains("WARNING: builds are not confined"),
        "{}",
        words(&warned)
    );
    let silent = run("--build-sandbox=off");
    assert!(silent.status.success() && words(&silent).is_empty(), "{}", words(&silent));
}

/// A lock that does not fit is brought up to date beside the sources, not in them.
#[test]
fn the_lock_of_a_package_is_left_alone() {
    let place = Place::new();
    let manifest = |version: &str| format!("[package]\nname = \"p\"\nversion = \"{version}\"\nedition = \"2021\"\n");
    let lock = "version = 4\n\n[[package]]\nname = \"p\"\nversion = \"0.1.0\"\n";
    place.write("project/Cargo.toml", &manifest("0.2.0"));
    place.write("project/Cargo.lock", lock);
    place.write("project/src/main.rs", "fn main() { println!(env!(\"CARGO_PKG_VERSION\")); }\n");
    assert_eq!(place.reached(&[]), "0.2.0\n");
    assert_eq!(fs::read_to_string(place.path("project/Cargo.lock")).unwrap(), lock);
}

/// What a package depends on is fetched although its build has no network, and cannot be changed by the build.
#[test]
fn crates_are_fetched_before_the_build() {
    let place = Place::new();
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}")
    };
    place.write("project/dep/Cargo.toml", &package("dep", ""));
    place.write("project/dep/src/lib.rs", "pub const ANSWER: &str = \"fetched\";\n");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"]);
        let output = git.args(arguments).current_dir(place.path("project/dep")).output().unwrap();
        assert!(output.status.success(), "{}", words(&output));
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "one"]);
    let dependency = "[dependencies]\ndep = { git = \"file://SOURCES/dep\" }\n[workspace]\n";
    place.write("project/Cargo.toml", &package("main", dependency));
    let home = place.path("cargo");
    let script = format!(
        "fn main() {{ for name in [\"git\", \"registry\"] {{\n    let path = std::path::Path::new({home:?}).join(name);\n    \
         assert!(std::fs::write(path.join(\"left\"), \"\").is_err());\n}} }}\n"
    );
    place.write("project/build.rs", &script);
    place.write("project/src/main.rs", "fn main() { println!(\"{}\", dep::ANSWER); }\n");
    place.write("cargo/credentials.toml", "[registry]\ntoken = \"hush\"\n");
    let output = place.rift(&["run", "."]).env("CARGO_HOME", &home).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "fetched\n", "{}", words(&output));
    assert!(home.join("git/db").is_dir() && !home.join("git/left").exists());
}
