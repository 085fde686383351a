//! `--sandbox`: how native programs are kept apart from the system, the same for all commands that run any.

use anyhow::Context;
use clap::{Args, ValueEnum};
use rift_confirm::{Kind, NativeError, NativeLimits, Sandbox, SandboxConfig};

#[derive(Debug, Clone, Copy, Default, Args)]
pub struct SandboxArguments {
    /// How native programs are kept apart from your files and the network. See docs/THREAT_MODEL.md.
    #[arg(long = "sandbox", value_name = "WHEN", value_enum, default_value_t = Isolation::Auto)]
    pub isolation: Isolation,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Isolation {
    /// With bubblewrap where it works; elsewhere with limits only, after a warning.
    #[default]
    Auto,
    /// With bubblewrap; where it does not work, nothing is run (exit code 2).
    Require,
    /// With limits only: programs can read and write all that you can.
    Off,
}

impl Isolation {
    pub fn kind(self) -> Option<Kind> {
        match self {
            Isolation::Auto => None,
            Isolation::Require => Some(Kind::Bubblewrap),
            Isolation::Off => Some(Kind::Plain),
        }
    }

    /// Where programs are run from now on.
    pub fn sandbox(self, limits: NativeLimits) -> Result<Sandbox, NativeError> {
        Sandbox::new(SandboxConfig { limits, kind: self.kind() })
    }

    /// Before anything is built or run: fails where what is required is not there, and warns where programs will run
    /// without a sandbox although nobody asked for that.
    pub fn announce(self) -> anyhow::Result<()> {
        if self == Isolation::Off {
            return Ok(());
        }
        let sandbox = self.sandbox(NativeLimits::default());
        let sandbox =
            sandbox.context("native programs cannot be run in a sandbox, which --sandbox=require asks for")?;
        if let Some(why) = sandbox.why_plain() {
            eprintln!(
                "rift: warning: native programs run WITHOUT A SANDBOX, with your rights: they can read and change your files.\n\
                 rift: warning: bubblewrap does not work here: {why}\n\
                 rift: warning: install the package `bubblewrap` and allow user namespaces (docs/THREAT_MODEL.md);\n\
                 rift: warning: --sandbox=require refuses to run without it, --sandbox=off accepts that and is silent"
            );
        }
        Ok(())
    }
}
