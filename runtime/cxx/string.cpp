// std::string: the templates of the headers, compiled once.
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
