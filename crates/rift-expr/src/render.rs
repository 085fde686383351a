//! Texts of terms, of a size linear in the number of terms: what is used more than once gets a name, and so does what
//! would nest too deep (terms may be deeper than any stack, the reader's included).

use crate::walk::for_each_operand;
use crate::{Node, TermId, Terms};
use std::collections::HashMap;

const DEEPEST: u32 = 40;

/// A notation: what the text of a term is, given those of its operands.
pub(crate) trait Notation {
    type Text: Clone;

    fn text(&mut self, terms: &Terms, term: TermId, operands: &[Self::Text]) -> Self::Text;

    /// Defines a name for a text, and gives the text of the name.
    fn name(&mut self, terms: &Terms, term: TermId, text: Self::Text) -> Self::Text;
}

/// The texts of some terms; the definitions they need went to the notation, operands first.
pub(crate) fn render<N: Notation>(terms: &Terms, roots: &[TermId], notation: &mut N) -> Vec<N::Text> {
    let order = terms.postorder(roots);
    // The caller uses the roots.
    let mut uses: HashMap<TermId, u32> = HashMap::new();
    roots.iter().for_each(|&root| *uses.entry(root).or_default() += 1);
    for &term in &order {
        for_each_operand(terms.node(term), |operand| *uses.entry(operand).or_default() += 1);
    }
    let mut texts: HashMap<TermId, (N::Text, u32)> = HashMap::new();
    for term in order {
        let children = terms.children(term);
        let depth = 1 + children.iter().map(|child| texts[child].1).max().unwrap_or(0);
        // A text that is used once moves into its user.
        let mut operand = |child: &TermId| match uses[child] {
            1 => texts.remove(child).expect("operands come first").0,
            _ => texts[child].0.clone(),
        };
        let operands: Vec<N::Text> = children.iter().map(&mut operand).collect();
        let text = notation.text(terms, term, &operands);
        let is_leaf = matches!(terms.node(term), Node::Const(_) | Node::Wide(_) | Node::Read { .. });
        let is_named = depth >= DEEPEST || uses[&term] > 1 && !is_leaf;
        let rendered = if is_named { (notation.name(terms, term, text), 0) } else { (text, depth) };
        texts.insert(term, rendered);
    }
    roots.iter().map(|root| texts[root].0.clone()).collect()
}
