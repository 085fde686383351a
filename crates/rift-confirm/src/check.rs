//! Whether two versions behave differently on an input: the only maker of [`Confirmed`].
//!
//! The runs alternate (old, new, old, new), so that what only depends on when a program runs shows as a change between
//! two runs of one version. Errs towards [`Check::Unstable`]; a program that is rarely random may be taken for stable.

use crate::minimise::{Budget, minimise_within};
use crate::normalise::{without_path, without_positions, without_thread_numbers};
use crate::sandbox::{NativeError, Sandbox};
use crate::sanitizer::{Frames, SanitizerReport};
use crate::seen::{End, PROCESS_LIMIT, Seen};
use rift_env::Input;
use rift_ir::{Pair, Version};
use std::path::{Path, PathBuf};

/// The native builds of one version.
#[derive(Debug, Clone)]
pub struct Build {
    pub program: PathBuf,
    /// The same with sanitizers.
    pub sanitized: Option<PathBuf>,
}

#[derive(Debug, Clone)]
pub struct ConfirmOptions {
    /// Compare standard error without the lines and columns of panics and failed assertions.
    pub normalise: bool,
    /// How often each version is run before a difference is believed.
    pub runs: usize,
}

impl Default for ConfirmOptions {
    fn default() -> ConfirmOptions {
        ConfirmOptions { normalise: false, runs: 2 }
    }
}

/// What became of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    Different(Box<Confirmed>),
    /// But for what is not compared, such as positions in messages.
    Same(Pair<Seen>),
    /// One version does not do the same twice: nothing can be said.
    Unstable {
        which: Version,
        first: Seen,
        second: Seen,
    },
    /// They may differ, but no test could ask anyone to see that again. `why` says of the version what it does.
    Unrepeatable {
        which: Version,
        why: &'static str,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    /// Outputs, files or ends differ.
    Behaviour,
    /// Only sanitizers see the difference.
    Sanitizer,
}

/// A difference that was seen on the native builds, on every repetition.
///
/// Invariant: what was seen of `old` and `new` differs, or what sanitizers say about them. Only [`Confirmer`] makes
/// one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    input: Input,
    seen: Pair<Seen>,
    kind: DifferenceKind,
    sanitizers: Pair<Option<SanitizerReport>>,
    signature: Signature,
}

impl Confirmed {
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// What the plain builds did. The same in both, as far as that is compared, if only sanitizers see the difference.
    pub fn seen(&self) -> &Pair<Seen> {
        &self.seen
    }

    pub fn kind(&self) -> DifferenceKind {
        self.kind
    }

    /// What sanitizers said, where they were asked.
    pub fn sanitizers(&self) -> &Pair<Option<SanitizerReport>> {
        &self.sanitizers
    }

    pub fn signature(&self) -> &Signature {
        &self.signature
    }
}

/// In which way two versions differ, without the exact texts: equal for differences that look alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    pub ends: Ends,
    pub stdout: bool,
    pub stderr: bool,
    pub files: bool,
    /// The kinds of errors, if only sanitizers see the difference.
    pub sanitizers: Option<(Option<String>, Option<String>)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ends {
    /// Both end alike: well, with some other status, or as said. Which other status may depend on the input.
    Same(String),
    Different {
        old: String,
        new: String,
    },
}

impl Ends {
    fn of(old: &End, new: &End) -> Ends {
        match (old, new) {
            _ if old != new => Ends::Different { old: old.short(), new: new.short() },
            (End::Exit(0), _) => Ends::Same("success".to_owned()),
            (End::Exit(_), _) => Ends::Same("failure".to_owned()),
            _ => Ends::Same(old.short()),
        }
    }
}

/// Which outputs differ.
#[derive(Debug, Default, PartialEq, Eq)]
struct Channels {
    stdout: bool,
    stderr: bool,
    files: bool,
}

/// What sanitized builds did.
struct Sanitized<'a> {
    builds: Pair<&'a Path>,
    runs: Pair<(Seen, Option<SanitizerReport>)>,
    /// The kinds of errors, of old and new.
    kinds: (Option<String>, Option<String>),
}

/// Where the plain builds do the same.
fn seen_by_sanitizers(plain: &Pair<Seen>, kinds: (Option<String>, Option<String>)) -> Signature {
    let ends = Ends::of(&plain.old.end, &plain.new.end);
    Signature { ends, stdout: false, stderr: false, files: false, sanitizers: Some(kinds) }
}

