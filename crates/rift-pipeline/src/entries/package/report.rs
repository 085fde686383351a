//! One report of all entries: `rift.report/1`, with what a library has more.

use super::PackageEntries;
use super::driver::Driver;
use crate::entries::Results;
use crate::entries::report::{Called, bounded, own_changes, reported};
use crate::locate::package::PackageVersion;
use rift_ir::Pair;
use rift_report::diff::{DiffReport, NotCalled};
use std::path::Path;

pub fn complete(entries: &PackageEntries<'_>, report: &mut DiffReport, results: &Results<'_>) {
    let PackageEntries { driver, asked, points, versions, .. } = entries;
    for (difference, found) in report.differences.iter_mut().zip(&results.presented.found) {
        if let Some(shown) = &found.shown {
            difference.id.clone_from(&shown.id);
        }
        // None of them is the id any more, which is of the call.
        difference.found_as.clone_from(&found.finding.found_as);
        difference.call.clone_from(&found.call);
    }
    let called = |entry: &usize| {
        let (entry, path, bytes) = (*entry, driver.path(*entry), driver.bytes(*entry) as u64);
        reported(&Called { entry, path, bytes }, points, results)
    };
    report.entries = asked.iter().map(called).collect();
    let not_called = driver.undriven.iter();
    report.not_called =
        not_called.map(|not| NotCalled { entry: not.path.clone(), reason: not.reason.clone() }).collect();
    own_changes(report, &|file| is_harness(driver, file));
    for blocked in report.changes.iter_mut().filter_map(|change| change.blocked.as_mut()) {
        let is_in = |directory: &Path| blocked.contains(&format!("{}/", directory.display()));
        // Users do not know the program that rift wrote.
        if is_in(&driver.directories.old) || is_in(&driver.directories.new) {
            "no call that was made comes near it".clone_into(blocked);
        }
    }
    shorten(report, versions);
    bounded(report);
}

pub fn is_harness(driver: &Driver, file: &str) -> bool {
    [&driver.directories.old, &driver.directories.new]
        .into_iter()
        .any(|directory| Path::new(file).starts_with(directory))
}

/// Files as they are called inside of the package.
fn shorten(report: &mut DiffReport, versions: &Pair<PackageVersion>) {
    let roots = [&versions.old.package.root, &versions.new.package.root];
    let roots: Vec<String> = roots.iter().map(|root| format!("{}/", root.display())).collect();
    let shorter = |text: &mut String| {
        for root in &roots {
            if text.contains(root) {
                *text = text.replace(root, "");
            }
        }
    };
    for change in &mut report.changes {
        shorter(&mut change.file);
        shorter(&mut change.summary);
        change.blocked.iter_mut().for_each(&shorter);
        for place in [&mut change.old, &mut change.new].into_iter().flatten() {
            shorter(&mut place.file);
        }
    }
    for difference in &mut report.differences {
        difference.why.iter_mut().for_each(|step| shorter(&mut step.file));
        if let Some(call) = &mut difference.call {
            shorter(&mut call.shown.old);
            shorter(&mut call.shown.new);
        }
    }
}
