//! A program running in its world: what the command line, tests and later the search start.

use crate::space::{ObjectUse, Space};
use crate::start::{Beginning, StartArguments, start_arguments};
use crate::visible::Visible;
use crate::world::{Config, Input, InputError, Observed, World};
use crate::{Piece, Stream};
use rift_expr::{Evaluator, Terms};
use rift_ir::{FuncId, Linkage};
use rift_vm::concolic::Path;
use rift_vm::{Host, Limits, Machine, Memory, Observer, Outcome, Program, Progress, Stop};
use std::sync::Arc;

/// Symbols that must survive dead-code removal for a program to start and to unwind.
pub const KEPT_SYMBOLS: [&str; 5] = ["main", "__rift_start", "_Unwind_Resume", "__rift_errno", "signgam"];

const START: &str = "__rift_start";

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("the program has no function `main`")]
    NoMain,
    #[error("the program was loaded without its runtime: `{START}` is missing")]
    NoRuntime,
    #[error("the program cannot start: {0:?}")]
    Machine(Stop),
}

pub struct Process {
    machine: Machine<World>,
}

/// All that can be seen of a finished run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    pub outcome: Outcome,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub files: Observed,
}

impl Process {
    pub fn start(program: &Arc<Program>, input: Input, config: Config, limits: Limits) -> Result<Process, StartError> {
        let entry = entry(program)?;
        let world = World::new(input, config)?;
        let mut memory = program.initial_memory();
        let arguments = start_arguments(&world, &mut memory).map_err(StartError::Machine)?;
        Process::launch(program, entry, memory, world, limits, arguments)
    }

    /// Starts a concolic run: the symbolic parts of `space` are objects of `path`, with the values it gives them.
    pub fn start_concolic(
        program: &Arc<Program>,
        space: &Space,
        config: Config,
        limits: Limits,
        terms: &mut Terms,
        path: &mut dyn Path,
    ) -> Result<Process, StartError> {
        let entry = entry(program)?;
        let beginning = Beginning::new(space, config, terms, path)?;
        let mut memory = program.initial_memory();
        let arguments = beginning.start_arguments(&mut memory, terms).map_err(StartError::Machine)?;
        Process::launch(program, entry, memory, beginning.world, limits, arguments)
    }

    fn launch(
        program: &Arc<Program>,
        entry: FuncId,
        memory: Memory,
        mut world: World,
        limits: Limits,
        arguments: StartArguments,
    ) -> Result<Process, StartError> {
        world.attach(&|name| program.global_address(name));
        let slots = [u64::from(arguments.argc), arguments.argv, arguments.envp];
        let machine =
            Machine::new(Arc::clone(program), memory, world, limits, entry, &slots).map_err(StartError::Machine)?;
        Ok(Process { machine })
    }

    /// Runs for at most `steps` more steps.
    pub fn run_slice<O: Observer>(&mut self, steps: u64, observer: &mut O) -> Progress {
        self.machine.run_slice(steps, observer)
    }

    /// Takes out what was written to standard output and error since the last time.
    pub fn take_output(&mut self) -> Vec<Piece> {
        self.machine.host.take_output()
    }

    pub fn outcome(&self, end: Stop) -> Outcome {
        self.machine.outcome(end)
    }

    /// Runs to the end and keeps everything.
    pub fn run(mut self) -> Observation {
        let outcome = self.machine.run(&mut ());
        observe(&self.machine.host, outcome)
    }

    /// All that can be seen of a run that ended so, for the input that `evaluator` was reset to: outputs are evaluated,
    /// so that it may be any input that takes this run's path.
    pub fn observation(&self, end: Stop, terms: &Terms, evaluator: &mut Evaluator) -> Observation {
        let (world, end) = self.machine.host.shown(end, &mut |term| evaluator.value(terms, term));
        observe(&world, self.machine.outcome(end))
    }

    /// All that can be seen of a run that ended so, for every input on its path.
    pub fn visible(&self, end: Stop) -> Visible {
        Visible::new(&self.machine.host, end)
    }

    /// The symbolic objects that the run has made so far, in order.
    pub fn objects(&self) -> &[ObjectUse] {
        &self.machine.host.symbols.objects
    }

    /// A second process in the same state.
    pub fn snapshot(&mut self) -> Process {
        Process { machine: self.machine.snapshot() }
    }

    pub fn machine_mut(&mut self) -> &mut Machine<World> {
        &mut self.machine
    }

    pub fn machine(&self) -> &Machine<World> {
        &self.machine
    }
}

/// Where a program begins.
fn entry(program: &Program) -> Result<FuncId, StartError> {
    let defined = |name: &str| {
        let function = program.module.function_named(name)?;
        program.module.functions[function].is_defined().then_some(function)
    };
    defined("main").ok_or(StartError::NoMain)?;
    defined(START).ok_or(StartError::NoRuntime)
}

fn observe(world: &World, outcome: Outcome) -> Observation {
    Observation {
        outcome,
        stdout: world.output_of(Stream::Stdout),
        stderr: world.output_of(Stream::Stderr),
        files: world.observed(),
    }
}

/// A declared function that nothing answers, and who calls it or takes its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    pub function: String,
    pub callers: Vec<String>,
}

/// What would end a run as Unsupported if it were called, sorted by name.
pub fn missing_functions(program: &Program, world: &World) -> Vec<Missing> {
    let unanswered = |name: &str| {
        let weak = program.module.function_named(name).map(|f| program.module.functions[f].linkage);
        weak != Some(Linkage::ExternalWeak) && !rift_vm::is_builtin(name) && world.lookup(name).is_none()
    };
    let undefined = program.module.undefined_functions().into_iter();
    undefined.filter(|(name, _)| unanswered(name)).map(|(function, callers)| Missing { function, callers }).collect()
}
