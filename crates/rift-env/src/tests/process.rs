//! The process, its memory, its clock, and the other host functions.

use super::Process;
use crate::abi::*;
use crate::math;
use crate::start::start_arguments;
use crate::world::{Config, Input};
use rift_numeric::complex::complex;
use rift_numeric::libm::libm;
use rift_vm::{AccessFault, Fault, Host, Reply, Stop};

#[test]
fn endings() {
    let mut process = Process::new(&[], "");
    assert_eq!(process.host("__rift_exit", &[0x1FF]), Err(Stop::Exit(255)));
    assert_eq!(process.host("__rift_die", &[6]), Err(Stop::Signal(6)));
    assert_eq!(process.try_call("exit_group", &[3]), Err(Stop::Exit(3)));
    let what = process.text("the moon");
    assert_eq!(process.host("__rift_unsupported", &[what]), Err(Stop::Unsupported("the moon".into())));
    let (message, file) = (process.text("index out of bounds"), process.text("src/main.rs"));
    let panic = Stop::Panic { message: "index out of bounds".into(), location: "src/main.rs:3:7".into() };
    assert_eq!(process.host("__rift_panic", &[message, 19, file, 11, 3, 7]), Err(panic));
    let pid = process.call("getpid", &[]).expect("a number");
    assert_eq!(process.try_call("kill", &[pid, 9]), Err(Stop::Signal(9)));
    assert_eq!(process.try_call("tgkill", &[pid, pid, 6]), Err(Stop::Signal(6)));
    assert_eq!(process.call("kill", &[pid, 0]), Ok(0));
    assert_eq!(process.call("kill", &[1, 9]), Err(ESRCH));
    assert_eq!(process.call("kill", &[pid, 99]), Err(EINVAL));
}

#[test]
fn gaps_are_named() {
    let mut process = Process::new(&[], "");
    let gap = |name: &str| Stop::Unsupported(format!("system call {name}"));
    for name in ["fork", "clone", "execve", "ptrace", "io_uring_setup"] {
        assert_eq!(process.try_call(name, &[]), Err(gap(name)));
    }
    assert_eq!(process.host("__rift_syscall", &[9999]), Err(gap("9999")));
    assert_eq!(process.host("__rift_syscall", &[400]), Err(gap("400")));
    assert_eq!(process.call("socket", &[2, 1, 0]), Err(EAFNOSUPPORT));
    assert_eq!(process.call("connect", &[1, 0, 0]), Err(ENOTSOCK));
    let word = process.room(4);
    assert_eq!(process.try_call("futex", &[word, 0, 0]), Err(Stop::Unsupported("futex wait".into())));
    assert_eq!(process.call("futex", &[word, 128, 1]), Err(EAGAIN));
    assert_eq!(process.call("futex", &[word, 129, 1]), Ok(0));
    assert!(process.world.lookup("printf").is_none());
}

#[test]
fn the_heap() {
    let mut process = Process::new(&[], "");
    let Ok(Reply::Value(object)) = process.host("__rift_alloc", &[10, 16, 1]) else { panic!("no object") };
    assert_eq!(process.host("__rift_heap_size", &[object]), Ok(Reply::Value(10)));
    assert_eq!(process.host("__rift_alloc", &[1 << 50, 16, 0]), Ok(Reply::Value(0)));
    assert_eq!(process.host("__rift_free", &[object]), Ok(Reply::Nothing));
    let double = Stop::Fault(Fault::DoubleFree { address: object });
    assert_eq!(process.host("__rift_free", &[object]), Err(double));
    assert_eq!(process.host("__rift_free", &[8]), Err(Stop::Fault(Fault::BadFree { address: 8 })));
}

