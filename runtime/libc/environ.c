/* The environment. `environ` is the truth; `__environ` and `_environ`, the same variable in glibc, follow it
 * whenever this file changes it. Replaced strings are not freed, as in glibc: getenv's answers stay valid.
 */
#define _GNU_SOURCE
#include "streams.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **environ;
char **__environ;
char **_environ;
/* The array this file allocated, if `environ` is it; the program may assign its own. */
static char **own_array;

void __rift_set_environment(char **envp) { environ = __environ = _environ = envp; }

static int valid_name(const char *name) {
    if (name && *name && !strchr(name, '=')) return 1;
    errno = EINVAL;
    return 0;
}

static char **find(const char *name, size_t length) {
    if (!environ) return NULL;
    for (char **at = environ; *at; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return at;
    return NULL;
}

char *getenv(const char *name) {
    if (!name[0]) return NULL;
    size_t length = strlen(name);
    char **at = find(name, length);
    return at ? *at + length + 1 : NULL;
}
char *secure_getenv(const char *name) { return getenv(name); }
char *__secure_getenv(const char *name) { return getenv(name); }

static int add(char *entry) {
    size_t count = 0;
    if (environ)
        while (environ[count]) count++;
    char **array = realloc(own_array == environ ? own_array : NULL, (count + 2) * sizeof *array);
    if (!array) return -1;
    if (own_array != environ && count) memcpy(array, environ, count * sizeof *array);
    array[count] = entry;
    array[count + 1] = NULL;
    own_array = array;
    __rift_set_environment(array);
    return 0;
}

static int set_entry(char *entry, size_t name_length) {
    char **at = find(entry, name_length);
    if (!at) return add(entry);
    *at = entry;
    return 0;
}

int setenv(const char *name, const char *value, int replace) {
    if (!valid_name(name)) return -1;
    size_t name_length = strlen(name);
    char **at = find(name, name_length);
    if (at && !replace) return 0;
    size_t value_length = strlen(value);
    char *entry = malloc(name_length + value_length + 2);
    if (!entry) return -1;
    memcpy(entry, name, name_length);
    entry[name_length] = '=';
    memcpy(entry + name_length + 1, value, value_length + 1);
    return set_entry(entry, name_length);
}

int unsetenv(const char *name) {
    if (!valid_name(name)) return -1;
    size_t length = strlen(name);
    for (char **at; (at = find(name, length));)
        for (; *at; at++) at[0] = at[1];
    return 0;
}

int putenv(char *entry) {
    char *equals = strchr(entry, '=');
    if (!equals) {
        unsetenv(entry);
        return 0;
    }
    return set_entry(entry, (size_t)(equals - entry));
}

int clearenv(void) {
    if (own_array && own_array == environ) free(own_array);
    own_array = NULL;
    __rift_set_environment(NULL);
    return 0;
}
