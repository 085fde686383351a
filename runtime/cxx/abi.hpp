// What the files of the C++ runtime share among themselves; programs never see it.
//
// The runtime supplies what libstdc++.so has compiled and libstdc++'s headers only declare. Templates come from
// the headers of the installed libstdc++, instantiated here; everything else is written here. One thread only.
// No file may have global constructors: they would run in every C++ program, and keep dead code alive.
#ifndef RIFT_CXX_ABI_HPP
#define RIFT_CXX_ABI_HPP
#include <cxxabi.h>
#include <exception>
#include <typeinfo>
#include <unwind.h>

namespace rift {

// In front of every thrown object. The landing pads hold the address of `unwind`.
struct Exception {
    std::size_t references;
    const std::type_info *type;
    void (*destroy)(void *object);
    // The exception whose object this one throws again (std::rethrow_exception); null when it has its own.
    Exception *primary;
    Exception *next_caught;
    // How many catch blocks hold it; negative while one of them throws it again.
    int handlers;
    // The object as the catch clause sees it.
    void *adjusted;
    alignas(16) _Unwind_Exception unwind;

    void *object() { return primary ? primary->object() : static_cast<void *>(this + 1); }
    const std::type_info *thrown_type() const { return primary ? primary->type : type; }
    static Exception *of_object(void *object) { return static_cast<Exception *>(object) - 1; }
    static Exception *of_unwind(void *header) {
        return reinterpret_cast<Exception *>(static_cast<char *>(header) - offsetof(Exception, unwind));
    }
};

// Whether `catch (caught)` takes an object of type `thrown`; `object` becomes what the catch clause gets.
bool catches(const std::type_info *caught, const std::type_info *thrown, void **object);

}
#endif
