// rift: args 0
// rift: args 1
// rift: args 127
// rift: args 128
// rift: args 255
// rift: args 256
// rift: args -1
// rift: args 1000
#include <stdlib.h>
#include <stdio.h>
int main(int argc, char **argv) { int c = atoi(argv[argc - 1]); printf("exit %d\n", c); if (c & 1) exit(c); return c; }
