// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { char *p = malloc(5); const char *volatile s = "12345"; strcpy(p, s); puts(p); return argc - 1; }
