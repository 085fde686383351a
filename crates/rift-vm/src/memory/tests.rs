//! Unit tests, a randomised comparison with a naive model, and a benchmark that only prints.

use super::*;
use crate::outcome::{AccessFault, Fault, Limit, Stop};
use std::collections::HashMap;
use std::time::Instant;

pub(super) fn memory() -> Memory {
    Memory::new(&MemoryConfig::default())
}

fn kind<T: std::fmt::Debug>(result: Result<T, MemoryFault>) -> AccessFault {
    match result.expect_err("the access must fault").kind {
        MemoryFaultKind::Access(kind) => kind,
        MemoryFaultKind::StackOverflow => panic!("stack overflow"),
    }
}

/// xorshift: the same numbers in every run.
pub(super) struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

#[test]
fn memory_can_be_sent_to_other_threads() {
    fn send<T: Send + Sync>() {}
    send::<Memory>();
}

#[test]
fn every_alignment_and_size_loads_what_was_stored() {
    let mut memory = memory();
    let object = memory.heap_allocate(10_000, 16, true).expect("room");
    for offset in (0..64).chain(4060..4130).chain(9900..9992) {
        let value = 0x1122_3344_5566_7788 ^ offset;
        memory.store::<8>(object + offset, value).expect("inside");
        assert_eq!(memory.load::<8>(object + offset), Ok(value));
        assert_eq!(memory.load::<4>(object + offset), Ok(value & 0xFFFF_FFFF));
        assert_eq!(memory.load::<2>(object + offset + 1), Ok(value >> 8 & 0xFFFF));
        assert_eq!(memory.load::<1>(object + offset + 7), Ok(value >> 56));
    }
}

#[test]
fn null_code_and_wild_accesses() {
    let mut memory = memory();
    assert_eq!(kind(memory.load::<8>(0)), AccessFault::Null);
    assert_eq!(kind(memory.store::<1>(0xFFFF, 1)), AccessFault::Null);
    assert_eq!(kind(memory.load::<4>(regions::CODE + 8)), AccessFault::Code);
    assert_eq!(kind(memory.load::<4>(0x2_0000)), AccessFault::Wild);
    assert_eq!(kind(memory.load::<8>(u64::MAX)), AccessFault::Wild);
    assert_eq!(kind(memory.read_vec(0x5000_0000_0000, u64::MAX)), AccessFault::Wild);
    assert_eq!(memory.read_vec(0, 0), Ok(vec![]));
    assert_eq!(memory.write(1, &[]), Ok(()));
    assert_eq!(memory.copy(0, 8, 0), Ok(()));
    assert_eq!(memory.fill(0, 1, 0), Ok(()));
}

#[test]
fn heap_bounds_are_exact() {
    let mut memory = memory();
    for size in [0, 1, 3, 8, 13, 16, 100, 1000, 4096, 5000, 16384, 16385, 40_000, 3 << 20] {
        let object = memory.heap_allocate(size, 16, false).expect("room");
        assert_eq!(memory.heap_size(object), Ok(size));
        if size > 0 {
            memory.store::<1>(object + size - 1, 7).expect("the last byte");
            assert_eq!(memory.load::<1>(object), Ok(if size == 1 { 7 } else { 0 }));
        }
        for end in [size, size + 1, size + 15] {
            assert_eq!(kind(memory.load::<1>(object + end)), AccessFault::OutOfBounds, "{size} {end}");
        }
        assert_eq!(kind(memory.store::<8>(object + size - size.min(4), 0)), AccessFault::OutOfBounds);
        assert_eq!(kind(memory.load::<1>(object - 1)), AccessFault::OutOfBounds, "{size}");
        let info = memory.object_at(object + size / 2).expect("an object");
        assert_eq!(info, ObjectInfo { base: object, size, kind: ObjectKind::Heap, live: true });
        memory.heap_free(object).expect("live");
        if size > 0 {
            assert_eq!(kind(memory.load::<1>(object)), AccessFault::UseAfterFree, "{size}");
            assert_eq!(kind(memory.store::<1>(object + size - 1, 0)), AccessFault::UseAfterFree);
        }
        assert_eq!(memory.heap_free(object), Err(Fault::DoubleFree { address: object }));
        assert!(!memory.object_at(object).expect("still known").live);
    }
    assert_eq!(memory.bytes_in_use(), 0);
}

