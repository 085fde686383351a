/* regcomp: POSIX basic and extended expressions with the GNU extensions \w \W \s \S \b \B \< \> \` \' \+ \? \|.
 * Bytes are characters (C locale). The GNU re_* interface is not offered. */
#define _GNU_SOURCE
#include "streams.h"
#include "regex_program.h"
#include <ctype.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Parsing emits code directly; a repeated piece is copied. */
struct compiler {
    const char *at, *start, *end;
    int extended, icase, newline;
    int groups, open_groups;
    unsigned long closed; /* groups that a back reference may name */
    int error;
    struct regex_program *program;
};

static void fail(struct compiler *c, int error) {
    if (!c->error) c->error = error;
}
static int emit(struct compiler *c, enum regex_op op, int a, int b) {
    struct regex_program *p = c->program;
    if (p->length > 200000) {
        fail(c, REG_ESPACE);
        return 0;
    }
    if (p->length == p->room) {
        int room = p->room ? 2 * p->room : 32;
        struct regex_instruction *wider = realloc(p->code, (size_t)room * sizeof *wider);
        if (!wider) {
            fail(c, REG_ESPACE);
            return 0;
        }
        p->code = wider;
        p->room = room;
    }
    p->code[p->length] = (struct regex_instruction){op, a, b};
    return p->length++;
}
/* Makes room for `count` instructions at `at`; jumps inside the moved part are adjusted. */
static void insert(struct compiler *c, int at, int count) {
    for (int i = 0; i < count; i++) emit(c, OP_JUMP, 0, 0);
    if (c->error) return;
    struct regex_instruction *code = c->program->code;
    for (int i = c->program->length - 1; i >= at + count; i--) {
        code[i] = code[i - count];
        if (code[i].op == OP_SPLIT || code[i].op == OP_JUMP) code[i].a += code[i].a >= at ? count : 0;
        if (code[i].op == OP_SPLIT || code[i].op == OP_MOVED) code[i].b += code[i].b >= at ? count : 0;
    }
}
/* Appends a copy of [from, to), whose jumps stay inside (or to its end). */
static void copy_piece(struct compiler *c, const struct regex_instruction *piece, int from, int count) {
    int shift = c->program->length - from;
    for (int i = 0; i < count; i++) {
        struct regex_instruction n = piece[i];
        if (n.op == OP_SPLIT || n.op == OP_JUMP) n.a += shift;
        if (n.op == OP_SPLIT || n.op == OP_MOVED) n.b += shift;
        emit(c, n.op, n.a, n.b);
    }
}

/* --- sets --- */

static void set_add(struct regex_set *s, int byte) { s->bits[byte >> 3] |= (unsigned char)(1 << (byte & 7)); }
static int set_has(const struct regex_set *s, int byte) { return s->bits[byte >> 3] >> (byte & 7) & 1; }
static void emit_set(struct compiler *c, struct regex_set s) {
    struct regex_program *p = c->program;
    if (p->set_count == p->set_room) {
        int room = p->set_room ? 2 * p->set_room : 4;
        struct regex_set *wider = realloc(p->sets, (size_t)room * sizeof *wider);
        if (!wider) {
            fail(c, REG_ESPACE);
            return;
        }
        p->sets = wider;
        p->set_room = room;
    }
    p->sets[p->set_count] = s;
    emit(c, OP_SET, p->set_count++, 0);
}
static void emit_char(struct compiler *c, int byte) {
    if (c->icase && isalpha(byte)) {
        struct regex_set s = {{0}};
        set_add(&s, tolower(byte));
        set_add(&s, toupper(byte));
        emit_set(c, s);
    } else {
        emit(c, OP_CHAR, byte, 0);
    }
}
static void emit_class(struct compiler *c, int (*is)(int), int underscore, int negated) {
    struct regex_set s = {{0}};
    for (int i = 0; i < 256; i++)
        if ((is(i) || (underscore && i == '_')) != negated) set_add(&s, i);
    emit_set(c, s);
}

static int add_named_class(struct regex_set *s, const char *name, size_t n, int icase) {
    static const struct {
        const char *name;
        int (*is)(int);
    } classes[] = {{"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
                   {"lower", islower}, {"space", isspace}, {"blank", isblank}, {"punct", ispunct},
                   {"print", isprint}, {"graph", isgraph}, {"cntrl", iscntrl}, {"xdigit", isxdigit}};
    for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        if (strlen(classes[k].name) != n || strncmp(classes[k].name, name, n) != 0) continue;
        int (*is)(int) = classes[k].is;
        if (icase && (is == isupper || is == islower)) is = isalpha;
        for (int i = 0; i < 256; i++)
            if (is(i)) set_add(s, i);
        return 0;
    }
    return -1;
}

