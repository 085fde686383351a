//! Comparisons with a constant, as membership of a term in a wrapped interval.
//!
//! Every comparison with a constant is one, and what computes the term from another one maps the interval back: sums
//! move it, extensions cut it, and so on until the innermost term is compared, at its own width.

use super::DEEPEST;
use crate::span::Span;
use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp::{self, Add, And, Mul, Or, SDiv, SRem, Sub, UDiv, Xor};
use rift_ir::IntPredicate::{self, Eq, Sle, Slt, Ule, Ult};
use rift_numeric::int::{mask64, signed64};
use smallvec::SmallVec;

/// How many operands of an Or are tested one by one.
const MOST_PARTS: usize = 64;

/// `subject` lies in `span`, which has its width.
pub(super) struct Membership {
    pub subject: TermId,
    pub span: Span,
}

/// What becomes of a membership when one operation is taken away.
enum Step {
    Inside(TermId, Span),
    Never,
    Answer(TermId),
    /// Nothing to take away.
    Last,
}

impl Step {
    fn inside(subject: TermId, span: Option<Span>) -> Step {
        span.map_or(Step::Never, |span| Step::Inside(subject, span))
    }
}

impl Terms {
    /// Whether `subject`, of at most 64 bits, lies in `span`.
    pub(super) fn member(&mut self, subject: TermId, span: Span) -> TermId {
        let (mut subject, mut span) = (subject, span);
        loop {
            if span.is_full() {
                return self.truth(true);
            }
            if span.width == 1 {
                return if span.first == 1 { subject } else { self.negation(subject) };
            }
            // All but one.
            let rest = span.complement().expect("the span is not full");
            if rest.as_single().is_some() {
                let same = self.member(subject, rest);
                return self.negation(same);
            }
            let step = self.comparing(|terms| terms.step(subject, span));
            match step.unwrap_or(Step::Last) {
                Step::Inside(inner, narrower) => (subject, span) = (inner, narrower),
                Step::Never => return self.truth(false),
                Step::Answer(answer) => return answer,
                Step::Last => return self.emit(subject, span),
            }
        }
    }

    fn step(&mut self, subject: TermId, span: Span) -> Step {
        match self.node(subject) {
            Node::Const(value) => Step::Answer(self.truth(span.contains(value))),
            Node::Not(a) => Step::Inside(a, span.reflected(u64::MAX)),
            Node::ZExt(a) => Step::inside(a, span.within(0, self.width(a))),
            Node::SExt(a) => {
                let narrow = self.width(a);
                // Counted from the most negative number up, the values are 0 .. 2^narrow.
                let lowest = 1u64 << (narrow - 1);
                let counted = span.within(lowest.wrapping_neg(), narrow);
                Step::inside(a, counted.map(|span| span.shifted(lowest)))
            }
            Node::Concat { high, low } => self.step_concat(subject, high, low, span),
            Node::Binary { op: Add, a, b } => match self.as_const(b) {
                Some(c) => Step::Inside(a, span.shifted(c.wrapping_neg())),
                None => Step::Last,
            },
            Node::Binary { op: Sub, a, b } => match self.as_const(a) {
                Some(c) => Step::Inside(b, span.reflected(c)),
                None => self.step_difference(a, b, span),
            },
            Node::Binary { op: op @ (UDiv | SDiv | Mul), a, b } if let Some(c) = self.as_const(b) => {
                self.step_scaled(subject, op, a, c, span)
            }
            Node::Binary { op, a, b } => {
                let answer = match span.as_single() {
                    Some(value) => self.step_equal(op, a, b, value, span.width),
                    None => Step::Last,
                };
                if let (Step::Last, And) = (&answer, op) { self.step_table(subject, span) } else { answer }
            }
            // The upper bits of input bytes or of a sum: the rest may be anything.
            Node::Extract { a, low } if self.width(a) == low + span.width && self.is_read_or_offset(a) => {
                if span.is_wrapped() { self.step_outside(subject, span) } else { Step::Inside(a, span.raised(low)) }
            }
            Node::Ite { condition, yes, no } if self.splits(yes, no) => {
                let chosen = self.nested(DEEPEST, |terms| {
                    let (yes, no) = (terms.member(yes, span), terms.member(no, span));
                    terms.ite(condition, yes, no)
                });
                chosen.map_or(Step::Last, Step::Answer)
            }
            Node::Lookup { .. } | Node::Extract { .. } => self.step_table(subject, span),
            _ => Step::Last,
        }
    }

