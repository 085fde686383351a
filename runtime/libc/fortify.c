/* What _FORTIFY_SOURCE makes of <string.h> and <wchar.h>: the plain functions after a check that the target, of
 * which the compiler knows the size, is large enough. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

_Noreturn void __chk_fail(void);

static void check(size_t needed, size_t size) {
    if (needed > size)
        __chk_fail();
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t size) {
    check(n, size);
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
    check(n, size);
    return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size) {
    check(n, size);
    return mempcpy(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t size) {
    check(n, size);
    return memset(to, byte, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t size) {
    check(n, size);
    memset(to, 0, n);
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
    check(strlen(from) + 1, size);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
    check(strlen(from) + 1, size);
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t size) {
    check(strlen(to) + strlen(from) + 1, size);
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
    check(strlen(to) + strnlen(from, n) + 1, size);
    return strncat(to, from, n);
}

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wmemcpy(to, from, n);
}

wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wmemmove(to, from, n);
}

wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wmempcpy(to, from, n);
}

wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t size) {
    check(n, size);
    return wmemset(to, c, n);
}

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t size) {
    check(wcslen(from) + 1, size);
    return wcscpy(to, from);
}

wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t size) {
    check(wcslen(from) + 1, size);
    return wcpcpy(to, from);
}

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wcsncpy(to, from, n);
}

wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wcpncpy(to, from, n);
}

wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t size) {
    check(wcslen(to) + wcslen(from) + 1, size);
    return wcscat(to, from);
}

wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(wcslen(to) + wcsnlen(from, n) + 1, size);
    return wcsncat(to, from, n);
}

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return mbstowcs(to, from, n);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wcstombs(to, from, n);
}

size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t n, mbstate_t *state, size_t size) {
    check(n, size);
    return mbsrtowcs(to, from, n, state);
}

size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t n, mbstate_t *state, size_t size) {
    check(n, size);
    return wcsrtombs(to, from, n, state);
}

size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t size) {
    check(1, size);
    return wcrtomb(to, c, state);
}

int __wctomb_chk(char *to, wchar_t c, size_t size) {
    check(1, size);
    return wctomb(to, c);
}
