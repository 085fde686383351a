// String streams of char as C++11 to C++17 declare them; sstream.cpp has those of C++20.
#include <sstream>

namespace std {
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;
}
