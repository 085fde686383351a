#include <stdio.h>
static int impl(int x) { return x * 2; }
int ali(int x) __attribute__((alias("impl_ext")));
int impl_ext(int x) { return impl(x) + 1; }
__attribute__((weak)) int opt(void);
__attribute__((weak)) int weakdef(void) { return 5; }
__attribute__((section("mysec"), used)) static int insec = 42;
__attribute__((visibility("hidden"))) int hid = 3;
__attribute__((pure)) static int pu(int x) { return x + 1; }
__attribute__((const)) static int co(int x) { return x * x; }
__attribute__((returns_nonnull, malloc)) static void *al(void) { static int v = 8; return &v; }
int common_var;
extern int common_var;
__attribute__((unused)) static int unu;
__attribute__((hot, flatten)) static int ho(int x) { return pu(co(x)); }
extern int __start_mysec[], __stop_mysec[];
int main(void) {
    printf("%d %d\n", ali(4), impl_ext(5));
    printf("%d\n", opt == NULL);
    printf("%d %d %d %d\n", weakdef(), insec, hid, ho(3));
    printf("%d %d\n", *(int *)al(), common_var++);
    printf("%d\n", common_var);
    return 0;
}
