//! What is read of `rift.report/1` (docs/JSON.md). Fields that are not needed here are left out, and those that are
//! must be there: a report without them is no report.

use crate::directives::Run;
use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SCHEMA: &str = "rift.report/1";

#[derive(Debug, Deserialize)]
pub struct Report {
    schema: String,
    pub verdict: Verdict,
    pub differences: Vec<Difference>,
    changes: Vec<IgnoredAny>,
    pub stats: Statistics,
    bounds: Bounds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Different,
    Equal,
    NoneFound,
}

#[derive(Debug, Deserialize)]
pub struct Difference {
    pub id: String,
    pub kind: Kind,
    pub input: Input,
    pub old: Observation,
    pub new: Observation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Only builds with sanitizers show it.
    Sanitizer,
    #[serde(other)]
    Plain,
}

#[derive(Debug, Deserialize)]
pub struct Input {
    #[serde(default)]
    argv: Vec<Bytes>,
    #[serde(default)]
    stdin: Bytes,
    #[serde(default)]
    files: BTreeMap<String, Bytes>,
    #[serde(default)]
    env: BTreeMap<String, Bytes>,
}

#[derive(Debug, Deserialize)]
pub struct Observation {
    pub stdout: Bytes,
    pub stderr: Bytes,
    pub exit: Exit,
    sanitizer: Option<IgnoredAny>,
}

impl Observation {
    /// Whether a script can expect this of a plain build: it has to end by itself, and not by a sanitizer.
    pub fn is_testable(&self) -> bool {
        self.sanitizer.is_none() && matches!(self.exit, Exit::Code(_) | Exit::Signal(_))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    Code(i32),
    Signal(i32),
    /// Its value is always true.
    Timeout(bool),
    /// Another limit, in words.
    Other(String),
}

#[derive(Debug, Deserialize)]
pub struct Statistics {
    pub runs: u64,
    /// Until the first run that came to a change, until the versions computed something else, and until the first
    /// confirmed difference.
    pub runs_to_reach: Option<u64>,
    pub runs_to_infect: Option<u64>,
    pub runs_to_differ: Option<u64>,
    /// Processor time of the search alone: neither building nor confirming. Not every rift tells it.
    pub search_cpu_seconds: Option<f64>,
    #[serde(default)]
    pub seconds: Seconds,
}

/// By the clock.
#[derive(Debug, Default, Deserialize)]
pub struct Seconds {
    pub search: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Bounds {
    exhausted: bool,
    stopped: String,
}

/// Text, or `{"base64": ".."}` where it is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub struct Bytes(pub Vec<u8>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Binary { base64: String },
}

impl TryFrom<Written> for Bytes {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Bytes, &'static str> {
        match written {
            Written::Text(text) => Ok(Bytes(text.into_bytes())),
            Written::Binary { base64 } => decode(&base64).map(Bytes).ok_or("this is no base64"),
        }
    }
}

/// Base64 (RFC 4648, section 4).
fn decode(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut kept, mut bits) = (Vec::new(), 0u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let value = ALPHABET.iter().position(|known| *known == letter)?;
        kept = kept << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((kept >> bits & 0xff) as u8);
        }
    }
    Some(bytes)
}

impl Input {
    pub fn run(&self) -> Run {
        Run {
            args: self.argv.iter().map(|bytes| bytes.0.clone()).collect(),
            stdin: self.stdin.0.clone(),
            files: self.files.iter().map(|(name, bytes)| (name.clone(), bytes.0.clone())).collect(),
            env: self.env.iter().map(|(name, bytes)| (name.clone().into_bytes(), bytes.0.clone())).collect(),
        }
    }
}

impl Report {
    pub fn read(path: &Path) -> anyhow::Result<Report> {
        let text = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        Report::parse(&text).with_context(|| format!("cannot use `{}`", path.display()))
    }

    /// Whether there is a reason to call the versions equal: nothing was left of the space, or nothing was changed.
    pub fn is_closed(&self) -> bool {
        self.bounds.exhausted || self.changes.is_empty()
    }

