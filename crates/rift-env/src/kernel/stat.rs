//! What is known about files.

use super::{Answer, Call, Failure};
use crate::abi::*;
use crate::descriptors::Target;
use crate::symbols::{Contents, SizeTerm};
use crate::vfs::{Device, Kind, Links, NodeId};
use rift_ir::BinaryOp;

/// What both layouts, `struct stat` and `struct statx`, are filled from.
struct Status {
    inode: u64,
    links: u64,
    mode: u32,
    owner: u32,
    device: u64,
    size: u64,
    size_term: Option<SizeTerm>,
    accessed: i64,
    modified: i64,
    changed: i64,
}

const NANOSECONDS: i64 = 1_000_000_000;
/// The device number of the one file system.
const DEVICE: u64 = 0x801;

impl Call<'_, '_> {
    fn status_of(&mut self, id: NodeId) -> Result<Status, Failure> {
        let size_term = self.size_term(Contents::Node(id));
        let node = self.world.vfs.node(id);
        let device = match node.kind {
            Kind::Device(Device::Null) => 0x103,
            Kind::Device(Device::Zero) => 0x105,
            Kind::Device(Device::Full) => 0x107,
            Kind::Device(Device::Random) => 0x109,
            Kind::Device(Device::Tty) => 0x500,
            _ => 0,
        };
        Ok(Status {
            inode: u64::from(id.0),
            links: u64::from(node.links),
            mode: node.file_type() | node.mode,
            owner: node.owner,
            device,
            size: node.size(),
            size_term,
            accessed: node.accessed,
            modified: node.modified,
            changed: node.changed,
        })
    }

    fn status_of_descriptor(&mut self, fd: i32) -> Result<Status, Failure> {
        let target = self.world.descriptors.file(fd)?.target;
        if let Target::Node(node) = target {
            return self.status_of(node);
        }
        let inode = match target {
            Target::PipeReader(pipe) | Target::PipeWriter(pipe) => 0x1_0000 + pipe as u64,
            _ => 0x8000 + fd as u64,
        };
        let start = self.world.config.clock_start;
        let (mode, owner) = (S_IFIFO | 0o600, crate::vfs::USER);
        let (accessed, modified, changed) = (start, start, start);
        Ok(Status { inode, links: 1, mode, owner, device: 0, size: 0, size_term: None, accessed, modified, changed })
    }

    /// Of what a path names; devices that stand for descriptors are followed like links.
    fn status_at(&mut self, base: i32, path: &[u8], flags: u32) -> Result<Status, Failure> {
        if path.is_empty() && flags & AT_EMPTY_PATH != 0 {
            return match base {
                AT_FDCWD => self.status_of(self.world.directory),
                fd => self.status_of_descriptor(fd),
            };
        }
        let links = if flags & AT_SYMLINK_NOFOLLOW != 0 { Links::Keep } else { Links::Follow };
        let id = self.find(base, path, links)?;
        match self.world.vfs.node(id).kind {
            Kind::Device(Device::Descriptor(fd)) if links == Links::Follow => {
                self.status_of_descriptor(fd).map_err(|_| ENOENT.into())
            }
            _ => self.status_of(id),
        }
    }
}

impl Call<'_, '_> {
    /// Makes a size and a number of 512-byte blocks, which were written as words, symbolic.
    fn write_size(&mut self, size: Option<SizeTerm>, size_at: u64, blocks_at: u64) {
        let (Some(size), Some(tools)) = (size, &mut self.guest.tools) else { return };
        let bytes = size.wide(tools.terms);
        let [round, shift] = [511, 9].map(|number| tools.terms.constant(64, number));
        let blocks = tools.terms.binary(BinaryOp::Add, bytes, round);
        let blocks = tools.terms.binary(BinaryOp::LShr, blocks, shift);
        self.guest.memory.set_term(size_at, 8, bytes);
        self.guest.memory.set_term(blocks_at, 8, blocks);
    }
}

/// stat, lstat, fstat, newfstatat
pub(super) fn stat(call: &mut Call<'_, '_>, name: &str) -> Answer {
    let (status, address) = match name {
        "fstat" => (call.status_of_descriptor(call.int(0))?, call.args[1]),
        "newfstatat" => {
            let path = call.path(1)?;
            (call.status_at(call.int(0), &path, call.uint(3))?, call.args[2])
        }
        _ => {
            let flags = if name == "lstat" { AT_SYMLINK_NOFOLLOW } else { 0 };
            let path = call.path(0)?;
            (call.status_at(AT_FDCWD, &path, flags)?, call.args[1])
        }
    };
    let time =
        |nanoseconds: i64| [nanoseconds.div_euclid(NANOSECONDS) as u64, nanoseconds.rem_euclid(NANOSECONDS) as u64];
    let mut words = vec![
        DEVICE,
        status.inode,
        status.links,
        u64::from(status.mode) | u64::from(status.owner) << 32,
        u64::from(status.owner),
        status.device,
        status.size,
        4096,
        status.size.div_ceil(512),
    ];
    for nanoseconds in [status.accessed, status.modified, status.changed] {
        words.extend(time(nanoseconds));
    }
    words.extend([0; 3]);
    call.write_words(address, &words)?;
    call.write_size(status.size_term, address + 48, address + 64);
    Ok(0)
}

pub(super) fn statx(call: &mut Call<'_, '_>) -> Answer {
    const BASIC: u32 = 0x7FF;
    let path = if call.args[1] == 0 { vec![] } else { call.path(1)? };
    let status = call.status_at(call.int(0), &path, call.uint(2))?;
    let mut bytes = vec![];
    let word32 = |value: u32, bytes: &mut Vec<u8>| bytes.extend_from_slice(&value.to_le_bytes());
    word32(BASIC, &mut bytes);
    word32(4096, &mut bytes);
    bytes.extend_from_slice(&0u64.to_le_bytes());
    word32(status.links as u32, &mut bytes);
    word32(status.owner, &mut bytes);
    word32(status.owner, &mut bytes);
    word32(status.mode & 0xFFFF, &mut bytes);
    for word in [status.inode, status.size, status.size.div_ceil(512), 0] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    for nanoseconds in [status.accessed, 0, status.changed, status.modified] {
        bytes.extend_from_slice(&nanoseconds.div_euclid(NANOSECONDS).to_le_bytes());
        bytes.extend_from_slice(&nanoseconds.rem_euclid(NANOSECONDS).to_le_bytes());
    }
    for number in [status.device >> 8, status.device & 0xFF, DEVICE >> 8, DEVICE & 0xFF] {
        word32(number as u32, &mut bytes);
    }
    bytes.resize(256, 0);
    call.write(call.args[4], &bytes)?;
    call.write_size(status.size_term, call.args[4] + 40, call.args[4] + 48);
    Ok(0)
}

/// statfs, fstatfs: a half-empty ext4.
pub(super) fn file_system(call: &mut Call<'_, '_>, name: &str) -> Answer {
    if name == "fstatfs" {
        call.world.descriptors.file(call.int(0))?;
    } else {
        let path = call.path(0)?;
        call.find(AT_FDCWD, &path, Links::Follow)?;
    }
    let blocks = call.world.config.disk_limit / 4096;
    let words = [0xEF53, 4096, blocks * 2, blocks, blocks, 1 << 20, 1 << 19, 0, 255, 4096, 0, 0, 0, 0, 0];
    call.write_words(call.args[1], &words)?;
    Ok(0)
}
