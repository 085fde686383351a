//! What programs can and cannot do in a sandbox, with bubblewrap and without.

use crate::common::{Programs, other, quick, run, sandboxes, text, with_arguments};
use rift_confirm::{End, Kind, NativeError, NativeLimits, Sandbox, SandboxConfig, Seen};
use rift_env::Input;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

fn sh(sandbox: &Sandbox, script: &str, input: Input) -> Seen {
    let argv = ["sh", "-c", script].map(|word| word.as_bytes().to_vec()).to_vec();
    sandbox.run(Path::new("/bin/sh"), &Input { argv, ..input }).unwrap()
}

#[test]
fn all_that_can_be_seen_is_seen() {
    let files = [("in/a", "old"), ("b", "gone"), ("c", "same"), ("dir/", "")];
    let input = Input {
        stdin: b"fed\n".to_vec(),
        env: vec![(b"X".to_vec(), b"y z".to_vec())],
        files: files.map(|(name, bytes)| (name.to_owned(), bytes.into())).into(),
        objects: vec![("an o".to_owned(), vec![0, 255])],
        ..Input::default()
    };
    let script = "cat; echo $X; cat $RIFT_OBJECTS >&2; echo new >in/a; rm b; mkdir d; ln -s t link; exit 3";
    for sandbox in sandboxes(NativeLimits::default()) {
        // The second time, nothing of the first is left.
        for _ in 0..2 {
            let seen = sh(&sandbox, script, input.clone());
            assert_eq!(seen.end, End::Exit(3));
            assert_eq!((text(&seen.stdout), text(&seen.stderr)), ("fed\ny z\n", "an%20o 00ff\n"));
            let written = [("in/a".to_owned(), b"new\n".to_vec()), ("link".to_owned(), b"t".to_vec())];
            assert_eq!(seen.files.written, BTreeMap::from(written));
            assert_eq!(seen.files.removed, BTreeSet::from(["b".to_owned()]));
            assert_eq!(seen.files.new_directories, BTreeSet::from(["d".to_owned()]));
        }
    }
}

#[test]
fn variables_and_arguments_are_the_inputs_and_no_others() {
    let programs = Programs::new();
    let source =
        "int main(int c, char **v, char **e) { while (*v) printf(\"[%s]\", *v++); while (*e) printf(\"{%s}\", *e++); }";
    let program = programs.build("show", source);
    for sandbox in sandboxes(quick()) {
        let mut input = with_arguments(&["", "a b"]);
        input.env = [("Z", "1"), ("A", "")].map(|(name, value)| (name.into(), value.into())).to_vec();
        assert_eq!(text(&sandbox.run(&program, &input).unwrap().stdout), "[program][][a b]{Z=1}{A=}");
    }
}

#[test]
fn signals_are_no_exit_statuses() {
    let programs = Programs::new();
    let source = "int main(int c, char **v) { int n = atoi(v[2]); if (*v[1] == 's') raise(n); exit(n); }";
    let program = programs.build("end", source);
    for sandbox in sandboxes(quick()) {
        for signal in [1, 6, 9, 11, 13, 15] {
            assert_eq!(run(&sandbox, &program, &["s", &signal.to_string()]).end, End::Signal(signal));
        }
        for status in [0, 1, 127, 128, 134, 137, 139, 255] {
            assert_eq!(run(&sandbox, &program, &["e", &status.to_string()]).end, End::Exit(status));
        }
    }
}

#[test]
fn what_the_caller_ignores_is_not_ignored_by_programs() {
    // SAFETY: nothing in this process waits for the signal.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
    let programs = Programs::new();
    let program = programs.build("hang up", "int main() { raise(SIGHUP); return 3; }");
    for sandbox in sandboxes(quick()) {
        assert_eq!(run(&sandbox, &program, &[]).end, End::Signal(libc::SIGHUP));
    }
}

