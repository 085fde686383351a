/* Message translation in the C locale: every text is its own translation. iconv and catalogues are absent. */
#define _GNU_SOURCE
#include "streams.h"
#include <iconv.h>
#include <libintl.h>
#include <nl_types.h>
#include <stdlib.h>
#include <string.h>

#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext
#undef dcngettext
char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) { return (void)domain, (char *)text; }
char *dcgettext(const char *domain, const char *text, int category) {
    return (void)domain, (void)category, (char *)text;
}
char *__dcgettext(const char *domain, const char *text, int category) { return dcgettext(domain, text, category); }
char *ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    return (void)domain, ngettext(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    return (void)domain, (void)category, ngettext(one, many, n);
}

static char *current_domain;
char *textdomain(const char *domain) {
    if (domain) {
        free(current_domain);
        current_domain = *domain ? strdup(domain) : NULL;
    }
    return current_domain ? current_domain : "messages";
}
/* The directory is not used, only remembered for the caller. */
char *bindtextdomain(const char *domain, const char *directory) {
    static char *last;
    if (!domain || !*domain) return NULL;
    if (directory) {
        free(last);
        last = strdup(directory);
    }
    return last ? last : "/usr/share/locale";
}
char *bind_textdomain_codeset(const char *domain, const char *codeset) { return (void)domain, (char *)codeset; }

nl_catd catopen(const char *name, int flags) {
    (void)name, (void)flags;
    errno = ENOENT;
    return (nl_catd)-1;
}
char *catgets(nl_catd catalog, int set, int number, const char *text) {
    return (void)catalog, (void)set, (void)number, (char *)text;
}
int catclose(nl_catd catalog) {
    (void)catalog;
    errno = EBADF;
    return -1;
}
iconv_t iconv_open(const char *to, const char *from) {
    (void)to, (void)from;
    errno = EINVAL;
    return (iconv_t)-1;
}
size_t iconv(iconv_t cd, char **restrict in, size_t *restrict in_left, char **restrict out, size_t *restrict out_left) {
    (void)cd, (void)in, (void)in_left, (void)out, (void)out_left;
    errno = EBADF;
    return (size_t)-1;
}
int iconv_close(iconv_t cd) {
    (void)cd;
    errno = EBADF;
    return -1;
}
