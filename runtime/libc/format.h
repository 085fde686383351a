/* What the files of the printf engine share: format.c (engine), format_spec.c, format_float.c. */
#ifndef RIFT_FORMAT_H
#define RIFT_FORMAT_H
#include "internal.h"

/* One conversion specification. An argument index of 0 means: the next argument. */
struct rift_spec {
    char left, plus, space, alternate, zero; /* flags - + space # 0 */
    char group, digits;                      /* flags ' and I: no effect in locale "C" */
    char is_char, is_short, is_long, is_long_double; /* glibc's lengths: z, j and t are just "long" */
    char conversion;
    char width_is_argument, precision_is_argument;
    int width;     /* 0: none */
    int precision; /* -1: none */
    int value_index, width_index, precision_index;
};

/* Reads the specification after a `%` and returns its end, or NULL with errno set. */
const char *__rift_read_spec(const char *p, struct rift_spec *spec);

/* A stretch of a number's text; NULL text stands for zeros. */
struct rift_piece {
    const char *text;
    long length;
};

/* All of these return 0, or -1 with errno set (EOVERFLOW when the count would exceed INT_MAX). */
int __rift_emit(struct rift_sink *sink, const char *bytes, long n);
int __rift_emit_pad(struct rift_sink *sink, char c, long n);
/* Spaces, prefix (sign, 0x), zeros if the spec asks for them, the pieces, spaces. */
int __rift_emit_number(struct rift_sink *sink, const struct rift_spec *spec, const char *prefix,
                      const struct rift_piece *pieces, int count);
/* e E f F g G a A */
int __rift_emit_float(struct rift_sink *sink, const struct rift_spec *spec, struct rift_float value);
int __rift_emit_double(struct rift_sink *sink, const struct rift_spec *spec, double value);

#endif
