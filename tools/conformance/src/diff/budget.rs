//! What one search may take, in runs or in time, in the words of `rift diff --budget`. Where a search ends by its runs,
//! its result does not depend on how busy the machine is; a search in runs has a limit in time as well, for it must end.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub runs: Option<u64>,
    /// Of the clock for rift, of processor time for the random tester.
    pub time: Duration,
}

/// The time of a budget that names only runs.
pub const LONGEST: Duration = Duration::from_secs(60);

impl Budget {
    pub fn is_used_up(&self, runs: u64, time: Duration) -> bool {
        self.runs.is_some_and(|most| runs >= most) || time >= self.time
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let (mut runs, mut time) = (None, None);
        for part in text.split(',') {
            let twice = match part.strip_suffix("runs") {
                Some(number) => runs.replace(count(number).ok_or_else(|| wrong(part))?).is_some(),
                None => time.replace(seconds(part).map_err(|_| wrong(part))?).is_some(),
            };
            if twice {
                return Err(format!("`{text}` has two budgets of one kind"));
            }
        }
        Ok(Budget { runs, time: time.unwrap_or(LONGEST) })
    }
}

fn wrong(part: &str) -> String {
    format!("`{part}` is no budget such as 200runs, 10s, 5m or 200runs,30s")
}

/// At least one.
fn count(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_plain && *number > 0)
}

/// A time in whole seconds or minutes.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix('m') {
        Some(minutes) => (minutes, 60),
        None => (text.strip_suffix('s').unwrap_or(text), 1),
    };
    let time = count(number).and_then(|number| number.checked_mul(unit)).filter(|seconds| *seconds <= LIMIT);
    time.map(Duration::from_secs).ok_or_else(|| "not a number of seconds, as in `10s`".to_owned())
}

/// Years: what is added to it still is a time.
const LIMIT: u64 = 1 << 30;

/// As `rift diff --budget` takes it.
impl Display for Budget {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.runs {
            Some(runs) => write!(f, "{runs}runs,{}s", self.time.as_secs()),
            None => write!(f, "{}s", self.time.as_secs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str) -> Result<Budget, String> {
        text.parse()
    }

    #[test]
    fn budgets_are_in_runs_or_time_or_both() {
        let of = |runs, seconds| Ok(Budget { runs, time: Duration::from_secs(seconds) });
        assert_eq!(budget("10s"), of(None, 10));
        assert_eq!(budget("3"), of(None, 3));
        assert_eq!(budget("2m"), of(None, 120));
        assert_eq!(budget("200runs"), of(Some(200), LONGEST.as_secs()));
        assert_eq!(budget("200runs,5s"), of(Some(200), 5));
        assert_eq!(budget("5s,200runs"), of(Some(200), 5));
        let all = ["", "s", "0s", "-1s", "+1s", "1.5s", "0runs", "runs", "-1runs", "2 runs", "10walks", "1s,2s", "1s,"];
        for wrong in all.iter().chain(&["5runs,6runs", "99999999999999999999s", "9999999999999999999m"]) {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
        assert!(budget("10s,soon").unwrap_err().contains("`soon`"));
    }

    #[test]
    fn rift_is_told_the_same() {
        for text in ["10s", "200runs,60s"] {
            assert_eq!(budget(text).unwrap().to_string(), text);
        }
        assert_eq!(budget("7runs").unwrap().to_string(), "7runs,60s");
    }

    #[test]
    fn runs_and_time_end_a_search_each_by_itself() {
        let both = budget("3runs,5s").unwrap();
        assert!(!both.is_used_up(2, Duration::from_secs(4)));
        assert!(both.is_used_up(3, Duration::ZERO) && both.is_used_up(0, Duration::from_secs(5)));
        assert!(!budget("5s").unwrap().is_used_up(u64::MAX, Duration::ZERO));
    }
}
