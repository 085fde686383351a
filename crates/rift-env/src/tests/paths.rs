//! Names, directories and attributes.

use super::Process;
use crate::abi::*;
use crate::world::{Config, Input, InputError, World};
use std::collections::BTreeSet;

#[test]
fn opening_says_why_it_fails() {
    let mut process = Process::new(&[("file", "x"), ("dir/inner", "y")], "");
    let cases: &[(&str, u32, Result<(), Errno>)] = &[
        ("file", 0, Ok(())),
        ("/rift/file", 0, Ok(())),
        ("./dir/../file", 0, Ok(())),
        ("dir", 0, Ok(())),
        ("dir/", O_DIRECTORY, Ok(())),
        ("missing", 0, Err(ENOENT)),
        ("", 0, Err(ENOENT)),
        ("missing/file", O_CREAT | O_WRONLY, Err(ENOENT)),
        ("file/", 0, Err(ENOTDIR)),
        ("file/inner", 0, Err(ENOTDIR)),
        ("file", O_DIRECTORY, Err(ENOTDIR)),
        ("dir", O_WRONLY, Err(EISDIR)),
        ("dir", O_RDWR, Err(EISDIR)),
        ("dir", O_CREAT, Err(EISDIR)),
        ("new/", O_CREAT | O_WRONLY, Err(EISDIR)),
        ("file", O_CREAT | O_EXCL, Err(EEXIST)),
        ("dir", O_CREAT | O_EXCL, Err(EEXIST)),
        ("file", 3, Err(EINVAL)),
        ("/new", O_CREAT | O_WRONLY, Err(EACCES)),
        ("/dev/new", O_CREAT | O_WRONLY, Err(EACCES)),
        ("/tmp/new", O_CREAT | O_WRONLY, Ok(())),
        ("created", O_CREAT | O_WRONLY, Ok(())),
    ];
    for (path, flags, expected) in cases {
        assert_eq!(process.open(path, *flags, 0o644).map(|_| ()), *expected, "{path} {flags:o}");
    }
    assert_eq!(process.open(&"x".repeat(256), 0, 0), Err(ENAMETOOLONG));
    assert_eq!(process.open(&"x/".repeat(2500), 0, 0), Err(ENAMETOOLONG));
    assert_eq!(process.call("open", &[0, 0, 0]), Err(EFAULT));
    let file = process.open("file", 0, 0).expect("there");
    let path = process.text("file");
    assert_eq!(process.call("openat", &[file, path, 0, 0]), Err(ENOTDIR));
    assert_eq!(process.call("openat", &[777, path, 0, 0]), Err(EBADF));
    let dir = process.open("dir", 0, 0).expect("there");
    let path = process.text("inner");
    let inner = process.call("openat", &[dir, path, 0, 0]).expect("there");
    assert_eq!(process.read(inner, 9), Ok("y".into()));
    assert_eq!(process.read(dir, 9), Err(EISDIR));
}

#[test]
fn permissions() {
    let mut process = Process::new(&[("secret", "x"), ("dir/file", "y")], "");
    assert_eq!(process.at_path("access", "secret", &[6]), Ok(0));
    assert_eq!(process.at_path("access", "secret", &[1]), Err(EACCES));
    assert_eq!(process.at_path("access", "secret", &[8]), Err(EINVAL));
    assert_eq!(process.at_path("access", "nothing", &[0]), Err(ENOENT));
    assert_eq!(process.at_path("chmod", "secret", &[0]), Ok(0));
    assert_eq!(process.open("secret", 0, 0), Err(EACCES));
    assert_eq!(process.at_path("chmod", "secret", &[0o400]), Ok(0));
    assert!(process.open("secret", 0, 0).is_ok());
    assert_eq!(process.open("secret", O_WRONLY, 0), Err(EACCES));
    assert_eq!(process.at_path("chmod", "dir", &[0o600]), Ok(0));
    assert_eq!(process.open("dir/file", 0, 0), Err(EACCES));
    assert_eq!(process.at_path("chmod", "/tmp", &[0o777]), Err(EPERM));
    assert_eq!(process.at_path("chown", "secret", &[0, 0]), Err(EPERM));
    assert_eq!(process.at_path("chown", "secret", &[1000, 1000]), Ok(0));
    assert_eq!(process.call("umask", &[0o077]), Ok(0o022));
    process.open("private", O_CREAT | O_WRONLY, 0o666).expect("created");
    let status = process.room(144);
    let path = process.text("private");
    assert_eq!(process.call("stat", &[path, status]), Ok(0));
    assert_eq!(process.memory.load::<4>(status + 24), Ok(u64::from(S_IFREG | 0o600)));
}

