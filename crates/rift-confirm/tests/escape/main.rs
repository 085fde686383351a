//! Small C programs that try to get out of the sandbox (`programs/*.c`), as root and as a plain user: none gets out, and
//! the sandbox is of use after each.
//!
//! The first lines of a program say what is expected of it:
//!
//! - `tries`: in words, what it tries.
//! - `expect`: how it ends in a sandbox. `contained` if nothing is said: it says so itself, and exits with 0. Else one or
//!   more, with `or` between them: `signal 31`, `time limit`; `limit` is any limit.
//! - `outside`: what it does where there is no sandbox, so that we know that it can fail: `escapes`, `escapes as root`,
//!   `may escape` (that depends on the machine), `contained`, or `never` if it must not be run there.
//! - `plain`: `contained` if it is to be so with limits only, where there is no bubblewrap.

use rift_confirm::{End, Kind, NativeError, NativeLimits, Sandbox, SandboxConfig, Seen};
use rift_env::Input;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Set for the run of this test as a plain user: where the compiled programs are.
const COMPILED: &str = "RIFT_ESCAPE_COMPILED";
const NOBODY: u32 = 65534;
const SECRET: &str = "the secret of the escape suite";
/// Fewer escapes where there is no sandbox mean that the programs do not try what they say.
const FEWEST_ESCAPES: usize = 25;

struct Attempt {
    name: String,
    fields: BTreeMap<String, String>,
    program: PathBuf,
}

impl Attempt {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// Whether that is how it should have gone.
    fn is_expected(&self, seen: &Seen) -> bool {
        let is_contained = seen.end == End::Exit(0) && seen.stdout.starts_with(b"contained\n");
        let expected = self.fields.get("expect").map_or("contained", String::as_str);
        expected.split(" or ").any(|expected| match (expected, &seen.end) {
            ("contained", _) => is_contained,
            ("limit", End::Other(what)) => what.ends_with("limit"),
            (expected, end) => expected == end.short(),
        })
    }

    /// Whether nothing else may end it.
    fn is_endless(&self) -> bool {
        matches!(self.field("expect"), "time limit" | "limit" | "limit or contained")
    }
}

/// One sandbox for all programs that have as much time, so that each is shown to leave it in order for the next.
struct Sandboxes {
    quick: Sandbox,
    patient: Sandbox,
}

impl Sandboxes {
    /// `None` if bubblewrap does not work, and that may be.
    fn new(kind: Kind) -> Option<Sandboxes> {
        let of = |time| {
            let limits = NativeLimits {
                time: Duration::from_millis(time),
                memory: Some(512 << 20),
                output: 1 << 20,
                file: 64 << 20,
                files: 96 << 20,
                processes: 64,
                free: 0,
            };
            match Sandbox::new(SandboxConfig { limits, kind: Some(kind) }) {
                Ok(sandbox) => Some(sandbox),
                // Some systems let only root have what it needs.
                Err(NativeError::Bubblewrap(why)) if std::env::var_os(COMPILED).is_some() => {
                    eprintln!("skipped as a plain user: {why}");
                    None
                }
                Err(error) => panic!("{error}"),
            }
        };
        Some(Sandboxes { quick: of(500)?, patient: of(10_000)? })
    }

    fn of(&self, attempt: &Attempt) -> &Sandbox {
        if attempt.is_endless() { &self.quick } else { &self.patient }
    }
}

/// What the programs are after.
struct Prey {
    directory: TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    abstract_name: String,
    abstract_socket: UnixListener,
}

impl Prey {
    fn new() -> Prey {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("secret"), SECRET).unwrap();
        fs::write(directory.path().join("victim"), "unharmed").unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind(tcp.local_addr().unwrap()).unwrap();
        let path = UnixListener::bind(directory.path().join("socket")).unwrap();
        let abstract_name = format!("rift-escape-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let abstract_socket = UnixListener::bind_addr(&address).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        path.set_nonblocking(true).unwrap();
        abstract_socket.set_nonblocking(true).unwrap();
        Prey { directory, tcp, udp, path, abstract_name, abstract_socket }
    }

