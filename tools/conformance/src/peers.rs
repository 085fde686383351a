//! The peers' figures: the table in README.md of a folder with the programs they were measured on.

use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// What KLEE did on a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Peer {
    /// As in the table: `tokenizer N=4`.
    pub name: String,
    pub exhausted: bool,
    pub cpu: f64,
    pub paths: u64,
    pub instructions: u64,
    pub queries: u64,
    pub solver: u64,
    pub paths_per_second: f64,
}

impl Peer {
    /// The program's source in `dir`, and the flags that make it the one of this row.
    pub fn source(&self, dir: &Path) -> (PathBuf, String) {
        let (program, define) = self.name.split_once(' ').unwrap_or((&self.name, ""));
        let flags = if define.is_empty() { "-DKLEE".to_owned() } else { format!("-DKLEE -D{define}") };
        (dir.join(format!("{program}.c")), flags)
    }
}

/// Where the programs are: as told, or beside the repository, or where RIFT_PEERS says.
pub fn find(told: Option<&Path>, root: &Path) -> Option<PathBuf> {
    let beside = root.join("../shared/peers");
    let from_environment = || std::env::var_os("RIFT_PEERS").map(PathBuf::from);
    let dir = told.map(Path::to_owned).or_else(|| beside.is_dir().then_some(beside)).or_else(from_environment)?;
    dir.canonicalize().ok()
}

pub fn read(dir: &Path) -> anyhow::Result<Vec<Peer>> {
    let path = dir.join("README.md");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let peers = parse(&text).with_context(|| format!("cannot read the table in `{}`", path.display()))?;
    if peers.is_empty() {
        bail!("`{}` has no table of programs", path.display());
    }
    Ok(peers)
}

fn parse(text: &str) -> anyhow::Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, end, cpu, paths, instructions, queries, rate] = cells[..] else { continue };
        if name == "program" {
            continue;
        }
        let row = || -> anyhow::Result<Peer> {
            let (queries, solver) = queries.split_once('/').context("no solver queries")?;
            Ok(Peer {
                name: name.to_owned(),
                exhausted: end == "exhausted",
                cpu: cpu.parse()?,
                paths: number(paths)?,
                instructions: number(instructions)?,
                queries: number(queries)?,
                solver: number(solver)?,
                paths_per_second: rate.replace(',', "").parse()?,
            })
        };
        peers.push(row().with_context(|| format!("`{line}`"))?);
    }
    Ok(peers)
}

/// `20,765`, `353 k` or `3.45 M`.
fn number(text: &str) -> anyhow::Result<u64> {
    let text = text.trim().replace(',', "");
    let (digits, unit) = match text.split_once(' ') {
        None => (text.as_str(), 1.0),
        Some((digits, "k")) => (digits, 1e3),
        Some((digits, "M")) => (digits, 1e6),
        Some(_) => bail!("`{text}` is no number"),
    };
    let value: f64 = digits.parse().with_context(|| format!("`{text}` is no number"))?;
    Ok((value * unit).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_with_their_units() {
        let text = "text\n| program | end | CPU s | paths | instructions | queries / solver | paths per CPU s |\n\
                    |---|---|---|---|---|---|---|\n\
                    | tokenizer N=4 | exhausted | 22.7 | 20,765 | 3.45 M | 1.59 M / 833 | 1,917 |\n\
                    | rangelist N=5 | stopped at 60 s | 40.7 | 3,462 | 677 k | 363 k / 6,341 | 85 |\n";
        let peers = parse(text).unwrap();
        assert_eq!(peers.len(), 2);
        let first = &peers[0];
        assert_eq!((first.exhausted, first.paths, first.instructions), (true, 20_765, 3_450_000));
        assert_eq!((first.queries, first.solver, first.paths_per_second), (1_590_000, 833, 1917.0));
        assert_eq!(first.source(Path::new("/p")), (PathBuf::from("/p/tokenizer.c"), "-DKLEE -DN=4".to_owned()));
        assert!(!peers[1].exhausted);
        assert!(parse("| a | exhausted | x | 1 | 1 | 1 / 1 | 1 |\n").is_err());
    }
}
