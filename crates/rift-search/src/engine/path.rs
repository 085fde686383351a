//! The path of a run: what it decided, what it made, and which versions it has been through.

use super::changes::ChangeSet;
use super::hash::PathId;
use super::history::History;
use super::objects::Key;
use rift_env::{Process, Visible};
use rift_expr::{Model, TermId};
use rift_solver::PathCondition;
use rift_vm::Stop;
use smallvec::SmallVec;
use std::rc::Rc;

/// What a path is made of so far. Every pending branch has a copy.
#[derive(Clone)]
pub(crate) struct Trail {
    pub condition: PathCondition,
    pub id: PathId,
    /// Decisions settled.
    pub decisions: u32,
    /// Symbolic objects made by the version under way, in order.
    pub made: Rc<Vec<(Key, u32)>>,
    /// The same of the versions before.
    pub made_before: Rc<Vec<(Key, u32)>>,
    /// The versions that were run before on the same input.
    pub ended: SmallVec<[Rc<Ended>; 1]>,
    /// Changes that the path executed.
    pub executed: ChangeSet,
    /// Decisions of the versions, where several are compared.
    pub decided: SmallVec<[History; 2]>,
    /// What limits the space, in the same case.
    pub assumed: Rc<Vec<TermId>>,
    /// Inputs whose values a pin was to have and that were run already: at the decision that comes next.
    pub turned_down: Rc<Vec<Rc<Model>>>,
}

/// The run of a version, when the next one is under way.
pub(crate) struct Ended {
    pub process: Process,
    pub stop: Stop,
    pub visible: Visible,
}

impl Trail {
    pub fn new(space: usize) -> Trail {
        Trail {
            condition: PathCondition::default(),
            id: PathId::start(space),
            decisions: 0,
            made: Rc::default(),
            made_before: Rc::default(),
            ended: SmallVec::new(),
            executed: ChangeSet::default(),
            decided: SmallVec::from_elem(History::default(), 1),
            assumed: Rc::default(),
            turned_down: Rc::default(),
        }
    }

    /// Which version of the subject is run.
    pub fn version(&self) -> usize {
        self.ended.len()
    }

    /// The next version is run on the same input.
    pub fn next_version(&mut self, ended: Rc<Ended>) {
        self.ended.push(ended);
        let made = std::mem::take(&mut self.made);
        if self.made_before.is_empty() {
            self.made_before = made;
        } else {
            Rc::make_mut(&mut self.made_before).extend(made.iter().cloned());
        }
        self.decided.push(History::default());
        self.id = self.id.next_version();
    }

    /// Every object made, those of the versions before included.
    pub fn all_made(&self) -> impl Iterator<Item = &(Key, u32)> {
        self.made_before.iter().chain(self.made.iter())
    }

    /// What the version under way has decided.
    pub fn history(&mut self) -> &mut History {
        self.decided.last_mut().expect("there is one for each version")
    }
}
