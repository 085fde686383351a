//! What of a program's input is symbolic when nobody says: what the program's own code asks for.
//!
//! Goes by names: who calls `getchar` or touches `stdin` reads standard input, who uses the parameters of `main` looks
//! at its arguments. Errs towards symbolic input that is never read, which costs nothing.

use super::arguments;
use super::limits::limits;
use rift_align::ChangeMap;
use rift_env::{Part, Space};
use rift_ingest::Language;
use rift_ir::{Callee, Const, ConstId, Function, InstKind, Module, Operand, Origin, Pair, Version};
use std::collections::BTreeSet;

/// Sizes of what is inferred; the program's own comparisons may ask for more.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    arguments: usize,
    argument_bytes: usize,
    pub stdin_bytes: u32,
}

/// Small enough for all paths of a small program.
pub const CLOSED: Sizes = Sizes { arguments: 2, argument_bytes: 4, stdin_bytes: 8 };
/// Large enough for what programs are used with: a search that is led somewhere need not come to all of it.
pub const USUAL: Sizes = Sizes { arguments: 3, argument_bytes: 6, stdin_bytes: 40 };
/// What standard input has to begin with, then: what is longer takes longer runs, and comes when it is asked for.
pub const FIRST_FILE: usize = 16;
/// Larger limits are beyond what is tried, and so many bytes more than a limit come past it.
const LARGEST_LIMIT: u32 = 300;
const BEYOND_LIMIT: u32 = 8;

/// What reads standard input without naming it, and what it is called.
const STDIN_NAMES: [&str; 14] = [
    "getchar",
    "getchar_unlocked",
    "gets",
    "scanf",
    "vscanf",
    "getwchar",
    "wscanf",
    "read",
    "readv",
    "__isoc99_scanf",
    "__isoc23_scanf",
    "stdin",
    "_ZSt3cin",
    "_ZSt4wcin",
];
const KLEE_NAMES: [&str; 4] = ["klee_make_symbolic", "klee_int", "klee_range", "klee_choose"];
const RUST_ARGUMENTS: [&str; 2] = ["std::env::args", "std::env::args_os"];
const RUST_STDIN: [&str; 2] = ["std::io::stdio::stdin", "std::io::stdio::read_to_string"];

/// Who calls these expects numbers.
const NUMBER_NAMES: [&str; 23] = [
    "atoi",
    "atol",
    "atoll",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "__isoc23_strtol",
    "__isoc23_strtoul",
    "__isoc23_strtoll",
    "__isoc23_strtoull",
    "__isoc23_sscanf",
    "__isoc99_sscanf",
    "sscanf",
    "scanf",
    "vscanf",
    "__isoc99_scanf",
    "__isoc23_scanf",
    "fscanf",
    "__isoc99_fscanf",
    "__isoc23_fscanf",
];

/// A word, and a text: what files are often made of. Numbers and words, in one line or several.
pub const FIRST_TEXTS: [(&[u8], &[u8]); 4] = [
    (b"a", b"a b\nc d\n"),
    (b"1", b"1 2 3 4 5 6 7 8 9 "),
    (b"1", b"1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
    (b"1", b"2 2\n3 4\n5 6\n7 8\n9 1\n"),
];

/// What compares strings in C.
pub(super) const STRING_COMPARISONS: [&str; 8] =
    ["strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "bcmp", "strstr"];

/// What the program's code asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inferred {
    /// It makes its symbolic input itself, by KLEE's interface.
    pub klee: bool,
    /// It was made to call one function.
    pub entry: bool,
    /// The numbers of arguments to try: none but 0 if it does not look at them.
    pub arguments: Vec<usize>,
    pub argument_bytes: u32,
    /// Bytes of standard input, if it is read.
    pub stdin: Option<u32>,
}

impl Sizes {
    /// With room for standard input to come past limits that changed: a buffer of 56 bytes shows with 57.
    pub fn with_room_for(self, map: &ChangeMap, modules: Pair<&Module>) -> Sizes {
        let of = |version: Version| {
            let module = *version.of(&modules);
            map.touched(version).flat_map(move |site| limits(module, site))
        };
        let known = of(Version::Old).chain(of(Version::New)).filter(|limit| *limit <= LARGEST_LIMIT);
        let stdin_bytes = known.map(|limit| limit + BEYOND_LIMIT).fold(self.stdin_bytes, u32::max);
        Sizes { stdin_bytes, ..self }
    }
}

pub fn infer(module: &Module, language: Language, sizes: Sizes) -> Inferred {
    let names = referenced(module);
    let any = |wanted: &[&str]| wanted.iter().any(|name| names.contains(name));
    let (arguments, stdin) = match language {
        Language::C | Language::Cxx => (uses_parameters(module), any(&STDIN_NAMES)),
        Language::Rust => {
            let has = |wanted: &[&str]| {
                module
                    .functions
                    .values()
                    .any(|function| function.is_defined() && wanted.contains(&function.display.as_str()))
            };
            (has(&RUST_ARGUMENTS), has(&RUST_STDIN))
        }
    };
    let klee = any(&KLEE_NAMES);
    let main = module.function_named("main").and_then(|main| module.functions[main].position.expand());
    let entry = main.is_some_and(|main| Origin::of_file(&module.files[module.positions[main].file]) == Origin::Harness);
    let mut counts = vec![0];
    if arguments && !klee {
        counts.extend(1..=sizes.arguments);
        counts.extend(arguments::counts(module, language, sizes.arguments));
    }
    let bytes = arguments::word_length(module, any(&NUMBER_NAMES)).max(sizes.argument_bytes);
    Inferred {
        klee,
        entry,
        arguments: counts,
        argument_bytes: bytes as u32,
        stdin: (stdin && !klee).then_some(sizes.stdin_bytes),
    }
}

/// The bytes that symbolic parts are filled with to begin with.
pub fn first_bytes(module: &Module) -> &'static [u8] {
    let names = referenced(module);
    let reads_numbers = NUMBER_NAMES.iter().any(|name| names.contains(name));
    if reads_numbers { b"0a" } else { b"a" }
}

