/* <argz.h> and <envz.h>: lists of strings one after another in one allocated block, each with its NUL; in an envz each
 * is NAME=VALUE, or NAME alone. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <argz.h>
#include <envz.h>
#include <stdlib.h>
#include <string.h>

/* --- argz --- */

error_t argz_create_sep(const char *restrict text, int separator, char **restrict list, size_t *restrict size) {
    size_t n = 0;
    *list = NULL;
    *size = 0;
    if (*text == 0) return 0;
    *list = malloc(strlen(text) + 1);
    if (!*list) return ENOMEM;
    for (; *text; text++) {
        if (*text != (char)separator) (*list)[n++] = *text;
        else if (n > 0 && (*list)[n - 1] != 0) (*list)[n++] = 0; /* of several separators only one counts */
    }
    if (n > 0 && (*list)[n - 1] != 0) (*list)[n++] = 0;
    *size = n;
    if (n == 0) {
        free(*list);
        *list = NULL;
    }
    return 0;
}
error_t argz_create(char *const argv[], char **restrict list, size_t *restrict size) {
    *list = NULL;
    *size = 0;
    for (; *argv; argv++)
        if (argz_add(list, size, *argv)) return ENOMEM;
    return 0;
}

size_t argz_count(const char *list, size_t size) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++) count += list[i] == 0;
    return count;
}
ALIAS(__argz_count, argz_count);
char *argz_next(const char *restrict list, size_t size, const char *restrict entry) {
    if (entry) entry += strlen(entry) + 1;
    else entry = list;
    return entry && entry < list + size ? (char *)entry : NULL;
}
ALIAS(__argz_next, argz_next);
void argz_extract(const char *restrict list, size_t size, char **restrict argv) {
    for (char *entry = NULL; (entry = argz_next(list, size, entry));) *argv++ = entry;
    *argv = NULL;
}
void argz_stringify(char *list, size_t size, int separator) {
    for (size_t i = 0; i + 1 < size; i++)
        if (list[i] == 0) list[i] = (char)separator;
}
ALIAS(__argz_stringify, argz_stringify);

error_t argz_append(char **restrict list, size_t *restrict size, const char *restrict more, size_t more_size) {
    if (more_size == 0) return 0;
    char *larger = realloc(*list, *size + more_size);
    if (!larger) return ENOMEM;
    memcpy(larger + *size, more, more_size);
    *list = larger;
    *size += more_size;
    return 0;
}
error_t argz_add(char **restrict list, size_t *restrict size, const char *restrict text) {
    return argz_append(list, size, text, strlen(text) + 1);
}
error_t argz_add_sep(char **restrict list, size_t *restrict size, const char *restrict text, int separator) {
    char *more;
    size_t more_size;
    if (argz_create_sep(text, separator, &more, &more_size)) return ENOMEM;
    error_t result = argz_append(list, size, more, more_size);
    free(more);
    return result;
}
error_t argz_insert(char **restrict list, size_t *restrict size, char *restrict before, const char *restrict text) {
    if (!before) return argz_add(list, size, text);
    if (before < *list || before >= *list + *size) return EINVAL;
    while (before > *list && before[-1]) before--; /* an entry may be named by any of its characters */
    size_t at = (size_t)(before - *list), length = strlen(text) + 1;
    char *larger = realloc(*list, *size + length);
    if (!larger) return ENOMEM;
    memmove(larger + at + length, larger + at, *size - at);
    memcpy(larger + at, text, length);
    *list = larger;
    *size += length;
    return 0;
}
void argz_delete(char **restrict list, size_t *restrict size, char *restrict entry) {
    if (!entry) return;
    size_t length = strlen(entry) + 1, at = (size_t)(entry - *list);
    *size -= length;
    memmove(entry, entry + length, *size - at);
    if (*size == 0) {
        free(*list);
        *list = NULL;
    }
}

/* Appends `entry` with every `from` in it made `to`. */
static error_t append_replaced(char **list, size_t *size, const char *entry, const char *from, const char *to,
                               unsigned *count) {
    const char *found;
    error_t result = 0;
    for (; !result && (found = strstr(entry, from)); entry = found + strlen(from)) {
        result = argz_append(list, size, entry, (size_t)(found - entry));
        if (!result) result = argz_append(list, size, to, strlen(to));
        if (count) ++*count;
    }
    return result ? result : argz_add(list, size, entry);
}
error_t argz_replace(char **restrict list, size_t *restrict size, const char *restrict from, const char *restrict to,
                     unsigned *restrict count) {
    char *changed = NULL;
    size_t changed_size = 0;
    if (!from || !*from) return 0;
    for (char *entry = NULL; (entry = argz_next(*list, *size, entry));)
        if (append_replaced(&changed, &changed_size, entry, from, to, count)) {
            free(changed);
            return ENOMEM;
        }
    if (*list) free(*list);
    *list = changed;
    *size = changed_size;
    return 0;
}

/* --- envz --- */

char *envz_entry(const char *restrict list, size_t size, const char *restrict name) {
    size_t length = strcspn(name, "=");
    for (char *entry = NULL; (entry = argz_next(list, size, entry));)
        if (strncmp(entry, name, length) == 0 && (entry[length] == 0 || entry[length] == '=')) return entry;
    return NULL;
}
char *envz_get(const char *restrict list, size_t size, const char *restrict name) {
    char *entry = envz_entry(list, size, name);
    if (!entry) return NULL;
    entry += strcspn(entry, "=");
    return *entry ? entry + 1 : NULL;
}
void envz_remove(char **restrict list, size_t *restrict size, const char *restrict name) {
    char *entry = envz_entry(*list, *size, name);
    if (entry) argz_delete(list, size, entry);
}
error_t envz_add(char **restrict list, size_t *restrict size, const char *restrict name, const char *restrict value) {
    envz_remove(list, size, name);
    if (!value) return argz_add(list, size, name);
    error_t result = argz_append(list, size, name, strlen(name));
    if (!result) result = argz_append(list, size, "=", 1);
    return result ? result : argz_add(list, size, value);
}
error_t envz_merge(char **restrict list, size_t *restrict size, const char *restrict other, size_t other_size,
                   int override) {
    for (char *entry = NULL; (entry = argz_next(other, other_size, entry));) {
        char *old = envz_entry(*list, *size, entry);
        if (old && !override) continue;
        if (old) argz_delete(list, size, old);
        if (argz_add(list, size, entry)) return ENOMEM;
    }
    return 0;
}
void envz_strip(char **restrict list, size_t *restrict size) {
    for (char *entry = *list; entry && entry < *list + *size;) {
        if (strchr(entry, '=')) entry += strlen(entry) + 1;
        else argz_delete(list, size, entry);
    }
}
