//! What `rift diff` and `cargo rift` share: the options of a comparison, its report on the terminal, its exit code.

use crate::exit;
use crate::explore::{absolute, absolute_unless_stdout};
use crate::sandbox::SandboxArguments;
use crate::search::{Display, SearchArguments, StrategyArguments};
use crate::sizes::duration;
use anyhow::Context;
use clap::Args;
use rift_confirm::NativeLimits;
use rift_pipeline::{Goal, NativeSettings, Outcome, Settings};
use rift_report::{DiffReport, Verdict};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    strategy: StrategyArguments,
    /// Stop at the first confirmed difference.
    #[arg(long)]
    first: bool,
    /// Exit with 3 when no difference was found but not everything was looked at.
    #[arg(long)]
    strict: bool,
    /// How long a native run may take; longer counts as not ending.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    native_timeout: Duration,
    #[command(flatten)]
    pub sandbox: SandboxArguments,
    /// Multiply all limits of native runs. No finding may depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, hide = true, value_parser = clap::value_parser!(u32).range(1..=64))]
    native_limits: u32,
    /// Write the report to FILE (`-`: standard output), as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report, a test for each difference, and what `--resume` needs, into DIR.
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on where the search in DIR stopped, or was killed, with the same versions and inputs. What was found before is
    /// confirmed again and in the new report; the budget is counted from now on.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Print nothing but errors.
    #[arg(long, short)]
    quiet: bool,
    /// Print everything that was left out.
    #[arg(long, short, conflicts_with = "quiet")]
    verbose: bool,
}

impl CompareArguments {
    /// `most` is how many differences of one entry are looked for.
    pub fn settings(&self, most: u64, interrupted: &Arc<AtomicBool>) -> anyhow::Result<Settings> {
        let limits = NativeLimits { time: self.native_timeout, ..NativeLimits::default() }.times(self.native_limits);
        Ok(Settings {
            search: self.search.config_of_pair(),
            strategy: self.strategy.strategy()?,
            strategy_name: self.strategy.name().to_owned(),
            goal: Goal { first: self.first, most: most as usize, settle: self.search.budget.is_none() },
            natives: NativeSettings { limits, sandbox: self.sandbox.isolation.kind() },
            minimise: true,
            out: self.out.as_deref().map(absolute).transpose()?,
            resume: self.resume,
            json: self.json.as_deref().map(absolute_unless_stdout).transpose()?,
            interrupted: Arc::clone(interrupted),
        })
    }

    pub fn display(&self) -> Display {
        Display::new(self.quiet)
    }

    /// Prints what came of a comparison. What could not be written is printed all the same.
    pub fn finish(&self, outcome: Outcome) -> anyhow::Result<u8> {
        let Outcome { report, is_interrupted, result } = outcome;
        let to_stdout = self.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
        if to_stdout {
            let text = serde_json::to_string_pretty(&report)? + "\n";
            io::stdout().write_all(text.as_bytes()).context("cannot write the report")?;
        }
        if !self.quiet {
            let text = report.text(self.verbose);
            // A closed pipe is no reason to fail.
            let _ = match to_stdout {
                true => write!(io::stderr(), "{text}"),
                false => write!(io::stdout(), "{text}"),
            };
        }
        result?;
        Ok(self.code(&report, is_interrupted))
    }

    fn code(&self, report: &DiffReport, is_interrupted: bool) -> u8 {
        match report.verdict {
            Verdict::Different if report.differences.iter().any(|difference| !difference.is_accepted()) => {
                exit::DIFFERENT
            }
            _ if is_interrupted => exit::INTERRUPTED,
            Verdict::NoneFound if self.strict => exit::UNDECIDED,
            _ => 0,
        }
    }
}
