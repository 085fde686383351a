// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
struct small { int a; }; struct large { int a, b, c; };
int main(void) { struct large *p = malloc(sizeof(struct small)); p->a = 1; p->c = 2; printf("%d\n", p->a); return 0; }
