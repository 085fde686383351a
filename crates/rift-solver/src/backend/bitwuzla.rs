//! One incremental Bitwuzla and what was told to it.

use super::protocol::{Outcome, Reply, Request};
use super::translate::{Translator, Unsupported};
use super::{Host, Lost};
use rift_bitwuzla::{Answer, Bitwuzla};
use rift_deadline::Deadline;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Gates are counted when an estimate says that this part of the most was made.
const LOOKS: u64 = 4;

pub(super) struct Session {
    solver: Bitwuzla,
    translator: Translator,
    /// With more of Bitwuzla's terms or gates than this it calls itself large.
    most_terms: usize,
    most_gates: u64,
    /// The gates that it was estimated to have made since they were counted.
    uncounted_gates: u64,
}

impl Session {
    pub(super) fn new(most_terms: usize, most_gates: u64) -> Session {
        let (solver, translator) = (Bitwuzla::new(), Translator::default());
        Session { solver, translator, most_terms, most_gates, uncounted_gates: 0 }
    }

    pub(super) fn answer(&mut self, request: &Request, deadline: &Deadline) -> Reply {
        let before = thread_time();
        let mut steps = 0;
        let outcome = self.solve(request, deadline, &mut steps).unwrap_or(Outcome::Unsupported);
        let processor_nanoseconds = u64::try_from((thread_time() - before).as_nanos()).unwrap_or(u64::MAX);
        let is_large = self.is_large(request);
        Reply { number: request.number, outcome, steps, processor_nanoseconds, is_large }
    }

    /// Goes by what it made and not by the memory that this takes, which is not the same in every run.
    fn is_large(&mut self, request: &Request) -> bool {
        if self.solver.len() > self.most_terms {
            return true;
        }
        // Estimates are too high, and to count takes as long as a small question.
        self.uncounted_gates = self.uncounted_gates.saturating_add(request.gates);
        if self.uncounted_gates <= self.most_gates / LOOKS {
            return false;
        }
        self.uncounted_gates = 0;
        self.solver.gates() > self.most_gates
    }

    fn solve(&mut self, request: &Request, deadline: &Deadline, steps: &mut u64) -> Result<Outcome, Unsupported> {
        for definition in &request.definitions {
            // What has no translation stays undefined, and matters only if an assumption needs it.
            let _: Result<(), Unsupported> = self.translator.define(&mut self.solver, definition);
        }
        let assumptions = self.translator.assume(&mut self.solver, &request.assumptions)?;
        let mut stopped = None;
        let answer = self.solver.check(&assumptions, || {
            if *steps >= request.steps {
                stopped = Some(Outcome::StepLimit);
            } else if deadline.is_over() {
                stopped = Some(Outcome::Interrupted);
            } else {
                *steps += 1;
            }
            stopped.is_some()
        });
        match answer {
            Answer::Sat => Ok(Outcome::Sat(request.bytes.iter().map(|&at| self.byte(at)).collect())),
            Answer::Unsat => Ok(Outcome::Unsat),
            Answer::Unknown => stopped.ok_or(Unsupported),
        }
    }

    fn byte(&mut self, at: u32) -> u8 {
        match self.translator.input(at) {
            Some(byte) => u8::try_from(self.solver.value_of(byte)).expect("an input byte has 8 bits"),
            None => 0,
        }
    }
}

impl Host for Session {
    fn exchange(&mut self, request: &Request, deadline: &Deadline) -> Result<Reply, Lost> {
        Ok(self.answer(request, deadline))
    }

    fn restart(&mut self) {
        *self = Session::new(self.most_terms, self.most_gates);
    }

    fn unreported(&mut self) -> Duration {
        Duration::ZERO
    }

    fn process_id(&self) -> Option<u32> {
        None
    }
}

fn thread_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("processor time is not negative")
}
