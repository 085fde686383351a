/* A million branches on the input along one path. */
#include <stdio.h>

int main(void) {
    int c = getchar(), more = 0;
    for (int i = 0; i < 1000000; i++)
        if (c > (i & 3) * 50)
            more++;
    puts(more == 1000000 ? "all" : more ? "some" : "none");
    return 0;
}
