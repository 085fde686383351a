#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct val {
    enum { NUL, BOOL, NUM, STR, ARR, OBJ } t;
    double n;
    char *s;
    struct val **v;
    char **k;
    int len;
} val;
static const char *p, *err;
static val *parse(void);
static void ws(void) { while (isspace((unsigned char)*p)) p++; }
static val *mk(int t) { val *v = calloc(1, sizeof *v); v->t = t; return v; }
static char *str(void) {
    char *b = malloc(strlen(p) + 1), *o = b;
    for (p++; *p != '"'; p++) {
        if (!*p) { err = "eof in string"; break; }
        if (*p == '\\') {
            switch (*++p) {
                case 'n': *o++ = '\n';
                break;
                case 't': *o++ = '\t';
                break;
                case 'u': {
                    unsigned u;
                    sscanf(p + 1, "%4x", &u);
                    p += 4;
                    if (u < 0x80) *o++ = (char)u;
                    else if (u < 0x800) {
                        *o++ = (char)(0xc0 | u >> 6);
                        *o++ = (char)(0x80 | (u & 63));
                    } else {
                        *o++ = (char)(0xe0 | u >> 12);
                        *o++ = (char)(0x80 | (u >> 6 & 63));
                        *o++ = (char)(0x80 | (u & 63));
                    }
                    break;
                }
                default: *o++ = *p;
            }
        } else *o++ = *p;
    }
    if (*p) p++;
    *o = 0;
    return b;
}
static val *parse(void) {
    ws();
    if (err) return mk(NUL);
    if (*p == '"') { val *v = mk(STR); v->s = str(); return v; }
    if (*p == '[' || *p == '{') {
        int o = *p++ == '{';
        val *v = mk(o ? OBJ : ARR);
        ws();
        if (*p == (o ? '}' : ']')) { p++; return v; }
        for (;;) {
            v->v = realloc(v->v, sizeof *v->v * (v->len + 1));
            if (o) {
                v->k = realloc(v->k, sizeof *v->k * (v->len + 1));
                ws();
                if (*p != '"') { err = "key"; v->len = 0; return v; }
                v->k[v->len] = str();
                ws();
                if (*p++ != ':') err = "colon";
            }
            v->v[v->len++] = parse();
            ws();
            if (err) return v;
            if (*p == ',') p++;
            else if (*p == (o ? '}' : ']')) {
                p++;
                return v;
            } else {
                err = "separator";
                return v;
            }
        }
    }
    if (!strncmp(p, "true", 4)) {
        p += 4;
        val *v = mk(BOOL);
        v->n = 1;
        return v;
    }
    if (!strncmp(p, "false", 5)) { p += 5; return mk(BOOL); }
    if (!strncmp(p, "null", 4)) { p += 4; return mk(NUL); }
    char *e;
    val *v = mk(NUM);
    v->n = strtod(p, &e);
    if (e == p) err = "token";
    p = e;
    return v;
}
static void dump(val *v) {
    switch (v->t) {
        case NUL: printf("null");
        break;
        case BOOL: printf(v->n ? "true" : "false");
        break;
        case NUM: printf("%.15g", v->n);
        break;
        case STR: printf("\"%s\"", v->s);
        break;
        case ARR: putchar('[');
        for (int i = 0; i < v->len; i++) { if (i) putchar(','); dump(v->v[i]); }
        putchar(']');
        break;
        case OBJ: putchar('{');
        for (int i = 0; i < v->len; i++) printf(i ? ",\"%s\":" : "\"%s\":", v->k[i]), dump(v->v[i]);
        putchar('}');
    }
}
static void rel(val *v) {
    for (int i = 0; i < v->len; i++) { rel(v->v[i]); if (v->k) free(v->k[i]); }
    free(v->v);
    free(v->k);
    free(v->s);
    free(v);
}
int main(void) {
    const char *t[] = {"{\"a\": [1, -2.5e3, true, null], \"b\": {\"c\": \"x\\ty\\u00e9\\u20ac\"}, \"\": []}", " [ ] ",
        "42", "[1,2", "{\"a\" 1}", "{1:2}", "[[[[[]]]],{}]", "\"unterminated", "[1 2]", "nope", "[1e999,-0,0.1]"};
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        p = t[i];
        err = NULL;
        val *v = parse();
        if (err) printf("error: %s at %td\n", err, p - t[i]);
        else { dump(v); puts(""); rel(v); }
    }
    return 0;
}
