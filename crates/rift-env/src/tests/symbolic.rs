//! System calls on symbolic data. Every answer is checked for other inputs too: what was read, told and written is
//! evaluated, and compared with what a concrete world does for that input.

use crate::abi::*;
use crate::kernel::number_of;
use crate::space::{Part, Space};
use crate::start::Beginning;
use crate::world::{Config, Input, StdinKind, World};
use crate::{ObjectUse, Stream};
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{EntityRef, FuncId, InstId, IntPredicate, Site};
use rift_vm::concolic::{Decision, Path, Pin, Ruling, SymbolicObject, Tools};
use rift_vm::memory::{Memory, MemoryConfig};
use rift_vm::{Guest, Host, Reply, Stop};
use std::collections::BTreeMap;

/// Goes on whatever comes. Objects have the values that it was given, and lie one after the other.
#[derive(Default)]
struct Given {
    values: BTreeMap<String, Vec<u8>>,
    model: Model,
    assumed: Vec<TermId>,
    pinned: Vec<TermId>,
}

impl Path for Given {
    fn decide(&mut self, _: &mut Terms, _: &Decision) -> Ruling {
        Ruling::Go
    }

    fn pin(&mut self, _: &mut Terms, _: Site, why: Pin, holds: TermId) {
        assert_eq!(why, Pin::Host);
        self.pinned.push(holds);
    }

    fn assume(&mut self, _: &mut Terms, condition: TermId) {
        self.assumed.push(condition);
    }

    fn object(&mut self, name: &str, size: u32) -> SymbolicObject {
        let mut values = self.values.remove(name).unwrap_or_default();
        values.resize(size as usize, 0);
        let first = self.model.bytes.len() as u32;
        self.model.bytes.extend_from_slice(&values);
        SymbolicObject { first, values }
    }
}

/// A world of which parts are symbolic, and the memory of a program in it.
struct Symbolic {
    space: Space,
    world: World,
    memory: Memory,
    terms: Terms,
    path: Given,
}

const ALL: u64 = 4096;

impl Symbolic {
    fn new(space: Space, config: Config, seed: &Input) -> Symbolic {
        let (mut terms, values) = (Terms::new(), space.values(seed).expect("a seed of the space"));
        let mut path = Given { values, ..Given::default() };
        let Beginning { world, .. } = Beginning::new(&space, config, &mut terms, &mut path).expect("a good space");
        Symbolic { space, world, memory: Memory::new(&MemoryConfig::default()), terms, path }
    }

    /// Standard input of at most `max` bytes.
    fn of_stdin(max: u32, stdin: &str) -> Symbolic {
        let space = Space { stdin: Some(Part::Symbolic { max }), ..Space::default() };
        let seed = Input { stdin: stdin.into(), ..Input::default() };
        Symbolic::new(space, Config::default(), &seed)
    }

    /// A file `f` of at most `max` bytes.
    fn of_file(max: u32, text: &str) -> Symbolic {
        let files = BTreeMap::from([("f".to_owned(), Part::Symbolic { max })]);
        let seed = Input { files: [("f".to_owned(), text.into())].into(), ..Input::default() };
        Symbolic::new(Space { files, ..Space::default() }, Config::default(), &seed)
    }

    fn host(&mut self, name: &str, args: &[u64], terms: &[Option<TermId>]) -> Result<(Reply, Option<TermId>), Stop> {
        let function = self.world.lookup(name).unwrap_or_else(|| panic!("no host function {name}"));
        let site = Site { function: FuncId::new(0), inst: InstId::new(0) };
        let (path, args_terms) = (&mut self.path, terms);
        let tools = Tools { terms: &mut self.terms, path, site, args: args_terms, reply: None };
        let mut guest = Guest { memory: &mut self.memory, steps: 0, tools: Some(tools) };
        let reply = function(&mut self.world, &mut guest, args)?;
        Ok((reply, guest.tools.and_then(|tools| tools.reply)))
    }

