//! Runs a test on a native build: in an empty directory, with the test's variables and no others, and with limits.
//!
//! The program is not trusted, but not locked in either: it has the user's rights and the network. What it starts is
//! killed with it.

use crate::case::{End, Seen};
use rift_env::{Input, Observed};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process_group, pidfd_open, prlimit};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// What one run may use.
#[derive(Debug, Clone, Copy)]
pub struct NativeLimits {
    /// By the clock on the wall.
    pub time: Duration,
    /// Of its address space; `None` for builds that reserve terabytes, as sanitizers do.
    pub memory: Option<u64>,
    /// Bytes of standard output, and of standard error.
    pub output: u64,
    /// Bytes of one file.
    pub file: u64,
}

impl Default for NativeLimits {
    fn default() -> NativeLimits {
        NativeLimits { time: Duration::from_secs(10), memory: Some(4 << 30), output: 64 << 20, file: 256 << 20 }
    }
}

/// Why there is nothing to compare with.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    #[error("it needs the file `{0}`, and only files in the working directory are made")]
    AbsoluteFile(String),
    #[error("cannot {verb} `{path}`: {source}")]
    Io { verb: &'static str, path: PathBuf, source: io::Error },
}

fn cannot(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> NativeError {
    move |source| NativeError::Io { verb, path: path.to_owned(), source }
}

/// What `program`, an absolute path, does with an input.
pub fn run_native(program: &Path, input: &Input, limits: &NativeLimits) -> Result<Seen, NativeError> {
    let temporary = std::env::temp_dir();
    let place = tempfile::Builder::new().prefix("rift-").tempdir().map_err(cannot("use", &temporary))?;
    let work = place.path().join("work");
    fs::create_dir(&work).map_err(cannot("create", &work))?;
    for (name, bytes) in &input.files {
        put(&work, name, bytes)?;
    }
    let mut command = Command::new(program);
    command.env_clear().envs(input.env.iter().map(|(name, value)| (OsStr::from_bytes(name), OsStr::from_bytes(value))));
    if let Some((name, arguments)) = input.argv.split_first() {
        command.arg0(OsStr::from_bytes(name)).args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    }
    if !input.objects.is_empty() {
        let objects = place.path().join("objects");
        fs::write(&objects, objects_text(input)).map_err(cannot("write", &objects))?;
        command.env("RIFT_OBJECTS", &objects);
    }
    // A group of its own, so that what it starts is killed with it.
    command.current_dir(&work).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().map_err(cannot("run", program))?;
    let Ended { end, stdout, stderr } = watch(child, &input.stdin, limits).map_err(cannot("watch", program))?;
    let files = observed(&work, input).map_err(cannot("read", &work))?;
    Ok(Seen { end, stdout, stderr, files })
}

fn put(work: &Path, name: &str, bytes: &[u8]) -> Result<(), NativeError> {
    if name.starts_with('/') {
        return Err(NativeError::AbsoluteFile(name.to_owned()));
    }
    let path = work.join(name);
    if name.ends_with('/') {
        return fs::create_dir_all(&path).map_err(cannot("create", &path));
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(cannot("create", parent))?;
    }
    fs::write(&path, bytes).map_err(cannot("write", &path))
}

/// As `runtime/klee/replay.c` reads it: a line for each object, its name and its bytes in hexadecimal.
fn objects_text(input: &Input) -> String {
    let mut text = String::new();
    for (name, bytes) in &input.objects {
        for byte in name.bytes() {
            match byte {
                b'!'..=b'~' if byte != b'%' => text.push(char::from(byte)),
                _ => text.push_str(&format!("%{byte:02x}")),
            }
        }
        text.push(' ');
        bytes.iter().for_each(|byte| text.push_str(&format!("{byte:02x}")));
        text.push('\n');
    }
    text
}

struct Ended {
    end: End,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Feeds and drains the child until it ends, and kills it when it takes or says too much.
fn watch(mut child: Child, stdin: &[u8], limits: &NativeLimits) -> io::Result<Ended> {
    let pid = Pid::from_child(&child);
    let watched = watch_to_end(&mut child, pid, stdin, limits);
    // If all of the group has gone, nothing happens.
    let _ = kill_process_group(pid, Signal::KILL);
    let status = child.wait()?;
    let (mut streams, too_much) = watched?;
    streams.iter_mut().try_for_each(|stream| stream.finish(limits.output))?;
    let end = match (too_much, status.code(), status.signal()) {
        (Some(what), ..) => End::Other(what.to_owned()),
        (None, Some(code), _) => End::Exit(code),
        (None, None, signal) => End::Signal(signal.unwrap_or(0)),
    };
    let [stdout, stderr] = streams.map(|stream| stream.bytes);
    Ok(Ended { end, stdout, stderr })
}

type Watched = ([Stream; 2], Option<&'static str>);

fn watch_to_end(child: &mut Child, pid: Pid, stdin: &[u8], limits: &NativeLimits) -> io::Result<Watched> {
    restrict(pid, limits);
    let mut streams =
        [Stream::new(child.stdout.take().map(OwnedFd::from)), Stream::new(child.stderr.take().map(OwnedFd::from))];
    let mut feed = Feed::new(child.stdin.take(), stdin)?;
    let ended = pidfd_open(pid, PidfdFlags::empty())?;
    let deadline = Instant::now() + limits.time;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok((streams, Some("time limit")));
        }
        let ready = {
            let wanted = [
                Some(PollFd::new(&ended, PollFlags::IN)),
                streams[0].pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)),
                streams[1].pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)),
                feed.pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)),
            ];
            let places = [0, 1, 2, 3].into_iter().filter(|at| wanted[*at].is_some());
            let places: Vec<usize> = places.collect();
            let mut polled: Vec<PollFd<'_>> = wanted.into_iter().flatten().collect();
            match poll(&mut polled, Timespec::try_from(left).ok().as_ref()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            let mut ready = [false; 4];
            polled.iter().zip(places).for_each(|(fd, at)| ready[at] = !fd.revents().is_empty());
            ready
        };
        for (stream, _) in streams.iter_mut().zip(&ready[1..]).filter(|(_, ready)| **ready) {
            stream.read_some()?;
            if stream.bytes.len() as u64 > limits.output {
                return Ok((streams, Some("output limit")));
            }
        }
        if ready[3] {
            feed.write_some();
        }
        if ready[0] {
            return Ok((streams, None));
        }
    }
}

