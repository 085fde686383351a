//! What of two runs can be seen to differ first, and the occurrences that it comes from.

use super::why::{Node, Search};
use super::{Action, Alignment, Occurrence, Sink, Trace};
use rift_align::Version;
use rift_ir::Pair;
use rift_vm::Stop;

/// Where a difference shows.
pub(super) struct Visible {
    /// The occurrences that what differs comes from.
    pub from: Vec<Node>,
    /// What made it visible, the likeliest statement first.
    pub shown_by: Vec<Node>,
    pub what: String,
}

/// What can be seen first: bytes before the end of the run, and standard output before standard error.
pub(super) fn first_difference(alignment: &Alignment<'_>) -> Option<Visible> {
    let Pair { old, new } = alignment.traces;
    let ends = (&old.seen.outcome.end, &new.seen.outcome.end);
    for (sink, name) in [(Sink::Stdout, "standard output"), (Sink::Stderr, "standard error")] {
        let bytes = alignment.traces.map(|trace| match sink {
            Sink::Stdout => trace.seen.stdout.as_slice(),
            _ => trace.seen.stderr.as_slice(),
        });
        let Some(at) = first_differing(bytes) else { continue };
        // Output that is missing because a fault came first is the fault's.
        let is_missing = at == bytes.old.len() || at == bytes.new.len();
        if is_missing && ends.0 != ends.1 && is_bad(ends.0) != is_bad(ends.1) {
            return Some(ended(alignment));
        }
        return Some(byte(alignment, sink, at, format!("written to {name}")));
    }
    if ends.0 != ends.1 {
        return Some(ended(alignment));
    }
    if old.seen.files == new.seen.files {
        return None;
    }
    let files = |trace: &Trace| {
        trace
            .written()
            .iter()
            .filter_map(|one| match one.sink {
                Sink::File(file) => Some(file),
                _ => None,
            })
            .max()
    };
    let count = files(old).max(files(new)).map_or(0, |last| last + 1);
    for file in (0..count).map(Sink::File) {
        let bytes = alignment.traces.map(|trace| of_sink(trace, file));
        if let Some(at) = first_differing(bytes.as_ref().map(Vec::as_slice)) {
            return Some(byte(alignment, file, at, "written to a file".to_owned()));
        }
    }
    Some(renamed_or_removed(alignment))
}

/// Nothing else was written, but the files are not the same: what one version alone asks the system for makes or removes
/// them.
fn renamed_or_removed(alignment: &Alignment<'_>) -> Visible {
    let what = "the files that are left differ".to_owned();
    let asked: Vec<Node> = [Version::Old, Version::New]
        .into_iter()
        .flat_map(|version| {
            let is_asked = move |at: &Occurrence| matches!(alignment.trace(version).action(*at), Action::Asked(_));
            alignment.only_in(version).filter(is_asked).map(move |occurrence| (version, occurrence))
        })
        .collect();
    match asked.is_empty() {
        true => Visible { from: Vec::new(), shown_by: last(alignment).into_iter().collect(), what },
        false => Visible { from: asked.clone(), shown_by: asked, what },
    }
}

fn of_sink(trace: &Trace, sink: Sink) -> Vec<u8> {
    trace.written().iter().filter(|one| one.sink == sink).flat_map(|one| one.bytes.iter().copied()).collect()
}

fn first_differing(bytes: Pair<&[u8]>) -> Option<usize> {
    let same = bytes.old.iter().zip(bytes.new).take_while(|(old, new)| old == new).count();
    (same < bytes.old.len().max(bytes.new.len())).then_some(same)
}

/// Whether the program did what it must not.
fn is_bad(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(_) | Stop::Signal(_) | Stop::Panic { .. })
}

/// A byte of output that differs, or that one version does not write.
fn byte(alignment: &Alignment<'_>, sink: Sink, at: usize, what: String) -> Visible {
    let search = Search { alignment };
    let (mut from, mut shown_by) = (Vec::new(), Vec::new());
    for version in [Version::New, Version::Old] {
        let trace = alignment.trace(version);
        let mut before = 0;
        for written in trace.written().iter().filter(|one| one.sink == sink) {
            if at < before + written.bytes.len() {
                let sources = trace.sources_of(written, at - before).into_iter();
                let sources: Vec<Node> = sources.map(|source| search.node(version, source)).collect();
                // Output is buffered: whoever put the byte there last stands for the call that writes it out.
                shown_by.extend(sources.first().copied());
                shown_by.push(search.node(version, written.by));
                from.extend(sources.into_iter().filter(|node| search.differs(*node)));
                break;
            }
            before += written.bytes.len();
        }
    }
    from.dedup();
    match shown_by.last() {
        Some(call) if from.is_empty() => from.push(*call),
        Some(_) => {}
        None => shown_by.extend(last(alignment)),
    }
    Visible { from, shown_by, what }
}

/// As far as was recorded.
fn last(alignment: &Alignment<'_>) -> Option<Node> {
    Some((Version::New, alignment.traces.new.last()?))
}

/// The runs ended differently.
fn ended(alignment: &Alignment<'_>) -> Visible {
    let Pair { old, new } = alignment.traces;
    let search = Search { alignment };
    let (old_end, new_end) = (&old.seen.outcome.end, &new.seen.outcome.end);
    let (versions, what): (&[Version], String) = match (old_end, new_end) {
        (Stop::Exit(old), Stop::Exit(new)) => (&[Version::New, Version::Old], format!("exit status {new}, was {old}")),
        (old, new) if is_bad(new) && !is_bad(old) => (&[Version::New], format!("{}, was {}", told(new), told(old))),
        (old, new) if is_bad(old) && !is_bad(new) => (&[Version::Old], format!("{}, was {}", told(new), told(old))),
        (old, new) => (&[Version::New, Version::Old], format!("{}, was {}", told(new), told(old))),
    };
    let lasts = versions.iter().filter_map(|version| Some(search.node(*version, alignment.trace(*version).last()?)));
    let lasts: Vec<Node> = lasts.collect();
    Visible { from: lasts.clone(), shown_by: lasts, what }
}

fn told(stop: &Stop) -> String {
    match stop {
        Stop::Exit(status) => format!("exit status {status}"),
        Stop::Returned(_) => "returned".to_owned(),
        Stop::Signal(signal) => format!("signal {signal}"),
        Stop::Panic { .. } => "panic".to_owned(),
        Stop::Fault(fault) => format!("fault: {}", fault.name()),
        Stop::Unsupported(what) => format!("not supported: {what}"),
        Stop::Limit(_) => "stopped at a limit".to_owned(),
        Stop::Outside => "input not in the space".to_owned(),
    }
}
