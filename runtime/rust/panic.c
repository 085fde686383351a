/* The end of a Rust panic. Everything before it is std's own code: counting, hooks, the message on standard error.
 * Only what needs unwinding tables or the program's own executable is missing: backtraces are empty.
 * These stand in for functions of std by name: crates/rift-ingest/src/lower/rust_models.rs.
 */
#define _GNU_SOURCE
#include "rift.h"
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

/* panic_abort's __rust_start_panic(&mut dyn PanicPayload) -> u32: aborts, so a handler of SIGABRT comes first. */
unsigned __rift_rust_start_panic(void *payload, void *vtable) {
    (void)payload, (void)vtable;
    struct sigaction action;
    if (sigaction(SIGABRT, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) abort();
    __rift_panic(NULL, 0, NULL, 0, 0, 0);
}

/* <DisplayBacktrace as fmt::Display>::fmt(&self, &mut Formatter) -> Result: nothing, successfully. */
bool __rift_rust_no_backtrace(void *backtrace, void *formatter) {
    (void)backtrace, (void)formatter;
    return false;
}

/* Cache::with_global(closure), which calls the closure with the program's debug information if it can. */
void __rift_rust_no_symbols(void) {}

/* Panics abort: nothing is ever unwound through Rust frames. */
int __rift_rust_eh_personality(void) { __rift_unsupported("unwinding through Rust"); }
