//! The state that versions leave behind in memory.

use super::run::Run;
use rift_expr::{Evaluator, TermId, Terms};
use rift_ir::IntPredicate;
use rift_vm::{Held, UnlikeTerm};

/// Bytes of the state that one question is about. Where more differ, everything lies elsewhere, and that says nothing.
const MAX_STATE_BYTES: usize = 64;

impl Run {
    /// Where the first two versions may end with other values in memory.
    fn unlike_state(&self) -> Vec<UnlikeTerm> {
        let [new, ..] = self.trail.ended.as_slice() else { return vec![] };
        let old = self.trail.ended.get(1).map_or(&self.process, |ended| &ended.process);
        let unlike = new.process.machine().memory.unlike_terms(&old.machine().memory, MAX_STATE_BYTES);
        if unlike.len() < MAX_STATE_BYTES { unlike } else { vec![] }
    }

    /// Whether they do, on the input that was run. Makes no terms where there is no need: what is in memory may be large.
    pub fn leaves_other_state(&self, terms: &mut Terms, evaluator: &mut Evaluator) -> bool {
        evaluator.reset(&self.model);
        let mut value = |held: Held| match held {
            Held::Byte(value) => u64::from(value),
            Held::Term { term, byte } if terms.width(term) <= u64::BITS => {
                evaluator.value(terms, term) >> (8 * byte) & 0xff
            }
            Held::Term { term, byte } => {
                let byte = terms.extract(term, 8 * byte, 8);
                evaluator.value(terms, byte)
            }
        };
        self.unlike_state().iter().any(|one| value(one.here) != value(one.there))
    }

    /// What must hold for them to do so. `None`: nothing, as far as is known.
    pub fn state_differs(&self, terms: &mut Terms) -> Option<TermId> {
        let unlike = self.unlike_state();
        let mut differs = |one: &UnlikeTerm| {
            let mut byte = |held: Held| match held {
                Held::Byte(value) => terms.constant(8, u64::from(value)),
                Held::Term { term, byte } => terms.extract(term, 8 * byte, 8),
            };
            let (here, there) = (byte(one.here), byte(one.there));
            terms.compare(IntPredicate::Ne, here, there)
        };
        let all: Vec<TermId> = unlike.iter().map(&mut differs).collect();
        let any = all.into_iter().reduce(|a, b| terms.or(a, b))?;
        (terms.as_const(any) != Some(0)).then_some(any)
    }
}
