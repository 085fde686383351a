// Reads until the end of input, wherever that is: blocks, lines and the last line without an end.
// rift: explore --stdin 2
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char buffer[8];
    ssize_t got;
    int bytes = 0, lines = 0, inside = 0;
    while ((got = read(0, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            bytes++;
            inside = buffer[i] != '\n';
            lines += !inside;
        }
    }
    if (got < 0)
        return 2;
    puts(bytes == 0 ? "empty" : bytes == 1 ? "one byte" : "two bytes");
    puts(lines == 0 ? "no line" : lines == 1 ? "a line" : "lines");
    if (inside)
        puts("open");
    return 0;
}
