#include <iomanip>
#include <iostream>
#include <limits>
using namespace std;
struct P {
    int x, y;
    friend ostream &operator<<(ostream &o, const P &p) { return o << '(' << p.x << ',' << p.y << ')'; }
};
int main() {
    cout << 42 << ' ' << -7L << ' ' << 3.14159 << ' ' << 'c' << " str " << true << ' ' << (unsigned char)65 << endl;
    cout << boolalpha << true << noboolalpha << false << '\n';
    cout << hex << 255 << ' ' << showbase << 255 << ' ' << uppercase << 48879 << oct << ' ' << 8 << dec << noshowbase
        << nouppercase << '\n';
    cout << setw(8) << 42 << '|' << left << setw(8) << 42 << '|' << internal << setw(8) << -42 << '|' << right <<
        setfill('*') << setw(8) << "ab" << setfill(' ') << '\n';
    cout << fixed << setprecision(3) << 3.14159 << ' ' << scientific << 12345.678 << ' ' << defaultfloat << 1e10 <<
        ' ' << 0.0001 << ' ' << hexfloat << 1.5 << defaultfloat << '\n';
    cout << setprecision(10) << 1.0 / 3 << ' ' << showpoint << 2.0 << noshowpoint << ' ' << showpos << 5 << noshowpos
        << '\n';
    cout << P{1, 2} << ' ' << setw(6) << P{3, 4} << '\n';
    cout << numeric_limits<double>::infinity() << ' ' << 1e300 * 1e10 * -1 << ' ' << 100000.0 << ' ' << 1000000.0 <<
        ' ' << 1e-5 << '\n';
    cerr << "error stream " << 1 << endl;
    clog << "log stream\n";
    cout << flush << (void *)0 << ' ' << nullptr << '\n';
    cout.width(5);
    cout.fill('0');
    cout << 7 << cout.precision() << '\n';
    auto fl = cout.flags();
    cout.setf(ios::hex, ios::basefield);
    cout << 100;
    cout.flags(fl);
    cout << 100 << '\n';
    cout.put('p').write("raw data", 3) << '\n';
    cout << quoted("say \"hi\"") << '\n';
    cout << setbase(16) << 31 << setbase(10) << '\n';
    cout << short(-1) << ' ' << 18446744073709551615ull << ' ' << 1.5f << ' ' << 1.25L << '\n';
}
