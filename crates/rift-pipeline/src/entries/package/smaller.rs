//! Shorter calls with the same effect.
//!
//! The bytes of an input are parameters in disguise: fewer bytes need not be a shorter call. So an input is replaced by
//! another one if the call reads shorter, and plainer where it is as long. Each step is checked on the native builds.

use rift_confirm::{Budget, Check, Confirmed, Confirmer};
use rift_env::Input;
use std::collections::HashSet;
use std::time::Instant;

/// What bytes are tried to become, plainest first.
const PLAIN: [u8; 5] = [0, b'a', b'0', b'1', 1];

/// Who is asked about an input.
pub struct Judges<'j> {
    pub confirmer: &'j Confirmer,
    /// Writes an input down; `None` if it is none of the entry's.
    pub call: &'j dyn Fn(&[u8]) -> Option<String>,
    /// Whether it comes past the same changes.
    pub is_alike: &'j dyn Fn(&Input) -> bool,
}

/// An input with a shorter call that differs in the same way, as far as the budget allows. Strings have `room` bytes
/// behind their length.
pub fn smaller(judges: &Judges<'_>, found: &Confirmed, budget: &Budget, room: usize) -> Confirmed {
    let Some(text) = (judges.call)(&found.input().stdin) else { return found.clone() };
    let deadline = Instant::now().checked_add(budget.time);
    let mut search = Search {
        judges,
        measure: measure(&text),
        best: found.clone(),
        asked: HashSet::new(),
        left: budget.checks,
        deadline,
        room,
    };
    loop {
        let before = search.measure;
        search.shorten();
        search.replace();
        if search.measure == before || search.is_over() {
            return search.best;
        }
    }
}

/// Shorter before plainer.
fn measure(call: &str) -> (usize, usize, u64) {
    let plain = |c: &char| c.is_ascii_alphanumeric() || " ,.()&\"'".contains(*c);
    let value = |c: char| if "a0".contains(c) { 0 } else { u64::from(u32::from(c)) };
    (call.chars().count(), call.chars().filter(|c| !plain(c)).count(), call.chars().map(value).sum())
}

struct Search<'s> {
    judges: &'s Judges<'s>,
    measure: (usize, usize, u64),
    best: Confirmed,
    asked: HashSet<Vec<u8>>,
    left: usize,
    deadline: Option<Instant>,
    /// Bytes that strings have room for.
    room: usize,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.left == 0 || self.deadline.is_none_or(|deadline| Instant::now() >= deadline)
    }

    fn bytes(&self) -> Vec<u8> {
        self.best.input().stdin.clone()
    }

    /// Takes the bytes instead if they are better.
    fn consider(&mut self, bytes: Vec<u8>) -> bool {
        if self.is_over() || self.asked.contains(&bytes) {
            return false;
        }
        let is_better = |text: String| (measure(&text) < self.measure).then(|| measure(&text));
        let Some(measure) = (self.judges.call)(&bytes).and_then(is_better) else { return false };
        self.asked.insert(bytes.clone());
        self.left -= 1;
        let input = Input { stdin: bytes, ..self.best.input().clone() };
        match self.judges.confirmer.check(&input) {
            Ok(Check::Different(confirmed))
                if confirmed.signature() == self.best.signature() && (self.judges.is_alike)(&input) =>
            {
                (self.best, self.measure) = (*confirmed, measure);
                true
            }
            _ => false,
        }
    }

    /// Bytes that are not there are zero.
    fn shorten(&mut self) {
        let mut keep = 0;
        while keep < self.bytes().len() {
            let bytes = self.bytes();
            if self.consider(bytes[..keep].to_vec()) {
                break;
            }
            keep = (keep * 2).max(1);
        }
        for at in (0..self.bytes().len()).rev() {
            let mut bytes = self.bytes();
            if at < bytes.len() {
                bytes.remove(at);
                self.consider(bytes);
            }
        }
    }

    /// Where a length may be: one less, and one of the elements in the room behind it gone.
    fn remove_element(&mut self, at: usize) {
        for element in 1..=self.room {
            let mut bytes = self.bytes();
            if bytes.get(at).is_none_or(|length| *length == 0) {
                return;
            }
            bytes.resize(bytes.len().max(at + self.room + 1), 0);
            bytes[at] -= 1;
            bytes.remove(at + element);
            bytes.insert(at + self.room, 0);
            self.consider(bytes);
        }
    }

    fn replace(&mut self) {
        for at in 0..self.bytes().len() {
            let bytes = self.bytes();
            let Some(byte) = bytes.get(at).copied() else { return };
            let smaller = [byte / 2, byte.saturating_sub(1)];
            for other in PLAIN.into_iter().chain(smaller).filter(|other| *other != byte) {
                let mut bytes = bytes.clone();
                bytes[at] = other;
                if self.consider(bytes) {
                    break;
                }
            }
            self.remove_element(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_calls_are_better_and_plainer_ones_next() {
        let ordered = ["f(\"\")", "f(\"a\")", "f(\"b\")", "f(\"{\")", "f(\"ab\")", "f(\"\\u{1}\")"];
        assert!(ordered.windows(2).all(|pair| measure(pair[0]) < measure(pair[1])));
    }
}
