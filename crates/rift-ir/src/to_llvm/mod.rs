//! Exports modules as LLVM assembly (for LLVM 22), so that file tests can be checked against native builds.
//!
//! Structs keep their layout: where LLVM's own differs they become packed structs with padding. Globals are
//! bytes. Refuses what it cannot say; never says something else. Positions and display names are left out.

mod globals;
mod inst;

use crate::layout::{Layout, Packing, layouts, natural_struct};
use crate::{
    Const, ConstId, FloatKind, FuncId, Function, GlobalId, InstKind, Linkage, Module, Operand, Signature, Type, TypeId,
};
use std::fmt::Write;

/// What has no form in LLVM assembly, or none here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot export {0}")]
pub struct CannotExport(pub String);

type Exported<T> = Result<T, CannotExport>;

fn cannot<T>(what: impl Into<String>) -> Exported<T> {
    Err(CannotExport(what.into()))
}

/// The text of a `.ll` file for x86-64 Linux. The module must be verified.
pub fn to_llvm(module: &Module) -> Result<String, CannotExport> {
    let mut exporter = Exporter { module, types: Vec::new(), indices: Vec::new() };
    exporter.add_types()?;
    let mut out = String::from(
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
         target triple = \"x86_64-pc-linux-gnu\"\n",
    );
    exporter.globals(&mut out)?;
    for function in module.functions.values() {
        exporter.function(&mut out, function)?;
    }
    Ok(out)
}

struct Exporter<'m> {
    module: &'m Module,
    types: Vec<String>,
    /// For each struct, where its fields are among the elements of the LLVM type.
    indices: Vec<Vec<u32>>,
}

/// `@name`, always quoted.
fn symbol(name: &str) -> String {
    let mut text = String::from("@\"");
    for byte in name.bytes() {
        match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => text.push(char::from(byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\{byte:02X}");
            }
        }
    }
    text.push('"');
    text
}

fn llvm_float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "half",
        FloatKind::BFloat => "bfloat",
        FloatKind::Single => "float",
        FloatKind::Double => "double",
        FloatKind::X87 => "x86_fp80",
        FloatKind::Quad => "fp128",
    }
}

fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::Exported => "",
        Linkage::Internal => "internal ",
        Linkage::External => "external ",
        Linkage::ExternalWeak => "extern_weak ",
    }
}

fn needs_personality(kind: &InstKind) -> bool {
    matches!(kind, InstKind::LandingPad { .. } | InstKind::Resume { .. })
}

