//! What the machine asks of its surroundings. rift-env implements it; the machine itself knows no libc.

use crate::concolic::{Pin, Tools};
use crate::memory::Memory;
use crate::outcome::Stop;
use rift_expr::TermId;

/// The world a program runs in: answers calls of functions that the module does not define.
///
/// Cloning a host clones the world: snapshots of a machine clone its host with it, so that two runs
/// that part ways never see each other's files.
pub trait Host: Clone {
    /// The function that answers calls of `name`; `None` makes such a call `Unsupported`.
    fn lookup(&self, name: &str) -> Option<HostFn<Self>>;

    /// Where the program's mask of blocked signals is, 8 bytes, for sigsetjmp to keep and longjmp to restore.
    fn signal_mask(&self) -> Option<u64> {
        None
    }

    /// Where the program keeps which signals it handles, and how: `struct rift_fault_handlers` of `rift.h`.
    fn fault_handlers(&self) -> Option<u64> {
        None
    }

    /// Whether the function `name` deals with symbolic arguments and memory itself, through [`Guest::tools`]. The
    /// arguments of others are pinned before the call, and so is every symbolic byte they read.
    fn takes_terms(&self, _name: &str) -> bool {
        false
    }

    /// Why the arguments of the function `name`, and the bytes it reads, are pinned.
    fn pin_reason(&self, _name: &str) -> Pin {
        Pin::Host
    }

    /// The run goes on with another input: concrete values that the host keeps beside terms are to be taken anew.
    fn refresh(&mut self, _value: &mut dyn FnMut(TermId) -> u64) {}

    /// Called once, when the module's globals have addresses: tells the host where to find those it knows by name.
    fn attach(&mut self, _globals: &dyn Fn(&str) -> Option<u64>) {}
}

/// Arguments arrive as 64-bit slots, integers zero-extended; 128-bit and x87 arguments take two slots,
/// low half first; f32 is its bits in the low half of a slot.
pub type HostFn<H> = fn(&mut H, &mut Guest<'_>, &[u64]) -> Result<Reply, Stop>;

/// What a host function gives back, in the form of its declared result type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    Nothing,
    Value(u64),
    /// Two slots, low half first: i128, x87, or a struct of two.
    Wide(u64, u64),
}

/// The part of the machine that host functions may touch.
pub struct Guest<'m> {
    pub memory: &'m mut Memory,
    /// Instructions executed so far: the only clock a host may derive time from.
    pub steps: u64,
    /// Present in concolic runs.
    pub tools: Option<Tools<'m>>,
}