#[test]
fn bad_frees() {
    let mut memory = memory();
    let object = memory.heap_allocate(64, 16, false).expect("room");
    let global = memory.allocate_global(64, 16, false).expect("room");
    let large = memory.heap_allocate(1 << 20, 16, false).expect("room");
    for address in [0, 8, object + 16, object + 1, object - 16, global, large + 4096, regions::HEAP, u64::MAX] {
        assert_eq!(memory.heap_free(address), Err(Fault::BadFree { address }));
        assert_eq!(memory.heap_size(address), Err(Fault::BadFree { address }));
    }
}

#[test]
fn a_fault_names_the_first_bad_byte() {
    let mut memory = memory();
    let object = memory.heap_allocate(20, 16, false).expect("room");
    let fault = memory.read_vec(object + 10, 30).expect_err("too long");
    assert_eq!((fault.address, fault.size, fault.write), (object + 20, 30, false));
    let fault = memory.store::<8>(object + 16, 1).expect_err("too long");
    assert_eq!((fault.address, fault.size, fault.write), (object + 20, 8, true));
    let stop = Stop::from(fault);
    assert!(matches!(stop, Stop::Fault(Fault::Access { kind: AccessFault::OutOfBounds, size: 8, .. })));
    let source = memory.heap_allocate(40, 16, false).expect("room");
    assert_eq!(memory.copy(object, source, 21).expect_err("too long").address, object + 20);
    assert!(!memory.copy(source, object, 21).expect_err("too long").write);
}

#[test]
fn alignment_is_kept() {
    let mut memory = memory();
    for align in [1, 2, 8, 16, 32, 64, 256, 4096, 1 << 16] {
        for size in [1, 100, 5000, 20_000] {
            let object = memory.heap_allocate(size, align, false).expect("room");
            assert!(object.is_multiple_of(align.max(16)));
            memory.fill(object, 0xAB, size).expect("all of it");
            assert_eq!(kind(memory.load::<1>(object - 1)), AccessFault::OutOfBounds);
            let variable = memory.stack_allocate(size, align).expect("room");
            assert!(variable.is_multiple_of(align));
            let global = memory.allocate_global(size, align, false).expect("room");
            assert!(global.is_multiple_of(align));
            if size == 5000 {
                memory.heap_free(object).expect("live");
            }
        }
    }
}

#[test]
fn the_quarantine_delays_reuse_and_then_reuses() {
    let mut memory = memory();
    let first = memory.heap_allocate(1000, 16, false).expect("room");
    memory.store::<8>(first, 1).expect("inside");
    memory.heap_free(first).expect("live");
    let mut reused_after = None;
    for round in 0..200_000 {
        let object = memory.heap_allocate(1000, 16, true).expect("room");
        if object == first {
            reused_after = Some(round);
            assert_eq!(memory.load::<8>(object), Ok(0));
            break;
        }
        memory.heap_free(object).expect("live");
    }
    assert!(reused_after.is_some_and(|round| round > 10_000), "{reused_after:?}");
    assert_eq!(memory.heap_size(first), Ok(1000));
    assert_eq!(kind(memory.load::<1>(first + 1000)), AccessFault::OutOfBounds);
}

