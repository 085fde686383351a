fn main() {
    println!("cargo:rerun-if-changed=src/words.c");
    cc::Build::new().file("src/words.c").compile("words");
}