fn kind_of(report: &Option<SanitizerReport>) -> Option<String> {
    report.as_ref().map(|report| report.kind.clone())
}

/// Runs inputs on both versions.
pub struct Confirmer {
    builds: Pair<Build>,
    sandbox: Sandbox,
    options: ConfirmOptions,
}

impl Confirmer {
    pub fn new(builds: Pair<Build>, sandbox: Sandbox, options: ConfirmOptions) -> Confirmer {
        Confirmer { builds, sandbox, options }
    }

    /// The builds with sanitizers, if there are any of both versions.
    pub fn sanitized(&self) -> Option<Pair<PathBuf>> {
        let Pair { old, new } = self.builds.as_ref().map(|build| build.sanitized.clone());
        Some(Pair { old: old?, new: new? })
    }

    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    pub fn check(&self, input: &Input) -> Result<Check, NativeError> {
        let (seen, signature) = self.once(input)?;
        let is_crowd =
            |which: &Version| matches!(&which.of::<Seen>(&seen).end, End::Other(what) if what == PROCESS_LIMIT);
        if let Some(which) = Version::BOTH.into_iter().find(is_crowd) {
            return Ok(Check::Unrepeatable { which, why: "starts too many processes" });
        }
        let Some(signature) = signature else { return Ok(Check::Same(seen)) };
        let Pair { old, new } = seen;
        for _ in 1..self.options.runs.max(2) {
            let again = [(Version::Old, &self.builds.old, &old), (Version::New, &self.builds.new, &new)];
            for (which, build, first) in again {
                // Tests that are exported run where addresses are random: what depends on them is no difference.
                let second = self.sandbox.run_elsewhere(&build.program, input)?;
                let channels = self.channels((build, first), (build, &second), input);
                if first.end != second.end || channels != Channels::default() {
                    return Ok(Check::Unstable { which, first: first.clone(), second });
                }
            }
        }
        let sanitizers = Pair { old: None, new: None };
        let kind = DifferenceKind::Behaviour;
        let seen = Pair { old, new };
        let names_place = |which: &Version| self.sandbox.is_named_in(which.of::<Seen>(&seen));
        if let Some(which) = Version::BOTH.into_iter().find(names_place) {
            return Ok(Check::Unrepeatable { which, why: "tells the directory that it runs in" });
        }
        Ok(Check::Different(Box::new(Confirmed { input: input.clone(), seen, kind, sanitizers, signature })))
    }

    /// As [`Confirmer::check`]; where the plain builds agree, the sanitized ones, if there are any, are asked as well.
    pub fn check_with_sanitizers(&self, input: &Input) -> Result<Check, NativeError> {
        let seen = match self.check(input)? {
            Check::Same(seen) => seen,
            other => return Ok(other),
        };
        let Some(Sanitized { builds, runs, kinds }) = self.sanitized_once(input)? else { return Ok(Check::Same(seen)) };
        let mut sanitizers = runs.as_ref().map(|(_, report)| report.clone());
        for _ in 1..self.options.runs.max(2) {
            for which in Version::BOTH {
                let (first, expected) = which.of(&runs);
                let (second, report) = self.sandbox.run_sanitized(which.of::<&Path>(&builds), input, Frames::Named)?;
                if kind_of(&report) != kind_of(expected) {
                    return Ok(Check::Unstable { which, first: first.clone(), second });
                }
                *which.of_mut(&mut sanitizers) = report;
            }
        }
        let kind = DifferenceKind::Sanitizer;
        let signature = seen_by_sanitizers(&seen, kinds);
        Ok(Check::Different(Box::new(Confirmed { input: input.clone(), seen, kind, sanitizers, signature })))
    }

    /// A smaller input with the same signature, as far as the budget allows; what was given if there is none. An input
    /// that cannot be run is no better one, nor is one that turns out not to do the same twice.
    pub fn minimise(&self, found: &Confirmed, budget: &Budget) -> Confirmed {
        self.minimise_within(&|_| true, found, budget)
    }

