//! Globals: bytes with addresses between them.

use super::{Exported, Exporter, cannot, linkage, symbol};
use crate::{FuncId, Global, GlobalInit, Reloc, RelocTarget};
use std::fmt::Write;

impl Exporter<'_> {
    pub(super) fn globals(&self, out: &mut String) -> Exported<()> {
        for global in self.module.globals.values() {
            self.global(out, global)?;
        }
        if self.lands() && self.module.function_named(self.personality()).is_none() {
            out.push_str(&format!("declare i32 @{}(...)\n", self.personality()));
        }
        // Constructors run from the lowest priority to the highest, destructors the other way round.
        self.list(out, "ctors", self.module.constructors.iter());
        self.list(out, "dtors", self.module.destructors.iter().rev());
        Ok(())
    }

    fn list<'f>(&self, out: &mut String, name: &str, functions: impl Iterator<Item = &'f FuncId>) {
        let entries: Vec<String> = functions
            .enumerate()
            .map(|(i, f)| {
                format!("{{ i32, ptr, ptr }} {{ i32 {}, ptr {}, ptr null }}", i + 101, self.function_name(*f))
            })
            .collect();
        if !entries.is_empty() {
            let (count, list) = (entries.len(), entries.join(", "));
            let text = format!("@llvm.global_{name} = appending global [{count} x {{ i32, ptr, ptr }}] [{list}]\n");
            out.push_str(&text);
        }
    }

    fn global(&self, out: &mut String, global: &Global) -> Exported<()> {
        let local = if global.thread_local { "thread_local " } else { "" };
        let word = if global.constant { "constant" } else { "global" };
        let head = format!("{} = {}{local}{word}", symbol(&global.name), linkage(global.linkage));
        let GlobalInit::Bytes { bytes, relocs } = &global.init else {
            out.push_str(&format!("{head} [{} x i8], align {}\n", global.size, global.align));
            return Ok(());
        };
        let mut relocs: Vec<&Reloc> = relocs.iter().collect();
        relocs.sort_by_key(|reloc| reloc.offset);
        let (mut types, mut values) = (Vec::new(), Vec::new());
        let mut push = |(ty, value): (String, String)| {
            values.push(format!("{ty} {value}"));
            types.push(ty);
        };
        let mut at = 0;
        for reloc in relocs {
            segments(bytes, at, reloc.offset, &mut push);
            push(self.reloc(reloc)?);
            at = reloc.offset + u64::from(reloc.size);
        }
        segments(bytes, at, global.size, &mut push);
        out.push_str(&format!(
            "{head} <{{ {} }}> <{{ {} }}>, align {}\n",
            types.join(", "),
            values.join(", "),
            global.align
        ));
        Ok(())
    }

    fn reloc(&self, reloc: &Reloc) -> Exported<(String, String)> {
        let address = |target: RelocTarget| match target {
            RelocTarget::Global(id) => self.global_name(id),
            RelocTarget::Function(id) => self.function_name(id),
            RelocTarget::Block { function, block } => {
                format!("blockaddress({}, %{block})", self.function_name(function))
            }
        };
        let mut target = address(reloc.target);
        if reloc.addend != 0 {
            target = format!("getelementptr (i8, ptr {target}, i64 {})", reloc.addend);
        }
        let bits = u32::from(reloc.size) * 8;
        match (reloc.minus, bits) {
            (None, 64) => Ok(("ptr".to_owned(), target)),
            (None, _) => cannot("an address of fewer than 8 bytes"),
            (Some(minus), _) => {
                let minus = address(minus);
                let difference = format!("sub (i64 ptrtoint (ptr {target} to i64), i64 ptrtoint (ptr {minus} to i64))");
                let value = if bits == 64 { difference } else { format!("trunc (i64 {difference} to i{bits})") };
                Ok((format!("i{bits}"), value))
            }
        }
    }
}

/// The bytes from `start` to `end`: what is given, then zeros.
fn segments(bytes: &[u8], start: u64, end: u64, push: &mut impl FnMut((String, String))) {
    let len = bytes.len() as u64;
    let given = &bytes[start.min(len) as usize..end.min(len) as usize];
    if !given.is_empty() {
        let mut text = String::from("c\"");
        for byte in given {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\{byte:02X}");
        }
        text.push('"');
        push((format!("[{} x i8]", given.len()), text));
    }
    let zeros = (end - start) - given.len() as u64;
    if zeros > 0 {
        push((format!("[{zeros} x i8]"), "zeroinitializer".to_owned()));
    }
}
