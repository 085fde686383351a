//! A run in progress: frames, memory, host. Cloning one through [`Machine::snapshot`] forks the run.

use crate::builtins::Builtin;
use crate::code::{FnCode, Slot};
use crate::concolic::{Concolic, ConcolicProgress, Concrete, Path, Pin, Settled};
use crate::exec;
use crate::host::{Host, HostFn};
use crate::memory::Memory;
use crate::observer::Observer;
use crate::outcome::{Fault, Limit, Outcome, StackEntry, Stop};
use crate::program::Program;
use rift_expr::{TermId, Terms};
use rift_ir::{FuncId, Site};
use std::sync::Arc;

/// What a native frame costs at least: return address, frame pointer, a few spills.
const NATIVE_FRAME_BYTES: u64 = 48;
const INITIAL_REGISTERS: usize = 4096;
/// Registers that a snapshot has beyond those in use.
const SPARE_REGISTERS: usize = 256;

/// Limits that end a run. Memory limits are the memory's own.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub steps: u64,
    /// `None`: as deep as the stack's size allows, and then it is a stack overflow.
    pub call_depth: Option<u64>,
    pub stack_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, call_depth: None, stack_bytes: 8 << 20 }
    }
}

/// New terms after which a concolic run pauses, so that others look at time and memory: one operation may make hundreds.
const PAUSE_AFTER_TERMS: usize = 1 << 14;

pub struct Machine<H: Host> {
    pub(crate) program: Arc<Program>,
    pub memory: Memory,
    pub host: H,
    pub(crate) targets: Arc<Vec<Target<H>>>,
    pub(crate) registers: Vec<u64>,
    /// The terms of the registers. Empty until the first concolic run, then as long as `registers`. A register that
    /// has a term has the term's value on this run's input.
    pub(crate) shadow: Vec<Option<TermId>>,
    /// Of the operation that a concolic run paused in.
    pub(crate) settled: Settled,
    /// The terms of what the entry function returned.
    pub(crate) result: Vec<Option<TermId>>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) steps: u64,
    /// Frames made so far: gives each frame an identity.
    pub(crate) calls: u64,
    pub(crate) max_depth: usize,
    /// What the next landing pad yields.
    pub(crate) exception: (u64, u64),
    limits: Limits,
}

/// Who answers a call of a function.
pub(crate) enum Target<H> {
    Guest,
    Builtin(Builtin),
    Host(HostTarget<H>),
    Missing,
}

pub(crate) struct HostTarget<H> {
    pub answer: HostFn<H>,
    /// See [`Host::takes_terms`].
    pub takes_terms: bool,
    /// See [`Host::pin_reason`].
    pub pin: Pin,
}

#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// Points into the program, which the machine keeps alive and which never moves or drops code.
    pub code: *const FnCode,
    /// Where this frame's slots begin.
    pub base: usize,
    /// The operation to go on with.
    pub pc: u32,
    /// Where the caller wants the result.
    pub d: Slot,
    /// The stack pointer to restore on return.
    pub mark: u64,
    pub serial: u64,
    /// The register save area that `va_start` built; 0 before.
    pub variadic_area: u64,
}

// SAFETY: `Frame::code` points to immutable data that is kept alive by `Machine::program`.
unsafe impl<H: Host + Send> Send for Machine<H> {}

/// What [`Machine::run_slice`] came back with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// The slice is used up; call again to go on.
    Paused,
    Ended(Stop),
}

impl<H: Host> Machine<H> {
    /// A machine about to call `entry` with `args` (slots of its parameters, in order).
    pub fn new(
        program: Arc<Program>,
        memory: Memory,
        host: H,
        limits: Limits,
        entry: FuncId,
        args: &[u64],
    ) -> Result<Machine<H>, Stop> {
        if !program.module.functions[entry].is_defined() {
            let name = &program.module.functions[entry].display;
            return Err(Stop::Unsupported(format!("an entry without a body: `{name}`")));
        }
        let targets = program.module.functions.values().map(|f| {
            if f.is_defined() {
                return Target::Guest;
            }
            let builtin = Builtin::named(&f.name).map(Target::Builtin);
            let host = || {
                let answer = host.lookup(&f.name)?;
                let (takes_terms, pin) = (host.takes_terms(&f.name), host.pin_reason(&f.name));
                Some(Target::Host(HostTarget { answer, takes_terms, pin }))
            };
            builtin.or_else(host).unwrap_or(Target::Missing)
        });
        let targets = Arc::new(targets.collect());
        let by_stack = usize::try_from(limits.stack_bytes / NATIVE_FRAME_BYTES).unwrap_or(usize::MAX);
        let by_limit = limits.call_depth.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let mut machine = Machine {
            program,
            memory,
            host,
            targets,
            registers: vec![0; INITIAL_REGISTERS],
            shadow: Vec::new(),
            settled: Settled::new(),
            result: Vec::new(),
            frames: Vec::with_capacity(64),
            steps: 0,
            calls: 0,
            max_depth: by_stack.min(by_limit),
            exception: (0, 0),
            limits,
        };
        machine.enter_entry(entry, args);
        Ok(machine)
    }

