//! `rift-cc` and `rift-cxx`: clang, with the bitcode of every translation unit embedded in its object.
//!
//! Everything the user asks for is passed on. To compilations are added: debug information, the bitcode as it
//! is before optimisation, and the absence of FORTIFY. Link-time optimisation is taken away, because its objects
//! are bitcode already and have no section to embed in. In the objects that a compilation leaves, the section is
//! renamed (see `build::elf`); a compilation that links at once keeps clang's name, and readers know both.

use crate::build::{find_clang, rename_bitcode_section};
use crate::source::Language;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// `from=to`: how positions and `__FILE__` should name files.
pub const PREFIX_MAP: &str = "RIFT_PREFIX_MAP";
/// A directory of headers to look in after all others.
pub const INCLUDE_LAST: &str = "RIFT_INCLUDE_LAST";
/// An archive that programs may need a part of.
pub const LINK_LAST: &str = "RIFT_LINK_LAST";

/// Flags for every compilation and every link, with spaces between them: what makes a variant of a program.
pub const EXTRA_FLAGS: &str = "RIFT_EXTRA_FLAGS";

const EMBED: [&str; 6] =
    ["-g", "-U_FORTIFY_SOURCE", "-Xclang", "-fembed-bitcode=all", "-Xclang", "-disable-O0-optnone"];

/// Nothing is compiled to an object, or nothing at all.
const PASSED_ON: [&str; 17] = [
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-emit-llvm",
    "-emit-ast",
    "--analyze",
    "-###",
    "--version",
    "-cc1",
    "-cc1as",
    "--help",
    "-dumpversion",
    "-dumpmachine",
    "-cc1gen-reproducer",
    "--precompile",
];

/// Flags whose argument is the next word, so that it is not taken for an input.
const WITH_ARGUMENT: [&str; 38] = [
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-include-pch",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-mllvm",
    "-T",
    "-u",
    "-z",
    "-e",
    "-target",
    "-arch",
    "--param",
    "-framework",
    "-G",
    "-A",
    "-b",
    "-B",
    "-ivfsoverlay",
];

/// What to run, and what to do to the objects it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub arguments: Vec<OsString>,
    /// Objects whose bitcode section gets its other name after success.
    pub objects: Vec<PathBuf>,
}

/// What a build asks of every compilation, by the environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wishes {
    /// See [`PREFIX_MAP`].
    pub prefix_map: Option<OsString>,
    /// See [`INCLUDE_LAST`].
    pub include_last: Option<OsString>,
    /// See [`LINK_LAST`].
    pub link_last: Option<OsString>,
    /// See [`EXTRA_FLAGS`].
    pub extra_flags: Vec<OsString>,
}

impl Wishes {
    fn of_environment() -> Wishes {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        Wishes {
            prefix_map: variable(PREFIX_MAP),
            include_last: variable(INCLUDE_LAST),
            link_last: variable(LINK_LAST),
            extra_flags: variable(EXTRA_FLAGS)
                .map(|flags| flags.to_string_lossy().split_whitespace().map(OsString::from).collect())
                .unwrap_or_default(),
        }
    }
}

#[derive(Default)]
struct Scan {
    compile_only: bool,
    /// There is anything to compile or link.
    has_inputs: bool,
    passed_on: bool,
    lto: bool,
    output: Option<PathBuf>,
    /// Inputs that clang will compile (not assemble or link).
    sources: Vec<PathBuf>,
}

/// Of one command line, those within others included.
const MOST_RESPONSE_FILES: usize = 1000;

