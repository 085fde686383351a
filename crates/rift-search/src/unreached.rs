//! Several changes at once: what no run has come past yet, and what has shown nothing yet, before more of the same.
//!
//! A change that every run comes past, early, would otherwise take the whole search: behind it everything counts as
//! touched, and what it shows is shown again and again. Once some changes are reached, the way to the others is measured
//! for itself, and flips behind changes that are all known to make a difference step back. Changes
//! the order of flips only.

use crate::frontier::Item;
use crate::pair::{Touched, Way};
use crate::strategy::Flip;
use crate::tracker::Trail;
use crate::worker::Worker;
use rift_align::Version;
use rift_ir::Site;

/// The way is measured again after one run for each so many instructions of the program, at the earliest.
const INSTRUCTIONS: usize = 4_000;

#[derive(Default)]
pub(crate) struct Unreached {
    /// The way to changes that no run came past, while there are some, and some that were reached.
    way: Option<Way>,
    /// What was reached when it was measured.
    measured: Touched,
    /// Not again before this many runs.
    not_before: u64,
    /// Changes of paths on which a difference was foretold.
    differing: Touched,
    /// Whether all changes are among these: then nobody has to step back.
    all_differ: bool,
    /// Whether flips in the frontier are not as they would be now.
    is_stale: bool,
}

impl Unreached {
    pub fn way(&self) -> Option<&Way> {
        self.way.as_ref()
    }

    /// A difference was foretold behind these changes.
    pub fn differ(&mut self, touched: &Touched) {
        if !self.differing.includes(touched) {
            self.differing.merge(touched);
            self.is_stale = true;
        }
    }

    /// What a flip at the end of the trail has to do with it.
    pub fn describe(&self, flip: &mut Flip, trail: &Trail) {
        flip.unreached = match (&self.way, flip.target) {
            (Some(way), Some(ways)) if flip.stage == 0 => way.distance(flip.edge.site, ways),
            _ => None,
        };
        flip.settled = !self.all_differ && trail.touched.any() && self.differing.includes(&trail.touched);
    }
}

impl Worker<'_> {
    /// After a run: looks at the frontier with other eyes if it came past something new, or showed something.
    pub(crate) fn reconsider(&mut self) {
        let Some(changes) = self.subject.changes.as_ref().filter(|changes| changes.map.changes.len() > 1) else {
            return;
        };
        let unreached = &mut self.unreached;
        let runs = self.knowledge.totals.runs;
        let is_other = !unreached.measured.includes(&self.reached) && runs >= unreached.not_before;
        if is_other {
            // As runs count what they come past.
            let left = |site: &Site| !self.reached.contains(changes.map.change_at(Version::New, *site).unwrap_or(0));
            let sites: Vec<Site> = changes.map.touched(Version::New).filter(left).collect();
            unreached.way = (!sites.is_empty()).then(|| Way::new(&changes.targets.graphs.new, &sites));
            unreached.measured = self.reached.clone();
            unreached.not_before = runs + (changes.targets.instructions / INSTRUCTIONS) as u64;
            unreached.is_stale = true;
        }
        if !unreached.is_stale {
            return;
        }
        unreached.is_stale = false;
        unreached.all_differ = changes.map.changes.iter().all(|change| unreached.differing.contains(change.id));
        let Worker { frontier, strategy, knowledge, unreached, .. } = self;
        let look = |item: &mut Item| {
            let Flip { unreached: way, opens, settled, .. } = item.flip;
            if is_other {
                item.flip.opens = None;
            }
            unreached.describe(&mut item.flip, &item.trail);
            (way, opens, settled) != (item.flip.unreached, item.flip.opens, item.flip.settled)
        };
        frontier.update(look, |flip| strategy.rank(flip, knowledge.covered(flip)));
    }
}
