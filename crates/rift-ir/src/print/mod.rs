//! The textual form of modules (`.rir`), for people and for file tests. [`crate::parse`] reads it back.
//!
//! Complete: all that has a meaning is printed, ids only as far as names are needed. Large types and
//! constants get names (`%T0`, `$0`), so that sharing in the tables cannot blow up the text. Wrong modules
//! print too, with `?` where an id leads nowhere: that is when one wants to read them.
//!
//! The grammar is documented in [`crate::parse`].

mod consts;
mod inst;
mod types;

use crate::layout::layouts;
use crate::{
    FileId, FuncId, Function, Global, GlobalInit, InstId, Linkage, Module, PackedOption, PosId, RelocTarget, TypeId,
};
use std::fmt::{self, Write};

pub(crate) use types::float_name;

/// The module's text.
pub fn print(module: &Module) -> String {
    Printer::new(module).to_string()
}

/// One instruction, for messages.
pub(crate) fn inst_text(module: &Module, function: &Function, inst: InstId) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = Printer::new(module).inst(&mut text, function, inst);
    text
}

/// One type, for messages.
pub(crate) fn type_text(module: &Module, ty: TypeId) -> String {
    Printer::new(module).ty(ty).to_owned()
}

/// A module as [`fmt::Display`].
pub struct Printer<'m> {
    module: &'m Module,
    types: Vec<Named>,
    /// By type; 0 for a wrong one.
    aligns: Vec<u32>,
    consts: Vec<Named>,
}

/// How a table entry is referred to, and how it is defined if that is only a name.
struct Named {
    reference: String,
    definition: Option<String>,
}

/// Longer texts of types and constants get a name.
const INLINE: usize = 48;

impl fmt::Display for Printer<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in self.module.files.values() {
            writeln!(out, "source {}", quoted(file))?;
        }
        for (id, position) in &self.module.positions {
            write!(out, "!{} = {}:{}:{}", id.as_u32(), self.file(position.file), position.line, position.column)?;
            if !position.function.is_empty() {
                write!(out, " in {}", quoted(&position.function))?;
            }
            if let Some(at) = position.inlined_at.expand() {
                write!(out, " inlined !{}", at.as_u32())?;
            }
            writeln!(out)?;
        }
        for (keyword, table) in [("type", &self.types), ("const", &self.consts)] {
            for named in table {
                if let Some(definition) = &named.definition {
                    writeln!(out, "{keyword} {} = {definition}", named.reference)?;
                }
            }
        }
        for global in self.module.globals.values() {
            self.global(out, global)?;
        }
        for (keyword, list) in [("constructors", &self.module.constructors), ("destructors", &self.module.destructors)]
        {
            if !list.is_empty() {
                let names: Vec<String> = list.iter().map(|f| self.function_name(*f)).collect();
                writeln!(out, "{keyword} {}", names.join(", "))?;
            }
        }
        self.module.functions.values().try_for_each(|function| self.function(out, function))
    }
}

