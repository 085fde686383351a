//! The machine: executes a module exactly as its native build would. Knows no libc.

mod host;
pub mod memory;
pub mod numeric;
mod outcome;

pub use host::{Guest, Host, HostFn, Reply};
pub use outcome::{AccessFault, Fault, Limit, Outcome, StackEntry, Stop};
