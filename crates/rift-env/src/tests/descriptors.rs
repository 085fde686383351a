//! Descriptors: reading, writing, seeking, duplicating, pipes.

use super::Process;
use crate::abi::*;
use crate::output::{Piece, Stream};
use crate::world::{Config, Input, StdinKind};
use rift_vm::{AccessFault, Fault, Limit, Stop};

#[test]
fn standard_streams() {
    let mut process = Process::new(&[], "hello\nworld");
    assert_eq!(process.read(0, 6), Ok("hello\n".into()));
    assert_eq!(process.read(0, 100), Ok("world".into()));
    assert_eq!(process.read(0, 100), Ok("".into()));
    assert_eq!(process.write(1, "out"), Ok(3));
    assert_eq!(process.write(1, "put"), Ok(3));
    assert_eq!(process.write(2, "error"), Ok(5));
    assert_eq!(process.write(1, "!"), Ok(1));
    assert_eq!(process.write(0, "x"), Err(EBADF));
    assert_eq!(process.read(1, 1), Err(EBADF));
    assert_eq!(process.read(3, 1), Err(EBADF));
    assert_eq!(process.call("lseek", &[0, 0, 0]), Err(ESPIPE));
    assert_eq!(process.call("lseek", &[0, 0, 77]), Err(EINVAL));
    assert_eq!(process.call("ioctl", &[1, 0x5401, 0]), Err(ENOTTY));
    assert_eq!(process.world.output_of(Stream::Stdout), b"output!");
    let pieces = process.world.take_output();
    let piece = |stream, text: &str| Piece { stream, bytes: text.into() };
    let expected = [piece(Stream::Stdout, "output"), piece(Stream::Stderr, "error"), piece(Stream::Stdout, "!")];
    assert_eq!(pieces, expected);
    assert_eq!(process.world.take_output(), []);
}

#[test]
fn standard_input_may_be_a_file() {
    let input = Input { stdin: b"0123456789".to_vec(), ..Input::default() };
    let mut process = Process::with(input, Config { stdin_kind: StdinKind::File, ..Config::default() });
    assert_eq!(process.read(0, 3), Ok("012".into()));
    assert_eq!(process.call("lseek", &[0, 5, 0]), Ok(5));
    assert_eq!(process.read(0, 3), Ok("567".into()));
    assert_eq!(process.call("lseek", &[0, u64::MAX, 2]), Ok(9));
    assert_eq!(process.world.observed(), Default::default());
}

#[test]
fn output_has_a_limit() {
    let mut process = Process::with(Input::default(), Config { output_limit: 10, ..Config::default() });
    assert_eq!(process.write(1, "12345678"), Ok(8));
    let text = process.text("abcdef");
    assert_eq!(process.try_call("write", &[2, text, 6]), Err(Stop::Limit(Limit::Output)));
    assert_eq!(process.world.output_of(Stream::Stderr), b"ab");
}

#[test]
fn bad_pointers_are_efault_or_faults_of_the_program() {
    let mut process = Process::new(&[], "input");
    assert_eq!(process.call("write", &[1, 0, 5]), Err(EFAULT));
    assert_eq!(process.call("write", &[1, 0x5555_0000_0000, 5]), Err(EFAULT));
    assert_eq!(process.call("write", &[1, 0, 0]), Ok(0));
    let buffer = process.room(3);
    let stop = process.try_call("read", &[0, buffer, 5]).expect_err("too small");
    let out_of_bounds = Fault::Access { kind: AccessFault::OutOfBounds, write: true, address: buffer + 3, size: 5 };
    assert_eq!(stop, Stop::Fault(out_of_bounds));
    assert_eq!(process.read(0, 5), Ok("input".into()), "a failed read consumes nothing");
}

