//! Symbolic objects that the program makes itself, as `klee_make_symbolic` does.

use super::argument;
use super::symbolic::{pin_argument, pin_memory};
use crate::space::ObjectUse;
use crate::world::World;
use rift_expr::Terms;
use rift_vm::{Guest, Memory, Reply, Stop};
use std::sync::Arc;

const LONGEST_NAME: u64 = 4096;

/// Address, bytes, name.
pub(super) fn make(world: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    (0..3).for_each(|slot| pin_argument(guest, args, slot));
    let (address, len) = (argument(args, 0), argument(args, 1));
    guest.memory.check_write(address, len)?;
    let size = u32::try_from(len).map_err(|_| Stop::Unsupported(format!("a symbolic object of {len} bytes")))?;
    let name = guest.memory.read_c_string(argument(args, 2), LONGEST_NAME)?;
    pin_memory(guest, argument(args, 2), &name);
    let name = String::from_utf8_lossy(&name).into_owned();
    let Some(tools) = &mut guest.tools else {
        let bytes = take(world, &name, size as usize);
        guest.memory.write(address, &bytes)?;
        return Ok(Reply::Nothing);
    };
    let object = tools.path.object(&name, size);
    let mut bytes = object.values;
    bytes.resize(size as usize, 0);
    guest.memory.write(address, &bytes)?;
    set_terms(guest.memory, tools.terms, address, object.first, size);
    Arc::make_mut(&mut world.symbols.objects).push(ObjectUse { name, first: object.first, bytes: size });
    Ok(Reply::Nothing)
}

/// The first object of the input that has this name and was not taken yet; zeros if there is none.
fn take(world: &mut World, name: &str, size: usize) -> Vec<u8> {
    let mut objects = world.input.objects.iter().enumerate();
    let found = objects.find(|(index, (other, _))| other == name && !world.objects_taken.contains(index));
    let mut bytes = found.map(|(_, (_, bytes))| bytes.clone()).unwrap_or_default();
    if let Some((index, _)) = found {
        Arc::make_mut(&mut world.objects_taken).insert(index);
    }
    bytes.resize(size, 0);
    bytes
}

/// Scalars are one term, arrays of numbers a term for four bytes, everything else one for each byte: a load that
/// matches gets its term as it is.
fn set_terms(memory: &mut Memory, terms: &mut Terms, address: u64, first: u32, size: u32) {
    let step = match size {
        1 | 2 | 4 | 8 => size,
        _ if size.is_multiple_of(4) && address.is_multiple_of(4) => 4,
        _ => 1,
    };
    for at in (0..size).step_by(step as usize) {
        let term = terms.read(first + at, step);
        memory.set_term(address + u64::from(at), step, term);
    }
}

/// Whether a value has a term.
pub(super) fn is_symbolic(_: &mut World, guest: &mut Guest<'_>, _: &[u64]) -> Result<Reply, Stop> {
    let term = guest.tools.as_ref().and_then(|tools| tools.args.first().copied().flatten());
    Ok(Reply::Value(u64::from(term.is_some())))
}

/// The machine has pinned the value.
pub(super) fn concrete(_: &mut World, _: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    Ok(Reply::Value(argument(args, 0)))
}

pub(super) fn outside(_: &mut World, _: &mut Guest<'_>, _: &[u64]) -> Result<Reply, Stop> {
    Err(Stop::Outside)
}

/// Bytes of the object that an address is in; 0 if it is in none.
pub(super) fn object_size(_: &mut World, guest: &mut Guest<'_>, args: &[u64]) -> Result<Reply, Stop> {
    let object = guest.memory.object_at(argument(args, 0)).filter(|object| object.live);
    Ok(Reply::Value(object.map_or(0, |object| object.size)))
}