/// The plan for a command line. `read` gives the text of a response file.
pub fn plan(
    arguments: &[OsString],
    language: Language,
    wishes: &Wishes,
    read: &dyn Fn(&Path) -> Option<String>,
) -> Plan {
    let mut scan = Scan::default();
    scan_words(&expanded(arguments, read, 0, &mut { MOST_RESPONSE_FILES }), &mut scan);
    let mut result: Vec<OsString> = Vec::new();
    if language == Language::Cxx {
        result.push("--driver-mode=g++".into());
    }
    let kept = arguments.iter().filter(|a| !is_lto(a) && !a.as_encoded_bytes().starts_with(b"-Wp,-D_FORTIFY_SOURCE"));
    result.extend(kept.cloned());
    let mut added: Vec<OsString> = Vec::new();
    if scan.lto {
        // It may hide in a response file.
        added.push("-fno-lto".into());
    }
    let compiles = !scan.passed_on && !scan.sources.is_empty();
    if compiles {
        added.extend(EMBED.map(OsString::from));
    }
    let joined = |flag: &str, value: &OsStr| {
        let mut joined = OsString::from(flag);
        joined.push(value);
        joined
    };
    if !scan.sources.is_empty() {
        added.extend(wishes.prefix_map.iter().map(|map| joined("-ffile-prefix-map=", map)));
        added.extend(wishes.include_last.iter().flat_map(|dir| ["-idirafter".into(), dir.clone()]));
    }
    if scan.has_inputs && !scan.passed_on {
        added.extend(wishes.extra_flags.iter().cloned());
    }
    if scan.has_inputs && !scan.compile_only && !scan.passed_on {
        // A word for the linker: `-x` may have made every plain file a source.
        added.extend(wishes.link_last.iter().map(|archive| joined("-Wl,", archive)));
    }
    // After the user's flags, so that ours win, but before `--`, after which everything is a file.
    let at = result.iter().position(|a| a == "--").unwrap_or(result.len());
    result.splice(at..at, added);
    let objects = match (compiles && scan.compile_only, scan.output) {
        (false, _) => Vec::new(),
        (true, Some(output)) => vec![output],
        (true, None) => scan.sources.iter().map(|s| object_of(s)).collect(),
    };
    Plan { arguments: result, objects }
}

/// Where `-c` without `-o` puts the object: in the working directory.
fn object_of(source: &Path) -> PathBuf {
    let name = if source == Path::new("-") { OsStr::new("-") } else { source.file_name().unwrap_or_default() };
    Path::new(name).with_extension("o")
}

fn is_lto(argument: &OsStr) -> bool {
    let text = argument.as_encoded_bytes();
    text == b"-flto"
        || text.starts_with(b"-flto=")
        || text == b"-ffat-lto-objects"
        || text == b"-fwhole-program-vtables"
}

/// Response files replaced by their words, for the scan only: clang reads them itself.
/// `left` is how many files may still be read: a file that names itself, perhaps many times, must not run away.
fn expanded(
    arguments: &[OsString],
    read: &dyn Fn(&Path) -> Option<String>,
    depth: usize,
    left: &mut usize,
) -> Vec<OsString> {
    let mut all = Vec::new();
    for argument in arguments {
        let file = argument.to_str().and_then(|a| a.strip_prefix('@')).filter(|_| depth < 8 && *left > 0);
        let text = file.and_then(|file| read(Path::new(file)));
        match text {
            Some(text) => {
                *left -= 1;
                all.extend(expanded(&response_words(&text), read, depth + 1, left));
            }
            None => all.push(argument.clone()),
        }
    }
    all
}

/// Words as GNU tools split response files: white space, both quotes, backslashes.
fn response_words(text: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(q)) if c == q => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

fn scan_words(words: &[OsString], scan: &mut Scan) {
    let mut words = words.iter();
    let mut forced: Option<String> = None;
    let mut only_files = false;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if only_files || text == "-" || !text.starts_with('-') {
            scan.has_inputs = true;
            if is_compiled(&text, forced.as_deref()) {
                scan.sources.push(PathBuf::from(word));
            }
            // A header as an input makes a precompiled header, which has no sections.
            scan.passed_on |= makes_header(&text, forced.as_deref());
            continue;
        }
        match text.as_ref() {
            "--" => only_files = true,
            "-c" => scan.compile_only = true,
            "-o" => scan.output = words.next().map(PathBuf::from),
            "-x" => forced = words.next().map(|l| l.to_string_lossy().into_owned()),
            flag if PASSED_ON.contains(&flag) || flag.starts_with("-print-") || flag.starts_with("--print-") => {
                scan.passed_on = true;
            }
            flag if WITH_ARGUMENT.contains(&flag) => drop(words.next()),
            flag if is_lto(OsStr::new(flag)) => scan.lto = true,
            flag => {
                if let Some(language) = flag.strip_prefix("-x") {
                    forced = Some(language.to_owned());
                } else if let Some(output) = flag.strip_prefix("-o") {
                    // `-ofile`; no other flag that clang knows starts so, except -object and -objc..
                    if !output.starts_with("bj") {
                        scan.output = Some(PathBuf::from(output));
                    }
                }
            }
        }
    }
}

