/* <string.h>: searching, spans and tokens. Straightforward scans; no preprocessing of needles. */
#define _GNU_SOURCE
#include "internal.h"
#include <string.h>
#include <strings.h>

void *__rawmemchr(const void *block, int byte);
char *__strchrnul(const char *text, int c);
char *__strtok_r(char *text, const char *delimiters, char **save);
char *__strsep(char **text, const char *delimiters);
char *__strcasestr(const char *text, const char *needle);
void *__memchr(const void *block, int byte, size_t n);

/* A set of bytes, for spans: one bit each. */
struct byte_set {
    unsigned long words[4];
};

static struct byte_set set_of(const char *members) {
    struct byte_set set = {{0, 0, 0, 0}};
    for (; *members; members++) {
        unsigned char c = (unsigned char)*members;
        set.words[c >> 6] |= 1ul << (c & 63);
    }
    return set;
}

static int has(const struct byte_set *set, unsigned char c) {
    return (int)(set->words[c >> 6] >> (c & 63)) & 1;
}

/* <string.h> turns these names into type-generic macros for C++ only; in C they are plain functions. */
void *memchr(const void *block, int byte, size_t n) {
    const unsigned char *p = block;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)byte)
            return (void *)(p + i);
    return NULL;
}
ALIAS(__memchr, memchr);

void *memrchr(const void *block, int byte, size_t n) {
    const unsigned char *p = block;
    while (n-- > 0)
        if (p[n] == (unsigned char)byte)
            return (void *)(p + n);
    return NULL;
}

void *rawmemchr(const void *block, int byte) {
    const unsigned char *p = block;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}
ALIAS(__rawmemchr, rawmemchr);

void *memmem(const void *block, size_t n, const void *needle, size_t length) {
    const char *p = block;
    for (size_t i = 0; i + length <= n && length <= n; i++)
        if (memcmp(p + i, needle, length) == 0)
            return (void *)(p + i);
    return NULL;
}

char *strchrnul(const char *text, int c) {
    while (*text && *text != (char)c)
        text++;
    return (char *)text;
}
ALIAS(__strchrnul, strchrnul);

char *strchr(const char *text, int c) {
    char *found = strchrnul(text, c);
    return *found == (char)c ? found : NULL;
}
ALIAS(index, strchr);

char *strrchr(const char *text, int c) {
    return memrchr(text, c, strlen(text) + 1);
}
ALIAS(rindex, strrchr);

char *strstr(const char *text, const char *needle) {
    size_t length = strlen(needle);
    if (length == 0)
        return (char *)text;
    for (; (text = strchr(text, needle[0])) != NULL; text++)
        if (strncmp(text, needle, length) == 0)
            return (char *)text;
    return NULL;
}

char *strcasestr(const char *text, const char *needle) {
    size_t length = strlen(needle);
    for (;; text++) {
        if (strncasecmp(text, needle, length) == 0)
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}
ALIAS(__strcasestr, strcasestr);

size_t strspn(const char *text, const char *accept) {
    struct byte_set set = set_of(accept);
    size_t n = 0;
    while (text[n] && has(&set, (unsigned char)text[n]))
        n++;
    return n;
}

size_t strcspn(const char *text, const char *reject) {
    struct byte_set set = set_of(reject);
    size_t n = 0;
    while (text[n] && !has(&set, (unsigned char)text[n]))
        n++;
    return n;
}

char *strpbrk(const char *text, const char *accept) {
    text += strcspn(text, accept);
    return *text ? (char *)text : NULL;
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict save) {
    if (text == NULL)
        text = *save;
    text += strspn(text, delimiters);
    char *end = text + strcspn(text, delimiters);
    *save = *end ? end + 1 : end;
    if (end == text)
        return NULL;
    *end = 0;
    return text;
}
ALIAS(__strtok_r, strtok_r);

char *strtok(char *restrict text, const char *restrict delimiters) {
    static char *save;
    return strtok_r(text, delimiters, &save);
}

char *strsep(char **restrict text, const char *restrict delimiters) {
    char *token = *text;
    if (token == NULL)
        return NULL;
    char *end = token + strcspn(token, delimiters);
    *text = *end ? end + 1 : NULL;
    *end = 0;
    return token;
}
ALIAS(__strsep, strsep);
