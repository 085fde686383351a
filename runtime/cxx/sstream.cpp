// String streams of char as C++20 declares them; sstream_17.cpp has the older ones.
#include <sstream>

namespace std {
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;
}