    /// A system call that does not end the run: its value and its term. `symbolic` is the term of argument 1.
    fn call_with(&mut self, name: &str, args: &[u64], symbolic: Option<TermId>) -> (i64, Option<TermId>) {
        let mut slots = [0; 7];
        slots[0] = number_of(name).unwrap_or_else(|| panic!("no system call {name}"));
        slots[1..=args.len()].copy_from_slice(args);
        match self.host("__rift_data_syscall", &slots, &[None, None, symbolic]) {
            Ok((Reply::Value(value), term)) => (value as i64, term),
            other => panic!("{name}: {other:?}"),
        }
    }

    fn call(&mut self, name: &str, args: &[u64]) -> (i64, Option<TermId>) {
        self.call_with(name, args, None)
    }

    /// What the runtime asks before it reads at an offset.
    fn falls_short_at(&mut self, fd: u64, size: u64, at: u64) -> (bool, Option<TermId>) {
        match self.host("__rift_read_falls_short", &[fd, size, at], &[]) {
            Ok((Reply::Value(short), term)) => (short != 0, term),
            other => panic!("{other:?}"),
        }
    }

    /// What it asks before it reads where the file is.
    fn falls_short(&mut self, fd: u64, size: u64) -> (bool, Option<TermId>) {
        match self.host("__rift_read_offset", &[fd], &[]) {
            Ok((Reply::Value(at), _)) => self.falls_short_at(fd, size, at),
            other => panic!("{other:?}"),
        }
    }

    fn text(&mut self, text: &str) -> u64 {
        let address = self.room(text.len() as u64 + 1);
        self.memory.write(address, text.as_bytes()).expect("room");
        address
    }

    fn room(&mut self, size: u64) -> u64 {
        self.memory.heap_allocate(size, 16, true).expect("room")
    }

    fn open(&mut self, path: &str, flags: u32) -> u64 {
        let path = self.text(path);
        let (fd, _) = self.call("open", &[path, u64::from(flags), 0o644]);
        u64::try_from(fd).expect("it can be opened")
    }

    /// The model of another input.
    fn model(&self, input: &Input) -> Model {
        let values = self.space.values(input).expect("an input of the space");
        let mut model = self.path.model.clone();
        for object in self.world.symbols.objects.iter() {
            for (at, &byte) in values.get(&object.name).into_iter().flatten().enumerate() {
                model.set(object.first + at as u32, byte);
            }
        }
        model
    }

    /// What memory and a term are under a model.
    fn evaluate(&mut self, model: &Model, address: u64, len: u64, term: Option<TermId>) -> (Vec<u8>, Option<u64>) {
        let mut evaluator = Evaluator::default();
        evaluator.reset(model);
        let mut bytes = self.memory.read_vec(address, len).expect("readable");
        for (at, byte) in bytes.iter_mut().enumerate() {
            if let Some(term) = self.memory.term_at(&mut self.terms, address + at as u64, 1) {
                *byte = evaluator.value(&self.terms, term) as u8;
            }
        }
        (bytes, term.map(|term| evaluator.value(&self.terms, term)))
    }

    fn holds(&self, model: &Model) -> bool {
        let mut evaluator = Evaluator::default();
        evaluator.reset(model);
        self.path.assumed.iter().chain(&self.path.pinned).all(|&term| evaluator.holds(&self.terms, term))
    }

    fn objects(&self) -> Vec<ObjectUse> {
        self.world.symbols.objects.to_vec()
    }
}

fn stdin(text: &str) -> Input {
    Input { stdin: text.into(), ..Input::default() }
}

fn file(text: &str) -> Input {
    Input { files: [("f".to_owned(), text.into())].into(), ..Input::default() }
}

