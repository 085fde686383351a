/* ftw and nftw. Deviates: directories are not kept open, FTW_CHDIR and FTW_MOUNT are ignored. */
#define _GNU_SOURCE
#include "streams.h"
#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct walk {
    __ftw_func_t plain;
    __nftw_func_t full;
    int flags;
};

static int report(const struct walk *w, const char *path, const struct stat *st, int kind, struct FTW *at) {
    return w->plain ? w->plain(path, st, kind) : w->full(path, st, kind, at);
}

static int visit(const struct walk *w, const char *path, int base, int level) {
    struct stat st;
    struct FTW at = {base, level};
    int kind = FTW_F;
    if ((w->flags & FTW_PHYS ? lstat(path, &st) : stat(path, &st)) < 0) {
        kind = FTW_NS;
        if (!(w->flags & FTW_PHYS) && lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) kind = w->full ? FTW_SLN : FTW_SL;
        else if (level == 0) return -1;
    } else if (S_ISLNK(st.st_mode)) {
        kind = FTW_SL;
    } else if (S_ISDIR(st.st_mode)) {
        kind = FTW_D;
    }
    if (kind != FTW_D) return report(w, path, &st, kind, &at);
    DIR *dir = opendir(path);
    if (!dir) return report(w, path, &st, FTW_DNR, &at);
    int answer = w->flags & FTW_DEPTH ? 0 : report(w, path, &st, FTW_D, &at);
    int skip = (w->flags & FTW_ACTIONRETVAL) && answer == FTW_SKIP_SUBTREE;
    if (skip) answer = 0;
    size_t length = strlen(path);
    while (!answer && !skip) {
        struct dirent *entry = readdir(dir);
        if (!entry) break;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char *inner = malloc(length + strlen(entry->d_name) + 2);
        if (!inner) {
            answer = -1;
            break;
        }
        strcpy(inner, path);
        size_t start = length;
        if (length == 0 || path[length - 1] != '/') inner[start++] = '/';
        strcpy(inner + start, entry->d_name);
        answer = visit(w, inner, (int)start, level + 1);
        free(inner);
        if ((w->flags & FTW_ACTIONRETVAL) && answer == FTW_SKIP_SIBLINGS) {
            answer = 0;
            break;
        }
    }
    closedir(dir);
    if (!answer && !skip && (w->flags & FTW_DEPTH)) answer = report(w, path, &st, FTW_DP, &at);
    return answer;
}

static int start(const char *path, const struct walk *w) {
    if (!*path) {
        errno = ENOENT;
        return -1;
    }
    char *copy = strdup(path);
    if (!copy) return -1;
    for (size_t n = strlen(copy); n > 1 && copy[n - 1] == '/'; n--) copy[n - 1] = 0;
    char *slash = strrchr(copy, '/');
    int answer = visit(w, copy, slash && slash[1] ? (int)(slash + 1 - copy) : 0, 0);
    free(copy);
    return answer;
}
int ftw(const char *path, __ftw_func_t function, int descriptors) {
    (void)descriptors;
    struct walk w = {.plain = function};
    return start(path, &w);
}
int nftw(const char *path, __nftw_func_t function, int descriptors, int flags) {
    (void)descriptors;
    struct walk w = {.full = function, .flags = flags};
    return start(path, &w);
}
int ftw64(const char *path, __ftw64_func_t function, int descriptors) {
    return ftw(path, (__ftw_func_t)(void *)function, descriptors);
}
int nftw64(const char *path, __nftw64_func_t function, int descriptors, int flags) {
    return nftw(path, (__nftw_func_t)(void *)function, descriptors, flags);
}