    /// Whether the clock ended the search, so that another machine may find more or less.
    pub fn is_ended_by_the_clock(&self) -> bool {
        self.bounds.stopped == "time"
    }

    fn parse(text: &[u8]) -> anyhow::Result<Report> {
        let report: Report = serde_json::from_slice(text)?;
        if report.schema != SCHEMA {
            bail!("its schema is `{}`, not `{SCHEMA}`", report.schema);
        }
        if (report.verdict == Verdict::Different) == report.differences.is_empty() {
            bail!("it says {:?} and lists {} differences", report.verdict, report.differences.len());
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn report() -> Value {
        json!({
            "schema": "rift.report/1",
            "verdict": "different",
            "differences": [{
                "id": "a1",
                "kind": "crash",
                "input": { "argv": ["-n", { "base64": "/wA=" }], "stdin": "x\n", "files": {}, "env": {} },
                "old": { "stdout": "1\n", "stderr": "", "exit": { "code": 3 } },
                "new": { "stdout": { "base64": "gA==" }, "stderr": "", "exit": { "signal": 11 } },
            }],
            "changes": [{ "file": "p.c", "line": 3, "status": "differs" }],
            "stats": { "runs": 7, "runs_to_reach": 1, "runs_to_infect": 2, "runs_to_differ": null, "cpu_seconds": 0.5 },
            "bounds": { "exhausted": false, "stopped": "runs" },
        })
    }

    fn parse(value: &Value) -> anyhow::Result<Report> {
        Report::parse(value.to_string().as_bytes())
    }

    #[test]
    fn inputs_and_observations_are_bytes() {
        let report = parse(&report()).unwrap();
        let found = &report.differences[0];
        let run = found.input.run();
        assert_eq!((run.args, run.stdin), (vec![b"-n".to_vec(), vec![0xff, 0]], b"x\n".to_vec()));
        assert_eq!((&found.old.exit, &found.new.exit), (&Exit::Code(3), &Exit::Signal(11)));
        assert_eq!(found.new.stdout, Bytes(vec![0x80]));
        assert!(!report.is_closed() && !report.is_ended_by_the_clock());
        let stats = &report.stats;
        assert_eq!((stats.runs_to_reach, stats.runs_to_infect, stats.runs_to_differ), (Some(1), Some(2), None));
    }

    #[test]
    fn what_plain_builds_cannot_show_is_labelled() {
        let of = |kind: &str, end: Value, sanitizer: Value| {
            let mut report = report();
            report["differences"][0]["kind"] = json!(kind);
            report["differences"][0]["new"]["exit"] = end;
            report["differences"][0]["new"]["sanitizer"] = sanitizer;
            let found = parse(&report).unwrap().differences.remove(0);
            (found.kind, found.old.is_testable(), found.new.is_testable())
        };
        assert_eq!(of("exit", json!({ "code": 1 }), Value::Null), (Kind::Plain, true, true));
        assert_eq!(of("hang", json!({ "timeout": true }), Value::Null), (Kind::Plain, true, false));
        let error = json!({ "kind": "stack-buffer-overflow", "place": "p.c:3" });
        assert_eq!(of("sanitizer", json!({ "code": 1 }), error), (Kind::Sanitizer, true, false));
    }

    #[test]
    fn what_contradicts_itself_is_no_report() {
        let mut none = report();
        none["verdict"] = json!("none_found");
        assert!(parse(&none).is_err());
        none["differences"] = json!([]);
        assert_eq!(parse(&none).unwrap().verdict, Verdict::NoneFound);
        none["verdict"] = json!("different");
        assert!(parse(&none).is_err());
        for (field, value) in [("schema", json!("rift.report/2")), ("verdict", json!("maybe")), ("stats", json!(null))]
        {
            let mut broken = report();
            broken[field] = value;
            assert!(parse(&broken).is_err(), "{field}");
        }
    }

    #[test]
    fn base64_is_decoded_as_the_standard_says() {
        // The vectors of RFC 4648, section 10.
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(decode("Z-8="), None);
    }
}
