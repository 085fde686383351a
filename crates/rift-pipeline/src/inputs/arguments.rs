//! How many arguments a program expects, and how long they may have to be: from what its code compares them with.
//!
//! Follows `argc` and `argv` from `main` through variables, arithmetic with constants and calls, without an order of
//! statements: `argc < 13` and `argv[12]` both tell of 12 arguments. In Rust, where arguments are a vector like any
//! other, every small number that `main` compares lengths with counts. Errs towards shapes that the program refuses at
//! once, which cost a run each; numbers that are computed are not seen.

use super::infer::{STRING_COMPARISONS, is_own};
use rift_ingest::Language;
use rift_ir::{
    BinaryOp, Callee, Const, FuncId, Function, GlobalInit, Inst, InstKind, IntPredicate, Module, Operand, ValueId,
};
use std::collections::BTreeSet;

/// The most arguments that a shape is made for.
const MOST: i64 = 16;
/// The most shapes beside those that every program gets.
const SHAPES: usize = 4;
/// The longest keyword and the longest number that arguments are made long enough for.
const KEYWORD: usize = 12;
const DIGITS: usize = 6;
/// Up to this deep `argc` and `argv` are followed into calls.
const CALLS: usize = 3;

/// Numbers of arguments at which the program decides something, beyond `usual`.
pub fn counts(module: &Module, language: Language, usual: usize) -> Vec<usize> {
    let mut counts = Counts::default();
    match language {
        Language::C | Language::Cxx => {
            if let Some(main) = module.function_named("main") {
                let tracked = module.functions[main].params.iter().zip([Tracked::Count(0), Tracked::Words]);
                let tracked = tracked.map(|(param, tracked)| (param.value, tracked)).collect();
                follow(module, main, tracked, CALLS, &mut counts);
            }
        }
        Language::Rust => {
            for function in module.functions.values().filter(|f| is_own(module, f) && f.display.ends_with("::main")) {
                lengths(module, function, &mut counts);
            }
        }
    }
    // A program that looks at `argv[12]` looks at those before as well.
    let last = counts.places.last().copied();
    counts.decided.extend(last);
    let beyond = counts.decided.into_iter().filter(|count| (usual as i64 + 1..=MOST).contains(count));
    let mut beyond: Vec<usize> = beyond.map(|count| count as usize).collect();
    beyond.drain(..beyond.len().saturating_sub(SHAPES));
    beyond
}

/// How long words must be to be any of the keywords, and any of the numbers, that the program's own code compares with.
pub fn word_length(module: &Module, reads_numbers: bool) -> usize {
    let own = || module.functions.values().filter(|function| is_own(module, function));
    let keywords = own().flat_map(|function| keywords(module, function)).filter(|length| *length <= KEYWORD).max();
    let numbers = own().flat_map(|function| function.insts.values()).filter_map(|inst| compared(module, inst));
    let digits = numbers.map(|(_, _, number)| number.unsigned_abs().to_string().len() + 1).filter(|_| reads_numbers);
    keywords.into_iter().chain(digits.filter(|digits| *digits <= DIGITS)).max().unwrap_or(0)
}

#[derive(Default)]
struct Counts {
    /// On both sides of a comparison.
    decided: BTreeSet<i64>,
    /// Which arguments are looked at.
    places: BTreeSet<i64>,
}

/// What a value has to do with the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tracked {
    /// `argc`, with a number added to it.
    Count(i64),
    /// `argv`.
    Words,
    /// A variable that holds `argc`, with a number added to it.
    CountIn(i64),
    /// A variable that holds `argv`.
    WordsIn,
}

fn follow(
    module: &Module,
    function: FuncId,
    mut tracked: BTreeSet<(ValueId, Tracked)>,
    calls: usize,
    counts: &mut Counts,
) {
    let body = &module.functions[function];
    // Variables hold what is stored to them anywhere; each round sees through one more, which is enough for `int n = argc;`.
    for _ in 0..4 {
        let before = tracked.len();
        for inst in body.insts.values() {
            step(module, inst, &mut tracked, counts);
        }
        if tracked.len() == before {
            break;
        }
    }
    for inst in body.insts.values() {
        let (InstKind::Call { callee: Callee::Direct(callee), args, .. }
        | InstKind::Invoke { callee: Callee::Direct(callee), args, .. }) = &inst.kind
        else {
            continue;
        };
        if calls == 0 || !is_own(module, &module.functions[*callee]) {
            continue;
        }
        let mut given = BTreeSet::new();
        for (arg, param) in args.iter().zip(&module.functions[*callee].params) {
            given.extend(of(&tracked, arg.value).map(|tracked| (param.value, tracked)));
        }
        if !given.is_empty() {
            follow(module, *callee, given, calls - 1, counts);
        }
    }
}

fn of(tracked: &BTreeSet<(ValueId, Tracked)>, operand: Operand) -> impl Iterator<Item = Tracked> + use<'_> {
    tracked.iter().filter(move |(value, _)| operand == Operand::Value(*value)).map(|(_, tracked)| *tracked)
}

