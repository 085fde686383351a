// <charconv> for floating point, by way of printf and strtod, which are exact here.
//
// The shortest digits are found by trying: the correctly rounded text of n digits that reads back as the value. At
// powers of two, where the gap below is half the gap above, this may give one digit more than libstdc++ does.
#include <charconv>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace std {
namespace {
template <typename Number> struct Conversion;
template <> struct Conversion<float> {
    static constexpr const char *modifier = "";
    static float parse(const char *text, char **end) { return strtof(text, end); }
};
template <> struct Conversion<double> {
    static constexpr const char *modifier = "";
    static double parse(const char *text, char **end) { return strtod(text, end); }
};
template <> struct Conversion<long double> {
    static constexpr const char *modifier = "L";
    static long double parse(const char *text, char **end) { return strtold(text, end); }
};

template <typename Number>
string print(Number value, int precision, char letter) {
    string format = string("%.*") + Conversion<Number>::modifier + letter;
    int size = snprintf(nullptr, 0, format.c_str(), precision, value);
    string text(size, '\0');
    snprintf(text.data(), size + 1, format.c_str(), precision, value);
    return text;
}

to_chars_result put(char *first, char *last, const string &text) {
    if (last - first < static_cast<ptrdiff_t>(text.size())) return {last, errc::value_too_large};
    memcpy(first, text.data(), text.size());
    return {first + text.size(), errc{}};
}

// Infinities and NaNs have one spelling in all formats.
template <typename Number>
bool special(Number value, string &text) {
    if (isfinite(value)) return false;
    text = signbit(value) ? "-" : "";
    text += isinf(value) ? "inf" : "nan";
    return true;
}

// The value in scientific notation with the fewest digits, as its sign, digits and decimal exponent.
struct Digits {
    bool negative;
    string digits;
    int exponent;
};
template <typename Number>
Digits shortest(Number value) {
    for (int digits = 0;; digits++) {
        string text = print(value, digits, 'e');
        if (Conversion<Number>::parse(text.c_str(), nullptr) != value && digits < numeric_limits<Number>::max_digits10)
            continue;
        Digits result = {text[0] == '-', "", 0};
        size_t e = text.find('e');
        for (size_t i = 0; i < e; i++)
            if (text[i] >= '0' && text[i] <= '9') result.digits += text[i];
        result.exponent = atoi(text.c_str() + e + 1);
        return result;
    }
}
string scientific(const Digits &value) {
    string text = value.negative ? "-" : "";
    text += value.digits[0];
    if (value.digits.size() > 1) text += "." + value.digits.substr(1);
    int exponent = value.exponent < 0 ? -value.exponent : value.exponent;
    text += value.exponent < 0 ? "e-" : "e+";
    if (exponent < 10) text += '0';
    return text + to_string(exponent);
}
template <typename Number>
string fixed(const Digits &value, Number number) {
    int count = static_cast<int>(value.digits.size());
    // Digits beyond the shortest are the true ones, not zeros.
    if (value.exponent >= count) return print(number, 0, 'f');
    string text = value.negative ? "-" : "";
    if (value.exponent < 0) return text + "0." + string(-value.exponent - 1, '0') + value.digits;
    text += value.digits.substr(0, value.exponent + 1);
    if (count > value.exponent + 1) text += "." + value.digits.substr(value.exponent + 1);
    return text;
}
template <typename Number>
string hexadecimal(Number value, int precision) {
    string text = print(value, precision, 'a');
    text.erase(text.find("0x"), 2);
    return text;
}

template <typename Number>
to_chars_result shortest_to_chars(char *first, char *last, Number value, chars_format format, bool any) {
    string text;
    if (special(value, text)) return put(first, last, text);
    if (format == chars_format::hex) return put(first, last, hexadecimal(value, -1));
    Digits digits = shortest(value);
    string as_scientific = scientific(digits);
    if (any) {
        // By the number of characters, as if missing digits were zeros.
        int count = static_cast<int>(digits.digits.size()), exponent = digits.exponent;
        int length = exponent >= count ? exponent + 1
                     : exponent < 0    ? 1 - exponent + count
                                       : count + (count > exponent + 1);
        bool is_fixed = length + digits.negative <= static_cast<int>(as_scientific.size());
        return put(first, last, is_fixed ? fixed(digits, value) : as_scientific);
    }
    bool is_fixed = format == chars_format::fixed
                    || (format == chars_format::general && digits.exponent >= -4 && digits.exponent < 6);
    return put(first, last, is_fixed ? fixed(digits, value) : as_scientific);
}

template <typename Number>
to_chars_result precise_to_chars(char *first, char *last, Number value, chars_format format, int precision) {
    string text;
    if (special(value, text)) return put(first, last, text);
    if (precision < 0) precision = 6;
    if (format == chars_format::hex) return put(first, last, hexadecimal(value, precision));
    char letter = format == chars_format::fixed ? 'f' : format == chars_format::scientific ? 'e' : 'g';
    return put(first, last, print(value, precision, letter));
}

// How much of the text is a number of the given format.
const char *pattern_end(const char *first, const char *last, chars_format format) {
    auto is_digit = [format](char c) {
        return (c >= '0' && c <= '9')
               || (format == chars_format::hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
    };
    auto skip_digits = [&](const char *at) {
        while (at < last && is_digit(*at)) at++;
        return at;
    };
    const char *at = first;
    if (at < last && *at == '-') at++;
    for (const char *word : {"infinity", "inf", "nan"}) {
        size_t length = strlen(word);
        if (static_cast<size_t>(last - at) < length || strncasecmp(at, word, length)) continue;
        at += length;
        if (*word != 'n' || at == last || *at != '(') return at;
        // A NaN may carry characters in parentheses.
        const char *close = at + 1;
        while (close < last && (isalnum(static_cast<unsigned char>(*close)) || *close == '_')) close++;
        return close < last && *close == ')' ? close + 1 : at;
    }
    const char *start = at;
    at = skip_digits(at);
    ptrdiff_t digits = at - start;
    if (at < last && *at == '.') {
        const char *end = skip_digits(at + 1);
        digits += end - at - 1;
        if (digits) at = end;
    }
    if (!digits) return first;
    char letter = format == chars_format::hex ? 'p' : 'e';
    bool has_exponent = false;
    if (format != chars_format::fixed && at < last && (*at | 32) == letter) {
        const char *digit = at + 1;
        if (digit < last && (*digit == '+' || *digit == '-')) digit++;
        const char *end = digit;
        while (end < last && *end >= '0' && *end <= '9') end++;
        if (end > digit) {
            has_exponent = true;
            at = end;
        }
    }
    return format == chars_format::scientific && !has_exponent ? first : at;
}

template <typename Number>
from_chars_result parse(const char *first, const char *last, Number &value, chars_format format) {
    const char *end = pattern_end(first, last, format);
    if (end == first) return {first, errc::invalid_argument};
    string text(first, end);
    if (format == chars_format::hex) text.insert(text[0] == '-' ? 1 : 0, "0x");
    int old = errno;
    errno = 0;
    Number result = Conversion<Number>::parse(text.c_str(), nullptr);
    bool out_of_range = errno == ERANGE;
    errno = old;
    if (out_of_range && (isinf(result) || result == 0 || fabs(result) < numeric_limits<Number>::min()))
        return {end, errc::result_out_of_range};
    value = result;
    return {end, errc{}};
}
}

#define FOR(Number)                                                                                            \
    to_chars_result to_chars(char *first, char *last, Number value) noexcept {                                 \
        return shortest_to_chars(first, last, value, chars_format{}, true);                                    \
    }                                                                                                          \
    to_chars_result to_chars(char *first, char *last, Number value, chars_format format) noexcept {            \
        return shortest_to_chars(first, last, value, format, false);                                           \
    }                                                                                                          \
    to_chars_result to_chars(char *first, char *last, Number value, chars_format format, int digits) noexcept { \
        return precise_to_chars(first, last, value, format, digits);                                           \
    }                                                                                                          \
    from_chars_result from_chars(const char *first, const char *last, Number &value, chars_format format) noexcept { \
        return parse(first, last, value, format);                                                              \
    }
FOR(float)
FOR(double)
FOR(long double)
}
