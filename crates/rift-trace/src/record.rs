//! Makes a trace of a run: an observer that follows every register, every byte and every branch.

use super::column::Column;
use super::facts::{Defines, Facts};
use super::frame::Frame;
use super::host::{Descriptors, HostCall};
use super::pointers::Objects;
use super::shadow::{Shadow, Source};
use super::{Action, Occurrence, Pointer, Trace, Value, Written};
use rift_deadline::Deadline;
use rift_env::{Observation, Process, Stream};
use rift_expr::Terms;
use rift_ir::{FuncId, InstKind, Site};
use rift_vm::concolic::{ConcolicProgress, Path};
use rift_vm::{Copied, Flow, Memory, Observer, Operation, Origin, Program, Progress, Stop};
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Steps between looks at the clock and at whether the trace is full.
const SLICE: u64 = 1 << 16;

/// More cannot be told from copies (see `shadow`).
const MOST_OCCURRENCES: usize = (1 << 31) - 2;

/// `None`: it did not come to its end before the deadline.
pub(super) fn run(program: &Arc<Program>, mut process: Process, limit: usize, deadline: &Deadline) -> Option<Trace> {
    let mut recorder = Recorder::new(limit.min(MOST_OCCURRENCES), Now::default());
    let end = loop {
        let progress = match recorder.truncated {
            true => process.run_slice(SLICE, &mut ()),
            false => process.run_slice(SLICE, &mut recorder),
        };
        match progress {
            Progress::Ended(stop) => break stop,
            Progress::Paused if deadline.is_over() => return None,
            Progress::Paused => {}
        }
    };
    Some(finish(program, &process, end, recorder))
}

/// The same of a concolic run. `None`: it did not come to an end before the deadline, or there are more occurrences than the limit.
pub(super) fn follow(
    program: &Arc<Program>,
    mut process: Process,
    limit: usize,
    (now, facts): (Now, HashMap<FuncId, Arc<Facts>>),
    terms: &mut Terms,
    path: &mut dyn Path,
    deadline: &Deadline,
) -> Option<Trace> {
    let mut recorder = Recorder { facts, ..Recorder::new(limit.min(MOST_OCCURRENCES), now) };
    loop {
        match process.machine_mut().run_concolic(SLICE, &mut recorder, terms, path) {
            _ if recorder.truncated || deadline.is_over() => return None,
            ConcolicProgress::Paused => {}
            ConcolicProgress::Decision(_) => return None,
            ConcolicProgress::Ended(end) => return Some(finish(program, &process, end, recorder)),
        }
    }
}

fn finish(program: &Arc<Program>, process: &Process, end: Stop, recorder: Recorder) -> Trace {
    let outcome = process.outcome(end);
    let world = &process.machine().host;
    let (stdout, stderr) = (world.output_of(Stream::Stdout), world.output_of(Stream::Stderr));
    let seen = Observation { outcome, stdout, stderr, files: world.observed() };
    Trace {
        program: Arc::clone(program),
        facts: recorder.facts,
        sites: recorder.sites,
        values: recorder.values,
        actions: recorder.actions,
        control: recorder.control,
        parents: recorder.parents,
        first_source: recorder.first_source,
        sources: recorder.sources,
        copies: recorder.shadow.copies,
        written: recorder.written,
        seen,
        truncated: recorder.truncated,
    }
}

/// The occurrence that a recorder is at, for who asks in the middle of a run.
pub type Now = Rc<Cell<Option<Occurrence>>>;

struct Recorder {
    now: Now,
    limit: usize,
    truncated: bool,
    facts: HashMap<FuncId, Arc<Facts>>,
    sites: Vec<Site>,
    values: Column<Value>,
    actions: Column<Action>,
    control: Vec<Option<Occurrence>>,
    parents: Vec<Option<Occurrence>>,
    first_source: Vec<u32>,
    sources: Vec<Occurrence>,
    written: Vec<Written>,
    shadow: Shadow,
    objects: Objects,
    descriptors: Descriptors,
    frames: Vec<Frame>,
    /// Registers that the operation told last defines the occurrence's value in.
    defined: Option<(Occurrence, u32, u32)>,
    /// The register that it puts a constant into, which the occurrence passes on.
    constant: Option<(Occurrence, u32)>,
    host_call: Option<(HostCall, u32, u32)>,
    /// The call whose function is about to begin.
    call: Option<Occurrence>,
}

