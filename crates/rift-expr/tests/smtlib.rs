//! The SMT-LIB scripts mean what the terms mean: a small interpreter of the language reads them.

#[expect(dead_code, reason = "floats are not interpreted")]
mod reference;

use reference::{INPUT, MODELS, Pool, Random, mask, signed};
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use std::collections::HashMap;
use std::process::{Command, Stdio};

#[derive(Debug, Clone, PartialEq)]
enum Form {
    Word(String),
    List(Vec<Form>),
}

fn parse(text: &str) -> Vec<Form> {
    let mut stack = vec![Vec::new()];
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let list = stack.pop().unwrap();
                stack.last_mut().expect("a parenthesis is open").push(Form::List(list));
            }
            _ => stack.last_mut().unwrap().push(Form::Word(word.to_owned())),
        }
    }
    assert_eq!(stack.len(), 1, "every parenthesis is closed");
    stack.pop().unwrap()
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Value {
    Bool(bool),
    Bits(u32, u128),
}

impl Value {
    fn bool(self) -> bool {
        match self {
            Value::Bool(value) => value,
            Value::Bits(..) => panic!("{self:?} is not a Bool"),
        }
    }

    fn bits(self) -> (u32, u128) {
        match self {
            Value::Bits(width, value) => (width, value),
            Value::Bool(_) => panic!("{self:?} is not a bit vector"),
        }
    }
}

type Names = HashMap<String, Value>;

fn words(form: &Form) -> Vec<&str> {
    match form {
        Form::Word(word) => vec![word],
        Form::List(list) => list.iter().flat_map(words).collect(),
    }
}

fn evaluate(form: &Form, names: &Names) -> Value {
    let list = match form {
        Form::Word(word) => {
            return match word.strip_prefix("#b") {
                Some(digits) => Value::Bits(digits.len() as u32, u128::from_str_radix(digits, 2).unwrap()),
                None => *names.get(word).unwrap_or_else(|| panic!("`{word}` is not declared")),
            };
        }
        Form::List(list) => list,
    };
    let operator = words(&list[0]);
    if let ["let"] = operator[..] {
        let (Form::List(bindings), [body]) = (&list[1], &list[2..]) else { panic!("{form:?}") };
        let mut inner = names.clone();
        for binding in bindings {
            let Form::List(pair) = binding else { panic!("{binding:?}") };
            inner.insert(words(&pair[0])[0].to_owned(), evaluate(&pair[1], names));
        }
        return evaluate(body, &inner);
    }
    let operands: Vec<Value> = list[1..].iter().map(|operand| evaluate(operand, names)).collect();
    match (&operator[..], &operands[..]) {
        (["not"], [a]) => Value::Bool(!a.bool()),
        (["and"], [a, b]) => Value::Bool(a.bool() & b.bool()),
        (["or"], [a, b]) => Value::Bool(a.bool() | b.bool()),
        (["xor"], [a, b]) => Value::Bool(a.bool() ^ b.bool()),
        (["="], [Value::Bool(a), Value::Bool(b)]) => Value::Bool(a == b),
        (["ite"], [condition, a, b]) => {
            assert_eq!(std::mem::discriminant(a), std::mem::discriminant(b), "{form:?}");
            if condition.bool() { *a } else { *b }
        }
        (["bvnot"], [a]) => {
            let (width, a) = a.bits();
            Value::Bits(width, !a & mask(width))
        }
        (["concat"], [a, b]) => {
            let ((high, a), (low, b)) = (a.bits(), b.bits());
            Value::Bits(high + low, a << low | b)
        }
        (["_", name, numbers @ ..], [a]) => {
            let numbers: Vec<u32> = numbers.iter().map(|number| number.parse().unwrap()).collect();
            indexed(name, &numbers, a.bits())
        }
        ([name], [a, b]) => {
            let ((width, a), (other, b)) = (a.bits(), b.bits());
            assert_eq!(width, other, "operands of {name}");
            binary(name, width, a, b)
        }
        _ => panic!("{form:?}"),
    }
}

fn indexed(name: &str, numbers: &[u32], (width, a): (u32, u128)) -> Value {
    match (name, numbers) {
        ("extract", &[high, low]) => {
            assert!(low <= high && high < width);
            Value::Bits(high - low + 1, a >> low & mask(high - low + 1))
        }
        ("zero_extend", &[by]) => Value::Bits(width + by, a),
        ("sign_extend", &[by]) => Value::Bits(width + by, signed(width, a) as u128 & mask(width + by)),
        _ => panic!("{name} {numbers:?}"),
    }
}

fn binary(name: &str, width: u32, a: u128, b: u128) -> Value {
    let op = match name {
        "=" => return Value::Bool(a == b),
        "bvult" => return Value::Bool(a < b),
        "bvule" => return Value::Bool(a <= b),
        "bvslt" => return Value::Bool(signed(width, a) < signed(width, b)),
        "bvsle" => return Value::Bool(signed(width, a) <= signed(width, b)),
        "bvadd" => BinaryOp::Add,
        "bvsub" => BinaryOp::Sub,
        "bvmul" => BinaryOp::Mul,
        "bvudiv" => BinaryOp::UDiv,
        "bvsdiv" => BinaryOp::SDiv,
        "bvurem" => BinaryOp::URem,
        "bvsrem" => BinaryOp::SRem,
        "bvshl" => BinaryOp::Shl,
        "bvlshr" => BinaryOp::LShr,
        "bvashr" => BinaryOp::AShr,
        "bvand" => BinaryOp::And,
        "bvor" => BinaryOp::Or,
        "bvxor" => BinaryOp::Xor,
        _ => panic!("{name}"),
    };
    Value::Bits(width, reference::binary(op, width, a, b))
}