#[test]
fn files_are_read_written_and_sought() {
    let mut process = Process::new(&[("a", "abcdef")], "");
    let fd = process.open("a", O_RDWR, 0).expect("there");
    assert_eq!(fd, 3);
    assert_eq!(process.read(fd, 2), Ok("ab".into()));
    assert_eq!(process.write(fd, "XY"), Ok(2));
    assert_eq!(process.call("lseek", &[fd, 0, 1]), Ok(4));
    assert_eq!(process.call("lseek", &[fd, (-1_i64) as u64, 0]), Err(EINVAL));
    assert_eq!(process.call("lseek", &[fd, 0, 9]), Err(EINVAL));
    assert_eq!(process.call("lseek", &[fd, 2, 2]), Ok(8));
    assert_eq!(process.read(fd, 1), Ok("".into()));
    assert_eq!(process.write(fd, "!"), Ok(1));
    assert_eq!(process.call("lseek", &[fd, 0, 0]), Ok(0));
    assert_eq!(process.read(fd, 100), Ok("abXYef\0\0!".into()));
    let buffer = process.room(4);
    assert_eq!(process.call("pread64", &[fd, buffer, 4, 1]), Ok(4));
    assert_eq!(process.memory.read_vec(buffer, 4).expect("read"), b"bXYe");
    assert_eq!(process.call("pwrite64", &[fd, buffer, 1, u64::MAX]), Err(EINVAL));
    assert_eq!(process.call("pread64", &[0, buffer, 1, 0]), Err(ESPIPE));
    assert_eq!(process.call("ftruncate", &[fd, 2]), Ok(0));
    assert_eq!(process.call("close", &[fd]), Ok(0));
    assert_eq!(process.call("close", &[fd]), Err(EBADF));
    assert_eq!(process.world.observed().written["a"], b"ab");
}

#[test]
fn append_and_truncate() {
    let mut process = Process::new(&[("log", "one\n")], "");
    let fd = process.open("log", O_WRONLY | O_APPEND, 0).expect("there");
    assert_eq!(process.write(fd, "two\n"), Ok(4));
    assert_eq!(process.call("lseek", &[fd, 0, 0]), Ok(0));
    assert_eq!(process.write(fd, "three\n"), Ok(6));
    assert_eq!(process.read(fd, 1), Err(EBADF));
    assert_eq!(process.world.observed().written["log"], b"one\ntwo\nthree\n");
    let fd = process.open("log", O_WRONLY | O_TRUNC, 0).expect("there");
    assert_eq!(process.call("ftruncate", &[fd, 5]), Ok(0));
    assert_eq!(process.world.observed().written["log"], [0; 5]);
    assert_eq!(process.at_path("truncate", "missing", &[0]), Err(ENOENT));
    assert_eq!(process.call("ftruncate", &[fd, u64::MAX]), Err(EINVAL));
}

#[test]
fn duplicates_share_their_offset() {
    let mut process = Process::new(&[("a", "abcdef")], "");
    let fd = process.open("a", 0, 0).expect("there");
    let copy = process.call("dup", &[fd]).expect("room");
    assert_eq!(process.read(fd, 2), Ok("ab".into()));
    assert_eq!(process.read(copy, 2), Ok("cd".into()));
    assert_eq!(process.call("close", &[fd]), Ok(0));
    assert_eq!(process.read(copy, 2), Ok("ef".into()));
    assert_eq!(process.call("dup2", &[copy, copy]), Ok(copy));
    assert_eq!(process.call("dup2", &[77, copy]), Err(EBADF));
    assert_eq!(process.call("dup2", &[copy, 5000]), Err(EBADF));
    assert_eq!(process.call("dup3", &[copy, copy, 0]), Err(EINVAL));
    let log = process.open("log", O_CREAT | O_WRONLY, 0o644).expect("created");
    assert_eq!(process.call("dup2", &[log, 1]), Ok(1));
    assert_eq!(process.write(1, "redirected"), Ok(10));
    assert_eq!(process.world.observed().written["log"], b"redirected");
    assert!(process.world.output_of(Stream::Stdout).is_empty());
    assert_eq!(process.call("fcntl", &[log, 0, 100]), Ok(100));
    assert_eq!(process.call("fcntl", &[log, 1030, 100]), Ok(101));
    assert_eq!(process.call("fcntl", &[101, 1]), Ok(1));
    assert_eq!(process.call("fcntl", &[100, 1]), Ok(0));
    assert_eq!(process.call("fcntl", &[log, 3]), Ok(u64::from(O_WRONLY | 0o100000)));
    assert_eq!(process.call("fcntl", &[log, 4, u64::from(O_APPEND)]), Ok(0));
    assert_eq!(process.call("fcntl", &[log, 3]), Ok(u64::from(O_WRONLY | O_APPEND | 0o100000)));
    assert_eq!(process.call("fcntl", &[99, 3]), Err(EBADF));
}

