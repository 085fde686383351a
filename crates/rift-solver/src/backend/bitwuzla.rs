//! One incremental Bitwuzla and what was told to it.

use super::protocol::{Outcome, Reply, Request};
use super::translate::{Translator, Unsupported};
use super::{Host, Lost};
use rift_bitwuzla::{Answer, Bitwuzla};
use rift_deadline::Deadline;
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

pub(super) struct Session {
    solver: Bitwuzla,
    translator: Translator,
    /// With more of Bitwuzla's terms than this it calls itself large.
    most_terms: usize,
}

impl Session {
    pub(super) fn new(most_terms: usize) -> Session {
        Session { solver: Bitwuzla::new(), translator: Translator::default(), most_terms }
    }

    pub(super) fn answer(&mut self, request: &Request, deadline: &Deadline) -> Reply {
        let before = thread_time();
        let outcome = self.solve(request, deadline).unwrap_or(Outcome::Unsupported);
        let processor_nanoseconds = u64::try_from((thread_time() - before).as_nanos()).unwrap_or(u64::MAX);
        let is_large = self.solver.len() > self.most_terms;
        Reply { number: request.number, outcome, processor_nanoseconds, is_large }
    }

    fn solve(&mut self, request: &Request, deadline: &Deadline) -> Result<Outcome, Unsupported> {
        let end = Instant::now() + Duration::from_millis(request.milliseconds.into());
        for definition in &request.definitions {
            // What has no translation stays undefined, and matters only if an assumption needs it.
            let _: Result<(), Unsupported> = self.translator.define(&mut self.solver, definition);
        }
        let assumptions = self.translator.assume(&mut self.solver, &request.assumptions)?;
        let mut is_late = false;
        let answer = self.solver.check(&assumptions, || {
            is_late = Instant::now() >= end || deadline.is_over();
            is_late
        });
        match answer {
            Answer::Sat => Ok(Outcome::Sat(request.bytes.iter().map(|&at| self.byte(at)).collect())),
            Answer::Unsat => Ok(Outcome::Unsat),
            Answer::Unknown if is_late => Ok(Outcome::TimeOut),
            Answer::Unknown => Err(Unsupported),
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
        *self = Session::new(self.most_terms);
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
