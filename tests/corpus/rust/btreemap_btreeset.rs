use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
fn main() {
    let mut m = BTreeMap::new();
    for i in 0..200u32 {
        m.insert(i * 7919 % 211, i);
    }
    println!("{} {:?} {:?}", m.len(), m.first_key_value(), m.last_key_value());
    println!("{:?}", m.range(50..60).collect::<Vec<_>>());
    for k in (0..211).step_by(3) {
        m.remove(&k);
    }
    println!("{} {}", m.len(), m.values().map(|x| *x as u64).sum::<u64>());
    println!("{:?}", m.range(..=10).rev().map(|(k, _)| *k).collect::<Vec<_>>());
    *m.entry(1000).or_insert(5) += 1;
    m.entry(1000).and_modify(|v| *v *= 2).or_default();
    println!("{:?}", m.get(&1000));
    println!("{:?}", m.insert(1000, 0));
    if let Entry::Occupied(e) = m.entry(1000) {
        println!("{:?}", e.remove_entry());
    }
    let hi = m.split_off(&100);
    println!("{} {} {:?}", m.len(), hi.len(), hi.keys().next());
    m.retain(|k, _| k % 2 == 0);
    println!("{:?}", m.pop_first());
    let mut w = BTreeMap::new();
    for s in "the cat sat on the mat the end".split(' ') {
        *w.entry(s).or_insert(0) += 1;
    }
    println!("{w:?}");
    println!("{:#?}", w.iter().filter(|(_, v)| **v > 1).collect::<BTreeMap<_, _>>());
    let a: BTreeSet<_> = (0..10).collect();
    let b: BTreeSet<_> = (5..15).step_by(2).collect();
    println!(
        "{:?} {:?} {:?} {:?}",
        &a & &b,
        &a - &b,
        a.symmetric_difference(&b).collect::<Vec<_>>(),
        a.is_superset(&b)
    );
    println!("{:?} {:?}", a.union(&b).count(), b.range(8..).next());
    for (_, v) in m.iter_mut() {
        *v += 1;
    }
    println!("{:?}", m.into_values().take(3).collect::<Vec<_>>());
    let big: BTreeMap<String, usize> = (0..1000).map(|i| (format!("k{i:04}"), i)).collect();
    println!("{:?} {}", big.get("k0500"), big.range("k0990".to_string()..).count());
}
