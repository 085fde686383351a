//! What is compared, and how people see it: a program as it is, the functions of a C library, those of a crate.
//!
//! Each is a pair of programs with one or more *entries*, and each entry is a search of its own. What the three do
//! differently stands in [`Entries`]; everything else is the one flow.

pub(crate) mod library;
pub(crate) mod package;
pub(crate) mod program;
mod reach;
mod report;

use crate::error::Result;
use crate::events::Events;
use crate::natives::Natives;
use crate::rounds::Searched;
use rift_confirm::{Budget as MinimiseBudget, Confirmed};
use rift_env::{Input, Space};
use rift_harness::Shown;
use rift_ir::Pair;
use rift_report::diff::{Call, Given};
use rift_report::{DiffReport, Finding, Unconfirmed};
use rift_search::Task;
use std::time::Instant;

pub(crate) use report::together;

/// An entry that can come to a change: what is searched.
pub struct EntryPoint {
    /// Its place in the list of all entries.
    pub number: usize,
    /// What users call it; empty for a program.
    pub path: String,
    /// Calls to the nearest change.
    pub distance: u32,
    pub spaces: Vec<Space>,
    pub tasks: Vec<Task>,
    /// Inputs that are tried natively before the search begins.
    pub samples: Vec<Input>,
}

/// A difference as it is reported.
pub struct Found {
    pub entry: usize,
    pub finding: Finding,
    /// As people read it, where something is called.
    pub call: Option<Call>,
    /// Of a call of a Rust library.
    pub shown: Option<ShownCall>,
}

/// What is known of a call that was run once more, to be shown.
pub struct ShownCall {
    /// The name of the difference, the same from run to run.
    pub id: String,
    pub results: Pair<Shown>,
    /// Inputs of other examples, and what the new version showed of them.
    pub others: Vec<(Vec<u8>, Shown)>,
}

/// What became of the findings of all entries.
#[derive(Default)]
pub struct Presented {
    pub found: Vec<Found>,
    pub unconfirmed: Vec<Unconfirmed>,
}

/// What a report is completed with.
pub struct Results<'a> {
    pub presented: &'a Presented,
    pub searched: &'a [Searched],
    /// When searching began.
    pub begun: Instant,
}

/// A finding whose input is to become smaller.
pub struct ToMinimise<'a> {
    pub entry: usize,
    pub confirmed: &'a Confirmed,
    pub natives: &'a Natives<'a>,
    pub budget: MinimiseBudget,
    /// Whether an input executes the same changes.
    pub is_alike: &'a dyn Fn(&Input) -> bool,
}

impl ToMinimise<'_> {
    /// The smaller one if it is good and has a test, too; else the finding as it is.
    pub fn choose(&self, smaller: Confirmed, is_good: bool) -> Confirmed {
        match is_good && self.natives.is_told(&smaller, self.confirmed) {
            true => smaller,
            false => self.confirmed.clone(),
        }
    }
}

/// What is compared.
pub trait Entries: Sync {
    /// What is searched, the nearest to a change first.
    fn points(&self) -> &[EntryPoint];

    fn given(&self) -> Given {
        Given::Inputs
    }

    /// The share of the time for findings that is not kept for showing them afterwards.
    fn finishing_share(&self) -> f64 {
        1.0
    }

    /// Makes the input of a finding smaller.
    fn smaller(&self, finding: &ToMinimise<'_>) -> Confirmed;

    /// Takes the findings out of the searches, as they are reported.
    fn present(&self, searched: &mut [Searched], _: &Natives<'_>) -> Result<Presented> {
        let mut presented = Presented::default();
        for Searched { entry, differences, .. } in searched {
            presented.unconfirmed.append(&mut differences.unconfirmed);
            let found =
                |finding: Finding| Found { entry: *entry, call: self.call(*entry, &finding), finding, shown: None };
            presented.found.extend(std::mem::take(&mut differences.findings).into_iter().map(found));
        }
        Ok(presented)
    }

    /// What shows a difference, where something is called.
    fn call(&self, _entry: usize, _: &Finding) -> Option<Call> {
        None
    }

    /// Adds to a report what a report of this kind has more.
    fn complete(&self, report: &mut DiffReport, results: &Results<'_>);

    /// Tests that are not scripts, when the search is over; adds them to the report.
    fn write_tests(&self, _: &mut DiffReport, _: &Presented, _: &Natives<'_>, _: &dyn Events) -> Result<()> {
        Ok(())
    }
}
