//! Native runs by the ten thousand: no sandbox, no threads, no pipes. The standard library starts them by posix_spawn,
//! and what goes in and out is in memory files that are used again. Limits are put on the process just after its start,
//! so this is for programs that mean no harm.

use crate::directives::Run;
use crate::place::temporary;
use crate::seen::End;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Where programs run, one at a time.
pub struct Runner {
    dir: TempDir,
    stdin: File,
    stdout: File,
    stderr: File,
    /// What all programs used.
    pub cpu: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// By the clock on the wall; a program that computes is stopped sooner.
const TIME: Duration = Duration::from_secs(5);
const LIMITS: [(libc::__rlimit_resource_t, u64); 4] =
    [(libc::RLIMIT_CPU, 1), (libc::RLIMIT_AS, 1 << 30), (libc::RLIMIT_FSIZE, 1 << 20), (libc::RLIMIT_CORE, 0)];

impl Runner {
    pub fn new() -> anyhow::Result<Runner> {
        let file = || memory_file().context("cannot make a file in memory");
        Ok(Runner { dir: temporary()?, stdin: file()?, stdout: file()?, stderr: file()?, cpu: Duration::ZERO })
    }

    /// Only arguments and standard input of `input`: the program finds an empty directory and no variables.
    pub fn run(&mut self, program: &Path, input: &Run) -> anyhow::Result<Shown> {
        fill(&mut self.stdin, &input.stdin).context("cannot write standard input")?;
        fill(&mut self.stdout, b"").and_then(|()| fill(&mut self.stderr, b"")).context("cannot empty a file")?;
        let mut command = Command::new(program);
        command.arg0("program").args(input.args.iter().map(|arg| OsStr::from_bytes(arg)));
        command.env_clear().current_dir(self.dir.path()).process_group(0);
        for (file, put) in [
            (&self.stdin, Command::stdin as fn(&mut Command, Stdio) -> &mut Command),
            (&self.stdout, Command::stdout),
            (&self.stderr, Command::stderr),
        ] {
            put(&mut command, file.try_clone().context("cannot share a file")?.into());
        }
        let child = command.spawn().with_context(|| format!("cannot run `{}`", program.display()))?;
        let process = libc::pid_t::try_from(child.id()).context("a process id that is no process id")?;
        limit(process);
        let in_time = ends_in_time(process);
        if !in_time {
            // SAFETY: a signal to the group of our own child, which was not waited for yet.
            unsafe { libc::kill(-process, libc::SIGKILL) };
        }
        let (status, cpu) = wait(process)?;
        self.cpu += cpu;
        let end = match (in_time, status.code(), status.signal()) {
            // Which of the two limits comes first depends on how busy the machine is.
            (false, ..) | (true, None, Some(libc::SIGXCPU)) => End::Other("time limit".to_owned()),
            (true, Some(code), _) => End::Exit(code),
            (true, None, signal) => End::Signal(signal.unwrap_or(0)),
        };
        let contents = |file: &mut File| contents(file).context("cannot read what was printed");
        Ok(Shown { end, stdout: contents(&mut self.stdout)?, stderr: contents(&mut self.stderr)? })
    }
}

fn memory_file() -> io::Result<File> {
    // SAFETY: a valid name; the result is checked.
    match unsafe { libc::memfd_create(c"rift-conformance".as_ptr(), libc::MFD_CLOEXEC) } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: a new descriptor that nobody else has.
        descriptor => Ok(unsafe { File::from_raw_fd(descriptor) }),
    }
}

/// The child shares the offset, so it has to be at the beginning.
fn fill(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(bytes)?;
    file.rewind()
}

fn contents(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn limit(process: libc::pid_t) {
    for (resource, value) in LIMITS {
        // A hard limit of processor time that is no higher would kill without a word; so SIGXCPU tells it.
        let limit = libc::rlimit { rlim_cur: value, rlim_max: value + 1 };
        // SAFETY: our own child, not waited for yet. If it has ended already, there is nothing to limit.
        unsafe { libc::prlimit(process, resource, &limit, std::ptr::null_mut()) };
    }
}

fn ends_in_time(process: libc::pid_t) -> bool {
    // SAFETY: our own child, not waited for yet; the result is checked.
    let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    let Ok(descriptor @ 0..) = i32::try_from(descriptor) else { return false };
    // SAFETY: a new descriptor that nobody else has.
    let owned = unsafe { OwnedFd::from_raw_fd(descriptor) };
    let mut asked = libc::pollfd { fd: owned.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one valid element. Readable means that it has ended.
    unsafe { libc::poll(&mut asked, 1, TIME.as_millis() as i32) == 1 }
}

fn wait(process: libc::pid_t) -> anyhow::Result<(ExitStatus, Duration)> {
    let mut status = 0;
    // SAFETY: all zero is a valid `rusage`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: our own child and two valid places for results.
    if unsafe { libc::wait4(process, &mut status, 0, &mut usage) } != process {
        bail!("cannot wait for a program: {}", io::Error::last_os_error());
    }
    let of = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    Ok((ExitStatus::from_raw(status), of(usage.ru_utime) + of(usage.ru_stime)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(runner: &mut Runner, script: &str) -> Shown {
        let input = Run { stdin: b"in\n".to_vec(), ..Run::with_args(["-c", script]) };
        runner.run(Path::new("/bin/sh"), &input).unwrap()
    }

    #[test]
    fn all_that_a_program_does_is_seen_and_nothing_of_the_one_before() {
        let mut runner = Runner::new().unwrap();
        let long = sh(&mut runner, "read a; echo $a $a $a; echo error >&2; exit 3");
        assert_eq!(long, Shown { end: End::Exit(3), stdout: b"in in in\n".into(), stderr: b"error\n".into() });
        assert_eq!(sh(&mut runner, "read a; echo $a").stdout, b"in\n");
        assert_eq!(sh(&mut runner, ":"), Shown { end: End::Exit(0), stdout: vec![], stderr: vec![] });
        assert_eq!(sh(&mut runner, "kill -11 $$").end, End::Signal(11));
    }

    #[test]
    fn programs_without_an_end_are_stopped_and_counted() {
        let mut runner = Runner::new().unwrap();
        assert_eq!(sh(&mut runner, "while :; do :; done").end, End::Other("time limit".to_owned()));
        assert!(runner.cpu > Duration::from_millis(100));
        assert_eq!(sh(&mut runner, "while :; do echo endless; done").stdout.len(), 1 << 20);
        assert_eq!(sh(&mut runner, "sleep 100").end, End::Other("time limit".to_owned()));
    }
}
