// Commands of one letter and a digit each; what every command does was changed. Differences come one after the other, and
// the sum keeps a search busy for as long as it is let.
#include <stdio.h>
#include <stdlib.h>

static int a(int number) {
    return number > 4;
}

static int b(int number) {
    return number * 3;
}

static int c(int number) {
    return number == 7 ? 2 : 0;
}

static int d(int number) {
    return number % 6;
}

static int e(int number) {
    return number > 7 ? number : -number;
}

static int f(int number) {
    return (number ^ 5) + 1;
}

static int g(int number) {
    return number < 2 ? 10 : 21;
}

static int h(int number) {
    return number == 9 ? abs(number - 200) : 0;
}

static int run(int command, int number) {
    switch (command) {
    case 'a': return a(number);
    case 'b': return b(number);
    case 'c': return c(number);
    case 'd': return d(number);
    case 'e': return e(number);
    case 'f': return f(number);
    case 'g': return g(number);
    case 'h': return h(number);
    default: return 0;
    }
}

int main(void) {
    int sum = 0, command, digit;
    while ((command = getchar()) != EOF && command != '\n') {
        if ((digit = getchar()) < '0' || digit > '9') {
            fprintf(stderr, "no number\n");
            return 2;
        }
        int result = run(command, digit - '0');
        sum = sum * 31 + result;
        printf("%c %d\n", command, result);
    }
    if (sum == 123456) puts("the sum");
    return sum % 3 == 2;
}
