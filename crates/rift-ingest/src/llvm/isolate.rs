//! Reading bitcode in a child process, because libLLVM answers some broken bitcode with a crash or an endless loop.
//!
//! The child is a fork: the library is already bound, nothing is looked up or started. It has limits on time, memory
//! and core files, sends the module back through a pipe, and leaves a note of what it was doing for the case that
//! it dies. Costs some 10 ms; results are cached by the callers.
//!
//! Forking a process with threads is sound only if no lock that the child needs is held by another thread.
//! Everything that is inside libLLVM holds [`share_library`], and the fork waits for them; glibc sees to its own.

use super::Bitcode;
use super::bind::llvm_library;
use super::link::{LinkOptions, link_and_lower_here, whole};
use crate::ModuleError;
use core::sync::atomic::Ordering::Relaxed;
use core::sync::atomic::{AtomicPtr, AtomicU32};
use rift_ir::Module;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;
use std::sync::{RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

/// By the clock on the wall, for the case that it waits for something.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// What the child may use: in proportion to what it reads, so that a small file cannot take a machine's memory, or
/// minutes. Far more than programs of any size were seen to need.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    processor: Duration,
    memory_bytes: u64,
}

impl Allowance {
    /// The runtime's modules are rift's own, and quick.
    fn of(inputs: &[Bitcode]) -> Allowance {
        let bytes: u64 = inputs.iter().map(|module| module.bytes.len() as u64).sum();
        Allowance {
            processor: Duration::from_secs((15 + (bytes >> 20) * 10).min(TIME_LIMIT.as_secs())),
            memory_bytes: ((1 << 30) + bytes.saturating_mul(512)).min(8 << 30),
        }
    }
}

/// What the reader is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    ReadingInput,
    ReadingRuntime,
    Linking,
    Lowering,
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::ReadingInput, Stage::ReadingRuntime, Stage::Linking, Stage::Lowering];

    fn name(self) -> &'static str {
        match self {
            Stage::ReadingInput | Stage::ReadingRuntime => "reading",
            Stage::Linking => "linking",
            Stage::Lowering => "lowering",
        }
    }
}

/// Shared between parent and child.
#[derive(Default)]
struct Progress {
    stage: AtomicU32,
    index: AtomicU32,
}

/// Null in the parent.
static PROGRESS: AtomicPtr<Progress> = AtomicPtr::new(core::ptr::null_mut());

/// Leaves a note of what comes next: `index` is that of the input or runtime module.
pub(super) fn note_stage(stage: Stage, index: usize) {
    // SAFETY: null, or the page that the parent mapped before the fork and keeps until the child is gone.
    if let Some(progress) = unsafe { PROGRESS.load(Relaxed).as_ref() } {
        progress.index.store(index as u32, Relaxed);
        progress.stage.store(stage as u32, Relaxed);
    }
}

static LIBRARY_USE: RwLock<()> = RwLock::new(());

/// To be held while inside libLLVM.
pub(super) fn share_library() -> RwLockReadGuard<'static, ()> {
    LIBRARY_USE.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// [`super::link_and_lower`] in a child process: whatever the bitcode does to libLLVM, the answer is an error.
pub fn ingest_isolated(inputs: &[Bitcode], options: &LinkOptions<'_>) -> Result<Module, ModuleError> {
    isolated(inputs, options, TIME_LIMIT, || link_and_lower_here(inputs, options))
}