#[test]
fn globals_have_bounds_and_constants_are_read_only() {
    let mut memory = memory();
    let a = memory.allocate_global(10, 1, false).expect("room");
    let b = memory.allocate_global(4, 4, false).expect("room");
    let c = memory.allocate_global(16, 8, true).expect("room");
    assert!(b >= a + 10 + 32);
    memory.initialise(c, b"constant");
    assert_eq!(memory.read_vec(c, 16), Ok(b"constant\0\0\0\0\0\0\0\0".to_vec()));
    assert_eq!(kind(memory.store::<1>(c, 0)), AccessFault::ReadOnly);
    assert_eq!(kind(memory.store::<1>(c + 16, 0)), AccessFault::OutOfBounds);
    assert_eq!(kind(memory.load::<1>(a + 10)), AccessFault::OutOfBounds);
    assert_eq!(kind(memory.load::<1>(a - 1)), AccessFault::OutOfBounds);
    assert_eq!(kind(memory.load::<1>(b + 4)), AccessFault::OutOfBounds);
    memory.store::<2>(a + 8, 0xFFFF).expect("inside");
    assert_eq!(memory.object_at(a + 9).map(|o| (o.base, o.size, o.kind)), Some((a, 10, ObjectKind::Global)));
    assert_eq!(memory.object_at(a + 10), None);
    assert_eq!(memory.object_near(a + 10).map(|o| o.base), Some(a));
    assert_eq!(memory.object_at(c).map(|o| o.kind), Some(ObjectKind::Constant));
}

#[test]
fn huge_zero_objects_cost_nothing_until_written_to() {
    let mut memory = memory();
    let before = Instant::now();
    let bss = memory.allocate_global(400 << 20, 16, false).expect("room");
    let heap = memory.heap_allocate(400 << 20, 16, true).expect("room");
    assert_eq!(memory.load::<8>(bss + (300 << 20)), Ok(0));
    memory.store::<8>(heap + (300 << 20) + 4, 9).expect("inside");
    assert_eq!(memory.load::<8>(heap + (300 << 20) + 4), Ok(9));
    assert_eq!(memory.load::<8>(heap + (100 << 20) + 4), Ok(0));
    assert_eq!(memory.allocate_global(400 << 20, 16, true), Err(Limit::Memory));
    assert_eq!(memory.heap_allocate(400 << 20, 16, false), None);
    assert_eq!(memory.map(400 << 20), None);
    assert_eq!(memory.heap_allocate(u64::MAX - 8, 16, false), None);
    assert_eq!(memory.map(u64::MAX - 8), None);
    memory.heap_free(heap).expect("live");
    assert!(memory.heap_allocate(400 << 20, 16, false).is_some());
    assert!(before.elapsed().as_secs() < 2);
}

#[test]
fn stack_objects_live_until_their_frame_is_released() {
    let mut memory = memory();
    let outer = memory.stack_allocate(24, 8).expect("room");
    memory.store::<8>(outer, 5).expect("inside");
    let mark = memory.stack_mark();
    let mut objects = vec![];
    for size in [1, 4, 8, 12, 40, 100, 3000, 4096, 9000, 0, 70_000] {
        let object = memory.stack_allocate(size, 1).expect("room");
        memory.fill(object, 0xCD, size).expect("all of it");
        assert_eq!(kind(memory.store::<1>(object + size, 0)), AccessFault::OutOfBounds, "{size}");
        assert_eq!(kind(memory.load::<1>(object + size + 15)), AccessFault::OutOfBounds, "{size}");
        if size > 0 {
            let info = memory.object_at(object + size - 1).expect("an object");
            assert_eq!((info.base, info.size, info.kind), (object, size, ObjectKind::Stack));
        }
        objects.push(object);
    }
    assert_eq!(kind(memory.load::<1>(memory.stack_mark() - 1)), AccessFault::OutOfBounds, "below the last object");
    assert_eq!(kind(memory.load::<1>(memory.stack_mark() - 17)), AccessFault::UseAfterReturn);
    memory.stack_release(mark);
    for object in objects {
        assert_eq!(kind(memory.load::<1>(object)), AccessFault::UseAfterReturn);
    }
    assert_eq!(memory.load::<8>(outer), Ok(5));
    assert_eq!(memory.stack_mark(), mark);
}

