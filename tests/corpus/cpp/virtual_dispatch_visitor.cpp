#include <cstdio>
#include <memory>
#include <string>
#include <vector>
struct Num;
struct Bin;
struct Visitor {
    virtual ~Visitor() = default;
    virtual void num(const Num &) = 0;
    virtual void bin(const Bin &) = 0;
};
struct Expr {
    virtual ~Expr() = default;
    virtual void accept(Visitor &v) const = 0;
    virtual std::unique_ptr<Expr> clone() const = 0;
};
using E = std::unique_ptr<Expr>;
struct Num : Expr {
    double v;
    explicit Num(double v) : v(v) {}
    void accept(Visitor &x) const override { x.num(*this); }
    E clone() const override { return std::make_unique<Num>(*this); }
};
struct Bin : Expr {
    char op;
    E l, r;
    Bin(char op, E l, E r) : op(op), l(std::move(l)), r(std::move(r)) {}
    void accept(Visitor &x) const override { x.bin(*this); }
    E clone() const override { return std::make_unique<Bin>(op, l->clone(), r->clone()); }
};
struct Eval : Visitor {
    double out = 0;
    void num(const Num &n) override { out = n.v; }
    void bin(const Bin &b) override {
        b.l->accept(*this);
        double x = out;
        b.r->accept(*this);
        switch (b.op) {
            case '+': out = x + out;
            break;
            case '-': out = x - out;
            break;
            case '*': out = x * out;
            break;
            default: out = x / out;
        }
    }
};
struct Print : Visitor {
    std::string s;
    void num(const Num &n) override { s += std::to_string((int)n.v); }
    void bin(const Bin &b) override {
        s += '(';
        b.l->accept(*this);
        s += b.op;
        b.r->accept(*this);
        s += ')';
    }
};
static const char *q;
static E expr();
static E atom() {
    if (*q == '(') { q++; E e = expr(); q++; return e; } double v = 0;
    while (*q >= '0' && *q <= '9') v = v * 10 + (*q++ - '0');
    return std::make_unique<Num>(v);
}
static E term() {
    E l = atom();
    while (*q == '*' || *q == '/') { char o = *q++; l = std::make_unique<Bin>(o, std::move(l), atom()); }
    return l;
}
static E expr() {
    E l = term();
    while (*q == '+' || *q == '-') { char o = *q++; l = std::make_unique<Bin>(o, std::move(l), term()); }
    return l;
}
int main() {
    for (const char *s : {"1+2*3", "(1+2)*3", "10/4-1", "((((7))))", "2*(3+4)*5-6/(1+1)"}) {
        q = s;
        E e = expr(), c = e->clone();
        e.reset();
        Eval ev;
        Print pr;
        c->accept(ev);
        c->accept(pr);
        printf("%s = %g\n", pr.s.c_str(), ev.out);
    }
}
