//! Modules that nobody lowered: verified, and run if the verifier lets them through.

use crate::random::Random;
use rift_env::{Config, Input, World};
use rift_ir::Module;
use rift_vm::{Limits, Machine, Memory, MemoryConfig, Program};
use std::sync::Arc;

/// What one function may take.
const STEPS: u64 = 100_000;
const CALL_DEPTH: u64 = 1000;
const MEMORY_BYTES: u64 = 64 << 20;
const OUTPUT_BYTES: u64 = 1 << 20;
/// Functions of a module that are called: `main`, and those that come first.
const ENTRIES: usize = 8;

/// Verifies a module and calls some of its functions, within small limits. The error is what the verifier says.
pub fn verify_and_run(module: Module) -> Result<(), String> {
    let module = Arc::new(module);
    if let Err(errors) = rift_ir::verify(&module) {
        return Err(errors.first().map(ToString::to_string).unwrap_or_default());
    }
    let memory = MemoryConfig { limit: MEMORY_BYTES, ..MemoryConfig::default() };
    let Ok(program) = Program::new(Arc::clone(&module), Memory::new(&memory)) else { return Ok(()) };
    let program = Arc::new(program);
    let defined = module.functions.iter().filter(|(_, f)| f.is_defined()).map(|(id, _)| id).take(ENTRIES);
    for entry in module.function_named("main").into_iter().chain(defined) {
        let config = Config { output_limit: OUTPUT_BYTES, disk_limit: OUTPUT_BYTES, ..Config::default() };
        let Ok(world) = World::new(Input::default(), config) else { return Ok(()) };
        let limits = Limits { steps: STEPS, call_depth: Some(CALL_DEPTH), ..Limits::default() };
        let start = program.initial_memory();
        if let Ok(mut machine) = Machine::new(Arc::clone(&program), start, world, limits, entry, &[0; 8]) {
            machine.run(&mut ());
        }
    }
    Ok(())
}

/// A serialised module with a few bytes changed, so that most of it still is one.
pub fn damaged_bytes(module: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = module.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let Some(byte) = bytes.get_mut(at) else { continue };
        // Small numbers are ids and tags, and their neighbours are others of the same kind.
        *byte = match random.below(4) {
            0 => byte.wrapping_add(1),
            1 => byte.wrapping_sub(1),
            2 => random.below(24) as u8,
            _ => random.bits() as u8,
        };
    }
    bytes
}
