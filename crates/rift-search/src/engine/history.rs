//! The decisions of a path, shared by all paths that begin alike.

use rift_expr::TermId;
use rift_ir::Site;
use std::rc::Rc;

/// A decision and what holds there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decided {
    pub site: Site,
    pub holds: TermId,
}

/// Grows at its end; a copy costs nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    last: Option<Rc<Link>>,
}

#[derive(Debug)]
struct Link {
    decided: Decided,
    before: Option<Rc<Link>>,
}

impl History {
    pub fn push(&mut self, decided: Decided) {
        self.last = Some(Rc::new(Link { decided, before: self.last.take() }));
    }

    /// The latest first.
    pub fn iter(&self) -> impl Iterator<Item = Decided> + '_ {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.as_deref();
            Some(link.decided)
        })
    }
}

impl Drop for Link {
    /// One after the other: a long path must not take a deep stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(|link| Rc::try_unwrap(link).ok()) {
            next = link.before.take();
        }
    }
}
