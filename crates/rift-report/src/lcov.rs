//! Coverage as lcov's tools and many editors read it (geninfo(1), "tracefile format").
//!
//! What was executed counts once: how often is not known.

use rift_search::SourceCoverage;
use std::fmt::Write;

pub fn lcov(source: &SourceCoverage) -> String {
    let mut out = String::new();
    write(&mut out, source).expect("a string takes everything");
    out
}

fn write(out: &mut String, source: &SourceCoverage) -> std::fmt::Result {
    for (name, file) in &source.files {
        writeln!(out, "TN:\nSF:{name}")?;
        for (line, (ways, taken)) in &file.branches {
            for way in 0..*ways {
                writeln!(out, "BRDA:{line},0,{way},{}", u8::from(way < *taken))?;
            }
        }
        for (line, covered) in &file.lines {
            writeln!(out, "DA:{line},{}", u8::from(*covered))?;
        }
        writeln!(out, "end_of_record")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_search::FileCoverage;

    #[test]
    fn every_line_and_way_is_listed() {
        let file = FileCoverage { lines: [(3, true), (4, false)].into(), branches: [(3, (2, 1))].into() };
        let source = SourceCoverage { files: [("a.c".to_owned(), file)].into() };
        assert_eq!(lcov(&source), "TN:\nSF:a.c\nBRDA:3,0,0,1\nBRDA:3,0,1,0\nDA:3,1\nDA:4,0\nend_of_record\n");
    }
}
