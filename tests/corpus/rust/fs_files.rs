// rift: file given.txt alpha\nbeta\ngamma
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
fn main() -> io::Result<()> {
    println!("{:?}", fs::read_to_string("given.txt")?.lines().collect::<Vec<_>>());
    fs::write("o.txt", "hello\n")?;
    let mut f = OpenOptions::new().append(true).open("o.txt")?;
    writeln!(f, "more {}", 1)?;
    drop(f);
    println!("{:?} {}", fs::read("o.txt")?.len(), fs::metadata("o.txt")?.len());
    let mut f = OpenOptions::new().read(true).write(true).open("o.txt")?;
    f.seek(SeekFrom::Start(2))?;
    f.write_all(b"LL")?;
    f.seek(SeekFrom::End(-2))?;
    let mut s = String::new();
    f.read_to_string(&mut s)?;
    println!("{s:?}");
    f.rewind()?;
    let mut b = [0; 5];
    f.read_exact(&mut b)?;
    println!("{:?} {}", std::str::from_utf8(&b), f.stream_position()?);
    f.set_len(3)?;
    drop(f);
    println!("{:?}", fs::read_to_string("o.txt")?);
    {
        let mut w = BufWriter::new(File::create("n.txt")?);
        for i in 0..100 {
            writeln!(w, "{i}")?;
        }
    }
    println!(
        "{}",
        BufReader::new(File::open("n.txt")?).lines().map(|l| l.unwrap().parse::<i32>().unwrap()).sum::<i32>()
    );
    match File::open("missing") {
        Err(e) => println!("{:?} {e}", e.kind()),
        _ => unreachable!(),
    }
    fs::create_dir_all("d/e")?;
    fs::copy("o.txt", "d/e/c.txt")?;
    fs::rename("n.txt", "d/n.txt")?;
    let mut v: Vec<_> = fs::read_dir("d")?
        .map(|e| {
            let e = e.unwrap();
            (e.file_name().into_string().unwrap(), e.file_type().unwrap().is_dir())
        })
        .collect();
    v.sort();
    println!("{v:?}");
    println!("{:?}", fs::remove_dir("d").map_err(|e| e.kind()));
    fs::remove_dir_all("d")?;
    println!("{}", fs::exists("d")?);
    println!("{:?}", File::create_new("o.txt").map_err(|e| e.kind()).err());
    let p = std::path::Path::new("a/b.tar.gz");
    println!("{:?} {:?} {:?} {:?}", p.extension(), p.file_stem(), p.parent(), p.with_extension("zip"));
    println!("{:?}", p.join("../x").components().count());
    let mut c = io::Cursor::new(vec![1u8, 2, 3]);
    c.set_position(2);
    c.write_all(&[9, 9])?;
    println!("{:?}", c.into_inner());
    let mut t = io::empty().chain(&b"chained"[..]).take(4);
    let mut s = String::new();
    t.read_to_string(&mut s)?;
    println!("{s}");
    Ok(())
}
