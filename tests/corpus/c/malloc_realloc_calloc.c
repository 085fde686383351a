#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <errno.h>
#include <malloc.h>
int main(void) {
    char *p = NULL;
    size_t cap = 0;
    for (size_t n = 1; n <= 100000; n = n * 3 / 2 + 1) {
        p = realloc(p, n);
        for (size_t i = cap; i < n; i++) p[i] = (char)(i * 7);
        cap = n;
        int bad = 0;
        for (size_t i = 0; i < n; i++) bad += p[i] != (char)(i * 7);
        printf("%zu:%d ", n, bad);
    }
    puts("");
    p = realloc(p, 10);
    printf("%d %d\n", p[9] == 63, p[1] == 7);
    free(p);
    free(NULL);
    for (int k = 0; k < 50; k++) {
        size_t n = (size_t)(k * 37 + 1);
        unsigned char *q = malloc(n);
        memset(q, 0xAA, n);
        free(q);
        q = calloc(k + 1, 37);
        int nz = 0;
        for (size_t i = 0; i < (size_t)(k + 1) * 37; i++) nz += q[i];
        if (nz) printf("dirty %d\n", k);
        free(q);
    }
    for (size_t al = 16; al <= 4096; al *= 4) {
        void *q = aligned_alloc(al, al * 2);
        printf("%d ", (int)((uintptr_t)q % al));
        memset(q, 1, al * 2);
        free(q);
        void *r;
        int rc = posix_memalign(&r, al, 33);
        printf("%d %d ", rc, (int)((uintptr_t)r % al));
        free(r);
    }
    puts("");
    void *bad;
    printf("%d\n", posix_memalign(&bad, 3, 8) == EINVAL);
    volatile size_t huge = SIZE_MAX / 2;
    void *(*volatile mp)(size_t) = malloc;
    errno = 0;
    void *volatile h = mp(huge);
    printf("%d %d\n", h == NULL, errno == ENOMEM);
    h = calloc(huge, 4);
    printf("%d\n", h == NULL);
    p = malloc(5);
    strcpy(p, "keep");
    char *volatile r = realloc(p, huge);
    printf("%d %s\n", r == NULL, p);
    p = reallocarray(p, 3, 7);
    printf("%s\n", p);
    r = reallocarray(p, huge, 9);
    printf("%d\n", r == NULL);
    printf("%d\n", malloc_usable_size(p) >= 21);
    free(p);
    void *volatile z1 = malloc(0), *volatile z2 = malloc(0);
    printf("%d %d\n", z1 != NULL, z1 != z2);
    free(z1);
    free(z2);
    void *m = memalign(256, 10);
    printf("%d\n", (int)((uintptr_t)m & 255));
    free(m);
    void *arr[1000];
    for (int i = 0; i < 1000; i++) { arr[i] = malloc(i % 97 + 1); *(char *)arr[i] = (char)i; }
    long s = 0;
    for (int i = 0; i < 1000; i++) s += *(char *)arr[(i * 7) % 1000];
    for (int i = 0; i < 1000; i++) free(arr[(i * 7) % 1000]);
    printf("%ld\n", s);
    return 0;
}
