//! Running commands that may hang, eat memory or print without end.

use anyhow::{Context, anyhow};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What one process may use.
#[derive(Debug, Clone, Copy)]
pub struct ProcessLimits {
    /// By the clock on the wall. Generous, because the machine may be busy with other things.
    pub time: Duration,
    /// Of the processor, in whole seconds.
    pub cpu: Duration,
    pub memory: u64,
    pub output: u64,
}

impl Default for ProcessLimits {
    fn default() -> ProcessLimits {
        ProcessLimits { time: Duration::from_secs(60), cpu: Duration::from_secs(10), memory: 2 << 30, output: 64 << 20 }
    }
}

const STACK: u64 = 8 << 20;
const FILE: u64 = 256 << 20;

/// A process that ended by itself.
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Processor time, user and system.
    pub cpu: Duration,
}

/// Runs to the end, or kills it. `None`: it took too long.
pub fn run(command: &mut Command, stdin: &[u8], limits: &ProcessLimits) -> anyhow::Result<Option<Ended>> {
    let ProcessLimits { memory, cpu, .. } = *limits;
    // SAFETY: only async-signal-safe calls between fork and exec.
    unsafe {
        command.pre_exec(move || {
            for (resource, value) in [
                (libc::RLIMIT_AS, memory),
                (libc::RLIMIT_CPU, cpu.as_secs()),
                (libc::RLIMIT_CORE, 0),
                (libc::RLIMIT_STACK, STACK),
                (libc::RLIMIT_FSIZE, FILE),
            ] {
                libc::setrlimit(resource, &libc::rlimit { rlim_cur: value, rlim_max: value });
            }
            // What the caller ignores, a program would ignore as well.
            (1..libc::SIGRTMAX()).for_each(|signal| {
                libc::signal(signal, libc::SIG_DFL);
            });
            Ok(())
        });
    }
    // A group of its own, so that what it starts is killed with it.
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().with_context(|| format!("cannot run `{}`", command.get_program().to_string_lossy()))?;
    let (mut input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let group = libc::pid_t::try_from(child.id()).map_err(|_| anyhow!("a process id that is no process id"))?;
    thread::scope(|scope| {
        // A program that does not read its input closes the pipe: no error.
        scope.spawn(move || input.take().map(|mut pipe| pipe.write_all(stdin)));
        let (sender, ended) = mpsc::channel();
        let killer = scope.spawn(move || {
            let late = ended.recv_timeout(limits.time).is_err();
            // SAFETY: a signal to the group of our own child; if all of it has gone, nothing happens.
            unsafe { libc::kill(-group, libc::SIGKILL) };
            late
        });
        let errors = scope.spawn(move || drain(errors, limits.output));
        let stdout = drain(output, limits.output);
        let stderr = errors.join().unwrap_or_default();
        let (status, used) = wait(group, limits.time)?;
        let _ = sender.send(());
        let late = killer.join().unwrap_or(true);
        // The kernel looks at its own clock, and only from time to time.
        let over = late || used + Duration::from_millis(200) >= cpu;
        let killed = over && matches!(status.signal(), Some(libc::SIGKILL | libc::SIGXCPU));
        Ok((!killed).then_some(Ended { status, stdout, stderr, cpu: used }))
    })
}

/// Everything up to the limit; then the pipe is closed, and the program learns it.
fn drain(pipe: Option<impl Read>, limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let _ = pipe.take(limit).read_to_end(&mut bytes);
    }
    bytes
}

/// How the child ended, and what it cost. It may have closed its output long before it ends.
fn wait(pid: libc::pid_t, time: Duration) -> anyhow::Result<(ExitStatus, Duration)> {
    let deadline = Instant::now() + time + Duration::from_secs(5);
    loop {
        let mut status = 0;
        // SAFETY: all zero is a valid `rusage`.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: our own child and two valid places for results.
        let waited = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if waited == pid {
            let of = |t: libc::timeval| {
                Duration::from_secs(t.tv_sec.unsigned_abs()) + Duration::from_micros(t.tv_usec.unsigned_abs())
            };
            return Ok((ExitStatus::from_raw(status), of(usage.ru_utime) + of(usage.ru_stime)));
        }
        if waited < 0 || Instant::now() >= deadline {
            return Err(anyhow!("cannot wait for a program: {}", std::io::Error::last_os_error()));
        }
        thread::sleep(Duration::from_micros(200));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, time: Duration) -> Option<Ended> {
        let limits = ProcessLimits { time, cpu: Duration::from_secs(1), output: 1000, ..ProcessLimits::default() };
        run(Command::new("sh").args(["-c", script]), b"in", &limits).expect("sh runs")
    }

    #[test]
    fn output_status_and_signals_are_seen() {
        let ended = sh("cat; echo err >&2; exit 3", Duration::from_secs(10)).expect("in time");
        assert_eq!((ended.stdout.as_slice(), ended.stderr.as_slice()), (b"in".as_slice(), b"err\n".as_slice()));
        assert_eq!(ended.status.code(), Some(3));
        assert_eq!(sh("kill -9 $$", Duration::from_secs(10)).expect("in time").status.signal(), Some(9));
    }

    #[test]
    fn endless_programs_are_stopped() {
        assert!(sh("sleep 100 & sleep 100", Duration::from_millis(100)).is_none());
        assert!(sh("while :; do :; done", Duration::from_secs(60)).is_none());
        // Endless output ends with the reader.
        let ended = sh("exec yes", Duration::from_secs(10)).expect("in time");
        assert_eq!(ended.stdout.len(), 1000);
    }
}