fn is_compiled(input: &str, forced: Option<&str>) -> bool {
    match forced {
        Some("c" | "c++" | "cpp-output" | "c++-cpp-output" | "ir") => true,
        Some("none") | None => {
            let extension = Path::new(input).extension().and_then(|e| e.to_str()).unwrap_or_default();
            input != "-" && (Language::of_extension(extension).is_some() || extension == "ll" || extension == "bc")
        }
        Some(_) => false,
    }
}

fn makes_header(input: &str, forced: Option<&str>) -> bool {
    match forced {
        Some(language) if language != "none" => language.ends_with("-header"),
        _ => [".h", ".hh", ".hpp", ".hxx", ".H"].iter().any(|e| input.ends_with(e)),
    }
}

/// The whole wrapper, for its `main`. C++ when called by a name such as `rift-cxx`, `rift-c++` or `g++`.
pub fn run_wrapper(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let mut arguments = arguments;
    let called = arguments.next().unwrap_or_default();
    let name = Path::new(&called).file_name().unwrap_or_default().to_string_lossy();
    let language = if name.ends_with("++") || name.ends_with("cxx") { Language::Cxx } else { Language::C };
    let arguments: Vec<OsString> = arguments.collect();
    let clang = match find_clang(None) {
        Ok(clang) => clang.path,
        Err(error) => return fail(127, &error.to_string()),
    };
    let plan = plan(&arguments, language, &Wishes::of_environment(), &|path| fs::read_to_string(path).ok());
    let mut command = Command::new(&clang);
    command.args(&plan.arguments);
    if plan.objects.is_empty() {
        let error = command.exec();
        return fail(127, &format!("cannot run `{}`: {error}", clang.display()));
    }
    let status = match command.status() {
        Ok(status) => status,
        Err(error) => return fail(127, &format!("cannot run `{}`: {error}", clang.display())),
    };
    if !status.success() {
        let code = status.code().or(status.signal().map(|s| 128 + s)).and_then(|c| u8::try_from(c).ok());
        return ExitCode::from(code.unwrap_or(1));
    }
    for object in &plan.objects {
        if let Err(error) = rename_in(object) {
            return fail(1, &format!("cannot rewrite `{}`: {error}", object.display()));
        }
    }
    ExitCode::SUCCESS
}

fn fail(code: u8, message: &str) -> ExitCode {
    eprintln!("rift-cc: {message}");
    ExitCode::from(code)
}

