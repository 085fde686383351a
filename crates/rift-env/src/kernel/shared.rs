//! Shared maps of files.
//!
//! Between system calls a map's memory is the truth, during one that touches files the file is: bytes are carried to
//! the file before such a call and back after it. Differs from Linux: two maps of one file see each other's changes
//! only then, and a run that ends with a fault leaves the last changes out of the file.

use super::Call;
use super::symbolic::pin_memory;
use crate::descriptors::Target;
use crate::vfs::{Kind, NodeId};
use crate::world::World;
use rift_vm::Guest;
use std::sync::Arc;

#[derive(Debug, Clone)]
pub(crate) struct SharedMap {
    pub address: u64,
    /// Whole pages.
    pub len: u64,
    pub node: NodeId,
    /// Where in the file it begins.
    pub offset: u64,
    /// Whether the file was opened for writing.
    pub writable: bool,
    /// The file's contents when the map was last made to show them.
    pub shown: Arc<Vec<u8>>,
}

impl SharedMap {
    /// The part of the file's bytes that the map shows.
    fn range(&self, file_size: usize) -> std::ops::Range<usize> {
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX).min(file_size);
        start..start + (file_size - start).min(self.len as usize)
    }
}

/// Whether a system call can see or change what maps show.
pub(super) fn touches_files(call: &Call<'_, '_>, name: &str) -> bool {
    let is_file = |fd: i32| call.world.descriptors.file(fd).is_ok_and(|file| matches!(file.target, Target::Node(_)));
    match name {
        "read" | "write" | "pread64" | "pwrite64" | "readv" | "writev" | "preadv" | "pwritev" | "preadv2"
        | "pwritev2" => is_file(call.int(0)),
        "sendfile" | "copy_file_range" | "open" | "openat" | "openat2" | "creat" | "close" | "truncate"
        | "ftruncate" | "fallocate" | "mmap" | "munmap" | "mremap" | "msync" | "exit" | "exit_group" | "kill"
        | "tkill" | "tgkill" => true,
        _ => false,
    }
}

/// Carries what the program wrote to its maps into the files.
pub(super) fn to_files(world: &mut World, guest: &mut Guest<'_>) {
    let now = world.now(guest.steps);
    for map in Arc::clone(&world.shared_maps).iter().filter(|map| map.writable) {
        let range = map.range(map.shown.len());
        let Ok(bytes) = guest.memory.read_vec(map.address, range.len() as u64) else { continue };
        pin_memory(guest, map.address, &bytes);
        let shown = &map.shown[range.clone()];
        if shown == bytes {
            continue;
        }
        let node = world.vfs.node_mut(map.node);
        if let Kind::File(contents) = &mut node.kind {
            let there = Arc::make_mut(contents).iter_mut().skip(range.start);
            for ((to, new), _) in there.zip(&bytes).zip(shown).filter(|((_, new), old)| new != old) {
                *to = *new;
            }
            node.modified = now;
            node.changed = now;
        }
    }
}

/// Shows in the maps what the files contain.
pub(super) fn to_memory(world: &mut World, guest: &mut Guest<'_>) {
    for map in Arc::make_mut(&mut world.shared_maps) {
        let Kind::File(contents) = &world.vfs.node(map.node).kind else { continue };
        map.shown = contents.clone();
        let bytes = &contents[map.range(contents.len())];
        if guest.memory.read_vec(map.address, bytes.len() as u64).is_ok_and(|shown| shown != bytes) {
            guest.memory.initialise(map.address, bytes);
        }
    }
}

impl Call<'_, '_> {
    pub(super) fn add_shared_map(&mut self, map: SharedMap) {
        Arc::make_mut(&mut self.world.shared_maps).push(map);
    }

    /// Cuts a range of whole pages out of the maps.
    pub(super) fn remove_shared_maps(&mut self, address: u64, len: u64) {
        let end = address + len;
        let mut kept = vec![];
        let mut gone = vec![];
        for map in self.world.shared_maps.iter() {
            let map_end = map.address + map.len;
            if map.address < address.min(map_end) {
                kept.push(SharedMap { len: address.min(map_end) - map.address, ..map.clone() });
            }
            if map_end > end.max(map.address) {
                let start = end.max(map.address);
                let offset = map.offset + (start - map.address);
                kept.push(SharedMap { address: start, len: map_end - start, offset, ..map.clone() });
            }
            gone.push(map.node);
        }
        self.world.shared_maps = Arc::new(kept);
        gone.into_iter().for_each(|node| self.forget(node));
    }

    pub(super) fn has_shared_map(&self, address: u64, len: u64) -> bool {
        self.world.shared_maps.iter().any(|map| map.address < address + len && address < map.address + map.len)
    }
}
