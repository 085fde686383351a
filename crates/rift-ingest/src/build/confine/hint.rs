//! What a failed build says that only its confinement explains, and the option that helps.
//!
//! By the words of the build. Prefers no hint to a wrong one, except for words about the network.

use super::system::is_harmless;
use super::{Confinement, Home, Network, View};
use crate::build::toolchain::find_program;
use std::env;
use std::path::{Path, PathBuf};

const NETWORK: [&str; 12] = [
    "could not resolve",
    "couldn't resolve",
    "failed to lookup address",
    "name resolution",
    "name or service not known",
    "network is unreachable",
    "network unreachable",
    "failed to connect",
    "couldn't connect",
    "could not connect",
    "connection refused",
    "cannot assign requested address",
];

/// The hint for what a build said, as a line. `from` is what names of files may be relative to.
pub(in crate::build) fn hint(said: &str, from: &[&Path], view: &View, confinement: &Confinement) -> Option<String> {
    let lower = said.to_lowercase();
    let hint = if confinement.network == Network::Closed && NETWORK.iter().any(|words| lower.contains(words)) {
        "this build ran without network; if it needs it, pass --build-network".to_owned()
    } else if let Some(file) = hidden_file(said, from, view).filter(|_| confinement.home == Home::Hidden) {
        format!("this build could not see `{}`; if it needs it, pass --build-home", file.display())
    } else if let Some(name) = hidden_variable(said).filter(|_| confinement.home == Home::Hidden) {
        format!("this build ran without the variable {name}; if it needs it, pass --build-home")
    } else if lower.contains("not a git repository") && confinement.home == Home::Hidden {
        "this build could not see the history of the repository; if it needs it, pass --build-home".to_owned()
    } else if lower.contains("read-only file system") {
        "this build tried to write outside of its own directory; --build-sandbox=off lets it".to_owned()
    } else if lower.contains("rustup toolchain install")
        || lower.contains("is not installed") && lower.contains("toolchain")
    {
        "toolchains are not installed on behalf of a package; install it with rustup and try again".to_owned()
    } else {
        return None;
    };
    Some(format!("hint: {hint}\n"))
}

/// A file or program that is named, that is there outside, and that the build did not see.
fn hidden_file(said: &str, from: &[&Path], view: &View) -> Option<PathBuf> {
    let is_edge = |c: char| c.is_whitespace() || "'\"`()[]<>,;=‘’".contains(c);
    let words = || said.split(is_edge).map(|word| word.trim_matches(|c| c == ':' || c == '.' && !word.contains('/')));
    let paths = words().filter(|word| word.contains('/')).map(|word| word.split(':').next().unwrap_or(word));
    let is_hidden = |path: &PathBuf| {
        let is_system = ["/usr", "/bin", "/lib", "/dev", "/proc", "/tmp/home"].iter().any(|s| path.starts_with(s));
        !is_system && path.exists() && std::fs::canonicalize(path).is_ok_and(|real| !view.shows(&real))
    };
    let file = paths.flat_map(|word| from.iter().map(move |from| from.join(word))).find(is_hidden);
    let missing = |line: &str| {
        let (before, _) = line.split_once("not found")?;
        let before = before.trim_end_matches("command ").trim_end().trim_end_matches(':');
        before.split([' ', ':', '`', '\'']).rfind(|word| !word.is_empty()).map(str::to_owned)
    };
    let program = || said.lines().filter_map(missing).filter_map(|name| find_program(&name)).find(is_hidden);
    file.or_else(program)
}

/// A variable that is named, that the user has, and that the build was not given.
fn hidden_variable(said: &str) -> Option<String> {
    let lower = said.to_lowercase();
    if !["variable", "notpresent", "not set", "not defined"].iter().any(|words| lower.contains(words)) {
        return None;
    }
    let names = said.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|name| name.len() > 2);
    let is_withheld = |name: &&str| !is_harmless(name, Network::Closed) && env::var_os(name).is_some();
    names.into_iter().find(is_withheld).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, expect: Option<&str>) {
        let view = View::new().read(Path::new("/usr"));
        let hint = hint(said, &[Path::new("/")], &view, &Confinement::default());
        match expect {
            Some(expect) => assert!(hint.as_ref().is_some_and(|hint| hint.contains(expect)), "{said}: {hint:?}"),
            None => assert_eq!(hint, None, "{said}"),
        }
    }

    #[test]
    fn hints_name_the_option_that_helps() {
        check("curl: (6) Could not resolve host: example.org", Some("--build-network"));
        let file = tempfile::NamedTempFile::new().unwrap();
        check(&format!("a.c:1:10: fatal error: '{}' file not found", file.path().display()), Some("--build-home"));
        check("a.c:1:10: fatal error: '/nowhere/x.h' file not found", None);
        check("sh: 1: cannot create out: Read-only file system", Some("--build-sandbox=off"));
        check("error: environment variable `HOME` not defined at compile time", Some("variable HOME"));
        check("fatal: not a git repository", Some("--build-home"));
        check("a.c:1:1: error: unknown type name 'x'", None);
        check("/usr/bin/ld: cannot find -lfoo", None);
    }
}