/// The child may already run: it cannot do much harm in the moment before.
fn restrict(pid: Pid, limits: &NativeLimits) {
    let limit = |resource, value| {
        let rlimit = Rlimit { current: Some(value), maximum: Some(value) };
        // A child that has already ended needs no limits.
        let _ = prlimit(Some(pid), resource, rlimit);
    };
    limit(Resource::Core, 0);
    limit(Resource::Fsize, limits.file);
    limit(Resource::Cpu, limits.time.as_secs() + 1);
    if let Some(memory) = limits.memory {
        limit(Resource::As, memory);
    }
}

/// What comes out of the child.
struct Stream {
    pipe: Option<fs::File>,
    bytes: Vec<u8>,
}

impl Stream {
    fn new(pipe: Option<OwnedFd>) -> Stream {
        Stream { pipe: pipe.map(fs::File::from), bytes: Vec::new() }
    }

    fn read_some(&mut self) -> io::Result<()> {
        let mut buffer = [0; 1 << 14];
        let Some(pipe) = &mut self.pipe else { return Ok(()) };
        match pipe.read(&mut buffer)? {
            0 => self.pipe = None,
            count => self.bytes.extend_from_slice(&buffer[..count]),
        }
        Ok(())
    }

    /// Takes what is left in the pipe when nobody writes any more.
    fn finish(&mut self, limit: u64) -> io::Result<()> {
        while self.pipe.is_some() && self.bytes.len() as u64 <= limit {
            self.read_some()?;
        }
        Ok(())
    }
}

/// What goes into the child.
struct Feed<'a> {
    pipe: Option<ChildStdin>,
    rest: &'a [u8],
}

