//! Paths as the user would type them.

use std::path::Path;

/// Where the files of a version are, and what the user calls that place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    directory: String,
    /// What stands in front of a path below the directory: nothing, or something that ends in `/`.
    named: String,
    /// The current directory.
    here: String,
}

impl Root {
    /// Of a version that is a directory, a package or a revision: its files are named from there on.
    pub fn directory(directory: &Path, here: &Path) -> Root {
        Root { directory: text(directory), named: String::new(), here: text(here) }
    }

    /// Of a version that is a file, which the user called `typed`: what is beside it is named as the user would. All
    /// but `typed` are absolute.
    pub fn file(directory: &Path, typed: &Path, here: &Path) -> Root {
        let (directory, here) = (text(directory), text(here));
        let named = match (inside(&here, &directory), typed.parent().map(text)) {
            _ if directory == here => String::new(),
            (Some(below), _) => format!("{below}/"),
            (None, Some(typed)) if !typed.is_empty() => format!("{typed}/"),
            _ => format!("{directory}/"),
        };
        Root { directory, named, here }
    }

    /// A path, with whatever stands behind it: below the version's place, else below the current directory, else whole.
    pub fn shown(&self, path: &str) -> String {
        match (inside(&self.directory, path), inside(&self.here, path)) {
            (Some(below), _) => format!("{}{below}", self.named),
            (None, Some(below)) => below.to_owned(),
            (None, None) => path.to_owned(),
        }
    }
}

fn text(path: &Path) -> String {
    let text = path.display().to_string();
    match text.trim_end_matches('/') {
        "" => text,
        text => text.to_owned(),
    }
}

fn inside<'p>(directory: &str, path: &'p str) -> Option<&'p str> {
    let below = path.strip_prefix(directory)?.strip_prefix('/')?;
    (!directory.is_empty() && !below.is_empty()).then_some(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_what_the_user_would_type() {
        let here = Path::new("/home/u/work");
        let file = |directory: &str, typed: &str| Root::file(Path::new(directory), Path::new(typed), here);
        assert_eq!(file("/home/u/work", "a.c").shown("/home/u/work/a.c:3:4"), "a.c:3:4");
        assert_eq!(file("/home/u/work/v1", "v1/a.c").shown("/home/u/work/v1/a.c"), "v1/a.c");
        assert_eq!(file("/home/u/work/v1", "/home/u/work/v1/a.c").shown("/home/u/work/v1/a.c"), "v1/a.c");
        assert_eq!(file("/home/u/old", "../old/a.c").shown("/home/u/old/inc/a.h"), "../old/inc/a.h");
        assert_eq!(file("/srv/v1", "/srv/v1/a.c").shown("/srv/v1/a.c"), "/srv/v1/a.c");
        // A file that a version includes from elsewhere.
        assert_eq!(file("/srv/v1", "/srv/v1/a.c").shown("/home/u/work/inc/a.h"), "inc/a.h");
        assert_eq!(file("/srv/v1", "/srv/v1/a.c").shown("/usr/include/stdio.h"), "/usr/include/stdio.h");
        assert_eq!(file("/srv/v1", "/srv/v1/a.c").shown("/srv/v10/a.c"), "/srv/v10/a.c");
        let directory = Root::directory(Path::new("/home/u/work/before/"), here);
        assert_eq!(directory.shown("/home/u/work/before/src/a.c"), "src/a.c");
        assert_eq!(directory.shown("runtime/libc/stdio.c"), "runtime/libc/stdio.c");
    }
}
