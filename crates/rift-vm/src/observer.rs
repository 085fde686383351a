//! Watching a run. An observer that is not active costs nothing: the calls are compiled away.

use crate::program::Program;
use rift_expr::{TermId, Terms};
use rift_ir::{FuncId, Site};

pub trait Observer {
    /// Whether `step` is called at all.
    const ACTIVE: bool;
    /// Whether `edge` is.
    const EDGES: bool = false;
    /// Whether `inspect` is. For tests of the machine itself.
    const INSPECTS: bool = false;

    /// About to execute (an operation of) the instruction at `site`, `depth` frames deep. An instruction that
    /// takes several operations is told several times in a row.
    fn step(&mut self, program: &Program, site: Site, depth: usize);

    /// Control came to operation `pc` of `function`: by a jump, by not taking one, by a call or a return. Much cheaper
    /// than `step`. [`Program::sites_from`] says what is executed from there on. Nothing is told of a run that goes on
    /// after a pause until it comes to the next such place.
    fn edge(&mut self, _function: FuncId, _pc: u32) {}

    /// The slots of the current frame and their terms, before each operation of a concolic run.
    fn inspect(&mut self, _site: Site, _values: &[u64], _shadow: &[Option<TermId>], _terms: &Terms) {}
}

/// Watches nothing.
impl Observer for () {
    const ACTIVE: bool = false;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}
}