/* One end of a range: a byte, [.x.] or [=x=]. -1 on error. */
static int bracket_char(struct compiler *c) {
    if (c->at + 1 < c->end && c->at[0] == '[' && (c->at[1] == '.' || c->at[1] == '=')) {
        char kind = c->at[1];
        if (c->at + 4 < c->end && c->at[3] == kind && c->at[4] == ']') {
            int byte = (unsigned char)c->at[2];
            c->at += 5;
            return byte;
        }
        fail(c, c->at + 4 >= c->end ? REG_EBRACK : REG_ECOLLATE);
        return -1;
    }
    return (unsigned char)*c->at++;
}
static void parse_bracket(struct compiler *c) {
    struct regex_set s = {{0}};
    int negated = c->at < c->end && *c->at == '^';
    if (negated) c->at++;
    for (int first = 1;; first = 0) {
        if (c->at >= c->end) {
            fail(c, REG_EBRACK);
            return;
        }
        if (*c->at == ']' && !first) break;
        if (c->at + 1 < c->end && c->at[0] == '[' && c->at[1] == ':') {
            const char *name = c->at + 2, *close = name;
            while (close + 1 < c->end && !(close[0] == ':' && close[1] == ']')) close++;
            if (close + 1 >= c->end) {
                fail(c, REG_EBRACK);
                return;
            }
            if (add_named_class(&s, name, (size_t)(close - name), c->icase) < 0) {
                fail(c, REG_ECTYPE);
                return;
            }
            c->at = close + 2;
            continue;
        }
        int low = bracket_char(c), high = low;
        if (c->error) return;
        if (c->at + 1 < c->end && c->at[0] == '-' && c->at[1] != ']') {
            c->at++;
            high = bracket_char(c);
            if (c->error) return;
            if (high < low) {
                fail(c, REG_ERANGE);
                return;
            }
        }
        for (int i = low; i <= high; i++) {
            set_add(&s, i);
            if (c->icase && isalpha(i)) set_add(&s, tolower(i)), set_add(&s, toupper(i));
        }
    }
    c->at++;
    if (negated) {
        for (int i = 0; i < 32; i++) s.bits[i] = (unsigned char)~s.bits[i];
        if (c->newline && set_has(&s, '\n')) s.bits['\n' >> 3] &= (unsigned char)~(1 << ('\n' & 7));
    }
    emit_set(c, s);
}

/* --- structure --- */

static void parse_alternatives(struct compiler *c, int depth);

/* Is an operator here? `text` is its extended spelling; basic expressions put a backslash before it. */
static int at_operator(const struct compiler *c, char operator) {
    if (c->extended) return c->at < c->end && c->at[0] == operator;
    return c->at + 1 < c->end && c->at[0] == '\\' && c->at[1] == operator;
}
static void skip_operator(struct compiler *c) { c->at += c->extended ? 1 : 2; }

static int parse_number(struct compiler *c) {
    if (c->at >= c->end || !isdigit((unsigned char)*c->at)) return -1;
    long n = 0;
    while (c->at < c->end && isdigit((unsigned char)*c->at)) {
        n = n * 10 + (*c->at++ - '0');
        if (n > RE_DUP_MAX) n = RE_DUP_MAX + 1;
    }
    return (int)n;
}

/* What is wrong depends on whether the interval is closed at all. */
static void bad_interval(struct compiler *c) {
    while (c->at < c->end && !at_operator(c, '}')) c->at++;
    fail(c, c->at >= c->end ? REG_EBRACE : REG_BADBR);
}

/* Reads a repetition; 0 when there is none. max -1 is unbounded. */
static int parse_repetition(struct compiler *c, int *min, int *max) {
    if (c->at < c->end && *c->at == '*') {
        c->at++;
        *min = 0, *max = -1;
        return 1;
    }
    if (at_operator(c, '+')) return skip_operator(c), *min = 1, *max = -1, 1;
    if (at_operator(c, '?')) return skip_operator(c), *min = 0, *max = 1, 1;
    if (!at_operator(c, '{')) return 0;
    skip_operator(c);
    *min = parse_number(c);
    *max = *min;
    if (c->at < c->end && *c->at == ',') {
        c->at++;
        *max = parse_number(c);
        if (*min < 0) {
            *min = 0;
            if (*max < 0 && at_operator(c, '}')) *max = -1;
        }
    } else if (*min < 0) {
        bad_interval(c);
        return 0;
    }
    if (!at_operator(c, '}')) {
        bad_interval(c);
        return 0;
    }
    skip_operator(c);
    if (*max >= 0 && *max < *min) fail(c, REG_BADBR);
    if (*min > RE_DUP_MAX || *max > RE_DUP_MAX) fail(c, REG_ESIZE);
    return 1;
}

