//! Numbers as people type them: `64M`, `10s`, `1e9`.

use std::str::FromStr;
use std::time::Duration;

/// A count with an optional suffix: k, M, G (powers of 1024 for bytes and of 1000 for counts would differ by
/// little; 1024 it is).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let wrong = || format!("`{text}` is not a number such as 500, 64M or 1G");
        let (digits, shift) = match text.chars().last() {
            Some('k' | 'K') => (&text[..text.len() - 1], 10),
            Some('m' | 'M') => (&text[..text.len() - 1], 20),
            Some('g' | 'G') => (&text[..text.len() - 1], 30),
            _ => (text, 0),
        };
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        number.checked_mul(1 << shift).map(Size).ok_or_else(|| format!("`{text}` is too large"))
    }
}

/// Limits of a run: `steps=1G,memory=256M,depth=1000,output=1M,stack=8M,time=10s`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LimitSet {
    pub steps: Option<u64>,
    pub memory: Option<u64>,
    pub depth: Option<u64>,
    pub output: Option<u64>,
    pub stack: Option<u64>,
    pub time: Option<Duration>,
}

impl FromStr for LimitSet {
    type Err = String;

    fn from_str(text: &str) -> Result<LimitSet, String> {
        let mut limits = LimitSet::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| format!("`{part}` is not NAME=VALUE"))?;
            let size = || value.parse::<Size>().map(|size| Some(size.0));
            match name {
                "steps" => limits.steps = size()?,
                "memory" => limits.memory = size()?,
                "depth" => limits.depth = size()?,
                "output" => limits.output = size()?,
                "stack" => limits.stack = size()?,
                "time" => limits.time = Some(duration(value)?),
                _ => return Err(format!("`{name}` is no limit: steps, memory, depth, output, stack, time are")),
            }
        }
        Ok(limits)
    }
}

pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time such as 500ms, 10s or 2m");
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit() && c != '.') {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// The limit of a query in solver steps: `1Msteps`, or a time that is taken for as many steps as fit into it.
pub fn solver_steps(text: &str) -> Result<u64, String> {
    match text.strip_suffix("steps").or_else(|| text.strip_suffix("step")) {
        Some(number) => number.trim().parse::<Size>().map(|size| size.0),
        None => {
            let wrong = |_| format!("`{text}` is not a limit such as 200Ksteps, 500ms or 10s");
            duration(text).map(rift_solver::steps_of).map_err(wrong)
        }
    }
}

/// When a search is to stop: `60s`, `1000 runs`, `5M steps`, or several of them with commas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BudgetSet {
    pub runs: Option<u64>,
    pub steps: Option<u64>,
    pub time: Option<Duration>,
}

impl FromStr for BudgetSet {
    type Err = String;

    fn from_str(text: &str) -> Result<BudgetSet, String> {
        let mut budget = BudgetSet::default();
        for part in text.split(',').map(str::trim) {
            let size = |number: &str| number.trim().parse::<Size>().map(|size| Some(size.0));
            if let Some(number) = part.strip_suffix("runs").or_else(|| part.strip_suffix("run")) {
                budget.runs = size(number)?;
            } else if let Some(number) = part.strip_suffix("steps").or_else(|| part.strip_suffix("step")) {
                budget.steps = size(number)?;
            } else {
                let wrong = |_| format!("`{part}` is not a budget such as 60s, 5m, 1000runs or 10Msteps");
                budget.time = Some(duration(part).map_err(wrong)?);
            }
        }
        Ok(budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_people_type_them() {
        let limits: LimitSet = "steps=2G,memory=64M,time=1.5s".parse().unwrap();
        assert_eq!(limits.steps, Some(2 << 30));
        assert_eq!(limits.memory, Some(64 << 20));
        assert_eq!(limits.time, Some(Duration::from_millis(1500)));
    }

    #[test]
    fn wrong_limits_say_why() {
        assert!("steps".parse::<LimitSet>().unwrap_err().contains("NAME=VALUE"));
        assert!("speed=1".parse::<LimitSet>().unwrap_err().contains("no limit"));
        assert!("steps=ten".parse::<LimitSet>().unwrap_err().contains("ten"));
        assert!("memory=99999999999G".parse::<LimitSet>().unwrap_err().contains("too large"));
        assert!("time=5h".parse::<LimitSet>().unwrap_err().contains("5h"));
    }

    #[test]
    fn limits_of_queries_are_steps_or_times() {
        assert_eq!(solver_steps("1500steps"), Ok(1500));
        assert_eq!(solver_steps("2s"), Ok(2 * rift_solver::STEPS_PER_SECOND));
        assert_eq!(solver_steps("1ms"), Ok(rift_solver::STEPS_PER_SECOND / 1000));
        assert!(solver_steps("5 apples").is_err() && solver_steps("steps").is_err());
    }

    #[test]
    fn budgets_are_read_as_people_type_them() {
        let budget = |text: &str| text.parse::<BudgetSet>();
        let seconds = |seconds| BudgetSet { time: Some(Duration::from_secs(seconds)), ..BudgetSet::default() };
        assert_eq!((budget("60s"), budget("2m"), budget("5")), (Ok(seconds(60)), Ok(seconds(120)), Ok(seconds(5))));
        let both = BudgetSet { runs: Some(1000), steps: Some(5 << 20), time: None };
        assert_eq!(budget("1000 runs, 5Msteps"), Ok(both));
        assert_eq!(budget("1 run"), budget("1runs"));
        for wrong in ["", "soon", "many runs", "5 walks", "-3s"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }
}
