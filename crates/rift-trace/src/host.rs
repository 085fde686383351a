//! What a call of the host does to memory and to the outside, told from its arguments and its answer.
//!
//! System calls that move data are known by number (Linux, x86-64). Of everything else, the bytes that arguments point
//! to are looked at before and after.

use super::shadow::Shadow;
use super::{Occurrence, Sink, Written};
use rift_ir::Site;
use rift_vm::{Copied, Memory, Origin};
use std::collections::BTreeMap;

/// How much of what an unknown call may have changed is looked at.
const PROBED: u64 = 512;
/// Buffers of one vectored call that are looked at.
const MAX_BUFFERS: u64 = 1024;
/// The answer of a call above this is an error number.
const LAST_ERROR: u64 = 4095;

mod number {
    pub const READ: u64 = 0;
    pub const WRITE: u64 = 1;
    pub const OPEN: u64 = 2;
    pub const CLOSE: u64 = 3;
    pub const PREAD: u64 = 17;
    pub const PWRITE: u64 = 18;
    pub const READV: u64 = 19;
    pub const WRITEV: u64 = 20;
    pub const DUP: u64 = 32;
    pub const DUP2: u64 = 33;
    pub const FCNTL: u64 = 72;
    pub const CREAT: u64 = 85;
    pub const OPENAT: u64 = 257;
    pub const DUP3: u64 = 292;
    pub const PREADV: u64 = 295;
    pub const PWRITEV: u64 = 296;
    pub const OPENAT2: u64 = 437;
    /// Commands of `fcntl`.
    pub const F_DUPFD: u64 = 0;
    pub const F_DUPFD_CLOEXEC: u64 = 1030;
}

/// Where descriptors lead to.
#[derive(Debug)]
pub(super) struct Descriptors {
    open: BTreeMap<u32, Sink>,
    files: u32,
}

impl Default for Descriptors {
    fn default() -> Descriptors {
        Descriptors { open: BTreeMap::from([(1, Sink::Stdout), (2, Sink::Stderr)]), files: 0 }
    }
}

/// A call under way.
#[derive(Debug)]
pub(super) struct HostCall {
    pub by: Occurrence,
    name: String,
    args: Vec<u64>,
    /// What arguments pointed to before: address and bytes.
    before: Vec<(u64, Vec<u8>)>,
}

impl HostCall {
    pub fn begin(by: Occurrence, name: &str, args: Vec<u64>, memory: &mut Memory) -> HostCall {
        let mut call = HostCall { by, name: name.to_owned(), args, before: Vec::new() };
        if !call.is_known() {
            let probed = call.args.iter().filter_map(|address| probe(memory, *address)).collect();
            call.before = probed;
        }
        call
    }

    fn arg(&self, index: usize) -> u64 {
        self.args.get(index).copied().unwrap_or(0)
    }

    /// The number of a system call.
    fn system_call(&self) -> Option<u64> {
        matches!(self.name.as_str(), "__rift_syscall" | "__rift_data_syscall").then(|| self.arg(0))
    }

    /// Whether all that it does to memory is known without looking.
    fn is_known(&self) -> bool {
        use number::*;
        match self.system_call() {
            Some(number) => matches!(number, READ | WRITE | PREAD | PWRITE | READV | WRITEV | PREADV | PWRITEV | CLOSE),
            None => matches!(
                self.name.as_str(),
                "memcpy" | "memmove" | "memset" | "__rift_alloc" | "__rift_free" | "__rift_exit"
            ),
        }
    }

    /// The address and size of what it allocated.
    pub fn allocated(&self, answer: u64) -> Option<(u64, u64)> {
        (self.name == "__rift_alloc" && answer != 0).then(|| (answer, self.arg(0)))
    }

    /// Where it copied memory to, and how many bytes.
    pub fn copied_to(&self) -> Option<(u64, u64)> {
        matches!(self.name.as_str(), "memcpy" | "memmove").then(|| (self.arg(0), self.arg(2)))
    }

    /// Memory that it reads: address and bytes. Told before it answers.
    pub fn reads(&self, memory: &mut Memory) -> Vec<(u64, u64)> {
        use number::*;
        match self.system_call() {
            Some(WRITE | PWRITE) => vec![(self.arg(2), self.arg(3).min(u64::from(u32::MAX)))],
            Some(WRITEV | PWRITEV) => self.buffers(memory),
            _ if self.name == "__rift_panic" => vec![(self.arg(0), self.arg(1))],
            _ => self.before.iter().map(|(address, bytes)| (*address, text_length(bytes))).collect(),
        }
    }

