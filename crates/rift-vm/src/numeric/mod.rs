//! Exact integer arithmetic above 64 bits and floating point of every kind.
