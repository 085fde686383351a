//! What a command said, and how it ended.

use std::process::Output;

#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    pub fn of(output: Output) -> Answer {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let answer = Answer { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
        assert!(!answer.stderr.contains("panicked"), "{answer:?}");
        answer
    }

    /// The code, and words that are in either output.
    #[track_caller]
    pub fn expect(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        for word in words {
            assert!(self.stdout.contains(word) || self.stderr.contains(word), "`{word}` is not said: {self:?}");
        }
    }
}
