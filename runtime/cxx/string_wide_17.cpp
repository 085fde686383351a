// std::wstring: the templates of the headers, compiled once. Programs in C++20 and later compile their own.
// The constructor that is a template in newer programs is an ordinary one in C++11 and C++14.
#define _GLIBCXX_DEFINING_STRING_INSTANTIATIONS 1
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
