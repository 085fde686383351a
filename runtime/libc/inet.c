/* Internet addresses and their texts (<arpa/inet.h>). */
#define _GNU_SOURCE
#include "streams.h"
#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

/* --- IPv4: one to four parts, the last one fills the rest; decimal, octal or hexadecimal --- */

int inet_aton(const char *text, struct in_addr *address) {
    unsigned long parts[4], value;
    int count = 0;
    for (;;) {
        char *end;
        if (!isdigit((unsigned char)*text)) return 0;
        parts[count++] = value = strtoul(text, &end, 0);
        if (value > 0xffffffff) return 0;
        text = end;
        if (*text != '.') break;
        if (count == 4 || value > 255) return 0;
        text++;
    }
    if (*text && !isspace((unsigned char)*text)) return 0;
    if (value > 0xffffffffu >> (8 * (count - 1))) return 0;
    uint32_t whole = (uint32_t)value;
    for (int i = 0; i < count - 1; i++) whole |= (uint32_t)parts[i] << (24 - 8 * i);
    if (address) address->s_addr = htonl(whole);
    return 1;
}
in_addr_t inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}
char *inet_ntoa(struct in_addr address) {
    static char text[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &address, text, sizeof text);
    return text;
}
in_addr_t inet_network(const char *text) {
    in_addr_t network = 0;
    for (int i = 0; i < 4; i++) {
        char *end;
        unsigned long part = strtoul(text, &end, 0);
        if (end == text || part > 255) return INADDR_NONE;
        network = network << 8 | (in_addr_t)part;
        if (*end == 0 || isspace((unsigned char)*end)) return network;
        if (*end != '.') return INADDR_NONE;
        text = end + 1;
    }
    return INADDR_NONE;
}
struct in_addr inet_makeaddr(in_addr_t network, in_addr_t host) {
    in_addr_t whole = network < 128       ? network << 24 | (host & 0xffffff)
                      : network < 65536   ? network << 16 | (host & 0xffff)
                      : network < 1 << 24 ? network << 8 | (host & 0xff)
                                          : network | host;
    return (struct in_addr){htonl(whole)};
}
static int host_bits(in_addr_t whole) { return IN_CLASSA(whole) ? 24 : IN_CLASSB(whole) ? 16 : 8; }
in_addr_t inet_lnaof(struct in_addr address) {
    in_addr_t whole = ntohl(address.s_addr);
    return whole & ((1u << host_bits(whole)) - 1);
}
in_addr_t inet_netof(struct in_addr address) {
    in_addr_t whole = ntohl(address.s_addr);
    return whole >> host_bits(whole);
}

/* --- from text --- */

static int read_ipv4(const char *text, unsigned char *to) {
    for (int i = 0; i < 4; i++) {
        int value = 0, digits = 0;
        for (; isdigit((unsigned char)*text); text++, digits++) {
            if (digits > 0 && value == 0) return 0; /* no leading zeros */
            value = value * 10 + (*text - '0');
            if (value > 255) return 0;
        }
        if (digits == 0 || *text != (i < 3 ? '.' : 0)) return 0;
        to[i] = (unsigned char)value;
        text++;
    }
    return 1;
}

static int read_ipv6(const char *text, unsigned char *to) {
    unsigned char bytes[16] = {0};
    int used = 0, gap = -1;
    if (*text == ':' && *++text != ':') return 0;
    while (*text) {
        if (*text == ':') {
            if (gap >= 0) return 0;
            gap = used;
            text++;
            continue;
        }
        size_t length = strspn(text, "0123456789abcdefABCDEF");
        if (text[length] == '.') {
            if (used > 12 || !read_ipv4(text, bytes + used)) return 0;
            used += 4;
            break;
        }
        if (length == 0 || length > 4 || used > 14) return 0;
        unsigned long group = strtoul(text, NULL, 16);
        bytes[used++] = (unsigned char)(group >> 8);
        bytes[used++] = (unsigned char)group;
        text += length;
        if (*text == 0) break;
        if (*text != ':' || text[1] == 0) return 0;
        text++;
    }
    if (gap < 0 ? used != 16 : used == 16) return 0;
    if (gap >= 0) {
        memmove(bytes + 16 - (used - gap), bytes + gap, (size_t)(used - gap));
        memset(bytes + gap, 0, (size_t)(16 - used));
    }
    memcpy(to, bytes, 16);
    return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict to) {
    unsigned char address[4];
    switch (family) {
        case AF_INET:
            if (!read_ipv4(text, address)) return 0;
            memcpy(to, address, 4);
            return 1;
        case AF_INET6: return read_ipv6(text, to);
        default: errno = EAFNOSUPPORT; return -1;
    }
}

/* --- to text --- */

static void print_ipv6(const unsigned char *from, char *to) {
    unsigned groups[8];
    int best = -1, best_length = 1; /* the longest run of zeros, of at least two */
    for (int i = 0; i < 8; i++) groups[i] = (unsigned)from[2 * i] << 8 | from[2 * i + 1];
    for (int i = 0; i < 8; i++) {
        int length = 0;
        while (i + length < 8 && groups[i + length] == 0) length++;
        if (length > best_length) {
            best = i;
            best_length = length;
        }
    }
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            to += sprintf(to, "::");
            i += best_length - 1;
            continue;
        }
        if (i > 0 && (best < 0 || i != best + best_length)) *to++ = ':';
        /* IPv4 addresses inside: ::a.b.c.d and ::ffff:a.b.c.d */
        if (i == 6 && best == 0 && (best_length == 6 || (best_length == 5 && groups[5] == 0xffff))) {
            sprintf(to, "%u.%u.%u.%u", from[12], from[13], from[14], from[15]);
            return;
        }
        to += sprintf(to, "%x", groups[i]);
    }
    *to = 0;
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t size) {
    const unsigned char *bytes = from;
    char text[INET6_ADDRSTRLEN + 8];
    switch (family) {
        case AF_INET: sprintf(text, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]); break;
        case AF_INET6: print_ipv6(bytes, text); break;
        default: errno = EAFNOSUPPORT; return NULL;
    }
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(to, text);
}
