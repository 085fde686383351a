/* Functions that take two seconds natively, and no time in the machine. */
#include <unistd.h>
int f1(int a, int b) { usleep(1900000); return a > b ? a + CHANGED : b; }
int f2(int a, int b) { usleep(1900000); return a * b + (a == 77 ? CHANGED : 0); }
int f3(int a, int b) { usleep(1900000); return a - b + (b == 99 ? CHANGED : 0); }
int f4(int a) { usleep(1900000); return a ^ CHANGED; }
int f5(int a) { usleep(1900000); return a > 5 ? a / CHANGED : 0; }
int f6(int a) { usleep(1900000); return a > 6 ? a / CHANGED : 0; }
