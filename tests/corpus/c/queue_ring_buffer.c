#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct ring { unsigned char *b; unsigned cap, head, len; };
static size_t put(struct ring *r, const void *p, size_t n) {
    if (n > r->cap - r->len) n = r->cap - r->len;
    unsigned t = (r->head + r->len) % r->cap;
    size_t a = n < r->cap - t ? n : r->cap - t;
    memcpy(r->b + t, p, a);
    memcpy(r->b, (const char *)p + a, n - a);
    r->len += (unsigned)n;
    return n;
}
static size_t get(struct ring *r, void *p, size_t n) {
    if (n > r->len) n = r->len;
    size_t a = n < r->cap - r->head ? n : r->cap - r->head;
    memcpy(p, r->b + r->head, a);
    memcpy((char *)p + a, r->b, n - a);
    r->head = (unsigned)((r->head + n) % r->cap);
    r->len -= (unsigned)n;
    return n;
}
int main(void) {
    struct ring r = {malloc(13), 13, 0, 0};
    unsigned w = 0, rd = 0;
    int bad = 0;
    for (int i = 0; i < 500; i++) {
        unsigned char b[20];
        size_t n = (size_t)(i * 7 % 11);
        for (size_t k = 0; k < n; k++) b[k] = (unsigned char)(w + k);
        w += (unsigned)put(&r, b, n);
        n = get(&r, b, (size_t)(i * 5 % 9));
        for (size_t k = 0; k < n; k++) bad += b[k] != (unsigned char)(rd + k);
        rd += (unsigned)n;
    }
    printf("%u %u %u %d\n", w, rd, r.len, bad);
    free(r.b);
    return 0;
}
