//! Runs programs that are not trusted: with limits, in a directory of their own, with the input's variables only.
//!
//! Where bubblewrap works ([`Kind::Bubblewrap`]), a program sees an empty system with nothing of the user's in it, has no
//! network, sees no other processes, and can write nowhere but in its own directories, whose size is limited. Elsewhere
//! ([`Kind::Plain`]) it has the user's rights, except that it has no sockets and cannot gain any rights; what it starts is
//! ended with it as far as it can be found; the number of its processes is not limited. In both, dangerous system calls
//! are refused (`filter.h`). `docs/THREAT_MODEL.md` says what that is good for and what it is not.
//!
//! A sandbox is used for one run after the other, since to make one costs many times what a run does (some 20 ms and
//! 1 ms). In between its directories are emptied and all its processes are gone; nothing else of a run can stay.

mod bubblewrap;
mod launcher;
mod left;
mod loaded;
mod place;
mod streams;

use crate::sanitizer::{self, Frames, SanitizerReport};
use crate::seen::{End, FILES_LIMIT, Seen, TIME_LIMIT};
use bubblewrap::Bubblewrap;
use launcher::{Launcher, Outcome, Ran, Request};
use left::observed;
use place::Place;
use rift_deadline::Deadline;
use rift_env::{Input, OBJECTS_VARIABLE, Observed, objects_text};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What one run may use.
#[derive(Debug, Clone, Copy)]
pub struct NativeLimits {
    /// By the clock on the wall; processor time is limited to a second more.
    pub time: Duration,
    /// Of each process's address space; under bubblewrap, also what all its processes have in memory together. `None` for
    /// builds that reserve terabytes, as sanitizers do: they may have 8 GiB in memory.
    pub memory: Option<u64>,
    /// Bytes of standard output, and of standard error.
    pub output: u64,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files together, each counting as 4 KiB at least. Under bubblewrap of all that there are at a time,
    /// else of all that a run leaves in its working directory.
    pub files: u64,
    /// Processes and threads at a time, under bubblewrap. The kernel holds all users but root to it; root's are counted,
    /// now and then.
    pub processes: u64,
    /// Bytes of the machine's memory that have to stay available, or the run is ended; 0 if nobody looks.
    pub free: u64,
}

impl Default for NativeLimits {
    fn default() -> NativeLimits {
        NativeLimits {
            time: Duration::from_secs(10),
            memory: Some(4 << 30),
            output: 64 << 20,
            file: 256 << 20,
            files: 512 << 20,
            processes: 128,
            free: 0,
        }
    }
}

/// Where a program's memory lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// The same in every run, where the system allows it.
    Fixed,
    Random,
}

/// How programs are kept apart from the rest of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Bubblewrap,
    Plain,
}

#[derive(Debug, Clone, Default)]
pub struct SandboxConfig {
    pub limits: NativeLimits,
    /// `None`: bubblewrap where it works.
    pub kind: Option<Kind>,
}

/// Why a program could not be run.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    #[error("it needs the file `{0}`, which cannot be made outside of the working directory")]
    AbsoluteFile(String),
    #[error("`{0}` is no name for an input file")]
    FileName(String),
    #[error("{0} contains a NUL byte")]
    Nul(&'static str),
    #[error(
        "bubblewrap does not work here: {0}; install the package `bubblewrap`, and allow user namespaces \
         (docs/THREAT_MODEL.md says how), or accept that programs run with your rights: --sandbox=off"
    )]
    Bubblewrap(String),
    #[error("cannot start programs in `{path}`: {reason}")]
    Launcher { path: PathBuf, reason: String },
    /// Says nothing about the program: it was not run to its end, nor to a limit of its own.
    #[error("the budget ended before the native builds could be asked")]
    OutOfTime,
    #[error("cannot {verb} `{path}`: {source}")]
    Io { verb: &'static str, path: PathBuf, source: io::Error },
}

