//! What sanitizers (AddressSanitizer, MemorySanitizer, UndefinedBehaviorSanitizer) say, read from standard error.
//!
//! A program that prints the same words is believed.

use crate::sandbox::NativeLimits;
use rift_ir::{Origin, Pair};
use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// An error that a run was told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitizerReport {
    /// Such as `heap-buffer-overflow` or `signed integer overflow`.
    pub kind: String,
    /// The innermost function that is the user's, if frames have names.
    pub function: Option<String>,
    /// `FILE:LINE:COLUMN` of the innermost frame that is the user's, if it is known.
    pub place: Option<String>,
}

/// Reports of one run that are read, at most.
const MAX_REPORTS: usize = 100;
/// Characters of a kind that are kept: it becomes part of tests.
const LONGEST_KIND: usize = 60;
/// How many times as long as a plain build one with sanitizers may take.
const SLOWDOWN: u32 = 4;

/// Whether the frames of an error are told by name. Finding the names takes ten times as long as a short run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frames {
    Named,
    Unnamed,
}

/// Leaks are no errors of a path. A run goes on after an error as far as it can: the first may be a harmless one that
/// both versions have.
const NAMED: [(&str, &str); 3] = [
    ("ASAN_OPTIONS", "detect_leaks=0:symbolize=1:handle_abort=0:halt_on_error=0"),
    ("UBSAN_OPTIONS", "halt_on_error=0:print_stacktrace=1"),
    ("MSAN_OPTIONS", "symbolize=1"),
];
const UNNAMED: [(&str, &str); 3] = [
    ("ASAN_OPTIONS", "detect_leaks=0:symbolize=0:handle_abort=0:halt_on_error=0"),
    ("UBSAN_OPTIONS", "halt_on_error=0:print_stacktrace=0"),
    ("MSAN_OPTIONS", "symbolize=0"),
];
const SYMBOLIZERS: [&str; 3] = ["ASAN_SYMBOLIZER_PATH", "UBSAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH"];

/// Adds the variables that make sanitizers say what is wanted, where the input does not have them.
pub(crate) fn prepare(env: &mut Vec<(Vec<u8>, Vec<u8>)>, symbolizer: Option<PathBuf>, frames: Frames) {
    let options = match frames {
        Frames::Named => NAMED,
        Frames::Unnamed => UNNAMED,
    };
    let symbolizer = symbolizer.as_deref().map(|path| path.as_os_str().as_bytes());
    let paths = SYMBOLIZERS.into_iter().filter_map(|name| Some((name, symbolizer?)));
    let options = options.into_iter().map(|(name, value)| (name, value.as_bytes()));
    for (name, value) in options.chain(paths) {
        if !env.iter().any(|(known, _)| known == name.as_bytes()) {
            env.push((name.into(), value.to_vec()));
        }
    }
}

/// What a run of a build with sanitizers may use: they reserve terabytes of address space, and are slow.
pub(crate) fn limits(plain: &NativeLimits) -> NativeLimits {
    NativeLimits { memory: None, time: plain.time.saturating_mul(SLOWDOWN), ..plain.raised() }
}

impl SanitizerReport {
    /// All errors of a run, in order.
    pub fn all(stderr: &[u8]) -> Vec<SanitizerReport> {
        let text = String::from_utf8_lossy(stderr);
        let lines: Vec<&str> = text.lines().collect();
        let report = |(at, line): (usize, &&str)| {
            let rest = &lines[at + 1..];
            if let Some((place, what)) = line.split_once(": runtime error: ") {
                let known = Some(place.to_owned()).filter(|place| is_position(place) && is_own(place));
                let frame = first_frame(rest, Belongs::IfNext);
                let function = frame.as_ref().map(|frame| frame.function.clone());
                let place = known.or_else(|| frame.map(|frame| frame.place));
                return Some(SanitizerReport { kind: plain(&undefined_kind(what)), function, place });
            }
            let (_, what) = line.split_once("ERROR: AddressSanitizer: ").or_else(|| {
                let warning = line.split_once("WARNING: MemorySanitizer: ");
                warning.or_else(|| line.split_once("ERROR: UndefinedBehaviorSanitizer: "))
            })?;
            let (function, place) =
                first_frame(rest, Belongs::Always).map(|frame| (frame.function, frame.place)).unzip();
            Some(SanitizerReport { kind: plain(address_kind(what)), function, place })
        };
        lines.iter().enumerate().filter_map(report).take(MAX_REPORTS).collect()
    }
}

/// Without what a program that prints such words could do to a terminal or a script.
fn plain(kind: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || " -_".contains(*c);
    kind.chars().filter(is_plain).take(LONGEST_KIND).collect()
}

