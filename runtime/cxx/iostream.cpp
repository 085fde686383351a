// cin, cout, cerr, clog: made by the first std::ios_base::Init, flushed by the last, never destroyed.
#include <cstdio>
#include <fstream>
#include <istream>
#include <new>
#include <ostream>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>

// Their real types have constructors, which must not run here; so they are rooms under the streams' names.
#define ROOM(type, name, symbol) \
    extern char name[sizeof(type)] __asm__(symbol); \
    alignas(type) char name[sizeof(type)]
ROOM(std::ostream, cout_room, "_ZSt4cout");
ROOM(std::istream, cin_room, "_ZSt3cin");
ROOM(std::ostream, cerr_room, "_ZSt4cerr");
ROOM(std::ostream, clog_room, "_ZSt4clog");

// Filled in by iostream_wide.cpp, which is there only in programs that use wide streams.
extern "C" __attribute__((weak)) void __rift_make_wide_streams(bool synchronised);
extern "C" __attribute__((weak)) void __rift_flush_wide_streams();

namespace {
using Synchronised = __gnu_cxx::stdio_sync_filebuf<char>;
using Buffered = __gnu_cxx::stdio_filebuf<char>;
alignas(Synchronised) char out_room[sizeof(Synchronised)], in_room[sizeof(Synchronised)],
    err_room[sizeof(Synchronised)];
alignas(Buffered) char buffered_out_room[sizeof(Buffered)], buffered_in_room[sizeof(Buffered)],
    buffered_err_room[sizeof(Buffered)];
bool made;

template <typename Stream>
Stream &stream_in(char *room) {
    return *reinterpret_cast<Stream *>(room);
}
}

namespace std {
_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init() {
    _S_refcount++;
    if (made) return;
    made = true;
    // One more, so that the last program destructor does not end the streams before the exit handlers print.
    _S_refcount++;
    auto to_out = new (out_room) Synchronised(stdout);
    auto from_in = new (in_room) Synchronised(stdin);
    auto to_err = new (err_room) Synchronised(stderr);
    new (cout_room) ostream(to_out);
    new (cin_room) istream(from_in);
    new (cerr_room) ostream(to_err);
    new (clog_room) ostream(to_err);
    stream_in<istream>(cin_room).tie(&stream_in<ostream>(cout_room));
    stream_in<ostream>(cerr_room).setf(ios_base::unitbuf);
    stream_in<ostream>(cerr_room).tie(&stream_in<ostream>(cout_room));
    if (__rift_make_wide_streams) __rift_make_wide_streams(true);
}

ios_base::Init::~Init() {
    if (--_S_refcount != 1) return;
    try {
        stream_in<ostream>(cout_room).flush();
        stream_in<ostream>(cerr_room).flush();
        stream_in<ostream>(clog_room).flush();
        if (__rift_flush_wide_streams) __rift_flush_wide_streams();
    } catch (...) {
    }
}

bool ios_base::sync_with_stdio(bool synchronised) {
    bool old = Init::_S_synced_with_stdio;
    if (synchronised || !old) return old;
    Init keep;
    Init::_S_synced_with_stdio = synchronised;
    auto to_out = new (buffered_out_room) Buffered(stdout, ios_base::out);
    auto from_in = new (buffered_in_room) Buffered(stdin, ios_base::in);
    auto to_err = new (buffered_err_room) Buffered(stderr, ios_base::out);
    stream_in<ostream>(cout_room).rdbuf(to_out);
    stream_in<istream>(cin_room).rdbuf(from_in);
    stream_in<ostream>(cerr_room).rdbuf(to_err);
    stream_in<ostream>(clog_room).rdbuf(to_err);
    if (__rift_make_wide_streams) __rift_make_wide_streams(false);
    return old;
}
}
