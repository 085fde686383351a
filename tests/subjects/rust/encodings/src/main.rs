//! Bytes of standard input in other alphabets, digested, and searched.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use md5::Context;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use std::io::Read;

const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');

fn main() {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).expect("standard input can be read");
    alphabets(&input);
    digests(&input);
    for needle in std::env::args().skip(1) {
        search(&input, &needle);
        decode(&needle);
    }
}

fn alphabets(input: &[u8]) {
    println!("{}", STANDARD.encode(input));
    println!("{}", STANDARD_NO_PAD.encode(input));
    println!("{}", URL_SAFE.encode(input));
    println!("{} {}", hex::encode(input), hex::encode_upper(&input[..input.len().min(4)]));
    let text = String::from_utf8_lossy(input);
    println!("{}", utf8_percent_encode(&text, NON_ALPHANUMERIC));
    println!("{}", utf8_percent_encode(&text, FRAGMENT));
    assert_eq!(STANDARD.decode(STANDARD.encode(input)).as_deref(), Ok(input));
    assert_eq!(hex::decode(hex::encode(input)).as_deref(), Ok(input));
}

fn digests(input: &[u8]) {
    println!("{:x}", md5::compute(input));
    let mut context = Context::new();
    input.chunks(7).for_each(|chunk| context.consume(chunk));
    println!("{:x}", context.compute());
    println!("{:x}", Sha224::digest(input));
    println!("{:x}", Sha256::digest(input));
    println!("{:x}", Sha384::digest(input));
    println!("{:x}", Sha512::digest(input));
    let mut parts = Sha256::new();
    input.chunks(5).for_each(|chunk| parts.update(chunk));
    println!("{:x}", parts.finalize());
}

fn search(input: &[u8], needle: &str) {
    let bytes = needle.as_bytes();
    println!("{needle}: {:?} {:?}", memchr::memmem::find(input, bytes), memchr::memmem::rfind(input, bytes));
    println!("{:?}", memchr::memmem::find_iter(input, bytes).collect::<Vec<_>>());
    if let [a, b, c, ..] = *bytes {
        println!("{:?} {:?}", memchr::memchr(a, input), memchr::memrchr(a, input));
        println!("{:?} {:?}", memchr::memchr2(a, b, input), memchr::memchr3(a, b, c, input));
        println!("{:?}", memchr::memchr_iter(b, input).collect::<Vec<_>>());
        println!("{:?}", memchr::memchr3_iter(a, b, c, input).rev().collect::<Vec<_>>());
    }
}

fn decode(text: &str) {
    println!("{:?} {:?}", STANDARD.decode(text), URL_SAFE.decode(text));
    println!("{:?}", hex::decode(text));
    println!("{:?}", percent_decode_str(text).decode_utf8());
}
