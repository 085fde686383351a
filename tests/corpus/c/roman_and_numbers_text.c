#include <stdio.h>
#include <string.h>
static void roman(int n, char *o) {
    static const struct {
        int v;
        const char *s;
    } t[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10,
        "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
    *o = 0;
    for (int i = 0; i < 13; i++) while (n >= t[i].v) { strcat(o, t[i].s); n -= t[i].v; }
}
static int unroman(const char *s) {
    int r = 0, p = 0;
    for (const char *q = s + strlen(s); q-- > s;) {
        int v = 0;
        switch (*q) {
            case 'I': v = 1;
            break;
            case 'V': v = 5;
            break;
            case 'X': v = 10;
            break;
            case 'L': v = 50;
            break;
            case 'C': v = 100;
            break;
            case 'D': v = 500;
            break;
            case 'M': v = 1000;
        }
        r += v < p ? -v : v;
        if (v > p) p = v;
    }
    return r;
}
static const char *ones[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}, *tens[] =
    {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
static void say(long n) {
    if (n < 0) { printf("minus "); say(-n); return; }
    static const struct {
        long v;
        const char *s;
    } u[] = {{1000000000, "billion"}, {1000000, "million"}, {1000, "thousand"}, {100, "hundred"}};
    for (int i = 0; i < 4; i++) if (n >= u[i].v) {
        say(n / u[i].v);
        printf(" %s", u[i].s);
        if (n % u[i].v) { putchar(' '); say(n % u[i].v); }
        return;
    }
    if (n >= 20) {
        printf("%s", tens[n / 10]);
        if (n % 10) printf("-%s", ones[n % 10]);
    } else printf("%s", ones[n]);
}
static void base(unsigned long n, unsigned b) {
    if (n >= b) base(n / b, b);
    putchar("0123456789abcdefghijklmnopqrstuvwxyz"[n % b]);
}
int main(void) {
    int bad = 0;
    char b[32];
    for (int i = 1; i < 4000; i++) {
        roman(i, b);
        bad += unroman(b) != i;
        if (i % 777 == 0) printf("%s ", b);
    }
    printf("%d\n", bad);
    long v[] = {0, 7, 13, 42, 100, 115, 1001, 999999, 1234567890, -15};
    for (int i = 0; i < 10; i++) { say(v[i]); puts(""); }
    for (unsigned k = 2; k < 37; k += 7) { base(987654321, k); putchar(' '); }
    puts("");
    return 0;
}
