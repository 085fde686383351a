// The streams of char: the templates of the headers, compiled once.
#include <fstream>
#include <iomanip>
#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <streambuf>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>

#define CHAR char
#include "ios_templates.hpp"

namespace std {
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);

// A word into an array of `room` characters.
void __istream_extract(istream &in, char *to, streamsize room) {
    if (in.width() > 0 && in.width() < room) room = in.width();
    streamsize stored = 0;
    ios_base::iostate state = ios_base::goodbit;
    if (istream::sentry ready(in, false); ready) {
        try {
            const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
            int c = in.rdbuf()->sgetc();
            while (stored < room - 1 && c != EOF && !kinds.is(ctype_base::space, static_cast<char>(c))) {
                to[stored++] = static_cast<char>(c);
                c = in.rdbuf()->snextc();
            }
            // Looks for the end also when the array is full, as libstdc++ does.
            if (c == EOF && stored < room - 1) state |= ios_base::eofbit;
            in.width(0);
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
        to[stored] = 0;
    }
    if (!stored) state |= ios_base::failbit;
    if (state) in.setstate(state);
}

template <>
istream &operator>>(istream &in, string &to) {
    streamsize extracted = 0;
    ios_base::iostate state = ios_base::goodbit;
    if (istream::sentry ready(in, false); ready) {
        try {
            to.erase();
            streamsize room = in.width() > 0 ? in.width() : static_cast<streamsize>(to.max_size());
            const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
            int c = in.rdbuf()->sgetc();
            while (extracted < room && c != EOF && !kinds.is(ctype_base::space, static_cast<char>(c))) {
                to.push_back(static_cast<char>(c));
                extracted++;
                c = in.rdbuf()->snextc();
            }
            if (extracted < room && c == EOF) state |= ios_base::eofbit;
            in.width(0);
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (!extracted) state |= ios_base::failbit;
    if (state) in.setstate(state);
    return in;
}
}
