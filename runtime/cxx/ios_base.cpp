// std::ios_base: flags, user words, callbacks.
#include <climits>
#include <ios>
#include <new>
#include <utility>
#include "ext/atomicity.h"

namespace std {
// The static constants, for programs that take their addresses (C++14 and older).
const ios_base::fmtflags ios_base::boolalpha, ios_base::dec, ios_base::fixed, ios_base::hex, ios_base::internal,
    ios_base::left, ios_base::oct, ios_base::right, ios_base::scientific, ios_base::showbase, ios_base::showpoint,
    ios_base::showpos, ios_base::skipws, ios_base::unitbuf, ios_base::uppercase, ios_base::adjustfield,
    ios_base::basefield, ios_base::floatfield;
const ios_base::iostate ios_base::badbit, ios_base::eofbit, ios_base::failbit, ios_base::goodbit;
const ios_base::openmode ios_base::app, ios_base::ate, ios_base::binary, ios_base::in, ios_base::out, ios_base::trunc;
const ios_base::seekdir ios_base::beg, ios_base::cur, ios_base::end;

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(), _M_word_zero(),
      _M_word_size(_S_local_word_size), _M_word(_M_local_word) {
    // The rest waits for basic_ios::init.
}

void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word) delete[] _M_word;
}

void ios_base::register_callback(event_callback function, int index) {
    _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}
// A callback must not throw; libstdc++ swallows what it throws.
void ios_base::_M_call_callbacks(event what) throw() {
    for (_Callback_list *one = _M_callbacks; one; one = one->_M_next) {
        try {
            one->_M_fn(what, *this, one->_M_index);
        } catch (...) {
        }
    }
}
void ios_base::_M_dispose_callbacks() throw() {
    _Callback_list *one = _M_callbacks;
    while (one && one->_M_remove_reference() == 0) {
        _Callback_list *next = one->_M_next;
        delete one;
        one = next;
    }
    _M_callbacks = nullptr;
}

int ios_base::xalloc() throw() {
    // The first four are libstdc++'s own.
    static int next = 4;
    return next++;
}
ios_base::_Words &ios_base::_M_grow_words(int index, bool is_integer) {
    _Words *words = _M_local_word;
    int size = _S_local_word_size;
    if (index >= _S_local_word_size) {
        if (index < INT_MAX) {
            size = index + 1;
            words = new (nothrow) _Words[size];
        } else {
            words = nullptr;
        }
        if (!words) {
            _M_streambuf_state |= badbit;
            if (_M_streambuf_state & _M_exception) __throw_ios_failure("ios_base::_M_grow_words allocation failed");
            if (is_integer) _M_word_zero._M_iword = 0;
            else _M_word_zero._M_pword = nullptr;
            return _M_word_zero;
        }
        for (int i = 0; i < _M_word_size; i++) words[i] = _M_word[i];
        if (_M_word != _M_local_word) delete[] _M_word;
    }
    _M_word = words;
    _M_word_size = size;
    return _M_word[index];
}

locale ios_base::imbue(const locale &next) throw() {
    locale old = _M_ios_locale;
    _M_ios_locale = next;
    _M_call_callbacks(imbue_event);
    return old;
}

void ios_base::_M_move(ios_base &other) noexcept {
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_callbacks = exchange(other._M_callbacks, nullptr);
    if (_M_word != _M_local_word) delete[] _M_word;
    if (other._M_word == other._M_local_word) {
        _M_word = _M_local_word;
        _M_word_size = _S_local_word_size;
        for (int i = 0; i < _S_local_word_size; i++) _M_word[i] = exchange(other._M_word[i], _Words());
    } else {
        _M_word = exchange(other._M_word, other._M_local_word);
        _M_word_size = exchange(other._M_word_size, static_cast<int>(_S_local_word_size));
    }
    _M_ios_locale = other._M_ios_locale;
}
void ios_base::_M_swap(ios_base &other) noexcept {
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    bool local = _M_word == _M_local_word, other_local = other._M_word == other._M_local_word;
    for (int i = 0; i < _S_local_word_size; i++) swap(_M_local_word[i], other._M_local_word[i]);
    swap(_M_word, other._M_word);
    swap(_M_word_size, other._M_word_size);
    if (other_local) _M_word = _M_local_word;
    if (local) other._M_word = other._M_local_word;
    swap(_M_ios_locale, other._M_ios_locale);
}
}
