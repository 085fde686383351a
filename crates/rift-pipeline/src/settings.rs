//! How two versions are compared: what the user of the library decides.

use crate::natives::NativeSettings;
use rift_search::{Config, Strategy};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub struct Settings {
    /// With the budget of the whole comparison.
    pub search: Config,
    pub strategy: Strategy,
    /// What users call it.
    pub strategy_name: String,
    pub goal: Goal,
    pub natives: NativeSettings,
    /// Whether inputs are made smaller.
    pub minimise: bool,
    /// Directory for the report, its tests and the state.
    pub out: Option<PathBuf>,
    /// Whether to go on with the state in that directory.
    pub resume: bool,
    /// Another file that gets the report.
    pub json: Option<PathBuf>,
    pub interrupted: Arc<AtomicBool>,
}

/// When enough was found.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// The first difference is enough.
    pub first: bool,
    /// Differences of one entry.
    pub most: usize,
    /// Stop when nothing new comes any more. An entry of a library that has found something makes room for the others.
    pub settle: bool,
}

impl Goal {
    /// Findings of one entry that are enough.
    pub fn findings(self) -> usize {
        if self.first { 1 } else { self.most }
    }
}
