//! The small Linux kernel: one process, one thread, no network, nothing of the host.
//!
//! A pointer that is bad natively too (null, wild, read-only) gives EFAULT; one that leaves an object of the program
//! is a fault of the program, which a native kernel does not notice.

mod attributes;
mod io;
mod memory;
mod names;
mod objects;
mod open;
mod panic_text;
mod paths;
mod process;
pub(crate) mod shared;
mod stat;
mod symbolic;
mod time;
mod wait;

#[cfg(test)]
pub(crate) use names::number_of;

use crate::abi::*;
use crate::world::World;
use rift_vm::concolic::Pin;
use rift_vm::memory::{MemoryFault, MemoryFaultKind};
use rift_vm::{AccessFault, Guest, HostFn, Reply, Stop};

/// Why a system call did not succeed.
pub(crate) enum Failure {
    /// The program is told.
    Errno(Errno),
    /// The run ends.
    Stop(Stop),
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Failure {
        Failure::Errno(errno)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

impl From<MemoryFault> for Failure {
    fn from(fault: MemoryFault) -> Failure {
        match fault.kind {
            MemoryFaultKind::Access(AccessFault::Null | AccessFault::Wild | AccessFault::ReadOnly) => EFAULT.into(),
            _ => Failure::Stop(fault.into()),
        }
    }
}

/// What a system call gives back when it succeeds.
pub(crate) type Answer = Result<u64, Failure>;

pub(crate) fn unsupported(what: impl Into<String>) -> Failure {
    Failure::Stop(Stop::Unsupported(what.into()))
}

/// A system call in progress.
pub(crate) struct Call<'a, 'm> {
    pub world: &'a mut World,
    pub guest: &'a mut Guest<'m>,
    pub args: [u64; 6],
}

/// Arguments as the types that system calls take them as.
impl Call<'_, '_> {
    pub fn int(&self, index: usize) -> i32 {
        self.args[index] as i32
    }

    pub fn uint(&self, index: usize) -> u32 {
        self.args[index] as u32
    }

    /// A path argument.
    pub fn path(&mut self, index: usize) -> Result<Vec<u8>, Failure> {
        let path = self.guest.memory.read_c_string(self.args[index], PATH_MAX as u64)?;
        symbolic::pin_memory(self.guest, self.args[index], &path);
        if path.len() >= PATH_MAX { Err(ENAMETOOLONG.into()) } else { Ok(path) }
    }

    pub fn now(&self) -> i64 {
        self.world.now(self.guest.steps)
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.guest.memory.write(address, bytes)?)
    }

    pub fn write_words(&mut self, address: u64, words: &[u64]) -> Result<(), Failure> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.write(address, &bytes)
    }

    pub fn word(&mut self, address: u64) -> Result<u64, Failure> {
        let word = self.guest.memory.load::<8>(address)?;
        symbolic::pin_memory(self.guest, address, &word.to_le_bytes());
        Ok(word)
    }
}

/// The host functions, by name.
pub(crate) fn lookup(name: &str) -> Option<HostFn<World>> {
    Some(match name {
        "__rift_syscall" => system_call,
        "__rift_data_syscall" => data_system_call,
        "__rift_seek_fails" => symbolic::seek_fails,
        "__rift_read_offset" => symbolic::read_offset,
        "__rift_read_falls_short" => symbolic::read_falls_short,
        "__rift_concrete" => objects::concrete,
        "__rift_make_symbolic" => objects::make,
        "__rift_is_symbolic" => objects::is_symbolic,
        "__rift_object_size" => objects::object_size,
        "__rift_outside" => objects::outside,
        "__rift_alloc" => allocate,
        "__rift_free" => free,
        "__rift_heap_size" => heap_size,
        "__rift_exit" => exit,
        "__rift_die" => die,
        "__rift_panic" => panic,
        "__rift_unsupported" => stop_unsupported,
        _ => return None,
    })
}

/// Which of them deal with symbolic arguments and memory.
pub(crate) fn takes_terms(name: &str) -> bool {
    matches!(
        name,
        "__rift_data_syscall" | "__rift_seek_fails" | "__rift_make_symbolic" | "__rift_is_symbolic" | "__rift_exit"
    )
}

