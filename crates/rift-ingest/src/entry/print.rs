//! Values of C types, from their bytes, as C writes them.

use super::Bounds;
use super::types::{Signature, Type, TypeId};
use super::writer::{DEPTH, Pointee, pointee};

/// Prints arguments from the objects that a harness asked for, in the order in which it did.
pub(super) struct Printer<'a> {
    signature: &'a Signature,
    bounds: &'a Bounds,
    objects: std::slice::Iter<'a, (String, Vec<u8>)>,
}

impl<'a> Printer<'a> {
    pub fn new(signature: &'a Signature, bounds: &'a Bounds, objects: &'a [(String, Vec<u8>)]) -> Printer<'a> {
        Printer { signature, bounds, objects: objects.iter() }
    }

    /// Each parameter, by name.
    pub fn arguments(mut self) -> Vec<(String, String)> {
        let signature = self.signature;
        let argument = |parameter: &super::types::Parameter| {
            let value = match signature.get(parameter.ty) {
                Type::Pointer { to, .. } => self.pointed(*to, 0),
                _ => match self.objects.next() {
                    Some((_, bytes)) => self.value(parameter.ty, bytes, 0),
                    None => unknown(),
                },
            };
            (parameter.name.clone(), value)
        };
        signature.parameters.iter().map(argument).collect()
    }

    /// What a pointer points to.
    fn pointed(&mut self, to: TypeId, depth: u32) -> String {
        let Some(Pointee { .. }) = pointee(self.signature, self.bounds, to) else { return "NULL".to_owned() };
        let Some((_, bytes)) = self.objects.next() else { return unknown() };
        let values = self.values(to, bytes, depth);
        match self.signature.get(to) {
            Type::Struct { .. } | Type::Pointer { .. } => format!("&{values}"),
            _ => values,
        }
    }

    /// One value, or as many as the bytes are.
    pub fn values(&mut self, ty: TypeId, bytes: &[u8], depth: u32) -> String {
        let size = usize::try_from(self.signature.size(ty).unwrap_or(1)).unwrap_or(1).max(1);
        match self.signature.get(ty) {
            Type::Int { bytes: 1, is_char: true, .. } if bytes.len() > 1 => text(bytes),
            _ if bytes.len() > size => {
                let each: Vec<String> = bytes.chunks(size).map(|bytes| self.value(ty, bytes, depth)).collect();
                format!("{{{}}}", each.join(", "))
            }
            _ => self.value(ty, bytes, depth),
        }
    }

    fn value(&mut self, ty: TypeId, bytes: &[u8], depth: u32) -> String {
        let part = |offset: u64, size: u64| {
            let (offset, size) = (usize::try_from(offset).ok()?, usize::try_from(size).ok()?);
            bytes.get(offset..offset.checked_add(size)?)
        };
        match self.signature.get(ty).clone() {
            Type::Bool => (bytes.first().is_some_and(|byte| byte & 1 == 1)).to_string(),
            Type::Int { signed, is_char, .. } => integer(bytes, signed, is_char),
            Type::Float { .. } => float(bytes),
            Type::Void => integer(bytes, false, false),
            Type::Pointer { to, .. } if depth < DEPTH => self.pointed(to, depth + 1),
            Type::Pointer { .. } => "NULL".to_owned(),
            Type::Struct { fields, bit_fields: false, .. } => {
                let mut each = Vec::new();
                for field in fields {
                    let size = self.signature.size(field.ty).unwrap_or(0);
                    let value = match part(field.offset, size) {
                        Some(bytes) => self.value(field.ty, bytes, depth),
                        None => unknown(),
                    };
                    each.push(format!(".{} = {value}", field.name));
                }
                format!("{{{}}}", each.join(", "))
            }
            Type::Array { of, .. } => self.values(of, bytes, depth),
            Type::Struct { .. } | Type::Unknown { .. } => raw(bytes),
        }
    }
}

fn unknown() -> String {
    "?".to_owned()
}

fn raw(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("<bytes {digits}>")
}

/// A string, without the zeros at its end.
pub(super) fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    format!("\"{}\"", bytes[..end].escape_ascii())
}

pub(super) fn integer(bytes: &[u8], signed: bool, is_char: bool) -> String {
    if let ([byte], true) = (bytes, is_char)
        && (byte.is_ascii_graphic() || *byte == b' ')
    {
        return format!("'{}'", byte.escape_ascii());
    }
    if bytes.is_empty() || bytes.len() > size_of::<i128>() {
        return raw(bytes);
    }
    let is_negative = signed && bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let mut whole = [if is_negative { 0xff } else { 0 }; size_of::<i128>()];
    whole[..bytes.len()].copy_from_slice(bytes);
    if signed { i128::from_le_bytes(whole).to_string() } else { u128::from_le_bytes(whole).to_string() }
}

fn float(bytes: &[u8]) -> String {
    match (<[u8; 4]>::try_from(bytes), <[u8; 8]>::try_from(bytes)) {
        (Ok(bytes), _) => format!("{:?}", f32::from_le_bytes(bytes)),
        (_, Ok(bytes)) => format!("{:?}", f64::from_le_bytes(bytes)),
        _ => raw(bytes),
    }
}
