//! A version, or else a requirement, on standard input.

use semver::{Version, VersionReq};
use std::io::Read;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut input = Vec::new();
    if std::io::stdin().read_to_end(&mut input).is_err() {
        return ExitCode::from(2);
    }
    let Ok(text) = String::from_utf8(input) else {
        println!("not UTF-8");
        return ExitCode::FAILURE;
    };
    match (Version::parse(&text), VersionReq::parse(&text)) {
        (Ok(version), _) => println!("version {version}, before 1.0.0: {}", version < Version::new(1, 0, 0)),
        (Err(_), Ok(wanted)) => println!("requirement {wanted}, 1.2.3: {}", wanted.matches(&Version::new(1, 2, 3))),
        (Err(one), Err(other)) => println!("{one}; {other}"),
    }
    ExitCode::SUCCESS
}
