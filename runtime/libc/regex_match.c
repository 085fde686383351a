/* regexec: runs the program of regex_compile.c, leftmost first and longest among those.
 * Every (instruction, position) is tried once per start, so time is bounded by program times text; with back
 * references, where that is not sound, all paths are tried. Deviates: among matches of the same length groups are
 * those of the first path found, preferring earlier alternatives and longer repetitions, where POSIX prefers the
 * longest earlier group.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "regex_program.h"
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

struct pending { /* a path to try later, or a register to restore on the way back */
    int instruction; /* -1: restore */
    int reg;
    long value;
};
struct run {
    const struct regex_program *program;
    const char *text;
    long length;
    int newline, not_bol, not_eol, icase;
    long *registers, *best;
    long best_end;
    unsigned char *tried; /* a bit per (instruction, position) */
    struct pending *stack;
    size_t depth, room;
    int failed;
};

static int is_word(const struct run *r, long at) {
    return at >= 0 && at < r->length && (isalnum((unsigned char)r->text[at]) || r->text[at] == '_');
}
static int holds(const struct run *r, enum regex_op op, long at) {
    int before = is_word(r, at - 1), here = is_word(r, at);
    switch (op) {
        case OP_LINE_START: return (at == 0 && !r->not_bol) || (r->newline && at > 0 && r->text[at - 1] == '\n');
        case OP_LINE_END:
            return (at == r->length && !r->not_eol) || (r->newline && at < r->length && r->text[at] == '\n');
        case OP_TEXT_START: return at == 0;
        case OP_TEXT_END: return at == r->length;
        case OP_WORD_START: return !before && here;
        case OP_WORD_END: return before && !here;
        case OP_WORD_EDGE: return before != here;
        default: return before == here;
    }
}
static void push(struct run *r, int instruction, int reg, long value) {
    if (r->depth == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        struct pending *wider = realloc(r->stack, room * sizeof *wider);
        if (!wider) {
            r->failed = 1;
            return;
        }
        r->stack = wider;
        r->room = room;
    }
    r->stack[r->depth++] = (struct pending){instruction, reg, value};
}

/* Bytes that the group matched and that stand here again; -1 when not. */
static long back_reference(const struct run *r, int group, long at) {
    long from = r->registers[2 * group], to = r->registers[2 * group + 1];
    if (from < 0 || to < 0 || at + (to - from) > r->length) return -1;
    for (long i = 0; i < to - from; i++) {
        int a = (unsigned char)r->text[from + i], b = (unsigned char)r->text[at + i];
        if (a != b && !(r->icase && tolower(a) == tolower(b))) return -1;
    }
    return to - from;
}

/* Follows one path until it fails or matches. */
static void follow(struct run *r, int i, long at) {
    const struct regex_program *p = r->program;
    for (;;) {
        if (r->tried) {
            size_t bit = (size_t)i * (size_t)(r->length + 1) + (size_t)at;
            if (r->tried[bit >> 3] >> (bit & 7) & 1) return;
            r->tried[bit >> 3] |= (unsigned char)(1 << (bit & 7));
        }
        const struct regex_instruction *n = &p->code[i];
        switch (n->op) {
            case OP_CHAR:
                if (at >= r->length || (unsigned char)r->text[at] != n->a) return;
                at++, i++;
                break;
            case OP_ANY:
                if (at >= r->length || (r->newline && r->text[at] == '\n')) return;
                at++, i++;
                break;
            case OP_SET: {
                if (at >= r->length) return;
                unsigned char byte = (unsigned char)r->text[at];
                if (!(p->sets[n->a].bits[byte >> 3] >> (byte & 7) & 1)) return;
                at++, i++;
                break;
            }
            case OP_SPLIT:
                push(r, n->b, 0, at);
                i = n->a;
                break;
            case OP_JUMP: i = n->a; break;
            case OP_SAVE:
                push(r, -1, n->a, r->registers[n->a]);
                r->registers[n->a] = at;
                i++;
                break;
            case OP_MOVED: i = r->registers[n->a] == at ? n->b : i + 1; break;
            case OP_BACK: {
                long same = back_reference(r, n->a, at);
                if (same < 0) return;
                at += same, i++;
                break;
            }
            case OP_MATCH:
                if (at > r->best_end) {
                    r->best_end = at;
                    memcpy(r->best, r->registers, (size_t)p->registers * sizeof *r->best);
                }
                return;
            default:
                if (!holds(r, n->op, at)) return;
                i++;
        }
        if (r->failed) return;
    }
}

static void run_from(struct run *r, long start) {
    for (int i = 0; i < r->program->registers; i++) r->registers[i] = -1;
    r->depth = 0;
    push(r, 0, 0, start);
    while (r->depth > 0 && !r->failed) {
        struct pending p = r->stack[--r->depth];
        if (p.instruction < 0) {
            r->registers[p.reg] = p.value;
            continue;
        }
        follow(r, p.instruction, p.value);
        if (r->best_end == r->length) return; /* nothing can be longer */
    }
}

int regexec(const regex_t *restrict regex, const char *restrict text, size_t count, regmatch_t matches[restrict count],
            int flags) {
    const struct regex_program *p = (const struct regex_program *)regex->buffer;
    long offset = flags & REG_STARTEND ? matches[0].rm_so : 0;
    long length = flags & REG_STARTEND ? matches[0].rm_eo - offset : (long)strlen(text);
    struct run r = {.program = p, .text = text + offset, .length = length, .newline = regex->newline_anchor,
                    .not_bol = flags & REG_NOTBOL, .not_eol = flags & REG_NOTEOL, .icase = (int)regex->syntax,
                    .best_end = -1};
    size_t bits = ((size_t)p->length * (size_t)(length + 1) + 7) / 8;
    r.registers = malloc(2 * (size_t)p->registers * sizeof *r.registers);
    r.best = r.registers + p->registers;
    if (!p->has_back_references) r.tried = calloc(1, bits);
    if (!r.registers || (!p->has_back_references && !r.tried)) r.failed = 1;
    long start = 0;
    /* What an earlier start tried in vain cannot succeed for a later one, so `tried` is never cleared. */
    for (; start <= length && !r.failed; start++) {
        run_from(&r, start);
        if (r.best_end >= 0) break;
    }
    int answer = r.failed ? REG_ESPACE : r.best_end >= 0 ? 0 : REG_NOMATCH;
    if (answer == 0 && !regex->no_sub) {
        for (size_t i = 0; i < count; i++) {
            long from = -1, to = -1;
            if (i == 0) from = start, to = r.best_end;
            else if (i <= regex->re_nsub) from = r.best[2 * i], to = r.best[2 * i + 1];
            if (to < 0) from = -1;
            matches[i].rm_so = (regoff_t)(from < 0 ? -1 : from + offset);
            matches[i].rm_eo = (regoff_t)(from < 0 ? -1 : to + offset);
        }
    }
    free(r.registers);
    free(r.tried);
    free(r.stack);
    return answer;
}
