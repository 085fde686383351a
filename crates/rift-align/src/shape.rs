//! What must be equal for two instructions to do the same, as plain words, and the operands apart.
//!
//! Positions and names of values are not in it, nor are the targets of jumps and the values of operands: whether
//! these correspond depends on what was matched, and is asked elsewhere.

use crate::noise::place_arguments;
use crate::numbers::Numbers;
use rift_ir::{
    CallArg, Callee, Clause, EntityRef, Function, Inst, InstId, InstKind, Module, Operand, Signature, TypeId,
};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

/// The shapes of a function's instructions, one after the other.
#[derive(Debug)]
pub struct Shapes {
    words: Vec<u64>,
    word_ends: Vec<u32>,
    operands: Vec<Operand>,
    operand_ends: Vec<u32>,
}

/// Texts of both versions, numbered.
pub type Texts = HashMap<String, u64>;

impl Shapes {
    pub fn new(module: &Module, function: &Function, numbers: &Numbers, texts: &mut Texts) -> Shapes {
        let mut shapes = Shapes {
            words: Vec::with_capacity(function.insts.len() * 6),
            word_ends: Vec::with_capacity(function.insts.len() + 1),
            operands: Vec::with_capacity(function.insts.len() * 2),
            operand_ends: Vec::with_capacity(function.insts.len() + 1),
        };
        shapes.close();
        for inst in function.insts.values() {
            Writer { module, function, numbers, texts, shapes: &mut shapes }.inst(inst);
            shapes.close();
        }
        shapes
    }

    fn close(&mut self) {
        self.word_ends.push(self.words.len() as u32);
        self.operand_ends.push(self.operands.len() as u32);
    }

    /// Equal exactly when the instructions do the same with corresponding operands and targets. The first word is
    /// the kind of instruction, the second the type of its result, the third what it calls or computes.
    pub fn words(&self, inst: InstId) -> &[u64] {
        &self.words[self.word_ends[inst.index()] as usize..self.word_ends[inst.index() + 1] as usize]
    }

    /// The operands that count.
    pub fn operands(&self, inst: InstId) -> &[Operand] {
        &self.operands[self.operand_ends[inst.index()] as usize..self.operand_ends[inst.index() + 1] as usize]
    }
}

struct Writer<'a> {
    module: &'a Module,
    function: &'a Function,
    numbers: &'a Numbers,
    texts: &'a mut Texts,
    shapes: &'a mut Shapes,
}

/// The result type of an instruction without one.
const NO_TYPE: u64 = u64::MAX;
/// What stands for the type of an argument that does not count.
const IGNORED: u64 = u64::MAX - 1;

