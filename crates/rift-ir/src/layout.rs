//! What follows from a type's shape, computed bottom-up without recursion and without overflow.
//!
//! [`TypeTable::size`] and its siblings recurse and assume sane types; this is what makes a type sane. It
//! says for the verifier, the parser and the printer which types a module may hold at all.

use crate::{Field, FloatKind, Type, TypeId, TypeTable};

/// The deepest nesting of types; the machine and the analyses may recurse over types.
pub const MAX_TYPE_DEPTH: u32 = 1024;
/// The widest integer type.
pub const MAX_INT_BITS: u32 = 1 << 23;
/// The widest integer that a register may hold.
pub const MAX_REGISTER_INT_BITS: u32 = 4096;
/// The most scalars in one register.
pub const MAX_REGISTER_LEAVES: u64 = 65_536;
/// The most nodes (scalars, vectors, arrays, structs) in the type of one register.
pub const MAX_REGISTER_NODES: u64 = 4 * MAX_REGISTER_LEAVES;
/// No object is larger than the user's half of the address space.
pub const MAX_OBJECT_SIZE: u64 = 1 << 47;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Bytes from one array element to the next.
    pub size: u64,
    /// Bytes that a store writes.
    pub store_size: u64,
    pub align: u32,
    /// Bits of a scalar or vector.
    pub bits: Option<u64>,
    /// 0 for void, 1 for scalars and empty structs.
    pub depth: u32,
    /// Scalars inside, each lane of a vector counted; saturating.
    pub leaves: u64,
    /// `leaves` and everything around them; saturating.
    pub nodes: u64,
    pub widest_int: u32,
}

impl Layout {
    /// Why a register cannot hold a value of this type.
    pub fn register_problem(&self) -> Option<String> {
        if self.widest_int > MAX_REGISTER_INT_BITS {
            Some(format!(
                "holds an i{}, and integers in registers end at {MAX_REGISTER_INT_BITS} bits",
                self.widest_int
            ))
        } else if self.leaves > MAX_REGISTER_LEAVES || self.nodes > MAX_REGISTER_NODES {
            Some(format!("has more parts than a register may hold ({MAX_REGISTER_LEAVES})"))
        } else {
            None
        }
    }
}

/// The layout of `ty`, whose parts must have a layout in `known`; the message says what is wrong with it.
pub(crate) fn layout_of(ty: &Type, known: impl Fn(TypeId) -> Option<Layout>) -> Result<Layout, String> {
    let part = |id: TypeId| known(id).ok_or_else(|| format!("refers to {id}, which is not an earlier valid type"));
    match ty {
        Type::Void => {
            Ok(Layout { size: 0, store_size: 0, align: 1, bits: None, depth: 0, leaves: 0, nodes: 1, widest_int: 0 })
        }
        Type::Int(bits) => {
            if *bits == 0 || *bits > MAX_INT_BITS {
                return Err(format!("integer of {bits} bits: 1 to {MAX_INT_BITS} are possible"));
            }
            let store = u64::from(*bits).div_ceil(8);
            let align = (store.next_power_of_two() as u32).min(16);
            Ok(Layout { widest_int: *bits, ..scalar(u64::from(*bits), align) })
        }
        Type::Float(FloatKind::X87) => Ok(scalar(80, 16)),
        Type::Float(kind) => Ok(scalar(u64::from(kind.bits()), kind.bits() / 8)),
        Type::Ptr => Ok(scalar(64, 8)),
        Type::Vector { elem, len } => vector(part(*elem)?, *len),
        Type::Array { elem, len } => array(part(*elem)?, *len),
        Type::Struct { fields, size, align } => {
            let mut layout = Layout {
                size: *size,
                store_size: *size,
                align: *align,
                bits: None,
                depth: 1,
                leaves: 0,
                nodes: 1,
                widest_int: 0,
            };
            if !align.is_power_of_two() {
                return Err(format!("struct alignment {align} is not a power of two"));
            }
            if size % u64::from(*align) != 0 || *size > i64::MAX as u64 {
                return Err(format!("struct size {size} is not a multiple of its alignment {align}, or too large"));
            }
            let mut end = 0u64;
            for (index, field) in fields.iter().enumerate() {
                let inner = part(field.ty)?;
                if is_void(&inner) {
                    return Err(format!("field {index} is void"));
                }
                if field.offset < end {
                    return Err(format!(
                        "field {index} at {} overlaps the one before, which ends at {end}",
                        field.offset
                    ));
                }
                end = field.offset.checked_add(inner.store_size).filter(|end| end <= size).ok_or_else(|| {
                    format!("field {index} at {} does not fit into the struct's {size} bytes", field.offset)
                })?;
                layout.depth = layout.depth.max(inner.depth + 1);
                layout.leaves = layout.leaves.saturating_add(inner.leaves);
                layout.nodes = layout.nodes.saturating_add(inner.nodes);
                layout.widest_int = layout.widest_int.max(inner.widest_int);
            }
            depth_checked(layout)
        }
    }
}

