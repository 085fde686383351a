//! A difference in one line, for the moment when it is found.

use super::data::Difference;
use super::{lines, shell, text};

/// Columns of the line; what is longer is cut.
const WIDTH: usize = 120;

impl Difference {
    /// `found 1b2c3d4e5f: exit, stdout: ./calc -v`, under one of its ids.
    pub fn found(&self, id: &str) -> String {
        let channels: Vec<&str> = self.differs.iter().map(|channel| text::channel_name(*channel)).collect();
        let input = match &self.call {
            Some(call) => call.call.clone(),
            // The command comes after the files.
            None => shell::typed(&self.input).pop().unwrap_or_default(),
        };
        let line = format!("found {id}: {}: {}", channels.join(", "), lines::printable(input.as_bytes()));
        match line.chars().count() > WIDTH {
            true => line.chars().take(WIDTH - 2).chain("..".chars()).collect(),
            false => line,
        }
    }
}
