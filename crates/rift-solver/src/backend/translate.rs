//! Terms of the project -> terms of Bitwuzla.
//!
//! A term has up to three forms: *bits*, *truth* (a boolean, of terms of width 1) and *float*. It gets the form that
//! its operation yields when it is defined, and the others when something asks for them: so chains of conditions stay
//! booleans, and chains of float operations never go through bits. Constant tables become balanced trees of
//! if-then-else, which Bitwuzla decides an order of magnitude faster than arrays.
//!
//! The theory of floats has one NaN and no function to bits. The bits of a computed float are therefore a fresh
//! unknown that, read as a float, must equal it; for NaN any of its patterns will do, though the machine gives one of
//! them. The same holds for conversions of floats out of range. It errs towards satisfiable: `Unsat` is certain, and
//! an assignment may turn out wrong when it is evaluated.

use super::definition::{Definition, Id, Shape};
use super::needs::{Needs, NeedsId};
use rift_bitwuzla::{Binary, Bitwuzla, FloatFormat, Rounded, Signedness, Term, Unary};
use rift_ir::{BinaryOp, FloatPredicate, IntPredicate};

/// The solver has no such operation, or was not told of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unsupported;

type Result<T> = std::result::Result<T, Unsupported>;

/// What a term is to Bitwuzla. Undefined if it has no form.
#[derive(Debug, Clone, Copy, Default)]
struct Forms {
    width: u32,
    bits: Option<Term>,
    truth: Option<Term>,
    float: Option<Term>,
    /// What must hold for the forms to mean the term.
    needs: NeedsId,
    /// The same for `bits` where they were made from `float`.
    bits_needs: NeedsId,
}

/// What an operation yields.
enum Made {
    Bits(Term),
    Truth(Term),
    Float(Term),
    /// Of floats that were chosen: both forms, independently made.
    BitsAndFloat(Term, Term),
}

/// Which Bitwuzla term each term is.
#[derive(Default)]
pub(super) struct Translator {
    /// By id.
    forms: Vec<Forms>,
    /// By number.
    input: Vec<Option<Term>>,
    needs: Needs,
}

impl Translator {
    /// The unknown that stands for an input byte, if any term so far reads it.
    pub(super) fn input(&self, at: u32) -> Option<Term> {
        self.input.get(at as usize).copied().flatten()
    }

    pub(super) fn define(&mut self, solver: &mut Bitwuzla, definition: &Definition) -> Result<()> {
        let mut scope = Scope { translator: self, solver, needs: NeedsId::default() };
        let made = scope.make(definition.width, &definition.shape)?;
        let needs = scope.needs;
        let mut forms = Forms { width: definition.width, needs, bits_needs: needs, ..Forms::default() };
        match made {
            Made::Bits(bits) => forms.bits = Some(bits),
            Made::Truth(truth) => forms.truth = Some(truth),
            Made::Float(float) => forms.float = Some(float),
            Made::BitsAndFloat(bits, float) => (forms.bits, forms.float) = (Some(bits), Some(float)),
        }
        let at = definition.id.index();
        if self.forms.len() <= at {
            self.forms.resize(at + 1, Forms::default());
        }
        self.forms[at] = forms;
        Ok(())
    }

    /// What Bitwuzla has to assume so that all of these terms are true.
    pub(super) fn assume(&mut self, solver: &mut Bitwuzla, terms: &[Id]) -> Result<Vec<Term>> {
        let mut scope = Scope { translator: self, solver, needs: NeedsId::default() };
        let mut assumptions = terms.iter().map(|&term| scope.truth(term)).collect::<Result<Vec<_>>>()?;
        let needs = scope.needs;
        self.needs.collect(needs, &mut assumptions);
        Ok(assumptions)
    }
}

/// The making of one term: gathers what its operands need.
struct Scope<'a> {
    translator: &'a mut Translator,
    solver: &'a mut Bitwuzla,
    needs: NeedsId,
}

