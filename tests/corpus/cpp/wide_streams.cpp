// Wide strings and streams.
#include <iostream>
#include <iomanip>
#include <sstream>
#include <string>
int main() {
  std::wostringstream o; o << L"x" << 42 << L' ' << std::setw(8) << std::setfill(L'.') << 2.5 << std::boolalpha << true << " narrow"; std::wcout << o.str() << L'\n' << std::hex << std::showbase << 255 << std::endl;
  std::wistringstream in(L"12 word 3.5 line here"); int a; std::wstring w; double d; in >> a >> w >> d; std::wstring l; std::getline(in, l); std::wcout << std::dec << a << w << d << l << L"\n"; std::wstring s = L"abc"; s += L"def"; s.replace(1, 2, L"ZZ"); std::wcout << s << s.find(L'd') << std::to_wstring(77) << std::stoi(std::wstring(L"88")) << std::endl; std::wcerr << L"err" << std::endl; std::wcout << L"é?" << std::endl; std::wcout << std::wcout.bad() << std::endl;
}
