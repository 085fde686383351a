//! Which differences are confirmed: pairs of small C programs.

use crate::common::{Programs, quick, sandboxes, text, with_arguments};
use rift_confirm::{
    Budget, Build, Check, ConfirmOptions, Confirmed, Confirmer, DifferenceKind, End, Ends, Limit, NativeLimits,
    STACK_FILLS,
};
use rift_env::Input;
use rift_ir::{Pair, Version};

fn plain(programs: &Programs, old: &str, new: &str) -> Pair<Build> {
    let build = |name, source| Build { program: programs.build(name, source), sanitized: vec![] };
    Pair { old: build("old", old), new: build("new", new) }
}

fn confirmers(builds: &Pair<Build>, limits: NativeLimits, options: &ConfirmOptions) -> Vec<Confirmer> {
    let confirmer = |sandbox| Confirmer::new(builds.clone(), sandbox, options.clone());
    sandboxes(limits).into_iter().map(confirmer).collect()
}

/// Checks two programs without options, and what all kinds of sandboxes agree on.
fn check(old: &str, new: &str, input: &Input) -> Check {
    let programs = Programs::new();
    let builds = plain(&programs, old, new);
    let results = confirmers(&builds, quick(), &ConfirmOptions::default());
    let mut results = results.into_iter().map(|confirmer| confirmer.check(input).unwrap());
    let first = results.next().unwrap();
    assert!(results.all(|result| same_verdict(&first, &result)));
    first
}

fn same_verdict(one: &Check, other: &Check) -> bool {
    match (one, other) {
        (Check::Different(a), Check::Different(b)) => a.signature() == b.signature(),
        (Check::Same(a), Check::Same(b)) => a.new.end == b.new.end,
        (Check::Unstable { .. }, Check::Unstable { .. }) => true,
        _ => false,
    }
}

