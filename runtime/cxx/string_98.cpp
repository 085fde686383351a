// What std::string and std::ios have in C++98 only: iterators that are not const, the conversion to void *.
#include <ios>
#include <string>

namespace std {
template class basic_string<char>;
template class basic_ios<char>;
}
