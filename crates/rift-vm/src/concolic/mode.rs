//! The two ways to run: concretely, and concolically. The interpreter loop is compiled once for each.

use super::step::{Paused, Scratch, Step};
use super::{Decision, Path, Ruling, Tools};
use crate::code::FnCode;
use crate::host::{Guest, Host, Reply};
use crate::host_call::HostCall;
use crate::machine::{HostTarget, Machine, Target};
use crate::memory::Memory;
use crate::outcome::Stop;
use crate::varargs;
use rift_expr::{TermId, Terms};
use rift_ir::{EntityRef, IntPredicate, Site};

/// What the interpreter loop asks at the places where terms come in. The defaults are those of a concrete run, where
/// only `answer` is ever called.
pub(crate) trait Mode {
    const SYMBOLIC: bool = false;

    /// Before an operation with a symbolic operand: finds the terms of its results. With `Pause` the operation is not
    /// carried out, and will be asked about again.
    fn step<H: Host>(&mut self, _: &mut Machine<H>, _: &FnCode, _base: usize, _at: usize) -> Ruling {
        Ruling::Go
    }

    /// The term of `bytes` bytes that were loaded, sign-extended to `bits` bits unless that is 0.
    fn loaded(&mut self, _: &mut Memory, _address: u64, _bytes: u32, _bits: u32) -> Option<TermId> {
        None
    }

    /// The terms of a value of any width that was loaded, by slot.
    fn loaded_bits(&mut self, _: &mut Memory, _address: u64, _bits: u32, _to: &mut [Option<TermId>]) {}

    /// After an operation wrote to memory: the terms that its step found for that.
    fn stored(&mut self, _: &mut Memory) {}

    /// [`Mode::step`] of a slow operation, whatever its operands are.
    fn slow_step<H: Host>(&mut self, _: &mut Machine<H>, _: &FnCode, _base: usize, _at: usize, _index: u32) -> Ruling {
        Ruling::Go
    }

    /// After a slow operation.
    fn ran_slow<H: Host>(&mut self, _: &mut Machine<H>) {}

    /// Before the call of a function that the module does not define: pins what that cannot deal with.
    fn before_call<H: Host>(&mut self, _: &mut Machine<H>, _: &FnCode, _base: usize, _: HostCall) -> Ruling {
        Ruling::Go
    }

    /// Calls the host; also gives the term of the reply's first slot.
    fn answer<H: Host>(
        &mut self,
        m: &mut Machine<H>,
        _: &FnCode,
        _base: usize,
        _: HostCall,
        function: &HostTarget<H>,
        values: &[u64],
    ) -> Result<(Reply, Option<TermId>), Stop> {
        let mut guest = Guest { memory: &mut m.memory, steps: m.steps, tools: None };
        Ok(((function.answer)(&mut m.host, &mut guest, values)?, None))
    }

    fn terms(&self) -> Option<&Terms> {
        None
    }
}

pub(crate) struct Concrete;

impl Mode for Concrete {}

/// A concolic run between two pauses.
pub(crate) struct Concolic<'a> {
    terms: &'a mut Terms,
    path: &'a mut dyn Path,
    scratch: Scratch,
    /// With more terms it pauses.
    most_terms: usize,
}

impl<'a> Concolic<'a> {
    /// New terms after which it pauses.
    pub fn new(terms: &'a mut Terms, path: &'a mut dyn Path, new_terms: usize) -> Concolic<'a> {
        let most_terms = terms.len().saturating_add(new_terms);
        Concolic { terms, path, scratch: Scratch::default(), most_terms }
    }

    /// What the path ruled to pause at.
    pub fn into_decision(self) -> Option<Decision> {
        self.scratch.pending
    }

    /// Carries `body` out as the step of an operation; it is settled when that did not pause.
    fn stepping<H: Host>(
        &mut self,
        m: &mut Machine<H>,
        code: &FnCode,
        base: usize,
        at: usize,
        body: impl FnOnce(&mut Step<'_>) -> Result<(), Paused>,
    ) -> Ruling {
        if self.terms.len() > self.most_terms {
            return Ruling::Pause;
        }
        self.scratch.writes.clear();
        let end = base + code.frame_slots as usize;
        let mut step = Step {
            code,
            at,
            values: &m.registers[base..end],
            shadow: &mut m.shadow[base..end],
            memory: &mut m.memory,
            terms: self.terms,
            path: self.path,
            settled: &mut m.settled,
            scratch: &mut self.scratch,
        };
        match body(&mut step) {
            Ok(()) => {
                m.settled.clear();
                Ruling::Go
            }
            Err(Paused) => Ruling::Pause,
        }
    }
}

