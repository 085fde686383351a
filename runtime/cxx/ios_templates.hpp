// Every stream template that libstdc++'s headers declare `extern`, for the character type CHAR, and the member
// functions that they leave to be specialised.
namespace std {
using Traits = char_traits<CHAR>;

template <>
streamsize __copy_streambufs_eof(basic_streambuf<CHAR> *from, basic_streambuf<CHAR> *to, bool &reached_end) {
    streamsize copied = 0;
    reached_end = true;
    for (auto c = from->sgetc(); !Traits::eq_int_type(c, Traits::eof()); c = from->snextc()) {
        if (Traits::eq_int_type(to->sputc(Traits::to_char_type(c)), Traits::eof())) {
            reached_end = false;
            break;
        }
        copied++;
    }
    return copied;
}

template <>
basic_istream<CHAR> &basic_istream<CHAR>::getline(CHAR *to, streamsize room, CHAR delimiter) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    if (sentry ready(*this, true); ready) {
        try {
            auto c = rdbuf()->sgetc();
            const auto end = Traits::to_int_type(delimiter);
            for (; _M_gcount + 1 < room && c != Traits::eof() && c != end; c = rdbuf()->snextc()) {
                *to++ = Traits::to_char_type(c);
                _M_gcount++;
            }
            if (c == Traits::eof()) {
                state |= ios_base::eofbit;
            } else if (c == end) {
                rdbuf()->sbumpc();
                _M_gcount++;
            } else {
                state |= ios_base::failbit;
            }
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
    }
    if (room > 0) *to = CHAR();
    if (!_M_gcount) state |= ios_base::failbit;
    if (state) setstate(state);
    return *this;
}

// Whether `count` characters are all that may be ignored; the largest number means no limit.
constexpr bool is_limit(streamsize count) { return count != numeric_limits<streamsize>::max(); }

template <>
basic_istream<CHAR> &basic_istream<CHAR>::ignore(streamsize count) {
    if (count == 1) return ignore();
    _M_gcount = 0;
    if (sentry ready(*this, true); ready && count > 0) {
        ios_base::iostate state = ios_base::goodbit;
        try {
            while (!is_limit(count) || _M_gcount < count) {
                if (rdbuf()->sbumpc() == Traits::eof()) {
                    state |= ios_base::eofbit;
                    break;
                }
                if (is_limit(_M_gcount)) _M_gcount++;
            }
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
        if (state) setstate(state);
    }
    return *this;
}

template <>
basic_istream<CHAR> &basic_istream<CHAR>::ignore(streamsize count, int_type delimiter) {
    if (delimiter == Traits::eof()) return ignore(count);
    _M_gcount = 0;
    if (sentry ready(*this, true); ready && count > 0) {
        ios_base::iostate state = ios_base::goodbit;
        try {
            while (!is_limit(count) || _M_gcount < count) {
                auto c = rdbuf()->sbumpc();
                if (c == Traits::eof()) {
                    state |= ios_base::eofbit;
                    break;
                }
                if (is_limit(_M_gcount)) _M_gcount++;
                if (c == delimiter) break;
            }
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
        if (state) setstate(state);
    }
    return *this;
}

template <>
basic_istream<CHAR> &getline(basic_istream<CHAR> &in, basic_string<CHAR> &to, CHAR delimiter) {
    bool extracted = false;
    ios_base::iostate state = ios_base::goodbit;
    if (basic_istream<CHAR>::sentry ready(in, true); ready) {
        try {
            to.erase();
            auto c = in.rdbuf()->sgetc();
            const auto end = Traits::to_int_type(delimiter);
            for (; c != Traits::eof() && c != end; c = in.rdbuf()->snextc()) {
                to.push_back(Traits::to_char_type(c));
                extracted = true;
            }
            if (c == Traits::eof()) {
                state |= ios_base::eofbit;
            } else {
                in.rdbuf()->sbumpc();
                extracted = true;
            }
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (!extracted) state |= ios_base::failbit;
    if (state) in.setstate(state);
    return in;
}

template class basic_streambuf<CHAR>;
template class basic_ios<CHAR>;
template class basic_ostream<CHAR>;
template class basic_istream<CHAR>;
template class basic_iostream<CHAR>;
template streamsize __copy_streambufs(basic_streambuf<CHAR> *, basic_streambuf<CHAR> *);

using Out = basic_ostream<CHAR>;
using In = basic_istream<CHAR>;
template Out &__ostream_insert(Out &, const CHAR *, streamsize);
template Out &endl(Out &);
template Out &ends(Out &);
template Out &flush(Out &);
template Out &operator<<(Out &, CHAR);
template Out &operator<<(Out &, const CHAR *);
template Out &Out::_M_insert(long);
template Out &Out::_M_insert(unsigned long);
template Out &Out::_M_insert(bool);
template Out &Out::_M_insert(long long);
template Out &Out::_M_insert(unsigned long long);
template Out &Out::_M_insert(double);
template Out &Out::_M_insert(long double);
template Out &Out::_M_insert(const void *);
template Out &operator<<(Out &, const basic_string<CHAR> &);

template In &ws(In &);
template In &operator>>(In &, CHAR &);
template In &In::_M_extract(unsigned short &);
template In &In::_M_extract(unsigned int &);
template In &In::_M_extract(long &);
template In &In::_M_extract(unsigned long &);
template In &In::_M_extract(bool &);
template In &In::_M_extract(long long &);
template In &In::_M_extract(unsigned long long &);
template In &In::_M_extract(float &);
template In &In::_M_extract(double &);
template In &In::_M_extract(long double &);
template In &In::_M_extract(void *&);
template In &getline(In &, basic_string<CHAR> &);

template Out &operator<<(Out &, _Setfill<CHAR>);
template Out &operator<<(Out &, _Setiosflags);
template Out &operator<<(Out &, _Resetiosflags);
template Out &operator<<(Out &, _Setbase);
template Out &operator<<(Out &, _Setprecision);
template Out &operator<<(Out &, _Setw);
template In &operator>>(In &, _Setfill<CHAR>);
template In &operator>>(In &, _Setiosflags);
template In &operator>>(In &, _Resetiosflags);
template In &operator>>(In &, _Setbase);
template In &operator>>(In &, _Setprecision);
template In &operator>>(In &, _Setw);

template class basic_filebuf<CHAR>;
template class basic_ifstream<CHAR>;
template class basic_ofstream<CHAR>;
template class basic_fstream<CHAR>;
}
namespace __gnu_cxx {
template class stdio_sync_filebuf<CHAR>;
template class stdio_filebuf<CHAR>;
}
