//! The readers of this crate that are given text of unknown origin, for fuzz targets (`tools/fuzz`).
//!
//! Nothing else calls these. Each reads its text as the product would, and drops the result: what counts is that it
//! comes back, soon, without a panic and with memory in proportion to the text.

use crate::api::{Api, Limits};
use crate::literals::Literals;
use crate::model::Others;
use crate::package::{Features, Package};
use crate::{literals, plan, rustdoc, syntax};
use std::path::{Path, PathBuf};

/// A library as rustdoc's JSON describes it.
pub fn rustdoc_json(text: &str) {
    let _ = rustdoc::read_other(text, "library", &mut Others::default());
    if let Ok(model) = rustdoc::read(text, "library", Path::new("/"), &Others::default()) {
        exercise(&plan::plan(&model, Limits::default()));
    }
}

/// A library as its source describes it.
pub fn rust_source(text: &str) {
    let _ = literals::of_text(text);
    if let Ok(model) = syntax::read_text(&nowhere(), text) {
        exercise(&plan::plan(&model, Limits::default()));
    }
}

fn exercise(api: &Api) {
    for entry in &api.entries {
        for seed in entry.seeds(&Literals::default(), 4, 64) {
            let _ = entry.call(&seed);
        }
        let _ = entry.call(&vec![0xff; entry.input_size().min(1 << 16)]);
    }
}

/// A package whose modules are in no files.
fn nowhere() -> Package {
    Package {
        root: PathBuf::from("/nonexistent"),
        name: "library".to_owned(),
        lib_name: "library".to_owned(),
        version: "1.0.0".to_owned(),
        edition: "2024".to_owned(),
        lib_root: PathBuf::from("/nonexistent/src/lib.rs"),
        lock: None,
        features: Features::default(),
        all_features: Vec::new(),
        others: Vec::new(),
        metadata: serde_json::Value::Null,
    }
}
