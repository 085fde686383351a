//! What operations say they read and write, held against what they do, on every file test: no register changes that
//! was not told, no byte that is loaded has changed without being told, and what is computed is a function of what is
//! read.

use rift_ir::filetest::directives;
use rift_ir::{InstKind, Intrinsic, Site};
use rift_vm::memory::Memory;
use rift_vm::{Copied, Flow, Footprint, Host, HostFn, Limits, Machine, MemoryConfig, Observer, Operation, Program};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

#[derive(Clone)]
struct Nothing;

impl Host for Nothing {
    fn lookup(&self, _: &str) -> Option<HostFn<Nothing>> {
        None
    }
}

/// An operation, with the values of what it reads.
type Question = (Site, u32, Vec<u64>, Vec<u8>);

#[derive(Default)]
struct Judge {
    registers: Vec<u64>,
    last: Option<(Site, Footprint, Option<Question>)>,
    bytes: HashMap<u64, u8>,
    answers: HashMap<Question, Vec<u64>>,
    operations: u64,
    repeated: u64,
    wrong: Vec<String>,
}

impl Judge {
    fn last_is_done(&mut self, registers: &[u64], memory: &mut Memory) {
        let Some((site, footprint, question)) = self.last.take() else { return };
        let (first, count) = footprint.writes;
        for (register, (before, after)) in (0..).zip(self.registers.iter().zip(registers)) {
            let is_told = (first..first + count).contains(&register)
                || footprint.constant == Some(register)
                || footprint.moves.iter().any(|(_, to)| *to == register);
            if before != after && !is_told {
                self.wrong.push(format!("{site:?} writes register {register}: {footprint:?}"));
            }
        }
        footprint.stores.iter().for_each(|(address, bytes)| self.look(*address, *bytes, memory));
        let Some(question) = question else { return };
        let answer = registers[first as usize..(first + count) as usize].to_vec();
        match self.answers.insert(question, answer.clone()) {
            Some(before) if before != answer => self.wrong.push(format!("{site:?} reads more than {footprint:?}")),
            Some(_) => self.repeated += 1,
            None => {}
        }
    }

    /// Takes these bytes as they are.
    fn look(&mut self, address: u64, bytes: u64, memory: &mut Memory) {
        let found = memory.read_vec(address, bytes).unwrap_or_default();
        self.bytes.extend((address..).zip(found));
    }
}

/// Whether the result depends on registers and bytes alone.
fn is_pure(kind: &InstKind) -> bool {
    match kind {
        InstKind::Alloca { .. } | InstKind::Call { .. } | InstKind::Invoke { .. } => false,
        InstKind::VaArg { .. } | InstKind::LandingPad { .. } => false,
        InstKind::Intrinsic { which, .. } => !matches!(
            which,
            Intrinsic::StackSave | Intrinsic::FrameAddress | Intrinsic::ObjectSize | Intrinsic::ReturnAddress
        ),
        _ => true,
    }
}

impl Observer for Judge {
    const ACTIVE: bool = false;
    const FOLLOWS: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    fn operation(&mut self, operation: Operation<'_>) {
        let Operation { program, site, pc, registers, memory, footprint, .. } = operation;
        self.operations += 1;
        self.last_is_done(registers, memory);
        let mut loaded = Vec::new();
        for (address, bytes) in &footprint.loads {
            for (at, byte) in (*address..).zip(memory.read_vec(*address, *bytes).unwrap_or_default()) {
                loaded.push(byte);
                if self.bytes.insert(at, byte).is_some_and(|before| before != byte) {
                    self.wrong.push(format!("{site:?} finds byte {at:#x} changed"));
                }
            }
        }
        let kind = &program.module.functions[site.function].insts[site.inst].kind;
        let computes = footprint.flow == Flow::Next && footprint.writes.1 > 0 && is_pure(kind);
        let values = footprint.reads.iter().map(|register| registers[*register as usize]);
        let question = computes.then(|| (site, pc, values.collect(), loaded));
        self.registers = registers.to_vec();
        self.last = Some((site, footprint.clone(), question));
    }

    fn copied(&mut self, copied: &[Copied], memory: &mut Memory) {
        copied.iter().for_each(|one| self.look(one.to, one.bytes, memory));
    }
}

#[test]
fn operations_do_what_their_footprints_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let (mut operations, mut repeated) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let module = rift_ir::parse(&text).unwrap();
        rift_ir::verify(&module).unwrap();
        let program = Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).unwrap();
        let program = Arc::new(program);
        // One function is often run with many arguments: what it computed before counts.
        let mut answers = HashMap::new();
        for directive in directives(&text).unwrap() {
            let Some(entry) = program.module.function_named(&directive.function) else { continue };
            let args: Vec<u64> = directive.args.iter().flat_map(|a| a.limbs.iter().copied()).collect();
            let limits = Limits { steps: 20_000, ..Limits::default() };
            let memory = program.initial_memory();
            let machine = Machine::new(Arc::clone(&program), memory, Nothing, limits, entry, &args);
            let Ok(mut machine) = machine else { continue };
            let mut judge = Judge { answers: std::mem::take(&mut answers), ..Judge::default() };
            machine.run(&mut judge);
            let (name, line) = (path.display(), directive.line);
            assert!(judge.wrong.is_empty(), "{name}:{line}: {:#?}", &judge.wrong[..judge.wrong.len().min(5)]);
            operations += judge.operations;
            repeated += judge.repeated;
            answers = judge.answers;
        }
    }
    assert!(operations > 5_000 && repeated > 300, "{operations} {repeated}");
}
