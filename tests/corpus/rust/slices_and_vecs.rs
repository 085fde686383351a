fn main() {
    let mut v = vec![5, 3, 8, 1, 9, 2, 7];
    println!("{:?} {:?} {:?}", v.first(), v.last(), v.get(100));
    println!("{:?}", v.windows(3).map(|w| w.iter().sum::<i32>()).collect::<Vec<_>>());
    println!("{:?} {:?}", v.chunks(3).collect::<Vec<_>>(), v.rchunks(3).collect::<Vec<_>>());
    println!("{:?} {:?}", v.chunks_exact(2).remainder(), v.split_at(2));
    v.sort();
    println!("{v:?} {:?} {:?}", v.binary_search(&7), v.binary_search(&4));
    v.reverse();
    v.rotate_left(2);
    println!("{v:?}");
    v.swap(0, 6);
    v.insert(2, 100);
    println!("{} {:?}", v.remove(0), v.swap_remove(1));
    println!("{v:?}");
    v.retain(|x| x % 2 == 1);
    println!("{v:?}");
    v.extend_from_slice(&[1, 1, 2, 2, 1]);
    v.dedup();
    println!("{v:?}");
    let d: Vec<i32> = v.drain(1..3).collect();
    println!("{d:?} {v:?}");
    let t = v.split_off(2);
    println!("{v:?} {t:?}");
    v.truncate(1);
    v.resize(4, -1);
    println!("{v:?}");
    v.splice(1..3, [7, 8, 9]);
    println!("{v:?}");
    println!("{:?}", [1, 2, 0, 3, 0].split(|x| *x == 0).collect::<Vec<_>>());
    println!("{} {} {}", [1, 2] < [1, 3], v.contains(&8), v.starts_with(&[v[0]]));
    println!("{:?}", [[1, 2], [3, 4]].concat());
    let mut a = [0u8; 8];
    a[2..5].copy_from_slice(&[1, 2, 3]);
    a.copy_within(2..5, 4);
    a[6..].fill(9);
    println!("{a:?}");
    {
        let [x, .., z] = a;
        println!("{x} {z}");
    }
    if let [f, rest @ ..] = &v[..] {
        println!("{f} {rest:?}");
    }
    let (l, r) = a.split_at_mut(4);
    l[0] = r[0];
    std::mem::swap(&mut l[1], &mut r[1]);
    println!("{a:?}");
    println!("{:?}", v.iter().rev().skip(1).step_by(2).collect::<Vec<_>>());
    println!("{:?} {:?}", v.iter().max(), v.iter().position(|&x| x == 9));
    let mut s = [3, 1, 2, 5, 4];
    s.select_nth_unstable(2);
    println!("{}", s[2]);
    println!("{:?}", [1, 2, 3, 4, 5].partition_point(|x| *x < 4));
    println!("{:?}", v.iter().map(|x| x * 2).collect::<Box<[_]>>());
    let b: Vec<Vec<i32>> = (0..3).map(|i| vec![i; i as usize]).collect();
    println!("{b:?}");
    println!("{:?}", [1, 1, 2, 3, 3].chunk_by(|a, b| a == b).collect::<Vec<_>>());
    println!("{:?}", [3, 4].repeat(2));
    println!("{:?}", vec![1u8; 3].iter().copied().fold(0u32, |a, x| a * 10 + x as u32));
    println!("{:?}", <[i32; 3]>::try_from(&[1, 2, 3][..]));
    println!("{:?}", [1, 2, 3].map(|x| x * x));
    println!("{:?}", [5, 6].first_chunk::<1>());
}