/// Why the arguments of the others are pinned.
pub(crate) fn pin_reason(name: &str) -> Pin {
    match name {
        "__rift_alloc" => Pin::Size,
        _ if crate::math::lookup(name).is_some() => Pin::Operation,
        _ => Pin::Host,
    }
}

fn argument(args: &[u64], index: usize) -> u64 {
    args.get(index).copied().unwrap_or(0)
}

fn allocate(_: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let (size, align, zeroed) = (argument(args, 0), argument(args, 1), argument(args, 2));
    let align = align.max(1).checked_next_power_of_two().unwrap_or(1 << 63);
    Ok(Reply::Value(guest.memory.heap_allocate(size, align, zeroed as u32 != 0).unwrap_or(0)))
}

fn free(_: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    guest.memory.heap_free(argument(args, 0)).map_err(Stop::Fault)?;
    Ok(Reply::Nothing)
}

fn heap_size(_: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    Ok(Reply::Value(guest.memory.heap_size(argument(args, 0)).map_err(Stop::Fault)?))
}

fn exit(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    shared::to_files(world, guest);
    world.symbols.exit = guest.tools.as_ref().and_then(|tools| tools.args.first().copied().flatten());
    Err(Stop::Exit((argument(args, 0) & 0xFF) as i32))
}

fn die(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    shared::to_files(world, guest);
    Err(Stop::Signal(argument(args, 0) as i32))
}

fn panic(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    if argument(args, 0) == 0 {
        world.told_panic = true;
        return Err(told_panic(world));
    }
    let message = guest.memory.read_vec(argument(args, 0), argument(args, 1))?;
    let (file, file_length) = (argument(args, 2), argument(args, 3));
    let file = if file == 0 { vec![] } else { guest.memory.read_vec(file, file_length)? };
    let (line, column) = (argument(args, 4) as u32, argument(args, 5) as u32);
    let file = String::from_utf8_lossy(&file);
    let location = if file.is_empty() { String::new() } else { format!("{file}:{line}:{column}") };
    Err(Stop::Panic { message: String::from_utf8_lossy(&message).into_owned(), location })
}

/// The panic that the program has just told of on standard error.
pub(crate) fn told_panic(world: &World) -> Stop {
    panic_text::last_panic(&world.output.last_errors())
}

fn stop_unsupported(_: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let what = guest.memory.read_c_string(argument(args, 0), 4096)?;
    Err(Stop::Unsupported(String::from_utf8_lossy(&what).into_owned()))
}

fn system_call(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let number = argument(args, 0);
    let args = std::array::from_fn(|index| argument(args, index + 1));
    let mut call = Call { world, guest, args };
    match with_shared_maps(&mut call, number) {
        Ok(value) => Ok(Reply::Value(value)),
        Err(Failure::Errno(Errno(errno))) => Ok(Reply::Value((-i64::from(errno)) as u64)),
        Err(Failure::Stop(stop)) => Err(stop),
    }
}

/// For calls that move data. Where to and how much must be certain; lseek alone may be told a symbolic offset.
fn data_system_call(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let offset = if names::name(argument(args, 0)) == Some("lseek") { Some(2) } else { None };
    (0..args.len()).filter(|&slot| Some(slot) != offset).for_each(|slot| symbolic::pin_argument(guest, args, slot));
    system_call(world, guest, args)
}

fn with_shared_maps(call: &mut Call<'_, '_>, number: u64) -> Answer {
    let Some(name) = names::name(number) else {
        return Err(unsupported(format!("system call {number}")));
    };
    if call.world.shared_maps.is_empty() || !shared::touches_files(call, name) {
        return dispatch(call, name);
    }
    shared::to_files(call.world, call.guest);
    let answer = dispatch(call, name);
    shared::to_memory(call.world, call.guest);
    answer
}

