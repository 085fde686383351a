//! Every path: the yardstick for all others.

use crate::engine::{Notes, PendingBranch, Rank};
use crate::tactics::{Order, Seen};
use rift_vm::concolic::DecisionKind;

/// What was never covered first, other values of pinned terms last.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByCoverage;

/// The rank of a branch by coverage alone.
pub(super) fn by_coverage(branch: &PendingBranch, seen: Seen<'_>) -> Rank {
    match branch.kind {
        DecisionKind::Pin(_) => 2,
        _ if !seen.coverage.has(branch.edge) => 0,
        _ => 1,
    }
}

impl Order for ByCoverage {
    fn name(&self) -> &'static str {
        "by-coverage"
    }

    fn rank(&mut self, branch: &PendingBranch, _: Notes, seen: Seen<'_>) -> Option<Rank> {
        Some(by_coverage(branch, seen))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{OTHER, Versions};

    /// Looks at nine letters, all but one of them by the same code. That one sets a flag, which a gate asks.
    fn looks(result: u32) -> String {
        let look =
            |at: u32| format!("  p{at} = offset ptr word, {at}\n  c{at} = load i8, p{at}\n  call @look(i8 c{at})\n");
        let [before, after]: [String; 2] = [1..5, 5..9].map(|letters| letters.map(look).collect());
        format!(
            "global @flag size 4 align 4 = i32 0\n{OTHER}\
             function @look(i8 c) {{\nentry:\n  t = icmp eq i8 c, 120\n  branch t, x, out\n\
             x:\n  store i32 1, @other\n  return\nout:\n  return\n}}\n\
             function @main(ptr word) -> i32 {{\nentry:\n{before}  c = load i8, word\n  t = icmp eq i8 c, 97\n  \
             branch t, set, more\nset:\n  store i32 1, @flag\n  jump more\nmore:\n{after}  f = load i32, @flag\n  \
             g = icmp ne i32 f, 0\n  branch g, there, out\nthere:\n  return i32 {result}\nout:\n  return i32 0\n}}\n"
        )
    }

    /// The gate does not depend on the input, so no decision is known to lead there.
    #[test]
    fn what_was_not_covered_comes_before_the_same_again() {
        let runs = Versions::new(&looks(1), &looks(2)).between(9, "dse", ("", "-by-coverage,+by-control-route"));
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
    }
}
