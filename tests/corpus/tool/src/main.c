/* fields: select, sort, count and total the fields of text records. */
#include "config.h"
#include "diag.h"
#include "hash.h"
#include "range.h"
#include "record.h"
#include "strbuf.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_COMPLEMENT = 256, OPT_OUTPUT_DELIM, OPT_HELP, OPT_VERSION, OPT_HEADER };

static struct {
    struct range_set fields;
    bool have_fields, complement, only_delimited, unique, count, total, number, header;
    int delim, record_delim;
    struct strbuf out_delim;
    enum sort_mode sort;
    size_t key, limit;
    bool reverse;
    const char *output;
} opt = {.delim = '\t', .record_delim = '\n', .limit = SIZE_MAX};

static const struct option longopts[] = {
    {"fields", required_argument, NULL, 'f'},
    {"delimiter", required_argument, NULL, 'd'},
    {"whitespace", no_argument, NULL, 'w'},
    {"only-delimited", no_argument, NULL, 's'},
    {"sort", optional_argument, NULL, 'S'},
    {"key", required_argument, NULL, 'k'},
    {"reverse", no_argument, NULL, 'r'},
    {"unique", no_argument, NULL, 'u'},
    {"count", no_argument, NULL, 'c'},
    {"total", no_argument, NULL, 't'},
    {"number", no_argument, NULL, 'n'},
    {"limit", required_argument, NULL, 'l'},
    {"output", required_argument, NULL, 'o'},
    {"zero-terminated", no_argument, NULL, 'z'},
    {"complement", no_argument, NULL, OPT_COMPLEMENT},
    {"output-delimiter", required_argument, NULL, OPT_OUTPUT_DELIM},
    {"header", no_argument, NULL, OPT_HEADER},
    {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VERSION},
    {NULL, 0, NULL, 0},
};

static struct table table;
static struct counts counts;
static double *totals;
static size_t ntotals, records_in, records_out;

__attribute__((noreturn)) static void usage(int status) {
    if (status) {
        fprintf(stderr, "Try '%s --help' for more information.\n", program_name);
        exit(status);
    }
    printf("Usage: %s [OPTION]... [FILE]...\n", program_name);
    fputs("Select, sort, count and total the fields of the records of each FILE.\n"
          "With no FILE, or when FILE is -, read standard input.\n\n"
          "  -f, --fields=LIST        print only these fields (N, N-, N-M, -M, comma separated)\n"
          "  -d, --delimiter=CHAR     fields are separated by CHAR instead of TAB\n"
          "  -w, --whitespace         fields are separated by runs of blanks\n"
          "  -s, --only-delimited     skip records without a delimiter\n"
          "  -S, --sort[=MODE]        sort records: text (default), numeric, length\n"
          "  -k, --key=N              the field to sort by (0: the whole record)\n"
          "  -r, --reverse            reverse the order of sorting\n"
          "  -u, --unique             drop records already seen\n"
          "  -c, --count              print each distinct output record with its count\n"
          "  -t, --total              append a record of column totals\n"
          "  -n, --number             number the output records\n"
          "  -l, --limit=N            stop after N output records\n"
          "  -o, --output=FILE        write to FILE\n"
          "  -z, --zero-terminated    records end in NUL\n"
          "      --complement         print the fields not in LIST\n"
          "      --output-delimiter=STRING\n"
          "      --header             the first record is a header: never sorted or counted\n"
          "      --help               display this help and exit\n"
          "      --version            output version information and exit\n",
          stdout);
    exit(0);
}

static size_t parse_size(const char *s, const char *what) {
    char *end;
    errno = 0;
    unsigned long v = strtoul(s, &end, 10);
    if (end == s || *end || *s == '-')
        die(2, 0, "invalid %s: '%s'", what, s);
    if (errno)
        die(2, errno, "%s: '%s'", what, s);
    return v;
}

static enum sort_mode parse_mode(const char *s) {
    static const struct { const char *name; enum sort_mode mode; } modes[] = {{"text", SORT_TEXT}, {"numeric", SORT_NUMERIC}, {"length", SORT_LENGTH}};
    if (!s)
        return SORT_TEXT;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strncmp(s, modes[i].name, strlen(s)) && *s)
            return modes[i].mode;
    die(2, 0, "unknown sort mode '%s'", s);
}

static void add_total(size_t column, struct field f) {
    char buf[64];
    size_t n = f.len < sizeof buf - 1 ? f.len : sizeof buf - 1;
    memcpy(buf, f.s, n);
    buf[n] = '\0';
    while (ntotals <= column) {
        totals = xrealloc(totals, (ntotals + 1) * sizeof *totals);
        totals[ntotals++] = 0;
    }
    totals[column] += strtod(buf, NULL);
}

static void emit_line(const char *s, size_t n) {
    if (opt.number)
        printf("%6zu  ", records_out + 1);
    fwrite(s, 1, n, stdout);
    putchar(opt.record_delim);
    records_out++;
}

static void format(struct strbuf *out, const struct record *r, bool totalled) {
    sb_clear(out);
    size_t printed = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (opt.have_fields && !range_has(&opt.fields, i + 1))
            continue;
        if (printed)
            sb_append(out, opt.out_delim.data, opt.out_delim.len);
        sb_append(out, r->f[i].s, r->f[i].len);
        if (totalled)
            add_total(printed, r->f[i]);
        printed++;
    }
}

