//! A module made ready to run: addresses given out, initial memory built, code compiled on first call.

use crate::code::{FnCode, Op};
use crate::compile;
use crate::memory::Memory;
use crate::outcome::Stop;
use rift_ir::{BlockId, Const, ConstId, EntityRef, FuncId, GlobalId, GlobalInit, Linkage, Module, RelocTarget, Site};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const FUNCTIONS_BASE: u64 = 0x40_0000;
const BLOCKS_BASE: u64 = 0x800_0000;
const CODE_END: u64 = 0x1000_0000;
const CODE_STRIDE: u64 = 16;

/// Shared by every machine that runs it. Deterministic: the same module gets the same addresses.
pub struct Program {
    pub module: Arc<Module>,
    addresses: Addresses,
    code: Vec<OnceLock<Box<FnCode>>>,
    /// Locked for the moment of a snapshot only.
    initial: Mutex<Memory>,
}

/// Where everything that has an address lies.
pub(crate) struct Addresses {
    /// `None`: not defined anywhere.
    globals: Vec<Option<u64>>,
    functions: Vec<u64>,
    blocks: BTreeMap<(FuncId, BlockId), u64>,
}

/// Why a constant has no value.
#[derive(Debug, Clone)]
pub(crate) struct MissingSymbol(pub String);

impl Addresses {
    pub fn function(&self, id: FuncId) -> u64 {
        self.functions[id.index()]
    }

    pub fn block(&self, function: FuncId, block: BlockId) -> Option<u64> {
        self.blocks.get(&(function, block)).copied()
    }

    pub fn global(&self, module: &Module, id: GlobalId) -> Result<u64, MissingSymbol> {
        self.globals[id.index()].ok_or_else(|| MissingSymbol(module.globals[id].name.clone()))
    }

    /// The function at a code address.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let index = address.checked_sub(FUNCTIONS_BASE)? / CODE_STRIDE;
        let id = FuncId::new(usize::try_from(index).ok()?);
        (self.functions.get(id.index()) == Some(&address)).then_some(id)
    }

    fn target(&self, module: &Module, target: RelocTarget) -> u64 {
        match target {
            RelocTarget::Global(id) => self.global(module, id).unwrap_or(0),
            RelocTarget::Function(id) => self.function(id),
            RelocTarget::Block { function, block } => self.block(function, block).unwrap_or(0),
        }
    }
}

impl Program {
    /// `module` must have passed the verifier: the machine relies on it.
    pub fn new(module: Arc<Module>, mut memory: Memory) -> Result<Program, Stop> {
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in module.globals.values() {
            globals.push(match (&global.init, global.linkage) {
                (GlobalInit::Bytes { .. }, _) => {
                    let address = memory.allocate_global(global.size, u64::from(global.align), global.constant);
                    Some(address.map_err(Stop::Limit)?)
                }
                (GlobalInit::External, Linkage::ExternalWeak) => Some(0),
                (GlobalInit::External, _) => None,
            });
        }
        let functions = module.functions.iter().map(|(id, f)| match f.linkage {
            Linkage::ExternalWeak if !f.is_defined() => 0,
            _ => FUNCTIONS_BASE + CODE_STRIDE * id.index() as u64,
        });
        let functions: Vec<u64> = functions.collect();
        let blocks = addressed_blocks(&module).into_iter();
        let blocks: BTreeMap<_, _> =
            blocks.enumerate().map(|(i, key)| (key, BLOCKS_BASE + CODE_STRIDE * i as u64)).collect();
        let fits = FUNCTIONS_BASE + CODE_STRIDE * (functions.len() as u64) < BLOCKS_BASE
            && BLOCKS_BASE + CODE_STRIDE * (blocks.len() as u64) < CODE_END;
        if !fits {
            return Err(Stop::Unsupported("more functions than the machine has code addresses".to_owned()));
        }
        let addresses = Addresses { globals, functions, blocks };
        initialise_globals(&module, &addresses, &mut memory);
        let code = module.functions.iter().map(|_| OnceLock::new()).collect();
        Ok(Program { module, addresses, code, initial: Mutex::new(memory) })
    }

