//! The files of a commit, and other questions to git.
//!
//! The repository may be anyone's. Git is asked only for names and contents of objects: no hooks, no file system
//! monitor, no filters, no attributes (`export-ignore`, `export-subst`, line ends), no pager, no transfers. Files are
//! written by this module, as they are in the commit: a name that leads out of the directory is refused, links are made
//! last so that nothing is written through them, and submodules are empty directories.
//!
//! Absent: contents that a filter would fetch, such as those of git-lfs; the pointer is what is seen.

use crate::error::{Context as _, Result, refuse};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Settings that would start programs or reach elsewhere, whatever the repository says.
const SETTINGS: [&str; 6] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.sshCommand=false",
    "protocol.allow=never",
    "core.pager=cat",
];

fn command(directory: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(directory).arg("--no-pager").arg("--no-replace-objects");
    git.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
    git.env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0");
    git
}

/// What git answers, without the newline at its end.
pub fn git(directory: &Path, arguments: &[&str]) -> Result<OsString> {
    let output = command(directory).args(arguments).output().context("cannot run git")?;
    if !output.status.success() {
        refuse!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    let mut answer = output.stdout;
    if answer.last() == Some(&b'\n') {
        answer.pop();
    }
    Ok(OsString::from_vec(answer))
}

/// The same where the answer is a name that git made, such as a hash.
pub fn git_text(directory: &Path, arguments: &[&str]) -> Result<String> {
    Ok(git(directory, arguments)?.to_string_lossy().into_owned())
}

/// One entry of a tree.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    kind: Kind,
    object: String,
    path: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Program,
    Link,
    Submodule,
}

/// Writes the files of a commit into an empty directory.
pub fn write_files(root: &Path, commit: &str, directory: &Path) -> Result<()> {
    let listing = git(root, &["ls-tree", "-r", "-z", "--full-tree", commit])?;
    let lines = listing.as_bytes().split(|byte| *byte == 0).filter(|line| !line.is_empty());
    let mut entries = lines.map(entry).collect::<Result<Vec<_>>>()?;
    // Nothing may be written through a link.
    entries.sort_by_key(|entry| entry.kind == Kind::Link);
    let mut objects = Objects::open(root)?;
    for entry in &entries {
        let place = directory.join(&entry.path);
        let cannot = || format!("cannot write `{}`", entry.path.display());
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).with_context(cannot)?;
        }
        match entry.kind {
            Kind::Submodule => fs::create_dir_all(&place).with_context(cannot)?,
            Kind::Link => {
                let target = objects.read(&entry.object)?;
                symlink(OsStr::from_bytes(&target), &place).with_context(cannot)?;
            }
            Kind::File | Kind::Program => {
                let bytes = objects.read(&entry.object)?;
                let mut file = fs::File::create_new(&place).with_context(cannot)?;
                file.write_all(&bytes).with_context(cannot)?;
                if entry.kind == Kind::Program {
                    file.set_permissions(fs::Permissions::from_mode(0o755)).with_context(cannot)?;
                }
            }
        }
    }
    Ok(())
}

/// `MODE TYPE HASH<tab>PATH`
fn entry(line: &[u8]) -> Result<Entry> {
    let unknown = || format!("git lists something unexpected: {}", line.escape_ascii());
    let tab = line.iter().position(|byte| *byte == b'\t').with_context(unknown)?;
    let head = str::from_utf8(&line[..tab]).ok().with_context(unknown)?;
    let path = PathBuf::from(OsStr::from_bytes(&line[tab + 1..]));
    let [mode, _, object] = head.split(' ').collect::<Vec<_>>()[..] else { refuse!("{}", unknown()) };
    let kind = match mode {
        "100644" | "100664" => Kind::File,
        "100755" => Kind::Program,
        "120000" => Kind::Link,
        "160000" => Kind::Submodule,
        _ => refuse!("{}", unknown()),
    };
    // Such names can be in a tree that was made by hand.
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_))) && path.components().count() > 0;
    let is_git = path.components().any(|part| part.as_os_str().eq_ignore_ascii_case(".git"));
    if !is_plain || is_git {
        refuse!("the revision has a file `{}`, whose name no working tree can have", line[tab + 1..].escape_ascii());
    }
    Ok(Entry { kind, object: object.to_owned(), path })
}

/// A git that answers with the contents of objects.
struct Objects {
    git: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Objects {
    fn open(root: &Path) -> Result<Objects> {
        let mut command = command(root);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut git = command.spawn().context("cannot run git")?;
        let answers = git.stdout.take().context("git has no output")?;
        Ok(Objects { git, answers: BufReader::new(answers) })
    }

    fn read(&mut self, object: &str) -> Result<Vec<u8>> {
        let failed = || format!("git does not answer for object {object}");
        let questions = self.git.stdin.as_mut().with_context(failed)?;
        questions.write_all(format!("{object}\n").as_bytes()).and_then(|()| questions.flush()).with_context(failed)?;
        let mut head = String::new();
        self.answers.read_line(&mut head).with_context(failed)?;
        // `HASH blob SIZE`, or `HASH missing`.
        let size = match head.trim_end().split(' ').collect::<Vec<_>>()[..] {
            [_, "blob", size] => size.parse::<u64>().with_context(failed)?,
            [_, "missing"] => refuse!(
                "object {object} is not in this clone, which has only a part of its history; fetch it all with \
                 `git fetch --unshallow` or `git fetch --refetch --no-filter`"
            ),
            _ => refuse!("git answers {head:?} for object {object}"),
        };
        let mut bytes = Vec::new();
        (&mut self.answers).take(size).read_to_end(&mut bytes).with_context(failed)?;
        let mut newline = [0];
        self.answers.read_exact(&mut newline).with_context(failed)?;
        Ok(bytes)
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // It ends with its input.
        drop(self.git.stdin.take());
        let _ = self.git.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_and_names_that_lead_elsewhere_are_refused() {
        let made = entry(b"100755 blob abc\ta dir/it's\n-x").unwrap();
        assert_eq!(made.kind, Kind::Program);
        assert_eq!((made.object.as_str(), made.path.as_path()), ("abc", Path::new("a dir/it's\n-x")));
        assert_eq!(entry(b"120000 blob abc\t\xff").unwrap().kind, Kind::Link);
        for name in ["../x", "a/../../x", "/etc/x", "", ".", ".git/config", "a/.GIT/hooks/x"] {
            let line = format!("100644 blob abc\t{name}");
            assert!(entry(line.as_bytes()).is_err(), "{name}");
        }
        for line in ["", "100644 blob abc", "040000 tree abc\tx", "100644 abc\tx"] {
            assert!(entry(line.as_bytes()).is_err(), "{line}");
        }
    }
}
