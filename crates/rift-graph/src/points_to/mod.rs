//! Which objects a pointer may point to: inclusion-based (Andersen 1994), flow- and context-insensitive, with the
//! words of objects and the leaves of registers told apart up to a number.
//!
//! Over-approximates, with these exceptions: pointers that are copied in pieces of less than 8 bytes (but for the
//! memory functions known by name) or put together by shifting or multiplying are not followed; addresses computed
//! from outside of an object are not; a named allocator (`malloc`, `operator new`, `__rust_alloc`, ..) hands out
//! memory that nothing else points to. An integer that becomes a pointer points where the pointers that it was made
//! from do, or to everything the host knows when it was made from none.
//!
//! After a bound on work it gives up ([`PointsTo::gave_up`]): then every pointer may point anywhere.

mod bits;
mod calls;
mod generate;
mod insts;
mod objects;
mod shape;
mod solve;
#[cfg(test)]
mod tests;

pub(crate) use bits::Bits;
use generate::{Generator, Nodes};
pub(crate) use objects::Location;
pub use objects::Object;
use objects::{Objects, UNKNOWN};
use rift_ir::{ConstId, EntityRef, FuncId, Module, Operand, Site};
use std::collections::{BTreeSet, HashMap};

/// Addresses looked at before giving up: five times what a program of 20,000 lines needs, some ten seconds.
const WORK_LIMIT: u64 = 1_000_000_000;

#[derive(Debug)]
pub struct PointsTo {
    gave_up: bool,
    address_taken: Vec<FuncId>,
    objects: Objects,
    values: Vec<Vec<Nodes>>,
    constants: HashMap<ConstId, Nodes>,
    /// The set of each node, by index into `sets`.
    set_of: Vec<u32>,
    sets: Vec<Bits>,
    sites: HashMap<Site, Location>,
    variadic: Vec<Option<Location>>,
}

impl PointsTo {
    pub(crate) fn new(module: &Module) -> PointsTo {
        PointsTo::with_limit(module, WORK_LIMIT)
    }

    pub(crate) fn with_limit(module: &Module, limit: u64) -> PointsTo {
        let mut generator = Generator::new(module);
        let mut gave_up = generator.solver.work > limit;
        while !gave_up {
            let fresh = generator.solver.wave();
            if fresh.is_empty() && !generator.hand_over_integers() {
                break;
            }
            for (node, delta) in fresh {
                if node == UNKNOWN {
                    generator.escape(&delta);
                }
                let calls = generator.solver.apply_rules(&generator.objects, node, &delta);
                calls.into_iter().for_each(|call| generator.resolve(call, &delta));
                gave_up |= generator.solver.work > limit;
                if gave_up {
                    break;
                }
            }
        }
        PointsTo::finished(module, generator, gave_up)
    }

    fn finished(module: &Module, generator: Generator<'_>, gave_up: bool) -> PointsTo {
        let Generator { solver, objects, values, constants, sites, variadic, .. } = generator;
        let (mut set_of, mut sets) = (Vec::new(), Vec::new());
        if !gave_up {
            let mut numbers = HashMap::new();
            for node in 0..solver.len() {
                let root = solver.find(node);
                let number = *numbers.entry(root).or_insert_with(|| {
                    sets.push(solver.points(root).clone());
                    sets.len() as u32 - 1
                });
                set_of.push(number);
            }
        }
        let address_taken = crate::calls::address_taken(module);
        PointsTo { gave_up, address_taken, objects, values, constants, set_of, sets, sites, variadic }
    }

    /// Whether the analysis was too much work, so that every pointer may point to anything.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// The objects that an operand of `function` may point into, in order; `None` when it may be any. With
    /// [`Object::Unknown`] among them it may also be any that [`PointsTo::known_to_host`] has.
    pub fn objects(&self, function: FuncId, operand: Operand) -> Option<Vec<Object>> {
        let locations = self.locations(function, operand)?;
        let objects: BTreeSet<Object> = locations.iter().map(|location| self.objects.object(location)).collect();
        Some(objects.into_iter().collect())
    }

