//! Symbolic bytes against a naive model that knows the term of every byte, and the cases that are easy to get wrong.

use super::tests::{Random, memory};
use super::*;
use rift_expr::{Evaluator, Model, TermId, Terms};
use std::collections::HashMap;

/// Bytes that inputs have here.
const INPUT: u32 = 40;

fn value_of(terms: &Terms, input: &Model, term: TermId) -> u64 {
    let mut evaluator = Evaluator::default();
    evaluator.reset(input);
    evaluator.value(terms, term)
}

fn random_input(random: &mut Random) -> Model {
    let mut input = Model::default();
    (0..INPUT).for_each(|at| input.set(at, random.next() as u8));
    input
}

/// Stores a value together with its term, as the machine does.
fn store_term(memory: &mut Memory, terms: &Terms, input: &Model, address: u64, term: TermId) {
    let bytes = terms.width(term) / 8;
    memory.write(address, &value_of(terms, input, term).to_le_bytes()[..bytes as usize]).expect("inside");
    memory.set_term(address, bytes, term);
}

#[test]
fn a_load_of_what_was_stored_gives_the_very_term() {
    let mut memory = memory();
    let mut terms = Terms::new();
    let object = memory.heap_allocate(9000, 16, true).expect("room");
    assert!(!memory.has_symbols());
    let term = terms.read(0, 8);
    let edge = (object | 4095) + 1;
    for address in [object, object + 1, edge - 8, edge - 3, edge] {
        store_term(&mut memory, &terms, &Model::default(), address, term);
        assert_eq!(memory.term_at(&mut terms, address, 8), Some(term));
        memory.copy(object + 100, address, 8).expect("inside");
        assert_eq!(memory.term_at(&mut terms, object + 100, 8), Some(term), "put together again");
        memory.clear_terms(address, 8);
        assert_eq!(memory.term_at(&mut terms, address, 8), None);
    }
    assert!(memory.has_symbols());
    assert_eq!(memory.term_at(&mut terms, object + 92, 8), None);
    assert_eq!(memory.term_at(&mut terms, object + 108, 8), None);
    memory.fill(object + 102, 7, 1).expect("inside");
    assert_eq!(memory.term_at(&mut terms, object + 102, 1), None);
    let cut = terms.extract(term, 0, 16);
    assert_eq!(memory.term_at(&mut terms, object + 100, 2), Some(cut));
}

#[test]
fn removed_pages_are_forgotten() {
    let mut memory = memory();
    let mut terms = Terms::new();
    let term = terms.read(0, 1);
    let map = memory.map(3 * 4096).expect("room");
    let large = memory.heap_allocate(1 << 20, 16, true).expect("room");
    for address in [map, map + 4096, map + 8192, large, large + (1 << 19)] {
        store_term(&mut memory, &terms, &Model::default(), address, term);
    }
    assert!(memory.unmap(map + 4096, 4096));
    memory.heap_free(large).expect("live");
    let mut seen = 0;
    memory.refresh(&mut |_| {
        seen += 1;
        0
    });
    assert_eq!(seen, 2);
    assert_eq!(memory.term_at(&mut terms, map + 8192, 1), Some(term));
    memory.clear_terms(0, u64::MAX);
    assert_eq!(memory.term_at(&mut terms, map + 8192, 1), None);
}