fn different(check: Check) -> Confirmed {
    match check {
        Check::Different(confirmed) => *confirmed,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_differs_is_named() {
    let none = with_arguments(&[]);
    let found = different(check("int main() { puts(\"a\"); }", "int main() { puts(\"b\"); }", &none));
    assert_eq!((text(&found.seen().old.stdout), text(&found.seen().new.stdout)), ("a\n", "b\n"));
    let signature = found.signature();
    assert_eq!((signature.stdout, signature.stderr, signature.files), (true, false, false));
    assert_eq!((&signature.ends, found.kind()), (&Ends::Same("success".to_owned()), DifferenceKind::Behaviour));

    let found = different(check("int main() { return 3; }", "int main() { abort(); }", &none));
    let ends = Ends::Different { old: "exit 3".to_owned(), new: "signal 6".to_owned() };
    assert_eq!((&found.signature().ends, found.signature().stdout), (&ends, false));

    let write = |what: &str| format!("int main() {{ fputs(\"{what}\", fopen(\"out\", \"w\")); remove(\"in\"); }}");
    let input = Input { files: [("in".to_owned(), vec![])].into(), ..none.clone() };
    assert!(different(check(&write("a"), &write("b"), &input)).signature().files);
    assert!(different(check(&write("a"), "int main() { }", &input)).signature().files);
    assert!(
        matches!(check(&write("a"), &write("a"), &input), Check::Same(seen) if seen.new.files.removed.contains("in"))
    );

    let found = different(check("int main() { }", "int main() { puts(\"x\"); for (;;); }", &none));
    assert_eq!(found.seen().new.end, End::Other("time limit".to_owned()));
    // How much of it was seen does not matter, but what it is.
    let flood = |text: &str| format!("int main() {{ puts(\"{text}\"); for (;;) puts(\"x\"); }}");
    assert!(different(check(&flood("a"), &flood("b"), &none)).signature().stdout);
    assert!(matches!(check(&flood("a"), &flood("a"), &none), Check::Same(_)));
}

#[test]
fn what_is_different_each_time_is_no_difference() {
    let nanoseconds =
        "int main() { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); printf(\"%ld\", t.tv_nsec); }";
    let random = "int main() { int x; int f = open(\"/dev/urandom\", 0); read(f, &x, 4); printf(\"%d\", x); }";
    for source in [nanoseconds, random] {
        let result = check(source, source, &with_arguments(&[]));
        assert!(matches!(result, Check::Unstable { which: Version::Old, .. }), "{source}: {result:?}");
        let result = check("int main() { }", source, &with_arguments(&[]));
        assert!(matches!(result, Check::Unstable { which: Version::New, .. }), "{source}: {result:?}");
    }
    // Each version has a sandbox of its own, where numbers of processes may happen to be the same.
    let programs = Programs::new();
    let process = "int main() { printf(\"%d\", getpid()); }";
    let builds = plain(&programs, process, &process.replace("printf", "if (!fork()) _exit(0); printf"));
    for confirmer in confirmers(&builds, quick(), &ConfirmOptions::default()) {
        let results: Vec<Check> = (0..4).map(|_| confirmer.check(&with_arguments(&[])).unwrap()).collect();
        assert!(!results.iter().any(|result| matches!(result, Check::Different(_))), "{results:?}");
    }
    // The machine gives no random addresses, and neither do sandboxes.
    let address = "int main() { int x; printf(\"%p\", &x); }";
    assert!(matches!(check(address, address, &with_arguments(&[])), Check::Same(_)));
}

#[test]
fn names_and_numbers_that_builds_have_are_not_behaviour() {
    let source = "int main(int c, char **v) { char p[999] = {0}; readlink(\"/proc/self/exe\", p, 998); \
        fprintf(stderr, \"%s\\nthread 'main' (%d) panicked at a.rs:1:2:\\n\", p, getpid()); }";
    assert!(matches!(check(source, source, &with_arguments(&[])), Check::Same(_)));

    let programs = Programs::new();
    let panic = |line: u32| {
        format!("int main() {{ fputs(\"thread 'main' panicked at src/a.rs:{line}:5:\\nno\\n\", stderr); }}")
    };
    let builds = plain(&programs, &panic(1), &panic(22));
    for (normalise, is_same) in [(false, false), (true, true)] {
        let options = ConfirmOptions { normalise, ..ConfirmOptions::default() };
        for confirmer in confirmers(&builds, quick(), &options) {
            let result = confirmer.check(&with_arguments(&[])).unwrap();
            assert_eq!(matches!(result, Check::Same(_)), is_same, "{result:?}");
            assert_eq!(matches!(result, Check::Different(_)), !is_same);
        }
    }
}

fn sanitized(programs: &Programs, old: &str, new: &str, sanitizers: &str) -> Pair<Build> {
    let build = |name: &str, source| {
        let program = programs.build(name, source);
        let flag = format!("-fsanitize={sanitizers}");
        let recover = format!("-fsanitize-recover={sanitizers}");
        let sanitized = programs.build_with(&format!("{name}-sanitized"), source, &[&flag, &recover]);
        Build { program, sanitized: vec![sanitized] }
    };
    Pair { old: build("old", old), new: build("new", new) }
}

#[test]
fn errors_that_only_sanitizers_see_are_differences() {
    let heap =
        |size: u32| format!("int main(int c, char **v) {{\n char *p = malloc({size});\n return p[c + 2] & 0;\n}}");
    let stack = |size: u32| format!("int main(int c, char **v) {{\n int a[{size}];\n a[c + 2] = c;\n return 0;\n}}");
    let overflow =
        |add: u32| format!("int main(int c, char **v) {{\n int x = 0x7fffffff - c;\n x += {add};\n return 0;\n}}");
    let cases = [
        (heap(3), heap(4), "address", "heap-buffer-overflow"),
        (stack(3), stack(4), "address", "stack-buffer-overflow"),
        (overflow(2), overflow(1), "undefined", "signed integer overflow"),
    ];
    for (bad, good, sanitizers, kind) in cases {
        let programs = Programs::new();
        let builds = sanitized(&programs, &bad, &good, sanitizers);
        for confirmer in confirmers(&builds, NativeLimits::default(), &ConfirmOptions::default()) {
            let input = with_arguments(&[]);
            assert!(matches!(confirmer.check(&input).unwrap(), Check::Same(_)), "{kind}");
            let found = different(confirmer.check_with_sanitizers(&input).unwrap());
            assert_eq!(found.kind(), DifferenceKind::Sanitizer);
            // The sanitized build of the one ends with a status of its own.
            let ends = found.seen().as_ref().map(|seen| (seen.end.clone(), seen.stderr.is_empty()));
            assert_eq!(ends, Pair { old: (End::Exit(0), true), new: (End::Exit(0), true) });
            let reports = &found.sanitizers().unwrap().difference.reports;
            let report = reports.old.as_ref().unwrap();
            assert_eq!((report.kind.as_str(), &reports.new), (kind, &None));
            // The headers that every program begins with have 12 lines.
            let place = report.place.as_deref().unwrap();
            assert!(place.contains("old-sanitized.c:15:") || place.contains("old.c:15:"), "{place}");
        }
    }
}

#[test]
fn contents_of_memory_that_nobody_initialised_are_noticed_and_nothing_else_is() {
    let stack = "int main(void) { int a[4]; printf(\"%d\\n\", a[2]); }";
    let heap = "int main(void) { int *a = malloc(400); printf(\"%d\\n\", a[50]); }";
    let environment = "extern char **environ; int main(void) { for (char **e = environ; *e; e++) puts(*e); }";
    let clean = "int main(void) { int a[4] = {0}; int *b = calloc(1, 400); printf(\"%d\\n\", a[2] + b[50]); }";
    for (source, depends) in [(stack, true), (heap, true), (environment, false), (clean, false)] {
        let programs = Programs::new();
        let build = |name: &str, flag: &str| programs.build_with(name, source, &[flag]);
        let [zero, pattern] = [build("zero", STACK_FILLS[0]), build("pattern", STACK_FILLS[1])];
        let plain = Build { program: zero.clone(), sanitized: vec![] };
        let builds = Pair { old: plain.clone(), new: plain };
        for confirmer in confirmers(&builds, NativeLimits::default(), &ConfirmOptions::default()) {
            let found = confirmer.depends_on_memory([&zero, &pattern], &with_arguments(&[]));
            assert_eq!(found.unwrap(), depends, "{source}");
        }
    }
}

#[test]
fn equal_errors_are_no_difference() {
    let programs = Programs::new();
    let source = "int main(int c, char **v) { char *p = malloc(3); return p[c + 2] & 0; }";
    let builds = sanitized(&programs, source, source, "address");
    let confirmer = confirmers(&builds, NativeLimits::default(), &ConfirmOptions::default()).remove(0);
    assert!(matches!(confirmer.check_with_sanitizers(&with_arguments(&[])).unwrap(), Check::Same(_)));
}

/// Differs where an argument has more than 41 as a number and standard input has an `x` after it.
#[test]
fn a_found_difference_is_minimised() {
    let source = |text: &str| {
        format!(
            "int main(int c, char **v) {{ char b[99] = {{0}}; read(0, b, 98); \
             for (int i = 1; i < c; i++) if (atoi(v[i]) > 41 && strchr(b, 'x')) puts(\"{text}\"); return 0; }}"
        )
    };
    let programs = Programs::new();
    let builds = plain(&programs, &source("one"), &source("two"));
    let mut input = with_arguments(&["-v", "some", "977", "--"]);
    input.stdin = b"a long story with an x in it\n".to_vec();
    input.env = vec![(b"LANG".to_vec(), b"C".to_vec())];
    input.files = [("unused".to_owned(), b"text".to_vec())].into();
    for confirmer in confirmers(&builds, quick(), &ConfirmOptions::default()) {
        let found = different(confirmer.check(&input).unwrap());
        let smaller = confirmer.minimise(&found, &Budget::default());
        assert_eq!(smaller.signature(), found.signature());
        let expected = Input { stdin: b"x".to_vec(), ..with_arguments(&["42"]) };
        assert_eq!(*smaller.input(), expected);
        assert_eq!(text(&smaller.seen().new.stdout), "two\n");
    }
}

#[test]
fn another_difference_is_not_taken_for_the_same() {
    // With an argument standard output differs; without one the exit status does.
    let source = |n: u32| format!("int main(int c, char **v) {{ if (c < 2) return {n}; puts(\"{n}\"); return 0; }}");
    let programs = Programs::new();
    let builds = plain(&programs, &source(1), &source(2));
    for confirmer in confirmers(&builds, quick(), &ConfirmOptions::default()) {
        let found = different(confirmer.check(&with_arguments(&["long", "b"])).unwrap());
        let smaller = confirmer.minimise(&found, &Budget::default());
        assert_eq!(*smaller.input(), with_arguments(&[""]));
    }
}

/// A build for each sanitizer.
fn all_sanitized(programs: &Programs, old: &str, new: &str) -> Pair<Build> {
    let build = |name: &str, source| {
        let sanitized = ["address", "undefined"].map(|sanitizer| {
            let flags = [format!("-fsanitize={sanitizer}"), format!("-fsanitize-recover={sanitizer}")];
            programs.build_with(&format!("{name}-{sanitizer}"), source, &[&flags[0], &flags[1]])
        });
        Build { program: programs.build(name, source), sanitized: sanitized.to_vec() }
    };
    Pair { old: build("old", old), new: build("new", new) }
}

#[test]
fn an_error_of_both_versions_does_not_hide_another() {
    // Null to qsort is undefined and harmless. The heap is read beyond its end in the old version, in a second function
    // of two, or in none.
    let source = |sizes: [u32; 2]| {
        format!(
            "static int by(const void *a, const void *b) {{ return 0; }}\n\
             static int first(int c) {{ char *p = malloc({}); return p[c + 2] & 0; }}\n\
             static int second(int c) {{ char *p = malloc({}); return p[c + 2] & 0; }}\n\
             int main(int c, char **v) {{ void *volatile none = NULL; qsort(none, 0, 1, by); \
             return first(c) + second(c); }}",
            sizes[0], sizes[1]
        )
    };
    for (old, new, counts) in [([4, 3], [4, 4], Some((1, 0))), ([3, 3], [3, 4], Some((2, 1))), ([3, 4], [3, 4], None)] {
        let programs = Programs::new();
        let builds = all_sanitized(&programs, &source(old), &source(new));
        for confirmer in confirmers(&builds, NativeLimits::default(), &ConfirmOptions::default()) {
            let check = confirmer.check_with_sanitizers(&with_arguments(&[])).unwrap();
            let Some((old, new)) = counts else {
                assert!(matches!(check, Check::Same(_)), "{check:?}");
                continue;
            };
            let found = different(check);
            let by = found.sanitizers().unwrap();
            assert_eq!(
                (by.difference.kind.as_str(), by.difference.counts),
                ("heap-buffer-overflow", Pair { old, new })
            );
            assert!(by.builds.old.ends_with("old-address"), "{:?}", by.builds);
            let function = by.difference.reports.old.as_ref().unwrap().function.as_deref();
            assert_eq!(function, Some("second"));
        }
    }
}

#[test]
fn a_difference_that_a_limit_of_ours_makes_is_none() {
    // As much memory as the argument says, in MiB, times a factor; what happens if there is none differs from what
    // happens if there is, and is the same in both versions.
    let allocates = |factor: u32| {
        format!(
            "int main(int c, char **v) {{ volatile char *p = malloc({factor}ul * atoi(v[1]) << 20); \
             if (!p) {{ puts(\"memory exhausted\"); return 1; }} p[0] = 1; puts(\"done\"); return 0; }}"
        )
    };
    let slow = |milliseconds: u32| {
        format!(
            "int main() {{ struct timespec t = {{0, {milliseconds}000000}}; nanosleep(&t, 0); puts(\"done\"); return 0; }}"
        )
    };
    let writes = |bytes: u32| {
        format!(
            "int main() {{ signal(SIGXFSZ, SIG_IGN); int f = open(\"out\", O_CREAT | O_RDWR, 0600); \
             int bad = ftruncate(f, {bytes}) != 0; unlink(\"out\"); puts(bad ? \"cannot write\" : \"done\"); return bad; }}"
        )
    };
    let prints =
        |bytes: u32| format!("int main() {{ for (int i = 0; i < {bytes}; i++) fputc('x', stdout); return 0; }}");
    let limits = NativeLimits { memory: Some(1 << 30), ..quick() };
    let cases = [
        (allocates(1), allocates(4), Limit::Memory),
        (slow(10), slow(900), Limit::Time),
        (writes(1000), writes(3 << 20), Limit::FileSize),
    ];
    for (old, new, expected) in cases {
        let programs = Programs::new();
        let builds = plain(&programs, &old, &new);
        for confirmer in confirmers(&builds, limits, &ConfirmOptions::default()) {
            let result = confirmer.check(&with_arguments(&["600"])).unwrap();
            assert_eq!(result, Check::Limited { which: Version::New, limit: expected });
        }
    }
    // What stays a difference is what is seen without the limit.
    let programs = Programs::new();
    let builds = plain(&programs, &prints(90_000), &prints(200_000));
    for confirmer in confirmers(&builds, limits, &ConfirmOptions::default()) {
        let found = different(confirmer.check(&with_arguments(&[])).unwrap());
        assert_eq!((&found.seen().new.end, found.seen().new.stdout.len()), (&End::Exit(0), 200_000));
    }
}

#[test]
fn addresses_that_are_printed_are_no_difference() {
    // The same with a longer function in front, so that everything behind it is elsewhere.
    let pointers = "int data = 1; int main() { int local; void *heap = malloc(1); \
        printf(\"%p %p %p %p\\n\", (void *)&local, heap, (void *)&data, (void *)main); return 0; }";
    let longer =
        "int table[99] = {1}; int before(int x) { for (int i = 0; i < x; i++) x += i * table[i]; return x * x; }\n";
    let fixed = pointers.replace("(void *)&local, heap", "(void *)&data, (void *)before_or_main");
    let old = format!("int main();\n#define before_or_main main\n{fixed}");
    let new = format!("{longer}#define before_or_main before\n{fixed}");
    for (flags, old, new) in [
        (&["-fPIE", "-pie"][..], pointers.to_owned(), format!("{longer}{pointers}")),
        (&["-fno-pie", "-no-pie"], pointers.to_owned(), format!("{longer}{pointers}")),
        (&["-fno-pie", "-no-pie"], old.clone(), new.clone()),
        (&["-fno-pie", "-static"], old, new),
    ] {
        let programs = Programs::new();
        let build = |name, source: &str| Build { program: programs.build_with(name, source, flags), sanitized: vec![] };
        let builds = Pair { old: build("old", &old), new: build("new", &new) };
        for confirmer in confirmers(&builds, quick(), &ConfirmOptions::default()) {
            let result = confirmer.check(&with_arguments(&[])).unwrap();
            let is_fixed = old.contains("before_or_main");
            let is_seen = match result {
                Check::Unstable { .. } => !is_fixed,
                Check::Unrepeatable { .. } => is_fixed,
                _ => false,
            };
            assert!(is_seen, "{flags:?}: {result:?}");
        }
    }
}
