use std::collections::BTreeMap;
use std::fmt;
#[derive(Debug, Clone, PartialEq)]
enum J {
    Null,
    Bool(bool),
    Num(f64),
    Str(String),
    Arr(Vec<J>),
    Obj(BTreeMap<String, J>),
}
struct P<'a> {
    s: &'a [u8],
    i: usize,
}
type R<T> = Result<T, String>;
impl<'a> P<'a> {
    fn ws(&mut self) {
        while self.i < self.s.len() && self.s[self.i].is_ascii_whitespace() {
            self.i += 1;
        }
    }
    fn eat(&mut self, c: u8) -> R<()> {
        self.ws();
        if self.s.get(self.i) == Some(&c) {
            self.i += 1;
            Ok(())
        } else {
            Err(format!("expected {:?} at {}", c as char, self.i))
        }
    }
    fn lit(&mut self, l: &str, j: J) -> R<J> {
        if self.s[self.i..].starts_with(l.as_bytes()) {
            self.i += l.len();
            Ok(j)
        } else {
            Err(format!("bad literal at {}", self.i))
        }
    }
    fn val(&mut self) -> R<J> {
        self.ws();
        match self.s.get(self.i) {
            None => Err("eof".into()),
            Some(b'n') => self.lit("null", J::Null),
            Some(b't') => self.lit("true", J::Bool(true)),
            Some(b'f') => self.lit("false", J::Bool(false)),
            Some(b'"') => self.string().map(J::Str),
            Some(b'[') => {
                self.i += 1;
                let mut v = vec![];
                if self.eat(b']').is_ok() {
                    return Ok(J::Arr(v));
                }
                loop {
                    v.push(self.val()?);
                    if self.eat(b',').is_err() {
                        self.eat(b']')?;
                        return Ok(J::Arr(v));
                    }
                }
            }
            Some(b'{') => {
                self.i += 1;
                let mut m = BTreeMap::new();
                if self.eat(b'}').is_ok() {
                    return Ok(J::Obj(m));
                }
                loop {
                    self.ws();
                    let k = self.string()?;
                    self.eat(b':')?;
                    m.insert(k, self.val()?);
                    if self.eat(b',').is_err() {
                        self.eat(b'}')?;
                        return Ok(J::Obj(m));
                    }
                }
            }
            Some(_) => {
                let st = self.i;
                while self.i < self.s.len() && b"+-.eE0123456789".contains(&self.s[self.i]) {
                    self.i += 1;
                }
                std::str::from_utf8(&self.s[st..self.i])
                    .unwrap()
                    .parse()
                    .map(J::Num)
                    .map_err(|e| format!("{e} at {st}"))
            }
        }
    }
    fn string(&mut self) -> R<String> {
        self.eat(b'"')?;
        let mut o = vec![];
        loop {
            match self.s.get(self.i).ok_or("unterminated")? {
                b'"' => {
                    self.i += 1;
                    return String::from_utf8(o).map_err(|e| e.to_string());
                }
                b'\\' => {
                    self.i += 1;
                    match self.s.get(self.i).ok_or("escape")? {
                        b'n' => o.push(b'\n'),
                        b'u' => {
                            let h = std::str::from_utf8(self.s.get(self.i + 1..self.i + 5).ok_or("short u")?).unwrap();
                            let c = char::from_u32(u32::from_str_radix(h, 16).map_err(|e| e.to_string())?)
                                .unwrap_or('\u{fffd}');
                            o.extend(c.to_string().bytes());
                            self.i += 4;
                        }
                        c => o.push(*c),
                    }
                    self.i += 1;
                }
                c => {
                    o.push(*c);
                    self.i += 1;
                }
            }
        }
    }
}
impl fmt::Display for J {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            J::Null => f.write_str("null"),
            J::Bool(b) => write!(f, "{b}"),
            J::Num(n) => write!(f, "{n}"),
            J::Str(s) => write!(f, "{s:?}"),
            J::Arr(v) => {
                f.write_str("[")?;
                for (i, x) in v.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{x}")?;
                }
                f.write_str("]")
            }
            J::Obj(m) => f.debug_map().entries(m.iter().map(|(k, v)| (k, v.to_string()))).finish(),
        }
    }
}
fn main() {
    for s in [
        r#"{"b":[1,2.5,-3e2,true,null],"a":{"x":"q\n\u00e9"}}"#,
        "[]",
        "[1,",
        "{\"a\" 1}",
        "nul",
        "\"open",
        "[1 2]",
        "-",
        "  \"é\"  ",
        "[[[[1]]]]",
        "1e999",
    ] {
        let mut p = P { s: s.as_bytes(), i: 0 };
        match p.val() {
            Ok(j) => println!("{j} | {j:?}"),
            Err(e) => println!("error {e}"),
        }
    }
}
