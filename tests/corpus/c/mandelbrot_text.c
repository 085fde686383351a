#include <stdio.h>
int main(void) {
    for (int y = -10; y <= 10; y += 2) {
        for (int x = -40; x <= 18; x += 2) {
            double cr = x / 20.0, ci = y / 10.0, r = 0, i = 0;
            int n = 0;
            while (n < 60) {
                double r2 = r * r, i2 = i * i;
                if (r2 + i2 > 4) break;
                i = 2 * r * i + ci;
                r = r2 - i2 + cr;
                n++;
            }
            putchar(" .:-=+*#%@"[n * 9 / 60]);
        }
        putchar('\n');
    }
    float s = 0;
    for (int k = 0; k < 1000; k++) s += (k % 2 ? -4.0f : 4.0f) / (float)(2 * k + 1);
    printf("%.6f\n", s);
    volatile double x = 1;
    for (int k = 0; k < 6; k++) { x = x - (x * x - 2) / (2 * x); printf("%.17g\n", x); }
    return 0;
}
