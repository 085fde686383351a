//! The C runtime as bitcode, compiled by the build script, and what programs may include and link of it.

include!(concat!(env!("OUT_DIR"), "/runtime_table.rs"));

/// Every file of the runtime: its name without extension, and its bitcode. To be linked into programs under test.
pub fn runtime() -> &'static [(&'static str, &'static [u8])] {
    RUNTIME
}

/// `klee/klee.h`, for programs that are written for KLEE.
pub fn klee_header() -> &'static str {
    include_str!("../../../runtime/include/klee/klee.h")
}

/// What native builds of such programs are linked with: C sources and the headers that they include, by name.
pub fn klee_native_sources() -> &'static [(&'static str, &'static str)] {
    &[
        ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
        ("rift.h", include_str!("../../../runtime/include/rift.h")),
        ("klee.c", include_str!("../../../runtime/klee/klee.c")),
        ("replay.c", include_str!("../../../runtime/klee/replay.c")),
    ]
}

/// Names the file from which such a native build takes its symbolic objects.
pub const OBJECTS_VARIABLE: &str = "RIFT_OBJECTS";

/// The contents of that file; runtime/klee/replay.c describes them.
pub fn objects_text(objects: &[(String, Vec<u8>)]) -> String {
    let mut text = String::new();
    for (name, bytes) in objects {
        for byte in name.bytes() {
            match byte {
                b'!'..=b'~' if byte != b'%' => text.push(char::from(byte)),
                _ => text.push_str(&format!("%{byte:02x}")),
            }
        }
        text.push(' ');
        bytes.iter().for_each(|byte| text.push_str(&format!("{byte:02x}")));
        text.push('\n');
    }
    text
}
