//! A second opinion: a share of the verdicts is compared with what Z3 says about the same query in SMT-LIB.
//!
//! For tests and for long runs that can afford it, not for speed: every comparison starts a process. Only sat and unsat
//! are compared, never models. Z3 is not needed: without it the findings say so. Nothing that goes wrong on Z3's side
//! changes a verdict.

use crate::meter::Meter;
use crate::{Context, Query, Solver, Stats, Verdict, WhyUnknown};
use rift_expr::TermId;
use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How verdicts are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossCheck {
    /// One in so many sat and unsat verdicts, the first included.
    pub every: u64,
    /// Found on `PATH` if it is only a name.
    pub program: PathBuf,
    /// For one comparison.
    pub time: Duration,
    /// Where the scripts of disagreements are left.
    pub directory: PathBuf,
}

impl CrossCheck {
    pub fn new(every: u64, directory: impl Into<PathBuf>) -> CrossCheck {
        CrossCheck { every, program: "z3".into(), time: Duration::from_secs(10), directory: directory.into() }
    }
}

/// What comparing brought up. Several solvers may share one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    pub agreed: u64,
    /// The other solver did not decide it, or failed.
    pub undecided: u64,
    pub disagreements: Vec<Disagreement>,
    /// Why nothing can be compared.
    pub unavailable: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    pub ours: Claim,
    /// The script, or why it could not be left.
    pub script: Result<PathBuf, String>,
}

/// What a solver says of a query. Z3 says the opposite where there is a disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    Sat,
    Unsat,
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.unavailable {
            writeln!(f, "cross-check: no second solver: {why}")?;
        }
        let wrong = self.disagreements.len();
        writeln!(f, "cross-check: {} verdicts agree, {wrong} disagree, {} undecided", self.agreed, self.undecided)?;
        for Disagreement { ours, script } in &self.disagreements {
            match script {
                Ok(script) => writeln!(f, "cross-check: not {ours:?} after all? {}", script.display())?,
                Err(error) => writeln!(f, "cross-check: not {ours:?} after all? the script is lost: {error}")?,
            }
        }
        Ok(())
    }
}

/// Compares some verdicts of the solver below.
pub struct Checked<S> {
    inner: S,
    settings: CrossCheck,
    findings: Arc<Mutex<Findings>>,
    /// Sat and unsat verdicts so far.
    definite: u64,
    meter: Meter,
}

impl<S: Solver> Checked<S> {
    /// Its counters are those of the second solver: `unknown` is what it did not decide.
    pub const NAME: &'static str = "cross-check";

    pub fn new(inner: S, settings: CrossCheck, findings: Arc<Mutex<Findings>>) -> Checked<S> {
        Checked { inner, settings, findings, definite: 0, meter: Meter::measured(Self::NAME) }
    }

    fn is_due(&mut self) -> bool {
        let is_due = self.definite.is_multiple_of(self.settings.every.max(1));
        self.definite += 1;
        is_due && self.findings.lock().unwrap_or_else(PoisonError::into_inner).unavailable.is_none()
    }

    fn compare(&mut self, context: &mut Context<'_>, query: Query, ours: Claim) {
        let asserted: Vec<TermId> = context.sets.members(query.set).iter().copied().chain([query.goal]).collect();
        let script = context.terms.smtlib(&asserted);
        let mut theirs = Ok(None);
        let settings = &self.settings;
        self.meter.time(context, |context| {
            theirs = second_opinion(settings, &script, context.deadline.clip(settings.time));
            Some(match theirs {
                Ok(Some(Claim::Sat)) => Verdict::Sat(Default::default()),
                Ok(Some(Claim::Unsat)) => Verdict::Unsat,
                Ok(None) | Err(_) => Verdict::Unknown(WhyUnknown::Unsupported),
            })
        });
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        match theirs {
            Ok(Some(theirs)) if theirs == ours => findings.agreed += 1,
            Ok(Some(_)) => {
                findings.disagreements.push(Disagreement { ours, script: leave(&settings.directory, &script) })
            }
            Ok(None) => findings.undecided += 1,
            Err(error) => findings.unavailable = Some(format!("`{}`: {error}", settings.program.display())),
        }
    }
}

impl<S: Solver> Solver for Checked<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let verdict = self.inner.check(context, query);
        let claim = match verdict {
            Verdict::Sat(_) => Claim::Sat,
            Verdict::Unsat => Claim::Unsat,
            Verdict::Unknown(_) => return verdict,
        };
        if !context.deadline.is_over() && self.is_due() {
            self.compare(context, query, claim);
        }
        verdict
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}

/// What the second solver says, `None` if it does not decide. An error if it cannot be started.
fn second_opinion(settings: &CrossCheck, script: &str, time: Duration) -> io::Result<Option<Claim>> {
    // A file and no pipe: nobody waits for anybody to read.
    let mut input = tempfile::tempfile()?;
    let mut output = tempfile::tempfile()?;
    input.write_all(script.as_bytes())?;
    input.rewind()?;
    let child = Command::new(&settings.program)
        .args(["-in", "-smt2", "-memory:2048"])
        .stdin(input)
        .stdout(output.try_clone()?)
        .stderr(Stdio::null())
        .spawn()?;
    wait(child, time)?;
    Ok(claim(&mut output).unwrap_or(None))
}

fn claim(output: &mut File) -> io::Result<Option<Claim>> {
    output.rewind()?;
    // More than the answer is an error message.
    let mut text = String::new();
    output.take(1 << 16).read_to_string(&mut text)?;
    Ok(match text.trim() {
        "sat" => Some(Claim::Sat),
        "unsat" => Some(Claim::Unsat),
        _ => None,
    })
}

/// Waits for a process, and kills it when its time is over.
fn wait(mut child: Child, time: Duration) -> io::Result<()> {
    let end = Instant::now() + time;
    while child.try_wait()?.is_none() {
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// Writes a script where somebody will find it, under a name that depends on nothing but the script.
fn leave(directory: &Path, script: &str) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    script.hash(&mut hasher);
    let path = directory.join(format!("disagreement-{:016x}.smt2", hasher.finish()));
    let written = fs::create_dir_all(directory).and_then(|()| fs::write(&path, script));
    written.map(|()| path).map_err(|error| error.to_string())
}
