//! Watching a run. An observer that is not active costs nothing: the calls are compiled away.

use crate::program::Program;
use rift_ir::Site;

pub trait Observer {
    /// Whether `step` is called at all.
    const ACTIVE: bool;

    /// About to execute (an operation of) the instruction at `site`, `depth` frames deep. An instruction that
    /// takes several operations is told several times in a row.
    fn step(&mut self, program: &Program, site: Site, depth: usize);
}

/// Watches nothing.
impl Observer for () {
    const ACTIVE: bool = false;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}
}
