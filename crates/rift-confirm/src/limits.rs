//! Limits of native runs, raised: whether what was seen rests on one of them.
//!
//! A program that runs into a limit of rift's may do something that it does nowhere else: an allocation that fails, a
//! file that is cut off. So no difference is believed before it was seen without those limits, too ([`Raised`]). Prefers
//! a missed difference to a false one: where the machine has too little memory to raise a limit, nothing is said.

use crate::sandbox::NativeLimits;
use crate::seen::{FILES_LIMIT, FREE_MEMORY, MEMORY_LIMIT, OUTPUT_LIMIT, PROCESS_LIMIT, TIME_LIMIT};
use crate::{End, Seen};
use std::fs;

/// How many times as much a run gets to show that a limit does not matter. Several times, because a program that is
/// merely slow or large is rarely just beyond a limit; not more, because a program that does not end costs all of it.
pub(crate) const RAISE: u32 = 4;
/// Memory of the machine that has to stay available while a program runs without a limit of its own.
const RESERVE: u64 = 1 << 30;
/// Of all the memory, at most this part is reserved: small machines have little to spare.
const RESERVE_SHARE: u64 = 8;
/// Of what is available when a run begins, at most this part: a busy machine has to run programs as well.
const BUSY_SHARE: u64 = 2;

/// What a limit is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Memory,
    FileSize,
    Processes,
    Time,
    Output,
    Files,
}

impl Limit {
    /// Those that a program may notice itself, and go on: an allocation fails, or a write, or a new process.
    pub(crate) const NOTICED: [Limit; 3] = [Limit::Memory, Limit::FileSize, Limit::Processes];

    /// Such as `memory limit`, in the words of [`End`].
    pub fn name(self) -> &'static str {
        match self {
            Limit::Memory => MEMORY_LIMIT,
            Limit::FileSize => "file size limit",
            Limit::Processes => PROCESS_LIMIT,
            Limit::Time => TIME_LIMIT,
            Limit::Output => OUTPUT_LIMIT,
            Limit::Files => FILES_LIMIT,
        }
    }

    /// The limit that ended a run.
    pub fn of(end: &End) -> Option<Limit> {
        let End::Other(what) = end else { return None };
        match what.as_str() {
            TIME_LIMIT => Some(Limit::Time),
            OUTPUT_LIMIT => Some(Limit::Output),
            PROCESS_LIMIT => Some(Limit::Processes),
            FILES_LIMIT => Some(Limit::Files),
            FREE_MEMORY | MEMORY_LIMIT => Some(Limit::Memory),
            _ => None,
        }
    }
}

impl NativeLimits {
    /// Everything that many times.
    pub fn times(&self, factor: u32) -> NativeLimits {
        let times = |amount: u64| amount.saturating_mul(u64::from(factor));
        NativeLimits {
            time: self.time.saturating_mul(factor),
            memory: self.memory.map(times),
            output: times(self.output),
            file: times(self.file),
            files: times(self.files),
            processes: times(self.processes),
            free: self.free,
        }
    }

    /// All of them raised. Memory is not limited at all then, because no other amount is what a program meets elsewhere;
    /// the machine's own is watched instead.
    pub fn raised(&self) -> NativeLimits {
        NativeLimits { memory: None, free: reserve(), ..self.times(RAISE) }
    }

    /// One of them raised.
    pub(crate) fn with_raised(&self, limit: Limit) -> NativeLimits {
        let raised = self.raised();
        match limit {
            Limit::Memory => NativeLimits { memory: raised.memory, free: raised.free, ..*self },
            Limit::FileSize => NativeLimits { file: raised.file, ..*self },
            Limit::Processes => NativeLimits { processes: raised.processes, ..*self },
            Limit::Time => NativeLimits { time: raised.time, ..*self },
            Limit::Output => NativeLimits { output: raised.output, ..*self },
            Limit::Files => NativeLimits { files: raised.files, ..*self },
        }
    }
}

/// Whether the machine's memory ran out before the program did something of its own.
pub(crate) fn is_out_of_memory(seen: &Seen) -> bool {
    Limit::of(&seen.end) == Some(Limit::Memory)
}

fn reserve() -> u64 {
    let share = field("MemTotal:").map(|total| total / RESERVE_SHARE);
    let free = available_memory().map(|available| available / BUSY_SHARE);
    share.into_iter().chain(free).fold(RESERVE, u64::min)
}

/// Bytes that programs can still get without others losing theirs; `None` where the system does not say.
pub(crate) fn available_memory() -> Option<u64> {
    let group = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    let of_group = group("memory.max").zip(group("memory.current")).map(|(most, used)| most.saturating_sub(used));
    field("MemAvailable:").into_iter().chain(of_group).min()
}

/// Of /proc/meminfo, in bytes.
fn field(name: &str) -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raised_limits_are_several_times_as_large() {
        let limits = NativeLimits::default();
        let raised = limits.raised();
        assert_eq!((raised.time, raised.output), (4 * limits.time, 4 * limits.output));
        assert!(raised.memory.is_none() && raised.free > 0);
        let one = limits.with_raised(Limit::FileSize);
        assert_eq!((one.file, one.memory, one.time), (4 * limits.file, limits.memory, limits.time));
    }

    #[test]
    fn the_machine_says_how_much_memory_it_has() {
        let available = available_memory().unwrap();
        assert!(available > 0 && available <= field("MemTotal:").unwrap());
    }
}
