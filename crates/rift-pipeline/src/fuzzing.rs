//! The readers of this crate that are given bytes of unknown origin, for fuzz targets (`tools/fuzz`). Nothing else calls
//! these.

/// What a stopped comparison left to go on with.
pub fn diff_state(bytes: &[u8]) {
    crate::state::read_anything(bytes);
}