    /// Of some bits of an element of a table: the elements for which it holds.
    fn step_table(&mut self, subject: TermId, span: Span) -> Step {
        let (masked, mask) = match self.as_binary(And, subject).map(|(a, b)| (a, self.as_const(b))) {
            Some((a, Some(mask))) => (a, mask),
            _ => (subject, mask64(span.width)),
        };
        let (whole, low) = match self.node(masked) {
            Node::Extract { a, low } => (a, low),
            _ => (masked, 0),
        };
        let Node::Lookup { table, index } = self.node(whole) else { return Step::Last };
        let mapped = self.map_table(table, index, 1, |value| u64::from(span.contains(value >> low & mask)));
        mapped.map_or(Step::Last, Step::Answer)
    }

    /// Whether testing both arms of a choice is as cheap as testing what was chosen.
    fn splits(&self, yes: TermId, no: TermId) -> bool {
        let steps = |term: TermId| match self.node(term) {
            Node::ZExt(_) | Node::SExt(_) | Node::Lookup { .. } => true,
            Node::Binary { op: Add, b, .. } => self.is_constant(b),
            _ => false,
        };
        self.is_constant(yes) || self.is_constant(no) || steps(yes) && steps(no)
    }

    fn is_read_or_offset(&self, a: TermId) -> bool {
        match self.node(a) {
            Node::Read { .. } => true,
            Node::Binary { op: Add, b, .. } => self.is_constant(b) && self.width(a) <= 64,
            _ => false,
        }
    }

    /// Of a quotient by a constant, or a product that does not overflow.
    fn step_scaled(&mut self, subject: TermId, op: BinaryOp, a: TermId, c: u64, span: Span) -> Step {
        let by = signed64(span.width, c);
        let fits = |max: u64| max.checked_mul(c).is_some_and(|product| product <= mask64(span.width));
        match op {
            UDiv if span.is_wrapped() => self.step_outside(subject, span),
            UDiv => Step::inside(a, span.scaled_up(c)),
            SDiv if by > 0 && span.is_wrapped_signed() => self.step_outside(subject, span),
            SDiv if by > 0 => Step::inside(a, span.scaled_up_signed(by)),
            Mul if fits(self.range(a).1) && span.is_wrapped() => self.step_outside(subject, span),
            Mul if fits(self.range(a).1) => Step::inside(a, span.divided(c)),
            // An odd factor has an inverse.
            Mul if let Some(value) = span.as_single()
                && c & 1 == 1 =>
            {
                Step::Inside(a, Span::single(span.width, value.wrapping_mul(inverse(c))))
            }
            _ => Step::Last,
        }
    }

    /// By way of the complement, which is not wrapped.
    fn step_outside(&mut self, subject: TermId, span: Span) -> Step {
        let outside = span.complement().expect("the span is not full");
        let outside = self.member(subject, outside);
        Step::Answer(self.negation(outside))
    }

    fn step_concat(&mut self, subject: TermId, high: TermId, low: TermId, span: Span) -> Step {
        let low_width = self.width(low);
        if let Some(c) = self.as_const(high) {
            return Step::inside(low, span.within(c << low_width, low_width));
        }
        if let Some(value) = span.as_single() {
            let (first, second) = (value >> low_width, value & mask64(low_width));
            let first = self.member(high, Span::single(self.width(high), first));
            let second = self.member(low, Span::single(low_width, second));
            return Step::Answer(self.and(first, second));
        }
        match self.as_const(low) {
            Some(_) if span.is_wrapped() => self.step_outside(subject, span),
            Some(c) => Step::inside(high, span.scaled_down(low_width, c)),
            None => Step::Last,
        }
    }

