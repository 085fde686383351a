// wcin, wcout, wcerr, wclog. Here only in programs that use one of them; iostream.cpp looks for this.
#include <cstdio>
#include <fstream>
#include <istream>
#include <new>
#include <ostream>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>

#define ROOM(type, name, symbol) \
    extern char name[sizeof(type)] __asm__(symbol); \
    alignas(type) char name[sizeof(type)]
ROOM(std::wostream, wcout_room, "_ZSt5wcout");
ROOM(std::wistream, wcin_room, "_ZSt4wcin");
ROOM(std::wostream, wcerr_room, "_ZSt5wcerr");
ROOM(std::wostream, wclog_room, "_ZSt5wclog");

namespace {
using Synchronised = __gnu_cxx::stdio_sync_filebuf<wchar_t>;
using Buffered = __gnu_cxx::stdio_filebuf<wchar_t>;
alignas(Synchronised) char out_room[sizeof(Synchronised)], in_room[sizeof(Synchronised)],
    err_room[sizeof(Synchronised)];
alignas(Buffered) char buffered_out_room[sizeof(Buffered)], buffered_in_room[sizeof(Buffered)],
    buffered_err_room[sizeof(Buffered)];

template <typename Stream>
Stream &stream_in(char *room) {
    return *reinterpret_cast<Stream *>(room);
}
}

extern "C" void __rift_make_wide_streams(bool synchronised) {
    using std::wistream, std::wostream;
    if (!synchronised) {
        auto to_err = new (buffered_err_room) Buffered(stderr, std::ios_base::out);
        stream_in<wostream>(wcout_room).rdbuf(new (buffered_out_room) Buffered(stdout, std::ios_base::out));
        stream_in<wistream>(wcin_room).rdbuf(new (buffered_in_room) Buffered(stdin, std::ios_base::in));
        stream_in<wostream>(wcerr_room).rdbuf(to_err);
        stream_in<wostream>(wclog_room).rdbuf(to_err);
        return;
    }
    auto to_err = new (err_room) Synchronised(stderr);
    new (wcout_room) wostream(new (out_room) Synchronised(stdout));
    new (wcin_room) wistream(new (in_room) Synchronised(stdin));
    new (wcerr_room) wostream(to_err);
    new (wclog_room) wostream(to_err);
    stream_in<wistream>(wcin_room).tie(&stream_in<wostream>(wcout_room));
    stream_in<wostream>(wcerr_room).setf(std::ios_base::unitbuf);
    stream_in<wostream>(wcerr_room).tie(&stream_in<wostream>(wcout_room));
}
extern "C" void __rift_flush_wide_streams() {
    stream_in<std::wostream>(wcout_room).flush();
    stream_in<std::wostream>(wcerr_room).flush();
    stream_in<std::wostream>(wclog_room).flush();
}
