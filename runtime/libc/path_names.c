/* The parts of path names: GNU basename (<string.h>), and POSIX basename and dirname (<libgen.h>). */
#include <stddef.h>

char *basename(const char *path);
char *__xpg_basename(char *path);
char *dirname(char *path);

static size_t length(const char *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

/* The offset at which the component before `end` starts. */
static size_t component(const char *path, size_t end) {
    while (end > 0 && path[end - 1] != '/')
        end--;
    return end;
}

static size_t without_slashes(const char *path, size_t end) {
    while (end > 0 && path[end - 1] == '/')
        end--;
    return end;
}

char *basename(const char *path) {
    return (char *)path + component(path, length(path));
}

char *__xpg_basename(char *path) {
    if (path == NULL || path[0] == 0)
        return (char *)".";
    size_t all = length(path), end = without_slashes(path, all);
    if (end == 0) /* only slashes: the last one, as glibc has it */
        return path + all - 1;
    path[end] = 0;
    return path + component(path, end);
}

char *dirname(char *path) {
    if (path == NULL)
        return (char *)".";
    size_t start = component(path, without_slashes(path, length(path)));
    size_t end = without_slashes(path, start);
    if (start == 0 && path[0] != '/')
        return (char *)".";
    if (end == 0) /* exactly two leading slashes are a name of their own in POSIX */
        end = path[0] == '/' && path[1] == '/' && path[2] != '/' && start != 1 ? 2 : 1;
    path[end] = 0;
    return path;
}
