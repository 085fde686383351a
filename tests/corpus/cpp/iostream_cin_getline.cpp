// rift: stdin 12 3.5 word\nfull line here\n\n  padded  \n1 2 x 4\n0x1f 077\nlast
#include <iostream>
#include <limits>
#include <string>
#include <vector>
using namespace std;
int main() {
    int i;
    double d;
    string s, l;
    cin >> i >> d >> s;
    cout << i << ' ' << d << ' ' << s << '\n';
    getline(cin, l);
    cout << '[' << l << "]\n";
    getline(cin, l);
    cout << '[' << l << "]\n";
    getline(cin, l);
    cout << '[' << l << "]\n";
    cin >> ws;
    getline(cin, l);
    cout << '[' << l << "]\n";
    vector<int> v;
    int x;
    while (cin >> x) v.push_back(x);
    cout << v.size() << ' ' << cin.fail() << cin.eof() << cin.bad() << ' ' << x << '\n';
    cin.clear();
    cin >> s;
    cout << s << '\n';
    cin >> x;
    cout << x << '\n';
    cin.ignore(numeric_limits<streamsize>::max(), '\n');
    cin >> hex >> x;
    cout << x;
    cin >> oct >> x;
    cout << ' ' << x << '\n';
    cin >> dec;
    char c;
    cin.get(c);
    cout << (c == '\n') << cin.peek() << '\n';
    cin.get(c);
    cin.unget();
    cin.putback('L');
    getline(cin, l);
    cout << l << cin.eof() << '\n';
    cout << !getline(cin, l) << (bool)cin << '\n';
}