#[test]
fn endless_programs_are_stopped() {
    for sandbox in sandboxes(quick()) {
        let end = |script: &str| sh(&sandbox, script, Input::default()).end;
        let start = Instant::now();
        assert_eq!(end("sleep 100 & sleep 100"), other("time limit"));
        assert_eq!(end("while :; do :; done"), other("time limit"));
        assert_eq!(end("trap '' TERM INT HUP; exec >&- 2>&-; sleep 100"), other("time limit"));
        assert_eq!(end("exec yes"), other("output limit"));
        assert_eq!(end("exec yes >&2"), other("output limit"));
        assert_eq!(end("kill -STOP $$"), other("time limit"));
        // Whoever ends is not waited for longer than what it started.
        assert_eq!(end("sleep 100 & exit 4"), End::Exit(4));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}

#[test]
fn memory_is_limited() {
    let programs = Programs::new();
    let program = programs
        .build("eat", "int main(void) { char *p = malloc(1ull << 30); if (!p) return 7; memset(p, 1, 1 << 30); }");
    for sandbox in sandboxes(NativeLimits { memory: Some(256 << 20), ..NativeLimits::default() }) {
        assert_eq!(run(&sandbox, &program, &[]).end, End::Exit(7));
    }
}

#[test]
fn files_are_limited() {
    const SIGXFSZ: i32 = 25;
    let programs = Programs::new();
    let source = "int main(int c, char **v) { char name[9], b[4096] = {0}; \
        for (int i = 0; i < atoi(v[1]); i++) { sprintf(name, \"%d\", i); int f = open(name, O_CREAT | O_WRONLY, 0600); \
        for (int j = 0; j < atoi(v[2]); j++) write(f, b, sizeof b); close(f); } }";
    let program = programs.build("write", source);
    for sandbox in sandboxes(quick()) {
        assert_eq!(run(&sandbox, &program, &["1", "1000"]).end, End::Signal(SIGXFSZ));
        assert_eq!(run(&sandbox, &program, &["20", "200"]).end, other("file limit"));
        let seen = run(&sandbox, &program, &["2", "1"]);
        assert_eq!((seen.end, seen.files.written.len()), (End::Exit(0), 2));
    }
}

#[test]
fn processes_are_limited() {
    use std::os::unix::fs::MetadataExt;
    let programs = Programs::new();
    let source = "int main(void) { for (int i = 0; i < 60; i++) { int p = fork(); if (p < 0) return 9; if (!p) pause(); } usleep(100000); }";
    let program = programs.build("forks", source);
    // The system holds all users but root to it; root's processes are counted.
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let too_many = if is_root { other("process limit") } else { End::Exit(9) };
    for (processes, end) in [(40, too_many), (100, End::Exit(0))] {
        for sandbox in sandboxes(NativeLimits { processes, ..quick() }) {
            match sandbox.kind() {
                Kind::Plain => assert_eq!(run(&sandbox, &program, &[]).end, End::Exit(0), "nobody counts there"),
                Kind::Bubblewrap => assert_eq!(run(&sandbox, &program, &[]).end, end),
            }
        }
    }
}

/// Some processes leave their parent, their group and their session.
#[test]
fn whatever_a_program_starts_ends_with_it() {
    let programs = Programs::new();
    let source = "int main(int c, char **v) { \
        for (int i = 0; i < 30; i++) if (!fork()) { if (i % 2) setsid(); if (i % 3 && fork()) _exit(0); \
            for (;;) { int f = open(v[1], O_WRONLY | O_CREAT | O_APPEND, 0600); write(f, \"x\", 1); close(f); usleep(1000); } } \
        usleep(20000); return 5; }";
    let program = programs.build("bomb", source);
    for sandbox in sandboxes(quick()) {
        let heartbeat = programs.path().join(format!("{:?}", sandbox.kind()));
        assert_eq!(run(&sandbox, &program, &[heartbeat.to_str().unwrap()]).end, End::Exit(5));
        let beats = || fs::metadata(&heartbeat).map(|about| about.len()).ok();
        let then = beats();
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(beats(), then, "a process still runs");
        // Without bubblewrap they did run.
        assert_eq!(then.is_some_and(|beats| beats > 0), sandbox.kind() == Kind::Plain);
    }
}

#[test]
fn nothing_but_its_own_directories_can_be_written() {
    let programs = Programs::new();
    let target = programs.path().join("target");
    fs::write(&target, "mine").unwrap();
    let source = "int main(int c, char **v) { for (int i = 1; i < c; i++) { int f = open(v[i], O_WRONLY | O_CREAT | O_TRUNC, 0600); \
        printf(\"%d\", f >= 0); } }";
    let program = programs.build("write", source);
    let home = std::env::var("HOME").unwrap_or("/".to_owned());
    let elsewhere = ["/rift-test", "/etc/rift-test", "/dev/rift-test", "/run/rift-test", "/var/tmp/rift-test"];
    let elsewhere = elsewhere.map(str::to_owned).into_iter().chain([format!("{home}/rift-test")]);
    let elsewhere: Vec<String> = elsewhere.chain([target.to_str().unwrap().to_owned()]).collect();
    let own = ["here", "/tmp/rift-test-own", "/dev/shm/rift-test-own"];
    for sandbox in sandboxes(quick()).iter().filter(|sandbox| sandbox.kind() == Kind::Bubblewrap) {
        let elsewhere: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
        assert_eq!(text(&run(sandbox, &program, &elsewhere).stdout), "0".repeat(elsewhere.len()));
        assert_eq!(text(&run(sandbox, &program, &own).stdout), "111");
        assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
        assert!(own[1..].iter().chain(&elsewhere[..6]).all(|path| !Path::new(path).exists()));
        let script = "ls -a /tmp /dev/shm | grep own; mount -o remount,rw / 2>/dev/null && echo remounted; pwd";
        let seen =
            sh(sandbox, script, Input { env: vec![(b"PATH".to_vec(), b"/bin:/usr/bin".to_vec())], ..Input::default() });
        assert_eq!(text(&seen.stdout), "/tmp/rift\n", "something was left of another run, or rights were");
    }
}

#[test]
fn there_is_no_network() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let programs = Programs::new();
    let source = "#include <arpa/inet.h>\n#include <sys/socket.h>\nint main(int c, char **v) { int s = socket(AF_INET, SOCK_STREAM, 0); \
        struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(atoi(v[1])), .sin_addr.s_addr = inet_addr(\"127.0.0.1\")}; \
        return connect(s, (void *)&a, sizeof a) ? 1 : 0; }";
    let program = programs.build("connect", source);
    let outside = std::process::Command::new(&program).arg(&port).status().unwrap();
    assert_eq!(outside.code(), Some(0), "the program does connect where nobody forbids it");
    for sandbox in sandboxes(quick()) {
        assert_eq!(run(&sandbox, &program, &[&port]).end, End::Exit(1));
    }
}

