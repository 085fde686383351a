// Patterns: ranges, guards, slices, options and exit codes.
// rift: explore --args "?1"

use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;

enum Shape {
    Point,
    Line(u8),
    Box { width: u8, height: u8 },
}

fn shape(bytes: &[u8]) -> Option<Shape> {
    match bytes {
        [] => None,
        [0x80..=0xff] => Some(Shape::Point),
        [digit @ b'0'..=b'9'] => Some(Shape::Line(digit - b'0')),
        [letter] if letter.is_ascii_alphabetic() => Some(Shape::Box { width: letter & 7, height: letter >> 4 }),
        _ => None,
    }
}

fn main() -> ExitCode {
    let argument = std::env::args_os().nth(1).unwrap_or_default();
    match shape(argument.as_bytes()) {
        None => return ExitCode::from(3),
        Some(Shape::Point) => println!("point"),
        Some(Shape::Line(0)) => println!("nothing"),
        Some(Shape::Line(length)) if length > 5 => println!("long"),
        Some(Shape::Line(_)) => println!("short"),
        Some(Shape::Box { width, height }) if width == height => return ExitCode::from(4),
        Some(Shape::Box { width: 0, .. }) => println!("flat"),
        Some(Shape::Box { .. }) => println!("box"),
    }
    ExitCode::SUCCESS
}