impl<'m> Printer<'m> {
    pub fn new(module: &'m Module) -> Printer<'m> {
        let layouts = layouts(&module.types, |_, _| {});
        let types = types::texts(&module.types, &layouts);
        let aligns = layouts.iter().map(|layout| layout.map_or(0, |layout| layout.align)).collect();
        let mut printer = Printer { module, types, aligns, consts: Vec::new() };
        printer.consts = consts::texts(&printer);
        printer
    }

    fn ty(&self, id: TypeId) -> &str {
        self.types.get(id.as_u32() as usize).map_or("?type", |named| &named.reference)
    }

    fn file(&self, id: FileId) -> String {
        self.module.files.get(id).map_or("?file".to_owned(), |name| quoted(name))
    }

    fn function_name(&self, id: FuncId) -> String {
        self.module.functions.get(id).map_or("@?".to_owned(), |function| symbol(&function.name))
    }

    fn target(&self, target: RelocTarget) -> String {
        match target {
            RelocTarget::Global(id) => self.module.globals.get(id).map_or("@?".to_owned(), |g| symbol(&g.name)),
            RelocTarget::Function(id) => self.function_name(id),
            RelocTarget::Block { function, block } => {
                format!("blockaddress({}, {block})", self.function_name(function))
            }
        }
    }

    fn position(&self, out: &mut impl Write, position: PackedOption<PosId>) -> fmt::Result {
        position.expand().map_or(Ok(()), |pos| write!(out, " !{}", pos.as_u32()))
    }

    fn global(&self, out: &mut impl Write, global: &Global) -> fmt::Result {
        write!(out, "global")?;
        for (flag, word) in [(global.constant, "constant"), (global.thread_local, "thread_local")] {
            if flag {
                write!(out, " {word}")?;
            }
        }
        let usual = if global.init == GlobalInit::External { Linkage::External } else { Linkage::Exported };
        linkage(out, global.linkage, usual)?;
        write!(out, " {} size {} align {}", symbol(&global.name), global.size, global.align)?;
        if let GlobalInit::Bytes { bytes, relocs } = &global.init {
            write!(out, " = {}", data(bytes))?;
            for reloc in relocs {
                write!(out, ", at {} size {} {}", reloc.offset, reloc.size, self.target(reloc.target))?;
                if let Some(minus) = reloc.minus {
                    write!(out, " - {}", self.target(minus))?;
                }
                addend(out, reloc.addend)?;
            }
        }
        self.position(out, global.position)?;
        writeln!(out)
    }

    fn function(&self, out: &mut impl Write, function: &Function) -> fmt::Result {
        let usual = if function.is_defined() {
            write!(out, "\nfunction")?;
            Linkage::Exported
        } else {
            write!(out, "declare")?;
            Linkage::External
        };
        linkage(out, function.linkage, usual)?;
        write!(out, " {}(", symbol(&function.name))?;
        for (i, ty) in function.signature.params.iter().enumerate() {
            write!(out, "{}{}", if i > 0 { ", " } else { "" }, self.ty(*ty))?;
            if let Some(param) = function.params.get(i).filter(|_| function.is_defined()) {
                write!(out, " {}", param.value)?;
                if !param.name.is_empty() {
                    write!(out, " {}", quoted(&param.name))?;
                }
            }
        }
        if function.signature.variadic {
            write!(out, "{}", if function.signature.params.is_empty() { "..." } else { ", ..." })?;
        }
        write!(out, ") -> {}", self.ty(function.signature.result))?;
        if function.display != function.name {
            write!(out, " display {}", quoted(&function.display))?;
        }
        self.position(out, function.position)?;
        if !function.is_defined() {
            return writeln!(out);
        }
        writeln!(out, " {{")?;
        let mut last = PackedOption::default();
        for (block, data) in &function.blocks {
            writeln!(out, "{block}:")?;
            for inst in &data.insts {
                self.inst(out, function, *inst)?;
                self.place(out, function, *inst, &mut last)?;
                writeln!(out)?;
            }
        }
        writeln!(out, "}}")
    }

    /// Where an instruction is from, as a comment, when it is not where the last one was.
    fn place(
        &self,
        out: &mut impl Write,
        function: &Function,
        inst: InstId,
        last: &mut PackedOption<PosId>,
    ) -> fmt::Result {
        let Some(position) = function.insts.get(inst).map(|inst| inst.position) else { return Ok(()) };
        if position == std::mem::replace(last, position) {
            return Ok(());
        }
        match position.expand().and_then(|pos| self.module.positions.get(pos)) {
            Some(p) => {
                let file = self.module.files.get(p.file).map_or("?", |path| base_name(path));
                write!(out, " ; {}:{}:{}", escaped(file.as_bytes()), p.line, p.column)
            }
            None => Ok(()),
        }
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn linkage(out: &mut impl Write, linkage: Linkage, usual: Linkage) -> fmt::Result {
    if linkage == usual {
        return Ok(());
    }
    let word = match linkage {
        Linkage::Exported => "exported",
        Linkage::Internal => "internal",
        Linkage::External => "external",
        Linkage::ExternalWeak => "weak",
    };
    write!(out, " {word}")
}

fn addend(out: &mut impl Write, addend: i64) -> fmt::Result {
    match addend {
        0 => Ok(()),
        1.. => write!(out, "+{addend}"),
        _ => write!(out, "{addend}"),
    }
}

/// Text where it is mostly text, else hexadecimal digits.
fn data(bytes: &[u8]) -> String {
    let printable = bytes.iter().filter(|b| matches!(b, b' '..=b'~')).count();
    if printable * 2 >= bytes.len() {
        return format!("\"{}\"", escaped(bytes));
    }
    let mut text = String::with_capacity(bytes.len() * 2 + 6);
    text.push_str("hex \"");
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.push('"');
    text
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => {
                let _ = write!(text, "\\{byte:02x}");
            }
        }
    }
    text
}

pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text.as_bytes()))
}

/// `@name`, quoted where it must be.
pub(crate) fn symbol(name: &str) -> String {
    if !name.is_empty() && name.bytes().all(is_name_byte) { format!("@{name}") } else { format!("@{}", quoted(name)) }
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}
