// std::collate: strings in the order of the "C" locale. Here only in programs that ask for it (std::regex does).
#include "locale_support.hpp"
#include <cstring>
#include <cwchar>

namespace std {
template <>
int collate<char>::_M_compare(const char *a, const char *b) const throw() {
    int order = strcmp(a, b);
    return order < 0 ? -1 : order > 0;
}
template <>
size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const throw() {
    return strxfrm(to, from, size);
}
template <>
int collate<wchar_t>::_M_compare(const wchar_t *a, const wchar_t *b) const throw() {
    int order = wcscmp(a, b);
    return order < 0 ? -1 : order > 0;
}
template <>
size_t collate<wchar_t>::_M_transform(wchar_t *to, const wchar_t *from, size_t size) const throw() {
    return wcsxfrm(to, from, size);
}
template class collate<char>;
template class collate_byname<char>;
template class collate<wchar_t>;
template class collate_byname<wchar_t>;
}

LATE_FACET(std::collate<char>, "INSt7__cxx117collateIcEEE")
LATE_FACET(std::collate<wchar_t>, "INSt7__cxx117collateIwEEE")
