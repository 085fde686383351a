//! Initialisers of globals: bytes, and relocations where addresses go.

use super::constants::int_limbs;
use super::{Lowering, Unsupported};
use crate::llvm::{SourceModule, TyKind, Value, ValueKind};
use rift_ir::verify::MAX_OBJECT_SIZE;
use rift_ir::{GlobalInit, Linkage, Reloc};

/// Bytes that an initialiser may spell out; zeros behind the last other byte are free.
const LIMIT: u64 = 1 << 30;

#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    relocs: Vec<Reloc>,
}

impl Image {
    fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Unsupported> {
        let used = data.len() - data.iter().rev().take_while(|b| **b == 0).count();
        if used == 0 {
            return Ok(());
        }
        let end = offset.checked_add(used as u64).filter(|end| *end <= LIMIT).ok_or("initialiser too large")? as usize;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[end - used..end].copy_from_slice(&data[..used]);
        Ok(())
    }
}

impl<'m> Lowering<'m> {
    pub(super) fn initialize_globals(&mut self, source: &'m SourceModule<'_>) {
        for value in source.globals() {
            let (Some(id), Some(constant)) = (self.globals.get(&value).copied(), value.initializer()) else { continue };
            if self.layout.size(value.value_type()) > MAX_OBJECT_SIZE {
                continue;
            }
            let mut image = Image::default();
            match self.flatten(constant, 0, &mut image) {
                Ok(()) => {
                    image.relocs.sort_by_key(|reloc| reloc.offset);
                    self.module.globals[id].init = GlobalInit::Bytes { bytes: image.bytes, relocs: image.relocs };
                }
                // Better a gap that is noticed when the program touches it than a wrong value.
                Err(_) => self.module.globals[id].linkage = Linkage::External,
            }
        }
    }

    fn flatten(&mut self, constant: Value<'m>, offset: u64, image: &mut Image) -> Result<(), Unsupported> {
        match constant.kind() {
            ValueKind::Zero | ValueKind::Null | ValueKind::Undef => Ok(()),
            ValueKind::Int => self.flatten_int(constant, offset, image),
            ValueKind::Float => {
                let bits = self.layout.bits(constant.ty()) as u32;
                self.flatten_int(constant.float_as_int(bits), offset, image)
            }
            ValueKind::Data => image.write(offset, constant.data()),
            ValueKind::Aggregate => self.flatten_aggregate(constant, offset, image),
            _ => self.flatten_address(constant, offset, image),
        }
    }

    fn flatten_int(&mut self, constant: Value<'m>, offset: u64, image: &mut Image) -> Result<(), Unsupported> {
        let TyKind::Int(bits) = constant.ty().kind() else { return Err(format!("constant {}", constant.text())) };
        let bytes: Vec<u8> = int_limbs(constant, bits).iter().flat_map(|limb| limb.to_le_bytes()).collect();
        image.write(offset, &bytes[..bits.div_ceil(8) as usize])
    }

    fn flatten_aggregate(&mut self, constant: Value<'m>, offset: u64, image: &mut Image) -> Result<(), Unsupported> {
        let ty = constant.ty();
        let count = self.element_count(constant).ok_or("aggregate of unknown size")?;
        let stride = match ty.kind() {
            TyKind::Array { elem, .. } => self.layout.size(elem),
            TyKind::Vector { elem, .. } if self.layout.bits(elem).is_multiple_of(8) => self.layout.bits(elem) / 8,
            TyKind::Vector { elem, .. } => return self.flatten_packed(constant, self.layout.bits(elem), offset, image),
            _ => 0,
        };
        let is_struct = matches!(ty.kind(), TyKind::Struct);
        for index in 0..count {
            let element = constant.element(index).ok_or("aggregate without element")?;
            let at = if is_struct { self.layout.offset(ty, index) } else { stride.wrapping_mul(u64::from(index)) };
            self.flatten(element, offset.wrapping_add(at), image)?;
        }
        Ok(())
    }

    /// Vectors of i1 and the like: element after element in ever higher bits.
    fn flatten_packed(
        &mut self,
        constant: Value<'m>,
        bits: u64,
        offset: u64,
        image: &mut Image,
    ) -> Result<(), Unsupported> {
        let count = self.element_count(constant).ok_or("aggregate of unknown size")?;
        if bits > 64 {
            return Err(format!("vector of {bits}-bit integers"));
        }
        let mut bytes = vec![0_u8; (bits * u64::from(count)).div_ceil(8) as usize];
        for index in 0..count {
            let element = constant.element(index).ok_or("aggregate without element")?;
            let value = if element.kind() == ValueKind::Int { element.small_int() } else { 0 };
            for bit in (0..bits).filter(|bit| value >> bit & 1 == 1) {
                let at = bits * u64::from(index) + bit;
                bytes[(at / 8) as usize] |= 1 << (at % 8);
            }
        }
        image.write(offset, &bytes)
    }

    fn flatten_address(&mut self, constant: Value<'m>, offset: u64, image: &mut Image) -> Result<(), Unsupported> {
        let address = self.address(constant).ok_or_else(|| format!("constant {}", constant.text()))?;
        let size = self.layout.store_size(constant.ty()).min(8) as u8;
        match (address.plus, address.minus) {
            (None, None) => image.write(offset, &address.addend.to_le_bytes()[..usize::from(size)]),
            (Some(target), minus) => {
                image.relocs.push(Reloc { offset, size, target, minus, addend: address.addend });
                Ok(())
            }
            (None, Some(_)) => Err("negated address".to_owned()),
        }
    }
}
