#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
noreturn static void die(int c) { printf("die %d\n", c); exit(c); }
static int pick(int k) {
    switch (k) { case 0: return 10; case 1: return 20; default: die(k); }
}
int main(int argc, char **argv) { (void)argv; printf("%d %d\n", pick(0), pick(argc)); return pick(argc + 5); }
