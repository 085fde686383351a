//! Types of a function's parameters, from the debug information of an object file (DWARF 4 and 5).
//!
//! Errs towards `Unknown`: what is not understood cannot be built, and says so.

use gimli::{AttributeValue, DW_AT_byte_size, DW_AT_count, DW_AT_data_member_location, DW_AT_encoding, DW_AT_name};
use gimli::{DW_AT_declaration, DW_AT_external, DW_AT_type, DW_AT_upper_bound, DebuggingInformationEntry, Dwarf};
use gimli::{EndianSlice, LittleEndian, Unit, UnitOffset};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

type Slice<'a> = EndianSlice<'a, LittleEndian>;

/// An index into [`Signature::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeId(usize);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    Void,
    Bool,
    Int {
        bytes: u64,
        signed: bool,
        is_char: bool,
    },
    Float {
        bytes: u64,
    },
    Pointer {
        to: TypeId,
        is_const: bool,
    },
    Struct {
        name: String,
        bytes: u64,
        fields: Vec<Field>,
        /// It has bit-fields, which are not among the fields.
        bit_fields: bool,
    },
    Array {
        of: TypeId,
        count: u64,
    },
    /// Unions, functions, incomplete types, and what else there is: with a word for it.
    Unknown {
        what: String,
        bytes: Option<u64>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub offset: u64,
    pub ty: TypeId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub ty: TypeId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub parameters: Vec<Parameter>,
    pub returns: TypeId,
    /// More parameters may follow.
    pub variadic: bool,
    types: Vec<Type>,
}

impl Signature {
    pub fn get(&self, ty: TypeId) -> &Type {
        &self.types[ty.0]
    }

    pub fn size(&self, ty: TypeId) -> Option<u64> {
        match self.get(ty) {
            Type::Void => None,
            Type::Bool => Some(1),
            Type::Int { bytes, .. } | Type::Float { bytes } | Type::Struct { bytes, .. } => Some(*bytes),
            Type::Pointer { .. } => Some(8),
            Type::Array { of, count } => Some(self.size(*of)? * count),
            Type::Unknown { bytes, .. } => *bytes,
        }
    }

    pub fn has_pointers(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Pointer { .. } => true,
            Type::Struct { fields, .. } => fields.iter().any(|field| self.has_pointers(field.ty)),
            Type::Array { of, .. } => self.has_pointers(*of),
            _ => false,
        }
    }

    /// Whether something in it is not understood: there may be addresses in it.
    pub fn has_unknown(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Unknown { .. } => true,
            Type::Struct { fields, .. } => fields.iter().any(|field| self.has_unknown(field.ty)),
            Type::Array { of, .. } => self.has_unknown(*of),
            _ => false,
        }
    }

    /// Whether there are bytes that are of no field: nobody says what is in them.
    pub fn has_padding(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Struct { bit_fields: true, .. } => false,
            Type::Struct { bytes, fields, .. } => {
                let used: u64 = fields.iter().filter_map(|field| self.size(field.ty)).sum();
                used < *bytes || fields.iter().any(|field| self.has_padding(field.ty))
            }
            Type::Array { of, .. } => self.has_padding(*of),
            _ => false,
        }
    }

    /// Whether both take and return the same, whatever it is called.
    pub fn is_like(&self, other: &Signature) -> bool {
        let ids = |signature: &Signature| -> Vec<TypeId> { signature.parameters.iter().map(|p| p.ty).collect() };
        self.returns == other.returns
            && self.variadic == other.variadic
            && ids(self) == ids(other)
            && self.types.len() == other.types.len()
            && self.types.iter().zip(&other.types).all(|(one, other)| is_like(one, other))
    }
}

/// Types are numbered as they are met, so equal numbers stand for like places.
fn is_like(one: &Type, other: &Type) -> bool {
    let fields = |fields: &[Field]| -> Vec<(u64, TypeId)> { fields.iter().map(|f| (f.offset, f.ty)).collect() };
    match (one, other) {
        (
            Type::Struct { bytes, fields: of_one, bit_fields, .. },
            Type::Struct { bytes: other_bytes, fields: of_other, bit_fields: other_bit_fields, .. },
        ) => bytes == other_bytes && bit_fields == other_bit_fields && fields(of_one) == fields(of_other),
        _ => one == other,
    }
}

/// The signature of the function `name` that an object file defines.
pub fn signature(object: &[u8], name: &str) -> Result<Option<Signature>, gimli::Error> {
    let Ok(file) = object::File::parse(object) else { return Ok(None) };
    let found = signatures(&file, gimli::DW_TAG_subprogram, &|known| known == name);
    Ok(found?.pop_first().map(|(_, signature)| signature))
}

