/* Ten thousand calls deep, with a question about the input in each. */
#include <stdio.h>
#include <stdlib.h>

static int descend(int level, int c) {
    if (level == 10000)
        return c > 100;
    if (c == 'x' && level == 9000)
        exit(3);
    int below = descend(level + 1, c);
    return level % 1000 == 0 && c > 200 ? below + 1 : below;
}

int main(void) {
    int c = getchar();
    puts(descend(0, c) > 5 ? "many" : "few");
    return 0;
}
