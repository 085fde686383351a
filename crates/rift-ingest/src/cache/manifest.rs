//! Direct mode, as ccache calls it: what a build read, so that a later one can be skipped unrun.
//!
//! A manifest belongs to a request (files, flags, compiler). It holds a few entries, each the list of
//! everything one build depended on and the content key that followed. A lookup compares the
//! dependencies with the disk. Errs towards a hit in two known ways: a new header that shadows an
//! old one earlier in the search path is not noticed (as in ccache), and files below `/usr` are
//! compared by size and time instead of content.

use super::{Cache, Key};
use crate::IngestError;
use crate::source::Language;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Switching between a few versions at one path should hit each time.
const ENTRIES: usize = 8;

/// Something a build depended on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Dep {
    Content { path: PathBuf, hash: Key },
    Stamp { path: PathBuf, size: u64, seconds: i64, nanos: i64 },
    Absent { path: PathBuf },
    Tree { tree: Tree, hash: Key },
}

/// All files below a directory, except entries of these names and tagged caches.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Tree {
    pub(crate) dir: PathBuf,
    pub(crate) skip: Vec<String>,
}

/// What a manifest entry leads to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Found {
    pub(crate) content: Key,
    pub(crate) language: Language,
    pub(crate) notes: Vec<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Manifest {
    /// Newest first.
    entries: Vec<(Vec<Dep>, Found)>,
}

impl Dep {
    /// The state of a file now, absent files included.
    pub(crate) fn of(path: &Path) -> Dep {
        let path = path.to_owned();
        let stable = path.starts_with("/usr");
        match fs::metadata(&path) {
            Ok(m) if stable => Dep::Stamp { size: m.len(), seconds: m.mtime(), nanos: m.mtime_nsec(), path },
            Ok(_) => match regular(&path) {
                Some(bytes) => Dep::Content { hash: Key::of_bytes(&bytes), path },
                None => Dep::Absent { path },
            },
            Err(_) => Dep::Absent { path },
        }
    }

    /// By size and time: for large files that only an installation changes.
    pub(crate) fn stamp(path: &Path) -> Dep {
        match fs::metadata(path) {
            Ok(m) => Dep::Stamp { path: path.to_owned(), size: m.len(), seconds: m.mtime(), nanos: m.mtime_nsec() },
            Err(_) => Dep::Absent { path: path.to_owned() },
        }
    }

    pub(crate) fn tree(tree: Tree) -> Dep {
        Dep::Tree { hash: tree.hash(), tree }
    }

    /// The same thing, looked at again.
    fn now(&self) -> Dep {
        match self {
            Dep::Content { path, .. } | Dep::Absent { path } => Dep::of(path),
            Dep::Stamp { path, .. } => Dep::stamp(path),
            Dep::Tree { tree, .. } => Dep::tree(tree.clone()),
        }
    }

    /// Whether the file changed at or after `start`, so that it is unclear which state was built.
    fn changed_since(&self, start: SystemTime) -> bool {
        let changed = |path: &Path| fs::metadata(path).and_then(|m| m.modified()).is_ok_and(|t| t >= start);
        match self {
            Dep::Content { path, .. } => changed(path),
            Dep::Stamp { .. } | Dep::Absent { .. } => false,
            Dep::Tree { tree, .. } => tree.files().iter().any(|f| changed(f)),
        }
    }
}

impl Tree {
    /// Every file, in the order of names. Unreadable directories count as empty.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut pending = vec![self.dir.clone()];
        while let Some(dir) = pending.pop() {
            let Ok(entries) = fs::read_dir(&dir) else { continue };
            for entry in entries.flatten() {
                if self.skip.iter().any(|s| entry.file_name() == s.as_str()) {
                    continue;
                }
                match entry.file_type() {
                    // Directories that say they hold only what can be made again.
                    Ok(kind) if kind.is_dir() && entry.path().join("CACHEDIR.TAG").exists() => {}
                    Ok(kind) if kind.is_dir() => pending.push(entry.path()),
                    Ok(_) => files.push(entry.path()),
                    Err(_) => {}
                }
            }
        }
        files.sort();
        files
    }

    fn hash(&self) -> Key {
        let mut key = Key::builder("tree");
        for file in self.files() {
            key = key.field(file.as_os_str().as_encoded_bytes());
            key = match fs::read_link(&file) {
                Ok(target) => key.field("link").field(target.as_os_str().as_encoded_bytes()),
                Err(_) => match regular(&file) {
                    Some(bytes) => key.field("file").field(Key::of_bytes(&bytes).bytes()),
                    None => key.field("other"),
                },
            };
        }
        key.finish()
    }
}

/// Reading a pipe or a device would block or never end.
fn regular(path: &Path) -> Option<Vec<u8>> {
    fs::metadata(path).is_ok_and(|m| m.is_file()).then(|| fs::read(path).ok()).flatten()
}

pub(super) fn size_of_tree(dir: &Path) -> u64 {
    let tree = Tree { dir: dir.to_owned(), skip: Vec::new() };
    tree.files().iter().filter_map(|f| fs::symlink_metadata(f).ok()).map(|m| m.len()).sum()
}