fn step(module: &Module, inst: &Inst, tracked: &mut BTreeSet<(ValueId, Tracked)>, counts: &mut Counts) {
    let mut results: Vec<(Operand, Tracked)> = Vec::new();
    let result = inst.result.expand().map(Operand::Value);
    let mut give = |what: Tracked| results.extend(result.map(|result| (result, what)));
    match &inst.kind {
        InstKind::Store { address, value, .. } => {
            results.extend(of(tracked, *value).filter_map(|what| match what {
                Tracked::Count(plus) => Some((*address, Tracked::CountIn(plus))),
                Tracked::Words => Some((*address, Tracked::WordsIn)),
                Tracked::CountIn(_) | Tracked::WordsIn => None,
            }));
        }
        InstKind::Load { address, .. } => {
            let held = of(tracked, *address).filter_map(|what| match what {
                Tracked::CountIn(plus) => Some(Tracked::Count(plus)),
                Tracked::WordsIn => Some(Tracked::Words),
                Tracked::Count(_) | Tracked::Words => None,
            });
            held.for_each(give);
        }
        InstKind::Cast { value, .. } => of(tracked, *value).for_each(give),
        InstKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs, .. } => {
            if let Some(number) = number(module, *rhs) {
                for what in of(tracked, *lhs) {
                    // A loop that counts `argc` down would never come to an end.
                    if let Tracked::Count(plus @ -2..=2) = what {
                        give(Tracked::Count(if *op == BinaryOp::Add { plus + number } else { plus - number }));
                    }
                }
            }
        }
        InstKind::CompareInt { .. } => {
            if let Some((predicate, value, number)) = compared(module, inst) {
                for what in of(tracked, value) {
                    if let Tracked::Count(plus) = what {
                        counts.decided.extend(beside(predicate, number - plus));
                    }
                }
            }
        }
        InstKind::Switch { value, cases, .. } => {
            for what in of(tracked, *value) {
                if let Tracked::Count(plus) = what {
                    let numbers = cases.iter().filter_map(|(case, _)| number(module, Operand::Const(*case)));
                    counts.decided.extend(numbers.map(|number| number - plus - 1));
                }
            }
        }
        InstKind::Offset { base, offset, terms, .. } if of(tracked, *base).any(|what| what == Tracked::Words) => {
            match terms.is_empty() {
                true => _ = counts.places.insert(offset / 8),
                false => counts.places.extend(terms.iter().filter_map(|term| number(module, term.index))),
            }
        }
        _ => {}
    }
    tracked.extend(results.into_iter().filter_map(|(operand, what)| match operand {
        Operand::Value(value) => Some((value, what)),
        Operand::Const(_) => None,
    }));
}

/// The numbers of arguments on both sides of a decision: `argc` is the name of the program and them.
fn beside(predicate: IntPredicate, number: i64) -> Vec<i64> {
    use IntPredicate::*;
    match predicate {
        Eq | Ne => vec![number - 1],
        Ult | Uge | Slt | Sge => vec![number - 2, number - 1],
        Ugt | Ule | Sgt | Sle => vec![number - 1, number],
    }
}

/// What a comparison with a number compares; the number is on the right.
fn compared(module: &Module, inst: &Inst) -> Option<(IntPredicate, Operand, i64)> {
    let InstKind::CompareInt { predicate, lhs, rhs } = inst.kind else { return None };
    Some((predicate, lhs, number(module, rhs)?))
}

/// Rust: the numbers that `main` compares with are lengths, and its calls of `nth` take places.
fn lengths(module: &Module, main: &Function, counts: &mut Counts) {
    for inst in main.insts.values() {
        if let Some((predicate, _, number)) = compared(module, inst) {
            counts.decided.extend(beside(predicate, number));
        }
        if let InstKind::Switch { cases, .. } = &inst.kind {
            counts
                .decided
                .extend(cases.iter().filter_map(|(case, _)| Some(number(module, Operand::Const(*case))? - 1)));
        }
        if let Some((callee, args)) = call(module, inst)
            && (callee.display.contains("nth") || callee.display.contains("index"))
        {
            counts.places.extend(args.filter_map(|arg| number(module, arg)));
        }
    }
}

/// The lengths of the constant strings that a function compares with.
fn keywords<'m>(module: &'m Module, function: &'m Function) -> impl Iterator<Item = usize> + use<'m> {
    function.insts.values().flat_map(move |inst| {
        let compares = call(module, inst).filter(|(callee, _)| {
            STRING_COMPARISONS.contains(&callee.name.as_str()) || callee.display.contains("PartialEq")
        });
        compares.into_iter().flat_map(move |(_, args)| args.filter_map(move |arg| text_length(module, arg)))
    })
}

fn call<'m>(module: &'m Module, inst: &'m Inst) -> Option<(&'m Function, impl Iterator<Item = Operand> + use<'m>)> {
    match &inst.kind {
        InstKind::Call { callee: Callee::Direct(callee), args, .. }
        | InstKind::Invoke { callee: Callee::Direct(callee), args, .. } => {
            Some((&module.functions[*callee], args.iter().map(|arg| arg.value)))
        }
        _ => None,
    }
}