#[test]
fn reused_heap_memory_keeps_its_terms_unless_it_is_zeroed_or_becomes_a_header() {
    let mut memory = memory();
    let mut terms = Terms::new();
    let term = terms.read(0, 8);
    let size = 16_000;
    let objects = [(); 3].map(|()| memory.heap_allocate(size, 16, false).expect("room"));
    for &object in &objects {
        (0..size / 8).for_each(|i| store_term(&mut memory, &terms, &Model::default(), object + 8 * i, term));
        memory.heap_free(object).expect("live");
    }
    let small = memory.heap_allocate(100, 16, false).expect("room");
    store_term(&mut memory, &terms, &Model::default(), small + 8, term);
    memory.heap_free(small).expect("live");
    // Enough other frees to push these out of the quarantine, in a class of their own.
    for _ in 0..(65 << 20) / 1024 {
        let other = memory.heap_allocate(900, 16, false).expect("room");
        memory.heap_free(other).expect("live");
    }
    // The last one freed is the first one reused. Less redzone, but room for an aligned start: the same class.
    let aligned = memory.heap_allocate(size - 2000, 2048, false).expect("room");
    assert!((objects[2]..objects[2] + size).contains(&aligned), "the header lies among the old bytes");
    assert_eq!(memory.term_at(&mut terms, aligned, 8), Some(term));
    let zeroed = memory.heap_allocate(size, 16, true).expect("room");
    assert_eq!(zeroed, objects[1]);
    assert_eq!(memory.term_at(&mut terms, zeroed, size as u32), None);
    assert_eq!(memory.heap_allocate(100, 16, true), Some(small));
    assert_eq!(memory.term_at(&mut terms, small, 100), None);
    let kept = memory.heap_allocate(size, 16, false).expect("room");
    assert_eq!(kept, objects[0]);
    assert_eq!(memory.term_at(&mut terms, kept, 8), Some(term));
    memory.refresh(&mut |_| u64::MAX);
    assert_eq!(memory.load::<8>(aligned), Ok(u64::MAX));
    assert_eq!(memory.heap_size(aligned), Ok(size - 2000));
    assert_eq!(memory.heap_size(kept), Ok(size));
    assert_eq!(memory.load::<8>(zeroed), Ok(0));
}

#[test]
fn refresh_leaves_other_snapshots_and_unchanged_pages_alone() {
    let mut memory = memory();
    let mut terms = Terms::new();
    let [a, b] = [0, 8].map(|at| terms.read(at, 8));
    let object = memory.heap_allocate(3 * 4096, 16, true).expect("room");
    store_term(&mut memory, &terms, &Model::default(), object, a);
    store_term(&mut memory, &terms, &Model::default(), object + 8188, b);
    let mut copy = memory.snapshot();
    copy.refresh(&mut |term| if term == a { 5 } else { 0 });
    assert_eq!(copy.load::<8>(object), Ok(5));
    assert_eq!(memory.load::<8>(object), Ok(0));
    let page = |memory: &Memory, address: u64| std::ptr::from_ref(memory.peek(address >> PAGE_BITS).expect("a page"));
    assert_ne!(page(&memory, object), page(&copy, object));
    assert_eq!(page(&memory, object + 8192), page(&copy, object + 8192), "nothing changed there");
    copy.refresh(&mut |term| if term == b { 0x0102_0304_0506_0708 } else { 0 });
    assert_eq!(copy.load::<8>(object + 8188), Ok(0x0102_0304_0506_0708));
    assert_eq!(memory.load::<8>(object + 8188), Ok(0));
}

#[test]
fn reads_are_noted_once_and_up_to_where_they_went() {
    let mut memory = memory();
    let mut terms = Terms::new();
    let object = memory.heap_allocate(9000, 16, true).expect("room");
    let input = Model { bytes: b"abcdefghijklmnop".to_vec() };
    let bytes: Vec<TermId> = (0..16).map(|at| terms.read(at, 1)).collect();
    let word = terms.read(8, 4);
    let edge = (object | 4095) + 1;
    store_term(&mut memory, &terms, &input, edge - 2, word);
    (0..4).for_each(|i| store_term(&mut memory, &terms, &input, object + i, bytes[i as usize]));
    let noted = |memory: &mut Memory, read: &dyn Fn(&mut Memory)| {
        memory.note_reads();
        read(memory);
        memory.take_noted()
    };
    assert_eq!(
        noted(&mut memory, &|memory| _ = memory.read_array::<2>(object + 1)),
        [(object + 1, 1), (object + 2, 1)]
    );
    assert_eq!(noted(&mut memory, &|memory| _ = memory.read_vec(edge - 100, 200)), [(edge - 2, 2), (edge, 2)]);
    let twice = |memory: &mut Memory| {
        _ = memory.read_vec(edge - 1, 1);
        _ = memory.read_vec(edge - 2, 2);
        _ = memory.read_vec(edge - 1, 1);
    };
    assert_eq!(noted(&mut memory, &twice), [(edge - 2, 2)]);
    assert_eq!(noted(&mut memory, &|memory| _ = memory.read_c_string(object, 100)).len(), 4);
    memory.write(object + 2, &[0]).expect("inside");
    memory.set_term(object + 2, 1, bytes[2]);
    assert_eq!(noted(&mut memory, &|memory| _ = memory.read_c_string(object, 100)).len(), 3, "its NUL, but no more");
    memory.write(object + 20, b"ax").expect("inside");
    let compared = noted(&mut memory, &|memory| _ = memory.compare(object, object + 20, 4));
    assert_eq!(compared, [(object, 1), (object + 1, 1)]);
    assert_eq!(noted(&mut memory, &|memory| _ = memory.read_vec(object + 30, 100)), []);
    memory.read_vec(object, 4).expect("inside");
    assert_eq!(memory.take_noted(), [], "nobody asked");
    memory.note_reads();
    assert_eq!(memory.snapshot().take_noted(), []);
}

