//! Which numbers of an instruction may be limits on how much there is to read.
//!
//! Characters are none: `c == 'y'` says nothing about lengths, although `'y'` is 121 like any other. What is one byte
//! wide, or was, is taken for a character, and so is what functions that read one return. Errs towards fewer limits: a
//! count that is kept in one byte looks like a character.

use rift_ir::{Callee, Const, Function, Inst, InstKind, Module, Operand, Site, Type, ValueId};

/// Return a character, or the end of the file.
const READERS: [&str; 10] = [
    "getchar",
    "getchar_unlocked",
    "getc",
    "getc_unlocked",
    "fgetc",
    "fgetc_unlocked",
    "_IO_getc",
    "tolower",
    "toupper",
    "ungetc",
];
/// Take characters among their arguments, and no limits.
const TAKERS: [&str; 13] = [
    "putchar",
    "putchar_unlocked",
    "putc",
    "putc_unlocked",
    "fputc",
    "fputc_unlocked",
    "_IO_putc",
    "ungetc",
    "strchr",
    "strrchr",
    "strchrnul",
    "tolower",
    "toupper",
];
/// Take a character as their second argument, and a size as their third.
const TAKERS_WITH_SIZES: [&str; 3] = ["memchr", "memrchr", "memset"];
/// Instructions that a value is followed through, at most.
const DEPTH: usize = 4;

/// Integers that an instruction has as they are, without characters.
pub fn limits(module: &Module, site: Site) -> Vec<u32> {
    let function = &module.functions[site.function];
    let kind = &function.insts[site.inst].kind;
    let is_beside_character = |operands: &[Operand]| {
        let is_character = |operand: &Operand| is_character(module, function, *operand, DEPTH);
        operands.iter().any(is_character)
    };
    match kind {
        InstKind::CompareInt { lhs, rhs, .. } | InstKind::Binary { lhs, rhs, .. }
            if is_beside_character(&[*lhs, *rhs]) =>
        {
            return vec![];
        }
        _ => {}
    }
    let mut numbers = Vec::new();
    match called(module, kind) {
        Some(name) if TAKERS.contains(&name) => return numbers,
        Some(name) if TAKERS_WITH_SIZES.contains(&name) => {
            let (InstKind::Call { args, .. } | InstKind::Invoke { args, .. }) = kind else { return numbers };
            numbers.extend(args.iter().skip(2).filter_map(|arg| number(module, arg.value)));
        }
        _ => kind.visit_operands(|operand| numbers.extend(number(module, operand))),
    }
    numbers
}

fn called<'m>(module: &'m Module, kind: &InstKind) -> Option<&'m str> {
    match kind {
        InstKind::Call { callee: Callee::Direct(callee), .. }
        | InstKind::Invoke { callee: Callee::Direct(callee), .. } => Some(&module.functions[*callee].name),
        _ => None,
    }
}

fn number(module: &Module, operand: Operand) -> Option<u32> {
    let Operand::Const(constant) = operand else { return None };
    let Const::Bits { ty, limbs } = module.consts.get(constant) else { return None };
    match (module.types.get(*ty), &limbs[..]) {
        // Eight bits are a character.
        (Type::Int(9..=64), [number]) => u32::try_from(*number).ok(),
        _ => None,
    }
}

fn is_character(module: &Module, function: &Function, operand: Operand, depth: usize) -> bool {
    let Operand::Value(value) = operand else { return false };
    if *module.types.get(function.value_type(value)) == Type::Int(8) {
        return true;
    }
    let Some(made) = made(function, value).filter(|_| depth > 0) else { return false };
    let is_character = |operand: &Operand| is_character(module, function, *operand, depth - 1);
    match &made.kind {
        InstKind::Cast { value, .. } => is_character(value),
        InstKind::Select { if_true, if_false, .. } => is_character(if_true) || is_character(if_false),
        InstKind::Phi { incoming } => incoming.iter().any(|(_, operand)| is_character(operand)),
        kind => called(module, kind).is_some_and(|name| READERS.contains(&name)),
    }
}

fn made(function: &Function, value: ValueId) -> Option<&Inst> {
    function.insts.values().find(|inst| inst.result.expand() == Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_ir::{EntityRef, InstId};

    /// The limits of all instructions of `f`, whose body this is.
    fn of(body: &str) -> Vec<u32> {
        let text = format!(
            "declare @getchar() -> i32\ndeclare @putchar(i32) -> i32\ndeclare @length(ptr) -> i32\n\
             declare @memset(ptr, i32, i64) -> ptr\n\
             function @f(ptr p, i32 n, i8 c) {{\nentry:\n{body}  return\n}}\n"
        );
        let module = rift_ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = module.function_named("f").unwrap();
        let sites = (0..module.functions[function].insts.len()).map(InstId::new);
        sites.flat_map(|inst| limits(&module, Site { function, inst })).collect()
    }

    #[test]
    fn numbers_that_lengths_are_compared_with_are_limits() {
        assert_eq!(of("  a = icmp sgt i32 n, 56\n"), [56]);
        assert_eq!(of("  l = call @length(ptr p) -> i32\n  a = icmp ult i32 l, 97\n"), [97]);
        assert_eq!(of("  s = call @memset(ptr p, i32 97, i64 120) -> ptr\n"), [120]);
    }

    #[test]
    fn characters_are_no_limits() {
        let none = Vec::<u32>::new();
        assert_eq!(of("  w = sext i8 c to i32\n  a = icmp eq i32 w, 97\n"), none, "c == 'a'");
        assert_eq!(of("  w = zext i8 c to i32\n  d = sub i32 w, 48\n"), none, "c - '0'");
        assert_eq!(of("  a = icmp eq i8 c, 97\n"), none);
        assert_eq!(of("  r = call @getchar() -> i32\n  a = icmp eq i32 r, 121\n"), none);
        assert_eq!(of("  o = call @putchar(i32 121) -> i32\n"), none);
        assert_eq!(of("  store i8 97, p\n"), none);
    }
}
