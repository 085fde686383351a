//! What is searched: one or more versions of a program on the same inputs.
//!
//! Versions are run one after the other, as one long run with one path condition: the objects of an input are the same bytes
//! in all of them, so what they compute alike is the same term, and a decision that an earlier one has made is none for the
//! next. A decision that a later version can still make both ways is where the versions diverge. At the end, one query asks
//! whether what can be seen differs.
//!
//! Most runs never execute a change. They are the same in all versions, and only the first is run. That rests on
//! [`rift_align::ChangeMap::is_touched`], which prefers "may be changed".

use super::changes::{ChangeSet, ChangeSites, Watch};
use super::config::Config;
use super::coverage::Code;
use crate::targets::Targets;
use rift_align::{ChangeMap, Version};
use rift_env::{Input, Observation, Process, Space};
use rift_ir::{FuncId, Function, Module, Pair};
use rift_vm::{Program, Progress};
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

/// Steps between two looks at the clock.
const LOOK_AFTER_STEPS: u64 = 1 << 20;

/// What a search is about.
pub struct Subject<'a> {
    /// In the order in which they are run: the new one first, then the old one, then others.
    pub(crate) versions: Vec<ProgramVersion<'a>>,
    pub(crate) spaces: &'a [Space],
    pub(crate) changes: Option<Changes<'a>>,
}

/// A version, and what is known of its code without running it.
pub(crate) struct ProgramVersion<'a> {
    pub program: &'a Arc<Program>,
    /// Where it is changed. `None`: nothing is known to be.
    pub sites: Option<ChangeSites>,
    /// Functions of the libraries that every program is linked with.
    pub foreign: HashSet<FuncId>,
}

impl<'a> ProgramVersion<'a> {
    fn new(program: &'a Arc<Program>, sites: Option<ChangeSites>) -> ProgramVersion<'a> {
        ProgramVersion { program, sites, foreign: foreign(&program.module) }
    }

    pub fn module(&self) -> &'a Module {
        &self.program.module
    }
}

/// What is known about the changes between the first version and the second.
pub(crate) struct Changes<'a> {
    pub map: &'a ChangeMap,
    pub targets: &'a Targets<'a>,
}

impl<'a> Subject<'a> {
    pub fn one(program: &'a Arc<Program>, spaces: &'a [Space]) -> Subject<'a> {
        Subject { versions: vec![ProgramVersion::new(program, None)], spaces, changes: None }
    }

    pub fn pair(
        programs: Pair<&'a Arc<Program>>,
        spaces: &'a [Space],
        map: &'a ChangeMap,
        targets: &'a Targets<'a>,
    ) -> Subject<'a> {
        let version = |program, version| ProgramVersion::new(program, Some(ChangeSites::new(program, map, version)));
        let versions = vec![version(programs.new, Version::New), version(programs.old, Version::Old)];
        Subject { versions, spaces, changes: Some(Changes { map, targets }) }
    }

    /// One more version, such as one that is known to be right: it is run on every input on which a change is executed, after the
    /// others, and what it does is in [`Compared::others`].
    #[must_use]
    pub fn and(mut self, program: &'a Arc<Program>) -> Subject<'a> {
        self.versions.push(ProgramVersion::new(program, None));
        self
    }

    /// The changes that the versions execute on an input, by number in the [`ChangeMap`]. `None` where it cannot be run, or
    /// not before the deadline of the configuration.
    pub fn changes_on(&self, input: &Input, config: &Config) -> Option<Vec<u32>> {
        let mut all = ChangeSet::default();
        for version in &self.versions {
            let mut process =
                Process::start(version.program, input.clone(), config.world.clone(), config.limits).ok()?;
            let (mut code, mut executed) = (Code::default(), ChangeSet::default());
            let is_behind = Cell::new(false);
            let sites = version.sites.as_ref();
            let mut watch = Watch { code: &mut code, sites, executed: &mut executed, is_behind: &is_behind };
            while process.run_slice(LOOK_AFTER_STEPS, &mut watch) == Progress::Paused {
                if config.deadline.is_over() {
                    return None;
                }
            }
            all.merge(&executed);
        }
        Some(all.changes().collect())
    }
}

fn foreign(module: &Module) -> HashSet<FuncId> {
    let is_foreign = |function: &Function| module.origin(function).is_in_every_program();
    module.functions.iter().filter(|(_, function)| is_foreign(function)).map(|(id, _)| id).collect()
}

/// An input on which the versions differ, as the machine sees it.
#[derive(Debug, Clone)]
pub struct Compared {
    pub input: Input,
    pub predicted: Pair<Observation>,
    /// What further versions do ([`Subject::and`]), in their order; fewer where one had no end that a native run would have.
    pub others: Vec<Observation>,
    /// Whether all inputs on these paths differ.
    pub everywhere: bool,
    /// What the versions executed, by number in the [`ChangeMap`].
    pub changes: Vec<u32>,
    /// Runs of this worker before it.
    pub runs: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Events, Found, Progress};
    use crate::strategies::Strategy;
    use crate::testing::{Versions, program, search};
    use rift_env::Part;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Kept(Mutex<Vec<Compared>>);

    impl Events for Kept {
        fn found(&self, _: &Found) -> std::io::Result<()> {
            Ok(())
        }

        fn different(&self, compared: &Compared) -> std::io::Result<()> {
            self.0.lock().expect("nobody panics").push(compared.clone());
            Ok(())
        }

        fn progress(&self, _: &Progress) {}

        fn is_interrupted(&self) -> bool {
            false
        }
    }

    /// Says 1, or something else for `a`.
    fn text(for_a: u32) -> String {
        format!(
            "function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  t = icmp eq i8 c, 97\n  \
             branch t, special, plain\nspecial:\n  return i32 {for_a}\nplain:\n  return i32 1\n}}\n"
        )
    }

    #[test]
    fn a_third_version_is_run_where_the_first_two_differ() {
        let versions = Versions::new(&text(2), &text(3));
        let golden = program(&text(4));
        let argument = vec![Part::Fixed(b"p".to_vec()), Part::Symbolic { max: 2 }];
        let spaces = [Space { argv: argument, ..Space::default() }];
        let targets = Targets::new(versions.modules(), &versions.map);
        let subject = Subject::pair(versions.programs.as_ref(), &spaces, &versions.map, &targets).and(&golden);
        let kept = Kept::default();
        let summary = search(&subject, &Strategy::named("auto").expect("there is one"), &kept);
        let found = kept.0.into_inner().expect("nobody panicked");
        assert!(summary.exhausted());
        assert_eq!(found.len(), 1);
        let ends =
            [&found[0].predicted.old, &found[0].predicted.new, &found[0].others[0]].map(|one| one.outcome.end.clone());
        assert_eq!(ends, [2, 3, 4].map(rift_vm::Stop::Exit));
    }
}
