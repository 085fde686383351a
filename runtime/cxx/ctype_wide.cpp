// Facets of characters and numbers for wchar_t. Here only in programs that use wide streams.
#include "locale_support.hpp"
#include <climits>
#include <cstring>
#include <cwchar>
#include <cwctype>

namespace std {
locale::id ctype<wchar_t>::id;
ctype<wchar_t>::ctype(size_t references)
    : __ctype_abstract_base<wchar_t>(references), _M_c_locale_ctype(_S_get_c_locale()) {
    _M_initialize_ctype();
}
ctype<wchar_t>::ctype(__c_locale, size_t references) : ctype(references) {}
ctype<wchar_t>::~ctype() {}
void ctype<wchar_t>::_M_initialize_ctype() throw() {
    _M_narrow_ok = true;
    for (int i = 0; i < 128; i++) _M_narrow[i] = static_cast<char>(i);
    // Bytes above 127 are no characters of the "C" locale.
    for (int i = 0; i < 256; i++) _M_widen[i] = btowc(i);
    for (int i = 0; i < 16; i++) {
        _M_bit[i] = static_cast<mask>(1 << i);
        _M_wmask[i] = _M_convert_to_wmask(_M_bit[i]);
    }
}
ctype<wchar_t>::__wmask_type ctype<wchar_t>::_M_convert_to_wmask(const mask one) const throw() {
    static const struct {
        mask bit;
        const char *name;
    } names[] = {{space, "space"}, {print, "print"}, {cntrl, "cntrl"}, {upper, "upper"}, {lower, "lower"},
                 {alpha, "alpha"}, {digit, "digit"}, {punct, "punct"}, {xdigit, "xdigit"}, {alnum, "alnum"},
                 {graph, "graph"}, {blank, "blank"}};
    for (const auto &name : names)
        if (name.bit == one) return wctype(name.name);
    return 0;
}
bool ctype<wchar_t>::do_is(mask wanted, wchar_t c) const {
    for (int i = 0; i < 16; i++)
        if (wanted & _M_bit[i] && _M_wmask[i] && iswctype(c, _M_wmask[i])) return true;
    return false;
}
const wchar_t *ctype<wchar_t>::do_is(const wchar_t *from, const wchar_t *end, mask *to) const {
    for (; from < end; from++, to++) {
        *to = 0;
        for (int i = 0; i < 16; i++)
            if (_M_wmask[i] && iswctype(*from, _M_wmask[i])) *to |= _M_bit[i];
    }
    return end;
}
const wchar_t *ctype<wchar_t>::do_scan_is(mask wanted, const wchar_t *from, const wchar_t *end) const {
    while (from < end && !do_is(wanted, *from)) from++;
    return from;
}
const wchar_t *ctype<wchar_t>::do_scan_not(mask wanted, const wchar_t *from, const wchar_t *end) const {
    while (from < end && do_is(wanted, *from)) from++;
    return from;
}
wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const { return towupper(c); }
wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const { return towlower(c); }
const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *from, const wchar_t *end) const {
    for (; from < end; from++) *from = towupper(*from);
    return end;
}
const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *from, const wchar_t *end) const {
    for (; from < end; from++) *from = towlower(*from);
    return end;
}
wchar_t ctype<wchar_t>::do_widen(char c) const { return _M_widen[static_cast<unsigned char>(c)]; }
const char *ctype<wchar_t>::do_widen(const char *from, const char *end, wchar_t *to) const {
    while (from < end) *to++ = _M_widen[static_cast<unsigned char>(*from++)];
    return end;
}
char ctype<wchar_t>::do_narrow(wchar_t c, char otherwise) const {
    return c >= 0 && c < 128 ? static_cast<char>(c) : otherwise;
}
const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *from, const wchar_t *end, char otherwise, char *to) const {
    while (from < end) *to++ = do_narrow(*from++, otherwise);
    return end;
}
ctype_byname<wchar_t>::ctype_byname(const char *name, size_t references) : ctype<wchar_t>(references) {
    if (strcmp(name, "C") && strcmp(name, "POSIX"))
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}
ctype_byname<wchar_t>::~ctype_byname() {}
template class __ctype_abstract_base<wchar_t>;

