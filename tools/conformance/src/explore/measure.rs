//! A process and all that it starts: how long, how much processor time, how much memory.

use anyhow::{Context, anyhow};
use std::fs;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How a measured process ended, and what it used.
#[derive(Debug)]
pub struct Measured {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub wall: Duration,
    /// Of the process and of the children it waited for.
    pub cpu: Duration,
    /// Resident bytes of all processes together, at the worst moment that was looked at; at least what the first of
    /// them ever had. (What `wait4` tells would include our own, from before the child became another program.)
    pub peak: u64,
}

/// Standard output and standard error, as they are read.
type Output = (JoinHandle<Vec<u8>>, JoinHandle<Vec<u8>>);

/// A process under way, in a group of its own. Dropping it kills the group.
pub struct Running {
    child: Child,
    group: libc::pid_t,
    started: Instant,
    output: Option<Output>,
    peak: u64,
    over: bool,
}

const LOOK_EVERY: Duration = Duration::from_millis(5);

pub fn start(command: &mut Command) -> anyhow::Result<Running> {
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().with_context(|| format!("cannot run `{name}`"))?;
    let group = libc::pid_t::try_from(child.id()).map_err(|_| anyhow!("a process id that is no process id"))?;
    let output = child.stdout.take().zip(child.stderr.take()).map(|(out, err)| (reader(out), reader(err)));
    Ok(Running { child, group, started: Instant::now(), output, peak: 0, over: false })
}

fn reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// To the end; an error if that takes longer than `limit`.
pub fn measure(command: &mut Command, limit: Duration) -> anyhow::Result<Measured> {
    let mut running = start(command)?;
    running.wait(limit)
}

impl Running {
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// To the process itself, not to what it started.
    pub fn signal(&self, number: i32) {
        // SAFETY: our own child, not waited for yet.
        unsafe { libc::kill(self.group, number) };
    }

    /// Limits the process, and what it starts from now on, to this many bytes of address space beyond what it has.
    pub fn limit_memory(&self, more: u64) -> anyhow::Result<()> {
        let used = memory(self.group, "VmSize:").context("the program has ended")?;
        let limit = libc::rlimit { rlim_cur: used + more, rlim_max: used + more };
        // SAFETY: our own child, a valid limit, and no place for the old one.
        match unsafe { libc::prlimit(self.group, libc::RLIMIT_AS, &limit, std::ptr::null_mut()) } {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()).context("cannot limit a program"),
        }
    }

    pub fn is_running(&mut self) -> anyhow::Result<bool> {
        // Without taking its status: that is for `wait`.
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        // SAFETY: all zero is a valid `siginfo_t`.
        let mut about: libc::siginfo_t = unsafe { std::mem::zeroed() };
        let process = libc::id_t::try_from(self.group)?;
        // SAFETY: our own child and a valid place for the result.
        match unsafe { libc::waitid(libc::P_PID, process, &mut about, flags) } {
            // SAFETY: filled in by the call, or still zero.
            0 => Ok(unsafe { about.si_pid() } == 0),
            _ => Err(std::io::Error::last_os_error()).context("cannot look at a program"),
        }
    }

    /// Processes that it started and that still run.
    pub fn descendants(&self) -> Vec<libc::pid_t> {
        descendants(self.group)
    }

    pub fn wait(&mut self, limit: Duration) -> anyhow::Result<Measured> {
        let deadline = Instant::now() + limit;
        loop {
            if let Some((status, cpu)) = waited(self.group)? {
                self.over = true;
                let wall = self.started.elapsed();
                let text = |handle: JoinHandle<Vec<u8>>| handle.join().unwrap_or_default();
                let (stdout, stderr) = self.output.take().map(|(o, e)| (text(o), text(e))).unwrap_or_default();
                return Ok(Measured { status, stdout, stderr, wall, cpu, peak: self.peak });
            }
            if Instant::now() >= deadline {
                return Err(anyhow!("it took longer than {} s", limit.as_secs()));
            }
            let all = std::iter::once(self.group).chain(self.descendants());
            self.peak = self.peak.max(all.filter_map(|process| memory(process, "VmRSS:")).sum());
            self.peak = self.peak.max(memory(self.group, "VmHWM:").unwrap_or(0));
            thread::sleep(LOOK_EVERY);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.over {
            // SAFETY: a signal to the group of our own child, which was not waited for yet.
            unsafe { libc::kill(-self.group, libc::SIGKILL) };
            let _ = self.child.wait();
        }
    }
}

fn descendants(process: libc::pid_t) -> Vec<libc::pid_t> {
    let mut found = Vec::new();
    for task in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
        let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        found.extend(text.split_ascii_whitespace().filter_map(|id| id.parse::<libc::pid_t>().ok()));
    }
    let below: Vec<_> = found.iter().flat_map(|child| descendants(*child)).collect();
    found.extend(below);
    found
}

fn memory(process: libc::pid_t, field: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
}

/// If it has ended: how, and its processor time.
fn waited(pid: libc::pid_t) -> anyhow::Result<Option<(ExitStatus, Duration)>> {
    let mut status = 0;
    // SAFETY: all zero is a valid `rusage`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: our own child and two valid places for results.
    match unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) } {
        0 => Ok(None),
        same if same == pid => {
            let of = |t: libc::timeval| {
                Duration::from_secs(t.tv_sec.unsigned_abs()) + Duration::from_micros(t.tv_usec.unsigned_abs())
            };
            let cpu = of(usage.ru_utime) + of(usage.ru_stime);
            Ok(Some((ExitStatus::from_raw(status), cpu)))
        }
        _ => Err(std::io::Error::last_os_error()).context("cannot wait for a program"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_seen_and_counted() {
        let mut running = start(Command::new("sh").args(["-c", "sleep 0.3; sleep 100"])).unwrap();
        thread::sleep(Duration::from_millis(150));
        assert_eq!(running.descendants().len(), 1);
        assert!(running.wait(Duration::from_millis(50)).is_err());
        drop(running);
        let work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; exit 3";
        let ended = measure(Command::new("sh").args(["-c", &format!("sh -c '{work}'")]), Duration::from_secs(60));
        let ended = ended.unwrap();
        assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(3), b"done\n".as_slice()));
        assert!(ended.cpu > Duration::from_millis(5) && ended.peak > 100_000 && ended.cpu <= ended.wall * 2);
    }
}
