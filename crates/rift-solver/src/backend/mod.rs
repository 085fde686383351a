//! The SMT solver at the end of the chain: Bitwuzla, by default in a process of its own.
//!
//! A solver that crashes, is killed or runs away costs one query: the [`process`] that answers is started again for the
//! next. Terms are told to it once, and what it learned serves all later queries, since the members of a set and the
//! goal are only assumptions. When it has grown too large it is thrown away and starts anew. The same code answers in
//! the thread of the caller ([`Backend::in_thread`]), for tests and for whoever may not start processes.
//!
//! Errs towards `Unknown`. Assignments come as the solver gives them and are checked by the layer above.

#[cfg(feature = "bitwuzla")]
mod bitwuzla;
mod definition;
#[cfg(feature = "bitwuzla")]
mod needs;
mod process;
mod protocol;
mod smtlib;
#[cfg(all(test, feature = "bitwuzla"))]
mod tests;
#[cfg(feature = "bitwuzla")]
mod translate;
#[cfg(feature = "bitwuzla")]
mod worker;

pub use process::WorkerCommand;
pub use smtlib::{Checked, Claim, CrossCheck, Disagreement, Findings};
#[cfg(feature = "bitwuzla")]
pub use worker::worker_main;

use crate::meter::Meter;
use crate::{Assignment, Context, Effort, Query, Solver, Stats, Verdict, WhyUnknown};
use definition::Known;
use protocol::{Outcome, Reply, Request};
use rift_deadline::Deadline;
use std::io;
use std::time::Duration;

/// What one solver may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// For one query.
    pub time: Duration,
    /// Address space of the process, in bytes. In the thread of the caller it is not limited.
    pub memory: u64,
    /// With more terms than this it starts anew.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(5), memory: 1 << 30, terms: 1_000_000 }
    }
}

/// Who answers.
trait Host {
    /// Is over when the deadline is, at the latest.
    fn exchange(&mut self, request: &Request, deadline: &Deadline) -> Result<Reply, Lost>;

    /// Forgets all definitions.
    fn restart(&mut self);

    /// Processor time that replies did not tell of, since this was asked last.
    fn unreported(&mut self) -> Duration;

    fn process_id(&self) -> Option<u32>;
}

/// Why there is no reply. The host starts anew with the next request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    Late,
    /// The deadline of everything came before that of the query.
    Interrupted,
    Memory,
    Died,
}

/// Bitwuzla behind the [`Solver`] trait.
pub struct Backend {
    line: Line,
    meter: Meter,
}

impl Backend {
    pub const NAME: &'static str = "bitwuzla";

    /// Answers in the thread that asks.
    #[cfg(feature = "bitwuzla")]
    pub fn in_thread(limits: Limits) -> Backend {
        Backend::new(Box::new(bitwuzla::Session::new(limits.terms)), limits)
    }

    /// Answers in a process of its own, which lives no longer than the thread that started it. That is the thread
    /// which asks: a process is started when one is needed, and the first one here, so that a program that cannot be
    /// started is an error.
    pub fn in_process(command: WorkerCommand, limits: Limits) -> io::Result<Backend> {
        Ok(Backend::new(Box::new(process::Process::start(command, &limits)?), limits))
    }

    /// Like [`Backend::in_process`], but the first process, too, is started when it is needed: many a search never
    /// asks. If it cannot be started, every answer is `Unknown`.
    pub fn on_demand(command: WorkerCommand, limits: Limits) -> Backend {
        Backend::new(Box::new(process::Process::idle(command, &limits)), limits)
    }

    fn new(host: Box<dyn Host>, limits: Limits) -> Backend {
        let line = Line { host, limits, known: Known::default(), number: 0, processor: Duration::ZERO };
        Backend { line, meter: Meter::measured(Self::NAME) }
    }

    /// The processor time that solving took, wherever it took place.
    pub fn processor_time(&self) -> Duration {
        self.line.processor
    }

    /// The process that answers, if one does and is alive.
    pub fn process_id(&self) -> Option<u32> {
        self.line.host.process_id()
    }
}

/// The conversation with a host.
struct Line {
    host: Box<dyn Host>,
    limits: Limits,
    /// What the host was told.
    known: Known,
    /// Of the last request.
    number: u32,
    processor: Duration,
}

impl Line {
    fn restart(&mut self) {
        self.host.restart();
        self.known.clear();
        self.processor += self.host.unreported();
    }

    fn request(&mut self, context: &mut Context<'_>, query: Query) -> Request {
        let members = context.sets.members(query.set);
        let assumptions = members.iter().copied().chain([query.goal]);
        let mut bytes = context.sets.support(query.set).to_vec();
        bytes.extend_from_slice(context.terms.support(query.goal));
        bytes.sort_unstable();
        bytes.dedup();
        self.number = self.number.wrapping_add(1);
        Request {
            number: self.number,
            milliseconds: u32::try_from(context.deadline.clip(self.limits.time).as_millis()).unwrap_or(u32::MAX),
            definitions: self.known.learn(context.terms, assumptions.clone()),
            assumptions: assumptions.map(Into::into).collect(),
            bytes,
        }
    }

    fn ask(&mut self, request: Request, deadline: &Deadline) -> Verdict {
        let reply = match self.host.exchange(&request, deadline) {
            Ok(reply) => reply,
            Err(lost) => {
                self.restart();
                return Verdict::Unknown(lost.into());
            }
        };
        self.processor += Duration::from_nanos(reply.processor_nanoseconds);
        if reply.is_large {
            self.restart();
        }
        match reply.outcome {
            Outcome::Sat(values) => Verdict::Sat(Assignment { bytes: request.bytes.into_iter().zip(values).collect() }),
            Outcome::Unsat => Verdict::Unsat,
            Outcome::TimeOut if deadline.is_over() => Verdict::Unknown(WhyUnknown::Interrupted),
            Outcome::TimeOut => Verdict::Unknown(WhyUnknown::TimeOut),
            Outcome::Unsupported => Verdict::Unknown(WhyUnknown::Unsupported),
        }
    }
}

impl From<Lost> for WhyUnknown {
    fn from(lost: Lost) -> WhyUnknown {
        match lost {
            Lost::Late => WhyUnknown::TimeOut,
            Lost::Interrupted => WhyUnknown::Interrupted,
            Lost::Memory => WhyUnknown::Memory,
            Lost::Died => WhyUnknown::Died,
        }
    }
}

impl Solver for Backend {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        if context.effort == Effort::Quick {
            return self.meter.answer(Verdict::Unknown(WhyUnknown::Deferred));
        }
        let Backend { line, meter } = self;
        let verdict = meter.time(|| {
            let request = line.request(context, query);
            Some(line.ask(request, context.deadline))
        });
        verdict.expect("there is no layer below")
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
    }

    fn forget(&mut self) {
        self.line.restart();
    }
}
