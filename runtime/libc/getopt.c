/* getopt and its long forms, with glibc's permutation of argv, abbreviations and messages. getsubopt. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
int __posixly_correct;

enum ordering { REQUIRE_ORDER, PERMUTE, RETURN_IN_ORDER };
static struct {
    int initialised;
    char *next; /* rest of the argument being looked at; NULL or "" when a new one is due */
    enum ordering ordering;
    int first_other, last_other; /* arguments [first, last) are non-options that were skipped */
} state;

struct request {
    int argc;
    char **argv;
    const char *letters;
    const struct option *longs;
    int *index;
    int long_only, print;
};

/* The skipped non-options move behind the options seen since. */
static void move_others_back(char **argv) {
    int others = state.last_other - state.first_other, options = optind - state.last_other;
    for (int i = 0; i < options; i++) {
        char *option = argv[state.last_other + i];
        for (int j = state.last_other + i; j > state.first_other + i; j--) argv[j] = argv[j - 1];
        argv[state.first_other + i] = option;
    }
    state.first_other = optind - others;
    state.last_other = optind;
}

static int missing_argument(const struct request *r) { return r->letters[0] == ':' ? ':' : '?'; }

static int same_effect(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static void complain_ambiguous(const struct request *r, const char *prefix, size_t length) {
    const struct option *first = NULL;
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", r->argv[0], prefix, state.next);
    for (const struct option *o = r->longs; o->name; o++) {
        if (strncmp(o->name, state.next, length) != 0) continue;
        /* Those that do the same as the first are no reason for the ambiguity. */
        if (first && !r->long_only && same_effect(first, o)) continue;
        if (!first) first = o;
        fprintf(stderr, " '%s%s'", prefix, o->name);
    }
    fprintf(stderr, "\n");
}

/* state.next is at the name. -1: not a long option after all (only with long_only). */
static int take_long(const struct request *r, const char *prefix) {
    size_t length = strcspn(state.next, "=");
    char *rest = state.next + length;
    const struct option *found = NULL;
    for (const struct option *o = r->longs; o->name && !found; o++)
        if (strncmp(o->name, state.next, length) == 0 && strlen(o->name) == length) found = o;
    if (!found) {
        int ambiguous = 0;
        for (const struct option *o = r->longs; o->name; o++) {
            if (strncmp(o->name, state.next, length) != 0) continue;
            if (!found) found = o;
            else if (r->long_only || !same_effect(found, o)) ambiguous = 1;
        }
        if (ambiguous) {
            if (r->print) complain_ambiguous(r, prefix, length);
            state.next += strlen(state.next);
            optind++;
            optopt = 0;
            return '?';
        }
    }
    if (!found) {
        if (r->long_only && r->argv[optind][1] != '-' && strchr(r->letters, *state.next)) return -1;
        if (r->print) fprintf(stderr, "%s: unrecognized option '%s%s'\n", r->argv[0], prefix, state.next);
        state.next = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    state.next = NULL;
    if (*rest) {
        if (!found->has_arg) {
            if (r->print)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", r->argv[0], prefix, found->name);
            optopt = found->val;
            return '?';
        }
        optarg = rest + 1;
    } else if (found->has_arg == required_argument) {
        if (optind >= r->argc) {
            if (r->print) fprintf(stderr, "%s: option '%s%s' requires an argument\n", r->argv[0], prefix, found->name);
            optopt = found->val;
            return missing_argument(r);
        }
        optarg = r->argv[optind++];
    }
    if (r->index) *r->index = (int)(found - r->longs);
    if (!found->flag) return found->val;
    *found->flag = found->val;
    return 0;
}

static int take_short(const struct request *r) {
    char c = *state.next++;
    const char *found = strchr(r->letters, c);
    if (*state.next == 0) optind++;
    if (!found || c == ':' || c == ';') {
        if (r->print) fprintf(stderr, "%s: invalid option -- '%c'\n", r->argv[0], c);
        optopt = c;
        return '?';
    }
    int is_word = found[0] == 'W' && found[1] == ';' && r->longs;
    if (!is_word && found[1] != ':') return c;
    if (*state.next) {
        optarg = state.next;
        if (!is_word) optind++;
    } else if (!is_word && found[2] == ':') {
        optarg = NULL; /* optional, and only in the same argument */
    } else if (optind == r->argc) {
        if (r->print) fprintf(stderr, "%s: option requires an argument -- '%c'\n", r->argv[0], c);
        optopt = c;
        if (!is_word) state.next = NULL;
        return missing_argument(r);
    } else {
        optarg = is_word ? r->argv[optind] : r->argv[optind++];
    }
    if (is_word) {
        /* -W foo means --foo. */
        struct request plain = *r;
        plain.long_only = 0;
        state.next = optarg;
        optarg = NULL;
        return take_long(&plain, "-W ");
    }
    state.next = NULL;
    return c;
}

static int is_other(const struct request *r) { return r->argv[optind][0] != '-' || r->argv[optind][1] == 0; }

static int next_option(struct request r, int posixly_correct) {
    if (r.argc < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !state.initialised) {
        if (optind == 0) optind = 1;
        state.first_other = state.last_other = optind;
        state.next = NULL;
        state.ordering = r.letters[0] == '-'                                            ? RETURN_IN_ORDER
                         : r.letters[0] == '+' || posixly_correct || getenv("POSIXLY_CORRECT") ? REQUIRE_ORDER
                                                                                       : PERMUTE;
        state.initialised = 1;
    }
    if (r.letters[0] == '-' || r.letters[0] == '+') r.letters++;
    if (r.letters[0] == ':') r.print = 0;
    if (state.next && *state.next) return take_short(&r);

    /* A new argument. The program may have changed optind. */
    if (state.last_other > optind) state.last_other = optind;
    if (state.first_other > optind) state.first_other = optind;
    if (state.ordering == PERMUTE) {
        if (state.first_other != state.last_other && state.last_other != optind)
            move_others_back(r.argv);
        else if (state.last_other != optind)
            state.first_other = optind;
        while (optind < r.argc && is_other(&r)) optind++;
        state.last_other = optind;
    }
    if (optind != r.argc && strcmp(r.argv[optind], "--") == 0) {
        optind++;
        if (state.first_other != state.last_other && state.last_other != optind)
            move_others_back(r.argv);
        else if (state.first_other == state.last_other)
            state.first_other = optind;
        state.last_other = r.argc;
        optind = r.argc;
    }
    if (optind == r.argc) {
        if (state.first_other != state.last_other) optind = state.first_other;
        return -1;
    }
    if (is_other(&r)) {
        if (state.ordering == REQUIRE_ORDER) return -1;
        optarg = r.argv[optind++];
        return 1;
    }
    char *argument = r.argv[optind];
    if (r.longs) {
        if (argument[1] == '-') {
            state.next = argument + 2;
            return take_long(&r, "--");
        }
        if (r.long_only && (argument[2] || !strchr(r.letters, argument[1]))) {
            state.next = argument + 1;
            int code = take_long(&r, "-");
            if (code != -1) return code;
        }
    }
    state.next = argument + 1;
    return take_short(&r);
}

int getopt(int argc, char *const *argv, const char *letters) {
    return next_option((struct request){argc, (char **)argv, letters, NULL, NULL, 0, opterr}, 0);
}
int __posix_getopt(int argc, char *const *argv, const char *letters) {
    return next_option((struct request){argc, (char **)argv, letters, NULL, NULL, 0, opterr}, 1);
}
int getopt_long(int argc, char *const *argv, const char *letters, const struct option *longs, int *index) {
    return next_option((struct request){argc, (char **)argv, letters, longs, index, 0, opterr}, 0);
}
int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *longs, int *index) {
    return next_option((struct request){argc, (char **)argv, letters, longs, index, 1, opterr}, 0);
}

int getsubopt(char **restrict text, char *const *restrict names, char **restrict value) {
    if (!**text) return -1;
    char *start = *text, *end = start + strcspn(start, ",");
    size_t length = strcspn(start, "=,");
    char *equals = start + length < end ? start + length : NULL;
    int found = -1;
    for (int i = 0; names[i]; i++)
        if (strncmp(start, names[i], length) == 0 && names[i][length] == 0) {
            found = i;
            break;
        }
    *value = found < 0 ? start : equals ? equals + 1 : NULL;
    if (*end) *end++ = 0;
    *text = end;
    return found;
}
