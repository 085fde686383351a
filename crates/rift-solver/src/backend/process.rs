//! A solver in a child process, with a deadline for everything it is asked.

use super::protocol::{self, Outcome, Reply, Request, Start};
use super::{Host, Limits, Lost, gates, time_of};
use rift_deadline::Deadline;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The exit status of a worker that ran out of memory.
pub(super) const OUT_OF_MEMORY: i32 = 87;

/// A query takes no more of the time that is left than one part in this many, if its steps need no more: a worker that
/// hangs must not cost all of it. Whoever has a deadline has results that depend on the clock anyway.
const PART_OF_DEADLINE: u32 = 4;
const LEAST_PART: Duration = Duration::from_millis(500);

/// How often the deadline of everything is looked at while a worker is waited for.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The bytes of a reply that are not values.
const REPLY_OVERHEAD: usize = 64;

/// How to start a worker: a program that calls [`crate::worker_main`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCommand {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl WorkerCommand {
    /// The program that is running, even if its file was replaced since.
    pub fn this_program(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> WorkerCommand {
        let arguments = arguments.into_iter().map(Into::into).collect();
        WorkerCommand { program: PathBuf::from("/proc/self/exe"), arguments }
    }
}

pub(super) struct Process {
    command: WorkerCommand,
    start: Start,
    /// After so long a worker is taken to have hung.
    hang: Duration,
    running: Option<Worker>,
    unreported: Duration,
}

impl Process {
    pub(super) fn start(command: WorkerCommand, limits: &Limits) -> io::Result<Process> {
        let mut process = Process::idle(command, limits);
        process.running()?;
        Ok(process)
    }

    /// Not started yet.
    pub(super) fn idle(command: WorkerCommand, limits: &Limits) -> Process {
        let start = Start { memory: limits.memory, terms: limits.terms, gates: gates::filling(limits.memory / 2) };
        Process { command, start, hang: limits.hang, running: None, unreported: Duration::ZERO }
    }

    fn running(&mut self) -> io::Result<&mut Worker> {
        if self.running.is_none() {
            self.running = Some(Worker::start(&self.command, self.start)?);
        }
        Ok(self.running.as_mut().expect("it was started if it was not there"))
    }

    /// Ends the worker, which did not answer for this reason, and finds out more about it.
    fn lose(&mut self, error: &io::Error) -> Lost {
        let end = self.end();
        match (error.kind(), end) {
            (_, Some(End { exit_status: Some(OUT_OF_MEMORY), .. })) => Lost::Memory,
            (io::ErrorKind::TimedOut, _) => Lost::Hung,
            _ => Lost::Died,
        }
    }

    fn end(&mut self) -> Option<End> {
        let worker = self.running.take()?;
        let reported = worker.reported;
        let end = worker.end();
        self.unreported += end.processor.saturating_sub(reported);
        Some(end)
    }
}

impl Host for Process {
    fn exchange(&mut self, request: &Request, deadline: &Deadline) -> Result<Reply, Lost> {
        let expected = time_of(request.steps).max(LEAST_PART);
        let part = deadline.left().map(|left| (left / PART_OF_DEADLINE).max(2 * expected));
        let end = Instant::now() + self.hang.min(part.unwrap_or(Duration::MAX));
        let reply = self.running().and_then(|worker| worker.exchange(request, &Until { end, deadline }));
        reply.map_err(|error| match self.lose(&error) {
            Lost::Hung if deadline.is_over() => Lost::Interrupted,
            Lost::Hung if part.is_some_and(|part| part < self.hang) => Lost::Late,
            lost => lost,
        })
    }

    fn restart(&mut self) {
        self.end();
    }

    fn unreported(&mut self) -> Duration {
        std::mem::take(&mut self.unreported)
    }

    fn process_id(&self) -> Option<u32> {
        self.running.as_ref().and_then(|worker| worker.child.as_ref()).map(Child::id)
    }
}