/// `-o /dev/null` and objects that are something else are left alone.
fn rename_in(object: &Path) -> std::io::Result<()> {
    if !fs::metadata(object).is_ok_and(|m| m.is_file()) {
        return Ok(());
    }
    let mut bytes = fs::read(object)?;
    if rename_bitcode_section(&mut bytes) { fs::write(object, bytes) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is added to a command line, and which objects are renamed.
    fn check(line: &str, added: &str, objects: &[&str]) {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let read = |path: &Path| match path.to_str() {
            Some("resp") => Some("-c 'my file.c' -flto\n\"-DX=a b\" -o out/x.o".to_owned()),
            Some("loop") => Some("@loop".to_owned()),
            _ => None,
        };
        let plan = plan(&arguments, Language::C, &Wishes::default(), &read);
        let rest: Vec<_> =
            plan.arguments.iter().filter(|a| !arguments.contains(a)).map(|a| a.to_string_lossy()).collect();
        assert_eq!(rest.join(" "), added, "{line}");
        assert_eq!(plan.objects, objects.iter().map(PathBuf::from).collect::<Vec<_>>(), "{line}");
    }

    const ALL: &str = "-g -U_FORTIFY_SOURCE -Xclang -fembed-bitcode=all -Xclang -disable-O0-optnone";

    #[test]
    fn compilations_embed_and_rename() {
        check("-c a.c -o b.o", ALL, &["b.o"]);
        check("-c a.c -ob.o", ALL, &["b.o"]);
        check("-O2 -c dir/a.c x/b.c", ALL, &["a.o", "b.o"]);
        check("-c -x c - -o p.o", ALL, &["p.o"]);
        check("-c -xc++ file.weird", ALL, &["file.o"]);
        check("-c -MD -MF a.d -MT a.o -include c.h -I inc.c a.c -o a.o", ALL, &["a.o"]);
        check("-c a.c b.s -o out.o", ALL, &["out.o"]);
        check("@resp", &format!("-fno-lto {ALL}"), &["out/x.o"]);
    }

    #[test]
    fn compiling_and_linking_at_once_embeds_without_renaming() {
        check("a.c b.c -o prog -lm", ALL, &[]);
        check("conftest.c", ALL, &[]);
    }

    #[test]
    fn everything_else_passes_through() {
        for line in [
            "a.o b.o -o prog -lm",
            "-E a.c",
            "-S a.c",
            "-M a.c",
            "-MM a.c",
            "--version",
            "-v",
            "-E -",
            "-fsyntax-only a.c",
            "-c a.s -o a.o",
            "-c a.S",
            "-c -x assembler-with-cpp a.c",
            "-shared a.o -o a.so",
            "-print-search-dirs",
            "@loop",
            "@missing",
            "-x c-header a.h -o a.h.gch",
            "-c a.h",
            "-emit-llvm -c a.c",
            "-o a.c",
        ] {
            check(line, "", &[]);
        }
    }

    #[test]
    fn link_time_optimisation_and_fortify_are_taken_away() {
        let arguments = ["-flto=thin", "-Wp,-D_FORTIFY_SOURCE=2", "-c", "a.c", "--", "b.c"].map(OsString::from);
        let wishes = Wishes { prefix_map: Some("/a=/b".into()), ..Wishes::default() };
        let plan = plan(&arguments, Language::Cxx, &wishes, &|_| None);
        let text: Vec<_> = plan.arguments.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        assert_eq!(text.join(" "), format!("--driver-mode=g++ -c a.c -fno-lto {ALL} -ffile-prefix-map=/a=/b -- b.c"));
        assert_eq!(plan.objects, [PathBuf::from("a.o"), PathBuf::from("b.o")]);
    }

    #[test]
    fn what_a_build_wishes_goes_where_it_has_an_effect() {
        let wishes = Wishes {
            prefix_map: None,
            include_last: Some("/inc".into()),
            link_last: Some("/lib.a".into()),
            ..Wishes::default()
        };
        let check = |line: &str, includes: bool, links: bool| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let plan = plan(&arguments, Language::C, &wishes, &|_| None).arguments;
            let has = |words: &[&str]| plan.windows(words.len()).any(|window| window == words);
            assert_eq!(has(&["-idirafter", "/inc"]), includes, "{line}: {plan:?}");
            assert_eq!(has(&["-Wl,/lib.a"]), links, "{line}: {plan:?}");
        };
        check("-c a.c", true, false);
        check("-E a.c", true, false);
        check("a.c -o a", true, true);
        check("a.o b.o -o a", false, true);
        check("-x c - -o a", true, true);
        check("--version", false, false);
        check("-v", false, false);
    }

    #[test]
    fn flags_of_a_variant_reach_compilations_and_links() {
        let wishes = Wishes { extra_flags: vec!["-fsanitize=address".into()], ..Wishes::default() };
        let check = |line: &str, expected: bool| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let plan = plan(&arguments, Language::C, &wishes, &|_| None).arguments;
            assert_eq!(plan.iter().any(|word| word == "-fsanitize=address"), expected, "{line}: {plan:?}");
        };
        check("-c a.c", true);
        check("a.o -o a", true);
        check("a.c -o a", true);
        check("-E a.c", false);
        check("--version", false);
    }
}
