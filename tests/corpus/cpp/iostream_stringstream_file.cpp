#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
using namespace std;
int main() {
    ostringstream o;
    o << "n=" << 5 << ' ' << setw(4) << 7;
    cout << o.str() << '\n';
    o.str("");
    o << "reset";
    cout << o.str().size() << '\n';
    istringstream in("1 2 three 4");
    int a, b, c = -1;
    in >> a >> b >> c;
    cout << a + b << ' ' << c << ' ' << in.fail() << '\n';
    in.clear();
    string s;
    in >> s >> c;
    cout << s << c << '\n';
    stringstream ss("a,b,,c");
    while (getline(ss, s, ',')) cout << '<' << s << '>';
    cout << '\n';
    { ofstream f("t.txt"); f << "line one\nline two\n" << 3.25 << endl; }
    ifstream f("t.txt");
    int n = 0;
    while (getline(f, s)) cout << ++n << ':' << s << '\n';
    f.clear();
    f.seekg(5);
    f >> s;
    cout << s << ' ' << f.tellg() << '\n';
    f.close();
    fstream rw("t.txt", ios::in | ios::out | ios::ate);
    rw << "appended";
    rw.seekp(0);
    rw << "LINE";
    rw.seekg(0);
    stringstream all;
    all << rw.rdbuf();
    cout << all.str() << '\n';
    ifstream miss("nope");
    cout << miss.is_open() << !miss << '\n';
    ofstream ap("t.txt", ios::app | ios::binary);
    ap << "!";
    ap.close();
    ifstream it("t.txt");
    string content((istreambuf_iterator<char>(it)), {});
    cout << content.size() << '\n';
    istringstream nums("5 6 7");
    int sum = 0;
    for (istream_iterator<int> k(nums), e; k != e; ++k) sum += *k;
    cout << sum << '\n';
    try {
        istringstream bad("x");
        bad.exceptions(ios::failbit);
        bad >> a;
    } catch (ios_base::failure &e) {
        cout << "failure\n";
    }
    wostringstream wo;
    wo << L"wide" << 5;
    cout << wo.str().size() << '\n';
}