impl Writer<'_> {
    fn inst(&mut self, inst: &Inst) {
        self.hashed(&discriminant(&inst.kind));
        let result = inst.result.expand().map(|value| self.function.value_type(value));
        self.word(result.map_or(NO_TYPE, |ty| u64::from(self.numbers.ty(ty))));
        self.kind(&inst.kind);
    }

    fn word(&mut self, word: u64) {
        self.shapes.words.push(word);
    }

    /// Small enums as the numbers of their variants.
    fn hashed(&mut self, value: &impl Hash) {
        let mut hasher = LastWord(0);
        value.hash(&mut hasher);
        self.word(hasher.finish());
    }

    fn text(&mut self, text: &str) {
        let next = self.texts.len() as u64;
        let number = *self.texts.entry(text.to_owned()).or_insert(next);
        self.word(number);
    }

    fn operand(&mut self, operand: Operand) {
        let ty = self.numbers.operand_type(self.module, self.function, operand);
        self.word(u64::from(ty));
        self.shapes.operands.push(operand);
    }

    fn operands(&mut self, operands: &[Operand]) {
        operands.iter().for_each(|operand| self.operand(*operand));
    }

    fn ty(&mut self, ty: TypeId) {
        self.word(u64::from(self.numbers.ty(ty)));
    }

    fn call(&mut self, callee: &Callee, signature: &Signature, args: &[CallArg]) {
        let mut ignored: &[usize] = &[];
        match callee {
            Callee::Direct(function) => {
                self.word(u64::from(self.numbers.function(*function)) << 2);
                ignored = place_arguments(&self.module.functions[*function].name);
            }
            Callee::Indirect(address) => {
                self.word(1);
                self.operand(*address);
            }
            Callee::Asm(asm) => {
                self.word(2);
                self.text(&asm.text);
                self.text(&asm.constraints);
            }
        }
        self.ty(signature.result);
        self.word(u64::from(signature.variadic));
        self.word(signature.params.len() as u64);
        signature.params.iter().for_each(|ty| self.ty(*ty));
        self.word(args.len() as u64);
        for (index, arg) in args.iter().enumerate() {
            if ignored.contains(&index) && matches!(arg.value, Operand::Const(_)) {
                self.word(IGNORED);
                continue;
            }
            self.operand(arg.value);
            self.word(u64::from(arg.by_value.is_some()));
            if let Some((size, align)) = arg.by_value {
                self.word(size);
                self.word(u64::from(align));
            }
        }
    }

    fn kind(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Binary { op, flags, .. } => {
                self.hashed(op);
                self.word(u64::from(flags.nuw) | u64::from(flags.nsw) << 1 | u64::from(flags.exact) << 2);
            }
            InstKind::Unary { op, .. } => self.hashed(op),
            InstKind::CompareInt { predicate, .. } => self.hashed(predicate),
            InstKind::CompareFloat { predicate, .. } => self.hashed(predicate),
            InstKind::Cast { op, .. } => self.hashed(op),
            InstKind::AtomicRmw { op, .. } => self.hashed(op),
            InstKind::Alloca { elem_size, align, .. } => {
                self.word(*elem_size);
                self.word(u64::from(*align));
            }
            InstKind::Load { align, volatile, atomic, .. } | InstKind::Store { align, volatile, atomic, .. } => {
                self.word(u64::from(*align) << 2 | u64::from(*volatile) << 1 | u64::from(*atomic));
            }
            InstKind::Offset { offset, terms, in_bounds, .. } => {
                self.word(*offset as u64);
                self.word(u64::from(*in_bounds));
                terms.iter().for_each(|term| self.word(term.scale as u64));
            }
            InstKind::ExtractValue { path, .. } | InstKind::InsertValue { path, .. } => {
                path.iter().for_each(|index| self.word(u64::from(*index)));
            }
            InstKind::Shuffle { mask, .. } => {
                mask.iter().for_each(|lane| self.word(lane.map_or(u64::MAX, u64::from)));
            }
            InstKind::Call { callee, signature, args } | InstKind::Invoke { callee, signature, args, .. } => {
                return self.call(callee, signature, args);
            }
            InstKind::Intrinsic { which, .. } => self.text(which.name()),
            InstKind::LandingPad { clauses, cleanup } => {
                self.word(u64::from(*cleanup));
                self.word(clauses.len() as u64);
                for clause in clauses {
                    match clause {
                        Clause::Catch(_) => self.word(u64::MAX),
                        Clause::Filter(types) => self.word(types.len() as u64),
                    }
                }
            }
            InstKind::Unsupported { what } => self.text(what),
            // Phis are compared edge by edge.
            InstKind::Phi { .. } => return,
            InstKind::Select { .. }
            | InstKind::CompareExchange { .. }
            | InstKind::Fence
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::VaArg { .. }
            | InstKind::Jump { .. }
            | InstKind::Branch { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectJump { .. }
            | InstKind::Return { .. }
            | InstKind::Resume { .. }
            | InstKind::Unreachable => self.word(0),
        }
        let mut operands = Vec::new();
        kind.visit_operands(|operand| operands.push(operand));
        self.operands(&operands);
    }
}

/// Passes on the one integer that is written to it: discriminants of enums without fields.
struct LastWord(u64);

impl Hasher for LastWord {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
}
