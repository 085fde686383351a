//! Exact integer arithmetic above 64 bits and floating point of every kind.
//!
//! Pure functions over raw bits: integers are canonical little-endian limbs (`[u64]`, zero-extended,
//! `bits.div_ceil(64)` of them), floats are the low [`FloatKind::bits`](rift_ir::FloatKind::bits) bits of a
//! `u128`. Where LLVM leaves a result undefined, these functions give what the code that clang emits for
//! x86-64 gives; each place says so.
//!
//! Absent: rounding modes other than to nearest even, floating-point exception flags, complex arithmetic.

pub mod complex;
pub mod float;
pub mod int;
pub mod libm;

#[cfg(test)]
mod testing;
