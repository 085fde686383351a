#ifndef STRBUF_H
#define STRBUF_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
struct strbuf {
    char *data;
    size_t len, cap;
};
void sb_free(struct strbuf *b);
void sb_clear(struct strbuf *b);
void sb_putc(struct strbuf *b, int c);
void sb_append(struct strbuf *b, const char *s, size_t n);
__attribute__((format(printf, 2, 3))) void sb_printf(struct strbuf *b, const char *fmt, ...);
/* Reads up to delim (not stored). False at end of file with nothing read. */
bool sb_read(struct strbuf *b, FILE *f, int delim);
/* Decodes \n \t \\ \0 \xHH in place; false when malformed. */
bool sb_unescape(struct strbuf *b, const char *s);
#endif
