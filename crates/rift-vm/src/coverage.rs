//! Which code was executed, at the price of setting a bit at each jump, call and return.
//!
//! Errs towards too much: what follows the last place that control came to counts as executed up to the next jump,
//! even where a fault or a limit ended the run before that.

use crate::observer::Observer;
use crate::program::Program;
use rift_ir::{EntityRef, FuncId, Site};
use std::collections::BTreeSet;

/// The places that control came to, of every function: see [`Observer::edge`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// By function, a bit for each operation.
    entered: Vec<Vec<u64>>,
}

impl Coverage {
    pub fn new() -> Coverage {
        Coverage::default()
    }

    #[cold]
    fn enter_new(&mut self, function: usize, word: usize, bit: u64) {
        if self.entered.len() <= function {
            self.entered.resize(function + 1, Vec::new());
        }
        let words = &mut self.entered[function];
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= bit;
    }

    /// Functions and operations, ascending.
    pub fn entered(&self) -> impl Iterator<Item = (FuncId, u32)> + '_ {
        let functions = self.entered.iter().enumerate();
        functions.flat_map(|(function, words)| {
            let bits = words.iter().enumerate().flat_map(|(i, word)| {
                (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| i as u32 * 64 + bit)
            });
            bits.map(move |pc| (FuncId::new(function), pc))
        })
    }

    /// The instructions that were executed.
    pub fn sites(&self, program: &Program) -> BTreeSet<Site> {
        self.entered().flat_map(|(function, pc)| program.sites_from(function, pc)).collect()
    }

    /// Adds what `other` covers, and says whether any of it is new.
    pub fn merge(&mut self, other: &Coverage) -> bool {
        let mut news = false;
        for (function, words) in other.entered.iter().enumerate() {
            for (word, bits) in words.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                let known = self.entered.get(function).and_then(|words| words.get(word)).copied().unwrap_or(0);
                if bits & !known != 0 {
                    news = true;
                    self.enter_new(function, word, *bits);
                }
            }
        }
        news
    }
}

impl Observer for Coverage {
    const ACTIVE: bool = false;
    const EDGES: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    #[inline]
    fn edge(&mut self, function: FuncId, pc: u32) {
        let (function, word, bit) = (function.index(), pc as usize / 64, 1 << (pc % 64));
        match self.entered.get_mut(function).and_then(|words| words.get_mut(word)) {
            Some(bits) => *bits |= bit,
            None => self.enter_new(function, word, bit),
        }
    }
}