    fn variables(&self, program: &Path, run: u32) -> Vec<(String, String)> {
        let file = |name: &str| self.directory.path().join(name).to_str().unwrap().to_owned();
        let variables = [
            ("SECRET", file("secret")),
            ("VICTIM", file("victim")),
            ("SOCKET", file("socket")),
            ("ABSTRACT", self.abstract_name.clone()),
            ("PORT", self.tcp.local_addr().unwrap().port().to_string()),
            ("RIFT_PID", std::process::id().to_string()),
            ("RUN", run.to_string()),
            ("PROGRAM", program.to_str().unwrap().to_owned()),
        ];
        variables.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }

    fn assert_unharmed(&self, after: &str) {
        let is_quiet = |kind: ErrorKind| kind == ErrorKind::WouldBlock;
        assert!(is_quiet(self.tcp.accept().unwrap_err().kind()), "{after} connected");
        assert!(is_quiet(self.udp.recv(&mut [0]).unwrap_err().kind()), "{after} sent something");
        assert!(is_quiet(self.path.accept().unwrap_err().kind()), "{after} connected to a Unix socket");
        assert!(is_quiet(self.abstract_socket.accept().unwrap_err().kind()), "{after} connected to an abstract socket");
        let victim = self.directory.path().join("victim");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "unharmed", "{after} changed a file");
        assert_eq!(fs::read_dir(self.directory.path()).unwrap().count(), 3, "{after} made or removed a file");
    }
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/escape/programs")
}

/// All programs, compiled to `to` unless they are there.
fn attempts(to: &Path) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for entry in fs::read_dir(sources()).unwrap() {
        let source = entry.unwrap().path();
        if source.extension() != Some(OsStr::new("c")) {
            continue;
        }
        let text = fs::read_to_string(&source).unwrap();
        let lines = text.lines().map_while(|line| line.strip_prefix("// ")?.split_once(": "));
        let fields = lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let name = source.file_stem().unwrap().to_str().unwrap().to_owned();
        let program = to.join(&name);
        attempts.push((source, Attempt { name, fields, program }));
    }
    attempts.sort_by(|(a, _), (b, _)| a.cmp(b));
    let missing: Vec<&(PathBuf, Attempt)> = attempts.iter().filter(|(_, attempt)| !attempt.program.exists()).collect();
    std::thread::scope(|scope| {
        for part in missing.chunks(missing.len().div_ceil(2).max(1)) {
            scope.spawn(move || part.iter().for_each(|(source, attempt)| compile(source, &attempt.program)));
        }
    });
    attempts.into_iter().map(|(_, attempt)| attempt).collect()
}

fn compile(source: &Path, program: &Path) {
    let mut command = Command::new("clang-22");
    command.args(["-O0", "-Wall", "-Werror", "-pthread", "-o"]).arg(program).arg(source);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn run_in_sandbox(attempt: &Attempt, sandbox: &Sandbox, prey: &Prey) -> Vec<String> {
    let kind = sandbox.kind();
    let mut complaints = Vec::new();
    for run in 1..=2 {
        let variables = prey.variables(&attempt.program, run);
        let input = Input {
            argv: vec![b"program".to_vec()],
            env: variables.into_iter().map(|(name, value)| (name.into_bytes(), value.into_bytes())).collect(),
            files: [("in/file".to_owned(), b"given".to_vec())].into(),
            ..Input::default()
        };
        let seen = sandbox.run(&attempt.program, &input).unwrap();
        let outputs = [&seen.stdout, &seen.stderr].into_iter().chain(seen.files.written.values());
        let has_secret =
            outputs.into_iter().any(|bytes| bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes()));
        if !attempt.is_expected(&seen) || has_secret {
            let said = String::from_utf8_lossy(&seen.stdout);
            complaints.push(format!("{} ({kind:?}, run {run}): {:?}: {said}", attempt.name, seen.end));
        }
    }
    // Of use to others as well.
    let script =
        ["sh", "-c", "test -z \"$(ls -A .)$(ls -A /dev/shm)\" && echo alive"].map(|word| word.as_bytes().to_vec());
    let env = vec![(b"PATH".to_vec(), b"/usr/bin:/bin".to_vec())];
    let alive = sandbox.run(Path::new("/bin/sh"), &Input { argv: script.to_vec(), env, ..Input::default() });
    let alive = alive.unwrap();
    if alive.stdout != b"alive\n" && kind == Kind::Bubblewrap {
        complaints.push(format!("after {}: {alive:?}", attempt.name));
    }
    prey.assert_unharmed(&attempt.name);
    complaints
}

