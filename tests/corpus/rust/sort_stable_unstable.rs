fn main() {
    let mut x = 12345u32;
    let mut r = || {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x
    };
    for n in [0usize, 1, 2, 10, 20, 21, 50, 300, 2000] {
        let v: Vec<(u32, usize)> = (0..n).map(|i| (r() % 50, i)).collect();
        let mut a = v.clone();
        a.sort_by_key(|p| p.0);
        let st = a.windows(2).all(|w| w[0].0 < w[1].0 || (w[0].0 == w[1].0 && w[0].1 < w[1].1));
        let mut b = v.clone();
        b.sort_unstable();
        let mut c: Vec<u32> = v.iter().map(|p| p.0).collect();
        c.sort_unstable_by(|a, b| b.cmp(a));
        let h = c.iter().enumerate().fold(0u64, |h, (i, x)| h.wrapping_mul(31).wrapping_add(*x as u64 ^ i as u64));
        println!("{n} {st} {} {} {h}", a == b, c.is_sorted_by(|a, b| a >= b));
    }
    let mut s = vec!["pear", "Apple", "fig", "banana", "cherry", "fig"];
    s.sort();
    println!("{s:?}");
    s.sort_by_key(|s| s.len());
    println!("{s:?}");
    s.sort_by(|a, b| a.to_lowercase().cmp(&b.to_lowercase()).reverse());
    println!("{s:?}");
    s.sort_by_cached_key(|s| s.chars().last());
    println!("{s:?}");
    let mut f = [2.5, -1.0, 9.0];
    f.sort_by(|a, b| b.partial_cmp(a).unwrap());
    println!("{f:?}");
    let mut o = vec![Some(3), None, Some(1)];
    o.sort();
    println!("{o:?}");
    let mut t = vec![(1, 'b'), (0, 'z'), (1, 'a')];
    t.sort_by_key(|p| std::cmp::Reverse(p.clone()));
    println!("{t:?}");
    let mut asc: Vec<i32> = (0..500).collect();
    asc.sort();
    asc.reverse();
    asc.sort();
    println!("{} {}", asc[0], asc[499]);
}
