// A file of up to one byte: its size, its lines, its end, and a file that is not there.
// rift: explore --file data=1
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int main(void) {
    char line[16];
    struct stat about;
    FILE *file = fopen("data", "r");
    if (!file)
        return 1;
    if (!fopen("missing", "r"))
        puts(errno == ENOENT ? "missing" : "another error");
    if (!stat("data", &about) && about.st_size == 0)
        puts("empty");
    while (fgets(line, sizeof line, file))
        puts(strchr(line, '\n') ? "line" : strlen(line) ? "open line" : "a zero");
    fseek(file, 0, SEEK_SET);
    int c = fgetc(file);
    if (c >= '0' && c <= '9' && ftell(file) == 1)
        puts("digit");
    puts(feof(file) ? "end" : "not yet");
    fclose(file);
    return 0;
}