#[test]
fn a_read_of_everything_has_the_size_as_its_count_and_keeps_what_is_behind() {
    let mut process = Symbolic::of_stdin(6, "abc");
    let buffer = process.text("________");
    assert_eq!(process.falls_short(0, ALL), (true, None), "nobody needs to ask");
    let (count, term) = process.call("read", &[0, buffer, ALL]);
    assert_eq!(count, 3);
    for text in ["", "x", "abc", "abcdef"] {
        let model = process.model(&stdin(text));
        let expected = format!("{text}{}", &"________"[text.len()..]);
        let (bytes, count) = process.evaluate(&model, buffer, 8, term);
        assert_eq!((bytes, count), (expected.into_bytes(), Some(text.len() as u64)));
        assert!(process.holds(&model));
    }
    // The offset is at the end on every input.
    assert_eq!(process.falls_short(0, 5), (true, None));
    assert_eq!(process.call("read", &[0, buffer, 5]), (0, None));
    assert!(process.path.pinned.is_empty());
    assert!(!process.holds(&Model { bytes: vec![0, 0, 0, 0, 0, 0, 7] }), "sizes beyond the greatest are assumed away");
}

#[test]
fn reads_of_single_bytes_have_one_decision_each_and_concrete_counts() {
    let mut process = Symbolic::of_stdin(3, "ab");
    let buffer = process.room(1);
    let mut conditions = vec![];
    for expected in [1, 1, 0, 0] {
        conditions.push(process.falls_short(0, 1));
        assert_eq!(process.call("read", &[0, buffer, 1]), (expected, None));
    }
    let [first, second, third, fourth] = conditions[..] else { panic!("{conditions:?}") };
    assert!(!first.0 && !second.0 && third.0 && fourth.0);
    let size = process.terms.read(3, 4);
    for (index, (_, term)) in [first, second, third].into_iter().enumerate() {
        let end = process.terms.constant(32, index as u64 + 1);
        let below = process.terms.compare(IntPredicate::Ult, size, end);
        assert_eq!(term, Some(process.terms.zext(below, 32)));
    }
    assert_eq!(fourth.1, None, "the size is known by now");
    assert!(process.path.pinned.is_empty());
}

#[test]
fn a_paused_decision_may_go_the_other_way() {
    let mut process = Symbolic::of_stdin(4, "ab");
    assert!(!process.falls_short(0, 2).0);
    let model = process.model(&stdin("x"));
    let mut evaluator = Evaluator::default();
    evaluator.reset(&model);
    let terms = &process.terms;
    process.world.refresh(&mut |term| evaluator.value(terms, term));
    let buffer = process.text("____");
    let (count, term) = process.call("read", &[0, buffer, 2]);
    assert_eq!(count, 1);
    assert_eq!(process.evaluate(&model, buffer, 4, term), (b"x___".to_vec(), Some(1)));
    let other = process.model(&stdin(""));
    assert_eq!(process.evaluate(&other, buffer, 4, term), (b"____".to_vec(), Some(0)));
    assert!(process.path.pinned.is_empty());
}

#[test]
fn a_read_that_nobody_settled_is_pinned() {
    let mut process = Symbolic::of_stdin(4, "abc");
    let buffer = process.room(8);
    assert_eq!(process.call("read", &[0, buffer, 2]), (2, None));
    assert_eq!(process.path.pinned.len(), 1);
    assert!(process.holds(&process.model(&stdin("ab"))));
    assert!(!process.holds(&process.model(&stdin("a"))));
}

#[test]
fn a_buffer_that_may_be_too_small_makes_the_size_concrete() {
    let mut process = Symbolic::of_stdin(100, "abc");
    let buffer = process.room(16);
    assert_eq!(process.call("read", &[0, buffer, ALL]), (3, None));
    assert!(process.holds(&process.model(&stdin("xyz"))) && !process.holds(&process.model(&stdin("xy"))));
    let model = process.model(&stdin("xyz"));
    assert_eq!(process.evaluate(&model, buffer, 4, None).0, b"xyz\0");
}

