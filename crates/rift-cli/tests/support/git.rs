//! Git as a tester uses it.

use std::path::Path;
use std::process::Command;

pub fn git(directory: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"]);
    let output = git.args(arguments).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
