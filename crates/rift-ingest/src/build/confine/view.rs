//! Which of the user's files a build sees.

use super::Network;
use super::rust::public_configuration;
use crate::source::Language;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// What is at one place of the sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mount {
    /// The same as outside, if there is anything.
    Read,
    Write,
    /// An empty directory that may be written and is forgotten.
    Empty,
    /// Nothing of what is there.
    Hidden,
    /// Another file, which may be written.
    Instead(PathBuf),
    /// A file with this text.
    Text(String),
    /// The directory as it is, and a `Cargo.lock` in it, which is this file.
    WithLock(PathBuf),
}

/// What a build sees beside the system and the toolchains.
#[derive(Debug, Clone, Default)]
pub struct View {
    /// Outer directories come first.
    mounts: BTreeMap<PathBuf, Mount>,
    network: Network,
    needs_rust: bool,
}

/// What marks the top of a project.
const MARKS: [&str; 4] = [".git", ".hg", ".svn", "Cargo.toml"];

/// Directories of everybody's or of the system: never one project.
const SHARED: [&str; 14] = [
    "/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/etc", "/usr", "/run", "/mnt", "/media", "/srv", "/dev",
    "/proc",
];

impl View {
    pub fn new() -> View {
        View::default()
    }

    /// A file or a directory.
    pub fn read(mut self, path: &Path) -> View {
        self.show(path);
        self
    }

    /// A directory that the build fills.
    pub fn write(mut self, path: &Path) -> View {
        for path in names(path) {
            self.mounts.insert(path, Mount::Write);
        }
        self
    }

    /// The project that a file or directory belongs to, without the history, whose configuration may hold credentials. Of a
    /// home, or a directory that everybody uses, the sources beside the file alone.
    pub fn project(mut self, path: &Path) -> View {
        for path in names(path) {
            let directory = if path.is_dir() { path.clone() } else { path.parent().unwrap_or(&path).to_owned() };
            match top(&directory) {
                Some(top) => self.show_tree(&top, &directory),
                None => self.show_sources(&path, &directory),
            }
        }
        self
    }

    /// The files that compiler flags name.
    pub(crate) fn flags(mut self, flags: &[String]) -> View {
        for path in flags.iter().flat_map(|flag| named_in(flag)) {
            if path.exists() && !names(&path).iter().any(|path| is_shared(path)) {
                self.show(&path);
            }
        }
        self
    }

    /// The Rust toolchain, and cargo's registry.
    pub fn rust(mut self) -> View {
        self.needs_rust = true;
        self
    }

    /// A `Cargo.lock` that cargo may write, in place of the workspace's own if it has one.
    pub(crate) fn lock(mut self, workspace: &Path, lock: &Path) -> View {
        let own = workspace.join("Cargo.lock");
        if own.exists() {
            self.mounts.insert(own, Mount::Instead(lock.to_owned()));
        } else if !is_shared(workspace) {
            self.mounts.insert(workspace.to_owned(), Mount::WithLock(lock.to_owned()));
        }
        self
    }

    /// With the network: for what is known to run no code of strangers.
    pub(crate) fn online(mut self) -> View {
        self.network = Network::Open;
        self
    }

    pub(super) fn network(&self) -> Network {
        self.network
    }

    pub(super) fn needs_rust(&self) -> bool {
        self.needs_rust
    }

    pub(super) fn mounts(&self) -> impl Iterator<Item = (&Path, &Mount)> {
        self.mounts.iter().map(|(path, mount)| (path.as_path(), mount))
    }

    pub(super) fn put(&mut self, path: PathBuf, mount: Mount) {
        self.mounts.insert(path, mount);
    }

    /// Whether what is at an absolute path outside is there inside.
    pub(super) fn shows(&self, path: &Path) -> bool {
        let above = path.ancestors().find_map(|above| self.mounts.get(above).map(|mount| (above, mount)));
        match above {
            Some((_, Mount::Read | Mount::Write | Mount::WithLock(_))) => true,
            Some((at, Mount::Text(_) | Mount::Instead(_))) => at == path,
            Some((_, Mount::Empty | Mount::Hidden)) | None => false,
        }
    }

    pub(super) fn show(&mut self, path: &Path) {
        for path in names(path) {
            self.mounts.entry(path).or_insert(Mount::Read);
        }
    }

    /// A program, with what is installed beside it if it is in a `bin`. A directory or another file is shown as it is.
    pub(super) fn show_tool(&mut self, path: &Path) {
        for path in names(path).into_iter().filter(|path| path.exists() && !is_shared(path)) {
            if path.starts_with("/usr") {
                continue;
            }
            let bin = path.parent().filter(|bin| bin.file_name().is_some_and(|name| name == "bin") && path.is_file());
            let prefix = bin.and_then(Path::parent).unwrap_or(Path::new("/"));
            for part in ["bin", "lib", "lib64", "libexec", "include"].map(|part| prefix.join(part)) {
                if bin.is_some() && part.is_dir() {
                    self.show(&part);
                }
            }
            self.show(&path);
        }
    }

