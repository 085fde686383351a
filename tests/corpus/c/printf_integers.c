#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
int main(void) {
    int v[] = {0, 1, -1, 42, -42, INT_MAX, INT_MIN, 255};
    for (int i = 0; i < 8; i++) {
        int x = v[i];
        printf("[%d][%5d][%-5d][%05d][%+d][% d][%+5d][%-+6d][% 05d]\n", x, x, x, x, x, x, x, x, x);
        printf("[%.0d][%.3d][%8.3d][%-8.3d][%08.3d][%+.3d]\n", x, x, x, x, x, x);
        printf("[%u][%x][%X][%o][%#x][%#X][%#o][%08x][%#010x][%-#8o][%.5x][%#.5x]\n", x, x, x, x, x, x, x, x, x, x, x,
            x);
    }
    printf("[%hhd][%hhu][%hd][%hu][%hhx]\n", (signed char)300, (unsigned char)300, (short)70000, (unsigned
        short)70000, (unsigned char)-1);
    printf("[%ld][%lu][%lx][%lo]\n", LONG_MIN, ULONG_MAX, LONG_MAX, ULONG_MAX);
    printf("[%lld][%llu][%llX]\n", LLONG_MIN, ULLONG_MAX, 0xABCDEFull);
    printf("[%zu][%zd][%td][%jd][%ju]\n", (size_t)-1, (ptrdiff_t)-5, (ptrdiff_t)-6, INTMAX_MIN, UINTMAX_MAX);
    printf("[%*d][%-*d][%*d][%.*d][%.*d][%*.*d]\n", 6, 42, 6, 42, -6, 42, 4, 7, -1, 7, 8, 4, -9);
    printf("[%2$d %1$s %2$05d]\n", "pos", 42);
    printf("[%1$*2$d][%1$-*2$d]\n", 5, 4);
    printf("[%'d]\n", 1234567);
    printf("[%#x][%#o][%.0x][%#.0o]\n", 0, 0, 0, 0);
    printf("[%i]%%[%-4i]\n", -3, -3);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRId64 " %" PRIXPTR "\n", (int8_t)-8, (uint16_t)65535, 0xdeadu,
        INT64_C(-5000000000), (uintptr_t)0xBEEF);
    printf("[%040d][%.40d]\n", 5, -5);
    return 0;
}
