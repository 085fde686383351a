//! A branch that the decisions before it forbid, without those that do not lead to it.
//!
//! Qi, Roychoudhury, Liang (ASE 2010), section 4.3, the first kind of correlation: after `if (x > 2) ..`, `if (x < 0)` cannot
//! be taken on any path that goes into the first branch; on others it can, and nothing about them is known yet. So the
//! question is asked once more with only those conditions that are in the backward slice of the branch. The input that comes out
//! is run from the beginning, whatever way it goes. Adds runs, and takes none away.

use super::{Context, Tactic};
use crate::engine::{Edge, PendingBranch, Task, What, values_of};
use rift_align::Version;
use rift_expr::{Model, TermId};
use rift_ir::Site;
use rift_solver::{Effort, PathCondition, Verdict};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

#[derive(Default)]
pub(crate) struct Relaxing {
    /// By branch: all that may have to do with how it is reached and how it goes.
    leading: HashMap<Site, Rc<BTreeSet<Site>>>,
    /// How often a way was tried like this.
    tried: HashMap<Edge, u32>,
}

impl Relaxing {
    /// What may have to do with how a branch is reached and how it goes.
    fn leading_to(&mut self, site: Site, cx: &Context<'_, '_>) -> Option<Rc<BTreeSet<Site>>> {
        let graph = cx.slices(Version::New)?;
        let slice = || Rc::new(graph.dependence().backward_slice(&[site]));
        Some(Rc::clone(self.leading.entry(site).or_insert_with(slice)))
    }
}

impl Tactic for Relaxing {
    fn name(&self) -> &'static str {
        "relaxing"
    }

    fn on_impossible(&mut self, branch: &PendingBranch, cx: &mut Context<'_, '_>) -> Option<Task> {
        let is_on_route = !branch.is_behind_change() && branch.place.control.is_some();
        if branch.version() > 0 || !is_on_route || branch.is_pin() || cx.engine.is_over() {
            return None;
        }
        let tries = self.tried.entry(branch.edge).or_default();
        *tries += 1;
        if *tries > cx.tuning.relaxed_tries {
            return None;
        }
        let leading = self.leading_to(branch.edge.site, cx)?;
        let decided: Vec<_> = branch.trail.decided[0].iter().collect();
        let kept: Vec<TermId> = decided.iter().filter(|one| leading.contains(&one.site)).map(|one| one.holds).collect();
        if kept.len() == decided.len() {
            return None;
        }
        let engine = &mut *cx.engine;
        let mut condition = PathCondition::default();
        for holds in branch.trail.assumed.iter().chain(&kept) {
            condition.assume(&mut engine.knowledge.sets, &engine.terms, *holds);
        }
        let set = condition.relevant(&mut engine.knowledge.sets, &engine.terms, branch.goal);
        let Verdict::Sat(found) = engine.check(Effort::Brief, set, branch.goal, &branch.model) else { return None };
        let mut next = Model::clone(&branch.model);
        found.apply(&mut next);
        Some(Task { space: branch.space, values: values_of(&branch.trail, &next), shared: 0, what: What::Run })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{OTHER, Versions, noise};

    /// Large letters are counted, and then small ones are looked for: the first conflict of qi-2010, section 4.3, behind letters
    /// that have nothing to do with it.
    fn conflicting(result: u32) -> String {
        let noise = noise(1..4);
        format!(
            "{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  t = icmp ult i8 c, 100\n  \
             branch t, low, n1\nlow:\n  store i32 9, @other\n  jump n1\n{noise}\
             n4:\n  u = icmp ugt i8 c, 200\n  branch u, there, out\n\
             there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn what_forbids_a_branch_and_does_not_lead_to_it_is_left_out() {
        let runs = Versions::new(&conflicting(1), &conflicting(2)).compare(4, "reach-paper", "relaxing");
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
    }
}
