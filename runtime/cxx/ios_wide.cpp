// The streams of wchar_t: the templates of the headers, compiled once.
#include <fstream>
#include <iomanip>
#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <streambuf>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>

#define CHAR wchar_t
#include "ios_templates.hpp"

namespace std {
template wostream &operator<<(wostream &, char);
template wostream &operator<<(wostream &, const char *);
template wistream &operator>>(wistream &, wstring &);
}
