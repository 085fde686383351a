//! The same again and again is worth less and less.

use super::{Flip, Rank, Wish, logarithm};
use crate::coverage::Edge;
use crate::pair::STAGES;
use rift_expr::TermId;
use std::collections::HashMap;

/// What each doubling counts. Of the same condition: two steps, and as many for the first time, so that what was
/// asked before waits for what is new around it.
const CONDITION: Rank = 2;
/// Of the same way, and of the same wish: a step for each fourfold. A loop is to be left in the end; but words are compared by
/// one branch, letter by letter, and a wish may come true in other surroundings. All three trade depth against breadth, and
/// are judged together with the rest of the order (see `auto`).
const REPEATED: Rank = 2;

/// How often what was chosen. A condition counts more than the code that asks it: letters of a word are all compared by the
/// same branch.
#[derive(Debug, Clone, Default)]
pub(super) struct Wear {
    /// By stage.
    conditions: [HashMap<TermId, u32>; STAGES],
    ways: [HashMap<Edge, u32>; STAGES],
    /// A wish that was granted may show nothing: the same one in other surroundings is worth less each time.
    wishes: HashMap<Wish, u32>,
}

impl Wear {
    pub fn of(&self, flip: &Flip) -> Rank {
        let condition = self.conditions[flip.stage].get(&flip.goal).copied().unwrap_or(0);
        let way = self.ways[flip.stage].get(&flip.edge).copied().unwrap_or(0);
        let wish = flip.wanted.and_then(|wish| self.wishes.get(&wish)).copied().unwrap_or(0);
        CONDITION * logarithm(condition) + logarithm(way) / REPEATED + logarithm(wish) / REPEATED
    }

    pub fn taken(&mut self, flip: &Flip) {
        *self.conditions[flip.stage].entry(flip.goal).or_default() += 1;
        *self.ways[flip.stage].entry(flip.edge).or_default() += 1;
        if let Some(wish @ (Wish::Output | Wish::At(_))) = flip.wanted {
            *self.wishes.entry(wish).or_default() += 1;
        }
    }

    /// Terms mean something else from now on.
    pub fn forget(&mut self) {
        self.conditions.iter_mut().for_each(HashMap::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::testing::{flip, site};

    #[test]
    fn wishes_wear_out_unless_paths_come_nearer() {
        let mut wear = Wear::default();
        let [here, there] = [Wish::At(site(100)), Wish::At(site(200))];
        for number in 0..32 {
            let wanted = Some(if number % 2 == 0 { here } else { Wish::Nearer });
            wear.taken(&Flip { wanted, ..flip(number) });
        }
        let rank = |wanted| wear.of(&Flip { wanted, ..flip(50) });
        assert!(rank(Some(here)) > rank(Some(there)), "sixteen flips were taken for it, and showed nothing");
        assert_eq!(rank(Some(Wish::Nearer)), rank(None));
        assert_eq!(rank(Some(there)), rank(None));
    }
}
