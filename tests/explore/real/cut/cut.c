/* Selects parts of lines: a tool like `cut`.
 *
 *   cut -b LIST [--complement] [--output-delimiter TEXT] [-z] [FILE]...
 *   cut -c LIST ...
 *   cut -f LIST [-d CHAR] [-s] ...
 *
 * LIST is a list of N, N-, N-M, -M, separated by commas or blanks; numbers count from 1, ranges may overlap and come
 * in any order. Without a file, or for `-`, standard input is read. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, FAILURE = 1, USAGE = 2 };

enum mode { NOTHING, BYTES, CHARACTERS, FIELDS };

/* From `low` to `high`, both included. */
struct range {
    size_t low, high;
};

struct ranges {
    struct range *items;
    size_t count, room;
};

struct settings {
    enum mode mode;
    struct ranges ranges;
    char delimiter;
    char line_end;
    bool only_delimited;
    bool complement;
    const char *output_delimiter;
};

struct line {
    char *bytes;
    size_t size, room;
};

static const char *program = "cut";

__attribute__((format(printf, 2, 3), noreturn)) static void fail(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

static void *grown(void *block, size_t *room, size_t size) {
    size_t more = *room ? *room * 2 : 8;
    void *larger = realloc(block, more * size);
    if (!larger)
        fail(FAILURE, "out of memory");
    *room = more;
    return larger;
}

/* Lists of ranges. */

static void add_range(struct ranges *ranges, size_t low, size_t high) {
    if (ranges->count == ranges->room)
        ranges->items = grown(ranges->items, &ranges->room, sizeof *ranges->items);
    ranges->items[ranges->count++] = (struct range){low, high};
}

static const char *what_is_counted(enum mode mode) { return mode == FIELDS ? "fields" : "positions"; }

/* A number at `*text`, which is moved behind it. */
static size_t number(const char **text, enum mode mode) {
    const char *begin = *text;
    size_t value = 0;
    for (; isdigit((unsigned char)**text); ++*text) {
        size_t digit = (size_t)(**text - '0');
        if (value > (SIZE_MAX - 1 - digit) / 10)
            fail(USAGE, "number `%.*s...' is too large", (int)(*text - begin + 1), begin);
        value = value * 10 + digit;
    }
    if (value == 0)
        fail(USAGE, "%s are numbered from 1", what_is_counted(mode));
    return value;
}

/* One of N, N-, N-M, -M. */
static void parse_range(struct ranges *ranges, const char **text, enum mode mode) {
    size_t low = 1, high;
    bool has_low = isdigit((unsigned char)**text) != 0;
    if (has_low)
        low = high = number(text, mode);
    if (**text == '-') {
        ++*text;
        if (isdigit((unsigned char)**text)) {
            high = number(text, mode);
        } else if (has_low) {
            high = SIZE_MAX;
        } else {
            fail(USAGE, "invalid range with no endpoint: -");
        }
    } else if (!has_low && **text) {
        fail(USAGE, "invalid list: `%s'", *text);
    } else if (!has_low) {
        fail(USAGE, "missing list");
    }
    if (high < low)
        fail(USAGE, "invalid decreasing range");
    add_range(ranges, low, high);
}

static int by_low(const void *a, const void *b) {
    const struct range *left = a, *right = b;
    return left->low < right->low ? -1 : left->low > right->low;
}

/* Sorted, and none touching another. */
static void merge(struct ranges *ranges) {
    qsort(ranges->items, ranges->count, sizeof *ranges->items, by_low);
    size_t kept = 0;
    for (size_t i = 1; i < ranges->count; i++) {
        struct range *last = &ranges->items[kept], next = ranges->items[i];
        if (last->high == SIZE_MAX || next.low <= last->high + 1) {
            if (next.high > last->high)
                last->high = next.high;
        } else {
            ranges->items[++kept] = next;
        }
    }
    ranges->count = kept + 1;
}

/* What was not selected. */
static void complement(struct ranges *ranges) {
    struct ranges others = {0};
    size_t next = 1;
    for (size_t i = 0; i < ranges->count; i++) {
        struct range range = ranges->items[i];
        if (range.low > next)
            add_range(&others, next, range.low - 1);
        next = range.high == SIZE_MAX ? 0 : range.high + 1;
    }
    if (next)
        add_range(&others, next, SIZE_MAX);
    free(ranges->items);
    *ranges = others;
}

static void parse_list(struct settings *settings, const char *text) {
    for (;;) {
        parse_range(&settings->ranges, &text, settings->mode);
        if (!*text)
            break;
        if (*text != ',' && *text != ' ' && *text != '\t')
            fail(USAGE, "invalid %s value `%s'", what_is_counted(settings->mode), text);
        text++;
    }
    merge(&settings->ranges);
    if (settings->complement)
        complement(&settings->ranges);
}

/* Whether position `at` is selected. Positions must be asked for in ascending order, `*range` starting at 0. */
static bool selected(const struct ranges *ranges, size_t *range, size_t at) {
    while (*range < ranges->count && ranges->items[*range].high < at)
        ++*range;
    return *range < ranges->count && ranges->items[*range].low <= at;
}

static bool starts_range(const struct ranges *ranges, size_t range, size_t at) {
    return ranges->items[range].low == at;
}

/* Lines. */

/* Whether there was one; the line is without its end, `*ended` says that it had one. */
static bool read_line(FILE *file, char end, struct line *line, bool *ended) {
    int c;
    line->size = 0;
    *ended = false;
    while ((c = getc(file)) != EOF) {
        if (c == end) {
            *ended = true;
            return true;
        }
        if (line->size == line->room)
            line->bytes = grown(line->bytes, &line->room, 1);
        line->bytes[line->size++] = (char)c;
    }
    return line->size > 0;
}

static void put(const char *bytes, size_t size) {
    if (size && fwrite(bytes, 1, size, stdout) != size)
        fail(FAILURE, "cannot write: %s", strerror(errno));
}

/* Bytes that continue a character in UTF-8 belong to the character before. */
static bool begins(const struct settings *settings, char byte) {
    return settings->mode == BYTES || ((unsigned char)byte & 0xc0) != 0x80;
}

static void cut_bytes(const struct settings *settings, const struct line *line) {
    size_t range = 0, position = 0;
    bool wanted = false, printed = false;
    for (size_t i = 0; i < line->size; i++) {
        if (begins(settings, line->bytes[i]) || position == 0) {
            position++;
            wanted = selected(&settings->ranges, &range, position);
            if (wanted && printed && settings->output_delimiter && starts_range(&settings->ranges, range, position))
                put(settings->output_delimiter, strlen(settings->output_delimiter));
        }
        if (wanted) {
            put(&line->bytes[i], 1);
            printed = true;
        }
    }
}

/* Whether anything is to be printed, an empty line included. */
static bool cut_fields(const struct settings *settings, const struct line *line) {
    const char *at = line->bytes, *end = line->bytes + line->size;
    if (!line->size || !memchr(at, settings->delimiter, line->size)) {
        if (!settings->only_delimited)
            put(at, line->size);
        return !settings->only_delimited;
    }
    size_t range = 0, field = 0;
    bool printed = false;
    for (;;) {
        const char *stop = memchr(at, settings->delimiter, (size_t)(end - at));
        if (!stop)
            stop = end;
        if (selected(&settings->ranges, &range, ++field)) {
            if (printed && settings->output_delimiter)
                put(settings->output_delimiter, strlen(settings->output_delimiter));
            else if (printed)
                put(&settings->delimiter, 1);
            put(at, (size_t)(stop - at));
            printed = true;
        }
        if (stop == end)
            return true;
        at = stop + 1;
    }
}

static void cut_file(const struct settings *settings, FILE *file) {
    struct line line = {0};
    bool ended;
    while (read_line(file, settings->line_end, &line, &ended)) {
        bool print_end = true;
        if (settings->mode == FIELDS)
            print_end = cut_fields(settings, &line);
        else
            cut_bytes(settings, &line);
        if (print_end)
            put(&settings->line_end, 1);
    }
    free(line.bytes);
}

/* Files and options. */

static bool cut_named(const struct settings *settings, const char *name) {
    FILE *file = strcmp(name, "-") ? fopen(name, "r") : stdin;
    if (!file) {
        fprintf(stderr, "%s: %s: %s\n", program, name, strerror(errno));
        return false;
    }
    cut_file(settings, file);
    if (file != stdin)
        fclose(file);
    return true;
}

static void usage(FILE *to) {
    fprintf(to, "usage: %s (-b | -c | -f) LIST [-d CHAR] [-s] [-z] [--complement] [--output-delimiter TEXT] [FILE]...\n",
            program);
}

static void set_mode(struct settings *settings, enum mode mode, const char **list, const char *text) {
    if (settings->mode != NOTHING)
        fail(USAGE, "only one list may be given");
    settings->mode = mode;
    *list = text;
}

static int options(struct settings *settings, int argc, char **argv) {
    enum { COMPLEMENT = 256, OUTPUT_DELIMITER, HELP };
    static const struct option names[] = {
        {"bytes", required_argument, NULL, 'b'},
        {"characters", required_argument, NULL, 'c'},
        {"fields", required_argument, NULL, 'f'},
        {"delimiter", required_argument, NULL, 'd'},
        {"only-delimited", no_argument, NULL, 's'},
        {"zero-terminated", no_argument, NULL, 'z'},
        {"complement", no_argument, NULL, COMPLEMENT},
        {"output-delimiter", required_argument, NULL, OUTPUT_DELIMITER},
        {"help", no_argument, NULL, HELP},
        {NULL, 0, NULL, 0},
    };
    const char *list = NULL;
    bool has_delimiter = false;
    int option;
    while ((option = getopt_long(argc, argv, "b:c:f:d:snz", names, NULL)) != -1) {
        switch (option) {
        case 'b': set_mode(settings, BYTES, &list, optarg); break;
        case 'c': set_mode(settings, CHARACTERS, &list, optarg); break;
        case 'f': set_mode(settings, FIELDS, &list, optarg); break;
        case 'd':
            if (optarg[0] && optarg[1])
                fail(USAGE, "the delimiter must be a single character");
            settings->delimiter = optarg[0];
            has_delimiter = true;
            break;
        case 's': settings->only_delimited = true; break;
        case 'n': break;
        case 'z': settings->line_end = 0; break;
        case COMPLEMENT: settings->complement = true; break;
        case OUTPUT_DELIMITER: settings->output_delimiter = optarg; break;
        case HELP: usage(stdout); exit(SUCCESS);
        default: usage(stderr); exit(USAGE);
        }
    }
    if (settings->mode == NOTHING)
        fail(USAGE, "a list of bytes, characters, or fields must be given");
    if (settings->mode != FIELDS && (has_delimiter || settings->only_delimited))
        fail(USAGE, "only fields have delimiters");
    parse_list(settings, list);
    return optind;
}

int main(int argc, char **argv) {
    struct settings settings = {.delimiter = '\t', .line_end = '\n'};
    int first = options(&settings, argc, argv);
    bool good = true;
    if (first == argc)
        good = cut_named(&settings, "-");
    for (int i = first; i < argc; i++)
        good &= cut_named(&settings, argv[i]);
    free(settings.ranges.items);
    if (fflush(stdout))
        fail(FAILURE, "cannot write: %s", strerror(errno));
    return good ? SUCCESS : FAILURE;
}
