// std::string: the templates of the headers, compiled once. Programs in C++20 and later compile their own.
// The constructor that is a template in newer programs is an ordinary one in C++11 and C++14.
#define _GLIBCXX_DEFINING_STRING_INSTANTIATIONS 1
#include <string>

namespace std {
template class allocator<char>;
template class basic_string<char>;
template string operator+(const string &, const string &);
template string operator+(const char *, const string &);
template string operator+(char, const string &);
template string operator+(const string &, const char *);
template string operator+(const string &, char);
template bool operator==(const string &, const char *);
}