    /// The same among the inputs that are allowed.
    pub fn minimise_within(
        &self,
        is_allowed: &dyn Fn(&Input) -> bool,
        found: &Confirmed,
        budget: &Budget,
    ) -> Confirmed {
        let mut keeps = |input: &Input| {
            let signature = match (found.kind, self.once(input)) {
                (DifferenceKind::Sanitizer, Ok((seen, None))) => {
                    let sanitized = self.sanitized_once(input);
                    sanitized.map(|sanitized| Some(seen_by_sanitizers(&seen, sanitized?.kinds)))
                }
                (_, once) => once.map(|(_, signature)| signature),
            };
            signature.is_ok_and(|signature| signature.as_ref() == Some(&found.signature))
        };
        let smallest = minimise_within(is_allowed, &found.input, &mut keeps, budget);
        if smallest == found.input {
            return found.clone();
        }
        let check = match found.kind {
            DifferenceKind::Behaviour => self.check(&smallest),
            DifferenceKind::Sanitizer => self.check_with_sanitizers(&smallest),
        };
        match check {
            Ok(Check::Different(confirmed)) if confirmed.signature == found.signature => *confirmed,
            _ => found.clone(),
        }
    }

    /// One run of each version, and how they differ.
    fn once(&self, input: &Input) -> Result<(Pair<Seen>, Option<Signature>), NativeError> {
        let (old, new) = (self.run(&self.builds.old, input)?, self.run(&self.builds.new, input)?);
        let signature = self.signature(input, &old, &new);
        Ok((Pair { old, new }, signature))
    }

    /// One run of each sanitized build, if there are any and they differ. Frames have no names, which take much longer
    /// to find than the run itself.
    fn sanitized_once(&self, input: &Input) -> Result<Option<Sanitized<'_>>, NativeError> {
        let (Some(old), Some(new)) = (&self.builds.old.sanitized, &self.builds.new.sanitized) else { return Ok(None) };
        let builds = Pair { old: old.as_path(), new: new.as_path() };
        let run = |program| self.sandbox.run_sanitized(program, input, Frames::Unnamed);
        let runs = Pair { old: run(old)?, new: run(new)? };
        let kinds = (kind_of(&runs.old.1), kind_of(&runs.new.1));
        if kinds.0 == kinds.1 {
            return Ok(None);
        }
        Ok(Some(Sanitized { builds, runs, kinds }))
    }

    pub(crate) fn run(&self, build: &Build, input: &Input) -> Result<Seen, NativeError> {
        self.sandbox.run(&build.program, input)
    }

    pub(crate) fn does_the_same(
        &self,
        (a_build, a): &(Build, Seen),
        (b_build, b): &(Build, Seen),
        input: &Input,
    ) -> bool {
        a.end == b.end && self.channels((a_build, a), (b_build, b), input) == Channels::default()
    }

    /// `None` if there is no difference.
    fn signature(&self, input: &Input, old: &Seen, new: &Seen) -> Option<Signature> {
        let channels = self.channels((&self.builds.old, old), (&self.builds.new, new), input);
        if old.end == new.end && channels == Channels::default() {
            return None;
        }
        let Channels { stdout, stderr, files } = channels;
        Some(Signature { ends: Ends::of(&old.end, &new.end), stdout, stderr, files, sanitizers: None })
    }

    /// In what outputs two runs differ.
    fn channels(&self, (a_build, a): (&Build, &Seen), (b_build, b): (&Build, &Seen), input: &Input) -> Channels {
        // How far a run came until it was cut off depends on the machine's load; what it said until then does not.
        let is_cut_off = [a, b].iter().any(|seen| matches!(seen.end, End::Other(_)));
        let differ = |a: &[u8], b: &[u8]| match is_cut_off {
            true => a.iter().zip(b).any(|(a, b)| a != b),
            false => a != b,
        };
        Channels {
            stdout: differ(&a.stdout, &b.stdout),
            stderr: differ(&self.stderr(a_build, input, a), &self.stderr(b_build, input, b)),
            files: !is_cut_off && a.files != b.files,
        }
    }

    /// What of standard error is compared.
    fn stderr(&self, build: &Build, input: &Input, seen: &Seen) -> Vec<u8> {
        let name = input.argv.first().map_or(&b"program"[..], Vec::as_slice);
        let stderr = without_path(&seen.stderr, &build.program, name);
        if self.options.normalise { without_positions(&stderr) } else { without_thread_numbers(&stderr) }
    }
}