fn isolated(
    inputs: &[Bitcode],
    options: &LinkOptions<'_>,
    time_limit: Duration,
    work: impl FnOnce() -> Result<Module, ModuleError>,
) -> Result<Module, ModuleError> {
    llvm_library()?;
    let cannot = |what: &str| ModuleError::Internal {
        file: whole(inputs),
        stage: "reading".to_owned(),
        reason: format!("cannot {what}: {}", std::io::Error::last_os_error()),
    };
    let allowance = Allowance::of(inputs);
    let progress = ProgressPage::new().ok_or_else(|| cannot("map a page"))?;
    let (mut child, said) = {
        let _exclusive = LIBRARY_USE.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        // SAFETY: a valid name and flags.
        let said = unsafe { libc::memfd_create(c"rift-ingest".as_ptr(), libc::MFD_CLOEXEC) };
        if said < 0 {
            return Err(cannot("make a file"));
        }
        // SAFETY: a descriptor that was just made and belongs to nobody else.
        let said = unsafe { File::from_raw_fd(said) };
        match fork().ok_or_else(|| cannot("fork"))? {
            Side::Child { answer } => run_child(&progress, &said, answer, allowance, work),
            Side::Parent(child) => (child, said),
        }
    };
    let answer = child.read_answer(Instant::now() + time_limit);
    let status = child.finish();
    let (stage, file) = progress.describe(inputs, options.runtime);
    match (answer, status) {
        (None, _) => Err(ModuleError::TimedOut { file, stage, seconds: time_limit.as_secs() }),
        (Some(_), Some(Death::OfTime)) => {
            Err(ModuleError::TimedOut { file, stage, seconds: allowance.processor.as_secs() })
        }
        (Some(bytes), None) => match postcard::from_bytes(&bytes) {
            Ok(result) => result,
            Err(e) => Err(ModuleError::Internal { file, stage, reason: format!("the reader's answer: {e}") }),
        },
        (Some(_), Some(Death::Of(how))) => Err(ModuleError::Crashed { file, stage, how, output: first_line(&said) }),
    }
}

/// The life of the child; never returns.
fn run_child(
    progress: &ProgressPage,
    said: &File,
    mut answer: File,
    allowance: Allowance,
    work: impl FnOnce() -> Result<Module, ModuleError>,
) -> ! {
    PROGRESS.store(progress.0, Relaxed);
    limit(libc::RLIMIT_CORE, 0);
    limit(libc::RLIMIT_AS, allowance.memory_bytes.saturating_add(mapped_bytes()));
    limit(libc::RLIMIT_CPU, allowance.processor.as_secs());
    // SAFETY: two descriptors of this process; what is written to the old 1 and 2 now goes to the file.
    unsafe {
        libc::dup2(said.as_raw_fd(), 1);
        libc::dup2(said.as_raw_fd(), 2);
    }
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let reason = panic.downcast_ref::<String>().cloned();
        let reason = reason.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned()));
        let reason = reason.unwrap_or_else(|| "panic".to_owned());
        Err(ModuleError::Internal { file: "input".to_owned(), stage: "reading".to_owned(), reason })
    });
    let sent = postcard::to_stdvec(&result).is_ok_and(|bytes| answer.write_all(&bytes).is_ok());
    // SAFETY: ends the process without running the parent's exit handlers.
    unsafe { libc::_exit(if sent { 0 } else { 1 }) }
}

fn limit(resource: libc::__rlimit_resource_t, value: u64) {
    let limits = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: a valid structure. Failure means that a stricter limit is in place.
    unsafe { libc::setrlimit(resource, &limits) };
}

/// The address space in use: the limit is for what the child adds.
fn mapped_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').next().and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    pages * 4096
}

/// What the library said before it died.
fn first_line(said: &File) -> String {
    let mut buffer = [0; 512];
    let len = said.read_at(&mut buffer, 0).unwrap_or(0);
    String::from_utf8_lossy(&buffer[..len]).lines().next().unwrap_or("").trim().to_owned()
}

struct ProgressPage(*mut Progress);

impl ProgressPage {
    fn new() -> Option<ProgressPage> {
        // SAFETY: a new anonymous mapping.
        let page = unsafe {
            let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
            libc::mmap(core::ptr::null_mut(), size_of::<Progress>(), access, kind, -1, 0)
        };
        // Zero bytes are a valid `Progress`.
        (page != libc::MAP_FAILED).then_some(ProgressPage(page.cast()))
    }

    /// What the child did last, and to which file.
    fn describe(&self, inputs: &[Bitcode], runtime: &[Bitcode]) -> (String, String) {
        // SAFETY: mapped until `drop`.
        let progress = unsafe { &*self.0 };
        let index = progress.index.load(Relaxed) as usize;
        let stage = Stage::ALL.get(progress.stage.load(Relaxed) as usize).copied().unwrap_or(Stage::ReadingInput);
        let file = match stage {
            Stage::ReadingInput => inputs.get(index).map(|b| b.name.clone()),
            Stage::ReadingRuntime => runtime.get(index).map(|b| b.name.clone()),
            Stage::Linking | Stage::Lowering => None,
        };
        (stage.name().to_owned(), file.unwrap_or_else(|| whole(inputs)))
    }
}

