// What file streams do with files: std::__basic_file over a descriptor, as libstdc++ does (its FILE is only a holder).
#include <bits/basic_file.h>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace std {
namespace {
// The modes of fopen; null for combinations that the standard does not allow.
const char *mode_text(ios_base::openmode mode) {
    constexpr auto in = ios_base::in, out = ios_base::out, trunc = ios_base::trunc, app = ios_base::app,
                   binary = ios_base::binary;
    auto plain = mode & (in | out | trunc | app | binary);
    bool is_binary = plain & binary;
    plain &= ~binary;
    if (plain == out || plain == (out | trunc)) return is_binary ? "wb" : "w";
    if (plain == (out | app) || plain == app) return is_binary ? "ab" : "a";
    if (plain == in) return is_binary ? "rb" : "r";
    if (plain == (in | out)) return is_binary ? "r+b" : "r+";
    if (plain == (in | out | trunc)) return is_binary ? "w+b" : "w+";
    if (plain == (in | out | app) || plain == (in | app)) return is_binary ? "a+b" : "a+";
    return nullptr;
}
streamsize write_all(int descriptor, const char *data, streamsize size) {
    streamsize left = size;
    while (left > 0) {
        ssize_t written = write(descriptor, data, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) break;
        data += written;
        left -= written;
    }
    return size - left;
}
}
using File = __basic_file<char>;

File::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
File::~__basic_file() { close(); }
File *File::open(const char *name, ios_base::openmode mode, int) {
    const char *text = mode_text(mode);
    if (!text || is_open()) return nullptr;
    _M_cfile = fopen(name, text);
    if (!_M_cfile) return nullptr;
    _M_cfile_created = true;
    return this;
}
File *File::sys_open(__c_file *file, ios_base::openmode) {
    if (is_open() || !file) return nullptr;
    // What the FILE holds must not come after what is written past it.
    int old = errno;
    if (fflush(file)) return nullptr;
    errno = old;
    _M_cfile = file;
    _M_cfile_created = false;
    return this;
}
File *File::sys_open(int descriptor, ios_base::openmode mode) throw() {
    const char *text = mode_text(mode);
    if (!text || is_open() || !(_M_cfile = fdopen(descriptor, text))) return nullptr;
    _M_cfile_created = true;
    if (descriptor == 0) setvbuf(_M_cfile, nullptr, _IONBF, 0);
    return this;
}
File *File::close() {
    if (!is_open()) return nullptr;
    bool failed = _M_cfile_created && fclose(_M_cfile);
    _M_cfile = nullptr;
    return failed ? nullptr : this;
}
bool File::is_open() const throw() { return _M_cfile; }
int File::fd() throw() { return fileno(_M_cfile); }
__c_file *File::file() throw() { return _M_cfile; }
streamsize File::xsgetn(char *to, streamsize size) {
    ssize_t got;
    do got = read(fd(), to, size);
    while (got < 0 && errno == EINTR);
    return got;
}
streamsize File::xsputn(const char *from, streamsize size) { return write_all(fd(), from, size); }
streamsize File::xsputn_2(const char *first, streamsize first_size, const char *second, streamsize second_size) {
    streamsize written = write_all(fd(), first, first_size);
    return written == first_size ? written + write_all(fd(), second, second_size) : written;
}
streamoff File::seekoff(streamoff offset, ios_base::seekdir way) throw() { return lseek64(fd(), offset, way); }
int File::sync() { return fflush(_M_cfile); }
streamsize File::showmanyc() {
    struct stat64 status;
    if (fstat64(fd(), &status) || !S_ISREG(status.st_mode)) return 0;
    return status.st_size - lseek64(fd(), 0, SEEK_CUR);
}
}