impl Recorder {
    fn new(limit: usize, now: Now) -> Recorder {
        Recorder {
            now,
            limit,
            truncated: false,
            facts: HashMap::new(),
            sites: Vec::new(),
            values: Column::default(),
            actions: Column::default(),
            control: Vec::new(),
            parents: Vec::new(),
            first_source: Vec::new(),
            sources: Vec::new(),
            written: Vec::new(),
            shadow: Shadow::default(),
            objects: Objects::default(),
            descriptors: Descriptors::default(),
            frames: Vec::new(),
            defined: None,
            constant: None,
            host_call: None,
            call: None,
        }
    }

    /// The operation told last is done: takes what it defined.
    fn settle(&mut self, program: &Program, registers: &[u64], memory: &mut Memory) {
        if let Some((call, first, count)) = self.host_call.take() {
            let answer = if count > 0 { registers[first as usize] } else { 0 };
            if let Some((address, bytes)) = call.copied_to() {
                self.note_bytes(call.by, address, bytes, memory);
                self.defined = None;
            }
            if let Some((address, bytes)) = call.allocated(answer) {
                self.objects.add(address, bytes, call.by);
            }
            let written = call.finish(answer, memory, &self.sites, &mut self.shadow, &mut self.descriptors);
            self.written.extend(written);
        }
        if let Some((occurrence, first, count)) = self.defined.take() {
            let values = &registers[first as usize..(first + count) as usize];
            self.define(program, occurrence, values, memory);
        }
        if let Some((occurrence, register)) = self.constant.take() {
            self.note_constant(occurrence, registers[register as usize], memory);
        }
    }

    fn define(&mut self, program: &Program, occurrence: Occurrence, values: &[u64], memory: &mut Memory) {
        let site = self.sites[occurrence.index()];
        let Some(first) = values.first().copied() else { return };
        let defines = self.facts.get(&site.function).map_or(Defines::Wide, |facts| facts.defines(site.inst));
        let value = match defines {
            Defines::Scalar => Value::Scalar(first),
            Defines::Pointer => {
                if let InstKind::Alloca { .. } = program.module.functions[site.function].insts[site.inst].kind {
                    let bytes = memory.object_at(first).map_or(0, |object| object.size);
                    self.objects.add(first, bytes, occurrence);
                }
                Value::Pointer(self.objects.pointer(memory, first))
            }
            // An instruction without a result may still compute addresses or constants for itself.
            Defines::Nothing => return,
            Defines::Wide => {
                let before = match self.values.get(occurrence.index()) {
                    Value::Wide(hash) => hash,
                    _ => HASH_START,
                };
                Value::Wide(values.iter().fold(before, |hash, value| mix(hash, *value)))
            }
        };
        self.values.set(occurrence.index(), value);
    }

    /// Brings the frames in line with the machine's.
    fn enter_frame(&mut self, operation: &Operation<'_>) {
        while self.frames.last().is_some_and(|frame| frame.id > operation.frame) {
            self.frames.pop();
        }
        if self.frames.last().is_some_and(|frame| frame.id == operation.frame) {
            return;
        }
        let function = operation.site.function;
        let new = || Arc::new(Facts::new(operation.program, function));
        let facts = Arc::clone(self.facts.entry(function).or_insert_with(new));
        self.frames.push(Frame::new(operation.frame, function, facts, self.call.take()));
    }

    /// The occurrence that an operation belongs to: an instruction may take several operations, one after the other.
    fn occurrence(&mut self, operation: &Operation<'_>) -> Option<Occurrence> {
        let frame = self.frames.last_mut()?;
        let decision = frame.decide(operation, &mut self.actions);
        if let Some(occurrence) = frame.continued(operation) {
            return Some(occurrence);
        }
        frame.arrive(operation.program, operation.site.inst, decision);
        if self.sites.len() >= self.limit {
            self.truncated = true;
            return None;
        }
        let control = frame.control();
        let occurrence = Occurrence::new(self.sites.len());
        self.sites.push(operation.site);
        self.values.push(Value::Nothing);
        self.actions.push(Action::Nothing);
        self.control.push(control);
        self.parents.push(control);
        self.first_source.push(self.sources.len() as u32);
        Some(occurrence)
    }