fn cannot(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> NativeError {
    move |source| NativeError::Io { verb, path: path.to_owned(), source }
}

/// How long a launcher may take to end what it has started.
const GRACE: Duration = Duration::from_secs(5);
/// How often a run is tried whose sandbox disappears. A sandbox ends with the thread that made it, even while another
/// thread uses it.
const TRIES: usize = 3;
/// The name of the launcher's file.
const LAUNCHER: &str = "launcher";
/// How many idle sandboxes are kept.
const MOST_IDLE: usize = 32;
/// The first version of Linux that counts processes for each sandbox, rather than for each user.
const COUNTS_IN_NAMESPACES: (u32, u32) = (5, 14);

/// Makes sandboxes, and uses them again. May be shared among threads.
pub struct Sandbox {
    limits: NativeLimits,
    /// If it is used.
    bubblewrap: Option<Bubblewrap>,
    why_plain: Option<String>,
    /// Whether the kernel can limit the number of processes.
    is_counted: bool,
    idle: Mutex<Vec<Slot>>,
    made: AtomicUsize,
    /// What programs need in order to start, for those that were run.
    loaded: Mutex<BTreeMap<Shown, BTreeSet<PathBuf>>>,
    deadline: Deadline,
    /// Dropped last: the sandboxes are in there.
    base: TempDir,
}

/// A file or directory of the host. One that takes its place is another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    path: PathBuf,
    device: u64,
    inode: u64,
    /// When it was last changed, in seconds and nanoseconds.
    changed: (i64, i64),
}

impl Shown {
    fn new(path: &Path) -> Result<Shown, NativeError> {
        let about = fs::metadata(path).map_err(cannot("find", path))?;
        let changed = match about.is_dir() {
            // What is in it may change.
            true => (0, 0),
            false => (about.mtime(), about.mtime_nsec()),
        };
        Ok(Shown { path: path.to_owned(), device: about.dev(), inode: about.ino(), changed })
    }
}

/// What a program sees beside what all see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct View {
    /// In the order of their paths: what is in another comes later.
    shown: BTreeSet<Shown>,
    absolute: Vec<(String, Vec<u8>)>,
}

/// One sandbox, ready to run something. Its launcher is dropped before its directories.
struct Slot {
    view: View,
    launcher: Launcher,
    place: Place,
    mount_points: Vec<PathBuf>,
    /// As the program sees them.
    work: PathBuf,
    given: PathBuf,
}

impl Sandbox {
    pub fn new(config: SandboxConfig) -> Result<Sandbox, NativeError> {
        let mut sandbox = Sandbox::plain(config.limits)?;
        if config.kind == Some(Kind::Plain) {
            return Ok(sandbox);
        }
        let problem = match find("bwrap") {
            Some(bwrap) => sandbox.use_bubblewrap(bwrap).err().map(|error| error.to_string()),
            None => Some("`bwrap` is not installed".to_owned()),
        };
        let Some(problem) = problem else {
            sandbox.is_counted = counts_in_namespaces();
            return Ok(sandbox);
        };
        if config.kind == Some(Kind::Bubblewrap) {
            return Err(NativeError::Bubblewrap(problem));
        }
        sandbox.bubblewrap = None;
        sandbox.why_plain = Some(problem);
        Ok(sandbox)
    }

    /// Fails if it does not work.
    fn use_bubblewrap(&mut self, bwrap: PathBuf) -> Result<(), NativeError> {
        self.bubblewrap = Some(Bubblewrap::new(bwrap, self.base.path())?);
        let slot = self.slot(&View::default())?;
        self.give_back(slot);
        Ok(())
    }

    /// In memory if possible, else where temporary files are; the first may forbid to execute anything.
    fn plain(limits: NativeLimits) -> Result<Sandbox, NativeError> {
        let in_directory = |directory: PathBuf| {
            let base = tempfile::Builder::new().prefix("rift-").tempdir_in(&directory);
            let base = base.map_err(cannot("use", &directory))?;
            let launcher = base.path().join(LAUNCHER);
            fs::write(&launcher, launcher::PROGRAM).map_err(cannot("write", &launcher))?;
            fs::set_permissions(&launcher, fs::Permissions::from_mode(0o755)).map_err(cannot("change", &launcher))?;
            let (idle, made, loaded) = (Mutex::default(), AtomicUsize::new(0), Mutex::default());
            let (bubblewrap, why_plain, is_counted) = (None, None, false);
            let deadline = Deadline::never();
            let sandbox = Sandbox { limits, bubblewrap, why_plain, is_counted, idle, made, loaded, deadline, base };
            // Not kept: with bubblewrap, a plain one must never be used.
            drop(sandbox.slot(&View::default())?);
            Ok(sandbox)
        };
        in_directory(PathBuf::from("/dev/shm")).or_else(|_| in_directory(std::env::temp_dir()))
    }

