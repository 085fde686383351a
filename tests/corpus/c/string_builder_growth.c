#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct sb { char *p; size_t n, cap; int grows; };
static void need(struct sb *b, size_t k) {
    if (b->n + k + 1 <= b->cap) return;
    while (b->cap < b->n + k + 1) b->cap = b->cap ? b->cap * 2 : 8;
    b->p = realloc(b->p, b->cap);
    b->grows++;
}
static void put(struct sb *b, const char *f, ...) {
    va_list ap, cp;
    va_start(ap, f);
    va_copy(cp, ap);
    int k = vsnprintf(NULL, 0, f, cp);
    va_end(cp);
    need(b, (size_t)k);
    b->n += (size_t)vsnprintf(b->p + b->n, (size_t)k + 1, f, ap);
    va_end(ap);
}
static void insert(struct sb *b, size_t at, const char *s) {
    size_t k = strlen(s);
    need(b, k);
    memmove(b->p + at + k, b->p + at, b->n - at + 1);
    memcpy(b->p + at, s, k);
    b->n += k;
}
static void erase(struct sb *b, size_t at, size_t k) {
    memmove(b->p + at, b->p + at + k, b->n - at - k + 1);
    b->n -= k;
}
int main(void) {
    struct sb b = {0};
    put(&b, "");
    for (int i = 0; i < 40; i++) put(&b, "%d%s", i, i % 10 == 9 ? "\n" : " ");
    insert(&b, 0, "[start]");
    insert(&b, b.n, "[end]\n");
    insert(&b, 10, "");
    erase(&b, 7, 4);
    fputs(b.p, stdout);
    printf("%zu %zu %d %d\n", b.n, b.cap, b.grows, b.n == strlen(b.p));
    put(&b, "%*s|", 300, "wide");
    printf("%zu %c\n", b.n, b.p[b.n - 1]);
    free(b.p);
    return 0;
}
