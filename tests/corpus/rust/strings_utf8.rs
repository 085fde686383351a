fn main() {
    let s = "héllo wörld €😀";
    println!("{} {} {:?}", s.len(), s.chars().count(), s.char_indices().nth(8));
    println!("{} {} {}", s.to_uppercase(), "ẞÉ".to_lowercase(), "ß".to_uppercase());
    println!("{:?} {:?} {:?}", s.find('w'), s.find("zz"), s.rfind(|c: char| c == 'l'));
    println!("{:?}", s.split(' ').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c,".split(',').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c,".split_terminator(',').rev().collect::<Vec<_>>());
    println!("{:?} {:?}", "k=v=w".split_once('='), "k=v=w".rsplitn(2, '=').collect::<Vec<_>>());
    println!("{:?}", "  x \t y\n".split_whitespace().collect::<Vec<_>>());
    println!("[{}] [{}] [{}]", "  t ".trim(), "xxabxx".trim_matches('x'), "  t ".trim_start());
    println!("{:?} {:?}", "prefix-x".strip_prefix("prefix-"), "x".strip_suffix("y"));
    println!("{} {}", "abcabc".replace("bc", "X"), "aaa".replacen('a', "b", 2));
    println!("{:?}", "l1\nl2\r\n\nl4".lines().collect::<Vec<_>>());
    println!("{:?}", "été".bytes().collect::<Vec<u8>>());
    let mut t = String::with_capacity(2);
    for i in 0..5 {
        t.push(char::from(b'a' + i));
        t.push_str("é");
    }
    t.insert(1, '€');
    t.insert_str(0, ">>");
    println!("{t} {:?} {}", t.pop(), t.remove(2));
    t.truncate(5);
    println!("{t}");
    t.retain(|c| c != '>');
    println!("{t} {}", t.is_char_boundary(1));
    t.clear();
    println!("{}", t.is_empty());
    println!(
        "{:?} {:?}",
        String::from_utf8(vec![0xc3, 0xa9]),
        String::from_utf8(vec![0xff, b'a']).map_err(|e| e.to_string())
    );
    println!("{}", String::from_utf8_lossy(b"ok\xf0\x9f\x98bad\xc3"));
    println!("{}", "ab".repeat(3) + &["x", "y"].join("-"));
    println!("{:?}", s.chars().rev().collect::<String>());
    println!("{:?} {:?}", s.get(0..2), s.get(0..3));
    println!("{:?}", "abc".cmp("abd"));
    println!("{}", "Zebra" < "apple");
    println!("{:?}", "a1b22c".split(|c: char| c.is_ascii_digit()).collect::<Vec<_>>());
    println!("{:?}", "mississippi".matches("ss").count());
    println!("{:?}", "x".parse::<i32>().is_err());
    println!("{}", "Hello".eq_ignore_ascii_case("hELLO"));
    println!("{:?}", "tab\"q\\".escape_debug().to_string());
    println!("{}", "é".escape_unicode());
    let mut b = String::from("drain me");
    let d: String = b.drain(..5).collect();
    println!("{d}|{b}");
    println!("{:?}", "abc".char_indices().map(|(i, c)| format!("{i}{c}")).collect::<Vec<_>>().concat());
    println!("{:?}", "a😀".encode_utf16().collect::<Vec<u16>>());
}