    fn enter_entry(&mut self, entry: FuncId, args: &[u64]) {
        let program = Arc::clone(&self.program);
        let code = program.code(entry);
        self.reserve(code.frame_slots as usize);
        self.registers[..code.param_slots as usize].fill(0);
        let count = args.len().min(code.param_slots as usize);
        self.registers[..count].copy_from_slice(&args[..count]);
        let mark = self.memory.stack_mark();
        self.frames.push(Frame { code, base: 0, pc: 0, d: Slot(0), mark, serial: 0, variadic_area: 0 });
    }

    /// Runs until the end or until `steps` more steps are done, telling `observer` what it does. A machine that ran
    /// concolically before forgets its terms, and must not do so again.
    pub fn run_slice<O: Observer>(&mut self, steps: u64, observer: &mut O) -> Progress {
        self.shadow.clear();
        self.settled.clear();
        let pause_at = self.steps.saturating_add(steps);
        let progress = loop {
            match exec::run(self, observer, &mut Concrete, pause_at.min(self.limits.steps)) {
                Progress::Ended(stop) if self.handles(&stop) => {}
                progress => break progress,
            }
        };
        match progress {
            Progress::Paused if self.steps >= self.limits.steps => Progress::Ended(Stop::Limit(Limit::Steps)),
            progress => progress,
        }
    }

    /// Runs concolically until the end, until `path` rules to pause, or until `steps` more steps are done or many terms made. Steps and
    /// outcome are those of a concrete run on the same input.
    pub fn run_concolic<O: Observer>(
        &mut self,
        steps: u64,
        observer: &mut O,
        terms: &mut Terms,
        path: &mut dyn Path,
    ) -> ConcolicProgress {
        self.shadow.resize(self.registers.len(), None);
        let pause_at = self.steps.saturating_add(steps);
        // An operation that is paused is begun again: whoever watches each of them would be told twice.
        let is_watched = O::ACTIVE || O::FOLLOWS || O::INSPECTS;
        let mut mode = Concolic::new(terms, path, if is_watched { usize::MAX } else { PAUSE_AFTER_TERMS });
        let progress = loop {
            match exec::run(self, observer, &mut mode, pause_at.min(self.limits.steps)) {
                Progress::Ended(stop) if self.handles(&stop) => {}
                progress => break progress,
            }
        };
        match (mode.into_decision(), progress) {
            (Some(decision), _) => ConcolicProgress::Decision(decision),
            (None, Progress::Ended(stop)) => ConcolicProgress::Ended(stop),
            (None, Progress::Paused) if self.steps >= self.limits.steps => {
                ConcolicProgress::Ended(Stop::Limit(Limit::Steps))
            }
            (None, Progress::Paused) => ConcolicProgress::Paused,
        }
    }

    /// Whether the program handles what stopped it. If so, its handler is what runs next, and the operation that failed is
    /// begun again after that, as natively. Divisions only: where another fault would be seen natively, memory decides.
    #[cold]
    fn handles(&mut self, stop: &Stop) -> bool {
        /// SIGFPE on Linux.
        const DIVISION: u64 = 8;
        if !matches!(stop, Stop::Fault(Fault::DivisionByZero | Fault::DivisionOverflow)) {
            return false;
        }
        let Some(address) = self.host.fault_handlers() else { return false };
        let blocked = self.host.signal_mask().and_then(|mask| self.memory.load::<8>(mask).ok()).unwrap_or(0);
        let (handled, entry) = (self.memory.load::<8>(address), self.memory.load::<8>(address.wrapping_add(8)));
        let (Ok(handled), Ok(entry)) = (handled, entry) else { return false };
        // A fault whose signal is blocked ends a process.
        if handled & !blocked & (1 << (DIVISION - 1)) == 0 || self.frames.len() >= self.max_depth {
            return false;
        }
        let program = Arc::clone(&self.program);
        let Some(function) = program.addresses().function_at(entry) else { return false };
        if !program.module.functions[function].is_defined() {
            return false;
        }
        self.interrupt(program.code(function), DIVISION);
        true
    }

    /// Calls a function between two operations: the top frame goes on with the operation that it has just tried.
    fn interrupt(&mut self, code: &FnCode, argument: u64) {
        let Some(top) = self.frames.last_mut() else { return };
        top.pc -= 1;
        // SAFETY: see `Frame::code`.
        let base = top.base + unsafe { (*top.code).frame_slots } as usize;
        self.reserve(base + code.frame_slots as usize);
        for i in 0..code.param_slots as usize {
            self.set_register(base + i, if i == 0 { argument } else { 0 }, None);
        }
        self.calls += 1;
        let (mark, serial) = (self.memory.stack_mark(), self.calls);
        self.frames.push(Frame { code, base, pc: 0, d: Slot(0), mark, serial, variadic_area: 0 });
    }

