//! Bitwuzla.
pub fn version() -> String {
    // SAFETY: returns a string with static lifetime.
    unsafe { std::ffi::CStr::from_ptr(bitwuzla_sys::bitwuzla_version()) }.to_string_lossy().into_owned()
}
#[cfg(test)]
mod tests {
    #[test]
    fn version() {
        assert_eq!(super::version(), "0.8.0");
    }
}
