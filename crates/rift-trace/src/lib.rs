//! What a concrete run did, occurrence by occurrence, and why two versions show different things on one input.
//!
//! A [`Trace`] keeps each execution of an instruction with the value it defined, the occurrences its operands and
//! the bytes it read come from, and the branch that it depends on: the augmented history of differential execution
//! analysis (Santelices et al. 2014, section 8). The branch or call that an occurrence is nested in gives it an
//! execution index (Xin, Sumner & Zhang 2008), by which [`Alignment`] finds what corresponds in two runs. What
//! differs there is the change-effect propagation of Qi et al. 2010, section 4: [`Effects`] says where it died, and
//! [`why`] leads from a difference that can be seen back to the change.
//!
//! Instructions that the machine folded into others have no occurrences of their own: they are part of the
//! occurrence that does their work ([`Trace::members`]).
//!
//! Errs towards less: data that goes through the world (a file that is written and read again) is not followed, and a
//! host function is taken to write only what its arguments point to and what has another value afterwards. Addresses
//! are compared as object and offset; two globals of one size are taken for the same object.

mod align;
mod column;
mod effects;
mod facts;
mod frame;
mod host;
mod pointers;
mod record;
mod shadow;
mod steps;
mod visible;
mod why;

pub use align::{Alignment, Touch};
pub use effects::{Death, Effects, Leaf};
pub use why::{WhyStep, why};

pub use pointers::Pointer;
pub use record::Now;

/// What is known of functions without running them: to be kept from one trace of a program to the next.
#[derive(Debug, Clone, Default)]
pub struct FunctionFacts(HashMap<FuncId, Arc<Facts>>);

use column::Column;
use facts::Facts;
use rift_deadline::Deadline;
use rift_env::{Config, Input, Observation, Process, StartError};
use rift_expr::Terms;
use rift_ir::{FuncId, InstId, Module, Site};
use rift_vm::concolic::Path;
use rift_vm::{Limits, Program};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// How many occurrences a trace keeps unless told otherwise.
pub const MAX_OCCURRENCES: usize = 5_000_000;

/// One execution of an instruction: its number within the run, in order. Not zero, so that an optional one is as small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occurrence(NonZeroU32);

impl Occurrence {
    fn new(index: usize) -> Occurrence {
        Occurrence(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What an occurrence defined, stored or returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    Nothing,
    Scalar(u64),
    /// A hash of several registers.
    Wide(u64),
    Pointer(Pointer),
    /// The constant that it passed on: as an argument, as a result, to a phi.
    Constant(u64),
    /// A hash of several such constants.
    Constants(u64),
}

/// What else an occurrence did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Nothing,
    /// Its condition was true or not.
    Branched(bool),
    /// Control went on here.
    Switched(InstId),
    Stored(Pointer),
    Called(FuncId),
    /// A function that the program does not define.
    Asked(FuncId),
}

/// Where a program's output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sink {
    Stdout,
    Stderr,
    /// The file that was opened so many files after the first.
    File(u32),
}

/// Bytes that one call of the host wrote.
#[derive(Debug, Clone)]
pub struct Written {
    pub sink: Sink,
    /// The call.
    pub by: Occurrence,
    pub bytes: Vec<u8>,
    /// Of each byte.
    sources: Vec<shadow::Source>,
}

/// A run, occurrence by occurrence.
pub struct Trace {
    program: Arc<Program>,
    /// By function: what is known of those that were run.
    facts: HashMap<FuncId, Arc<Facts>>,
    sites: Vec<Site>,
    values: Column<Value>,
    actions: Column<Action>,
    /// What decided that it is executed; `None` at the entry.
    control: Vec<Option<Occurrence>>,
    /// What it is nested in. Iterations of a loop are nested in what the loop is nested in.
    parents: Vec<Option<Occurrence>>,
    /// Where the sources of each begin in `sources`.
    first_source: Vec<u32>,
    sources: Vec<Occurrence>,
    copies: shadow::Copies,
    written: Vec<Written>,
    /// What the run showed.
    pub seen: Observation,
    /// Whether there were more occurrences than the limit.
    pub truncated: bool,
}