#[test]
fn a_program_cannot_end_its_sandbox_or_is_seen_to_do_so() {
    let programs = Programs::new();
    let program = programs.build("parricide", "int main(void) { kill(getppid(), SIGKILL); return 4; }");
    for sandbox in sandboxes(quick()) {
        let end = match sandbox.kind() {
            Kind::Bubblewrap => End::Exit(4),
            Kind::Plain => other("it ended its sandbox"),
        };
        assert_eq!(run(&sandbox, &program, &[]).end, end);
        assert_eq!(sh(&sandbox, "exit 3", Input::default()).end, End::Exit(3));
    }
}

#[test]
fn input_that_nobody_reads_does_not_block() {
    for sandbox in sandboxes(NativeLimits::default()) {
        let input = || Input { stdin: vec![b'x'; 1 << 20], ..Input::default() };
        assert_eq!(sh(&sandbox, "exit 5", input()).end, End::Exit(5));
        assert_eq!(text(&sh(&sandbox, "wc -c", input()).stdout).trim(), "1048576");
    }
}

#[test]
fn directories_without_rights_are_cleaned_up() {
    for sandbox in sandboxes(quick()) {
        let script = "mkdir -p a/b; echo 1 >a/b/c; chmod 000 a/b/c a/b a .; exit 2";
        let seen = sh(&sandbox, script, Input::default());
        assert_eq!((seen.end, seen.files.written.get("a/b/c").map(Vec::as_slice)), (End::Exit(2), Some(&b"1\n"[..])));
        let seen = sh(&sandbox, "ls -a | wc -l; echo x >y", Input::default());
        assert_eq!((text(&seen.stdout).trim(), seen.files.written.len()), ("2", 1));
    }
}

