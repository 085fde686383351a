fn f() { let x = ((((((((((1 + -----2)))))))))); if x > 1 { g!("a\u{1F600}", b"\xff", 'c', 1e300, 0xffu128) } else if true { || || 1; } }
mod a { pub mod b { pub use super::super::a::b::c::*; pub mod c { pub use crate::a::*; pub struct D<const N: usize>([u8; N]); } } }
/// ```
/// f("in docs", -7);
/// ```
macro_rules! m { ($x:expr) => { $x } }
