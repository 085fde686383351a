//! Clocks. An instruction takes a nanosecond, a sleep takes as long as it says, and nothing else takes time.

use super::{Answer, Call, Failure};
use crate::abi::*;

const SECOND: u64 = 1_000_000_000;
/// How long the machine was up before the program started.
const BOOT: u64 = 1000 * SECOND;

/// A clock's value in nanoseconds.
fn read_clock(call: &Call<'_, '_>, clock: u32) -> Result<u64, Failure> {
    let (steps, uptime) = (call.guest.steps, call.world.uptime(call.guest.steps));
    match clock {
        // REALTIME, REALTIME_COARSE, TAI
        0 | 5 | 11 => Ok(call.now() as u64),
        // MONOTONIC, MONOTONIC_RAW, MONOTONIC_COARSE, BOOTTIME
        1 | 4 | 6 | 7 => Ok(BOOT.saturating_add(uptime)),
        // The process's and the thread's processor time.
        2 | 3 => Ok(steps),
        _ => Err(EINVAL.into()),
    }
}

/// clock_gettime, clock_getres, gettimeofday, time, times
pub(super) fn clock(call: &mut Call<'_, '_>, name: &str) -> Answer {
    match name {
        "clock_gettime" => {
            let value = read_clock(call, call.uint(0))?;
            call.write_words(call.args[1], &[value / SECOND, value % SECOND])?;
            Ok(0)
        }
        "clock_getres" => {
            read_clock(call, call.uint(0))?;
            if call.args[1] != 0 {
                call.write_words(call.args[1], &[0, 1])?;
            }
            Ok(0)
        }
        "gettimeofday" => {
            let now = call.now() as u64;
            if call.args[0] != 0 {
                call.write_words(call.args[0], &[now / SECOND, now % SECOND / 1000])?;
            }
            if call.args[1] != 0 {
                call.write_words(call.args[1], &[0])?;
            }
            Ok(0)
        }
        "time" => {
            let seconds = call.now() as u64 / SECOND;
            if call.args[0] != 0 {
                call.write_words(call.args[0], &[seconds])?;
            }
            Ok(seconds)
        }
        _ => {
            // times: in hundredths of a second.
            let tick = SECOND / 100;
            if call.args[0] != 0 {
                call.write_words(call.args[0], &[call.guest.steps / tick, 0, 0, 0])?;
            }
            Ok((BOOT + call.world.uptime(call.guest.steps)) / tick)
        }
    }
}

/// nanosleep, clock_nanosleep: the clock moves on.
pub(super) fn sleep(call: &mut Call<'_, '_>, name: &str) -> Answer {
    const TIMER_ABSTIME: u32 = 1;
    let by_clock = name == "clock_nanosleep";
    let request = call.args[if by_clock { 2 } else { 0 }];
    let now = if by_clock { read_clock(call, call.uint(0))? } else { 0 };
    let (seconds, part) = (call.word(request)?, call.word(request + 8)?);
    if (seconds as i64) < 0 || part >= SECOND {
        return Err(EINVAL.into());
    }
    let wanted = seconds.saturating_mul(SECOND).saturating_add(part);
    let absolute = by_clock && call.uint(1) & TIMER_ABSTIME != 0;
    let length = if absolute { wanted.saturating_sub(now) } else { wanted };
    call.world.slept = call.world.slept.saturating_add(length);
    Ok(0)
}