/* Repeats the piece that starts at `from`. */
static void repeat(struct compiler *c, int from, int min, int max) {
    struct regex_program *p = c->program;
    int count = p->length - from;
    struct regex_instruction *piece = malloc((size_t)(count + 1) * sizeof *piece);
    if (!piece) {
        fail(c, REG_ESPACE);
        return;
    }
    memcpy(piece, p->code + from, (size_t)count * sizeof *piece);
    p->length = from;
    for (int i = 0; i < min && !c->error; i++) copy_piece(c, piece, from, count);
    if (max < 0) {
        /* split: piece, jump back; a round that matched nothing leaves */
        int loop = p->registers++;
        int split = emit(c, OP_SPLIT, 0, 0);
        emit(c, OP_SAVE, loop, 0);
        copy_piece(c, piece, from, count);
        int moved = emit(c, OP_MOVED, loop, 0);
        int back = emit(c, OP_JUMP, split, 0);
        if (!c->error) {
            p->code[split] = (struct regex_instruction){OP_SPLIT, split + 1, back + 1};
            p->code[moved].b = back + 1;
        }
    } else {
        int first_split = p->length, optional = max - min;
        for (int i = 0; i < optional && !c->error; i++) {
            emit(c, OP_SPLIT, p->length + 1, -1);
            copy_piece(c, piece, from, count);
        }
        /* Every split skips to the end; the pieces' own targets are never -1. */
        for (int i = first_split; i < p->length; i++)
            if (p->code[i].op == OP_SPLIT && p->code[i].b == -1) p->code[i].b = p->length;
    }
    free(piece);
}

static void parse_escape(struct compiler *c) {
    if (c->at >= c->end) {
        fail(c, REG_EESCAPE);
        return;
    }
    char e = *c->at++;
    switch (e) {
        case 'w': emit_class(c, isalnum, 1, 0); return;
        case 'W': emit_class(c, isalnum, 1, 1); return;
        case 's': emit_class(c, isspace, 0, 0); return;
        case 'S': emit_class(c, isspace, 0, 1); return;
        case 'b': emit(c, OP_WORD_EDGE, 0, 0); return;
        case 'B': emit(c, OP_NO_WORD_EDGE, 0, 0); return;
        case '<': emit(c, OP_WORD_START, 0, 0); return;
        case '>': emit(c, OP_WORD_END, 0, 0); return;
        case '`': emit(c, OP_TEXT_START, 0, 0); return;
        case '\'': emit(c, OP_TEXT_END, 0, 0); return;
        default: break;
    }
    if (e >= '1' && e <= '9') {
        if (!(c->closed >> (e - '0') & 1)) {
            fail(c, REG_ESUBREG);
            return;
        }
        emit(c, OP_BACK, e - '0', 0);
        c->program->has_back_references = 1;
        return;
    }
    emit_char(c, (unsigned char)e);
}

/* Is '$' here the end of its branch, hence an anchor? Only asked in basic expressions. */
static int dollar_is_anchor(const struct compiler *c) {
    const char *next = c->at + 1;
    return next >= c->end || (next + 1 < c->end && next[0] == '\\' && (next[1] == ')' || next[1] == '|')) ||
           (c->newline && *next == '\n');
}

