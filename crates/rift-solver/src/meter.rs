//! Counters of a layer.

use crate::{Context, LayerStats, Stats, Verdict, WhyUnknown, work};
use std::time::Instant;

/// Reading the clock takes longer than most answers: one in so many is timed, for all of them.
const SAMPLE: u64 = 64;

/// What a layer did, counted as it goes.
#[derive(Debug)]
pub(crate) struct Meter {
    stats: LayerStats,
    every: u64,
}

impl Meter {
    /// Of a layer that is quick: its time is sampled.
    pub(crate) fn sampled(name: &'static str) -> Meter {
        Meter { stats: LayerStats { name, ..LayerStats::default() }, every: SAMPLE }
    }

    /// Of a layer that is slow: its time is measured.
    pub(crate) fn measured(name: &'static str) -> Meter {
        Meter { stats: LayerStats { name, ..LayerStats::default() }, every: 1 }
    }

    /// Runs the layer's own part of a query. `None` is a query that goes to the layer below. What it evaluates is its work.
    #[inline]
    pub(crate) fn time<'a>(
        &mut self,
        context: &mut Context<'a>,
        decide: impl FnOnce(&mut Context<'a>) -> Option<Verdict>,
    ) -> Option<Verdict> {
        let evaluated = context.evaluator.evaluated();
        let started = self.stats.asked.is_multiple_of(self.every).then(Instant::now);
        self.stats.asked += 1;
        let verdict = decide(context);
        if let Some(started) = started {
            let elapsed = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.stats.nanoseconds = self.stats.nanoseconds.saturating_add(elapsed.saturating_mul(self.every));
        }
        self.spend((context.evaluator.evaluated() - evaluated) * work::EVALUATION);
        self.count(verdict.as_ref());
        verdict
    }

    /// Adds work that is not in evaluations.
    pub(crate) fn spend(&mut self, work: u64) {
        self.stats.work = self.stats.work.saturating_add(work);
    }

    /// Counts an answer that was not timed.
    pub(crate) fn answer(&mut self, verdict: Verdict) -> Verdict {
        self.stats.asked += 1;
        self.count(Some(&verdict));
        verdict
    }

    fn count(&mut self, verdict: Option<&Verdict>) {
        self.spend(work::QUERY);
        match verdict {
            Some(Verdict::Sat(_)) => self.stats.sat += 1,
            Some(Verdict::Unsat) => self.stats.unsat += 1,
            Some(Verdict::Unknown(_)) | None => self.stats.unknown += 1,
        }
    }

    /// Counts why the backend does not know.
    pub(crate) fn explain(&mut self, why: WhyUnknown) {
        match why {
            WhyUnknown::TooLarge => self.stats.too_large += 1,
            WhyUnknown::StepLimit => self.stats.step_limit += 1,
            WhyUnknown::Hung | WhyUnknown::Died => self.stats.unreproducible += 1,
            WhyUnknown::Deferred
            | WhyUnknown::Late
            | WhyUnknown::Memory
            | WhyUnknown::WrongModel
            | WhyUnknown::Unsupported
            | WhyUnknown::Interrupted => {}
        }
    }

    pub(crate) fn report(&self, stats: &mut Stats) {
        stats.layers.push(self.stats.clone());
    }
}