impl<'a> Feed<'a> {
    fn new(pipe: Option<ChildStdin>, bytes: &'a [u8]) -> io::Result<Feed<'a>> {
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        let mut feed = Feed { pipe, rest: bytes };
        feed.write_some();
        Ok(feed)
    }

    /// A program that does not read its input closes the pipe: no error.
    fn write_some(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        while !self.rest.is_empty() {
            match pipe.write(self.rest) {
                Ok(count) => self.rest = &self.rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.pipe = None;
    }
}

/// What the run changed in its directory.
fn observed(work: &Path, input: &Input) -> io::Result<Observed> {
    let mut written = BTreeMap::new();
    let mut new_directories = BTreeSet::new();
    read_tree(work, "", &mut written, &mut new_directories)?;
    let mut removed = BTreeSet::new();
    for (name, bytes) in &input.files {
        let plain = name.trim_end_matches('/');
        for (at, _) in plain.match_indices('/') {
            if !new_directories.remove(&plain[..at]) && !work.join(&plain[..at]).is_dir() {
                removed.insert(plain[..at].to_owned());
            }
        }
        let is_there = new_directories.remove(plain) || written.contains_key(plain) || work.join(plain).exists();
        if !is_there {
            removed.insert(plain.to_owned());
        }
        if written.get(plain) == Some(bytes) {
            written.remove(plain);
        }
    }
    Ok(Observed { written, removed, new_directories })
}

/// Symbolic links count as files that hold their target.
fn read_tree(
    directory: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
    directories: &mut BTreeSet<String>,
) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            read_tree(&entry.path(), &format!("{name}/"), files, directories)?;
            directories.insert(name);
        } else if kind.is_symlink() {
            files.insert(name, fs::read_link(entry.path())?.as_os_str().as_bytes().to_vec());
        } else if kind.is_file() {
            // The program may have taken the right to read it away.
            files.insert(name, fs::read(entry.path()).unwrap_or_default());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, input: Input, limits: &NativeLimits) -> Seen {
        let argv = ["sh", "-c", script].map(|word| word.as_bytes().to_vec()).to_vec();
        run_native(Path::new("/bin/sh"), &Input { argv, ..input }, limits).unwrap()
    }

    fn quick(script: &str) -> Seen {
        let limits = NativeLimits { time: Duration::from_millis(200), output: 1000, ..NativeLimits::default() };
        sh(script, Input::default(), &limits)
    }

    #[test]
    fn all_that_can_be_seen_is_seen() {
        let files = [("in/a", "old"), ("b", "gone"), ("c", "same"), ("dir/", "")];
        let input = Input {
            stdin: b"fed\n".to_vec(),
            env: vec![(b"X".to_vec(), b"y z".to_vec())],
            files: files.map(|(name, bytes)| (name.to_owned(), bytes.into())).into(),
            objects: vec![("an o".to_owned(), vec![0, 255])],
            ..Input::default()
        };
        let script = "cat; echo $X; cat $RIFT_OBJECTS >&2; echo new >in/a; rm b; mkdir d; ln -s t link; exit 3";
        let seen = sh(script, input, &NativeLimits::default());
        assert_eq!(seen.end, End::Exit(3));
        assert_eq!((seen.stdout.as_slice(), seen.stderr.as_slice()), (&b"fed\ny z\n"[..], &b"an%20o 00ff\n"[..]));
        let written = [("in/a".to_owned(), b"new\n".to_vec()), ("link".to_owned(), b"t".to_vec())];
        assert_eq!(seen.files.written, BTreeMap::from(written));
        assert_eq!(seen.files.removed, BTreeSet::from(["b".to_owned()]));
        assert_eq!(seen.files.new_directories, BTreeSet::from(["d".to_owned()]));
        assert_eq!(quick("kill -SEGV $$").end, End::Signal(11));
    }

    #[test]
    fn endless_programs_are_stopped() {
        assert_eq!(quick("sleep 100 & sleep 100").end, End::Other("time limit".to_owned()));
        assert_eq!(quick("exec >&- 2>&-; sleep 100").end, End::Other("time limit".to_owned()));
        assert_eq!(quick("exec yes").end, End::Other("output limit".to_owned()));
        assert_eq!(quick("sleep 100 & exit 4").end, End::Exit(4));
    }

    #[test]
    fn input_that_nobody_reads_does_not_block() {
        let input = || Input { stdin: vec![b'x'; 1 << 20], ..Input::default() };
        assert_eq!(sh("exit 5", input(), &NativeLimits::default()).end, End::Exit(5));
        let seen = sh("wc -c", input(), &NativeLimits::default());
        assert_eq!(String::from_utf8_lossy(&seen.stdout).trim(), "1048576");
    }
}
