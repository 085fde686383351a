fn sieve(n: usize) -> Vec<usize> {
    let mut s = vec![true; n + 1];
    s[0] = false;
    s[1] = false;
    let mut i = 2;
    while i * i <= n {
        if s[i] {
            for j in (i * i..=n).step_by(i) {
                s[j] = false;
            }
        }
        i += 1;
    }
    s.iter().enumerate().filter(|p| *p.1).map(|p| p.0).collect()
}
fn det(mut m: Vec<Vec<f64>>) -> f64 {
    let n = m.len();
    let mut d = 1.0;
    for k in 0..n {
        let p = (k..n).max_by(|&a, &b| m[a][k].abs().total_cmp(&m[b][k].abs())).unwrap();
        if m[p][k] == 0.0 {
            return 0.0;
        }
        if p != k {
            m.swap(p, k);
            d = -d;
        }
        d *= m[k][k];
        let (top, bot) = m.split_at_mut(k + 1);
        for r in bot {
            let f = r[k] / top[k][k];
            for (x, y) in r.iter_mut().zip(&top[k]).skip(k) {
                *x -= f * y;
            }
        }
    }
    d
}
fn lcs(a: &str, b: &str) -> String {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut d = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            d[i][j] = if a[i] == b[j] { d[i + 1][j + 1] + 1 } else { d[i + 1][j].max(d[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut o) = (0, 0, String::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            o.push(a[i]);
            i += 1;
            j += 1;
        } else if d[i + 1][j] >= d[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    o
}
fn knap(w: &[usize], v: &[u32], c: usize) -> u32 {
    let mut d = vec![0; c + 1];
    for (w, v) in w.iter().zip(v) {
        for j in (*w..=c).rev() {
            d[j] = d[j].max(d[j - w] + v);
        }
    }
    d[c]
}
fn queens(n: usize, r: usize, c: &mut Vec<usize>, out: &mut usize) {
    if r == n {
        *out += 1;
        return;
    }
    for x in 0..n {
        if c.iter().enumerate().all(|(i, &y)| y != x && r - i != x.abs_diff(y)) {
            c.push(x);
            queens(n, r + 1, c, out);
            c.pop();
        }
    }
}
fn main() {
    let p = sieve(10000);
    println!("{} {:?}", p.len(), &p[p.len() - 3..]);
    println!("{:.6}", det(vec![vec![2.0, -1.0, 0.5], vec![1.0, 3.0, -2.0], vec![0.0, 5.0, 1.0]]));
    println!("{} {}", lcs("AGGTAB€Y", "GXTXAY€B"), knap(&[1, 3, 4, 5], &[1, 4, 5, 7], 7));
    let mut o = 0;
    queens(7, 0, &mut vec![], &mut o);
    println!("{o}");
    let mut c = 27u64;
    let mut s = 0;
    while c != 1 {
        c = if c % 2 == 0 { c / 2 } else { 3 * c + 1 };
        s += 1;
    }
    println!("{s}");
    let mut pas = vec![1u64];
    for _ in 0..30 {
        let mut n = vec![1];
        n.extend(pas.windows(2).map(|w| w[0] + w[1]));
        n.push(1);
        pas = n;
    }
    println!("{:?}", pas[15]);
    let mut life = vec![vec![false; 10]; 10];
    for (y, x) in [(1, 2), (2, 3), (3, 1), (3, 2), (3, 3)] {
        life[y][x] = true;
    }
    for _ in 0..12 {
        life = (0..10)
            .map(|y| {
                (0..10)
                    .map(|x| {
                        let n = (0..9).filter(|k| *k != 4 && life[(y + 9 + k / 3) % 10][(x + 9 + k % 3) % 10]).count();
                        n == 3 || n == 2 && life[y][x]
                    })
                    .collect()
            })
            .collect();
    }
    for r in &life {
        println!("{}", r.iter().map(|b| if *b { '#' } else { '.' }).collect::<String>());
    }
}