/* One atom with its repetitions. `first`: nothing precedes it in its branch. */
static void parse_atom(struct compiler *c, int first, int depth) {
    int from = c->program->length, repeatable = 1;
    if (at_operator(c, '(')) {
        skip_operator(c);
        int group = ++c->groups;
        emit(c, OP_SAVE, 2 * group, 0);
        c->open_groups++;
        parse_alternatives(c, depth + 1);
        c->open_groups--;
        if (!c->error && !at_operator(c, ')')) fail(c, REG_EPAREN);
        if (c->error) return;
        skip_operator(c);
        emit(c, OP_SAVE, 2 * group + 1, 0);
        if (group < 10) c->closed |= 1ul << group;
    } else if (*c->at == '^' && (c->extended || first)) {
        c->at++;
        emit(c, OP_LINE_START, 0, 0);
        repeatable = 0;
        if (c->extended && c->at < c->end && strchr("*+?{", *c->at)) fail(c, REG_BADRPT);
        if (!c->extended && c->at < c->end && *c->at == '*') {
            c->at++;
            emit_char(c, '*');
            from = c->program->length - 1;
            repeatable = 1;
        }
    } else if (*c->at == '$' && (c->extended || dollar_is_anchor(c))) {
        c->at++;
        emit(c, OP_LINE_END, 0, 0);
        repeatable = c->extended;
    } else if (*c->at == '[') {
        c->at++;
        parse_bracket(c);
    } else if (*c->at == '.') {
        c->at++;
        emit(c, OP_ANY, 0, 0);
    } else if (first && (*c->at == '*' || at_operator(c, '+') || at_operator(c, '?') || at_operator(c, '{'))) {
        if (c->extended || *c->at != '*') {
            if (c->extended || at_operator(c, '{')) {
                fail(c, REG_BADRPT);
                return;
            }
            c->at++; /* \+ and \? at the start are ordinary */
        }
        emit_char(c, (unsigned char)*c->at++);
    } else if (*c->at == '\\') {
        c->at++;
        parse_escape(c);
    } else {
        emit_char(c, (unsigned char)*c->at++);
    }
    int min, max;
    while (!c->error && repeatable && parse_repetition(c, &min, &max)) {
        if (!c->error) repeat(c, from, min, max);
        /* Basic expressions do not repeat a repetition. */
        if (!c->extended && ((c->at < c->end && *c->at == '*') || at_operator(c, '{'))) fail(c, REG_BADRPT);
    }
}

static void parse_branch(struct compiler *c, int depth) {
    for (int first = 1; c->at < c->end && !c->error; first = 0) {
        if (at_operator(c, '|')) return;
        if (at_operator(c, ')')) {
            if (depth > 0) return;
            if (!c->extended) {
                fail(c, REG_EPAREN);
                return;
            }
            emit_char(c, (unsigned char)*c->at++); /* an unmatched ) is ordinary */
            continue;
        }
        parse_atom(c, first, depth);
    }
}
static void parse_alternatives(struct compiler *c, int depth) {
    int from = c->program->length;
    parse_branch(c, depth);
    if (c->error || !at_operator(c, '|')) return;
    skip_operator(c);
    /* split: this branch, jump over the others */
    insert(c, from, 1);
    int jump = emit(c, OP_JUMP, 0, 0);
    if (c->error) return;
    c->program->code[from] = (struct regex_instruction){OP_SPLIT, from + 1, jump + 1};
    parse_alternatives(c, depth);
    if (!c->error) c->program->code[jump].a = c->program->length;
}

int regcomp(regex_t *restrict regex, const char *restrict pattern, int flags) {
    struct regex_program *program = calloc(1, sizeof *program);
    memset(regex, 0, sizeof *regex);
    if (!program) return REG_ESPACE;
    size_t length = strlen(pattern);
    struct compiler c = {.at = pattern, .start = pattern, .end = pattern + length, .program = program};
    c.extended = (flags & REG_EXTENDED) != 0;
    c.icase = (flags & REG_ICASE) != 0;
    c.newline = (flags & REG_NEWLINE) != 0;
    /* Loops take registers after the groups'; there are at most as many groups as characters. */
    int most_groups = 0;
    for (size_t i = 0; i < length; i++) most_groups += pattern[i] == '(';
    program->registers = 2 * (most_groups + 1);
    parse_alternatives(&c, 0);
    emit(&c, OP_MATCH, 0, 0);
    regex->buffer = (struct re_dfa_t *)program;
    if (c.error) {
        regfree(regex);
        return c.error;
    }
    regex->re_nsub = (size_t)c.groups;
    regex->no_sub = (flags & REG_NOSUB) != 0;
    regex->newline_anchor = (unsigned)c.newline;
    regex->syntax = c.icase; /* the matcher needs it for back references */
    return 0;
}

void regfree(regex_t *regex) {
    struct regex_program *program = (struct regex_program *)regex->buffer;
    if (program) {
        free(program->code);
        free(program->sets);
        free(program);
    }
    regex->buffer = NULL;
}

size_t regerror(int error, const regex_t *restrict regex, char *restrict text, size_t size) {
    (void)regex;
    static const char *const messages[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character",
        "Invalid character class name", "Trailing backslash", "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
        "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
    if (error < 0 || error >= (int)(sizeof messages / sizeof messages[0])) abort();
    size_t needed = strlen(messages[error]) + 1;
    if (size > 0) {
        size_t n = needed < size ? needed : size;
        memcpy(text, messages[error], n);
        text[n - 1] = 0;
    }
    return needed;
}
