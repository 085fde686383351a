// Facets of characters and numbers for char: ctype, codecvt, numpunct, num_get, num_put.
#include "locale_support.hpp"
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

extern "C" const unsigned short **__ctype_b_loc(void);
extern "C" const int **__ctype_toupper_loc(void);
extern "C" const int **__ctype_tolower_loc(void);

namespace std {
const ctype_base::mask ctype_base::upper, ctype_base::lower, ctype_base::alpha, ctype_base::digit, ctype_base::xdigit,
    ctype_base::space, ctype_base::print, ctype_base::graph, ctype_base::cntrl, ctype_base::punct, ctype_base::alnum,
    ctype_base::blank;
locale::id ctype<char>::id;

const ctype_base::mask *ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }

ctype<char>::ctype(const mask *table, bool owned, size_t references)
    : facet(references), _M_c_locale_ctype(_S_get_c_locale()), _M_del(table && owned),
      _M_toupper(*__ctype_toupper_loc()), _M_tolower(*__ctype_tolower_loc()),
      _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0) {
    memset(_M_widen, 0, sizeof _M_widen);
    memset(_M_narrow, 0, sizeof _M_narrow);
}
ctype<char>::ctype(__c_locale, const mask *table, bool owned, size_t references) : ctype(table, owned, references) {}
ctype<char>::~ctype() {
    if (_M_del) delete[] table();
}
char ctype<char>::do_toupper(char c) const { return static_cast<char>(_M_toupper[static_cast<unsigned char>(c)]); }
char ctype<char>::do_tolower(char c) const { return static_cast<char>(_M_tolower[static_cast<unsigned char>(c)]); }
const char *ctype<char>::do_toupper(char *from, const char *to) const {
    for (; from < to; from++) *from = do_toupper(*from);
    return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
    for (; from < to; from++) *from = do_tolower(*from);
    return to;
}
// Fill the tables that save virtual calls; 1 says that they may be copied from, 2 that a facet does something else.
void ctype<char>::_M_widen_init() const {
    char all[sizeof _M_widen];
    for (size_t i = 0; i < sizeof all; i++) all[i] = static_cast<char>(i);
    do_widen(all, all + sizeof all, _M_widen);
    _M_widen_ok = memcmp(all, _M_widen, sizeof all) ? 2 : 1;
}
void ctype<char>::_M_narrow_init() const {
    char all[sizeof _M_narrow];
    for (size_t i = 0; i < sizeof all; i++) all[i] = static_cast<char>(i);
    do_narrow(all, all + sizeof all, 0, _M_narrow);
    _M_narrow_ok = 1;
    if (memcmp(all, _M_narrow, sizeof all)) {
        _M_narrow_ok = 2;
    } else {
        // A 0 may be what the default became.
        char probe;
        do_narrow(all, all + 1, 1, &probe);
        if (probe == 1) _M_narrow_ok = 2;
    }
}
ctype_byname<char>::ctype_byname(const char *name, size_t references) : ctype<char>(nullptr, false, references) {
    if (strcmp(name, "C") && strcmp(name, "POSIX"))
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}
ctype_byname<char>::~ctype_byname() {}

