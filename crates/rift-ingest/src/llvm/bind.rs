//! libLLVM, opened at run time behind the declarations of llvm-sys.
//!
//! Building rift needs no LLVM; running it needs libLLVM 22 or newer, which comes with rustc and with clang-22.
//! Each C-API function in [`names`](super::names) gets a trampoline of its own name that jumps through a slot, and
//! [`llvm_library`] fills the slots. A function that is called but not listed fails to link when rift is built; a
//! listed one that the library lacks is named in the error when rift runs.
#![expect(non_upper_case_globals, reason = "slots are named after the C functions")]

use crate::ModuleError;
use core::ffi::{CStr, c_uint, c_void};
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::Relaxed;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Bitcode is not forward compatible, and this is what rustc 1.95 and clang-22 write.
const OLDEST_MAJOR: u32 = 22;

macro_rules! trampolines {
    ($($name:ident)*) => {
        mod slot {
            use super::{AtomicPtr, c_void};
            $(
                pub(super) static $name: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());
            )*
        }
        $(
            // SAFETY: a tail jump leaves every argument where the caller put it, so one trampoline serves any C
            // signature. The slot is filled before any caller runs: contexts are made after `llvm_library` only.
            #[unsafe(naked)]
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name() {
                #[cfg(target_arch = "x86_64")]
                core::arch::naked_asm!("jmp qword ptr [rip + {0}]", sym slot::$name);
                #[cfg(target_arch = "aarch64")]
                core::arch::naked_asm!(
                    "adrp x16, {0}", "ldr x16, [x16, :lo12:{0}]", "br x16", sym slot::$name
                );
            }
        )*
        static SLOTS: &[(&str, &AtomicPtr<c_void>)] = &[$((stringify!($name), &slot::$name)),*];
    };
}

super::names::llvm_functions!(trampolines);

/// The libLLVM in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LlvmLibrary {
    pub path: PathBuf,
    pub version: (u32, u32, u32),
}

/// Opens libLLVM on first use: `RIFT_LLVM` if set, else the one of the Rust toolchain, else the distribution's.
pub fn llvm_library() -> Result<&'static LlvmLibrary, ModuleError> {
    static LIBRARY: OnceLock<Result<LlvmLibrary, ModuleError>> = OnceLock::new();
    LIBRARY.get_or_init(|| bind().map_err(|reason| ModuleError::Library { reason })).as_ref().map_err(Clone::clone)
}

fn bind() -> Result<LlvmLibrary, String> {
    if let Some(path) = std::env::var_os("RIFT_LLVM") {
        return open(Path::new(&path)).map_err(|e| format!("RIFT_LLVM=`{}`: {e}", path.display()));
    }
    let mut failures = Vec::new();
    // Asking rustc costs a process; the toolchain's folder can nearly always be told without.
    for folders in [rustup_folders, distribution_folders, asked_rustc_folder] {
        for path in folders().iter().filter_map(|folder| newest_in(folder)) {
            match open(&path) {
                Ok(library) => return Ok(library),
                Err(e) => failures.push(format!("`{}`: {e}", path.display())),
            }
        }
    }
    let tried = if failures.is_empty() { String::new() } else { format!(" ({})", failures.join("; ")) };
    Err(format!(
        "no libLLVM {OLDEST_MAJOR} or newer found{tried}; install rust 1.95, or the package libllvm22, or name a \
         library in RIFT_LLVM"
    ))
}

fn open(path: &Path) -> Result<LlvmLibrary, String> {
    // SAFETY: libLLVM's static constructors only register things; RTLD_LOCAL keeps its symbols to itself.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|e| e.to_string())?;
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    {
        type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint);
        // SAFETY: the type is the one of llvm-c/Core.h.
        let get_version = unsafe { library.get::<GetVersion>(b"LLVMGetVersion") }.map_err(|_| "not libLLVM")?;
        // SAFETY: three valid pointers.
        unsafe { get_version(&mut major, &mut minor, &mut patch) };
    }
    if major < OLDEST_MAJOR {
        return Err(format!("version {major}.{minor}.{patch} is too old, {OLDEST_MAJOR} is needed"));
    }
    let mut missing = Vec::new();
    let mut found = Vec::with_capacity(SLOTS.len());
    for (name, slot) in SLOTS {
        // SAFETY: the address is stored, not dereferenced.
        match unsafe { library.get::<*mut c_void>(name.as_bytes()) } {
            Ok(symbol) => found.push((slot, symbol.as_raw_ptr())),
            Err(_) => missing.push(*name),
        }
    }
    if !missing.is_empty() {
        return Err(format!("version {major}.{minor}.{patch} lacks {}", missing.join(", ")));
    }
    for (slot, address) in found {
        slot.store(address, Relaxed);
    }
    // Never closed: the slots point into it for the rest of the process.
    std::mem::forget(library);
    Ok(LlvmLibrary { path: path.to_owned(), version: (major, minor, patch) })
}

