//! The flips that are still to be looked at.

use crate::correlate::Marks;
use crate::strategy::{ASIDE, Flip, Rank};
use crate::tracker::Trail;
use rift_env::Process;
use rift_expr::{Model, TermId};
use rift_solver::{Assignment, Effort, SetId};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// A decision and another way for it to go.
pub(crate) struct Item {
    pub space: usize,
    /// Up to the decision; the other way is not part of it yet.
    pub trail: Trail,
    pub flip: Flip,
    pub is_pin: bool,
    pub goal: TermId,
    /// The constraints that matter for the goal.
    pub set: SetId,
    /// Of the run that came to the decision.
    pub model: Rc<Model>,
    pub found: Option<Assignment>,
    /// What the question whether it can go that way may cost.
    pub effort: Effort,
    /// That run, right at the decision; shared by the flips of one decision. `None`: it is cheaper to run there again.
    pub process: Option<Rc<RefCell<Process>>>,
}

/// Which of one rank comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Among {
    /// Keeps the frontier small, for searches that come to all of it.
    Latest,
    /// The earliest, the latest and any other by turns: leaves most of the path to what comes after, goes on with what
    /// has just been found, and does not spend itself on variations of one path.
    Turns,
}

/// By rank.
pub(crate) struct Frontier {
    among: Among,
    ranks: BTreeMap<Rank, VecDeque<Item>>,
    /// What the solver takes long over.
    put_off: VecDeque<Item>,
    /// Of both.
    len: usize,
    random: u64,
    picks: u64,
    /// Picks that were possible.
    taken: u64,
}

/// One pick in this many is at random, so that no deep loop takes everything.
const RANDOM_EVERY: u64 = 16;
/// One flip in this many that are taken is of those that are [`ASIDE`].
const ASIDE_EVERY: u64 = 4;
/// One pick in this many is of those that take long, as long as there are others: one such question takes as long as
/// hundreds of runs.
const PUT_OFF_EVERY: u64 = 512;

