//! Which flips matter, and in which order.

use crate::coverage::{Coverage, Edge};
use rift_vm::concolic::DecisionKind;

/// A decision that could have gone another way.
#[derive(Debug, Clone, Copy)]
pub struct Flip {
    pub edge: Edge,
    pub kind: DecisionKind,
    /// Decisions before it on its path.
    pub depth: u32,
}

/// Where in the frontier a flip goes. Within one class the latest comes first, but for an occasional pick at random
/// that keeps a deep loop from taking everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    First,
    Normal,
    Last,
    Never,
}

pub trait Strategy: Send {
    fn order(&mut self, flip: &Flip, coverage: &Coverage) -> Order;
}

/// Every path: what was never covered first, other values of pinned terms last.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dse;

impl Strategy for Dse {
    fn order(&mut self, flip: &Flip, coverage: &Coverage) -> Order {
        match flip.kind {
            DecisionKind::Pin(_) => Order::Last,
            _ if !coverage.has(flip.edge) => Order::First,
            _ => Order::Normal,
        }
    }
}