/// What one version reports and the other does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitizerDifference {
    pub kind: String,
    /// How many errors of the kind each version reports.
    pub counts: Pair<u32>,
    /// One of each version; where it can be, one that the other version does not report.
    pub reports: Pair<Option<SanitizerReport>>,
}

/// How two lists of errors differ. Lines move with every edit, so errors are compared by kind and function, and what one
/// version has in other functions than the other may be the same code under another name: it counts only if one version
/// has no error of the kind, or only such as the other has too. Prefers a missed difference to a false one.
pub(crate) fn difference(old: &[SanitizerReport], new: &[SanitizerReport]) -> Option<SanitizerDifference> {
    let mut kinds: Vec<&str> = Vec::new();
    for report in old.iter().chain(new) {
        if !kinds.contains(&report.kind.as_str()) {
            kinds.push(&report.kind);
        }
    }
    let compared = |kind: &&str| {
        let of = |reports: &[SanitizerReport]| -> Vec<SanitizerReport> {
            reports.iter().filter(|report| report.kind == *kind).cloned().collect()
        };
        let (old, new) = (of(old), of(new));
        if old.len() == new.len() || !(is_part(&old, &new) || is_part(&new, &old)) {
            return None;
        }
        let own = |mine: &[SanitizerReport], other: &[SanitizerReport]| {
            let is_own = |report: &&SanitizerReport| other.iter().all(|known| known.function != report.function);
            mine.iter().find(is_own).or(mine.first()).cloned()
        };
        let count = |list: &[SanitizerReport]| u32::try_from(list.len()).unwrap_or(u32::MAX);
        Some(SanitizerDifference {
            kind: (*kind).to_owned(),
            counts: Pair { old: count(&old), new: count(&new) },
            reports: Pair { old: own(&old, &new), new: own(&new, &old) },
        })
    };
    // A kind that only one version has says most.
    let found: Vec<SanitizerDifference> = kinds.iter().filter_map(compared).collect();
    let is_clear = |found: &&SanitizerDifference| found.counts.old == 0 || found.counts.new == 0;
    found.iter().find(is_clear).or(found.first()).cloned()
}

/// Whether the functions of some errors are a proper part of those of others. Without names, only none is.
fn is_part(some: &[SanitizerReport], all: &[SanitizerReport]) -> bool {
    if some.is_empty() {
        return true;
    }
    let functions = |reports: &[SanitizerReport]| -> Option<BTreeSet<String>> {
        reports.iter().map(|report| report.function.clone()).collect()
    };
    let (Some(some), Some(all)) = (functions(some), functions(all)) else { return false };
    some.is_subset(&all) && some != all
}

/// `heap-use-after-free on address ..`, `attempting double-free on ..`, `SEGV on ..`.
fn address_kind(what: &str) -> &str {
    let mut words = what.split([' ', ':']);
    match (words.next(), words.next()) {
        (Some("attempting"), Some("free")) => "bad-free",
        (Some("attempting"), Some(kind)) | (Some(kind), _) => kind,
        (None, _) => what,
    }
}

/// Without the values, which differ from input to input: `signed integer overflow: 1 + 2 cannot ..`,
/// `index 5 out of bounds for type 'int[4]'`.
fn undefined_kind(what: &str) -> String {
    let what = what.split(": ").next().unwrap_or(what);
    let is_value =
        |word: &&str| word.starts_with('\'') || word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    what.split(' ')
        .filter(|word| !is_value(word))
        .collect::<Vec<&str>>()
        .join(" ")
        .trim_end_matches(" for type")
        .to_owned()
}

/// A frame of the user's.
struct Frame {
    function: String,
    place: String,
}

/// Whose the frames are that follow a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Belongs {
    Always,
    /// Frames of undefined behaviour come at once, or not at all.
    IfNext,
}

/// Of the first list of frames: `    #1 0x55 in main /src/a.c:5:3`.
fn first_frame(lines: &[&str], belongs: Belongs) -> Option<Frame> {
    let is_frame = |line: &&&str| line.trim_start().starts_with('#');
    let before = if belongs == Belongs::IfNext { 0 } else { usize::MAX };
    let skipped = lines.iter().take_while(|line| !is_frame(line)).count();
    let frames = lines.iter().skip(skipped).take_while(is_frame).filter(|_| skipped <= before);
    let frame = |line: &&str| {
        // Names of functions and of files may have spaces in them.
        let at = line.rfind(" /").or_else(|| line.rfind(' '))?;
        let function = line[..at].split_once(" in ").map_or("", |(_, name)| name);
        Some(Frame { function: function.to_owned(), place: line[at + 1..].to_owned() })
    };
    let is_users = |frame: &Frame| is_position(&frame.place) && is_own(&frame.place) && !is_sanitizer(&frame.place);
    frames.filter_map(frame).find(is_users)
}