#[test]
fn positions_in_a_symbolic_file() {
    let mut process = Symbolic::of_file(8, "abcdef");
    let fd = process.open("f", 0);
    let buffer = process.room(16);
    let (end, size) = process.call("lseek", &[fd, 0, 2]);
    assert_eq!(end, 6);
    let size = size.expect("the size is symbolic");
    assert_eq!(process.call("read", &[fd, buffer, 4]), (0, None), "at the end, whatever the size");
    // As fflush gives back what it read ahead: from the end by a symbolic distance.
    let four = process.terms.constant(64, 4);
    let back = process.terms.binary(rift_ir::BinaryOp::Sub, four, size);
    assert_eq!(process.call_with("lseek", &[fd, -2i64 as u64, 1], Some(back)).0, 4);
    assert_eq!(process.call("lseek", &[fd, 1, 0]), (1, None));
    assert!(process.path.pinned.is_empty(), "{:?}", process.path.pinned);
    // Behind what is known of the file: nothing, or the rest.
    let (count, term) = process.call("pread64", &[fd, buffer, ALL, 4]);
    assert_eq!(count, 2);
    for text in ["", "abcd", "abcdXY12"] {
        let model = process.model(&file(text));
        let rest = text.get(4..).unwrap_or_default();
        let (bytes, count) = process.evaluate(&model, buffer, rest.len() as u64, term);
        assert_eq!((bytes.as_slice(), count), (rest.as_bytes(), Some(rest.len() as u64)));
    }
    let (at, _) = process.call("lseek", &[fd, -7i64 as u64, 2]);
    assert_eq!(Errno(-at as i32), EINVAL);
    assert!(process.holds(&process.model(&file("abc"))) && !process.holds(&process.model(&file("abcdefgh"))));
}

#[test]
fn parts_of_a_vector_are_full_up_to_the_end() {
    let mut process = Symbolic::of_stdin(8, "abcde");
    let (buffer, parts) = (process.text("________"), process.room(48));
    for (index, (at, len)) in [(0, 2), (2, 2), (4, 4)].into_iter().enumerate() {
        process.memory.store::<8>(parts + index as u64 * 16, buffer + at).expect("room");
        process.memory.store::<8>(parts + index as u64 * 16 + 8, len).expect("room");
    }
    for size in [2, 4, 8] {
        process.falls_short(0, size);
    }
    let (count, term) = process.call("readv", &[0, parts, 3]);
    assert_eq!(count, 5);
    let model = process.model(&stdin("vwxyz12"));
    assert_eq!(process.evaluate(&model, buffer, 8, term), (b"vwxyz12_".to_vec(), Some(7)));
    assert!(process.path.pinned.is_empty());
}

#[test]
fn sizes_are_told_as_terms() {
    let mut process = Symbolic::of_file(2000, "abc");
    let (path, buffer) = (process.text("f"), process.room(256));
    process.call("stat", &[path, buffer]);
    let model = process.model(&file(&"x".repeat(600)));
    let (status, _) = process.evaluate(&model, buffer, 144, None);
    assert_eq!(status[48..56], 600u64.to_le_bytes());
    assert_eq!(status[64..72], 2u64.to_le_bytes());
    process.call("statx", &[AT_FDCWD as u64, path, 0, 0x7FF, buffer]);
    let (status, _) = process.evaluate(&model, buffer, 256, None);
    assert_eq!(status[40..48], 600u64.to_le_bytes());
    assert_eq!(status[48..56], 2u64.to_le_bytes());
    assert!(process.path.pinned.is_empty());
}

#[test]
fn private_maps_show_symbolic_bytes_and_zeros_behind_them() {
    let mut process = Symbolic::of_file(6, "abc");
    let fd = process.open("f", 0);
    let (map, _) = process.call("mmap", &[0, 6, 1, 2, fd, 0]);
    let model = process.model(&file("vwxyz"));
    assert_eq!(process.evaluate(&model, map as u64, 6, None).0, b"vwxyz\0");
    assert!(process.path.pinned.is_empty());
    process.call("mmap", &[0, 6, 1, 1, fd, 0]);
    assert!(!process.holds(&model), "shared maps are concrete");
}