/// Whether it escapes where there is no sandbox; a complaint if that is not as stated.
fn run_outside(attempt: &Attempt, prey: &Prey, is_root: bool) -> Result<bool, String> {
    let place = tempfile::tempdir().unwrap();
    let mut command = Command::new(&attempt.program);
    command.current_dir(place.path()).envs(prey.variables(&attempt.program, 1)).env("OUTSIDE", "1");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let escapes = said.starts_with("ESCAPED");
    let is_expected = match attempt.field("outside") {
        "escapes" => escapes,
        "escapes as root" => escapes || !is_root,
        "contained" => said.starts_with("contained"),
        "may escape" => true,
        other => panic!("{}: `{other}` is nothing that can be expected outside", attempt.name),
    };
    if is_expected { Ok(escapes) } else { Err(format!("{} outside: {said}", attempt.name)) }
}

/// The same test as a user without rights, from copies that such a user can read.
fn run_as_nobody(compiled: &Path) {
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let this = compiled.join("escape-suite");
    fs::copy(std::env::current_exe().unwrap(), &this).unwrap();
    open(&this);
    open(compiled);
    let mut command = Command::new(&this);
    command.args(["--exact", "nothing_gets_out", "--nocapture"]).current_dir("/").uid(NOBODY).gid(NOBODY);
    command.env(COMPILED, compiled).env("HOME", "/nonexistent");
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "as a plain user: {}", String::from_utf8_lossy(&said));
    eprintln!("as a plain user: {}", String::from_utf8_lossy(&said));
}

#[test]
fn nothing_gets_out() {
    let own = tempfile::tempdir().unwrap();
    let given = std::env::var_os(COMPILED).map(PathBuf::from);
    let compiled = given.as_deref().unwrap_or(own.path());
    let attempts = attempts(compiled);
    let prey = Prey::new();
    let mut complaints = Vec::new();
    let (bubblewrap, plain) = (Sandboxes::new(Kind::Bubblewrap), Sandboxes::new(Kind::Plain));
    for attempt in &attempts {
        if let Some(sandboxes) = &bubblewrap {
            complaints.extend(run_in_sandbox(attempt, sandboxes.of(attempt), &prey));
        }
        for sandboxes in plain.iter().filter(|_| attempt.field("plain") == "contained") {
            complaints.extend(run_in_sandbox(attempt, sandboxes.of(attempt), &prey));
        }
    }
    // SAFETY: asks for a number.
    let is_root = unsafe { libc::geteuid() } == 0;
    let mut escapes = 0;
    for attempt in attempts.iter().filter(|attempt| attempt.field("outside") != "never") {
        match run_outside(attempt, &prey, is_root) {
            Ok(escaped) => escapes += usize::from(escaped),
            Err(complaint) => complaints.push(complaint),
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(escapes >= FEWEST_ESCAPES, "only {escapes} programs do what they try where there is no sandbox");
    eprintln!("{} programs; {escapes} escape where there is no sandbox", attempts.len());
    if is_root {
        run_as_nobody(compiled);
    }
}
