//! Memory maps. Private maps of files are copies; shared ones follow the file, see [`shared`](super::shared).

use super::shared::SharedMap;
use super::{Answer, Call, unsupported};
use crate::abi::*;
use crate::descriptors::Target;
use crate::symbols::Contents;
use crate::vfs::Kind;
use rift_vm::memory::regions;

const PAGE: u64 = 4096;

pub(super) fn map(call: &mut Call<'_, '_>) -> Answer {
    let (len, protection, flags) = (call.args[1], call.uint(2), call.uint(3));
    let (fd, offset) = (call.int(4), call.args[5]);
    if len == 0 || flags & (MAP_SHARED | MAP_PRIVATE) == 0 || !offset.is_multiple_of(PAGE) {
        return Err(EINVAL.into());
    }
    if flags & MAP_FIXED != 0 {
        return Err(unsupported("mmap with MAP_FIXED"));
    }
    let (mut contents, mut shared_with) = (None, None);
    if flags & MAP_ANONYMOUS == 0 {
        let file = call.world.descriptors.file(fd)?;
        let Target::Node(node) = file.target else {
            return Err(ENODEV.into());
        };
        let shared = flags & 3 != MAP_PRIVATE;
        if !file.readable() || (shared && protection & PROT_WRITE != 0 && !file.writable()) {
            return Err(EACCES.into());
        }
        let writable = file.writable();
        if shared {
            call.fix_file(node);
        }
        let Kind::File(bytes) = &call.world.vfs.node(node).kind else {
            return Err(ENODEV.into());
        };
        contents = Some((node, bytes.clone()));
        shared_with = shared.then_some((node, writable, bytes.clone()));
    }
    let address = call.guest.memory.map(len).ok_or(ENOMEM)?;
    if let Some((node, bytes)) = contents {
        // A fresh map is zero, and so are the bytes behind the end of the file.
        call.read_contents(Contents::Node(node), &bytes, offset, address, len.next_multiple_of(PAGE))?;
    }
    if protection & PROT_WRITE == 0 {
        call.guest.memory.protect(address, len, false);
    }
    if let Some((node, writable, shown)) = shared_with {
        call.add_shared_map(SharedMap { address, len: len.next_multiple_of(PAGE), node, offset, writable, shown });
    }
    Ok(address)
}

pub(super) fn unmap(call: &mut Call<'_, '_>) -> Answer {
    let (address, len) = (call.args[0], call.args[1]);
    if !call.guest.memory.unmap(address, len) {
        return Err(EINVAL.into());
    }
    call.remove_shared_maps(address, len.next_multiple_of(PAGE));
    Ok(0)
}

/// mprotect. Differs from Linux: pages that may not be read natively may still be read.
pub(super) fn protect(call: &mut Call<'_, '_>) -> Answer {
    let (address, len, protection) = (call.args[0], call.args[1], call.uint(2));
    if !address.is_multiple_of(PAGE) {
        return Err(EINVAL.into());
    }
    let inside = (regions::MAPS..regions::MAPS_END).contains(&address);
    if len > 0 && inside && !call.guest.memory.protect(address, len, protection & PROT_WRITE != 0) {
        return Err(ENOMEM.into());
    }
    Ok(0)
}

pub(super) fn remap(call: &mut Call<'_, '_>) -> Answer {
    const MAYMOVE: u32 = 1;
    let (old, old_len, new_len, flags) = (call.args[0], call.args[1], call.args[2], call.uint(3));
    if flags & !MAYMOVE != 0 {
        return Err(unsupported("mremap with other flags than MREMAP_MAYMOVE"));
    }
    let round = |len: u64| len.checked_next_multiple_of(PAGE).filter(|&len| len > 0).ok_or(EINVAL);
    let (old_size, new_size) = (round(old_len)?, round(new_len)?);
    if !old.is_multiple_of(PAGE) {
        return Err(EINVAL.into());
    }
    if call.has_shared_map(old, old_size) {
        return Err(unsupported("mremap of a shared map of a file"));
    }
    let memory = &mut call.guest.memory;
    memory.check(old, old_size)?;
    if new_size <= old_size {
        if new_size < old_size && !memory.unmap(old + new_size, old_size - new_size) {
            return Err(EINVAL.into());
        }
        return Ok(old);
    }
    if flags & MAYMOVE == 0 {
        return Err(ENOMEM.into());
    }
    let new = memory.map(new_size).ok_or(ENOMEM)?;
    memory.copy(new, old, old_size)?;
    memory.unmap(old, old_size);
    Ok(new)
}
