//! The other end of the pipe: answers requests until there are no more.

use super::bitwuzla::Session;
use super::process::OUT_OF_MEMORY;
use super::protocol::{self, Request, Start};
use rift_deadline::Deadline;
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// A solver process: reads requests from standard input and writes replies to standard output. Ends with its parent.
pub fn worker_main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("solver worker: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let mut requests = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut replies = take_standard_output()?;
    let Some(start) = protocol::read::<Start>(&mut requests)? else { return Ok(()) };
    limit_memory(start.memory)?;
    let mut session = Session::new(start.terms, start.gates);
    while let Some(request) = protocol::read::<Request>(&mut requests)? {
        let reply = session.answer(&request, &Deadline::never());
        replies.write_all(&protocol::frame(&reply))?;
    }
    // Taking a large instance apart takes longer than leaving it to the system.
    std::mem::forget(session);
    Ok(())
}

/// Standard output for replies only: whatever else is printed goes to standard error.
fn take_standard_output() -> io::Result<File> {
    let replies = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(replies))
}

fn limit_memory(bytes: u64) -> io::Result<()> {
    setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) })?;
    // A solver that aborts is no news.
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    rift_bitwuzla::on_memory_exhausted(out_of_memory);
    Ok(())
}

extern "C" fn out_of_memory() -> ! {
    // SAFETY: ends the process at once, without running anything that might need memory.
    unsafe { libc::_exit(OUT_OF_MEMORY) }
}
