// std::locale: the classic locale and what programs build upon it by adding facets.
//
// Only "C" and "POSIX" have names here, as in a machine without installed locales: others throw what libstdc++
// throws. Facets that streams need are there from the start; the others come when asked for (LATE_FACET).
#include "locale_support.hpp"
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace std {
_Atomic_word locale::id::_S_refcount;
locale::_Impl *locale::_S_classic, *locale::_S_global;
__c_locale locale::facet::_S_c_locale;
const char locale::facet::_S_c_name[2] = "C";

size_t locale::id::_M_id() const throw() {
    if (!_M_index) _M_index = ++_S_refcount;
    return _M_index - 1;
}

locale::facet::~facet() {}
void locale::facet::_S_initialize_once() { _S_c_locale = newlocale(LC_ALL_MASK, "C", nullptr); }
__c_locale locale::facet::_S_get_c_locale() {
    if (!_S_c_locale) _S_initialize_once();
    return _S_c_locale;
}
const char *locale::facet::_S_get_c_name() throw() { return _S_c_name; }
void locale::facet::_S_create_c_locale(__c_locale &to, const char *name, __c_locale old) {
    to = newlocale(LC_ALL_MASK, name, old);
    if (!to) __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}
__c_locale locale::facet::_S_clone_c_locale(__c_locale &from) throw() { return duplocale(from); }
void locale::facet::_S_destroy_c_locale(__c_locale &of) {
    if (of && of != _S_get_c_locale()) freelocale(of);
}
__c_locale locale::facet::_S_lc_ctype_c_locale(__c_locale of, const char *) { return duplocale(of); }

namespace {
constexpr size_t room_for_facets = 64;
const locale::facet *classic_facets[room_for_facets], *classic_caches[room_for_facets];
char classic_name[] = "C";
// A null second name: one name for all categories.
char *classic_names[12] = {classic_name};
bool is_classic_name(const char *name) { return !strcmp(name, "C") || !strcmp(name, "POSIX"); }
}

// The classic locale.
locale::_Impl::_Impl(size_t references) throw()
    : _M_refcount(references), _M_facets(classic_facets), _M_facets_size(room_for_facets), _M_caches(classic_caches),
      _M_names(classic_names) {
    _M_init_facet_unchecked(rift::immortal<std::ctype<char>>(nullptr, false));
    _M_init_facet_unchecked(rift::immortal<codecvt<char, char, mbstate_t>>());
    _M_init_facet_unchecked(rift::immortal<numpunct<char>>());
    _M_init_facet_unchecked(rift::immortal<num_get<char>>());
    _M_init_facet_unchecked(rift::immortal<num_put<char>>());
}
// A copy, to be changed.
locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(references), _M_facets_size(other._M_facets_size) {
    _M_facets = new const facet *[_M_facets_size]();
    _M_caches = new const facet *[_M_facets_size]();
    _M_names = new char *[_S_categories_size]();
    for (size_t i = 0; i < _M_facets_size; i++) {
        if ((_M_facets[i] = other._M_facets[i])) _M_facets[i]->_M_add_reference();
        if ((_M_caches[i] = other._M_caches[i])) _M_caches[i]->_M_add_reference();
    }
    for (int i = 0; i < _S_categories_size; i++)
        if (other._M_names[i]) _M_names[i] = strcpy(new char[strlen(other._M_names[i]) + 1], other._M_names[i]);
}
locale::_Impl::~_Impl() throw() {
    for (size_t i = 0; i < _M_facets_size; i++) {
        if (_M_facets[i]) _M_facets[i]->_M_remove_reference();
        if (_M_caches[i]) _M_caches[i]->_M_remove_reference();
    }
    delete[] _M_facets;
    delete[] _M_caches;
    for (int i = 0; i < _S_categories_size; i++) delete[] _M_names[i];
    delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id *id, const facet *added) {
    if (!added) return;
    size_t index = id->_M_id();
    if (index >= _M_facets_size) __rift_unsupported("a locale of more than 64 facets");
    added->_M_add_reference();
    if (_M_facets[index]) _M_facets[index]->_M_remove_reference();
    _M_facets[index] = added;
    // What was derived from the old facets is made again when needed.
    for (size_t i = 0; i < _M_facets_size; i++)
        if (_M_caches[i]) {
            _M_caches[i]->_M_remove_reference();
            _M_caches[i] = nullptr;
        }
}
void locale::_Impl::_M_install_cache(const facet *cache, size_t index) {
    if (_M_caches[index]) {
        delete cache;
        return;
    }
    cache->_M_add_reference();
    _M_caches[index] = cache;
}
void locale::_Impl::_M_replace_facet(const _Impl *from, const locale::id *id) {
    size_t index = id->_M_id();
    if (index >= from->_M_facets_size || !from->_M_facets[index])
        __throw_runtime_error("locale::_Impl::_M_replace_facet");
    _M_install_facet(id, from->_M_facets[index]);
}

void locale::_S_initialize_once() throw() {
    alignas(_Impl) static char room[sizeof(_Impl)];
    _S_classic = new (room) _Impl(2);
    _S_global = _S_classic;
}
void locale::_S_initialize() {
    if (!_S_classic) _S_initialize_once();
}
const locale &locale::classic() {
    static char room[sizeof(locale)] __attribute__((aligned(alignof(locale))));
    _S_initialize();
    return *new (room) locale(_S_classic);
}
locale locale::global(const locale &next) {
    _S_initialize();
    _Impl *old = _S_global;
    next._M_impl->_M_add_reference();
    _S_global = next._M_impl;
    if (string name = next.name(); name != "*") setlocale(LC_ALL, name.c_str());
    return locale(old);
}

locale::locale() throw() : _M_impl(nullptr) {
    _S_initialize();
    _S_global->_M_add_reference();
    _M_impl = _S_global;
}
locale::locale(_Impl *impl) throw() : _M_impl(impl) {}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) { _M_impl->_M_add_reference(); }
locale::locale(const char *name) : _M_impl(nullptr) {
    if (!name) __throw_logic_error("basic_string: construction from null is not valid");
    _S_initialize();
    if (!*name) {
        // The environment's.
        for (const char *variable : {"LC_ALL", "LANG"})
            if (const char *value = getenv(variable); value && *value) {
                name = value;
                break;
            }
        if (!*name) name = "C";
    }
    if (!is_classic_name(name)) __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    _S_classic->_M_add_reference();
    _M_impl = _S_classic;
}
// With names only "C" can be added, and where categories are taken from another locale its own facets stay.
locale::locale(const locale &base, const char *name, category) : _M_impl(base._M_impl) {
    if (!is_classic_name(name)) __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    _M_impl->_M_add_reference();
}
locale::locale(const locale &base, const locale &added, category) : _M_impl(base._M_impl) {
    if (added._M_impl != base._M_impl) __rift_unsupported("std::locale with categories of two locales");
    _M_impl->_M_add_reference();
}
locale::~locale() throw() {
    if (_M_impl != _S_classic) _M_impl->_M_remove_reference();
}
const locale &locale::operator=(const locale &other) throw() {
    other._M_impl->_M_add_reference();
    if (_M_impl != _S_classic) _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}
string locale::name() const { return _M_impl->_M_names[0] ? _M_impl->_M_names[0] : "*"; }
bool locale::operator==(const locale &other) const throw() {
    if (_M_impl == other._M_impl) return true;
    return name() != "*" && name() == other.name();
}
locale::category locale::_S_normalize_category(category of) { return of; }
}

namespace rift {
// The layout of the two private classes, as far as needed here.
const std::locale::facet **facets(const std::locale &of) {
    struct Implementation {
        _Atomic_word references;
        const std::locale::facet **facets;
    };
    return (*reinterpret_cast<Implementation *const *>(&of))->facets;
}
}
