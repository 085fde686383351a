//! Talks to a launcher (`launcher.c`), the small program that starts programs under test.
//!
//! One launcher starts many: what a sandbox costs is paid once. It also tells an exit status of 139 from the signal 11,
//! which bubblewrap does not, and sets limits before the program runs.

use super::streams::{Feed, Stream};
use super::{Addresses, GRACE, NativeLimits};
use crate::limits::available_memory;
use crate::seen::{End, FILES_LIMIT, FREE_MEMORY, MEMORY_LIMIT, OUTPUT_LIMIT, PROCESS_LIMIT, TIME_LIMIT};
use rift_deadline::Deadline;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, Shutdown, SocketFlags, SocketType,
};
use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The launcher, as a file to be executed.
pub(super) const PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/launcher"));

const RUN: &[u8] = b"r";
const KILL: &[u8] = b"k";
const NO_LIMIT: u64 = u64::MAX;
const BUSY_TRIES: usize = 100;
/// That a launcher hands over.
const MOST_DIRECTORIES: usize = 8;
/// How often the machine's memory is looked at. A program can take about a tenth of a gibibyte meanwhile.
const MEMORY_LOOKS: Duration = Duration::from_millis(20);
/// So much is kept of each output of a run that was ended by a limit.
const KEPT_OF_A_CUT: usize = 16 << 10;

/// Every file counts at least this much, so that empty ones are limited, too.
const SMALLEST_FILE_BYTES: u64 = 4096;
/// Of all processes together, where the address space of each is not limited.
const MOST_RESIDENT_BYTES: u64 = 8 << 30;

/// What is to be run, where it runs: paths are those inside of the sandbox.
pub(super) struct Request<'a> {
    pub program: &'a [u8],
    pub directory: &'a [u8],
    pub arguments: Vec<&'a [u8]>,
    /// As `NAME=VALUE`.
    pub variables: Vec<Vec<u8>>,
    /// What the kernel is told; processes are counted in any case.
    pub processes: Option<u64>,
    pub addresses: Addresses,
}

impl Request<'_> {
    /// The layout that `struct request` in launcher.c has.
    fn bytes(&self, limits: &NativeLimits) -> Vec<u8> {
        let numbers = [
            self.arguments.len() as u64,
            self.variables.len() as u64,
            // Whole seconds: the clock on the wall is the exact limit.
            limits.time.as_secs().saturating_add(1),
            limits.file,
            limits.memory.unwrap_or(NO_LIMIT),
            self.processes.unwrap_or(NO_LIMIT),
            limits.files,
            limits.files / SMALLEST_FILE_BYTES,
            limits.memory.unwrap_or(MOST_RESIDENT_BYTES),
            limits.processes,
            u64::from(self.addresses == Addresses::Fixed),
        ];
        let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_ne_bytes).collect();
        let variables = self.variables.iter().map(Vec::as_slice);
        for string in [self.program, self.directory].into_iter().chain(self.arguments.iter().copied()).chain(variables)
        {
            bytes.extend_from_slice(string);
            bytes.push(0);
        }
        bytes
    }
}

