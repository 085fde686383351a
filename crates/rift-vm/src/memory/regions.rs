//! Where things live in the guest's 47-bit address space. Addresses are the same in every run.
//!
//! Regions start at different offsets modulo 1 MiB: the translation caches are indexed by the low bits of the page
//! number, and the first pages of every region are the hottest.

/// Below this address every access is a null access.
pub const NULL_END: u64 = 0x1_0000;
/// Functions and blocks have addresses here, and no pages.
pub const CODE: u64 = 0x40_0000;
pub const CODE_END: u64 = 0x1000_0000;
/// Writable globals.
pub const GLOBALS: u64 = 0x1000_0000;
pub const GLOBALS_END: u64 = 0x8_0000_0000;
/// Constant globals, on read-only pages.
pub const CONSTANTS: u64 = 0x8_0004_0000;
pub const CONSTANTS_END: u64 = 0x10_0000_0000;
/// Heap objects that share pages.
pub const HEAP: u64 = 0x10_0008_0000;
pub const HEAP_END: u64 = 0x40_0000_0000;
/// Heap objects with pages of their own.
pub const LARGE: u64 = 0x40_000B_0000;
pub const LARGE_END: u64 = 0x7000_0000_0000;
/// Anonymous and file maps.
pub const MAPS: u64 = 0x7000_000D_0000;
pub const MAPS_END: u64 = 0x7FFE_0000_0000;
/// The stack grows down from here.
pub const STACK_TOP: u64 = 0x7FFF_F000_0000;
/// An access this far below the end of the stack counts as an overflow of the stack.
pub const STACK_GUARD: u64 = 0x10_0000;