/// Layouts of all types of a table; a wrong type has none, and its message is reported to `wrong`.
pub(crate) fn layouts(types: &TypeTable, mut wrong: impl FnMut(TypeId, String)) -> Vec<Option<Layout>> {
    let mut known: Vec<Option<Layout>> = Vec::new();
    for (id, ty) in types.iter() {
        match layout_of(ty, |part| known.get(part.as_u32() as usize).copied().flatten()) {
            Ok(layout) => known.push(Some(layout)),
            Err(message) => {
                wrong(id, message);
                known.push(None);
            }
        }
    }
    known
}

fn is_void(layout: &Layout) -> bool {
    layout.depth == 0
}

fn scalar(bits: u64, align: u32) -> Layout {
    let store_size = bits.div_ceil(8);
    let size = store_size.next_multiple_of(u64::from(align));
    Layout { size, store_size, align, bits: Some(bits), depth: 1, leaves: 1, nodes: 1, widest_int: 0 }
}

fn vector(elem: Layout, len: u32) -> Result<Layout, String> {
    let Some(elem_bits) = elem.bits.filter(|_| elem.depth == 1) else {
        return Err("vector of something that is no integer, float or pointer".to_owned());
    };
    if len == 0 {
        return Err("vector without elements".to_owned());
    }
    let bits = elem_bits * u64::from(len); // at most 2^23 * 2^32
    let store_size = bits.div_ceil(8);
    let align = u32::try_from(store_size.next_power_of_two()).unwrap_or(u32::MAX / 2 + 1);
    Ok(Layout {
        size: store_size.next_multiple_of(u64::from(align)),
        store_size,
        align,
        bits: Some(bits),
        depth: 2,
        leaves: u64::from(len),
        nodes: u64::from(len) + 1,
        widest_int: elem.widest_int,
    })
}

fn array(elem: Layout, len: u64) -> Result<Layout, String> {
    if is_void(&elem) {
        return Err("array of void".to_owned());
    }
    let size = elem.size.checked_mul(len).filter(|size| *size <= i64::MAX as u64);
    let size = size.ok_or_else(|| format!("array of {len} elements of {} bytes is too large", elem.size))?;
    depth_checked(Layout {
        size,
        store_size: size,
        align: elem.align,
        bits: None,
        depth: elem.depth + 1,
        leaves: elem.leaves.saturating_mul(len),
        nodes: elem.nodes.saturating_mul(len).saturating_add(1),
        widest_int: elem.widest_int,
    })
}

fn depth_checked(layout: Layout) -> Result<Layout, String> {
    if layout.depth > MAX_TYPE_DEPTH {
        return Err(format!("nested more than {MAX_TYPE_DEPTH} deep"));
    }
    Ok(layout)
}

/// A struct as C lays it out, or without padding; none when it is too large for that.
pub(crate) fn natural_struct(
    fields: &[TypeId],
    packing: Packing,
    known: impl Fn(TypeId) -> Option<Layout>,
) -> Option<Type> {
    let (mut end, mut align) = (0u64, 1u32);
    let mut placed = Vec::with_capacity(fields.len());
    for ty in fields {
        let layout = known(*ty)?;
        let step = if packing == Packing::Packed { 1 } else { layout.align };
        let offset = end.checked_next_multiple_of(u64::from(step))?;
        end = offset.checked_add(layout.size)?;
        align = align.max(step);
        placed.push(Field { ty: *ty, offset });
    }
    Some(Type::Struct { fields: placed, size: end.checked_next_multiple_of(u64::from(align))?, align })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Natural,
    Packed,
}
