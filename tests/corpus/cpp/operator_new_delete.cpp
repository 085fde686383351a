#include <cstdio>
#include <cstdlib>
#include <new>
#include <cstdint>
static int live;
void *operator new(std::size_t n) {
    live++;
    void *p = std::malloc(n ? n : 1);
    if (!p) throw std::bad_alloc();
    return p;
}
void operator delete(void *p) noexcept { if (p) live--; std::free(p); }
void operator delete(void *p, std::size_t) noexcept { if (p) live--; std::free(p); }
struct S {
    int v;
    S(int v = 0) : v(v) { printf("S%d ", v); }
    ~S() { printf("~S%d ", v); }
    static void *operator new(std::size_t n, const char *tag) {
        printf("[%s %zu] ", tag, n);
        return ::operator new(n);
    }
    static void operator delete(void *p, const char *tag) { printf("[undo %s] ", tag); ::operator delete(p); }
    static void operator delete(void *p) { printf("[S del] "); ::operator delete(p); }
    static void *operator new(std::size_t n) { return ::operator new(n); }
    static void *operator new(std::size_t, void *p) { return p; }
    static void operator delete(void *, void *) {}
};
struct Bad { Bad() { throw 1; } };
struct alignas(64) Al { char c[64]; };
int main() {
    S *a = new S(1);
    delete a;
    S *b = new ("tagged") S(2);
    delete b;
    puts("");
    alignas(S) char buf[sizeof(S) * 2];
    S *p = new ((void *)buf) S(3);
    p->~S();
    puts("");
    int *arr = new int[5]{1, 2, 3};
    printf("%d %d\n", arr[2], arr[4]);
    delete[] arr;
    try { new Bad; } catch (int) { printf("bad %d\n", live); }
    int *z = new int();
    printf("%d\n", *z);
    delete z;
    delete (int *)nullptr;
    Al *al = new Al;
    printf("%d\n", (int)((std::uintptr_t)al % 64));
    delete al;
    volatile std::size_t huge = SIZE_MAX / 2;
    try {
        void *volatile h = operator new(huge);
        (void)h;
    } catch (std::bad_alloc &e) {
        printf("%s\n", e.what());
    }
    auto *v = new S[3];
    delete[] v;
    puts("");
}
