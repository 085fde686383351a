//! Builds of strangers, which may hang: a time limit, and an end when the user wants one.
//!
//! A guarded build is a process group of its own. It is killed as a whole when its time is over, and so is whatever a
//! build that ended has left running. A process that leaves the group on purpose is not found.

use crate::IngestError;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// When builds are given up.
#[derive(Debug, Clone)]
pub struct Guard {
    /// For each build.
    pub time: Duration,
    /// Set when the user wants to stop. Builds do not see Ctrl-C themselves.
    pub interrupted: Arc<AtomicBool>,
}

/// Longest sleep between two looks at a build.
const NAP: Duration = Duration::from_millis(20);

/// Runs to the end with captured output, as far as the guard allows. `words` is the command as the user knows it.
pub(super) fn run_guarded(
    command: &mut Command,
    dir: &Path,
    words: &str,
    guard: &Guard,
) -> Result<Output, IngestError> {
    let program = PathBuf::from(command.get_program());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let started = Instant::now();
    let mut child = command.spawn().map_err(IngestError::io("run", &program))?;
    let (stdout, stderr) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let ended = wait(&mut child, started, guard);
    kill_group(&child);
    let collected = [stdout, stderr].map(|reader| reader.join().unwrap_or_default());
    match ended.map_err(IngestError::io("run", &program))? {
        Ended::Itself(status) => {
            let [stdout, stderr] = collected;
            Ok(Output { status, stdout, stderr })
        }
        Ended::OutOfTime => {
            let (dir, command, time) = (dir.to_owned(), words.to_owned(), guard.time);
            Err(IngestError::BuildTime { dir, command, time })
        }
        Ended::Interrupted => Err(IngestError::Interrupted { dir: dir.to_owned() }),
    }
}

enum Ended {
    Itself(ExitStatus),
    OutOfTime,
    Interrupted,
}

fn wait(child: &mut Child, started: Instant, guard: &Guard) -> io::Result<Ended> {
    let mut nap = Duration::from_millis(1);
    let ended = loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended::Itself(status));
        }
        if guard.interrupted.load(Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        if started.elapsed() >= guard.time {
            break Ended::OutOfTime;
        }
        thread::sleep(nap);
        nap = (nap * 2).min(NAP);
    };
    kill_group(child);
    child.wait()?;
    Ok(ended)
}

/// Everything that the build started and that is still there.
fn kill_group(child: &Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: no memory is involved. The group has the child's number as long as any member lives, and after that
        // no process has: a number is not given out again before many others were.
        unsafe { libc::killpg(group, libc::SIGKILL) };
    }
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read until then is what there is to show.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, time: Duration, interrupted: bool) -> Result<Output, IngestError> {
        let guard = Guard { time, interrupted: Arc::new(AtomicBool::new(interrupted)) };
        run_guarded(Command::new("sh").args(["-c", script]), Path::new("p"), script, &guard)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn output_and_status_are_those_of_the_command() {
        let output = run("echo out; echo err >&2; exit 3", LONG, false).unwrap();
        assert_eq!((output.stdout, output.stderr, output.status.code()), (b"out\n".into(), b"err\n".into(), Some(3)));
    }

    #[test]
    fn a_build_that_hangs_is_killed_with_all_its_processes() {
        let dir = tempfile::tempdir().unwrap();
        let pid = dir.path().join("pid");
        let script = format!("sleep 1000 & echo $! > {}; wait", pid.display());
        let started = Instant::now();
        let error = run(&script, Duration::from_millis(300), false).unwrap_err();
        assert!(matches!(error, IngestError::BuildTime { .. }), "{error}");
        assert!(started.elapsed() < LONG);
        let sleeper: i32 = std::fs::read_to_string(pid).unwrap().trim().parse().unwrap();
        let is_gone = || {
            let stat = std::fs::read_to_string(format!("/proc/{sleeper}/stat")).unwrap_or_default();
            stat.is_empty() || stat.contains(") Z ")
        };
        while !is_gone() {
            assert!(started.elapsed() < LONG, "process {sleeper} is still there");
            thread::sleep(NAP);
        }
    }

    #[test]
    fn what_a_build_leaves_running_does_not_keep_it_from_ending() {
        let started = Instant::now();
        assert!(run("sleep 1000 & echo done", LONG, false).unwrap().status.success());
        assert!(started.elapsed() < LONG);
    }

    #[test]
    fn a_build_ends_when_the_user_wants_to() {
        assert!(matches!(run("sleep 1000", LONG, true), Err(IngestError::Interrupted { .. })));
    }
}
