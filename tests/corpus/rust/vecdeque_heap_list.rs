use std::cmp::Reverse;
use std::collections::{BinaryHeap, LinkedList, VecDeque};
#[derive(PartialEq, Eq, Debug)]
struct T(u32, &'static str);
impl Ord for T {
    fn cmp(&self, o: &Self) -> std::cmp::Ordering { o.0.cmp(&self.0).then_with(|| self.1.cmp(o.1)) }
}
impl PartialOrd for T {
    fn partial_cmp(&self, o: &Self) -> Option<std::cmp::Ordering> { Some(self.cmp(o)) }
}
fn main() {
    let mut d: VecDeque<i32> = (0..5).collect();
    d.rotate_left(2);
    d.push_front(-1);
    d.push_back(9);
    println!("{d:?} {:?} {:?}", d.front(), d.get(3));
    d.pop_front();
    d.pop_back();
    for i in 0..100 {
        d.push_back(i);
        d.pop_front();
    }
    println!("{d:?} {}", d.len());
    d.make_contiguous().sort();
    d.insert(2, 50);
    d.swap(0, 1);
    d.remove(3);
    d.extend([1, 2]);
    println!("{d:?} {:?}", d.iter().rev().take(2).collect::<Vec<_>>());
    let (a, b) = d.as_slices();
    println!("{}", a.len() + b.len());
    d.truncate(2);
    d.resize(4, 7);
    println!("{d:?} {}", d.contains(&7));
    let mut h = BinaryHeap::from(vec![3, 1, 4, 1, 5, 9, 2, 6]);
    println!("{:?} {}", h.peek(), h.len());
    h.push(7);
    print!("pop");
    while let Some(x) = h.pop() {
        print!(" {x}");
    }
    println!();
    let mut r = BinaryHeap::new();
    for x in [5, 2, 8] {
        r.push(Reverse(x));
    }
    println!("{:?}", r.pop().map(|Reverse(x)| x));
    if let Some(mut p) = r.peek_mut() {
        p.0 = 100;
    }
    println!("{:?}", r.into_sorted_vec());
    let mut t = BinaryHeap::new();
    t.push(T(3, "c"));
    t.push(T(1, "a"));
    t.push(T(1, "b"));
    println!("{:?} {:?}", t.pop(), t.pop());
    let mut l: LinkedList<i32> = LinkedList::new();
    l.push_back(2);
    l.push_front(1);
    let mut m = LinkedList::from([3, 4]);
    l.append(&mut m);
    println!("{l:?} {} {:?}", m.is_empty(), l.split_off(2));
    println!("{}", d == VecDeque::from(vec![1]));
    let g = [[1u32, 7, 3], [2, 9, 1], [8, 1, 1]];
    let mut dist = [[u32::MAX; 3]; 3];
    let mut q = BinaryHeap::from([Reverse((1, 0usize, 0usize))]);
    while let Some(Reverse((c, y, x))) = q.pop() {
        if c >= dist[y][x] {
            continue;
        }
        dist[y][x] = c;
        for (dy, dx) in [(0i32, 1i32), (1, 0), (0, -1), (-1, 0)] {
            let (ny, nx) = (y as i32 + dy, x as i32 + dx);
            if (0..3).contains(&ny) && (0..3).contains(&nx) {
                q.push(Reverse((c + g[ny as usize][nx as usize], ny as usize, nx as usize)));
            }
        }
    }
    println!("{dist:?}");
}
