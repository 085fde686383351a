//! Going through terms: operands, and operands before what uses them.

use crate::{Node, TermId, Terms};
use smallvec::SmallVec;

#[inline]
pub(crate) fn for_each_operand(node: Node, mut f: impl FnMut(TermId)) {
    match node {
        Node::Const(_) | Node::Wide(_) | Node::Read { .. } => {}
        Node::Binary { a, b, .. }
        | Node::Compare { a, b, .. }
        | Node::Float { a, b, .. }
        | Node::FloatCompare { a, b, .. }
        | Node::Concat { high: a, low: b } => {
            f(a);
            f(b);
        }
        Node::Ite { condition, yes, no } => {
            f(condition);
            f(yes);
            f(no);
        }
        Node::Not(a)
        | Node::Extract { a, .. }
        | Node::ZExt(a)
        | Node::SExt(a)
        | Node::Lookup { index: a, .. }
        | Node::FloatSqrt(a)
        | Node::FloatToFloat(a)
        | Node::SignedToFloat(a)
        | Node::UnsignedToFloat(a)
        | Node::FloatToSigned(a)
        | Node::FloatToUnsigned(a) => f(a),
    }
}

impl Terms {
    /// The operands of a term, in the order of its node.
    pub fn children(&self, term: TermId) -> SmallVec<[TermId; 3]> {
        let mut children = SmallVec::new();
        for_each_operand(self.node(term), |child| children.push(child));
        children
    }

    /// Every term that `roots` are made of, themselves included, once, each after its operands.
    pub fn postorder(&self, roots: &[TermId]) -> Vec<TermId> {
        // Operands have smaller ids: the ascending order is one.
        let Some(last) = roots.iter().max() else { return Vec::new() };
        let mut seen = vec![false; last.index() + 1];
        let mut found = Vec::new();
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !std::mem::replace(&mut seen[term.index()], true) {
                found.push(term);
                for_each_operand(self.node(term), |child| stack.push(child));
            }
        }
        found.sort_unstable();
        found
    }
}