    /// It has answered: notes what it wrote to memory, and says what to the outside.
    pub fn finish(
        self,
        answer: u64,
        memory: &mut Memory,
        sites: &[Site],
        shadow: &mut Shadow,
        descriptors: &mut Descriptors,
    ) -> Vec<Written> {
        use number::*;
        let made = super::shadow::Source::computed_by(self.by);
        let failed = answer > u64::MAX - LAST_ERROR;
        let mut written = Vec::new();
        match self.system_call() {
            Some(READ | PREAD) if !failed => shadow.set_bytes(self.arg(2), answer, made),
            Some(READV | PREADV) if !failed => {
                for (address, bytes) in up_to(self.buffers(memory), answer) {
                    shadow.set_bytes(address, bytes, made);
                }
            }
            Some(WRITE | PWRITE) if !failed => {
                written.extend(self.written(self.arg(2), answer, memory, shadow, descriptors));
            }
            Some(WRITEV | PWRITEV) if !failed => {
                for (address, bytes) in up_to(self.buffers(memory), answer) {
                    written.extend(self.written(address, bytes, memory, shadow, descriptors));
                }
            }
            Some(_) => descriptors.note(&self, answer, failed),
            None if let Some((to, bytes)) = self.copied_to() => {
                shadow.copy(sites, &Copied { to, bytes, from: Origin::Memory(self.arg(1)) }, self.by);
            }
            None if self.name == "memset" => shadow.set_bytes(self.arg(0), self.arg(2), made),
            None => {}
        }
        for (address, before) in &self.before {
            let Ok(after) = memory.read_vec(*address, before.len() as u64) else { continue };
            let changed = (0..).zip(before.iter().zip(&after)).filter(|(_, (before, after))| before != after);
            changed.for_each(|(at, _)| shadow.set_byte(address + at, made));
        }
        written
    }

    /// Those of a vectored call.
    fn buffers(&self, memory: &mut Memory) -> Vec<(u64, u64)> {
        let mut buffers = Vec::new();
        for at in 0..self.arg(3).min(MAX_BUFFERS) {
            let entry = self.arg(2).wrapping_add(16 * at);
            let (Ok(address), Ok(bytes)) = (memory.load::<8>(entry), memory.load::<8>(entry.wrapping_add(8))) else {
                break;
            };
            buffers.push((address, bytes));
        }
        buffers
    }

    fn written(
        &self,
        address: u64,
        bytes: u64,
        memory: &mut Memory,
        shadow: &Shadow,
        descriptors: &Descriptors,
    ) -> Option<Written> {
        let sink = *descriptors.open.get(&(self.arg(1) as u32))?;
        let sources = (0..bytes).map(|at| shadow.byte(address.wrapping_add(at))).collect();
        Some(Written { sink, by: self.by, bytes: memory.read_vec(address, bytes).ok()?, sources })
    }
}

impl Descriptors {
    /// A system call may have opened, closed or duplicated descriptors.
    fn note(&mut self, call: &HostCall, answer: u64, failed: bool) {
        use number::*;
        let Some(number) = call.system_call().filter(|_| !failed) else { return };
        match number {
            OPEN | CREAT | OPENAT | OPENAT2 => {
                self.open.insert(answer as u32, Sink::File(self.files));
                self.files += 1;
            }
            CLOSE => _ = self.open.remove(&(call.arg(1) as u32)),
            DUP | DUP2 | DUP3 => self.duplicate(call.arg(1), answer),
            FCNTL if matches!(call.arg(2), F_DUPFD | F_DUPFD_CLOEXEC) => self.duplicate(call.arg(1), answer),
            _ => {}
        }
    }

    fn duplicate(&mut self, from: u64, to: u64) {
        match self.open.get(&(from as u32)).copied() {
            Some(sink) => self.open.insert(to as u32, sink),
            None => self.open.remove(&(to as u32)),
        };
    }
}

/// The beginning of what an address points to, if it points to something.
fn probe(memory: &mut Memory, address: u64) -> Option<(u64, Vec<u8>)> {
    let object = memory.object_at(address)?;
    let bytes = (object.base + object.size - address).min(PROBED);
    Some((address, memory.read_vec(address, bytes).ok()?))
}

/// Up to the first NUL and with it; a path is read so.
fn text_length(bytes: &[u8]) -> u64 {
    bytes.iter().position(|byte| *byte == 0).map_or(bytes.len(), |end| end + 1) as u64
}

/// The first `bytes` of some buffers.
fn up_to(buffers: Vec<(u64, u64)>, mut bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    buffers.into_iter().map_while(move |(address, size)| {
        let here = size.min(bytes);
        bytes -= here;
        (here > 0 || bytes > 0).then_some((address, here))
    })
}