    /// Nothing is run after the deadline: [`NativeError::OutOfTime`].
    pub fn until(self, deadline: Deadline) -> Sandbox {
        Sandbox { deadline, ..self }
    }

    pub fn kind(&self) -> Kind {
        if self.bubblewrap.is_some() { Kind::Bubblewrap } else { Kind::Plain }
    }

    /// Why bubblewrap is not used although nobody forbade it.
    pub fn why_plain(&self) -> Option<&str> {
        self.why_plain.as_deref()
    }

    /// Whether what was seen tells where it was: programs run elsewhere when there is no sandbox.
    pub(crate) fn is_named_in(&self, seen: &Seen) -> bool {
        let place = match self.bubblewrap {
            Some(_) => bubblewrap::WORK.as_bytes(),
            None => self.base.path().as_os_str().as_bytes(),
        };
        let outputs = [&seen.stdout, &seen.stderr].into_iter().chain(seen.files.written.values());
        outputs.into_iter().any(|bytes| bytes.windows(place.len()).any(|window| window == place))
    }

    pub fn limits(&self) -> &NativeLimits {
        &self.limits
    }

    /// What a program does with an input.
    pub fn run(&self, program: &Path, input: &Input) -> Result<Seen, NativeError> {
        self.run_with(program, input, &self.limits, Addresses::Fixed, &[])
    }

    /// The same with other limits.
    pub fn run_within(&self, program: &Path, input: &Input, limits: &NativeLimits) -> Result<Seen, NativeError> {
        self.run_with(program, input, limits, Addresses::Fixed, &[])
    }

    /// The same for a program that also needs what is in a directory, such as a script with its files.
    pub fn run_showing(
        &self,
        program: &Path,
        input: &Input,
        directory: &Path,
        limits: &NativeLimits,
    ) -> Result<Seen, NativeError> {
        self.run_with(program, input, limits, Addresses::Fixed, &[directory])
    }

    /// The same at addresses that differ from run to run, as they do where there is no sandbox.
    pub(crate) fn run_elsewhere(
        &self,
        program: &Path,
        input: &Input,
        limits: &NativeLimits,
    ) -> Result<Seen, NativeError> {
        self.run_with(program, input, limits, Addresses::Random, &[])
    }

    /// What a build with sanitizers does with an input, and what they say about it. It gets some variables more than
    /// the input has.
    pub(crate) fn run_sanitized(
        &self,
        program: &Path,
        input: &Input,
        frames: Frames,
    ) -> Result<(Seen, Vec<SanitizerReport>), NativeError> {
        let mut input = input.clone();
        let symbolizer = find("llvm-symbolizer-22").or_else(|| find("llvm-symbolizer"));
        sanitizer::prepare(&mut input.env, symbolizer.clone(), frames);
        let limits = sanitizer::limits(&self.limits);
        let shown: Vec<&Path> = symbolizer.iter().map(PathBuf::as_path).collect();
        let seen = self.run_with(program, &input, &limits, Addresses::Fixed, &shown)?;
        let reports = SanitizerReport::all(&seen.stderr);
        Ok((seen, reports))
    }

