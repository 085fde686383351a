//! Whole programs on symbolic input: what a concolic run shows for every input of its path is what a concrete run on
//! that input does, output, files, status and number of steps included.

use crate::explore::{Explored, explore, program};
use rift_env::{Input, Part, Space};

fn symbolic(max: u32) -> Part {
    Part::Symbolic { max }
}

fn fixed(text: &str) -> Part {
    Part::Fixed(text.into())
}

/// Runs that read standard input of up to `max` bytes.
fn check_stdin(name: &str, text: &str, max: u32, inputs: &[&str], expected: Explored) {
    let space = Space { argv: vec![fixed("program")], stdin: Some(symbolic(max)), ..Space::default() };
    let input = |text: &&str| Input { argv: vec!["program".into()], stdin: (**text).into(), ..Input::default() };
    let inputs: Vec<Input> = inputs.iter().map(input).collect();
    assert_eq!(explore(&program(name, text), &space, &inputs), expected, "{name}");
}

const TEXTS: [&str; 8] = ["", "a", "b", "ab", "ba ", "a b ", "  ab", "ab cd"];

#[test]
fn arguments() {
    let text = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        int main(int argc, char **argv) {
            printf("%d %zu %s\n", argc, strlen(argv[1]), argv[1]);
            if (argv[1][0] == '-' && argv[1][1] == 'x') puts("option");
            return argv[2][0] + argc;
        }"#;
    let space = Space { argv: vec![fixed("program"), symbolic(3), symbolic(2)], ..Space::default() };
    let input =
        |(a, b): &(&str, &str)| Input { argv: vec!["program".into(), (*a).into(), (*b).into()], ..Input::default() };
    let pairs = [("", "a"), ("-x", "b"), ("-xy", "c"), ("-y", ""), ("a", "z"), ("abc", "d"), ("b", "zz"), ("xyz", "")];
    let inputs: Vec<Input> = pairs.iter().map(input).collect();
    assert_eq!(explore(&program("arguments.c", text), &space, &inputs), Explored { paths: 6, lost: 0 });
}

#[test]
fn variables() {
    let text = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        int main(void) {
            const char *mode = getenv("MODE"), *other = getenv("OTHER");
            if (strcmp(mode, "on") == 0) printf("on for %s\n", other);
            return mode[0];
        }"#;
    let space = Space {
        argv: vec![fixed("program")],
        env: vec![(b"MODE".to_vec(), symbolic(3)), (b"OTHER".to_vec(), fixed("x"))],
        ..Space::default()
    };
    let input = |mode: &&str| Input {
        argv: vec!["program".into()],
        env: vec![(b"MODE".to_vec(), (**mode).into()), (b"OTHER".to_vec(), b"x".to_vec())],
        ..Input::default()
    };
    let inputs: Vec<Input> = ["", "on", "off", "n", "m", "o", "oaf", "one"].iter().map(input).collect();
    assert_eq!(explore(&program("variables.c", text), &space, &inputs), Explored { paths: 6, lost: 0 });
}

#[test]
fn characters_by_stdio() {
    let text = r#"
        #include <stdio.h>
        #include <ctype.h>
        int main(void) {
            int c, words = 0, inside = 0;
            while ((c = getchar()) != EOF) {
                if (c == ' ') inside = 0;
                else if (!inside) inside = 1, words++;
                putchar(c + 1);
            }
            printf(" %d\n", words);
            return 0;
        }"#;
    check_stdin("getchar.c", text, 6, &TEXTS, Explored { paths: 7, lost: 0 });
}

#[test]
fn lines_by_stdio() {
    let text = r#"
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            char line[8];
            while (fgets(line, sizeof line, stdin)) printf("%zu:%s|", strlen(line), line);
            return ferror(stdin);
        }"#;
    check_stdin("fgets.c", text, 6, &["", "ab", "cd", "a\n", "b\n", "a\nb", "\n\n\n"], Explored { paths: 5, lost: 0 });
}

