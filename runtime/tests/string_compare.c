/* Prints the results of <string.h>, <ctype.h> and <libgen.h> functions on random short strings over a small
 * alphabet (argv[1]: how many rounds): run natively and in the machine, the outputs must be equal. */
#define _GNU_SOURCE
#include "random.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

char *__xpg_basename(char *path);
int __xpg_strerror_r(int number, char *buffer, size_t size);
char *dirname(char *path);

static const char *alphabets[] = {"ab", "abcABC", "a0012./9", "/a.", "abcdefghijklmnopqrstuvwxyz \t\n", "\x7f\x80\xff_aZ"};

static char *random_text(char *to, const char *alphabet, int limit) {
    int n = below(limit), size = (int)strlen(alphabet);
    for (int i = 0; i < n; i++)
        to[i] = alphabet[below(size)];
    to[n] = 0;
    return to;
}

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static long offset(const void *p, const void *base) {
    return p == NULL ? -1 : (const char *)p - (const char *)base;
}

static void show(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02x", (unsigned char)text[i]);
    putchar(' ');
}

static void compare(const char *a, const char *b, size_t n) {
    printf("cmp %d %d %d %d %d %d %d %d\n", memcmp(a, b, n), strcmp(a, b), strncmp(a, b, n), strcasecmp(a, b),
           strncasecmp(a, b, n), strcoll(a, b), strverscmp(a, b), sign(bcmp(a, b, n)) != 0);
}

static void search(const char *a, const char *b, int c, size_t n) {
    printf("find %ld %ld %ld %ld %ld %ld ", offset(strchr(a, c), a), offset(strrchr(a, c), a),
           offset(strchrnul(a, c), a), offset(memchr(a, c, n), a), offset(memrchr(a, c, n), a),
           offset(rawmemchr(a, 0), a));
    printf("%ld %ld %ld %ld %zu %zu %zu %zu\n", offset(strstr(a, b), a), offset(strcasestr(a, b), a),
           offset(memmem(a, n, b, strlen(b)), a), offset(strpbrk(a, b), a), strspn(a, b), strcspn(a, b), strlen(a),
           strnlen(a, n));
}

static void copy(const char *a, const char *b, int c, size_t n) {
    char to[120];
    memset(to, '#', sizeof to);
    long at = offset(stpncpy(to, a, n), to);
    strncpy(to + 40, b, n);
    show(to, 80);
    strcpy(to, a);
    strcat(to, b);
    strncat(to, a, n);
    long end = offset(stpcpy(to + 90, "x"), to);
    long cut = offset(memccpy(to + 50, a, c, strlen(a)), to);
    size_t length = strxfrm(to + 100, b, n < 15 ? n : 15);
    show(to, 120);
    swab(a, to, (ssize_t)strlen(a));
    show(to, 30);
    char *d = strdup(a), *e = strndup(b, n);
    printf("copy %ld %ld %ld %zu %s %s\n", at, end, cut, length, d, e);
    free(d);
    free(e);
}

static void tokens(const char *a, const char *b) {
    char one[64], two[64], three[64], *save, *rest = three;
    strcpy(one, a);
    strcpy(two, a);
    strcpy(three, a);
    printf("tok");
    for (char *t = strtok_r(one, b, &save); t; t = strtok_r(NULL, b, &save))
        printf(" %ld:%s", offset(t, one), t);
    for (char *t = strtok(two, b); t; t = strtok(NULL, b))
        printf(" %s", t);
    for (char *t; (t = strsep(&rest, b)) != NULL;)
        printf(" <%s>", t);
    putchar('\n');
}

static void paths(const char *a) {
    char one[64], two[64];
    strcpy(one, a);
    strcpy(two, a);
    printf("path %s: %s ", a, basename(a));
    printf("%s %s\n", __xpg_basename(one), dirname(two));
}

static void numbers(void) {
    for (int c = -128; c < 256; c++) {
        printf("%d:", c);
        printf("%d %d %d %d ", isalnum(c), isalpha(c), isblank(c), iscntrl(c));
        printf("%d %d %d %d %d ", isdigit(c), isgraph(c), islower(c), isprint(c), ispunct(c));
        printf("%d %d %d %d %d %d\n", isspace(c), isupper(c), isxdigit(c), tolower(c), toupper(c), isascii(c));
        printf("%x %d %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c], (*__ctype_toupper_loc())[c]);
    }
    for (int c = 256; c < 100000; c += 1000)
        printf("%d %d %d\n", tolower(c), toupper(c), toascii(c));
    for (int n = -2; n < 150; n++) {
        char buffer[64] = "", small[8] = "";
        errno = 5;
        printf("%s|%s|", strerror(n), strsignal(n));
        printf("%d %d ", __xpg_strerror_r(n, buffer, 64), __xpg_strerror_r(n, small, 8));
        printf("%s|%s|%d\n", buffer, small, errno);
        const char *name = strerrorname_np(n), *signal_name = sigabbrev_np(n);
        printf("%s %s %s\n", name ? name : "", signal_name ? signal_name : "", strerror_r(n, small, 8));
    }
    for (int i = 0; i < 64; i++)
        printf("%d %d %d\n", ffs((int)(1u << (i & 31))), ffsl(1l << i), ffsll(5ll << i));
}

int main(int argc, char **argv) {
    char a[64], b[64];
    numbers();
    for (long n = count_argument(argc, argv, 500); n > 0; n--) {
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        const char *alphabet = alphabets[below(6)];
        random_text(a, alphabet, 20);
        random_text(b, alphabet, below(2) ? 20 : 4);
        if (below(4) == 0) { /* a common prefix */
            int keep = below(10);
            memcpy(b, a, (size_t)keep);
        }
        size_t limit = (size_t)below(20);
        int c = alphabet[below((int)strlen(alphabet))];
        if (below(8) == 0)
            c = 0;
        compare(a, b, limit);
        search(a, b, c, limit);
        copy(a, b, c, limit);
        tokens(a, b);
        paths(a);
    }
    return 0;
}
