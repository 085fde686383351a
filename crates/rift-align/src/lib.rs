//! Which functions, blocks and instructions of two versions of a program correspond, and what changed.

mod change;

pub use change::{Change, ChangeKind, ChangeMap, Place, Version};

use change::Side;
use rift_ir::{EntityRef, FuncId, InstId, Module, Pair, Site};

/// Which parts of the two versions correspond, and what changed.
pub fn align(pair: Pair<&Module>) -> ChangeMap {
    let mut map = ChangeMap { changes: Vec::new(), sides: pair.map(Side::new) };
    for version in Version::BOTH {
        for (id, function) in &version.of(&pair).functions {
            if !function.is_defined() {
                continue;
            }
            let change = map.changes.len() as u32;
            version.of_mut(&mut map.sides).change[id.index()].fill(change);
            let sites = (0..function.insts.len()).map(|inst| Site { function: id, inst: InstId::new(inst) }).collect();
            let place =
                Place { file: String::new(), line: 0, last_line: 0, function: function.display.clone(), sites };
            let (kind, old, new) = match version {
                Version::Old => (ChangeKind::Deleted, Some(place), None),
                Version::New => (ChangeKind::Added, None, Some(place)),
            };
            let summary = format!("{}: {}", function.display, kind.name());
            map.changes.push(Change { id: change, kind, old, new, summary });
        }
    }
    let _: Option<FuncId> = None;
    map
}