/// What was written, for the input of `model`.
fn shown(process: &Symbolic, model: &Model, end: Stop) -> (World, Stop) {
    let mut evaluator = Evaluator::default();
    evaluator.reset(model);
    process.world.shown(end, &mut |term| evaluator.value(&process.terms, term))
}

#[test]
fn output_is_evaluated() {
    let mut process = Symbolic::of_stdin(4, "abcd");
    let buffer = process.text("[____]");
    process.call("read", &[0, buffer + 1, 4]);
    process.call("write", &[1, buffer, 6]);
    process.call("write", &[2, buffer + 2, 1]);
    process.call("write", &[1, buffer + 4, 2]);
    let mut other = process.world.clone();
    let (world, _) = shown(&process, &process.model(&stdin("wxyz")), Stop::Exit(0));
    assert_eq!(world.output_of(Stream::Stdout), b"[wxyz]z]");
    assert_eq!(world.output_of(Stream::Stderr), b"x");
    assert_eq!(process.world.output_of(Stream::Stdout), b"[abcd]d]");
    other.print(Stream::Stdout, b"!", &[]).expect("room");
    assert_eq!(process.world.output_of(Stream::Stdout), b"[abcd]d]", "clones part ways");
}

#[test]
fn files_keep_what_was_written_to_them() {
    let mut process = Symbolic::of_file(4, "abcd");
    let (from, to) = (process.open("f", 0), process.open("g", O_CREAT | O_RDWR));
    let buffer = process.text("<____>");
    process.call("read", &[from, buffer + 1, 4]);
    process.path.pinned.clear();
    process.call("write", &[to, buffer, 6]);
    process.call("lseek", &[to, 2, 0]);
    let (model, again) = (process.model(&file("wxyz")), process.room(3));
    assert_eq!(process.call("read", &[to, again, 3]), (3, None));
    assert_eq!(process.evaluate(&model, again, 3, None).0, b"xyz");
    // Overwritten and cut: what is left of the symbols stays right.
    let dash = process.text("-");
    process.call("pwrite64", &[to, dash, 1, 2]);
    process.call("ftruncate", &[to, 4]);
    process.call("ftruncate", &[to, 6]);
    let (world, _) = shown(&process, &model, Stop::Exit(0));
    let observed = world.observed();
    assert_eq!(observed.written, [("g".to_owned(), b"<w-y\0\0".to_vec())].into(), "the input file is as it was");
    assert!(process.path.pinned.is_empty());
}

#[test]
fn writing_to_a_file_of_symbolic_size_makes_the_size_concrete() {
    let mut process = Symbolic::of_file(4, "ab");
    let fd = process.open("f", O_RDWR | O_APPEND);
    let text = process.text("!");
    process.call("write", &[fd, text, 1]);
    let model = process.model(&file("xy"));
    assert!(process.holds(&model) && !process.holds(&process.model(&file("xyz"))));
    let (world, _) = shown(&process, &model, Stop::Exit(0));
    assert_eq!(world.observed().written["f"], b"xy!");
    // Emptying it needs no pin.
    let mut process = Symbolic::of_file(4, "ab");
    let fd = process.open("f", O_WRONLY | O_TRUNC);
    process.call("write", &[fd, text, 0]);
    let (world, _) = shown(&process, &process.model(&file("xyz")), Stop::Exit(0));
    assert_eq!(world.observed().written["f"], b"");
    assert!(process.path.pinned.is_empty());
}

