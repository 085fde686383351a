// A dense switch with holes, over a signed character.
// rift: explore --stdin 1
#include <stdio.h>

int main(void) {
    signed char c = (signed char)getchar();
    switch (c) {
    case -3: puts("minus three"); break;
    case -2: puts("minus two"); break;
    case -1: puts("minus one, or nothing"); break;
    case 0: puts("zero"); break;
    case 1: puts("one"); break;
    case 2: return 2;
    case 4: puts("four"); break;
    case 5: return 5;
    case 127: puts("greatest"); break;
    case -128: puts("least"); break;
    default: puts(c < 0 ? "negative" : "positive"); break;
    }
    return 0;
}
