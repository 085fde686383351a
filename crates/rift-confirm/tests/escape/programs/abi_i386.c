// tries: system calls by the numbers of another architecture
// expect: signal 31
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory", "r8", "r9", "r10", "r11");
    TRY(result > 0);
    return contained();
}
