//! Spaces of inputs: which parts of a program's input are symbolic, and how an input and its bytes belong together.
//!
//! Symbolic parts are made of *objects*, named after what they are: `arg1`, `stdin`, `stdin.size`, `file:NAME`,
//! `file:NAME.size`, `env:NAME`, or what the program calls them (`klee_make_symbolic`). An argument or variable of at
//! most `max` bytes ends at its first NUL byte; a file or standard input at its size, which is an object of its own:
//! four bytes, little-endian.
//!
//! A run makes the objects of the space first, in a fixed order: arguments, variables, standard input, files by name.

use crate::world::Input;
use rift_expr::Model;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most bytes that a symbolic part may have: terms are made for every one of them.
pub const LONGEST_PART: u32 = 1 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    Fixed(Vec<u8>),
    /// Any bytes, from none to `max`.
    Symbolic {
        max: u32,
    },
}

/// All inputs of one shape.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    /// The program's name first.
    pub argv: Vec<Part>,
    pub env: Vec<(Vec<u8>, Part)>,
    /// `None` is empty.
    pub stdin: Option<Part>,
    pub files: BTreeMap<String, Part>,
}

/// A symbolic object that a run made: `bytes` input bytes from `first` on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectUse {
    pub name: String,
    pub first: u32,
    pub bytes: u32,
}

/// Of the object that is the size of a file.
pub const SIZE_BYTES: u32 = 4;
/// Its name is that of the file with this behind it.
pub const SIZE_SUFFIX: &str = ".size";

impl Space {
    /// The input that a model stands for, for a run that made these objects: arguments cut at their end, files at
    /// their size, objects of the program itself in [`Input::objects`].
    pub fn input(&self, objects: &[ObjectUse], model: &Model) -> Input {
        let bytes_of =
            |object: &ObjectUse| (object.first..object.first + object.bytes).map(|at| model.byte(at)).collect();
        let mut left = objects.iter();
        let mut input = self.fill(&mut || left.next().map(bytes_of).unwrap_or_default());
        input.objects = left.map(|object| (object.name.clone(), bytes_of(object))).collect();
        input
    }

    /// Whether the input is one of the space: as many arguments, the same variables in the same order, the same files,
    /// what is fixed as it is, everything else no longer than it may be. Objects that the program makes itself are its own.
    pub fn contains(&self, input: &Input) -> bool {
        let is_word = |(part, bytes): (&Part, &Vec<u8>)| part.contains(bytes) && !bytes.contains(&0);
        self.has_shape_of(input)
            && self.argv.iter().zip(&input.argv).all(is_word)
            && self.env.iter().map(|(_, part)| part).zip(input.env.iter().map(|(_, value)| value)).all(is_word)
            && self.stdin.as_ref().map_or(input.stdin.is_empty(), |part| part.contains(&input.stdin))
            && self.files.values().zip(input.files.values()).all(|(part, bytes)| part.contains(bytes))
    }

    /// As many arguments, the same variables and the same files.
    fn has_shape_of(&self, input: &Input) -> bool {
        self.argv.len() == input.argv.len()
            && self.env.iter().map(|(name, _)| name).eq(input.env.iter().map(|(name, _)| name))
            && self.files.keys().eq(input.files.keys())
    }

    /// The values of the objects that make a run start with `input`: for seeds. `None` if the input is not of this
    /// shape (another number of arguments, a part that is fixed to something else, too long). Of several objects of
    /// one name the values are those of the first.
    pub fn values(&self, input: &Input) -> Option<BTreeMap<String, Vec<u8>>> {
        if !self.has_shape_of(input) {
            return None;
        }
        let mut values = BTreeMap::new();
        for (index, (part, bytes)) in self.argv.iter().zip(&input.argv).enumerate() {
            text_values(part, bytes, argument_name(index), &mut values)?;
        }
        for ((name, part), (_, bytes)) in self.env.iter().zip(&input.env) {
            text_values(part, bytes, variable_name(name), &mut values)?;
        }
        let stdin = self.stdin.clone().unwrap_or(Part::Fixed(vec![]));
        file_values(&stdin, &input.stdin, STDIN, &mut values)?;
        for ((name, part), bytes) in self.files.iter().zip(input.files.values()) {
            file_values(part, bytes, &file_name(name), &mut values)?;
        }
        for (name, bytes) in &input.objects {
            values.entry(name.clone()).or_insert_with(|| bytes.clone());
        }
        Some(values)
    }

