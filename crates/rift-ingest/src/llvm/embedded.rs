//! Bitcode that a compiler embedded in objects, archives and linked programs (`-fembed-bitcode=all`).

use super::Bitcode;
use crate::IngestError;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection};
use std::path::Path;

/// `.riftbc` is `.llvmbc` renamed by `rift-cc`, out of sight of the binutils plugin that mishandles the latter.
const SECTIONS: [&str; 2] = [".riftbc", ".llvmbc"];
const MAGIC: &[u8] = b"BC\xC0\xDE";
const WRAPPER_MAGIC: &[u8] = b"\xDE\xC0\x17\x0B";

/// Every module in an object file, archive, shared library or executable, in the order the linker left them.
pub fn extract_embedded(path: &Path) -> Result<Vec<Bitcode>, IngestError> {
    let data = std::fs::read(path).map_err(IngestError::io("read", path))?;
    let modules = embedded_in(&path.display().to_string(), &data);
    modules.map_err(|reason| IngestError::NoBitcode { path: path.to_owned(), reason })
}

/// The modules in the contents of a file; the error is the reason why there are none.
pub(crate) fn embedded_in(name: &str, data: &[u8]) -> Result<Vec<Bitcode>, String> {
    let modules = match data.starts_with(&object::archive::MAGIC) {
        true => of_archive(name, data)?,
        false => of_object(name, data)?,
    };
    match modules.is_empty() {
        true => Err("it has no embedded modules: was it compiled with rift-cc?".to_owned()),
        false => Ok(modules),
    }
}

/// Bitcode, wrapped or not, rather than text or an object.
pub(super) fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(MAGIC) || data.starts_with(WRAPPER_MAGIC)
}

fn of_archive(name: &str, data: &[u8]) -> Result<Vec<Bitcode>, String> {
    let archive = ArchiveFile::parse(data).map_err(|e| format!("not an archive: {e}"))?;
    if archive.is_thin() {
        return Err("thin archives hold no code".to_owned());
    }
    let mut modules = Vec::new();
    for member in archive.members() {
        let member = member.map_err(|e| format!("broken archive: {e}"))?;
        let member_name = format!("{name}({})", String::from_utf8_lossy(member.name()));
        let member_data = member.data(data).map_err(|e| format!("broken archive member `{member_name}`: {e}"))?;
        if object::FileKind::parse(member_data).is_ok() || is_bitcode(member_data) {
            modules.extend(of_object(&member_name, member_data).map_err(|e| format!("`{member_name}`: {e}"))?);
        }
    }
    Ok(modules)
}

fn of_object(name: &str, data: &[u8]) -> Result<Vec<Bitcode>, String> {
    if is_bitcode(data) {
        return Ok(vec![Bitcode { name: name.to_owned(), bytes: data.to_owned() }]);
    }
    let file = object::File::parse(data).map_err(|e| format!("not an object file: {e}"))?;
    let mut modules = Vec::new();
    let mut left = data.len();
    for section in file.sections().filter(|s| s.name().is_ok_and(|name| SECTIONS.contains(&name))) {
        let bytes = section.data().map_err(|e| format!("broken section: {e}"))?;
        // Sections that overlap could ask for any amount of memory.
        left = left.checked_sub(bytes.len()).ok_or("broken sections: they are larger than the file")?;
        for module in split(bytes) {
            let name = format!("{name}#{}", modules.len());
            modules.push(Bitcode { name, bytes: module.to_owned() });
        }
    }
    Ok(modules)
}

/// Takes a concatenation of bitcode files apart: each is the magic followed by top-level blocks, each of which states
/// its length in words (LLVM Bitcode File Format, "ENTER_SUBBLOCK"). Linkers may pad in between.
fn split(data: &[u8]) -> Vec<&[u8]> {
    const ENTER_SUBBLOCK: u32 = 1;
    let word = |at: usize| Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?));
    let mut modules = Vec::new();
    let mut at = 0;
    while at + 4 <= data.len() {
        if !data[at..].starts_with(MAGIC) {
            at += 1;
            continue;
        }
        let start = at;
        at += MAGIC.len();
        // A first word whose two lowest bits are not ENTER_SUBBLOCK is padding; the magic itself is not either.
        while let (Some(head), Some(len)) = (word(at), word(at + 4)) {
            if head & 3 != ENTER_SUBBLOCK {
                break;
            }
            at = at.saturating_add(8).saturating_add(4 * len as usize).min(data.len());
        }
        modules.push(&data[start..at]);
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(words: &[u32]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([0b0000_0001, 0, 0, 0]);
        bytes.extend((words.len() as u32).to_le_bytes());
        bytes.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        bytes
    }

    #[test]
    fn concatenated_modules_are_split_at_their_own_lengths() {
        // The second module contains the magic number as data.
        let (first, second) = (module(&[1, 2, 3]), module(&[0xDEC0_4342, 7]));
        let mut section = first.clone();
        section.extend([0, 0, 0, 0]);
        section.extend(&second);
        assert_eq!(split(&section), [&first[..], &second[..]]);
    }

    #[test]
    fn a_length_beyond_the_end_is_cut() {
        let mut broken = module(&[1]);
        broken[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(split(&broken), [&broken[..]]);
        assert!(split(b"no bitcode here").is_empty());
    }
}
