//! Bitwuzla (Niemetz & Preiner, CAV 2023) 0.8.0 with CaDiCaL, behind a small safe interface.
//!
//! A [`Bitwuzla`] owns its terms and its one solver. Terms are built by value and live as long as their owner, which
//! is what an incremental user wants: whoever needs the memory back drops the whole. The sorts of operands are not
//! checked here. Bitwuzla checks them: an ill-sorted term is a bug of the caller, and ends the process with a message.
//! Absent: everything that input bytes, bit-vectors, booleans and IEEE floats don't need.
//!
//! Licences of what is linked: Bitwuzla and CaDiCaL MIT, symfpu (headers) BSD, GMP (dynamically) LGPL.

mod build;
mod operators;

pub use operators::{Binary, FloatFormat, Rounded, Signedness, Unary};

use bitwuzla_sys as sys;
use std::ffi::{CStr, c_void};
use std::num::NonZeroU32;

/// A term of the [`Bitwuzla`] that made it. A term of another one is taken for some other term, or panics.
// An index and no pointer, so that no mistake with it can be undefined behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term(NonZeroU32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    /// It was told to stop, or gave up.
    Unknown,
}

/// Terms, and a solver that keeps what it learned from one check to the next.
pub struct Bitwuzla {
    manager: *mut sys::BitwuzlaTermManager,
    solver: *mut sys::Bitwuzla,
    terms: Vec<sys::BitwuzlaTerm>,
    /// Of bit-vectors, by width.
    sorts: Vec<Option<sys::BitwuzlaSort>>,
    last: Answer,
}

// SAFETY: Bitwuzla keeps all state of an instance in the instance; the one thread-local it has (the node manager of
// symfpu) is set and restored within each call. Every method that enters it takes `&mut self`.
unsafe impl Send for Bitwuzla {}

/// Of its preprocessing, what does not pay for many small queries: these passes go through all assumptions before every
/// check. Without them it needs half the time for conditions of a parser and the same for hard arithmetic. What is left
/// is rewriting and the substitution of bytes whose value the assumptions fix.
const LEFT_OUT: [sys::BitwuzlaOption; 5] = [
    sys::BITWUZLA_OPT_PP_CONTRADICTING_ANDS,
    sys::BITWUZLA_OPT_PP_EMBEDDED_CONSTR,
    sys::BITWUZLA_OPT_PP_FLATTEN_AND,
    sys::BITWUZLA_OPT_PP_NORMALIZE,
    sys::BITWUZLA_OPT_PP_SKELETON_PREPROC,
];

impl Default for Bitwuzla {
    fn default() -> Bitwuzla {
        Bitwuzla::new()
    }
}

impl Bitwuzla {
    pub fn new() -> Bitwuzla {
        // SAFETY: the calls take what the calls before them returned, and bitwuzla_new copies the options.
        unsafe {
            let manager = sys::bitwuzla_term_manager_new();
            let options = sys::bitwuzla_options_new();
            sys::bitwuzla_set_option(options, sys::BITWUZLA_OPT_PRODUCE_MODELS, 1);
            for pass in LEFT_OUT {
                sys::bitwuzla_set_option(options, pass, 0);
            }
            let solver = sys::bitwuzla_new(manager, options);
            sys::bitwuzla_options_delete(options);
            Bitwuzla { manager, solver, terms: Vec::new(), sorts: Vec::new(), last: Answer::Unknown }
        }
    }

    /// How many terms were built: a measure of what it holds.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether all assumptions, which are booleans, can be true together. `stop` is asked often, and `true` ends it.
    pub fn check(&mut self, assumptions: &[Term], mut stop: impl FnMut() -> bool) -> Answer {
        let mut assumptions: Vec<_> = assumptions.iter().map(|&term| self.raw(term)).collect();
        let count = u32::try_from(assumptions.len()).expect("fewer assumptions than terms");
        let result = with_callback(&mut stop, |function, state| {
            // SAFETY: the solver is alive, the terms are of its manager, and the callback's state outlives the check.
            unsafe {
                sys::bitwuzla_set_termination_callback(self.solver, Some(function), state);
                let result = sys::bitwuzla_check_sat_assuming(self.solver, count, assumptions.as_mut_ptr());
                sys::bitwuzla_set_termination_callback(self.solver, Some(never), std::ptr::null_mut());
                result
            }
        });
        self.last = match result {
            sys::BITWUZLA_SAT => Answer::Sat,
            sys::BITWUZLA_UNSAT => Answer::Unsat,
            _ => Answer::Unknown,
        };
        self.last
    }