    fn depend(&mut self, occurrence: Occurrence, on: impl IntoIterator<Item = Occurrence>) {
        // Sources are kept in the order of occurrences: only the last can get more.
        if occurrence.index() + 1 != self.sites.len() {
            return;
        }
        let first = self.first_source[occurrence.index()] as usize;
        for source in on {
            // A repetition does no harm where there are too many to look through.
            let is_known = self.sources.len() - first < LOOKED_THROUGH && self.sources[first..].contains(&source);
            if source != occurrence && !is_known {
                self.sources.push(source);
            }
        }
    }

    /// Registers that are only copied.
    fn pass_on(&mut self, occurrence: Occurrence, operation: &Operation<'_>, is_result: bool) {
        let footprint = operation.footprint;
        for (from, to) in &footprint.moves {
            let source = self.shadow.register(*from);
            if source == Source::NONE {
                self.note_constant(occurrence, operation.registers[*from as usize], operation.memory);
            }
            self.shadow.copy_register(&self.sites, *from, *to, occurrence);
        }
        if let ([(from, to)], true) = (footprint.moves.as_slice(), is_result) {
            let sources = self.shadow.copies.occurrences(self.shadow.register(*from));
            self.depend(occurrence, sources);
            self.defined = Some((occurrence, *to, 1));
        }
    }

    /// Registers that are given something new.
    fn write_registers(&mut self, occurrence: Occurrence, operation: &Operation<'_>, kind: &InstKind) {
        let footprint = operation.footprint;
        if let Some(register) = footprint.constant {
            // Constants that are the result, or phis of the next block. Others only lie ready for operations.
            let is_kept = kind.is_terminator()
                || matches!(
                    kind,
                    InstKind::InsertValue { .. } | InstKind::InsertElement { .. } | InstKind::Shuffle { .. }
                );
            let source = if is_kept { Source::computed_by(occurrence) } else { Source::NONE };
            self.shadow.set_register(register, source);
            self.constant = is_kept.then_some((occurrence, register));
        }
        let (first, count) = footprint.writes;
        for register in first..first + count {
            self.shadow.set_register(register, Source::computed_by(occurrence));
        }
        // What an instruction computes for itself, an address or the state of the stack, is not its value.
        let is_value = match kind {
            InstKind::Call { .. } | InstKind::Invoke { .. } => matches!(footprint.flow, Flow::Host(_)),
            InstKind::Load { .. } => !footprint.loads.is_empty(),
            InstKind::Store { .. } => false,
            _ => true,
        };
        if count > 0 && is_value {
            self.defined = Some((occurrence, first, count));
        }
    }

    /// What was copied is the value of what copied it.
    fn note_bytes(&mut self, occurrence: Occurrence, address: u64, bytes: u64, memory: &mut Memory) {
        let Ok(bytes) = memory.read_vec(address, bytes) else { return };
        let hash = bytes.iter().fold(HASH_START, |hash, byte| mix(hash, u64::from(*byte)));
        self.values.set(occurrence.index(), Value::Wide(hash));
    }

    fn note_constant(&mut self, occurrence: Occurrence, value: u64, memory: &Memory) {
        let value = match self.objects.pointer(memory, value) {
            Pointer::Global { size, offset } => mix(size, offset),
            _ => value,
        };
        let value = match self.values.get(occurrence.index()) {
            Value::Nothing => Value::Constant(value),
            Value::Constant(first) => Value::Constants(mix(mix(HASH_START, first), value)),
            Value::Constants(hash) => Value::Constants(mix(hash, value)),
            _ => return,
        };
        self.values.set(occurrence.index(), value);
    }

    fn host_call(&mut self, occurrence: Occurrence, operation: &mut Operation<'_>, function: FuncId) {
        let name = &operation.program.module.functions[function].name;
        let footprint = operation.footprint;
        let args = footprint.reads.iter().map(|register| operation.registers[*register as usize]);
        let args: Vec<u64> = args.collect();
        // What ends the program says how: with a status, by a signal.
        if let ("__rift_exit" | "__rift_die", Some(how)) = (name.as_str(), args.first()) {
            self.values.set(occurrence.index(), Value::Scalar(*how));
        }
        let call = HostCall::begin(occurrence, name, args, operation.memory);
        for (address, bytes) in call.reads(operation.memory) {
            if operation.memory.check(address, bytes).is_err() {
                continue;
            }
            let sources = self.shadow.sources(address, bytes);
            self.depend(occurrence, sources);
        }
        let (first, count) = footprint.writes;
        self.host_call = Some((call, first, count));
    }

