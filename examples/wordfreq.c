/* Counts words: wordfreq [--top N] [FILE...]. Reads standard input when no file is named. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, LONGEST = 63 };

struct word {
    struct word *next;
    unsigned long count;
    char text[];
};

static struct word *table[BUCKETS];
static size_t distinct, total;

static unsigned long hash(const char *text) {
    unsigned long h = 5381;
    while (*text)
        h = h * 33 + (unsigned char)*text++;
    return h % BUCKETS;
}

static void count(const char *text) {
    struct word **place = &table[hash(text)];
    for (; *place; place = &(*place)->next)
        if (strcmp((*place)->text, text) == 0)
            break;
    if (!*place) {
        *place = calloc(1, sizeof **place + strlen(text) + 1);
        if (!*place) {
            perror("wordfreq");
            exit(1);
        }
        strcpy((*place)->text, text);
        distinct++;
    }
    (*place)->count++;
    total++;
}

static void read_words(FILE *file) {
    char text[LONGEST + 1];
    size_t length = 0;
    int c;
    do {
        c = getc(file);
        if (c != EOF && isalpha(c)) {
            if (length < LONGEST)
                text[length++] = (char)tolower(c);
        } else if (length > 0) {
            text[length] = 0;
            count(text);
            length = 0;
        }
    } while (c != EOF);
}

static int by_count(const void *a, const void *b) {
    const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"top", required_argument, NULL, 't'}, {NULL, 0, NULL, 0}};
    size_t top = 10;
    int option, status = 0;
    while ((option = getopt_long(argc, argv, "t:", options, NULL)) != -1) {
        if (option != 't')
            return 2;
        top = strtoul(optarg, NULL, 10);
    }
    if (optind == argc)
        read_words(stdin);
    for (; optind < argc; optind++) {
        FILE *file = fopen(argv[optind], "r");
        if (!file) {
            fprintf(stderr, "wordfreq: %s: %s\n", argv[optind], strerror(errno));
            status = 1;
            continue;
        }
        read_words(file);
        fclose(file);
    }
    struct word **all = malloc(distinct * sizeof *all + 1);
    size_t n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *word = table[i]; word; word = word->next)
            all[n++] = word;
    qsort(all, n, sizeof *all, by_count);
    for (size_t i = 0; i < n && i < top; i++)
        printf("%5lu  %5.2f%%  %s\n", all[i]->count, 100.0 * (double)all[i]->count / (double)total, all[i]->text);
    printf("%zu words, %zu distinct\n", total, distinct);
    return status;
}
