/* Matches patterns: each line of standard input is OPTIONS<tab>PATTERN<tab>SUBJECT. Options: i m s x u (UTF), g (all
 * matches), d (the other algorithm), r (replace by "<$0>"), - for none. */
#include <pcre2.h>
#include <stdio.h>
#include <string.h>

static void show(const char *text, PCRE2_SIZE from, PCRE2_SIZE to) {
    putchar('"');
    for (; from < to; from++) {
        unsigned char c = (unsigned char)text[from];
        printf(c < 32 || c == '"' || c == '\\' || c > 126 ? "\\x%02x" : "%c", c);
    }
    putchar('"');
}

static void explain(int code) {
    PCRE2_UCHAR message[256];
    pcre2_get_error_message(code, message, sizeof message);
    printf("  error %d: %s\n", code, message);
}

static void replace(const pcre2_code *code, const char *subject, int all) {
    PCRE2_UCHAR out[512];
    PCRE2_SIZE size = sizeof out;
    int count = pcre2_substitute(code, (PCRE2_SPTR)subject, strlen(subject), 0, all ? PCRE2_SUBSTITUTE_GLOBAL : 0, NULL,
                                 NULL, (PCRE2_SPTR) "<$0>", PCRE2_ZERO_TERMINATED, out, &size);
    if (count < 0)
        explain(count);
    else
        printf("  %d: %s\n", count, out);
}

static void match(const pcre2_code *code, const char *subject, int all, int dfa) {
    pcre2_match_data *data = pcre2_match_data_create(32, NULL);
    PCRE2_SIZE at = 0, length = strlen(subject);
    do {
        int workspace[1000];
        int count = dfa ? pcre2_dfa_match(code, (PCRE2_SPTR)subject, length, at, 0, data, NULL, workspace, 1000)
                        : pcre2_match(code, (PCRE2_SPTR)subject, length, at, 0, data, NULL);
        if (count == PCRE2_ERROR_NOMATCH) {
            puts("  no match");
            break;
        }
        if (count < 0) {
            explain(count);
            break;
        }
        PCRE2_SIZE *ends = pcre2_get_ovector_pointer(data);
        for (int i = 0; i < count; i++) {
            printf("  %d: ", i);
            if (ends[2 * i] == PCRE2_UNSET) {
                puts("unset");
                continue;
            }
            printf("%zu-%zu ", ends[2 * i], ends[2 * i + 1]);
            show(subject, ends[2 * i], ends[2 * i + 1]);
            putchar('\n');
        }
        at = ends[1] > ends[0] ? ends[1] : ends[1] + 1;
    } while (all && at <= length);
    pcre2_match_data_free(data);
}

int main(void) {
    char line[2048];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *pattern = strchr(line, '\t'), *subject = pattern ? strchr(pattern + 1, '\t') : NULL;
        if (!subject)
            continue;
        *pattern++ = 0;
        *subject++ = 0;
        uint32_t options = 0;
        for (const char *o = line; *o; o++)
            options |= *o == 'i'   ? PCRE2_CASELESS
                       : *o == 'm' ? PCRE2_MULTILINE
                       : *o == 's' ? PCRE2_DOTALL
                       : *o == 'x' ? PCRE2_EXTENDED
                       : *o == 'u' ? PCRE2_UTF | PCRE2_UCP
                                   : 0;
        printf("/%s/ on ", pattern);
        show(subject, 0, strlen(subject));
        putchar('\n');
        int error;
        PCRE2_SIZE offset;
        pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, options, &error, &offset, NULL);
        if (!code) {
            printf("  at %zu", offset);
            explain(error);
            continue;
        }
        uint32_t groups = 0, first = 0;
        pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &groups);
        pcre2_pattern_info(code, PCRE2_INFO_MINLENGTH, &first);
        printf("  %u groups, at least %u\n", groups, first);
        if (strchr(line, 'r'))
            replace(code, subject, strchr(line, 'g') != NULL);
        else
            match(code, subject, strchr(line, 'g') != NULL, strchr(line, 'd') != NULL);
        pcre2_code_free(code);
    }
    return 0;
}
