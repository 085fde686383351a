//! The numbers of the Linux x86-64 interface that programs are compiled against, whatever the host is.

/// An error number, positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Errno(pub i32);

macro_rules! errnos {
    ($($name:ident $number:literal),* $(,)?) => { $(pub const $name: Errno = Errno($number);)* };
}

errnos! {
    EPERM 1, ENOENT 2, ESRCH 3, ENXIO 6, EBADF 9, ECHILD 10, EAGAIN 11, ENOMEM 12, EACCES 13, EFAULT 14,
    EBUSY 16, EEXIST 17, ENODEV 19, ENOTDIR 20, EISDIR 21, EINVAL 22, EMFILE 24, ENOTTY 25, EFBIG 27,
    ENOSPC 28, ESPIPE 29, EPIPE 32, ERANGE 34, ENAMETOOLONG 36, ENOTEMPTY 39,
    ELOOP 40, EOVERFLOW 75, ENOTSOCK 88, EOPNOTSUPP 95, EAFNOSUPPORT 97,
}

pub const AT_FDCWD: i32 = -100;
pub const AT_SYMLINK_NOFOLLOW: u32 = 0x100;
pub const AT_REMOVEDIR: u32 = 0x200;
pub const AT_SYMLINK_FOLLOW: u32 = 0x400;
pub const AT_EMPTY_PATH: u32 = 0x1000;

pub const O_ACCMODE: u32 = 3;
pub const O_WRONLY: u32 = 1;
pub const O_RDWR: u32 = 2;
pub const O_CREAT: u32 = 0o100;
pub const O_EXCL: u32 = 0o200;
pub const O_NOCTTY: u32 = 0o400;
pub const O_TRUNC: u32 = 0o1000;
pub const O_APPEND: u32 = 0o2000;
pub const O_NONBLOCK: u32 = 0o4000;
pub const O_DIRECTORY: u32 = 0o200000;
pub const O_NOFOLLOW: u32 = 0o400000;
pub const O_CLOEXEC: u32 = 0o2000000;
pub const O_PATH: u32 = 0o10000000;
pub const O_TMPFILE: u32 = 0o20000000;
/// What F_GETFL shows besides the access mode, and F_SETFL may change.
pub const STATUS_FLAGS: u32 = O_APPEND | O_NONBLOCK;

pub const S_IFIFO: u32 = 0o010000;
pub const S_IFCHR: u32 = 0o020000;
pub const S_IFDIR: u32 = 0o040000;
pub const S_IFREG: u32 = 0o100000;
pub const S_IFLNK: u32 = 0o120000;

pub const R_OK: u32 = 4;
pub const W_OK: u32 = 2;
pub const X_OK: u32 = 1;

pub const MAP_SHARED: u32 = 1;
pub const MAP_PRIVATE: u32 = 2;
pub const MAP_FIXED: u32 = 0x10;
pub const MAP_ANONYMOUS: u32 = 0x20;
pub const PROT_WRITE: u32 = 2;

/// The largest value of a length of a read or write that the kernel honours.
pub const MAX_TRANSFER: u64 = 0x7FFF_F000;
pub const PATH_MAX: usize = 4096;
pub const NAME_MAX: usize = 255;
pub const OPEN_MAX: usize = 1024;
pub const IOV_MAX: u64 = 1024;
pub const PIPE_SIZE: usize = 65536;
