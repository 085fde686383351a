// rift: flags -std=c23
#include <stdio.h>
#include <stddef.h>
static_assert(sizeof(long) == 8);
constexpr int N = 5;
constexpr double H = 0.5;
enum e : long { BIG = 1L << 40 };
typedef typeof(nullptr) np;
[[nodiscard]] static int nd(void) { return 3; } [[maybe_unused]] static int un;
static int noproto() { return 9; }
int main() {
    auto x = 3.5f;
    bool b = true;
    int arr[N] = {};
    printf("%d %g %d %d\n", arr[4], x * H, b, false);
    printf("%d %d\n", 0b1011'0001, 1'000'000);
    unsigned char u = u8'a';
    printf("%d %zu\n", u, sizeof u);
    typeof(arr) cp = {1, 2};
    printf("%d\n", cp[1]);
    typeof_unqual(const volatile int) q = 7;
    q++;
    printf("%d\n", q);
    void *p = nullptr;
    printf("%d\n", p == nullptr);
    printf("%ld\n", (long)BIG);
    switch (nd()) { case 3: [[fallthrough]]; case 4: puts("ft"); }
    printf("%d\n", noproto());
    struct { int a; } s = {};
    printf("%d\n", s.a);
    alignas(64) char al[1];
    printf("%d\n", (int)((unsigned long)al % 64));
    printf("%b %#b %B\n", 10u, 5u, 255u);
    static thread_local int tl = 4;
    printf("%d\n", ++tl);
    unsigned _BitInt(12) w = 4095;
    w++;
    printf("%d\n", (int)w);
    goto end;
    end:
}
