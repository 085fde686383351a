//! Whether two versions behave differently on an input: the only maker of [`Confirmed`].
//!
//! The runs alternate (old, new, old, new), so that what only depends on when a program runs shows as a change between
//! two runs of one version. The second ones have all limits raised: what goes away then was made by a limit of ours
//! ([`Check::Limited`]). Errs towards [`Check::Unstable`]; a program that is rarely random may be taken for stable.

use crate::addresses::differ_in_addresses_only;
use crate::limits::{Limit, is_out_of_memory};
use crate::minimise::{Budget, minimise_within};
use crate::normalise::{without_path, without_positions, without_thread_numbers};
use crate::sandbox::NativeLimits;
use crate::sandbox::{NativeError, Sandbox};
use crate::sanitizer::{self, Frames, SanitizerDifference, SanitizerReport};
use crate::seen::{End, Seen};
use rift_env::Input;
use rift_ir::{Pair, Version};
use std::path::{Path, PathBuf};

/// The native builds of one version.
#[derive(Debug, Clone)]
pub struct Build {
    pub program: PathBuf,
    /// The same with sanitizers, a build for each; of both versions in the same order. Apart, since what one says must
    /// not keep another from seeing more.
    pub sanitized: Vec<PathBuf>,
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
    /// They differ, but not where a limit of rift's is raised: a version does something else then.
    Limited {
        which: Version,
        limit: Limit,
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
    sanitizers: Option<SeenBySanitizer>,
    signature: Signature,
}

/// A difference in what sanitizers say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenBySanitizer {
    pub difference: SanitizerDifference,
    /// The builds that show it.
    pub builds: Pair<PathBuf>,
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