#[test]
fn blocks_by_stdio() {
    let text = r#"
        #include <stdio.h>
        int main(void) {
            char buffer[64];
            size_t n = fread(buffer, 1, sizeof buffer, stdin);
            unsigned sum = 0;
            for (size_t i = 0; i < n; i++) sum += (unsigned char)buffer[i];
            fwrite(buffer, 1, n, stdout);
            return (int)(sum & 0x7f);
        }"#;
    check_stdin("fread.c", text, 6, &TEXTS, Explored { paths: 6, lost: 0 });
}

#[test]
fn single_bytes_by_read() {
    let text = r#"
        #include <unistd.h>
        int main(void) {
            char c;
            int n = 0;
            while (read(0, &c, 1) == 1) n += c == 'a', write(1, &c, 1);
            return n;
        }"#;
    check_stdin("read_bytes.c", text, 6, &TEXTS, Explored { paths: 6, lost: 0 });
}

#[test]
fn blocks_by_read() {
    let text = r#"
        #include <unistd.h>
        #include <string.h>
        int main(void) {
            char buffer[3];
            memset(buffer, '_', sizeof buffer);
            for (ssize_t n; (n = read(0, buffer, sizeof buffer)) > 0;) write(1, buffer, sizeof buffer);
            return buffer[1];
        }"#;
    check_stdin("read_blocks.c", text, 6, &TEXTS, Explored { paths: 4, lost: 0 });
}

/// Runs that read a file `in` of up to `max` bytes.
fn check_file(name: &str, text: &str, max: u32, inputs: &[&str], expected: Explored) {
    let files = [("in".to_owned(), symbolic(max))].into();
    let space = Space { argv: vec![fixed("program")], files, ..Space::default() };
    let input = |text: &&str| Input {
        argv: vec!["program".into()],
        files: [("in".to_owned(), (**text).into())].into(),
        ..Input::default()
    };
    let inputs: Vec<Input> = inputs.iter().map(input).collect();
    assert_eq!(explore(&program(name, text), &space, &inputs), expected, "{name}");
}

#[test]
fn files_by_stdio() {
    let text = r#"
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
            FILE *in = fopen("in", "rb"), *out = fopen("out", "w");
            fseek(in, 0, SEEK_END);
            long size = ftell(in);
            rewind(in);
            char *all = malloc(size + 1);
            if (fread(all, 1, size, in) != (size_t)size) return 1;
            all[size] = 0;
            fseek(in, 1, SEEK_SET);
            int second = getc(in);
            fprintf(out, "%ld %s %c\n", size, all, second == EOF ? '-' : second);
            fclose(in);
            fclose(out);
            return (int)size;
        }"#;
    check_file("files.c", text, 6, &TEXTS, Explored { paths: 6, lost: 0 });
}

#[test]
fn the_end_of_a_file_by_seeking() {
    let text = r#"
        #include <stdio.h>
        int main(void) {
            FILE *f = fopen("in", "rb");
            char tail[2] = "--";
            if (fseek(f, -2, SEEK_END) != 0) return 200;
            size_t n = fread(tail, 1, sizeof tail, f);
            printf("%zu %.2s %d\n", n, tail, getc(f));
            return tail[0];
        }"#;
    check_file("tail.c", text, 6, &TEXTS, Explored { paths: 5, lost: 0 });
}

#[test]
fn numbers_by_scanf() {
    let text = r#"
        #include <stdio.h>
        int main(void) {
            int x = 0, y = 0;
            int n = scanf("%d %d", &x, &y);
            printf("%d: %d\n", n, x + y);
            return x > y;
        }"#;
    let inputs = ["", "x", "1", "7", "1 2", "3 4", "6 5", "-1 8", "12 3", "1x"];
    check_stdin("scanf.c", text, 5, &inputs, Explored { paths: 8, lost: 0 });
}

#[test]
fn copies_of_files() {
    let text = r#"
        #include <fcntl.h>
        #include <stdio.h>
        #include <sys/mman.h>
        #include <sys/stat.h>
        #include <sys/uio.h>
        #include <unistd.h>
        int main(void) {
            int in = open("in", O_RDONLY), out = open("out", O_RDWR | O_CREAT, 0644);
            char a[2] = "--", b[30];
            struct iovec parts[2] = {{a, sizeof a}, {b, sizeof b}};
            ssize_t n = readv(in, parts, 2);
            write(out, a, sizeof a);
            if (n > 2) write(out, b, n - 2);
            lseek(out, 1, SEEK_SET);
            char second;
            if (read(out, &second, 1) == 1 && second == 'b') puts("b");
            ftruncate(out, 3);
            struct stat st;
            fstat(in, &st);
            char *map = mmap(0, 6, PROT_READ, MAP_PRIVATE, in, 0);
            write(1, map, 6);
            return (int)st.st_size + map[0];
        }"#;
    check_file("copies.c", text, 6, &TEXTS, Explored { paths: 5, lost: 0 });
}

