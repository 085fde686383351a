#include <cstdio>
#include <stdexcept>
struct T {
    const char *n;
    T(const char *n) : n(n) { printf("+%s ", n); }
    ~T() { printf("-%s ", n); }
};
struct Thrower {
    T a{"m1"};
    T b{"m2"};
    Thrower(int k) try : c(k ? throw k : 0) {
        printf("body ");
        if (k < 0) throw k;
    } catch (int e) {
        printf("ftb%d ", e);
    }
    int c;
    T d{"m3"};
};
static int depth(int n) {
    T t("frame");
    if (n == 0) throw std::runtime_error("bottom");
    return depth(n - 1) + 1;
}
static void rethrow(int k) {
    try {
        try { throw k; } catch (int &x) { x++; throw; }
    } catch (int x) {
        printf("rethrown %d\n", x);
        if (k == 5) throw "new";
    }
}
struct InDtor {
    ~InDtor() { try { throw 1; } catch (int) { printf("[dtor handled %d] ", std::uncaught_exceptions()); } }
};
static int ftb(int x) try { if (x) throw x; return 1; } catch (int e) { return e * 100; }
struct Arr {
    static int n;
    int id;
    Arr() : id(n++) { if (id == 3) throw id; printf("A%d ", id); }
    ~Arr() { printf("~A%d ", id); }
};
int Arr::n;
int main() {
    try { depth(3); } catch (std::exception &e) { printf("caught %s\n", e.what()); }
    rethrow(1);
    try { rethrow(5); } catch (const char *s) { printf("%s\n", s); }
    try { InDtor d; throw 2; } catch (int x) { printf("outer %d\n", x); }
    try { Thrower t(3); } catch (int x) { printf("ctor %d\n", x); }
    { Thrower ok(0); puts(""); }
    puts("");
    try { new Arr[5]; } catch (int x) { printf("arr %d\n", x); }
    printf("%d %d\n", ftb(0), ftb(7));
    try {
        T a("x");
        try { T b("y"); throw 1; } catch (double) { printf("no "); }
    } catch (int) {
        printf("passed through\n");
    }
    for (int i = 0; i < 3; i++) try {
        T l("loop");
        if (i == 1) continue;
        if (i == 2) throw i;
    } catch (int) {
        break;
    }
    puts("");
    try {
        try { throw 1; } catch (...) { T t("h"); throw 2; }
    } catch (int x) {
        printf("%d\n", x);
    }
    goto end;
    { T skip("never"); }
    end: puts("end");
}
