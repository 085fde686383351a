//! The part of TOML that subjects are written in: tables, and keys with strings, integers, booleans and arrays of
//! them, over several lines if need be. Values are those of JSON but for comments and trailing commas, so that much is
//! taken out and the rest is left to the reader of JSON. What is beyond it is an error, never read as something else.

use anyhow::{Context, bail};
use serde_json::{Map, Value};

/// Keys before the first table header are those of the document itself.
pub fn parse(text: &str) -> anyhow::Result<Value> {
    let mut document = Map::new();
    let mut table: Option<String> = None;
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let mut json = String::new();
        let mut depth = take(line, &mut json);
        let entry = json.trim();
        if entry.is_empty() {
            continue;
        }
        let at = || format!("line {}", index + 1);
        if let Some(name) = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let name = key(name).with_context(at)?;
            if document.insert(name.clone(), Value::Object(Map::new())).is_some() {
                bail!("line {}: `{name}` is there twice", index + 1);
            }
            table = Some(name);
            continue;
        }
        while depth > 0 {
            let (_, more) = lines.next().with_context(at).context("an array does not end")?;
            depth += take(more, &mut json);
        }
        let (name, value) = json.split_once('=').with_context(at).context("neither a key nor a table")?;
        let value = serde_json::from_str(&without_last_commas(value)).with_context(at)?;
        let name = key(name).with_context(at)?;
        let into = match &table {
            None => &mut document,
            Some(table) => document[table].as_object_mut().context("a key in what is no table")?,
        };
        if into.insert(name, value).is_some() {
            bail!("line {}: a key is there twice", index + 1);
        }
    }
    Ok(Value::Object(document))
}

fn key(text: &str) -> anyhow::Result<String> {
    let text = text.trim();
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
        true => Ok(text.to_owned()),
        false => bail!("`{text}` is no plain key"),
    }
}

/// Appends a line without its comment; by how much brackets are open at its end.
fn take(line: &str, json: &mut String) -> i32 {
    let mut depth = 0;
    for (outside, letter) in marked(line) {
        match letter {
            '#' if outside => break,
            '[' if outside => depth += 1,
            ']' if outside => depth -= 1,
            _ => {}
        }
        json.push(letter);
    }
    json.push(' ');
    depth
}

/// `[1, 2, ]` is an array of two.
fn without_last_commas(text: &str) -> String {
    let letters: Vec<(bool, char)> = marked(text).collect();
    let mut out = String::new();
    for (index, (outside, letter)) in letters.iter().enumerate() {
        let next = letters[index + 1..].iter().find(|(_, letter)| !letter.is_whitespace());
        if !(*outside && *letter == ',' && next == Some(&(true, ']'))) {
            out.push(*letter);
        }
    }
    out
}

/// Every letter, and whether it is outside of strings.
fn marked(text: &str) -> impl Iterator<Item = (bool, char)> {
    let (mut inside, mut escaped) = (false, false);
    text.chars().map(move |letter| {
        let outside = !inside;
        match letter {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            _ => {}
        }
        (outside, letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_tables_and_comments() {
        let text = "# head\nstdin = 12 # \"so many\"\nargs = [\n  [\"#\", \"]\"], # both\n  [\"a\\\"\\u0000\\\\\", ],\n]\n\n\
                    [01-one_two]\ndifferent = true\n[other]\ntext = \"x = [1, ]\"\n";
        assert_eq!(
            parse(text).unwrap(),
            json!({
                "stdin": 12,
                "args": [["#", "]"], ["a\"\0\\"]],
                "01-one_two": { "different": true },
                "other": { "text": "x = [1, ]" },
            })
        );
    }

    #[test]
    fn what_is_not_read_is_an_error() {
        for text in ["a", "a = ", "a = 'x'", "a = [1", "a = 1\na = 2", "[a]\n[a]", "[[a]]", "[a.b]", "a = 1979-05-27"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let error = format!("{:#}", parse("a = 1\n\nb = x\n").unwrap_err());
        assert!(error.contains("line 3"), "{error}");
    }
}