    /// Of `a - b`: equality, and the sign where the difference does not wrap.
    fn step_difference(&mut self, a: TermId, b: TermId, span: Span) -> Step {
        if span.as_single() == Some(0) {
            return Step::Answer(self.compare(Eq, a, b));
        }
        if !matches!((self.node(a), self.node(b)), (Node::SExt(_), Node::SExt(_)) | (Node::ZExt(_), Node::ZExt(_))) {
            return Step::Last;
        }
        let (lowest, highest) = (1u64 << (span.width - 1), mask64(span.width) >> 1);
        let answer = match (span.first, span.last) {
            (first, last) if first == lowest && last == mask64(span.width) => self.compare(Slt, a, b),
            (first, 0) if first == lowest => self.compare(Sle, a, b),
            (0, last) if last == highest => self.compare(Sle, b, a),
            (1, last) if last == highest => self.compare(Slt, b, a),
            _ => return Step::Last,
        };
        Step::Answer(answer)
    }

    /// Of a binary operation whose result is to be `value`.
    fn step_equal(&mut self, op: BinaryOp, a: TermId, b: TermId, value: u64, width: u32) -> Step {
        let constant = self.as_const(b);
        match (op, constant) {
            (Xor, Some(c)) => Step::Inside(a, Span::single(width, value ^ c)),
            (Xor, None) if value == 0 => Step::Answer(self.compare(Eq, a, b)),
            (Or, _) if value == 0 => self.step_all_zero([a, b], width),
            (SRem, Some(_))
                if let Some(power) = self.as_power(b)
                    && power < width - 1 =>
            {
                self.step_remainder(a, power, signed64(width, value))
            }
            _ => Step::Last,
        }
    }

    /// Whether an Or is 0: each of its parts is.
    fn step_all_zero(&mut self, operands: [TermId; 2], width: u32) -> Step {
        let mut parts: SmallVec<[TermId; 8]> = SmallVec::new();
        let mut stack: SmallVec<[TermId; 8]> = SmallVec::from_slice(&operands);
        while let Some(part) = stack.pop() {
            match self.as_binary(Or, part) {
                Some((a, b)) => stack.extend([a, b]),
                None => parts.push(part),
            }
            if parts.len() + stack.len() > MOST_PARTS {
                return Step::Last;
            }
        }
        let mut all = self.truth(true);
        for part in parts {
            let is_zero = self.member(part, Span::single(width, 0));
            all = self.and(all, is_zero);
        }
        Step::Answer(all)
    }

    /// Whether the signed remainder by a power of two is `value`: it has the sign of `a`, and its lowest bits.
    fn step_remainder(&mut self, a: TermId, power: u32, value: i64) -> Step {
        if value.unsigned_abs() >= 1 << power {
            return Step::Never;
        }
        let low = self.extract(a, 0, power);
        let same = self.member(low, Span::single(power, value as u64));
        if value == 0 {
            return Step::Answer(same);
        }
        let negative = self.extract(a, self.width(a) - 1, 1);
        let sign = if value < 0 { negative } else { self.negation(negative) };
        Step::Answer(self.and(sign, same))
    }