#[test]
fn the_stack_overflows_at_its_limit() {
    let mut memory = memory();
    let stop = |fault: MemoryFault| Stop::from(fault);
    assert_eq!(memory.stack_allocate(u64::MAX, 16).map_err(stop), Err(Stop::Fault(Fault::StackOverflow)));
    assert_eq!(memory.stack_allocate(9 << 20, 16).map_err(stop), Err(Stop::Fault(Fault::StackOverflow)));
    let mut frames = 0;
    while memory.stack_allocate(48, 16).is_ok() {
        frames += 1;
    }
    assert_eq!(frames, (8 << 20) / 64);
    let below = regions::STACK_TOP - (8 << 20) - 1;
    assert_eq!(memory.load::<1>(below).map_err(stop), Err(Stop::Fault(Fault::StackOverflow)));
    memory.stack_release(regions::STACK_TOP);
    assert_eq!(memory.bytes_in_use(), 0);
}

#[test]
fn maps_are_zero_and_end_where_they_are_unmapped() {
    let mut memory = memory();
    let map = memory.map(3 * 4096 + 1).expect("room");
    assert_eq!(memory.bytes_in_use(), 4 * 4096);
    memory.fill(map, 1, 4 * 4096).expect("all of it");
    assert_eq!(kind(memory.load::<1>(map + 4 * 4096)), AccessFault::OutOfBounds);
    assert!(memory.protect(map, 4096, false));
    assert_eq!(kind(memory.store::<1>(map, 1)), AccessFault::ReadOnly);
    assert_eq!(memory.load::<1>(map), Ok(1));
    assert!(memory.protect(map, 4096, true));
    memory.store::<1>(map, 2).expect("writable again");
    assert!(memory.unmap(map + 4096, 4096));
    assert_eq!(memory.load::<1>(map), Ok(2));
    assert_eq!(kind(memory.load::<1>(map + 4096 + 8)), AccessFault::OutOfBounds);
    assert_eq!(memory.load::<1>(map + 8192), Ok(1));
    assert_eq!(memory.object_at(map + 8192).map(|o| (o.base, o.size)), Some((map + 8192, 8192)));
    assert!(memory.unmap(map, 4 * 4096));
    assert_eq!(memory.bytes_in_use(), 0);
    assert_eq!(kind(memory.load::<1>(map)), AccessFault::UseAfterFree);
    assert!(!memory.unmap(regions::HEAP, 4096));
    assert!(!memory.unmap(map + 1, 4096));
}

#[test]
fn strings_end_at_nul_or_fault_at_the_end_of_their_object() {
    let mut memory = memory();
    let object = memory.heap_allocate(9000, 16, false).expect("room");
    memory.fill(object, b'x', 9000).expect("all of it");
    memory.store::<1>(object + 8000, 0).expect("inside");
    assert_eq!(memory.read_c_string(object, 1 << 20).map(|s| s.len()), Ok(8000));
    assert_eq!(memory.read_c_string(object, 100).map(|s| s.len()), Ok(100));
    assert_eq!(memory.read_c_string(object + 8001, 1 << 20).expect_err("no NUL").address, object + 9000);
}

#[test]
fn overlapping_copies_move() {
    let mut memory = memory();
    let size = 20_000;
    let object = memory.heap_allocate(size, 16, false).expect("room");
    let mut model: Vec<u8> = (0..size).map(|i| (i * 7 + i / 251) as u8).collect();
    memory.write(object, &model).expect("all of it");
    let mut random = Random(88);
    for _ in 0..300 {
        let len = random.below(12_000);
        let (to, from) = (random.below(size - len), random.below(size - len));
        memory.copy(object + to, object + from, len).expect("inside");
        model.copy_within(from as usize..(from + len) as usize, to as usize);
        assert_eq!(memory.read_vec(object, size).as_ref(), Ok(&model));
    }
    let other = memory.heap_allocate(size, 16, false).expect("room");
    memory.copy(other, object, size).expect("all of it");
    assert_eq!(memory.compare(object, other, size), Ok(std::cmp::Ordering::Equal));
    memory.store::<1>(other + size - 1, u64::from(model[size as usize - 1]) ^ 0x80).expect("inside");
    assert_ne!(memory.compare(object, other, size), Ok(std::cmp::Ordering::Equal));
}

