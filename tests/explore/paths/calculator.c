// A recursive descent over three characters: sums, products, brackets, and a division that may be by zero.
// rift: object text 3 0x28-0x39
#include <klee/klee.h>

static const char *at;
static int bad;

static int sum(void);

static int atom(void) {
    if (*at >= '0' && *at <= '9') {
        int value = 0;
        while (*at >= '0' && *at <= '9')
            value = value * 10 + *at++ - '0';
        return value;
    }
    if (*at == '(') {
        at++;
        int value = sum();
        if (*at == ')')
            at++;
        else
            bad = 1;
        return value;
    }
    bad = 2;
    return 0;
}

static int product(void) {
    int value = atom();
    while (!bad && (*at == '*' || *at == '/')) {
        int divide = *at++ == '/', other = atom();
        if (bad)
            break;
        value = divide ? value / other : value * other;
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (!bad && (*at == '+' || *at == '-'))
        value = *at++ == '-' ? value - product() : value + product();
    return value;
}

int main(void) {
    char input[3], text[4] = "";
    klee_make_symbolic(input, sizeof input, "text");
    for (int i = 0; i < 3; i++) {
        klee_assume((input[i] >= '(') & (input[i] <= '9'));
        text[i] = input[i];
    }
    at = text;
    int value = sum();
    if (bad || *at)
        return 1;
    return value > 9 ? 2 : 0;
}
