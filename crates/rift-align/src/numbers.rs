//! Numbers that two things of the two versions share exactly when they are structurally the same.
//!
//! Ids are meaningful in one module only. Here types and constants of both are interned in one table, functions
//! and globals are numbered by correspondence, and from then on "the same" is a comparison of integers. No hash is
//! taken for an identity. What cannot be compared (a block inside an aggregate constant) is the same as nothing:
//! errs towards "changed".

use rift_ir::{BlockId, Const, ConstId, EntityRef, Field, FuncId, GlobalId, Module, Operand, Pair, Type, TypeId};
use std::collections::HashMap;

/// The numbers of one module's things, by their ids.
#[derive(Debug, Default)]
pub struct Numbers {
    pub functions: Vec<u32>,
    pub globals: Vec<u32>,
    types: Vec<u32>,
    consts: Vec<u32>,
}

impl Numbers {
    pub fn function(&self, id: FuncId) -> u32 {
        self.functions[id.index()]
    }

    pub fn ty(&self, id: TypeId) -> u32 {
        self.types[id.index()]
    }

    pub fn constant(&self, id: ConstId) -> u32 {
        self.consts[id.index()]
    }

    /// The type of a register or constant; addresses are pointers.
    pub fn operand_type(&self, module: &Module, function: &rift_ir::Function, operand: Operand) -> u32 {
        match module.operand_type(function, operand) {
            rift_ir::OperandType::Type(ty) => self.ty(ty),
            rift_ir::OperandType::Address => POINTER,
        }
    }
}

/// The pointer type's number: the first, so that addresses have it whether or not a module interned it.
const POINTER: u32 = 0;

/// Matched things share the number of the old one; unmatched new ones get numbers of their own.
pub fn by_correspondence(old_len: usize, new_to_old: &[Option<u32>]) -> Pair<Vec<u32>> {
    let own = |index: usize| (old_len + index) as u32;
    let new = new_to_old.iter().enumerate().map(|(index, old)| old.unwrap_or(own(index))).collect();
    Pair { old: (0..old_len as u32).collect(), new }
}

/// Numbers of both modules, given those of their functions and globals.
pub fn number(pair: Pair<&Module>, functions: Pair<Vec<u32>>, globals: Pair<Vec<u32>>) -> Pair<Numbers> {
    let mut tables = Tables::default();
    tables.types.insert(Type::Ptr, POINTER);
    let mut one = |module: &Module, functions, globals| {
        let mut numbers = Numbers { functions, globals, ..Numbers::default() };
        tables.types(module, &mut numbers);
        tables.consts(module, &mut numbers);
        numbers
    };
    Pair { old: one(pair.old, functions.old, globals.old), new: one(pair.new, functions.new, globals.new) }
}

/// Types and constants whose ids inside are numbers already.
#[derive(Default)]
struct Tables {
    types: HashMap<Type, u32>,
    consts: HashMap<Const, u32>,
    /// Constants that equal nothing are counted down from the top.
    incomparable: u32,
}

impl Tables {
    fn types(&mut self, module: &Module, numbers: &mut Numbers) {
        for (_, ty) in module.types.iter() {
            let part = |id: &TypeId| TypeId::from_u32(numbers.types.get(id.index()).copied().unwrap_or(u32::MAX - 1));
            let key = match ty {
                Type::Vector { elem, len } => Type::Vector { elem: part(elem), len: *len },
                Type::Array { elem, len } => Type::Array { elem: part(elem), len: *len },
                Type::Struct { fields, size, align } => {
                    let fields = fields.iter().map(|f| Field { ty: part(&f.ty), offset: f.offset }).collect();
                    Type::Struct { fields, size: *size, align: *align }
                }
                plain => plain.clone(),
            };
            let next = self.types.len() as u32;
            numbers.types.push(*self.types.entry(key).or_insert(next));
        }
    }

    fn consts(&mut self, module: &Module, numbers: &mut Numbers) {
        for (_, constant) in module.consts.iter() {
            let ty = |id: &TypeId| TypeId::from_u32(numbers.types[id.index()]);
            let key = match constant {
                Const::Bits { ty: t, limbs } => Some(Const::Bits { ty: ty(t), limbs: limbs.clone() }),
                Const::Zero(t) => Some(Const::Zero(ty(t))),
                Const::Undef(t) => Some(Const::Undef(ty(t))),
                Const::Global { global, addend } => {
                    let global = GlobalId::from_u32(numbers.globals[global.index()]);
                    Some(Const::Global { global, addend: *addend })
                }
                Const::Function(function) => {
                    Some(Const::Function(FuncId::from_u32(numbers.functions[function.index()])))
                }
                // Which block is compared when blocks have been matched; until then all of a function are alike.
                Const::Block { function, .. } => {
                    let function = FuncId::from_u32(numbers.functions[function.index()]);
                    Some(Const::Block { function, block: BlockId::from_u32(0) })
                }
                Const::Aggregate { ty: t, elems } => {
                    let has_block = |id: &ConstId| matches!(module.consts.get(*id), Const::Block { .. });
                    let elem = |id: &ConstId| {
                        let number = numbers.consts.get(id.index()).filter(|_| !has_block(id));
                        number.map(|number| ConstId::from_u32(*number))
                    };
                    let elems: Option<Vec<ConstId>> = elems.iter().map(elem).collect();
                    elems.map(|elems| Const::Aggregate { ty: ty(t), elems })
                }
            };
            let next = self.consts.len() as u32;
            let number = match key {
                Some(key) => *self.consts.entry(key).or_insert(next),
                None => {
                    self.incomparable += 1;
                    u32::MAX - 1 - self.incomparable
                }
            };
            numbers.consts.push(number);
        }
    }
}
