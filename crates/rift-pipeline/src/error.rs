//! Why two versions could not be compared.

use rift_confirm::NativeError;
use rift_env::StartError;
use rift_harness::HarnessError;
use rift_ingest::{EntryError, IngestError};
use rift_report::{DirectoryError, StateError};
use std::error::Error;
use std::fmt::Display;
use std::io;

pub type Result<T, E = PipelineError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// What was asked for cannot be done, or is not there.
    #[error("{0}")]
    Refused(String),
    /// A program has nothing to begin with: it may be a library.
    #[error("the {version} version has no function `main`; --entry names a function to call instead")]
    NoMain { version: String },
    /// The user ended it before anything could be searched.
    #[error("interrupted; what was found before is kept, and --resume tries again")]
    Interrupted,
    #[error(transparent)]
    Ingest(#[from] IngestError),
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error(transparent)]
    Harness(#[from] HarnessError),
    #[error(transparent)]
    Native(#[from] NativeError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// What could not be done, because of something else.
    #[error("{what}")]
    While {
        what: String,
        #[source]
        cause: Box<dyn Error + Send + Sync>,
    },
}

impl PipelineError {
    /// With all causes, in one line.
    pub fn in_full(&self) -> String {
        let (mut text, mut cause) = (self.to_string(), self.source());
        while let Some(error) = cause {
            text += &format!(": {error}");
            cause = error.source();
        }
        text
    }

    /// Whether the user ended it.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, PipelineError::Interrupted | PipelineError::Ingest(IngestError::Interrupted { .. }))
    }
}

/// Says what could not be done.
pub(crate) trait Context<T> {
    fn context(self, what: impl Display) -> Result<T>;
    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: Error + Send + Sync + 'static> Context<T> for Result<T, E> {
    fn context(self, what: impl Display) -> Result<T> {
        self.with_context(|| what)
    }

    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|cause| PipelineError::While { what: what().to_string(), cause: Box::new(cause) })
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, what: impl Display) -> Result<T> {
        self.with_context(|| what)
    }

    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T> {
        self.ok_or_else(|| PipelineError::Refused(what().to_string()))
    }
}

/// Ends the function with a [`PipelineError::Refused`].
macro_rules! refuse {
    ($($words:tt)*) => {
        return Err($crate::error::PipelineError::Refused(format!($($words)*)))
    };
}
pub(crate) use refuse;
