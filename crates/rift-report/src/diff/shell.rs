//! An input as one would type it in a POSIX shell. For people: long contents are cut, and said to be.

use super::bytes::Bytes;
use super::data::{InputData, Parameter};
use crate::case::quote;

/// Bytes of an input or a file that are written out.
const SHOWN: usize = 400;

/// One line for each file, then the command.
pub(super) fn typed(input: &InputData) -> Vec<String> {
    let mut lines: Vec<String> = input.params.iter().map(parameter).collect();
    for (name, Bytes(contents)) in &input.files {
        if let Some(directory) = name.strip_suffix('/') {
            lines.push(make_directory(directory));
            continue;
        }
        if let Some((directory, _)) = name.rsplit_once('/').filter(|(directory, _)| !directory.is_empty()) {
            lines.push(make_directory(directory));
        }
        let (print, cut) = print(contents);
        lines.push(format!("{print} > {}{cut}", word(name.as_bytes())));
    }
    let mut command = String::new();
    let mut comment = String::new();
    if !input.stdin.0.is_empty() {
        let (print, cut) = print(&input.stdin.0);
        command = print + " | ";
        comment = cut;
    }
    let is_name = |name: &[u8]| {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        name.iter().all(is_part) && name.first().is_some_and(|first| !first.is_ascii_digit())
    };
    if !input.env.0.iter().all(|(name, _)| is_name(name)) {
        // A name that begins with a dash is no option.
        command += if input.env.0.iter().any(|(name, _)| name.starts_with(b"-")) { "env -- " } else { "env " };
    }
    for (name, value) in &input.env.0 {
        match is_name(name) {
            true => command += &format!("{}={} ", String::from_utf8_lossy(name), word(value)),
            false => command += &format!("{} ", word(&[name, &b"="[..], value].concat())),
        }
    }
    let program = input.program.as_ref().map_or(&b"program"[..], |program| &program.0);
    let program = program.rsplit(|byte| *byte == b'/').next().filter(|name| !name.is_empty()).unwrap_or(b"program");
    command += &word(&[b"./", program].concat());
    for Bytes(argument) in &input.argv {
        command.push(' ');
        command += &word(argument);
    }
    lines.push(command + &comment);
    lines
}

/// A name that begins with a dash is no option.
fn make_directory(name: &str) -> String {
    format!("mkdir -p {}{}", if name.starts_with('-') { "-- " } else { "" }, word(name.as_bytes()))
}

/// `x = 2a000000 (42)`: bytes in hexadecimal, and as a number if they may be one.
fn parameter(Parameter { name, bytes: Bytes(bytes) }: &Parameter) -> String {
    let hex: String = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    let more = if bytes.len() > SHOWN { format!(".. ({} bytes)", bytes.len()) } else { String::new() };
    let number = match *bytes.as_slice() {
        [a] => Some(i64::from(i8::from_le_bytes([a]))),
        [a, b] => Some(i64::from(i16::from_le_bytes([a, b]))),
        [a, b, c, d] => Some(i64::from(i32::from_le_bytes([a, b, c, d]))),
        [a, b, c, d, e, f, g, h] => Some(i64::from_le_bytes([a, b, c, d, e, f, g, h])),
        _ => None,
    };
    let value = number.map_or_else(|| format!("{hex}{more}"), |number| format!("{number} (bytes {hex})"));
    format!("# {} = {value}", super::lines::printable(name.as_bytes()))
}

/// A command that prints the bytes, and a comment if they are not all.
fn print(bytes: &[u8]) -> (String, String) {
    let cut = match bytes.len() > SHOWN {
        true => format!("  # the first {SHOWN} of {} bytes", bytes.len()),
        false => String::new(),
    };
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let dashes = if shown.starts_with(b"-") { "-- " } else { "" };
    (format!("printf {dashes}{}", format_of(shown)), cut)
}

/// The format with which printf(1) prints the bytes, in quotes.
fn format_of(bytes: &[u8]) -> String {
    let mut quoted = Vec::new();
    quote(&mut quoted, bytes);
    String::from_utf8_lossy(&quoted).into_owned()
}

