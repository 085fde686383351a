// String streams of wchar_t as C++20 declares them; sstream_wide_17.cpp has the older ones.
#include <sstream>

namespace std {
template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;
}