    /// The values of the objects when every symbolic part is as long as it may be, files at most `longest`, and made of
    /// `byte`; empty if that is NUL.
    pub fn filled(&self, byte: u8, longest: usize) -> BTreeMap<String, Vec<u8>> {
        let file = |most: usize| vec![byte; if byte == 0 { 0 } else { most.min(longest) }];
        self.made_of(|most| vec![byte; most], file)
    }

    /// The same when every argument and variable is `word`, and every file is `text` again and again.
    pub fn written(&self, word: &[u8], text: &[u8], longest: usize) -> BTreeMap<String, Vec<u8>> {
        self.made_of(|_| word.to_vec(), |most| text.iter().copied().cycle().take(most.min(longest)).collect())
    }

    /// `word` makes arguments and variables of up to so many bytes, `file` the others.
    fn made_of(&self, word: impl Fn(usize) -> Vec<u8>, file: impl Fn(usize) -> Vec<u8>) -> BTreeMap<String, Vec<u8>> {
        let mut values = BTreeMap::new();
        let mut objects = self.objects().into_iter().peekable();
        while let Some((name, bytes)) = objects.next() {
            let most = bytes as usize;
            // The size of a file follows the file.
            let size = objects.next_if(|(next, _)| *next == size_name(&name));
            let mut value = if size.is_some() { file(most) } else { word(most) };
            if let Some((size, _)) = size {
                values.insert(size, (value.len() as u32).to_le_bytes().to_vec());
            }
            value.resize(most, 0);
            values.insert(name, value);
        }
        values
    }

    /// Everything that is fixed or symbolic in it.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let env = self.env.iter().map(|(_, value)| value);
        self.argv.iter().chain(env).chain(&self.stdin).chain(self.files.values())
    }

    /// The most bytes that a symbolic file, standard input included, may have.
    pub fn largest_file(&self) -> u32 {
        self.stdin.iter().chain(self.files.values()).filter_map(Part::max).max().unwrap_or(0)
    }

    /// The objects that a run makes before it starts, in order: name and bytes.
    pub(crate) fn objects(&self) -> Vec<(String, u32)> {
        let mut objects = vec![];
        for (index, part) in self.argv.iter().enumerate() {
            objects.extend(part.max().map(|max| (argument_name(index), max)));
        }
        for (name, part) in &self.env {
            objects.extend(part.max().map(|max| (variable_name(name), max)));
        }
        let stdin = self.stdin.iter().map(|part| (STDIN.to_owned(), part));
        for (name, part) in stdin.chain(self.files.iter().map(|(name, part)| (file_name(name), part))) {
            if let Some(max) = part.max() {
                objects.extend([(name.clone(), max), (size_name(&name), SIZE_BYTES)]);
            }
        }
        objects
    }

    /// An input of this space; `next` gives the bytes of its objects, in order.
    pub(crate) fn fill(&self, next: &mut dyn FnMut() -> Vec<u8>) -> Input {
        Input {
            argv: self.argv.iter().map(|part| text(part, next)).collect(),
            env: self.env.iter().map(|(name, part)| (name.clone(), text(part, next))).collect(),
            stdin: self.stdin.as_ref().map(|part| contents(part, next)).unwrap_or_default(),
            files: self.files.iter().map(|(name, part)| (name.clone(), contents(part, next))).collect(),
            objects: vec![],
        }
    }
}

impl Part {
    fn contains(&self, bytes: &[u8]) -> bool {
        match self {
            Part::Fixed(fixed) => fixed == bytes,
            Part::Symbolic { max } => bytes.len() <= *max as usize,
        }
    }

