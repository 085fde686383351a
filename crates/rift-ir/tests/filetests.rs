//! The file tests as texts: they verify, and what is printed of them is read back the same.

mod common;

use rift_ir::filetest::directives;
use rift_ir::{parse, print, verify};

#[test]
fn every_file_verifies_and_names_functions_it_has() {
    for file in common::files() {
        let module = parse(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        verify(&module).unwrap_or_else(|e| panic!("{}: {e:#?}", file.name));
        let found = directives(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        assert!(!found.is_empty(), "{}: no directives", file.name);
        for directive in found {
            let function = module.function_named(&directive.function);
            let function = function.unwrap_or_else(|| panic!("{}:{}: no such function", file.name, directive.line));
            let params = module.functions[function].signature.params.len();
            assert_eq!(params, directive.args.len(), "{}:{}: arguments", file.name, directive.line);
        }
    }
}

#[test]
fn printing_and_reading_back_changes_nothing() {
    for file in common::files() {
        let first = print(&parse(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.name)));
        let module = parse(&first).unwrap_or_else(|e| panic!("{}: printed text: {e}\n{first}", file.name));
        verify(&module).unwrap_or_else(|e| panic!("{}: printed text: {e:#?}", file.name));
        assert_eq!(first, print(&module), "{}", file.name);
    }
}

/// Reading, verifying and printing survive anything: texts of the file tests, damaged at random.
#[test]
fn damaged_texts_are_errors_or_modules_but_never_panics() {
    let corpus: Vec<String> = common::files().into_iter().flat_map(|f| pieces(&f.text)).collect();
    let mut random = Random(0x5eed);
    let (mut read, mut verified) = (0, 0);
    for _ in 0..40_000 {
        let mut text = corpus[random.below(corpus.len())].clone().into_bytes();
        for _ in 0..=random.below(3) {
            damage(&mut text, &corpus, &mut random);
        }
        let text = String::from_utf8_lossy(&text);
        let _ = directives(&text);
        if let Ok(module) = parse(&text) {
            read += 1;
            let printed = print(&module);
            if verify(&module).is_ok() {
                verified += 1;
                let again = parse(&printed).unwrap_or_else(|e| panic!("{e}\n{text}\n---\n{printed}"));
                assert_eq!(printed, print(&again), "{text}");
                let _ = rift_ir::to_llvm(&module);
            }
        }
    }
    // The damage is neither too great nor too small to reach every stage.
    assert!(read > 1000 && verified > 500 && verified < read, "{read} were read, {verified} verified");
}

/// Single functions with what stands outside of functions, so that one run stays short.
fn pieces(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let is_global =
        |line: &&&str| ["global", "declare", "type", "const", "!", "source"].iter().any(|w| line.starts_with(w));
    let head: String = code.iter().filter(is_global).map(|line| format!("{line}\n")).collect();
    let mut pieces = vec![];
    let mut piece = String::new();
    for line in code.iter().filter(|line| !is_global(line)) {
        piece.push_str(line);
        piece.push('\n');
        if *line == "}" {
            pieces.push(format!("{head}{piece}"));
            piece.clear();
        }
    }
    if text.len() < 4000 {
        pieces.push(text.to_owned());
    }
    pieces.retain(|piece| piece.len() < 4000);
    pieces
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

fn damage(text: &mut Vec<u8>, corpus: &[String], random: &mut Random) {
    if text.is_empty() {
        return;
    }
    const NUMBERS: [&str; 8] = ["0", "1", "-1", "8388608", "4294967295", "18446744073709551615", "1e400", "0x"];
    const WORDS: [&str; 12] =
        ["ptr", "i65", "void", "[9 x i8]", "<3 x i1>", "{i8, i64}", "zero", "undef", "->", "@g", "!", "\""];
    let at = random.below(text.len());
    match random.below(7) {
        0 => text[at] = random.below(256) as u8,
        1 => drop(text.splice(at..(at + random.below(8)).min(text.len()), [])),
        2 => text.truncate(at),
        3 => {
            // Another line in the place of one.
            let other = &corpus[random.below(corpus.len())];
            let lines: Vec<&str> = other.lines().collect();
            let line = format!("{}\n", lines[random.below(lines.len())]);
            let start = text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
            text.splice(start..start, line.bytes());
        }
        4 => {
            // Another number in the place of one.
            let start = text[at..].iter().position(u8::is_ascii_digit).map_or(0, |i| at + i);
            let end = text[start..].iter().position(|b| !b.is_ascii_digit()).map_or(text.len(), |i| start + i);
            text.splice(start..end, NUMBERS[random.below(NUMBERS.len())].bytes());
        }
        5 => {
            let start = text[at..].iter().position(|b| *b == b' ').map_or(0, |i| at + i + 1);
            let end = text[start..].iter().position(|b| b" ,)\n".contains(b)).map_or(text.len(), |i| start + i);
            text.splice(start..end, WORDS[random.below(WORDS.len())].bytes());
        }
        _ => {
            // A word twice, or away.
            let end = (at + 1 + random.below(12)).min(text.len());
            let copy = text[at..end].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, copy);
        }
    }
}
