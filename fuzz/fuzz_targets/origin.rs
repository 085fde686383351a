#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| rift_fuzz::targets::origin(data));