static void emit(const struct record *r) {
    static struct strbuf out;
    if (records_out >= opt.limit)
        return;
    format(&out, r, opt.total);
    if (opt.count)
        counts_add(&counts, out.data, out.len);
    else if (!opt.unique || counts_add(&counts, out.data, out.len) == 1)
        emit_line(out.data, out.len);
}

static void process(FILE *f) {
    struct strbuf line = {0};
    bool first = true;
    while (sb_read(&line, f, opt.record_delim)) {
        struct record r;
        records_in++;
        record_split(&r, &line, opt.delim);
        if (opt.only_delimited && r.n < 2) {
            record_free(&r);
        } else if (first && opt.header) {
            static struct strbuf out;
            format(&out, &r, false);
            emit_line(out.data, out.len);
            record_free(&r);
        } else if (opt.sort != SORT_NONE) {
            table_add(&table, r);
        } else {
            emit(&r);
            record_free(&r);
        }
        first = false;
    }
    sb_free(&line);
}

static void process_file(const char *name) {
    if (!strcmp(name, "-")) {
        process(stdin);
        return;
    }
    FILE *f = fopen(name, "r");
    if (!f) {
        warn_errno(errno, "%s", name);
        return;
    }
    process(f);
    if (ferror(f))
        warn_errno(errno, "%s: read error", name);
    fclose(f);
}

static void finish(void) {
    if (opt.sort != SORT_NONE) {
        table_sort(&table, opt.sort, opt.key, opt.reverse);
        for (size_t i = 0; i < table.n; i++)
            emit(&table.v[i]);
    }
    if (opt.count) {
        struct counter **v = counts_sorted(&counts);
        for (size_t i = 0; v[i] && i < opt.limit; i++)
            printf("%7lu %s%c", v[i]->n, v[i]->key, opt.record_delim);
        free(v);
    }
    if (opt.total) {
        struct strbuf out = {0};
        sb_clear(&out);
        for (size_t i = 0; i < ntotals; i++) {
            if (i)
                sb_append(&out, opt.out_delim.data, opt.out_delim.len);
            sb_printf(&out, "%.10g", totals[i]);
        }
        emit_line(out.data, out.len);
        sb_free(&out);
    }
}

int main(int argc, char **argv) {
    set_program_name(argv[0]);
    bool have_out_delim = false;
    int c;
    while ((c = getopt_long(argc, argv, "f:d:wsSk:ructnl:o:z", longopts, NULL)) != -1)
        switch (c) {
        case 'f': {
            if (opt.have_fields)
                die(2, 0, "only one list may be specified");
            enum range_error e = range_parse(&opt.fields, optarg);
            if (e != RANGE_OK)
                die(2, 0, "%s: '%s'", range_strerror(e), optarg);
            opt.have_fields = true;
            break;
        }
        case 'd':
            if (strlen(optarg) != 1)
                die(2, 0, "the delimiter must be a single character");
            opt.delim = (unsigned char)*optarg;
            break;
        case 'w': opt.delim = -1; break;
        case 's': opt.only_delimited = true; break;
        case 'S': opt.sort = parse_mode(optarg); break;
        case 'k': opt.key = parse_size(optarg, "key"); break;
        case 'r': opt.reverse = true; break;
        case 'u': opt.unique = true; break;
        case 'c': opt.count = true; break;
        case 't': opt.total = true; break;
        case 'n': opt.number = true; break;
        case 'l': opt.limit = parse_size(optarg, "limit"); break;
        case 'o': opt.output = optarg; break;
        case 'z': opt.record_delim = '\0'; break;
        case OPT_COMPLEMENT: opt.complement = true; break;
        case OPT_OUTPUT_DELIM:
            if (!sb_unescape(&opt.out_delim, optarg))
                die(2, 0, "bad escape in '%s'", optarg);
            have_out_delim = true;
            break;
        case OPT_HEADER: opt.header = true; break;
        case OPT_HELP: usage(0);
        case OPT_VERSION:
            printf("%s (%s) %s\n", program_name, PACKAGE, VERSION);
            return 0;
        default: usage(2);
        }
    if (opt.complement && !opt.have_fields)
        die(2, 0, "--complement needs a list of fields");
    if (opt.complement)
        range_complement(&opt.fields);
    if (opt.count && opt.unique)
        die(2, 0, "options --count and --unique exclude each other");
    if (!have_out_delim) {
        sb_clear(&opt.out_delim);
        sb_putc(&opt.out_delim, opt.delim < 0 ? ' ' : opt.delim);
    }
    if (opt.output && !freopen(opt.output, "w", stdout))
        die(2, errno, "%s", opt.output);
    if (optind == argc)
        process_file("-");
    for (; optind < argc; optind++)
        process_file(argv[optind]);
    finish();
    range_free(&opt.fields);
    table_free(&table);
    counts_free(&counts);
    sb_free(&opt.out_delim);
    free(totals);
    if (fflush(stdout) || ferror(stdout))
        die(1, errno, "write error");
    return exit_status;
}
