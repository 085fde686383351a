//! What this process and its children have used so far.

use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Of all threads and of all children that have ended.
    pub cpu: Duration,
    /// The most that this process ever had in memory, in bytes.
    pub peak_memory: u64,
}

impl Usage {
    pub fn now() -> Usage {
        let (own, children) = (of(libc::RUSAGE_SELF), of(libc::RUSAGE_CHILDREN));
        Usage { cpu: cpu(&own) + cpu(&children), peak_memory: own.ru_maxrss.unsigned_abs() * 1024 }
    }
}

fn of(who: libc::c_int) -> libc::rusage {
    // SAFETY: all zero is a valid `rusage`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: a valid place for the result. It fails for an unknown `who` only, and then all stays zero.
    unsafe { libc::getrusage(who, &mut usage) };
    usage
}

fn cpu(usage: &libc::rusage) -> Duration {
    let of = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    of(usage.ru_utime) + of(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_shows() {
        let before = Usage::now();
        let started = std::time::Instant::now();
        while started.elapsed() < Duration::from_millis(30) {
            std::hint::black_box((0..1000).sum::<u64>());
        }
        let after = Usage::now();
        assert!(after.cpu > before.cpu && after.peak_memory > 1 << 20, "{after:?}");
    }
}
