//! The beginning of a process: argument and environment vectors in guest memory.

use crate::world::World;
use rift_vm::Stop;
use rift_vm::memory::Memory;

/// What `__rift_start` and `main` get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartArguments {
    pub argc: u32,
    pub argv: u64,
    pub envp: u64,
}

/// Lays out the strings and the vectors, every one an object with bounds of its own.
pub fn start_arguments(world: &World, memory: &mut Memory) -> Result<StartArguments, Stop> {
    let input = world.input.clone();
    let environment: Vec<Vec<u8>> =
        input.env.iter().map(|(name, value)| [name.as_slice(), b"=", value.as_slice()].concat()).collect();
    let argv = vector(memory, &input.argv)?;
    let envp = vector(memory, &environment)?;
    Ok(StartArguments { argc: input.argv.len() as u32, argv, envp })
}

/// A NULL-terminated vector of strings.
fn vector(memory: &mut Memory, strings: &[Vec<u8>]) -> Result<u64, Stop> {
    let mut pointers = Vec::with_capacity((strings.len() + 1) * 8);
    for string in strings {
        let address = memory.allocate_global(string.len() as u64 + 1, 1, false).map_err(Stop::Limit)?;
        memory.initialise(address, string);
        pointers.extend_from_slice(&address.to_le_bytes());
    }
    pointers.extend_from_slice(&[0; 8]);
    let address = memory.allocate_global(pointers.len() as u64, 8, false).map_err(Stop::Limit)?;
    memory.initialise(address, &pointers);
    Ok(address)
}