#[test]
fn clocks_follow_steps_and_sleep() {
    let mut process = Process::new(&[], "");
    let time = process.room(16);
    let request = process.room(16);
    assert_eq!(process.call("time", &[0]), Ok(1_704_067_200));
    process.steps = 2_500_000_000;
    assert_eq!(process.call("clock_gettime", &[0, time]), Ok(0));
    assert_eq!(process.memory.load::<8>(time), Ok(1_704_067_202));
    assert_eq!(process.memory.load::<8>(time + 8), Ok(500_000_000));
    process.memory.store::<8>(request, 3600).expect("room");
    assert_eq!(process.call("nanosleep", &[request, 0]), Ok(0));
    assert_eq!(process.call("time", &[0]), Ok(1_704_067_200 + 3602));
    assert_eq!(process.call("clock_gettime", &[2, time]), Ok(0));
    assert_eq!(process.memory.load::<8>(time), Ok(2));
    assert_eq!(process.call("clock_gettime", &[77, time]), Err(EINVAL));
    assert_eq!(process.call("clock_gettime", &[0, 0]), Err(EFAULT));
    process.memory.store::<8>(request + 8, 1_000_000_000).expect("room");
    assert_eq!(process.call("nanosleep", &[request, 0]), Err(EINVAL));
    assert_eq!(process.call("gettimeofday", &[time, 0]), Ok(0));
    assert_eq!(process.memory.load::<8>(time + 8), Ok(500_000));
}