    /// What sanitizers said, if only they see the difference.
    pub fn sanitizers(&self) -> Option<&SeenBySanitizer> {
        self.sanitizers.as_ref()
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

/// Where the plain builds do the same.
fn seen_by_sanitizers(plain: &Pair<Seen>, found: &SanitizerDifference) -> Signature {
    let ends = Ends::of(&plain.old.end, &plain.new.end);
    let kind = |count: u32| (count > 0).then(|| found.kind.clone());
    let kinds = (kind(found.counts.old), kind(found.counts.new));
    Signature { ends, stdout: false, stderr: false, files: false, sanitizers: Some(kinds) }
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

    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    pub fn check(&self, input: &Input) -> Result<Check, NativeError> {
        let (first, signature) = self.once(input)?;
        let ended = |version: &Version| Limit::of(&version.of::<Seen>(&first).end);
        let is_crowd = |version: &Version| ended(version) == Some(Limit::Processes);
        let signature = match signature {
            // What too many processes do together is not compared: it may be the same in both versions by chance.
            None if !Version::BOTH.iter().any(is_crowd) => return Ok(Check::Same(first)),
            signature => signature,
        };
        let raised = self.raised(input)?;
        let is_steady = |version: &Version| self.is_the_same(*version, version.of(&first), version.of(&raised), input);
        let Some(which) = Version::BOTH.into_iter().find(|version| !is_steady(version)) else {
            if let Some(which) = Version::BOTH.into_iter().find(is_crowd) {
                return Ok(Check::Unrepeatable { which, why: "starts too many processes" });
            }
            // That was the second run of each.
            let (limits, runs) = (*self.sandbox.limits(), self.options.runs.saturating_sub(2));
            let Some(signature) = signature else { return Ok(Check::Same(first)) };
            return self.repeated(input, (first, signature), &limits, runs);
        };
        // By chance, or because of a limit?
        if ended(&which).is_none() {
            let second = self.run_elsewhere(which, input, self.sandbox.limits())?;
            let seen: &Seen = which.of(&first);
            if !self.is_the_same(which, seen, &second, input) {
                return Ok(Check::Unstable { which, first: seen.clone(), second });
            }
        }
        if Version::BOTH.into_iter().any(|version| is_out_of_memory(version.of(&raised))) {
            return Ok(Check::Limited { which, limit: Limit::Memory });
        }
        match self.signature(input, &raised.old, &raised.new) {
            Some(signature) => self.repeated(input, (raised, signature), &self.sandbox.limits().raised(), 1),
            None => Ok(Check::Limited { which, limit: self.limit_of(which, which.of(&first), input)? }),
        }
    }

    /// A difference that stays the same in `runs` more runs.
    fn repeated(
        &self,
        input: &Input,
        (seen, signature): (Pair<Seen>, Signature),
        limits: &NativeLimits,
        runs: usize,
    ) -> Result<Check, NativeError> {
        for _ in 0..runs {
            for which in Version::BOTH {
                let first: &Seen = which.of(&seen);
                let second = self.run_elsewhere(which, input, limits)?;
                if !self.is_the_same(which, first, &second, input) {
                    return Ok(Check::Unstable { which, first: first.clone(), second });
                }
            }
        }
        let names_place = |which: &Version| self.sandbox.is_named_in(which.of::<Seen>(&seen));
        if let Some(which) = Version::BOTH.into_iter().find(names_place) {
            return Ok(Check::Unrepeatable { which, why: "tells the directory that it runs in" });
        }
        let programs = self.builds.as_ref().map(|build| build.program.as_path());
        if differ_in_addresses_only(programs, seen.as_ref()) {
            return Ok(Check::Unrepeatable {
                which: Version::New,
                why: "prints where its code and data are in memory",
            });
        }
        let kind = DifferenceKind::Behaviour;
        Ok(Check::Different(Box::new(Confirmed { input: input.clone(), seen, kind, sanitizers: None, signature })))
    }

    /// A run of each version with all limits raised. Tests that are exported run where addresses are random: what
    /// depends on them is no difference either.
    fn raised(&self, input: &Input) -> Result<Pair<Seen>, NativeError> {
        let limits = self.sandbox.limits().raised();
        let run = |which| self.run_elsewhere(which, input, &limits);
        Ok(Pair { old: run(Version::Old)?, new: run(Version::New)? })
    }

    fn run_elsewhere(&self, which: Version, input: &Input, limits: &NativeLimits) -> Result<Seen, NativeError> {
        let build: &Build = which.of(&self.builds);
        self.sandbox.run_elsewhere(&build.program, input, limits)
    }

    fn is_the_same(&self, which: Version, one: &Seen, other: &Seen, input: &Input) -> bool {
        let build: &Build = which.of(&self.builds);
        one.end == other.end && self.channels((build, one), (build, other), input) == Channels::default()
    }

    /// The limit that makes a version do what it does with the usual ones.
    fn limit_of(&self, which: Version, first: &Seen, input: &Input) -> Result<Limit, NativeError> {
        if let Some(limit) = Limit::of(&first.end) {
            return Ok(limit);
        }
        for limit in Limit::NOTICED {
            let seen = self.run_elsewhere(which, input, &self.sandbox.limits().with_raised(limit))?;
            if !self.is_the_same(which, first, &seen, input) {
                return Ok(limit);
            }
        }
        // Only several of them together do.
        Ok(Limit::Memory)
    }

    /// As [`Confirmer::check`]; where the plain builds agree, the sanitized ones, if there are any, are asked as well.
    pub fn check_with_sanitizers(&self, input: &Input) -> Result<Check, NativeError> {
        let seen = match self.check(input)? {
            Check::Same(seen) => seen,
            other => return Ok(other),
        };
        let Some((first, by)) = self.sanitized_once(input)? else { return Ok(Check::Same(seen)) };
        let run = |program: &Path| self.sandbox.run_sanitized(program, input, Frames::Named);
        let again = Pair { old: run(&by.builds.old)?, new: run(&by.builds.new)? };
        for which in Version::BOTH {
            let (second, reports): &(Seen, Vec<SanitizerReport>) = which.of(&again);
            let count = reports.iter().filter(|report| report.kind == by.difference.kind).count();
            if u32::try_from(count).ok() != Some(*which.of(&by.difference.counts)) {
                return Ok(Check::Unstable { which, first: which.of::<Seen>(&first).clone(), second: second.clone() });
            }
        }
        // Now with names.
        let difference = sanitizer::difference(&again.old.1, &again.new.1);
        let Some(difference) = difference.filter(|again| again.kind == by.difference.kind) else {
            return Ok(Check::Same(seen));
        };
        let signature = seen_by_sanitizers(&seen, &difference);
        let sanitizers = Some(SeenBySanitizer { difference, builds: by.builds });
        let kind = DifferenceKind::Sanitizer;
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
                    sanitized.map(|sanitized| Some(seen_by_sanitizers(&seen, &sanitized?.1.difference)))
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

    /// One run of each sanitized build, if there are any and they differ. Frames have no names at first, which take much
    /// longer to find than the run itself.
    fn sanitized_once(&self, input: &Input) -> Result<Option<(Pair<Seen>, SeenBySanitizer)>, NativeError> {
        for (old, new) in self.builds.old.sanitized.iter().zip(&self.builds.new.sanitized) {
            let run = |program: &Path, frames| self.sandbox.run_sanitized(program, input, frames);
            let mut frames = Frames::Unnamed;
            loop {
                let ((old_seen, old_reports), (new_seen, new_reports)) = (run(old, frames)?, run(new, frames)?);
                // A run that was cut off might have reported more.
                if [&old_seen, &new_seen].iter().any(|seen| matches!(seen.end, End::Other(_))) {
                    break;
                }
                if let Some(difference) = sanitizer::difference(&old_reports, &new_reports) {
                    let builds = Pair { old: old.clone(), new: new.clone() };
                    let seen = Pair { old: old_seen, new: new_seen };
                    return Ok(Some((seen, SeenBySanitizer { difference, builds })));
                }
                // Where both report something, only names tell which.
                if frames == Frames::Named || old_reports.len() == new_reports.len() {
                    break;
                }
                frames = Frames::Named;
            }
        }
        Ok(None)
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
