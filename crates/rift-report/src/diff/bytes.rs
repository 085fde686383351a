//! Byte strings in JSON: a string where they are UTF-8, else `{"base64": ".."}`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Bytes {
        Bytes(bytes.to_vec())
    }
}

impl From<&str> for Bytes {
    fn from(text: &str) -> Bytes {
        Bytes(text.into())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => Encoded { base64: STANDARD.encode(&self.0) }.serialize(serializer),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoded {
    base64: String,
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Encoded(Encoded),
        }
        match Either::deserialize(deserializer)? {
            Either::Text(text) => Ok(Bytes(text.into_bytes())),
            Either::Encoded(Encoded { base64 }) => STANDARD.decode(base64).map(Bytes).map_err(de::Error::custom),
        }
    }
}

/// Environment variables, as an object in their order. No name begins with `=`, so one that is not UTF-8 is written as
/// `=` and its base64.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables(pub Vec<(Vec<u8>, Vec<u8>)>);

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            let value = Bytes(value.clone());
            match std::str::from_utf8(name) {
                Ok(name) => map.serialize_entry(name, &value)?,
                Err(_) => map.serialize_entry(&format!("={}", STANDARD.encode(name)), &value)?,
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variables, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Variables;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of variables")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variables, A::Error> {
                let mut variables = Vec::new();
                while let Some((name, Bytes(value))) = map.next_entry::<String, Bytes>()? {
                    let name = match name.strip_prefix('=') {
                        Some(encoded) => STANDARD.decode(encoded).map_err(de::Error::custom)?,
                        None => name.into_bytes(),
                    };
                    variables.push((name, value));
                }
                Ok(Variables(variables))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], json: &str) {
        let bytes = Bytes(bytes.to_vec());
        assert_eq!(serde_json::to_string(&bytes).unwrap(), json);
        assert_eq!(serde_json::from_str::<Bytes>(json).unwrap(), bytes);
    }

    #[test]
    fn text_is_text_and_the_rest_is_base64() {
        check(b"", r#""""#);
        check("gr\u{fc}n\n\0".as_bytes(), "\"gr\u{fc}n\\n\\u0000\"");
        check(b"\xff", r#"{"base64":"/w=="}"#);
        check(b"base64", r#""base64""#);
        for json in ["7", "[]", r#"{"base64":"!"}"#, r#"{"hex":"ff"}"#, r#"{"base64":"","x":1}"#] {
            assert!(serde_json::from_str::<Bytes>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn variables_keep_their_order_and_their_names() {
        let variables = Variables(vec![
            (b"Z".to_vec(), b"1".to_vec()),
            (b"A".to_vec(), b"\xfe".to_vec()),
            (b"\xff".to_vec(), b"".to_vec()),
        ]);
        let json = serde_json::to_string(&variables).unwrap();
        assert_eq!(json, r#"{"Z":"1","A":{"base64":"/g=="},"=/w==":""}"#);
        assert_eq!(serde_json::from_str::<Variables>(&json).unwrap(), variables);
    }
}
