// std::regex_error; regular expressions themselves are templates.
#include <regex>

namespace std {
namespace {
const char *text_of(regex_constants::error_type code) {
    using namespace regex_constants;
    if (code == error_collate) return "Invalid collating element in regular expression";
    if (code == error_ctype) return "Invalid character class in regular expression";
    if (code == error_escape) return "Invalid escape in regular expression";
    if (code == error_backref) return "Invalid back reference in regular expression";
    if (code == error_brack) return "Mismatched '[' and ']' in regular expression";
    if (code == error_paren) return "Mismatched '(' and ')' in regular expression";
    if (code == error_brace) return "Mismatched '{' and '}' in regular expression";
    if (code == error_badbrace) return "Invalid range in '{}' in regular expression";
    if (code == error_range) return "Invalid character range in regular expression";
    if (code == error_space) return "Insufficient memory to compile regular expression";
    if (code == error_badrepeat) return "Invalid '?', '*', or '+' in regular expression";
    if (code == error_complexity) return "Complexity of regex match exceeded implementation limits";
    if (code == error_stack) return "Insufficient memory to determine regex match";
    if (code == _S_null) return "Unexpected null character in regular expression";
    if (code == _S_grammar) return "Conflicting regex grammar options";
    return "regex error";
}
}
regex_error::regex_error(regex_constants::error_type code) : runtime_error(text_of(code)), _M_code(code) {}
regex_error::~regex_error() throw() {}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }
}
