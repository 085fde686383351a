//! Modules, functions, globals and source positions.

use crate::{
    BlockId, Callee, Const, ConstId, ConstTable, FileId, FuncId, GlobalId, Inst, InstId, InstKind, Operand,
    PackedOption, PosId, PrimaryMap, Signature, TypeId, TypeTable, ValueId,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A whole program: everything that can run, and nothing about how.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Module {
    pub types: TypeTable,
    pub consts: ConstTable,
    /// Source files, each as one path: directory and name joined, as the compiler recorded them.
    pub files: PrimaryMap<FileId, String>,
    pub positions: PrimaryMap<PosId, Position>,
    pub globals: PrimaryMap<GlobalId, Global>,
    pub functions: PrimaryMap<FuncId, Function>,
    /// Called in this order with (argc, argv, envp) before `main`: llvm.global_ctors by priority, then .init_array.
    pub constructors: Vec<FuncId>,
    /// Called in this order at exit.
    pub destructors: Vec<FuncId>,
}

/// Where an instruction comes from. `inlined_at` leads outwards, to the call that was inlined.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    pub file: FileId,
    /// 0 when the compiler made the code up.
    pub line: u32,
    pub column: u32,
    /// The source function (its name in the debug information), which differs from the enclosing
    /// [`Function`] when inlined.
    pub function: String,
    pub inlined_at: PackedOption<PosId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Linkage {
    /// Visible by name: an entry, or something the host may look up.
    Exported,
    Internal,
    /// Not defined in this module.
    External,
    /// Not defined in this module, and its address is null.
    ExternalWeak,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Global {
    /// The linker symbol; unnamed globals get a made-up unique name that starts with `.`.
    pub name: String,
    pub size: u64,
    pub align: u32,
    pub constant: bool,
    pub thread_local: bool,
    pub linkage: Linkage,
    pub init: GlobalInit,
    pub position: PackedOption<PosId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum GlobalInit {
    /// Not defined here.
    External,
    /// `bytes` are the first bytes of the global, the rest is zero. Relocated places hold zero in `bytes`.
    Bytes { bytes: Vec<u8>, relocs: Vec<Reloc> },
}

/// "At `offset`, `size` bytes little-endian: address(target) - address(minus) + addend", truncated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reloc {
    pub offset: u64,
    pub size: u8,
    pub target: RelocTarget,
    pub minus: Option<RelocTarget>,
    pub addend: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RelocTarget {
    Global(GlobalId),
    Function(FuncId),
    Block { function: FuncId, block: BlockId },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Function {
    /// The linker symbol.
    pub name: String,
    /// What a person would call it: demangled, without hashes.
    pub display: String,
    pub linkage: Linkage,
    pub signature: Signature,
    pub params: Vec<Param>,
    pub values: PrimaryMap<ValueId, ValueData>,
    pub insts: PrimaryMap<InstId, Inst>,
    /// Empty when the function is only declared.
    pub blocks: PrimaryMap<BlockId, Block>,
    pub position: PackedOption<PosId>,
}

/// Invariant (verified): `value` has type `signature.params[i]`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Param {
    pub value: ValueId,
    pub name: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ValueData {
    pub ty: TypeId,
}

/// Invariant (verified): phis first, exactly one terminator, last.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Block {
    pub insts: Vec<InstId>,
}

impl Function {
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    pub fn value_type(&self, value: ValueId) -> TypeId {
        self.values[value].ty
    }

    /// The terminator of a block that passed the verifier.
    pub fn terminator(&self, block: BlockId) -> &Inst {
        let last = *self.blocks[block].insts.last().expect("verified: a block ends in a terminator");
        &self.insts[last]
    }
}

impl Module {
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }

    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().find(|(_, g)| g.name == name).map(|(id, _)| id)
    }

    /// Every function that is used and not defined, with the display names of its users in order: functions, and
    /// globals that hold its address (as `global NAME`). Both lists are sorted by name.
    pub fn undefined_functions(&self) -> Vec<(String, Vec<String>)> {
        let mut users: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut note = |callee: FuncId, user: &dyn Fn() -> String| {
            if !self.functions[callee].is_defined() {
                users.entry(&self.functions[callee].name).or_default().insert(user());
            }
        };
        for function in self.functions.values() {
            let user = || function.display.clone();
            for inst in function.insts.values() {
                if let InstKind::Call { callee: Callee::Direct(callee), .. }
                | InstKind::Invoke { callee: Callee::Direct(callee), .. } = &inst.kind
                {
                    note(*callee, &user);
                }
                inst.kind.visit_operands(|operand| {
                    if let Operand::Const(constant) = operand {
                        self.visit_functions(constant, &mut |callee| note(callee, &user));
                    }
                });
            }
        }
        for global in self.globals.values() {
            let GlobalInit::Bytes { relocs, .. } = &global.init else { continue };
            for reloc in relocs {
                if let RelocTarget::Function(callee) = reloc.target {
                    note(callee, &|| format!("global {}", global.name));
                }
            }
        }
        users.into_iter().map(|(name, users)| (name.to_owned(), users.into_iter().collect())).collect()
    }

    /// The functions whose addresses are in a constant.
    fn visit_functions(&self, constant: ConstId, visit: &mut dyn FnMut(FuncId)) {
        match self.consts.get(constant) {
            Const::Function(function) => visit(*function),
            Const::Aggregate { elems, .. } => elems.iter().for_each(|elem| self.visit_functions(*elem, visit)),
            _ => {}
        }
    }

    /// `file:line:column`, innermost position only.
    pub fn describe(&self, pos: PackedOption<PosId>) -> String {
        let Some(pos) = pos.expand() else { return "unknown position".to_owned() };
        let p = &self.positions[pos];
        format!("{}:{}:{}", self.files[p.file], p.line, p.column)
    }

    /// The type of an operand inside `function`.
    pub fn operand_type(&self, function: &Function, operand: Operand) -> OperandType {
        match operand {
            Operand::Value(v) => OperandType::Type(function.value_type(v)),
            Operand::Const(c) => match self.consts.get(c) {
                Const::Bits { ty, .. } | Const::Zero(ty) | Const::Undef(ty) | Const::Aggregate { ty, .. } => {
                    OperandType::Type(*ty)
                }
                Const::Global { .. } | Const::Function(_) | Const::Block { .. } => OperandType::Address,
            },
        }
    }
}

/// Address constants are pointers whether or not the module has interned the pointer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandType {
    Type(TypeId),
    Address,
}
