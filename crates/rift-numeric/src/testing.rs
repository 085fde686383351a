//! What the tests of this module share: seeded numbers, and programs compiled and run by clang.

use super::int::{limbs, wide};
use std::process::Command;

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A canonical integer: random limbs mixed with all-zero and all-one ones, of random magnitude.
    pub fn integer(&mut self, bits: u32) -> Vec<u64> {
        let mut value: Vec<u64> = (0..limbs(bits))
            .map(|_| match self.below(4) {
                0 => 0,
                1 => u64::MAX,
                _ => self.next(),
            })
            .collect();
        wide::clear_above(bits, &mut value);
        let keep = self.below(u64::from(bits) * 2) as u32;
        if keep < bits {
            let source = value.clone();
            wide::lshr(&source, keep, &mut value);
        }
        if self.below(4) == 0 {
            wide::negate(&mut value);
            wide::clear_above(bits, &mut value);
        }
        value
    }
}

/// 0, 1, 2, -1, INT_MIN, INT_MAX, then random ones.
pub fn integers(bits: u32, random: &mut Random, count: usize) -> Vec<Vec<u64>> {
    let mut minimum = vec![0; limbs(bits)];
    minimum[limbs(bits) - 1] = 1 << ((bits - 1) % 64);
    let mut minus_one = vec![u64::MAX; limbs(bits)];
    wide::clear_above(bits, &mut minus_one);
    let mut maximum = minus_one.clone();
    maximum[limbs(bits) - 1] ^= minimum[limbs(bits) - 1];
    let mut one = vec![0; limbs(bits)];
    one[0] = 1;
    let mut all = vec![vec![0; limbs(bits)], one, minimum, minus_one, maximum];
    all.extend((0..count).map(|_| random.integer(bits)));
    all
}

/// Compiles the files (name and text, .c or .ll) into one program, runs it, and returns its standard output.
pub fn run_native(test: &str, files: &[(&str, &str)], flags: &[&str]) -> String {
    let dir = std::env::temp_dir().join(format!("rift-numeric-{}-{test}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    for (name, text) in files {
        std::fs::write(dir.join(name), text).unwrap();
    }
    let program = dir.join("program");
    let compiled = Command::new("clang-22")
        .args(["-O0", "-w"])
        .args(files.iter().map(|(name, _)| dir.join(name)))
        .args(flags)
        .args(["-lm", "-o"])
        .arg(&program)
        .output()
        .expect("clang-22 is installed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).output().unwrap();
    assert!(ran.status.success(), "{test}: {:?}", ran.status);
    std::fs::remove_dir_all(&dir).unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

/// Two hexadecimal digits per byte, most significant first.
pub fn hex(a: &[u64]) -> String {
    a.iter().rev().map(|limb| format!("{limb:016x}")).collect()
}