impl Scope<'_> {
    fn make(&mut self, width: u32, shape: &Shape) -> Result<Made> {
        Ok(match *shape {
            Shape::Const(value) if width == 1 => Made::Truth(self.solver.truth(value != 0)),
            Shape::Const(value) => Made::Bits(self.solver.value(width, value)),
            Shape::Wide(ref limbs) => Made::Bits(self.solver.value_limbs(width, limbs)),
            Shape::Read { at, bytes } => Made::Bits(self.read(at, bytes)?),
            Shape::Binary { op, a, b } => self.binary(width, op, a, b)?,
            Shape::Compare { predicate, a, b } => Made::Truth(self.compare(predicate, a, b)?),
            Shape::Not(a) if width == 1 => Made::Truth(self.not(a)?),
            Shape::Not(a) => {
                let a = self.bits(a)?;
                Made::Bits(self.solver.unary(Unary::BvNot, a))
            }
            Shape::Ite { condition, yes, no } => self.ite(width, condition, yes, no)?,
            Shape::Extract { a, low } => {
                let a = self.bits(a)?;
                Made::Bits(self.solver.extract(a, low + width - 1, low))
            }
            Shape::Concat { high, low } => {
                let (high, low) = (self.bits(high)?, self.bits(low)?);
                Made::Bits(self.solver.binary(Binary::BvConcat, high, low))
            }
            Shape::ZExt(a) => Made::Bits(self.extend(width, Signedness::Unsigned, a)?),
            Shape::SExt(a) => Made::Bits(self.extend(width, Signedness::Signed, a)?),
            Shape::Lookup { ref values, index } => Made::Bits(self.lookup(width, values, index)?),
            Shape::Float { op, a, b } => {
                let (a, b) = (self.float(a)?, self.float(b)?);
                Made::Float(self.solver.rounded(rounded(op)?, a, b))
            }
            Shape::FloatSqrt(a) => {
                let a = self.float(a)?;
                Made::Float(self.solver.square_root(a))
            }
            Shape::FloatCompare { predicate, a, b } => Made::Truth(self.float_compare(predicate, a, b)?),
            Shape::FloatToFloat(a) => {
                let a = self.float(a)?;
                Made::Float(self.solver.float_to_float(a, format(width)?))
            }
            Shape::SignedToFloat(a) => Made::Float(self.int_to_float(width, Signedness::Signed, a)?),
            Shape::UnsignedToFloat(a) => Made::Float(self.int_to_float(width, Signedness::Unsigned, a)?),
            Shape::FloatToSigned(a) => Made::Bits(self.float_to_int(width, Signedness::Signed, a)?),
            Shape::FloatToUnsigned(a) => Made::Bits(self.float_to_int(width, Signedness::Unsigned, a)?),
        })
    }

    fn read(&mut self, at: u32, bytes: u32) -> Result<Term> {
        let mut read = self.input(at);
        for next in at + 1..at + bytes {
            let byte = self.input(next);
            read = self.solver.binary(Binary::BvConcat, byte, read);
        }
        Ok(read)
    }

    fn input(&mut self, at: u32) -> Term {
        let input = &mut self.translator.input;
        if input.len() <= at as usize {
            input.resize(at as usize + 1, None);
        }
        *input[at as usize].get_or_insert_with(|| self.solver.unknown(8))
    }

    fn binary(&mut self, width: u32, op: BinaryOp, a: Id, b: Id) -> Result<Made> {
        // Of one bit, adding is exclusive or, and multiplying is and.
        let logical = match op {
            BinaryOp::And | BinaryOp::Mul => Some(Binary::And),
            BinaryOp::Or => Some(Binary::Or),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => Some(Binary::Xor),
            _ => None,
        };
        match logical {
            Some(operator) if width == 1 => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                Ok(Made::Truth(self.solver.binary(operator, a, b)))
            }
            _ => {
                let (a, b) = (self.bits(a)?, self.bits(b)?);
                Ok(Made::Bits(self.solver.binary(integer(op)?, a, b)))
            }
        }
    }

    fn not(&mut self, a: Id) -> Result<Term> {
        let a = self.truth(a)?;
        Ok(self.solver.unary(Unary::Not, a))
    }

    fn compare(&mut self, predicate: IntPredicate, a: Id, b: Id) -> Result<Term> {
        let (operator, a, b) = match predicate {
            IntPredicate::Eq | IntPredicate::Ne => (Binary::Equal, a, b),
            IntPredicate::Ult => (Binary::BvUlt, a, b),
            IntPredicate::Ule => (Binary::BvUle, a, b),
            IntPredicate::Slt => (Binary::BvSlt, a, b),
            IntPredicate::Sle => (Binary::BvSle, a, b),
            IntPredicate::Ugt => (Binary::BvUlt, b, a),
            IntPredicate::Uge => (Binary::BvUle, b, a),
            IntPredicate::Sgt => (Binary::BvSlt, b, a),
            IntPredicate::Sge => (Binary::BvSle, b, a),
        };
        let (a, b) = match self.forms(a)?.width {
            1 if operator == Binary::Equal => (self.truth(a)?, self.truth(b)?),
            _ => (self.bits(a)?, self.bits(b)?),
        };
        let compared = self.solver.binary(operator, a, b);
        Ok(if predicate == IntPredicate::Ne { self.solver.unary(Unary::Not, compared) } else { compared })
    }

    fn ite(&mut self, width: u32, condition: Id, yes: Id, no: Id) -> Result<Made> {
        let condition = self.truth(condition)?;
        if width == 1 {
            let (yes, no) = (self.truth(yes)?, self.truth(no)?);
            return Ok(Made::Truth(self.solver.ite(condition, yes, no)));
        }
        let floats = (self.forms(yes)?.float, self.forms(no)?.float);
        let (yes, no) = (self.bits(yes)?, self.bits(no)?);
        let bits = self.solver.ite(condition, yes, no);
        Ok(match floats {
            (Some(yes), Some(no)) => Made::BitsAndFloat(bits, self.solver.ite(condition, yes, no)),
            _ => Made::Bits(bits),
        })
    }

    fn extend(&mut self, width: u32, signedness: Signedness, a: Id) -> Result<Term> {
        let forms = self.forms(a)?;
        if forms.truth.is_some() {
            let condition = self.truth(a)?;
            let ones = match signedness {
                Signedness::Signed => self.ones(width),
                Signedness::Unsigned => self.solver.value(width, 1),
            };
            let zero = self.solver.value(width, 0);
            return Ok(self.solver.ite(condition, ones, zero));
        }
        let a = self.bits(a)?;
        let more = width.checked_sub(forms.width).ok_or(Unsupported)?;
        Ok(self.solver.extend(signedness, a, more))
    }

    fn ones(&mut self, width: u32) -> Term {
        let zero = self.solver.value(width, 0);
        self.solver.unary(Unary::BvNot, zero)
    }

    /// A tree over the bits of the index, the lowest at the leaves.
    fn lookup(&mut self, width: u32, values: &[u64], index: Id) -> Result<Term> {
        let index_width = self.forms(index)?.width;
        let index = self.bits(index)?;
        let zero = self.solver.value(width, 0);
        let mut level: Vec<Term> = Vec::with_capacity(values.len());
        for (at, &value) in values.iter().enumerate() {
            let same = at.checked_sub(1).filter(|&before| values[before] == value);
            level.push(match same {
                Some(before) => level[before],
                None => self.solver.value(width, value),
            });
        }
        let mut bit = 0;
        while bit < index_width && level.len() > 1 {
            let chosen = self.solver.extract(index, bit, bit);
            let one = self.solver.value(1, 1);
            let is_odd = self.solver.binary(Binary::Equal, chosen, one);
            let pairs = level.chunks(2).map(|pair| match *pair {
                [even, odd] if even == odd => even,
                [even, odd] => self.solver.ite(is_odd, odd, even),
                [even] => self.solver.ite(is_odd, zero, even),
                _ => unreachable!("chunks of 2 have 1 or 2 elements"),
            });
            level = pairs.collect();
            bit += 1;
        }
        let inside = level.first().copied().unwrap_or(zero);
        if bit >= index_width {
            return Ok(inside);
        }
        let above = self.solver.extract(index, index_width - 1, bit);
        let none = self.solver.value(index_width - bit, 0);
        let is_inside = self.solver.binary(Binary::Equal, above, none);
        Ok(self.solver.ite(is_inside, inside, zero))
    }

    fn int_to_float(&mut self, width: u32, signedness: Signedness, a: Id) -> Result<Term> {
        let a = self.bits(a)?;
        Ok(self.solver.int_to_float(signedness, a, format(width)?))
    }

    fn float_to_int(&mut self, width: u32, signedness: Signedness, a: Id) -> Result<Term> {
        let a = self.float(a)?;
        Ok(self.solver.float_to_int(signedness, a, width))
    }

    fn float_compare(&mut self, predicate: FloatPredicate, a: Id, b: Id) -> Result<Term> {
        let (a, b) = (self.float(a)?, self.float(b)?);
        let solver = &mut *self.solver;
        let unordered = |solver: &mut Bitwuzla| {
            let (a, b) = (solver.unary(Unary::IsNan, a), solver.unary(Unary::IsNan, b));
            solver.binary(Binary::Or, a, b)
        };
        let different = |solver: &mut Bitwuzla| {
            let (less, greater) = (solver.binary(Binary::FpLt, a, b), solver.binary(Binary::FpLt, b, a));
            solver.binary(Binary::Or, less, greater)
        };
        // An unordered predicate is the negation of the ordered one that it excludes.
        let (term, negate) = match predicate {
            FloatPredicate::False => (solver.truth(false), false),
            FloatPredicate::True => (solver.truth(true), false),
            FloatPredicate::Oeq => (solver.binary(Binary::FpEqual, a, b), false),
            FloatPredicate::Une => (solver.binary(Binary::FpEqual, a, b), true),
            FloatPredicate::Olt => (solver.binary(Binary::FpLt, a, b), false),
            FloatPredicate::Uge => (solver.binary(Binary::FpLt, a, b), true),
            FloatPredicate::Ole => (solver.binary(Binary::FpLe, a, b), false),
            FloatPredicate::Ugt => (solver.binary(Binary::FpLe, a, b), true),
            FloatPredicate::Ogt => (solver.binary(Binary::FpLt, b, a), false),
            FloatPredicate::Ule => (solver.binary(Binary::FpLt, b, a), true),
            FloatPredicate::Oge => (solver.binary(Binary::FpLe, b, a), false),
            FloatPredicate::Ult => (solver.binary(Binary::FpLe, b, a), true),
            FloatPredicate::One => (different(solver), false),
            FloatPredicate::Ueq => (different(solver), true),
            FloatPredicate::Uno => (unordered(solver), false),
            FloatPredicate::Ord => (unordered(solver), true),
        };
        Ok(if negate { solver.unary(Unary::Not, term) } else { term })
    }

    fn forms(&self, term: Id) -> Result<Forms> {
        let forms = self.translator.forms.get(term.index()).copied().unwrap_or_default();
        let is_defined = forms.bits.is_some() || forms.truth.is_some() || forms.float.is_some();
        if is_defined { Ok(forms) } else { Err(Unsupported) }
    }

    fn need(&mut self, more: NeedsId) {
        self.needs = self.translator.needs.union(self.needs, more);
    }

    fn bits(&mut self, term: Id) -> Result<Term> {
        let mut forms = self.forms(term)?;
        let bits = match forms {
            Forms { bits: Some(bits), .. } => bits,
            Forms { truth: Some(truth), .. } => {
                let (one, zero) = (self.solver.value(1, 1), self.solver.value(1, 0));
                self.solver.ite(truth, one, zero)
            }
            Forms { float: Some(float), .. } => {
                let bits = self.solver.unknown(forms.width);
                let read_back = self.solver.float_from_bits(bits, format(forms.width)?);
                let same = self.solver.binary(Binary::Equal, read_back, float);
                forms.bits_needs = self.translator.needs.with(forms.needs, same);
                bits
            }
            _ => return Err(Unsupported),
        };
        forms.bits = Some(bits);
        self.translator.forms[term.index()] = forms;
        self.need(forms.bits_needs);
        Ok(bits)
    }

    fn truth(&mut self, term: Id) -> Result<Term> {
        let forms = self.forms(term)?;
        if let Some(truth) = forms.truth {
            self.need(forms.needs);
            return Ok(truth);
        }
        let (bits, one) = (self.bits(term)?, self.solver.value(1, 1));
        let truth = self.solver.binary(Binary::Equal, bits, one);
        self.translator.forms[term.index()].truth = Some(truth);
        Ok(truth)
    }

    fn float(&mut self, term: Id) -> Result<Term> {
        let forms = self.forms(term)?;
        if let Some(float) = forms.float {
            self.need(forms.needs);
            return Ok(float);
        }
        let bits = self.bits(term)?;
        let float = self.solver.float_from_bits(bits, format(forms.width)?);
        self.translator.forms[term.index()].float = Some(float);
        Ok(float)
    }
}

