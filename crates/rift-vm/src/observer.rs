//! Watching a run. An observer that is not active costs nothing: the calls are compiled away.

mod footprint;

pub use footprint::{Copied, Flow, Footprint, Origin};

use crate::code::FnCode;
use crate::host::Host;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::program::Program;
use rift_expr::{TermId, Terms};
use rift_ir::{FuncId, Site};

/// An operation about to be carried out, and the state that it finds.
pub struct Operation<'a> {
    pub program: &'a Program,
    pub site: Site,
    /// Its number within the function.
    pub pc: u32,
    /// Tells frames apart, also those that are gone.
    pub frame: u64,
    /// How many frames there are.
    pub depth: usize,
    /// Those of all frames. What an operation wrote is found here when the next one is told.
    pub registers: &'a [u64],
    pub memory: &'a mut Memory,
    pub footprint: &'a Footprint,
}

pub trait Observer {
    /// Whether `step` is called at all.
    const ACTIVE: bool;
    /// Whether `edge` is.
    const EDGES: bool = false;
    /// Whether `compare` is.
    const COMPARES: bool = false;
    /// Whether `inspect` is. For tests of the machine itself.
    const INSPECTS: bool = false;
    /// Whether `operation` and `copied` are.
    const FOLLOWS: bool = false;

    /// About to execute (an operation of) the instruction at `site`, `depth` frames deep. An instruction that
    /// takes several operations is told several times in a row.
    fn step(&mut self, program: &Program, site: Site, depth: usize);

    /// Control came to operation `pc` of `function`: by a jump, by not taking one, by a call or a return. Much cheaper
    /// than `step`. [`Program::sites_from`] says what is executed from there on. Nothing is told of a run that goes on
    /// after a pause until it comes to the next such place.
    fn edge(&mut self, _function: FuncId, _pc: u32) {}

    /// Operation `pc` of `function` is about to compare two integers of at most 64 bits: signed ones are sign-extended, others
    /// zero-extended. As the machine asks: `a < 4` may be told as 3 and `a`. Nothing is told of `switch`, of vectors, and of
    /// signed integers of other widths than 32 and 64 bits.
    fn compare(&mut self, _function: FuncId, _pc: u32, _a: u64, _b: u64) {}

    /// The slots of the current frame and their terms, before each operation of a concolic run.
    fn inspect(&mut self, _site: Site, _values: &[u64], _shadow: &[Option<TermId>], _terms: &Terms) {}

    /// Before each operation: what it is about to read and write.
    fn operation(&mut self, _operation: Operation<'_>) {}

    /// The operation told last has copied this to memory.
    fn copied(&mut self, _copied: &[Copied], _memory: &mut Memory) {}
}

/// Tells about operation `at` of `code`, in the frame whose registers begin at `base`.
#[inline(never)]
pub(crate) fn tell<H: Host, O: Observer>(m: &mut Machine<H>, observer: &mut O, code: &FnCode, base: usize, at: usize) {
    let footprint = footprint::footprint(m, code, base, at);
    observer.operation(Operation {
        program: &m.program,
        site: Site { function: code.id, inst: code.sites[at] },
        pc: at as u32,
        frame: m.frames.last().map_or(0, |frame| frame.serial),
        depth: m.frames.len(),
        registers: &m.registers,
        memory: &mut m.memory,
        footprint: &footprint,
    });
}

/// Tells what the slow operation `at` has copied.
#[inline(never)]
pub(crate) fn tell_copied<H: Host, O: Observer>(
    m: &mut Machine<H>,
    observer: &mut O,
    code: &FnCode,
    base: usize,
    at: usize,
) {
    let copied = footprint::copied(m, code, base, at);
    if !copied.is_empty() {
        observer.copied(&copied, &mut m.memory);
    }
}

/// Watches nothing.
impl Observer for () {
    const ACTIVE: bool = false;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}
}
