//! The file tests of the workspace.

use std::path::PathBuf;

pub struct File {
    /// Without directory and extension.
    pub name: String,
    pub text: String,
}

/// All of them, by name.
pub fn files() -> Vec<File> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rift-vm/tests/filetests");
    let mut files: Vec<File> = std::fs::read_dir(&dir)
        .expect("the directory of file tests")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "rir"))
        .map(|path| File {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            text: std::fs::read_to_string(&path).expect("readable text"),
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(files.len() >= 60, "only {} file tests in {}", files.len(), dir.display());
    files
}