/// Native builds have no runtime of rift's: what is called like it is the user's.
fn is_own(place: &str) -> bool {
    let origin = Origin::of_file(place);
    origin == Origin::Runtime || !origin.is_library()
}

fn is_sanitizer(place: &str) -> bool {
    place.contains("compiler-rt/") || place.starts_with("./") || place.starts_with("../")
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`.
fn is_position(text: &str) -> bool {
    let mut parts = text.rsplit(':');
    let is_number =
        |part: Option<&str>| part.is_some_and(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    is_number(parts.next()) && parts.next().is_some_and(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_no_values() {
        let kind = |line: &str| SanitizerReport::all(line.as_bytes())[0].kind.clone();
        let undefined = |what: &str| kind(&format!("a.c:3:5: runtime error: {what}"));
        assert_eq!(
            undefined("signed integer overflow: 1 + 2 cannot be represented in type 'int'"),
            "signed integer overflow"
        );
        assert_eq!(undefined("index -5 out of bounds for type 'int[4]'"), "index out of bounds");
        assert_eq!(undefined("shift exponent 33 is too large for 32-bit type 'int'"), "shift exponent is too large");
        assert_eq!(kind("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0"), "SEGV");
        assert_eq!(kind("==1==ERROR: AddressSanitizer: attempting double-free on 0x5 in thread T0:"), "double-free");
        assert_eq!(kind("==1==ERROR: AddressSanitizer: attempting free on address which"), "bad-free");
        assert_eq!(kind("==1==WARNING: MemorySanitizer: use-of-uninitialized-value"), "use-of-uninitialized-value");
    }

    #[test]
    fn the_place_is_the_users() {
        let text = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\n\
                    READ of size 4\n    #0 0x4 in strlen (/p+0x44)\n    #1 0x5 in vec /usr/include/c++/12/vector:5:3\n    \
                    #2 0x6 in f /src/a b.c:7:3\n    #3 0x7 in main /src/a.c:9:1\n\n0x6 is located\n    #0 0x1 in g /src/z.c:1:1\n";
        let report = SanitizerReport::all(text.as_bytes()).remove(0);
        assert_eq!((report.place.as_deref(), report.function.as_deref()), (Some("/src/a b.c:7:3"), Some("f")));
        assert_eq!(SanitizerReport::all(b"all is well\n"), []);
    }

    #[test]
    fn a_folder_of_the_users_may_be_called_runtime() {
        let text =
            b"runtime/a.c:3:5: runtime error: signed integer overflow: 1 + 2 cannot\n    #0 0x6 in f /src/b.c:7:3\n";
        assert_eq!(SanitizerReport::all(text)[0].place.as_deref(), Some("runtime/a.c:3:5"));
    }

    /// `kind@function`, as a list.
    fn reports(text: &str) -> Vec<SanitizerReport> {
        let report = |word: &str| {
            let (kind, function) = word.split_once('@').map_or((word, None), |(kind, name)| (kind, Some(name)));
            SanitizerReport { kind: kind.to_owned(), function: function.map(str::to_owned), place: None }
        };
        text.split_whitespace().map(report).collect()
    }

    #[test]
    fn what_both_versions_report_does_not_hide_the_rest() {
        let differ = |old: &str, new: &str| {
            difference(&reports(old), &reports(new)).map(|found| (found.kind, found.counts.old, found.counts.new))
        };
        let found = |kind: &str, old, new| Some((kind.to_owned(), old, new));
        assert_eq!(differ("null@sort overflow@f", "null@sort"), found("overflow", 1, 0));
        assert_eq!(differ("null", "null overflow"), found("overflow", 0, 1));
        assert_eq!(differ("overflow@f overflow@g", "overflow@g"), found("overflow", 2, 1));
        assert_eq!(differ("null@f", "null@f"), None);
        // Renamed, or the same code in two places now: nobody knows.
        assert_eq!(differ("overflow@f", "overflow@g overflow@h"), None);
        assert_eq!(differ("overflow@f", "overflow@f overflow@f"), None);
        assert_eq!(differ("overflow overflow", "overflow"), None);
        // The clearest comes first.
        assert_eq!(differ("a@f a@g b@f", "a@f"), found("b", 1, 0));
    }

    #[test]
    fn every_report_of_a_run_is_read() {
        let text = "a.c:1:2: runtime error: null pointer passed as argument 1, which is declared to never be null\n\
                    ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\n    #0 0x6 in f /src/a.c:7:3\n";
        let kinds: Vec<String> = SanitizerReport::all(text.as_bytes()).into_iter().map(|report| report.kind).collect();
        assert_eq!(kinds.len(), 2);
        assert_eq!(kinds[1], "heap-buffer-overflow");
        assert!(
            SanitizerReport::all(b"==1==ERROR: AddressSanitizer: \x1b[31m'$(x) on")[0].kind.chars().all(|c| c != '$')
        );
    }
}
