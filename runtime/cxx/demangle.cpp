// __cxa_demangle: mangled names to C++ (Itanium C++ ABI, 5.1), spelt as libiberty spells them.
//
// Knows types and names: what std::type_info::name() yields, and plain functions. Expressions in template arguments
// other than literals and the rarest operators are refused (status -2), as invalid names are.
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {
// A type as it is written around a declarator: `int (*` and `)[3]`.
struct Text {
    std::string before, after;
    // A pointer or reference to it needs parentheses: a function or an array.
    bool wraps = false;
    std::string whole() const { return before + (wraps && after[0] == '(' ? " " : "") + after; }
};

struct Fault {};

struct Demangler {
    const char *at;
    std::vector<Text> substitutions;
    std::vector<std::vector<std::string>> template_arguments;
    // The last component of the name read last: what constructors and destructors repeat.
    std::string last_name;
    bool last_was_template = false, last_was_constructor = false;
    int depth = 0;

    [[noreturn]] void fail() { throw Fault{}; }
    bool take(char c) { return *at == c ? (at++, true) : false; }
    bool take(const char *text) {
        std::size_t n = std::strlen(text);
        if (std::strncmp(at, text, n)) return false;
        at += n;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail();
    }
    std::size_t number() {
        if (!std::isdigit(static_cast<unsigned char>(*at))) fail();
        std::size_t value = 0;
        while (std::isdigit(static_cast<unsigned char>(*at)) && value < 100000) value = value * 10 + (*at++ - '0');
        return value;
    }
    // `_` is 0, `0_` is 1, `Z_` is 36.
    std::size_t sequence(int base) {
        if (take('_')) return 0;
        std::size_t value = 0;
        while (*at != '_') {
            int digit;
            if (*at >= '0' && *at <= '9') digit = *at - '0';
            else if (base == 36 && *at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
            else fail();
            value = value * base + digit;
            if (value > 100000) fail();
            at++;
        }
        at++;
        return value + 1;
    }

    std::string source_name() {
        std::size_t n = number();
        if (std::strlen(at) < n) fail();
        std::string name(at, n);
        at += n;
        if (name.rfind("_GLOBAL__N", 0) == 0) name = "(anonymous namespace)";
        return name;
    }
    std::string with_tags(std::string name) {
        while (*at == 'B') {
            at++;
            name += "[abi:" + source_name() + "]";
        }
        return name;
    }

    std::string standard_abbreviation(char c, bool &is_class) {
        is_class = true;
        switch (c) {
            case 'a': last_name = "allocator"; return "std::allocator";
            case 'b': last_name = "basic_string"; return "std::basic_string";
            case 's': last_name = "basic_string"; return "std::string";
            case 'i': last_name = "basic_istream"; return "std::istream";
            case 'o': last_name = "basic_ostream"; return "std::ostream";
            case 'd': last_name = "basic_iostream"; return "std::iostream";
        }
        fail();
    }
    // What `Ss` and friends stand for when a constructor or destructor follows.
    static std::string in_full(const std::string &name) {
        const char *traits = "std::char_traits<char>";
        if (name == "std::string") return std::string("std::basic_string<char, ") + traits + ", std::allocator<char> >";
        if (name == "std::istream") return std::string("std::basic_istream<char, ") + traits + " >";
        if (name == "std::ostream") return std::string("std::basic_ostream<char, ") + traits + " >";
        if (name == "std::iostream") return std::string("std::basic_iostream<char, ") + traits + " >";
        return name;
    }

    Text substitution() {
        // `S` has been read.
        if (*at == '_' || std::isdigit(static_cast<unsigned char>(*at)) || std::isupper(static_cast<unsigned char>(*at))) {
            std::size_t index = sequence(36);
            if (index >= substitutions.size()) fail();
            return substitutions[index];
        }
        bool is_class;
        char c = *at ? *at++ : 0;
        std::string name = standard_abbreviation(c, is_class);
        if (*at == 'C' || *at == 'D') name = in_full(name);
        return {name, "", false};
    }

    std::string template_parameter() {
        std::size_t index = sequence(10);
        if (template_arguments.empty() || index >= template_arguments.back().size()) fail();
        return template_arguments.back()[index];
    }

    std::string literal() {
        // `L` has been read.
        if (take("_Z")) {
            std::string name = encoding();
            expect('E');
            return name;
        }
        char kind = *at;
        Text of = type();
        bool negative = take('n');
        std::string digits;
        while (*at && *at != 'E') digits += *at++;
        expect('E');
        std::string value = (negative ? "-" : "") + digits;
        switch (kind) {
            case 'b': return digits == "1" ? "true" : "false";
            case 'i': return value;
            case 'j': return value + "u";
            case 'l': return value + "l";
            case 'm': return value + "ul";
            case 'x': return value + "ll";
            case 'y': return value + "ull";
            case 'D': return digits.empty() || digits == "0" ? "(decltype(nullptr))0" : value;
            default: return "(" + of.whole() + ")" + value;
        }
    }

    // One argument, or the arguments of a pack.
    void template_argument(std::vector<std::string> &to) {
        if (take('J')) {
            while (!take('E')) template_argument(to);
        } else if (take('L')) {
            to.push_back(literal());
        } else if (take('X')) {
            if (take('L')) to.push_back(literal());
            else if (take('T')) to.push_back(template_parameter());
            else fail();
            expect('E');
        } else {
            to.push_back(type().whole());
        }
    }
    static std::string list(const std::vector<std::string> &arguments) {
        std::string text;
        for (const std::string &argument : arguments) {
            if (argument.empty()) continue;
            if (!text.empty()) text += ", ";
            text += argument;
        }
        return text;
    }
    std::string arguments() {
        // `I` has been read.
        std::vector<std::string> given;
        while (!take('E')) template_argument(given);
        std::string text = list(given);
        template_arguments.push_back(given);
        return "<" + text + (!text.empty() && text.back() == '>' ? " >" : ">");
    }

    std::string operator_name() {
        static const struct { const char *code, *text; } operators[] = {
            {"nw", "operator new"}, {"na", "operator new[]"}, {"dl", "operator delete"}, {"da", "operator delete[]"},
            {"ps", "operator+"}, {"ng", "operator-"}, {"ad", "operator&"}, {"de", "operator*"}, {"co", "operator~"},
            {"pl", "operator+"}, {"mi", "operator-"}, {"ml", "operator*"}, {"dv", "operator/"}, {"rm", "operator%"},
            {"an", "operator&"}, {"or", "operator|"}, {"eo", "operator^"}, {"aS", "operator="}, {"pL", "operator+="},
            {"mI", "operator-="}, {"mL", "operator*="}, {"dV", "operator/="}, {"rM", "operator%="},
            {"aN", "operator&="}, {"oR", "operator|="}, {"eO", "operator^="}, {"ls", "operator<<"},
            {"rs", "operator>>"}, {"lS", "operator<<="}, {"rS", "operator>>="}, {"eq", "operator=="},
            {"ne", "operator!="}, {"lt", "operator<"}, {"gt", "operator>"}, {"le", "operator<="},
            {"ge", "operator>="}, {"ss", "operator<=>"}, {"nt", "operator!"}, {"aa", "operator&&"},
            {"oo", "operator||"}, {"pp", "operator++"}, {"mm", "operator--"}, {"cm", "operator,"},
            {"pm", "operator->*"}, {"pt", "operator->"}, {"cl", "operator()"}, {"ix", "operator[]"},
        };
        for (const auto &one : operators)
            if (take(one.code)) return one.text;
        if (take("cv")) {
            last_was_constructor = true; // no return type
            return "operator " + type().whole();
        }
        if (take("li")) return "operator\"\" " + source_name();
        fail();
    }

    std::string unqualified_name() {
        last_was_constructor = false;
        if (std::isdigit(static_cast<unsigned char>(*at))) {
            last_name = source_name();
            return with_tags(last_name);
        }
        if (take('L')) return unqualified_name(); // internal linkage
        if (*at == 'C' && (std::isdigit(static_cast<unsigned char>(at[1])) || at[1] == 'I')) {
            at += 2;
            last_was_constructor = true;
            return with_tags(last_name);
        }
        if (*at == 'D' && std::isdigit(static_cast<unsigned char>(at[1]))) {
            at += 2;
            last_was_constructor = true;
            return with_tags("~" + last_name);
        }
        if (take("Ut")) return "{unnamed type#" + std::to_string(sequence(10) + 1) + "}";
        if (take("Ul")) {
            std::string parameters = parameter_list('E');
            return "{lambda(" + parameters + ")#" + std::to_string(sequence(10) + 1) + "}";
        }
        return with_tags(operator_name());
    }

    // Types up to `end` (or up to where no type starts, for 0).
    std::string parameter_list(char end) {
        std::vector<std::string> types;
        while (*at && *at != end && !(end == 0 && (*at == 'E' || *at == '.'))) types.push_back(type().whole());
        if (end) expect(end);
        if (types.size() == 1 && types[0] == "void") return "";
        return list(types);
    }

    std::string nested_qualifiers;
    std::string nested_name() {
        // `N` has been read.
        std::string qualifiers;
        if (take('r')) qualifiers += " restrict";
        if (take('V')) qualifiers += " volatile";
        if (take('K')) qualifiers = " const" + qualifiers;
        if (take('R')) qualifiers += " &";
        else if (take('O')) qualifiers += " &&";
        std::string name;
        bool first = true, replaced = false;
        last_was_template = false;
        while (!take('E')) {
            replaced = false;
            if (*at == 'S' && at[1] == 't') {
                at += 2;
                name = "std";
                first = false;
                continue; // `std` itself is no substitution
            }
            if (first && take('S')) {
                name = substitution().whole();
                set_last_name(name);
                replaced = true;
            } else if (first && take('T')) {
                name = template_parameter();
            } else if (take('I')) {
                if (first) fail();
                name += arguments();
                last_was_template = true;
            } else {
                std::string part = unqualified_name();
                name = first ? part : name + "::" + part;
                last_was_template = false;
            }
            first = false;
            if (*at != 'E' && !replaced) substitutions.push_back({name, "", false});
        }
        nested_qualifiers = qualifiers;
        // The whole is a substitution too, unless it is a function's name.
        return name;
    }
    // The last component without its template arguments.
    void set_last_name(const std::string &name) {
        int open = 0;
        std::size_t end = name.size(), start = 0;
        for (std::size_t i = 0; i < name.size(); i++) {
            if (name[i] == '<') {
                if (open++ == 0) end = i;
            } else if (name[i] == '>') {
                open--;
            } else if (open == 0 && name[i] == ':') {
                start = i + 1;
                end = name.size();
            }
        }
        if (end > start) last_name = name.substr(start, end - start);
    }

    std::string local_name() {
        // `Z` has been read.
        std::string function = encoding();
        expect('E');
        if (take('s')) {
            discriminator();
            return function + "::string literal";
        }
        if (take('d')) sequence(10);
        std::string entity = name();
        discriminator();
        return function + "::" + entity;
    }
    void discriminator() {
        if (!take('_')) return;
        if (take('_')) {
            number();
            expect('_');
        } else if (std::isdigit(static_cast<unsigned char>(*at))) {
            at++;
        }
    }

    // A name; with template arguments, `last_was_template` says so.
    std::string name() {
        nested_qualifiers.clear();
        if (take('N')) return nested_name();
        if (take('Z')) {
            std::string local = local_name();
            return local;
        }
        std::string text;
        bool is_substitution = false;
        last_was_template = false;
        if (*at == 'S' && at[1] == 't') {
            at += 2;
            text = "std::" + unqualified_name();
        } else if (take('S')) {
            text = substitution().whole();
            is_substitution = true;
        } else {
            text = unqualified_name();
        }
        if (*at == 'I') {
            if (!is_substitution) substitutions.push_back({text, "", false});
            at++;
            text += arguments();
            last_was_template = true;
        }
        return text;
    }

    std::string encoding() {
        if (++depth > 200) fail();
        std::size_t outer = template_arguments.size();
        if (*at == 'T' || *at == 'G') fail();
        std::string text = name();
        std::string qualifiers = nested_qualifiers;
        if (*at && *at != 'E' && *at != '.') {
            bool returns = last_was_template && !last_was_constructor;
            Text result;
            if (returns) result = type();
            text = text + "(" + parameter_list(0) + ")" + qualifiers;
            if (returns) text = result.before + (result.wraps ? "" : " ") + text + result.after;
        }
        template_arguments.resize(outer);
        depth--;
        return text;
    }

    static const char *builtin(char c) {
        switch (c) {
            case 'v': return "void";
            case 'w': return "wchar_t";
            case 'b': return "bool";
            case 'c': return "char";
            case 'a': return "signed char";
            case 'h': return "unsigned char";
            case 's': return "short";
            case 't': return "unsigned short";
            case 'i': return "int";
            case 'j': return "unsigned int";
            case 'l': return "long";
            case 'm': return "unsigned long";
            case 'x': return "long long";
            case 'y': return "unsigned long long";
            case 'n': return "__int128";
            case 'o': return "unsigned __int128";
            case 'f': return "float";
            case 'd': return "double";
            case 'e': return "long double";
            case 'g': return "__float128";
            case 'z': return "...";
            default: return nullptr;
        }
    }

    Text pointer(Text to, const char *symbol) {
        if (!to.wraps) return {to.before + symbol, to.after, false};
        return {to.before + " (" + symbol, ")" + to.after, false};
    }
    Text function() {
        // `F` has been read.
        take('Y');
        Text result = type();
        std::string parameters = parameter_list_of_function();
        return {result.before, "(" + parameters + ")" + result.after, true};
    }
    std::string function_qualifiers;
    std::string parameter_list_of_function() {
        std::vector<std::string> types;
        while (*at && *at != 'E' && !((*at == 'R' || *at == 'O') && at[1] == 'E')) types.push_back(type().whole());
        take('R') || take('O');
        expect('E');
        if (types.size() == 1 && types[0] == "void") return "";
        return list(types);
    }

    Text type() {
        if (++depth > 200) fail();
        Text result = type_here();
        depth--;
        return result;
    }
    Text type_here() {
        if (const char *name = builtin(*at)) {
            at++;
            return {name, "", false};
        }
        if (*at == 'D') {
            static const struct { char code; const char *text; } more[] = {
                {'n', "decltype(nullptr)"}, {'i', "char32_t"}, {'s', "char16_t"}, {'u', "char8_t"}, {'a', "auto"},
                {'c', "decltype(auto)"}, {'d', "decimal64"}, {'e', "decimal128"}, {'f', "decimal32"}, {'h', "half"},
            };
            for (const auto &one : more)
                if (at[1] == one.code) {
                    at += 2;
                    return {one.text, "", false};
                }
            if (take("Dp")) return type();
            if (take("Do")) {
                expect('F');
                Text f = function();
                f.after += " noexcept";
                substitutions.push_back(f);
                return f;
            }
            fail();
        }
        Text result;
        switch (*at) {
            case 'r': case 'V': case 'K': {
                std::string qualifiers;
                bool restricted = take('r'), is_volatile = take('V'), is_const = take('K');
                if (is_const) qualifiers += " const";
                if (is_volatile) qualifiers += " volatile";
                if (restricted) qualifiers += " restrict";
                result = type();
                if (result.wraps) result.after += qualifiers;
                else result.before += qualifiers;
                break;
            }
            case 'P': at++; result = pointer(type(), "*"); break;
            case 'R': at++; result = pointer(type(), "&"); break;
            case 'O': at++; result = pointer(type(), "&&"); break;
            case 'F': at++; result = function(); break;
            case 'A': {
                at++;
                std::string bound;
                if (std::isdigit(static_cast<unsigned char>(*at))) bound = std::to_string(number());
                expect('_');
                Text of = type();
                result = {of.before, (of.wraps && !of.after.empty() && of.after[0] == '[' ? "[" : " [") + bound + "]" + of.after, true};
                if (of.wraps && of.after.rfind(" [", 0) == 0) result.after = " [" + bound + "]" + of.after.substr(1);
                break;
            }
            case 'M': {
                at++;
                std::string of = type().whole();
                Text member = type();
                result = member.wraps ? Text{member.before + " (" + of + "::*", ")" + member.after, false}
                                      : Text{member.before + " " + of + "::*", member.after, false};
                break;
            }
            case 'T': {
                at++;
                result = {template_parameter(), "", false};
                substitutions.push_back(result);
                if (take('I')) result.before += arguments();
                else return result;
                break;
            }
            case 'S':
                if (at[1] != 't') {
                    at++;
                    Text found = substitution();
                    if (*at != 'I') return found;
                    at++;
                    std::size_t outer = template_arguments.size();
                    result = {found.whole() + arguments(), "", false};
                    template_arguments.resize(outer);
                    break;
                }
                [[fallthrough]];
            default: {
                std::size_t outer = template_arguments.size();
                result = {name(), "", false};
                template_arguments.resize(outer);
            }
        }
        substitutions.push_back(result);
        return result;
    }
};
}

extern "C" char *__cxa_demangle(const char *mangled, char *buffer, std::size_t *length, int *status) {
    int unused;
    if (!status) status = &unused;
    if (!mangled || (buffer && !length)) {
        *status = -3;
        return nullptr;
    }
    std::string text;
    try {
        Demangler demangler{};
        demangler.at = mangled;
        if (demangler.take("_Z")) text = demangler.encoding();
        else text = demangler.type().whole();
        if (*demangler.at && *demangler.at != '.') throw Fault{};
    } catch (Fault) {
        *status = -2;
        return nullptr;
    }
    if (!buffer || *length < text.size() + 1) {
        char *grown = static_cast<char *>(std::realloc(buffer, text.size() + 1));
        if (!grown) {
            *status = -1;
            return nullptr;
        }
        buffer = grown;
        if (length) *length = text.size() + 1;
    }
    std::memcpy(buffer, text.c_str(), text.size() + 1);
    *status = 0;
    return buffer;
}
