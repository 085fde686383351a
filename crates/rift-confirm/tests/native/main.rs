//! C programs, compiled natively, in every kind of sandbox that works here.

mod check;
mod common;
mod deadline;
mod sandbox;
mod shown;