#[test]
fn random_numbers_follow_the_seed() {
    let draw = |random_seed: u64| {
        let mut process = Process::with(Input::default(), Config { random_seed, ..Config::default() });
        let buffer = process.room(20);
        assert_eq!(process.call("getrandom", &[buffer, 20, 0]), Ok(20));
        process.memory.read_vec(buffer, 20).expect("read")
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}

#[test]
fn maps() {
    let mut process = Process::new(&[("a", "contents")], "");
    let anonymous = u64::from(MAP_PRIVATE | MAP_ANONYMOUS);
    let map = process.call("mmap", &[0, 10_000, 3, anonymous, u64::MAX, 0]).expect("room");
    process.memory.store::<8>(map + 9_992, 1).expect("writable");
    assert_eq!(process.call("munmap", &[map, 10_000]), Ok(0));
    let kind = process.memory.load::<1>(map).expect_err("unmapped").kind;
    assert_eq!(kind, rift_vm::memory::MemoryFaultKind::Access(AccessFault::UseAfterFree));
    assert_eq!(process.call("mmap", &[0, 0, 3, anonymous, 0, 0]), Err(EINVAL));
    assert_eq!(process.call("mmap", &[0, 1 << 45, 3, anonymous, 0, 0]), Err(ENOMEM));
    let fd = process.open("a", 0, 0).expect("there");
    let private = u64::from(MAP_PRIVATE);
    let map = process.call("mmap", &[0, 8, 1, private, fd, 0]).expect("room");
    assert_eq!(process.memory.read_vec(map, 9).expect("read"), b"contents\0");
    assert!(process.memory.store::<1>(map, 1).is_err());
    assert_eq!(process.call("mprotect", &[map, 8, 3]), Ok(0));
    assert!(process.memory.store::<1>(map, 1).is_ok());
    assert_eq!(process.call("mmap", &[0, 8, 1, private, 99, 0]), Err(EBADF));
    assert_eq!(process.call("mmap", &[0, 8, 1, private, 0, 0]), Err(ENODEV));
    assert_eq!(process.call("mmap", &[0, 8, 1, private, fd, 7]), Err(EINVAL));
    let grown = process.call("mremap", &[map, 4096, 9000, 1]).expect("room");
    assert_eq!(process.memory.read_vec(grown + 1, 4).expect("read"), b"onte");
    assert_eq!(process.call("brk", &[0]), Err(ENOMEM));
}

#[test]
fn identity_and_system() {
    let mut process = Process::new(&[], "");
    let buffer = process.room(400);
    assert_eq!(process.call("getuid", &[]), Ok(1000));
    assert_eq!(process.call("uname", &[buffer]), Ok(0));
    assert_eq!(process.memory.read_c_string(buffer + 4 * 65, 65).expect("read"), b"x86_64");
    assert_eq!(process.call("sched_getaffinity", &[0, 128, buffer]), Ok(8));
    assert_eq!(process.memory.load::<8>(buffer), Ok(1));
    assert_eq!(process.call("getrlimit", &[3, buffer]), Ok(0));
    assert_eq!(process.memory.load::<8>(buffer), Ok(8 << 20));
    assert_eq!(process.call("getrlimit", &[99, buffer]), Err(EINVAL));
    assert_eq!(process.call("sysinfo", &[buffer]), Ok(0));
    assert_eq!(process.call("getrusage", &[0, buffer]), Ok(0));
    assert_eq!(process.call("wait4", &[u64::MAX, 0, 0, 0]), Err(ECHILD));
    assert_eq!(process.call("setuid", &[0]), Err(EPERM));
    assert_eq!(process.call("rt_sigaction", &[2, 0, 0, 8]), Ok(0));
}

#[test]
fn arguments_are_bounded_objects() {
    let argv = vec![b"prog".to_vec(), b"".to_vec(), b"x".to_vec()];
    let env = vec![(b"HOME".to_vec(), b"/rift".to_vec())];
    let mut process = Process::with(Input { argv, env, ..Input::default() }, Config::default());
    let start = start_arguments(&process.world, &mut process.memory).expect("room");
    assert_eq!(start.argc, 3);
    let memory = &mut process.memory;
    let argument = |memory: &mut rift_vm::memory::Memory, at: u64| memory.load::<8>(at).expect("read");
    let (first, last) = (argument(memory, start.argv), argument(memory, start.argv + 16));
    assert_eq!(memory.read_c_string(first, 99).expect("read"), b"prog");
    assert_eq!(memory.read_vec(last, 2).expect("read"), b"x\0");
    assert!(memory.load::<1>(last + 2).is_err());
    assert_eq!(argument(memory, start.argv + 24), 0);
    assert!(memory.load::<8>(start.argv + 32).is_err());
    memory.store::<1>(first, 0).expect("arguments are writable");
    let variable = argument(memory, start.envp);
    assert_eq!(memory.read_c_string(variable, 99).expect("read"), b"HOME=/rift");
}

#[test]
fn math_reaches_the_guest() {
    for name in math::NAMES {
        assert!(libm(name).is_some(), "{name}");
    }
    assert!(math::COMPLEX_NAMES.iter().all(|name| complex(name).is_some()));
    assert_eq!(math::COMPLEX_NAMES.len(), rift_numeric::complex::NAMES.len());
    let mut process = Process::new(&[], "");
    let errno = process.room(4);
    process.world.attach(&|name| (name == "__rift_errno").then_some(errno));
    assert_eq!(process.host("sqrt", &[2.25_f64.to_bits()]), Ok(Reply::Value(1.5_f64.to_bits())));
    assert_eq!(process.memory.load::<4>(errno), Ok(0));
    assert!(matches!(process.host("log", &[(-1.0_f64).to_bits()]), Ok(Reply::Value(_))));
    assert_eq!(process.memory.load::<4>(errno), Ok(33));
    let exponent = process.room(4);
    assert_eq!(process.host("frexp", &[8.0_f64.to_bits(), exponent]), Ok(Reply::Value(0.5_f64.to_bits())));
    assert_eq!(process.memory.load::<4>(exponent), Ok(4));
    assert!(matches!(process.host("frexp", &[8.0_f64.to_bits(), 0]), Err(Stop::Fault(_))));
    assert!(matches!(process.host("pow", &[0]), Err(Stop::Unsupported(_))));
}

#[test]
fn the_runtime_is_bitcode() {
    let runtime = crate::runtime();
    assert!(runtime.iter().any(|(name, _)| *name == "libc/malloc"));
    for (name, bitcode) in runtime {
        assert!(bitcode.starts_with(b"BC\xC0\xDE"), "{name}");
    }
}

#[test]
fn shared_maps_follow_their_file() {
    let mut process = Process::new(&[("f", "0123456789")], "");
    let fd = process.open("f", O_RDWR, 0).expect("there");
    let shared = u64::from(MAP_SHARED);
    let one = process.call("mmap", &[0, 10, 3, shared, fd, 0]).expect("room");
    let other = process.call("mmap", &[0, 10, 1, shared, fd, 0]).expect("room");
    process.memory.write(one + 2, b"AB").expect("writable");
    assert_eq!(process.read(fd, 10), Ok("01AB456789".into()));
    assert_eq!(process.memory.read_vec(other, 4).expect("mapped"), b"01AB");
    let text = process.text("xy");
    assert_eq!(process.call("pwrite64", &[fd, text, 2, 0]), Ok(2));
    assert_eq!(process.memory.read_vec(one, 4).expect("mapped"), b"xyAB");
    assert_eq!(process.call("close", &[fd]), Ok(0));
    process.memory.write(one + 9, b"!").expect("writable");
    assert_eq!(process.call("munmap", &[other, 10]), Ok(0));
    assert_eq!(process.call("munmap", &[one, 10]), Ok(0));
    assert_eq!(process.world.observed().written["f"], b"xyAB45678!");
}
