//! What was built before: modules and native builds, by content.
//!
//! Layout under the root (`RIFT_CACHE`, else `XDG_CACHE_HOME/rift`, else `~/.cache/rift`):
//!
//! ```text
//! manifests/<key>    what a source depended on, and the content key that follows   (see `manifest`)
//! modules/<key>      a lowered module
//! native/<key>/..    a native build
//! work/<key>/..      directories that builds keep between runs: cargo targets, copies of projects
//! support/<key>/..   headers and libraries that come with rift; few and small, never evicted
//! ```
//!
//! Entries are written to a temporary file and renamed, so readers see all or nothing and concurrent
//! writers write the same thing. Files carry a checksum; whatever does not check out is treated as
//! absent and made again. Eviction is by least recent use. The cache may forget; it must not lie.

mod manifest;

pub(crate) use manifest::{Dep, Found, Tree, content_key};

use crate::IngestError;
use rift_ir::Module;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Changes whenever the code that makes modules or their shape does, so no entry outlives its meaning.
const SCHEMA: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("RIFT_SCHEMA"));

const MAGIC: &[u8; 8] = b"riftc\0\0\x01";
const HEADER: usize = MAGIC.len() + 32;

/// Old entries go when the total exceeds this.
const SIZE_LIMIT: u64 = 2 << 30;

/// Entries younger than this stay whatever the size: someone may be about to run that native build.
const YOUNG: Duration = Duration::from_secs(3600);

/// A BLAKE3 hash that names an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub(crate) struct Key([u8; 32]);

/// Hashes fields with their lengths, so that no two lists of fields collide.
pub(crate) struct KeyBuilder(blake3::Hasher);