#[test]
fn what_the_kernel_looks_at_is_pinned() {
    let mut process = Symbolic::of_stdin(4, "f\0zz");
    let buffer = process.room(8);
    process.call("read", &[0, buffer, 4]);
    process.path.pinned.clear();
    let (answer, _) = process.call("open", &[buffer, 0, 0]);
    assert_eq!(Errno(-answer as i32), ENOENT);
    assert!(process.holds(&process.model(&stdin("f\0yy"))) && !process.holds(&process.model(&stdin("g\0zz"))));
    let term = process.terms.read(0, 1);
    process.call_with("fsync", &[1, 0x66], Some(term));
    assert_eq!(process.path.pinned.len(), 2);
}

#[test]
fn the_exit_status_is_evaluated() {
    let mut process = Symbolic::of_stdin(1, "a");
    let byte = process.terms.read(0, 1);
    let end = process.host("__rift_exit", &[0x161], &[Some(byte)]).expect_err("it ends the run");
    assert_eq!(end, Stop::Exit(0x61));
    assert_eq!(shown(&process, &process.model(&stdin("x")), end).1, Stop::Exit(0x78));
}

#[test]
fn a_panic_told_with_symbolic_text_is_evaluated() {
    let mut process = Symbolic::of_stdin(1, "a");
    let told = "thread 'main' panicked at src/main.rs:2:5:\nbad byte _\n";
    let buffer = process.text(told);
    process.call("read", &[0, buffer + told.len() as u64 - 2, 1]);
    process.call("write", &[2, buffer, told.len() as u64]);
    let end = process.host("__rift_panic", &[0; 6], &[]).expect_err("it ends the run");
    let message = |stop: Stop| match stop {
        Stop::Panic { message, .. } => message,
        other => panic!("{other:?}"),
    };
    assert_eq!(message(end.clone()), "bad byte a");
    assert_eq!(message(shown(&process, &process.model(&stdin("x")), end).1), "bad byte x");
}

#[test]
fn objects_of_the_program() {
    let mut process = Symbolic::new(Space::default(), Config::default(), &Input::default());
    process.path.values.insert("x".to_owned(), vec![1, 2, 3, 4]);
    let (x, odd, name) = (process.room(8), process.room(7), process.text("x"));
    process.host("__rift_make_symbolic", &[x, 4, name], &[]).expect("it goes on");
    process.host("__rift_make_symbolic", &[odd, 7, name], &[]).expect("it goes on");
    assert_eq!(process.memory.load::<8>(x).expect("readable"), 0x0403_0201);
    let term = process.terms.read(0, 4);
    assert_eq!(process.memory.term_at(&mut process.terms, x, 4), Some(term));
    let objects = process.objects();
    assert_eq!(objects.iter().map(|object| (object.first, object.bytes)).collect::<Vec<_>>(), [(0, 4), (4, 7)]);
    let symbolic = process.host("__rift_is_symbolic", &[1], &[Some(term)]).expect("it goes on");
    assert_eq!(symbolic.0, Reply::Value(1));
    let input = process.space.input(&objects, &Model { bytes: (0..11).collect() });
    assert_eq!(input.objects[1], ("x".to_owned(), (4..11).collect()));

    // The same in a concrete world, which has fewer bytes than it is asked for.
    let mut concrete = super::Process::with(input, Config::default());
    let (buffer, name) = (concrete.room(8), concrete.text("x"));
    for expected in [[0, 1, 2, 3, 0, 0, 0, 0], [4, 5, 6, 7, 8, 9, 10, 0], [0; 8]] {
        concrete.host("__rift_make_symbolic", &[buffer, 8, name]).expect("it goes on");
        assert_eq!(concrete.memory.read_array::<8>(buffer).expect("readable"), expected);
    }
    assert_eq!(concrete.host("__rift_outside", &[]), Err(Stop::Outside));
}

