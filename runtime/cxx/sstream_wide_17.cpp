// String streams of wchar_t as C++11 to C++17 declare them; sstream_wide.cpp has those of C++20.
#include <sstream>

namespace std {
template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;
}
