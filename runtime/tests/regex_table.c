/* regcomp and regexec: patterns, basic and extended, against texts. */
#include <regex.h>
#include <stdio.h>
int main(void) {
    const char *p[] = {"", "a", "abc", "a*", "a*b", "^a", "a$", "^$", "^abc$", "[a-c]+", "[^a-c]", "a|b", "(a|b)*c", "(ab)+", "a{2}", "a{2,}", "a{1,3}b", "\\(a\\)\\1", "(a)\\1", "(a*)(b*)", "x*", ".", ".*", "a.c", "[[:digit:]]+", "[[:alpha:]_][[:alnum:]_]*", "[]a]", "[^]a]", "[a-]", "\\.", "a\\{2\\}", "a\\+", "a\\|b", "(", ")", "a)", "\\(", "\\)", "[a", "a{", "a{x", "a{3,1}", "*a", "a**", "+a", "\\", "[[:foo:]]", "[b-a]", "(a|ab)c", "\\bfoo\\b", "\\<foo", "foo\\>", "\\w+", "\\W", "(^a)", "a^b", "a$b", "\\(^a\\)", "(a)(b)?(c)", "((a)(b))*", "^(.*),(.*)$", "([0-9]+)-([0-9]+)", "(foo|foobar)baz", "a||b", "()", "a()b", "\\1", "(a)\\2", "^*a", "\\(*a\\)", "[0-9]{3}", "a{0}b", "a{,2}b", "(a?){3}b", "A", "[A-C]x", "$", "^", "a\\{1,2\\}b", "[[.a.]]", "[[=a=]]", "\\s", "\\S+", "(a+|b+)+c", "x{65536}", "x\\{a", "(*a)", "(+a)", "a|*b", "^+"};
    const char *t[] = {"", "a", "b", "ab", "abc", "aab", "aaab", "ccabab", "foo", "foobarbaz", "a foo b", "12-345", "x,y,z", "hello_world9 ok", "a\nb", "*a", "AbC", "a.c", "]", "-", "a{x", "aaaaaaaaaaaaaaaa"};
    int f[] = {0, REG_EXTENDED, REG_EXTENDED | REG_ICASE, REG_EXTENDED | REG_NEWLINE};
    for (int k = 0; k < 4; k++) for (int i = 0; i < sizeof p / sizeof *p; i++) {
        regex_t r; int e = regcomp(&r, p[i], f[k]); char m[100]; regerror(e, &r, m, sizeof m);
        printf("== %d %s: %d %s %zu\n", k, p[i], e, m, e ? 0 : r.re_nsub); if (e) continue;
        for (int j = 0; j < sizeof t / sizeof *t; j++) for (int g = 0; g < 2; g++) {
            regmatch_t x[4]; e = regexec(&r, t[j], 4, x, g ? REG_NOTBOL | REG_NOTEOL : 0); if (e) { printf("%d/%d no ", j, g); continue; }
            printf("%d/%d", j, g); for (int q = 0; q < 4; q++) printf(" %d,%d", x[q].rm_so, x[q].rm_eo); puts("");
        }
        regfree(&r); puts("");
    }
    return 0;
}
