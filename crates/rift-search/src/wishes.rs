//! What would have made two versions differ that did the same, and which flips can bring it about.
//!
//! Where a change has an effect on a decision, the versions ask about different terms, though they decide alike. They
//! part for inputs on which one of the two holds and the other does not; where the output is computed from other terms,
//! for inputs on which these differ. Most often the path so far forbids such inputs. Then they are worth wishing for
//! earlier: a flip of some decision before, which concerns the same part of the input, is solved together with the wish,
//! and if that is possible its run comes next. It may take another way to the same place, and meet the wish there.
//!
//! A wish that no single flip brings about may still come nearer: paths are measured by how far they are from it (the
//! fitness of Fitnex: Xie, Tillmann, de Halleux & Schulte 2009), and those that come nearer than all before go on first.
//!
//! Meant for what qi-2010 (section 4.3) does about correlated branches and taneja-2011 about infection. Only made
//! for strategies that want them ([`crate::Wants`]). Errs towards nothing: a wish changes the order and the values of runs
//! only.

use crate::frontier::Item;
use crate::history::Decided;
use crate::run::Run;
use crate::strategy::Wish;
use crate::worker::Worker;
use rift_align::Version;
use rift_expr::{TermId, Terms};
use rift_ir::Site;
use rift_solver::{Context, Effort, Query, Verdict, nearest};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Wishes of one pair of runs, those from its end first.
const MOST_WISHES: usize = 12;
/// Flips that one wish is tried with.
const MOST_FLIPS: usize = 24;
/// Flips that follow where a path came nearer to a wish than others.
const MOST_FOLLOWED: usize = 3;

#[derive(Default)]
pub(crate) struct Wishes {
    /// Flips and wishes that were tried together.
    tried: HashSet<(TermId, TermId)>,
    /// Questions about outputs that the solver did not decide.
    pub given_up: u32,
    /// How near any path came to the wishes of a site, by the first byte that they concern: what one part of the input
    /// is used for may hide what another would show.
    nearest: HashMap<(Site, u32), u64>,
}

/// Decisions of both versions at corresponding places that asked different terms.
struct Partners {
    new: Decided,
    old: TermId,
    /// Decisions of the path before the first one.
    depth: u32,
}

