use std::collections::*;
struct Fib(u64, u64);
impl Iterator for Fib {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        let r = self.0;
        self.0 = self.1;
        self.1 += r;
        Some(r)
    }
}
fn main() {
    println!("{:?}", Fib(0, 1).skip_while(|x| *x < 10).step_by(2).take(5).collect::<Vec<_>>());
    println!("{:?}", Fib(0, 1).take_while(|x| *x < 100).filter(|x| x % 2 == 0).sum::<u64>());
    println!("{:?}", (1..=5).zip("abc".chars()).collect::<Vec<_>>());
    println!("{:?}", (0..3).chain(7..9).rev().enumerate().collect::<Vec<_>>());
    println!(
        "{:?}",
        [1, 2, 3]
            .iter()
            .scan(1, |s, x| {
                *s *= x;
                Some(*s)
            })
            .collect::<Vec<_>>()
    );
    println!("{:?}", ["1", "x", "3"].iter().filter_map(|s| s.parse::<i32>().ok()).collect::<Vec<_>>());
    println!(
        "{:?} {:?}",
        ["1", "x"].iter().map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>().is_err(),
        [Some(1), None].into_iter().collect::<Option<Vec<_>>>()
    );
    println!("{:?}", (1..4).flat_map(|i| (0..i).map(move |j| (i, j))).collect::<Vec<_>>());
    println!("{:?}", vec![vec![1], vec![], vec![2, 3]].into_iter().flatten().product::<i32>());
    println!("{:?}", (1..10).partition::<Vec<i32>, _>(|x| x % 3 == 0));
    let mut p = [1, 1, 2, 3, 3].iter().peekable();
    let mut g = vec![];
    while let Some(x) = p.next() {
        let mut n = 1;
        while p.next_if_eq(&x).is_some() {
            n += 1;
        }
        g.push((x, n));
    }
    println!("{g:?}");
    println!(
        "{:?} {:?} {:?}",
        (1..5).fold(String::new(), |a, x| a + &x.to_string()),
        (1..5).reduce(|a, b| a * b),
        (0..0).max()
    );
    println!("{:?} {:?}", "hello".chars().max_by_key(|c| *c as u32 % 7), ["aa", "b"].iter().min_by_key(|s| s.len()));
    println!(
        "{} {} {:?} {:?}",
        (1..5).all(|x| x > 0),
        (1..5).any(|x| x > 4),
        (1..9).find(|x| x * x > 20),
        (1..9).rposition(|x| x % 4 == 0)
    );
    println!("{:?}", (0..6).map_while(|x| if x < 3 { Some(x * 10) } else { None }).last());
    println!("{:?}", [3, 1, 2].iter().cycle().take(7).copied().collect::<VecDeque<_>>());
    println!("{:?}", (1..=3).map(|x| (x, x * x)).unzip::<i32, i32, Vec<_>, Vec<_>>());
    println!("{:?}", "b a c a".split(' ').collect::<BTreeSet<_>>());
    println!("{:?}", ["k", "v"].iter().zip(1..).map(|(a, b)| (a.to_string(), b)).collect::<BTreeMap<_, _>>());
    println!("{:?} {:?}", (0..10).size_hint(), (0..10).filter(|x| x % 2 == 0).size_hint());
    println!("{:?}", [1, 2, 3].iter().cmp([1, 2, 4].iter()));
    println!("{}", (1..4).inspect(|x| print!("<{x}>")).count());
    println!("{:?}", std::iter::successors(Some(1u32), |x| x.checked_mul(10)).collect::<Vec<_>>());
    println!("{:?}", std::iter::repeat_n("z", 3).collect::<String>());
    let mut n = 0;
    println!(
        "{:?}",
        std::iter::from_fn(|| {
            n += 1;
            (n < 4).then_some(n)
        })
        .collect::<Vec<_>>()
    );
    println!("{:?}", (0..20).step_by(7).rev().collect::<Vec<_>>());
    println!("{:?}", [1, 5, 2].iter().try_fold(0i8, |a, x| a.checked_add(x * 20)));
    println!("{:?}", (1..=4).rev().skip(1).nth(1));
    let mut it = (1..10).into_iter();
    println!("{:?} {:?}", it.by_ref().take(3).sum::<i32>(), it.next_back());
    println!("{}", [1.5f32, 2.5].iter().sum::<f32>());
    println!("{:?}", (0..5).array_chunks_fallback());
}
trait Ac {
    fn array_chunks_fallback(self) -> Vec<(i32, i32)>;
}
impl<I: Iterator<Item = i32>> Ac for I {
    fn array_chunks_fallback(mut self) -> Vec<(i32, i32)> {
        let mut v = vec![];
        while let (Some(a), Some(b)) = (self.next(), self.next()) {
            v.push((a, b));
        }
        v
    }
}
