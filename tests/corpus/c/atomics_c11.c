#include <stdatomic.h>
#include <stdio.h>
#include <stdint.h>
struct pair { int a, b; };
struct three { char c[3]; };
static _Atomic int g = 5;
static atomic_flag fl = ATOMIC_FLAG_INIT;
static _Atomic(struct pair) ap;
static _Atomic double ad = 1.5;
static _Atomic(int *) aptr;
int main(void) {
    printf("%d\n", g++);
    printf("%d\n", ++g);
    g -= 3;
    g *= 7;
    g ^= 0xff;
    g <<= 2;
    printf("%d\n", g);
    printf("%d %d\n", atomic_fetch_add(&g, 10), atomic_load(&g));
    printf("%d %d %d %d\n", atomic_fetch_sub(&g, 1), atomic_fetch_or(&g, 0xf0), atomic_fetch_and(&g, 0x3f),
        atomic_fetch_xor(&g, 1));
    printf("%d %d\n", atomic_exchange(&g, 100), g);
    int e = 99;
    printf("%d %d\n", atomic_compare_exchange_strong(&g, &e, 1), e);
    printf("%d %d\n", atomic_compare_exchange_strong(&g, &e, 1), g);
    atomic_store_explicit(&g, 3, memory_order_release);
    printf("%d\n", atomic_load_explicit(&g, memory_order_acquire));
    printf("%d %d\n", atomic_flag_test_and_set(&fl), atomic_flag_test_and_set(&fl));
    atomic_flag_clear(&fl);
    printf("%d\n", atomic_flag_test_and_set(&fl));
    _Atomic uint8_t b = 250;
    b += 10;
    printf("%d\n", b);
    _Atomic int16_t sh = 32767;
    atomic_fetch_add(&sh, 1);
    printf("%d\n", sh);
    atomic_ullong q = 0;
    q--;
    printf("%llu\n", (unsigned long long)q);
    atomic_bool ab = 0;
    atomic_store(&ab, 5);
    printf("%d\n", ab);
    struct pair p = {1, 2};
    atomic_store(&ap, p);
    p = (struct pair){3, 4};
    struct pair old = atomic_exchange(&ap, p);
    printf("%d %d\n", old.a, old.b);
    old = atomic_load(&ap);
    printf("%d %d\n", old.a, old.b);
    ad += 2.25;
    ad /= 3;
    printf("%g\n", ad);
    int arr[4] = {1, 2, 3, 4};
    aptr = arr;
    aptr++;
    printf("%d\n", *atomic_fetch_add(&aptr, 2));
    printf("%d\n", *aptr);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acq_rel);
    printf("%d %d\n", atomic_is_lock_free(&g), (int)sizeof(ap));
    atomic_int loc;
    atomic_init(&loc, 77);
    while (!atomic_compare_exchange_weak(&loc, &(int){77}, 78)) {}
    printf("%d\n", loc);
    return 0;
}