/// When a reply is late.
struct Until<'a> {
    /// For this request.
    end: Instant,
    /// For all of them.
    deadline: &'a Deadline,
}

/// A child process and the pipes to it, which never block.
struct Worker {
    /// `None` once it was waited for.
    child: Option<Child>,
    requests: ChildStdin,
    replies: ChildStdout,
    /// The processor time that its replies told of.
    reported: Duration,
}

/// What is left of a worker.
struct End {
    /// `None` if a signal ended it.
    exit_status: Option<i32>,
    processor: Duration,
}

impl Worker {
    fn start(command: &WorkerCommand, start: Start) -> io::Result<Worker> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Out of the terminal's reach: an interrupt is for the parent to handle.
            .process_group(0)
            .spawn()?;
        let requests = child.stdin.take().expect("standard input is a pipe");
        let replies = child.stdout.take().expect("standard output is a pipe");
        let mut worker = Worker { child: Some(child), requests, replies, reported: Duration::ZERO };
        ioctl_fionbio(&worker.requests, true)?;
        ioctl_fionbio(&worker.replies, true)?;
        // It is smaller than any pipe. A child that is dead already is noticed by the first request.
        let _: io::Result<()> = worker.requests.write_all(&protocol::frame(&start));
        Ok(worker)
    }

    fn exchange(&mut self, request: &Request, end: &Until<'_>) -> io::Result<Reply> {
        self.send(&protocol::frame(request), end)?;
        let mut prefix = [0; 4];
        self.receive(&mut prefix, end)?;
        let length = protocol::length(prefix);
        if length > request.bytes.len() + REPLY_OVERHEAD {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a reply that is too long"));
        }
        let mut message = vec![0; length];
        self.receive(&mut message, end)?;
        let reply: Reply = protocol::decode(&message)?;
        let is_complete = match &reply.outcome {
            Outcome::Sat(values) => values.len() == request.bytes.len(),
            Outcome::Unsat | Outcome::StepLimit | Outcome::Interrupted | Outcome::Unsupported => true,
        };
        if reply.number != request.number || !is_complete {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a reply to something else"));
        }
        self.reported += Duration::from_nanos(reply.processor_nanoseconds);
        Ok(reply)
    }

    fn send(&mut self, mut bytes: &[u8], end: &Until<'_>) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.requests.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(&self.requests, PollFlags::OUT, end)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn receive(&mut self, mut into: &mut [u8], end: &Until<'_>) -> io::Result<()> {
        while !into.is_empty() {
            match self.replies.read(into) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => into = &mut into[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(&self.replies, PollFlags::IN, end)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn end(mut self) -> End {
        let child = self.child.take().expect("only `end` and `drop` take it");
        end(child)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            end(child);
        }
    }
}

/// Waits until the pipe is ready, or fails at the deadline.
fn wait(pipe: &impl AsFd, what: PollFlags, until: &Until<'_>) -> io::Result<()> {
    let left = until.end.saturating_duration_since(Instant::now());
    if left.is_zero() || until.deadline.is_over() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    // Not longer than a nap: an interrupt does not wake who waits in another thread. The caller tries again.
    let nap = until.deadline.clip(left.min(LOOK_EVERY));
    let timeout = Timespec::try_from(nap).map_err(|_| io::ErrorKind::InvalidInput)?;
    match poll(&mut [PollFd::new(pipe, what)], Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Kills a child, which may have ended already, and waits for it.
fn end(mut child: Child) -> End {
    // It fails only if the child was waited for, which is done nowhere else.
    let _: io::Result<()> = child.kill();
    let pid = libc::pid_t::try_from(child.id()).expect("process ids are small");
    let mut status = 0;
    // SAFETY: a structure of integers, for which zeros are values.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live variables. Nobody waited for the child before, so the id is still its own.
    while unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) } == -1
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
    let exit_status = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    End { exit_status, processor: duration(usage.ru_utime) + duration(usage.ru_stime) }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}
