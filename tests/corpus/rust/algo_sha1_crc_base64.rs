fn sha1(m: &[u8]) -> String {
    let mut h = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
    let mut d = m.to_vec();
    d.push(0x80);
    while d.len() % 64 != 56 {
        d.push(0);
    }
    d.extend((m.len() as u64 * 8).to_be_bytes());
    for c in d.chunks(64) {
        let mut w = [0u32; 80];
        for i in 0..16 {
            w[i] = u32::from_be_bytes(c[i * 4..i * 4 + 4].try_into().unwrap());
        }
        for i in 16..80 {
            w[i] = (w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut cc, mut dd, mut e] = h;
        for (i, &x) in w.iter().enumerate() {
            let (f, k) = match i {
                0..20 => ((b & cc) | (!b & dd), 0x5a827999),
                20..40 => (b ^ cc ^ dd, 0x6ed9eba1),
                40..60 => ((b & cc) | (b & dd) | (cc & dd), 0x8f1bbcdc),
                _ => (b ^ cc ^ dd, 0xca62c1d6u32),
            };
            let t = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(x);
            e = dd;
            dd = cc;
            cc = b.rotate_left(30);
            b = a;
            a = t;
        }
        for (x, y) in h.iter_mut().zip([a, b, cc, dd, e]) {
            *x = x.wrapping_add(y);
        }
    }
    h.iter().map(|x| format!("{x:08x}")).collect()
}
fn b64(d: &[u8]) -> String {
    const T: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    d.chunks(3)
        .flat_map(|c| {
            let n = c.iter().fold(0u32, |a, b| a << 8 | *b as u32) << (8 * (3 - c.len()));
            (0..4).map(move |i| if i <= c.len() { T[(n >> (18 - 6 * i) & 63) as usize] as char } else { '=' })
        })
        .collect()
}
fn unb64(s: &str) -> Option<Vec<u8>> {
    let mut o = vec![];
    let (mut a, mut n) = (0u32, 0);
    for c in s.bytes() {
        let v = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return None,
        };
        a = a << 6 | v as u32;
        n += 6;
        if n >= 8 {
            n -= 8;
            o.push((a >> n) as u8);
            a &= (1 << n) - 1;
        }
    }
    Some(o)
}
fn main() {
    for s in ["", "abc", "The quick brown fox jumps over the lazy dog"] {
        println!("{} {}", sha1(s.as_bytes()), b64(s.as_bytes()));
    }
    println!("{}", sha1(&[b'a'; 200]));
    println!("{:?} {:?}", unb64("aGVsbG8=").map(|v| String::from_utf8(v).unwrap()), unb64("a*"));
    let rle = |s: &str| {
        let mut o = String::new();
        let mut p = s.chars().peekable();
        while let Some(c) = p.next() {
            let mut n = 1;
            while p.next_if_eq(&c).is_some() {
                n += 1;
            }
            o += &format!("{n}{c}");
        }
        o
    };
    println!("{}", rle("aaabccddddd"));
    println!(
        "{}",
        "Hello, World"
            .chars()
            .map(|c| match c {
                'a'..='z' => ((c as u8 - b'a' + 13) % 26 + b'a') as char,
                'A'..='Z' => ((c as u8 - b'A' + 13) % 26 + b'A') as char,
                _ => c,
            })
            .collect::<String>()
    );
}