/// What the model knows: every accessible byte, and nothing else.
#[derive(Clone)]
struct Model {
    bytes: HashMap<u64, u8>,
    heap: Vec<(u64, u64)>,
    /// Mark before, address, size.
    stack: Vec<(u64, u64, u64)>,
}

fn random_step(random: &mut Random, memory: &mut Memory, model: &mut Model) {
    match random.below(20) {
        0 | 1 => {
            let size = if random.below(8) == 0 { random.below(40_000) } else { random.below(200) };
            let align = 1 << random.below(9);
            let object = memory.heap_allocate(size, align, true).expect("room");
            model.heap.push((object, size));
            (object..object + size).for_each(|at| assert_eq!(model.bytes.insert(at, 0), None));
        }
        2 if !model.heap.is_empty() => {
            let (object, size) = model.heap.swap_remove(random.below(model.heap.len() as u64) as usize);
            memory.heap_free(object).expect("live");
            (object..object + size).for_each(|at| assert!(model.bytes.remove(&at).is_some()));
        }
        3 | 4 => {
            let size = if random.below(8) == 0 { random.below(20_000) } else { random.below(64) };
            let mark = memory.stack_mark();
            let object = memory.stack_allocate(size, 1 << random.below(6)).expect("room");
            memory.fill(object, 3, size).expect("all of it");
            model.stack.push((mark, object, size));
            (object..object + size).for_each(|at| assert_eq!(model.bytes.insert(at, 3), None));
        }
        5 if !model.stack.is_empty() => {
            let keep = model.stack.len() - 1 - random.below(model.stack.len().min(3) as u64) as usize;
            memory.stack_release(model.stack[keep].0);
            for (_, object, size) in model.stack.split_off(keep) {
                (object..object + size).for_each(|at| assert!(model.bytes.remove(&at).is_some()));
            }
        }
        choice => random_access(random, memory, model, choice),
    }
}

fn random_access(random: &mut Random, memory: &mut Memory, model: &mut Model, choice: u64) {
    let objects: Vec<(u64, u64)> =
        model.heap.iter().copied().chain(model.stack.iter().map(|&(_, object, size)| (object, size))).collect();
    if objects.is_empty() {
        return;
    }
    let (object, size) = objects[random.below(objects.len() as u64) as usize];
    let address = (object + random.below(size + 24)).wrapping_sub(8);
    let len = 1 << random.below(4);
    let good = (address..address + len).find(|at| !model.bytes.contains_key(at));
    let value = random.next();
    if choice.is_multiple_of(2) {
        let result = match len {
            1 => memory.store::<1>(address, value),
            2 => memory.store::<2>(address, value),
            4 => memory.store::<4>(address, value),
            _ => memory.store::<8>(address, value),
        };
        assert_eq!(result.err().map(|fault| fault.address), good);
        if good.is_none() {
            (0..len).for_each(|i| _ = model.bytes.insert(address + i, (value >> (8 * i)) as u8));
        }
    } else {
        let result = match len {
            1 => memory.load::<1>(address),
            2 => memory.load::<2>(address),
            4 => memory.load::<4>(address),
            _ => memory.load::<8>(address),
        };
        match good {
            Some(bad) => assert_eq!(result.map_err(|fault| fault.address), Err(bad)),
            None => {
                let expected = (0..len).fold(0, |word, i| word | u64::from(model.bytes[&(address + i)]) << (8 * i));
                assert_eq!(result, Ok(expected));
            }
        }
    }
}

#[test]
fn random_programs_agree_with_a_naive_model_across_snapshots() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let model = Model { bytes: HashMap::new(), heap: vec![], stack: vec![] };
    let mut worlds = vec![(memory(), model)];
    for step in 0..30_000 {
        let index = random.below(worlds.len() as u64) as usize;
        let (memory, model) = &mut worlds[index];
        random_step(&mut random, memory, model);
        if step % 500 == 499 {
            let copy = (memory.snapshot(), model.clone());
            if worlds.len() < 6 {
                worlds.push(copy);
            } else {
                worlds[(index + 1) % 6] = copy;
            }
        }
    }
    for (mut memory, model) in worlds {
        for (&at, &byte) in &model.bytes {
            assert_eq!(memory.load::<1>(at), Ok(u64::from(byte)));
        }
        assert!(memory.stack_mark() <= regions::STACK_TOP);
    }
}