#[test]
fn what_was_read_is_known_after_it_was_overwritten() {
    let mut memory = memory();
    let mut terms = Terms::new();
    let object = memory.heap_allocate(64, 16, true).expect("room");
    let input = Model { bytes: b"\x01\x02\x03\x04".to_vec() };
    let word = terms.read(0, 4);
    store_term(&mut memory, &terms, &input, object, word);
    memory.note_reads();
    memory.read_array::<8>(object).expect("inside");
    memory.read_array::<4>(object).expect("inside");
    memory.read_array::<1>(object + 1).expect("inside");
    memory.write(object, &[0; 8]).expect("inside");
    let byte = terms.extract(word, 8, 8);
    let mut expected = vec![(word, 0x0403_0201), (byte, 2)];
    expected.sort_unstable();
    assert_eq!(memory.take_noted_terms(&mut terms), expected);
}

/// What the model knows. Bytes outlive their objects, as in the memory.
#[derive(Clone, Default)]
struct Naive {
    input: Model,
    bytes: HashMap<u64, u8>,
    /// Which byte of which term.
    terms: HashMap<u64, (TermId, u32)>,
    heap: Vec<(u64, u64)>,
    /// Mark before, address, size.
    stack: Vec<(u64, u64, u64)>,
}

impl Naive {
    fn byte(&self, at: u64) -> u8 {
        self.bytes.get(&at).copied().unwrap_or(0)
    }

    fn write(&mut self, address: u64, bytes: impl Iterator<Item = u8>) {
        for (at, byte) in (address..).zip(bytes) {
            self.bytes.insert(at, byte);
            self.terms.remove(&at);
        }
    }

    fn copy(&mut self, to: u64, from: u64, len: u64) {
        let old: Vec<_> = (from..from + len).map(|at| (self.byte(at), self.terms.get(&at).copied())).collect();
        for (at, (byte, term)) in (to..).zip(old) {
            self.bytes.insert(at, byte);
            match term {
                Some(term) => self.terms.insert(at, term),
                None => self.terms.remove(&at),
            };
        }
    }

    fn refresh(&mut self, terms: &Terms, input: Model) {
        for (&at, &(term, index)) in &self.terms {
            self.bytes.insert(at, (value_of(terms, &input, term) >> (8 * index)) as u8);
        }
        self.input = input;
    }

    /// A range of `len` bytes at most within some live object.
    fn place(&self, random: &mut Random, len: u64) -> Option<(u64, u64)> {
        let stack = self.stack.iter().map(|&(_, object, size)| (object, size));
        let objects: Vec<(u64, u64)> = self.heap.iter().copied().chain(stack).filter(|&(_, size)| size > 0).collect();
        let (object, size) = *objects.get(random.below(objects.len().max(1) as u64) as usize)?;
        let len = len.clamp(1, size);
        Some((object + random.below(size - len + 1), len))
    }
}

fn allocate_or_free(random: &mut Random, memory: &mut Memory, naive: &mut Naive) {
    let size = if random.below(4) == 0 { random.below(20_000) } else { random.below(200) };
    match random.below(4) {
        0 if naive.heap.len() < 10 => {
            let object = memory.heap_allocate(size, 16, true).expect("room");
            naive.write(object, (0..size).map(|_| 0));
            naive.heap.push((object, size));
        }
        1 if naive.heap.len() > 3 => {
            let (object, _) = naive.heap.swap_remove(random.below(naive.heap.len() as u64) as usize);
            memory.heap_free(object).expect("live");
        }
        2 if naive.stack.len() < 10 => {
            let mark = memory.stack_mark();
            let object = memory.stack_allocate(size, 16).expect("room");
            naive.stack.push((mark, object, size));
        }
        3 if naive.stack.len() > 3 => {
            let (mark, ..) = naive.stack.pop().expect("some");
            memory.stack_release(mark);
        }
        _ => {}
    }
}

