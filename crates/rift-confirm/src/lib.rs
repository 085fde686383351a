//! Runs inputs on native builds, and says on which of them two versions really behave differently.
//!
//! [`Sandbox`] runs one program on one input and says what was [`Seen`]. [`Confirmer`] runs both versions, repeatedly,
//! and is the only maker of [`Confirmed`]. [`minimise`] makes an input smaller while something stays true of it.
//!
//! Prefers a missed difference to a false one: what differs from run to run is [`Check::Unstable`], never a difference.

mod addresses;
mod check;
mod limits;
mod memory;
mod minimise;
mod normalise;
mod sandbox;
mod sanitizer;
mod seen;

pub use check::{Build, Check, ConfirmOptions, Confirmed, Confirmer, DifferenceKind, Ends, SeenBySanitizer, Signature};
pub use limits::Limit;
pub use memory::STACK_FILLS;
pub use minimise::{Budget, minimise, minimise_within};
pub use normalise::without_thread_numbers;
pub use sandbox::{Kind, NativeError, NativeLimits, Sandbox, SandboxConfig};
pub use sanitizer::{SanitizerDifference, SanitizerReport};
pub use seen::{End, Seen};
