//! Why the versions differ on an input: both are run once more, with everything that happens written down.

use crate::prepare::Prepared;
use rift_env::Input;
use rift_ir::{Origin, Pair, Version};
use rift_report::{Root, Sources, Step};
use rift_search::Config as SearchConfig;
use rift_trace::{Alignment, MAX_OCCURRENCES, Trace, why};
use rift_vm::Program;
use std::sync::Arc;
use std::time::Duration;

/// What the file is called that calls the entry: the user does not have it.
pub const HARNESS: &str = "the caller";

/// Memory of an occurrence of both versions together, what is found out about it included. It may take half of the budget.
const BYTES_PER_OCCURRENCE: u64 = 400;
/// Occurrences that are recorded and compared in a second, of both versions, where rift is slow.
const OCCURRENCES_PER_SECOND: f64 = 500_000.0;

/// The statements from a change to what can be seen. Empty if the machine does not see the difference; `None` if there was no
/// time to look.
pub fn explain(prepared: &Prepared, input: &Input, config: &SearchConfig) -> Option<Vec<Step>> {
    let Prepared { map, roots, .. } = prepared;
    let programs = prepared.programs();
    let SearchConfig { world, limits, deadline, .. } = config;
    if deadline.is_over() {
        return None;
    }
    let most = most_occurrences(config.budget.memory, deadline.left());
    let record = |program: &Arc<Program>| Trace::record(program, input, world, *limits, most, deadline);
    let (Ok(old), Ok(new)) = (record(programs.old), record(programs.new)) else { return Some(vec![]) };
    let (old, new) = old.zip(new)?;
    let alignment = Alignment::new(Pair { old: &old, new: &new }, map);
    let steps = why(&alignment, &|file| !Origin::of_file(file).is_library());
    let mut sources = Sources::default();
    let place = |step: rift_trace::WhyStep| {
        let program = match step.version {
            Version::Old => programs.old,
            Version::New => programs.new,
        };
        let (whole, line, function) = step.place(&program.module).unwrap_or(("", 0, ""));
        let (file, line) = match Origin::of_file(whole) {
            Origin::Harness => (HARNESS.to_owned(), 0),
            _ => (step.version.of::<Root>(roots).shown(whole), line),
        };
        let text = Some(line).filter(|line| *line > 0).and_then(|line| sources.line(whole, line));
        let function = function.to_owned();
        Step { version: step.version, file, line, function, what: step.what, text }
    };
    Some(steps.into_iter().map(place).collect())
}

/// How long traces may get, with what memory and time there is.
fn most_occurrences(memory: Option<u64>, left: Option<Duration>) -> usize {
    let by_memory = memory.map_or(u64::MAX, |bytes| bytes / BYTES_PER_OCCURRENCE);
    let by_time = left.map_or(u64::MAX, |left| (left.as_secs_f64() * OCCURRENCES_PER_SECOND) as u64);
    usize::try_from(by_memory.min(by_time)).map_or(MAX_OCCURRENCES, |most| most.min(MAX_OCCURRENCES))
}