#[test]
fn what_the_kernel_needs_to_know_is_pinned() {
    let text = r#"
        #include <stdio.h>
        int main(int argc, char **argv) {
            FILE *f = fopen(argv[1], "r");
            return f ? getc(f) : 1;
        }"#;
    let files: std::collections::BTreeMap<_, _> = [("f".to_owned(), fixed("xyz"))].into();
    let space = Space { argv: vec![fixed("program"), symbolic(3)], files, ..Space::default() };
    let input = |name: &&str| Input {
        argv: vec!["program".into(), (**name).into()],
        files: [("f".to_owned(), b"xyz".to_vec())].into(),
        ..Input::default()
    };
    let inputs: Vec<Input> = ["f", "g", "f"].iter().map(input).collect();
    assert_eq!(explore(&program("pinned.c", text), &space, &inputs), Explored { paths: 1, lost: 1 });
}

#[test]
fn a_harness_of_klee() {
    let text = r#"
        #include <klee/klee.h>
        #include <stdio.h>
        int main(void) {
            int x;
            char name[3];
            klee_make_symbolic(&x, sizeof x, "x");
            klee_make_symbolic(name, sizeof name, "name");
            klee_assume(x > 10);
            klee_assume(name[2] == 0);
            if (x % 7 == 3) klee_make_symbolic(&x, sizeof x, "x");
            unsigned char y = (unsigned char)klee_range(0, 100, "y");
            if (name[0] == 'q') klee_abort();
            printf("%s %u\n", name, y);
            return x ^ y;
        }"#;
    let input = |x: [i32; 2], name: &str, y: i32| Input {
        argv: vec!["program".into()],
        objects: vec![
            ("x".to_owned(), x[0].to_le_bytes().to_vec()),
            ("name".to_owned(), name.into()),
            ("x".to_owned(), x[1].to_le_bytes().to_vec()),
            ("y".to_owned(), y.to_le_bytes().to_vec()),
        ],
        ..Input::default()
    };
    let inputs = [
        input([11, 0], "ab\0", 5),
        input([12, 0], "cd\0", 7),
        input([10, 0], "ab\0", 5),
        input([17, 99], "ab\0", 12),
        input([24, 98], "xy\0", 13),
        input([11, 0], "abc", 5),
        input([11, 0], "qq\0", 5),
        input([11, 0], "a\0\0", 100),
    ];
    let space = Space { argv: vec![fixed("program")], ..Space::default() };
    assert_eq!(explore(&program("klee.c", text), &space, &inputs), Explored { paths: 6, lost: 0 });
}

#[test]
fn files_in_rust() {
    let text = r#"
        use std::io::{BufRead, Read};
        fn main() {
            let mut line = String::new();
            std::io::stdin().lock().read_line(&mut line).unwrap();
            let mut rest = vec![];
            std::io::stdin().read_to_end(&mut rest).unwrap();
            println!("{} {}", line.trim().len(), rest.len());
            std::fs::write("out", &rest).unwrap();
            std::process::exit(line.len() as i32);
        }"#;
    check_stdin("lines.rs", text, 6, &["", "a\n", "b\n", "ab", "cd", "a\nb", "c\nd"], Explored { paths: 4, lost: 0 });
}

#[test]
fn a_panic_in_rust() {
    let text = r#"
        fn main() {
            let text = std::fs::read_to_string("in").unwrap();
            let byte = text.as_bytes()[1];
            assert!(byte != b'b', "{} is {}", text, byte as char);
            print!("{text}");
        }"#;
    let inputs = ["", "a", "b", "xb", "yb", "xy", "yz", "\u{e9}"];
    check_file("panic.rs", text, 2, &inputs, Explored { paths: 5, lost: 0 });
}
