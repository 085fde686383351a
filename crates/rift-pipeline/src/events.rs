//! What a comparison tells while it goes on. Nothing in this crate prints.

use rift_search::Progress;

/// Called from several threads.
pub trait Events: Sync {
    /// Something worth knowing once: what was inferred, how many functions are called.
    fn note(&self, text: &str);
    /// Something that went wrong and ended nothing.
    fn warn(&self, text: &str);
    /// What takes a while from now on, such as a build.
    fn status(&self, text: &str);
    /// How far the search of an entry is, with the number of its confirmed differences. `entry` is empty for a program.
    fn progress(&self, entry: &str, progress: &Progress, confirmed: usize);
    /// A difference is confirmed and in the report on disk; the line that says so.
    fn found(&self, line: &str);
    /// The last search ended: what comes now is done with what it found.
    fn search_ended(&self);
}

/// Hears nothing.
#[cfg(test)]
pub(crate) struct Silent;

#[cfg(test)]
impl Events for Silent {
    fn note(&self, _: &str) {}
    fn warn(&self, _: &str) {}
    fn status(&self, _: &str) {}
    fn progress(&self, _: &str, _: &Progress, _: usize) {}
    fn found(&self, _: &str) {}
    fn search_ended(&self) {}
}
