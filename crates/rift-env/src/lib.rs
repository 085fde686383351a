//! What programs call: a small Linux kernel, a virtual file system, the C runtime.
