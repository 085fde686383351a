/* fnmatch in the C locale: bytes are characters. With glibc's extensions FNM_LEADING_DIR, FNM_CASEFOLD, FNM_EXTMATCH. */
#define _GNU_SOURCE
#include "streams.h"
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static int fold(int c, int flags) { return flags & FNM_CASEFOLD ? tolower((unsigned char)c) : (unsigned char)c; }

static int in_class(const char *name, size_t n, int c) {
    static const struct {
        const char *name;
        int (*is)(int);
    } classes[] = {{"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
                   {"lower", islower}, {"space", isspace}, {"blank", isblank}, {"punct", ispunct},
                   {"print", isprint}, {"graph", isgraph}, {"cntrl", iscntrl}, {"xdigit", isxdigit}};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strlen(classes[i].name) == n && strncmp(classes[i].name, name, n) == 0) return classes[i].is(c) != 0;
    return -1;
}

/* One member of a bracket: a character, an escaped one, [.x.] or [=x=]. NULL when malformed. */
static const char *bracket_char(const char *at, int flags, int *c) {
    if (*at == '\\' && !(flags & FNM_NOESCAPE)) at++;
    else if (at[0] == '[' && (at[1] == '.' || at[1] == '=')) {
        if (!at[2] || at[3] != at[1] || at[4] != ']') return NULL;
        *c = (unsigned char)at[2];
        return at + 5;
    }
    if (!*at) return NULL;
    *c = (unsigned char)*at;
    return at + 1;
}

/* Past the bracket expression that starts after '['; *matched says whether `c` is in it. NULL: not a bracket. */
static const char *bracket(const char *at, int c, int flags, int *matched) {
    int negated = *at == '!' || *at == '^', found = 0;
    if (negated) at++;
    c = fold(c, flags);
    for (int first = 1;; first = 0) {
        if (!*at) return NULL;
        if (*at == ']' && !first) break;
        if (*at == '/' && (flags & FNM_PATHNAME)) return NULL;
        if (at[0] == '[' && at[1] == ':') {
            const char *end = strstr(at + 2, ":]");
            if (end) {
                int is = in_class(at + 2, (size_t)(end - at - 2), c);
                if (is < 0) return NULL;
                if ((flags & FNM_CASEFOLD) && !is && isalpha(c)) is = in_class(at + 2, (size_t)(end - at - 2), toupper(c));
                found |= is;
                at = end + 2;
                continue;
            }
        }
        int low, high;
        at = bracket_char(at, flags, &low);
        if (!at) return NULL;
        high = low;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at = bracket_char(at + 1, flags, &high);
            if (!at) return NULL;
        }
        if (c >= fold(low, flags) && c <= fold(high, flags)) found = 1;
    }
    *matched = found != negated;
    return at + 1;
}

static int match(const char *pattern, const char *end, const char *text, int flags, int at_start);

/* The end of an extended group's alternative list: the ')' that belongs to it. */
static const char *group_end(const char *at, const char *end) {
    int depth = 1;
    for (; at < end; at++) {
        if (*at == '\\' && at + 1 < end) at++;
        else if (strchr("?*+@!", *at) && at[1] == '(') depth++, at++;
        else if (*at == ')' && --depth == 0) return at;
    }
    return NULL;
}

/* Does some alternative of the group [from, to) match the first `n` bytes of text? */
static int alternative(const char *from, const char *to, const char *text, size_t n, int flags, int at_start) {
    char *part = strndup(text, n);
    int found = 0, depth = 0;
    const char *start = from;
    for (const char *at = from; at <= to && !found; at++) {
        if (at < to && *at == '\\') at++;
        else if (at < to && at[1] == '(' && strchr("?*+@!", *at)) depth++, at++;
        else if (at < to && *at == ')') depth--;
        else if (at == to || (*at == '|' && depth == 0)) {
            found = match(start, at, part, flags & ~FNM_LEADING_DIR, at_start) == 0;
            start = at + 1;
        }
    }
    free(part);
    return found;
}

static int match_group(char kind, const char *from, const char *to, const char *rest, const char *end,
                       const char *text, int flags, int at_start) {
    size_t length = strlen(text);
    if ((kind == '?' || kind == '*') && match(rest, end, text, flags, at_start) == 0) return 0;
    for (size_t n = 0; n <= length; n++) {
        int fits = alternative(from, to, text, n, flags, at_start);
        if (kind == '!') fits = !fits;
        if (!fits) continue;
        if (match(rest, end, text + n, flags, 0) == 0) return 0;
        if ((kind == '*' || kind == '+') && n > 0 &&
            match_group('*', from, to, rest, end, text + n, flags, 0) == 0)
            return 0;
    }
    return FNM_NOMATCH;
}

/* `at_start`: a leading period here must be matched by a period, under FNM_PERIOD. */
static int match(const char *pattern, const char *end, const char *text, int flags, int at_start) {
    while (pattern < end) {
        int hidden = *text == '.' && at_start && (flags & FNM_PERIOD);
        if ((flags & FNM_EXTMATCH) && pattern + 1 < end && pattern[1] == '(' && strchr("?*+@!", *pattern)) {
            const char *close = group_end(pattern + 2, end);
            if (close) return match_group(*pattern, pattern + 2, close, close + 1, end, text, flags, at_start);
        }
        char c = *pattern++;
        switch (c) {
            case '?':
                if (!*text || hidden || (*text == '/' && (flags & FNM_PATHNAME))) return FNM_NOMATCH;
                break;
            case '*': {
                if (hidden) return FNM_NOMATCH;
                while (pattern < end && *pattern == '*') pattern++;
                if (pattern == end) {
                    if (!(flags & FNM_PATHNAME)) return 0;
                    if (flags & FNM_LEADING_DIR) return 0;
                    return strchr(text, '/') ? FNM_NOMATCH : 0;
                }
                for (const char *t = text;; t++) {
                    int starts = t == text ? at_start : t[-1] == '/' && (flags & FNM_PATHNAME);
                    if (match(pattern, end, t, flags, starts) == 0) return 0;
                    if (!*t || (*t == '/' && (flags & FNM_PATHNAME))) return FNM_NOMATCH;
                }
            }
            case '[': {
                if (!*text || hidden || (*text == '/' && (flags & FNM_PATHNAME))) return FNM_NOMATCH;
                int matched;
                const char *after = bracket(pattern, (unsigned char)*text, flags, &matched);
                if (after && after <= end) {
                    if (!matched) return FNM_NOMATCH;
                    pattern = after;
                    break;
                }
                if (*text != '[') return FNM_NOMATCH; /* an ordinary '[' */
                break;
            }
            case '\\':
                if (!(flags & FNM_NOESCAPE)) {
                    if (pattern == end) return FNM_NOMATCH;
                    c = *pattern++;
                }
                /* fall through */
            default:
                if (!*text || fold(c, flags) != fold(*text, flags)) return FNM_NOMATCH;
        }
        at_start = *text == '/' && (flags & FNM_PATHNAME);
        text++;
    }
    if (!*text || ((flags & FNM_LEADING_DIR) && *text == '/')) return 0;
    return FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    return match(pattern, pattern + strlen(pattern), text, flags, 1);
}
