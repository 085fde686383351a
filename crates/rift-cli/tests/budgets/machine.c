/* A run that decides for every byte of a long input, and is led to the change all the time. */
#include <stdio.h>
static int table[16];
int main(void) {
    int c, state = 0, depth = 0; unsigned sum = 0;
    while ((c = getchar()) != EOF) {
        switch (state) {
        case 0: state = c == '{' ? 1 : c == '(' ? 2 : c == '"' ? 3 : 0; if (c == '}') depth--; break;
        case 1: depth++; state = c == 'k' ? 4 : 0; break;
        case 2: sum = sum * 31 + (unsigned)c; table[sum % 16] += c; state = c == ')' ? 0 : 2; break;
        case 3: if (c == '\\') state = 5; else if (c == '"') state = 0; break;
        case 4: state = c == ':' ? 6 : 0; break;
        case 5: state = 3; break;
        case 6: if (c >= '0' && c <= '9') sum += (unsigned)(c - '0'); else state = 0; break;
        }
    }
    if (depth == CHANGED && sum == 12345 && table[3] > 900) printf("deep %d\n", CHANGED);
    return 0;
}
