/*
 * deep: a decision behind thirty others.
 *
 * Reads 32 bytes and takes them through six stages of five branches each. The branches of a stage are nested, the
 * stages follow each other; every branch looks at another byte or at a relation of several. How far the input came
 * is printed, so that all ways to fail look different, and at the end what the last decision says.
 */
#include <stdio.h>

#define SIZE 32
#define STAGES 6

typedef int stage(const unsigned char *b);

/* Single bytes. Each stage returns how many of its five branches were passed. */
static int letters(const unsigned char *b)
{
    int passed = 0;

    if (b[0] == 'D') {
        passed = 1;
        if (b[1] == 'P') {
            passed = 2;
            if (b[2] > 'm') {
                passed = 3;
                if (b[3] < '5') {
                    passed = 4;
                    if (b[4] != b[3])
                        passed = 5;
                }
            }
        }
    }
    return passed;
}

/* Sums, differences and bits. */
static int sums(const unsigned char *b)
{
    int passed = 0;

    if (b[5] + b[6] == 150) {
        passed = 1;
        if (b[7] - b[6] == 7) {
            passed = 2;
            if (b[8] * 2 == b[7] + b[9]) {
                passed = 3;
                if ((b[10] ^ b[9]) == 0x15) {
                    passed = 4;
                    if ((b[11] & 0x0f) == 9)
                        passed = 5;
                }
            }
        }
    }
    return passed;
}

/* Products and remainders. */
static int products(const unsigned char *b)
{
    int passed = 0;

    if (b[12] * 3 == b[13] + 100) {
        passed = 1;
        if (b[13] % 7 == 3) {
            passed = 2;
            if (b[14] * b[14] == 2500) {
                passed = 3;
                if (b[15] * 2 == b[14] + b[12] + (b[12] & 1)) {
                    passed = 4;
                    if ((b[16] | b[15]) == 0x7f)
                        passed = 5;
                }
            }
        }
    }
    return passed;
}

/* Orders. */
static int orders(const unsigned char *b)
{
    int passed = 0;

    if (b[17] < b[18]) {
        passed = 1;
        if (b[18] < b[19]) {
            passed = 2;
            if (b[19] - b[17] == 20) {
                passed = 3;
                if (b[20] > b[0] + b[1] - 60) {
                    passed = 4;
                    if (b[20] + b[17] < b[18] * 3)
                        passed = 5;
                }
            }
        }
    }
    return passed;
}

/* Numbers of several bytes, and a sum over a loop. */
static int numbers(const unsigned char *b)
{
    int passed = 0;
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += b[i];
    if ((b[21] | b[22] << 8) % 1000 == 321) {
        passed = 1;
        if (b[23] == sum % 64 + 32) {
            passed = 2;
            if ((b[24] - '0') * 10 + (b[25] - '0') == 42) {
                passed = 3;
                if (b[26] + b[27] + b[28] == 300) {
                    passed = 4;
                    if (b[26] - b[27] == 5)
                        passed = 5;
                }
            }
        }
    }
    return passed;
}

/* What the earlier stages left open. */
static int rest(const unsigned char *b)
{
    int passed = 0;
    int odd = 0;

    for (int i = 0; i < SIZE; i++)
        odd ^= b[i] & 1;
    if (b[27] > b[28]) {
        passed = 1;
        if ((b[29] ^ b[28]) == b[24]) {
            passed = 2;
            if (b[31] == 'Z') {
                passed = 3;
                if (b[30] % 5 == b[25] % 5) {
                    passed = 4;
                    if (odd)
                        passed = 5;
                }
            }
        }
    }
    return passed;
}

/* The decision: reached by few, and seen in the output. */
static int decide(const unsigned char *b)
{
    int score = b[30];

    if (score > 74)
        score = 74;
    return score + b[6];
}

int main(void)
{
    static stage *const stages[STAGES] = { letters, sums, products, orders, numbers, rest };
    unsigned char bytes[SIZE];

    if (fread(bytes, 1, SIZE, stdin) != SIZE) {
        puts("too short");
        return 1;
    }
    for (int i = 0; i < STAGES; i++) {
        int passed = stages[i](bytes);

        if (passed < 5) {
            printf("stage %d, branch %d\n", i + 1, passed + 1);
            return 1;
        }
    }
    printf("through: %d\n", decide(bytes));
    return 0;
}