#[test]
fn files_elsewhere_are_given_with_bubblewrap_only() {
    let names = ["/etc/passwd", "/etc/rift-new/deep", "/rift-root", "/tmp/rift-tmp", "/usr/share/rift-new"];
    let files = names.map(|name| (name.to_owned(), format!("at {name}\n").into_bytes()));
    let input = Input { files: files.into(), ..Input::default() };
    for sandbox in sandboxes(NativeLimits::default()) {
        let argv = ["cat"].iter().chain(&names).map(|word| word.as_bytes().to_vec()).collect();
        let seen = sandbox.run(Path::new("/bin/cat"), &Input { argv, ..input.clone() });
        match sandbox.kind() {
            Kind::Bubblewrap => {
                let seen = seen.unwrap();
                let expected: String = names.iter().map(|name| format!("at {name}\n")).collect();
                assert_eq!((text(&seen.stdout), text(&seen.stderr)), (expected.as_str(), ""));
                assert_eq!(sh(&sandbox, "test -e /etc/group -a ! -e /rift-root", Input::default()).end, End::Exit(0));
            }
            Kind::Plain => assert!(matches!(seen, Err(NativeError::AbsoluteFile(_)))),
        }
    }
    assert!(!Path::new("/rift-root").exists() && !Path::new("/etc/rift-new").exists());
}

#[test]
fn inputs_and_programs_that_cannot_be_are_errors() {
    let programs = Programs::new();
    let sandboxes = sandboxes(quick());
    let sandbox = sandboxes.last().unwrap();
    let file = |name: &str| Input { files: [(name.to_owned(), vec![])].into(), ..with_arguments(&[]) };
    for name in ["../x", "a/../../x", "", "a//b", "./a", "/"] {
        assert!(matches!(sandbox.run(Path::new("/bin/sh"), &file(name)), Err(NativeError::FileName(_))), "{name}");
    }
    let nul = with_arguments(&["a\0b"]);
    assert!(matches!(sandbox.run(Path::new("/bin/sh"), &nul), Err(NativeError::Nul(_))));
    let text = programs.path().join("text");
    fs::write(&text, "no program").unwrap();
    for program in [text, programs.path().join("missing")] {
        let error = sandbox.run(&program, &with_arguments(&[])).unwrap_err().to_string();
        assert!(error.contains(program.to_str().unwrap()), "{error}");
    }
}

/// Sandboxes end with the threads that made them; runs in other threads must not notice.
#[test]
fn a_sandbox_can_be_shared_by_threads_that_end() {
    for sandbox in sandboxes(NativeLimits::default()) {
        for _ in 0..5 {
            std::thread::scope(|scope| {
                for number in 0..4 {
                    let sandbox = &sandbox;
                    scope.spawn(move || {
                        for _ in 0..=number * 3 {
                            assert_eq!(sh(sandbox, &format!("exit {number}"), Input::default()).end, End::Exit(number));
                        }
                    });
                }
            });
        }
    }
}

#[test]
fn addresses_are_the_same_in_every_run() {
    let programs = Programs::new();
    let program = programs.build("address", "int main(void) { int x; printf(\"%p %p %p\", &x, malloc(1), main); }");
    for sandbox in sandboxes(quick()) {
        let first = run(&sandbox, &program, &[]);
        assert!((0..5).all(|_| run(&sandbox, &program, &[]) == first));
    }
}

#[test]
fn the_default_is_what_works() {
    let sandbox = Sandbox::new(SandboxConfig::default()).unwrap();
    let works = sandboxes(quick()).len() == 2;
    assert_eq!(sandbox.kind() == Kind::Bubblewrap, works);
    assert_eq!(sandbox.why_plain().is_none(), works);
}
