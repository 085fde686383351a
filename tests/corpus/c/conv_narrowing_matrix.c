#include <stdio.h>
#include <stdint.h>
#define ROW(T, F) do { printf(#T ":"); for (int i = 0; i < n; i++) printf(" " F, (T)v[i]); puts(""); } while (0)
int main(void) {
    volatile int64_t v[] = {0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, 65535, 65536, 2147483647,
        2147483648L, -2147483648L, 4294967295L, 4294967296L, INT64_MAX, INT64_MIN};
    int n = sizeof v / sizeof *v;
    ROW(int8_t, "%d");
    ROW(uint8_t, "%u");
    ROW(int16_t, "%d");
    ROW(uint16_t, "%u");
    ROW(int32_t, "%d");
    ROW(uint32_t, "%u");
    ROW(uint64_t, "%lu");
    ROW(_Bool, "%d");
    ROW(char, "%d");
    return 0;
}