    /// The value of a bit-vector of at most 64 bits in the model of the last check, which must have said `Sat`.
    pub fn value_of(&mut self, term: Term) -> u64 {
        assert_eq!(self.last, Answer::Sat, "only a satisfiable check has a model");
        let term = self.raw(term);
        // SAFETY: the last check was satisfiable and nothing was changed since; the text is copied before the value
        // that owns it is released.
        let digits = unsafe {
            let value = sys::bitwuzla_get_value(self.solver, term);
            let digits = CStr::from_ptr(sys::bitwuzla_term_value_get_str(value)).to_string_lossy().into_owned();
            sys::bitwuzla_term_release(value);
            digits
        };
        u64::from_str_radix(&digits, 2).expect("a bit-vector value of at most 64 bits is printed in binary")
    }

    /// How many and-gates all checks so far were turned into. Slow: for measuring.
    pub fn gates(&mut self) -> u64 {
        let (mut keys, mut values, mut count) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
        // SAFETY: the solver is alive, and the results are written to live variables.
        unsafe { sys::bitwuzla_get_statistics(self.solver, &raw mut keys, &raw mut values, &raw mut count) };
        let text = |texts: *mut *const std::ffi::c_char, at: usize| {
            // SAFETY: both lists have `count` texts, which live until they are asked for again.
            unsafe { CStr::from_ptr(*texts.add(at)) }.to_string_lossy()
        };
        let found = (0..count).find(|&at| text(keys, at) == "solver::bv::bitblast::aig::num_ands");
        found.and_then(|at| text(values, at).parse().ok()).unwrap_or(0)
    }

    fn raw(&self, term: Term) -> sys::BitwuzlaTerm {
        self.terms[term.0.get() as usize - 1]
    }

    fn keep(&mut self, term: sys::BitwuzlaTerm) -> Term {
        self.terms.push(term);
        Term(u32::try_from(self.terms.len()).ok().and_then(NonZeroU32::new).expect("fewer than 2^32 terms"))
    }
}

impl Drop for Bitwuzla {
    fn drop(&mut self) {
        // SAFETY: both are alive; the solver goes before the manager of its terms, which releases them all.
        unsafe {
            sys::bitwuzla_delete(self.solver);
            sys::bitwuzla_term_manager_delete(self.manager);
        }
    }
}

type Callback = unsafe extern "C" fn(*mut c_void) -> i32;

/// Calls `body` with a C callback that asks `stop`.
fn with_callback<F: FnMut() -> bool, T>(stop: &mut F, body: impl FnOnce(Callback, *mut c_void) -> T) -> T {
    unsafe extern "C" fn ask<F: FnMut() -> bool>(state: *mut c_void) -> i32 {
        // SAFETY: `state` is the `&mut F` below, which nobody else uses while `body` runs.
        let stop = unsafe { &mut *state.cast::<F>() };
        i32::from(stop())
    }
    body(ask::<F>, std::ptr::from_mut(stop).cast())
}

unsafe extern "C" fn never(_: *mut c_void) -> i32 {
    0
}

/// Has `handler` called when the C++ side is out of memory. It must not return.
pub fn on_memory_exhausted(handler: extern "C" fn() -> !) {
    unsafe extern "C" {
        // std::set_new_handler(void (*)()) of the C++ library, for which there is no C name.
        #[link_name = "_ZSt15set_new_handlerPFvvE"]
        fn set_new_handler(handler: extern "C" fn() -> !) -> *mut c_void;
    }
    // SAFETY: the handler has the type that C++ calls, and lives for ever.
    unsafe { set_new_handler(handler) };
}

#[cfg(test)]
mod tests;
