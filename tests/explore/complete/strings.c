// The string functions on an argument of up to two bytes.
// rift: explore --args "?2"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *s = argc > 1 ? argv[1] : "";
    char copy[8] = "";
    switch (strlen(s)) {
    case 0: puts("empty"); return 1;
    case 1: puts("short"); break;
    default: puts("long"); break;
    }
    if (!strcmp(s, "if") || !strcmp(s, "do"))
        puts("keyword");
    if (strchr(s, '=') == s + 1)
        puts("assignment");
    if (strcmp(s, "m") < 0)
        puts("first half");
    strcpy(copy, s);
    strcat(copy, "!");
    if (strstr(copy, "?!"))
        puts("surprise");
    if (!strncmp(s, "--", 2) && !memcmp(copy, "--!", 4))
        puts("end of options");
    return 0;
}
