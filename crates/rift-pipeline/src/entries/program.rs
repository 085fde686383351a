//! Two versions of a program, as they are: one entry, whose inputs are stated, shown by tests, or inferred.

use super::{Entries, EntryPoint, Results, ToMinimise};
use crate::inputs::{InputChoice, Inputs, Named};
use crate::prepare::Prepared;
use rift_confirm::Confirmed;
use rift_env::Input;
use rift_report::DiffReport;
use rift_report::diff::Given;

pub struct ProgramEntry {
    point: [EntryPoint; 1],
    given: Given,
    minimise: bool,
}

impl ProgramEntry {
    /// Comes back with what was inferred, for the user.
    pub fn new(
        prepared: &Prepared,
        choice: &InputChoice,
        named: &Named,
        minimise: bool,
    ) -> (ProgramEntry, Vec<String>) {
        let modules = prepared.programs().map(|program| &*program.module);
        let name = choice.name(prepared.sources.new.name_of(&prepared.natives.new));
        let inputs = named.many_inputs(&prepared.map, modules, prepared.language, &name);
        let Inputs { spaces, mut tasks, given, mut notes } = inputs;
        // Nothing was changed: no run can show a difference, and nothing is tried.
        if prepared.map.is_empty() {
            tasks.clear();
            notes.clear();
        }
        let point = EntryPoint { number: 0, path: String::new(), distance: 0, spaces, tasks, samples: vec![] };
        (ProgramEntry { point: [point], given, minimise }, notes)
    }

    /// Who states inputs wants to see one of them.
    fn is_allowed(&self, input: &Input) -> bool {
        self.given != Given::Inputs || self.point[0].spaces.iter().any(|space| space.contains(input))
    }
}

impl Entries for ProgramEntry {
    fn points(&self) -> &[EntryPoint] {
        &self.point
    }

    fn given(&self) -> Given {
        self.given
    }

    fn smaller(&self, finding: &ToMinimise<'_>) -> Confirmed {
        let ToMinimise { natives, confirmed, budget, .. } = finding;
        let confirmer = natives.confirmer_of(confirmed).filter(|_| self.minimise);
        let Some(confirmer) = confirmer else { return (*confirmed).clone() };
        let smaller = confirmer.minimise_within(&|input| self.is_allowed(input), confirmed, budget);
        let is_steady = matches!(natives.depends_on_time(smaller.input()), Ok(None));
        finding.choose(smaller, is_steady)
    }

    fn complete(&self, report: &mut DiffReport, _: &Results<'_>) {
        report.fold();
    }
}