/// Whether every assertion of a script without floats holds.
fn holds(script: &str, model: &Model) -> bool {
    let mut names = Names::new();
    let mut all = true;
    for form in parse(script) {
        let Form::List(command) = &form else { panic!("{form:?}") };
        match words(&command[0])[0] {
            "set-logic" => assert_eq!(words(&form), ["set-logic", "QF_BV"]),
            "declare-fun" => {
                let name = words(&command[1])[0];
                let at = name.strip_prefix("in_").expect("only bytes are declared").parse().unwrap();
                assert_eq!(words(&command[3]), ["_", "BitVec", "8"]);
                names.insert(name.to_owned(), Value::Bits(8, model.byte(at).into()));
            }
            "define-fun" => {
                let value = evaluate(&command[4], &names);
                match words(&command[3])[..] {
                    ["Bool"] => assert!(matches!(value, Value::Bool(_))),
                    ["_", "BitVec", width] => assert_eq!(value.bits().0.to_string(), width),
                    _ => panic!("{command:?}"),
                }
                let earlier = names.insert(words(&command[1])[0].to_owned(), value);
                assert!(earlier.is_none(), "defined twice: {command:?}");
            }
            "assert" => all &= evaluate(&command[1], &names).bool(),
            "check-sat" => assert_eq!(command.len(), 1),
            _ => panic!("{command:?}"),
        }
    }
    all
}

#[test]
fn scripts_hold_where_the_terms_do() {
    let (mut terms, mut evaluators) = (Terms::new(), std::array::from_fn::<_, MODELS, _>(|_| Evaluator::default()));
    let (mut scripts, mut held) = (0, 0);
    for seed in 0..80 {
        let mut random = Random(seed);
        let mut pool = Pool::new(&mut terms, &mut random, &mut evaluators, INPUT);
        let mut conditions = Vec::new();
        for _ in 0..60 {
            conditions.push(pool.step());
            conditions.retain(|sample| sample.width == 1);
        }
        let models = pool.models.clone();
        for asserted in conditions.chunks(2) {
            let script = terms.smtlib(&asserted.iter().map(|sample| sample.term).collect::<Vec<TermId>>());
            if script.starts_with("(set-logic ALL)") {
                continue;
            }
            scripts += 1;
            for (i, model) in models.iter().enumerate() {
                let expected = asserted.iter().all(|sample| sample.values[i] == 1);
                assert_eq!(holds(&script, model), expected, "{script}");
                held += usize::from(expected);
            }
        }
    }
    assert!(scripts > 300 && held > 300, "{scripts} scripts, {held} held");
}

/// (x as f64) * 1.5 > y, and its square root as an integer is 3.
fn float_script() -> String {
    let mut terms = Terms::new();
    let (x, y) = (terms.read(0, 4), terms.read(4, 8));
    let converted = terms.int_to_float(x, true, FloatKind::Double);
    let factor = terms.constant(64, 1.5f64.to_bits());
    let product = terms.float(BinaryOp::FMul, converted, factor);
    let greater = terms.float_compare(FloatPredicate::Ogt, product, y);
    let root = terms.float_sqrt(product);
    let int = terms.float_to_int(root, true, 32);
    let three = terms.constant(32, 3);
    let is_three = terms.compare(IntPredicate::Eq, int, three);
    terms.smtlib(&[greater, is_three])
}

#[test]
fn floats_go_through_constants_that_stand_for_them() {
    let script = float_script();
    parse(&script);
    for part in [
        "(set-logic ALL)",
        "((_ to_fp 11 53) RNE (concat in_3 (concat in_2 (concat in_1 in_0))))",
        "(declare-fun t1 () (_ BitVec 64))",
        "(assert (= ((_ to_fp 11 53) t2) (fp.mul RNE ((_ to_fp 11 53) t1) ",
        "fp.sqrt RNE",
        "((_ fp.to_sbv 32) RTZ",
        "(fp.lt ",
    ] {
        assert!(script.contains(part), "`{part}` is not in\n{script}");
    }
}

/// What a solver says, if there is one.
fn solve(script: &str) -> Option<String> {
    let (program, arguments): (&str, &[&str]) = [("bitwuzla", &[][..]), ("z3", &["-in"])]
        .into_iter()
        .find(|(program, _)| Command::new(program).arg("--version").output().is_ok())?;
    let mut solver =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut solver.stdin.take().unwrap(), script.as_bytes()).unwrap();
    Some(String::from_utf8(solver.wait_with_output().unwrap().stdout).unwrap().trim().to_owned())
}

#[test]
fn a_solver_if_there_is_one_agrees() {
    let mut terms = Terms::new();
    let x = terms.read(0, 4);
    let (factor, value) = (terms.constant(32, 12), terms.constant(32, 36));
    let product = terms.binary(BinaryOp::Mul, x, factor);
    let same = terms.compare(IntPredicate::Eq, product, value);
    let odd = terms.extract(x, 0, 1);
    let even = terms.not(odd);
    let sat = terms.smtlib(&[same, odd]);
    let ten = terms.constant(32, 10);
    let small = terms.compare(IntPredicate::Ult, x, ten);
    let unsat = terms.smtlib(&[same, even, small]);
    for (script, expected) in [(sat, "sat"), (unsat, "unsat"), (float_script(), "sat")] {
        let interpreted = script.ends_with("(check-sat)\n");
        assert!(interpreted, "{script}");
        if let Some(answer) = solve(&script) {
            assert_eq!(answer, expected, "{script}");
        }
    }
}
