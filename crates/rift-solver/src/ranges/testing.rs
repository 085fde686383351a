//! What the tests of bounds have in common.

use super::value::Range;

pub(super) const WIDTH: u32 = 4;

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    pub(super) fn range(&mut self, width: u32) -> Range {
        let all = 1 << width;
        match self.below(4) {
            0 => Range::full(width),
            1 => Range::single(width, self.below(all)),
            _ => {
                let first = i128::from(self.below(all));
                Range::wrapped(width, first, i128::from(self.below(all)) + i128::from(all) / 2)
            }
        }
    }
}

pub(super) fn values(width: u32, range: Range) -> Vec<u64> {
    (0..1 << width).filter(|&value| range.contains(value)).collect()
}