#[test]
fn descriptors_run_out() {
    let mut process = Process::new(&[("a", "")], "");
    let opened = (0..2000).take_while(|_| process.open("a", 0, 0).is_ok()).count();
    assert_eq!(opened, 1021);
    assert_eq!(process.open("a", 0, 0), Err(EMFILE));
}

#[test]
fn vectors_of_buffers() {
    let mut process = Process::new(&[], "abcdefgh");
    let (a, b) = (process.room(3), process.room(10));
    let vector = process.room(32);
    for (place, value) in [(0, a), (8, 3), (16, b), (24, 10)] {
        process.memory.store::<8>(vector + place, value).expect("room");
    }
    assert_eq!(process.call("readv", &[0, vector, 2]), Ok(8));
    assert_eq!(process.memory.read_vec(b, 5).expect("read"), b"defgh");
    process.memory.store::<8>(vector + 24, 2).expect("room");
    assert_eq!(process.call("writev", &[1, vector, 2]), Ok(5));
    assert_eq!(process.world.output_of(Stream::Stdout), b"abcde");
    assert_eq!(process.call("writev", &[1, vector, 2000]), Err(EINVAL));
    assert_eq!(process.call("writev", &[0, vector, 0]), Err(EBADF));
}

#[test]
fn pipes_connect_the_process_with_itself() {
    let mut process = Process::new(&[], "");
    let ends = process.room(8);
    assert_eq!(process.call("pipe", &[ends]), Ok(0));
    let reader = process.memory.load::<4>(ends).expect("read");
    let writer = process.memory.load::<4>(ends + 4).expect("read");
    assert_eq!(process.write(writer, "through"), Ok(7));
    assert_eq!(process.write(reader, "x"), Err(EBADF));
    assert_eq!(process.read(reader, 4), Ok("thro".into()));
    let buffer = process.room(8);
    assert_eq!(process.call("read", &[reader, buffer, 8]), Ok(3));
    assert!(matches!(process.try_call("read", &[reader, buffer, 8]), Err(Stop::Unsupported(_))));
    assert_eq!(process.call("fcntl", &[reader, 4, u64::from(O_NONBLOCK)]), Ok(0));
    assert_eq!(process.read(reader, 8), Err(EAGAIN));
    assert_eq!(process.call("close", &[writer]), Ok(0));
    assert_eq!(process.read(reader, 8), Ok("".into()));
    assert_eq!(process.call("pipe2", &[ends, 0x4000_0000]), Err(EINVAL));
    assert_eq!(process.call("pipe", &[ends]), Ok(0));
    let (reader, writer) = (4, 5);
    assert_eq!(process.memory.load::<8>(ends), Ok(reader | writer << 32));
    assert_eq!(process.call("close", &[reader]), Ok(0));
    assert_eq!(process.write(writer, "x"), Err(EPIPE));
}