    /// The canonical comparison for a term that nothing can be taken away from.
    fn emit(&mut self, x: TermId, span: Span) -> TermId {
        let (lowest, highest) = self.range(x);
        if span.is_wrapped() {
            let outside = span.complement().expect("the span is not full");
            let outside = self.emit(x, outside);
            return self.negation(outside);
        }
        let (first, last) = (span.first.max(lowest), span.last.min(highest));
        if first > last {
            return self.truth(false);
        }
        let sign = 1u64 << (span.width - 1);
        if first == lowest && last == highest {
            self.truth(true)
        } else if first == last {
            self.with_constant(Eq, x, first)
        } else if first == lowest && last == highest - 1 {
            let same = self.with_constant(Eq, x, highest);
            self.negation(same)
        } else if last == highest && first == lowest + 1 {
            let same = self.with_constant(Eq, x, lowest);
            self.negation(same)
        } else if first == sign && last == highest {
            self.extract(x, span.width - 1, 1)
        } else if first == lowest && last == sign - 1 {
            let negative = self.extract(x, span.width - 1, 1);
            self.negation(negative)
        } else if first == lowest {
            self.with_constant(Ult, x, last + 1)
        } else if last == highest {
            self.constant_with(Ule, first, x)
        } else if last == sign - 1 {
            self.constant_with(Sle, first, x)
        } else if first == sign {
            self.with_constant(Slt, x, last + 1)
        } else {
            self.emit_inside(x, span)
        }
    }

    /// Of a span that is no bound of any kind: `x - first < count`, for the span or for the rest, whichever is shorter.
    fn emit_inside(&mut self, x: TermId, span: Span) -> TermId {
        let rest = span.complement().expect("the span is not full");
        let shorter = if rest.length() < span.length() { rest } else { span };
        let offset = self.constant(span.width, shorter.first.wrapping_neg());
        let moved = self.make_binary(Add, x, offset);
        let inside = self.with_constant(Ult, moved, shorter.length() + 1);
        if shorter == span { inside } else { self.negation(inside) }
    }

    fn with_constant(&mut self, predicate: IntPredicate, x: TermId, c: u64) -> TermId {
        let c = self.constant(self.width(x), c);
        self.make(Node::Compare { predicate, a: x, b: c }, 1)
    }

    fn constant_with(&mut self, predicate: IntPredicate, c: u64, x: TermId) -> TermId {
        let c = self.constant(self.width(x), c);
        self.make(Node::Compare { predicate, a: c, b: x }, 1)
    }

    /// The first and the last value of a single input byte for which a term holds, if it says just that.
    pub(crate) fn byte_interval(&self, term: TermId) -> Option<(u64, u64)> {
        let Membership { subject, span } = self.as_membership(term)?;
        matches!(self.node(subject), Node::Read { bytes: 1, .. }).then_some((span.first, span.last))
    }

    /// What `member` made.
    pub(super) fn as_membership(&self, term: TermId) -> Option<Membership> {
        match self.node(term) {
            Node::Not(inner) => {
                let Membership { subject, span } = self.as_positive_membership(inner)?;
                Some(Membership { subject, span: span.complement()? })
            }
            _ => self.as_positive_membership(term),
        }
    }

    fn as_positive_membership(&self, term: TermId) -> Option<Membership> {
        let node = self.node(term);
        if let Node::Extract { a, low } = node {
            let width = self.width(a);
            let is_sign = self.width(term) == 1 && width <= 64 && low == width - 1;
            return is_sign.then(|| Membership { subject: a, span: Span::new(width, 1 << low, u64::MAX) });
        }
        let Node::Compare { predicate, a, b } = node else { return None };
        let width = self.width(a);
        let (subject, span) = match (predicate, self.as_const(a), self.as_const(b)) {
            (Eq, None, Some(c)) => (a, Span::single(width, c)),
            (Ult, None, Some(c)) => (a, Span::new(width, 0, c.wrapping_sub(1))),
            (Ule, Some(c), None) => (b, Span::new(width, c, u64::MAX)),
            (Slt, None, Some(c)) => (a, Span::new(width, 1 << (width - 1), c.wrapping_sub(1))),
            (Sle, Some(c), None) => (b, Span::new(width, c, mask64(width) >> 1)),
            _ => return None,
        };
        match self.as_binary(Add, subject).and_then(|(x, c)| Some((x, self.as_const(c)?))) {
            Some((x, c)) => Some(Membership { subject: x, span: span.shifted(c.wrapping_neg()) }),
            None => Some(Membership { subject, span }),
        }
    }
}

/// The number whose product with an odd number is 1 (Newton's iteration doubles the correct bits).
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
