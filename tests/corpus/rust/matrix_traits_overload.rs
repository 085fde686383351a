use std::ops::{Add, Index, IndexMut, Mul, Sub};
#[derive(Clone, Debug, PartialEq)]
struct M {
    r: usize,
    c: usize,
    d: Vec<f64>,
}
impl M {
    fn new(r: usize, c: usize, f: impl Fn(usize, usize) -> f64) -> M {
        M { r, c, d: (0..r * c).map(|k| f(k / c, k % c)).collect() }
    }
    fn t(&self) -> M { M::new(self.c, self.r, |i, j| self[(j, i)]) }
    fn det(&self) -> f64 {
        if self.r == 1 {
            return self.d[0];
        }
        (0..self.c)
            .map(|k| {
                (if k % 2 == 0 { 1.0 } else { -1.0 })
                    * self[(0, k)]
                    * M::new(self.r - 1, self.c - 1, |i, j| self[(i + 1, j + (j >= k) as usize)]).det()
            })
            .sum()
    }
}
impl Index<(usize, usize)> for M {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 { &self.d[i * self.c + j] }
}
impl IndexMut<(usize, usize)> for M {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 { &mut self.d[i * self.c + j] }
}
impl Mul for &M {
    type Output = Option<M>;
    fn mul(self, o: &M) -> Option<M> {
        (self.c == o.r).then(|| M::new(self.r, o.c, |i, j| (0..self.c).map(|k| self[(i, k)] * o[(k, j)]).sum()))
    }
}
macro_rules! elementwise {
    ($($t:ident $f:ident $op:tt),*) => {$(impl $t for &M { type Output = M; fn $f(self, o: &M) -> M { M::new(self.r, self.c, |i, j| self[(i, j)] $op o[(i, j)]) } })*};
}
elementwise!(Add add +, Sub sub -);
fn main() {
    let mut a = M::new(2, 3, |i, j| (i * 3 + j) as f64);
    a[(1, 1)] = -2.5;
    println!("{a:?}");
    println!("{:?}", (&a * &a.t()).unwrap().d);
    println!("{:?} {}", &a * &a, &a + &a == M::new(2, 3, |i, j| 2.0 * a[(i, j)]));
    println!("{:?}", (&a - &a).d.iter().all(|x| *x == 0.0));
    println!("{}", M::new(4, 4, |i, j| if i == j { 2.0 } else { 1.0 / (i + j) as f64 }).det());
}
