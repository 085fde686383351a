// What the locale files share.
#ifndef RIFT_CXX_LOCALE_SUPPORT_HPP
#define RIFT_CXX_LOCALE_SUPPORT_HPP
#include <locale>
#include <new>
#include "rift.h"

namespace rift {
// Puts a facet that the classic locale lacks so far into a locale, for good.
void install(const std::locale &in, const std::locale::id &id, const std::locale::facet *facet);
}
#endif
