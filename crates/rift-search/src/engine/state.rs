//! The state that versions leave behind in memory.

use super::run::Run;
use rift_expr::{TermId, Terms};
use rift_ir::IntPredicate;
use rift_vm::{Held, UnlikeTerm};

/// Bytes of the state that one question is about. Where more differ, everything lies elsewhere, and that says nothing.
const MAX_STATE_BYTES: usize = 64;

impl Run {
    /// What must hold for the first two versions to end with other values in memory. `None`: nothing, as far as is known.
    pub fn state_differs(&self, terms: &mut Terms) -> Option<TermId> {
        let [new, ..] = self.trail.ended.as_slice() else { return None };
        let old = self.trail.ended.get(1).map_or(&self.process, |ended| &ended.process);
        let unlike = new.process.machine().memory.unlike_terms(&old.machine().memory, MAX_STATE_BYTES);
        if unlike.len() == MAX_STATE_BYTES {
            return None;
        }
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
