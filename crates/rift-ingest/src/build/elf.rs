//! As much of ELF as the build needs: which sections a file has, whether it is a program, which libraries it
//! wants, and the renaming of the bitcode section. 64-bit little-endian only; anything else is "not ELF".
//!
//! Every offset comes from a file that may be damaged, so every access is checked.

use std::ops::Range;

/// The section's name as clang writes it, and the equally long name under which GNU ar and nm leave it alone:
/// their LLVM plugin claims objects with a `.llvmbc` section and then loses their symbols.
pub(super) const EMBEDDED: &[u8] = b".llvmbc";
pub(super) const RENAMED: &[u8] = b".riftbc";

const ET_EXEC: u64 = 2;
const ET_DYN: u64 = 3;
const PT_INTERP: u64 = 3;
const DT_NEEDED: u64 = 1;
const DT_FLAGS_1: u64 = 0x6fff_fffb;
const DF_1_PIE: u64 = 0x0800_0000;
const SHT_NOBITS: u64 = 8;

/// No program needs more libraries than this, by names of more bytes than that.
const MOST_LIBRARIES: usize = 4096;
const LONGEST_NAME: usize = 4096;

/// Of a section header.
const HEADER_SIZE: usize = 0x40;

/// A file whose header says ELF, 64 bits, little-endian.
pub(super) struct Elf<'a> {
    bytes: &'a [u8],
}

#[derive(Debug, Clone, Copy)]
struct Section {
    name: usize,
    kind: u64,
    offset: usize,
    size: usize,
    link: usize,
}

impl<'a> Elf<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Elf<'a>> {
        bytes.starts_with(b"\x7fELF\x02\x01").then_some(Elf { bytes })
    }

    fn number(&self, offset: usize, size: usize) -> Option<u64> {
        let field = self.bytes.get(offset..offset.checked_add(size)?)?;
        Some(field.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn place(&self, offset: usize, size: usize) -> Option<usize> {
        self.number(offset, size).and_then(|n| usize::try_from(n).ok())
    }

    fn section(&self, index: usize) -> Option<Section> {
        let (table, size) = (self.place(0x28, 8)?, self.place(0x3a, 2)?);
        // Headers that overlap would make sections without end.
        if size < HEADER_SIZE {
            return None;
        }
        let header = table.checked_add(size.checked_mul(index)?)?;
        Some(Section {
            name: self.place(header, 4)?,
            kind: self.number(header + 4, 4)?,
            offset: self.place(header + 0x18, 8)?,
            size: self.place(header + 0x20, 8)?,
            link: self.place(header + 0x28, 4)?,
        })
    }

    /// Objects with very many sections keep the count in the first one.
    fn section_count(&self) -> Option<usize> {
        match (self.place(0x28, 8)?, self.place(0x3c, 2)?) {
            (0, _) => Some(0),
            (_, 0) => Some(self.section(0)?.size),
            (_, count) => Some(count),
        }
    }

    /// Where the section names are.
    fn names(&self) -> Option<Range<usize>> {
        let index = match self.place(0x3e, 2)? {
            0xffff => self.section(0)?.link,
            index => index,
        };
        let section = self.section(index)?;
        let end = section.offset.checked_add(section.size)?;
        (end <= self.bytes.len()).then_some(section.offset..end)
    }

    fn sections(&self) -> impl Iterator<Item = Section> {
        (0..self.section_count().unwrap_or(0)).map_while(|index| self.section(index))
    }

    fn data(&self, section: Section) -> Option<&'a [u8]> {
        self.bytes.get(section.offset..section.offset.checked_add(section.size)?)
    }

    /// Whether the section has this name. Looks at no more bytes than that has: a damaged table may have no end.
    fn is_named(&self, section: Section, name: &[u8]) -> bool {
        let names = self.names().and_then(|range| self.bytes.get(range)).unwrap_or_default();
        let rest = names.get(section.name..).and_then(|names| names.strip_prefix(name));
        rest.is_some_and(|rest| rest.first().is_none_or(|byte| *byte == 0))
    }

    pub(super) fn has_bitcode(&self) -> bool {
        let is_bitcode = |s| self.is_named(s, EMBEDDED) || self.is_named(s, RENAMED);
        self.sections().any(|s| s.kind != SHT_NOBITS && is_bitcode(s))
    }

    /// A program: fixed, or position-independent and not a mere shared library.
    pub(super) fn is_program(&self) -> bool {
        match self.number(0x10, 2) {
            Some(ET_EXEC) => true,
            Some(ET_DYN) => {
                self.has_interpreter() || self.dynamic().any(|(tag, value)| tag == DT_FLAGS_1 && value & DF_1_PIE != 0)
            }
            _ => false,
        }
    }

    fn has_interpreter(&self) -> bool {
        let (Some(table), Some(size), Some(count)) = (self.place(0x20, 8), self.place(0x36, 2), self.place(0x38, 2))
        else {
            return false;
        };
        (0..count).any(|i| self.number(table.saturating_add(i * size), 4) == Some(PT_INTERP))
    }

    fn dynamic(&self) -> impl Iterator<Item = (u64, u64)> {
        let section = self.sections().find(|s| self.is_named(*s, b".dynamic"));
        let data = section.and_then(|s| self.data(s)).unwrap_or_default();
        data.chunks_exact(16).map(|entry| {
            let number = |part: &[u8]| part.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte));
            (number(&entry[..8]), number(&entry[8..]))
        })
    }

    /// The shared libraries that the file asks the loader for.
    pub(super) fn needed(&self) -> Vec<String> {
        let strings = self.sections().find(|s| self.is_named(*s, b".dynstr")).and_then(|s| self.data(s));
        let names = self.dynamic().filter(|(tag, _)| *tag == DT_NEEDED).take(MOST_LIBRARIES);
        names
            .filter_map(|(_, at)| string(strings?, usize::try_from(at).ok()?))
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect()
    }
}

