//! The machine: executes a module exactly as its native build would. Knows no libc.
//!
//! A verified [`rift_ir::Module`] becomes a [`Program`] (addresses, initial memory, code compiled on first
//! call); a [`Machine`] runs it against a [`Host`]. How a run can end is [`Stop`]; faults of the program, gaps
//! of the engine and limits are kept apart there. Snapshots are cheap: memory is copy-on-write.
//!
//! Architecture invariant: the machine never touches the host's files, clock, randomness or environment.

mod builtins;
mod code;
mod compile;
pub mod concolic;
mod exec;
mod host;
mod host_call;
mod intrinsics;
mod layout;
mod machine;
pub mod memory;
mod observer;
mod outcome;
mod program;
mod slow;
mod varargs;

pub use builtins::is_builtin;
pub use host::{Guest, Host, HostFn, Reply};
pub use machine::{Limits, Machine, Progress};
pub use memory::{Held, Memory, MemoryConfig, Unlike, UnlikeTerm};
pub use observer::{Copied, Flow, Footprint, Observer, Operation, Origin};
pub use outcome::{AccessFault, Fault, Limit, Outcome, StackEntry, Stop};
pub use program::Program;