/// A run that came to an end.
pub(super) struct Ran {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

pub(super) enum Outcome {
    Ran(Ran),
    /// The program cannot be executed.
    NotStarted(io::Error),
    /// The launcher is gone, or does not answer: it is of no more use.
    Lost,
}

pub(super) struct Launcher {
    process: Child,
    socket: OwnedFd,
}

/// How often the deadline is looked at while a program runs: an interrupt wakes nobody.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl Launcher {
    /// `command` is the launcher, or something that executes it; what goes wrong with that is written to `complaints`.
    pub(super) fn start(mut command: Command, complaints: File) -> io::Result<Launcher> {
        let (socket, theirs) =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        command.env_clear().stdin(theirs).stdout(Stdio::null()).stderr(complaints);
        // Out of the terminal's reach: an interrupt is for this program to handle.
        command.process_group(0);
        let mut tries = 0;
        loop {
            match command.spawn() {
                Ok(process) => return Ok(Launcher { process, socket }),
                // A child that another thread was just starting has the file still open for writing.
                Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && tries < BUSY_TRIES => tries += 1,
                Err(error) => return Err(error),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// A program that is still running at the deadline is ended as one that took too long.
    pub(super) fn run(
        &self,
        request: &Request<'_>,
        stdin: &[u8],
        limits: &NativeLimits,
        deadline: &Deadline,
    ) -> io::Result<Outcome> {
        let mut description = File::from(memfd_create("rift-request", MemfdFlags::CLOEXEC)?);
        description.write_all(&request.bytes(limits))?;
        let (their_input, input) = io::pipe()?;
        let (output, their_output) = io::pipe()?;
        let (errors, their_errors) = io::pipe()?;
        let given = [description.as_fd(), their_input.as_fd(), their_output.as_fd(), their_errors.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        ancillary.push(SendAncillaryMessage::ScmRights(&given));
        // No signal where the launcher is gone: an error, which is what `Lost` is for.
        if rustix::net::sendmsg(&self.socket, &[IoSlice::new(RUN)], &mut ancillary, SendFlags::NOSIGNAL).is_err() {
            return Ok(Outcome::Lost);
        }
        // Or the ends of the pipes are never seen.
        drop((their_input, their_output, their_errors));
        let mut streams = [Stream::new(output.into())?, Stream::new(errors.into())?];
        let mut feed = Feed::new(input.into(), stdin)?;
        let cut = self.watch(&mut streams, &mut feed, limits, deadline)?;
        if cut.is_some() {
            let _ = rustix::net::send(&self.socket, KILL, SendFlags::NOSIGNAL);
        }
        let answer = self.answer(Instant::now() + GRACE)?;
        streams.iter_mut().try_for_each(|stream| stream.finish(limits.output))?;
        let is_flood = streams.iter().any(|stream| stream.bytes.len() as u64 > limits.output);
        let end = match (answer, cut) {
            (Answer::None | Answer::Ready, _) => return Ok(Outcome::Lost),
            (Answer::NotStarted(errno), _) => return Ok(Outcome::NotStarted(io::Error::from_raw_os_error(errno))),
            (Answer::UsedUp(what), _) => End::Other(what.to_owned()),
            (Answer::Ended(_), Some(what)) => End::Other(what.to_owned()),
            (Answer::Ended(_), None) if is_flood => End::Other(OUTPUT_LIMIT.to_owned()),
            (Answer::Ended(status), None) => ended(status),
        };
        let is_cut_off = matches!(end, End::Other(_));
        let [stdout, stderr] = streams.map(|mut stream| {
            // How much more there was depends on the machine's load, and nobody wants to read it.
            stream.bytes.truncate(if is_cut_off { KEPT_OF_A_CUT } else { usize::MAX });
            stream.bytes
        });
        Ok(Outcome::Ran(Ran { end, stdout, stderr }))
    }

    /// Feeds and drains the program until there is an answer, or a limit to end it for.
    fn watch(
        &self,
        streams: &mut [Stream; 2],
        feed: &mut Feed<'_>,
        limits: &NativeLimits,
        deadline: &Deadline,
    ) -> io::Result<Option<&'static str>> {
        let end = Instant::now() + limits.time;
        let mut next_look = Instant::now();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || deadline.is_over() {
                return Ok(Some(TIME_LIMIT));
            }
            if limits.free > 0 && Instant::now() >= next_look {
                if available_memory().is_some_and(|available| available < limits.free) {
                    return Ok(Some(FREE_MEMORY));
                }
                next_look = Instant::now() + MEMORY_LOOKS;
            }
            let left = if limits.free > 0 { left.min(MEMORY_LOOKS) } else { left };
            let pipes = [
                (Some(self.socket.as_fd()), PollFlags::IN),
                (streams[0].pipe(), PollFlags::IN),
                (streams[1].pipe(), PollFlags::IN),
                (feed.pipe(), PollFlags::OUT),
            ];
            let ready = wait(pipes, deadline.clip(left.min(LOOK_EVERY)))?;
            for (stream, _) in streams.iter_mut().zip(&ready[1..]).filter(|(_, ready)| **ready) {
                stream.read_some()?;
                if stream.bytes.len() as u64 > limits.output {
                    return Ok(Some(OUTPUT_LIMIT));
                }
            }
            if ready[3] {
                feed.write_some();
            }
            if ready[0] {
                return Ok(None);
            }
        }
    }

    fn answer(&self, deadline: Instant) -> io::Result<Answer> {
        Ok(self.answer_with_directories(deadline)?.0)
    }

    fn answer_with_directories(&self, deadline: Instant) -> io::Result<(Answer, Vec<OwnedFd>)> {
        let left = deadline.saturating_duration_since(Instant::now());
        let [is_there] = wait([(Some(self.socket.as_fd()), PollFlags::IN)], left)?;
        if !is_there {
            return Ok((Answer::None, Vec::new()));
        }
        let mut answer = [0; 8];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DIRECTORIES))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
        let got = rustix::net::recvmsg(&self.socket, &mut [IoSliceMut::new(&mut answer)], &mut ancillary, flags);
        let directories = ancillary.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
            _ => None,
        });
        let directories = directories.flatten().collect();
        if got.map_or(0, |got| got.bytes) != answer.len() {
            return Ok((Answer::None, directories));
        }
        let [what, value] = [0, 4].map(|at| i32::from_ne_bytes([0, 1, 2, 3].map(|byte| answer[at + byte])));
        let answer = match what {
            0 => Answer::Ended(value),
            1 => Answer::NotStarted(value),
            2 => Answer::Ready,
            3 => Answer::UsedUp(PROCESS_LIMIT),
            4 => Answer::UsedUp(FILES_LIMIT),
            5 => Answer::UsedUp(MEMORY_LIMIT),
            _ => Answer::None,
        };
        Ok((answer, directories))
    }

    /// Waits until it takes requests, and says which directories programs can write to. `None` if it never will.
    pub(super) fn ready(&self) -> io::Result<Option<Vec<OwnedFd>>> {
        let (answer, directories) = self.answer_with_directories(Instant::now() + GRACE)?;
        Ok(matches!(answer, Answer::Ready).then_some(directories))
    }

    /// Whether it still waits for requests.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        // The end of the socket: it ends what it has started, and then itself.
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Both);
        let deadline = Instant::now() + GRACE;
        while matches!(self.process.try_wait(), Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        // Fails if it has ended, which is what is wanted.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

enum Answer {
    Ended(i32),
    NotStarted(i32),
    /// It was ended because something of the sandbox's was used up.
    UsedUp(&'static str),
    Ready,
    None,
}

/// From what wait(2) says.
fn ended(status: i32) -> End {
    use std::os::unix::process::ExitStatusExt;
    let status = std::process::ExitStatus::from_raw(status);
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// Which of the pipes are ready; none if time is up.
fn wait<const N: usize>(
    pipes: [(Option<std::os::fd::BorrowedFd<'_>>, PollFlags); N],
    left: Duration,
) -> io::Result<[bool; N]> {
    let places: Vec<usize> = (0..N).filter(|at| pipes[*at].0.is_some()).collect();
    let mut polled: Vec<PollFd<'_>> =
        pipes.into_iter().filter_map(|(pipe, events)| Some(PollFd::from_borrowed_fd(pipe?, events))).collect();
    let mut ready = [false; N];
    match poll(&mut polled, Timespec::try_from(left).ok().as_ref()) {
        Ok(_) => polled.iter().zip(places).for_each(|(fd, at)| ready[at] = !fd.revents().is_empty()),
        Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(ready)
}