    /// The greatest size of a symbolic part.
    pub(crate) fn max(&self) -> Option<u32> {
        match self {
            Part::Fixed(_) => None,
            Part::Symbolic { max } => Some(*max),
        }
    }
}

const STDIN: &str = "stdin";
const ARGUMENT: &str = "arg";
const VARIABLE: &str = "env:";

/// Whether an object of this name is an argument or a variable, which end at their first NUL.
pub fn is_word(name: &str) -> bool {
    name.starts_with(ARGUMENT) || name.starts_with(VARIABLE)
}

fn argument_name(index: usize) -> String {
    format!("{ARGUMENT}{index}")
}

fn variable_name(name: &[u8]) -> String {
    format!("{VARIABLE}{}", String::from_utf8_lossy(name))
}

fn file_name(name: &str) -> String {
    format!("file:{name}")
}

fn size_name(name: &str) -> String {
    format!("{name}{SIZE_SUFFIX}")
}

fn text(part: &Part, next: &mut dyn FnMut() -> Vec<u8>) -> Vec<u8> {
    match part {
        Part::Fixed(bytes) => bytes.clone(),
        Part::Symbolic { .. } => {
            let mut bytes = next();
            bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
            bytes
        }
    }
}

fn contents(part: &Part, next: &mut dyn FnMut() -> Vec<u8>) -> Vec<u8> {
    match part {
        Part::Fixed(bytes) => bytes.clone(),
        Part::Symbolic { max } => {
            let (mut bytes, mut size) = (next(), next());
            size.resize(SIZE_BYTES as usize, 0);
            let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
            bytes.resize(size.min(*max) as usize, 0);
            bytes
        }
    }
}

type Values = BTreeMap<String, Vec<u8>>;

/// The bytes, and zeros up to the part's size; `None` if they are not of the part.
fn padded(part: &Part, bytes: &[u8]) -> Option<Option<Vec<u8>>> {
    match part {
        Part::Fixed(fixed) => (fixed == bytes).then_some(None),
        Part::Symbolic { max } => {
            let mut padded = bytes.to_vec();
            padded.resize(*max as usize, 0);
            (bytes.len() <= *max as usize).then_some(Some(padded))
        }
    }
}

fn text_values(part: &Part, bytes: &[u8], name: String, values: &mut Values) -> Option<()> {
    let padded = padded(part, bytes)?;
    values.extend(padded.map(|bytes| (name, bytes)));
    (!bytes.contains(&0)).then_some(())
}

