//! The beginning of a process: argument and environment vectors in guest memory, symbolic input in its world.
//!
//! A symbolic argument or variable takes as much memory as its longest value, with a NUL behind it. So a read past the
//! end of a shorter value goes unnoticed, where a run on that value alone would fault.

use crate::space::{ObjectUse, Part, SIZE_BYTES, Space};
use crate::symbols::{Contents, FileTerms, Symbols};
use crate::world::{Config, InputError, World};
use rift_expr::Terms;
use rift_ir::IntPredicate;
use rift_vm::Stop;
use rift_vm::concolic::Path;
use rift_vm::memory::Memory;

/// What `__rift_start` and `main` get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartArguments {
    pub argc: u32,
    pub argv: u64,
    pub envp: u64,
}

/// A string without its NUL, and which of its bytes are symbolic: from where to the end, by which input bytes.
struct Text {
    bytes: Vec<u8>,
    symbolic: Option<(usize, u32)>,
}

impl Text {
    fn fixed(bytes: Vec<u8>) -> Text {
        Text { bytes, symbolic: None }
    }
}

/// Lays out the strings and the vectors, every one an object with bounds of its own.
pub fn start_arguments(world: &World, memory: &mut Memory) -> Result<StartArguments, Stop> {
    let argv: Vec<Text> = world.input.argv.iter().cloned().map(Text::fixed).collect();
    let variable = |(name, value): &(Vec<u8>, Vec<u8>)| [name.as_slice(), b"=", value.as_slice()].concat();
    let envp: Vec<Text> = world.input.env.iter().map(variable).map(Text::fixed).collect();
    lay_out(memory, &argv, &envp, None)
}

fn lay_out(
    memory: &mut Memory,
    argv: &[Text],
    envp: &[Text],
    mut terms: Option<&mut Terms>,
) -> Result<StartArguments, Stop> {
    let argc = argv.len() as u32;
    let argv = vector(memory, argv, terms.as_deref_mut())?;
    let envp = vector(memory, envp, terms)?;
    Ok(StartArguments { argc, argv, envp })
}

/// A NULL-terminated vector of strings.
fn vector(memory: &mut Memory, strings: &[Text], mut terms: Option<&mut Terms>) -> Result<u64, Stop> {
    let mut pointers = Vec::with_capacity((strings.len() + 1) * 8);
    for Text { bytes, symbolic } in strings {
        let address = memory.allocate_global(bytes.len() as u64 + 1, 1, false).map_err(Stop::Limit)?;
        memory.initialise(address, bytes);
        if let (Some((start, first)), Some(terms)) = (*symbolic, &mut terms) {
            for (byte, at) in (first..).zip(start..bytes.len()) {
                let term = terms.read(byte, 1);
                memory.set_term(address + at as u64, 1, term);
            }
        }
        pointers.extend_from_slice(&address.to_le_bytes());
    }
    pointers.extend_from_slice(&[0; 8]);
    let address = memory.allocate_global(pointers.len() as u64, 8, false).map_err(Stop::Limit)?;
    memory.initialise(address, &pointers);
    Ok(address)
}

/// The symbolic objects of a space on one run, as they come.
struct Objects {
    made: std::vec::IntoIter<(ObjectUse, Vec<u8>)>,
}

impl Objects {
    fn next(&mut self) -> (ObjectUse, Vec<u8>) {
        self.made.next().expect("the objects of a space are made from its parts")
    }

    /// A string: `before`, then the part.
    fn text(&mut self, before: &[u8], part: &Part) -> Text {
        match part {
            Part::Fixed(bytes) => Text::fixed([before, bytes].concat()),
            Part::Symbolic { .. } => {
                let (object, values) = self.next();
                Text { bytes: [before, &values].concat(), symbolic: Some((before.len(), object.first)) }
            }
        }
    }

    fn file(&mut self, part: &Part, terms: &mut Terms, path: &mut dyn Path) -> Option<FileTerms> {
        let max = part.max()?;
        let ((bytes, _), (size, _)) = (self.next(), self.next());
        let size_term = terms.read(size.first, SIZE_BYTES);
        let most = terms.constant(32, u64::from(max));
        let fits = terms.compare(IntPredicate::Ule, size_term, most);
        path.assume(terms, fits);
        Some(FileTerms::of_input(terms, bytes.first, max, size.first))
    }
}

/// What a process of a concolic run begins with.
pub(crate) struct Beginning {
    pub world: World,
    argv: Vec<Text>,
    envp: Vec<Text>,
}

impl Beginning {
    /// Asks `path` for the objects of the space and makes a world of them.
    pub fn new(space: &Space, config: Config, terms: &mut Terms, path: &mut dyn Path) -> Result<Beginning, InputError> {
        let objects = space.objects().into_iter().map(|(name, bytes)| {
            let object = path.object(&name, bytes);
            let mut values = object.values;
            values.resize(bytes as usize, 0);
            (ObjectUse { name, first: object.first, bytes }, values)
        });
        let objects: Vec<(ObjectUse, Vec<u8>)> = objects.collect();
        let mut values = objects.iter().map(|(_, values)| values.clone());
        let input = space.fill(&mut || values.next().unwrap_or_default());
        let mut world = World::new(input, config)?;

        let uses = objects.iter().map(|(object, _)| object.clone()).collect();
        let mut objects = Objects { made: objects.into_iter() };
        let argv = space.argv.iter().map(|part| objects.text(&[], part)).collect();
        let variable = |(name, part): &(Vec<u8>, Part)| objects.text(&[name, b"=".as_slice()].concat(), part);
        let envp = space.env.iter().map(variable).collect();
        let mut files = std::collections::BTreeMap::new();
        if let Some(stdin) = &space.stdin {
            let file = objects.file(stdin, terms, path);
            files.extend(file.map(|file| (world.stdin_contents(), file)));
        }
        for (name, part) in &space.files {
            if let Some(file) = objects.file(part, terms, path) {
                files.insert(Contents::Node(world.input_file(name)?), file);
            }
        }
        world.symbols = Symbols::new(files, uses);
        Ok(Beginning { world, argv, envp })
    }

    pub fn start_arguments(&self, memory: &mut Memory, terms: &mut Terms) -> Result<StartArguments, Stop> {
        lay_out(memory, &self.argv, &self.envp, Some(terms))
    }
}
