#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| rift_fuzz::targets::diff_state(data));
