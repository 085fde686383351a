// Stream formatting: every manipulator, bases, widths, floats, errors, parsing.
#include <iostream>
#include <iomanip>
#include <sstream>
#include <limits>
#include <cmath>
#include <string>
using namespace std;
int main() {
  for (auto base : {dec, hex, oct}) for (long v : {0L, 255L, -1L, 1234567L}) { cout << base << setw(12) << v << '|' << left << showbase << setw(12) << v << '|' << internal << setfill('*') << setw(14) << v << '|' << uppercase << v << nouppercase << noshowbase << right << setfill(' ') << '\n'; }
  cout << dec << showpos << 5 << ' ' << 0 << ' ' << -5 << ' ' << 2.5 << noshowpos << '\n';
  for (double d : {0.0, 1.0, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789.0, 0.1, 1e100, 5e-324, HUGE_VAL, -HUGE_VAL}) { cout << d << ' ' << fixed << d << ' ' << scientific << d << ' ' << hexfloat << d << ' ' << defaultfloat << setprecision(3) << d << ' ' << setprecision(15) << d << ' ' << showpoint << d << noshowpoint << setprecision(0) << ' ' << d << ' ' << fixed << d << defaultfloat << setprecision(6) << '\n'; }
  cout << setw(10) << fixed << setprecision(2) << 3.14159 << '|' << left << setw(10) << -3.14159 << '|' << internal << setw(10) << -3.14159 << '|' << right << defaultfloat << setprecision(6) << '\n';
  cout << boolalpha << true << ' ' << setw(7) << false << noboolalpha << ' ' << true << '\n' << (void *)0 << ' ' << (void *)0x1234 << '\n';
  cout << setw(5) << 'c' << '|' << left << setw(5) << "ab" << '|' << right << setw(6) << string("xyz") << '|' << setfill('0') << setw(4) << 42 << setfill(' ') << '\n';
  cout << 1.5f << ' ' << 2.25L << ' ' << (short)-3 << ' ' << (unsigned short)65535 << ' ' << 4000000000u << ' ' << ~0ull << ' ' << (signed char)'s' << (unsigned char)'u' << '\n';
  cout << quoted("a \"q\" \\ b") << ' ' << oct << 8 << ' ' << hex << 255 << dec << ' ' << setbase(16) << 31 << setbase(0) << 31 << dec << '\n';
  istringstream in("12 0x1f 077 abc 3.5e2 -7 99999999999 true 1 x  y\tz\n line two\nlast"); in >> noboolalpha;
  int a = 0, b = 0, c = 0; in >> a; in.unsetf(ios::basefield); in >> b >> c; cout << a << ' ' << b << ' ' << c << ' ' << in.good() << '\n'; int bad = 5; in >> bad; cout << bad << in.fail() << in.eof() << '\n'; in.clear(); string w; in >> w; double f; in >> dec >> f; cout << w << f << '\n';
  unsigned u; in >> u; cout << u << '\n'; int big; in >> big; cout << big << in.fail() << '\n'; in.clear(); bool t1, t2; in >> boolalpha >> t1 >> noboolalpha >> t2; cout << t1 << t2 << '\n'; char x, y, z; in >> x >> y >> noskipws >> z; cout << x << y << '[' << z << "]\n"; in >> skipws; string line; getline(in, line); cout << '<' << line << ">\n"; getline(in, line); cout << '<' << line << ">\n"; in >> ws; getline(in, line); cout << line << in.eof() << '\n'; getline(in, line); cout << in.fail() << '\n';
  istringstream s2("10,20;30"); int n; char sep; while (s2 >> n) { cout << n; if (s2 >> sep) cout << sep; } cout << '\n';
  for (string t : {"1e400", "-1e400", "1e-400", "nan", "0x1p3", ".5", "5.", "1e", "+3", "1.2.3", "--1", "1'000"}) { istringstream q(t); double d = -99; q >> d; string rest; bool ok = !q.fail(); q.clear(); q >> rest; cout << t << ':' << d << ' ' << ok << ' ' << rest << '\n'; }
  for (string t : {"300", "-129", "70000", "-1", "4294967296"}) { short s; unsigned short us; unsigned ui; istringstream q1(t), q2(t), q3(t); q1 >> s; q2 >> us; q3 >> ui; cout << t << ':' << s << q1.fail() << ' ' << us << q2.fail() << ' ' << ui << q3.fail() << '\n'; }
  stringstream ss; ss << "x=" << 5 << ' ' << 2.5; ss.seekg(2); int xv; ss >> xv; cout << xv << ' ' << ss.tellg() << ' ' << ss.tellp() << ' ' << ss.str() << '\n'; ss.str("new"); ss.seekp(0, ios::end); ss << "er"; cout << ss.str() << '\n';
  char buf[8]; istringstream g("abcdefghij\nkl"); g.getline(buf, 5); cout << buf << g.fail() << '\n'; g.clear(); g.get(buf, 4); cout << buf << ' ' << g.gcount() << '\n'; g.ignore(100, '\n'); cout << (char)g.peek() << g.gcount() << '\n'; g.read(buf, 5); cout << g.gcount() << g.eof() << g.fail() << '\n'; g.clear(); g.seekg(0); g >> setw(4) >> buf; cout << buf << '\n'; g.putback('Q'); cout << g.fail() << '\n';
  ios fmt(nullptr); fmt.copyfmt(cout); cout << hex << 255; cout.copyfmt(fmt); cout << ' ' << 255 << '\n'; cout.exceptions(ios::badbit); try { istringstream e(""); e.exceptions(ios::failbit); int q; e >> q; } catch (ios_base::failure &e) { cout << e.what() << ' ' << e.code().category().name() << ' ' << e.code().value() << '\n'; }
  cerr << "err " << 1 << endl; clog << "log " << setw(3) << 2 << endl; cout << numeric_limits<double>::max() << ' ' << setprecision(17) << 0.1 << ' ' << 1.0 / 3 << endl;
}
