// Function pointers out of tables, by an index that is input, and computed gotos.
// rift: explore --args "?1" --args "?1 x"
#include <stdio.h>

static int nothing(int x) { return (void)x, puts("nothing"), 0; }
static int large(int x) { return puts(x > 200 ? "very large" : "large"), 1; }
static int odd(int x) { return puts(x % 2 ? "odd" : "even"), 2; }
static int (*const actions[4])(int) = {nothing, odd, large, odd};

int main(int argc, char **argv) {
    static void *const labels[] = {&&first, &&second, &&third, &&first};
    int c = (unsigned char)argv[1][0];
    int got = actions[argc > 2 ? c & 3 : c >> 6](c);
    goto *labels[(c >> 2 & 3) ^ got];
first:
    puts("first");
    return got;
second:
    puts("second");
    return 7;
third:
    puts(c < 64 ? "third" : "late");
    return 8;
}
