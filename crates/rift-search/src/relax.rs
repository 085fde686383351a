//! A flip that the decisions before it forbid, without those that do not lead to it.
//!
//! Qi, Roychoudhury, Liang (ASE 2010), section 4.3, the first kind of correlation: after `if (x > 2) ..`, `if (x < 0)` cannot
//! be taken on any path that goes into the first branch; on others it can, and nothing about them is known yet. So the
//! question is asked once more with only those conditions that are in the backward slice of the branch. The input that comes out
//! is run from the beginning, whatever way it goes.
//!
//! Errs towards nothing: such inputs are run besides all others.

use crate::frontier::Item;
use crate::run::values_of;
use crate::strategy::Flip;
use crate::task::{Task, What};
use crate::worker::Worker;
use rift_expr::{Model, TermId};
use rift_ir::Site;
use rift_solver::{Effort, PathCondition, Verdict};
use std::collections::BTreeSet;
use std::rc::Rc;

/// So often is a way tried like this.
const MOST_TRIES: u32 = 3;

impl Worker<'_> {
    /// An input that may come to the other way of a decision.
    pub(crate) fn relax(&mut self, item: &Item) -> Option<Task> {
        let Flip { edge, stage, touched, control, .. } = item.flip;
        if !self.strategy.wants().correlations || stage > 0 || touched || control.is_none() || item.is_pin {
            return None;
        }
        let tries = self.correlations.relaxed.entry(edge).or_default();
        *tries += 1;
        if *tries > MOST_TRIES {
            return None;
        }
        if self.shared.deadline.is_over() {
            return None;
        }
        let leading = self.leading_to(edge.site)?;
        let mut kept: Vec<TermId> = item.trail.assumed.to_vec();
        let all = item.trail.decided[stage].iter();
        let before = kept.len();
        let mut count = 0;
        kept.extend(all.inspect(|_| count += 1).filter(|one| leading.contains(&one.site)).map(|one| one.holds));
        if kept.len() - before == count {
            return None;
        }
        let mut condition = PathCondition::default();
        kept.into_iter().for_each(|holds| condition.assume(&mut self.knowledge.sets, &self.terms, holds));
        let set = condition.relevant(&mut self.knowledge.sets, &self.terms, item.goal);
        self.knowledge.totals.queries += 1;
        let Verdict::Sat(found) = self.check(Effort::Brief, set, item.goal, &item.model) else { return None };
        let mut next = Model::clone(&item.model);
        found.apply(&mut next);
        Some(Task { space: item.space, values: values_of(&item.trail, &next), shared: 0, what: What::Run })
    }

    /// What may have to do with how a branch is come to and how it goes.
    fn leading_to(&mut self, site: Site) -> Option<Rc<BTreeSet<Site>>> {
        let targets = self.subject.changes.as_ref()?.targets;
        let graph = (!targets.is_large).then_some(&targets.graphs.new)?;
        let slice = || Rc::new(graph.dependence().backward_slice(&[site]));
        Some(Rc::clone(self.correlations.leading.entry(site).or_insert_with(slice)))
    }
}