#[test]
fn polling() {
    let mut process = Process::new(&[], "x");
    let entries = process.room(16);
    process.memory.store::<8>(entries, 1 << 32).expect("room");
    process.memory.store::<8>(entries + 8, 99 | 1 << 32).expect("room");
    assert_eq!(process.call("poll", &[entries, 2, 0]), Ok(2));
    assert_eq!(process.memory.load::<2>(entries + 6), Ok(1));
    assert_eq!(process.memory.load::<2>(entries + 14), Ok(32));
    assert_eq!(process.call("poll", &[0, 0, 1500]), Ok(0));
    assert!(matches!(process.try_call("poll", &[0, 0, u64::MAX]), Err(Stop::Unsupported(_))));
    let second = process.room(16);
    process.memory.store::<8>(second, 1).expect("room");
    process.memory.store::<8>(second + 8, 500_000).expect("room");
    assert_eq!(process.call("select", &[0, 0, 0, 0, second]), Ok(0));
    assert_eq!(process.call("time", &[0]), Ok(1_704_067_203));
    let (readers, writers) = (process.room(8), process.room(8));
    process.memory.store::<8>(readers, 0b111).expect("room");
    process.memory.store::<8>(writers, 0b111).expect("room");
    assert_eq!(process.call("select", &[3, readers, writers, 0, second]), Ok(3));
    assert_eq!(process.memory.load::<8>(readers), Ok(0b001));
    assert_eq!(process.memory.load::<8>(writers), Ok(0b110));
    process.memory.store::<8>(readers, 0b1_0000_0000).expect("room");
    assert_eq!(process.call("select", &[10, readers, 0, 0, second]), Err(EBADF));
}

#[test]
fn clones_part_ways() {
    let mut process = Process::new(&[("a", "same")], "input");
    let fd = process.open("a", O_RDWR, 0).expect("there");
    let mut other = process.fork();
    assert_eq!(process.write(fd, "LEFT"), Ok(4));
    assert_eq!(process.read(0, 2), Ok("in".into()));
    assert_eq!(process.write(1, "one"), Ok(3));
    assert_eq!(other.read(fd, 4), Ok("same".into()));
    assert_eq!(other.read(0, 9), Ok("input".into()));
    assert!(other.world.output_of(Stream::Stdout).is_empty());
    assert_eq!(process.world.observed().written["a"], b"LEFT");
    assert!(other.world.observed().written.is_empty());
}

#[test]
fn devices() {
    let mut process = Process::new(&[], "typed");
    let null = process.open("/dev/null", O_RDWR, 0).expect("there");
    assert_eq!(process.write(null, "gone"), Ok(4));
    assert_eq!(process.read(null, 4), Ok("".into()));
    let zero = process.open("/dev/zero", 0, 0).expect("there");
    assert_eq!(process.read(zero, 3), Ok("\0\0\0".into()));
    let full = process.open("/dev/full", O_RDWR, 0).expect("there");
    assert_eq!(process.read(full, 1), Ok("\0".into()));
    assert_eq!(process.write(full, "x"), Err(ENOSPC));
    assert_eq!(process.open("/dev/tty", O_RDWR, 0), Err(ENXIO));
    let stdin = process.open("/dev/stdin", 0, 0).expect("there");
    assert_eq!(process.read(stdin, 3), Ok("typ".into()));
    assert_eq!(process.read(0, 9), Ok("ed".into()));
    let stdout = process.open("/dev/stdout", O_WRONLY, 0).expect("there");
    assert_eq!(process.write(stdout, "shown"), Ok(5));
    assert_eq!(process.world.output_of(Stream::Stdout), b"shown");
    let random = process.open("/dev/urandom", 0, 0).expect("there");
    let (first, second) = (process.room(8), process.room(8));
    assert_eq!(process.call("read", &[random, first, 8]), Ok(8));
    assert_eq!(process.call("getrandom", &[second, 8, 0]), Ok(8));
    assert_ne!(process.memory.load::<8>(first), process.memory.load::<8>(second));
}
