// Run-time type information: the type_info classes, catch matching, dynamic_cast (Itanium C++ ABI, 2.9).
// Base classes are found by one walk over all base subobjects; libstdc++'s hints about how source and target are
// related only save time, and are not used.
#include "abi.hpp"
#include <cstring>
#include <cstdlib>
#include "rift.h"

namespace rift {
namespace {
using abi::__class_type_info;

// Visits `type` at `address` and every base subobject below it, once for each path. Two subobjects of one type are
// the same when their addresses are. Without an object (a null pointer was thrown) the address of a virtual base
// is unknown; that of its type_info stands in: unique too.
template <typename State>
struct Walk {
    bool has_object;
    void (*visit)(State &state, const __class_type_info *type, const char *address);

    void from(State state, const __class_type_info *type, const char *address) const {
        visit(state, type, address);
        if (auto single = dynamic_kind<abi::__si_class_type_info>(type)) {
            from(state, single->__base_type, address);
        } else if (auto many = dynamic_kind<abi::__vmi_class_type_info>(type)) {
            for (unsigned i = 0; i < many->__base_count; i++) {
                const abi::__base_class_type_info &base = many->__base_info[i];
                State below = state;
                below.is_public = below.is_public && base.__is_public_p();
                below.public_below_target = below.public_below_target && base.__is_public_p();
                from(below, base.__base_type, base_address(base, address));
            }
        }
    }

    const char *base_address(const abi::__base_class_type_info &base, const char *address) const {
        if (!base.__is_virtual_p()) return address + base.__offset();
        if (!has_object) return reinterpret_cast<const char *>(base.__base_type);
        const char *table = *reinterpret_cast<const char *const *>(address);
        return address + *reinterpret_cast<const std::ptrdiff_t *>(table + base.__offset());
    }

    // Compares the vtable: the kinds of class type_info are final here, and dynamic_cast would ask itself.
    template <typename Kind>
    static const Kind *dynamic_kind(const __class_type_info *type) {
        return typeid(*type) == typeid(Kind) ? static_cast<const Kind *>(type) : nullptr;
    }
};

// What a search for one base class found.
struct Upcast {
    const __class_type_info *wanted;
    const char *found;
    bool found_public, ambiguous;
};
struct UpcastState {
    Upcast *result;
    bool is_public, public_below_target;
};

void visit_for_upcast(UpcastState &state, const __class_type_info *type, const char *address) {
    Upcast &result = *state.result;
    if (*type != *result.wanted) return;
    if (result.found && result.found != address) result.ambiguous = true;
    result.found = address;
    result.found_public = result.found_public || state.is_public;
}

bool upcast(const __class_type_info *from, const __class_type_info *to, void **object) {
    Upcast result = {to, nullptr, false, false};
    bool has_object = *object != nullptr;
    // Any address but null does when there is no object.
    const char *start = has_object ? static_cast<const char *>(*object) : reinterpret_cast<const char *>(from);
    Walk<UpcastState>{has_object, visit_for_upcast}.from({&result, true, true}, from, start);
    if (!result.found || result.ambiguous || !result.found_public) return false;
    if (has_object) *object = const_cast<char *>(result.found);
    return true;
}

struct Downcast {
    const __class_type_info *source, *target;
    const char *source_address;
    // The target objects that contain the source, and any target objects.
    const char *around_source, *anywhere;
    bool around_public, around_ambiguous, anywhere_public, anywhere_ambiguous;
    bool source_public;
};
struct DowncastState {
    Downcast *result;
    const char *target;
    bool is_public, public_below_target;
};

void visit_for_downcast(DowncastState &state, const __class_type_info *type, const char *address) {
    Downcast &result = *state.result;
    if (*type == *result.target) {
        if (result.anywhere && result.anywhere != address) result.anywhere_ambiguous = true;
        result.anywhere = address;
        result.anywhere_public = result.anywhere_public || state.is_public;
        state.target = address;
        state.public_below_target = true;
    }
    if (address != result.source_address || *type != *result.source) return;
    result.source_public = result.source_public || state.is_public;
    if (!state.target) return;
    if (result.around_source && result.around_source != state.target) result.around_ambiguous = true;
    result.around_public = result.around_source == state.target ? result.around_public || state.public_below_target
                                                                : state.public_below_target;
    result.around_source = state.target;
}
}

bool catches(const std::type_info *caught, const std::type_info *thrown, void **object) {
    void *adjusted = *object;
    if (thrown->__is_pointer_p()) adjusted = *static_cast<void **>(adjusted);
    if (!caught->__do_catch(thrown, &adjusted, 1)) return false;
    *object = adjusted;
    return true;
}
}