impl Frontier {
    pub fn new(seed: u64, among: Among) -> Frontier {
        let random = seed ^ 0x9E37_79B9_7F4A_7C15;
        Frontier { among, ranks: BTreeMap::new(), put_off: VecDeque::new(), len: 0, random, picks: 0, taken: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn push(&mut self, item: Item, rank: Rank) {
        self.len += 1;
        self.ranks.entry(rank).or_default().push_back(item);
    }

    /// What was picked last is possible.
    pub fn taken(&mut self) {
        self.taken += 1;
    }

    /// Others come first.
    pub fn put_off(&mut self, item: Item) {
        self.len += 1;
        self.put_off.push_back(item);
    }

    /// The next one. `rank` is asked again about what was put in long ago: what has gone up goes to its new place, and
    /// what has none any more is dropped.
    pub fn pop(&mut self, mut rank: impl FnMut(&Flip) -> Option<Rank>) -> Option<Item> {
        self.picks += 1;
        if (self.ranks.is_empty() || self.picks.is_multiple_of(PUT_OFF_EVERY))
            && let Some(item) = self.pop_put_off()
        {
            return Some(item);
        }
        if self.picks.is_multiple_of(RANDOM_EVERY) {
            return self.pick();
        }
        loop {
            let Some((known, item)) = self.pop_first() else { return self.pop_put_off() };
            match rank(&item.flip) {
                Some(now) if now > known => self.push(item, now),
                Some(_) => return Some(item),
                None => {}
            }
        }
    }

    fn pop_put_off(&mut self) -> Option<Item> {
        let item = self.put_off.pop_front()?;
        self.len -= 1;
        Some(item)
    }

    fn pop_first(&mut self) -> Option<(Rank, Item)> {
        let is_aside = self.taken % ASIDE_EVERY == ASIDE_EVERY - 1;
        let aside = self.ranks.range(ASIDE..).next().filter(|_| is_aside);
        let (rank, items) = aside.or_else(|| self.ranks.first_key_value())?;
        let (rank, count) = (*rank, items.len());
        let place = match self.among {
            Among::Turns if self.picks % 3 == 1 => 0,
            Among::Turns if self.picks.is_multiple_of(3) => self.random(count),
            _ => count - 1,
        };
        let item =
            self.take(rank, |items| if place == 0 { items.pop_front() } else { items.swap_remove_back(place) })?;
        Some((rank, item))
    }

    /// The flip that the nearest change depends on most directly, by less than so many steps; and by how many.
    pub fn pop_nearer(&mut self, than: u32) -> Option<(u32, Item)> {
        let steps = |item: &Item| item.flip.way.filter(|steps| !item.flip.touched && *steps < than);
        let of_rank = |(rank, items): (&Rank, &VecDeque<Item>)| {
            let all = items.iter().enumerate();
            all.filter_map(|(place, item)| Some((steps(item)?, *rank, place))).min()
        };
        let (steps, rank, place) = self.ranks.iter().filter_map(of_rank).min()?;
        Some((steps, self.take(rank, |items| items.remove(place))?))
    }

    /// The best by another order; of several, the latest. Looks at all.
    pub fn pop_best(&mut self, mut other: impl FnMut(&Flip) -> Option<Rank>) -> Option<Item> {
        let mut best: Option<(Rank, Rank, usize)> = None;
        for (rank, items) in &self.ranks {
            for (place, item) in items.iter().enumerate() {
                if let Some(now) = other(&item.flip)
                    && best.is_none_or(|(least, ..)| now <= least)
                {
                    best = Some((now, *rank, place));
                }
            }
        }
        let (_, rank, place) = best?;
        self.take(rank, |items| items.remove(place))
    }

    /// The flip that the first effect of a change hangs on most directly; of several, the latest.
    pub fn pop_opening(&mut self) -> Option<Item> {
        let of_rank = |(rank, items): (&Rank, &VecDeque<Item>)| {
            let all = items.iter().enumerate();
            let opening =
                |(place, item): (usize, &Item)| Some((item.flip.opens?, u32::MAX - item.trail.decisions, *rank, place));
            all.filter_map(opening).min()
        };
        let (.., rank, place) = self.ranks.iter().filter_map(of_rank).min()?;
        self.take(rank, |items| items.remove(place))
    }

    /// Any, of any rank.
    fn pick(&mut self) -> Option<Item> {
        if self.ranks.is_empty() {
            return None;
        }
        let which = self.random(self.ranks.len());
        let rank = *self.ranks.keys().nth(which)?;
        let place = self.random(self.ranks[&rank].len());
        self.take(rank, |items| items.swap_remove_back(place))
    }

    fn random(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % below
    }

    fn take(&mut self, rank: Rank, from: impl FnOnce(&mut VecDeque<Item>) -> Option<Item>) -> Option<Item> {
        let items = self.ranks.get_mut(&rank)?;
        let item = from(items)?;
        if items.is_empty() {
            self.ranks.remove(&rank);
        }
        self.len -= 1;
        Some(item)
    }

    /// The flip nearest to the beginning of its path, of the rank that has the most: much is below it.
    pub fn pop_oldest(&mut self) -> Option<Item> {
        match self.ranks.iter().max_by_key(|(_, items)| items.len()).map(|(rank, _)| *rank) {
            Some(rank) => self.take(rank, VecDeque::pop_front),
            None => self.pop_put_off(),
        }
    }

    /// Takes over what a run found out about decisions, and moves their flips to where they belong now. On the way to
    /// a change they go on from the input of that run: what it has come to besides is to stay as it is.
    pub fn mark(&mut self, marks: &Marks, model: &Rc<Model>, rank: impl FnMut(&Flip) -> Option<Rank>) {
        let look = |item: &mut Item| {
            let opens = item.flip.opens;
            let is_nearer = item.flip.mark(marks, item.trail.id);
            if is_nearer && (!item.flip.touched || item.flip.opens != opens) {
                item.model = Rc::clone(model);
                item.found = None;
            }
            is_nearer
        };
        self.update(look, rank);
    }

    /// Looks at every flip once more. Those that `look` says are another matter now are moved if they have another rank.
    pub fn update(&mut self, mut look: impl FnMut(&mut Item) -> bool, mut rank: impl FnMut(&Flip) -> Option<Rank>) {
        let mut moved = Vec::new();
        for (known, items) in &mut self.ranks {
            let mut index = 0;
            while index < items.len() {
                let is_other = look(&mut items[index]);
                match is_other.then(|| rank(&items[index].flip)) {
                    Some(now) if now != Some(*known) => moved.extend(items.remove(index).map(|item| (now, item))),
                    _ => index += 1,
                }
            }
        }
        self.ranks.retain(|_, items| !items.is_empty());
        self.len -= moved.len();
        for (rank, item) in moved {
            if let Some(rank) = rank {
                self.push(item, rank);
            }
        }
    }

    pub fn drain(&mut self) -> Vec<Item> {
        self.len = 0;
        let put_off = std::mem::take(&mut self.put_off);
        put_off.into_iter().chain(std::mem::take(&mut self.ranks).into_values().rev().flatten()).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Item> {
        self.put_off.iter().chain(self.ranks.values().rev().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Edge;
    use crate::strategy::testing::{flip, site};

    /// A flip whose side is its name.
    fn item(side: u32) -> Item {
        let flip = Flip { edge: Edge { site: site(0), side }, ..flip(0) };
        let goal = flip.goal;
        Item {
            space: 0,
            trail: Trail::new(0),
            flip,
            is_pin: false,
            goal,
            set: SetId::EMPTY,
            model: Rc::default(),
            found: None,
            effort: Effort::Brief,
            process: None,
        }
    }

    #[test]
    fn the_latest_of_the_nearest_opens() {
        let mut frontier = Frontier::new(0, Among::Turns);
        for (side, (opens, decisions)) in (0..).zip([(None, 9), (Some(2), 1), (Some(2), 3), (Some(4), 8), (Some(2), 2)])
        {
            let mut item = item(side);
            item.flip.opens = opens;
            item.trail.decisions = decisions;
            frontier.push(item, side);
        }
        let sides = std::iter::from_fn(|| frontier.pop_opening().map(|item| item.flip.edge.side));
        assert_eq!(sides.collect::<Vec<_>>(), [2, 4, 1, 3]);
        assert_eq!(frontier.len(), 1);
    }

    #[test]
    fn another_order_takes_its_best_and_leaves_what_it_never_wants() {
        let mut frontier = Frontier::new(0, Among::Turns);
        (0..5).for_each(|side| frontier.push(item(side), side));
        let other = |flip: &Flip| if flip.edge.side == 4 { None } else { Some(u32::from(flip.edge.side < 2)) };
        let sides = std::iter::from_fn(|| frontier.pop_best(other).map(|item| item.flip.edge.side));
        assert_eq!(sides.collect::<Vec<_>>(), [3, 2, 1, 0]);
        assert_eq!(names(&mut frontier, 1), [4]);
    }

    fn names(frontier: &mut Frontier, count: usize) -> Vec<u32> {
        let pop = |_: usize| {
            let item = frontier.pop(|flip| Some(flip.edge.side))?;
            frontier.taken();
            Some(item.flip.edge.side)
        };
        (0..count).map_while(pop).collect()
    }

    #[test]
    fn what_takes_long_comes_when_nothing_else_is_left() {
        let mut frontier = Frontier::new(0, Among::Latest);
        frontier.put_off(item(0));
        (1..4).for_each(|name| frontier.push(item(name), name));
        assert_eq!((frontier.len(), frontier.iter().count()), (4, 4));
        assert_eq!(names(&mut frontier, 9), [1, 2, 3, 0]);
        assert_eq!(frontier.len(), 0);
    }

    /// It is not forgotten either where there is no end of others.
    #[test]
    fn what_takes_long_comes_now_and_then() {
        let mut frontier = Frontier::new(0, Among::Latest);
        frontier.put_off(item(0));
        (1..1000).for_each(|name| frontier.push(item(name), name));
        assert!(names(&mut frontier, 600).contains(&0));
    }

    #[test]
    fn what_is_aside_has_its_turns() {
        let mut frontier = Frontier::new(0, Among::Latest);
        (1..100).for_each(|name| frontier.push(item(name), name));
        (0..100).for_each(|name| frontier.push(item(ASIDE + name), ASIDE + name));
        let taken = names(&mut frontier, 12);
        assert_eq!(taken, [1, 2, 3, ASIDE, 4, 5, 6, ASIDE + 1, 7, 8, 9, ASIDE + 2]);
    }

    /// A turn that leads nowhere is no turn.
    #[test]
    fn what_is_impossible_takes_no_turn() {
        let mut frontier = Frontier::new(0, Among::Latest);
        (1..100).for_each(|name| frontier.push(item(name), name));
        (0..100).for_each(|name| frontier.push(item(ASIDE + name), ASIDE + name));
        let popped: Vec<Item> = (0..8).filter_map(|_| frontier.pop(|flip| Some(flip.edge.side))).collect();
        assert!(popped.iter().all(|item| item.flip.edge.side < ASIDE));
    }

    /// A flip so many dependences before a change.
    fn before(name: u32, way: Option<u32>) -> Item {
        let item = item(name);
        Item { flip: Flip { touched: false, way, ..item.flip }, ..item }
    }

    #[test]
    fn the_nearest_comes_out_of_any_rank() {
        let mut frontier = Frontier::new(0, Among::Turns);
        frontier.push(before(1, Some(7)), 0);
        frontier.push(before(2, None), 0);
        frontier.push(before(3, Some(4)), 5);
        frontier.push(before(4, Some(4)), 5);
        frontier.push(before(5, Some(6)), ASIDE);
        let mut nearer = |than| frontier.pop_nearer(than).map(|(steps, item)| (steps, item.flip.edge.side));
        assert_eq!(nearer(4), None, "less than so many steps");
        assert_eq!(nearer(u32::MAX), Some((4, 3)), "of equal ones the first");
        assert_eq!(nearer(5), Some((4, 4)));
        assert_eq!(nearer(u32::MAX), Some((6, 5)));
        assert_eq!(nearer(u32::MAX), Some((7, 1)));
        assert_eq!(nearer(u32::MAX), None, "nothing is known to depend on the last one");
        assert_eq!((frontier.len(), frontier.iter().count()), (1, 1));
    }

    #[test]
    fn behind_a_change_nothing_is_on_the_way_to_it() {
        let mut frontier = Frontier::new(0, Among::Turns);
        let behind = before(1, Some(1));
        frontier.push(Item { flip: Flip { touched: true, ..behind.flip }, ..behind }, 0);
        assert!(frontier.pop_nearer(u32::MAX).is_none());
        assert_eq!(frontier.len(), 1);
    }

    /// Its place is given up with the last flip in it.
    #[test]
    fn a_rank_that_is_taken_empty_is_gone() {
        let mut frontier = Frontier::new(0, Among::Latest);
        frontier.push(before(1, Some(1)), 0);
        frontier.push(item(2), 2);
        assert!(frontier.pop_nearer(2).is_some());
        assert_eq!(names(&mut frontier, 9), [2]);
    }
}
