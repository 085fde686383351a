#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>
struct C {
    int v;
    C(int v) : v(v) { printf("c"); }
    C(const C &o) : v(o.v) { printf("cp"); }
    ~C() { printf("d "); }
};
static void pr(const std::exception &e, int l = 0) {
    printf("%*s%s\n", l * 2, "", e.what());
    try { std::rethrow_if_nested(e); } catch (const std::exception &n) { pr(n, l + 1); }
}
int main() {
    std::exception_ptr p;
    try { throw C(5); } catch (...) { p = std::current_exception(); }
    printf("held ");
    for (int i = 0; i < 2; i++) try {
        std::rethrow_exception(p);
    } catch (C &c) {
        printf("got %d ", c.v);
        c.v++;
    }
    p = nullptr;
    puts("");
    try {
        try {
            try {
                throw std::runtime_error("inner");
            } catch (...) {
                std::throw_with_nested(std::logic_error("middle"));
            }
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outer"));
        }
    } catch (std::exception &e) {
        pr(e);
    }
    auto q = std::make_exception_ptr(std::string("made"));
    try { std::rethrow_exception(q); } catch (std::string &s) { puts(s.c_str()); }
    printf("%d\n", std::current_exception() == nullptr);
    try {
        throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory), "ctx");
    } catch (std::system_error &e) {
        printf("%s %d\n", e.what(), e.code().value());
    }
    try { std::vector<int> v(3); v.at(10) = 1; } catch (std::out_of_range &e) { puts(e.what()); }
    try { std::string s("ab"); s.substr(5); } catch (std::exception &e) { puts(e.what()); }
    try { std::stoi("zz"); } catch (std::invalid_argument &e) { puts(e.what()); }
    try { std::stoi("99999999999"); } catch (std::out_of_range &e) { puts(e.what()); }
    try { std::vector<int> v; v.reserve(v.max_size() + 1); } catch (std::length_error &e) { puts(e.what()); }
}