fn dispatch(call: &mut Call<'_, '_>, name: &str) -> Answer {
    match name {
        "read" | "write" => io::transfer(call, name),
        "pread64" | "pwrite64" => io::transfer_at(call, name),
        "readv" | "writev" | "preadv" | "pwritev" | "preadv2" | "pwritev2" => io::vectored(call, name),
        "lseek" => io::seek(call),
        "sendfile" | "copy_file_range" => io::copy_between(call, name),
        "poll" | "ppoll" => wait::poll(call, name),
        "select" | "pselect6" => wait::select(call, name),
        "fsync" | "fdatasync" | "syncfs" | "sync_file_range" | "flock" | "fadvise64" | "readahead" => io::known(call),
        "ioctl" => io::control(call),

        "open" | "openat" | "openat2" | "creat" => open::open(call, name),
        "close" | "close_range" => open::close(call, name),
        "dup" | "dup2" | "dup3" => open::duplicate(call, name),
        "fcntl" => open::control(call),
        "pipe" | "pipe2" => open::pipe(call, name),
        "eventfd" | "eventfd2" => open::event_counter(call, name),
        "memfd_create" => open::memory_file(call),
        "getdents64" => open::list(call),

        "stat" | "lstat" | "fstat" | "newfstatat" => stat::stat(call, name),
        "statx" => stat::statx(call),
        "statfs" | "fstatfs" => stat::file_system(call, name),

        "access" | "faccessat" | "faccessat2" => paths::access(call, name),
        "getcwd" | "chdir" | "fchdir" => paths::directory(call, name),
        "mkdir" | "mkdirat" => paths::make_directory(call, name),
        "unlink" | "rmdir" | "unlinkat" => paths::remove(call, name),
        "rename" | "renameat" | "renameat2" => paths::rename(call, name),
        "link" | "linkat" => paths::link(call, name),
        "symlink" | "symlinkat" => paths::symlink(call, name),
        "readlink" | "readlinkat" => paths::read_link(call, name),

        "chmod" | "fchmod" | "fchmodat" | "fchmodat2" => attributes::change_mode(call, name),
        "chown" | "lchown" | "fchown" | "fchownat" => attributes::change_owner(call, name),
        "truncate" | "ftruncate" | "fallocate" => attributes::truncate(call, name),
        "utime" | "utimes" | "futimesat" | "utimensat" => attributes::change_times(call, name),
        "umask" => Ok(attributes::change_umask(call)),
        "getxattr" | "lgetxattr" | "fgetxattr" | "setxattr" | "lsetxattr" | "fsetxattr" | "listxattr" => {
            Err(EOPNOTSUPP.into())
        }

        "mmap" => memory::map(call),
        "munmap" => memory::unmap(call),
        "mremap" => memory::remap(call),
        "mprotect" => memory::protect(call),
        "madvise" | "msync" | "mlock" | "munlock" | "mlockall" | "munlockall" | "membarrier" => Ok(0),
        "brk" => Err(ENOMEM.into()),

        "clock_gettime" | "clock_getres" | "gettimeofday" | "time" | "times" => time::clock(call, name),
        "nanosleep" | "clock_nanosleep" => time::sleep(call, name),
        "clock_settime" | "settimeofday" | "adjtimex" | "clock_adjtime" => Err(EPERM.into()),
        // Timers never fire.
        "alarm" | "getitimer" | "setitimer" => Ok(0),

        "exit" | "exit_group" => Err(Stop::Exit((call.args[0] & 0xFF) as i32).into()),
        "kill" | "tkill" | "tgkill" => process::kill(call, name),
        // Signals are the runtime's business: nobody else can send one.
        "rt_sigaction" | "rt_sigprocmask" | "sigaltstack" => Ok(0),
        "uname" => process::uname(call),
        "sysinfo" => process::system_information(call),
        "getrusage" => process::usage(call),
        "getrlimit" | "setrlimit" | "prlimit64" => process::limits(call, name),
        "sched_getaffinity" => process::affinity(call),
        "getrandom" => process::random(call),
        "futex" => process::futex(call),
        "sched_yield" | "sched_setaffinity" | "set_robust_list" | "arch_prctl" | "prctl" | "rseq" => Ok(0),
        "mknod" | "mknodat" | "chroot" | "mount" | "umount2" | "reboot" => Err(EPERM.into()),
        "socket" | "socketpair" => Err(EAFNOSUPPORT.into()),
        "connect" | "accept" | "accept4" | "sendto" | "recvfrom" | "sendmsg" | "recvmsg" | "shutdown" | "bind"
        | "listen" | "getsockname" | "getpeername" | "setsockopt" | "getsockopt" => {
            call.world.descriptors.file(call.int(0))?;
            Err(ENOTSOCK.into())
        }
        "wait4" | "waitid" => Err(ECHILD.into()),
        _ => process::identity(call, name).unwrap_or_else(|| Err(unsupported(format!("system call {name}")))),
    }
}