impl Exporter<'_> {
    fn add_types(&mut self) -> Exported<()> {
        let known = layouts(&self.module.types, |_, _| {});
        for (_, ty) in self.module.types.iter() {
            let mut indices = Vec::new();
            let text = match ty {
                Type::Void => "void".to_owned(),
                Type::Int(bits) => format!("i{bits}"),
                Type::Float(kind) => llvm_float(*kind).to_owned(),
                Type::Ptr => "ptr".to_owned(),
                Type::Vector { elem, len } => format!("<{len} x {}>", self.ty(*elem)),
                Type::Array { elem, len } => format!("[{len} x {}]", self.ty(*elem)),
                Type::Struct { .. } => self.struct_type(ty, &known, &mut indices),
            };
            if text.len() > 10_000 {
                return cannot("a type of that many parts");
            }
            self.types.push(text);
            self.indices.push(indices);
        }
        Ok(())
    }

    fn struct_type(&self, ty: &Type, known: &[Option<Layout>], indices: &mut Vec<u32>) -> String {
        let Type::Struct { fields, size, .. } = ty else { return String::new() };
        let ids: Vec<TypeId> = fields.iter().map(|field| field.ty).collect();
        let layout = |id: TypeId| known.get(id.as_u32() as usize).copied().flatten();
        for (packing, open, close) in [(Packing::Natural, "{", "}"), (Packing::Packed, "<{", "}>")] {
            // A packed struct inside makes the alignments of the two forms differ.
            if natural_struct(&ids, packing, layout).as_ref() == Some(ty) && self.aligned_as_printed(&ids, packing) {
                indices.extend(0..fields.len() as u32);
                let list: Vec<&str> = ids.iter().map(|id| self.ty(*id)).collect();
                return format!("{open} {} {close}", list.join(", "));
            }
        }
        let (mut parts, mut end) = (Vec::new(), 0);
        for field in fields {
            if field.offset > end {
                parts.push(format!("[{} x i8]", field.offset - end));
            }
            indices.push(parts.len() as u32);
            parts.push(self.ty(field.ty).to_owned());
            end = field.offset + layout(field.ty).map_or(0, |layout| layout.size);
        }
        if *size > end {
            parts.push(format!("[{} x i8]", size - end));
        }
        format!("<{{ {} }}>", parts.join(", "))
    }

    /// Padded structs lose their alignment, so what contains one must be padded by hand, too.
    fn aligned_as_printed(&self, fields: &[TypeId], packing: Packing) -> bool {
        packing == Packing::Packed
            || fields.iter().all(|id| match self.module.types.get(*id) {
                Type::Struct { align, .. } => *align == 1 || !self.ty(*id).starts_with("<{"),
                Type::Array { .. } => !self.ty(*id).contains("<{"),
                _ => true,
            })
    }

    fn ty(&self, id: TypeId) -> &str {
        &self.types[id.as_u32() as usize]
    }

    fn kind(&self, id: TypeId) -> &Type {
        self.module.types.get(id)
    }

    fn function_name(&self, id: FuncId) -> String {
        symbol(&self.module.functions[id].name)
    }

    fn global_name(&self, id: GlobalId) -> String {
        symbol(&self.module.globals[id].name)
    }

    fn const_type(&self, id: ConstId) -> String {
        match self.module.consts.get(id) {
            Const::Bits { ty, .. } | Const::Zero(ty) | Const::Undef(ty) | Const::Aggregate { ty, .. } => {
                self.ty(*ty).to_owned()
            }
            Const::Global { .. } | Const::Function(_) | Const::Block { .. } => "ptr".to_owned(),
        }
    }

    fn constant(&self, id: ConstId) -> Exported<String> {
        Ok(match self.module.consts.get(id) {
            Const::Bits { ty, limbs } => self.bits(*ty, limbs),
            Const::Zero(ty) => match self.kind(*ty) {
                Type::Int(_) => "0".to_owned(),
                Type::Ptr => "null".to_owned(),
                _ => "zeroinitializer".to_owned(),
            },
            // The machine reads undefined values as zero: so does the exported program.
            Const::Undef(ty) => match self.kind(*ty) {
                Type::Int(_) => "0".to_owned(),
                Type::Ptr => "null".to_owned(),
                _ => "zeroinitializer".to_owned(),
            },
            Const::Global { global, addend: 0 } => self.global_name(*global),
            Const::Global { global, addend } => {
                format!("getelementptr (i8, ptr {}, i64 {addend})", self.global_name(*global))
            }
            Const::Function(function) => self.function_name(*function),
            Const::Block { function, block } => format!("blockaddress({}, %{block})", self.function_name(*function)),
            Const::Aggregate { ty, elems } => self.aggregate(*ty, elems)?,
        })
    }

    fn aggregate(&self, ty: TypeId, elems: &[ConstId]) -> Exported<String> {
        let mut parts = Vec::new();
        for elem in elems {
            parts.push(format!("{} {}", self.const_type(*elem), self.constant(*elem)?));
        }
        match self.kind(ty) {
            Type::Vector { .. } => Ok(format!("<{}>", parts.join(", "))),
            Type::Array { .. } => Ok(format!("[{}]", parts.join(", "))),
            _ => {
                let indices = &self.indices[ty.as_u32() as usize];
                if indices.iter().enumerate().any(|(i, index)| i as u32 != *index) {
                    return cannot("a constant of a struct with padding");
                }
                let packed = self.ty(ty).starts_with("<{");
                let list = parts.join(", ");
                Ok(if packed { format!("<{{ {list} }}>") } else { format!("{{ {list} }}") })
            }
        }
    }

    fn bits(&self, ty: TypeId, limbs: &[u64]) -> String {
        let hex: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
        match self.kind(ty) {
            Type::Int(1) => if limbs == [1] { "true" } else { "false" }.to_owned(),
            Type::Int(bits) if *bits <= 64 => {
                let spare = 64 - bits;
                format!("{}", ((limbs[0] << spare) as i64) >> spare)
            }
            Type::Int(_) => format!("u0x{hex}"),
            Type::Float(kind) => format!("bitcast (i{} u0x{hex} to {})", kind.bits(), self.ty(ty)),
            _ if limbs == [0] => "null".to_owned(),
            _ => format!("inttoptr (i64 u0x{hex} to ptr)"),
        }
    }

    fn operand(&self, operand: Operand) -> Exported<String> {
        match operand {
            Operand::Value(value) => Ok(format!("%{value}")),
            Operand::Const(id) => self.constant(id),
        }
    }

    fn operand_type(&self, function: &Function, operand: Operand) -> String {
        match operand {
            Operand::Value(value) => self.ty(function.value_type(value)).to_owned(),
            Operand::Const(id) => self.const_type(id),
        }
    }

    fn typed(&self, function: &Function, operand: Operand) -> Exported<String> {
        Ok(format!("{} {}", self.operand_type(function, operand), self.operand(operand)?))
    }

    /// `i32 (ptr, ...)`
    fn signature(&self, signature: &Signature) -> String {
        let mut params: Vec<&str> = signature.params.iter().map(|ty| self.ty(*ty)).collect();
        params.extend(signature.variadic.then_some("..."));
        format!("{} ({})", self.ty(signature.result), params.join(", "))
    }

    fn function(&self, out: &mut String, function: &Function) -> Exported<()> {
        let mut params = Vec::new();
        for (i, ty) in function.signature.params.iter().enumerate() {
            match function.params.get(i).filter(|_| function.is_defined()) {
                Some(param) => params.push(format!("{} %{}", self.ty(*ty), param.value)),
                None => params.push(self.ty(*ty).to_owned()),
            }
        }
        params.extend(function.signature.variadic.then(|| "...".to_owned()));
        let result = self.ty(function.signature.result);
        let head = format!("{result} {}({})", symbol(&function.name), params.join(", "));
        if !function.is_defined() {
            let weak = if function.linkage == Linkage::ExternalWeak { "extern_weak " } else { "" };
            out.push_str(&format!("declare {weak}{head}\n"));
            return Ok(());
        }
        let lands = function.insts.values().any(|inst| needs_personality(&inst.kind));
        let personality = if lands { format!(" personality ptr @{}", self.personality()) } else { String::new() };
        out.push_str(&format!("define {}{head}{personality} {{\n", linkage(function.linkage)));
        let mut temporaries = 0;
        for (block, data) in &function.blocks {
            out.push_str(&format!("{block}:\n"));
            for inst in &data.insts {
                inst::export(self, function, &function.insts[*inst], &mut temporaries, out)?;
            }
        }
        out.push_str("}\n");
        Ok(())
    }

    fn lands(&self) -> bool {
        let mut insts = self.module.functions.values().flat_map(|f| f.insts.values());
        insts.any(|inst| needs_personality(&inst.kind))
    }

    /// Functions do not say whose exceptions they land: the program's language does.
    fn personality(&self) -> &'static str {
        let known = |name: &&str| self.module.function_named(name).is_some();
        ["__gxx_personality_v0", "rust_eh_personality"].into_iter().find(known).unwrap_or("__gcc_personality_v0")
    }
}