fn file_values(part: &Part, bytes: &[u8], name: &str, values: &mut Values) -> Option<()> {
    if let Some(padded) = padded(part, bytes)? {
        let size = u32::try_from(bytes.len()).ok()?;
        values.extend([(name.to_owned(), padded), (size_name(name), size.to_le_bytes().to_vec())]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        let symbolic = |max| Part::Symbolic { max };
        Space {
            argv: vec![Part::Fixed(b"program".to_vec()), symbolic(4), Part::Fixed(b"-v".to_vec())],
            env: vec![(b"MODE".to_vec(), symbolic(3)), (b"HOME".to_vec(), Part::Fixed(b"/".to_vec()))],
            stdin: Some(symbolic(5)),
            files: [("a.txt".to_owned(), symbolic(2)), ("b.txt".to_owned(), Part::Fixed(b"b".to_vec()))].into(),
        }
    }

    fn input() -> Input {
        Input {
            argv: vec![b"program".to_vec(), b"ab".to_vec(), b"-v".to_vec()],
            env: vec![(b"MODE".to_vec(), b"xyz".to_vec()), (b"HOME".to_vec(), b"/".to_vec())],
            stdin: b"in\0".to_vec(),
            files: [("a.txt".to_owned(), vec![]), ("b.txt".to_owned(), b"b".to_vec())].into(),
            objects: vec![("x".to_owned(), vec![1, 2]), ("y".to_owned(), vec![3])],
        }
    }

    /// Objects one after the other, with the given values.
    fn made(space: &Space, values: &Values, more: &[(&str, u32)]) -> (Vec<ObjectUse>, Model) {
        let (mut objects, mut model) = (vec![], Model::default());
        let more = more.iter().map(|(name, bytes)| ((*name).to_owned(), *bytes));
        for (name, bytes) in space.objects().into_iter().chain(more) {
            let first = model.bytes.len() as u32;
            assert_eq!(values[&name].len(), bytes as usize, "{name}");
            model.bytes.extend_from_slice(&values[&name]);
            objects.push(ObjectUse { name, first, bytes });
        }
        (objects, model)
    }

    #[test]
    fn an_input_and_its_values_are_the_same_thing() {
        let (space, input) = (space(), input());
        let values = space.values(&input).expect("of this shape");
        let names: Vec<&str> = values.keys().map(String::as_str).collect();
        assert_eq!(names, ["arg1", "env:MODE", "file:a.txt", "file:a.txt.size", "stdin", "stdin.size", "x", "y"]);
        let (objects, model) = made(&space, &values, &[("x", 2), ("y", 1)]);
        assert_eq!(space.input(&objects, &model), input);
    }

    #[test]
    fn parts_are_filled_with_bytes_and_texts() {
        let input = |values: BTreeMap<String, Vec<u8>>| {
            let (objects, model) = made(&space(), &values, &[]);
            space().input(&objects, &model)
        };
        let texts = |input: &Input| (input.argv[1].clone(), input.stdin.clone(), input.files["a.txt"].clone());
        let [long, short, empty] =
            [space().filled(b'x', 99), space().written(b"w", b"1\n", 99), space().filled(0, 99)].map(input);
        assert_eq!(texts(&long), (b"xxxx".to_vec(), b"xxxxx".to_vec(), b"xx".to_vec()));
        assert_eq!(texts(&short), (b"w".to_vec(), b"1\n1\n1".to_vec(), b"1\n".to_vec()));
        assert_eq!(texts(&empty), (vec![], vec![], vec![]));
        let begun = input(space().filled(b'x', 3));
        assert_eq!(texts(&begun), (b"xxxx".to_vec(), b"xxx".to_vec(), b"xx".to_vec()));
        assert_eq!(space().largest_file(), 5);
    }

    #[test]
    fn the_objects_of_a_space_have_an_order() {
        let names: Vec<String> = space().objects().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["arg1", "env:MODE", "stdin", "stdin.size", "file:a.txt", "file:a.txt.size"]);
    }

    #[test]
    fn an_object_of_the_program_may_have_the_name_of_a_part() {
        let space = Space { argv: vec![Part::Symbolic { max: 1 }], ..Space::default() };
        let object = |first| ObjectUse { name: "arg0".to_owned(), first, bytes: 1 };
        let input = space.input(&[object(0), object(1)], &Model { bytes: b"pq".to_vec() });
        assert_eq!(input.argv, [b"p"]);
        assert_eq!(input.objects, [("arg0".to_owned(), b"q".to_vec())]);
    }

    #[test]
    fn arguments_end_at_a_nul_and_files_at_their_size() {
        let space = Space { stdin: Some(Part::Symbolic { max: 3 }), ..space() };
        let values = space.values(&input()).expect("of this shape");
        let (objects, mut model) = made(&space, &values, &[]);
        model.bytes[..4].copy_from_slice(b"q\0rs");
        assert_eq!(space.input(&objects, &model).argv[1], b"q");
        // A size beyond the greatest is the greatest.
        model.bytes[10..14].copy_from_slice(&77u32.to_le_bytes());
        assert_eq!(space.input(&objects, &model).stdin, b"in\0");
    }

    #[test]
    fn inputs_of_another_shape_have_no_values() {
        let check = |change: &dyn Fn(&mut Input)| {
            let mut input = input();
            change(&mut input);
            assert_eq!(space().values(&input), None, "{input:?}");
        };
        check(&|input| drop(input.argv.pop()));
        check(&|input| input.argv[1] = b"12345".to_vec());
        check(&|input| input.argv[1] = b"1\x002".to_vec());
        check(&|input| input.argv[2] = b"-w".to_vec());
        check(&|input| input.env[0].0 = b"MODES".to_vec());
        check(&|input| input.stdin = vec![1; 6]);
        check(&|input| drop(input.files.remove("a.txt")));
        check(&|input| drop(input.files.insert("c".to_owned(), vec![])));
    }

    /// Seeded, so that a failure can be seen again.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }

        fn bytes(&mut self, most: usize, from: u8) -> Vec<u8> {
            (0..self.below(most + 1)).map(|_| from + self.below(usize::from(255 - from)) as u8).collect()
        }

        fn part(&mut self) -> Part {
            match self.below(3) {
                0 => Part::Fixed(self.bytes(3, 1)),
                _ => Part::Symbolic { max: self.below(4) as u32 + 1 },
            }
        }

        fn space(&mut self) -> Space {
            Space {
                argv: (0..self.below(4)).map(|_| self.part()).collect(),
                env: (0..self.below(3)).map(|name| (vec![b'A' + name as u8], self.part())).collect(),
                stdin: (self.below(2) == 0).then(|| self.part()),
                files: (0..self.below(3)).map(|name| (name.to_string(), self.part())).collect(),
            }
        }

        /// Some input of the space.
        fn input(&mut self, space: &Space) -> Input {
            let sizes: Vec<u32> = space.objects().iter().map(|(_, bytes)| *bytes).collect();
            let mut left = sizes.into_iter();
            space.fill(&mut || self.bytes(left.next().unwrap_or(0) as usize, 0))
        }
    }

    #[test]
    fn a_space_contains_what_it_is_made_of_and_nothing_else() {
        let mut random = Random(1);
        for _ in 0..2000 {
            let space = random.space();
            let mut input = random.input(&space);
            assert!(space.contains(&input), "{space:?}\n{input:?}");
            input.objects.push(("own".to_owned(), random.bytes(3, 0)));
            assert!(space.contains(&input), "objects are the program's own");
            // An input of another space is contained if it could have been a seed.
            let other = random.space();
            let foreign = random.input(&other);
            assert_eq!(space.contains(&foreign), space.values(&foreign).is_some(), "{space:?}\n{foreign:?}");
        }
    }

    #[test]
    fn a_space_contains_nothing_that_was_changed_where_it_is_fixed_or_full() {
        let mut random = Random(2);
        for _ in 0..2000 {
            let space = random.space();
            let input = random.input(&space);
            let longer = |part: &Part, bytes: &[u8]| match part {
                Part::Fixed(fixed) => [fixed, &b"x"[..]].concat(),
                Part::Symbolic { max } => [bytes, &vec![b'x'; *max as usize + 1]].concat(),
            };
            let mut outside = Vec::new();
            for (at, part) in space.argv.iter().enumerate() {
                let mut other = input.clone();
                other.argv[at] = longer(part, &input.argv[at]);
                outside.push(other.clone());
                other.argv.remove(at);
                outside.push(other);
            }
            for (at, (_, part)) in space.env.iter().enumerate() {
                let mut other = input.clone();
                other.env[at].1 = longer(part, &input.env[at].1);
                outside.push(other.clone());
                other.env.remove(at);
                outside.push(other);
            }
            for (name, part) in &space.files {
                let mut other = input.clone();
                other.files.insert(name.clone(), longer(part, &input.files[name]));
                outside.push(other.clone());
                other.files.remove(name);
                outside.push(other);
            }
            let stdin = space.stdin.clone().unwrap_or(Part::Fixed(vec![]));
            outside.push(Input { stdin: longer(&stdin, &input.stdin), ..input.clone() });
            let more = [&input.argv[..], &[vec![]]].concat();
            outside.push(Input { argv: more, ..input.clone() });
            for other in outside {
                assert!(!space.contains(&other), "{space:?}\n{other:?}");
            }
        }
    }
}
