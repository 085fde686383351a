//! What of the host programs see in a sandbox: what they need, wherever it lies, and nothing beside it.

use crate::common::{Programs, quick, run, sandboxes, text, with_arguments};
use rift_confirm::{End, Kind, NativeLimits, Sandbox};
use rift_env::Input;
use std::fs;
use std::path::Path;

fn in_bubblewrap(limits: NativeLimits) -> Option<Sandbox> {
    sandboxes(limits).into_iter().find(|sandbox| sandbox.kind() == Kind::Bubblewrap)
}

/// Found by RUNPATH, by RPATH of the program for a library's own need, beside the program by dlopen(3).
#[test]
fn libraries_are_found_where_the_headers_say() {
    let programs = Programs::new();
    for directory in ["bin", "lib", "inner"] {
        fs::create_dir(programs.path().join(directory)).unwrap();
    }
    let path = |name: &str| programs.path().join(name).to_str().unwrap().to_owned();
    let shared = |name: &str, source: &str, more: &[&str]| {
        programs.build_with(name, source, &[&["-shared", "-fPIC"], more].concat());
    };
    shared("inner/libinner.so", "int inner(void) { return 1; }", &["-Wl,-soname,libinner.so"]);
    let inner = [&path("inner/libinner.so"), "-Wl,-soname,libouter.so.1"];
    shared("lib/libouter.so.1.2", "int inner(void); int outer(void) { return 2 + inner(); }", &inner);
    std::os::unix::fs::symlink("libouter.so.1.2", programs.path().join("lib/libouter.so.1")).unwrap();
    shared("bin/plugin.so", "int plugin(void) { return 4; }", &[]);
    let source = "#include <dlfcn.h>\nint outer(void); int main(int c, char **v) { void *p = dlopen(v[1], RTLD_NOW); \
        int (*f)(void) = p ? dlsym(p, \"plugin\") : 0; return outer() + (f ? f() : 0); }";
    let rpath = format!("-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib:{}", path("inner"));
    let flags = [path("lib/libouter.so.1.2"), rpath, "-Wl,--allow-shlib-undefined".to_owned()];
    let program = programs.build_with("bin/program", source, &flags.each_ref().map(String::as_str));
    fs::write(programs.path().join("lib/secret"), "of the user").unwrap();
    for sandbox in sandboxes(NativeLimits::default()) {
        let seen = run(&sandbox, &program, &[&path("bin/plugin.so")]);
        assert_eq!((seen.end, text(&seen.stderr)), (End::Exit(7), ""));
    }
    let list = "#include <dirent.h>\nint main(int c, char **v) { DIR *d = opendir(v[1]); struct dirent *e; \
        while (d && (e = readdir(d))) if (*e->d_name != '.') puts(e->d_name); }";
    let list = programs.build_with(
        "bin/list",
        list,
        &[&path("lib/libouter.so.1.2"), &flags[1], &flags[2], "-Wl,--no-as-needed"],
    );
    if let Some(sandbox) = in_bubblewrap(quick()) {
        assert_eq!(text(&run(&sandbox, &list, &[&path("lib")]).stdout), "libouter.so.1\n");
    }
}

/// Whoever writes a program writes its headers and what lies beside it: neither shows anything but libraries.
#[test]
fn headers_and_links_that_name_a_secret_do_not_show_it() {
    let programs = Programs::new();
    let secret = programs.path().join("secret");
    let name = format!("-Wl,-soname,{}", secret.display());
    let library = programs.build_with("library", "int f(void) { return 0; }", &["-shared", "-fPIC", &name]);
    let needs =
        programs.build_with("needs", "int f(void); int main(void) { return f(); }", &[library.to_str().unwrap()]);
    fs::remove_file(&library).unwrap();
    fs::write(&secret, "of the user, and long enough to be more than the header of a library would be ".repeat(9))
        .unwrap();
    std::os::unix::fs::symlink(&secret, programs.path().join("plugin.so")).unwrap();
    let source = "int main(int c, char **v) { for (int i = 1; i < c; i++) printf(\"%d\", open(v[i], O_RDONLY) >= 0); }";
    let opens = programs.build("opens", source);
    let Some(sandbox) = in_bubblewrap(quick()) else { return };
    let plugin = programs.path().join("plugin.so");
    let seen = run(&sandbox, &opens, &[secret.to_str().unwrap(), plugin.to_str().unwrap()]);
    assert_eq!(text(&seen.stdout), "00");
    let seen = run(&sandbox, &needs, &[]);
    assert!(text(&seen.stderr).contains("No such file or directory"), "{}", text(&seen.stderr));
}