fn format(width: u32) -> Result<FloatFormat> {
    FloatFormat::of_width(width).ok_or(Unsupported)
}

fn integer(op: BinaryOp) -> Result<Binary> {
    Ok(match op {
        BinaryOp::Add => Binary::BvAdd,
        BinaryOp::Sub => Binary::BvSub,
        BinaryOp::Mul => Binary::BvMul,
        BinaryOp::UDiv => Binary::BvUdiv,
        BinaryOp::SDiv => Binary::BvSdiv,
        BinaryOp::URem => Binary::BvUrem,
        BinaryOp::SRem => Binary::BvSrem,
        BinaryOp::Shl => Binary::BvShl,
        BinaryOp::LShr => Binary::BvLshr,
        BinaryOp::AShr => Binary::BvAshr,
        BinaryOp::And => Binary::BvAnd,
        BinaryOp::Or => Binary::BvOr,
        BinaryOp::Xor => Binary::BvXor,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => return Err(Unsupported),
    })
}

fn rounded(op: BinaryOp) -> Result<Rounded> {
    match op {
        BinaryOp::FAdd => Ok(Rounded::Add),
        BinaryOp::FSub => Ok(Rounded::Sub),
        BinaryOp::FMul => Ok(Rounded::Mul),
        BinaryOp::FDiv => Ok(Rounded::Div),
        _ => Err(Unsupported),
    }
}