#[test]
fn addresses_do_not_depend_on_snapshots() {
    let run = |snapshots: bool| {
        let mut memory = memory();
        let mut random = Random(77);
        let mut model = Model { bytes: HashMap::new(), heap: vec![], stack: vec![] };
        let mut kept = vec![];
        for step in 0..3000 {
            random_step(&mut random, &mut memory, &mut model);
            if snapshots && step % 100 == 0 {
                kept.push(memory.snapshot());
            }
        }
        (model.heap, model.stack, memory.bytes_in_use())
    };
    assert_eq!(run(false), run(true));
}

fn report(name: &str, rounds: u64, body: impl FnOnce()) {
    let start = Instant::now();
    body();
    println!("{name:40} {:8.2} ns/op", start.elapsed().as_nanos() as f64 / rounds as f64);
}

/// Prints; run it in release: `cargo test --release -p rift-vm memory::tests::speed -- --nocapture`.
#[test]
fn speed() {
    let rounds = if cfg!(debug_assertions) { 100_000 } else { 20_000_000 };
    let mut memory = memory();
    let object = memory.heap_allocate(1 << 20, 16, true).expect("room");
    let mut sum = 0;
    report("load 8, sequential in 16 KiB", rounds, || {
        (0..rounds).for_each(|i| sum ^= memory.load::<8>(object + i % 2048 * 8).expect("inside"));
    });
    report("store 4, sequential in 16 KiB", rounds, || {
        (0..rounds).for_each(|i| memory.store::<4>(object + i % 4096 * 4, i).expect("inside"));
    });
    report("load 8, unaligned", rounds, || {
        (0..rounds).for_each(|i| sum ^= memory.load::<8>(object + 4 + i % 2000 * 8).expect("inside"));
    });
    let mut random = Random(5);
    report("load 8, random in 1 MiB", rounds, || {
        (0..rounds).for_each(|_| sum ^= memory.load::<8>(object + (random.next() & 0xF_FFF8)).expect("inside"));
    });
    let big = memory.heap_allocate(64 << 20, 16, true).expect("room");
    memory.fill(big, 1, 64 << 20).expect("all of it");
    report("load 8, random in 64 MiB", rounds / 10, || {
        (0..rounds / 10).for_each(|_| sum ^= memory.load::<8>(big + (random.next() & 0x3FF_FFF8)).expect("inside"));
    });
    report("random numbers alone", rounds, || (0..rounds).for_each(|_| sum ^= random.next()));
    report("stack frame: 2 objects and release", rounds / 4, || {
        for _ in 0..rounds / 4 {
            let mark = memory.stack_mark();
            sum ^= memory.stack_allocate(8, 8).expect("room") ^ memory.stack_allocate(24, 8).expect("room");
            memory.stack_release(mark);
        }
    });
    report("malloc(40) + free, then reused", rounds / 8, || {
        for _ in 0..rounds / 8 {
            let object = memory.heap_allocate(40, 16, false).expect("room");
            memory.heap_free(object).expect("live");
        }
    });
    report("copy 32", rounds / 4, || {
        (0..rounds / 4).for_each(|i| memory.copy(object + (i & 31) * 64, object + 65536, 32).expect("inside"));
    });
    report("copy 64 KiB", rounds / 4000, || {
        (0..rounds / 4000).for_each(|_| memory.copy(object, object + (1 << 19), 1 << 16).expect("inside"));
    });
    report("snapshot and one write after it (85 MiB)", 1000, || {
        for i in 0..1000 {
            let copy = memory.snapshot();
            memory.store::<8>(object + i * 8, 1).expect("inside");
            drop(copy);
        }
    });
    assert!(sum != 1);
}
