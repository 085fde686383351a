/*
 * replacer: copies standard input to standard output, with each match of a pattern replaced.
 *
 *     replacer PATTERN REPLACEMENT < text
 *
 * A pattern is a sequence of: `c` itself, `?` any character, `[abc]` or `[a-c]` one of a set, `[^abc]` one that is
 * not in the set, each of them followed by `*` for any number of times, as many as possible. `%` at the beginning
 * stands for the beginning of a line, `$` at the end for its end. `@n` is a newline, `@t` a tab, and `@c` is `c`
 * without its meaning. In the replacement `&` is the text that was matched. Matches do not overlap, and no match
 * spans lines.
 */
#include <stdio.h>
#include <string.h>

#define MAX_ELEMENTS 32
#define MAX_LINE 200
#define MAX_REPLACEMENT 64
#define MATCHED_TEXT 256     /* beyond all characters: `&` in a replacement */

#define START_OF_LINE '%'
#define END_OF_LINE '$'
#define ANY '?'
#define OPEN '['
#define CLOSE ']'
#define NEGATE '^'
#define RANGE '-'
#define REPEAT '*'
#define ESCAPE '@'
#define MATCHED '&'

#define EXIT_BAD_USAGE 1
#define EXIT_BAD_PATTERN 2

enum kind { LITERAL, ANYTHING, SET, AT_START, AT_END };

struct element {
    enum kind kind;
    unsigned char character;
    int negated;
    int repeated;
    unsigned char members[256];
};

struct pattern {
    struct element elements[MAX_ELEMENTS];
    int length;
};

struct replacement {
    int items[MAX_REPLACEMENT];
    int length;
};

static struct pattern pattern;
static struct replacement replacement;

/* The character at *at, which may be escaped; leaves *at on its last byte. A lone `@` at the end is itself. */
static unsigned char escaped(const char *text, int *at)
{
    if (text[*at] != ESCAPE)
        return (unsigned char)text[*at];
    if (text[*at + 1] == '\0')
        return ESCAPE;
    *at += 1;
    if (text[*at] == 'n')
        return '\n';
    if (text[*at] == 't')
        return '\t';
    return (unsigned char)text[*at];
}

/* Whether `-` at this place is between two ends of a range. */
static int is_range(const char *text, int at)
{
    return text[at] == RANGE && text[at + 1] != '\0' && text[at + 1] != CLOSE;
}

/* Reads a set, from the character after `[` on; leaves *at on `]`. Returns 0 if there is none. */
static int read_set(const char *text, int *at, struct element *element)
{
    int first = 1;

    element->kind = SET;
    if (text[*at] == NEGATE) {
        element->negated = 1;
        *at += 1;
    }
    while (text[*at] != '\0' && (text[*at] != CLOSE || first)) {
        unsigned char low = escaped(text, at);
        unsigned char high = low;

        *at += 1;
        if (is_range(text, *at)) {
            *at += 1;
            high = escaped(text, at);
            *at += 1;
        }
        for (int c = low; c <= high; c++)
            element->members[c] = 1;
        first = 0;
    }
    return text[*at] == CLOSE;
}

/* A `*` repeats what is before it; where there is nothing to repeat, it is a character like others. */
static int repeats_last(const struct pattern *p)
{
    const struct element *last;

    if (p->length == 0)
        return 0;
    last = &p->elements[p->length - 1];
    return last->kind != AT_START && !last->repeated;
}

static int read_pattern(const char *text, struct pattern *p)
{
    memset(p, 0, sizeof *p);
    for (int at = 0; text[at] != '\0'; at++) {
        struct element *element = &p->elements[p->length];

        if (text[at] == REPEAT && repeats_last(p)) {
            p->elements[p->length - 1].repeated = 1;
            continue;
        }
        if (p->length == MAX_ELEMENTS)
            return 0;
        if (text[at] == START_OF_LINE && at == 0) {
            element->kind = AT_START;
        } else if (text[at] == END_OF_LINE && text[at + 1] == '\0') {
            element->kind = AT_END;
        } else if (text[at] == ANY) {
            element->kind = ANYTHING;
        } else if (text[at] == OPEN) {
            at++;
            if (!read_set(text, &at, element))
                return 0;
        } else {
            element->kind = LITERAL;
            element->character = escaped(text, &at);
        }
        p->length++;
    }
    return p->length > 0;
}

