#include <cstdio>
struct Shape {
    virtual ~Shape() { printf("~Shape\n"); }
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
};
struct Sq : Shape {
    double s;
    explicit Sq(double s) : s(s) {}
    ~Sq() override { printf("~Sq %g\n", s); }
    double area() const override { return s * s; }
    const char *name() const override { return "sq"; }
};
struct Ci : Shape {
    double r;
    explicit Ci(double r) : r(r) {}
    double area() const override { return 3 * r * r; }
};
struct Cube final : Sq { using Sq::Sq; double area() const override { return 6 * Sq::area(); } };
struct Base {
    Base() { who(); }
    virtual ~Base() { who(); }
    virtual void who() { printf("Base::who\n"); }
    void call() { who(); }
};
struct Der : Base {
    Der() { who(); }
    ~Der() override { who(); }
    void who() override { printf("Der::who\n"); }
};
int main() {
    Shape *v[] = {new Sq(2), new Ci(1), new Cube(3)};
    for (auto *s : v) printf("%s %g\n", s->name(), s->area());
    for (auto *s : v) delete s;
    {
        Der d;
        d.call();
        Base &b = d;
        b.call();
        b.Base::who();
    }
    double (Shape::*pm)() const = &Shape::area;
    Cube c(1);
    printf("%g\n", (c.*pm)());
    void (Base::*pw)() = &Base::who;
    Der d;
    Base *b = &d;
    (b->*pw)();
    double Sq::*ps = &Sq::s;
    c.*ps = 2;
    printf("%g %zu\n", c.area(), sizeof(Base));
}
