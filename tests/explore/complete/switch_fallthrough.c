// Cases that fall through, several cases to one place, and a switch inside a loop (Duff's device).
// rift: explore --stdin 1
#include <stdio.h>

int main(void) {
    int c = getchar(), n = 0;
    switch (c) {
    case 'a': n++; /* fall through */
    case 'b': n++; /* fall through */
    case 'c': n++; break;
    case 'x': case 'y': case 'z': n = 10; break;
    case '0': case '2': case '4': n = 20; /* fall through */
    default: n++; break;
    case EOF: n = 30; break;
    }
    printf("n %d\n", n);
    int left = (c & 15) + 1, rounds = 0;
    switch (left % 4) {
    case 0: do { rounds++; /* fall through */
    case 3: rounds++; /* fall through */
    case 2: rounds++; /* fall through */
    case 1: rounds++;
            left -= 4;
        } while (left > 0);
    }
    printf("rounds %d\n", rounds);
    return 0;
}
