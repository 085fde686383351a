/* Several differences, each of which takes half a second to see natively. */
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    if (argc < 2) return 0;
    usleep(500000);
    const char *s = argv[1];
    if (s[0] == 'a') { printf("a %d\n", CHANGED); }
    if (s[0] == 'b') { fprintf(stderr, "b %d\n", CHANGED); }
    if (s[0] == 'c') { return CHANGED; }
    if (s[0] == 'd' && s[1] == 'x') { printf("d"); return CHANGED + 3; }
    if (s[0] == 'e' && s[1] == 'y') { fprintf(stderr, "e"); return CHANGED + 7; }
    if (s[0] == 'f') { printf("%d", CHANGED); fprintf(stderr, "%d", CHANGED); }
    return 0;
}
