#include <ctype.h>
#include <stdio.h>
enum st { START, IDENT, NUM, FRAC, STR, OP, COMMENT };
static const char *nm[] = {"start", "ident", "num", "frac", "str", "op", "comment"};
int main(void) {
    const char *s = "int x1 = 42 + 3.14*foo_bar; \"str \\\" q\" /* c */ a<=b<<2 .5 9. @";
    enum st st = START;
    char b[40];
    int n = 0;
    for (const char *p = s;; p++) {
        int c = (unsigned char)*p;
        again: switch (st) {
            case START: n = 0;
            if (!c) goto end;
            if (isspace(c)) break;
            if (isalpha(c) || c == '_') st = IDENT;
            else if (isdigit(c)) st = NUM;
            else if (c == '.' && isdigit((unsigned char)p[1])) st = FRAC;
            else if (c == '"') {
                st = STR;
                break;
            } else if (c == '/' && p[1] == '*') {
                st = COMMENT;
                p++;
                break;
            } else st = OP;
            b[n++] = (char)c;
            break;
            case IDENT: if (isalnum(c) || c == '_') { b[n++] = (char)c; break; }
            goto emit;
            case NUM: if (isdigit(c)) { b[n++] = (char)c; break; }
            if (c == '.') { b[n++] = '.'; st = FRAC; break; }
            goto emit;
            case FRAC: if (isdigit(c)) { b[n++] = (char)c; break; }
            goto emit;
            case STR: if (c == '\\') { b[n++] = *++p; break; }
            if (c == '"') {
                b[n] = 0;
                printf("str:[%s] ", b);
                st = START;
                break;
            }
            b[n++] = (char)c;
            break;
            case COMMENT: if (c == '*' && p[1] == '/') { p++; st = START; printf("comment "); }
            break;
            case OP: if ((b[0] == '<' || b[0] == '>') && n == 1 && (c == '=' || c == b[0])) {
                b[n++] = (char)c;
                break;
            }
            goto emit;
            emit: b[n] = 0;
            printf("%s:%s ", nm[st], b);
            st = START;
            goto again;
        }
        if (!c) break;
    }
    end: puts("");
    return 0;
}
