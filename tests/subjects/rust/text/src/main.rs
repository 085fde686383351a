//! Words in and out: quoting, distances, case, wildcards, wrapping.

use heck::{ToKebabCase, ToLowerCamelCase, ToPascalCase, ToShoutySnakeCase, ToSnakeCase, ToTitleCase, ToTrainCase};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use wildmatch::WildMatch;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    for word in &words {
        println!("== {word}");
        quoting(word);
        cases(word);
        widths(word);
    }
    for (i, a) in words.iter().enumerate() {
        for b in &words[i + 1..] {
            distances(a, b);
            println!("match {:?} {:?}: {}", a, b, WildMatch::new(a).matches(b));
        }
    }
    let text = words.join(" ");
    for width in [8, 20, 40] {
        let options = textwrap::Options::new(width).initial_indent("* ").subsequent_indent("  ");
        println!("{}", textwrap::fill(&text, options));
        println!("{:?}", textwrap::wrap(&text, width));
    }
    println!("{}", textwrap::dedent("    a\n      b\n    c\n"));
    println!("{}", textwrap::indent("a\nb\n\nc\n", "> "));
    println!("{:?}", textwrap::unfill("a b\nc d\n"));
}

fn quoting(word: &str) {
    println!("quote {:?}", shlex::try_quote(word));
    println!("split {:?}", shlex::split(word));
    println!("join {:?}", shlex::try_join(["a b", word, "c"]));
}

fn cases(word: &str) {
    println!("{} {} {}", word.to_snake_case(), word.to_kebab_case(), word.to_shouty_snake_case());
    println!(
        "{} {} {} {}",
        word.to_pascal_case(),
        word.to_lower_camel_case(),
        word.to_title_case(),
        word.to_train_case()
    );
}

fn widths(word: &str) {
    let chars: Vec<_> = word.chars().map(UnicodeWidthChar::width).collect();
    println!("width {} cjk {} chars {:?}", word.width(), word.width_cjk(), chars);
}

fn distances(a: &str, b: &str) {
    println!(
        "lev {} osa {} dam {} jaro {:.6} jw {:.6} dice {:.6} nlev {:.6} ham {:?}",
        strsim::levenshtein(a, b),
        strsim::osa_distance(a, b),
        strsim::damerau_levenshtein(a, b),
        strsim::jaro(a, b),
        strsim::jaro_winkler(a, b),
        strsim::sorensen_dice(a, b),
        strsim::normalized_levenshtein(a, b),
        strsim::hamming(a, b),
    );
}
