/* glob: path names by pattern. Braces and ~ (to HOME) are expanded; ~user is not. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <dirent.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    glob_t *found;
    int flags;
    int (*on_error)(const char *path, int number);
    int failure; /* GLOB_NOSPACE, GLOB_ABORTED or 0 */
};

static int has_magic(const char *pattern, size_t n, int flags) {
    for (size_t i = 0; i < n; i++) {
        if (pattern[i] == '*' || pattern[i] == '?') return 1;
        if (pattern[i] == '[' && memchr(pattern + i, ']', n - i)) return 1;
        if (pattern[i] == '\\' && !(flags & GLOB_NOESCAPE) && i + 1 < n) i++;
    }
    return 0;
}

static void add(struct search *s, char *path) {
    glob_t *g = s->found;
    size_t before = (s->flags & GLOB_DOOFFS ? g->gl_offs : 0) + g->gl_pathc;
    char **wider = path ? realloc(g->gl_pathv, (before + 2) * sizeof *wider) : NULL;
    if (!wider) {
        free(path);
        s->failure = GLOB_NOSPACE;
        return;
    }
    if (!g->gl_pathv)
        for (size_t i = 0; i < before; i++) wider[i] = NULL;
    wider[before] = path;
    wider[before + 1] = NULL;
    g->gl_pathv = wider;
    g->gl_pathc++;
}

static void remove_escapes(char *text) {
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1]) text++;
        *to++ = *text;
    }
    *to = 0;
}

static void add_existing(struct search *s, const char *path) {
    struct stat st;
    if (lstat(path, &st) < 0) return;
    int is_directory = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    if ((s->flags & GLOB_ONLYDIR) && !is_directory) return;
    size_t n = strlen(path);
    char *copy = malloc(n + 2);
    if (copy) {
        strcpy(copy, path);
        if ((s->flags & GLOB_MARK) && is_directory) strcat(copy, "/");
    }
    add(s, copy);
}

/* Extends `done` (a path that needs no more matching) by the pattern `rest`. */
static void descend(struct search *s, const char *done, const char *rest) {
    if (s->failure) return;
    size_t slashes = strspn(rest, "/"), n = strcspn(rest + slashes, "/");
    if (n == 0) {
        char *path;
        if (asprintf(&path, "%s%.*s", done, (int)slashes, rest) < 0) return;
        add_existing(s, path);
        free(path);
        return;
    }
    char *prefix, *component = strndup(rest + slashes, n);
    const char *next = rest + slashes + n;
    if (asprintf(&prefix, "%s%.*s", done, (int)slashes, rest) < 0) return;
    if (!has_magic(component, n, s->flags)) {
        if (!(s->flags & GLOB_NOESCAPE)) remove_escapes(component);
        char *path;
        if (asprintf(&path, "%s%s", prefix, component) >= 0) {
            if (*next) descend(s, path, next);
            else add_existing(s, path);
            free(path);
        }
    } else {
        const char *directory = *prefix ? prefix : ".";
        DIR *dir = opendir(directory);
        if (!dir && errno != ENOENT && errno != ENOTDIR) {
            if ((s->on_error && s->on_error(directory, errno)) || (s->flags & GLOB_ERR)) s->failure = GLOB_ABORTED;
        }
        int flags = (s->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0) | (s->flags & GLOB_PERIOD ? 0 : FNM_PERIOD);
        for (struct dirent *e; dir && !s->failure && (e = readdir(dir));) {
            if (fnmatch(component, e->d_name, flags) != 0) continue;
            char *path;
            if (asprintf(&path, "%s%s", prefix, e->d_name) < 0) break;
            struct stat st;
            if (!*next) add_existing(s, path);
            else if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) descend(s, path, next);
            free(path);
        }
        if (dir) closedir(dir);
    }
    free(component);
    free(prefix);
}

static int by_name(const void *a, const void *b) { return strcoll(*(char *const *)a, *(char *const *)b); }

static int run(const char *pattern, struct search *s) {
    glob_t *g = s->found;
    size_t before = g->gl_pathc;
    char *expanded = NULL;
    if ((s->flags & (GLOB_TILDE | GLOB_TILDE_CHECK)) && pattern[0] == '~' && (!pattern[1] || pattern[1] == '/')) {
        const char *home = getenv("HOME");
        if (asprintf(&expanded, "%s%s", home ? home : "/root", pattern + 1) < 0) return GLOB_NOSPACE;
    }
    descend(s, "", expanded ? expanded : pattern);
    free(expanded);
    if (s->failure) return s->failure;
    if (g->gl_pathc == before) {
        int keep = (s->flags & GLOB_NOCHECK) ||
                   ((s->flags & GLOB_NOMAGIC) && !has_magic(pattern, strlen(pattern), s->flags));
        if (!keep) return GLOB_NOMATCH;
        add(s, strdup(pattern));
        return s->failure;
    }
    if (!(s->flags & GLOB_NOSORT)) {
        size_t offset = s->flags & GLOB_DOOFFS ? g->gl_offs : 0;
        qsort(g->gl_pathv + offset + before, g->gl_pathc - before, sizeof(char *), by_name);
    }
    return 0;
}

/* Each alternative of the first brace is a pattern of its own. */
static int run_braces(const char *pattern, struct search *s) {
    const char *open = s->flags & GLOB_BRACE ? strchr(pattern, '{') : NULL, *close = NULL;
    int depth = 0;
    for (const char *at = open; at && *at && !close; at++) {
        if (*at == '{') depth++;
        if (*at == '}' && --depth == 0) close = at;
    }
    if (!close || close == open + 1) return run(pattern, s);
    int answer = GLOB_NOMATCH;
    const char *start = open + 1;
    for (const char *at = start; at <= close; at++) {
        if (*at == '{') depth++;
        if (*at == '}' && at < close) depth--;
        if (at != close && !(*at == ',' && depth == 0)) continue;
        char *one;
        if (asprintf(&one, "%.*s%.*s%s", (int)(open - pattern), pattern, (int)(at - start), start, close + 1) < 0)
            return GLOB_NOSPACE;
        int result = run_braces(one, s);
        free(one);
        if (result != GLOB_NOMATCH) answer = result;
        if (s->failure) return s->failure;
        start = at + 1;
    }
    return answer;
}

int glob(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob_t *restrict found) {
    if (!(flags & GLOB_APPEND)) {
        found->gl_pathc = 0;
        found->gl_pathv = NULL;
        if (!(flags & GLOB_DOOFFS)) found->gl_offs = 0;
    }
    struct search s = {found, flags, on_error, 0};
    found->gl_flags = flags;
    return run_braces(pattern, &s);
}
int glob64(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob64_t *restrict found) {
    return glob(pattern, flags, on_error, (glob_t *)found);
}
void globfree(glob_t *found) {
    size_t offset = found->gl_flags & GLOB_DOOFFS ? found->gl_offs : 0;
    for (size_t i = 0; found->gl_pathv && i < found->gl_pathc; i++) free(found->gl_pathv[offset + i]);
    free(found->gl_pathv);
    found->gl_pathv = NULL;
}
void globfree64(glob64_t *found) { globfree((glob_t *)found); }
int glob_pattern_p(const char *pattern, int quote) {
    return has_magic(pattern, strlen(pattern), quote ? 0 : GLOB_NOESCAPE);
}
