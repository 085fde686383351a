//! Where runs end up on the way to changes that none of them reached.
//!
//! What was not executed is entered from what was: through branches, and through calls that name their function. Of
//! every block that was not executed, the nearest executed line that leads to it is kept. A line counts as executed
//! when any of its code was, and calls through pointers are not followed: so the line is a hint, and there may be none.

use rift_ir::{Block, BlockId, Callee, FuncId, InstId, InstKind, Module, Site};
use rift_search::SourceCoverage;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

type Node = (FuncId, BlockId);

/// A line that was executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'m> {
    pub file: &'m str,
    pub line: u32,
}

/// By block that was not executed: the line to get past, and how many blocks are between.
pub(super) struct Obstacles<'m> {
    module: &'m Module,
    nearest: HashMap<Node, (u32, Line<'m>)>,
    /// Of functions that were asked about.
    blocks: HashMap<FuncId, HashMap<InstId, BlockId>>,
}

impl<'m> Obstacles<'m> {
    pub fn new(module: &'m Module, covered: &SourceCoverage) -> Obstacles<'m> {
        let mut obstacles = Obstacles { module, nearest: HashMap::new(), blocks: HashMap::new() };
        let mut pending = VecDeque::new();
        for (id, function) in module.functions.iter().filter(|(_, function)| function.is_defined()) {
            for block in function.blocks.keys() {
                if let Some(line) = executed(module, covered, (id, block)) {
                    obstacles.nearest.insert((id, block), (0, line));
                    pending.push_back((id, block));
                }
            }
        }
        while let Some(node) = pending.pop_front() {
            let (distance, line) = obstacles.nearest[&node];
            for next in next(module, node) {
                if let Entry::Vacant(place) = obstacles.nearest.entry(next) {
                    place.insert((distance + 1, line));
                    pending.push_back(next);
                }
            }
        }
        obstacles
    }

    /// The line that runs did not get past on the way to the nearest of these sites.
    pub fn before(&mut self, sites: &[Site]) -> Option<Line<'m>> {
        let nearest = sites.iter().filter_map(|site| {
            let block = self.block_of(*site)?;
            self.nearest.get(&(site.function, block)).copied()
        });
        nearest.min_by_key(|(distance, _)| *distance).map(|(_, line)| line)
    }

    fn block_of(&mut self, site: Site) -> Option<BlockId> {
        let function = &self.module.functions[site.function];
        let blocks = self.blocks.entry(site.function).or_insert_with(|| {
            let of_block = |(id, block): (BlockId, &'m Block)| block.insts.iter().map(move |inst| (*inst, id));
            function.blocks.iter().flat_map(of_block).collect()
        });
        blocks.get(&site.inst).copied()
    }
}

/// The last line of a block, if it was executed.
fn executed<'m>(module: &'m Module, covered: &SourceCoverage, (function, block): Node) -> Option<Line<'m>> {
    let function = &module.functions[function];
    let insts = function.blocks[block].insts.iter().rev();
    let position = insts.filter_map(|inst| function.insts[*inst].position.expand()).next()?;
    let position = &module.positions[position];
    let file = &module.files[position.file];
    let is_covered = covered.files.get(file)?.lines.get(&position.line).copied().unwrap_or(false);
    is_covered.then_some(Line { file, line: position.line })
}

/// Where control may go from a block.
fn next(module: &Module, (id, block): Node) -> Vec<Node> {
    let function = &module.functions[id];
    let mut next = Vec::new();
    for inst in &function.blocks[block].insts {
        let kind = &function.insts[*inst].kind;
        if let InstKind::Call { callee: Callee::Direct(callee), .. }
        | InstKind::Invoke { callee: Callee::Direct(callee), .. } = kind
        {
            next.extend(module.functions[*callee].blocks.keys().next().map(|entry| (*callee, entry)));
        }
        next.extend(kind.successors().into_iter().map(|successor| (id, successor)));
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_ir::EntityRef;
    use rift_search::FileCoverage;

    const PROGRAM: &str = r#"
function exported @main(i1 a) -> i32 {
start:
  branch a, deep, end !"a.c":1:1
deep:
  x = call @f(i1 a) -> i32 !"a.c":2:1
  jump end !"a.c":2:1
end:
  return i32 0 !"a.c":3:1
}

function @f(i1 b) -> i32 {
start:
  branch b, more, less !"a.c":7:1
more:
  jump less !"a.c":8:1
less:
  return i32 1 !"a.c":9:1
}

function @lost() -> i32 {
start:
  return i32 1 !"a.c":20:1
}
"#;

    #[test]
    fn the_last_executed_line_before_a_site_is_found_across_calls() {
        let module = rift_ir::parse(PROGRAM).unwrap();
        let site = |function: usize, inst: usize| Site { function: FuncId::new(function), inst: InstId::new(inst) };
        let before = |lines: &[u32], site: Site| {
            let file = FileCoverage { lines: lines.iter().map(|line| (*line, true)).collect(), ..Default::default() };
            let covered = SourceCoverage { files: [("a.c".to_owned(), file)].into() };
            Obstacles::new(&module, &covered).before(&[site]).map(|line| line.line)
        };
        assert_eq!(before(&[1, 3], site(1, 1)), Some(1));
        assert_eq!(before(&[1, 2, 3, 7, 9], site(1, 1)), Some(7));
        assert_eq!(before(&[1, 2, 3, 7, 9], site(2, 0)), None);
        assert_eq!(before(&[], site(1, 1)), None);
    }
}