    fn show_tree(&mut self, top: &Path, directory: &Path) {
        self.mounts.entry(top.to_owned()).or_insert(Mount::Read);
        for above in directory.ancestors().take_while(|above| above.starts_with(top)) {
            let history = above.join(".git");
            if history.exists() {
                self.mounts.insert(history, Mount::Hidden);
            }
        }
    }

    fn show_sources(&mut self, path: &Path, directory: &Path) {
        if path != directory {
            self.show(path);
        }
        let is_source = |path: &PathBuf| {
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            Language::of_extension(extension).is_some() || ["h", "hh", "hpp", "hxx", "inc"].contains(&extension)
        };
        let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.filter(is_source).for_each(|source| self.show(&source));
    }

    /// Cargo's configuration in the directories above, without credentials.
    pub(super) fn read_configurations(&mut self, here: &Path) {
        if !self.needs_rust {
            return;
        }
        for directory in here.ancestors().map(|above| above.join(".cargo")) {
            for file in ["config.toml", "config"].map(|name| directory.join(name)) {
                if !self.shows(&file)
                    && let Some(text) = public_configuration(&file)
                {
                    self.mounts.insert(file, Mount::Text(text));
                }
            }
        }
    }
}

/// A path as it is given, and where links lead. Both are used by compilers.
fn names(path: &Path) -> Vec<PathBuf> {
    let given = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let given = without_parents(&given);
    match fs::canonicalize(path) {
        Ok(real) if real != given => vec![real, given],
        _ => vec![given],
    }
}

/// Without `..`, by names alone: bubblewrap makes directories for what stands before one.
fn without_parents(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(whole.pop()),
            part => whole.push(part),
        }
    }
    whole
}

/// The outermost directory that looks like the top of a project; else the directory itself. `None` if that is a home or
/// everybody's.
fn top(directory: &Path) -> Option<PathBuf> {
    let own: Vec<&Path> = directory.ancestors().take_while(|above| !is_shared(above)).collect();
    let unpacked = own.iter().find(|above| is_unpacked(above));
    let marked = own.iter().rev().find(|above| MARKS.iter().any(|mark| above.join(mark).exists()));
    unpacked.or(marked).or(own.first()).map(|top| (*top).to_owned())
}

/// A revision or a published crate that rift has put into its cache.
fn is_unpacked(directory: &Path) -> bool {
    let kind = directory.parent().and_then(Path::file_name);
    let is_cache = |root: &Path| root.join("manifests").is_dir() && root.join("modules").is_dir();
    kind.is_some_and(|kind| kind == "trees" || kind == "crates") && directory.ancestors().nth(2).is_some_and(is_cache)
}

/// The home and what is above it, and what many use.
fn is_shared(directory: &Path) -> bool {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let is_above = |home: PathBuf| {
        let real = fs::canonicalize(&home).unwrap_or_else(|_| home.clone());
        home.starts_with(directory) || real.starts_with(directory)
    };
    SHARED.iter().any(|shared| directory == Path::new(shared))
        || directory == env::temp_dir()
        || home.is_some_and(is_above)
}

/// What of a flag may be a path: `dir` of `-Idir`, `-L dir`, `--sysroot=dir`, `-Wl,-rpath,dir`, `@file`.
fn named_in(flag: &str) -> Vec<PathBuf> {
    const JOINED: [&str; 8] = ["-I", "-L", "-B", "-T", "-F", "-isystem", "-include", "@"];
    let joined = JOINED.iter().filter_map(|prefix| flag.strip_prefix(prefix));
    let words = flag.split([',', '=']).chain(joined).filter(|word| !word.is_empty() && !word.starts_with('-'));
    words.map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_files() {
        let paths = |flag: &str| named_in(flag).iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(paths("-Iinc"), "inc");
        assert_eq!(paths("inc"), "inc");
        assert_eq!(paths("-Wl,-rpath,/a/b"), "/a/b");
        assert_eq!(paths("--sysroot=/a"), "/a");
        assert_eq!(paths("-fplugin=./x.so"), "./x.so");
        assert_eq!(paths("-O2"), "");
    }

    #[test]
    fn a_home_is_no_project() {
        let home = PathBuf::from(env::var_os("HOME").expect("tests have a home"));
        for shared in [Path::new("/"), Path::new("/tmp"), home.as_path(), home.parent().unwrap_or(Path::new("/"))] {
            assert!(is_shared(shared) && top(shared).is_none(), "{}", shared.display());
        }
        assert_eq!(top(&home.join("project/src")), Some(home.join("project/src")));
    }

    #[test]
    fn a_project_is_shown_from_its_top_without_its_history() {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        fs::create_dir_all(root.join("p/.git")).unwrap();
        fs::create_dir_all(root.join("p/src")).unwrap();
        fs::write(root.join("p/src/a.c"), "").unwrap();
        fs::write(root.join("other"), "").unwrap();
        let view = View::new().project(&root.join("p/src/a.c"));
        assert!(view.shows(&root.join("p/src/a.c")) && view.shows(&root.join("p/readme")));
        assert!(!view.shows(&root.join("p/.git/config")) && !view.shows(&root.join("other")));
    }
}