impl Mode for Concolic<'_> {
    const SYMBOLIC: bool = true;

    #[cold]
    #[inline(never)]
    fn step<H: Host>(&mut self, m: &mut Machine<H>, code: &FnCode, base: usize, at: usize) -> Ruling {
        self.stepping(m, code, base, at, |step| step.run())
    }

    #[inline]
    fn loaded(&mut self, memory: &mut Memory, address: u64, bytes: u32, bits: u32) -> Option<TermId> {
        let term = memory.term_at(self.terms, address, bytes)?;
        Some(if bits == 0 { term } else { self.terms.sext(term, bits) })
    }

    #[inline(never)]
    fn loaded_bits(&mut self, memory: &mut Memory, address: u64, bits: u32, to: &mut [Option<TermId>]) {
        super::access::load_terms(memory, self.terms, address, bits, to);
    }

    #[cold]
    #[inline(never)]
    fn stored(&mut self, memory: &mut Memory) {
        for (address, bytes, term) in self.scratch.writes.drain(..) {
            match term {
                Some(term) => memory.set_term(address, bytes, term),
                None => memory.clear_terms(address, u64::from(bytes)),
            }
        }
    }

    #[inline(never)]
    fn slow_step<H: Host>(&mut self, m: &mut Machine<H>, code: &FnCode, base: usize, at: usize, index: u32) -> Ruling {
        self.stepping(m, code, base, at, |step| step.slow(index))
    }

    #[inline]
    fn ran_slow<H: Host>(&mut self, m: &mut Machine<H>) {
        if !self.scratch.writes.is_empty() {
            self.stored(&mut m.memory);
        }
        if std::mem::take(&mut self.scratch.variadic) {
            varargs::pass_terms(m, self.terms);
        }
    }

    #[inline(never)]
    fn before_call<H: Host>(&mut self, m: &mut Machine<H>, code: &FnCode, base: usize, call: HostCall) -> Ruling {
        let targets = std::sync::Arc::clone(&m.targets);
        let mask = m.host.signal_mask();
        self.stepping(m, code, base, call.at, |step| match &targets[call.function.index()] {
            Target::Host(target) if target.takes_terms => Ok(()),
            Target::Host(target) => step.pin_args(call.args(code), target.pin),
            Target::Builtin(builtin) => step.before_builtin(*builtin, call.args(code), mask),
            Target::Guest | Target::Missing => Ok(()),
        })
    }

    #[inline(never)]
    fn answer<H: Host>(
        &mut self,
        m: &mut Machine<H>,
        code: &FnCode,
        base: usize,
        call: HostCall,
        function: &HostTarget<H>,
        values: &[u64],
    ) -> Result<(Reply, Option<TermId>), Stop> {
        let args: smallvec::SmallVec<[Option<TermId>; 8]> =
            call.args(code).iter().map(|slot| m.shadow[base + *slot as usize]).collect();
        let noting = !function.takes_terms && m.memory.has_symbols();
        if noting {
            m.memory.note_reads();
        }
        let site = Site { function: code.id, inst: code.sites[call.at] };
        let tools = Tools { terms: self.terms, path: self.path, site, args: &args, reply: None };
        let mut guest = Guest { memory: &mut m.memory, steps: m.steps, tools: Some(tools) };
        let reply = (function.answer)(&mut m.host, &mut guest, values);
        let term = guest.tools.and_then(|tools| tools.reply);
        if noting {
            for (term, value) in m.memory.take_noted_terms(self.terms) {
                let value = self.terms.constant(self.terms.width(term), value);
                let holds = self.terms.compare(IntPredicate::Eq, term, value);
                self.path.pin(self.terms, site, function.pin, holds);
            }
        }
        Ok((reply?, term))
    }

    fn terms(&self) -> Option<&Terms> {
        Some(self.terms)
    }
}