/// What others can use by name.
#[derive(Debug, Default)]
pub struct Exports {
    pub functions: BTreeMap<String, Signature>,
    /// Variables: of a signature, only what is returned.
    pub variables: BTreeMap<String, Signature>,
}

pub fn exported(object: &[u8]) -> Result<Exports, gimli::Error> {
    let Ok(file) = object::File::parse(object) else { return Ok(Exports::default()) };
    let names = |kind: SymbolKind| -> BTreeSet<&str> {
        let of_kind = file.dynamic_symbols().filter(|symbol| symbol.is_definition() && symbol.kind() == kind);
        of_kind.filter_map(|symbol| symbol.name().ok()).collect()
    };
    let (functions, variables) = (names(SymbolKind::Text), names(SymbolKind::Data));
    Ok(Exports {
        functions: signatures(&file, gimli::DW_TAG_subprogram, &|name| functions.contains(name))?,
        variables: signatures(&file, gimli::DW_TAG_variable, &|name| variables.contains(name))?,
    })
}

/// The first of each name that is wanted.
fn signatures(
    file: &object::File<'_>,
    tag: gimli::DwTag,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<BTreeMap<String, Signature>, gimli::Error> {
    let load = |id: gimli::SectionId| -> Result<Cow<'_, [u8]>, gimli::Error> {
        let data = file.section_by_name(id.name()).and_then(|section| section.uncompressed_data().ok());
        Ok(data.unwrap_or_default())
    };
    let sections = gimli::DwarfSections::load(load)?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, LittleEndian));
    let mut found = BTreeMap::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            let entry = entry.clone();
            // A variable of a function may be called as one of the file.
            let is_local = tag == gimli::DW_TAG_variable && entry.attr_value(DW_AT_external).is_none();
            if entry.tag() != tag || is_local || entry.attr_value(DW_AT_declaration).is_some() {
                continue;
            }
            let mut reader = Reader { dwarf: &dwarf, unit: &unit, types: vec![], known: HashMap::new() };
            let name = reader.name(&entry)?;
            if is_wanted(&name) && !found.contains_key(&name) {
                found.insert(name, reader.signature(&entry)?);
            }
        }
    }
    Ok(found)
}

struct Reader<'d, 'a> {
    dwarf: &'d Dwarf<Slice<'a>>,
    unit: &'d Unit<Slice<'a>>,
    types: Vec<Type>,
    known: HashMap<UnitOffset, TypeId>,
}

type Entry<'a> = DebuggingInformationEntry<Slice<'a>>;