impl Drop for ProgressPage {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`.
        unsafe { libc::munmap(self.0.cast(), size_of::<Progress>()) };
    }
}

struct Child {
    pid: libc::pid_t,
    answer: File,
}

/// Why a child did not end well.
enum Death {
    OfTime,
    Of(String),
}

enum Side {
    Parent(Child),
    Child { answer: File },
}

fn fork() -> Option<Side> {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
        return None;
    }
    // SAFETY: two descriptors that were just made and belong to nobody else.
    let (reader, writer) = unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) };
    // SAFETY: the caller holds the lock described above, and never returns in the child.
    match unsafe { libc::fork() } {
        -1 => None,
        0 => Some(Side::Child { answer: writer }),
        pid => Some(Side::Parent(Child { pid, answer: reader })),
    }
}

impl Child {
    /// Everything the child writes; `None` when it takes too long.
    fn read_answer(&mut self, deadline: Instant) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut chunk = vec![0; 1 << 16];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let mut wait = libc::pollfd { fd: self.answer.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one valid structure.
            let ready = unsafe { libc::poll(&mut wait, 1, i32::try_from(left.as_millis()).unwrap_or(i32::MAX)) };
            if ready == 0 && deadline <= Instant::now() {
                return None;
            }
            if ready > 0 {
                match self.answer.read(&mut chunk) {
                    Ok(0) => return Some(bytes),
                    Ok(len) => bytes.extend_from_slice(&chunk[..len]),
                    Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => return Some(bytes),
                }
            }
        }
    }

    /// Ends the child if it still runs; how it ended, if not well.
    fn finish(self) -> Option<Death> {
        let mut status = 0;
        // SAFETY: our own child, which is waited for exactly once. A child that has closed its pipe is about to end by
        // itself, any other has had its time.
        unsafe {
            let mut waited = 0;
            for _ in 0..1000 {
                waited = libc::waitpid(self.pid, &mut status, libc::WNOHANG);
                if waited != 0 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            if waited == 0 {
                libc::kill(self.pid, libc::SIGKILL);
                libc::waitpid(self.pid, &mut status, 0);
            }
        }
        match libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)) {
            // The kernel sends one or the other at the limit of processor time.
            Some(libc::SIGXCPU | libc::SIGKILL) => Some(Death::OfTime),
            Some(signal) => Some(Death::Of(format!("signal {signal}"))),
            None if libc::WEXITSTATUS(status) == 0 => None,
            None => Some(Death::Of(format!("exit status {}", libc::WEXITSTATUS(status)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(time_limit: Duration, work: impl FnOnce() -> Result<Module, ModuleError>) -> ModuleError {
        let inputs = [Bitcode { name: "bad.bc".to_owned(), bytes: Vec::new() }];
        isolated(&inputs, &LinkOptions::default(), time_limit, work).expect_err("the work fails")
    }

    #[test]
    fn a_crash_names_file_and_signal() {
        let error = run(TIME_LIMIT, || {
            note_stage(Stage::ReadingInput, 0);
            // SAFETY: ends the child.
            unsafe { libc::abort() }
        });
        assert_eq!(error.to_string(), "cannot use `bad.bc`: libLLVM crashed (signal 6) while reading it");
    }

    #[test]
    fn an_endless_loop_is_stopped() {
        let error = run(Duration::from_millis(50), || {
            loop {
                std::thread::sleep(Duration::from_secs(1));
            }
        });
        assert_eq!(error.to_string(), "cannot use `bad.bc`: reading it took longer than 0 s");
    }

    #[test]
    fn small_files_get_little_and_large_ones_more() {
        let of = |bytes: usize| Allowance::of(&[Bitcode { name: String::new(), bytes: vec![0; bytes] }]);
        assert!(of(10_000).processor <= Duration::from_secs(15) && of(10_000).memory_bytes < 2 << 30);
        assert!(of(30 << 20).processor == TIME_LIMIT && of(30 << 20).memory_bytes == 8 << 30);
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        let error = run(TIME_LIMIT, || panic!("oh"));
        assert_eq!(error.to_string(), "internal error while reading `input`: oh");
    }

    #[test]
    fn errors_cross_the_boundary() {
        let sent = ModuleError::Parse { file: "f".to_owned(), reason: "r".to_owned() };
        assert_eq!(run(TIME_LIMIT, || Err(sent.clone())), sent);
    }
}
