//! The world of one process: what it is given, what it changes, and what it is told about time and chance.

use crate::abi::Errno;
use crate::descriptors::{Descriptors, Target};
use crate::kernel;
use crate::kernel::shared::SharedMap;
use crate::math;
use crate::output::{Output, Piece, Stream};
use crate::symbols::{Contents, FileTerms, Symbols};
use crate::vfs::{Kind, Links, NodeId, ROOT, USER, Vfs};
use rift_expr::TermId;
use rift_vm::concolic::Pin;
use rift_vm::{Guest, Host, HostFn, Limit, Stop};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where relative files of the input live, and programs start.
pub const WORKING_DIRECTORY: &str = "/rift";

/// Everything a program is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Input {
    /// The program's name first.
    pub argv: Vec<Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Vec<u8>,
    /// By path, relative to [`WORKING_DIRECTORY`] or absolute. A path that ends in `/` is an empty directory.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What the program asks for by `klee_make_symbolic`, in the order of asking: name and bytes.
    pub objects: Vec<(String, Vec<u8>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StdinKind {
    /// Cannot seek.
    Pipe,
    /// Like `< file` in a shell.
    File,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The wall clock when the program starts, in nanoseconds since 1970. Every instruction takes a nanosecond.
    pub clock_start: i64,
    pub random_seed: u64,
    /// Bytes of standard output and standard error together.
    pub output_limit: u64,
    /// Bytes of one file.
    pub disk_limit: u64,
    pub stdin_kind: StdinKind,
}

impl Default for Config {
    /// The clock starts at 2024-01-01 00:00:00 UTC.
    fn default() -> Config {
        Config {
            clock_start: 1_704_067_200_000_000_000,
            random_seed: 0,
            output_limit: 64 << 20,
            disk_limit: 256 << 20,
            stdin_kind: StdinKind::Pipe,
        }
    }
}

/// An input that no world can be made of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    #[error("cannot place input file `{path}`: {reason}")]
    File { path: String, reason: &'static str },
    #[error("{what} contains a NUL byte")]
    Nul { what: &'static str },
}

/// What a run left in the file system, relative to the input. Paths are spelled as in [`Input::files`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observed {
    /// Files that are new or have other contents; links, by what they point to, likewise.
    pub written: BTreeMap<String, Vec<u8>>,
    pub removed: BTreeSet<String>,
    pub new_directories: BTreeSet<String>,
}

#[derive(Clone)]
pub struct World {
    pub(crate) input: Arc<Input>,
    pub(crate) config: Arc<Config>,
    pub(crate) vfs: Vfs,
    pub(crate) initial: Arc<Vfs>,
    pub(crate) descriptors: Descriptors,
    pub(crate) directory: NodeId,
    pub(crate) output: Output,
    /// What the standard input pipe gives.
    pub(crate) stdin: Arc<Vec<u8>>,
    pub(crate) symbols: Symbols,
    /// Which objects of the input the program has taken.
    pub(crate) objects_taken: Arc<BTreeSet<usize>>,
    /// The run ended with a panic that was told on standard error.
    pub(crate) told_panic: bool,
    /// Nanoseconds that the program slept.
    pub(crate) slept: u64,
    pub(crate) random: u64,
    pub(crate) umask: u32,
    pub(crate) shared_maps: Arc<Vec<SharedMap>>,
    /// Where the runtime keeps errno.
    pub(crate) errno_address: Option<u64>,
    pub(crate) signgam_address: Option<u64>,
    /// Where the runtime keeps the mask of blocked signals.
    signal_mask_address: Option<u64>,
    fault_handlers_address: Option<u64>,
}

impl World {
    pub fn new(input: Input, config: Config) -> Result<World, InputError> {
        check_text(&input)?;
        let mut vfs = Vfs::new(config.clock_start);
        let empty = Kind::Directory { entries: BTreeMap::new(), parent: ROOT };
        let directory = vfs.add(ROOT, &WORKING_DIRECTORY.as_bytes()[1..], empty, 0o755, config.clock_start);
        for (path, bytes) in &input.files {
            place(&mut vfs, directory, path, bytes, config.clock_start)
                .map_err(|reason| InputError::File { path: path.clone(), reason })?;
        }
        let initial = Arc::new(vfs.clone());
        let stdin = Arc::new(input.stdin.clone());
        let stdin_target = match config.stdin_kind {
            StdinKind::Pipe => Target::Stdin,
            StdinKind::File => {
                let kind = Kind::File(Arc::clone(&stdin));
                Target::Node(vfs.add_node(kind, 0o600, USER, config.clock_start))
            }
        };
        Ok(World {
            random: config.random_seed,
            input: Arc::new(input),
            config: Arc::new(config),
            vfs,
            initial,
            descriptors: Descriptors::new(stdin_target),
            directory,
            output: Output::new(),
            stdin,
            symbols: Symbols::default(),
            objects_taken: Arc::default(),
            told_panic: false,
            slept: 0,
            umask: 0o022,
            shared_maps: Arc::default(),
            errno_address: None,
            signgam_address: None,
            signal_mask_address: None,
            fault_handlers_address: None,
        })
    }

    /// Whose bytes standard input has.
    pub(crate) fn stdin_contents(&self) -> Contents {
        match self.descriptors.file(0).map(|file| file.target) {
            Ok(Target::Node(node)) => Contents::Node(node),
            _ => Contents::Stdin,
        }
    }

    /// The node of a file of the input.
    pub(crate) fn input_file(&self, path: &str) -> Result<NodeId, InputError> {
        let found = self.vfs.resolve(self.directory, path.as_bytes(), Links::Keep).ok().and_then(|found| found.node);
        let is_file = |node: &NodeId| matches!(self.vfs.node(*node).kind, Kind::File(_));
        let reason = "a directory cannot be symbolic";
        found.filter(is_file).ok_or_else(|| InputError::File { path: path.to_owned(), reason })
    }

    /// Takes out what was written since the last time, in order.
    pub fn take_output(&mut self) -> Vec<Piece> {
        self.output.take()
    }

    /// All that one stream got and [`World::take_output`] did not take.
    pub fn output_of(&self, stream: Stream) -> Vec<u8> {
        self.output.of(stream)
    }

    /// What the program changed in the file system.
    pub fn observed(&self) -> Observed {
        let (before, after) = (self.initial.list(), self.vfs.list());
        let mut observed = Observed::default();
        for (path, (_, node)) in &after {
            let old = before.get(path).map(|(_, node)| &node.kind);
            match (&node.kind, old) {
                (Kind::File(new), Some(Kind::File(old))) if Arc::ptr_eq(new, old) || new == old => {}
                (Kind::Symlink(new), Some(Kind::Symlink(old))) if new == old => {}
                (Kind::File(new), _) => _ = observed.written.insert(spelled(path), new.to_vec()),
                (Kind::Symlink(target), _) => _ = observed.written.insert(spelled(path), target.clone()),
                (Kind::Directory { .. }, Some(Kind::Directory { .. })) | (Kind::Device(_), _) => {}
                (Kind::Directory { .. }, _) => _ = observed.new_directories.insert(spelled(path)),
            }
        }
        observed.removed = before.keys().filter(|path| !after.contains_key(*path)).map(|path| spelled(path)).collect();
        observed
    }

    /// Nanoseconds since the program started.
    pub(crate) fn uptime(&self, steps: u64) -> u64 {
        steps.saturating_add(self.slept)
    }

    /// The wall clock, in nanoseconds since 1970.
    pub(crate) fn now(&self, steps: u64) -> i64 {
        self.config.clock_start.saturating_add(i64::try_from(self.uptime(steps)).unwrap_or(i64::MAX))
    }

    /// splitmix64.
    pub(crate) fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.random;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// Writes to a standard stream, up to the limit. Bytes of `terms`, by place, are symbolic.
    pub(crate) fn print(&mut self, stream: Stream, bytes: &[u8], terms: &[(usize, TermId)]) -> Result<(), Stop> {
        let room = self.config.output_limit.saturating_sub(self.output.total());
        if bytes.len() as u64 <= room {
            self.output.append(stream, bytes, terms);
            return Ok(());
        }
        self.output.append(stream, &bytes[..room as usize], terms);
        Err(Stop::Limit(Limit::Output))
    }

    /// What the run showed for the input of `value`, which took the same path as this run: the world with the values
    /// of that input, and the end with them.
    pub(crate) fn shown(&self, end: Stop, value: &mut dyn FnMut(TermId) -> u64) -> (World, Stop) {
        let mut world = self.clone();
        world.refresh(value);
        let initial = Arc::make_mut(&mut world.initial);
        for (&contents, file) in self.symbols.initial_files().iter() {
            if let Contents::Node(id) = contents {
                refresh_node(initial, id, file, value);
            }
        }
        let end = match (end, self.symbols.exit) {
            (Stop::Exit(_), Some(status)) => Stop::Exit((value(status) & 0xFF) as i32),
            (Stop::Panic { .. }, _) if self.told_panic => kernel::told_panic(&world),
            (end, _) => end,
        };
        (world, end)
    }

    /// Sets the guest's errno, if its runtime has one.
    pub fn set_errno(&mut self, guest: &mut Guest<'_>, errno: Errno) -> Result<(), Stop> {
        if let Some(address) = self.errno_address {
            guest.memory.store::<4>(address, errno.0 as u64)?;
            guest.memory.clear_terms(address, 4);
        }
        Ok(())
    }
}

impl Host for World {
    fn lookup(&self, name: &str) -> Option<HostFn<World>> {
        kernel::lookup(name).or_else(|| math::lookup(name))
    }

    fn signal_mask(&self) -> Option<u64> {
        self.signal_mask_address
    }

    fn fault_handlers(&self) -> Option<u64> {
        self.fault_handlers_address
    }

    fn takes_terms(&self, name: &str) -> bool {
        kernel::takes_terms(name)
    }

    fn pin_reason(&self, name: &str) -> Pin {
        kernel::pin_reason(name)
    }

    fn refresh(&mut self, value: &mut dyn FnMut(TermId) -> u64) {
        for (&contents, file) in self.symbols.files().iter() {
            match contents {
                Contents::Stdin => file.refresh(Arc::make_mut(&mut self.stdin), value),
                Contents::Node(id) => refresh_node(&mut self.vfs, id, file, value),
            }
        }
        self.descriptors.refresh(value);
        self.output.refresh(value);
    }

    fn attach(&mut self, globals: &dyn Fn(&str) -> Option<u64>) {
        self.errno_address = globals("__rift_errno");
        self.signgam_address = globals("signgam");
        self.signal_mask_address = globals("__rift_blocked_signals");
        self.fault_handlers_address = globals("__rift_fault_handlers");
    }
}

fn refresh_node(vfs: &mut Vfs, id: NodeId, file: &FileTerms, value: &mut dyn FnMut(TermId) -> u64) {
    // Standard input as a file is no part of the tree that the run began with.
    if vfs.contains(id)
        && let Kind::File(bytes) = &mut vfs.node_mut(id).kind
    {
        file.refresh(Arc::make_mut(bytes), value);
    }
}

fn check_text(input: &Input) -> Result<(), InputError> {
    let nul = |bytes: &Vec<u8>| bytes.contains(&0);
    if input.argv.iter().any(nul) {
        return Err(InputError::Nul { what: "an argument" });
    }
    if input.env.iter().any(|(name, value)| nul(name) || nul(value)) {
        return Err(InputError::Nul { what: "an environment variable" });
    }
    Ok(())
}

/// Puts an input file into the tree, with the directories above it.
fn place(vfs: &mut Vfs, start: NodeId, path: &str, bytes: &[u8], now: i64) -> Result<(), &'static str> {
    let mut here = if path.starts_with('/') { ROOT } else { start };
    let is_directory = path.ends_with('/');
    if !is_plain_path(path) {
        return Err("not a plain path");
    }
    let names: Vec<&[u8]> = path.split('/').filter(|name| !name.is_empty()).map(str::as_bytes).collect();
    for (index, name) in names.iter().enumerate() {
        let last = index + 1 == names.len();
        let found = vfs.resolve(here, name, Links::Keep).map_err(|_| "a name on the way is a file, or too long")?;
        here = match found.node {
            Some(_) if last && !is_directory => return Err("the name is taken"),
            Some(node) => node,
            None if last && !is_directory => {
                vfs.add(here, name, Kind::File(Arc::new(bytes.to_vec())), 0o644, now);
                return Ok(());
            }
            None => {
                let empty = Kind::Directory { entries: BTreeMap::new(), parent: here };
                vfs.add(here, name, empty, 0o755, now)
            }
        };
    }
    if vfs.node(here).is_directory() { Ok(()) } else { Err("the name is taken") }
}

/// Whether an input file may be called so: a path that names something and never leads upwards, so that whoever makes
/// the file stays in the directory that it is made in.
pub fn is_plain_path(path: &str) -> bool {
    let mut names = path.split('/').filter(|name| !name.is_empty()).peekable();
    names.peek().is_some() && names.all(|name| !matches!(name, "." | "..") && !name.contains('\0'))
}

/// A path as an input would spell it. Names that are not UTF-8 are shown with replacement characters.
fn spelled(path: &[u8]) -> String {
    let relative = path.strip_prefix(WORKING_DIRECTORY.as_bytes()).and_then(|rest| rest.strip_prefix(b"/"));
    String::from_utf8_lossy(relative.unwrap_or(path)).into_owned()
}
