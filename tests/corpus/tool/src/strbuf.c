#include "strbuf.h"
#include "diag.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct strbuf *b, size_t extra) {
    size_t need = b->len + extra + 1;
    if (need <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 16;
    while (cap < need)
        cap += cap / 2 + 1;
    b->data = xrealloc(b->data, cap);
    b->cap = cap;
}

void sb_free(struct strbuf *b) {
    free(b->data);
    *b = (struct strbuf){0};
}

void sb_clear(struct strbuf *b) {
    reserve(b, 0);
    b->len = 0;
    b->data[0] = '\0';
}

void sb_putc(struct strbuf *b, int c) {
    reserve(b, 1);
    b->data[b->len++] = (char)c;
    b->data[b->len] = '\0';
}

void sb_append(struct strbuf *b, const char *s, size_t n) {
    reserve(b, n);
    if (n)
        memcpy(b->data + b->len, s, n);
    b->len += n;
    b->data[b->len] = '\0';
}

void sb_printf(struct strbuf *b, const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n > 0) {
        reserve(b, (size_t)n);
        vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
        b->len += (size_t)n;
    }
    va_end(again);
}

bool sb_read(struct strbuf *b, FILE *f, int delim) {
    sb_clear(b);
    int c;
    while ((c = getc(f)) != EOF) {
        if (c == delim)
            return true;
        sb_putc(b, c);
    }
    return b->len > 0;
}

static int hexval(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool sb_unescape(struct strbuf *b, const char *s) {
    sb_clear(b);
    for (; *s; s++) {
        if (*s != '\\') {
            sb_putc(b, *s);
            continue;
        }
        switch (*++s) {
        case 'n': sb_putc(b, '\n'); break;
        case 't': sb_putc(b, '\t'); break;
        case '0': sb_putc(b, '\0'); break;
        case '\\': sb_putc(b, '\\'); break;
        case 'x': {
            int hi = hexval(s[1]), lo = hi < 0 ? -1 : hexval(s[2]);
            if (lo < 0)
                return false;
            sb_putc(b, hi * 16 + lo);
            s += 2;
            break;
        }
        default: return false;
        }
    }
    return true;
}