/// The content key of a request and the state of everything it depended on.
pub(crate) fn content_key(request: Key, deps: &[Dep]) -> Key {
    let mut key = Key::builder("content").field(request.bytes());
    for dep in deps {
        key = match dep {
            Dep::Content { path, hash } => key.field(path.as_os_str().as_encoded_bytes()).field(hash.bytes()),
            Dep::Stamp { path, size, seconds, nanos } => {
                key.field(path.as_os_str().as_encoded_bytes()).field(format!("{size} {seconds} {nanos}"))
            }
            Dep::Absent { path } => key.field(path.as_os_str().as_encoded_bytes()).field("absent"),
            Dep::Tree { tree, hash } => key.field(tree.dir.as_os_str().as_encoded_bytes()).field(hash.bytes()),
        };
    }
    key.finish()
}

impl Cache {
    /// The build that this request would repeat, if there was one.
    pub(crate) fn lookup(&self, request: Key) -> Option<Found> {
        let manifest: Manifest = self.read("manifests", request)?;
        // Entries share most dependencies: look at each file once.
        let mut seen: HashMap<&Path, Dep> = HashMap::new();
        for (deps, found) in &manifest.entries {
            let unchanged = deps.iter().all(|dep| match dep {
                Dep::Content { path, .. } | Dep::Absent { path } | Dep::Stamp { path, .. } => {
                    seen.entry(path).or_insert_with(|| dep.now()) == dep
                }
                Dep::Tree { .. } => dep.now() == *dep,
            });
            if unchanged {
                return Some(found.clone());
            }
        }
        None
    }

    /// Records a build that started at `start`. Sources that changed meanwhile are not recorded.
    pub(crate) fn record(
        &self,
        request: Key,
        deps: &[Dep],
        start: SystemTime,
        found: Found,
    ) -> Result<(), IngestError> {
        if deps.iter().any(|dep| dep.changed_since(start)) {
            return Ok(());
        }
        let mut manifest: Manifest = self.read("manifests", request).unwrap_or_default();
        manifest.entries.retain(|(_, old)| old.content != found.content);
        manifest.entries.insert(0, (deps.to_vec(), found));
        manifest.entries.truncate(ENTRIES);
        self.write("manifests", request, &manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    struct Fixture {
        dir: tempfile::TempDir,
        cache: Cache,
        request: Key,
    }

    impl Fixture {
        fn new() -> Fixture {
            let dir = tempfile::tempdir().unwrap();
            let cache = Cache::open(Some(&dir.path().join("cache"))).unwrap();
            Fixture { dir, cache, request: Key::builder("test").finish() }
        }

        fn write(&self, name: &str, text: &str) -> PathBuf {
            let path = self.dir.path().join("tree").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        }

        fn record(&self, deps: Vec<Dep>) -> Key {
            self.record_at(SystemTime::now() + Duration::from_secs(1), deps)
        }

        fn record_at(&self, start: SystemTime, deps: Vec<Dep>) -> Key {
            let content = content_key(self.request, &deps);
            let found = Found { content, language: Language::C, notes: Vec::new() };
            self.cache.record(self.request, &deps, start, found).unwrap();
            content
        }

        fn hit(&self) -> Option<Key> {
            self.cache.lookup(self.request).map(|f| f.content)
        }
    }

    #[test]
    fn several_states_of_one_source_hit_each() {
        let f = Fixture::new();
        let a = f.write("a.c", "one");
        let one = f.record(vec![Dep::of(&a)]);
        assert_eq!(f.hit(), Some(one));
        f.write("a.c", "two");
        assert_eq!(f.hit(), None);
        let two = f.record(vec![Dep::of(&a)]);
        assert_eq!(f.hit(), Some(two));
        f.write("a.c", "one");
        assert_eq!(f.hit(), Some(one));
    }

    #[test]
    fn files_that_appear_or_vanish_are_noticed() {
        let f = Fixture::new();
        let a = f.write("a.c", "one");
        let lock = f.dir.path().join("tree/Cargo.lock");
        f.record(vec![Dep::of(&a), Dep::of(&lock)]);
        assert!(f.hit().is_some());
        f.write("Cargo.lock", "x");
        assert!(f.hit().is_none());
        fs::remove_file(&lock).unwrap();
        assert!(f.hit().is_some());
        fs::remove_file(&a).unwrap();
        assert!(f.hit().is_none());
    }

    #[test]
    fn trees_notice_every_change_but_those_in_skipped_directories() {
        let f = Fixture::new();
        f.write("src/a.rs", "one");
        let tree = Tree { dir: f.dir.path().join("tree"), skip: vec!["target".to_owned()] };
        f.record(vec![Dep::tree(tree)]);
        f.write("target/x", "built");
        assert!(f.hit().is_some());
        f.write("src/b.rs", "new");
        assert!(f.hit().is_none());
    }

    #[test]
    fn a_source_that_changed_during_the_build_is_not_recorded() {
        let f = Fixture::new();
        let a = f.write("a.c", "one");
        f.record_at(SystemTime::now() - Duration::from_secs(1), vec![Dep::of(&a)]);
        assert!(f.hit().is_none());
    }
}