impl Worker<'_> {
    /// Looks for flips that can bring about a difference. `output`: where what can be seen would differ.
    pub(crate) fn wish(&mut self, run: &mut Run, output: Option<TermId>) {
        let [new, old] = &run.trail.decided;
        let (new, old): (Vec<Decided>, Vec<Decided>) = (new.iter().collect(), old.iter().collect());
        self.mark_affected(run, &new, &old);
        let mut wishes: Vec<(TermId, Wish)> = output.into_iter().map(|goal| (goal, Wish::Output)).collect();
        let mut asked = HashSet::new();
        for Partners { new, old, depth } in self.partners(&new, &old) {
            let differ = differ(&mut self.terms, new.holds, old);
            if self.shared.deadline.is_over() {
                return;
            }
            if self.terms.as_const(differ).is_some() || wishes.iter().any(|(known, _)| *known == differ) {
                continue;
            }
            wishes.push((differ, Wish::At(new.site)));
            let first = self.terms.support(differ).first().copied();
            if asked.insert((new.site, first)) {
                self.approach(run, new.site, depth, differ);
            }
            if wishes.len() >= MOST_WISHES {
                break;
            }
        }
        for (goal, wish) in wishes {
            if self.shared.deadline.is_over() {
                return;
            }
            self.grant(run, goal, wish);
        }
    }

    /// Looks how near the path comes to a wish that was made at a site. If no path came as near before, the decisions that
    /// follow are flipped next, from the input that came nearest: loops that read a number digit by digit go on there.
    fn approach(&mut self, run: &mut Run, site: Site, depth: u32, wish: TermId) {
        let Some(&first) = self.terms.support(wish).first() else { return };
        let best = self.wishes.nearest.entry((site, first)).or_insert(u64::MAX);
        if *best == 0 {
            return;
        }
        let knowledge = &mut self.knowledge;
        let set = run.trail.condition.relevant(&mut knowledge.sets, &self.terms, wish);
        let mut context = Context {
            terms: &mut self.terms,
            sets: &mut knowledge.sets,
            evaluator: &mut knowledge.evaluator,
            hint: &run.model,
            effort: Effort::Quick,
            deadline: &self.shared.deadline,
        };
        let Some(near) = nearest(&mut context, Query { set, goal: wish }) else { return };
        if near.distance >= *best {
            return;
        }
        *best = near.distance;
        let mut model = run.model.clone();
        near.assignment.apply(&mut model);
        let model = Rc::new(model);
        let is_next = |item: &&mut Item| item.trail.stage() == 0 && item.trail.decisions > depth;
        for item in run.held.iter_mut().filter(is_next).take(MOST_FOLLOWED) {
            item.model = Rc::clone(&model);
            item.flip.wanted = Some(Wish::Nearer);
        }
    }

    /// Flips of the first version at decisions that the second one did not ask.
    fn mark_affected(&mut self, run: &mut Run, new: &[Decided], old: &[Decided]) {
        let asked: HashSet<TermId> = old.iter().map(|decided| decided.holds).collect();
        for item in run.held.iter_mut().filter(|item| item.trail.stage() == 0) {
            // What held there: of a switch, no other way says it.
            let place = new.len().checked_sub(item.trail.decisions as usize + 1);
            let Some(decided) = place.and_then(|place| new.get(place)) else { continue };
            item.flip.affected = item.flip.touched && !asked.contains(&decided.holds);
        }
    }

    /// Decisions at corresponding places that ask about different terms, the last first.
    fn partners(&self, new: &[Decided], old: &[Decided]) -> Vec<Partners> {
        let Some(changes) = &self.subject.changes else { return vec![] };
        let own = |these: &[Decided], those: &[Decided]| -> Vec<(usize, Decided)> {
            let known: HashSet<TermId> = those.iter().map(|decided| decided.holds).collect();
            these.iter().copied().enumerate().filter(|(_, decided)| !known.contains(&decided.holds)).collect()
        };
        let mut by_site: HashMap<Site, Vec<TermId>> = HashMap::new();
        // From the end: the first of a site is its last occurrence.
        own(old, new).iter().for_each(|(_, decided)| by_site.entry(decided.site).or_default().push(decided.holds));
        let mut used: HashMap<Site, usize> = HashMap::new();
        let mut partners = Vec::new();
        for (from_end, decided) in own(new, old) {
            let Some(site) = changes.map.counterpart(Version::New, decided.site) else { continue };
            let place = used.entry(site).or_default();
            if let Some(other) = by_site.get(&site).and_then(|all| all.get(*place)) {
                partners.push(Partners { new: decided, old: *other, depth: (new.len() - 1 - from_end) as u32 });
            }
            *place += 1;
        }
        partners
    }

    /// Solves flips together with a wish: those about nothing else than the wish is about first (sizes of files are in
    /// nearly every condition), then those that share some of it; of each the latest first.
    fn grant(&mut self, run: &mut Run, goal: TermId, wish: Wish) {
        let concerned: HashSet<u32> = self.terms.support(goal).iter().copied().collect();
        let mut left = MOST_FLIPS;
        for is_only in [true, false] {
            for item in run.held.iter_mut().rev().filter(|item| item.flip.wanted.is_none()) {
                let bytes = self.terms.support(item.goal);
                let shared = bytes.iter().filter(|byte| concerned.contains(byte)).count();
                if shared == 0 || (shared == bytes.len()) != is_only {
                    continue;
                }
                if left == 0 {
                    return;
                }
                if self.wishes.tried.insert((item.goal, goal)) {
                    left -= 1;
                    self.try_together(item, goal, wish);
                }
            }
        }
    }

    fn try_together(&mut self, item: &mut Item, goal: TermId, wish: Wish) {
        let both = self.terms.and(item.goal, goal);
        let knowledge = &mut self.knowledge;
        let set = item.trail.condition.relevant(&mut knowledge.sets, &self.terms, both);
        knowledge.totals.queries += 1;
        if let Verdict::Sat(found) = self.check(Effort::Quick, set, both, &item.model) {
            item.found = Some(found);
            item.flip.wanted = Some(wish);
        }
    }
}

/// One holds and the other does not.
fn differ(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    terms.compare(rift_ir::IntPredicate::Ne, a, b)
}