#[test]
fn directories_are_made_and_removed() {
    let mut process = Process::new(&[("file", "x")], "");
    assert_eq!(process.at_path("mkdir", "d", &[0o777]), Ok(0));
    assert_eq!(process.at_path("mkdir", "d", &[0o777]), Err(EEXIST));
    assert_eq!(process.at_path("mkdir", "d/e/f", &[0o777]), Err(ENOENT));
    assert_eq!(process.at_path("mkdir", "d/e/", &[0o777]), Ok(0));
    assert_eq!(process.at_path("mkdir", "file/e", &[0o777]), Err(ENOTDIR));
    assert_eq!(process.at_path("rmdir", "d", &[]), Err(ENOTEMPTY));
    assert_eq!(process.at_path("rmdir", "file", &[]), Err(ENOTDIR));
    assert_eq!(process.at_path("rmdir", "d/.", &[]), Err(EINVAL));
    assert_eq!(process.at_path("rmdir", "/", &[]), Err(EBUSY));
    assert_eq!(process.at_path("unlink", "d", &[]), Err(EISDIR));
    assert_eq!(process.at_path("unlink", "gone", &[]), Err(ENOENT));
    assert_eq!(process.at_path("rmdir", "/tmp", &[]), Err(EACCES));
    assert_eq!(process.world.observed().new_directories, BTreeSet::from(["d".into(), "d/e".into()]));
    assert_eq!(process.at_path("chdir", "d/e", &[]), Ok(0));
    assert_eq!(process.at_path("chdir", "../../file", &[]), Err(ENOTDIR));
    let buffer = process.room(64);
    assert_eq!(process.call("getcwd", &[buffer, 64]), Ok(10));
    assert_eq!(process.memory.read_c_string(buffer, 64).expect("read"), b"/rift/d/e");
    assert_eq!(process.call("getcwd", &[buffer, 9]), Err(ERANGE));
    assert_eq!(process.at_path("rmdir", "../e", &[]), Ok(0));
    assert_eq!(process.call("getcwd", &[buffer, 64]), Err(ENOENT));
    assert_eq!(process.open("new", O_CREAT | O_WRONLY, 0o644), Err(ENOENT));
    assert_eq!(process.at_path("chdir", "/rift", &[]), Ok(0));
    assert_eq!(process.at_path("rmdir", "d", &[]), Ok(0));
    assert_eq!(process.world.observed(), Default::default());
}

#[test]
fn removed_files_live_while_they_are_open() {
    let mut process = Process::new(&[("a", "abc")], "");
    let fd = process.open("a", 0, 0).expect("there");
    assert_eq!(process.at_path("unlink", "a", &[]), Ok(0));
    assert_eq!(process.read(fd, 9), Ok("abc".into()));
    assert_eq!(process.open("a", 0, 0), Err(ENOENT));
    assert_eq!(process.call("close", &[fd]), Ok(0));
    assert_eq!(process.world.observed().removed, BTreeSet::from(["a".into()]));
}

fn rename(process: &mut Process, old: &str, new: &str) -> Result<u64, Errno> {
    let new = process.text(new);
    process.at_path("rename", old, &[new])
}