    /// `shown` are programs, with what they need, and directories that it sees as well.
    fn run_with(
        &self,
        program: &Path,
        input: &Input,
        limits: &NativeLimits,
        addresses: Addresses,
        shown: &[&Path],
    ) -> Result<Seen, NativeError> {
        check(input)?;
        let program = fs::canonicalize(program).map_err(cannot("find", program))?;
        let view = self.view(&program, input, shown)?;
        let processes = self.is_counted.then_some(limits.processes);
        let seen_as = if self.bubblewrap.is_some() { bubblewrap::inside(&program) } else { program };
        for _ in 0..TRIES {
            if self.deadline.is_over() {
                return Err(NativeError::OutOfTime);
            }
            let slot = self.slot(&view)?;
            let request = Request { processes, addresses, ..slot.request(&seen_as, input) };
            let started = Instant::now();
            if let Some(seen) = slot.run(&request, input, limits, &self.deadline)? {
                // Making another sandbox is quicker than removing that number of files.
                if seen.end != End::Other(FILES_LIMIT.to_owned()) {
                    self.give_back(slot);
                }
                // Cut off before its own time was over.
                let is_late = seen.end == End::Other(TIME_LIMIT.to_owned()) && started.elapsed() < limits.time;
                return if is_late { Err(NativeError::OutOfTime) } else { Ok(seen) };
            }
        }
        let end = End::Other("it ended its sandbox".to_owned());
        Ok(Seen { end, stdout: Vec::new(), stderr: Vec::new(), files: Observed::default() })
    }

    fn view(&self, program: &Path, input: &Input, shown: &[&Path]) -> Result<View, NativeError> {
        let absolute = input.files.iter().filter(|(name, _)| name.starts_with('/'));
        let absolute: Vec<(String, Vec<u8>)> = absolute.map(|(name, bytes)| (name.clone(), bytes.clone())).collect();
        if self.bubblewrap.is_none() {
            return match absolute.into_iter().next() {
                Some((name, _)) => Err(NativeError::AbsoluteFile(name)),
                None => Ok(View::default()),
            };
        }
        let mut view = View { shown: BTreeSet::new(), absolute };
        let directories: Vec<&Path> = shown.iter().copied().filter(|path| path.is_dir()).collect();
        let is_known = |path: &Path| {
            bubblewrap::is_system(path) || directories.iter().any(|directory| path.starts_with(directory))
        };
        for directory in &directories {
            view.shown.insert(Shown::new(directory)?);
        }
        for program in [program].iter().chain(shown).filter(|path| !directories.contains(path)) {
            for file in self.loaded(program)?.iter().filter(|file| !is_known(file)) {
                view.shown.insert(Shown::new(file)?);
            }
        }
        Ok(view)
    }

    /// The files that a program needs in order to start. Found once, as long as it does not change.
    fn loaded(&self, program: &Path) -> Result<BTreeSet<PathBuf>, NativeError> {
        if bubblewrap::is_system(program) {
            return Ok(BTreeSet::new());
        }
        let key = Shown::new(program)?;
        let mut known = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(known.entry(key).or_insert_with(|| loaded::files(program)).clone())
    }

    fn slot(&self, view: &View) -> Result<Slot, NativeError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(at) = idle.iter().rposition(|slot| slot.view == *view) {
            let mut slot = idle.remove(at);
            if slot.launcher.is_alive() {
                return Ok(slot);
            }
        }
        drop(idle);
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        Slot::new(self.base.path(), number, view, self.bubblewrap.as_ref(), &self.limits)
    }

    fn give_back(&self, slot: Slot) {
        // Files elsewhere are for one input only: programs may have changed them.
        let is_reusable = slot.view.absolute.is_empty() && slot.place.clean(&slot.mount_points).is_ok();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if is_reusable && idle.len() < MOST_IDLE {
            idle.push(slot);
        }
    }
}

impl Slot {
    fn new(
        base: &Path,
        number: usize,
        view: &View,
        bubblewrap: Option<&Bubblewrap>,
        limits: &NativeLimits,
    ) -> Result<Slot, NativeError> {
        let mut place = Place::new(base.join(format!("{number:06}")))?;
        let launcher = place.given().join(LAUNCHER);
        fs::hard_link(base.join(LAUNCHER), &launcher).map_err(cannot("create", &launcher))?;
        let complaints = place.root.join("complaints");
        let complaints_file = fs::File::create(&complaints).map_err(cannot("write", &complaints))?;
        let (command, work, given) = match bubblewrap {
            Some(bubblewrap) => {
                let mut command = bubblewrap.command(&place, view, limits.files)?;
                command.arg(Path::new(bubblewrap::GIVEN).join(LAUNCHER)).args(bubblewrap::SPACES);
                (command, PathBuf::from(bubblewrap::WORK), PathBuf::from(bubblewrap::GIVEN))
            }
            None => (Command::new(&launcher), place.work().to_owned(), place.given()),
        };
        let mount_points = bubblewrap::mount_points(view);
        let unusable = |reason: String| NativeError::Launcher { path: place.root.clone(), reason };
        let launcher = Launcher::start(command, complaints_file).map_err(|error| unusable(error.to_string()))?;
        let Some(directories) = launcher.ready().map_err(|error| unusable(error.to_string()))? else {
            let said = fs::read_to_string(&complaints).unwrap_or_default();
            return Err(unusable(said.trim_end().to_owned()));
        };
        if bubblewrap.is_some() {
            place.use_spaces(directories);
        }
        Ok(Slot { view: view.clone(), launcher, mount_points, work, given, place })
    }

