//! What a corpus program says about its runs, in comments at its head:
//!
//! ```text
//! // rift: args -n 3 "two words"      one run with these arguments, split as a shell does; repeatable
//! // rift: stdin line\n               what every run reads; \n \t \\ \xNN are escapes; repeatable, concatenated
//! // rift: file NAME CONTENT          a file every run finds, with the same escapes; repeatable
//! // rift: env NAME=VALUE             an environment variable; repeatable
//! // rift: flags -lm                  for both builds
//! // rift: outcome out-of-bounds      the fault that ends it in the machine (tests/corpus/faults)
//! ```

use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// One input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// Without the program's name.
    pub args: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    pub files: BTreeMap<String, Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Run {
    pub fn arguments(&self) -> impl Iterator<Item = OsString> {
        self.args.iter().cloned().map(OsString::from_vec)
    }

    pub fn with_args<T: Into<Vec<u8>>>(args: impl IntoIterator<Item = T>) -> Run {
        Run { args: args.into_iter().map(Into::into).collect(), ..Run::default() }
    }

    /// Takes one directive that describes an input; whether it was one.
    pub fn apply(&mut self, key: &str, value: &str) -> anyhow::Result<bool> {
        match key {
            "args" => {
                let words = shell_words::split(value).with_context(|| format!("cannot split `{value}`"))?;
                self.args = words.into_iter().map(String::into_bytes).collect();
            }
            "stdin" => self.stdin.extend(unescape(value)?),
            "file" => {
                let (name, content) = value.split_once(' ').unwrap_or((value, ""));
                self.files.insert(name.to_owned(), unescape(content)?);
            }
            "env" => {
                let (name, value) = value.split_once('=').with_context(|| format!("`{value}` is not NAME=VALUE"))?;
                self.env.push((name.into(), value.into()));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// All that a program says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Directives {
    pub runs: Vec<Run>,
    pub flags: Vec<String>,
    pub outcome: Option<String>,
}

const MARK: &str = "// rift:";

pub fn parse(text: &str) -> anyhow::Result<Directives> {
    let mut all = Directives::default();
    let (mut common, mut args) = (Run::default(), Vec::new());
    for line in text.lines().filter_map(|line| line.strip_prefix(MARK)) {
        // Trailing blanks belong to the text of stdin and files.
        let line = line.strip_prefix(' ').unwrap_or(line);
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "args" => args.push(value),
            "flags" => {
                all.flags.extend(shell_words::split(value).with_context(|| format!("cannot split `{value}`"))?);
            }
            "outcome" => all.outcome = Some(value.trim().to_owned()),
            _ if common.apply(key, value)? => {}
            _ => bail!("`{key}` is no directive"),
        }
    }
    if args.is_empty() {
        args.push("");
    }
    for line in args {
        let mut run = common.clone();
        run.apply("args", line)?;
        all.runs.push(run);
    }
    Ok(all)
}

pub fn unescape(text: &str) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        out.push(match bytes.next() {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let mut digit = || bytes.next().and_then(|b| char::from(b).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => bail!("`\\x` needs two digits in `{text}`"),
                }
            }
            _ => bail!("unknown escape in `{text}`"),
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_args_line_is_a_run_and_the_rest_is_shared() {
        let text = "// rift: args 1 \"a b\"\n// rift: args\n// rift: stdin x\\n\\x41\n// rift: flags -lm\n\
                    // rift: file f c \n// rift: env A=b=c\nint main;\n";
        let all = parse(text).unwrap();
        assert_eq!(all.runs.len(), 2);
        assert_eq!(all.runs[0].args, [b"1".to_vec(), b"a b".to_vec()]);
        assert!(all.runs[1].args.is_empty());
        assert_eq!(all.runs[1].stdin, b"x\nA");
        assert_eq!(all.runs[1].files["f"], b"c ");
        assert_eq!(all.runs[1].env, [(b"A".to_vec(), b"b=c".to_vec())]);
        assert_eq!(all.flags, ["-lm"]);
        assert_eq!(parse("int main;").unwrap().runs, [Run::default()]);
    }

    #[test]
    fn wrong_directives_are_errors() {
        assert!(parse("// rift: argument 1").is_err());
        assert!(parse("// rift: stdin \\q").is_err());
        assert!(parse("// rift: env A").is_err());
    }
}
