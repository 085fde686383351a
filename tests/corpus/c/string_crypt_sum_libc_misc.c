#define _GNU_SOURCE
#include <arpa/inet.h>
#include <byteswap.h>
#include <endian.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>
int main(void) {
    printf("%08x %04x %08x\n", htonl(0x01020304), htons(0x0102), ntohl(0x01020304));
    printf("%lx %x %x\n", bswap_64(0x0102030405060708), bswap_32(0x01020304), bswap_16(0x0102));
    printf("%lx %lx\n", htobe64(1), htole64(1));
    char p[] = "/usr/local/lib/x.a", q[] = "/usr/local/lib/x.a";
    printf("%s %s\n", dirname(p), __xpg_basename(q));
    char r[] = "/";
    printf("%s\n", dirname(r));
    char e[] = "file";
    printf("%s\n", dirname(e));
    printf("%d %d %d\n", MIN(3, 4), MAX(3, 4), (int)howmany(10, 3));
    struct in_addr a;
    printf("%d %s\n", inet_aton("192.168.1.20", &a), inet_ntoa(a));
    unsigned char b6[16];
    printf("%d\n", inet_pton(AF_INET6, "2001:db8::1", b6));
    char s[64];
    printf("%s\n", inet_ntop(AF_INET6, b6, s, 64));
    printf("%d\n", inet_pton(AF_INET, "256.1.1.1", b6));
    printf("%u\n", ntohl(inet_addr("10.0.0.1")));
    return 0;
}
