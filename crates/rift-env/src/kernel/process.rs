//! The process itself: who it is, what it may use, and how it ends itself.

use super::io::fill_random;
use super::{Answer, Call, Failure, unsupported};
use crate::abi::*;
use crate::vfs::USER;
use rift_vm::Stop;

/// The process, its only thread, its group and its session.
const PID: u64 = 4242;
const PARENT: u64 = 4241;

/// Calls about identity; `None` for a call that is none of them.
pub(super) fn identity(call: &mut Call<'_, '_>, name: &str) -> Option<Answer> {
    Some(match name {
        "getpid" | "gettid" | "getpgrp" | "set_tid_address" => Ok(PID),
        "getppid" => Ok(PARENT),
        "getuid" | "geteuid" | "getgid" | "getegid" => Ok(u64::from(USER)),
        "getpgid" | "getsid" if matches!(call.args[0], 0 | PID) => Ok(PID),
        "getpgid" | "getsid" => Err(ESRCH.into()),
        // It leads its group already.
        "setsid" => Err(EPERM.into()),
        "setpgid" => Ok(0),
        "getresuid" | "getresgid" => {
            (0..3).try_for_each(|index| call.write(call.args[index], &USER.to_le_bytes())).map(|()| 0)
        }
        "setuid" | "setgid" | "setfsuid" | "setfsgid" if call.uint(0) == USER => Ok(0),
        "setreuid" | "setregid" if [0, 1].iter().all(|&i| matches!(call.uint(i), USER | u32::MAX)) => Ok(0),
        "setresuid" | "setresgid" if [0, 1, 2].iter().all(|&i| matches!(call.uint(i), USER | u32::MAX)) => Ok(0),
        "setuid" | "setgid" | "setreuid" | "setregid" | "setresuid" | "setresgid" | "setgroups" => Err(EPERM.into()),
        "getgroups" => Ok(0),
        "getpriority" => Ok(20),
        "setpriority" => Ok(0),
        "getcpu" => [0, 1]
            .iter()
            .filter(|&&index| call.args[index] != 0)
            .collect::<Vec<_>>()
            .into_iter()
            .try_for_each(|&index| call.write(call.args[index], &[0; 4]))
            .map(|()| 0),
        _ => return None,
    })
}

/// kill, tkill, tgkill: of the process itself.
pub(super) fn kill(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (target, signal) = match name {
        "tgkill" => (call.int(1), call.int(2)),
        _ => (call.int(0), call.int(1)),
    };
    if !(0..=64).contains(&signal) {
        return Err(EINVAL.into());
    }
    let own = i64::from(target) == PID as i64
        || (name == "kill" && matches!(target, 0 | -1))
        || (name == "kill" && i64::from(target) == -(PID as i64));
    if !own {
        return Err(ESRCH.into());
    }
    match signal {
        // Nothing, SIGCHLD, SIGCONT, SIGURG, SIGWINCH.
        0 | 17 | 18 | 23 | 28 => Ok(0),
        // SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU.
        19..=22 => Err(unsupported("stopping the process")),
        _ => Err(Stop::Signal(signal).into()),
    }
}

pub(super) fn uname(call: &mut Call<'_, '_>) -> Answer {
    let fields = ["Linux", "rift", "6.1.0", "#1 SMP", "x86_64", "(none)"];
    let mut bytes = vec![];
    for (index, field) in fields.iter().enumerate() {
        bytes.extend_from_slice(field.as_bytes());
        bytes.resize((index + 1) * 65, 0);
    }
    call.write(call.args[0], &bytes)?;
    Ok(0)
}

pub(super) fn system_information(call: &mut Call<'_, '_>) -> Answer {
    const TOTAL: u64 = 4 << 30;
    let uptime = (1000_u64.saturating_mul(1_000_000_000) + call.world.uptime(call.guest.steps)) / 1_000_000_000;
    let free = TOTAL.saturating_sub(call.guest.memory.bytes_in_use());
    let words = [uptime, 0, 0, 0, TOTAL, free, 0, 0, 0, 0, 1, 0, 0, 1];
    call.write_words(call.args[0], &words)?;
    Ok(0)
}

/// getrusage: instructions as user time, memory in use as resident set.
pub(super) fn usage(call: &mut Call<'_, '_>) -> Answer {
    if !matches!(call.int(0), -1..=1) {
        return Err(EINVAL.into());
    }
    let mut words = [0; 18];
    if call.int(0) != -1 {
        words[0] = call.guest.steps / 1_000_000_000;
        words[1] = call.guest.steps % 1_000_000_000 / 1000;
        words[4] = call.guest.memory.bytes_in_use() / 1024;
    }
    call.write_words(call.args[1], &words)?;
    Ok(0)
}

/// getrlimit, setrlimit, prlimit64: new limits are accepted, and forgotten.
pub(super) fn limits(call: &mut Call<'_, '_>, name: &str) -> Answer {
    const STACK: u32 = 3;
    const CORE: u32 = 4;
    const FILES: u32 = 7;
    let at = usize::from(name == "prlimit64");
    let resource = call.uint(at);
    if resource > 15 {
        return Err(EINVAL.into());
    }
    if at == 1 && !matches!(call.args[0], 0 | PID) {
        return Err(ESRCH.into());
    }
    let place = match name {
        "getrlimit" => call.args[1],
        "prlimit64" => call.args[3],
        _ => 0,
    };
    let limits = match resource {
        STACK => [8 << 20, u64::MAX],
        CORE => [0, 0],
        FILES => [OPEN_MAX as u64; 2],
        _ => [u64::MAX; 2],
    };
    if place != 0 {
        call.write_words(place, &limits)?;
    }
    Ok(0)
}

/// sched_getaffinity: one processor.
pub(super) fn affinity(call: &mut Call<'_, '_>) -> Answer {
    let (len, address) = (call.args[1], call.args[2]);
    if len < 8 || !len.is_multiple_of(8) {
        return Err(EINVAL.into());
    }
    call.write_words(address, &[1])?;
    Ok(8)
}

pub(super) fn random(call: &mut Call<'_, '_>) -> Answer {
    let (address, len) = (call.args[0], call.args[1].min(MAX_TRANSFER));
    if call.uint(2) & !7 != 0 {
        return Err(EINVAL.into());
    }
    call.guest.memory.check_write(address, len)?;
    fill_random(call, address, len)?;
    Ok(len)
}

pub(super) fn futex(call: &mut Call<'_, '_>) -> Answer {
    const WAIT: u32 = 0;
    const WAKE: u32 = 1;
    const WAIT_BITSET: u32 = 9;
    const WAKE_BITSET: u32 = 10;
    let (address, operation, expected) = (call.args[0], call.uint(1) & 0x7F, call.uint(2));
    match operation {
        WAIT | WAIT_BITSET => {
            let value = u32::from_le_bytes(call.guest.memory.read_array(address).map_err(Failure::from)?);
            if value != expected { Err(EAGAIN.into()) } else { Err(unsupported("futex wait")) }
        }
        WAKE | WAKE_BITSET => Ok(0),
        _ => Err(unsupported(format!("futex operation {operation}"))),
    }
}