    pub(crate) fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    pub fn global_address(&self, name: &str) -> Option<u64> {
        let id = self.module.global_named(name)?;
        self.addresses.globals[id.index()]
    }

    /// A copy of the memory as it is before the first instruction.
    pub fn initial_memory(&self) -> Memory {
        self.initial.lock().unwrap_or_else(PoisonError::into_inner).snapshot()
    }

    /// The code of a defined function, compiled when first asked for.
    #[inline]
    pub(crate) fn code(&self, function: FuncId) -> &FnCode {
        match self.code[function.index()].get() {
            Some(code) => code,
            None => self.compile(function),
        }
    }

    /// What is executed when control comes to operation `pc` of a function that was run: up to the next jump, call or
    /// return.
    pub fn sites_from(&self, function: FuncId, pc: u32) -> impl Iterator<Item = Site> + '_ {
        let code = self.code(function);
        let from = pc as usize;
        let end = code.ops[from..].iter().position(Op::moves_control).map_or(code.ops.len(), |last| from + last + 1);
        code.sites[from..end].iter().map(move |inst| Site { function, inst: *inst })
    }

    /// How many operations a function has: the places that control can come to.
    pub fn operations(&self, function: FuncId) -> u32 {
        self.code(function).ops.len() as u32
    }

    #[cold]
    fn compile(&self, function: FuncId) -> &FnCode {
        self.code[function.index()].get_or_init(|| Box::new(compile::function(&self.module, &self.addresses, function)))
    }

    /// The value of a constant as frame slots.
    pub(crate) fn constant_slots(
        module: &Module,
        addresses: &Addresses,
        id: ConstId,
        out: &mut Vec<u64>,
    ) -> Result<(), MissingSymbol> {
        match module.consts.get(id) {
            Const::Bits { limbs, .. } => out.extend_from_slice(limbs),
            Const::Zero(ty) | Const::Undef(ty) => {
                out.resize(out.len() + crate::layout::slots(&module.types, *ty) as usize, 0);
            }
            Const::Global { global, addend } => {
                out.push(addresses.global(module, *global)?.wrapping_add_signed(*addend));
            }
            Const::Function(function) => out.push(addresses.function(*function)),
            Const::Block { function, block } => out.push(addresses.block(*function, *block).unwrap_or(0)),
            Const::Aggregate { elems, .. } => {
                for elem in elems {
                    Program::constant_slots(module, addresses, *elem, out)?;
                }
            }
        }
        Ok(())
    }
}

/// Every block whose address is taken, sorted, once.
fn addressed_blocks(module: &Module) -> std::collections::BTreeSet<(FuncId, BlockId)> {
    let in_constants = module.consts.iter().filter_map(|(_, c)| match c {
        Const::Block { function, block } => Some((*function, *block)),
        _ => None,
    });
    let relocs = module.globals.values().flat_map(|g| match &g.init {
        GlobalInit::Bytes { relocs, .. } => relocs.as_slice(),
        GlobalInit::External => &[],
    });
    let in_globals = relocs.flat_map(|r| [Some(r.target), r.minus]).filter_map(|target| match target {
        Some(RelocTarget::Block { function, block }) => Some((function, block)),
        _ => None,
    });
    in_constants.chain(in_globals).collect()
}

fn initialise_globals(module: &Module, addresses: &Addresses, memory: &mut Memory) {
    for (id, global) in module.globals.iter() {
        let (GlobalInit::Bytes { bytes, relocs }, Some(base)) = (&global.init, addresses.globals[id.index()]) else {
            continue;
        };
        // Untouched zero pages stay unmaterialised: large zero globals cost nothing.
        let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
        memory.initialise(base, &bytes[..used]);
        for reloc in relocs {
            let minus = reloc.minus.map_or(0, |m| addresses.target(module, m));
            let value = addresses.target(module, reloc.target).wrapping_sub(minus).wrapping_add_signed(reloc.addend);
            memory.initialise(base + reloc.offset, &value.to_le_bytes()[..usize::from(reloc.size.min(8))]);
        }
    }
}
