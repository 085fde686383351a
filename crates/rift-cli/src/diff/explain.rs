//! Why the versions differ on an input: both are run once more, with everything that happens written down.

use rift_align::ChangeMap;
use rift_env::{Config, Input};
use rift_ir::{Origin, Pair, Version};
use rift_report::{Root, Sources, Step};
use rift_search::trace::{Alignment, MAX_OCCURRENCES, Trace, why};
use rift_vm::{Limits, Program};
use std::sync::Arc;

/// What the file is called that calls the entry: the user does not have it.
pub const HARNESS: &str = "the caller";

/// The statements from a change to what can be seen. Empty if the machine does not see the difference.
pub fn explain(
    programs: Pair<&Arc<Program>>,
    map: &ChangeMap,
    roots: &Pair<Root>,
    input: &Input,
    config: &Config,
    limits: Limits,
) -> Vec<Step> {
    let record = |program: &Arc<Program>| Trace::record(program, input, config, limits, MAX_OCCURRENCES).ok();
    let (Some(old), Some(new)) = (record(programs.old), record(programs.new)) else { return vec![] };
    let alignment = Alignment::new(Pair { old: &old, new: &new }, map);
    let steps = why(&alignment, &|file| !Origin::of_file(file).is_library());
    let mut sources = Sources::default();
    let place = |step: rift_search::trace::WhyStep| {
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
    steps.into_iter().map(place).collect()
}
