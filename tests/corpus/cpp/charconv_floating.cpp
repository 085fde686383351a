// <charconv>: shortest and precise texts of floating-point numbers, and back.
#include <charconv>
#include <cstdio>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
template <typename T> void one(T v) {
  char b[6000]; auto put = [&](std::to_chars_result r) { printf("%.*s ", int(r.ptr - b), b); };
  put(std::to_chars(b, b + 6000, v)); put(std::to_chars(b, b + 6000, v, std::chars_format::scientific)); if (std::fabs(v) < 1e30) put(std::to_chars(b, b + 6000, v, std::chars_format::fixed)); put(std::to_chars(b, b + 6000, v, std::chars_format::general)); put(std::to_chars(b, b + 6000, v, std::chars_format::fixed, 3)); put(std::to_chars(b, b + 6000, v, std::chars_format::general, 4)); put(std::to_chars(b, b + 6000, v, std::chars_format::scientific, 5)); put(std::to_chars(b, b + 6000, v, std::chars_format::hex)); puts("");
}
int main() {
  for (double v : {0.0, -0.0, 1.0, 0.1, 0.3, 1e5, 1e6, 123456.0, 1e15, 1e21, 1e22, 1e23, 9007199254740993.0, 1e-5, 0.0001, 123e-7, 5e-324 * 4503599627370496.0, 1.7976931348623157e308, 3.14159, 100.0, 1234567890123456789.0, 2.5, 33.25, 1e100, (double)INFINITY, -(double)INFINITY, 4.35, 0.5, 299792458.0, 6.02214076e23, 1.0 / 3}) one(v);
  for (float v : {0.1f, 1.0f / 3, 16777216.0f, 1e10f, 3.4e38f, 1.17549435e-38f, 8388608.5f}) one(v);
  for (const char *t : {"1.5", "-2e3x", "+1", "abc", "inf", "nan(7)", "1e999", "1e-999", ".5", "5.", ".", "1e+", "0x1p3", " 1", "1e5"}) for (auto f : {std::chars_format::general, std::chars_format::fixed, std::chars_format::scientific}) { double v = -1; std::string s(t); auto r = std::from_chars(s.data(), s.data() + s.size(), v, f); printf("%s:%g,%d,%d ", t, v, int(r.ptr - s.data()), int(r.ec)); }
  puts(""); double h; std::string hx = "1.8p1z"; auto r = std::from_chars(hx.data(), hx.data() + hx.size(), h, std::chars_format::hex); printf("%g %d\n", h, int(r.ptr - hx.data())); char small[3]; printf("%d\n", std::to_chars(small, small + 3, 0.1234).ec == std::errc::value_too_large);
}