static int read_replacement(const char *text, struct replacement *r)
{
    r->length = 0;
    for (int at = 0; text[at] != '\0'; at++) {
        if (r->length == MAX_REPLACEMENT)
            return 0;
        if (text[at] == MATCHED)
            r->items[r->length] = MATCHED_TEXT;
        else
            r->items[r->length] = escaped(text, &at);
        r->length++;
    }
    return 1;
}

/* Whether one character matches; a line's newline is matched by nothing but itself. */
static int matches_one(const struct element *element, unsigned char c)
{
    switch (element->kind) {
    case LITERAL:
        return c == element->character;
    case ANYTHING:
        return c != '\n';
    case SET:
        if (element->negated)
            return c != '\n' && !element->members[c];
        return element->members[c];
    default:
        return 0;
    }
}

/* The end of a match of the elements from `index` on that begins at `at`, or -1. */
static int match_here(const struct pattern *p, int index, const char *line, int length, int at)
{
    while (index < p->length) {
        const struct element *element = &p->elements[index];

        if (element->kind == AT_START) {
            if (at != 0)
                return -1;
        } else if (element->kind == AT_END) {
            if (at < length && line[at] != '\n')
                return -1;
        } else if (element->repeated) {
            int most = at;

            while (most < length && matches_one(element, (unsigned char)line[most]))
                most++;
            for (; most >= at; most--) {
                int end = match_here(p, index + 1, line, length, most);

                if (end >= 0)
                    return end;
            }
            return -1;
        } else {
            if (at >= length || !matches_one(element, (unsigned char)line[at]))
                return -1;
            at++;
        }
        index++;
    }
    return at;
}

static void put_replacement(const struct replacement *r, const char *line, int start, int end)
{
    for (int i = 0; i < r->length; i++) {
        if (r->items[i] == MATCHED_TEXT)
            fwrite(line + start, 1, (size_t)(end - start), stdout);
        else
            putchar(r->items[i]);
    }
}

/* An empty match is replaced too, but not where the last match ended. */
static void change_line(const struct pattern *p, const struct replacement *r, const char *line, int length)
{
    int at = 0;
    int last_end = -1;

    while (at < length) {
        int end = match_here(p, 0, line, length, at);

        if (end >= 0 && end != last_end) {
            put_replacement(r, line, at, end);
            last_end = end;
        }
        if (end > at) {
            at = end;
        } else {
            putchar((unsigned char)line[at]);
            at++;
        }
    }
}

/* A line with its newline, or a piece of a longer one. Returns its length, 0 at the end of the input. */
static int read_line(char *line)
{
    int length = 0;
    int c;

    while (length < MAX_LINE && (c = getchar()) != EOF) {
        line[length++] = (char)c;
        if (c == '\n')
            break;
    }
    return length;
}

int main(int argc, char **argv)
{
    char line[MAX_LINE];
    int length;

    if (argc != 3) {
        fputs("usage: replacer PATTERN REPLACEMENT\n", stderr);
        return EXIT_BAD_USAGE;
    }
    if (!read_pattern(argv[1], &pattern)) {
        fputs("replacer: bad pattern\n", stderr);
        return EXIT_BAD_PATTERN;
    }
    if (!read_replacement(argv[2], &replacement)) {
        fputs("replacer: replacement is too long\n", stderr);
        return EXIT_BAD_PATTERN;
    }
    while ((length = read_line(line)) > 0)
        change_line(&pattern, &replacement, line, length);
    return 0;
}