/// One word that the shell takes for exactly these bytes, which have no NUL among them.
pub(crate) fn word(bytes: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_@%+:,./-=".contains(byte);
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return format!("'{}'", String::from_utf8_lossy(bytes).replace('\'', "'\\''"));
    }
    // A command substitution loses the newlines at the end.
    let kept = bytes.len() - bytes.iter().rev().take_while(|byte| **byte == b'\n').count();
    let dashes = if bytes.starts_with(b"-") { "-- " } else { "" };
    let start = if kept > 0 { format!("\"$(printf {dashes}{})\"", format_of(&bytes[..kept])) } else { String::new() };
    match bytes.len() - kept {
        0 => start,
        newlines => format!("{start}'{}'", "\n".repeat(newlines)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::Variables;
    use std::process::{Command, Stdio};

    fn input() -> InputData {
        InputData {
            program: Some("/usr/bin/cut".into()),
            argv: vec!["-f".into(), "it's".into(), "".into()],
            stdin: "a\tb%\n".into(),
            files: [("in dir/x".to_owned(), Bytes(vec![0, 255])), ("empty/".to_owned(), Bytes::default())].into(),
            env: Variables(vec![(b"MODE".to_vec(), b"a b".to_vec())]),
            params: vec![],
        }
    }

    /// Runs what people would type, in an empty directory, on a program that writes down what it is given.
    fn given_by(shell: &str, input: &InputData) -> Vec<u8> {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("prog");
        // Of the variables, those that the test sets.
        let script = "#!/usr/bin/perl\nbinmode STDOUT;\nlocal $/;\nprint map { length($_) . \":$_,\" } @ARGV, \
                      (map { \"$_=$ENV{$_}\" } grep { /^(V|-v)/ } sort keys %ENV), scalar <STDIN>;\n\
                      for my $file (sort glob('-* f*')) { open F, '<', $file; print \"$file=\" . <F>; }\n";
        std::fs::write(&program, script).unwrap();
        let mut mode = std::fs::metadata(&program).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let typed = typed(input).join("\n");
        let output = Command::new(shell).arg("-c").arg(&typed).current_dir(dir.path()).stdin(Stdio::null()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{shell}: {typed}\n{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// Everything that a shell might take for something else, in every place of an input.
    #[test]
    fn a_shell_gives_the_program_exactly_the_input() {
        let mut words: Vec<Vec<u8>> = (1..=255u8).map(|byte| vec![byte]).collect();
        words.extend((1..=255u8).map(|byte| vec![b'a', byte, b'b']));
        let odd =
            ["", "-n", "--", "~", "~root", "a=b", "=", "=ls", "!!", "a!b", "#x", "$HOME", "`id`", "$(id)", "*", "?"];
        let odder =
            ["[a]", "{a,b}", "a\\nb", "%s", "\n\n", "a\n", "\nb", "-\u{e9}", "\u{e9}\n\n", "it's", "\"", "\\", "\t "];
        words.extend(odd.iter().chain(&odder).map(|word| word.as_bytes().to_vec()));
        for shell in ["dash", "bash"] {
            for some in words.chunks(60) {
                let mut expected = Vec::new();
                let variables: Vec<_> =
                    some.iter().enumerate().map(|(at, value)| (format!("V{at:03}"), value)).collect();
                let variables = variables.iter().map(|(name, value)| (name.clone().into_bytes(), value.to_vec()));
                let input = InputData {
                    program: Some("prog".into()),
                    argv: some.iter().cloned().map(Bytes).collect(),
                    stdin: Bytes(some.concat()),
                    files: [("-n".to_owned(), Bytes(b"-x".to_vec())), ("-d/e".to_owned(), Bytes::default())].into(),
                    env: Variables(variables.clone().collect()),
                    params: vec![],
                };
                let named = variables.map(|(name, value)| [&name[..], b"=", &value].concat());
                for word in some.iter().cloned().chain(named).chain([input.stdin.0.clone()]) {
                    expected.extend_from_slice(format!("{}:", word.len()).as_bytes());
                    expected.extend_from_slice(&word);
                    expected.push(b',');
                }
                expected.extend_from_slice(b"-d=-n=-x");
                let given = given_by(shell, &input);
                assert_eq!(given.escape_ascii().to_string(), expected.escape_ascii().to_string(), "{shell}");
            }
            let odd_name = InputData {
                env: Variables(vec![(b"-v".to_vec(), b"1".to_vec()), (b"V.x".to_vec(), b"~".to_vec())]),
                program: Some("prog".into()),
                argv: vec![],
                stdin: Bytes::default(),
                files: Default::default(),
                params: vec![],
            };
            assert_eq!(given_by(shell, &odd_name), b"4:-v=1,5:V.x=~,0:,");
        }
    }

    #[test]
    fn an_input_is_a_command() {
        assert_eq!(
            typed(&input()),
            [
                "mkdir -p empty",
                "mkdir -p 'in dir'",
                r"printf '\000\377' > 'in dir/x'",
                r"printf 'a\tb%%\n' | MODE='a b' ./cut -f 'it'\''s' ''",
            ]
        );
        let odd = InputData { env: Variables(vec![(b"a.b".to_vec(), b"1".to_vec())]), ..input() };
        assert!(typed(&odd)[3].contains(" | env a.b=1 ./cut"), "{:?}", typed(&odd));
        let long = InputData { stdin: Bytes(vec![b'x'; 1000]), ..input() };
        assert!(typed(&long)[3].ends_with("  # the first 400 of 1000 bytes"));
    }

    #[test]
    fn parameters_are_numbers_where_they_may_be() {
        let of = |bytes: &[u8]| parameter(&Parameter { name: "x".to_owned(), bytes: bytes.into() });
        assert_eq!(of(&[0xfe, 0xff, 0xff, 0xff]), "# x = -2 (bytes feffffff)");
        assert_eq!(of(&[1, 2, 3]), "# x = 010203");
    }

    /// The shell itself is the judge.
    #[test]
    fn a_shell_takes_words_and_prints_for_what_they_are() {
        let mut state = 7u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let (mut script, mut expected) = (String::new(), Vec::new());
        for round in 0..400 {
            let mut byte = || match round % 3 {
                0 => next(255) as u8 + 1,
                1 => next(95) as u8 + b' ',
                _ => b"\n\n'\\%-a\""[next(8) as usize],
            };
            let bytes: Vec<u8> = (0..round % 7).map(|_| byte()).collect();
            script += &format!("printf '%s|' {}\n", word(&bytes));
            expected.extend_from_slice(&bytes);
            expected.push(b'|');
            script += &format!("{}\n", print(&bytes).0);
            expected.extend_from_slice(&bytes);
        }
        for shell in ["sh", "bash"] {
            let output = Command::new(shell).arg("-c").arg(&script).env("LC_ALL", "C").output().unwrap();
            assert!(output.status.success());
            assert_eq!(output.stdout, expected, "{shell}");
        }
    }
}