impl Key {
    /// `domain` keeps keys of different purposes apart; every key depends on the schema.
    pub(crate) fn builder(domain: &str) -> KeyBuilder {
        KeyBuilder(blake3::Hasher::new()).field(SCHEMA).field(domain)
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Key {
        Key(*blake3::hash(bytes).as_bytes())
    }

    pub(crate) fn hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl KeyBuilder {
    pub(crate) fn field(mut self, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub(crate) fn fields<T: AsRef<[u8]>>(self, list: impl IntoIterator<Item = T>) -> Self {
        let (builder, count) = list.into_iter().fold((self, 0u64), |(b, n), item| (b.field(item), n + 1));
        builder.field(count.to_le_bytes())
    }

    pub(crate) fn finish(self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}

/// An open cache.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

/// A working directory that this process alone uses until the value is dropped.
#[derive(Debug)]
pub(crate) struct WorkDir {
    pub(crate) path: PathBuf,
    /// Locked while it lives.
    _lock: File,
}

impl Cache {
    /// At `root`, else at the place the environment names.
    pub fn open(root: Option<&Path>) -> Result<Cache, IngestError> {
        let root = match root {
            Some(root) => root.to_owned(),
            None => default_root()?,
        };
        for part in ["manifests", "modules", "native", "work", "support"] {
            let dir = root.join(part);
            fs::create_dir_all(&dir).map_err(IngestError::io("create the cache directory (set RIFT_CACHE)", &dir))?;
        }
        let root = fs::canonicalize(&root).map_err(IngestError::io("find", &root))?;
        Ok(Cache { root })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn module(&self, key: Key) -> Option<Module> {
        self.read("modules", key)
    }

    pub(crate) fn put_module(&self, key: Key, module: &Module) -> Result<(), IngestError> {
        self.write("modules", key, module)?;
        self.evict(SIZE_LIMIT);
        Ok(())
    }

    /// The finished native build of this key.
    pub(crate) fn native(&self, key: Key) -> Option<PathBuf> {
        let dir = self.root.join("native").join(key.hex());
        let name = fs::read_to_string(dir.join("name")).ok()?;
        let program = dir.join(name);
        touch(&dir.join("name"));
        program.is_file().then_some(program)
    }

    /// Makes a native build: `make` fills a private directory and names the file in it that is the program.
    pub(crate) fn put_native(
        &self,
        key: Key,
        make: impl FnOnce(&Path) -> Result<String, IngestError>,
    ) -> Result<PathBuf, IngestError> {
        let all = self.root.join("native");
        let dir = all.join(key.hex());
        let temp =
            tempfile::Builder::new().prefix(".new").tempdir_in(&all).map_err(IngestError::io("write in", &all))?;
        let name = make(temp.path())?;
        fs::write(temp.path().join("name"), &name).map_err(IngestError::io("write in", temp.path()))?;
        let temp = temp.keep();
        if fs::rename(&temp, &dir).is_err() {
            // Another process was first, or an incomplete entry is in the way: only the latter is replaced.
            if self.native(key).is_some() {
                let _ = fs::remove_dir_all(&temp);
            } else {
                let _ = fs::remove_dir_all(&dir);
                fs::rename(&temp, &dir).map_err(IngestError::io("write", &dir))?;
            }
        }
        Ok(dir.join(name))
    }

    /// A directory that `make` filled once, with what the key stands for.
    pub(crate) fn support(
        &self,
        key: Key,
        make: impl FnOnce(&Path) -> Result<(), IngestError>,
    ) -> Result<PathBuf, IngestError> {
        let all = self.root.join("support");
        let dir = all.join(key.hex());
        if !dir.is_dir() {
            let temp =
                tempfile::Builder::new().prefix(".new").tempdir_in(&all).map_err(IngestError::io("write in", &all))?;
            make(temp.path())?;
            let renamed = fs::rename(temp.path(), &dir);
            // Another process may have been first.
            if !dir.is_dir() {
                renamed.map_err(IngestError::io("write", &dir))?;
            }
        }
        Ok(dir)
    }

    /// The directory that builds of this key share over time. Waits for other processes that use it.
    pub(crate) fn work_dir(&self, key: Key) -> Result<WorkDir, IngestError> {
        let path = self.root.join("work").join(key.hex());
        loop {
            fs::create_dir_all(&path).map_err(IngestError::io("create", &path))?;
            let file = path.join(".lock");
            let lock = File::create(&file).map_err(IngestError::io("create", &file))?;
            lock.lock().map_err(IngestError::io("lock", &file))?;
            // Eviction may have removed the directory while this process waited, and another may have made it anew.
            let same = |m: fs::Metadata| lock.metadata().is_ok_and(|l| l.ino() == m.ino() && l.dev() == m.dev());
            if fs::metadata(&file).is_ok_and(same) {
                touch(&file);
                return Ok(WorkDir { path, _lock: lock });
            }
        }
    }

    fn read<T: DeserializeOwned>(&self, part: &str, key: Key) -> Option<T> {
        let path = self.root.join(part).join(key.hex());
        let bytes = fs::read(&path).ok()?;
        let value = checked(&bytes).and_then(|payload| postcard::from_bytes(payload).ok());
        match value {
            Some(_) => touch(&path),
            None => drop(fs::remove_file(&path)),
        }
        value
    }

    fn write<T: Serialize>(&self, part: &str, key: Key, value: &T) -> Result<(), IngestError> {
        let dir = self.root.join(part);
        let path = dir.join(key.hex());
        let payload = postcard::to_stdvec(value)
            .map_err(|e| IngestError::io("serialise the entry for", &path)(std::io::Error::other(e)))?;
        let mut file =
            tempfile::NamedTempFile::with_prefix_in(".new", &dir).map_err(IngestError::io("write in", &dir))?;
        let hash = blake3::hash(&payload);
        let result = [&MAGIC[..], hash.as_bytes(), &payload].iter().try_for_each(|part| file.write_all(part));
        result.map_err(IngestError::io("write", &path))?;
        file.persist(&path).map_err(|e| IngestError::io("write", &path)(e.error))?;
        Ok(())
    }

    /// Removes the least recently used entries until the rest fits. Failures only delay it to the next time.
    fn evict(&self, limit: u64) {
        let now = SystemTime::now();
        let mut entries: Vec<Entry> = ["manifests", "modules", "native", "work"]
            .iter()
            .filter_map(|part| fs::read_dir(self.root.join(part)).ok())
            .flat_map(|dir| dir.flatten())
            .filter_map(|entry| Entry::of(&entry.path()))
            .collect();
        let mut total: u64 = entries.iter().map(|e| e.size).sum();
        entries.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
        for entry in entries {
            let young = now.duration_since(entry.used).map_or(true, |age| age < YOUNG);
            if total <= limit || young {
                break;
            }
            if entry.remove() {
                total = total.saturating_sub(entry.size);
            }
        }
    }
}

/// One evictable thing: a file, or a directory as a whole.
struct Entry {
    path: PathBuf,
    size: u64,
    used: SystemTime,
}

impl Entry {
    fn of(path: &Path) -> Option<Entry> {
        let meta = fs::symlink_metadata(path).ok()?;
        let mark = ["name", ".lock"].iter().map(|f| path.join(f)).find(|f| f.is_file());
        let used = mark.and_then(|f| fs::metadata(f).ok()).map_or(meta.modified(), |m| m.modified()).ok()?;
        let size = if meta.is_dir() { manifest::size_of_tree(path) } else { meta.len() };
        Some(Entry { path: path.to_owned(), size, used })
    }

    fn remove(&self) -> bool {
        if !self.path.is_dir() {
            return fs::remove_file(&self.path).is_ok();
        }
        // A working directory in use is locked.
        let lock = File::open(self.path.join(".lock"));
        if lock.as_ref().is_ok_and(|file| file.try_lock().is_err()) {
            return false;
        }
        fs::remove_dir_all(&self.path).is_ok()
    }
}

/// The payload, when the header and the checksum are right.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (header, payload) = bytes.split_at_checked(HEADER)?;
    let hash = header.strip_prefix(MAGIC)?;
    (blake3::hash(payload).as_bytes() == hash).then_some(payload)
}

/// Marks an entry as used now. Losing a mark only makes eviction a little less wise.
fn touch(path: &Path) {
    if let Ok(file) = File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

fn default_root() -> Result<PathBuf, IngestError> {
    let named = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let root = named("RIFT_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|d| d.join("rift")))
        .or_else(|| named("HOME").map(|d| d.join(".cache/rift")));
    root.ok_or_else(|| {
        let none = std::io::Error::other("neither RIFT_CACHE nor XDG_CACHE_HOME nor HOME is set");
        IngestError::io("find the cache directory", Path::new("~/.cache/rift"))(none)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::open(Some(dir.path())).unwrap();
        (dir, cache)
    }

    fn key(name: &str) -> Key {
        Key::builder("test").field(name).finish()
    }

    #[test]
    fn keys_tell_the_boundaries_of_fields() {
        let a = Key::builder("t").field("ab").field("c").finish();
        let b = Key::builder("t").field("a").field("bc").finish();
        let c = Key::builder("t").fields(["a"]).fields(["b"]).finish();
        let d = Key::builder("t").fields(["a", "b"]).finish();
        assert!(a != b && c != d);
    }

    #[test]
    fn corrupted_modules_are_forgotten() {
        let (_dir, cache) = cache();
        let mut module = Module::default();
        module.files.push("a.c".to_owned());
        cache.put_module(key("m"), &module).unwrap();
        assert_eq!(cache.module(key("m")).unwrap().files.len(), 1);
        let path = cache.root().join("modules").join(key("m").hex());
        for damage in [
            |b: &mut Vec<u8>| b.truncate(20),
            |b: &mut Vec<u8>| b.truncate(HEADER + 1),
            |b: &mut Vec<u8>| *b.last_mut().unwrap() ^= 1,
            |b: &mut Vec<u8>| b.clear(),
        ] {
            cache.put_module(key("m"), &module).unwrap();
            let mut bytes = fs::read(&path).unwrap();
            damage(&mut bytes);
            fs::write(&path, bytes).unwrap();
            assert!(cache.module(key("m")).is_none());
            assert!(!path.exists());
        }
    }

    #[test]
    fn least_recently_used_goes_first_and_young_stays() {
        let (_dir, cache) = cache();
        for (name, age) in [("old", 9000), ("older", 9900), ("young", 10)] {
            cache.write("modules", key(name), &vec![0u8; 1000]).unwrap();
            let file = File::options().append(true).open(cache.root().join("modules").join(key(name).hex())).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        }
        let left = || fs::read_dir(cache.root().join("modules")).unwrap().count();
        cache.evict(2500);
        assert_eq!(left(), 2);
        assert!(cache.read::<Vec<u8>>("modules", key("old")).is_some(), "the older one went");
        cache.evict(0);
        assert_eq!(left(), 2, "both are now recently used");
    }

    #[test]
    fn a_native_build_is_complete_or_absent() {
        let (_dir, cache) = cache();
        let failed = cache.put_native(key("n"), |_| Err(IngestError::source(Path::new("x"), "no")));
        assert!(failed.is_err() && cache.native(key("n")).is_none());
        let make = |dir: &Path| {
            fs::write(dir.join("prog"), "x").unwrap();
            Ok("prog".to_owned())
        };
        let path = cache.put_native(key("n"), make).unwrap();
        assert_eq!(cache.native(key("n")), Some(path.clone()));
        assert_eq!(cache.put_native(key("n"), make).unwrap(), path);
        fs::remove_file(&path).unwrap();
        assert!(cache.native(key("n")).is_none());
        assert_eq!(cache.put_native(key("n"), make).unwrap(), path);
        let entries: Vec<_> = fs::read_dir(cache.root().join("native")).unwrap().flatten().collect();
        assert_eq!(entries.len(), 1, "no temporary directories are left: {entries:?}");
    }
}