impl Inferred {
    pub fn spaces(&self, name: &[u8]) -> Vec<Space> {
        let space = |count: &usize| Space {
            argv: std::iter::once(Part::Fixed(name.to_vec()))
                .chain(std::iter::repeat_n(Part::Symbolic { max: self.argument_bytes }, *count))
                .collect(),
            stdin: self.stdin.map(|max| Part::Symbolic { max }),
            ..Space::default()
        };
        self.arguments.iter().map(space).collect()
    }

    /// For the user, with how to change it.
    pub fn in_words(&self) -> Vec<String> {
        if self.entry {
            let bounds = "--entry-bytes and --entry-elements say how much pointers point to";
            return vec![format!("all values of the function's parameters are tried; {bounds}")];
        }
        if self.klee {
            return vec!["the program makes its own input symbolic (klee_make_symbolic); nothing else is".to_owned()];
        }
        let mut lines = Vec::new();
        if self.arguments.len() > 1 {
            let (few, beyond) =
                self.arguments.split_at(self.arguments.iter().zip(0..).take_while(|(a, b)| **a == *b).count());
            let beyond: String = beyond.iter().map(|count| format!(" or {count}")).collect();
            let most = few.len() - 1;
            let bytes = self.argument_bytes;
            lines.push(format!(
                "the program uses its arguments: 0 to {most}{beyond} of up to {bytes} bytes are tried \
                 (--args states others)"
            ));
        }
        if let Some(bytes) = self.stdin {
            lines.push(format!(
                "the program reads standard input: up to {bytes} bytes are tried (--stdin N states how many)"
            ));
        }
        if lines.is_empty() {
            lines.push(
                "the program seems to read neither arguments nor standard input (--file and --env state inputs)"
                    .to_owned(),
            );
        }
        lines
    }
}

/// Whether `main` looks at what it is given.
fn uses_parameters(module: &Module) -> bool {
    let Some(main) = module.function_named("main").map(|main| &module.functions[main]) else { return false };
    let is_parameter =
        |operand| matches!(operand, Operand::Value(value) if main.params.iter().any(|p| p.value == value));
    main.insts.values().any(|inst| {
        let mut used = false;
        inst.kind.visit_operands(|operand| used |= is_parameter(operand));
        used
    })
}

/// Functions and globals that code outside the runtime refers to.
fn referenced(module: &Module) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for function in module.functions.values().filter(|function| is_own(module, function)) {
        for inst in function.insts.values() {
            if let InstKind::Call { callee: Callee::Direct(callee), .. }
            | InstKind::Invoke { callee: Callee::Direct(callee), .. } = &inst.kind
            {
                names.insert(module.functions[*callee].name.as_str());
            }
            inst.kind.visit_operands(|operand| {
                if let Operand::Const(constant) = operand {
                    add_names(module, constant, &mut names);
                }
            });
        }
    }
    names
}

fn add_names<'a>(module: &'a Module, constant: ConstId, names: &mut BTreeSet<&'a str>) {
    match module.consts.get(constant) {
        Const::Function(function) => _ = names.insert(&module.functions[*function].name),
        Const::Global { global, .. } => _ = names.insert(&module.globals[*global].name),
        Const::Aggregate { elems, .. } => elems.iter().for_each(|elem| add_names(module, *elem, names)),
        _ => {}
    }
}

/// The runtime that is linked into every program is not the user's code, nor is Rust's standard library.
pub(super) fn is_own(module: &Module, function: &Function) -> bool {
    function.is_defined() && !module.origin(function).is_in_every_program()
}
