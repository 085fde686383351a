//! Random system calls as Linux answered them, recorded by `data/record.py` on ext4.

use super::Process;

const RECORDED: &str = include_str!("data/system_calls.txt");

/// The answer in the recorder's notation.
fn answer(process: &mut Process, words: &[&str]) -> String {
    let name = words[0];
    let number = |index: usize| words[index].parse::<i64>().expect("a number") as u64;
    let buffer = process.room(144);
    let shown = |result: Result<u64, crate::Errno>| match result {
        Ok(value) => value.to_string(),
        Err(errno) => format!("-{}", errno.0),
    };
    match name {
        "stat" | "lstat" | "fstat" => {
            let target = if name == "fstat" { number(1) } else { process.text(words[1]) };
            if let Err(errno) = process.call(name, &[target, buffer]) {
                return format!("-{}", errno.0);
            }
            let mode = process.memory.load::<4>(buffer + 24).expect("read");
            let is_directory = mode & 0o170000 == 0o040000;
            let [size, links] = [48, 16].map(|at| process.memory.load::<8>(buffer + at).expect("read"));
            let (size, links) = if is_directory { (0, 0) } else { (size, links) };
            format!("0 {mode:o} {size} {links}")
        }
        "read" | "pread64" | "readlink" => {
            let first = if name == "readlink" { process.text(words[1]) } else { number(1) };
            let size = if name == "readlink" { 64 } else { number(2) };
            let offset = if name == "pread64" { number(3) } else { 0 };
            match process.call(name, &[first, buffer, size, offset]) {
                Err(errno) => format!("-{}", errno.0),
                Ok(count) => {
                    let bytes = process.memory.read_vec(buffer, count).expect("read");
                    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                    format!("{count} {hex}").trim_end().to_owned()
                }
            }
        }
        _ => {
            let texts: &[usize] = match name {
                "rename" | "link" | "symlink" => &[1, 2],
                "write" | "pwrite64" => &[2],
                "open" | "access" | "chmod" | "mkdir" | "rmdir" | "unlink" | "truncate" | "chdir" => &[1],
                _ => &[],
            };
            let argument = |index| if texts.contains(&index) { process.text(words[index]) } else { number(index) };
            let args: Vec<u64> = (1..words.len()).map(argument).collect();
            shown(process.call(name, &args))
        }
    }
}

#[test]
fn answers_as_linux_does() {
    let mut process = Process::new(&[], "");
    let mut wrong = vec![];
    let mut skip = false;
    for (index, line) in RECORDED.lines().enumerate() {
        match line {
            "start" => {
                process = Process::new(&[], "");
                skip = false;
                continue;
            }
            "home" => {
                process.at_path("chdir", "/rift", &[]).expect("there");
                continue;
            }
            _ if skip => continue,
            _ => {}
        }
        let (call, expected) = line.split_once("\t=\t").expect("call and answer");
        let words: Vec<&str> = call.split('\t').collect();
        let got = answer(&mut process, &words);
        if got != expected.trim_end() {
            wrong.push(format!("{}: {call}: Linux {expected}, here {got}", index + 1));
            skip = true;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