fn text_length(module: &Module, operand: Operand) -> Option<usize> {
    let Operand::Const(constant) = operand else { return None };
    let Const::Global { global, addend: 0 } = module.consts.get(constant) else { return None };
    let global = &module.globals[*global];
    let GlobalInit::Bytes { bytes, relocs } = &global.init else { return None };
    (global.constant && relocs.is_empty()).then(|| bytes.iter().take_while(|byte| **byte != 0).count())
}

fn number(module: &Module, operand: Operand) -> Option<i64> {
    let Operand::Const(constant) = operand else { return None };
    match module.consts.get(constant) {
        Const::Zero(_) => Some(0),
        // Bits above the width are zero, so a negative number of 32 bits is a large one here.
        Const::Bits { limbs, .. } => match limbs.as_slice() {
            [limb] if (1 << 31..1 << 32).contains(limb) => Some(i64::from(*limb as u32 as i32)),
            [limb] => Some(*limb as i64),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Rust is compiled to: `main` of the crate, and what it calls. `body` is what `main` does with a length.
    fn rust(body: &str) -> Module {
        let text = format!(
            "!0 = \"/home/me/src/main.rs\":1:1\n!1 = \"/rustc/0123/library/std/src/rt.rs\":1:1\n\
             declare @nth(ptr, i64) -> ptr display \"<std::env::Args as core::iter::Iterator>::nth\" !1\n\
             declare @index(ptr, i64) -> ptr display \"<alloc::vec::Vec<T> as core::ops::Index<usize>>::index\" !1\n\
             declare @take(ptr, i64) -> ptr display \"own::take\" !0\n\
             declare @eq(ptr, ptr) -> i1 display \"<&str as core::cmp::PartialEq>::eq\" !1\n\
             global constant @word align 1 = \"--verbose\"\n\
             global constant @essay align 1 = \"a text that nobody would type in\"\n\
             function @_RNvCs1_3own4main(ptr args, i64 len) display \"own::main\" !0 {{\nentry:\n{body}}}\n\
             function @_RNvCs2_3std4main(ptr args, i64 len) display \"std::rt::main\" !1 {{\nentry:\n  \
             c = icmp eq i64 len, 12\n  return\n}}\n"
        );
        rift_ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn counts_of(body: &str) -> Vec<usize> {
        counts(&rust(body), Language::Rust, 3)
    }

    #[test]
    fn lengths_that_rust_compares_with_are_numbers_of_arguments() {
        assert_eq!(counts_of("  c = icmp eq i64 len, 6\n  return\n"), [5], "the program's name is one of them");
        assert_eq!(counts_of("  c = icmp ult i64 len, 6\n  return\n"), [4, 5], "both sides of the border");
        assert_eq!(counts_of("  c = icmp ugt i64 len, 6\n  return\n"), [5, 6]);
        assert_eq!(counts_of("  switch i64 len, a [5 => a, 9 => a]\na:\n  return\n"), [4, 8]);
    }

    #[test]
    fn what_every_program_gets_and_what_nobody_types_is_left_out() {
        assert_eq!(counts_of("  c = icmp eq i64 len, 4\n  return\n"), [0usize; 0], "three are tried anyway");
        assert_eq!(counts_of("  c = icmp eq i64 len, 18\n  return\n"), [0usize; 0]);
        assert_eq!(counts_of("  c = icmp eq i64 len, -1\n  return\n"), [0usize; 0]);
        let many: String = (5..=14).map(|n| format!("  c{n} = icmp eq i64 len, {n}\n")).collect();
        assert_eq!(counts_of(&format!("{many}  return\n")), [10, 11, 12, 13], "the largest few");
    }

    /// `args.nth(7)` wants as many.
    #[test]
    fn places_are_told_by_who_takes_them() {
        assert_eq!(counts_of("  a = call @nth(ptr args, i64 7) -> ptr\n  return\n"), [7]);
        let two = "  a = call @index(ptr args, i64 5) -> ptr\n  b = call @index(ptr args, i64 9) -> ptr\n  return\n";
        assert_eq!(counts_of(two), [9], "who looks at the last one looks at those before");
        assert_eq!(counts_of("  a = call @take(ptr args, i64 7) -> ptr\n  return\n"), [0usize; 0]);
    }

    #[test]
    fn only_the_programs_own_main_counts() {
        assert_eq!(counts_of("  return\n"), [0usize; 0], "the standard library compares with 12");
    }

    #[test]
    fn words_are_as_long_as_the_keywords_they_are_compared_with() {
        let compared = |word: &str| {
            let body = format!("  e = call @eq(ptr args, ptr @{word}) -> i1\n  return\n");
            word_length(&rust(&body), false)
        };
        assert_eq!((compared("word"), compared("essay")), ("--verbose".len(), 0));
    }
}