impl<'a> Reader<'_, 'a> {
    fn signature(&mut self, entry: &Entry<'a>) -> Result<Signature, gimli::Error> {
        let returns = self.type_of(entry)?;
        let mut parameters = vec![];
        let mut variadic = false;
        let mut tree = self.unit.entries_tree(Some(entry.offset()))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let child = child.entry().clone();
            if child.tag() == gimli::DW_TAG_formal_parameter {
                let name = match self.name(&child)? {
                    name if name.is_empty() => format!("parameter{}", parameters.len()),
                    name => name,
                };
                parameters.push(Parameter { name, ty: self.type_of(&child)? });
            }
            variadic |= child.tag() == gimli::DW_TAG_unspecified_parameters;
        }
        Ok(Signature { parameters, returns, variadic, types: std::mem::take(&mut self.types) })
    }

    fn name(&self, entry: &Entry<'a>) -> Result<String, gimli::Error> {
        let Some(value) = entry.attr_value(DW_AT_name) else { return Ok(String::new()) };
        Ok(self.dwarf.attr_string(self.unit, value)?.to_string_lossy().into_owned())
    }

    fn number(entry: &Entry<'a>, at: gimli::DwAt) -> Option<u64> {
        entry.attr_value(at)?.udata_value()
    }

    fn add(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId(self.types.len() - 1)
    }

    /// The type that an entry refers to; none is void.
    fn type_of(&mut self, entry: &Entry<'a>) -> Result<TypeId, gimli::Error> {
        match entry.attr_value(DW_AT_type) {
            Some(AttributeValue::UnitRef(offset)) => self.read(offset),
            Some(_) => Ok(self.add(Type::Unknown { what: "a type of another unit".to_owned(), bytes: None })),
            None => Ok(self.add(Type::Void)),
        }
    }

    fn read(&mut self, offset: UnitOffset) -> Result<TypeId, gimli::Error> {
        if let Some(known) = self.known.get(&offset) {
            return Ok(*known);
        }
        let entry = self.unit.entry(offset)?;
        // Known before its parts are read: types refer to themselves through pointers.
        let id = self.add(Type::Void);
        self.known.insert(offset, id);
        let ty = self.describe(&entry)?;
        self.types[id.0] = ty;
        Ok(id)
    }

    fn describe(&mut self, entry: &Entry<'a>) -> Result<Type, gimli::Error> {
        let bytes = Self::number(entry, DW_AT_byte_size);
        let unknown = |what: &str| Type::Unknown { what: what.to_owned(), bytes };
        Ok(match entry.tag() {
            gimli::DW_TAG_base_type => base(entry, bytes.unwrap_or(0), &self.name(entry)?),
            gimli::DW_TAG_enumeration_type => Type::Int { bytes: bytes.unwrap_or(4), signed: false, is_char: false },
            gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type => {
                let to = self.type_of(entry)?;
                let is_const = self.is_const(entry)?;
                Type::Pointer { to, is_const }
            }
            gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type => match bytes {
                Some(bytes) => {
                    let name = self.name(entry)?;
                    let (fields, bit_fields) = self.fields(entry)?;
                    Type::Struct { name, bytes, fields, bit_fields }
                }
                None => unknown("an incomplete type"),
            },
            gimli::DW_TAG_array_type => {
                let of = self.type_of(entry)?;
                match self.count(entry)? {
                    Some(count) => Type::Array { of, count },
                    None => unknown("an array without a size"),
                }
            }
            gimli::DW_TAG_union_type => unknown("a union"),
            gimli::DW_TAG_subroutine_type => unknown("a function"),
            // Names for types, and qualifiers.
            gimli::DW_TAG_typedef
            | gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
            | gimli::DW_TAG_atomic_type => {
                let inner = self.type_of(entry)?;
                self.types[inner.0].clone()
            }
            _ => unknown("a type that rift does not know"),
        })
    }

    /// Whether what a pointer points to is const, through names for types.
    fn is_const(&self, pointer: &Entry<'a>) -> Result<bool, gimli::Error> {
        let mut at = pointer.attr_value(DW_AT_type);
        while let Some(AttributeValue::UnitRef(offset)) = at {
            let entry = self.unit.entry(offset)?;
            match entry.tag() {
                gimli::DW_TAG_const_type => return Ok(true),
                gimli::DW_TAG_typedef | gimli::DW_TAG_volatile_type => at = entry.attr_value(DW_AT_type),
                _ => return Ok(false),
            }
        }
        Ok(false)
    }

    fn fields(&mut self, entry: &Entry<'a>) -> Result<(Vec<Field>, bool), gimli::Error> {
        let (mut fields, mut bit_fields) = (vec![], false);
        let mut tree = self.unit.entries_tree(Some(entry.offset()))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let child = child.entry().clone();
            if child.tag() != gimli::DW_TAG_member {
                continue;
            }
            // A bit-field has no offset of its own in bytes: the whole structure is bytes then, which is right too.
            let Some(offset) = Self::number(&child, DW_AT_data_member_location) else {
                bit_fields = true;
                continue;
            };
            fields.push(Field { name: self.name(&child)?, offset, ty: self.type_of(&child)? });
        }
        Ok((fields, bit_fields))
    }

    fn count(&self, entry: &Entry<'a>) -> Result<Option<u64>, gimli::Error> {
        let mut total = None;
        let mut tree = self.unit.entries_tree(Some(entry.offset()))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let child = child.entry();
            let count = match (Self::number(child, DW_AT_count), Self::number(child, DW_AT_upper_bound)) {
                (Some(count), _) => count,
                (None, Some(last)) => last + 1,
                (None, None) => return Ok(None),
            };
            total = Some(total.unwrap_or(1) * count);
        }
        Ok(total)
    }
}

fn base(entry: &Entry<'_>, bytes: u64, name: &str) -> Type {
    let encoding = match entry.attr_value(DW_AT_encoding) {
        Some(AttributeValue::Encoding(encoding)) => encoding,
        _ => gimli::DwAte(0),
    };
    match encoding {
        gimli::DW_ATE_boolean => Type::Bool,
        gimli::DW_ATE_float if bytes == 4 || bytes == 8 => Type::Float { bytes },
        gimli::DW_ATE_signed => Type::Int { bytes, signed: true, is_char: false },
        gimli::DW_ATE_unsigned | gimli::DW_ATE_UTF => Type::Int { bytes, signed: false, is_char: false },
        gimli::DW_ATE_signed_char => Type::Int { bytes, signed: true, is_char: name == "char" },
        gimli::DW_ATE_unsigned_char => Type::Int { bytes, signed: false, is_char: name == "char" },
        _ => Type::Unknown { what: format!("`{name}`"), bytes: Some(bytes) },
    }
}
