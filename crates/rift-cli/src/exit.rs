//! Exit codes: the one place that says what they mean. `rift --help` prints [`HELP`].

use rift_vm::Stop;

/// A test goes otherwise than expected, in `rift replay` or natively in `rift explore --verify-native`; or two solvers
/// disagree.
pub const DIFFERENT: u8 = 1;
/// Bad arguments, unreadable files, compile errors: nothing was run.
pub const TROUBLE: u8 = 2;
/// `rift diff --strict` found no difference, and did not look at everything.
pub const UNDECIDED: u8 = 3;
/// rift itself could not go on: the program needs something that is not supported.
pub const UNSUPPORTED: u8 = 3;
/// A limit that the user set (or the default) was reached.
pub const LIMIT: u8 = 124;
/// The program itself said that this input is none of its own: a `klee_assume` that does not hold.
pub const OUTSIDE: u8 = 125;
/// Ctrl-C: what was found until then is there, and can be resumed.
pub const INTERRUPTED: u8 = 130;
/// Added to the number of a signal, as shells do.
const SIGNAL: i32 = 128;
const SIGABRT: i32 = 6;

pub const HELP: &str = "\
Exit codes:
  rift run      the program's own exit status; 128 + N when it died of signal N (a fault, an
                abort, a Rust panic); 124 when a limit was reached; 3 when it needs something
                that rift does not support; 125 when the input violates an assumption of the
                program (klee_assume); 2 when nothing could be run at all.
                `--json FILE` tells them apart without doubt.
  rift diff     0 when no difference was found, 1 when there are some, 2 when the versions
                could not be compared, or the report could not be written; with `--strict`, 3 when none was found but not
                everything was looked at; 130 after Ctrl-C without a difference.
  cargo rift    as rift diff; differences that were accepted do not count.
  rift explore  0 when the search came to its end or used up its budget, whatever it found: the
                summary and `--json FILE` say what; 130 after Ctrl-C, with everything found
                until then in place; 1 when `--verify-native` found a test that the native
                build does not follow, or `--check-solver` a wrong verdict; 2 when nothing could be explored, or tests could not be
                written.
  rift export   0 when every test was written, 1 when some do not hold and were left out, 2 when
                nothing could be exported.
  rift replay   0 when all tests went as expected, 1 when some did not, 2 when some could not
                be run.
  rift doctor   0 when everything needed is there, 3 when a program calls what rift cannot
                run, 2 when something needed is missing.";

/// The exit code of `rift run` for a run that ended so.
pub fn of_run(stop: &Stop) -> u8 {
    let signal = |number: i32| u8::try_from(SIGNAL + number).unwrap_or(u8::MAX);
    match stop {
        Stop::Exit(status) => *status as u8,
        Stop::Returned(_) => 0,
        Stop::Signal(number) => signal(*number),
        Stop::Panic { .. } => signal(SIGABRT),
        Stop::Fault(fault) => signal(fault.signal()),
        Stop::Unsupported(_) => UNSUPPORTED,
        Stop::Limit(_) => LIMIT,
        Stop::Outside => OUTSIDE,
    }
}
