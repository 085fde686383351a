/* <fenv.h>. The machine rounds to nearest, ties to even, and keeps no exception flags: other rounding modes, and looking
 * at the flags, are Unsupported; clearing, raising and saving them has no effect. */
#define _GNU_SOURCE
#include "streams.h"
#include <fenv.h>
#include <string.h>

int fesetround(int mode) {
    if (mode & ~(FE_UPWARD | FE_DOWNWARD)) return 1; /* glibc's answer to what is no mode */
    if (mode != FE_TONEAREST) __rift_unsupported("a rounding mode other than to nearest");
    return 0;
}
int fetestexcept(int flags) {
    if (flags & FE_ALL_EXCEPT) __rift_unsupported("floating-point exception flags");
    return 0;
}
int fegetexceptflag(fexcept_t *to, int flags) {
    fetestexcept(flags);
    *to = 0;
    return 0;
}
int feclearexcept(int flags) { return (void)flags, 0; }
int feraiseexcept(int flags) { return (void)flags, 0; }
int fesetexcept(int flags) { return (void)flags, 0; }
int fesetexceptflag(const fexcept_t *from, int flags) { return (void)from, (void)flags, 0; }

int fegetenv(fenv_t *to) {
    memset(to, 0, sizeof *to);
    to->__control_word = 0x37f;
    to->__tags = 0xffff;
    to->__mxcsr = 0x1f80;
    return 0;
}
int feholdexcept(fenv_t *to) { return fegetenv(to); }
int fesetenv(const fenv_t *from) { return (void)from, 0; }
int feupdateenv(const fenv_t *from) { return (void)from, 0; }
int fegetmode(femode_t *to) {
    memset(to, 0, sizeof *to);
    to->__control_word = 0x37f;
    to->__mxcsr = 0x1f80;
    return 0;
}
int fesetmode(const femode_t *from) { return (void)from, 0; }

/* Traps: none are on, none can be. */
int fegetexcept(void) { return 0; }
int fedisableexcept(int flags) { return (void)flags, 0; }
int feenableexcept(int flags) {
    if (flags & FE_ALL_EXCEPT) __rift_unsupported("floating-point traps");
    return 0;
}