/// The bytes up to the next zero, if they can be the name of a file.
fn string(table: &[u8], start: usize) -> Option<&[u8]> {
    let rest = table.get(start..)?;
    let rest = &rest[..rest.len().min(LONGEST_NAME)];
    Some(&rest[..rest.iter().position(|byte| *byte == 0)?])
}

/// Gives the embedded bitcode its other name, in place. Says whether anything changed.
pub(crate) fn rename_bitcode_section(object: &mut [u8]) -> bool {
    let Some(elf) = Elf::parse(object) else { return false };
    let Some(names) = elf.names() else { return false };
    let at = elf.sections().find(|s| elf.is_named(*s, EMBEDDED)).map(|s| names.start + s.name);
    let Some(at) = at else { return false };
    match object.get_mut(at..at + RENAMED.len()) {
        Some(name) => name.copy_from_slice(RENAMED),
        None => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_test_is_a_program_that_needs_libc_and_has_no_bitcode() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let elf = Elf::parse(&bytes).unwrap();
        assert!(elf.is_program() && !elf.has_bitcode());
        assert!(elf.needed().iter().any(|n| n.starts_with("libc.so")), "{:?}", elf.needed());
    }

    #[test]
    fn damaged_files_are_survived() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        for cut in [0, 6, 16, 0x30, 0x40, 0x80, 1000, bytes.len() / 2] {
            let mut part = bytes[..cut].to_vec();
            rename_bitcode_section(&mut part);
            if let Some(elf) = Elf::parse(&part) {
                let _ = (elf.is_program(), elf.has_bitcode(), elf.needed());
            }
        }
        let mut head = bytes[..4096].to_vec();
        for at in 0x10..0x40 {
            let kept = std::mem::replace(&mut head[at], 0xff);
            let elf = Elf::parse(&head).unwrap();
            let _ = (elf.is_program(), elf.has_bitcode(), elf.needed());
            head[at] = kept;
        }
    }

    #[test]
    fn headers_of_no_size_are_not_counted_for_ever() {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        bytes.resize(0x400, 0xff);
        bytes[0x28..0x30].copy_from_slice(&0x80u64.to_le_bytes());
        // The size of a header, and a number of sections that the first one has.
        bytes[0x3a..0x3e].copy_from_slice(&[0; 4]);
        let elf = Elf::parse(&bytes).unwrap();
        assert!(!elf.has_bitcode() && elf.needed().is_empty());
    }
}
