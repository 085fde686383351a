//! The SMT solver at the end of the chain: Bitwuzla, by default in a process of its own.
//!
//! A solver that crashes, is killed or runs away costs one query: the [`process`] that answers is started again for the
//! next. Terms are told to it once, and what it learned serves all later queries, since the members of a set and the
//! goal are only assumptions. When it has grown too large it is thrown away and starts anew. The same code answers in
//! the thread of the caller ([`Backend::in_thread`]), for tests and for whoever may not start processes.
//!
//! A query is limited in counted [steps](STEPS_PER_SECOND) and by the size of what it becomes ([`gates`]), never by the
//! clock, so that it has the same answer on a machine that is busy. Two things are left that depend on more than the
//! query: the deadline of everything, of which no query takes more than a part, and a process that hangs or dies, which
//! is counted ([`crate::LayerStats::unreproducible`]).
//!
//! Errs towards `Unknown`. Assignments come as the solver gives them and are checked by the layer above.

#[cfg(feature = "bitwuzla")]
mod bitwuzla;
mod definition;
mod gates;
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
use crate::{Assignment, Context, Effort, Query, Solver, Stats, Verdict, WhyUnknown, work};
use definition::{Definition, Known};
use protocol::{Outcome, Reply, Request};
use rift_deadline::Deadline;
use std::io;
use std::time::Duration;

/// How many steps a second of processor time has, about. A step is a call of Bitwuzla's termination callback, which comes
/// with every tenth propagation or decision of the SAT solver and in the loops of its simplifications. 70,000 to 600,000
/// were measured for products, quotients, sums of doubles and checksums (`examples/steps.rs` of rift-bitwuzla).
pub const STEPS_PER_SECOND: u64 = 200_000;

/// A worker is taken to have hung after this many times the time that its steps take, and not before
/// [`LEAST_HANG`]: steps may be three times as slow as they are on average, and a busy machine ten times.
const HANG_FACTOR: u32 = 60;
const LEAST_HANG: Duration = Duration::from_secs(60);

/// What one solver may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// For one query; see [`STEPS_PER_SECOND`].
    pub steps: u64,
    /// Address space of the process, in bytes. In the thread of the caller it is not limited. A query that is estimated to
    /// need several times as much is not asked.
    pub memory: u64,
    /// With more terms than this it starts anew.
    pub terms: usize,
    /// A process that does not answer for so long is ended. Nothing that works takes as long: then results are not
    /// reproducible, and that is counted.
    pub hang: Duration,
}

impl Limits {
    /// About 5 seconds.
    pub const STEPS: u64 = 5 * STEPS_PER_SECOND;

    /// The default with another limit of a query, and with time for it.
    pub fn with_steps(steps: u64) -> Limits {
        let hang = time_of(steps).saturating_mul(HANG_FACTOR).max(LEAST_HANG);
        Limits { steps, memory: 1 << 30, terms: 1_000_000, hang }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::with_steps(Limits::STEPS)
    }
}

/// What steps take on average.
fn time_of(steps: u64) -> Duration {
    Duration::from_millis(steps / (STEPS_PER_SECOND / 1000))
}

/// The steps that a time is worth, rounded up.
pub fn steps_of(time: Duration) -> u64 {
    u64::try_from((time.as_nanos() * u128::from(STEPS_PER_SECOND)).div_ceil(1_000_000_000)).unwrap_or(u64::MAX)
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
    /// It did not answer for much longer than it may need.
    Hung,
    /// It took too much of the time that is left for everything.
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
        let session = bitwuzla::Session::new(limits.terms, gates::filling(limits.memory / 2));
        Backend::new(Box::new(session), limits)
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

    /// `None` if the question would become too large.
    fn request(&mut self, context: &mut Context<'_>, query: Query) -> Option<Request> {
        let members = context.sets.members(query.set);
        let assumptions = members.iter().copied().chain([query.goal]);
        let mut bytes = context.sets.support(query.set).to_vec();
        bytes.extend_from_slice(context.terms.support(query.goal));
        bytes.sort_unstable();
        bytes.dedup();
        let new = self.known.learn(context.terms, assumptions.clone());
        let gates = gates::estimate(context.terms, &new);
        if gates > gates::most(self.limits.memory) {
            self.known.unlearn(&new);
            return None;
        }
        self.number = self.number.wrapping_add(1);
        Some(Request {
            number: self.number,
            steps: self.limits.steps,
            definitions: new.into_iter().map(|term| Definition::of(context.terms, term)).collect(),
            gates,
            assumptions: assumptions.map(Into::into).collect(),
            bytes,
        })
    }

    /// The verdict, and what it cost.
    fn ask(&mut self, request: Request, deadline: &Deadline) -> (Verdict, u64) {
        let told = request.assumptions.len() as u64 * work::ASSUMPTION + request.gates * work::GATE;
        let mut cost = work::REQUEST + told;
        let reply = match self.host.exchange(&request, deadline) {
            Ok(reply) => reply,
            Err(lost) => {
                self.restart();
                return (Verdict::Unknown(lost.into()), cost);
            }
        };
        self.processor += Duration::from_nanos(reply.processor_nanoseconds);
        if reply.is_large {
            self.restart();
        }
        cost += reply.steps * work::STEP;
        let verdict = match reply.outcome {
            Outcome::Sat(values) => Verdict::Sat(Assignment { bytes: request.bytes.into_iter().zip(values).collect() }),
            Outcome::Unsat => Verdict::Unsat,
            Outcome::StepLimit => Verdict::Unknown(WhyUnknown::StepLimit),
            Outcome::Interrupted => Verdict::Unknown(WhyUnknown::Interrupted),
            Outcome::Unsupported => Verdict::Unknown(WhyUnknown::Unsupported),
        };
        (verdict, cost)
    }
}

impl From<Lost> for WhyUnknown {
    fn from(lost: Lost) -> WhyUnknown {
        match lost {
            Lost::Hung => WhyUnknown::Hung,
            Lost::Late => WhyUnknown::Late,
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
        let mut cost = 0;
        let verdict = meter.time(context, |context| {
            let Some(request) = line.request(context, query) else {
                return Some(Verdict::Unknown(WhyUnknown::TooLarge));
            };
            let verdict;
            (verdict, cost) = line.ask(request, context.deadline);
            Some(verdict)
        });
        meter.spend(cost);
        let verdict = verdict.expect("there is no layer below");
        if let Verdict::Unknown(why) = verdict {
            meter.explain(why);
        }
        verdict
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
    }

    fn forget(&mut self) {
        self.line.restart();
    }
}
