#include <stdio.h>
int main(void) {
    int a, b;
    printf("%1$d %2$s %1$x %3$c\n", 255, "s", 'c');
    printf("%2$*1$d|\n", 6, 42);
    printf("%2$.*1$f|%2$g\n", 2, 3.14159);
    printf("12345%n67%n\n", &a, &b);
    printf("%d %d\n", a, b);
    printf("%4$s %3$s %2$s %1$s\n", "a", "b", "c", "d");
    printf("%1$s %1$s %1$.1s\n", "rep");
    printf("%3$ld %1$d %2$f\n", 1, 2.5, 3L);
    char buf[64];
    int n = snprintf(buf, 64, "%2$s=%1$d", 5, "k");
    printf("%d %s\n", n, buf);
    printf("%-*s|%*s|\n", 5, "l", 5, "r");
    printf("%+.3d|% .2d|%#.3o|%#6.4x\n", 5, 5, 8, 255);
    return 0;
}
