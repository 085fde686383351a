/* fnmatch: all patterns against all texts under all flags. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>
int main(void) {
    const char *p[] = {"", "*", "?", "a*", "*a", "a?c", "[abc]", "[!abc]", "[a-c]*", "[]a]", "[!]a]", "[a", "\\*", "a\\", "*.c", "*/*.c", "a/*/b", "[[:digit:]]*", "[[:bogus:]]", "[a-]", "[]-a]", "*a*b*c*", ".*", "*/.*", "a[/]b", "A*", "[A-C]x", "[[.a.]]", "[[=a=]]x", "@(foo|bar)", "+(ab)", "!(foo)", "*(a|b)c", "?(a)b", "a@(b|c@(d|e))f", "**", "[\\]]", "[^a]", "a**c", "\\a\\b", "[a-\\]]", "foo/", "foo"};
    const char *t[] = {"", "a", "b", "abc", "ac", "a.c", "foo.c", "dir/foo.c", ".hid", "dir/.hid", "a/b", "a/x/b", "a/x/y/b", "*", "]", "-", "[a", "[", "9z", "Abc", "Bx", "bX", "foo", "bar", "abab", "aac", "ab", "acdf", "abf", "\\", "foo/bar", "foo/", "a\\", "x/y"};
    int f[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_LEADING_DIR | FNM_PATHNAME, FNM_EXTMATCH, FNM_EXTMATCH | FNM_PERIOD};
    for (int i = 0; i < sizeof p / sizeof *p; i++) for (int j = 0; j < sizeof t / sizeof *t; j++) { for (int k = 0; k < 10; k++) putchar('0' + fnmatch(p[i], t[j], f[k])); printf(" %s | %s\n", p[i], t[j]); }
    return 0;
}
