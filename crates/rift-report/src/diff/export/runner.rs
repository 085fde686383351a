use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TIME_LIMIT: u64 = 10;
/// To write so many bytes is to write without end.
const MOST: u64 = 64 << 20;
/// So much is shown of what is not as expected.
const SHOWN: usize = 64 << 10;

/// An input, and what the program is expected to do with it.
struct Case {
    /// What the program is called by: its argument 0.
    name: &'static [u8],
    arguments: &'static [&'static [u8]],
    variables: &'static [(&'static [u8], &'static [u8])],
    stdin: &'static [u8],
    /// A name that ends in `/` is a directory.
    files: &'static [(&'static str, &'static [u8])],
    /// What a program that was built with rift's replay library reads.
    objects: &'static str,
    end: End,
    stdout: &'static [u8],
    stderr: &'static [u8],
    files_after: &'static [(&'static str, &'static [u8])],
    removed: &'static [&'static str],
    directories: &'static [&'static str],
}

#[derive(Debug, PartialEq)]
enum End {
    Code(i32),
    Signal(i32),
    /// It does not end, or writes without end: not to have ended after so many seconds.
    None(u64),
}

/// A directory that is removed in the end.
struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn check(case: &Case) {
    let number = format!("rift-{}-{:?}", std::process::id(), thread::current().id());
    let place = Place(std::env::temp_dir().join(number.replace(['(', ')'], "")));
    let work = place.0.join("work");
    fs::create_dir_all(&work).expect("a temporary directory");
    for (name, contents) in case.files {
        let path = work.join(name);
        match name.ends_with('/') {
            true => fs::create_dir_all(&path).expect("a directory of the input"),
            false => {
                fs::create_dir_all(path.parent().expect("it is in the directory")).expect("a directory of the input");
                fs::write(&path, contents).expect("a file of the input");
            }
        }
    }
    let (end, stdout, stderr) = run(case, &place.0, &work);
    let text = |bytes: &[u8]| bytes[..bytes.len().min(SHOWN)].escape_ascii().to_string().replace("\\n", "\n");
    let same = |got: &[u8], expected: &[u8], what: &str| {
        if got != expected {
            assert_eq!(text(got), text(expected), "{what}");
            panic!("{what}: as expected in the beginning, but not to the end");
        }
    };
    if let End::None(_) = case.end {
        // How far it comes depends on the machine's load.
        let begins = |a: &[u8], b: &[u8]| a.iter().zip(b).all(|(a, b)| a == b);
        assert_eq!(end, case.end, "how it ended");
        assert!(begins(&stdout, case.stdout), "standard output: {}", text(&stdout));
        assert!(begins(&stderr, case.stderr), "standard error: {}", text(&stderr));
        return;
    }
    same(&stdout, case.stdout, "standard output");
    same(&steady(&stderr), &steady(case.stderr), "standard error");
    assert_eq!(end, case.end, "how it ended");
    let mut found = BTreeMap::new();
    collect(&work, "", &mut found);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    let expected: BTreeMap<&str, &[u8]> = case.files_after.iter().copied().collect();
    assert_eq!(names, expected.keys().copied().collect::<Vec<&str>>(), "files");
    for (name, contents) in &found {
        same(contents, expected[name.as_str()], name);
    }
    for name in case.removed {
        assert!(!work.join(name).exists(), "{name} was to be removed");
    }
    for name in case.directories {
        assert!(work.join(name).is_dir(), "there is no directory {name}");
    }
}

fn run(case: &Case, place: &Path, work: &Path) -> (End, Vec<u8>, Vec<u8>) {
    let program = std::env::var_os("PROGRAM").unwrap_or_else(|| PROGRAM.into());
    let program = std::env::current_dir().expect("a working directory").join(program);
    let mut command = Command::new(&program);
    command.arg0(OsStr::from_bytes(case.name)).current_dir(work).env_clear();
    command.args(case.arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    command.envs(case.variables.iter().map(|(name, value)| (OsStr::from_bytes(name), OsStr::from_bytes(value))));
    if !case.objects.is_empty() {
        let objects = place.join("objects");
        fs::write(&objects, case.objects).expect("a file in a temporary directory");
        command.env("RIFT_OBJECTS", objects);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot run {}: {error}", program.display()));
    let mut stdin = child.stdin.take().expect("it is a pipe");
    let input = case.stdin;
    // A program need not read all of it.
    thread::spawn(move || drop(stdin.write_all(input)));
    let (seconds, is_endless) = match case.end {
        End::None(seconds) => (seconds, true),
        _ => (TIME_LIMIT, false),
    };
    // What is written without end is not read to its end, and the program dies of that.
    let stdout = reader(child.stdout.take().expect("it is a pipe").take(MOST));
    let stderr = reader(child.stderr.take().expect("it is a pipe").take(MOST));
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break Some(status);
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        thread::sleep(Duration::from_millis(2));
    };
    const SIGPIPE: i32 = 13;
    let end = match status.map(|status| (status.code(), status.signal())) {
        None => End::None(seconds),
        Some((Some(code), _)) => End::Code(code),
        Some((None, Some(SIGPIPE))) if is_endless => End::None(seconds),
        Some((None, signal)) => End::Signal(signal.expect("it ended somehow")),
    };
    (end, stdout.join().expect("a reader ends"), stderr.join().expect("a reader ends"))
}

fn reader(mut from: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

/// Without the numbers that Rust gives to threads in its messages: `thread 'main' (123) panicked`.
fn steady(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let after = line.strip_prefix(b"thread '").and_then(|rest| rest.windows(3).position(|three| three == b"' ("));
        let number = after.map(|at| at + b"thread '".len() + 1);
        let digits = number.map_or(0, |at| line[at + 2..].iter().take_while(|byte| byte.is_ascii_digit()).count());
        match number {
            Some(at) if digits > 0 && line.get(at + 2 + digits) == Some(&b')') => {
                out.extend_from_slice(&line[..at]);
                out.extend_from_slice(&line[at + 3 + digits..]);
            }
            _ => out.extend_from_slice(line),
        }
    }
    out
}

fn collect(directory: &Path, before: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).expect("a directory of the program") {
        let entry = entry.expect("an entry of a directory");
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().expect("an entry has a type");
        if kind.is_dir() {
            collect(&entry.path(), &format!("{name}/"), found);
        } else if kind.is_symlink() {
            let target = fs::read_link(entry.path()).expect("a link can be read");
            found.insert(name, target.as_os_str().as_bytes().to_vec());
        } else {
            found.insert(name, fs::read(entry.path()).expect("a file can be read"));
        }
    }
}