fn random_step(random: &mut Random, terms: &mut Terms, memory: &mut Memory, naive: &mut Naive) {
    let len = if random.below(4) == 0 { random.below(9000) } else { random.below(24) };
    let Some((address, len)) = naive.place(random, len) else {
        return allocate_or_free(random, memory, naive);
    };
    match random.below(16) {
        0 => allocate_or_free(random, memory, naive),
        1 => {
            let bytes: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
            memory.write(address, &bytes).expect("inside");
            naive.write(address, bytes.into_iter());
        }
        2 => {
            let byte = random.below(2) as u8;
            memory.fill(address, byte, len).expect("inside");
            naive.write(address, (0..len).map(|_| byte));
        }
        3..=5 => {
            let Some((from, shorter)) = naive.place(random, len) else { return };
            memory.copy(address, from, shorter).expect("inside");
            naive.copy(address, from, shorter);
        }
        6 if len >= 4 => {
            memory.store::<4>(address, 0x0807_0605).expect("inside");
            memory.clear_terms(address, 4);
            naive.write(address, [5, 6, 7, 8].into_iter());
        }
        7 => {
            memory.clear_terms(address, len);
            (address..address + len).for_each(|at| _ = naive.terms.remove(&at));
        }
        8 if random.below(8) == 0 => {
            let input = random_input(random);
            memory.refresh(&mut |term| value_of(terms, &input, term));
            naive.refresh(terms, input);
        }
        _ => {
            let term = terms.read(random.below(u64::from(INPUT) - 8) as u32, len.min(8) as u32);
            store_term(memory, terms, &naive.input, address, term);
            for index in 0..len.min(8) {
                let at = address + index;
                naive.bytes.insert(at, (value_of(terms, &naive.input, term) >> (8 * index)) as u8);
                naive.terms.insert(at, (term, index as u32));
            }
        }
    }
}

/// Compares bytes and terms of up to 8 bytes.
fn check(terms: &mut Terms, memory: &mut Memory, naive: &Naive, other: &Model, address: u64, len: u64) {
    let at = |index: u64| address + index;
    let bytes = memory.read_vec(address, len).expect("inside");
    assert!((0..len).all(|index| bytes[index as usize] == naive.byte(at(index))), "bytes at {address:#x}");
    let term = memory.term_at(terms, address, len as u32);
    assert_eq!(term.is_some(), (0..len).any(|index| naive.terms.contains_key(&at(index))));
    let Some(term) = term else { return };
    assert_eq!(terms.width(term), 8 * len as u32);
    for input in [&naive.input, other] {
        let byte = |index: u64| match naive.terms.get(&at(index)) {
            Some(&(term, index)) => value_of(terms, input, term) >> (8 * index) & 0xFF,
            None => u64::from(naive.byte(at(index))),
        };
        let expected = (0..len).fold(0, |value, index| value | byte(index) << (8 * index));
        assert_eq!(value_of(terms, input, term), expected);
    }
}

#[test]
fn random_programs_agree_with_a_naive_model_of_symbolic_bytes() {
    let mut random = Random(0x0DDB_1A5E_5BAD_5EED);
    let mut terms = Terms::new();
    let mut worlds = vec![(memory(), Naive { input: random_input(&mut random), ..Naive::default() })];
    for step in 0..20_000 {
        let index = random.below(worlds.len() as u64) as usize;
        let (memory, naive) = &mut worlds[index];
        random_step(&mut random, &mut terms, memory, naive);
        let len = 1 + random.below(8);
        if let Some((address, len)) = naive.place(&mut random, len) {
            let other = random_input(&mut random);
            check(&mut terms, memory, naive, &other, address, len);
        }
        if step % 500 == 499 {
            memory.check_symbols();
            let copy = (memory.snapshot(), naive.clone());
            if worlds.len() < 5 {
                worlds.push(copy);
            } else {
                worlds[(index + 1) % 5] = copy;
            }
        }
    }
    for (mut memory, naive) in worlds {
        let other = random_input(&mut random);
        let stack = naive.stack.iter().map(|&(_, object, size)| (object, size));
        for (object, size) in naive.heap.iter().copied().chain(stack) {
            (0..size).for_each(|at| check(&mut terms, &mut memory, &naive, &other, object + at, (size - at).min(3)));
        }
    }
}