impl Trace {
    /// Runs a program on an input and keeps the first `limit` occurrences. `None`: it did not come to its end before the
    /// deadline.
    pub fn record(
        program: &Arc<Program>,
        input: &Input,
        config: &Config,
        limits: Limits,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Option<Trace>, StartError> {
        let process = Process::start(program, input.clone(), config.clone(), limits)?;
        Ok(record::run(program, process, limit, deadline))
    }

    /// Follows a concolic run that was started on an input. `path` rules that it goes on at every decision, and finds in
    /// `now` what occurrence it is asked about. `None`: it has more than `limit` occurrences, or
    /// does not come to its end before the deadline.
    pub fn follow(
        program: &Arc<Program>,
        process: Process,
        limit: usize,
        (now, facts): (Now, &mut FunctionFacts),
        terms: &mut Terms,
        path: &mut dyn Path,
        deadline: &Deadline,
    ) -> Option<Trace> {
        let trace = record::follow(program, process, limit, (now, facts.0.clone()), terms, path, deadline)?;
        facts.0.clone_from(&trace.facts);
        Some(trace)
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub fn module(&self) -> &Module {
        &self.program.module
    }

    pub fn len(&self) -> usize {
        self.sites.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    pub fn occurrences(&self) -> impl DoubleEndedIterator<Item = Occurrence> + use<> {
        (0..self.sites.len()).map(Occurrence::new)
    }

    pub fn site(&self, occurrence: Occurrence) -> Site {
        self.sites[occurrence.index()]
    }

    pub fn value(&self, occurrence: Occurrence) -> Value {
        self.values.get(occurrence.index())
    }

    pub fn action(&self, occurrence: Occurrence) -> Action {
        self.actions.get(occurrence.index())
    }

    /// The occurrences that its operands and the memory it read come from.
    pub fn sources(&self, occurrence: Occurrence) -> &[Occurrence] {
        let at = occurrence.index();
        let end = self.first_source.get(at + 1).map_or(self.sources.len(), |end| *end as usize);
        &self.sources[self.first_source[at] as usize..end]
    }

    /// The branch that decided that it is executed, or else the call of its function.
    pub fn control(&self, occurrence: Occurrence) -> Option<Occurrence> {
        self.control[occurrence.index()]
    }

    /// The branch or call that it is nested in.
    pub fn parent(&self, occurrence: Occurrence) -> Option<Occurrence> {
        self.parents[occurrence.index()]
    }

    /// The execution index: all that it is nested in, innermost first, itself included.
    pub fn index(&self, occurrence: Occurrence) -> Vec<Site> {
        std::iter::successors(Some(occurrence), |inner| self.parent(*inner)).map(|one| self.site(one)).collect()
    }

    /// What was written to the outside, in order.
    pub fn written(&self) -> &[Written] {
        &self.written
    }

    /// The occurrences that a byte of output comes from.
    pub fn sources_of(&self, written: &Written, byte: usize) -> Vec<Occurrence> {
        written.sources.get(byte).map(|source| self.copies.occurrences(*source).into_vec()).unwrap_or_default()
    }

    /// The last occurrence: where the run ended.
    pub fn last(&self) -> Option<Occurrence> {
        self.sites.len().checked_sub(1).map(Occurrence::new)
    }

    /// The instruction of an occurrence, and those that the machine made part of it.
    pub fn members(&self, site: Site) -> Vec<Site> {
        let Some(facts) = self.facts.get(&site.function) else { return vec![site] };
        let function = &self.module().functions[site.function];
        let members = facts.members(function, site.inst).into_iter();
        members.map(|inst| Site { function: site.function, inst }).collect()
    }
}