    /// The objects that the host may read, write and call; `None` when it may be any.
    pub fn known_to_host(&self) -> Option<Vec<Object>> {
        let locations = self.outside()?.iter();
        let objects: BTreeSet<Object> = locations.map(|location| self.objects.object(location)).collect();
        Some(objects.into_iter().collect())
    }

    pub(crate) fn functions_known_to_host(&self) -> Vec<FuncId> {
        let Some(objects) = self.known_to_host() else { return self.address_taken.clone() };
        let function = |object| if let Object::Function(id) = object { Some(id) } else { None };
        objects.into_iter().filter_map(function).collect()
    }

    /// The functions that a pointer may be, and whether these are all: it may also be one that the host knows.
    pub(crate) fn callees(&self, function: FuncId, pointer: Operand) -> (Vec<FuncId>, bool) {
        let Some(objects) = self.objects(function, pointer) else { return (Vec::new(), false) };
        let complete = !objects.contains(&Object::Unknown);
        let function = |object| if let Object::Function(id) = object { Some(id) } else { None };
        (objects.into_iter().filter_map(function).collect(), complete)
    }

    /// The words that an operand may point to; `None` when it may be any.
    pub(crate) fn locations(&self, function: FuncId, operand: Operand) -> Option<Bits> {
        if self.gave_up {
            return None;
        }
        let nodes = match operand {
            Operand::Value(value) => self.values[function.index()][value.index()],
            Operand::Const(id) => self.constants.get(&id).copied().unwrap_or_default(),
        };
        let mut locations = Bits::default();
        for node in nodes.iter() {
            locations.add(&self.sets[self.set_of[node as usize] as usize]);
        }
        Some(locations)
    }

    /// The words that can be got at from these, these among them.
    pub(crate) fn reachable(&self, from: &Bits) -> Bits {
        let mut reached = from.clone();
        let mut pending: Vec<Location> = from.iter().collect();
        while let Some(location) = pending.pop() {
            let siblings = self.objects.siblings(location).collect();
            pending.extend(reached.add(&siblings).iter());
            if self.set_of[location as usize] == self.set_of[UNKNOWN as usize] {
                reached.insert(UNKNOWN);
                continue;
            }
            let contents = &self.sets[self.set_of[location as usize] as usize];
            pending.extend(reached.add(contents).iter());
        }
        reached
    }

    /// The object that a word is in.
    pub(crate) fn object_at(&self, location: Location) -> Object {
        self.objects.object(location)
    }

    /// The words that the host can get at.
    pub(crate) fn outside(&self) -> Option<&Bits> {
        let set = *self.set_of.get(UNKNOWN as usize)?;
        Some(&self.sets[set as usize])
    }

    /// The words that an access of `size` bytes through an operand may touch; `None` when it may be any.
    pub(crate) fn touched(&self, function: FuncId, address: Operand, size: Option<u64>) -> Option<Bits> {
        let starts = self.locations(function, address)?;
        let mut touched = Bits::default();
        for start in starts.iter() {
            match size {
                Some(size) => self.objects.touched(start, size, true, &mut touched),
                None => touched.extend(self.objects.siblings(start)),
            }
        }
        Some(touched)
    }

    /// The words of the object that an instruction allocates.
    pub(crate) fn allocated(&self, site: Site) -> Option<std::ops::Range<Location>> {
        self.sites.get(&site).map(|location| self.objects.siblings(*location))
    }

    /// The word that holds the variable arguments of all calls of a function.
    pub(crate) fn variable_arguments(&self, function: FuncId) -> Option<Location> {
        self.variadic[function.index()]
    }

    pub(crate) fn location_count(&self) -> usize {
        self.objects.len()
    }

    /// The word that stands for everything the host has.
    pub(crate) const OUTSIDE: Location = UNKNOWN;
}
