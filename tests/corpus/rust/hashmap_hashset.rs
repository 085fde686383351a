use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
#[derive(Hash, PartialEq, Eq, Debug, Clone, PartialOrd, Ord)]
enum K {
    A(u8),
    B { s: String },
    C,
}
fn main() {
    let mut m: HashMap<String, i32> = HashMap::new();
    for i in 0..1000 {
        *m.entry(format!("k{}", i % 37)).or_insert(0) += i;
    }
    let mut v: Vec<_> = m.iter().collect();
    v.sort();
    println!("{} {:?}", m.len(), &v[..3]);
    println!("{:?} {:?} {}", m.get("k5"), m.get("zz"), m.contains_key("k36"));
    println!("{:?} {:?}", m.remove("k1"), m.remove("k1"));
    m.retain(|_, v| *v % 2 == 0);
    println!("{}", m.len());
    let mut e: HashMap<K, Vec<i32>> = HashMap::new();
    e.entry(K::A(1)).or_default().push(1);
    e.entry(K::B { s: "x".into() }).or_default().push(2);
    e.entry(K::A(1)).or_default().push(3);
    e.insert(K::C, vec![]);
    let mut s: Vec<_> = e.into_iter().collect();
    s.sort();
    println!("{s:?}");
    let a: HashSet<i32> = (0..20).collect();
    let b: HashSet<i32> = (10..30).collect();
    let mut i: Vec<_> = a.intersection(&b).copied().collect();
    i.sort();
    println!("{i:?} {} {}", a.is_disjoint(&b), a.union(&b).count());
    let mut h = DefaultHasher::new();
    "hash me".hash(&mut h);
    42u64.hash(&mut h);
    println!("{:016x}", h.finish());
    let mut f: HashMap<i32, i32, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    for i in 0..50 {
        f.insert(i, i * i);
    }
    println!("{}", f.values().sum::<i32>());
    let c = m.clone();
    println!("{} {}", c == m, m.is_empty());
    let d: HashMap<_, _> = [("a", 1), ("b", 2)].into();
    println!("{}", d["b"]);
    println!("{:?}", HashMap::from([(1, "one")]));
    let mut g: HashMap<u64, u64> = HashMap::with_capacity(10);
    for i in 0..5000u64 {
        g.insert(i.wrapping_mul(0x9E3779B97F4A7C15), i);
        if i % 2 == 0 {
            g.remove(&(i / 2).wrapping_mul(0x9E3779B97F4A7C15));
        }
    }
    println!("{}", g.len());
    println!("{:?}", a.get(&5));
    let mut hs = HashSet::new();
    println!("{} {}", hs.insert("x"), hs.insert("x"));
}