locale::id codecvt<char, char, mbstate_t>::id;
codecvt<char, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base<char, char, mbstate_t>(references), _M_c_locale_codecvt(_S_get_c_locale()) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<char, char, mbstate_t>::~codecvt() {}
using NoConversion = codecvt<char, char, mbstate_t>;
codecvt_base::result NoConversion::do_out(state_type &, const char *from, const char *, const char *&from_next, char *to,
                                          char *, char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result NoConversion::do_unshift(state_type &, char *to, char *, char *&to_next) const {
    to_next = to;
    return noconv;
}
codecvt_base::result NoConversion::do_in(state_type &, const char *from, const char *, const char *&from_next, char *to,
                                         char *, char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}
int NoConversion::do_encoding() const throw() { return 1; }
bool NoConversion::do_always_noconv() const throw() { return true; }
int NoConversion::do_length(state_type &, const char *from, const char *end, size_t most) const {
    return static_cast<int>(min(most, static_cast<size_t>(end - from)));
}
int NoConversion::do_max_length() const throw() { return 1; }
template class __codecvt_abstract_base<char, char, mbstate_t>;
template class codecvt_byname<char, char, mbstate_t>;

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

// The printf format that the flags of a stream ask for.
void __num_base::_S_format_float(const ios_base &stream, char *to, char modifier) throw() {
    ios_base::fmtflags flags = stream.flags();
    *to++ = '%';
    if (flags & ios_base::showpos) *to++ = '+';
    if (flags & ios_base::showpoint) *to++ = '#';
    ios_base::fmtflags kind = flags & ios_base::floatfield;
    if (kind != (ios_base::fixed | ios_base::scientific)) {
        *to++ = '.';
        *to++ = '*';
    }
    if (modifier) *to++ = modifier;
    char letter = kind == ios_base::fixed ? 'f' : kind == ios_base::scientific ? 'e' : kind ? 'a' : 'g';
    *to++ = flags & ios_base::uppercase ? static_cast<char>(toupper(letter)) : letter;
    *to = 0;
}

template <>
void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data) _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
    memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}
template <>
numpunct<char>::~numpunct() {
    delete _M_data;
}
template class numpunct<char>;
template class numpunct_byname<char>;
template class num_get<char>;
template class num_put<char>;
template struct __numpunct_cache<char>;

template const ctype<char> &use_facet<ctype<char>>(const locale &);
template const numpunct<char> &use_facet<numpunct<char>>(const locale &);
template const num_put<char> &use_facet<num_put<char>>(const locale &);
template const num_get<char> &use_facet<num_get<char>>(const locale &);
template const codecvt<char, char, mbstate_t> &use_facet<codecvt<char, char, mbstate_t>>(const locale &);
template bool has_facet<ctype<char>>(const locale &);
template bool has_facet<numpunct<char>>(const locale &);
template bool has_facet<num_put<char>>(const locale &);
template bool has_facet<num_get<char>>(const locale &);
template bool has_facet<codecvt<char, char, mbstate_t>>(const locale &);

namespace {
// Text that is no number yields 0; one out of range the nearest value there is.
template <typename Number>
void convert(const char *text, Number &value, ios_base::iostate &state, Number (*parse)(const char *, char **)) {
    char *end;
    value = parse(text, &end);
    if (end == text || *end) {
        value = 0;
        state = ios_base::failbit;
    } else if (isinf(value)) {
        value = value > 0 ? numeric_limits<Number>::max() : -numeric_limits<Number>::max();
        state = ios_base::failbit;
    }
}
}
template <>
void __convert_to_v(const char *text, float &value, ios_base::iostate &state, const __c_locale &) throw() {
    convert(text, value, state, strtof);
}
template <>
void __convert_to_v(const char *text, double &value, ios_base::iostate &state, const __c_locale &) throw() {
    convert(text, value, state, strtod);
}
template <>
void __convert_to_v(const char *text, long double &value, ios_base::iostate &state, const __c_locale &) throw() {
    convert(text, value, state, strtold);
}
// Whether digits were grouped as `grouping` says; the last group is the leftmost and may be shorter.
bool __verify_grouping(const char *grouping, size_t size, const string &found) throw() {
    size_t last = found.size() - 1;
    size_t most = min(last, size - 1);
    size_t i = last;
    bool good = true;
    for (size_t j = 0; j < most && good; j++, i--) good = found[i] == grouping[j];
    for (; i && good; i--) good = found[i] == grouping[most];
    if (static_cast<signed char>(grouping[most]) > 0 && grouping[most] != numeric_limits<char>::max())
        good = good && found[0] <= grouping[most];
    return good;
}
}