    /// Gives the entry's arguments terms, by slot, before the first concolic run. An argument has its term's value.
    pub fn give_terms(&mut self, args: &[Option<TermId>]) {
        self.shadow.resize(self.registers.len(), None);
        self.shadow[..args.len()].copy_from_slice(args);
    }

    /// The terms of what the entry function returned, by slot.
    pub fn result_terms(&self) -> &[Option<TermId>] {
        &self.result
    }

    /// Makes the machine ask the decision it came back with once more: for a snapshot in which a pin was turned
    /// down. Right after `ConcolicProgress::Decision` only.
    pub fn ask_again(&mut self) {
        self.settled.pop();
    }

    /// Gives everything that has a term the value that `value` finds for it: the run goes on with another input.
    pub fn refresh(&mut self, value: &mut dyn FnMut(TermId) -> u64) {
        let used = self.used_registers().min(self.shadow.len());
        for (register, term) in self.registers.iter_mut().zip(&self.shadow[..used]) {
            if let Some(term) = term {
                *register = value(*term);
            }
        }
        // What frames that are gone left behind has not been given new values.
        self.shadow[used..].fill(None);
        self.memory.refresh(value);
        self.host.refresh(value);
    }

    /// Runs to the end.
    pub fn run<O: Observer>(&mut self, observer: &mut O) -> Outcome {
        loop {
            if let Progress::Ended(stop) = self.run_slice(u64::MAX, observer) {
                return self.outcome(stop);
            }
        }
    }

    /// The outcome of a run that ended so: adds where it was.
    pub fn outcome(&self, end: Stop) -> Outcome {
        let stack = match end {
            Stop::Exit(_) | Stop::Returned(_) => Vec::new(),
            _ => self.call_stack(),
        };
        Outcome { end, stack, steps: self.steps }
    }

    /// Where the run is, innermost first.
    pub fn call_stack(&self) -> Vec<StackEntry> {
        let frames = self.frames.iter().rev();
        frames
            .filter_map(|frame| {
                // SAFETY: see `Frame::code`.
                let code = unsafe { &*frame.code };
                // The operation before `pc` is the one that called, or that ended the run.
                let at = (frame.pc as usize).saturating_sub(1);
                let inst = *code.sites.get(at)?;
                let position = self.program.module.functions[code.id].insts[inst].position;
                Some(StackEntry { site: Site { function: code.id, inst }, position })
            })
            .collect()
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// A second machine in the same state. Pages are shared until one of the two writes.
    pub fn snapshot(&mut self) -> Machine<H> {
        Machine {
            program: Arc::clone(&self.program),
            memory: self.memory.snapshot(),
            host: self.host.clone(),
            targets: Arc::clone(&self.targets),
            registers: copy_of_used(&self.registers, self.used_registers()),
            shadow: match self.shadow.is_empty() {
                true => Vec::new(),
                false => copy_of_used(&self.shadow, self.used_registers()),
            },
            settled: self.settled.clone(),
            result: self.result.clone(),
            frames: self.frames.clone(),
            steps: self.steps,
            calls: self.calls,
            max_depth: self.max_depth,
            exception: self.exception,
            limits: self.limits,
        }
    }

    /// Registers of frames; those beyond hold nothing that anyone will read.
    fn used_registers(&self) -> usize {
        // SAFETY: see `Frame::code`.
        self.frames.last().map_or(0, |top| top.base + unsafe { &*top.code }.frame_slots as usize)
    }

    #[cold]
    pub(crate) fn reserve(&mut self, slots: usize) {
        if self.registers.len() < slots {
            self.registers.resize(slots.next_power_of_two(), 0);
        }
        if !self.shadow.is_empty() {
            self.shadow.resize(self.registers.len(), None);
        }
    }

    /// Writes a register and its term from outside the interpreter loop.
    pub(crate) fn set_register(&mut self, at: usize, value: u64, term: Option<TermId>) {
        self.registers[at] = value;
        if let Some(place) = self.shadow.get_mut(at) {
            *place = term;
        }
    }

    #[cold]
    pub(crate) fn too_deep(&self) -> Stop {
        match self.limits.call_depth {
            Some(limit) if self.frames.len() as u64 >= limit => Stop::Limit(Limit::CallDepth),
            _ => Stop::Fault(Fault::StackOverflow),
        }
    }
}

/// The first `used` of some registers, and cleared ones for the next calls.
fn copy_of_used<T: Copy + Default>(registers: &[T], used: usize) -> Vec<T> {
    let mut copy = Vec::with_capacity(used + SPARE_REGISTERS);
    copy.extend_from_slice(&registers[..used]);
    copy.resize(used + SPARE_REGISTERS, T::default());
    copy
}