    fn request<'a>(&'a self, program: &'a Path, input: &'a Input) -> Request<'a> {
        let mut variables: Vec<Vec<u8>> =
            input.env.iter().map(|(name, value)| [name, &b"="[..], value].concat()).collect();
        if !input.objects.is_empty() {
            let path = self.given.join("objects");
            variables.push([OBJECTS_VARIABLE.as_bytes(), b"=", path.as_os_str().as_bytes()].concat());
        }
        let arguments = match input.argv.is_empty() {
            true => vec![program.as_os_str().as_bytes()],
            false => input.argv.iter().map(Vec::as_slice).collect(),
        };
        let (program, directory) = (program.as_os_str().as_bytes(), self.work.as_os_str().as_bytes());
        Request { program, directory, arguments, variables, processes: None, addresses: Addresses::Fixed }
    }

    /// `None` if the sandbox is lost.
    fn run(
        &self,
        request: &Request<'_>,
        input: &Input,
        limits: &NativeLimits,
        deadline: &Deadline,
    ) -> Result<Option<Seen>, NativeError> {
        self.place.put(input)?;
        if !input.objects.is_empty() {
            let objects = self.place.given().join("objects");
            fs::write(&objects, objects_text(&input.objects)).map_err(cannot("write", &objects))?;
        }
        let program = Path::new(OsStr::from_bytes(request.program));
        let outcome = self.launcher.run(request, &input.stdin, limits, deadline);
        let Ran { end, stdout, stderr } = match outcome.map_err(cannot("watch", program))? {
            Outcome::Ran(ran) => ran,
            Outcome::NotStarted(error) => return Err(cannot("run", program)(error)),
            Outcome::Lost => return Ok(None),
        };
        let work = self.place.work();
        let files = match end == End::Other(FILES_LIMIT.to_owned()) {
            true => None,
            false => observed(work, input, limits.files).map_err(cannot("read", work))?,
        };
        Ok(Some(match files {
            Some(files) => Seen { end, stdout, stderr, files },
            None => Seen { end: End::Other(FILES_LIMIT.to_owned()), stdout, stderr, files: Observed::default() },
        }))
    }
}

/// What no program can be given.
fn check(input: &Input) -> Result<(), NativeError> {
    if input.argv.iter().any(|argument| argument.contains(&0)) {
        return Err(NativeError::Nul("an argument"));
    }
    if input.env.iter().any(|(name, value)| name.contains(&0) || value.contains(&0)) {
        return Err(NativeError::Nul("a variable"));
    }
    for name in input.files.keys() {
        let plain = name.trim_end_matches('/');
        let parts = plain.strip_prefix('/').unwrap_or(plain);
        if parts.split('/').any(|part| matches!(part, "" | "." | "..") || part.contains('\0')) {
            return Err(NativeError::FileName(name.clone()));
        }
    }
    Ok(())
}

/// A program that is in the search path.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH");
    let path = path.as_deref().unwrap_or(OsStr::new("/usr/bin:/bin"));
    std::env::split_paths(path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

fn counts_in_namespaces() -> bool {
    version(&rustix::system::uname().release().to_string_lossy()) >= COUNTS_IN_NAMESPACES
}

/// The first two numbers of a text such as `6.1.0-49-amd64` or `bubblewrap 0.8.0`.
fn version(text: &str) -> (u32, u32) {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}