/// `lib` of the toolchain that rustup would choose, without asking it: directory overrides and toolchain files are
/// not read, which at worst finds another library that is new enough.
fn rustup_folders() -> Vec<PathBuf> {
    let home = std::env::var_os("RUSTUP_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".rustup")));
    let Some(home) = home else { return Vec::new() };
    let default = || {
        let settings = std::fs::read_to_string(home.join("settings.toml")).ok()?;
        let line = settings.lines().find(|line| line.starts_with("default_toolchain"))?;
        Some(line.split('"').nth(1)?.to_owned())
    };
    [std::env::var("RUSTUP_TOOLCHAIN").ok(), default()]
        .into_iter()
        .flatten()
        .map(|toolchain| home.join("toolchains").join(toolchain).join("lib"))
        .collect()
}

fn distribution_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"]
            .iter()
            .map(PathBuf::from)
            .collect();
    let mut versioned: Vec<PathBuf> = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"llvm-"))
        .map(|entry| entry.path().join("lib"))
        .collect();
    versioned.sort();
    folders.extend(versioned);
    folders
}

fn asked_rustc_folder() -> Vec<PathBuf> {
    let Ok(output) = std::process::Command::new("rustc").args(["--print", "sysroot"]).output() else {
        return Vec::new();
    };
    vec![Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("lib")]
}

/// The library of the highest version in a folder, told from file names, so that old ones are never opened.
fn newest_in(folder: &Path) -> Option<PathBuf> {
    std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|entry| Some((major_of(&entry.file_name())?, entry.path())))
        .filter(|(major, _)| *major >= OLDEST_MAJOR)
        .max()
        .map(|(_, path)| path)
}

/// 22 for `libLLVM.so.22.1`, `libLLVM.so.22.1-rust-1.95.0-stable` and `libLLVM-22.so`; none for the linker scripts
/// (`libLLVM-22-rust-1.95.0-stable.so`) beside them.
fn major_of(file_name: &OsStr) -> Option<u32> {
    let name = file_name.to_str()?;
    let (digits, rest) = match name.strip_prefix("libLLVM.so.") {
        Some(version) => (version, ""),
        None => name.strip_prefix("libLLVM-")?.split_once(".so")?,
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let plain = name.starts_with("libLLVM.so.") || (end == digits.len() && !rest.contains("rust"));
    if plain { digits[..end].parse().ok() } else { None }
}

/// A C string of the library as a Rust one.
///
/// # Safety
/// `text` is null or points to a NUL-terminated string.
pub(super) unsafe fn text_of(text: *const core::ffi::c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_from_file_names() {
        let major = |name: &str| major_of(OsStr::new(name));
        assert_eq!(major("libLLVM.so.22.1"), Some(22));
        assert_eq!(major("libLLVM.so.22.1-rust-1.95.0-stable"), Some(22));
        assert_eq!(major("libLLVM-22.so"), Some(22));
        assert_eq!(major("libLLVM-14.so.1"), Some(14));
        assert_eq!(major("libLLVM-22-rust-1.95.0-stable.so"), None);
        assert_eq!(major("libLLVMSupport.a"), None);
    }

    #[test]
    fn a_library_that_is_not_llvm_is_refused() {
        let error = open(Path::new("/lib/x86_64-linux-gnu/libm.so.6")).expect_err("libm is not libLLVM");
        assert_eq!(error, "not libLLVM");
    }

    #[test]
    fn the_library_of_this_machine_binds() {
        let library = llvm_library().expect("rustc's own libLLVM");
        assert!(library.version.0 >= OLDEST_MAJOR);
    }
}