#[test]
fn renaming() {
    let mut process = Process::new(&[("a", "A"), ("b", "B"), ("d/x", "X"), ("e/", "")], "");
    assert_eq!(rename(&mut process, "a", "b"), Ok(0));
    assert_eq!(rename(&mut process, "a", "c"), Err(ENOENT));
    assert_eq!(rename(&mut process, "b", "b"), Ok(0));
    assert_eq!(rename(&mut process, "b", "d"), Err(EISDIR));
    assert_eq!(rename(&mut process, "d", "b"), Err(ENOTDIR));
    assert_eq!(rename(&mut process, "e", "d"), Err(ENOTEMPTY));
    assert_eq!(rename(&mut process, "d", "d/inside"), Err(EINVAL));
    assert_eq!(rename(&mut process, "b", "new/"), Err(ENOTDIR));
    assert_eq!(rename(&mut process, "d", "e"), Ok(0));
    assert_eq!(rename(&mut process, "e/x", "d"), Ok(0));
    let observed = process.world.observed();
    assert_eq!(observed.removed, BTreeSet::from(["a".into(), "d/x".into()]));
    assert_eq!(
        observed.written.into_iter().collect::<Vec<_>>(),
        [("b".into(), b"A".into()), ("d".into(), b"X".into())]
    );
    let (old, new) = (process.text("b"), process.text("d"));
    assert_eq!(process.call("renameat2", &[AT_FDCWD as u64, old, AT_FDCWD as u64, new, 1]), Err(EEXIST));
}

#[test]
fn links() {
    let mut process = Process::new(&[("a", "abc"), ("d/", "")], "");
    let link = |process: &mut Process, name: &str, to: &str, path: &str| {
        let path = process.text(path);
        process.at_path(name, to, &[path])
    };
    assert_eq!(link(&mut process, "symlink", "a", "s"), Ok(0));
    assert_eq!(link(&mut process, "symlink", "a", "s"), Err(EEXIST));
    assert_eq!(link(&mut process, "symlink", "loop", "loop"), Ok(0));
    assert_eq!(link(&mut process, "symlink", "nowhere", "dangling"), Ok(0));
    assert_eq!(link(&mut process, "link", "a", "hard"), Ok(0));
    assert_eq!(link(&mut process, "link", "d", "e"), Err(EPERM));
    let fd = process.open("s", 0, 0).expect("followed");
    assert_eq!(process.read(fd, 9), Ok("abc".into()));
    assert_eq!(process.open("s", O_NOFOLLOW, 0), Err(ELOOP));
    assert_eq!(process.open("loop", 0, 0), Err(ELOOP));
    assert_eq!(process.open("dangling", 0, 0), Err(ENOENT));
    assert_eq!(process.open("dangling", O_CREAT | O_EXCL, 0), Err(EEXIST));
    assert!(process.open("dangling", O_CREAT | O_WRONLY, 0o644).is_ok());
    assert_eq!(process.at_path("access", "nowhere", &[0]), Ok(0));
    let buffer = process.room(8);
    assert_eq!(process.at_path("readlink", "s", &[buffer, 8]), Ok(1));
    assert_eq!(process.at_path("readlink", "a", &[buffer, 8]), Err(EINVAL));
    let status = process.room(144);
    assert_eq!(process.at_path("lstat", "s", &[status]), Ok(0));
    assert_eq!(process.memory.load::<4>(status + 24), Ok(u64::from(S_IFLNK | 0o777)));
    assert_eq!(process.at_path("stat", "hard", &[status]), Ok(0));
    assert_eq!(process.memory.load::<8>(status + 16), Ok(2));
    assert_eq!(process.at_path("unlink", "a", &[]), Ok(0));
    assert_eq!(process.at_path("access", "s", &[0]), Err(ENOENT));
    assert_eq!(process.at_path("access", "hard", &[0]), Ok(0));
}