/// Programs behave as outside where they rest on what every system has.
#[test]
fn locales_character_sets_time_zones_and_the_shell_are_there() {
    let programs = Programs::new();
    let source = "#include <iconv.h>\n#include <locale.h>\n#include <pwd.h>\n#include <pthread.h>\n\
        static void *f(void *x) { return x; }\n\
        int main(void) { char in[] = \"\\xe4\", out[9] = {0}, *i = in, *o = out; size_t n = 1, m = 8; \
        iconv(iconv_open(\"UTF-8\", \"ISO-8859-15\"), &i, &n, &o, &m); \
        setenv(\"TZ\", \"Asia/Tokyo\", 1); time_t t = 0; struct tm *tm = localtime(&t); pthread_t p; \
        printf(\"%s %s %d %d %d \", out, setlocale(LC_ALL, \"C.UTF-8\"), tm->tm_hour, !!getpwuid(getuid()), \
            pthread_create(&p, 0, f, 0)); pthread_join(p, 0); fflush(stdout); return system(\"echo said by sh\"); }";
    let program = programs.build_with("usual", source, &["-pthread"]);
    let outside = std::process::Command::new(&program).env_clear().output().unwrap();
    for sandbox in sandboxes(NativeLimits::default()) {
        let seen = run(&sandbox, &program, &[]);
        assert_eq!((text(&seen.stdout), seen.end), (text(&outside.stdout), End::Exit(0)));
    }
}

/// A sandbox is kept for later runs: it must not keep an old program with it.
#[test]
fn a_program_that_is_built_again_is_run_as_it_is_now() {
    let programs = Programs::new();
    for sandbox in sandboxes(quick()) {
        for status in [3, 4] {
            let built = programs.build("built", &format!("int main(void) {{ return {status}; }}"));
            let program = programs.path().join("program");
            fs::rename(built, &program).unwrap();
            assert_eq!(run(&sandbox, &program, &[]).end, End::Exit(status));
        }
    }
}

/// /tmp/rift is where programs run, and may be where somebody builds them.
#[test]
fn programs_may_lie_where_programs_run() {
    fs::create_dir_all("/tmp/rift").unwrap();
    let place = tempfile::tempdir_in("/tmp/rift").unwrap();
    let program = place.path().join("program");
    fs::copy(Programs::new().build("built", "int main(void) { remove(\"x\"); return 6; }"), &program).unwrap();
    for sandbox in sandboxes(quick()) {
        let input = Input { files: [("x".to_owned(), vec![])].into(), ..with_arguments(&[]) };
        for _ in 0..2 {
            let seen = sandbox.run(&program, &input).unwrap();
            let (written, removed) = (seen.files.written.len(), seen.files.removed.len());
            assert_eq!((seen.end, written, removed, seen.files.new_directories.len()), (End::Exit(6), 0, 1, 0));
        }
    }
    drop(place);
    // Unless somebody else has something there.
    let _ = fs::remove_dir("/tmp/rift");
}

/// Links that a program leaves instead of the input's directories say nothing of the host.
#[test]
fn what_is_behind_links_is_not_looked_at() {
    let programs = Programs::new();
    let source = "int main(int c, char **v) { remove(\"in/etc/file\"); remove(\"in/etc\"); remove(\"in\"); return symlink(\"/\", \"in\"); }";
    let program = programs.build("link", source);
    for sandbox in sandboxes(quick()) {
        let input = Input { files: [("in/etc/file".to_owned(), vec![])].into(), ..with_arguments(&[]) };
        let seen = sandbox.run(&program, &input).unwrap();
        let removed: Vec<&str> = seen.files.removed.iter().map(String::as_str).collect();
        assert_eq!((seen.end, removed), (End::Exit(0), vec!["in", "in/etc", "in/etc/file"]));
        assert_eq!(seen.files.written.get("in").map(Vec::as_slice), Some(&b"/"[..]));
    }
    assert!(Path::new("/etc").is_dir());
}
