/* getopt in its three forms over many command lines. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int flag;
static const struct option longs[] = {{"alpha", 0, 0, 'a'}, {"beta", 1, 0, 'b'}, {"better", 2, 0, 300}, {"flag", 0, &flag, 7}, {"also", 0, 0, 'a'}, {"verbose", 0, 0, 'v'}, {"version", 0, 0, 'V'}, {0}};
static void run(int how, const char *letters, const char *line) {
    char copy[200], *argv[20] = {"prog"}; int argc = 1, index = -1, c; strcpy(copy, line);
    for (char *t = strtok(copy, " "); t; t = strtok(0, " ")) argv[argc++] = t;
    argv[argc] = 0; optind = 0; flag = 0;
    printf("-- %d %s: %s\n", how, letters, line); fflush(stdout);
    for (int n = 0; n < 20; n++) {
        index = -1;
        c = how == 0 ? getopt(argc, argv, letters) : how == 1 ? getopt_long(argc, argv, letters, longs, &index) : getopt_long_only(argc, argv, letters, longs, &index);
        if (c == -1) break;
        fprintf(stderr, "%d arg=%s ind=%d opt=%d index=%d flag=%d\n", c, optarg ? optarg : "-", optind, c == '?' || c == ':' ? optopt : 0, index, flag);
    }
    for (int i = optind; i < argc; i++) fprintf(stderr, " rest %s", argv[i]);
    for (int i = 0; i < argc; i++) fprintf(stderr, " %s", argv[i]);
    fprintf(stderr, "\n");
}
int main(void) {
    const char *lines[] = {"-a -b x y -c", "x -a y -bz w -- -c q", "-abc -d", "-c", "-b", "--alpha --beta=3 --beta 4 rest", "--al --be --bet=1 --bette --better=9", "--ver --verb --nope --alpha=3", "--beta", "-alpha -beta 5 -flag -zeta", "a b c -a d e -b f g", "- -a -", "--flag x --flag", "-W alpha -Wbeta=2 -W", "-o -ofoo -o bar", "--=x --v=1", "-: -;", ""};
    const char *letters[] = {"ab:co::", "+ab:co::", "-ab:co::", ":ab:co::W;", "ab:cW;o::"};
    for (int how = 0; how < 3; how++) for (int l = 0; l < 5; l++) for (int i = 0; i < 18; i++) run(how, letters[l], lines[i]);
    setenv("POSIXLY_CORRECT", "1", 1); run(1, "ab:", "x -a"); 
    char opts[] = "ro,size=5,junk=1,rw,", *p = opts, *v; char *const names[] = {"ro", "rw", "size", 0}; while (*p) { int k = getsubopt(&p, names, &v); printf("%d %s\n", k, v ? v : "-"); }
    return 0;
}