using Wide = codecvt<wchar_t, char, mbstate_t>;
locale::id Wide::id;
Wide::codecvt(size_t references)
    : __codecvt_abstract_base<wchar_t, char, mbstate_t>(references), _M_c_locale_codecvt(_S_get_c_locale()) {}
Wide::codecvt(__c_locale, size_t references) : codecvt(references) {}
Wide::~codecvt() {}
codecvt_base::result Wide::do_out(state_type &state, const wchar_t *from, const wchar_t *end, const wchar_t *&from_next,
                                  char *to, char *to_end, char *&to_next) const {
    result answer = ok;
    for (; from < end && answer == ok; from++) {
        char bytes[MB_LEN_MAX];
        size_t size = wcrtomb(bytes, *from, &state);
        if (size == static_cast<size_t>(-1)) answer = error;
        else if (size > static_cast<size_t>(to_end - to)) answer = partial;
        else {
            memcpy(to, bytes, size);
            to += size;
            continue;
        }
        break;
    }
    from_next = from;
    to_next = to;
    return answer;
}
codecvt_base::result Wide::do_unshift(state_type &, char *to, char *, char *&to_next) const {
    to_next = to;
    return noconv;
}
codecvt_base::result Wide::do_in(state_type &state, const char *from, const char *end, const char *&from_next,
                                 wchar_t *to, wchar_t *to_end, wchar_t *&to_next) const {
    result answer = ok;
    while (from < end && to < to_end) {
        size_t size = mbrtowc(to, from, end - from, &state);
        if (size == static_cast<size_t>(-1) || size == static_cast<size_t>(-2)) {
            answer = size == static_cast<size_t>(-1) ? error : partial;
            break;
        }
        from += size ? size : 1;
        to++;
    }
    if (answer == ok && from < end) answer = partial;
    from_next = from;
    to_next = to;
    return answer;
}
int Wide::do_encoding() const throw() { return 1; }
bool Wide::do_always_noconv() const throw() { return false; }
int Wide::do_length(state_type &state, const char *from, const char *end, size_t most) const {
    const char *at = from;
    for (; most && at < end; most--) {
        size_t size = mbrtowc(nullptr, at, end - at, &state);
        if (size > static_cast<size_t>(end - at)) break;
        at += size ? size : 1;
    }
    return static_cast<int>(at - from);
}
int Wide::do_max_length() const throw() { return 1; }
template class __codecvt_abstract_base<wchar_t, char, mbstate_t>;
template class codecvt_byname<wchar_t, char, mbstate_t>;

template <>
void numpunct<wchar_t>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data) _M_data = new __numpunct_cache<wchar_t>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = L'.';
    _M_data->_M_thousands_sep = L',';
    for (int i = 0; i < __num_base::_S_oend; i++) _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (int i = 0; i < __num_base::_S_iend; i++) _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
    _M_data->_M_truename = L"true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = L"false";
    _M_data->_M_falsename_size = 5;
}
template <>
numpunct<wchar_t>::~numpunct() {
    delete _M_data;
}
template class numpunct<wchar_t>;
template class numpunct_byname<wchar_t>;
template class num_get<wchar_t>;
template class num_put<wchar_t>;
template struct __numpunct_cache<wchar_t>;
}

LATE_FACET(std::ctype<wchar_t>, "ISt5ctypeIwEE")
using WideConversion = std::codecvt<wchar_t, char, std::mbstate_t>;
LATE_FACET(WideConversion, "ISt7codecvtIwc11__mbstate_tEE")
LATE_FACET(std::numpunct<wchar_t>, "INSt7__cxx118numpunctIwEEE")
LATE_FACET(std::num_get<wchar_t>, "ISt7num_getIwSt19istreambuf_iteratorIwSt11char_traitsIwEEEE")
LATE_FACET(std::num_put<wchar_t>, "ISt7num_putIwSt19ostreambuf_iteratorIwSt11char_traitsIwEEEE")
