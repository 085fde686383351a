//! What every build sees of the system, and which variables.

use super::{Network, View};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Programs, libraries and headers.
const TREES: [&str; 10] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store"];

/// What compilers, the loader and common build tools read of /etc. Nothing that may hold a secret.
const SETTINGS: [&str; 21] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/hosts",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/os-release",
    "/etc/debian_version",
    "/etc/lsb-release",
    "/etc/ssl/openssl.cnf",
    "/etc/clang",
    "/etc/perl",
    "/etc/python3",
    "/etc/mime.types",
    "/etc/services",
    "/etc/protocols",
    "/etc/locale.alias",
];

/// With a network, also who to trust and who to ask.
const NETWORK_SETTINGS: [&str; 6] =
    ["/etc/resolv.conf", "/etc/ssl/certs", "/etc/ca-certificates", "/etc/pki", "/etc/gai.conf", "/etc/crypto-policies"];

pub(super) fn mounts(network: Network) -> Vec<OsString> {
    let mut arguments = Vec::new();
    for tree in TREES {
        match fs::read_link(tree) {
            Ok(target) => arguments.extend(["--symlink".into(), target.into_os_string(), tree.into()]),
            Err(_) => arguments.extend(["--ro-bind-try", tree, tree].map(OsString::from)),
        }
    }
    let more = NETWORK_SETTINGS.iter().filter(|_| network == Network::Open);
    for file in SETTINGS.iter().chain(more) {
        arguments.extend(["--ro-bind-try", file, file].map(OsString::from));
    }
    arguments.extend(["--dir", "/var/tmp"].map(OsString::from));
    arguments
}

/// The name server's file, if it is a link into what is hidden.
pub(super) fn resolver() -> Vec<OsString> {
    match fs::canonicalize("/etc/resolv.conf") {
        Ok(real) if real.starts_with("/run") => {
            vec!["--ro-bind-try".into(), real.clone().into(), real.into()]
        }
        _ => Vec::new(),
    }
}

/// What decides how a program is compiled. Everything else stays outside: secrets of CI systems are variables.
const VARIABLES: [&str; 54] = [
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "SOURCE_DATE_EPOCH",
    "CC",
    "CXX",
    "CPP",
    "AR",
    "AS",
    "LD",
    "NM",
    "RANLIB",
    "STRIP",
    "OBJCOPY",
    "OBJDUMP",
    "CFLAGS",
    "CXXFLAGS",
    "CPPFLAGS",
    "LDFLAGS",
    "ASFLAGS",
    "ARFLAGS",
    "LDLIBS",
    "LIBS",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "LD_RUN_PATH",
    "COMPILER_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "PKG_CONFIG",
    "PKG_CONFIG_PATH",
    "PKG_CONFIG_LIBDIR",
    "PKG_CONFIG_SYSROOT_DIR",
    "ACLOCAL_PATH",
    "CONFIG_SITE",
    "CMAKE_GENERATOR",
    "CMAKE_PREFIX_PATH",
    "CMAKE_BUILD_TYPE",
    "CMAKE_BUILD_PARALLEL_LEVEL",
    "NUM_JOBS",
    "RUSTC",
    "RUSTDOC",
    "RUSTFLAGS",
    "RUSTDOCFLAGS",
    "RUSTC_BOOTSTRAP",
    "RUSTUP_TOOLCHAIN",
    "RUST_BACKTRACE",
    "CARGO",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS",
];
/// And families of variables.
const FAMILIES: [&str; 5] = ["LC_", "CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_TARGET_", "CARGO_UNSTABLE_"];

const NETWORK_VARIABLES: [&str; 14] = [
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "REQUESTS_CA_BUNDLE",
    "NIX_SSL_CERT_FILE",
];
const NETWORK_FAMILIES: [&str; 4] = ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTRIES_", "CARGO_SOURCE_"];

/// What a name must not have in it, whatever its family.
const SECRETS: [&str; 5] = ["TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "_KEY"];

pub(super) fn harmless_variables(network: Network) -> Vec<(OsString, OsString)> {
    env::vars_os().filter(|(name, _)| name.to_str().is_some_and(|name| is_harmless(name, network))).collect()
}

pub(super) fn is_harmless(name: &str, network: Network) -> bool {
    let open = network == Network::Open;
    let is_known = VARIABLES.contains(&name) || (open && NETWORK_VARIABLES.contains(&name));
    let families = FAMILIES.iter().chain(NETWORK_FAMILIES.iter().filter(|_| open));
    let is_related = || families.into_iter().any(|family| name.starts_with(family));
    is_known || (is_related() && !SECRETS.iter().any(|secret| name.contains(secret)))
}

/// Directories of headers and libraries, and certificates, that such variables name.
pub(super) fn named_by_variables(view: &mut View, network: Network) {
    const PATHS: [&str; 9] = [
        "CPATH",
        "C_INCLUDE_PATH",
        "CPLUS_INCLUDE_PATH",
        "LIBRARY_PATH",
        "LD_LIBRARY_PATH",
        "COMPILER_PATH",
        "PKG_CONFIG_PATH",
        "PKG_CONFIG_LIBDIR",
        "CMAKE_PREFIX_PATH",
    ];
    let certificates = NETWORK_VARIABLES.iter().skip(8).filter(|_| network == Network::Open);
    for name in PATHS.iter().chain(certificates) {
        let value = env::var_os(name).unwrap_or_default();
        let is_place = |path: &PathBuf| path.is_absolute() && path != Path::new("/") && path.exists();
        env::split_paths(&value).filter(is_place).for_each(|path| view.show(&path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_stay_outside() {
        for name in ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "CARGO_REGISTRY_TOKEN", "HOME", "FOO"] {
            assert!(!is_harmless(name, Network::Closed) && !is_harmless(name, Network::Open), "{name}");
        }
        assert!(!is_harmless("CARGO_REGISTRIES_MINE_TOKEN", Network::Open));
        assert!(is_harmless("CARGO_REGISTRIES_MINE_INDEX", Network::Open));
        assert!(!is_harmless("https_proxy", Network::Closed) && is_harmless("https_proxy", Network::Open));
        assert!(is_harmless("CFLAGS", Network::Closed) && is_harmless("LC_ALL", Network::Closed));
    }
}
