//! Which inputs a search is about: what the command line says, what tests show, or what the program seems to read.

mod arguments;
mod infer;
mod limits;
mod seeds;
mod shapes;
mod words;

pub use words::{Word, words};

use crate::error::Result;
use rift_align::ChangeMap;
use rift_env::{Part, Space};
use rift_ingest::Language;
use rift_ir::{Module, Pair};
use rift_report::diff::Given;
use rift_report::space_in_words;
use rift_search::{Task, What, fresh};
use shapes::Asked;
use std::path::PathBuf;

/// A file of fewer bytes has no lines to speak of.
const SHORTEST_TEXT: u32 = 4;

/// What the user says about the input.
#[derive(Debug, Clone, Default)]
pub struct InputChoice {
    /// Arguments of the program, each a shape, quoted as for a shell; `?N` stands for any word of up to N bytes.
    pub args: Vec<String>,
    /// Standard input: a number of bytes, or the name of a file.
    pub stdin: Option<String>,
    /// Files of the working directory: `NAME=N` or `NAME=PATH`.
    pub file: Vec<String>,
    /// Environment variables: `K=?N` or `K=V`.
    pub env: Vec<String>,
    /// Inputs to begin with: each line a command line as in a shell.
    pub tests: Option<PathBuf>,
    /// The program's name as it sees it.
    pub argv0: Option<String>,
}

/// What is searched, and what it begins with.
pub struct Inputs {
    pub spaces: Vec<Space>,
    pub tasks: Vec<Task>,
    /// Who said which inputs there are.
    pub given: Given,
    /// For the user: what was inferred or added.
    pub notes: Vec<String>,
}

/// What the command line names, read and checked before anything is built.
pub struct Named {
    asked: Asked,
    seeds: Vec<seeds::Seed>,
}

impl InputChoice {
    /// Whether nothing is said about any part of it.
    pub fn is_empty(&self) -> bool {
        let InputChoice { args, stdin, file, env, tests, argv0: _ } = self;
        args.is_empty() && file.is_empty() && env.is_empty() && stdin.is_none() && tests.is_none()
    }

    pub fn read(&self) -> Result<Named> {
        let asked = Asked::read(&self.args, self.stdin.as_deref(), &self.file, &self.env)?;
        let seeds = self.tests.as_deref().map(seeds::read).transpose()?.unwrap_or_default();
        Ok(Named { asked, seeds })
    }

    /// The program's name as it sees it.
    pub fn name(&self, program: String) -> Vec<u8> {
        self.argv0.clone().unwrap_or(program).into_bytes()
    }
}

impl Named {
    /// Like [`Named::inputs`], but every space begins, after the tests that are given, with parts that are as long as
    /// they may be: these lead past loops that shorter ones end. Where there are no tests, texts are among them: a
    /// program that reads line by line comes nowhere with a single long one.
    pub fn many_inputs(&self, map: &ChangeMap, modules: Pair<&Module>, language: Language, name: &[u8]) -> Inputs {
        let (module, sizes) = (modules.new, infer::USUAL.with_room_for(map, modules));
        let mut inputs = self.inputs_of(module, language, name, sizes);
        inputs.tasks.retain(|task| !task.values.is_empty());
        // What nobody stated may be longer than what is a good beginning.
        let is_assumed = inputs.given != Given::Inputs;
        let longest = if is_assumed { infer::FIRST_FILE } else { usize::MAX };
        let most = infer::USUAL.stdin_bytes;
        for (space, shape) in inputs.spaces.iter().enumerate() {
            let bytes = infer::first_bytes(module);
            // As long as may be, too, where a limit asks for that.
            let long = bytes.iter().filter(|_| is_assumed && shape.largest_file() > most);
            let long = long.map(|byte| (shape.filled(*byte, usize::MAX), What::Start));
            let fillings = bytes.iter().map(|byte| (shape.filled(*byte, longest), What::Start)).chain(long);
            let has_text = self.seeds.is_empty() && shape.largest_file() >= SHORTEST_TEXT;
            let texts = infer::FIRST_TEXTS.iter().filter(|_| has_text);
            for (values, what) in
                fillings.chain(texts.map(|(word, text)| (shape.written(word, text, longest), What::Try)))
            {
                let task = Task { space, values: seeds::object_values(values), shared: 0, what };
                if !inputs.tasks.contains(&task) {
                    inputs.tasks.push(task);
                }
            }
        }
        inputs
    }

    pub fn inputs(&self, module: &Module, language: Language, name: &[u8]) -> Inputs {
        self.inputs_of(module, language, name, infer::CLOSED)
    }

    fn inputs_of(&self, module: &Module, language: Language, name: &[u8], sizes: infer::Sizes) -> Inputs {
        let Named { asked, seeds } = self;
        let mut notes = Vec::new();
        let mut takes_its_own = false;
        let mut spaces = if asked.is_empty() && seeds.is_empty() {
            let inferred = infer::infer(module, language, sizes);
            notes = inferred.in_words();
            takes_its_own = inferred.klee || inferred.entry;
            inferred.spaces(name)
        } else if seeds.is_empty() || asked.has_shapes() {
            asked.spaces(name)
        } else {
            Vec::new()
        };
        let tasks = match seeds.is_empty() {
            true => fresh(&spaces),
            false => {
                let (tasks, added) = seeds::tasks(seeds, asked, name, &mut spaces);
                notes = added;
                notes.extend(spaces.iter().map(|space| format!("a shape of the tests: {}", space_in_words(space))));
                tasks
            }
        };
        let is_open =
            |space: &Space| space.argv.iter().chain(&space.stdin).any(|part| matches!(part, Part::Symbolic { .. }));
        // A program without arguments and standard input may read files, the environment or the clock.
        let is_bare = seeds.is_empty() && !takes_its_own;
        let given = match asked.is_empty() && (is_bare || spaces.iter().any(is_open)) {
            true if seeds.is_empty() => Given::Nothing,
            true => Given::Tests,
            false => Given::Inputs,
        };
        notes.extend(asked.literal.iter().cloned());
        Inputs { spaces, tasks, given, notes }
    }
}
