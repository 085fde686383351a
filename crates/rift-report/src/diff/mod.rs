//! stub
mod run;
pub use run::{DiffRun, Finding, Phases, Step, Unconfirmed};
pub(crate) mod data { pub mod version {
    use rift_align::Version; use serde::*;
    pub fn serialize<S: Serializer>(v: &Version, s: S) -> Result<S::Ok, S::Error> { v.serialize(s) }
    pub fn deserialize<'d, D: Deserializer<'d>>(d: D) -> Result<Version, D::Error> { Version::deserialize(d) }
} }
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffVerdict { Different, Equal, NoneFound }
#[derive(serde::Serialize)]
pub struct DiffReport { verdict: String, stats: serde_json::Value, differences: Vec<serde_json::Value>, unconfirmed: usize }
impl DiffReport {
    pub fn new(run: &DiffRun<'_>) -> DiffReport {
        let t = &run.summary.totals;
        let verdict = if !run.findings.is_empty() { "different" } else if run.summary.exhausted() && run.unconfirmed.is_empty() { "equal" } else { "none_found" };
        let shown = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        DiffReport { verdict: verdict.into(), unconfirmed: run.unconfirmed.len(), stats: serde_json::json!({"runs": t.runs, "runs_to_reach": t.runs_to_reach, "runs_to_differ": t.runs_to_differ, "paths": t.paths, "untouched": t.untouched, "differences": t.differences, "solver_queries": t.solver_queries, "queries": t.queries, "exhausted": run.summary.exhausted(), "changes": run.map.changes.iter().map(|c| format!("{} new {:?} old {:?}", c.summary, c.new.as_ref().map(|p| p.sites.clone()), c.old.as_ref().map(|p| p.sites.clone()))).collect::<Vec<_>>(), "stopped": format!("{:?}", run.summary.stopped), "incomplete": format!("{:?}", run.summary.incomplete), "seconds": {"build": run.phases.build, "align": run.phases.align, "search": run.phases.search, "confirm": run.phases.confirm}}),
          differences: run.findings.iter().map(|f| serde_json::json!({"argv": f.confirmed.input().argv.iter().map(|a| shown(a)).collect::<Vec<_>>(), "stdin": shown(&f.confirmed.input().stdin), "old": format!("{:?} {}", f.confirmed.seen().old.end, shown(&f.confirmed.seen().old.stdout)), "new": format!("{:?} {}", f.confirmed.seen().new.end, shown(&f.confirmed.seen().new.stdout)), "changes": f.changes.clone(), "similar": f.similar, "runs": f.runs})).collect() }
    }
    pub fn text(&self, _: bool) -> String { serde_json::to_string_pretty(self).unwrap() + "\n" }
    pub fn verdict(&self) -> DiffVerdict { match self.verdict.as_str() { "different" => DiffVerdict::Different, "equal" => DiffVerdict::Equal, _ => DiffVerdict::NoneFound } }
    pub fn write(&self, _: &std::path::Path, _: &rift_ir::Pair<std::path::PathBuf>) -> std::io::Result<()> { Ok(()) }
}
