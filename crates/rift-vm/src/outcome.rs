//! How a run ends. A program's fault, an engine's gap and an exhausted limit are three different things.

use rift_ir::{PackedOption, PosId, Site};
use serde::{Deserialize, Serialize};

/// How a run ended, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub end: Stop,
    /// The call stack at the end, innermost first; empty when the program returned.
    pub stack: Vec<StackEntry>,
    /// Instructions executed.
    pub steps: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackEntry {
    pub site: Site,
    pub position: PackedOption<PosId>,
}

/// Why execution stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// The process ended with this status (already masked to 8 bits by the host).
    Exit(i32),
    /// The entry function returned; its result as slots. Programs end in `Exit`; entries end so.
    Returned(Vec<u64>),
    /// The process killed itself: abort, raise, kill.
    Signal(i32),
    /// A Rust panic.
    Panic { message: String, location: String },
    /// The program did what it must not.
    Fault(Fault),
    /// The engine cannot go on; not the program's fault.
    Unsupported(String),
    /// A limit given by the user was reached.
    Limit(Limit),
    /// The input is not in the space to explore: an assumption that the program states about it does not hold
    /// (`klee_assume`). Not a behaviour of the program.
    Outside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    Steps,
    Memory,
    CallDepth,
    Output,
}

/// A fault of the program, with the address concerned where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// An access that is not inside any live object.
    Access {
        kind: AccessFault,
        write: bool,
        address: u64,
        size: u64,
    },
    BadFree {
        address: u64,
    },
    DoubleFree {
        address: u64,
    },
    DivisionByZero,
    /// INT_MIN / -1: traps on x86.
    DivisionOverflow,
    Unreachable,
    /// `__builtin_trap`, ud2.
    Trap,
    StackOverflow,
    /// A call of an address that is no function.
    BadCall {
        address: u64,
    },
    /// An indirect jump to something that is not one of its targets.
    BadJump {
        address: u64,
    },
    /// longjmp to a frame that has returned.
    BadLongJump,
    /// The exception found no handler, and the runtime had no terminate.
    UncaughtException,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccessFault {
    /// Close to address zero.
    Null,
    /// Belongs to no object that ever was.
    Wild,
    OutOfBounds,
    UseAfterFree,
    /// A stack object whose function has returned.
    UseAfterReturn,
    /// A write to a constant.
    ReadOnly,
    /// The address of a function or block used as data.
    Code,
}

impl Fault {
    /// The stable name, as shown to users and used in expectations.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::Access { kind, .. } => match kind {
                AccessFault::Null => "null-access",
                AccessFault::Wild => "wild-access",
                AccessFault::OutOfBounds => "out-of-bounds",
                AccessFault::UseAfterFree => "use-after-free",
                AccessFault::UseAfterReturn => "use-after-return",
                AccessFault::ReadOnly => "write-to-constant",
                AccessFault::Code => "code-access",
            },
            Fault::BadFree { .. } => "bad-free",
            Fault::DoubleFree { .. } => "double-free",
            Fault::DivisionByZero | Fault::DivisionOverflow => "division",
            Fault::Unreachable => "unreachable",
            Fault::Trap => "trap",
            Fault::StackOverflow => "stack-overflow",
            Fault::BadCall { .. } => "bad-call",
            Fault::BadJump { .. } => "bad-jump",
            Fault::BadLongJump => "bad-longjmp",
            Fault::UncaughtException => "uncaught-exception",
        }
    }

    /// The signal that natively ends a process which does this, where the native build notices at all.
    pub fn signal(&self) -> i32 {
        match self {
            Fault::DivisionByZero | Fault::DivisionOverflow => 8,
            Fault::Unreachable | Fault::Trap => 4,
            Fault::BadFree { .. } | Fault::DoubleFree { .. } | Fault::BadLongJump | Fault::UncaughtException => 6,
            Fault::Access { .. } | Fault::StackOverflow | Fault::BadCall { .. } | Fault::BadJump { .. } => 11,
        }
    }
}