#[test]
fn standard_input_as_a_file() {
    let space = Space { stdin: Some(Part::Symbolic { max: 4 }), ..Space::default() };
    let config = Config { stdin_kind: StdinKind::File, ..Config::default() };
    let mut process = Symbolic::new(space, config, &stdin("ab"));
    let buffer = process.room(8);
    let (count, term) = process.call("read", &[0, buffer, 8]);
    assert_eq!((count, term.is_some()), (2, true));
    assert_eq!(process.call("lseek", &[0, 0, 0]), (0, None));
    let model = process.model(&stdin("wxyz"));
    assert_eq!(process.evaluate(&model, buffer, 5, term), (b"wxyz\0".to_vec(), Some(4)));
    assert_eq!(shown(&process, &model, Stop::Exit(0)).0.observed(), crate::Observed::default());
}

/// A system call on the file: its name and arguments behind the descriptor, where 0 to 15 bytes of one buffer are meant.
fn random_call(random: &mut impl FnMut(u64) -> u64, buffer: u64) -> (&'static str, Vec<u64>) {
    let (at, len, offset) = (buffer + random(8), random(8), random(10));
    match random(12) {
        0..=3 => ("read", vec![at, len]),
        4 => ("read", vec![buffer, 16]),
        5 => ("pread64", vec![at, len, offset]),
        6..=7 => ("lseek", vec![offset.wrapping_sub(4), random(3)]),
        8 => ("lseek", vec![offset, 0]),
        9 => ("fstat", vec![buffer + 64]),
        10 => ("write", vec![at, len]),
        _ => ("ftruncate", vec![offset]),
    }
}

/// Sequences of calls on a symbolic file do for every input of their path what a concrete world does.
#[test]
fn random_calls_are_right_for_all_inputs_of_their_path() {
    const MAX: u32 = 8;
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut compared = 0;
    for _ in 0..400 {
        let text = |random: &mut dyn FnMut(u64) -> u64| -> String {
            (0..random(u64::from(MAX) + 1)).map(|_| char::from(b'a' + random(3) as u8)).collect()
        };
        let mut process = Symbolic::of_file(MAX, &text(&mut random));
        let (buffer, fd) = (process.room(256), process.open("f", O_RDWR));
        let mut done = vec![];
        for _ in 0..6 {
            let (name, args) = random_call(&mut random, buffer);
            if name.contains("read") {
                let (short, term) = match args.get(2) {
                    Some(&at) => process.falls_short_at(fd, args[1], at),
                    None => process.falls_short(fd, args[1]),
                };
                if let Some(term) = term {
                    let taken = process.terms.constant(32, u64::from(short));
                    let branch = process.terms.compare(IntPredicate::Eq, term, taken);
                    process.path.assumed.push(branch);
                }
            }
            let (value, term) = process.call(name, &[&[fd], args.as_slice()].concat());
            done.push((name, args, value, term));
        }
        for _ in 0..12 {
            let input = file(&text(&mut random));
            let model = process.model(&input);
            if !process.holds(&model) {
                continue;
            }
            compared += 1;
            let mut concrete = super::Process::with(input.clone(), Config::default());
            let other_buffer = concrete.room(256);
            let other_fd = concrete.open("f", O_RDWR, 0).expect("it is there");
            assert_eq!((other_buffer, other_fd), (buffer, fd));
            for (name, args, value, term) in &done {
                let answer = concrete.call(name, &[&[fd], args.as_slice()].concat());
                let answer = answer.unwrap_or_else(|errno| -i64::from(errno.0) as u64);
                let expected = process.evaluate(&model, buffer, 0, *term).1.unwrap_or(*value as u64);
                assert_eq!(answer, expected, "{name} of {done:?} on {input:?}");
            }
            let there = concrete.memory.read_vec(buffer, 112).expect("readable");
            let (bytes, _) = process.evaluate(&model, buffer, 112, None);
            assert_eq!(bytes, there, "{done:?} on {input:?}");
            let (world, _) = shown(&process, &model, Stop::Exit(0));
            assert_eq!(world.observed(), concrete.world.observed(), "{done:?} on {input:?}");
        }
    }
    assert!(compared > 1000, "only {compared} inputs were on the path of another");
}
