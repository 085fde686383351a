//! A program half in C: structures by value, callbacks, memory that changes hands.

use std::ffi::{CStr, CString, c_char, c_int};

#[repr(C)]
#[derive(Debug)]
struct Word {
    length: u32,
    vowels: u32,
    weight: f64,
}

unsafe extern "C" {
    fn measure(text: *const c_char) -> Word;
    fn shout(text: *const c_char) -> *mut c_char;
    fn sort_words(words: *mut *const c_char, count: usize);
    fn free(memory: *mut core::ffi::c_void);
}

#[unsafe(no_mangle)]
extern "C" fn rust_score(text: *const c_char, length: c_int) -> c_int {
    // SAFETY: C passes a string and its length.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length as usize) };
    bytes.iter().fold(7, |score, byte| score * 31 % 1009 + c_int::from(*byte))
}

fn main() {
    let words: Vec<CString> =
        std::env::args().skip(1).map(|a| CString::new(a).expect("arguments have no NUL")).collect();
    for word in &words {
        // SAFETY: a valid string, and what comes back is freed once.
        unsafe {
            println!("{:?}", measure(word.as_ptr()));
            let loud = shout(word.as_ptr());
            println!("{}", CStr::from_ptr(loud).to_string_lossy());
            free(loud.cast());
        }
    }
    let mut pointers: Vec<*const c_char> = words.iter().map(|w| w.as_ptr()).collect();
    // SAFETY: valid strings, and as many as said.
    unsafe { sort_words(pointers.as_mut_ptr(), pointers.len()) };
    // SAFETY: the strings live in `words`.
    let sorted: Vec<_> = pointers.iter().map(|p| unsafe { CStr::from_ptr(*p) }.to_string_lossy()).collect();
    println!("{sorted:?}");
    assert!(sorted.len() < 5, "too many words: {}", sorted.len());
}
