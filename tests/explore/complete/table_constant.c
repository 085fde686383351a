// Constant tables read at an index that is input: bytes, structs, strings, a table of tables.
// rift: explore --stdin 1
#include <stdio.h>

static const unsigned char sevens[256] = {[7] = 1, [14] = 2, [21] = 3, [28] = 3, [200] = 9, [255] = 1};
static const struct { short low, high; const char *name; } ranges[8] = {
    {0, 9, "first"}, {5, 30, "second"}, {3, 2, "none"}, {-7, 7, "around"},
    {100, 200, "far"}, {1, 1, "one"}, {0, 255, "all"}, {31, 31, "end"},
};
static const signed char grid[4][8] = {{1, -1, 0, 2}, {0, 0, 0, 0, 5}, {-9, 9}, {3, 3, 3, 3, 3, 3, 3, -3}};

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 3;
    switch (sevens[c]) {
    case 0: break;
    case 1: puts("a first"); break;
    case 3: puts("a third"); break;
    default: puts("another"); break;
    }
    int i = c & 7, value = c >> 3;
    if (value >= ranges[i].low && value <= ranges[i].high)
        puts(ranges[i].name);
    if (grid[c & 3][c >> 5] < 0)
        puts("negative");
    return 0;
}
