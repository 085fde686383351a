//! `--trace`: the executed path, a line for each source line entered, indented by call depth.

use rift_ir::{FuncId, PackedOption, PosId, Site};
use rift_vm::{Observer, Program};
use std::io::{self, BufWriter, Write};

pub struct Trace<W: Write> {
    out: BufWriter<W>,
    /// What the last line was about.
    last: Option<(FuncId, usize, PackedOption<PosId>, u32)>,
    error: Option<io::Error>,
}

impl<W: Write> Trace<W> {
    pub fn new(out: W) -> Trace<W> {
        Trace { out: BufWriter::new(out), last: None, error: None }
    }

    /// Flushes, and says whether everything could be written.
    pub fn finish(mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

impl<W: Write> Observer for Trace<W> {
    const ACTIVE: bool = true;

    fn step(&mut self, program: &Program, site: Site, depth: usize) {
        let module = &program.module;
        let function = &module.functions[site.function];
        let position = function.insts[site.inst].position;
        let Some(id) = position.expand() else { return };
        let place = &module.positions[id];
        let same = self.last.is_some_and(|(f, d, _, line)| f == site.function && d == depth && line == place.line);
        if place.line == 0 || same {
            return;
        }
        self.last = Some((site.function, depth, position, place.line));
        let indent = 2 * depth.saturating_sub(1).min(40);
        let written = writeln!(
            self.out,
            "{:indent$}{}  {}:{}:{}",
            "", place.function, module.files[place.file], place.line, place.column
        );
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }
}
