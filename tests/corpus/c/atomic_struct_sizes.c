#include <stdatomic.h>
#include <stdio.h>
struct s4 { short a, b; };
struct s8 { int a, b; };
struct s3 { char c[3]; };
int main(void) {
    _Atomic(struct s4) a4;
    _Atomic(struct s8) a8;
    atomic_init(&a4, ((struct s4){1, 2}));
    atomic_init(&a8, ((struct s8){3, 4}));
    struct s4 x = atomic_load(&a4);
    x.a = 9;
    struct s4 old = atomic_exchange(&a4, x);
    printf("%d %d %d\n", old.a, atomic_load(&a4).a, atomic_load(&a4).b);
    struct s8 e = {3, 4}, n = {5, 6};
    printf("%d\n", atomic_compare_exchange_strong(&a8, &e, n));
    printf("%d\n", atomic_compare_exchange_strong(&a8, &e, n));
    printf("%d %d\n", e.a, e.b);
    _Atomic float f = 1.5f;
    f += 1;
    f *= 2;
    printf("%g\n", f);
    printf("%zu %zu\n", sizeof a4, sizeof(_Atomic(struct s3)));
    _Atomic _Bool b = 0;
    b |= 1;
    b ^= 1;
    printf("%d\n", b);
    return 0;
}
