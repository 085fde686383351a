#include <regex.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    struct {
        const char *re, *s;
        int fl;
    } t[] = {{"^([a-z]+)=([0-9]*)$", "key=42", REG_EXTENDED}, {"a|bc|d", "xxbc", REG_EXTENDED}, {"(a*)(ab)*(b*)",
        "abb", REG_EXTENDED}, {"HeLLo", "say hello", REG_EXTENDED | REG_ICASE}, {"[[:digit:]]{2,3}", "a1234",
        REG_EXTENDED}, {"^b", "a\nb", REG_NEWLINE}, {"\\(x\\)\\1", "axxb", 0}, {"(", "x", REG_EXTENDED}, {"[z-a]",
        "x", 0}, {"*a", "*a", 0}, {"a{1", "a", REG_EXTENDED}, {"\\bword\\b", "a word here", REG_EXTENDED},
        {"(foo|foobar)(bar)?", "foobar", REG_EXTENDED}, {"x*", "", 0}};
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        regex_t r;
        int e = regcomp(&r, t[i].re, t[i].fl);
        if (e) {
            char b[64];
            regerror(e, &r, b, 64);
            printf("%s: %s\n", t[i].re, b);
            continue;
        }
        regmatch_t m[4];
        e = regexec(&r, t[i].s, 4, m, 0);
        printf("%s ~ %s: %d n%zu", t[i].re, t[i].s, e, r.re_nsub);
        if (!e) for (size_t k = 0; k <= r.re_nsub && k < 4; k++) printf(" (%d,%d)", (int)m[k].rm_so, (int)m[k].rm_eo);
        puts("");
        regfree(&r);
    }
    return 0;
}
