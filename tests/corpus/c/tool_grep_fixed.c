// rift: file t the cat\nThe dog\nno match\ncat cat\n
// rift: args cat t
// rift: args -in the t
// rift: args -vc cat t
// rift: args zebra t
// rift: args x missing
// rift: args
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int c, char **v) {
    int o, ic = 0, nn = 0, inv = 0, cnt = 0;
    while ((o = getopt(c, v, "invc")) != -1) switch (o) {
        case 'i': ic = 1;
        break;
        case 'n': nn = 1;
        break;
        case 'v': inv = 1;
        break;
        case 'c': cnt = 1;
        break;
        default: return 2;
    }
    if (c - optind < 2) { fprintf(stderr, "usage: grep [-invc] pattern file\n"); return 2; }
    FILE *f = fopen(v[optind + 1], "r");
    if (!f) { perror(v[optind + 1]); return 2; }
    char l[256];
    int n = 0, m = 0;
    while (fgets(l, 256, f)) {
        n++;
        int hit = (ic ? strcasestr(l, v[optind]) : strstr(l, v[optind])) != NULL;
        if (hit == inv) continue;
        m++;
        if (!cnt) { if (nn) printf("%d:", n); fputs(l, stdout); }
    }
    if (cnt) printf("%d\n", m);
    fclose(f);
    return m ? 0 : 1;
}
