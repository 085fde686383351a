/* More paths than anybody waits for: words, numbers and brackets in twelve bytes. */
#include <stdio.h>

int main(void) {
    unsigned char text[12];
    size_t size = fread(text, 1, sizeof text, stdin);
    int words = 0, numbers = 0, depth = 0, deepest = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = text[i];
        if (c >= '0' && c <= '9')
            numbers += i == 0 || text[i - 1] < '0' || text[i - 1] > '9';
        else if ((c | 32) >= 'a' && (c | 32) <= 'z')
            words++;
        else if (c == '(') {
            if (++depth > deepest)
                deepest = depth;
        } else if (c == ')' && --depth < 0)
            return puts("closed too often"), 1;
    }
    printf("%d %d %d\n", words, numbers, deepest);
    return depth != 0;
}
