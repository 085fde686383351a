// What the locale files share.
#ifndef RIFT_CXX_LOCALE_SUPPORT_HPP
#define RIFT_CXX_LOCALE_SUPPORT_HPP
#include <locale>
#include <new>
#include "rift.h"

namespace rift {
// The facets of a locale, by number, with room for 64.
const std::locale::facet **facets(const std::locale &of);

// Facets are made once and never destroyed.
template <typename Facet, typename... Arguments>
Facet *immortal(Arguments... arguments) {
    alignas(Facet) static char room[sizeof(Facet)];
    static bool made;
    auto facet = reinterpret_cast<Facet *>(room);
    if (!made) new (facet) Facet(arguments..., 1);
    made = true;
    return facet;
}

// A facet that locales get when it is first asked for: most programs never ask, and then need no code for it.
template <typename Facet>
const Facet &late_facet(const std::locale &in) {
    const std::locale::facet *&place = facets(in)[Facet::id._M_id()];
    if (!place) place = immortal<Facet>();
    return dynamic_cast<const Facet &>(*place);
}
}

// Defines std::use_facet and std::has_facet for a late facet, under the symbols that the headers expect; `mangled`
// is the template argument in their names.
#define LATE_FACET(...) LATE_FACET_(__COUNTER__, __VA_ARGS__)
#define LATE_FACET_(number, ...) LATE_FACET__(number, __VA_ARGS__)
#define LATE_FACET__(number, facet, mangled)                                                            \
    extern const facet &use_##number(const std::locale &in) __asm__("_ZSt9use_facet" mangled "RKT_RKSt6locale"); \
    const facet &use_##number(const std::locale &in) { return rift::late_facet<facet>(in); }            \
    extern bool has_##number(const std::locale &in) __asm__("_ZSt9has_facet" mangled "bRKSt6locale");   \
    bool has_##number(const std::locale &) { return true; }
#endif
