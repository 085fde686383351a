//! Structured text: JSON, CSV, versions, durations, regular expressions. The first argument chooses.

use indexmap::IndexMap;
use regex_lite::Regex;
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::io::Read;
use std::time::{Duration, UNIX_EPOCH};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Item {
    name: String,
    count: u32,
    price: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    kind: Option<Kind>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Plain,
    Sized { width: i16, height: i16 },
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    match what.as_str() {
        "json" => json(&input),
        "csv" => csv(&input),
        "version" => version(&rest),
        "time" => time(&rest),
        "regex" => regex(&rest, &input),
        other => Err(format!("unknown: {other}").into()),
    }
}

fn json(input: &str) -> Result<(), Box<dyn Error>> {
    let value: serde_json::Value = serde_json::from_str(input)?;
    println!("{value}");
    println!("{}", serde_json::to_string_pretty(&value)?);
    match serde_json::from_value::<Vec<Item>>(value.clone()) {
        Ok(mut items) => {
            items.sort_by(|a, b| a.price.total_cmp(&b.price));
            println!("{items:?}");
            let total: f64 = items.iter().map(|i| i.price * f64::from(i.count)).sum();
            println!("{}", serde_json::json!({ "total": total, "first": items.first(), "n": items.len() }));
            let by_name: IndexMap<&str, u32> = items.iter().map(|i| (i.name.as_str(), i.count)).collect();
            println!("{by_name:?} {:?}", by_name.get_index_of("b"));
        }
        Err(error) => println!("not items: {error}"),
    }
    println!("{:?}", value.pointer("/0/name"));
    Ok(())
}

fn csv(input: &str) -> Result<(), Box<dyn Error>> {
    #[derive(Debug, Deserialize, Serialize)]
    struct Row {
        id: u8,
        text: String,
        #[serde(deserialize_with = "csv::invalid_option")]
        number: Option<f32>,
    }
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(input.as_bytes());
    println!("{:?}", reader.headers()?);
    let mut writer =
        csv::WriterBuilder::new().delimiter(b';').quote_style(csv::QuoteStyle::NonNumeric).from_writer(vec![]);
    for row in reader.deserialize() {
        let row: Row = row?;
        println!("{row:?}");
        writer.serialize(row)?;
    }
    print!("{}", String::from_utf8(writer.into_inner()?)?);
    Ok(())
}

fn version(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let Some((requirement, versions)) = arguments.split_first() else { return Err("no requirement".into()) };
    let requirement = VersionReq::parse(requirement)?;
    println!("{requirement} {:?}", requirement.comparators.len());
    let mut versions = versions.iter().map(|v| Version::parse(v)).collect::<Result<Vec<_>, _>>()?;
    versions.sort();
    for version in &versions {
        println!(
            "{version} {} pre {:?} build {:?}",
            requirement.matches(version),
            version.pre.as_str(),
            version.build.as_str()
        );
    }
    println!("{:?}", versions.iter().max());
    Ok(())
}

fn time(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    for text in arguments {
        match humantime::parse_duration(text) {
            Ok(d) => println!("{d:?} {} {}", humantime::format_duration(d), humantime::format_rfc3339(UNIX_EPOCH + d)),
            Err(error) => println!("{text}: {error}"),
        }
        match humantime::parse_rfc3339_weak(text) {
            Ok(t) => println!("{} {:?}", humantime::format_rfc3339_millis(t), t.duration_since(UNIX_EPOCH)?),
            Err(error) => println!("{text}: {error}"),
        }
    }
    println!("{}", humantime::format_duration(Duration::new(123_456_789, 987_654_321)));
    Ok(())
}

fn regex(arguments: &[String], input: &str) -> Result<(), Box<dyn Error>> {
    for pattern in arguments {
        let regex = Regex::new(pattern)?;
        println!("{pattern}: {} groups {}", regex.is_match(input), regex.captures_len());
        for captures in regex.captures_iter(input) {
            let groups: Vec<_> = captures.iter().map(|m| m.map(|m| (m.start(), m.as_str()))).collect();
            println!("  {groups:?}");
        }
        println!("  {:?}", regex.replace_all(input, "<$0>"));
        println!("  {:?}", regex.split(input).collect::<Vec<_>>());
    }
    Ok(())
}