    fn stored(&mut self, occurrence: Occurrence, operation: &mut Operation<'_>, kind: &InstKind) {
        let footprint = operation.footprint;
        for (address, bytes) in &footprint.stores {
            // It is about to fault, perhaps with a length that no memory has.
            if operation.memory.check_write(*address, *bytes).is_err() {
                continue;
            }
            self.shadow.set_bytes(*address, *bytes, Source::computed_by(occurrence));
            self.actions.set(occurrence.index(), Action::Stored(self.objects.pointer(operation.memory, *address)));
        }
        // The first register that a store reads is what it stores.
        if let (InstKind::Store { .. }, [_, ..], Some(register)) =
            (kind, footprint.stores.as_slice(), footprint.reads.first())
        {
            let value = operation.registers[*register as usize];
            if let Some(facts) = self.facts.get(&operation.site.function) {
                let value = match facts.defines(operation.site.inst) {
                    Defines::Pointer => Value::Pointer(self.objects.pointer(operation.memory, value)),
                    Defines::Scalar => Value::Scalar(value),
                    _ => match self.values.get(occurrence.index()) {
                        Value::Wide(hash) => Value::Wide(mix(hash, value)),
                        _ => Value::Wide(mix(HASH_START, value)),
                    },
                };
                self.values.set(occurrence.index(), value);
            }
        }
    }
}

impl Observer for Recorder {
    const ACTIVE: bool = false;
    const FOLLOWS: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    fn operation(&mut self, mut operation: Operation<'_>) {
        if self.truncated {
            return;
        }
        self.settle(operation.program, operation.registers, operation.memory);
        self.enter_frame(&operation);
        let inst = operation.site.inst;
        let Some(occurrence) = self.occurrence(&operation) else { return };
        self.now.set(Some(occurrence));
        let kind = &operation.program.module.functions[operation.site.function].insts[inst].kind;
        let footprint = operation.footprint;

        for register in &footprint.reads {
            let sources = self.shadow.copies.occurrences(self.shadow.register(*register));
            self.depend(occurrence, sources);
        }
        for (address, bytes) in &footprint.loads {
            let sources = self.shadow.sources(*address, *bytes);
            self.depend(occurrence, sources);
        }
        let is_call = matches!(kind, InstKind::Call { .. } | InstKind::Invoke { .. });
        self.pass_on(occurrence, &operation, !is_call && !kind.is_terminator());
        self.write_registers(occurrence, &operation, kind);
        self.stored(occurrence, &mut operation, kind);
        match footprint.flow {
            Flow::Branch { .. } | Flow::Switch => {
                let before = self.frames.last_mut().and_then(|frame| frame.branch(occurrence, inst));
                if let Some(iteration) = before {
                    self.parents[occurrence.index()] = self.parents[iteration.index()];
                }
            }
            Flow::Call(function) => {
                self.actions.set(occurrence.index(), Action::Called(function));
                self.call = Some(occurrence);
            }
            Flow::Host(Some(function)) => {
                self.actions.set(occurrence.index(), Action::Asked(function));
                self.host_call(occurrence, &mut operation, function);
            }
            Flow::Host(None) | Flow::Next | Flow::Jump | Flow::Return => {}
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.note(occurrence, &operation);
        }
    }

    fn copied(&mut self, copied: &[Copied], memory: &mut Memory) {
        let last = self.frames.last().and_then(Frame::last).filter(|_| !self.truncated);
        let Some(occurrence) = last else { return };
        for one in copied {
            self.shadow.copy(&self.sites, one, occurrence);
            if let Origin::Memory(_) = one.from {
                self.note_bytes(occurrence, one.to, one.bytes, memory);
            }
        }
    }
}

/// Sources of one occurrence that are kept without repetitions.
const LOOKED_THROUGH: usize = 64;
const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;

fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
