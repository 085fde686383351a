// std::wstring: the templates of the headers, compiled once.
#include <string>

namespace std {
template class allocator<wchar_t>;
template class basic_string<wchar_t>;
template wstring operator+(const wstring &, const wstring &);
template wstring operator+(const wchar_t *, const wstring &);
template wstring operator+(wchar_t, const wstring &);
template wstring operator+(const wstring &, const wchar_t *);
template wstring operator+(const wstring &, wchar_t);
template bool operator==(const wstring &, const wchar_t *);
}
