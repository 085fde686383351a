//! What sanitizers (AddressSanitizer, MemorySanitizer, UndefinedBehaviorSanitizer) say, read from standard error.
//!
//! A program that prints the same words is believed.

use rift_ir::Origin;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The first error that a run was told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitizerReport {
    /// Such as `heap-buffer-overflow` or `signed integer overflow`.
    pub kind: String,
    /// `FILE:LINE:COLUMN` of the innermost frame that is the user's, if it is known.
    pub place: Option<String>,
}

/// Whether the frames of an error are told by name. Finding the names takes ten times as long as a short run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frames {
    Named,
    Unnamed,
}

/// Leaks are no errors of a path, and errors of undefined behaviour end the run as others do.
const NAMED: [(&str, &str); 3] = [
    ("ASAN_OPTIONS", "detect_leaks=0:symbolize=1:handle_abort=0"),
    ("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"),
    ("MSAN_OPTIONS", "symbolize=1"),
];
const UNNAMED: [(&str, &str); 3] = [
    ("ASAN_OPTIONS", "detect_leaks=0:symbolize=0:handle_abort=0"),
    ("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=0"),
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

impl SanitizerReport {
    pub fn parse(stderr: &[u8]) -> Option<SanitizerReport> {
        let text = String::from_utf8_lossy(stderr);
        let lines: Vec<&str> = text.lines().collect();
        lines.iter().enumerate().find_map(|(at, line)| {
            let rest = &lines[at + 1..];
            if let Some((place, what)) = line.split_once(": runtime error: ") {
                let known = Some(place.to_owned()).filter(|place| is_position(place) && is_own(place));
                return Some(SanitizerReport {
                    kind: undefined_kind(what),
                    place: known.or_else(|| first_frame(rest)),
                });
            }
            let (_, what) = line.split_once("ERROR: AddressSanitizer: ").or_else(|| {
                let warning = line.split_once("WARNING: MemorySanitizer: ");
                warning.or_else(|| line.split_once("ERROR: UndefinedBehaviorSanitizer: "))
            })?;
            Some(SanitizerReport { kind: address_kind(what).to_owned(), place: first_frame(rest) })
        })
    }
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

/// Of the first list of frames: `    #1 0x55 in main /src/a.c:5:3`.
fn first_frame(lines: &[&str]) -> Option<String> {
    let is_frame = |line: &&&str| line.trim_start().starts_with('#');
    let frames = lines.iter().skip_while(|line| !is_frame(line)).take_while(is_frame);
    // Names of functions and of files may have spaces in them.
    let place = |line: &&str| line.rfind(" /").or_else(|| line.rfind(' ')).map(|at| line[at + 1..].to_owned());
    frames.filter_map(place).filter(|place| is_position(place)).find(|place| is_own(place) && !is_sanitizer(place))
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
        let kind = |line: &str| SanitizerReport::parse(line.as_bytes()).unwrap().kind;
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
        let place = SanitizerReport::parse(text.as_bytes()).unwrap().place;
        assert_eq!(place.as_deref(), Some("/src/a b.c:7:3"));
        assert_eq!(SanitizerReport::parse(b"all is well\n"), None);
    }

    #[test]
    fn a_folder_of_the_users_may_be_called_runtime() {
        let text =
            b"runtime/a.c:3:5: runtime error: signed integer overflow: 1 + 2 cannot\n    #0 0x6 in f /src/b.c:7:3\n";
        assert_eq!(SanitizerReport::parse(text).unwrap().place.as_deref(), Some("runtime/a.c:3:5"));
    }
}