#[test]
fn status() {
    let mut process = Process::new(&[("a", "abc"), ("d/x", "")], "");
    let status = process.room(144);
    assert_eq!(process.at_path("stat", "a", &[status]), Ok(0));
    assert_eq!(process.memory.load::<4>(status + 24), Ok(u64::from(S_IFREG | 0o644)));
    assert_eq!(process.memory.load::<4>(status + 28), Ok(1000));
    assert_eq!(process.memory.load::<8>(status + 48), Ok(3));
    assert_eq!(process.memory.load::<8>(status + 88), Ok(1_704_067_200));
    assert_eq!(process.at_path("stat", "a/", &[status]), Err(ENOTDIR));
    assert_eq!(process.at_path("stat", "d/", &[status]), Ok(0));
    assert_eq!(process.memory.load::<4>(status + 24), Ok(u64::from(S_IFDIR | 0o755)));
    assert_eq!(process.call("fstat", &[1, status]), Ok(0));
    assert_eq!(process.memory.load::<4>(status + 24), Ok(u64::from(S_IFIFO | 0o600)));
    assert_eq!(process.call("fstat", &[9, status]), Err(EBADF));
    assert_eq!(process.at_path("stat", "/dev/null", &[status]), Ok(0));
    assert_eq!(process.memory.load::<4>(status + 24), Ok(u64::from(S_IFCHR | 0o666)));
    let empty = process.text("");
    let empty_path = u64::from(AT_EMPTY_PATH);
    assert_eq!(process.call("newfstatat", &[0, empty, status, empty_path]), Ok(0));
    assert_eq!(process.call("newfstatat", &[0, empty, status, 0]), Err(ENOENT));
    let extended = process.room(256);
    let path = process.text("a");
    assert_eq!(process.call("statx", &[AT_FDCWD as u64, path, 0, 0x7FF, extended]), Ok(0));
    assert_eq!(process.memory.load::<2>(extended + 28), Ok(u64::from(S_IFREG | 0o644)));
    assert_eq!(process.memory.load::<8>(extended + 40), Ok(3));
    assert_eq!(process.memory.load::<8>(extended + 112), Ok(1_704_067_200));
    let times = process.room(32);
    process.memory.store::<8>(times + 16, 99).expect("room");
    assert_eq!(process.call("utimensat", &[AT_FDCWD as u64, path, times, 0]), Ok(0));
    assert_eq!(process.at_path("stat", "a", &[status]), Ok(0));
    assert_eq!(process.memory.load::<8>(status + 88), Ok(99));
}

#[test]
fn directories_are_listed_in_order() {
    let mut process = Process::new(&[("d/b", ""), ("d/a", ""), ("d/sub/x", ""), ("file", "")], "");
    let fd = process.open("d", O_DIRECTORY, 0).expect("there");
    let mut names = vec![];
    let buffer = process.room(80);
    loop {
        let count = process.call("getdents64", &[fd, buffer, 80]).expect("listed");
        let mut at = buffer;
        while at < buffer + count {
            let length = process.memory.load::<2>(at + 16).expect("read");
            let name = process.memory.read_c_string(at + 19, 256).expect("read");
            let kind = process.memory.load::<1>(at + 18).expect("read");
            names.push((String::from_utf8(name).expect("text"), kind));
            at += length;
        }
        if count == 0 {
            break;
        }
    }
    let expected = [(".", 4), ("..", 4), ("a", 8), ("b", 8), ("sub", 4)].map(|(name, kind)| (name.to_owned(), kind));
    assert_eq!(names, expected);
    assert_eq!(process.call("lseek", &[fd, 0, 0]), Ok(0));
    assert_eq!(process.call("getdents64", &[fd, buffer, 8]), Err(EINVAL));
    assert_eq!(process.call("getdents64", &[fd, buffer, 24]), Ok(24));
    let file = process.open("file", 0, 0).expect("there");
    assert_eq!(process.call("getdents64", &[file, buffer, 80]), Err(ENOTDIR));
}

#[test]
fn files_have_a_size_limit() {
    let mut process = Process::with(Input::default(), Config { disk_limit: 100, ..Config::default() });
    let fd = process.open("a", O_CREAT | O_WRONLY, 0o644).expect("created");
    assert_eq!(process.call("lseek", &[fd, 98, 0]), Ok(98));
    assert_eq!(process.write(fd, "12"), Ok(2));
    assert_eq!(process.write(fd, "3"), Err(ENOSPC));
    assert_eq!(process.call("ftruncate", &[fd, 1 << 40]), Err(EFBIG));
}

#[test]
fn bad_inputs_are_named() {
    let make = |path: &str| {
        let files = [(path.to_owned(), vec![]), ("taken".to_owned(), vec![])].into();
        World::new(Input { files, ..Input::default() }, Config::default()).err().map(|error| error.to_string())
    };
    assert_eq!(make("fine/way"), None);
    assert_eq!(make("../out"), Some("cannot place input file `../out`: not a plain path".into()));
    let taken = "cannot place input file `taken/x`: a name on the way is a file, or too long";
    assert_eq!(make("taken/x"), Some(taken.into()));
    let argv = vec![b"a\0b".to_vec()];
    let error = World::new(Input { argv, ..Input::default() }, Config::default()).err();
    assert_eq!(error, Some(InputError::Nul { what: "an argument" }));
}