extern "C" void *__dynamic_cast(const void *source, const abi::__class_type_info *source_type,
                                const abi::__class_type_info *target_type, std::ptrdiff_t) {
    // In front of the vtable's address point: the type, and the offset to the whole object.
    const void *const *table = *static_cast<const void *const *const *>(source);
    auto type = static_cast<const abi::__class_type_info *>(table[-1]);
    auto whole = static_cast<const char *>(source) + reinterpret_cast<std::ptrdiff_t>(table[-2]);
    rift::Downcast result = {};
    result.source = source_type;
    result.target = target_type;
    result.source_address = static_cast<const char *>(source);
    rift::Walk<rift::DowncastState>{true, rift::visit_for_downcast}.from({&result, nullptr, true, true}, type, whole);
    const char *found = nullptr;
    if (result.around_source && !result.around_ambiguous && result.around_public)
        found = result.around_source;
    else if (result.source_public && result.anywhere && !result.anywhere_ambiguous && result.anywhere_public)
        found = result.anywhere;
    return const_cast<char *>(found);
}

namespace std {
type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info *thrown, void **, unsigned) const { return *this == *thrown; }
bool type_info::__do_upcast(const abi::__class_type_info *, void **) const { return false; }
}

namespace __cxxabiv1 {
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
bool __function_type_info::__is_function_p() const { return true; }
__enum_type_info::~__enum_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

// `outer` counts two for each level of pointers above, and its low bit says that all of those levels are const.
bool __pbase_type_info::__do_catch(const std::type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown) return true;
    if (*thrown == typeid(nullptr)) {
        static const std::ptrdiff_t no_data_member = -1;
        static void *const no_function_member[2] = {};
        if (typeid(*this) == typeid(__pointer_type_info))
            *object = nullptr;
        else if (__pointee->__is_function_p())
            *object = const_cast<void **>(no_function_member);
        else
            *object = const_cast<std::ptrdiff_t *>(&no_data_member);
        return true;
    }
    if (typeid(*this) != typeid(*thrown) || !(outer & 1)) return false;
    auto other = static_cast<const __pbase_type_info *>(thrown);
    const unsigned qualifiers = __const_mask | __volatile_mask | __restrict_mask;
    const unsigned promises = __transaction_safe_mask | __noexcept_mask;
    if (other->__flags & qualifiers & ~__flags) return false;
    if (__flags & promises & ~other->__flags) return false;
    if (!(__flags & __const_mask)) outer &= ~1u;
    return __pointer_catch(other, object, outer);
}

bool __pointer_type_info::__is_pointer_p() const { return true; }
bool __pointer_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const {
    if (outer < 2 && *__pointee == typeid(void)) return !thrown->__pointee->__is_function_p();
    return __pbase_type_info::__pointer_catch(thrown, object, outer);
}
bool __pointer_to_member_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object,
                                                    unsigned outer) const {
    if (*__context != *static_cast<const __pointer_to_member_type_info *>(thrown)->__context) return false;
    return __pbase_type_info::__pointer_catch(thrown, object, outer);
}

bool __class_type_info::__do_upcast(const __class_type_info *target, void **object) const {
    return rift::upcast(this, target, object);
}
bool __class_type_info::__do_catch(const std::type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown) return true;
    // Not below a pointer to a pointer.
    return outer < 4 && thrown->__do_upcast(this, object);
}

// libstdc++'s own way to walk. Its classes have these in their vtables; nothing calls them here.
struct __class_type_info::__upcast_result {};
struct __class_type_info::__dyncast_result {};
using Class = __class_type_info;
using Kind = __class_type_info::__sub_kind;
#define NOT_CALLED __rift_unsupported("a direct call of libstdc++'s private class walk")
bool Class::__do_upcast(const Class *, const void *, __upcast_result &) const { NOT_CALLED; }
bool Class::__do_dyncast(std::ptrdiff_t, Kind, const Class *, const void *, const Class *, const void *,
                         __dyncast_result &) const { NOT_CALLED; }
Kind Class::__do_find_public_src(std::ptrdiff_t, const void *, const Class *, const void *) const { NOT_CALLED; }
bool __si_class_type_info::__do_upcast(const Class *, const void *, __upcast_result &) const { NOT_CALLED; }
bool __si_class_type_info::__do_dyncast(std::ptrdiff_t, Kind, const Class *, const void *, const Class *, const void *,
                                        __dyncast_result &) const { NOT_CALLED; }
Kind __si_class_type_info::__do_find_public_src(std::ptrdiff_t, const void *, const Class *, const void *) const {
    NOT_CALLED;
}
bool __vmi_class_type_info::__do_upcast(const Class *, const void *, __upcast_result &) const { NOT_CALLED; }
bool __vmi_class_type_info::__do_dyncast(std::ptrdiff_t, Kind, const Class *, const void *, const Class *, const void *,
                                         __dyncast_result &) const { NOT_CALLED; }
Kind __vmi_class_type_info::__do_find_public_src(std::ptrdiff_t, const void *, const Class *, const void *) const {
    NOT_CALLED;
}
}
